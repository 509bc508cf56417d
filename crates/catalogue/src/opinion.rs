//! Opinions on states from outside of the program: a table hands them to a player whatever its game
//! is, and they know games by what anybody can be told of a state.

use crate::Error;
use crate::capability::Playable;
use crate::playouts::PLAYOUT;
use crate::setting::Settings;
use sortilege::evaluator::Evaluator;
use sortilege::game::Values;
use sortilege::playout::{AnyPlayout, Evaluated};
use sortilege::scene::Scene;
use sortilege::{Player, Turn};
use std::any::Any;
use std::sync::Arc;

/// What states are worth and which moves look promising, whatever the game is; [`Evaluator`] says
/// what is asked and what is answered. The states are those that a search has made up from what its
/// seat knows, and nothing in them is hidden from whoever judges them.
pub trait ExternalEvaluator: Send + Sync {
    /// Judges several states, in each of which the game is not over.
    fn evaluate(&self, states: &[&dyn EvaluatedGame], values: &mut [Values]);
    /// Whether it has an opinion on moves.
    fn has_priors(&self) -> bool;
    /// How promising each of the moves of `who` is: as many weights as moves.
    fn priors(&self, state: &dyn EvaluatedGame, who: Player, moves: &[String]) -> Vec<f32>;
    /// How many states it would like to be shown at once.
    fn batch(&self) -> usize;
}

/// A state that is judged.
pub trait EvaluatedGame {
    /// The number of seats.
    fn seats(&self) -> usize;
    /// Who acts next.
    fn turn(&self) -> Turn;
    /// The whole state in the game's notation.
    fn position(&self) -> String;
    /// What a seat would see.
    fn picture(&self, who: Player) -> Scene;
    /// The state itself, for whoever knows its type.
    fn state(&self) -> &dyn Any;
}

impl<G: Playable> EvaluatedGame for G {
    fn seats(&self) -> usize {
        self.players()
    }
    fn turn(&self) -> Turn {
        sortilege::Game::turn(self)
    }
    fn position(&self) -> String {
        sortilege::game::Notation::position(self)
    }
    fn picture(&self, who: Player) -> Scene {
        G::picture(&self.view(who), who, None)
    }
    fn state(&self) -> &dyn Any {
        self
    }
}

/// A playout that asks for an opinion instead of playing.
pub(crate) fn asked<G: Playable>(opinion: Arc<dyn ExternalEvaluator>) -> AnyPlayout<G> {
    let evaluator: Box<dyn Evaluator<G>> = Box::new(Asked(opinion));
    AnyPlayout::Other(Box::new(Evaluated(evaluator)))
}

/// Makes sure that a player can go by an opinion: it has playouts, and nobody has said how they go.
pub(crate) fn may_advise(settings: &Settings) -> Result<(), Error> {
    let name = settings.schema().name;
    if !settings.has(&PLAYOUT) {
        return Err(Error::Refused(format!(
            "`{name}` makes no simulations that an evaluator could judge; give it to a player with the setting `playout`"
        )));
    }
    if settings.spec().get("playout").is_some() {
        return Err(Error::Refused(format!(
            "with an evaluator `{name}` makes no playouts; leave out `playout`, or the evaluator"
        )));
    }
    Ok(())
}

/// An evaluator that asks for an opinion.
struct Asked(Arc<dyn ExternalEvaluator>);

impl<G: Playable> Evaluator<G> for Asked {
    fn evaluate(&mut self, state: &G, values: &mut [f64]) {
        let mut all = [Values::default()];
        self.0.evaluate(&[state], &mut all);
        values.copy_from_slice(&all[0][..values.len()]);
    }

    fn has_priors(&self) -> bool {
        self.0.has_priors()
    }

    fn priors(&mut self, state: &G, who: Player, actions: &[G::Action], out: &mut Vec<f32>) {
        let names: Vec<String> = actions.iter().map(|&action| state.action_name(action)).collect();
        *out = self.0.priors(state, who, &names);
    }

    fn batch(&self) -> usize {
        self.0.batch()
    }

    fn evaluate_all(&mut self, states: &[G], values: &mut [Values]) {
        let states: Vec<&dyn EvaluatedGame> =
            states.iter().map(|state| state as &dyn EvaluatedGame).collect();
        self.0.evaluate(&states, values);
    }
}
