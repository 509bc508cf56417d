//! What leak tests ask of a game: random steps, what a seat observes of them, and twins.
//!
//! Everything but these three functions is independent of the game, so that one
//! [`Twins`](crate::testing::Twins) tests every game of a catalogue.

use crate::capability::Playable;
use crate::game_table::GameTable;
use sortilege::game::{Label, Observation};
use sortilege::{Player, Rng, Turn};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A game with the functions that leak tests need. Steps are names of actions: one, or one for
/// every seat at simultaneous moves.
pub trait LeakProbe {
    /// A random next step; `None` once the game is over.
    fn random_step(&self, rng: &mut Rng) -> Option<Vec<String>>;
    /// Hash of what a seat observes of a step and sees after it; `None` if the step is impossible.
    fn observed_after(&self, step: &[String], who: Player) -> Option<u64>;
    /// Position that a seat cannot distinguish from this one by the rules of the game; `None` if
    /// the game has no hidden information.
    fn twin(&self, who: Player, rng: &mut Rng) -> Option<String>;
}

impl<G: Playable> LeakProbe for GameTable<G> {
    fn random_step(&self, rng: &mut Rng) -> Option<Vec<String>> {
        let (state, mut scratch) = (&self.state, vec![]);
        let actions = match state.turn() {
            Turn::Over => return None,
            Turn::Chance => vec![state.sample(rng)],
            Turn::Player(_) => vec![state.random_action(&mut scratch, rng)],
            Turn::Together => (0..state.players())
                .map(|who| state.random_choice(Player(who), &mut scratch, rng))
                .collect(),
        };
        Some(actions.into_iter().map(|action| state.action_name(action)).collect())
    }

    fn observed_after(&self, step: &[String], who: Player) -> Option<u64> {
        let before = &self.state;
        let mut options = vec![];
        let mut made = Vec::with_capacity(step.len());
        for (seat, name) in step.iter().enumerate() {
            let action = before.parse_action(name)?;
            let mover = match before.turn() {
                Turn::Chance => None,
                Turn::Player(mover) => Some(mover),
                Turn::Together => Some(Player(seat)),
                Turn::Over => return None,
            };
            if let Some(mover) = mover {
                before.options(mover, &mut options);
                if !options.contains(&action) {
                    return None;
                }
            }
            made.push((mover, action));
        }
        let mut after = before.clone();
        crate::transcript::make(&mut after, &made);
        let mut hasher = DefaultHasher::new();
        for (mover, action) in made {
            let seen = Observation::new(before, action, mover, &after, who);
            let label: Option<Label<_, _>> = seen.map(|seen| seen.label);
            (mover, label).hash(&mut hasher);
        }
        (after.turn() == Turn::Over, after.view(who)).hash(&mut hasher);
        Some(hasher.finish())
    }

    fn twin(&self, who: Player, rng: &mut Rng) -> Option<String> {
        Some(self.entry.redeal?(&self.state, who, rng).position())
    }
}
