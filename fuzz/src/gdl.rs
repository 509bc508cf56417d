//! Rulesheets, positions of their games, and messages of the protocol.

use super::target::Target;
use sortilege::Rng;
use sortilege::game::Notation;
use sortilege::playout::{Playout, Rollout};
use sortilege_gdl::ggp::message::Message;
use sortilege_gdl::read::decode;
use sortilege_gdl::{HiddenGame, Limits, OpenGame, Options, Sheet};
use std::time::Duration;

/// Targets of this file.
pub const TARGETS: &[Target] = &[("rulesheets", rulesheets), ("messages", messages)];

/// A sheet is refused with a sentence, or played to the end.
pub fn rulesheets(data: &[u8]) {
    let limits = Limits {
        time: Duration::from_millis(500),
        step: Duration::from_millis(100),
        terms: 10_000,
        instances: 10_000,
        ..Limits::default()
    };
    let options = Options { limits, longest: 20, ..Options::default() };
    match Sheet::read(&decode(data), &options) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(sheet) => {
            play(OpenGame::new(sheet.clone()));
            play(HiddenGame::new(sheet));
        }
    }
}

fn play<G: sortilege::game::Chance + sortilege::game::Simultaneous + Notation>(mut game: G) {
    assert!(!game.position().is_empty());
    let mut values = [0.0; 8];
    let players = game.players();
    Rollout::default().finish(&mut game, &mut Rng::new(1), &mut values[..players]);
    assert!(values[..players].iter().all(|value| (-1.0..=1.0).contains(value)));
}

/// A message is refused with a sentence, or parsed.
pub fn messages(data: &[u8]) {
    if let Err(error) = Message::read(&decode(data)) {
        assert!(!error.to_string().is_empty());
    }
}
