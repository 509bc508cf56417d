//! Searches on several threads: equal answers where they must be equal, and no iteration lost or
//! counted twice. No test depends on the order in which threads run.

use sortilege::game::{Deterministic, PerfectInfo, Simultaneous};
use sortilege::playout::{Playout, Rollout, Uniform};
use sortilege::search::*;
use sortilege::testing::hand_made::{HandMade, Place};
use sortilege::tree::ROOT;
use sortilege::{Budget, Game, Player, Rng, Stop, Turn};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

const ME: Player = Player(0);

/// A two-player zero-sum game with dice between the moves.
const DICE: &[Place] = &[
    Place::Choice(0, &[1, 2, 3]),
    Place::Choice(1, &[4, 5, 7]),
    Place::Chance(&[(4, 0.3), (5, 0.7)]),
    Place::Choice(1, &[2, 6, 8]),
    Place::Choice(0, &[6, 7]),
    Place::Chance(&[(6, 0.5), (8, 0.5)]),
    Place::End(&[1.0, -1.0]),
    Place::End(&[-1.0, 1.0]),
    Place::End(&[0.2, -0.2]),
];

fn setup(iterations: u64) -> Setup<Rollout<HandMade>> {
    Setup::new(Budget::iterations(iterations))
}

fn visits<A>(decision: &Decision<A>) -> u64 {
    decision.candidates.iter().map(|one| one.visits).sum()
}

/// A decision without its time.
fn timeless<A>(decision: Decision<A>) -> Decision<A> {
    Decision { time: Default::default(), ..decision }
}

/// Root parallelism gives the same answer on any number of threads. One worker gives the answer of
/// a plain search, and all iterations are made.
fn test_roots<S: Search<HandMade> + Divisible>(make: impl Fn() -> S, iterations: u64) {
    let game = HandMade::new(DICE);
    for seed in 0..3 {
        let decide = |searches, threads| {
            let mut rng = Rng::new(seed);
            let decision = RootParallel::new(searches, threads, &make).decide(&game, ME, &mut rng);
            (timeless(decision), rng)
        };
        let mut rng = Rng::new(seed);
        let plain = timeless(make().decide(&game, ME, &mut rng));
        assert_eq!(decide(1, 3), (plain, rng));
        for searches in [2, 3, 7] {
            let one = decide(searches, 1);
            assert_eq!((one.0.iterations, visits(&one.0)), (iterations, iterations));
            assert_eq!([decide(searches, 2), decide(searches, 3)], [one.clone(), one]);
        }
    }
}

#[test]
fn roots_do_not_depend_on_threads() {
    test_roots(|| Uct::<HandMade>::new(setup(200)), 200);
    test_roots(|| Dpw::<HandMade>::new(setup(200)), 200);
    test_roots(|| FlatMc::<HandMade>::new(setup(100)), 100);
    test_roots(|| FlatUcb::<HandMade>::new(setup(100)), 100);
    test_roots(|| PolicyImprovement::<HandMade, _>::of_policy(Uniform, setup(100)), 100);
    test_roots(|| SoIsmcts::<HandMade>::new(setup(201)), 201);
    test_roots(|| SoIsmctsPom::<HandMade>::new(setup(201)), 201);
    test_roots(|| MoIsmcts::<HandMade>::new(setup(203)), 203);
    let ensemble = || DeterminizedUct { trees: 10, ..DeterminizedUct::<HandMade>::new(setup(20)) };
    test_roots(ensemble, 200);
    let sampled = || Setup { choice: FinalChoice::SampledVisits, ..setup(200) };
    test_roots(|| Uct::<HandMade>::new(sampled()), 200);
    let mixed = || {
        let mut search = SoIsmcts::<HandMade>::new(sampled());
        search.rules.select = Select::RegretMatching;
        search
    };
    test_roots(mixed, 200);
}

