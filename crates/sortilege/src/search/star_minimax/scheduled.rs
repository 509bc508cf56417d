//! Star2 on a schedule: our own search, made of the parts of the family of SM and of Monte Carlo search.

use super::DEEPEST;
use super::deepening::Deepening;
use super::dice::Dice;
use super::lookahead::{Lookahead, Rules};
use super::ordering::Ordering;
use super::pruning::Pruning;
use super::sampling::Sampling;
use crate::evaluator::Evaluator;
use crate::game::{Key, Outcomes, PerfectInfo, Sequential};
use crate::search::{Decision, Search};
use crate::{Budget, Game, Player, Rng, Stop};

/// Star2 that goes on with samples where it cannot go on with all outcomes.
///
/// Star2 deepens by one move at a time, and throws away what it has begun and cannot finish, which is most of its budget
/// where throws have many outcomes. A sampled search spends it, but on noise, where nothing was to be gained by it. Here
/// width and depth are scheduled together, pass by pass:
///
/// - While the next depth fits into what is left, it is searched with all outcomes: that is Star2.
/// - Then a deeper look is taken on a sample, one outcome of every throw but the first. From there a pass is either
///   wider or deeper than the one before: wider if two samples differ more than two depths do.
/// - **One sample chooses, another one values.** The best of several moves by one and the same sample is partly the
///   luckiest. So the move that a sampled pass likes best is valued on other samples, and has to keep half of its advantage
///   over the one that was best before, or else that one stays. It stays also while two samples differ more than two depths.
/// - **Leaves are played out** where the evaluation is not worth much: where it says the same everywhere, or does not
///   follow what playouts say of states close to the root. A small part of the budget is spent to find out.
/// - **What needed no sample is kept** from pass to pass, as bounds on the values of states.
///
/// Siblings are compared on [common dice](super::Dice::Common), which are [drawn](super::Sampling::Systematic) at even
/// distances. Moves of playouts count as visited nodes.
pub struct ScheduledStar<G: Game, E> {
    /// Which moves are searched first.
    pub ordering: Ordering,
    /// Whether leaves may be played out, if that turns out to be better than the evaluation.
    pub playouts: bool,
    /// The deepest pass, in moves of players.
    pub depth: u32,
    /// How long it may think; an iteration is a visited node.
    pub budget: Budget,
    /// Ends the search from outside.
    pub stop: Stop,
    ahead: Lookahead<G, E>,
    passes: Vec<Pass>,
}

/// A finished pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pass {
    /// How many moves of players it looked ahead.
    pub depth: u32,
    /// How many outcomes of a throw it looked at; nothing if all.
    pub width: Option<u32>,
    /// How many playouts a leaf had; none if it was evaluated.
    pub playouts: u32,
    /// What the best move is worth, on samples that had no part in choosing it.
    pub value: f64,
    /// How far that is from its value on those that had.
    pub noise: f64,
    /// Nodes visited.
    pub nodes: u64,
    /// Whether samples or playouts had a part in it.
    guessed: bool,
    /// Whether any line ended for want of depth.
    cut: bool,
}

/// What a pass is to look at.
#[derive(Clone, Copy)]
struct Plan {
    depth: u32,
    sampling: Sampling,
    playouts: u32,
}

/// The part of the budget that is spent on whether leaves are to be played out.
const SHARE: f64 = 0.05;
/// No more nodes than this are spent on it.
const MOST_COMPARED: f64 = 20_000.0;
/// How much cheaper a move of depth may turn out than the one before.
const HOPE: f64 = 2.0;

impl<G: Game, E> ScheduledStar<G, E> {
    /// A search with moves in the order of their evaluation; `evaluator` says what states at the horizon are worth.
    pub fn new(budget: Budget, evaluator: E) -> Self {
        ScheduledStar {
            ordering: Ordering::Evaluated,
            playouts: true,
            depth: DEEPEST,
            budget,
            stop: Stop::default(),
            ahead: Lookahead::new(evaluator),
            passes: vec![],
        }
    }

    /// The passes that the last decision finished.
    pub fn passes(&self) -> &[Pass] {
        &self.passes
    }

    /// Nodes that there is still time for, as far as that can be told.
    fn left(&self) -> f64 {
        let nodes = self.ahead.nodes() as f64;
        let by_count = self.budget.iterations.map_or(f64::INFINITY, |most| most as f64 - nodes);
        // Before the first node it is taken to last a microsecond.
        let by_time = self.ahead.time_left().map_or(f64::INFINITY, |left| {
            nodes.max(1.0) * left.as_secs_f64() / self.ahead.elapsed().as_secs_f64().max(1e-6)
        });
        by_count.min(by_time)
    }

