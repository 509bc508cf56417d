//! A toy game in which the opponent's actions depend on information that only the opponent has:
//! after Cowling, Powley & Whitehouse (2012), Fig. 3, and Fig. 5 for the version with partially
//! observable moves.
//!
//! The rules are [`RULES`]. The text of the paper does not give the rewards of its figure. The
//! rewards here are chosen to have the property that the text states: rewards after b1 and b3 do
//! not depend on the start, and rewards after b2 do.
//!
//! With [`Moves::Hidden`] the first player cannot distinguish b1, b2 and b3, nor the second player
//! a3 and a4. The second player does not observe a1 either, only some `a?`. However, a2 ends the
//! game, which the second player does observe.
//!
//! **Notation.** The names of the paper, `a1`, `b2`; chance plays `x`, `y` or `z`, and at the end
//! `reveal-x-b2-a3`, the paper's e(x,2,3). A position is the list of actions so far, `x a1 b2`, or
//! `start`.
//!
//! **Known values** for the first player: a1 is worth 0.2 with open moves, 1/15 with hidden ones,
//! and a2 is worth r2. Separate searches of x, y and z value a1 at 0.6 with open moves, and so
//! choose wrongly at the default, r2 = 0.4.

use crate::key::scatter;
use crate::text::{START, named, replay};
use sortilege::game::{
    Chance, Describe, Hidden, Key, Notation, Observe, Outcomes, Picture, Recall, Redeal, Sequential,
};
use sortilege::scene::{Gesture, Scene};
use sortilege::{Game, Player, Rng, Turn};

#[doc = include_str!("toy_subset/rules.md")]
pub const RULES: &str = include_str!("toy_subset/rules.md");

const FIRST: Player = Player(0);
const SECOND: Player = Player(1);

/// The state that chance starts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum World {
    /// Allows b1 and b2.
    X,
    /// Allows b2 and b3.
    Y,
    /// Allows b1 and b3.
    Z,
}

/// The action of the second player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reply {
    /// Possible in x and z.
    B1,
    /// Possible in x and y.
    B2,
    /// Possible in y and z.
    B3,
}

/// The second action of the first player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Right after b1, and after b2 in y.
    A3,
    /// Right after b3, and after b2 in x.
    A4,
}

/// An action of a player or of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Chance starts the game here.
    Start(World),
    /// The first player continues.
    A1,
    /// The first player takes r2.
    A2,
    /// The second player's only decision.
    Reply(Reply),
    /// The first player's second decision.
    Answer(Answer),
    /// The environment reveals everything.
    Reveal(World, Reply, Answer),
}

/// Whether the players observe each other's actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Moves {
    /// Actions are public, as in Fig. 3.
    Open,
    /// Actions are hidden, as in Fig. 5.
    Hidden,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stage {
    Start,
    Opening,
    Reply,
    Answer,
    Reveal,
    Revealed,
    /// After a2: the game is over, and nothing is revealed.
    Declined,
}

/// The game. In a view, the parts that the viewer does not know are `None`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ToySubset {
    /// The reward of a2, in thousandths.
    r2: i16,
    moves: Moves,
    stage: Stage,
    world: Option<World>,
    reply: Option<Reply>,
    answer: Option<Answer>,
}

/// A seat's information: the game without the parts that the seat has not observed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    seat: Player,
    seen: ToySubset,
}

/// What a seat observes of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    /// `?`: the game has started, in x, y or z.
    Start,
    /// `a?`: some action of the first player.
    A,
    /// `b?`: some action of the second player.
    B,
    /// The action in full.
    Full(Action),
}

impl ToySubset {
    /// A game in which a2 is worth `r2` to the first player, a multiple of 0.001 from -1 to 1.
    pub fn new(r2: f64, moves: Moves) -> Result<Self, String> {
        let thousandths = (r2 * 1000.0).round();
        if !(-1.0..=1.0).contains(&r2) || (r2 * 1000.0 - thousandths).abs() > 1e-6 {
            return Err(format!("r2 must be a multiple of 0.001 from -1 to 1, not {r2}"));
        }
        Ok(ToySubset::start(thousandths as i16, moves))
    }

    fn start(r2: i16, moves: Moves) -> Self {
        ToySubset { r2, moves, stage: Stage::Start, world: None, reply: None, answer: None }
    }

