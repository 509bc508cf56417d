//! The functions that leak tests need, at the table of any game.

use crate::LeakProbe;
use crate::capability::Playable;
use crate::game_table::GameTable;
use crate::transcript::make;
use sortilege::game::{Label, Observation};
use sortilege::{Player, Rng, Turn};
use std::hash::{DefaultHasher, Hash, Hasher};

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
        make(&mut after, &made);
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
