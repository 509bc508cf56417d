//! Searches that need no clock do not read it.

use super::{
    DeterminizedUct, Dpw, FlatMc, FlatUcb, MoIsmcts, Pruning, RootParallel, ScheduledStar, Search, Setup,
    SoIsmcts, SoIsmctsPom, StarMinimax, Uct,
};
use crate::budget::looks;
use crate::progress::Watch;
use crate::testing::random_tree::{RandomTree, Score, Shape};
use crate::{Budget, Player, Rng};
use std::time::Duration;

/// How often a search reads the time for a decision.
fn looks_of(mut search: impl Search<RandomTree>) -> u64 {
    looks();
    search.decide(&RandomTree::new(1, Shape::REGULAR), Player(0), &mut Rng::new(1));
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
    let budgets = [Budget::iterations(2000), Budget { memory: Some(100_000), ..Budget::iterations(2000) }];
    for budget in budgets {
        let looks = looks_of_all(budget);
        assert!(looks.iter().all(|&looks| looks == 0), "{looks:?}");
    }
    let looks = looks_of_all(Budget { time: Some(Duration::MAX), ..Budget::iterations(2000) });
    assert!(looks.iter().all(|&looks| looks > 0), "{looks:?}");
    // Whoever watches is told the time.
    let watched = Setup::new(Budget::iterations(2000)).watch(Watch::new(|_| {}));
    assert!(looks_of(Uct::<RandomTree>::new(watched)) > 0);
}
