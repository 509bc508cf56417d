//! Code that all variants share: the rules of the family for pruning and move order, the tree
//! traversal, the node counter, and pools of buffers, so that no node allocates.

use super::bounds::{OutcomeSet, Probed, Side, Window};
use super::sampling::{ChancePath, Dice, Sampling};
use super::table::BestMoveTable;
use crate::budget::Clock;
use crate::evaluator::Evaluator;
use crate::game::{Key, MAX_PLAYERS, Outcomes, Values};
use crate::progress::{Progress, Watch};
use crate::search::Tally;
use crate::{Budget, Game, Player, Rng, Stop, Turn};
use std::time::Duration;

/// Settings of a decision.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// The root player.
    pub(super) me: Player,
    pub(super) pruning: Pruning,
    pub(super) sampling: Sampling,
    pub(super) dice: Dice,
    /// Number of throws after the root whose outcomes are all searched.
    pub(super) exact: u32,
    pub(super) ordering: Ordering,
    /// Nodes with this many moves left, or fewer, are not pruned; without pruning, no node is.
    pub(super) unpruned: u32,
    /// Seed of the samples.
    pub(super) seed: u64,
}

/// A depth-limited search from one root. Values are those of the root player; `None` means that the
/// budget is spent.
pub(super) struct Lookahead<G: Game, E> {
    evaluator: E,
    /// Buffer for evaluations.
    values: Values,
    pub(super) rules: Rules,
    /// Depth of the current iteration.
    horizon: u32,
    /// Chance outcomes on the path to the current node; updated only if samples depend on them.
    chance_path: ChancePath,
    /// Number of chance nodes in this iteration at which outcomes were left out.
    sampled: u64,
    nodes: u64,
    leaves: u64,
    /// Number of evaluated leaves in this iteration: a deeper one might extend these lines.
    evaluated: u64,
    look_at: u64,
    clock: Clock,
    pub(super) table: BestMoveTable<G::Action>,
    idle_moves: Vec<Vec<G::Action>>,
    idle_sets: Vec<OutcomeSet<G::Action>>,
    listed: Vec<(G::Action, f64)>,
    pub(super) scored: Vec<(f64, G::Action)>,
    pub(super) scratch: Vec<G::Action>,
}

impl<G: Game, E> Lookahead<G, E> {
    pub(super) fn new(evaluator: E) -> Self {
        let (pruning, sampling, ordering) = (Pruning::None, Sampling::All, Ordering::Listed);
        Lookahead {
            evaluator,
            values: [0.0; MAX_PLAYERS],
            rules: Rules {
                me: Player(0),
                pruning,
                sampling,
                dice: Dice::Own,
                exact: 0,
                ordering,
                unpruned: 0,
                seed: 0,
            },
            horizon: 0,
            chance_path: ChancePath::default(),
            sampled: 0,
            nodes: 0,
            leaves: 0,
            evaluated: 0,
            look_at: 0,
            clock: Budget::default().start(&Stop::default()),
            table: BestMoveTable::new(),
            idle_moves: vec![],
            idle_sets: vec![],
            listed: vec![],
            scored: vec![],
            scratch: vec![],
        }
    }

    /// Starts a decision and its clock.
    /// Starts a decision; `watched` states whether there is a progress listener.
    pub(super) fn start(&mut self, rules: Rules, budget: &Budget, stop: &Stop, watched: bool) {
        self.clock = budget.start(stop).watched(watched);
        self.rules = rules;
        (self.nodes, self.leaves, self.look_at) = (0, 0, 0);
        match rules.pruning {
            Pruning::None => self.rules.unpruned = u32::MAX,
            _ => self.table.start(budget.memory),
        }
    }

    /// Reports candidates to the listener, if a report is due.
    #[inline]
    pub(super) fn report(&mut self, watch: &Watch, candidates: impl FnOnce() -> Vec<Tally>) {
        if self.clock.is_due() {
            let (iterations, time) = (self.nodes, self.clock.elapsed());
            watch.report(&Progress { iterations, time, candidates: candidates() });
        }
    }

    /// Starts an iteration.
    pub(super) fn aim(&mut self, depth: u32) {
        self.horizon = depth;
        self.chance_path = ChancePath::default();
        self.sampled = 0;
        self.evaluated = 0;
    }

