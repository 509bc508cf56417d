//! Tree parallelism with virtual loss (Chaslot, Winands & van den Herik 2008): several threads grow one tree.
//!
//! The tree belongs to one thread, which descends and credits for all. Playouts, most of an iteration, are jobs
//! that it sends the others on; it makes those itself that nobody else has time for. So the tree stays in the cache
//! of one core, and what goes between cores is a state one way and its payoffs the other. (Behind a lock the tree
//! goes back and forth as a whole, and two threads are hardly faster than one.) As many threads have something to do
//! as a whole iteration takes longer than its part in the tree.
//!
//! While a leaf is away every arm on the way to it has been lent a visit with the least reward there is, lest the
//! next descent go the same way; when it is back the reward takes its place. Rules that look for a mix are lent the
//! visit alone. A small tree has few places worth a look, and many leaves would spoil what it knows, so only one in so
//! many of all visits is lent.
//!
//! A thread may be held up, by other programs or by a long playout, and what it was lent would stand as losses all that
//! time. So when a batch is overdue its owner plays the leaves out itself, and takes no notice of what comes later. When
//! time is up, leaves that nobody has begun to play out are left alone, and their leaves are taken back.
//!
//! Who comes back first is up to the machine, and so is the answer.

use super::jobs::{BATCHES, Batch, Closing, Job, Queue};
use super::threads;
use crate::budget::Clock;
use crate::game::{Chance, Simultaneous};
use crate::playout::{Playout, Values};
use crate::reward::Reward;
use crate::search::setup::{Setup, finish};
use crate::search::tree_search::descent::{Descent, Step};
use crate::search::tree_search::observation::Labels;
use crate::search::tree_search::virtual_loss;
use crate::{Game, Player, Rng};
use std::mem::swap;

/// For every so many iterations made, one leaf more may be away.
const ITERATIONS_PER_LEAF: u64 = 16;
/// A batch is overdue when there have been so many times as many iterations as if every thread made that many leaves.
const PATIENCE: u64 = 8;

/// How a simulation goes down a tree, and what is to be done once it is credited.
pub(in crate::search) struct Procedure<'a, G: Game, E: Labels<G>> {
    pub(in crate::search) descend: Descend<'a, G, E>,
    /// Given the root; says whether there is nothing left to search for.
    pub(in crate::search) settle: fn(&mut Descent<G, E>, &G) -> bool,
}

/// Goes down a tree from a state, which becomes that of the leaf.
type Descend<'a, G, E> = &'a mut dyn FnMut(&mut Descent<G, E>, &mut G, &mut Rng);

/// Grows a tree until the clock says stop, on this thread and on one for each of `workers`, who have playouts and
/// rewards of their own. Every simulation begins in a state of `start`.
pub(in crate::search) fn grow<G, E, P, R, B, S>(
    mut owner: Owner<'_, G, E>,
    own: &mut Setup<P, R, B>,
    workers: &mut [Setup<P, R, B>],
    mut start: S,
    rng: &mut Rng,
) where
    G: Chance + Simultaneous,
    E: Labels<G>,
    P: Playout<G>,
    R: Reward<G>,
    B: Send,
    S: FnMut(&mut Setup<P, R, B>, &mut Rng) -> G,
{
    let seed = rng.bits();
    let queues: Vec<Queue<G>> = workers.iter().map(|_| Queue::new(&owner.root)).collect();
    let clock = owner.clock.clone();
    let serve = |(number, (setup, queue)): (u64, (_, _))| {
        Box::new(move || Queue::serve(queue, setup, Rng::derive(&[seed, number]))) as Box<dyn FnOnce() + Send>
    };
    let jobs = (0..).zip(workers.iter_mut().zip(&queues)).map(serve).collect();
    // Workers that the system has no thread for are done without.
    threads::beside_jobs(jobs, &|| !clock.is_over(), &mut |others| {
        let _closing = Closing(&queues);
        owner.threads = 1 + others;
        owner.grow(&queues[..others], own, &mut start, rng);
    });
}

/// The tree, and what its owner needs to grow it.
pub(in crate::search) struct Owner<'a, G: Game, E: Labels<G>> {
    descent: &'a mut Descent<G, E>,
    clock: &'a mut Clock,
    procedure: Procedure<'a, G, E>,
    root: G,
    /// How many threads there are.
    threads: usize,
    /// How many leaves are away.
    away: usize,
    /// Whether the search is over.
    ended: bool,
}

