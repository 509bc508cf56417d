//! Games between two searches within one process, with alternating seats.

use crate::choice::Chooser;
use sortilege::game::{Chance, Sequential};
use sortilege::{Player, Rng, Turn};
use std::time::Instant;

/// Effort of a side in a game.
#[derive(Clone, Copy, Default)]
struct Effort {
    decisions: u64,
    simulations: u64,
    seconds: f64,
}

/// Plays `games` games and prints a line for each: Sortilege's score from 0 to 1, then decisions,
/// simulations and seconds of Sortilege, and the same of the crate. Two consecutive games have the
/// same seeds with swapped seats. A single legal move is played without a search.
pub fn play<G: Chance + Sequential>(
    start: &G,
    ours: &mut Chooser<'_, G>,
    theirs: &mut Chooser<'_, G>,
    games: u64,
) -> Result<(), String> {
    for game in 0..games {
        let our_seat = Player((game % 2) as usize);
        let mut rng = Rng::new(1 + game / 2);
        let mut efforts = [Effort::default(); 2];
        let mut state = start.clone();
        let mut moves = vec![];
        loop {
            let action = match state.turn() {
                Turn::Over => break,
                Turn::Chance => state.sample(&mut rng),
                Turn::Together => {
                    return Err("only games with alternating moves are supported".into());
                }
                Turn::Player(who) => {
                    state.actions(&mut moves);
                    let seed = rng.bits();
                    let side = usize::from(who != our_seat);
                    match moves[..] {
                        [only] => only,
                        _ => {
                            let began = Instant::now();
                            let chooser: &mut Chooser<'_, G> =
                                if side == 0 { ours } else { theirs };
                            let choice = chooser(&state, who, seed);
                            let effort = &mut efforts[side];
                            effort.seconds += began.elapsed().as_secs_f64();
                            effort.decisions += 1;
                            effort.simulations += choice.simulations;
                            if !moves.contains(&choice.action) {
                                return Err(format!("{:?} is not a legal move", choice.action));
                            }
                            choice.action
                        }
                    }
                }
            };
            state.apply(action);
        }
        let score = (state.payoff(our_seat) + 1.0) / 2.0;
        let [ours, theirs] = efforts.map(|Effort { decisions, simulations, seconds }| {
            format!("{decisions} {simulations} {seconds:.6}")
        });
        println!("{score} {ours} {theirs}");
    }
    Ok(())
}
