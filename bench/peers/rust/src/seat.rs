//! Seat of Sortilege for a referee in another language, controlled line by line.
//!
//! | line | answer |
//! |---|---|
//! | `begin SEED SEAT` | initial status; Sortilege has that seat |
//! | `play MOVE` | status after the move |
//! | `think` | a move, its number of simulations, and its seconds |
//!
//! The status gives the acting player and what can happen, separated by tabs: `0` or `1` and the
//! names of the moves; `chance` and for each outcome its name, `=` and its probability; `over` and
//! both payoffs.

use crate::ours::Ours;
use sortilege::game::{Notation, Observation, Observe, Outcomes, Sequential};
use sortilege::{Player, Rng, Turn};
use std::io::{BufRead, Write};
use std::time::Instant;

/// Answers until the input ends.
pub fn serve<G>(start: &G, search: &mut dyn Ours<G>) -> Result<(), String>
where
    G: Notation + Observe + Outcomes + Sequential,
{
    let (mut state, mut rng, mut seat) = (start.clone(), Rng::new(1), Player(0));
    for line in std::io::stdin().lock().lines() {
        let line = line.map_err(|why| why.to_string())?;
        let answer = match line.split_once(' ').unwrap_or((&line, "")) {
            ("begin", numbers) => {
                let numbers: Vec<u64> =
                    numbers.split(' ').filter_map(|word| word.parse().ok()).collect();
                let [seed, number @ 0..2] = numbers[..] else {
                    return Err("a game begins with a seed and a seat".into());
                };
                (rng, seat) = (Rng::new(seed), Player(number as usize));
                search.new_game();
                state = start.clone();
                standing(&state)
            }
            ("play", name) => {
                let action =
                    named(&state, name).ok_or_else(|| format!("there is no move {name:?}"))?;
                let (before, mover) = (state.clone(), on_turn(&state));
                state.apply(action);
                // The search observes a move only if its seat does.
                if let Some(seen) = Observation::new(&before, action, mover, &state, seat) {
                    search.observe(seat, &seen);
                }
                standing(&state)
            }
            ("think", "") => {
                if on_turn(&state) != Some(seat) {
                    return Err("Sortilege is not the acting player".into());
                }
                let view = state.view(seat);
                let began = Instant::now();
                let decision = search.decide(&view, seat, &mut rng);
                let seconds = began.elapsed().as_secs_f64();
                format!(
                    "{}\t{}\t{seconds:.6}",
                    state.action_name(decision.action),
                    decision.iterations
                )
            }
            _ => return Err(format!("unknown command {line:?}")),
        };
        let mut out = std::io::stdout().lock();
        writeln!(out, "{answer}").and_then(|()| out.flush()).map_err(|why| why.to_string())?;
    }
    Ok(())
}

fn on_turn<G: Outcomes>(state: &G) -> Option<Player> {
    match state.turn() {
        Turn::Player(who) => Some(who),
        _ => None,
    }
}

/// All possible moves or outcomes, outcomes with their probabilities.
fn options<G: Outcomes>(state: &G) -> Vec<(G::Action, f64)> {
    let (mut outcomes, mut moves) = (vec![], vec![]);
    match state.turn() {
        Turn::Over => {}
        Turn::Chance => state.outcomes(&mut outcomes),
        _ => {
            state.actions(&mut moves);
            outcomes.extend(moves.into_iter().map(|action| (action, 1.0)));
        }
    }
    outcomes
}

fn named<G: Notation + Outcomes>(state: &G, name: &str) -> Option<G::Action> {
    options(state)
        .into_iter()
        .map(|(action, _)| action)
        .find(|&action| state.action_name(action) == name)
}

fn standing<G: Notation + Outcomes>(state: &G) -> String {
    let mut words = match state.turn() {
        Turn::Over => {
            let payoff = |who| state.payoff(Player(who));
            return format!("over\t{}\t{}", payoff(0), payoff(1));
        }
        Turn::Chance => vec!["chance".to_owned()],
        Turn::Player(Player(who)) => vec![who.to_string()],
        Turn::Together => unreachable!("players take turns"),
    };
    words.extend(options(state).into_iter().map(|(action, odds)| match state.turn() {
        Turn::Chance => format!("{}={odds}", state.action_name(action)),
        _ => state.action_name(action),
    }));
    words.join("\t")
}
