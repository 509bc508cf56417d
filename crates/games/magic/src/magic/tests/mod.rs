//! Shared helpers of Magic's tests: decks, positions, and policies.

mod cards;
mod fights;
mod games;
mod players;
mod positions;

use super::expert::{castable, most_attackers};
use super::*;
use crate::policies::worth;
use crate::spelling::after;
use crate::text::possible;
use sortilege::Budget;
use sortilege::game::{Chance, Hidden, Notation, Observe, Outcomes, Picture};
use sortilege::playout::{Playout, Policy, Rollout};
use sortilege::reward::WinLoss;
use sortilege::scene::Gesture;
use sortilege::search::{Decision, DeterminizedUct, Divisible, FinalChoice, Search, Setup, Uct};
use sortilege::testing::beliefs::{self, Promise};
use sortilege::testing::{Contract, odds};
use std::collections::HashSet;
use std::time::Duration;

/// A deck with all creatures of the worked examples.
fn studio() -> Magic {
    studio_with(Options::default())
}

fn studio_with(options: Options) -> Magic {
    let list =
        "17*L+2*6/6(7)+3*5/5(6)+2*4/4(5)+4/2(4)+2*3/3(4)+3/2(3)+2/4(4)+2/3(3)+6*2/2(2)+1/1(1)";
    let deck = list.parse().expect("a deck");
    Magic::new(&Settings { deck, options, ..Settings::default() }).expect("valid settings")
}

fn at(text: &str) -> Magic {
    at_with(Options::default(), text)
}

/// A position for tests: the game can be played on from it, although play may not lead to it.
fn at_with(options: Options, text: &str) -> Magic {
    studio_with(options).read_sound(text).unwrap_or_else(|error| panic!("{error}"))
}

/// A player without cards in hand or graveyard.
fn board(life: i16, play: &str) -> String {
    format!("life {life} lands 4 hand - play {play} dead -")
}

fn choice(mut rules: RulePlayer, state: &Magic) -> String {
    state.action_name(rules.action(state, &mut vec![], &mut Rng::new(1)))
}

fn expert(state: &Magic) -> String {
    choice(RulePlayer::default(), state)
}

fn printed() -> RulePlayer {
    RulePlayer::expert(Reading { need: Need::Printed, ..Reading::default() })
}

fn actions(state: &Magic) -> Vec<Action> {
    let mut list = vec![];
    state.actions(&mut list);
    list
}

fn names(state: &Magic) -> Vec<String> {
    actions(state).into_iter().map(|action| state.action_name(action)).collect()
}

/// An action of a reduced player or of chance.
fn step(state: &Magic, rng: &mut Rng) -> Action {
    let mut reduced = RulePlayer::REDUCED;
    match state.turn() {
        Turn::Chance => state.sample(rng),
        _ => reduced.action(state, &mut vec![], rng),
    }
}

fn variants() -> Vec<Options> {
    let small = Options { most: 30, ..Options::default() };
    let binary = |order| Main::Binary(order);
    vec![
        small,
        Options { pruning: Pruning::NonLand, most: 8, ..small },
        Options { pruning: Pruning::Dominated, combat: Combat::Steps, ..small },
        Options { main: binary(Order::Descending), combat: Combat::Steps, ..small },
        Options { main: binary(Order::Random), pruning: Pruning::Dominated, ..small },
        Options {
            main: binary(Order::Ascending),
            combat: Combat::Expert(Reading::default()),
            ..small
        },
        Options {
            pruning: Pruning::Dominated,
            combat: Combat::Expert(Reading::default()),
            ..small
        },
        Options { combat: Combat::Expert(Reading::CS), ..small },
        Options { main: binary(Order::Descending), combat: Combat::Reduced, ..small },
        Options { pruning: Pruning::Dominated, combat: Combat::Reduced, most: 8, ..small },
    ]
}

fn with(options: Options) -> Magic {
    Magic::new(&Settings { options, ..Settings::default() }).expect("valid settings")
}

fn expert_action(state: &Magic) -> Action {
    RulePlayer::default().action(state, &mut vec![], &mut Rng::new(1))
}

#[test]
fn rules_can_be_followed() {
    sortilege::testing::handbook(&super::Magic::default(), super::RULES);
}
