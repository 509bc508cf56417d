//! Several threads at one decision, each with a tree of its own, the upper parts of which they have
//! in common: "slow tree parallelization" (Gelly, Hoock, Rimmel, Teytaud & Kalemkarian 2008).
//!
//! Every thread makes simulations just as a search on one thread does, with nothing atomic and no
//! lock on the way. After a while it [settles its account](crate::tree::Account) with the others:
//! nodes near the root then hold the counts of all. Who finds somebody else at it does not wait,
//! and comes by later. So the threads take turns for a small part of the time only, and one that is
//! held up, by other programs or by a long playout, keeps back what it has not told yet, and
//! nothing else. (One tree for all was measured too. With a lock it goes back and forth between
//! caches as a whole. With atomic counts every step of a descent costs more than a second thread
//! brings in games whose simulations are short.)
//!
//! The answer is that of the first thread after everybody has told everything. Who comes by when is
//! up to the machine, and so is the answer.

use super::shared::{LEAST_AT_A_TIME, Shared};
use super::threads;
use crate::Rng;
use crate::budget::Clock;
use crate::tree::{Depth, SharedCounts, SyncState, Tree};
use std::hash::Hash;

/// Iterations between two visits to the others, at most. A tree that has grown changes slowly.
const MOST_AT_A_TIME: u64 = 1024;
/// ... and while there are fewer, this part of all that the thread has made.
const PART_AT_A_TIME: u64 = 8;

/// A search on one thread.
pub(in crate::search) trait TreeWorker: Send {
    /// What edges are labelled with.
    type Label: Copy + Eq + Hash + Send;

    /// Whatever is to be done first on the thread of its own.
    fn begin(&mut self, _rng: &mut Rng) {}

    /// How many iterations there should be at a time, at least.
    fn batch(&self) -> u64 {
        1
    }

    /// Makes iterations until the clock says stop. Says whether there is nothing left to search
    /// for.
    fn grow(&mut self, clock: &mut Clock, rng: &mut Rng) -> bool;

    /// Its trees: the same ones for everybody, in the same order.
    fn trees(&mut self) -> impl Iterator<Item = &mut Tree<Self::Label>>;
}

/// Lets threads grow their trees until the clock says stop; the first one is this. In the end its
/// trees have the counts of all, and the clock their iterations. Says whether there is nothing left
/// to search for.
pub(in crate::search) fn grow<W: TreeWorker>(
    first: W,
    others: impl ExactSizeIterator<Item = W>,
    depth: Depth,
    clock: &mut Clock,
    rng: &mut Rng,
) -> bool {
    let shared = Shared::new(1 + others.len(), clock.iterations_left(), clock.iterations(), vec![]);
    let mut first = Worker::new(first, depth, clock.shared_by(1 + others.len()), rng);
    // The first iteration is this thread's, so that there is one.
    first.go_on(1, &shared);
    let (seed, apart) = (first.rng.bits(), first.clock.clone().watched(false));
    let job = |(number, mut grower): (u64, W)| {
        let (shared, clock) = (&shared, apart.clone());
        Box::new(move || {
            let rng = &mut Rng::derive(&[seed, number]);
            grower.begin(rng);
            let mut member = Worker::new(grower, depth, clock, rng);
            member.work(shared);
            shared.tell(|shared_counts| member.sync(shared_counts));
        }) as Box<dyn FnOnce() + Send>
    };
    let jobs = (0..).zip(others).map(job).collect();
    // Those that the system has no thread for are done without.
    let has_time = || !shared.is_over() && !apart.is_over();
    threads::beside_jobs(jobs, &has_time, &mut |_| first.work(&shared));
    shared.tell(|shared_counts| first.sync(shared_counts));
    clock.add(shared.made() - clock.iterations());
    shared.is_proven()
}

/// For every tree, what is told of it.
type AllSharedCounts<L> = Vec<SharedCounts<L>>;

/// One of the threads.
struct Worker<'a, W: TreeWorker> {
    grower: W,
    depth: Depth,
    /// How it stands with the others, for every tree.
    sync_states: Vec<SyncState>,
    clock: Clock,
    /// Iterations that it has made itself.
    made: u64,
    rng: &'a mut Rng,
}

impl<'a, W: TreeWorker> Worker<'a, W> {
    fn new(grower: W, depth: Depth, clock: Clock, rng: &'a mut Rng) -> Self {
        Worker { grower, depth, sync_states: vec![], clock, made: 0, rng }
    }

    /// Goes on until it is over.
    fn work(&mut self, shared: &Shared<AllSharedCounts<W::Label>>) {
        while !shared.is_over() {
            let at_a_time = (self.made / PART_AT_A_TIME).clamp(LEAST_AT_A_TIME, MOST_AT_A_TIME);
            if !self.go_on(at_a_time.max(self.grower.batch()), shared) {
                return;
            }
            shared.tell_if_free(|shared_counts| self.sync(shared_counts));
            self.clock.count_elsewhere(shared.made() - self.clock.iterations());
        }
    }

    /// Makes up to so many iterations more; says whether there may be others after them.
    fn go_on(&mut self, most: u64, shared: &Shared<AllSharedCounts<W::Label>>) -> bool {
        let granted = shared.take(most);
        if granted == 0 {
            return false;
        }
        let before = self.clock.iterations();
        self.clock.end_after(granted);
        let proven = self.grower.grow(&mut self.clock, self.rng);
        let made = self.clock.iterations() - before;
        self.made += made;
        shared.add(made);
        let goes_on = made == granted && !proven;
        if !goes_on {
            shared.end(proven);
        }
        goes_on
    }

    /// Tells the others what it has counted, and is told what they have.
    fn sync(&mut self, shared_counts: &mut AllSharedCounts<W::Label>) {
        for (number, tree) in self.grower.trees().enumerate() {
            if shared_counts.len() <= number {
                shared_counts.push(SharedCounts::default());
            }
            if self.sync_states.len() <= number {
                self.sync_states.push(SyncState::default());
            }
            self.sync_states[number].sync(tree, &mut shared_counts[number], self.depth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::threads::scarcity::with_threads;
    use crate::playout::Rollout;
    use crate::search::{Search, Setup, Uct};
    use crate::testing::hand_made::{HandMade, Place};
    use crate::testing::random_tree::{RandomTree, Shape};
    use crate::{Budget, Player, Rng};

    const THREE: &[Place] =
        &[Place::Choice(0, &[1, 1, 1]), Place::Choice(0, &[2, 2]), Place::End(&[1.0])];

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

    /// A decision that goes on has the iterations of before and the new ones, whoever makes them.
    #[test]
    fn a_decision_goes_on_with_several_threads() {
        let mut uct = Uct::<RandomTree>::new(Setup::new(Budget::iterations(500)));
        uct.workers = vec![uct.setup.clone(); 3];
        let (game, mut rng) = (RandomTree::new(1, Shape::REGULAR), Rng::new(1));
        let visits = |candidates: &[crate::search::Candidate<_>]| -> u64 {
            candidates.iter().map(|one: &crate::search::Candidate<_>| one.visits).sum()
        };
        let first = uct.decide(&game, Player(0), &mut rng);
        assert_eq!((first.iterations, visits(&first.candidates)), (500, 500));
        let more =
            uct.go_on(&game, Player(0), &Budget::iterations(250), &mut rng).expect("it can go on");
        assert_eq!((more.iterations, visits(&more.candidates)), (750, 750));
    }
}