    /// The two actions of the current decision. It is called only for the acting player, so it
    /// depends only on that player's information.
    #[inline]
    fn pair(&self) -> [Action; 2] {
        match self.stage {
            Stage::Opening => [Action::A1, Action::A2],
            Stage::Reply => self.world().replies().map(Action::Reply),
            _ => [Action::Answer(Answer::A3), Action::Answer(Answer::A4)],
        }
    }

    #[inline]
    fn world(&self) -> World {
        self.world.expect("a game that has started, in one of its states")
    }

    #[inline]
    fn reveal(&self) -> Action {
        let (Some(world), Some(reply), Some(answer)) = (self.world, self.reply, self.answer) else {
            unreachable!("nothing to reveal yet in {self:?}")
        };
        Action::Reveal(world, reply, answer)
    }

    /// The reward of the first player.
    #[inline]
    fn reward(&self) -> f64 {
        let (Some(world), Some(reply), Some(answer)) = (self.world, self.reply, self.answer) else {
            return f64::from(self.r2) / 1000.0;
        };
        let [a3, a4] = match (reply, world) {
            (Reply::B1, _) => [0.6, -0.2],
            (Reply::B2, World::X) => [-1.0, 1.0],
            (Reply::B2, _) => [1.0, -1.0],
            (Reply::B3, _) => [-0.2, 0.6],
        };
        if answer == Answer::A3 { a3 } else { a4 }
    }
}

impl Default for ToySubset {
    fn default() -> Self {
        ToySubset::start(400, Moves::Open)
    }
}

impl Game for ToySubset {
    type Action = Action;
    const DRAWS_UNLISTED: bool = true;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.stage {
            Stage::Start | Stage::Reveal => Turn::Chance,
            Stage::Opening | Stage::Answer => Turn::Player(FIRST),
            Stage::Reply => Turn::Player(SECOND),
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
            (Stage::Opening, Action::A1) => Stage::Reply,
            (Stage::Opening, Action::A2) => Stage::Declined,
            (Stage::Reply, Action::Reply(reply)) => {
                debug_assert!(self.world().replies().contains(&reply), "{action:?} in {self:?}");
                self.reply = Some(reply);
                Stage::Answer
            }
            (Stage::Answer, Action::Answer(answer)) => {
                self.answer = Some(answer);
                Stage::Reveal
            }
            (Stage::Reveal, Action::Reveal(..)) => {
                debug_assert!(action == self.reveal(), "{action:?} in {self:?}");
                Stage::Revealed
            }
            _ => unreachable!("{action:?} is not possible in {self:?}"),
        };
    }

    #[inline]
    fn payoff(&self, who: Player) -> f64 {
        // `-reward` would make a reward of 0 worth -0.
        if who == FIRST { self.reward() } else { 0.0 - self.reward() }
    }

    #[inline]
    fn random_action(&self, _: &mut Vec<Action>, rng: &mut Rng) -> Action {
        rng.pick(&self.pair())
    }
}

impl Chance for ToySubset {
    #[inline]
    fn sample(&self, rng: &mut Rng) -> Action {
        match self.stage {
            Stage::Start => Action::Start(rng.pick(&World::ALL)),
            _ => self.reveal(),
        }
    }
}

impl Outcomes for ToySubset {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        out.clear();
        match self.stage {
            Stage::Start => out.extend(World::ALL.map(|world| (Action::Start(world), 1.0 / 3.0))),
            _ => out.push((self.reveal(), 1.0)),
        }
    }
}

impl Hidden for ToySubset {
    type View = View;

    #[inline]
    fn view(&self, who: Player) -> View {
        let mut seen = self.clone();
        if self.stage != Stage::Revealed {
            let covered = self.moves == Moves::Hidden;
            seen.world = self.world.filter(|_| who == SECOND);
            seen.reply = self.reply.filter(|_| who == SECOND || !covered);
            seen.answer = self.answer.filter(|_| who == FIRST || !covered);
        }
        View { seat: who, seen }
    }

