//! Strategy fusion in its smallest form: the one-player game of Cowling, Powley & Whitehouse
//! (2012), Fig. 1.
//!
//! The rules are [`RULES`].
//!
//! **Notation.** The names of the paper, `a1`; chance plays `x` or `y`, and `reveal-x` or
//! `reveal-y` at the end. A position is the list of actions so far, `x a1 a4`, or `start`.
//!
//! **Known values.** a2 is optimal and worth 0.5; a1 is worth 0 whatever follows. Separate searches
//! of x and y assign +1 to a1. There are two information sets with a decision: the root, and after
//! a1.

use crate::key::scatter;
use crate::text::{START, named, replay};
use sortilege::game::{
    Chance, Describe, Hidden, Key, Notation, Observe, Outcomes, Picture, Recall, Redeal, Sequential,
};
use sortilege::scene::{Gesture, Scene};
use sortilege::{Game, Player, Rng, Turn};

#[doc = include_str!("toy_fusion/rules.md")]
pub const RULES: &str = include_str!("toy_fusion/rules.md");

/// The state that chance starts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum World {
    /// The state in which a4 is right.
    X,
    /// The state in which a3 is right.
    Y,
}

/// The second decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Guess {
    /// Right in y.
    A3,
    /// Right in x.
    A4,
}

/// An action of the player or of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Chance starts the game here.
    Start(World),
    /// The player continues.
    A1,
    /// The player takes 0.5.
    A2,
    /// The player guesses after a1.
    Guess(Guess),
    /// The environment reveals the state.
    Reveal(World),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stage {
    Start,
    Opening,
    Guess,
    Reveal,
    Revealed,
    /// After a2: the game is over, and the state is not revealed.
    Declined,
}

/// The game. In a view, the state is `None` until it is revealed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ToyFusion {
    stage: Stage,
    world: Option<World>,
    guess: Option<Guess>,
}

/// The player's information: the game without the initial state, until that is revealed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View(ToyFusion);

/// What the player observes of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    /// The game has started, in x or in y.
    Start,
    /// The action in full.
    Full(Action),
}

impl Default for ToyFusion {
    fn default() -> Self {
        ToyFusion { stage: Stage::Start, world: None, guess: None }
    }
}

impl ToyFusion {
    #[inline]
    fn world(&self) -> World {
        self.world.expect("a game that has started, in one of its states")
    }

    /// The two actions of either decision.
    #[inline]
    fn pair(&self) -> [Action; 2] {
        match self.stage {
            Stage::Opening => [Action::A1, Action::A2],
            _ => [Action::Guess(Guess::A3), Action::Guess(Guess::A4)],
        }
    }
}

impl Game for ToyFusion {
    type Action = Action;
    const DRAWS_UNLISTED: bool = true;

    fn players(&self) -> usize {
        1
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.stage {
            Stage::Start | Stage::Reveal => Turn::Chance,
            Stage::Opening | Stage::Guess => Turn::Player(Player(0)),
            Stage::Revealed | Stage::Declined => Turn::Over,
        }
    }

    fn actions(&self, out: &mut Vec<Action>) {
        out.clear();
        out.extend(self.pair());
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        self.stage = match (self.stage, action) {
            (Stage::Start, Action::Start(world)) => {
                self.world = Some(world);
                Stage::Opening
            }
            (Stage::Opening, Action::A1) => Stage::Guess,
            (Stage::Opening, Action::A2) => Stage::Declined,
            (Stage::Guess, Action::Guess(guess)) => {
                self.guess = Some(guess);
                Stage::Reveal
            }
            (Stage::Reveal, Action::Reveal(world)) if self.world == Some(world) => Stage::Revealed,
            _ => unreachable!("{action:?} is not possible in {self:?}"),
        };
    }

    #[inline]
    fn payoff(&self, _: Player) -> f64 {
        match (self.world, self.guess) {
            (Some(World::X), Some(Guess::A4)) | (Some(World::Y), Some(Guess::A3)) => 1.0,
            (_, Some(_)) => -1.0,
            (_, None) => 0.5,
        }
    }

    #[inline]
    fn random_action(&self, _: &mut Vec<Action>, rng: &mut Rng) -> Action {
        rng.pick(&self.pair())
    }
}

impl Chance for ToyFusion {
    #[inline]
    fn sample(&self, rng: &mut Rng) -> Action {
        match self.stage {
            Stage::Start => Action::Start(rng.pick(&[World::X, World::Y])),
            _ => Action::Reveal(self.world()),
        }
    }
}

