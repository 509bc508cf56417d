//! Tests that look at every state of a small game.

use crate::text::possible;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use sortilege::game::{Notation, Outcomes, Simultaneous};
use sortilege::{Player, Rng, Turn};
use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;

/// The states that can come next, once for each action or pair of choices, in order.
pub(crate) fn successors<G: Outcomes + Simultaneous>(state: &G) -> Vec<G> {
    if state.turn() != Turn::Together {
        let after = |action| {
            let mut next = state.clone();
            next.apply(action);
            next
        };
        return possible(state).into_iter().map(after).collect();
    }
    let mut next = vec![];
    let (mut first, mut second) = (vec![], vec![]);
    state.choices(Player(0), &mut first);
    state.choices(Player(1), &mut second);
    for &a in &first {
        for &b in &second {
            next.push(state.clone());
            next.last_mut().expect("just pushed").apply_together(&[a, b]);
        }
    }
    next
}

/// Every state that can be reached from `start`, each once.
pub(crate) fn every_state<G: Outcomes + Simultaneous + Eq + Hash>(start: &G) -> Vec<G> {
    let (mut met, mut all, mut at) = (HashSet::from([start.clone()]), vec![start.clone()], 0);
    while at < all.len() {
        let next = successors(&all[at]);
        all.extend(next.into_iter().filter(|state| met.insert(state.clone())));
        at += 1;
    }
    all
}

/// The number of ways in which a game can go from `state` to its end.
pub(crate) fn histories<G: Outcomes + Simultaneous>(state: &G) -> u64 {
    match state.turn() {
        Turn::Over => 1,
        _ => successors(state).iter().map(histories).sum(),
    }
}

/// Every state prints and reads back. Whatever else is read as a position or an action, noise or a
/// position with a slip in it, is either refused or printed again as it was.
pub(crate) fn strict_notation<G>(start: &G)
where
    G: Notation + Outcomes + Simultaneous + Eq + Hash + Debug,
{
    let states = every_state(start);
    let texts: Vec<String> = states.iter().map(|state| state.position()).collect();
    for (state, text) in states.iter().zip(&texts) {
        assert_eq!(start.parse_position(text).as_ref(), Ok(state), "{text:?}");
    }
    let check = |text: &str, state: &G| {
        match start.parse_position(text) {
            Ok(read) => prop_assert_eq!(read.position(), text),
            Err(error) => prop_assert!(!error.is_empty() && !error.contains('\n')),
        }
        if let Some(action) = state.parse_action(text) {
            prop_assert_eq!(state.action_name(action), text);
        }
        Ok(())
    };
    let pick = any::<Index>;
    let noise = prop_oneof!["\\PC{0,12}", "[a-z0-9 ,/+-]{0,30}", "[abpxyz0-9+]{0,3}"];
    let mut runner = TestRunner::deterministic();
    let run = runner.run(&(pick(), noise), |(at, text)| check(&text, at.get(&states)));
    run.unwrap_or_else(|error| panic!("{error}"));
    let slip = (pick(), pick(), 0..3_usize, "[a-z0-9 ,/+-]{0,2}");
    let run = runner.run(&slip, |(at, from, length, with)| {
        let mut text = at.get(&texts).clone();
        let from = from.index(text.len());
        text.replace_range(from..(from + length).min(text.len()), &with);
        check(&text, at.get(&states))
    });
    run.unwrap_or_else(|error| panic!("{error}"));
}

/// For games too large to look at every state: the positions of random games, each with a slip made of
/// `letters` in it, are refused with a reason or printed again as they were read. So are actions.
pub(crate) fn slips_are_refused_or_printed_again<G>(start: &G, letters: &str)
where
    G: Notation + Outcomes + Simultaneous,
{
    let (mut rng, letters) = (Rng::new(1), letters.chars().collect::<Vec<_>>());
    let mut read = 0;
    for _ in 0..20 {
        let mut state = start.clone();
        while let Turn::Player(_) = state.turn() {
            let action = state.random_action(&mut vec![], &mut rng);
            let mut slip = |text: String| {
                let mut slipped: Vec<char> = text.chars().collect();
                let from = rng.below(slipped.len());
                let to = slipped.len().min(from + rng.below(3));
                let with: Vec<char> = (0..rng.below(3)).map(|_| rng.pick(&letters)).collect();
                slipped.splice(from..to, with);
                slipped.into_iter().collect::<String>()
            };
            let (position, name) = (slip(state.position()), slip(state.action_name(action)));
            match start.parse_position(&position) {
                Ok(other) => {
                    assert_eq!(other.position(), position);
                    read += 1;
                }
                Err(error) => assert!(!error.is_empty() && !error.contains('\n'), "{error:?}"),
            }
            if let Some(other) = state.parse_action(&name) {
                assert_eq!(state.action_name(other), name);
            }
            state.apply(action);
        }
    }
    assert!(read > 0, "no slip made another position: nothing was tested");
}
