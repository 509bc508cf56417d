//! A search of our own that is as good as Star2 and as Monte Carlo tree search, made of parts of
//! both.

use super::lookahead::{Lookahead, Rules};
use super::ordering::Ordering;
use super::outcome_tree::{Kind, OutcomeTree, ROOT, SelectionRule};
use super::pruning::Pruning;
use super::sampling::Sampling;
use super::side::Side;
use super::{Dice, Search};
use crate::evaluator::Evaluator;
use crate::game::{Key, Outcomes, PerfectInfo, Sequential};
use crate::search::{Candidate, Decision};
use crate::tree::TreeStats;
use crate::{Budget, Game, Player, Rng, Stop, Turn};

/// Width and depth on one schedule: a tree of moves and outcomes that grows where it pays, with an
/// evaluator at its leaves.
///
/// Star2 deepens by one move at a time with all outcomes of chance, and throws away what it has
/// begun and cannot finish. Monte Carlo tree search never has to, but averages over moves that
/// nobody would make, and over throws that happened to fall. Here every simulation adds one state
/// with what may be done there, so that width and depth grow together:
///
/// - **Leaves are evaluated at once**, also before the dice fall, as at the horizon of Star2. Where
///   somebody is on turn, they are worth what the best of the moves seems to be worth, all of which
///   enter the tree: who looks at throws and not at the answers to them sees what a throw may cost,
///   and not what it may bring.
/// - **What is backed up are maxima and averages by probability** over what was seen, as in
///   expectimax, which they become as all outcomes are seen. A descent goes by the mean of those
///   and of what simulations brought, half and half: these are implicit minimax backups (Lanctot,
///   Winands, Pepels & Sturtevant 2014) with chance.
/// - **What a throw seemed to be worth before the dice fell** counts as one more outcome, until all
///   were seen.
/// - **Dice fall at even distances**, so that every outcome comes up as often as its probability
///   says, and not by luck.
/// - **At the root moves are compared for the choice**, and not for what looking at them brings: by
///   the square root of all visits in place of their logarithm (Tolpin & Shimony 2012), so that a
///   move that needs a wide look before it shows its worth gets one.
/// - **What was seen to the ends of the game is known**, and not looked at again; when the root is,
///   the search ends.
/// - **The move is played that is worth most at least**: by its value less what UCB1 adds to it, so
///   that neither a move that was hardly looked at is played, nor one whose many visits are from
///   before its refutation.
/// - **Leaves are played out** where the evaluation is not worth much: where it says the same
///   everywhere, or does not follow what playouts say of states close to the root. A small part of
///   the budget is spent to find out. Means alone count then.
///
/// An iteration is a visited node, as in the [star-minimax](super::StarMinimax) family; moves of
/// playouts count as well.
///
/// ```
/// use sortilege::search::{ScheduledStar, Search};
/// use sortilege::testing::random_tree::{RandomTree, Score, Shape};
/// use sortilege::{Budget, Player, Rng};
/// let game = RandomTree::new(1, Shape::REGULAR);
/// let mut search = ScheduledStar::new(Budget::iterations(10_000), Score);
/// let decision = search.decide(&game, Player(0), &mut Rng::new(1));
/// assert!(decision.iterations <= 10_000 && decision.tree.mean_depth > 1.0);
/// ```
pub struct ScheduledStar<G: Game, E> {
    /// The constant of UCB1.
    pub c: f64,
    /// How much backed up values count beside means in a descent, from 0 to 1: the α of implicit
    /// minimax.
    pub alpha: f64,
    /// Whether leaves may be played out, if that turns out to be better than the evaluation.
    pub playouts: bool,
    /// How long it may think; an iteration is a visited node.
    pub budget: Budget,
    /// Ends the search from outside.
    pub stop: Stop,
    ahead: Lookahead<G, E>,
    tree: OutcomeTree,
    outcomes: Vec<(G::Action, f64)>,
    moves: Vec<G::Action>,
    /// What the moves of a leaf lead to, and what that seems to be worth.
    ahead_of_leaf: Vec<(Kind, f64)>,
}

