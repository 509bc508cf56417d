//! Playouts that one thread has others make. States go one way and payoffs the other, in batches; nobody waits for a
//! lock, and workers wait for work without sleeping, for it comes within microseconds.

use crate::game::{Chance, MAX_PLAYERS, Simultaneous};
use crate::playout::{Playout, Values};
use crate::reward::Reward;
use crate::search::setup::{Setup, finish};
use crate::{Game, Player, Rng};
use std::hint::spin_loop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;

/// Jobs in a batch, at most: enough that messages between cores cost little.
pub(super) const MOST_JOBS: usize = 16;
/// Batches for each worker: one to work on while the other is looked after.
pub(super) const BATCHES: usize = 2;
/// How often a thread looks before it offers its core to others.
const LOOKS_IN_A_ROW: u32 = 500;

/// A state to be played out, and what came of it.
pub(super) struct Job<G: Game> {
    pub(super) state: G,
    pub(super) moves: Vec<(Player, G::Action)>,
    pub(super) length: u32,
    pub(super) values: Values,
    /// Whether it was played out since it was sent.
    pub(super) played: bool,
}

/// Jobs that go together.
pub(super) struct Batch<G: Game> {
    /// Those that a worker has, or has had; there is room for more behind them.
    jobs: Mutex<(Vec<Job<G>>, usize)>,
    /// Whether a worker has them. Otherwise they are with the one who sends them.
    sent: AtomicBool,
}

impl<G: Game> Batch<G> {
    fn new(state: &G) -> Self {
        let job = || Job {
            state: state.clone(),
            moves: vec![],
            length: 0,
            values: [0.0; MAX_PLAYERS],
            played: false,
        };
        let jobs = (0..MOST_JOBS).map(|_| job()).collect();
        Batch { jobs: Mutex::new((jobs, 0)), sent: AtomicBool::new(false) }
    }

    fn lock(&self) -> MutexGuard<'_, (Vec<Job<G>>, usize)> {
        self.jobs.lock().expect("no thread has panicked")
    }

    /// Whether it is there to be looked after.
    pub(super) fn is_back(&self) -> bool {
        !self.sent.load(Ordering::Acquire)
    }

    /// Shows the jobs to `renew`, and how many of them come back from a worker; sends the first ones away
    /// again, as many as it says.
    pub(super) fn look_after(&self, renew: impl FnOnce(&mut [Job<G>], usize) -> usize) {
        let mut held = self.lock();
        let (jobs, many) = &mut *held;
        *many = renew(jobs, *many);
        let sent = *many > 0;
        drop(held);
        self.sent.store(sent, Ordering::Release);
    }

    /// Runs the jobs that were sent, unless there is a `hurry`, and sends them back. `room` is a place for their
    /// states: fetching them all at once from the other core takes little longer than fetching one.
    fn run(&self, room: &mut Vec<G>, hurry: &AtomicBool, mut run: impl FnMut(&mut Job<G>, &mut G)) {
        let mut held = self.lock();
        let (jobs, many) = &mut *held;
        room.clear();
        room.extend(jobs[..*many].iter().map(|job| job.state.clone()));
        for (job, state) in jobs.iter_mut().zip(room) {
            job.played = !hurry.load(Ordering::Relaxed);
            if job.played {
                run(job, state);
            }
        }
        drop(held);
        self.sent.store(false, Ordering::Release);
    }
}

/// Where a worker gets its jobs.
pub(super) struct Queue<G: Game> {
    pub(super) batches: [Batch<G>; BATCHES],
    /// Whether jobs that are not begun yet are not worth the time any more.
    hurry: AtomicBool,
    /// Whether no more work is to come, or nobody is there to do it.
    closed: AtomicBool,
}

impl<G: Chance + Simultaneous> Queue<G> {
    /// A queue with room for states like this one.
    pub(super) fn new(state: &G) -> Self {
        Queue {
            batches: std::array::from_fn(|_| Batch::new(state)),
            hurry: AtomicBool::new(false),
            closed: AtomicBool::new(false),
        }
    }

    /// What a worker does until the queue is closed.
    pub(super) fn serve<P, R, B>(&self, setup: &mut Setup<P, R, B>, mut rng: Rng)
    where
        P: Playout<G>,
        R: Reward<G>,
    {
        let _closing = Closing(std::slice::from_ref(self));
        let next = || self.batches.iter().find(|batch| !batch.is_back());
        let mut room = vec![];
        loop {
            wait_until(|| next().is_some() || self.is_closed());
            let Some(batch) = next().filter(|_| !self.is_closed()) else { return };
            batch.run(&mut room, &self.hurry, |job, state| {
                job.values = finish(state, setup, &job.moves, job.length, &mut rng);
            });
        }
    }

    /// Has the worker leave what it has not begun.
    pub(super) fn hurry(&self) {
        self.hurry.store(true, Ordering::Relaxed);
    }

    /// Waits until all that was sent has come back; says whether it has. It does not if the worker panics.
    pub(super) fn wait_for(&self, batch: &Batch<G>) -> bool {
        wait_until(|| batch.is_back() || self.is_closed());
        batch.is_back()
    }

    fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }
}

/// Closes queues in the end, also if that is a panic: nobody is kept waiting for one who has gone.
pub(super) struct Closing<'a, G: Game>(pub(super) &'a [Queue<G>]);

impl<G: Game> Drop for Closing<'_, G> {
    fn drop(&mut self) {
        self.0.iter().for_each(|queue| queue.closed.store(true, Ordering::Relaxed));
    }
}

fn wait_until(condition: impl Fn() -> bool) {
    loop {
        for _ in 0..LOOKS_IN_A_ROW {
            if condition() {
                return;
            }
            spin_loop();
        }
        thread::yield_now();
    }
}