#[test]
fn cheating_roots_do_not_depend_on_threads() {
    let game = HandMade::new(DICE);
    let decide = |searches, threads| {
        let make = || CheatingEnsemble { trees: 5, ..CheatingEnsemble::<HandMade>::new(setup(20)) };
        let mut search = RootParallel::new(searches, threads, make);
        timeless(search.decide_knowing_all(&game, ME, &mut Rng::new(1)))
    };
    let one = decide(3, 1);
    assert_eq!((one.iterations, visits(&one)), (100, 100));
    assert_eq!([decide(3, 2), decide(3, 3)], [one.clone(), one]);
    let make = || CheatingUct::<HandMade>::new(setup(100));
    let [two, plain] = [2, 1]
        .map(|n| RootParallel::new(n, 2, make).decide_knowing_all(&game, ME, &mut Rng::new(1)));
    assert_eq!((visits(&two), visits(&plain)), (100, 100));
    assert_eq!(timeless(plain), timeless(make().decide_knowing_all(&game, ME, &mut Rng::new(1))));
}

/// 10 iterations for 4 workers are 3, 3, 2 and 2; 3 are one for each of the first three.
#[test]
fn iterations_are_shared_out_to_the_last() {
    for (iterations, shares) in [(10, vec![3, 3, 2, 2]), (3, vec![1, 1, 1]), (0, vec![1])] {
        let mut search = RootParallel::new(4, 2, || Uct::<HandMade>::new(setup(iterations)));
        search.decide(&HandMade::new(DICE), ME, &mut Rng::new(1));
        let made: Vec<u32> =
            search.searches().iter().map(|one| one.tree().visits(0)).filter(|&n| n > 0).collect();
        assert_eq!(made, shares);
    }
}

#[test]
fn a_stop_ends_all_searches() {
    let stop = Stop::default();
    stop.now();
    let endless = || Setup { budget: Budget::default(), stop: stop.clone(), ..setup(0) };
    let mut search = RootParallel::new(3, 2, || Uct::<HandMade>::new(endless()));
    assert_eq!(search.decide(&HandMade::new(DICE), ME, &mut Rng::new(1)).iterations, 3);
}

/// Matching pennies: both players show a side, and the first player wins if the sides are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Pennies(Option<[bool; 2]>);

impl Game for Pennies {
    type Action = bool;
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        if self.0.is_some() { Turn::Over } else { Turn::Together }
    }
    fn actions(&self, _: &mut Vec<bool>) {
        unreachable!("no single player is on turn")
    }
    fn apply(&mut self, _: bool) {
        unreachable!("no single player moves")
    }
    fn payoff(&self, who: Player) -> f64 {
        let same = self.0.is_some_and(|[one, other]| one == other);
        if same == (who == ME) { 1.0 } else { -1.0 }
    }
}
impl Simultaneous for Pennies {
    fn choices(&self, _: Player, out: &mut Vec<bool>) {
        out.clear();
        out.extend([false, true]);
    }
    fn apply_together(&mut self, joint: &[bool]) {
        self.0 = Some([joint[0], joint[1]]);
    }
}
impl Deterministic for Pennies {}
impl PerfectInfo for Pennies {}

/// At simultaneous choices the answer is sampled from the summed visits.
#[test]
fn choices_made_at_once_are_drawn_from_the_sums() {
    let mut seen = [0; 2];
    for seed in 0..40 {
        let mut search =
            RootParallel::new(3, 2, || Uct::<Pennies>::new(Setup::new(Budget::iterations(90))));
        let decision = search.decide(&Pennies(None), ME, &mut Rng::new(seed));
        assert_eq!(visits(&decision), 90);
        seen[usize::from(decision.action)] += 1;
    }
    // With odds between 1 : 3 and 3 : 1, the probability of fewer than 5 of 40 is below one in ten
    // thousand, and seeds are fixed.
    assert!(seen[0] >= 5 && seen[1] >= 5, "{seen:?}");
}

/// The robust child is never sampled.
#[test]
fn a_robust_choice_is_never_drawn() {
    for seed in 0..40 {
        let setup = Setup::new(Budget::iterations(90)).choice(FinalChoice::Robust);
        let decision = Uct::<Pennies>::new(setup).decide(&Pennies(None), ME, &mut Rng::new(seed));
        let most = decision.candidates.iter().map(|one| one.visits).max();
        let chosen = decision.candidates.iter().find(|one| one.action == decision.action);
        assert_eq!(chosen.map(|one| one.visits), most, "seed {seed}");
    }
}