/// How simulations go in one decision.
#[derive(Clone, Copy)]
struct SimulationMode {
    descent: SelectionRule,
    plays_out: bool,
    /// Decides where draws begin.
    seed: u64,
}

/// What simulations have come to.
#[derive(Clone, Copy, Default)]
struct Depths {
    simulations: u64,
    /// Moves of players, of all together and of the longest.
    moves: u64,
    most: u64,
}

/// The part of the budget that is spent on whether leaves are to be played out.
const SHARE: f64 = 0.05;
/// No more nodes than this are spent on it.
const MOST_COMPARED: f64 = 20_000.0;
/// The constant of UCB1 for results of playouts, which are wins and losses.
const C_OF_PLAYOUTS: f64 = 1.0;

impl<G: Outcomes + Sequential, E> ScheduledStar<G, E> {
    /// A search with c = 0.6 and α = 0.5; `evaluator` says what states are worth.
    pub fn new(budget: Budget, evaluator: E) -> Self {
        ScheduledStar {
            c: 0.6,
            alpha: 0.5,
            playouts: true,
            budget,
            stop: Stop::default(),
            ahead: Lookahead::new(evaluator),
            tree: OutcomeTree::new(),
            outcomes: vec![],
            moves: vec![],
            ahead_of_leaf: vec![],
        }
    }
}

impl<G: Outcomes + Key, E: Evaluator<G>> ScheduledStar<G, E> {
    /// Whether leaves are to be played out.
    fn plays_out(&mut self, root: &G, rng: &mut Rng) -> bool {
        let nodes = self
            .budget
            .iterations
            .map_or(MOST_COMPARED, |most| (SHARE * most as f64).min(MOST_COMPARED));
        self.ahead.is_better_played_out(root, nodes as u64, rng).unwrap_or(false)
    }

    /// One simulation: down to a state that was not met yet, and up again with what it is worth.
    /// Nothing if time was up before that.
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
                Kind::Over => true,
                Kind::Choice(_) if !mode.plays_out => self.tree.is_leaf(at),
                _ => self.tree.is_new(at),
            };
            if ends {
                break true;
            }
            let next = match kind {
                Kind::Choice(side) => self.chosen(at, side, &state, mode, rng),
                _ => self.drawn(at, &state, mode),
            };
            let Some((place, (action, odds))) = next else { break false };
            moves += u64::from(kind != Kind::Chance);
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

    /// Enters all moves of a leaf where `side` is on turn, if there is room for them, and says what
    /// the best seems to be worth. Nothing if time is up before all were looked at.
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

    fn kind(&self, state: &G) -> Kind {
        match state.turn() {
            Turn::Over => Kind::Over,
            Turn::Chance => Kind::Chance,
            Turn::Player(who) => Kind::Choice(self.ahead.side(who)),
            Turn::Together => unreachable!("the game is sequential"),
        }
    }

    /// The move that UCB1 has, or one by lot that was not tried yet; with its place. Nothing if
    /// there is no room for it.
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
        // Leaves that are evaluated get all their moves at once. Where there is no room for new
        // moves, those that are there are all that can be learnt of.
        let all_are_there = !mode.plays_out || self.tree.is_full();
        let untried = if all_are_there { 0 } else { self.tree.untried(at).count() };
        let place = match untried {
            0 => self.tree.select(at, side, mode.descent),
            _ => self.tree.untried(at).nth(rng.below(untried)).expect("as many as were counted"),
        };
        Some((place, (self.moves[place], 1.0)))
    }

    /// The outcome that is due, with its place. Nothing if there is no room for it.
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
    /// Candidates hold what a descent goes by, the mean of what is backed up and of what
    /// simulations brought, or what they are worth if that is known. Visits are simulations, and
    /// the first look. Moves that were not tried, which there are if leaves are played out, are
    /// worth what the states after them seem to be.
    fn decide(&mut self, view: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        assert_eq!(view.turn(), Turn::Player(who), "a search decides for the player on turn");
        let mut rng = Rng::new(rng.bits());
        self.ahead.start(rules(who), &self.budget, &self.stop);
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
        // Where nothing but memory is limited, the search ends with it.
        let ends_full = self.budget.iterations.is_none() && self.budget.time.is_none();
        loop {
            let is_over = self.tree.is_known() || ends_full && self.tree.is_full();
            if is_over || self.simulate(view, mode, &mut depths, &mut rng).is_none() {
                break;
            }
        }
        self.tree.tell(&mut candidates, descent.alpha);
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
}

