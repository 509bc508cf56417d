//! Star2 on a schedule: our own search, made of the parts of the family of SM and of Monte Carlo search.

use super::DEEPEST;
use super::bounds::Window;
use super::deepening::Deepening;
use super::dice::Dice;
use super::lead::Lead;
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
///
/// If it is [asked for](ScheduledStar::second_opinion), a tree search takes the place of the samples:
///
/// - Half of the budget goes to Star2, as long as the next depth fits into it, and the rest to [UCT](crate::search::Uct) with the same
///   leaves, whose tree grows where it pays. Star2 goes on alone, and with samples, where it sees the game end, where leaves are
///   played out, and where there is too little for a tree.
/// - If UCT would play another move, Star2 says of the two, at each of its depths and by all outcomes, how far they are apart.
///   The move of UCT is played if it comes from far beyond the last depth that said anything new; or else if it was tried far
///   more often than the other one, and is the better one if both searches are believed, the one that changed its mind less
///   the more.
///
/// Siblings are compared on [common dice](super::Dice::Common), which are [drawn](super::Sampling::Systematic) at even
/// distances. Moves of playouts count as visited nodes, and a simulation of the tree search as ten of them.
pub struct ScheduledStar<G: Game, E> {
    /// Which moves are searched first.
    pub ordering: Ordering,
    /// Whether leaves may be played out, if that turns out to be better than the evaluation.
    pub playouts: bool,
    /// Whether a tree search has its say with half of the budget. That pays where Star2 sees a move or two with all of it, because
    /// throws have very many outcomes, and costs where half of the budget means a depth less.
    pub second_opinion: bool,
    /// The deepest pass, in moves of players.
    pub depth: u32,
    /// How long it may think; an iteration is a visited node.
    pub budget: Budget,
    /// Ends the search from outside.
    pub stop: Stop,
    ahead: Lookahead<G, E>,
    second: SecondOpinion<G, E>,
    /// Whether the tree search has its say in this decision.
    asks: bool,
    passes: Vec<Pass>,
    /// What passes say of their move beside that of the tree search, the deepest first.
    leads: Vec<f64>,
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
    /// Whether any line ended with the game.
    ended: bool,
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
/// A pass is given up, if there is something better to do, when it takes so many times as long as was hoped and this part of what is
/// left.
const PATIENCE: (f64, f64) = (1.25, 1.0 / 16.0);
/// How much cheaper a move of depth may turn out than the one before, if there is nothing better to do than to try, and if there is.
const HOPE: [f64; 2] = [2.0, 1.25];

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
            asks: false,
            passes: vec![],
            leads: vec![],
        }
    }
}

impl<G: Game, E> ScheduledStar<G, E> {
    /// The passes that the last decision finished.
    pub fn passes(&self) -> &[Pass] {
        &self.passes
    }

    /// Whether a tree search can be had for half of the budget, in a decision between so many moves.
    fn affords_a_tree(&self, moves: usize) -> bool {
        let price = second_opinion::ENOUGH * second_opinion::NODES_OF_A_SIMULATION * moves as u64;
        moves > 1 && self.budget.iterations.is_none_or(|most| most / 2 >= price)
    }

