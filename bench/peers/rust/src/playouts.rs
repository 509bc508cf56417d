//! Playouts that all searches share.

use sortilege::game::{Chance, Simultaneous};
use sortilege::playout::Rollout;
use sortilege::{Game, Rng};

/// Uniformly random moves to the end of the game.
pub struct Playouts<G: Game> {
    rollout: Rollout<G>,
    rng: Rng,
}

impl<G: Game> Playouts<G> {
    /// Creates playouts with a seed.
    pub fn new(seed: u64) -> Self {
        Playouts { rollout: Rollout::default(), rng: Rng::new(seed) }
    }
}

impl<G: Game> Default for Playouts<G> {
    fn default() -> Self {
        Playouts::new(1)
    }
}

impl<G: Chance + Simultaneous> Playouts<G>
where
    G::Action: Send,
{
    /// Plays `state` to the end.
    #[inline]
    pub fn run(&mut self, state: &mut G) {
        self.rollout.run(state, &mut self.rng);
    }

    /// Generator, for other random choices.
    #[inline]
    pub fn rng(&mut self) -> &mut Rng {
        &mut self.rng
    }
}
