//! Star-minimax search: expectimax (Michie 1966), Star1 and Star2 (Ballard 1983), and their
//! variants with sampled chance. SM calls the latter Monte Carlo \*-minimax search: expSS, star1SS
//! and star2SS (SM §3).
//!
//! | | all outcomes | a sample |
//! |---|---|---|
//! | no pruning | expectimax | expSS |
//! | [`Pruning::Star1`], SM Algorithm 1 | Star1 | star1SS |
//! | [`Pruning::Star2`], SM Algorithm 2 | Star2 | star2SS |
//!
//! All searches of a column compute the same value: pruning saves work without a change of values,
//! also with samples. This is so because the sample at a state depends only on the seed of the
//! decision, the state and the remaining depth ([`Sampling`]).
//!
//! **Our own extensions**, none of which is in the paper, are off by default: [common dice](Dice)
//! for siblings, [systematic sampling](Sampling::Systematic), [exact first
//! throws](StarMinimax::exact), and [widening](StarMinimax::widening) after the sampled tree has
//! been searched to its end.
//!
//! **Players.** Values are those of the root player, who maximises; all other players minimise. The
//! order of turns is free: several moves in a row and several chance events in a row are allowed.
//! For two players with opposed interests this is minimax. With more players it is paranoid search.
//!
//! **Depth** counts moves of players, like d in SM §2.1. Chance costs nothing, and at depth 0 it is
//! still resolved before the evaluation (equation 1). The search deepens by one move at a time
//! until the budget is spent; an unfinished iteration is discarded, as in SM §4.2. It also ends
//! when no line reached the horizon. A game in which chance events can follow each other without
//! limit must put a move in between, as Can't Stop does with its compulsory throws. The
//! [budget](Budget) counts visited nodes as iterations, leaves and chance nodes included. Its
//! memory limits the table of best moves.
//!
//! **Departures** from the pseudocode of SM:
//!
//! - A cut-off is tested before `childAlpha` and `childBeta` are clipped to [v_min, v_max]. If it
//!   is tested after that, as printed, a child with value v_max stops the search even where the
//!   bound is not reached.
//! - A probe that fails on the far side of its window gives no bound and is ignored. (As printed it
//!   is kept, which does no harm.)
//! - The moves that a probe has searched are not searched again. The search after it continues with
//!   the other moves, and the state counts as one visited node. So Star2, like Star1, visits a
//!   subset of the nodes of expectimax.
//! - Children are searched within their known bounds, which after a probe are narrower than [v_min,
//!   v_max].
//! - Where chance events follow each other, each event is sampled separately.
//! - The table of best moves is cleared for every decision, so that a decision depends on its seed
//!   alone.

mod alpha_beta;
mod arrange;
mod bounds;
mod deepening;
mod expectimax;
mod lookahead;
mod outcome_tree;
mod played_out;
mod sampling;
mod scheduled;
mod star1;
mod star2;
mod table;
#[cfg(test)]
mod tests;

pub use deepening::Iteration;
pub use lookahead::{Ordering, Pruning};
pub use sampling::{Dice, Sampling};
pub use scheduled::ScheduledStar;

use super::{Decision, Search};
use crate::evaluator::Evaluator;
use crate::game::{Key, Outcomes, PerfectInfo, Sequential};
use crate::progress::Watch;
use crate::{Budget, Game, Player, Rng, Stop};
use deepening::Deepening;
use lookahead::{Lookahead, Rules};

/// Expectimax, Star1 and Star2, with all chance outcomes or a sample of them, and an
/// [evaluator](crate::evaluator) at the horizon.
///
/// ```
/// use sortilege::search::{Sampling, Search, StarMinimax};
/// use sortilege::testing::random_tree::{RandomTree, Score, TreeShape};
/// use sortilege::{Budget, Player, Rng};
/// let game = RandomTree::new(1, TreeShape::REGULAR);
/// let mut star1 = StarMinimax::star1(Budget::iterations(10_000), Score);
/// let mut star2_ss = StarMinimax::star2(star1.budget, Score).sampling(Sampling::WithReplacement(2));
/// let exact = star1.decide(&game, Player(0), &mut Rng::new(1));
/// let sampled = star2_ss.decide(&game, Player(0), &mut Rng::new(1));
/// assert!(exact.tree.depth >= 3.0 && sampled.tree.depth > exact.tree.depth);
/// ```
pub struct StarMinimax<G: Game, E> {
    /// Pruning rule.
    pub pruning: Pruning,
    /// Which chance outcomes are searched.
    pub sampling: Sampling,
    /// What the samples depend on.
    pub dice: Dice,
    /// Number of throws from the root on that are searched with all their outcomes; later throws
    /// are sampled.
    pub exact: u32,
    /// Whether it doubles the sample size repeatedly, each time that the tree of the present sample
    /// has been searched to its end.
    pub widening: bool,
    /// Order in which moves are searched.
    pub ordering: Ordering,
    /// Nodes with this many moves left, or fewer, are not pruned; SM §4.2 uses 2.
    pub unpruned: u32,
    /// Depth of the deepest iteration, in moves of players.
    pub depth: u32,
    /// Limits on visited nodes (as iterations), time and memory.
    pub budget: Budget,
    /// Handle by which a caller ends the search.
    pub stop: Stop,
    /// Progress listener; it receives the values of the finished iterations.
    pub watch: Watch,
    ahead: Lookahead<G, E>,
    finished: Vec<Iteration>,
}

