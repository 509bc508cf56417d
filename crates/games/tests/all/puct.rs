//! PUCT with exact values on solved positions: the number of iterations until the best move,
//! compared with UCT.

use sortilege::evaluator::Evaluator;
use sortilege::exact::Expectimax;
use sortilege::playout::Evaluated;
use sortilege::search::{Search, Select, Setup, Uct};
use sortilege::{Budget, Game, Rng, Turn};
use sortilege_games::mnk::Mnk;

/// An evaluator with the exact value of every state, without move priors.
struct Exact(Expectimax<Mnk>);

impl Evaluator<Mnk> for Exact {
    fn evaluate(&mut self, state: &Mnk, values: &mut [f64]) {
        values.copy_from_slice(&self.0.value(state));
    }
}

/// Positions after some random moves in which some moves are better than others.
fn positions(start: &Mnk, plies: u32, many: usize) -> Vec<Mnk> {
    let (mut exact, mut rng, mut found, mut scratch) =
        (Expectimax::with_memo(), Rng::new(11), vec![], vec![]);
    while found.len() < many {
        let mut state = start.clone();
        for _ in 0..plies {
            if state.turn() != Turn::Over {
                let action = state.random_action(&mut scratch, &mut rng);
                state.apply(action);
            }
        }
        let Turn::Player(who) = state.turn() else { continue };
        let values: Vec<f64> =
            exact.action_values(&state).iter().map(|(_, value)| value[who.0]).collect();
        if values.iter().any(|&value| value != values[0]) {
            found.push(state);
        }
    }
    found
}

/// The budgets of the test.
const BUDGETS: [u64; 12] = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048];

/// The least of the budgets from which on a search selects an optimal move with every budget.
fn iterations_to_the_best(
    state: &Mnk,
    exact: &mut Expectimax<Mnk>,
    mut decide: impl FnMut(u64) -> <Mnk as Game>::Action,
) -> u64 {
    let Turn::Player(who) = state.turn() else { unreachable!("a player is on turn") };
    let values = exact.action_values(state);
    let best = values.iter().map(|(_, value)| value[who.0]).fold(-1.0, f64::max);
    let is_best =
        |action| values.iter().any(|(other, value)| *other == action && value[who.0] == best);
    let wrong = BUDGETS.iter().rposition(|&budget| !is_best(decide(budget)));
    BUDGETS[wrong.map_or(0, |at| (at + 1).min(BUDGETS.len() - 1))]
}

/// Mean number of iterations until the best move, over positions.
fn compare(start: &Mnk, plies: u32) -> [f64; 2] {
    let (positions, mut exact) = (positions(start, plies, 40), Expectimax::with_memo());
    let mut totals = [0.0; 2];
    for (number, state) in positions.iter().enumerate() {
        let Turn::Player(who) = state.turn() else { unreachable!("a player is on turn") };
        let seed = |budget| Rng::derive(&[number as u64, budget]);
        let plain = iterations_to_the_best(state, &mut exact, |budget| {
            let mut uct = Uct::<Mnk>::new(Setup::new(Budget::iterations(budget)));
            uct.decide(state, who, &mut seed(budget)).action
        });
        let mut uct =
            Uct::new(Setup::with(Budget::default(), Evaluated(Exact(Expectimax::with_memo()))));
        uct.rules.select = Select::Puct;
        let guided = iterations_to_the_best(state, &mut exact, |budget| {
            uct.setup.budget = Budget::iterations(budget);
            uct.decide(state, who, &mut seed(budget)).action
        });
        totals[0] += plain as f64 / positions.len() as f64;
        totals[1] += guided as f64 / positions.len() as f64;
    }
    totals
}

/// Seeds are fixed, so the result is deterministic.
#[test]
fn exact_values_find_the_best_move_sooner() {
    let boards = [("3,3,3", 3, 3, 3), ("4,3,3", 4, 3, 3), ("4,4,3", 4, 4, 3)];
    println!(
        "iterations until the best move is played for good: positions, UCT, PUCT with exact values"
    );
    for (name, m, n, k) in boards {
        for plies in [1, 2, 4] {
            let start = Mnk::new(m, n, k).expect("a board");
            if name == "4,4,3" && plies < 4 {
                continue;
            }
            let [plain, guided] = compare(&start, plies);
            println!("mnk {name} after {plies}: {plain:8.1} {guided:8.1}");
            assert!(guided < plain, "mnk {name} after {plies} moves: {guided} and {plain}");
        }
    }
}