    /// Whether any line of the last iteration ended at the horizon.
    pub(super) fn reached_horizon(&self) -> bool {
        self.evaluated > 0
    }
    /// Whether the last iteration left out chance outcomes.
    pub(super) fn left_out(&self) -> bool {
        self.sampled > 0
    }
    /// Doubles the sample size, if the last iteration left out outcomes; returns whether it did.
    pub(super) fn widen(&mut self) -> bool {
        let wider = self.rules.sampling.wider().filter(|_| self.left_out());
        self.rules.sampling = wider.unwrap_or(self.rules.sampling);
        wider.is_some()
    }
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }
    /// Number of visited leaves: ends of the game and states at the horizon.
    pub(super) fn leaves(&self) -> u64 {
        self.leaves
    }
    pub(super) fn bytes(&self) -> usize {
        self.table.bytes()
    }
    pub(super) fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }
    /// Runs `work` with the chance path extended by outcome number `at`.
    #[inline]
    pub(super) fn with_outcome<T>(&mut self, at: usize, work: impl FnOnce(&mut Self) -> T) -> T {
        let Rules { sampling, dice, exact, .. } = self.rules;
        if sampling == Sampling::All || dice == Dice::Own && exact == 0 {
            return work(self);
        }
        let before = self.chance_path;
        self.chance_path = before.then(at);
        let result = work(self);
        self.chance_path = before;
        result
    }

    #[inline]
    pub(super) fn side(&self, who: Player) -> Side {
        if who == self.rules.me { Side::Max } else { Side::Min }
    }

    /// Counts a node, if the budget allows it.
    #[inline]
    pub(super) fn visit(&mut self) -> Option<()> {
        if self.nodes == self.look_at {
            self.look_at = self.clock.next_look(self.nodes)?;
        }
        self.nodes += 1;
        Some(())
    }
}

impl<G: Outcomes + Key, E: Evaluator<G>> Lookahead<G, E> {
    /// The value of `state` with `depth` moves to go, if it lies within the window. If not, a bound
    /// on the same side of the window as the value.
    pub(super) fn value(&mut self, state: &G, depth: u32, window: Window) -> Option<f64> {
        self.visit()?;
        match state.turn() {
            Turn::Over => {
                self.leaves += 1;
                Some(state.payoff(self.rules.me))
            }
            Turn::Player(_) if depth == 0 => {
                self.leaves += 1;
                self.evaluated += 1;
                Some(self.opinion(state))
            }
            Turn::Player(who) => self.choice(state, self.side(who), depth, window, None),
            // The paper assigns a chance node to the move before it.
            Turn::Chance if depth < self.rules.unpruned => self.average(state, depth),
            Turn::Chance if self.rules.pruning == Pruning::Star2 => {
                self.star2(state, depth, window)
            }
            Turn::Chance => self.star1(state, depth, window),
            Turn::Together => unreachable!("the game is sequential"),
        }
    }

    /// The value of a state with `side` to move, a move of which may have been probed.
    #[inline]
    pub(super) fn choice(
        &mut self,
        state: &G,
        side: Side,
        depth: u32,
        window: Window,
        probed: Option<Probed<G::Action>>,
    ) -> Option<f64> {
        match depth <= self.rules.unpruned {
            true => self.best(state, side, depth, probed),
            false => self.alpha_beta(state, side, depth, window, probed),
        }
    }

    /// Evaluation of `state`, in which the game is not over, for the root player.
    #[inline]
    pub(super) fn opinion(&mut self, state: &G) -> f64 {
        self.evaluator.evaluate(state, &mut self.values[..state.players()]);
        self.values[self.rules.me.0]
    }

    /// Calls `work` with a pooled list of the moves in `state`.
    #[inline]
    pub(super) fn with_moves<T>(
        &mut self,
        state: &G,
        work: impl FnOnce(&mut Self, &mut Vec<G::Action>) -> T,
    ) -> T {
        let mut moves = self.idle_moves.pop().unwrap_or_default();
        state.actions(&mut moves);
        let result = work(self, &mut moves);
        self.idle_moves.push(moves);
        result
    }

    /// Calls `work` with a pooled set of the chance outcomes in `state`, all or a sample, if there
    /// is time to draw them.
    #[inline]
    pub(super) fn with_outcomes<T>(
        &mut self,
        state: &G,
        depth: u32,
        work: impl FnOnce(&mut Self, &mut OutcomeSet<G::Action>) -> Option<T>,
    ) -> Option<T> {
        let mut set = self.idle_sets.pop().unwrap_or_default();
        let ply = self.horizon - depth - 1;
        let Rules { sampling, dice, exact, seed, .. } = self.rules;
        let sampling = if self.chance_path.throws < exact { Sampling::All } else { sampling };
        let chance_path = self.chance_path.key;
        let rng = || match dice {
            Dice::Own => Rng::derive(&[seed, state.key(), u64::from(depth)]),
            Dice::Common => Rng::derive(&[seed, chance_path, u64::from(depth)]),
        };
        let (clock, listed) = (&self.clock, &mut self.listed);
        let drawn = sampling.draw(state, rng, ply, || clock.is_over(), listed, &mut set);
        let result = drawn.and_then(|all| {
            self.sampled += u64::from(!all);
            work(self, &mut set)
        });
        self.idle_sets.push(set);
        result
    }
}

/// The order of moves at a player's node. The best move of an earlier visit always comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ordering {
    /// The game's order.
    #[default]
    Listed,
    /// By the static values of the successors, except one move before the horizon, where that would
    /// be the search itself.
    Evaluated,
}

/// Pruning rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pruning {
    /// No pruning: expectimax.
    None,
    /// Bounds on the remaining outcomes of a chance node, and alpha-beta between players (SM
    /// Algorithm 1).
    #[default]
    Star1,
    /// Star1 after a probe of one move at every successor of a chance node (SM Algorithm 2).
    Star2,
}
