//! Explicit game trees, for searches whose visit counts are computed by hand.

use crate::game::{Chance, Key, Outcomes, PerfectInfo, Sequential};
use crate::{Game, Player, Rng, Turn};

/// A place in a hand-made tree; branches are indices of other places.
#[derive(Clone, Debug, PartialEq)]
pub enum Place {
    /// A player chooses a branch.
    Choice(usize, &'static [usize]),
    /// Chance picks a branch with the given probability.
    Chance(&'static [(usize, f64)]),
    /// The game is over, and every player has a payoff.
    End(&'static [f64]),
}

/// A game of perfect information on a hand-made tree, from place 0; an action is the index of a
/// branch.
///
/// ```
/// use sortilege::testing::hand_made::{HandMade, Place};
/// use sortilege::{Game, Player};
/// let places = [Place::Choice(0, &[1, 2]), Place::End(&[0.25]), Place::End(&[0.75])];
/// let mut game = HandMade::new(Box::leak(Box::new(places)));
/// game.apply(1);
/// assert_eq!(game.payoff(Player(0)), 0.75);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HandMade {
    places: &'static [Place],
    at: usize,
}

impl HandMade {
    /// The game that starts at the first of `places`.
    pub fn new(places: &'static [Place]) -> Self {
        HandMade { places, at: 0 }
    }
}

impl Eq for HandMade {}

impl std::hash::Hash for HandMade {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        self.at.hash(hasher);
    }
}

impl Game for HandMade {
    type Action = u8;

    fn players(&self) -> usize {
        let payoffs = self.places.iter().find_map(|place| match place {
            Place::End(payoffs) => Some(payoffs.len()),
            _ => None,
        });
        payoffs.expect("a tree has an end")
    }

    fn turn(&self) -> Turn {
        match self.places[self.at] {
            Place::Choice(who, _) => Turn::Player(Player(who)),
            Place::Chance(_) => Turn::Chance,
            Place::End(_) => Turn::Over,
        }
    }

    fn actions(&self, out: &mut Vec<u8>) {
        out.clear();
        if let Place::Choice(_, branches) = self.places[self.at] {
            out.extend(0..branches.len() as u8);
        }
    }

    fn apply(&mut self, action: u8) {
        let branch = usize::from(action);
        self.at = match self.places[self.at] {
            Place::Choice(_, branches) => branches[branch],
            Place::Chance(branches) => branches[branch].0,
            Place::End(_) => unreachable!("the game is over"),
        };
    }

    fn payoff(&self, who: Player) -> f64 {
        match self.places[self.at] {
            Place::End(payoffs) => payoffs[who.0],
            _ => 0.0,
        }
    }
}

impl Chance for HandMade {
    fn sample(&self, rng: &mut Rng) -> u8 {
        let Place::Chance(branches) = self.places[self.at] else { unreachable!("no chance here") };
        let odds: Vec<f64> = branches.iter().map(|&(_, p)| p).collect();
        rng.weighted(&odds) as u8
    }
}

impl Outcomes for HandMade {
    fn outcomes(&self, out: &mut Vec<(u8, f64)>) {
        out.clear();
        if let Place::Chance(branches) = self.places[self.at] {
            out.extend(branches.iter().enumerate().map(|(i, &(_, p))| (i as u8, p)));
        }
    }
}

impl Key for HandMade {
    fn key(&self) -> u64 {
        self.at as u64
    }
}

impl Sequential for HandMade {}
impl PerfectInfo for HandMade {}