/// Iterations are counted once, and arms hold the rewards of their simulations, whichever thread
/// made them. In this game the rewards are known, because they depend on the first move.
#[test]
fn trees_that_threads_have_in_common_lose_nothing() {
    const SURE: &[Place] = &[
        Place::Choice(0, &[1, 2, 3]),
        Place::Choice(1, &[4, 4, 4]),
        Place::Choice(1, &[5, 5, 5, 5]),
        Place::Choice(0, &[6, 6]),
        Place::Choice(0, &[7, 7]),
        Place::Choice(0, &[8, 8]),
        Place::Choice(1, &[9, 9]),
        Place::End(&[0.5, -0.5]),
        Place::End(&[0.25, -0.25]),
        Place::End(&[-0.5, 0.5]),
    ];
    let game = HandMade::new(SURE);
    // Sums of these rewards are exact.
    let reward = sortilege::reward::WinLoss { win: 1.0, loss: -1.0, discount: 1.0 };
    let setup = || Setup { reward, ..setup(3000) };
    for threads in [2, 3, 4, 16] {
        let workers = || vec![setup(); threads - 1];
        let mut uct = Uct::<HandMade>::new(setup());
        uct.workers = workers();
        let mut fixed = Uct::<HandMade>::new(setup()).fixed_chance();
        fixed.workers = workers();
        let mut dpw = Dpw::<HandMade>::new(setup());
        dpw.workers = workers();
        let mut so = SoIsmcts::<HandMade>::new(setup());
        so.workers = workers();
        let mut pom = SoIsmctsPom::<HandMade>::new(setup());
        pom.workers = workers();
        let mut mo = MoIsmcts::<HandMade>::new(setup());
        mo.workers = workers();
        let searches: [&mut dyn Search<HandMade>; 6] =
            [&mut uct, &mut fixed, &mut dpw, &mut so, &mut pom, &mut mo];
        for search in searches {
            let decision = search.decide(&game, ME, &mut Rng::new(1));
            assert_eq!((decision.iterations, visits(&decision), decision.action), (3000, 3000, 0));
            let values: Vec<f64> = decision.candidates.iter().map(|one| one.value).collect();
            assert_eq!(values, [0.5, 0.25, -0.5]);
        }
        for tree in [uct.tree(), fixed.tree(), dpw.tree(), so.tree()] {
            assert_eq!(tree.visits(ROOT), 3000);
        }
    }
}

/// Mixed strategies and simultaneous choices are updated on several threads as well.
#[test]
fn mixes_are_found_together() {
    let mut uct = Uct::<Pennies>::new(Setup::new(Budget::iterations(2000)));
    uct.workers = vec![uct.setup.clone()];
    let decision = uct.decide(&Pennies(None), ME, &mut Rng::new(1));
    assert_eq!((decision.iterations, visits(&decision)), (2000, 2000));
    let mut so = SoIsmcts::<HandMade>::new(setup(2000));
    so.rules.select = Select::RegretMatching;
    so.workers = vec![so.setup.clone()];
    let decision = so.decide(&HandMade::new(DICE), ME, &mut Rng::new(1));
    assert_eq!((decision.iterations, visits(&decision)), (2000, 2000));
}

#[test]
fn all_threads_obey_stops_and_memory_limits() {
    let stop = Stop::default();
    stop.now();
    let mut uct = Uct::<HandMade>::new(Setup { budget: Budget::default(), stop, ..setup(0) });
    uct.workers = vec![setup(0)];
    assert_eq!(uct.decide(&HandMade::new(DICE), ME, &mut Rng::new(1)).iterations, 1);
    let mut uct = Uct::<HandMade>::new(Setup {
        budget: Budget { memory: Some(600), ..Budget::iterations(500) },
        ..setup(0)
    });
    uct.workers = vec![setup(0)];
    let decision = uct.decide(&HandMade::new(DICE), ME, &mut Rng::new(1));
    assert_eq!(visits(&decision), 500);
    assert!(decision.tree.bytes < 900, "{} bytes", decision.tree.bytes);
}

