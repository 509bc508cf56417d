//! The scheduled star search, compared with exact values: the regret of its choices, and the error
//! of its value estimates.

use sortilege::evaluator::Evaluator;
use sortilege::exact::Expectimax;
use sortilege::game::{Key, Notation, Outcomes, PerfectInfo, Sequential};
use sortilege::search::{ScheduledStar, Search, StarMinimax};
use sortilege::{Budget, Player, Rng, Turn};
use sortilege_games::cant_stop::{self, CantStop, Rules};
use sortilege_games::ewn::{self, Ewn, Setup};
use sortilege_games::pig::{self, Pig, Solution};
use std::cell::RefCell;

/// Decisions of random games with more than one action.
fn decisions<G: Outcomes + Sequential>(start: &G, positions: usize, seed: u64) -> Vec<(G, Player)> {
    let (mut rng, mut moves, mut state, mut found) =
        (Rng::new(seed), vec![], start.clone(), vec![]);
    while found.len() < positions {
        match state.turn() {
            Turn::Chance => state.apply(state.sample(&mut rng)),
            Turn::Player(who) => {
                state.actions(&mut moves);
                if moves.len() > 1 && rng.below(3) == 0 {
                    found.push((state.clone(), who));
                }
                state.apply(rng.pick(&moves));
            }
            _ => state = start.clone(),
        }
    }
    found
}

/// The mean regret of the choices and the mean error of the values over decisions; `truth` returns
/// the value of a state to a player.
fn errors<G>(
    search: &mut dyn Search<G>,
    decisions: &[(G, Player)],
    truth: impl Fn(&G, Player) -> f64,
) -> [f64; 2]
where
    G: PerfectInfo + Sequential + Outcomes,
{
    let mut sums = [0.0; 2];
    for (number, (state, who)) in decisions.iter().enumerate() {
        let found = search.decide(state, *who, &mut Rng::new(number as u64));
        let value = found
            .candidates
            .iter()
            .find(|one| one.action == found.action)
            .expect("a candidate")
            .value;
        let worth = |action| truth(&state.after(action), *who);
        let best = found.candidates.iter().map(|one| worth(one.action)).fold(-1.0, f64::max);
        sums = [sums[0] + best - worth(found.action), sums[1] + (value - best).abs()];
    }
    sums.map(|sum| sum / decisions.len() as f64)
}

/// Both searches with the same number of nodes: `ScheduledStar`, and Star2.
fn both<G, E>(
    decisions: &[(G, Player)],
    evaluator: E,
    nodes: u64,
    truth: impl Fn(&G, Player) -> f64,
) -> [[f64; 2]; 2]
where
    G: PerfectInfo + Sequential + Outcomes + Key,
    E: Evaluator<G> + Copy,
{
    let budget = Budget::iterations(nodes);
    let (mut scheduled, mut star2) =
        (ScheduledStar::new(budget, evaluator), StarMinimax::star2(budget, evaluator));
    [errors(&mut scheduled, decisions, &truth), errors(&mut star2, decisions, &truth)]
}

/// Checks that the regret exceeds that of Star2 by at most `most`; 0.01 is half of a hundredth of a
/// game.
fn assert_no_worse([[regret, _], [classic, _]]: [[f64; 2]; 2], most: f64, what: &str) {
    assert!(regret <= classic + most, "{what}: {regret} is lost, {classic} by Star2");
}

/// In Pig every state is solved. The regret is small at every budget, both with a good evaluation
/// and with one that counts only banked points.
#[test]
fn at_pig_little_is_lost() {
    let solution = Solution::new(100);
    let truth = |state: &Pig, who| solution.value(state, who);
    let all = decisions(&Pig::default(), 40, 1);
    for evaluation in [pig::Evaluation::Fitted, pig::Evaluation::Banked] {
        for nodes in [100, 1_000, 10_000] {
            let found = both(&all, evaluation, nodes, truth);
            assert_no_worse(found, 0.005, &format!("{evaluation:?}, {nodes} nodes"));
            let [[regret, off], _] = found;
            assert!(regret < 0.03 && off < 0.1, "{evaluation:?}, {nodes} nodes: {found:?}");
        }
    }
}

/// Small boards are searched nearly to the end: there is no regret, and values are almost exact.
#[test]
fn small_boards_of_ewn_are_solved() {
    let memo = RefCell::new(Expectimax::with_memo());
    let truth = |state: &Ewn, who: Player| memo.borrow_mut().value(state)[who.0];
    let all = decisions(&Ewn::new(3, 3, Setup::Random).unwrap(), 200, 1);
    let [[regret, off], _] = both(&all[..40], ewn::Evaluation::Mobility, 1_000_000, truth);
    assert!(regret.abs() < 1e-12 && off < 0.01, "{regret} and {off}");
    for evaluation in [ewn::Evaluation::None, ewn::Evaluation::Material, ewn::Evaluation::Mobility]
    {
        for nodes in [100, 300, 1_000, 3_000] {
            let what = format!("{evaluation:?}, {nodes} nodes");
            assert_no_worse(both(&all, evaluation, nodes, truth), 0.005, &what);
        }
    }
}

/// The last turns of a short game of Can't Stop, with 126 outcomes for a throw. With 3,000 nodes
/// Star2 does not reach the end, and a tree that grows selectively does. It also learns the value
/// of a throw without searching all its outcomes.
#[test]
fn at_the_end_of_cant_stop_little_is_lost() {
    let memo = RefCell::new(Expectimax::with_memo());
    let truth = |state: &CantStop, who: Player| memo.borrow_mut().value(state)[who.0];
    let short = CantStop::new(Rules { shortest: 2, slope: 0, columns: 1 }).unwrap();
    let all = decisions(&short.parse_position("- - runners - turn 499 decides").unwrap(), 40, 1);
    for evaluation in [cant_stop::Evaluation::Progress, cant_stop::Evaluation::Banked] {
        for nodes in [100, 300, 1_000, 3_000, 30_000] {
            let found = both(&all, evaluation, nodes, truth);
            assert_no_worse(found, 0.002, &format!("{evaluation:?}, {nodes} nodes"));
            let [[regret, _], [classic, _]] = found;
            assert!(
                regret < 0.02 && (nodes > 3_000 || classic > 0.03),
                "{evaluation:?}: {found:?}"
            );
        }
    }
}