    /// Nodes that passes still have time for, as far as that can be told.
    fn left(&self) -> f64 {
        let nodes = self.ahead.nodes() as f64;
        let share = if self.asks { 2 } else { 1 };
        let by_count = self.budget.iterations.map_or(f64::INFINITY, |most| (most / share) as f64 - nodes);
        let (elapsed, whole) = (self.ahead.elapsed(), self.budget.time);
        let time_left = whole.map(|most| (most / share as u32).saturating_sub(elapsed));
        // Before the first node it is taken to last a microsecond.
        let by_time = time_left.map_or(f64::INFINITY, |left| {
            nodes.max(1.0) * left.as_secs_f64() / elapsed.as_secs_f64().max(1e-6)
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

    /// Nodes that the next pass may take before it is given up for a tree.
    fn patience(&self) -> f64 {
        let (times, part) = PATIENCE;
        self.left().min((times * self.next_cost()).max(part * self.left()))
    }

    /// Nodes that one more move of depth would take with all outcomes, if it is a little cheaper than the one before was: what
    /// the table remembers helps, and towards its end a game gets narrower.
    fn next_cost(&self) -> f64 {
        let full = |pass: &&Pass| pass.width.is_none();
        let mut full = self.passes.iter().rev().filter(full).map(|pass| pass.nodes as f64);
        match (full.next(), full.next(), self.passes.last()) {
            (_, _, Some(Pass { width: Some(_), .. })) | (None, _, _) => f64::INFINITY,
            (Some(last), before, _) => {
                last * (last / before.unwrap_or(1.0)).max(2.0) / HOPE[usize::from(self.asks)]
            }
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
        let allowed = if self.asks { self.patience() } else { f64::INFINITY };
        let (incumbent, ahead) = (deepening.best(), &mut self.ahead);
        let before = ahead.nodes();
        ahead.resample(plan.sampling, plan.playouts, rng.bits());
        ahead.allow(allowed as u64);
        let chosen = deepening.deepen(ahead, root, plan.depth)?;
        let (cut, left_out) = (ahead.reached_horizon(), ahead.left_out());
        let ended = chosen.leaves > ahead.at_the_horizon();
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
            ended,
        });
        Some(())
    }
}

impl<G, E> ScheduledStar<G, E>
where
    G: PerfectInfo + Sequential + Outcomes + Key,
    E: Evaluator<G>,
{
    /// The decision after the tree search has had its say. Passes have made another one for candidate number `incumbent`.
    fn reconsidered(
        &mut self,
        (root, who): (&G, Player),
        passes: Decision<G::Action>,
        incumbent: usize,
        rng: &mut Rng,
    ) -> Decision<G::Action> {
        let Some(share) = self.for_the_tree(&passes) else { return passes };
        let change = match self.passes.as_slice() {
            [.., before, last] => (last.value - before.value).abs(),
            _ => 0.0,
        };
        let found = self.second.ask((root, who), change, share, &self.stop, rng);
        let mut time = passes.time + found.time;
        let mut iterations = passes.iterations + second_opinion::NODES_OF_A_SIMULATION * found.iterations;
        let tree = TreeStats { bytes: passes.tree.bytes + found.tree.bytes, ..passes.tree };
        let challenger = found.candidates.iter().position(|one| one.action == found.action);
        let challenger = challenger.expect("a move of the root");
        let mut preferred = passes;
        if challenger != incumbent {
            let left = Budget {
                iterations: Some(self.nodes_of_a_comparison()),
                time: self.budget.time.map(|most| most.saturating_sub(time)),
                memory: self.budget.memory.map(|bytes| bytes / 4),
            };
            self.ahead.start(rules(who, self.ordering), &left, &self.stop);
            let overruled = self.is_overruled(root, &found, incumbent, challenger).unwrap_or(false);
            (iterations, time) = (iterations + self.ahead.nodes(), time + self.ahead.elapsed());
            if overruled {
                preferred = found;
            }
        }
        Decision { iterations, time, tree, ..preferred }
    }

    /// Simulations that the tree search may make after `passes`; nothing if these would be too few. Some nodes are kept to compare
    /// its move with that of the passes.
    fn for_the_tree(&self, passes: &Decision<G::Action>) -> Option<Budget> {
        let Budget { iterations, time, memory } = self.budget;
        let kept = self.nodes_of_a_comparison();
        let share = Budget {
            iterations: iterations.map(|most| {
                most.saturating_sub(passes.iterations + kept) / second_opinion::NODES_OF_A_SIMULATION
            }),
            time: time.map(|most| {
                let part = kept as f64 / passes.iterations.max(1) as f64;
                most.saturating_sub(passes.time).saturating_sub(passes.time.mul_f64(part))
            }),
            memory: memory.map(|bytes| bytes / 2),
        };
        let enough = second_opinion::ENOUGH * passes.candidates.len() as u64;
        (share.iterations.is_none_or(|most| most >= enough)).then_some(share)
    }

    /// Two moves at all depths take a little more than all moves at the last depth, if there are only two: nothing can be pruned.
    fn nodes_of_a_comparison(&self) -> u64 {
        self.passes.last().map_or(0, |pass| pass.nodes * 3 / 2)
    }

    /// Whether the `challenger` that the tree search has found is to be played in place of the move of the passes. Nothing if time
    /// was up before that was known.
    fn is_overruled(
        &mut self,
        root: &G,
        found: &Decision<G::Action>,
        incumbent: usize,
        challenger: usize,
    ) -> Option<bool> {
        let deepest = self.passes.last().map_or(0, |pass| pass.depth);
        self.ahead.resample(Sampling::All, 0, 0);
        self.leads.clear();
        for depth in (1..=deepest).rev() {
            self.ahead.aim(depth);
            let ours =
                self.ahead.value(&root.after(found.candidates[incumbent].action), depth - 1, Window::FULL)?;
            if depth == deepest && !self.ahead.reached_horizon() {
                // What was searched to the ends of the game is known.
                return Some(false);
            }
            let its = self.ahead.value(
                &root.after(found.candidates[challenger].action),
                depth - 1,
                Window::FULL,
            )?;
            self.leads.push(ours - its);
        }
        let (passes, tree) = (Lead::by_depths(&self.leads), self.second.lead(found, [incumbent, challenger]));
        let clearly = SecondOpinion::<G, E>::clearly_prefers(found, challenger, incumbent);
        Some(tree.is_from_further(&passes) || clearly && passes.is_lost_with(&tree))
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
        let affordable = self.second_opinion && self.affords_a_tree(self.ahead.scratch.len());
        let memory = self.budget.memory.map(|bytes| bytes / if affordable { 4 } else { 2 });
        self.ahead.start(rules(who, self.ordering), &Budget { memory, ..self.budget }, &self.stop);
        self.ahead.known.start(memory);
        self.passes.clear();
        self.asks = false;
        let mut deepening = Deepening::new(view, who, &mut self.ahead);
        let plays_out = self.playouts && self.plays_out(view, &mut rng);
        self.asks = affordable && !plays_out;
        let mut plan = Plan { depth: 1, sampling: Sampling::All, playouts: u32::from(plays_out) };
        let too_wide = self.asks && self.ahead.nodes_of_a_move(view) as f64 > self.left();
        let finished = loop {
            if plan.depth > self.depth {
                break true;
            }
            if too_wide || self.asks && plan.sampling != Sampling::All {
                break false;
            }
            if self.pass(view, &mut deepening, plan, &mut rng).is_none() {
                break false;
            }
            self.asks = self.asks && !self.passes.iter().any(|pass| pass.ended);
            let Some(next) = self.next(plan) else { break true };
            plan = next;
        };
        let depth = self.passes.iter().map(|pass| pass.depth).max().unwrap_or(0);
        let incumbent = deepening.best();
        let decision = deepening.decision(&self.ahead, f64::from(depth));
        match self.asks && !finished && !self.stop.is_set() {
            true => self.reconsidered((view, who), decision, incumbent, &mut rng),
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

    /// A tree search has the rest of what was not enough to see everything, if it is enough for it.
    #[test]
    fn a_second_opinion_is_paid_for() {
        let game = RandomTree::new(1, Shape { steps: 12, moves: 3, outcomes: 12, turns: Turns::Alternating });
        for limit in [290, 500, 3_000, 30_000] {
            let mut search = ScheduledStar::new(Budget::iterations(limit), Score);
            search.second_opinion = true;
            let decision = decide(&mut search, &game);
            assert!(decision.iterations <= limit, "{limit}: {decision:?}");
            let is_sampled = |pass: &Pass| pass.width.is_some();
            let passes: u64 = search.passes().iter().map(|pass| pass.nodes).sum();
            assert_eq!(
                search.passes().iter().any(is_sampled),
                limit == 290,
                "{limit}: {:?}",
                search.passes()
            );
            assert!(limit == 290 || passes <= limit / 2, "{limit}: {:?}", search.passes());
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

    /// Half of the budget is not much missed, even in short games that samples see to their ends.
    #[test]
    fn a_second_opinion_costs_little() {
        for (steps, outcomes, nodes) in [(5, 6, 1_000), (5, 6, 3_000), (4, 12, 1_000), (3, 60, 1_000)] {
            let shape = Shape { steps, moves: 3, outcomes, turns: Turns::Alternating };
            let [with, without] = [true, false].map(|second_opinion| lost(shape, nodes, second_opinion));
            assert!(with < without + 0.01, "{outcomes} outcomes, {nodes} nodes: {with} and {without}");
        }
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
