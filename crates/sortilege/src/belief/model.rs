//! How others are thought to play.

use crate::{Deadline, Game, Player};

/// How likely each of its moves is from a player.
///
/// Anything that can be called with a state, the player, the legal actions and room for their odds
/// is one:
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
    /// Adds to `odds`, which is empty, one number for each of `actions`, those of `who` in `state`.
    /// None is negative; they need not add up to 1. The model may look at what `who` knows, and
    /// should look at nothing else.
    fn odds(&mut self, state: &G, who: Player, actions: &[G::Action], odds: &mut Vec<f64>);

    /// Hears that a decision begins, and when it is over: a model that thinks can leave off then.
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

/// Every move is equally likely, so moves tell something only by having been possible.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyMove;

impl<G: Game> OpponentModel<G> for AnyMove {
    fn odds(&mut self, _: &G, _: Player, actions: &[G::Action], odds: &mut Vec<f64>) {
        odds.resize(actions.len(), 1.0);
    }
}
