//! A search of our own with parts of Star2 and of Monte Carlo tree search, designed to match both.

use super::bounds::Side;
use super::lookahead::{Lookahead, Ordering, Pruning, Rules};
use super::outcome_tree::{OutcomeNodeKind, OutcomeTree, ROOT, SelectionRule};
use super::sampling::Sampling;
use super::{Dice, Search};
use crate::evaluator::Evaluator;
use crate::game::{Key, Outcomes, PerfectInfo, Sequential};
use crate::progress::Watch;
use crate::search::{Candidate, Decision};
use crate::tree::TreeStats;
use crate::{Budget, Game, Player, Rng, Stop, Turn};

/// A tree search that schedules width and depth together: it grows where that pays, and uses an
/// evaluator at its leaves.
///
/// Star2 deepens by one move at a time with all chance outcomes, and discards an iteration that it
/// cannot finish. Monte Carlo tree search discards nothing, but averages over moves that no player
/// would choose and over random outcomes. Here every simulation adds one state with its moves, so
/// width and depth grow together:
///
/// - **Leaves are evaluated at once**, also before a chance event, like the horizon of Star2. At a
///   player's node, the value is the best static value of all moves, which all enter the tree.
///   Evaluating a roll without its best reply sees only its downside.
/// - **Backed-up values are maxima and averages by probability** over visited children. They become
///   those of expectimax once all outcomes are visited. Selection uses the mean of the backed-up
///   value and the average of simulations: implicit minimax backups (Lanctot, Winands, Pepels &
///   Sturtevant 2014) with chance.
/// - **The static value of a chance node** counts as one more outcome until all outcomes are
///   visited.
/// - **Outcomes follow a low-discrepancy sequence**, so the frequency of each outcome is close to
///   its probability.
/// - **Exploration at the root serves the final choice**, not the results of simulations. The
///   square root of all visits replaces their logarithm (Tolpin & Shimony 2012), so that a move
///   that needs a wide search before it shows its value gets one.
/// - **Subtrees searched to the end of the game are solved** and not visited again; when the root
///   is solved, the search ends.
/// - **The move with the highest lower bound is played**: its value minus the exploration term of
///   UCB1. So neither a barely visited move is played, nor one whose many visits precede its
///   refutation.
/// - **Leaves are evaluated by playouts** where the evaluator is poor: if it is constant, or does
///   not correlate with playouts from states close to the root. The test takes a small part of the
///   budget. Selection then uses means alone.
///
/// An iteration is a visited node, as in the [star-minimax](super::StarMinimax) family; moves of
/// playouts count as well.
///
/// ```
/// use sortilege::search::{ScheduledStar, Search};
/// use sortilege::testing::random_tree::{RandomTree, Score, TreeShape};
/// use sortilege::{Budget, Player, Rng};
/// let game = RandomTree::new(1, TreeShape::REGULAR);
/// let mut search = ScheduledStar::new(Budget::iterations(10_000), Score);
/// let decision = search.decide(&game, Player(0), &mut Rng::new(1));
/// assert!(decision.iterations <= 10_000 && decision.tree.mean_depth > 1.0);
/// ```
pub struct ScheduledStar<G: Game, E> {
    /// Exploration constant: UCB1 = estimate + c sqrt(ln n / n_j), values in [-1, 1]; at the root
    /// sqrt(n) replaces ln n.
    pub c: f64,
    /// Weight of backed-up values relative to means during selection, from 0 to 1: the α of
    /// implicit minimax.
    pub alpha: f64,
    /// Whether leaves may be evaluated by playouts, if a test prefers them to the evaluator.
    pub playouts: bool,
    /// Limits on visited nodes (as iterations), time and memory.
    pub budget: Budget,
    /// Handle by which a caller ends the search.
    pub stop: Stop,
    /// Progress listener.
    pub watch: Watch,
    ahead: Lookahead<G, E>,
    tree: OutcomeTree,
    outcomes: Vec<(G::Action, f64)>,
    moves: Vec<G::Action>,
    /// Successors of a leaf and their static values.
    ahead_of_leaf: Vec<(OutcomeNodeKind, f64)>,
}

/// Settings of the simulations of one decision.
#[derive(Clone, Copy)]
struct SimulationMode {
    descent: SelectionRule,
    plays_out: bool,
    /// Seed of the sequences of chance outcomes.
    seed: u64,
}

/// Statistics of the simulations.
#[derive(Clone, Copy, Default)]
struct Depths {
    simulations: u64,
    /// Number of player moves, in total and in the longest simulation.
    moves: u64,
    most: u64,
}

/// Fraction of the budget for the comparison of playouts with the evaluator.
const SHARE: f64 = 0.05;
/// Maximum number of nodes of this comparison.
const MOST_COMPARED: f64 = 20_000.0;
/// Exploration constant for results of playouts, which are wins and losses.
const C_OF_PLAYOUTS: f64 = 1.0;