impl Outcomes for ToyFusion {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        out.clear();
        match self.stage {
            Stage::Start => {
                out.extend([World::X, World::Y].map(|world| (Action::Start(world), 0.5)))
            }
            _ => out.push((Action::Reveal(self.world()), 1.0)),
        }
    }
}

impl Hidden for ToyFusion {
    type View = View;

    #[inline]
    fn view(&self, _: Player) -> View {
        match self.stage {
            Stage::Revealed => View(self.clone()),
            _ => View(ToyFusion { world: None, ..self.clone() }),
        }
    }

    #[inline]
    fn determinize(View(seen): &View, rng: &mut Rng) -> Self {
        match (seen.stage, seen.world) {
            (Stage::Start, _) | (_, Some(_)) => seen.clone(),
            _ => ToyFusion { world: Some(rng.pick(&[World::X, World::Y])), ..seen.clone() },
        }
    }
}

impl Observe for ToyFusion {
    type Seen = Seen;
    const RECALL: Recall = Recall::Perfect;

    #[inline]
    fn seen(&self, action: Action, _: Player) -> Option<Seen> {
        match action {
            Action::Start(_) => Some(Seen::Start),
            _ => Some(Seen::Full(action)),
        }
    }
}

impl Redeal for ToyFusion {
    /// The hidden part is the initial state, until it is revealed.
    fn redeal(&self, _: Player, rng: &mut Rng) -> Self {
        match self.stage {
            Stage::Start | Stage::Revealed => self.clone(),
            _ => ToyFusion { world: Some([World::X, World::Y][rng.below(2)]), ..self.clone() },
        }
    }

    fn disguise(&self, action: Action, _: Player, rng: &mut Rng) -> Action {
        match action {
            Action::Start(_) => Action::Start([World::X, World::Y][rng.below(2)]),
            _ => action,
        }
    }
}

impl Sequential for ToyFusion {}

impl Key for ToyFusion {
    #[inline]
    fn key(&self) -> u64 {
        let world = self.world.map_or(0, |world| 1 + world as u64);
        let guess = self.guess.map_or(0, |guess| 1 + guess as u64);
        scatter((self.stage as u64 * 3 + world) * 3 + guess + 1)
    }
}

impl Notation for ToyFusion {
    fn action_name(&self, action: Action) -> String {
        match action {
            Action::Start(world) => world.name().to_string(),
            Action::A1 => "a1".to_string(),
            Action::A2 => "a2".to_string(),
            Action::Guess(guess) => guess.name().to_string(),
            Action::Reveal(world) => format!("reveal-{}", world.name()),
        }
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        named(self, text)
    }

    fn position(&self) -> String {
        let Some(world) = self.world else { return START.to_string() };
        let (world, guess) = (world.name(), self.guess.map_or("", Guess::name));
        match self.stage {
            Stage::Start | Stage::Opening => world.to_string(),
            Stage::Declined => format!("{world} a2"),
            Stage::Guess => format!("{world} a1"),
            Stage::Reveal => format!("{world} a1 {guess}"),
            Stage::Revealed => format!("{world} a1 {guess} reveal-{world}"),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        replay(ToyFusion::default(), text)
    }
}

impl Describe for ToyFusion {
    fn describe(View(known): &View, _: Player, seen: Seen) -> String {
        match seen {
            Seen::Start => "the game starts in x or in y".to_string(),
            Seen::Full(Action::Reveal(world)) => format!("it was {}", world.name()),
            Seen::Full(action) => known.action_name(action),
        }
    }
}

impl Picture for ToyFusion {
    fn picture(View(seen): &View, _: Player, _: Option<Seen>) -> Scene {
        Scene::default().label(story(seen))
    }

    fn gesture(View(seen): &View, _: Player, action: Action) -> Gesture {
        Gesture::button(seen.action_name(action))
    }
}

/// The course of the game in words.
fn story(seen: &ToyFusion) -> String {
    let guess = seen.guess.map_or("", Guess::name);
    match (seen.stage, seen.world) {
        (Stage::Start, _) => "The game starts in x or in y.".to_string(),
        (Stage::Opening, _) => "It is x or y. Go on with a1, or take 0.5 with a2.".to_string(),
        (Stage::Guess, _) => {
            "It is x or y. Win 1 with a4 in x and with a3 in y; otherwise lose 1.".to_string()
        }
        (Stage::Declined, _) => "You played a2 and get 0.5.".to_string(),
        (Stage::Revealed, Some(world)) => {
            format!("It was {}: {guess} gets {:+}.", world.name(), seen.payoff(Player(0)))
        }
        _ => format!("You played {guess}."),
    }
}

impl World {
    fn name(self) -> &'static str {
        match self {
            World::X => "x",
            World::Y => "y",
        }
    }
}