/// A playout that blocks until the shared count `made` reaches `waits_for`. Every call increments
/// the count; it is 0 for the first thread, which never blocks.
#[derive(Clone)]
struct HeldUp {
    rollout: Rollout<HandMade>,
    made: Arc<(Mutex<u32>, Condvar)>,
    waits_for: u32,
}

impl Playout<HandMade> for HeldUp {
    fn finish(&mut self, state: &mut HandMade, rng: &mut Rng, values: &mut [f64]) -> u32 {
        let (made, more) = &*self.made;
        let mut count = made.lock().unwrap();
        while *count < self.waits_for {
            count = more.wait(count).unwrap();
        }
        *count += 1;
        more.notify_all();
        drop(count);
        self.rollout.finish(state, rng, values)
    }
}

/// Threads that are blocked for nine tenths of a search do not disturb the others, and their
/// results count in the end.
#[test]
fn threads_that_are_held_up_do_not_spoil_the_tree() {
    const SURE: &[Place] = &[
        Place::Choice(0, &[1, 2, 3]),
        Place::End(&[0.5, -0.5]),
        Place::End(&[0.25, -0.25]),
        Place::End(&[-0.5, 0.5]),
    ];
    for seed in 0..10 {
        let made = Arc::new((Mutex::new(0), Condvar::new()));
        let setup = |waits_for| {
            let playout = HeldUp { rollout: Rollout::default(), made: made.clone(), waits_for };
            let reward = sortilege::reward::WinLoss { win: 1.0, loss: -1.0, discount: 1.0 };
            setup(1000).playout(playout).reward(reward)
        };
        let mut uct = Uct::<HandMade, HeldUp>::new(setup(0));
        uct.rules.c = 0.3;
        uct.workers = (0..3).map(|_| setup(900)).collect();
        let decision = uct.decide(&HandMade::new(SURE), ME, &mut Rng::new(seed));
        assert_eq!(
            (decision.iterations, visits(&decision), decision.action),
            (1000, 1000, 0),
            "seed {seed}"
        );
        let values: Vec<f64> = decision.candidates.iter().map(|one| one.value).collect();
        assert_eq!(values, [0.5, 0.25, -0.5]);
    }
}

/// Without any time, exactly one iteration is made, on any number of threads.
#[test]
fn no_time_is_time_for_one_iteration() {
    let none = || Setup { budget: Budget::time(Duration::ZERO), ..setup(0) };
    let game = HandMade::new(DICE);
    let mut shared = Uct::<HandMade>::new(none());
    shared.workers = vec![none(); 3];
    let ensemble = DeterminizedUct { trees: 100_000, ..DeterminizedUct::<HandMade>::new(none()) };
    let searches: [Box<dyn Search<HandMade>>; 9] = [
        Box::new(shared),
        Box::new(ensemble),
        Box::new(PolicyImprovement::<HandMade, _>::of_policy(Uniform, none())),
        Box::new(FlatMc::<HandMade>::new(none())),
        Box::new(FlatUcb::<HandMade>::new(none())),
        Box::new(Dpw::<HandMade>::new(none())),
        Box::new(SoIsmcts::<HandMade>::new(none())),
        Box::new(MoIsmcts::<HandMade>::new(none())),
        Box::new(RootParallel::new(64, 8, || Uct::<HandMade>::new(none()))),
    ];
    for (number, mut search) in searches.into_iter().enumerate() {
        let decision = search.decide(&game, ME, &mut Rng::new(1));
        assert_eq!((decision.iterations, visits(&decision)), (1, 1), "search {number}");
    }
    let mut cheating =
        CheatingEnsemble { trees: 100_000, ..CheatingEnsemble::<HandMade>::new(none()) };
    assert_eq!(cheating.decide_knowing_all(&game, ME, &mut Rng::new(1)).iterations, 1);
}