    /// Uniform over the states that allow the observed reply, then over the other hidden parts. The
    /// information in the second player's choice is ignored.
    #[inline]
    fn determinize(View { seen, .. }: &View, rng: &mut Rng) -> Self {
        let mut state = seen.clone();
        if seen.stage == Stage::Start {
            return state;
        }
        let world = seen.world.unwrap_or_else(|| match seen.reply {
            Some(reply) => rng.pick(&reply.worlds()),
            None => rng.pick(&World::ALL),
        });
        state.world = Some(world);
        if matches!(seen.stage, Stage::Answer | Stage::Reveal) && seen.reply.is_none() {
            state.reply = Some(rng.pick(&world.replies()));
        }
        if seen.stage == Stage::Reveal && seen.answer.is_none() {
            state.answer = Some(rng.pick(&[Answer::A3, Answer::A4]));
        }
        state
    }
}

impl Observe for ToySubset {
    type Seen = Seen;
    const RECALL: Recall = Recall::Perfect;

    #[inline]
    fn seen(&self, action: Action, who: Player) -> Option<Seen> {
        let covered = self.moves == Moves::Hidden;
        Some(match action {
            Action::Start(_) if who == FIRST => Seen::Start,
            Action::A1 | Action::Answer(_) if covered && who == SECOND => Seen::A,
            Action::Reply(_) if covered && who == FIRST => Seen::B,
            _ => Seen::Full(action),
        })
    }
}

impl Redeal for ToySubset {
    /// The initial state is hidden from the first player until the end. With hidden moves the reply
    /// is hidden from the first player, too, and the answer from the second player.
    fn redeal(&self, who: Player, rng: &mut Rng) -> Self {
        let mut twin = self.clone();
        if matches!(self.stage, Stage::Start | Stage::Revealed) {
            return twin;
        }
        let covered = self.moves == Moves::Hidden;
        if who == SECOND {
            twin.answer = self.answer.map(|answer| if covered { any_answer(rng) } else { answer });
            return twin;
        }
        loop {
            let world = World::ALL[rng.below(3)];
            let reply = self.reply.map(|reply| if covered { any_reply(rng) } else { reply });
            if reply.is_none_or(|reply| world.replies().contains(&reply)) {
                return ToySubset { world: Some(world), reply, ..twin };
            }
        }
    }

    fn disguise(&self, action: Action, who: Player, rng: &mut Rng) -> Action {
        let covered = self.moves == Moves::Hidden;
        match action {
            Action::Start(_) if who == FIRST => Action::Start(World::ALL[rng.below(3)]),
            Action::Reply(_) if who == FIRST && covered => {
                Action::Reply(self.world().replies()[rng.below(2)])
            }
            Action::Answer(_) if who == SECOND && covered => Action::Answer(any_answer(rng)),
            _ => action,
        }
    }
}

fn any_reply(rng: &mut Rng) -> Reply {
    [Reply::B1, Reply::B2, Reply::B3][rng.below(3)]
}

fn any_answer(rng: &mut Rng) -> Answer {
    [Answer::A3, Answer::A4][rng.below(2)]
}

impl Sequential for ToySubset {}

impl Key for ToySubset {
    #[inline]
    fn key(&self) -> u64 {
        let world = self.world.map_or(0, |world| 1 + world as u64);
        let reply = self.reply.map_or(0, |reply| 1 + reply as u64);
        let answer = self.answer.map_or(0, |answer| 1 + answer as u64);
        let settings = (i32::from(self.r2) + 1000) as u64 * 2 + self.moves as u64;
        scatter((((settings * 7 + self.stage as u64) * 4 + world) * 4 + reply) * 3 + answer + 1)
    }
}

impl Notation for ToySubset {
    fn action_name(&self, action: Action) -> String {
        match action {
            Action::Start(world) => world.name().to_string(),
            Action::A1 => "a1".to_string(),
            Action::A2 => "a2".to_string(),
            Action::Reply(reply) => reply.name().to_string(),
            Action::Answer(answer) => answer.name().to_string(),
            Action::Reveal(world, reply, answer) => {
                format!("reveal-{}-{}-{}", world.name(), reply.name(), answer.name())
            }
        }
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        named(self, text)
    }