    /// What to look at after the passes so far; nothing if everything has been seen.
    fn next(&self, plan: Plan) -> Option<Plan> {
        let last = self.passes.last()?;
        let shallower = self.passes.iter().rev().find(|pass| pass.depth < last.depth);
        let change = shallower.map_or(f64::INFINITY, |pass| (pass.value - last.value).abs());
        match (last.guessed, last.cut) {
            (false, false) => None,
            (true, false) => plan.wider(),
            // Depth comes first while all outcomes can be had.
            (true, true) if 2.0 * self.next_cost() <= self.left() => Some(self.deeper(plan)),
            (true, true) if last.noise > change => plan.wider().or_else(|| Some(self.deeper(plan))),
            (_, true) => Some(self.deeper(plan)),
        }
    }

    /// One move deeper, with all outcomes if there is time for that.
    fn deeper(&self, plan: Plan) -> Plan {
        let sampling = match plan.sampling {
            _ if self.next_cost() <= self.left() => Sampling::All,
            Sampling::All => Sampling::Systematic(1),
            sampled => sampled,
        };
        Plan { depth: plan.depth + 1, sampling, ..plan }
    }

    /// Nodes that one more move of depth would take with all outcomes, if it is a little cheaper than the one before was: what
    /// the table remembers helps, and towards its end a game gets narrower.
    fn next_cost(&self) -> f64 {
        let full = |pass: &&Pass| pass.width.is_none();
        let mut full = self.passes.iter().rev().filter(full).map(|pass| pass.nodes as f64);
        match (full.next(), full.next(), self.passes.last()) {
            (_, _, Some(Pass { width: Some(_), .. })) | (None, _, _) => f64::INFINITY,
            (Some(last), before, _) => last * (last / before.unwrap_or(1.0)).max(2.0) / HOPE,
        }
    }
}

/// Before the first pass.
fn rules(me: Player, ordering: Ordering) -> Rules {
    let (pruning, sampling, dice) = (Pruning::Star2, Sampling::All, Dice::Common);
    Rules { me, pruning, sampling, dice, exact: 1, ordering, unpruned: 0, seed: 0, playouts: 0 }
}

impl Plan {
    /// Twice as many outcomes and playouts, if there can be more of either.
    fn wider(self) -> Option<Plan> {
        let sampling = self.sampling.wider();
        let playouts = if self.playouts < 1 << 16 { 2 * self.playouts } else { self.playouts };
        let wider = Plan { sampling: sampling.unwrap_or(self.sampling), playouts, ..self };
        (sampling.is_some() || playouts > self.playouts).then_some(wider)
    }
}

impl<G: Outcomes + Key, E: Evaluator<G>> ScheduledStar<G, E> {
    /// Whether leaves are to be played out.
    fn plays_out(&mut self, root: &G, rng: &mut Rng) -> bool {
        let nodes = (SHARE * self.left()).min(MOST_COMPARED);
        self.ahead.is_better_played_out(root, nodes as u64, rng).unwrap_or(false)
    }

    /// Does what `plan` says, on samples that `rng` seeds.
    fn pass(
        &mut self,
        root: &G,
        deepening: &mut Deepening<G::Action>,
        plan: Plan,
        rng: &mut Rng,
    ) -> Option<()> {
        let (incumbent, ahead) = (deepening.best(), &mut self.ahead);
        let before = ahead.nodes();
        ahead.resample(plan.sampling, plan.playouts, rng.bits());
        let chosen = deepening.deepen(ahead, root, plan.depth)?;
        let (cut, left_out) = (ahead.reached_horizon(), ahead.left_out());
        let guessed = left_out || plan.playouts > 0 && cut;
        let mut value = chosen.value;
        if guessed {
            ahead.resample(plan.sampling, plan.playouts, rng.bits());
            // Playouts come from the first pass on, so that there is nothing better to hold them against.
            let shallower = self.passes.iter().rev().find(|pass| pass.depth < plan.depth);
            let before = shallower.filter(|_| plan.playouts == 0).map(|pass| pass.value);
            value = deepening.confirm(ahead, root, plan.depth, incumbent, before)?;
        }
        self.passes.push(Pass {
            depth: plan.depth,
            width: plan.sampling.width().filter(|_| left_out),
            playouts: plan.playouts,
            value,
            noise: (value - chosen.value).abs(),
            nodes: ahead.nodes() - before,
            guessed,
            cut,
        });
        Some(())
    }
}