impl<'a, G: Game, E: Labels<G>> Owner<'a, G, E> {
    /// The owner of a tree that is to be grown from `root`.
    pub(in crate::search) fn new(
        descent: &'a mut Descent<G, E>,
        clock: &'a mut Clock,
        procedure: Procedure<'a, G, E>,
        root: G,
    ) -> Self {
        Owner { descent, clock, procedure, root, threads: 1, away: 0, ended: false }
    }
}

/// A leaf that is away, and how it was come to.
struct Pending<G: Game, L> {
    leaf: G,
    moves: Vec<(Player, G::Action)>,
    length: u32,
    path: Vec<Step>,
    /// Those of the arms on the path, which may move in the meantime.
    labels: Vec<L>,
}

impl<G: Game, L> Pending<G, L> {
    /// Room for one.
    fn new(state: &G) -> Self {
        Pending { leaf: state.clone(), moves: vec![], length: 0, path: vec![], labels: vec![] }
    }
}

/// The leaves of a batch that is away.
struct Away<G: Game, L> {
    leaves: Vec<Pending<G, L>>,
    /// How many of them are still out.
    many: usize,
    /// The iterations after which they are overdue.
    due: u64,
}

/// What a playout is made with, and what it draws from.
struct Hands<'a, P, R, B> {
    setup: &'a mut Setup<P, R, B>,
    rng: &'a mut Rng,
}