impl<G: Outcomes + Sequential, E> ScheduledStar<G, E> {
    /// A search with c = 0.6 and α = 0.5; `evaluator` evaluates states.
    pub fn new(budget: Budget, evaluator: E) -> Self {
        ScheduledStar {
            c: 0.6,
            alpha: 0.5,
            playouts: true,
            budget,
            stop: Stop::default(),
            watch: Watch::default(),
            ahead: Lookahead::new(evaluator),
            tree: OutcomeTree::new(),
            outcomes: vec![],
            moves: vec![],
            ahead_of_leaf: vec![],
        }
    }
}

impl<G: Outcomes + Key, E: Evaluator<G>> ScheduledStar<G, E> {
    /// Whether leaves are evaluated by playouts.
    fn plays_out(&mut self, root: &G, rng: &mut Rng) -> bool {
        let nodes = self
            .budget
            .iterations
            .map_or(MOST_COMPARED, |most| (SHARE * most as f64).min(MOST_COMPARED));
        self.ahead.is_better_played_out(root, nodes as u64, rng).unwrap_or(false)
    }

    /// Makes one simulation: a descent to a new state, its evaluation, and the backup. `None` if
    /// the budget ended before that.
    fn simulate(
        &mut self,
        root: &G,
        mode: SimulationMode,
        depths: &mut Depths,
        rng: &mut Rng,
    ) -> Option<()> {
        let (mut state, mut at, mut moves) = (root.clone(), ROOT, 0);
        self.tree.begin();
        let ends_there = loop {
            self.ahead.visit()?;
            let kind = self.tree.kind(at);
            let ends = match kind {
                OutcomeNodeKind::Over => true,
                OutcomeNodeKind::Choice(_) if !mode.plays_out => self.tree.is_leaf(at),
                _ => self.tree.is_new(at),
            };
            if ends {
                break true;
            }
            let next = match kind {
                OutcomeNodeKind::Choice(side) => self.chosen(at, side, &state, mode, rng),
                _ => self.drawn(at, &state, mode),
            };
            let Some((place, (action, odds))) = next else { break false };
            moves += u64::from(kind != OutcomeNodeKind::Chance);
            state.apply(action);
            match self.tree.follow(at, place, odds, self.kind(&state)) {
                Some(child) => at = child,
                None => break false,
            }
        };
        let worth = match state.turn() {
            _ if mode.plays_out => self.ahead.playout(&state, rng)?,
            Turn::Player(who) if ends_there => self.expand(at, self.ahead.side(who), &state)?,
            _ => self.ahead.static_value(&state),
        };
        self.tree.back_up(worth, ends_there);
        depths.simulations += 1;
        depths.moves += moves;
        depths.most = depths.most.max(moves);
        Some(())
    }

    /// Adds all moves of a leaf with `side` to move, if there is room, and returns the best static
    /// value. `None` if the budget ends before all are evaluated.
    fn expand(&mut self, leaf: u32, side: Side, state: &G) -> Option<f64> {
        state.actions(&mut self.moves);
        self.ahead_of_leaf.clear();
        for at in 0..self.moves.len() {
            self.ahead.visit()?;
            let after = state.after(self.moves[at]);
            let worth = self.ahead.static_value(&after);
            self.ahead_of_leaf.push((self.kind(&after), worth));
        }
        self.tree.expand(leaf, &self.ahead_of_leaf);
        Some(
            self.ahead_of_leaf
                .iter()
                .fold(side.worst(), |best, &(_, worth)| side.better(best, worth)),
        )
    }

    fn kind(&self, state: &G) -> OutcomeNodeKind {
        match state.turn() {
            Turn::Over => OutcomeNodeKind::Over,
            Turn::Chance => OutcomeNodeKind::Chance,
            Turn::Player(who) => OutcomeNodeKind::Choice(self.ahead.side(who)),
            Turn::Together => unreachable!("the game is sequential"),
        }
    }

    /// The move that UCB1 selects, or a random untried one, with its place. `None` if there is no
    /// room for it.
    fn chosen(
        &mut self,
        at: u32,
        side: Side,
        state: &G,
        mode: SimulationMode,
        rng: &mut Rng,
    ) -> Option<(usize, (G::Action, f64))> {
        state.actions(&mut self.moves);
        if !self.tree.open(at, self.moves.len()) {
            return None;
        }
        // Evaluated leaves get all their moves at once. In a full tree, only the existing children
        // can be visited.
        let all_are_there = !mode.plays_out || self.tree.is_full();
        let untried = if all_are_there { 0 } else { self.tree.untried(at).count() };
        let place = match untried {
            0 => self.tree.select(at, side, mode.descent),
            _ => self.tree.untried(at).nth(rng.below(untried)).expect("as many as were counted"),
        };
        Some((place, (self.moves[place], 1.0)))
    }

