//! External evaluators: values and priors from outside of the program. A table passes one to a
//! player of any game; it receives states in a form that does not depend on the type of the game.

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

/// Evaluator of states and moves of any game; [`Evaluator`] defines its values and priors. The
/// states are determinizations by a search from the view of its seat, so an evaluator sees all of
/// them.
pub trait ExternalEvaluator: Send + Sync {
    /// Evaluates several nonterminal states.
    fn evaluate(&self, states: &[&dyn EvaluatedGame], values: &mut [Values]);
    /// Whether it provides priors of moves.
    fn has_priors(&self) -> bool;
    /// Returns the prior weights of the moves of `who`, one per move.
    fn priors(&self, state: &dyn EvaluatedGame, who: Player, moves: &[String]) -> Vec<f32>;
    /// Preferred number of states in a batch.
    fn batch(&self) -> usize;
}

/// A state that is evaluated.
pub trait EvaluatedGame {
    /// The number of seats.
    fn seats(&self) -> usize;
    /// Who acts next.
    fn turn(&self) -> Turn;
    /// The whole state in the game's notation.
    fn position(&self) -> String;
    /// The picture of a seat.
    fn picture(&self, who: Player) -> Scene;
    /// The state itself, for evaluators that know its type.
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

/// Builds a playout that calls the evaluator instead of playing.
pub(crate) fn asked<G: Playable>(opinion: Arc<dyn ExternalEvaluator>) -> AnyPlayout<G> {
    let evaluator: Box<dyn Evaluator<G>> = Box::new(Asked(opinion));
    AnyPlayout::Other(Box::new(Evaluated(evaluator)))
}

/// Checks that a player can use an evaluator: it has playouts, and its settings do not select one.
pub(crate) fn may_advise(settings: &Settings) -> Result<(), Error> {
    let name = settings.schema().name;
    if !settings.has(&PLAYOUT) {
        return Err(Error::Refused(format!(
            "`{name}` makes no simulations that could use an evaluator; give it to a player with \
             the setting `playout`"
        )));
    }
    if settings.spec().get("playout").is_some() {
        return Err(Error::Refused(format!(
            "with an evaluator `{name}` makes no playouts; leave out `playout`, or the evaluator"
        )));
    }
    Ok(())
}

/// Adapter of an external evaluator.
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
