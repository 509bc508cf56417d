//! Games in Python with perfect information.

use super::position::{Move, Position};
use sortilege::game::{Chance, Notation, Outcomes, PerfectInfo, Picture, Simultaneous};
use sortilege::scene::{Gesture, Scene};
use sortilege::{Game, Player, Rng, Turn};

/// Methods that both kinds of games in Python share.
macro_rules! delegate {
    ($game:ident) => {
        impl Game for $game {
            type Action = Move;
            fn players(&self) -> usize {
                self.0.rules().seats
            }
            fn turn(&self) -> Turn {
                self.0.turn()
            }
            fn actions(&self, out: &mut Vec<Move>) {
                out.clear();
                out.extend_from_slice(self.0.moves());
            }
            fn apply(&mut self, made: Move) {
                self.0 = self.0.after(made);
            }
            fn payoff(&self, who: Player) -> f64 {
                self.0.payoff(who)
            }
        }

        impl Chance for $game {
            fn sample(&self, rng: &mut Rng) -> Move {
                self.0.sample(rng)
            }
        }

        impl Outcomes for $game {
            fn outcomes(&self, out: &mut Vec<(Move, f64)>) {
                *out = self.0.outcomes();
            }
        }

        impl Simultaneous for $game {
            fn choices(&self, who: Player, out: &mut Vec<Move>) {
                *out = self.0.choices(who);
            }
            fn apply_together(&mut self, choices: &[Move]) {
                self.0 = self.0.after_all(choices);
            }
        }

        impl Notation for $game {
            fn action_name(&self, made: Move) -> String {
                self.0.rules().moves.name(made.0)
            }
            fn parse_action(&self, text: &str) -> Option<Move> {
                self.0.named(text)
            }
            fn position(&self) -> String {
                self.0.text()
            }
            fn parse_position(&self, text: &str) -> Result<Self, String> {
                self.0.read(text).map($game)
            }
        }
    };
}
pub(super) use delegate;

/// A state of a game with perfect information.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Open(pub Position);

delegate!(Open);

impl PerfectInfo for Open {}

impl Picture for Open {
    fn picture(view: &Open, _: Player, _: Option<Move>) -> Scene {
        Scene::default().label(view.0.text())
    }
    fn gesture(view: &Open, _: Player, made: Move) -> Gesture {
        Gesture::button(view.action_name(made))
    }
}
