//! Star2 on a schedule: our own search, made of the parts of the family of SM and of Monte Carlo search.

use super::DEEPEST;
use super::deepening::Deepening;
use super::dice::Dice;
use super::lookahead::{Lookahead, Rules};
use super::ordering::Ordering;
use super::pruning::Pruning;
use super::sampling::Sampling;
use super::second_opinion::{self, SecondOpinion};
use crate::evaluator::Evaluator;
use crate::game::{Key, Outcomes, PerfectInfo, Sequential};
use crate::search::{Decision, Search};
use crate::tree::TreeStats;
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
/// - **A tree search has its say**, if it is [asked](ScheduledStar::second_opinion): half of the budget goes to UCT with the same
///   leaves, if that is enough for it to say anything and the passes have not seen everything. Its move is played if it looks far
///   beyond the passes, as it does where throws have very many outcomes, or if it has tried it far more often than theirs.
///
/// Siblings are compared on [common dice](super::Dice::Common), which are [drawn](super::Sampling::Systematic) at even
/// distances. Moves of playouts count as visited nodes, and a simulation as ten of them more.
pub struct ScheduledStar<G: Game, E> {
    /// Which moves are searched first.
    pub ordering: Ordering,
    /// Whether leaves may be played out, if that turns out to be better than the evaluation.
    pub playouts: bool,
    /// Whether a tree search has its say with half of the budget. That pays where Star2 sees a move or two with all of it, and costs
    /// where the evaluation is worth much or nothing.
    pub second_opinion: bool,
    /// The deepest pass, in moves of players.
    pub depth: u32,
    /// How long it may think; an iteration is a visited node.
    pub budget: Budget,
    /// Ends the search from outside.
    pub stop: Stop,
    ahead: Lookahead<G, E>,
    second: SecondOpinion<G, E>,
    /// What the passes may spend.
    share: Budget,
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

impl<G: Outcomes + Sequential, E: Clone> ScheduledStar<G, E> {
    /// A search with moves in the order of their evaluation; `evaluator` says what states at the horizon are worth.
    pub fn new(budget: Budget, evaluator: E) -> Self {
        ScheduledStar {
            ordering: Ordering::Evaluated,
            playouts: true,
            second_opinion: false,
            depth: DEEPEST,
            budget,
            stop: Stop::default(),
            ahead: Lookahead::new(evaluator.clone()),
            second: SecondOpinion::new(evaluator),
            share: budget,
            passes: vec![],
        }
    }
}

impl<G: Game, E> ScheduledStar<G, E> {
    /// The passes that the last decision finished.
    pub fn passes(&self) -> &[Pass] {
        &self.passes
    }

    /// What the passes may spend, of a decision between so many moves: all, or half if a second opinion can be had for the rest.
    fn for_passes(&self, moves: usize) -> Budget {
        let Budget { iterations, time, memory } = self.budget;
        let price = second_opinion::ENOUGH * second_opinion::NODES_OF_A_SIMULATION * moves as u64;
        let affordable = iterations.is_none_or(|most| most / 2 >= price);
        match self.second_opinion && moves > 1 && affordable {
            true => Budget {
                iterations: iterations.map(|most| most / 2),
                time: time.map(|most| most / 2),
                memory: memory.map(|bytes| bytes / 2),
            },
            false => self.budget,
        }
    }