impl Guess {
    fn name(self) -> &'static str {
        match self {
            Guess::A3 => "a3",
            Guess::A4 => "a4",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::{every_state, histories};
    use crate::spelling::strict_notation;
    use sortilege::testing::Contract;
    use sortilege::testing::beliefs::{self, Promise};
    use std::collections::HashSet;

    #[test]
    fn rules_can_be_followed() {
        sortilege::testing::handbook(&ToyFusion::default(), RULES);
    }

    const ME: Player = Player(0);

    fn at(position: &str) -> ToyFusion {
        ToyFusion::default().parse_position(position).expect(position)
    }

    #[test]
    fn beliefs_are_those_of_chance() {
        let compared =
            beliefs::test(&ToyFusion::default(), Promise::Chance, |state, _| state.clone());
        assert!(compared >= 4, "{compared}");
    }

    #[test]
    fn keeps_the_contract() {
        let game = ToyFusion::default();
        let contract = Contract::new(&game).longest(4);
        contract
            .rules()
            .chance()
            .outcomes()
            .hidden()
            .observed()
            .recall()
            .twins()
            .notation()
            .picture()
            .key();
    }

    #[test]
    fn notation_is_strict() {
        strict_notation(&ToyFusion::default());
        for wrong in ["", "a1", "x a3", "x a1 a3 reveal-y", "x a2 a3", "x  a1", "x a1 ", "start x"]
        {
            assert!(ToyFusion::default().parse_position(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn rewards_are_those_of_the_figure() {
        for (position, reward) in [
            ("x a2", 0.5),
            ("y a2", 0.5),
            ("x a1 a3 reveal-x", -1.0),
            ("x a1 a4 reveal-x", 1.0),
            ("y a1 a3 reveal-y", 1.0),
            ("y a1 a4 reveal-y", -1.0),
        ] {
            let game = at(position);
            assert_eq!((game.turn(), game.payoff(ME)), (Turn::Over, reward), "{position}");
        }
        assert_eq!(
            (histories(&ToyFusion::default()), every_state(&ToyFusion::default()).len()),
            (6, 15)
        );
    }

    #[test]
    fn the_state_is_revealed_by_force() {
        let mut outcomes = vec![];
        at("y a1 a3").outcomes(&mut outcomes);
        assert_eq!(outcomes, [(Action::Reveal(World::Y), 1.0)]);
    }

    /// Every history as the player observes it.
    #[test]
    fn the_start_stays_hidden_until_it_is_revealed() {
        let a4 = Action::Guess(Guess::A4);
        let line = [Action::Start(World::Y), Action::A1, a4, Action::Reveal(World::Y)];
        let (mut game, mut seen) = (ToyFusion::default(), vec![]);
        for action in line {
            seen.push(game.seen(action, ME).expect("nothing goes unnoticed"));
            game.apply(action);
        }
        assert_eq!(
            seen,
            [Seen::Start, Seen::Full(line[1]), Seen::Full(line[2]), Seen::Full(line[3])]
        );
        for (in_x, in_y) in [("x", "y"), ("x a1", "y a1"), ("x a2", "y a2"), ("x a1 a3", "y a1 a3")]
        {
            assert_eq!(at(in_x).view(ME), at(in_y).view(ME));
            assert_eq!(at(in_x).view(ME).0.world, None);
        }
        assert_ne!(at("x a1 a3 reveal-x").view(ME), at("y a1 a3 reveal-y").view(ME));
    }

    #[test]
    fn there_are_two_information_sets() {
        let states = every_state(&ToyFusion::default());
        let mine = states.iter().filter(|state| state.turn() == Turn::Player(ME));
        assert_eq!(mine.map(|state| state.view(ME)).collect::<HashSet<_>>().len(), 2);
    }

    #[test]
    fn a_picture_tells_no_more_than_the_view() {
        let text =
            |position: &str| format!("{:?}", ToyFusion::picture(&at(position).view(ME), ME, None));
        assert_eq!(text("x a1"), text("y a1"));
        assert!(text("y a1 a4 reveal-y").contains("It was y: a4 gets -1."));
    }
}
