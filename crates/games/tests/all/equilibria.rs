//! Searches with equilibrium guarantees approach an equilibrium: best responses on solved games
//! measure it.

use sortilege::exact::{Tabulated, Tree, exploitability, histories_of_sets};
use sortilege::game::{Observe, Outcomes, Simultaneous};
use sortilege::search::{Oos, Search, Setup, Targeting};
use sortilege::{Budget, Rng};
use sortilege_games::goofspiel::Order;
use sortilege_games::hidden_goofspiel::HiddenGoofspiel;
use sortilege_games::kuhn::Kuhn;
use sortilege_games::leduc::Leduc;
use sortilege_games::liars_dice::LiarsDice;

/// The exploitability of a search that decides at every information set separately, after it has
/// observed the history.
fn stitched<G, S>(start: &G, seed: u64, mut make: impl FnMut() -> S) -> f64
where
    G: Outcomes + Observe + Simultaneous,
    S: Search<G>,
{
    let tree = Tree::new(start);
    let mut policy = Tabulated::uniform(&tree);
    let mut rng = Rng::new(seed);
    for (set, heard) in tree.sets().zip(histories_of_sets(&tree, start)) {
        let (mut search, who) = (make(), tree.owner(set));
        heard.iter().for_each(|seen| search.observe(who, seen));
        let decision = search.decide(tree.view(set), who, &mut rng);
        let visits = |one: &sortilege::search::Candidate<G::Action>| one.visits as f64;
        let total: f64 = decision.candidates.iter().map(visits).sum();
        let mix: Vec<f64> = decision.candidates.iter().map(|one| visits(one) / total).collect();
        policy.set(&tree, set, &mix);
    }
    exploitability(&tree, &policy)
}

/// The exploitability of a search's average strategy, after increasing numbers of iterations from
/// the start.
fn trained<G>(start: &G, iterations: &[u64]) -> Vec<f64>
where
    G: Outcomes + Observe + Simultaneous,
{
    let tree = Tree::new(start);
    let labels: Vec<Vec<_>> = histories_of_sets(&tree, start)
        .iter()
        .map(|heard| heard.iter().map(|one| one.label).collect())
        .collect();
    let mut search = Oos::from_start(Setup::new(Budget::iterations(1)), start.clone());
    let mut rng = Rng::new(1);
    let mut gap = |&more: &u64| {
        search.train(more, &mut rng);
        let mut policy = Tabulated::uniform(&tree);
        for (set, labels) in tree.sets().zip(&labels) {
            if let Some(mix) = search.average(tree.owner(set), labels) {
                policy.set(&tree, set, &mix);
            }
        }
        exploitability(&tree, &policy)
    };
    iterations.iter().map(&mut gap).collect()
}

/// Seeds are fixed, so the result is deterministic.
fn assert_falls(gaps: &[f64], goal: f64) {
    assert!(gaps.is_sorted_by(|before, after| before > after), "{gaps:?}");
    assert!(gaps[gaps.len() - 1] < goal, "{gaps:?}");
}

#[test]
fn averages_of_self_play_approach_an_equilibrium() {
    assert_falls(&trained(&Kuhn::default(), &[1000, 10_000, 100_000]), 0.02);
    assert_falls(
        &trained(&LiarsDice::new(3).expect("a valid number"), &[1000, 10_000, 100_000]),
        0.1,
    );
    assert_falls(&trained(&Leduc::default(), &[1000, 30_000, 300_000]), 0.1);
    // Bids are made at the same time and stay hidden.
    let four = HiddenGoofspiel::new(4, Order::Descending).expect("four cards");
    assert_falls(&trained(&four, &[1000, 10_000, 100_000]), 0.1);
}

/// A search that decides at every information set separately, without memory, also approaches an
/// equilibrium with more iterations. A single decision is random, so the test averages over several
/// players.
#[test]
fn decisions_that_are_targeted_approach_an_equilibrium() {
    const PLAYERS: u64 = 4;
    let start = Kuhn::default();
    for targeting in [Targeting::InformationSet, Targeting::PublicSubgame] {
        let gaps = [1000, 10_000, 100_000].map(|iterations| {
            let make = || {
                let mut oos =
                    Oos::from_start(Setup::new(Budget::iterations(iterations)), start.clone());
                oos.algorithm.targeting = targeting;
                oos
            };
            (0..PLAYERS).map(|seed| stitched(&start, seed, make)).sum::<f64>() / PLAYERS as f64
        });
        assert_falls(&gaps, 0.03);
    }
}
