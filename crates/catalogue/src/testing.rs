//! Support for tests that cover every game of a catalogue.

use crate::setting::Kind;
use crate::{Catalogue, Spec, Table};
use sortilege::{Player, Rng, Turn};

/// Two games that look the same to one seat, and that differ otherwise where they can. The rules of
/// the game, by [`Redeal`](sortilege::game::Redeal), and not its views decide which games a seat
/// cannot distinguish.
pub struct Twins {
    /// The seat.
    pub who: Player,
    /// The two games.
    pub tables: [Box<dyn Table>; 2],
}

/// A change of both games.
#[derive(Clone, Debug)]
pub enum TwinStep {
    /// New positions; what happened before is no longer on the tables.
    Positions([String; 2]),
    /// One action, or one of every seat.
    Actions([Vec<String>; 2]),
}

impl TwinStep {
    /// Makes the change on a table with the first (0) or the second (1) of the games.
    pub fn apply(&self, at: usize, table: &mut dyn Table) {
        match self {
            TwinStep::Positions(positions) => {
                table.set_position(&positions[at]).expect("its own notation");
            }
            TwinStep::Actions(steps) => match (table.turn(), &steps[at]) {
                (Turn::Chance, step) => table.outcome(&step[0]).expect("a possible outcome"),
                (Turn::Player(mover), step) => table.play(mover, &step[0]).expect("a legal move"),
                (_, step) => {
                    for (seat, name) in step.iter().enumerate() {
                        table.play(Player(seat), name).expect("a legal choice");
                    }
                }
            },
        }
    }
}

/// Attempts to find a step that looks like another.
const ATTEMPTS: usize = 24;

impl Twins {
    /// Two copies of a game.
    pub fn new(table: &dyn Table, who: Player) -> Self {
        Twins { who, tables: [table.copy(), table.copy()] }
    }

    /// Whether the games differ in what is hidden.
    pub fn differ(&self) -> bool {
        let [here, there] = &self.tables;
        here.position() != there.position()
    }

    /// Whether one of the games is over.
    pub fn is_over(&self) -> bool {
        self.tables.iter().any(|table| table.turn() == Turn::Over)
    }

    /// Continues both games by random steps that look the same, or deals another twin if there are
    /// none. Returns the change, or `None` once the first game is over.
    pub fn step(&mut self, rng: &mut Rng) -> Option<Vec<TwinStep>> {
        let step = self.tables[0].probe().random_step(rng)?;
        let observed = self.tables[0].probe().observed_after(&step, self.who);
        let other = (0..ATTEMPTS).find_map(|_| self.like(&step, observed, rng));
        let Some(other) = other else {
            let change = TwinStep::Actions([step, vec![]]);
            change.apply(0, &mut *self.tables[0]);
            return Some(vec![self.redeal(rng)]);
        };
        let mut changes = vec![TwinStep::Actions([step, other])];
        for (at, table) in self.tables.iter_mut().enumerate() {
            changes[0].apply(at, &mut **table);
        }
        if !self.differ() && rng.below(3) == 0 {
            changes.push(self.redeal(rng));
        }
        Some(changes)
    }

    /// Replaces the second game by another that the seat cannot distinguish from the first.
    fn redeal(&mut self, rng: &mut Rng) -> TwinStep {
        let here = &self.tables[0];
        let twin = here.probe().twin(self.who, rng).unwrap_or_else(|| here.position());
        let change = TwinStep::Positions([here.position(), twin]);
        for (at, table) in self.tables.iter_mut().enumerate() {
            change.apply(at, &mut **table);
        }
        change
    }

    /// A step of the second game that looks like `step` of the first, if this attempt finds one.
    /// The seat itself makes the same choice in both.
    fn like(&self, step: &[String], observed: Option<u64>, rng: &mut Rng) -> Option<Vec<String>> {
        let [here, there] = &self.tables;
        if here.turn() != there.turn() {
            return None;
        }
        let mut other =
            if rng.below(3) == 0 { step.to_vec() } else { there.probe().random_step(rng)? };
        match here.turn() {
            Turn::Player(mover) if mover == self.who => other = step.to_vec(),
            Turn::Together => other[self.who.0] = step[self.who.0].clone(),
            _ => {}
        }
        (there.probe().observed_after(&other, self.who) == observed).then_some(other)
    }
}

/// Every game of a catalogue, with default settings and with each other word of each setting.
pub fn variants(catalogue: &Catalogue) -> Vec<Spec> {
    let mut found = vec![];
    for game in catalogue.games() {
        let plain = Spec::new(game.name());
        for field in game.schema().fields {
            let words: &[&str] = match field.kind {
                Kind::Word(words) | Kind::NumberOr(_, _, words) | Kind::File(words) => words,
                _ => &[],
            };
            let others = words.iter().filter(|word| **word != field.default);
            found.extend(others.map(|word| plain.clone().with(field.name, Spec::new(*word))));
        }
        found.push(plain);
    }
    found.retain(|spec| catalogue.open(spec).is_ok());
    found
}
