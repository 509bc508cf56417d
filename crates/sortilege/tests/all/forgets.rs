//! A game whose views forget, with everything that might confuse a view with an information set.

use sortilege::exact::{
    BestResponse, GameTree, Tabulated, cfr, expected_payoffs, exploitability, nash_conv,
};
use sortilege::game::{Hidden, Observe};
use sortilege::search::{Memory, MoIsmcts, Opponents, Search, Setup};
use sortilege::testing::Contract;
use sortilege::testing::cloakroom::{Action, Cloakroom};
use sortilege::{Budget, Game, Player, Rng};
use std::collections::HashSet;

const FIRST: Player = Player(0);
const SECOND: Player = Player(1);

#[test]
fn the_game_keeps_its_contract() {
    for start in [Cloakroom::EARLY, Cloakroom::LATE] {
        Contract::new(&start).rules().chance().outcomes().hidden().observed().recall().twins();
    }
}

/// Two tickets, each held before and after the walk: four sets, of which the last two have the same
/// view.
#[test]
fn there_are_more_information_sets_than_views() {
    let tree = GameTree::new(&Cloakroom::LATE);
    let views: HashSet<_> = tree.sets_of(FIRST).map(|set| tree.view(set)).collect();
    assert_eq!((tree.sets_of(FIRST).count(), views.len()), (4, 3));
}

/// Each history leads to its own information set, even if two of them have the same view.
#[test]
fn a_history_has_a_set_of_its_own() {
    let tree = GameTree::new(&Cloakroom::LATE);
    let naming = |ticket| {
        let (mut state, mut seen) = (Cloakroom::LATE, tree.nothing_seen());
        for action in [Action::Ticket(ticket), Action::Walk, Action::Dare(true)] {
            tree.observe(&mut seen, &state, action);
            state.apply(action);
        }
        (tree.set_after(&seen, FIRST).expect("a decision"), state.view(FIRST))
    };
    let ([one, other], [here, there]) =
        ([0, 1].map(|ticket| naming(ticket).0), [0, 1].map(|t| naming(t).1));
    assert_ne!(one, other);
    assert_eq!((&here, &there, tree.view(one)), (&there, &here, tree.view(other)));
}

/// CFR+ uses information sets: a player that has seen the ticket names it, so the opponent never
/// dares.
#[test]
fn an_equilibrium_remembers() {
    for start in [Cloakroom::EARLY, Cloakroom::LATE] {
        let tree = GameTree::new(&start);
        let policy = cfr::solve(&tree, 200);
        assert!((expected_payoffs(&tree, &policy)[0] - 0.5).abs() < 1e-3);
        assert!(exploitability(&tree, &policy) < 1e-3);
    }
}

/// A player that receives only views names a random ticket, and the best response uses this: after
/// a dare the player gets 0.
#[test]
fn a_best_response_uses_what_a_view_forgets() {
    let tree = GameTree::new(&Cloakroom::LATE);
    let by_view = Tabulated::uniform(&tree);
    assert_eq!(BestResponse::new(&tree, &by_view, SECOND).value, 0.0);
    // The second player dares half the time: the first gets 1/4 from the rest, and 1/2 more if it
    // remembers.
    assert_eq!(BestResponse::new(&tree, &by_view, FIRST).value, 0.75);
    assert_eq!(nash_conv(&tree, &by_view), 0.75);
}

/// The value of daring for the second player, in [0, 1], in MO-ISMCTS.
fn of_daring(start: &Cloakroom, moves: &[Action]) -> f64 {
    let mut state = start.clone();
    moves.iter().for_each(|&action| state.apply(action));
    let mut search = MoIsmcts::<Cloakroom>::new(Setup::new(Budget::iterations(20_000)));
    search.algorithm.opponents = Opponents::Doubting { share: 0.5, memory: Memory::Views };
    search.decide(&state.view(SECOND), SECOND, &mut Rng::new(1)).candidates[1].value
}

/// Opponents in MO-ISMCTS remember their views at the start of the search and all their
/// observations after it. So the first player knows its ticket in the search if its view shows the
/// ticket at the start, even if the view does not show it later. What its view has forgotten before
/// the search is lost.
#[test]
fn opponents_in_a_search_remember_from_where_it_begins() {
    let early = of_daring(&Cloakroom::EARLY, &[Action::Ticket(0)]);
    assert!(early < 0.15, "{early}");
    let late = of_daring(&Cloakroom::LATE, &[Action::Ticket(0), Action::Walk]);
    assert!((late - 0.5).abs() < 0.05, "{late}");
}

/// Views without observations are consistent, so tests of views alone pass.
#[test]
fn views_say_nothing_of_what_they_forget() {
    assert_eq!(Cloakroom::RECALL, sortilege::game::Recall::Forgets);
    Contract::new(&Cloakroom::LATE).hidden();
}