/// Nothing but whose values are asked for: the rest is for searches that look as far ahead
/// everywhere.
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
    use crate::testing::random_tree::{RandomTree, Score, Shape, Turns};
    use std::time::Duration;

    const ME: Player = Player(0);
    const DEEP: Shape = Shape { steps: 12, moves: 3, outcomes: 12, turns: Turns::Alternating };

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

    /// Seen to their ends, trees are worth what they are worth, whether leaves before that were
    /// evaluated or played out.
    #[test]
    fn small_trees_are_solved() {
        for seed in 0..50 {
            let game = RandomTree::new(seed, Shape { steps: 6, ..Shape::DRAWN });
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

    /// What choices lose on average over a hundred games, beside exact values.
    fn lost(shape: Shape, mut search: impl Search<RandomTree>) -> f64 {
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
            let shape = Shape { steps, moves: 3, outcomes, turns: Turns::Alternating };
            let budget = Budget::iterations(nodes);
            let scheduled = lost(shape, ScheduledStar::new(budget, Score));
            let classic = lost(shape, StarMinimax::star2(budget, Score));
            assert!(
                scheduled < classic + 0.005,
                "{outcomes} outcomes, {nodes} nodes: {scheduled} and {classic}"
            );
        }
    }

    /// An evaluation that says nothing is replaced by playouts, and one that knows the result is
    /// not.
    #[test]
    fn leaves_are_played_out_where_nothing_is_known_of_them() {
        fn plays_out(evaluator: impl Evaluator<RandomTree>) -> bool {
            let shape = Shape { steps: 20, moves: 2, outcomes: 2, turns: Turns::Alternating };
            let mut search = ScheduledStar::new(Budget::iterations(50_000), evaluator);
            search.ahead.start(rules(ME), &search.budget, &Stop::default());
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

    /// With fewer nodes than there are moves the evaluation decides.
    #[test]
    fn a_budget_for_less_than_a_look_at_all_moves_leaves_the_choice_to_the_evaluation() {
        let game = RandomTree::new(1, DEEP);
        let decision = decide(&mut ScheduledStar::new(Budget::iterations(2), Score), &game);
        assert!(decision.candidates.iter().all(|one| one.visits == 0));
        let mut ahead = Lookahead::new(Score);
        ahead.start(rules(ME), &Budget::default(), &Stop::default());
        let best =
            decision.candidates.iter().map(|one| ahead.static_value(&game.after(one.action)));
        assert_eq!(value_of(&decision), best.fold(-1.0, f64::max));
    }

    #[test]
    fn a_decision_depends_on_its_seed_and_not_on_those_before() {
        let game = RandomTree::new(8, Shape { outcomes: 9, ..Shape::REGULAR });
        let mut search = ScheduledStar::new(Budget::iterations(3000), Score);
        let first = decide(&mut search, &game);
        search.decide(&game, ME, &mut Rng::new(2));
        assert_eq!(decide(&mut search, &game), first);
    }

    #[test]
    fn stop_and_memory_are_obeyed() {
        let game = RandomTree::new(8, Shape::REGULAR);
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
