//! Games of sheets with perfect information.

use crate::core::Core;
use crate::moves::Action;
use crate::sheet::Sheet;
use sortilege::game::{Chance, Key, Outcomes, PerfectInfo, Quality, Simultaneous};
use sortilege::{Game, Player, Rng, Turn};
use std::sync::Arc;

/// A game with perfect information: the sheet defines no percepts.
///
/// A sheet with percepts can also be played in this way, with all information open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OpenGame(pub(crate) Core);

impl OpenGame {
    /// Initial state.
    pub fn new(sheet: Arc<Sheet>) -> Self {
        OpenGame(Core::new(sheet))
    }

    /// Whether several seats choose in one step.
    pub fn is_simultaneous(&self) -> bool {
        self.0.is_simultaneous()
    }

    /// Sheet of the game.
    pub fn sheet(&self) -> &Arc<Sheet> {
        &self.0.sheet
    }
}

impl Game for OpenGame {
    type Action = Action;
    const DRAWS_UNLISTED: bool = true;

    fn players(&self) -> usize {
        self.0.sheet.players()
    }
    #[inline]
    fn turn(&self) -> Turn {
        self.0.turn
    }
    fn actions(&self, out: &mut Vec<Action>) {
        let Turn::Player(who) = self.0.turn else { return out.clear() };
        self.0.legal(self.0.sheet.role_of(who), out);
    }
    fn apply(&mut self, action: Action) {
        self.0.apply(action);
    }
    fn payoff(&self, who: Player) -> f64 {
        self.0.payoff(who)
    }
    fn random_action(&self, _: &mut Vec<Action>, rng: &mut Rng) -> Action {
        let Turn::Player(who) = self.0.turn else { unreachable!("a player is on turn") };
        self.0.draw(self.0.sheet.role_of(who), rng)
    }
}

impl Chance for OpenGame {
    fn sample(&self, rng: &mut Rng) -> Action {
        self.0.sample(rng)
    }
}

impl Outcomes for OpenGame {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        let mut list = vec![];
        self.0.outcomes(&mut list);
        out.clear();
        out.extend(list.iter().map(|&outcome| (outcome, 1.0 / list.len() as f64)));
    }
}

impl Simultaneous for OpenGame {
    fn choices(&self, who: Player, out: &mut Vec<Action>) {
        self.0.legal(self.0.sheet.role_of(who), out);
    }
    fn apply_together(&mut self, choices: &[Action]) {
        self.0.apply_together(choices);
    }
    fn random_choice(&self, who: Player, _: &mut Vec<Action>, rng: &mut Rng) -> Action {
        self.0.draw(self.0.sheet.role_of(who), rng)
    }
}

impl PerfectInfo for OpenGame {}

impl Key for OpenGame {
    fn key(&self) -> u64 {
        self.0.key()
    }
}

impl Quality for OpenGame {
    fn quality(&self) -> f64 {
        self.0.quality()
    }
}