    fn position(&self) -> String {
        let Some(world) = self.world else { return START.to_string() };
        let world = world.name();
        let reply = self.reply.map_or("", Reply::name);
        let answer = self.answer.map_or("", Answer::name);
        match self.stage {
            Stage::Start | Stage::Opening => world.to_string(),
            Stage::Declined => format!("{world} a2"),
            Stage::Reply => format!("{world} a1"),
            Stage::Answer => format!("{world} a1 {reply}"),
            Stage::Reveal => format!("{world} a1 {reply} {answer}"),
            Stage::Revealed => {
                format!("{world} a1 {reply} {answer} reveal-{world}-{reply}-{answer}")
            }
        }
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        replay(ToySubset::start(self.r2, self.moves), text)
    }
}

impl Describe for ToySubset {
    fn describe(View { seen: known, .. }: &View, _: Player, seen: Seen) -> String {
        match seen {
            Seen::Start => "the game starts in x, in y or in z".to_string(),
            Seen::A => "an action that you do not see".to_string(),
            Seen::B => "a reply that you do not see".to_string(),
            Seen::Full(Action::Start(world)) => format!("the game starts in {}", world.name()),
            Seen::Full(Action::Reveal(world, reply, answer)) => {
                format!("it was {}, with {} and {}", world.name(), reply.name(), answer.name())
            }
            Seen::Full(action) => known.action_name(action),
        }
    }
}

impl Picture for ToySubset {
    fn picture(View { seen, .. }: &View, _: Player, _: Option<Seen>) -> Scene {
        let scene = Scene::default().label(known_start(seen)).label(known_moves(seen));
        match seen.turn() {
            Turn::Over => scene.label(format!("{} gets {:+}.", seen.seat(FIRST), seen.reward())),
            _ => scene,
        }
    }

    fn gesture(View { seen, .. }: &View, _: Player, action: Action) -> Gesture {
        Gesture::button(seen.action_name(action))
    }
}

fn known_start(seen: &ToySubset) -> String {
    match seen.world {
        Some(world) => format!("State: {}", world.name()),
        None => "State: x, y or z".to_string(),
    }
}

/// The moves so far, with `?` for the unknown parts.
fn known_moves(seen: &ToySubset) -> String {
    let reply = seen.reply.map_or("b?", Reply::name);
    let answer = seen.answer.map_or("a?", Answer::name);
    match seen.stage {
        Stage::Start | Stage::Opening => "Moves: none".to_string(),
        Stage::Declined => "Moves: a2".to_string(),
        Stage::Reply => "Moves: a1".to_string(),
        Stage::Answer => format!("Moves: a1 {reply}"),
        Stage::Reveal | Stage::Revealed => format!("Moves: a1 {reply} {answer}"),
    }
}

impl World {
    const ALL: [World; 3] = [World::X, World::Y, World::Z];

    #[inline]
    fn replies(self) -> [Reply; 2] {
        match self {
            World::X => [Reply::B1, Reply::B2],
            World::Y => [Reply::B2, Reply::B3],
            World::Z => [Reply::B1, Reply::B3],
        }
    }

    fn name(self) -> &'static str {
        match self {
            World::X => "x",
            World::Y => "y",
            World::Z => "z",
        }
    }
}

impl Reply {
    #[inline]
    fn worlds(self) -> [World; 2] {
        match self {
            Reply::B1 => [World::X, World::Z],
            Reply::B2 => [World::X, World::Y],
            Reply::B3 => [World::Y, World::Z],
        }
    }

    fn name(self) -> &'static str {
        match self {
            Reply::B1 => "b1",
            Reply::B2 => "b2",
            Reply::B3 => "b3",
        }
    }
}