/// Maximum depth: sufficient for any budget, and safe for the stack.
const DEEPEST: u32 = 64;

impl<G: Game, E> StarMinimax<G, E> {
    /// A search with all chance outcomes, moves in the game's order, and pruning at every depth;
    /// `evaluator` evaluates states at the horizon.
    pub fn new(pruning: Pruning, budget: Budget, evaluator: E) -> Self {
        StarMinimax {
            pruning,
            sampling: Sampling::All,
            dice: Dice::Own,
            exact: 0,
            widening: false,
            ordering: Ordering::Listed,
            unpruned: 0,
            depth: DEEPEST,
            budget,
            stop: Stop::default(),
            watch: Watch::default(),
            ahead: Lookahead::new(evaluator),
            finished: vec![],
        }
    }
    /// Expectimax; expSS with a [sample](StarMinimax::sampling).
    pub fn expectimax(budget: Budget, evaluator: E) -> Self {
        StarMinimax::new(Pruning::None, budget, evaluator)
    }
    /// Star1; star1SS with a sample.
    pub fn star1(budget: Budget, evaluator: E) -> Self {
        StarMinimax::new(Pruning::Star1, budget, evaluator)
    }
    /// Star2; star2SS with a sample.
    pub fn star2(budget: Budget, evaluator: E) -> Self {
        StarMinimax::new(Pruning::Star2, budget, evaluator)
    }
    /// The same search with other chance outcomes.
    pub fn sampling(self, sampling: Sampling) -> Self {
        StarMinimax { sampling, ..self }
    }
    /// The same search with a maximum depth of `depth` moves.
    pub fn depth(self, depth: u32) -> Self {
        StarMinimax { depth, ..self }
    }
    /// The finished iterations of the last decision, one for each depth from 1. With
    /// [widening](StarMinimax::widening) the last depth is repeated for every sample size.
    pub fn finished(&self) -> &[Iteration] {
        &self.finished
    }
}

impl<G, E> Search<G> for StarMinimax<G, E>
where
    G: PerfectInfo + Sequential + Outcomes + Key,
    E: Evaluator<G>,
{
    /// Candidates hold the values of the deepest finished iteration. The value of the chosen one is
    /// exact, as are all values without pruning. With pruning the other values are upper bounds
    /// that do not exceed the chosen one's value. Visits are the nodes below each move over all
    /// iterations. Among equally good moves, the best one of the previous depth stays. If not even
    /// depth 1 was finished, values are evaluations of the successor states.
    fn decide(&mut self, view: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let &mut StarMinimax { pruning, sampling, dice, exact, ordering, unpruned, .. } = self;
        let seed = rng.bits();
        let rules = Rules { me: who, pruning, sampling, dice, exact, ordering, unpruned, seed };
        self.ahead.start(rules, &self.budget, &self.stop, self.watch.is_set());
        self.finished.clear();
        let mut deepening = Deepening::new(view, who, &mut self.ahead);
        let mut depth = 1;
        while depth <= self.depth {
            let Some(done) = deepening.deepen(&mut self.ahead, view, depth) else { break };
            self.finished.push(done);
            self.ahead.report(&self.watch, || deepening.tallies());
            match self.ahead.reached_horizon() && depth < self.depth {
                true => depth += 1,
                false if self.widening && self.ahead.widen() => {}
                false => break,
            }
        }
        let depth = self.finished.last().map_or(0.0, |last| f64::from(last.depth));
        deepening.decision(&self.ahead, depth)
    }
}
