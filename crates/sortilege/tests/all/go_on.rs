//! Searches that resume after an answer: several parts give the same result as one search.

use sortilege::game::{Chance, Hidden, Observe, Simultaneous};
use sortilege::playout::{EpsilonMix, Mast, Rollout, Uniform};
use sortilege::search::{
    Decision, Dpw, FinalChoice, FlatMc, MoIsmcts, Search, Select, Setup, SoIsmcts, SoIsmctsPom, Uct,
};
use sortilege::testing::cloakroom::Cloakroom;
use sortilege::testing::random_tree::{RandomTree, Shape};
use sortilege::tree::Extent;
use sortilege::{Budget, Game, Player, Rng, Turn};

const FIRST: Player = Player(0);

/// The result of a search in parts on a state: the answer, the tree and the final state of the
/// random number generator.
fn in_parts<G: Hidden>(
    mut search: impl Search<G>,
    state: &G,
    parts: &[u64],
) -> (Decision<G::Action>, Option<String>, Rng) {
    let (view, mut rng) = (state.view(FIRST), Rng::new(7));
    let mut decision = search.decide(&view, FIRST, &mut rng);
    for &more in parts {
        let more = search.go_on(&view, FIRST, &Budget::iterations(more), &mut rng);
        decision = more.expect("it has just decided on this");
    }
    let outline = search.outline(&view, &Extent::default(), &|_, action| format!("{action:?}"));
    (decision, outline.map(|outline| outline.to_json()), rng)
}

/// 1,000 iterations and 1,000 more equal 2,000 at once, and so do four parts of any length.
fn adds_up<G: Hidden, S: Search<G>>(state: &G, make: impl Fn(Budget) -> S)
where
    G::Action: std::fmt::Debug,
{
    let whole = in_parts(make(Budget::iterations(2000)), state, &[]);
    assert_eq!(whole.0.iterations, 2000);
    assert_eq!(in_parts(make(Budget::iterations(1000)), state, &[1000]), whole);
    assert_eq!(in_parts(make(Budget::iterations(1)), state, &[1300, 698, 1]), whole);
}

/// All searches that do not use hidden information.
fn all_add_up<G: Chance + Observe + Simultaneous>(state: &G) {
    adds_up(state, |budget| SoIsmcts::<G>::new(Setup::new(budget)));
    adds_up(state, |budget| SoIsmctsPom::<G>::new(Setup::new(budget)));
    adds_up(state, |budget| MoIsmcts::<G>::new(Setup::new(budget)));
    adds_up(state, |budget| {
        SoIsmcts::<G>::new(Setup::new(budget).choice(FinalChoice::SampledVisits))
    });
    adds_up(state, |budget| {
        let mut search = MoIsmcts::<G>::new(Setup::new(budget));
        search.rules.select = Select::RegretMatching;
        search
    });
}

#[test]
fn parts_are_the_whole_where_something_is_hidden() {
    let mut state = Cloakroom::LATE;
    while !matches!(state.turn(), Turn::Player(FIRST)) {
        let outcome = state.sample(&mut Rng::new(1));
        state.apply(outcome);
    }
    all_add_up(&state);
}

#[test]
fn parts_are_the_whole_where_nothing_is() {
    for seed in 0..5 {
        let state = RandomTree::new(seed, Shape::REGULAR);
        all_add_up(&state);
        adds_up(&state, |budget| Uct::<RandomTree>::new(Setup::new(budget)));
        adds_up(&state, |budget| Uct::<RandomTree>::new(Setup::new(budget)).permuted());
        adds_up(&state, |budget| Uct::<RandomTree>::new(Setup::new(budget)).fixed_chance());
        adds_up(&state, |budget| Dpw::<RandomTree>::new(Setup::new(budget)));
        // What a playout has learnt is kept between the parts.
        adds_up(&state, |budget| {
            let mast = EpsilonMix { epsilon: 0.3, policy: Mast::default(), other: Uniform };
            Uct::<RandomTree, _>::new(Setup::with(budget, Rollout::new(mast)))
        });
        adds_up(&state, |budget| {
            let mut uct = Uct::<RandomTree>::new(Setup::new(budget));
            uct.reuse = true;
            uct
        });
    }
}

#[test]
fn only_the_last_decision_goes_on() {
    let (state, other) = (RandomTree::new(1, Shape::REGULAR), RandomTree::new(2, Shape::REGULAR));
    let (more, rng) = (Budget::iterations(10), &mut Rng::new(1));
    let mut uct = Uct::<RandomTree>::new(Setup::new(Budget::iterations(100)));
    assert_eq!(uct.go_on(&state, FIRST, &more, rng), None, "there was none");
    uct.decide(&state, FIRST, rng);
    assert_eq!(uct.go_on(&other, FIRST, &more, rng), None, "it was about another state");
    assert_eq!(uct.go_on(&state, Player(1), &more, rng), None, "it was for another seat");
    assert_eq!(uct.go_on(&state, FIRST, &more, rng).map(|decision| decision.iterations), Some(110));
    uct.new_game();
    assert_eq!(uct.go_on(&state, FIRST, &more, rng), None, "it is another game");
    let mut flat = FlatMc::<RandomTree>::new(Setup::new(Budget::iterations(100)));
    flat.decide(&state, FIRST, rng);
    let continued = flat.go_on(&state, FIRST, &more, rng).map(|decision| decision.iterations);
    assert_eq!(continued, Some(110), "a search without a tree keeps its candidates");
}

/// A stopped search returns its answer so far.
#[test]
fn a_stopped_search_goes_no_further() {
    let state = RandomTree::new(1, Shape::REGULAR);
    let mut uct = Uct::<RandomTree>::new(Setup::new(Budget::iterations(100)));
    let (stop, rng) = (uct.setup.stop.clone(), &mut Rng::new(1));
    let before = uct.decide(&state, FIRST, rng);
    stop.now();
    assert_eq!(uct.go_on(&state, FIRST, &Budget::default(), rng), Some(before));
}
