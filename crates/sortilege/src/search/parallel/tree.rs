//! Several threads at one decision, each with its own tree; they synchronize the upper parts of the
//! trees: "slow tree parallelization" (Gelly, Hoock, Rimmel, Teytaud & Kalemkarian 2008).
//!
//! Every thread makes simulations like a search on one thread, without atomics or locks. At
//! intervals it synchronizes with the others (see [`SyncState`]): nodes near the root then hold the
//! counts of all threads. If another thread holds the lock, it does not wait and tries again later.
//! So threads spend little time on synchronization. A thread that is delayed, by other programs or
//! by a long playout, delays only its own unreported counts.
//!
//! A single shared tree was measured too. With a lock, the whole tree moves between the caches of
//! the cores. With atomic counts, every step of a descent costs more than a second thread gains in
//! games with short simulations.
//!
//! The answer is that of the first thread after the final synchronization of all threads. The order
//! of synchronizations depends on the machine, and so does the answer.

use super::shared::{LEAST_AT_A_TIME, Shared};
use super::threads;
use crate::Rng;
use crate::budget::Clock;
use crate::tree::{Depth, SharedCounts, SyncState, Tree};
use std::hash::Hash;

/// Maximum number of iterations between two synchronizations. A large tree changes slowly.
const MOST_AT_A_TIME: u64 = 1024;
/// Before that limit is reached, the interval is 1 / `PART_AT_A_TIME` of the thread's iterations.
const PART_AT_A_TIME: u64 = 8;

/// A search on one thread.
pub(in crate::search) trait TreeWorker: Send {
    /// Labels of the edges.
    type Label: Copy + Eq + Hash + Send;

    /// Prepares the search on its own thread.
    fn begin(&mut self, _rng: &mut Rng) {}

    /// Minimum number of iterations between synchronizations.
    fn batch(&self) -> u64 {
        1
    }

    /// Makes iterations until the clock stops it. Returns whether the root is proven.
    fn grow(&mut self, clock: &mut Clock, rng: &mut Rng) -> bool;

    /// Its trees, in the same order for all workers.
    fn trees(&mut self) -> Vec<&mut Tree<Self::Label>>;
}

/// Grows the trees of all workers until the clock stops them; `first` runs on this thread.
/// Afterwards its trees have the counts of all, and the clock their iterations. Returns whether the
/// root is proven.
pub(in crate::search) fn grow<W: TreeWorker>(
    first: W,
    others: impl ExactSizeIterator<Item = W>,
    depth: Depth,
    clock: &mut Clock,
    rng: &mut Rng,
) -> bool {
    let shared = Shared::new(1 + others.len(), clock.iterations_left(), clock.iterations(), vec![]);
    let mut first = WorkerThread::new(first, depth, clock.shared_by(1 + others.len()), rng);
    // This thread makes the first iteration, so that there is at least one.
    first.go_on(1, &shared);
    let (seed, apart) = (first.rng.bits(), first.clock.clone().watched(false));
    let job = |(number, mut grower): (u64, W)| {
        let (shared, clock) = (&shared, apart.clone());
        Box::new(move || {
            let rng = &mut Rng::derive(&[seed, number]);
            grower.begin(rng);
            let mut member = WorkerThread::new(grower, depth, clock, rng);
            member.work(shared);
            shared.exchange(|shared_counts| member.sync(shared_counts));
        }) as Box<dyn FnOnce() + Send>
    };
    let jobs = (0..).zip(others).map(job).collect();
    // Workers for which the system provides no thread are dropped.
    let has_time = || !shared.is_over() && !apart.is_over();
    threads::beside_jobs(jobs, &has_time, &mut |_| first.work(&shared));
    shared.exchange(|shared_counts| first.sync(shared_counts));
    clock.add(shared.made() - clock.iterations());
    shared.is_proven()
}

/// Shared counts of every tree.
type AllSharedCounts<L> = Vec<SharedCounts<L>>;

/// A worker on its thread.
struct WorkerThread<'a, W: TreeWorker> {
    grower: W,
    depth: Depth,
    /// State of the synchronization of every tree.
    sync_states: Vec<SyncState>,
    clock: Clock,
    /// Iterations made by this worker.
    made: u64,
    rng: &'a mut Rng,
}

impl<'a, W: TreeWorker> WorkerThread<'a, W> {
    fn new(grower: W, depth: Depth, clock: Clock, rng: &'a mut Rng) -> Self {
        WorkerThread { grower, depth, sync_states: vec![], clock, made: 0, rng }
    }

    /// Makes iterations until the search is over.
    fn work(&mut self, shared: &Shared<AllSharedCounts<W::Label>>) {
        while !shared.is_over() {
            let at_a_time = (self.made / PART_AT_A_TIME).clamp(LEAST_AT_A_TIME, MOST_AT_A_TIME);
            if !self.go_on(at_a_time.max(self.grower.batch()), shared) {
                return;
            }
            shared.try_exchange(|shared_counts| self.sync(shared_counts));
            self.clock.count_elsewhere(shared.made() - self.clock.iterations());
        }
    }

    /// Makes up to `most` more iterations; returns whether there may be more after them.
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

    /// Synchronizes the counts of all trees with the other workers.
    fn sync(&mut self, shared_counts: &mut AllSharedCounts<W::Label>) {
        for (number, tree) in self.grower.trees().into_iter().enumerate() {
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
    use crate::testing::random_tree::{RandomTree, TreeShape};
    use crate::{Budget, Player, Rng};

    const THREE: &[Place] =
        &[Place::Choice(0, &[1, 1, 1]), Place::Choice(0, &[2, 2]), Place::End(&[1.0])];

    /// A system that provides one thread, or none, where 1,023 are requested.
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

    /// A continued decision counts earlier and new iterations of all threads.
    #[test]
    fn a_decision_goes_on_with_several_threads() {
        let mut uct = Uct::<RandomTree>::new(Setup::new(Budget::iterations(500)));
        uct.workers = vec![uct.setup.clone(); 3];
        let (game, mut rng) = (RandomTree::new(1, TreeShape::REGULAR), Rng::new(1));
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
