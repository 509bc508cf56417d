//! PUCT, and leaves that are evaluated in batches.

use sortilege::evaluator::{Evaluator, evaluate};
use sortilege::game::Values;
use sortilege::playout::{Evaluated, Guided, Playout, Rollout};
use sortilege::search::*;
use sortilege::testing::hand_made::{HandMade, Place};
use sortilege::testing::random_tree::{RandomTree, TreeShape};
use sortilege::{Budget, Game, Player, Rng};
use std::sync::{Arc, Mutex};

const ME: Player = Player(0);
/// Three moves that end the game; the last one is best.
const THREE: &[Place] = &[
    Place::Choice(0, &[1, 2, 3]),
    Place::End(&[-0.5, 0.5]),
    Place::End(&[0.0, 0.0]),
    Place::End(&[0.5, -0.5]),
];

/// Priors by the index of an action, and value 0 for every state.
#[derive(Clone)]
struct Weights(&'static [f32]);

impl<G: Game> Evaluator<G> for Weights {
    fn evaluate(&mut self, _: &G, values: &mut [f64]) {
        values.fill(0.0);
    }
    fn has_priors(&self) -> bool {
        true
    }
    fn priors(&mut self, _: &G, _: Player, actions: &[G::Action], out: &mut Vec<f32>) {
        out.clear();
        out.extend((0..actions.len()).map(|at| self.0.get(at).copied().unwrap_or(1.0)));
    }
}

fn guided(iterations: u64, weights: &'static [f32]) -> Setup<Guided<Rollout<HandMade>, Weights>> {
    let playout = Guided { playout: Rollout::default(), evaluator: Weights(weights) };
    Setup::with(Budget::iterations(iterations), playout)
}

fn visits(decision: &Decision<u8>) -> Vec<u64> {
    decision.candidates.iter().map(|one| one.visits).collect()
}

/// The formula computed by hand: rewards are 0.25, 0.5 and 0.75, priors 0.5, 0.3 and 0.2.
fn by_hand(c: f64, iterations: u64) -> Vec<u64> {
    let (rewards, priors) = ([0.25, 0.5, 0.75], [0.5, 0.3, 0.2]);
    let mut visits = [0u64; 3];
    for made in 0..iterations {
        let earned: f64 = (0..3).map(|at| visits[at] as f64 * rewards[at]).sum();
        let mean = earned / (made.max(1)) as f64;
        let score = |at: usize| {
            let q = if visits[at] > 0 { rewards[at] } else { mean };
            q + c * priors[at] * (made.max(1) as f64).sqrt() / (1 + visits[at]) as f64
        };
        let best = (0..3).max_by(|&a, &b| score(a).total_cmp(&score(b))).expect("three moves");
        visits[best] += 1;
    }
    visits.to_vec()
}

#[test]
fn the_formula_is_that_of_the_paper() {
    for (c, iterations) in [(0.7, 1), (0.7, 2), (0.7, 3), (0.7, 50), (2.0, 200), (0.3, 77)] {
        let mut uct = Uct::new(guided(iterations, &[5.0, 3.0, 2.0]));
        (uct.rules.select, uct.rules.c) = (Select::Puct, c);
        let decision = uct.decide(&HandMade::new(THREE), ME, &mut Rng::new(1));
        assert_eq!(visits(&decision), by_hand(c, iterations), "c = {c}, {iterations} iterations");
    }
}

/// Without priors all moves are treated alike, and the best one is found.
#[test]
fn without_priors_all_moves_are_alike() {
    for seed in 0..20 {
        let mut uct = Uct::<HandMade>::new(Setup::new(Budget::iterations(3)));
        uct.rules = TreeRules { select: Select::Puct, c: 10.0, ..TreeRules::default() };
        let decision = uct.decide(&HandMade::new(THREE), ME, &mut Rng::new(seed));
        assert_eq!(visits(&decision), [1, 1, 1]);
    }
}

/// A move with prior 0 is not visited while another move has all the weight.
#[test]
fn priors_guide_every_search() {
    const ONLY_LAST: &[f32] = &[0.0, 0.0, 1.0];
    let (game, mut rng) = (HandMade::new(THREE), Rng::new(1));
    let mut uct = Uct::new(guided(40, ONLY_LAST));
    let mut so = SoIsmcts::new(guided(40, ONLY_LAST));
    let mut pom = SoIsmctsPom::new(guided(40, ONLY_LAST));
    let mut mo = MoIsmcts::new(guided(40, ONLY_LAST));
    for rules in [&mut uct.rules, &mut so.rules, &mut pom.rules, &mut mo.rules] {
        rules.select = Select::Puct;
    }
    let searches: [&mut dyn Search<HandMade>; 4] = [&mut uct, &mut so, &mut pom, &mut mo];
    for search in searches {
        assert_eq!(visits(&search.decide(&game, ME, &mut rng)), [0, 0, 40]);
    }
}

/// Evaluates states by a fixed function of their text, and records the number of states in each
/// call.
#[derive(Clone)]
struct HashEvaluator {
    asks_for: usize,
    shown: Arc<Mutex<Vec<usize>>>,
}

impl Evaluator<RandomTree> for HashEvaluator {
    fn evaluate(&mut self, state: &RandomTree, values: &mut [f64]) {
        let text = format!("{state:?}");
        let hash = text.bytes().fold(7u64, |hash, byte| hash.wrapping_mul(31) ^ u64::from(byte));
        for (seat, value) in values.iter_mut().enumerate() {
            *value = ((hash >> (8 * seat)) % 201) as f64 / 100.0 - 1.0;
        }
    }
    fn batch(&self) -> usize {
        self.asks_for
    }
    fn evaluate_all(&mut self, states: &[RandomTree], values: &mut [Values]) {
        self.shown.lock().expect("no thread panics").push(states.len());
        for (state, values) in states.iter().zip(values) {
            self.evaluate(state, &mut values[..state.players()]);
        }
    }
}

fn evaluated(asks_for: usize, iterations: u64) -> Setup<Evaluated<HashEvaluator>> {
    let evaluator = HashEvaluator { asks_for, shown: Arc::default() };
    Setup::with(Budget::iterations(iterations), Evaluated(evaluator))
}

/// All batches have the requested size, except the last one.
#[test]
fn batches_have_the_size_that_was_asked_for() {
    let game = RandomTree::new(5, TreeShape { steps: 30, ..TreeShape::REGULAR });
    for select in [Select::Ucb1, Select::Puct] {
        for asks_for in [2, 8, 33] {
            let (mut uct, mut so) =
                (Uct::new(evaluated(asks_for, 500)), SoIsmcts::new(evaluated(asks_for, 500)));
            let mut pom = SoIsmctsPom::new(evaluated(asks_for, 500));
            let mut mo = MoIsmcts::new(evaluated(asks_for, 500));
            for rules in [&mut uct.rules, &mut so.rules, &mut pom.rules, &mut mo.rules] {
                rules.select = select;
            }
            let setups = [&uct.setup, &so.setup, &pom.setup, &mo.setup];
            let logs = setups.map(|setup| setup.playout.0.shown.clone());
            let searches: [&mut dyn Search<RandomTree>; 4] = [&mut uct, &mut so, &mut pom, &mut mo];
            for (search, log) in searches.into_iter().zip(logs) {
                let decision = search.decide(&game, ME, &mut Rng::new(1));
                assert_eq!(decision.iterations, 500);
                assert_eq!(decision.candidates.iter().map(|one| one.visits).sum::<u64>(), 500);
                let shown = log.lock().expect("no thread panics").clone();
                let (last, others) = shown.split_last().expect("there are batches");
                assert!(
                    others.iter().all(|&size| size == asks_for) && *last <= asks_for,
                    "{shown:?}"
                );
                assert!(shown.iter().sum::<usize>() > 400, "{shown:?}");
            }
        }
    }
}

/// Batches of one state equal no batches: the candidates agree to the last bit.
#[test]
fn batches_of_one_are_no_batches() {
    /// Ignores batches.
    struct Single(HashEvaluator);
    impl Playout<RandomTree> for Single {
        fn finish(&mut self, state: &mut RandomTree, _: &mut Rng, values: &mut [f64]) -> u32 {
            evaluate(&mut self.0, state, values);
            0
        }
    }
    let game = RandomTree::new(8, TreeShape::REGULAR);
    for select in [Select::Ucb1, Select::Puct] {
        let mut batched = Uct::new(evaluated(1, 300));
        let plain = HashEvaluator { asks_for: 9, shown: Arc::default() };
        let mut single = Uct::new(Setup::with(Budget::iterations(300), Single(plain)));
        (batched.rules.select, single.rules.select) = (select, select);
        let one = batched.decide(&game, ME, &mut Rng::new(3));
        let other = single.decide(&game, ME, &mut Rng::new(3));
        assert_eq!(
            (one.action, one.candidates, one.tree),
            (other.action, other.candidates, other.tree)
        );
    }
}

/// With little memory, guided searches go on in the tree that they have.
#[test]
fn guided_searches_go_on_in_trees_that_are_full() {
    let game = RandomTree::new(5, TreeShape { steps: 30, ..TreeShape::REGULAR });
    for asks_for in [1, 8] {
        let mut setup = evaluated(asks_for, 2000);
        setup.budget.memory = Some(4000);
        let (mut uct, mut so) = (Uct::new(setup.clone()), SoIsmcts::new(setup));
        (uct.rules.select, so.rules.select) = (Select::Puct, Select::Puct);
        let searches: [&mut dyn Search<RandomTree>; 2] = [&mut uct, &mut so];
        for search in searches {
            let decision = search.decide(&game, ME, &mut Rng::new(1));
            assert_eq!(decision.iterations, 2000);
            assert!(decision.tree.bytes < 8000, "{} bytes", decision.tree.bytes);
        }
    }
}
