//! Tests that searches without a limit of time do not read the clock.

use super::{
    DeterminizedUct, Dpw, FlatMc, FlatUcb, MoIsmcts, Oos, Pruning, RootParallel, ScheduledStar,
    Search, Setup, SoIsmcts, SoIsmctsPom, StarMinimax, Uct,
};
use crate::budget::looks;
use crate::game::{Deterministic, Hidden, Observe, Recall, Sequential};
use crate::progress::Watch;
use crate::testing::random_tree::{RandomTree, Score, TreeShape};
use crate::{Budget, Game, Player, Rng, Turn};
use std::cell::Cell;
use std::time::Duration;

/// Number of clock readings during a decision.
fn looks_of(mut search: impl Search<RandomTree>) -> u64 {
    looks();
    search.decide(&RandomTree::new(1, TreeShape::REGULAR), Player(0), &mut Rng::new(1));
    looks()
}

fn looks_of_all(budget: Budget) -> Vec<u64> {
    let setup = || Setup::new(budget);
    vec![
        looks_of(Uct::<RandomTree>::new(setup())),
        looks_of(Dpw::<RandomTree>::new(setup())),
        looks_of(SoIsmcts::<RandomTree>::new(setup())),
        looks_of(SoIsmctsPom::<RandomTree>::new(setup())),
        looks_of(MoIsmcts::<RandomTree>::new(setup())),
        looks_of(DeterminizedUct::<RandomTree>::new(setup())),
        looks_of(FlatMc::<RandomTree>::new(setup())),
        looks_of(FlatUcb::<RandomTree>::new(setup())),
        looks_of(StarMinimax::new(Pruning::Star2, budget, Score)),
        looks_of(ScheduledStar::new(budget, Score)),
        looks_of(RootParallel::new(3, 1, || Uct::<RandomTree>::new(setup()))),
    ]
}

#[test]
fn no_clock_is_read_where_the_budget_has_no_time() {
    let budgets =
        [Budget::iterations(2000), Budget { memory: Some(100_000), ..Budget::iterations(2000) }];
    for budget in budgets {
        let looks = looks_of_all(budget);
        assert!(looks.iter().all(|&looks| looks == 0), "{looks:?}");
    }
    let looks = looks_of_all(Budget { time: Some(Duration::MAX), ..Budget::iterations(2000) });
    assert!(looks.iter().all(|&looks| looks > 0), "{looks:?}");
    // Progress reports include the time.
    let watched = Setup::new(Budget::iterations(2000)).watch(Watch::new(|_| {}));
    assert!(looks_of(Uct::<RandomTree>::new(watched)) > 0);
}

/// A game with one choice of two actions. Sampling a state records the number of earlier clock
/// readings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Drawn(Option<u8>);

thread_local! {
    /// Clock readings before the first sampled state, if any.
    static BEFORE: Cell<Option<u64>> = const { Cell::new(None) };
}

impl Game for Drawn {
    type Action = u8;
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        if self.0.is_some() { Turn::Over } else { Turn::Player(Player(0)) }
    }
    fn actions(&self, out: &mut Vec<u8>) {
        *out = vec![0, 1];
    }
    fn apply(&mut self, action: u8) {
        self.0 = Some(action);
    }
    fn payoff(&self, _: Player) -> f64 {
        0.0
    }
}

impl Deterministic for Drawn {}
impl Sequential for Drawn {}

impl Hidden for Drawn {
    type View = Drawn;
    fn view(&self, _: Player) -> Drawn {
        self.clone()
    }
    fn determinize(view: &Drawn, _: &mut Rng) -> Self {
        let readings = looks();
        BEFORE.set(BEFORE.get().or(Some(readings)));
        view.clone()
    }
}

impl Observe for Drawn {
    type Seen = u8;
    const RECALL: Recall = Recall::Perfect;
    fn seen(&self, action: u8, _: Player) -> Option<u8> {
        Some(action)
    }
}

/// Sampling the first state can take long, so its time counts.
#[test]
fn the_clock_runs_before_a_state_is_drawn() {
    let budget = Budget { time: Some(Duration::MAX), ..Budget::iterations(10) };
    let setup = || Setup::new(budget);
    let searches: Vec<(&str, Box<dyn Search<Drawn>>)> = vec![
        ("so-ismcts", Box::new(SoIsmcts::new(setup()))),
        ("so-ismcts-pom", Box::new(SoIsmctsPom::new(setup()))),
        ("mo-ismcts", Box::new(MoIsmcts::new(setup()))),
        ("oos", Box::new(Oos::new(setup()))),
        ("determinized-uct", Box::new(DeterminizedUct::new(setup()))),
        ("flat-mc", Box::new(FlatMc::new(setup()))),
        ("flat-ucb", Box::new(FlatUcb::new(setup()))),
    ];
    for (name, mut search) in searches {
        looks();
        BEFORE.set(None);
        search.decide(&Drawn(None), Player(0), &mut Rng::new(1));
        assert!(BEFORE.get() > Some(0), "{name} draws a state before it reads the time");
    }
}