    /// The next outcome of the sequence, with its place. `None` if there is no room for it.
    fn drawn(
        &mut self,
        at: u32,
        state: &G,
        mode: SimulationMode,
    ) -> Option<(usize, (G::Action, f64))> {
        state.outcomes(&mut self.outcomes);
        if !self.tree.open(at, self.outcomes.len()) {
            return None;
        }
        let place = self.tree.due(at, mode.seed, &self.outcomes);
        Some((place, self.outcomes[place]))
    }
}

impl<G, E> Search<G> for ScheduledStar<G, E>
where
    G: PerfectInfo + Sequential + Outcomes + Key,
    E: Evaluator<G>,
{
    /// The value of a candidate is the estimate used by selection, a mix of the backed-up value and
    /// the mean of simulations, or the exact value if it is solved. Visits are simulations and the
    /// first evaluation. Moves can be untried if leaves are evaluated by playouts; their value is
    /// the static value of the successor.
    fn decide(&mut self, view: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        assert_eq!(view.turn(), Turn::Player(who), "a search decides for the acting player");
        let mut rng = Rng::new(rng.bits());
        self.ahead.start(rules(who), &self.budget, &self.stop, self.watch.is_set());
        view.actions(&mut self.moves);
        let estimate = |&action: &G::Action| {
            let value = self.ahead.static_value(&view.after(action));
            Candidate { action, visits: 0, value, proven: None }
        };
        let mut candidates: Vec<Candidate<G::Action>> = self.moves.iter().map(estimate).collect();
        let plays_out = self.playouts && self.plays_out(view, &mut rng);
        let descent = match plays_out {
            true => SelectionRule { c: C_OF_PLAYOUTS, alpha: 0.0 },
            false => SelectionRule { c: self.c, alpha: self.alpha },
        };
        let mode = SimulationMode { descent, plays_out, seed: rng.bits() };
        self.tree.start(Side::Max, self.budget.memory);
        let mut depths = Depths::default();
        // If only memory is limited, the search ends when the tree is full.
        let ends_full = self.budget.iterations.is_none() && self.budget.time.is_none();
        loop {
            let is_over = self.tree.is_known() || ends_full && self.tree.is_full();
            if is_over || self.simulate(view, mode, &mut depths, &mut rng).is_none() {
                break;
            }
            self.ahead.report(&self.watch, || {
                self.tree.write_tallies(&mut candidates, descent.alpha);
                candidates.iter().map(Candidate::tally).collect()
            });
        }
        self.tree.write_tallies(&mut candidates, descent.alpha);
        let glanced = (1..candidates.len()).fold(0, |best, at| {
            if candidates[at].value > candidates[best].value { at } else { best }
        });
        let chosen = self.tree.choice(descent).unwrap_or(glanced);
        Decision {
            action: candidates[chosen].action,
            candidates,
            iterations: self.ahead.nodes(),
            time: self.ahead.elapsed(),
            tree: TreeStats {
                nodes: self.tree.len(),
                depth: depths.most as f64,
                mean_depth: depths.moves as f64 / depths.simulations.max(1) as f64,
                bytes: self.tree.bytes(),
            },
        }
    }

    fn reports_progress(&self) -> bool {
        self.watch.is_set()
    }
}