impl<G, E> Search<G> for ScheduledStar<G, E>
where
    G: PerfectInfo + Sequential + Outcomes + Key,
    E: Evaluator<G>,
{
    /// Candidates hold the values of the last finished pass, of which the chosen one's is the best guess and the others' are
    /// bounds. Visits are the nodes below each move over all passes.
    fn decide(&mut self, view: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let mut rng = Rng::new(rng.bits());
        let halved = Budget { memory: self.budget.memory.map(|bytes| bytes / 2), ..self.budget };
        self.ahead.start(rules(who, self.ordering), &halved, &self.stop);
        self.ahead.known.start(halved.memory);
        self.passes.clear();
        let mut deepening = Deepening::new(view, who, &mut self.ahead);
        let playouts = u32::from(self.playouts && self.plays_out(view, &mut rng));
        let mut plan = Plan { depth: 1, sampling: Sampling::All, playouts };
        while plan.depth <= self.depth && self.pass(view, &mut deepening, plan, &mut rng).is_some() {
            let Some(next) = self.next(plan) else { break };
            plan = next;
        }
        let depth = self.passes.iter().map(|pass| f64::from(pass.depth)).fold(0.0, f64::max);
        deepening.decision(&self.ahead, depth)
    }
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

    fn decide<E: Evaluator<RandomTree>>(
        search: &mut ScheduledStar<RandomTree, E>,
        game: &RandomTree,
    ) -> Decision<u8> {
        let decision = search.decide(game, ME, &mut Rng::new(1));
        Decision { time: Duration::ZERO, ..decision }
    }

    /// What is kept from pass to pass changes no value; all outcomes are those of Star2.
    #[test]
    fn without_a_limit_it_is_the_classic_search() {
        for seed in 0..100 {
            let game = RandomTree::new(seed, Shape::DRAWN);
            let mut scheduled = ScheduledStar::new(Budget::default(), Score);
            (scheduled.depth, scheduled.playouts) = (4, false);
            decide(&mut scheduled, &game);
            let mut classic = StarMinimax::expectimax(Budget::default(), Score).depth(4);
            classic.decide(&game, ME, &mut Rng::new(1));
            assert_eq!(scheduled.passes().len(), classic.finished().len());
            for (pass, right) in scheduled.passes().iter().zip(classic.finished()) {
                assert!((pass.value - right.value).abs() < 1e-12, "{pass:?} for {right:?}");
                assert_eq!((pass.depth, pass.width, pass.playouts), (right.depth, None, 0));
                assert!(pass.nodes <= right.nodes, "{pass:?} for {right:?}");
            }
        }
    }

    #[test]
    fn small_trees_are_solved() {
        for seed in 0..100 {
            let game = RandomTree::new(seed, Shape { steps: 6, ..Shape::DRAWN });
            let truth = Expectimax::new().value(&game)[0];
            let mut search = ScheduledStar::new(Budget::iterations(1_000_000), Score);
            let decision = decide(&mut search, &game);
            let last = search.passes().last().unwrap();
            assert!((last.value - truth).abs() < 1e-12 && !last.cut, "{last:?} for {truth}");
            let chosen = decision.candidates.iter().find(|one| one.action == decision.action).unwrap();
            assert_eq!(chosen.value, last.value);
        }
    }

    /// Where throws have many outcomes one more move of depth does not fit, and a sample of it does.
    #[test]
    fn what_is_left_is_spent_on_samples() {
        let wide = Shape { steps: 12, moves: 3, outcomes: 12, turns: Turns::Alternating };
        for limit in [100, 3_000, 30_000] {
            let game = RandomTree::new(1, wide);
            let mut search = ScheduledStar::new(Budget::iterations(limit), Score);
            let decision = decide(&mut search, &game);
            assert!(decision.iterations <= limit);
            let (full, sampled): (Vec<&Pass>, Vec<&Pass>) =
                search.passes().iter().partition(|pass| pass.width.is_none());
            assert!(full.iter().all(|pass| pass.noise == 0.0));
            let deepest = |passes: &[&Pass]| passes.iter().map(|pass| pass.depth).max();
            assert!(limit == 100 || deepest(&sampled) > deepest(&full), "{:?}", search.passes());
        }
    }

    /// An evaluation that says nothing is replaced by playouts, and one that knows the result is not.
    #[test]
    fn leaves_are_played_out_where_nothing_is_known_of_them() {
        let deep = Shape { steps: 20, moves: 2, outcomes: 2, turns: Turns::Alternating };
        let game = RandomTree::new(3, deep);
        let mut blind = ScheduledStar::new(Budget::iterations(50_000), Even);
        decide(&mut blind, &game);
        assert!(blind.passes().iter().all(|pass| pass.playouts > 0), "{:?}", blind.passes());
        assert!(blind.passes().iter().any(|pass| pass.playouts > 1 || pass.depth > 1));
        let mut seeing = ScheduledStar::new(Budget::iterations(50_000), Score);
        decide(&mut seeing, &game);
        assert!(seeing.passes().iter().all(|pass| pass.playouts == 0), "{:?}", seeing.passes());
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
        let mut search = ScheduledStar::new(Budget { memory: Some(4096), ..Budget::iterations(2000) }, Score);
        assert!(decide(&mut search, &game).tree.bytes <= 4096);
        search.stop.now();
        assert_eq!(decide(&mut search, &game).iterations, 1);
    }
}
