//! Best responses without a tree agree with those of the tree in poker and dice games.

use sortilege::exact::{BestResponse, Even, OfTree, Tabulated, Tree, expected_payoffs, respond};
use sortilege::game::{Observe, Outcomes, Sequential};
use sortilege::{Player, Rng, Stop};
use sortilege_games::kuhn::Kuhn;
use sortilege_games::leduc::Leduc;
use sortilege_games::liars_dice::LiarsDice;
use std::hash::Hash;

fn assert_as_in_the_tree<G>(start: &G)
where
    G: Outcomes + Observe + Sequential + Eq + Hash,
{
    let (tree, stop, mut rng) = (Tree::new(start), Stop::default(), Rng::new(1));
    let random = Tabulated::from_fn(&tree, |_, _, actions| {
        let weights: Vec<f64> = actions.iter().map(|_| rng.unit()).collect();
        let total: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / total).collect()
    });
    let uniform = Tabulated::uniform(&tree);
    for who in [0, 1].map(Player) {
        let found = [
            (&uniform, respond(start, &mut Even, who, &stop, &mut |_| ())),
            (&random, respond(start, &mut OfTree::new(&tree, &random), who, &stop, &mut |_| ())),
        ];
        for (policy, found) in found {
            let found = found.expect("it is not stopped");
            assert!(
                (found.best - BestResponse::new(&tree, policy, who).value).abs() < 1e-9,
                "{found:?}"
            );
            assert!(
                (found.value - expected_payoffs(&tree, policy)[who.0]).abs() < 1e-9,
                "{found:?}"
            );
            assert_eq!(found.sets, tree.sets_of(who).count() as u64);
            assert_eq!(found.endings, tree.terminals() as u64);
        }
    }
}

#[test]
fn poker_and_dice() {
    assert_as_in_the_tree(&Kuhn::default());
    assert_as_in_the_tree(&Leduc::default());
    assert_as_in_the_tree(&LiarsDice::new(3).expect("a valid number"));
}