impl Answer {
    fn name(self) -> &'static str {
        match self {
            Answer::A3 => "a3",
            Answer::A4 => "a4",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::{every_state, histories};
    use crate::spelling::strict_notation;
    use sortilege::testing::beliefs::{self, Promise};
    use sortilege::testing::{Contract, odds};
    use std::collections::HashSet;

    #[test]
    fn rules_can_be_followed() {
        sortilege::testing::handbook(&ToySubset::default(), RULES);
    }

    fn new(r2: f64, moves: Moves) -> ToySubset {
        ToySubset::new(r2, moves).expect("valid settings")
    }

    fn at(moves: Moves, position: &str) -> ToySubset {
        new(0.4, moves).parse_position(position).expect(position)
    }

    #[test]
    fn beliefs_are_those_of_chance() {
        for moves in [Moves::Open, Moves::Hidden] {
            let compared =
                beliefs::test(&new(0.4, moves), Promise::Chance, |state, _| state.clone());
            assert!(compared >= 5, "{compared}");
        }
    }

    #[test]
    fn keeps_the_contract() {
        for moves in [Moves::Open, Moves::Hidden] {
            let game = new(-1.0, moves);
            let contract = Contract::new(&game).longest(5);
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
    }

    #[test]
    fn notation_is_strict() {
        strict_notation(&new(0.4, Moves::Open));
        strict_notation(&new(-0.25, Moves::Hidden));
        for wrong in [
            "",
            "x a1 b3",
            "y a1 b1",
            "z a1 b2",
            "x a2 b1",
            "x a1 b2 a3 reveal-y-b2-a3",
            "x a1 b1 ",
        ] {
            assert!(ToySubset::default().parse_position(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn rewards_are_those_of_the_table() {
        for (line, a3, a4) in [
            ("x b1", 0.6, -0.2),
            ("z b1", 0.6, -0.2),
            ("x b2", -1.0, 1.0),
            ("y b2", 1.0, -1.0),
            ("y b3", -0.2, 0.6),
            ("z b3", -0.2, 0.6),
        ] {
            let (world, reply) = line.split_once(' ').expect("a state and a reply");
            for (answer, reward) in [("a3", a3), ("a4", a4)] {
                let end = format!("{world} a1 {reply} {answer} reveal-{world}-{reply}-{answer}");
                for moves in [Moves::Open, Moves::Hidden] {
                    let game = at(moves, &end);
                    assert_eq!(game.turn(), Turn::Over);
                    assert_eq!(
                        [FIRST, SECOND].map(|who| game.payoff(who)),
                        [reward, -reward],
                        "{end}"
                    );
                }
            }
        }
        for world in ["x", "y", "z"] {
            let game = at(Moves::Hidden, &format!("{world} a2"));
            assert_eq!(game.turn(), Turn::Over);
            assert_eq!([FIRST, SECOND].map(|who| game.payoff(who)), [0.4, -0.4]);
        }
    }

    /// Three states, each with a2 or with two replies and two answers each.
    #[test]
    fn histories_and_states_are_counted() {
        assert_eq!(histories(&ToySubset::default()), 3 * (1 + 2 * 2));
        assert_eq!(every_state(&ToySubset::default()).len(), 1 + 3 * (1 + 1 + 1 + 2 + 4 + 4));
    }

    #[test]
    fn everything_is_revealed_by_force() {
        let mut outcomes = vec![];
        at(Moves::Hidden, "z a1 b3 a4").outcomes(&mut outcomes);
        assert_eq!(outcomes, [(Action::Reveal(World::Z, Reply::B3, Answer::A4), 1.0)]);
    }

    /// The observations of a seat on the line x a1 b2 a3, step by step.
    fn line_as_seen(moves: Moves, who: Player) -> Vec<String> {
        let (mut game, mut seen) = (new(0.4, moves), vec![]);
        for name in ["x", "a1", "b2", "a3", "reveal-x-b2-a3"] {
            let action = game.parse_action(name).expect(name);
            seen.push(match game.seen(action, who).expect("nothing goes unnoticed") {
                Seen::Start => "?".to_string(),
                Seen::A => "a?".to_string(),
                Seen::B => "b?".to_string(),
                Seen::Full(action) => game.action_name(action),
            });
            game.apply(action);
        }
        seen
    }

    #[test]
    fn each_seat_sees_its_share() {
        let end = "reveal-x-b2-a3";
        assert_eq!(line_as_seen(Moves::Open, FIRST), ["?", "a1", "b2", "a3", end]);
        assert_eq!(line_as_seen(Moves::Open, SECOND), ["x", "a1", "b2", "a3", end]);
        assert_eq!(line_as_seen(Moves::Hidden, FIRST), ["?", "a1", "b?", "a3", end]);
        assert_eq!(line_as_seen(Moves::Hidden, SECOND), ["x", "a?", "b2", "a?", end]);
        // The end of the game distinguishes a2 from a1.
        let opening = at(Moves::Hidden, "x");
        assert_eq!(opening.seen(Action::A2, SECOND), Some(Seen::Full(Action::A2)));
    }

    /// The world, the reply and the answer as each seat knows them after each step of the same
    /// line.
    #[test]
    fn each_seat_knows_its_share() {
        let line = ["start", "x", "x a1", "x a1 b2", "x a1 b2 a3", "x a1 b2 a3 reveal-x-b2-a3"];
        for (moves, who, known) in [
            (Moves::Open, FIRST, ["---", "---", "---", "-2-", "-23", "x23"]),
            (Moves::Open, SECOND, ["---", "x--", "x--", "x2-", "x23", "x23"]),
            (Moves::Hidden, FIRST, ["---", "---", "---", "---", "--3", "x23"]),
            (Moves::Hidden, SECOND, ["---", "x--", "x--", "x2-", "x2-", "x23"]),
        ] {
            let known_at = |position: &str| {
                let seen = at(moves, position).view(who).seen;
                let world = seen.world.map_or("-", World::name);
                let reply = seen.reply.map_or("-", |reply| &reply.name()[1..]);
                let answer = seen.answer.map_or("-", |answer| &answer.name()[1..]);
                format!("{world}{reply}{answer}")
            };
            assert_eq!(line.map(known_at), known, "{moves:?} {who:?}");
        }
        assert_eq!(at(Moves::Open, "x a2").view(FIRST), at(Moves::Open, "z a2").view(FIRST));
    }

    #[test]
    fn information_sets_are_those_of_the_figures() {
        for (moves, first) in [(Moves::Open, 4), (Moves::Hidden, 2)] {
            let states = every_state(&new(0.4, moves));
            let count = |who| {
                let own = states.iter().filter(|state| state.turn() == Turn::Player(who));
                own.map(|state| state.view(who)).collect::<HashSet<_>>().len()
            };
            assert_eq!((count(FIRST), count(SECOND)), (first, 3), "{moves:?}");
        }
    }

    #[test]
    fn determinization_is_uniform_over_what_fits() {
        for (moves, position, fitting) in [
            (Moves::Open, "x a1", vec!["x a1", "y a1", "z a1"]),
            (Moves::Open, "x a1 b2", vec!["x a1 b2", "y a1 b2"]),
            (
                Moves::Hidden,
                "y a1 b2",
                vec!["x a1 b1", "x a1 b2", "y a1 b2", "y a1 b3", "z a1 b1", "z a1 b3"],
            ),
        ] {
            let (view, mut rng) = (at(moves, position).view(FIRST), Rng::new(5));
            let mut counts = vec![0; fitting.len()];
            for _ in 0..3000 {
                let drawn = ToySubset::determinize(&view, &mut rng).position();
                counts[fitting.iter().position(|fit| *fit == drawn).expect("a state that fits")] +=
                    1;
            }
            odds::fit(&counts, &vec![1.0 / fitting.len() as f64; fitting.len()]).expect(position);
        }
    }

    #[test]
    fn keys_of_all_states_differ() {
        let mut keys = HashSet::new();
        for game in [
            new(0.4, Moves::Open),
            new(0.4, Moves::Hidden),
            new(-1.0, Moves::Open),
            new(1.0, Moves::Hidden),
        ] {
            assert!(every_state(&game).iter().all(|state| keys.insert(state.key())));
        }
    }

    #[test]
    fn impossible_settings_are_refused() {
        for r2 in [-1.001, 1.5, 0.0005, f64::NAN, f64::INFINITY] {
            assert!(ToySubset::new(r2, Moves::Open).is_err(), "{r2}");
        }
        assert_eq!(new(0.4, Moves::Open), ToySubset::default());
        assert_eq!(at(Moves::Open, "x a2").payoff(FIRST), 0.4);
    }

    #[test]
    fn a_picture_tells_no_more_than_the_view() {
        let text = |moves, position: &str| {
            format!("{:?}", ToySubset::picture(&at(moves, position).view(FIRST), FIRST, None))
        };
        assert_eq!(text(Moves::Hidden, "x a1 b2"), text(Moves::Hidden, "z a1 b3"));
        assert_eq!(text(Moves::Open, "x a1 b2"), text(Moves::Open, "y a1 b2"));
        assert!(text(Moves::Open, "x a1 b2").contains("Moves: a1 b2"));
        assert!(text(Moves::Open, "x a1 b2 a3 reveal-x-b2-a3").contains("Player 1 gets -1."));
    }
}