    /// Nodes that passes still have time for, as far as that can be told.
    fn left(&self) -> f64 {
        let nodes = self.ahead.nodes() as f64;
        let by_count = self.share.iterations.map_or(f64::INFINITY, |most| most as f64 - nodes);
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
    /// The nodes of a playout, if leaves are to be played out.
    fn playout(&mut self, root: &G, rng: &mut Rng) -> Option<u64> {
        let nodes = (SHARE * self.left()).min(MOST_COMPARED);
        self.ahead.better_played_out(root, nodes as u64, rng)
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

impl<G, E> ScheduledStar<G, E>
where
    G: Outcomes + Sequential,
    E: Evaluator<G>,
{
    /// The decision after a second opinion for what is left of the budget. Passes have looked `depth` moves ahead and prefer
    /// candidate number `incumbent`.
    fn reconsidered(
        &mut self,
        view: &G,
        who: Player,
        passes: Decision<G::Action>,
        (incumbent, depth): (usize, u32),
        playout: Option<u64>,
        rng: &mut Rng,
    ) -> Decision<G::Action> {
        let price = second_opinion::NODES_OF_A_SIMULATION + playout.unwrap_or(0);
        let left = Budget {
            iterations: self.budget.iterations.map(|most| most.saturating_sub(passes.iterations) / price),
            time: self.budget.time.map(|most| most.saturating_sub(passes.time)),
            memory: self.budget.memory.map(|bytes| bytes / 2),
        };
        if left.iterations == Some(0) {
            return passes;
        }
        let found = self.second.ask((view, who), playout.is_some(), left, &self.stop, rng);
        let is_better = self.second.is_better(&found, incumbent, depth);
        let (iterations, time) = (passes.iterations + price * found.iterations, passes.time + found.time);
        let tree = TreeStats { bytes: passes.tree.bytes + found.tree.bytes, ..passes.tree };
        let preferred = if is_better { found } else { passes };
        Decision { iterations, time, tree, ..preferred }
    }
}

impl<G, E> Search<G> for ScheduledStar<G, E>
where
    G: PerfectInfo + Sequential + Outcomes + Key,
    E: Evaluator<G>,
{
    /// Candidates hold the values of the last finished pass, of which the chosen one's is the best guess and the others' are
    /// bounds. Visits are the nodes below each move over all passes. If the tree search had the last word, both are its own.
    fn decide(&mut self, view: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let mut rng = Rng::new(rng.bits());
        view.actions(&mut self.ahead.scratch);
        self.share = self.for_passes(self.ahead.scratch.len());
        let halved = Budget { memory: self.share.memory.map(|bytes| bytes / 2), ..self.share };
        self.ahead.start(rules(who, self.ordering), &halved, &self.stop);
        self.ahead.known.start(halved.memory);
        self.passes.clear();
        let mut deepening = Deepening::new(view, who, &mut self.ahead);
        let playout = if self.playouts { self.playout(view, &mut rng) } else { None };
        let mut plan = Plan { depth: 1, sampling: Sampling::All, playouts: u32::from(playout.is_some()) };
        let cut_off = loop {
            if plan.depth > self.depth {
                break false;
            }
            if self.pass(view, &mut deepening, plan, &mut rng).is_none() {
                break true;
            }
            let Some(next) = self.next(plan) else { break false };
            plan = next;
        };
        let depth = self.passes.iter().map(|pass| pass.depth).max().unwrap_or(0);
        let incumbent = deepening.best();
        let decision = deepening.decision(&self.ahead, f64::from(depth));
        match cut_off && self.share != self.budget && !self.stop.is_set() {
            true => self.reconsidered(view, who, decision, (incumbent, depth), playout, &mut rng),
            false => decision,
        }
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

    /// A tree search has the other half of what was not enough to see everything, if it is enough for it.
    #[test]
    fn a_second_opinion_is_paid_for() {
        let game = RandomTree::new(1, Shape { steps: 12, moves: 3, outcomes: 12, turns: Turns::Alternating });
        for limit in [500, 3_000, 30_000] {
            let mut search = ScheduledStar::new(Budget::iterations(limit), Score);
            search.second_opinion = true;
            let decision = decide(&mut search, &game);
            let passes: u64 = search.passes().iter().map(|pass| pass.nodes).sum();
            assert!(
                decision.iterations <= limit && decision.iterations + 10 > limit,
                "{limit}: {decision:?}"
            );
            assert_eq!(passes <= limit / 2, limit > 500, "{limit}: {:?}", search.passes());
        }
        let mut search = ScheduledStar::new(Budget::iterations(1_000_000), Score);
        search.second_opinion = true;
        let small = RandomTree::new(1, Shape { steps: 4, ..Shape::DRAWN });
        assert!(decide(&mut search, &small).iterations < 500_000, "everything was seen");
    }

    /// What choices lose on average over a hundred games, beside exact values.
    fn lost(shape: Shape, nodes: u64, second_opinion: bool) -> f64 {
        let one = |seed| {
            let game = RandomTree::new(seed, shape);
            let mut search = ScheduledStar::new(Budget::iterations(nodes), Score);
            search.second_opinion = second_opinion;
            let decision = decide(&mut search, &game);
            let worth = |action| Expectimax::new().value(&game.after(action))[0];
            let best = decision.candidates.iter().map(|one| worth(one.action)).fold(-1.0, f64::max);
            best - worth(decision.action)
        };
        (0..100).map(one).sum::<f64>() / 100.0
    }

    /// Half of the budget is not missed, and pays where Star2 sees a single move with all of it.
    #[test]
    fn a_second_opinion_costs_little_and_saves_more() {
        let lost = |steps, outcomes, nodes| {
            let shape = Shape { steps, moves: 3, outcomes, turns: Turns::Alternating };
            [true, false].map(|second_opinion| lost(shape, nodes, second_opinion))
        };
        for (steps, outcomes, nodes) in [(5, 6, 1_000), (5, 6, 3_000), (3, 60, 1_000)] {
            let [with, without] = lost(steps, outcomes, nodes);
            assert!(with < without + 0.01, "{outcomes} outcomes, {nodes} nodes: {with} and {without}");
        }
        let [with, without] = lost(4, 12, 1_000);
        assert!(with < without, "{with} and {without}");
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
        search.second_opinion = true;
        let bytes = decide(&mut search, &game).tree.bytes;
        // A node that was begun is finished.
        assert!(bytes <= 4096 + 256, "{bytes}");
        search.stop.now();
        assert_eq!(decide(&mut search, &game).iterations, 1);
    }
}
