//! Models of how opponents play.

use crate::{Deadline, Game, Player};

/// The probability that a player chooses each of its moves.
///
/// Anything that can be called with a state, the player, the legal actions and a buffer for their
/// probabilities implements it:
///
/// ```
/// use sortilege::Player;
/// use sortilege::belief::OpponentModel;
/// use sortilege::testing::hand_made::HandMade;
/// fn is_model<M: OpponentModel<HandMade>>(_: M) {}
/// // Twice as likely the first of its moves as any other.
/// is_model(|_: &HandMade, _: Player, actions: &[u8], odds: &mut Vec<f64>| {
///     odds.extend((0..actions.len()).map(|number| if number == 0 { 2.0 } else { 1.0 }));
/// });
/// ```
pub trait OpponentModel<G: Game>: Send {
    /// Appends one weight for each of `actions`, the actions of `who` in `state`, to the empty
    /// `odds`. Weights are not negative and need not sum to 1. The model may use what `who` knows,
    /// and should use nothing else.
    fn odds(&mut self, state: &G, who: Player, actions: &[G::Action], odds: &mut Vec<f64>);

    /// Called when a decision begins, with its deadline, so that a model that searches can stop
    /// then.
    fn begin(&mut self, _deadline: &Deadline) {}
}

impl<G: Game, F> OpponentModel<G> for F
where
    F: FnMut(&G, Player, &[G::Action], &mut Vec<f64>) + Send,
{
    fn odds(&mut self, state: &G, who: Player, actions: &[G::Action], odds: &mut Vec<f64>) {
        self(state, who, actions, odds);
    }
}

/// Every move is equally likely, so a move is informative only by having been possible.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyMove;

impl<G: Game> OpponentModel<G> for AnyMove {
    fn odds(&mut self, _: &G, _: Player, actions: &[G::Action], odds: &mut Vec<f64>) {
        odds.resize(actions.len(), 1.0);
    }
}