impl<G: Chance + Simultaneous, E: Labels<G>> Owner<'_, G, E> {
    fn grow<P: Playout<G>, R: Reward<G>, B>(
        &mut self,
        queues: &[Queue<G>],
        setup: &mut Setup<P, R, B>,
        start: &mut impl FnMut(&mut Setup<P, R, B>, &mut Rng) -> G,
        rng: &mut Rng,
    ) {
        let batches =
            || queues.iter().flat_map(|queue| queue.batches.iter().map(move |batch| (queue, batch)));
        let mut all: Vec<Away<G, E::Label>> =
            batches().map(|_| Away { leaves: vec![], many: 0, due: 0 }).collect();
        let mut hands = Hands { setup, rng };
        while !self.ended {
            let mut busy = false;
            for (at, (_, batch)) in batches().enumerate() {
                let away = &mut all[at];
                match (batch.is_back(), self.most_away()) {
                    (true, 0) if away.many == 0 => {}
                    (true, most) => busy |= self.renew(batch, away, most, &mut hands, start),
                    (false, _) if self.clock.iterations() >= away.due => self.call_in(away, &mut hands),
                    (false, _) => {}
                }
            }
            if !busy && self.may_go_on() {
                let mut leaf = start(hands.setup, hands.rng);
                (self.procedure.descend)(self.descent, &mut leaf, hands.rng);
                self.descent.finish_apart(leaf, hands.setup, hands.rng);
                self.ended |= (self.procedure.settle)(self.descent, &self.root);
            }
        }
        if !self.clock.has_made_all() {
            queues.iter().for_each(Queue::hurry);
        }
        for ((queue, batch), away) in batches().zip(&mut all) {
            if queue.wait_for(batch) {
                self.renew(batch, away, 0, &mut hands, start);
            }
        }
    }

    /// How many leaves may be sent away in another batch. The first iteration is the owner's, so that there is one.
    fn most_away(&self) -> usize {
        let iterations = self.clock.iterations();
        let bearable = (iterations / ITERATIONS_PER_LEAF) as usize + usize::from(iterations > 0);
        bearable.div_ceil(BATCHES * (self.threads - 1)).min(bearable.saturating_sub(self.away))
    }

    /// Whether there is one more iteration to be made, which then counts as made.
    fn may_go_on(&mut self) -> bool {
        self.ended = self.ended || !self.descent.goes_on(self.clock);
        !self.ended
    }

    /// Credits what has come back, and sends up to `most` other leaves away if the search is not over. Says whether
    /// there was anything to do.
    fn renew<P: Playout<G>, R: Reward<G>, B>(
        &mut self,
        batch: &Batch<G>,
        away: &mut Away<G, E::Label>,
        most: usize,
        hands: &mut Hands<'_, P, R, B>,
        start: &mut impl FnMut(&mut Setup<P, R, B>, &mut Rng) -> G,
    ) -> bool {
        let Hands { setup, rng } = hands;
        let range = setup.reward.range();
        let back = std::mem::take(&mut away.many);
        batch.look_after(|jobs, _| {
            away.leaves.resize_with(jobs.len(), || Pending::new(&self.root));
            for (job, pending) in jobs[..back].iter_mut().zip(&mut away.leaves) {
                swap(&mut job.moves, &mut pending.moves);
                match job.played {
                    true => self.replace_virtual_loss(pending, &job.values, range),
                    false => self.take_back(pending, range.0),
                }
            }
            for (job, pending) in jobs.iter_mut().zip(&mut away.leaves).take(most) {
                if !self.may_go_on() {
                    break;
                }
                job.state = start(setup, rng);
                (self.procedure.descend)(self.descent, &mut job.state, rng);
                self.add_virtual_loss(job, pending, range.0);
                away.many += 1;
            }
            away.many
        });
        away.due = self.clock.iterations() + PATIENCE * (away.many * self.threads) as u64;
        back + away.many > 0
    }

    /// Plays out leaves that are overdue, as far as there is time, and forgets that they are away.
    fn call_in<P: Playout<G>, R: Reward<G>, B>(
        &mut self,
        away: &mut Away<G, E::Label>,
        hands: &mut Hands<'_, P, R, B>,
    ) {
        let Hands { setup, rng } = hands;
        while away.many > 0 && !self.clock.is_over() {
            away.many -= 1;
            let pending = &mut away.leaves[away.many];
            let values = finish(&mut pending.leaf, setup, &pending.moves, pending.length, rng);
            self.replace_virtual_loss(pending, &values, setup.reward.range());
        }
    }

    /// Adds a virtual loss to every arm on the path of a descent, and notes where they are.
    fn add_virtual_loss(&mut self, job: &mut Job<G>, pending: &mut Pending<G, E::Label>, least: f64) {
        let Descent { tree, path, moves, length, .. } = &mut *self.descent;
        virtual_loss::lend(tree, path, &mut pending.labels, least);
        pending.leaf.clone_from(&job.state);
        pending.moves.clone_from(moves);
        (pending.length, job.length) = (*length, *length);
        swap(&mut pending.path, path);
        swap(&mut job.moves, moves);
        self.away += 1;
    }

    /// Puts rewards in the place of virtual losses.
    fn replace_virtual_loss(
        &mut self,
        pending: &mut Pending<G, E::Label>,
        values: &Values,
        range: (f64, f64),
    ) {
        let Descent { tree, path, moves, .. } = &mut *self.descent;
        virtual_loss::replace(tree, &mut pending.path, &pending.labels, values, range);
        swap(&mut pending.path, path);
        swap(&mut pending.moves, moves);
        self.away -= 1;
        self.ended |= (self.procedure.settle)(self.descent, &self.root);
    }

    /// Takes back virtual losses of an iteration that is not made after all.
    fn take_back(&mut self, pending: &mut Pending<G, E::Label>, least: f64) {
        virtual_loss::take_back(&mut self.descent.tree, &mut pending.path, &pending.labels, least);
        self.clock.take_back(1);
        self.away -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::super::threads::scarcity::with_threads;
    use super::*;
    use crate::game::MAX_PLAYERS;
    use crate::playout::Rollout;
    use crate::search::tree_search::descent::Constant;
    use crate::search::tree_search::observation::ByAction;
    use crate::search::{Search, TreeRules, Uct};
    use crate::testing::hand_made::{HandMade, Place};
    use crate::tree::ROOT;
    use crate::{Budget, Player, Stop};

    const THREE: &[Place] = &[Place::Choice(0, &[1, 1, 1]), Place::Choice(0, &[2, 2]), Place::End(&[1.0])];

    type Away = (Job<HandMade>, Pending<HandMade, u8>);

    /// Sends leaves away one by one, does `check`, and has them come back with a reward for each.
    fn send(
        constant: Constant,
        leaves: usize,
        (least, most): (f64, f64),
        check: impl FnOnce(&Owner<'_, HandMade, ByAction>, &[Away]),
        reward: impl Fn(usize) -> f64,
    ) -> Vec<(u8, u32, f64)> {
        let mut descent = Descent::new(ByAction, constant, TreeRules::default());
        let mut clock = Budget::iterations(leaves as u64).start(&Stop::default());
        let mut descend = Descent::descend;
        let procedure = Procedure { descend: &mut descend, settle: |_, _| false };
        let root = HandMade::new(THREE);
        let mut owner = Owner::new(&mut descent, &mut clock, procedure, root);
        let mut away: Vec<Away> = vec![];
        while owner.may_go_on() {
            let values = [0.0; MAX_PLAYERS];
            let mut job = Job { state: root, moves: vec![], length: 0, values, played: true };
            let mut pending = Pending::new(&root);
            owner.descent.descend(&mut job.state, &mut Rng::new(away.len() as u64));
            owner.add_virtual_loss(&mut job, &mut pending, least);
            away.push((job, pending));
        }
        check(&owner, &away);
        for (number, (job, pending)) in away.iter_mut().enumerate() {
            job.values[0] = reward(number);
            owner.replace_virtual_loss(pending, &job.values, (least, most));
        }
        owner
            .descent
            .tree
            .edges(ROOT)
            .iter()
            .map(|edge| (edge.label, edge.arm.visits, edge.arm.total))
            .collect()
    }

    /// Three leaves sent away are three different moves, a fourth goes on where one of them is; when all are back,
    /// arms hold nothing but what was earned.
    #[test]
    fn what_is_lent_is_given_back() {
        let check = |owner: &Owner<'_, HandMade, ByAction>, away: &[Away]| {
            let arms = owner.descent.tree.edges(ROOT).iter().map(|edge| (edge.arm.visits, edge.arm.total));
            let mut lent: Vec<_> = arms.collect();
            lent.sort_by_key(|&(visits, _)| visits);
            assert_eq!(lent, [(1, -1.0), (1, -1.0), (2, -2.0)]);
            assert_eq!(away.iter().map(|(_, pending)| pending.path.len()).collect::<Vec<_>>(), [1, 1, 1, 2]);
        };
        let arms = send(Constant::Everybody, 4, (-1.0, 1.0), check, |_| 0.25);
        assert!(arms.iter().all(|&(_, visits, total)| total == 0.25 * f64::from(visits)), "{arms:?}");
    }

    /// An arm is found again that others have moved while a leaf was away.
    #[test]
    fn arms_are_credited_wherever_they_are() {
        let mut first = vec![];
        let note = |_: &Owner<'_, HandMade, ByAction>, away: &[Away]| {
            first.extend(away.iter().map(|(_, pending)| pending.labels[0]));
        };
        let arms = send(Constant::Only(Player(1)), 3, (0.0, 3.0), note, |number| number as f64 + 1.0);
        for (label, visits, total) in arms {
            let number = first.iter().position(|&other| other == label).expect("it was tried");
            assert_eq!((visits, total), (1, number as f64 + 1.0));
        }
    }

    /// A system that gives one thread, or none, where 1,023 are asked for.
    #[test]
    fn workers_that_get_no_thread_are_done_without() {
        for given in [0, 1] {
            let setup = || Setup::<Rollout<HandMade>>::new(Budget::iterations(200));
            let mut uct = Uct::<HandMade>::new(setup());
            uct.workers = (0..1023).map(|_| setup()).collect();
            let decide = || uct.decide(&HandMade::new(THREE), Player(0), &mut Rng::new(1));
            assert_eq!(with_threads(given, decide).iterations, 200);
        }
    }

    /// An iteration that is not made after all leaves arms as they were.
    #[test]
    fn what_is_taken_back_was_never_lent() {
        let mut descent = Descent::new(ByAction, Constant::Everybody, TreeRules::default());
        let mut clock = Budget::iterations(9).start(&Stop::default());
        let mut descend = Descent::descend;
        let procedure = Procedure { descend: &mut descend, settle: |_, _| false };
        let root = HandMade::new(THREE);
        let mut owner = Owner::new(&mut descent, &mut clock, procedure, root);
        let mut leaves: Vec<Pending<HandMade, u8>> = vec![];
        while owner.may_go_on() {
            let (values, mut pending) = ([0.0; MAX_PLAYERS], Pending::new(&root));
            let mut job = Job { state: root, moves: vec![], length: 0, values, played: false };
            owner.descent.descend(&mut job.state, &mut Rng::new(leaves.len() as u64));
            owner.add_virtual_loss(&mut job, &mut pending, -1.0);
            leaves.push(pending);
        }
        leaves.iter_mut().for_each(|pending| owner.take_back(pending, -1.0));
        assert_eq!((owner.clock.iterations(), owner.away), (0, 0));
        let arms = owner.descent.tree.edges(ROOT).iter().map(|edge| (edge.arm.visits, edge.arm.total));
        assert!(arms.clone().count() == 3 && arms.clone().all(|arm| arm == (0, 0.0)));
    }
}