/// Rules for static values only: the other settings belong to searches of uniform depth.
fn rules(me: Player) -> Rules {
    let (pruning, sampling, ordering) = (Pruning::None, Sampling::All, Ordering::Listed);
    Rules { me, pruning, sampling, dice: Dice::Own, exact: 0, ordering, unpruned: 0, seed: 0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::Even;
    use crate::exact::Expectimax;
    use crate::search::StarMinimax;
    use crate::testing::random_tree::{RandomTree, Score, TreeShape, Turns};
    use std::time::Duration;

    const ME: Player = Player(0);
    const DEEP: TreeShape =
        TreeShape { steps: 12, moves: 3, outcomes: 12, turns: Turns::Alternating };

    fn decide<E: Evaluator<RandomTree>>(
        search: &mut ScheduledStar<RandomTree, E>,
        game: &RandomTree,
    ) -> Decision<u8> {
        let decision = search.decide(game, ME, &mut Rng::new(1));
        Decision { time: Duration::ZERO, ..decision }
    }

    fn value_of(decision: &Decision<u8>) -> f64 {
        decision
            .candidates
            .iter()
            .find(|one| one.action == decision.action)
            .expect("a candidate")
            .value
    }

    /// The values of trees searched to their ends are exact, with evaluated leaves and with
    /// playouts.
    #[test]
    fn small_trees_are_solved() {
        for seed in 0..50 {
            let game = RandomTree::new(seed, TreeShape { steps: 6, ..TreeShape::DRAWN });
            let truth = Expectimax::new().value(&game)[0];
            let mut search = ScheduledStar::new(Budget::iterations(300_000), Score);
            let decision = decide(&mut search, &game);
            assert!((value_of(&decision) - truth).abs() < 1e-9, "{decision:?} for {truth}");
            assert!(decision.iterations < 300_000, "nothing is left to find out");
            let mut blind = ScheduledStar::new(Budget::iterations(300_000), Even);
            let decision = decide(&mut blind, &game);
            assert!((value_of(&decision) - truth).abs() < 1e-9, "{decision:?} for {truth}");
        }
    }

    /// Average loss of choices over a hundred games, compared with exact values.
    fn lost(shape: TreeShape, mut search: impl Search<RandomTree>) -> f64 {
        let one = |seed| {
            let game = RandomTree::new(seed, shape);
            let decision = search.decide(&game, ME, &mut Rng::new(1));
            let worth = |action| Expectimax::new().value(&game.after(action))[0];
            let best = decision.candidates.iter().map(|one| worth(one.action)).fold(-1.0, f64::max);
            best - worth(decision.action)
        };
        (0..100).map(one).sum::<f64>() / 100.0
    }

    #[test]
    fn it_loses_no_more_than_star2() {
        for (steps, outcomes, nodes) in
            [(5, 6, 1_000), (5, 6, 3_000), (4, 12, 1_000), (3, 60, 1_000)]
        {
            let shape = TreeShape { steps, moves: 3, outcomes, turns: Turns::Alternating };
            let budget = Budget::iterations(nodes);
            let scheduled = lost(shape, ScheduledStar::new(budget, Score));
            let classic = lost(shape, StarMinimax::star2(budget, Score));
            assert!(
                scheduled < classic + 0.005,
                "{outcomes} outcomes, {nodes} nodes: {scheduled} and {classic}"
            );
        }
    }

    /// A constant evaluator is replaced by playouts, and one that knows the result is not.
    #[test]
    fn leaves_are_played_out_where_nothing_is_known_of_them() {
        fn plays_out(evaluator: impl Evaluator<RandomTree>) -> bool {
            let shape = TreeShape { steps: 20, moves: 2, outcomes: 2, turns: Turns::Alternating };
            let mut search = ScheduledStar::new(Budget::iterations(50_000), evaluator);
            search.ahead.start(rules(ME), &search.budget, &Stop::default(), false);
            search.plays_out(&RandomTree::new(3, shape), &mut Rng::new(1))
        }
        assert!(plays_out(Even) && !plays_out(Score));
    }

    #[test]
    fn budgets_are_kept_and_spent() {
        let game = RandomTree::new(1, DEEP);
        for limit in [100, 3_000, 30_000] {
            let decision = decide(&mut ScheduledStar::new(Budget::iterations(limit), Score), &game);
            assert!(
                decision.iterations <= limit && decision.iterations + 50 > limit,
                "{limit}: {decision:?}"
            );
        }
    }

    /// With fewer nodes than moves the evaluator decides.
    #[test]
    fn a_budget_for_less_than_a_look_at_all_moves_leaves_the_choice_to_the_evaluation() {
        let game = RandomTree::new(1, DEEP);
        let decision = decide(&mut ScheduledStar::new(Budget::iterations(2), Score), &game);
        assert!(decision.candidates.iter().all(|one| one.visits == 0));
        let mut ahead = Lookahead::new(Score);
        ahead.start(rules(ME), &Budget::default(), &Stop::default(), false);
        let best =
            decision.candidates.iter().map(|one| ahead.static_value(&game.after(one.action)));
        assert_eq!(value_of(&decision), best.fold(-1.0, f64::max));
    }

    #[test]
    fn a_decision_depends_on_its_seed_and_not_on_those_before() {
        let game = RandomTree::new(8, TreeShape { outcomes: 9, ..TreeShape::REGULAR });
        let mut search = ScheduledStar::new(Budget::iterations(3000), Score);
        let first = decide(&mut search, &game);
        search.decide(&game, ME, &mut Rng::new(2));
        assert_eq!(decide(&mut search, &game), first);
    }

    #[test]
    fn stop_and_memory_are_obeyed() {
        let game = RandomTree::new(8, TreeShape::REGULAR);
        let mut search =
            ScheduledStar::new(Budget { memory: Some(4096), ..Budget::iterations(2000) }, Score);
        let decision = decide(&mut search, &game);
        assert!(decision.tree.bytes <= 4096 && decision.iterations > 1900, "{decision:?}");
        search.budget.iterations = None;
        assert!(decide(&mut search, &game).tree.bytes <= 4096, "memory alone ends it");
        search.stop.now();
        assert_eq!(decide(&mut search, &game).iterations, 1);
    }
}
