//! Test support for moves and positions by name, and for notation itself.

use crate::census::every_state;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use sortilege::game::{Chance, Notation, Outcomes, Simultaneous};
use sortilege::{Rng, Turn};
use sortilege_games_common::text::possible;
use std::fmt::Debug;
use std::hash::Hash;

/// The state after the actions with these names, separated by spaces.
pub fn after<G: Notation>(start: &G, names: &str) -> G {
    let mut state = start.clone();
    for name in names.split_whitespace() {
        let action = state.parse_action(name);
        state.apply(
            action.unwrap_or_else(|| panic!("{name} is not possible in {}", state.position())),
        );
    }
    state
}

/// The names of all actions that can come next, sorted.
pub fn sorted_names<G: Notation + Outcomes + Simultaneous>(state: &G) -> Vec<String> {
    let mut names: Vec<_> =
        possible(state).into_iter().map(|action| state.action_name(action)).collect();
    names.sort_unstable();
    names
}

/// Checks that parsers never panic on any text, and that an accepted position prints as exactly the
/// same text. `alike` is a regular expression of similar texts.
pub fn parsers_survive<G: Chance + Notation + PartialEq + Debug>(start: &G, alike: &str) {
    let texts =
        prop_oneof![any::<String>(), proptest::string::string_regex(alike).expect("an expression")];
    proptest!(ProptestConfig::with_cases(2000), |(text in texts, seed: u64, plies in 0..8_u8)| {
        if let Ok(state) = start.parse_position(&text) {
            prop_assert_eq!(state.position(), &text[..]);
        }
        let mut state = start.clone();
        let mut rng = Rng::new(seed);
        for _ in 0..plies {
            match state.turn() {
                Turn::Chance => state.apply(state.sample(&mut rng)),
                Turn::Player(_) => state.apply(state.random_action(&mut vec![], &mut rng)),
                _ => break,
            }
        }
        if let Some(action) = state.parse_action(&text) {
            prop_assert!(!state.action_name(action).is_empty());
            if state.turn() != Turn::Together {
                state.apply(action);
            }
        }
    });
}

/// Checks that every state prints and parses back. Other texts, noise or a position with an error,
/// are either rejected or printed again unchanged; the same holds for actions.
pub fn strict_notation<G>(start: &G)
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

/// The same check for games with too many states: the positions of random games, each with a random
/// error made of `letters`, are rejected with a reason or printed again unchanged. So are actions.
pub fn slips_are_refused_or_printed_again<G: Notation>(start: &G, letters: &str) {
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
