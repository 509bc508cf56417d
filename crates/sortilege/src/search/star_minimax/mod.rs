//! Star-minimax search: expectimax (Michie 1966), Star1 and Star2 (Ballard 1983), and the same with
//! sampled chance, which SM calls Monte Carlo \*-minimax search: expSS, star1SS and star2SS (SM
//! §3).
//!
//! | | every outcome | a sample |
//! |---|---|---|
//! | no pruning | expectimax | expSS |
//! | [`Pruning::Star1`], SM Algorithm 1 | Star1 | star1SS |
//! | [`Pruning::Star2`], SM Algorithm 2 | Star2 | star2SS |
//!
//! One column computes one number: pruning saves work and changes no value, also with samples,
//! because what is sampled at a state depends on nothing but the seed of the decision, the state
//! and the depth that is left ([`Sampling`]).
//!
//! **Our own**, each in a file of its name, none of it in the paper and all of it off unless asked
//! for: [common dice](Dice) for siblings, [systematic draws](Sampling::Systematic), [first throws
//! in full](StarMinimax::exact), and [widening](StarMinimax::widening) when the sampled tree has
//! been seen to its end.
//!
//! **Who moves.** Values are the root player's throughout. He maximises, everybody else minimises,
//! whoever a chance event or a move puts on turn next; also several moves in a row, and several
//! chance events. That is minimax for two players whose interests are opposed. With more players it
//! is the paranoid reading.
//!
//! **Depth** counts moves of players, as d in SM §2.1: chance costs nothing, and at depth 0 it is
//! still resolved before anything is evaluated (equation 1). The search deepens by one move at a
//! time until the budget runs out; an iteration that was cut off is thrown away, as in SM §4.2. It
//! stops by itself when no line reached the horizon. A game in which chance can follow on chance
//! for ever must put a move in between, as Can't Stop does with its compulsory throws. The
//! [budget](Budget) counts visited nodes as iterations, leaves and chance nodes included, and its
//! memory limits the table of best moves.
//!
//! **Departures.** The pseudocode of SM is followed but for these. A cut-off is tested before
//! `childAlpha` and `childBeta` are clipped to [v_min, v_max]: tested after it, as printed, a child
//! worth exactly v_max stops the search even where the bound is not reached. A probe that fails on
//! the far side of its window bounds nothing and is ignored (as printed it is kept, which does no
//! harm). What a probe has searched is not searched again: the search after it goes on with the
//! other moves, and the state counts as one visited node. So Star2, like Star1, visits a part of
//! what expectimax visits. Children are searched within what is known of them, which after a probe
//! is less than [v_min, v_max]. Where chance follows on chance each event is sampled by itself. The
//! table of best moves is started afresh for every decision, so that a decision depends on its seed
//! alone.

mod alpha_beta;
mod arrange;
mod bounds;
mod deepening;
mod dice;
mod expectimax;
mod lookahead;
mod ordering;
mod outcome_tree;
mod played_out;
mod pruning;
mod sampling;
mod scheduled;
mod side;
mod star1;
mod star2;
mod systematic;
mod table;
#[cfg(test)]
mod tests;

pub use deepening::Iteration;
pub use dice::Dice;
pub use ordering::Ordering;
pub use pruning::Pruning;
pub use sampling::Sampling;
pub use scheduled::ScheduledStar;

use super::{Decision, Search};
use crate::evaluator::Evaluator;
use crate::game::{Key, Outcomes, PerfectInfo, Sequential};
use crate::{Budget, Game, Player, Rng, Stop};
use deepening::Deepening;
use lookahead::{Lookahead, Rules};

/// Expectimax, Star1 and Star2, with all outcomes of chance or a sample of them, and an
/// [evaluator](crate::evaluator) at the horizon.
///
/// ```
/// use sortilege::search::{Sampling, Search, StarMinimax};
/// use sortilege::testing::random_tree::{RandomTree, Score, Shape};
/// use sortilege::{Budget, Player, Rng};
/// let game = RandomTree::new(1, Shape::REGULAR);
/// let mut star1 = StarMinimax::star1(Budget::iterations(10_000), Score);
/// let mut star2_ss = StarMinimax::star2(star1.budget, Score).sampling(Sampling::WithReplacement(2));
/// let exact = star1.decide(&game, Player(0), &mut Rng::new(1));
/// let sampled = star2_ss.decide(&game, Player(0), &mut Rng::new(1));
/// assert!(exact.tree.depth >= 3.0 && sampled.tree.depth > exact.tree.depth);
/// ```
pub struct StarMinimax<G: Game, E> {
    /// How work is saved.
    pub pruning: Pruning,
    /// Which outcomes of chance are searched.
    pub sampling: Sampling,
    /// Which dice samples are drawn by.
    pub dice: Dice,
    /// So many throws from the root on are searched with all their outcomes, and only later ones
    /// are sampled.
    pub exact: u32,
    /// Whether it draws twice as many outcomes, again and again, once it has seen all that follows
    /// on those it drew.
    pub widening: bool,
    /// Which moves are searched first.
    pub ordering: Ordering,
    /// Nodes with so many moves left, or fewer, are not pruned; SM §4.2 has 2.
    pub unpruned: u32,
    /// The deepest iteration, in moves of players.
    pub depth: u32,
    /// How long it may think; an iteration is a visited node.
    pub budget: Budget,
    /// Ends the search from outside.
    pub stop: Stop,
    ahead: Lookahead<G, E>,
    finished: Vec<Iteration>,
}

/// Deep enough for any budget, and not too deep for the stack.
const DEEPEST: u32 = 64;

impl<G: Game, E> StarMinimax<G, E> {
    /// A search with all outcomes of chance, moves in the game's order, and pruning at every depth;
    /// `evaluator` says what states at the horizon are worth.
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
    /// The same search with other outcomes of chance.
    pub fn sampling(self, sampling: Sampling) -> Self {
        StarMinimax { sampling, ..self }
    }
    /// The same search, not deeper than `depth` moves.
    pub fn depth(self, depth: u32) -> Self {
        StarMinimax { depth, ..self }
    }
    /// The iterations that the last decision finished, one for each depth from 1; with
    /// [widening](StarMinimax::widening) the last depth comes again, once for every width.
    pub fn finished(&self) -> &[Iteration] {
        &self.finished
    }
}

impl<G, E> Search<G> for StarMinimax<G, E>
where
    G: PerfectInfo + Sequential + Outcomes + Key,
    E: Evaluator<G>,
{
    /// Candidates hold the values of the deepest finished iteration. The chosen one's is exact, as
    /// are all without pruning; with pruning the others' are upper bounds, none above the chosen
    /// one's. Visits are the nodes below each move over all iterations. Of equally good moves the
    /// one stays that was best at the depth before. Where not even depth 1 was finished, values are
    /// those of the states that follow.
    fn decide(&mut self, view: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let &mut StarMinimax { pruning, sampling, dice, exact, ordering, unpruned, .. } = self;
        let seed = rng.bits();
        let rules = Rules { me: who, pruning, sampling, dice, exact, ordering, unpruned, seed };
        self.ahead.start(rules, &self.budget, &self.stop);
        self.finished.clear();
        let mut deepening = Deepening::new(view, who, &mut self.ahead);
        let mut depth = 1;
        while depth <= self.depth {
            let Some(done) = deepening.deepen(&mut self.ahead, view, depth) else { break };
            self.finished.push(done);
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
