//! The table: a thin layer without type parameters over every game, for people, scripts and pages.
//! Types are erased per move, never per node.

use crate::capability::Capability;
use crate::files::Contents;
use crate::{
    Agent, Analysis, Error, ExternalEvaluator, LeakProbe, Level, PayoffUnit, Preset, Spec,
};
use sortilege::bandit::Proven;
use sortilege::progress::Watch;
use sortilege::scene::{Gesture, Scene};
use sortilege::tree::{Extent, Outline, TreeStats};
use sortilege::{Player, Rng, Turn};
use std::sync::Arc;
use std::time::Duration;

/// A game in progress, opened by
/// [`Catalogue::open`](crate::Catalogue::open).
pub trait Table: Send + Sync {
    /// The game with the settings that were given.
    fn spec(&self) -> Spec;
    /// The game with all its settings.
    fn full_spec(&self) -> Spec;
    /// The contents of the files that its settings name: the table reads no file again.
    fn files(&self) -> &Contents;
    /// Another table with the same game, at its start.
    fn again(&self) -> Box<dyn Table>;
    /// Another table with the same game, where it is now and with all that has happened; choices
    /// that are in stay in.
    fn copy(&self) -> Box<dyn Table>;
    /// Another table with the same game, in a state that a seat takes for possible: drawn from what
    /// it sees and from nothing else, by the odds of
    /// [`Hidden::determinize`](sortilege::game::Hidden::determinize). Nothing has happened there
    /// yet, and no choice is in.
    fn world(&self, who: Player, rng: &mut Rng) -> Box<dyn Table>;
    /// Whether the opened game, with its settings, has a capability.
    fn has(&self, capability: Capability) -> bool;
    /// The capabilities of the opened game, in the words of `sortilege::game`.
    fn capabilities(&self) -> Vec<&'static str> {
        Capability::words(|capability| self.has(capability))
    }
    /// The number of seats.
    fn seats(&self) -> usize;
    /// The name of a seat.
    fn seat_name(&self, who: Player) -> String;
    /// Who acts next.
    fn turn(&self) -> Turn;
    /// The seats that have to choose now: one, or at [`Turn::Together`] those that have not chosen
    /// yet.
    fn to_choose(&self) -> Vec<Player>;
    /// What a seat may choose now; nothing if it has nothing to choose.
    fn legal(&self, who: Player) -> Vec<String>;
    /// The same without names, which are computed on request.
    fn choices(&self, who: Player) -> Box<dyn Choices>;
    /// Plays a move. At [`Turn::Together`] the choice is kept until all are in.
    fn play(&mut self, who: Player, action: &str) -> Result<(), Error>;
    /// Plays the move with this number among the [legal](Table::legal) ones, counted from 0: the
    /// same without names.
    fn play_nth(&mut self, who: Player, number: usize) -> Result<(), Error>;
    /// Plays chance turns until a player has to choose or the game is over.
    fn chance(&mut self, rng: &mut Rng);
    /// Plays chance turns like [`Table::chance`], as a function of the seed and of the game so far:
    /// the number of steps, and how often moves were taken back. So the same seed deals the same
    /// cards in the terminal, in the browser and in Python, and a game that is resumed continues as
    /// if it had not been interrupted.
    fn deal(&mut self, seed: u64, taken_back: u32) {
        let steps = self.step_count() as u64;
        self.chance(&mut Rng::derive(&[seed, 0, steps, taken_back.into()]));
    }
    /// Plays a chance turn by hand: an outcome in the game's notation, as dice that were rolled
    /// elsewhere.
    fn outcome(&mut self, outcome: &str) -> Result<(), Error>;
    /// What a seat has earned, in [-1, 1]; meaningful once the turn is [`Turn::Over`].
    fn payoff(&self, who: Player) -> f64;
    /// Sentences that users should read when the game is opened, such as how it is run.
    fn notes(&self) -> Vec<String>;
    /// Unit of payoffs; `None` if payoffs only encode the winner.
    fn stakes(&self) -> Option<PayoffUnit>;
    /// The whole state in the game's notation, with what is hidden.
    fn position(&self) -> String;
    /// The whole state in words, for users who may see hidden information.
    fn position_words(&self) -> String;
    /// Sets up a position and forgets the moves so far. After an error the table is as it was.
    fn set_position(&mut self, text: &str) -> Result<(), Error>;
    /// What a seat sees.
    fn picture(&self, who: Player) -> Scene;
    /// What a seat may choose now, in the order of [`legal`](Table::legal), each with how it is
    /// made by pointing at things in its picture.
    fn gestures(&self, who: Player) -> Vec<(String, Gesture)>;
    /// The rules of the game for people, in Markdown, if they exist.
    fn rules(&self) -> Option<&'static str>;
    /// The moves so far, as a seat saw them.
    fn log(&self, who: Player) -> Vec<Event>;
    /// Takes back the last move of a player, with the chance turns after it; false if there is
    /// none.
    fn undo(&mut self) -> bool;

    /// Builds a player for this game.
    fn player(&self, spec: &Spec) -> Result<Agent, Error> {
        self.watched_player(spec, Watch::default())
    }
    /// Builds a player for this game that reports its progress to `watch`, at most ten times a
    /// second: a candidate for each of the [legal](Table::legal) actions, in their order. Players
    /// without simulations, or that search parts of moves, report nothing.
    fn watched_player(&self, spec: &Spec, watch: Watch) -> Result<Agent, Error> {
        self.player_with_evaluator(spec, watch, None)
    }
    /// The same for a player with an external evaluator, if given. It evaluates the leaves of the
    /// tree in place of playouts, so the settings must not contain `playout`.
    fn player_with_evaluator(
        &self,
        spec: &Spec,
        watch: Watch,
        opinion: Option<Arc<dyn ExternalEvaluator>>,
    ) -> Result<Agent, Error>;
    /// The players that fit this game.
    fn players(&self) -> Vec<&'static crate::setting::Schema>;
    /// Players of the papers, with their settings for this game.
    fn presets(&self) -> Vec<Preset>;
    /// The player that is recommended here, as strong as is wanted.
    fn level(&self, level: Level) -> Spec;
    /// Searches for a move of a seat that has to choose now. The memory of a player between
    /// decisions belongs to one seat of one game; a decision for another seat resets it, as
    /// [`Table::new_game`] does.
    fn think(&self, player: &mut Agent, who: Player, rng: &mut Rng) -> Result<Thought, Error>;
    /// Lets a player ponder until its [stop](Agent::stop) signal. Only players with tree reuse
    /// ponder; others return at once.
    fn ponder(&self, player: &mut Agent, who: Player, rng: &mut Rng) -> Result<(), Error>;
    /// A part of the tree that a player has grown for its last decision, which was one of `who`;
    /// nothing if it has no tree, or one that knows more than the seat does.
    fn outline(
        &self,
        player: &mut Agent,
        who: Player,
        extent: &Extent,
    ) -> Result<Option<Outline>, Error>;
    /// Resets a player for a new game.
    fn new_game(&self, player: &mut Agent) -> Result<(), Error>;

    /// Plays a game from the position on the table to its end; the table itself stays as it is.
    /// Seat `i` is played by `seats[i]` and draws from `rngs[i]`; chance draws from `chance`. A
    /// seat has a separate player: one that sat twice would carry what it learnt in one seat to
    /// the other, and hidden cards with it.
    fn play_game(
        &self,
        seats: &mut [&mut Agent],
        chance: &mut Rng,
        rngs: &mut [Rng],
    ) -> Result<GameRecord, Error>;

    /// The same, with all that happened in it: for records, since it reveals what was hidden.
    fn play_recorded(
        &self,
        seats: &mut [&mut Agent],
        chance: &mut Rng,
        rngs: &mut [Rng],
    ) -> Result<(GameRecord, Vec<Step>), Error>;
    /// All that happened on the table so far, without what players thought: for records, since it
    /// reveals what is hidden.
    fn steps(&self) -> Vec<Step>;
    /// Number of steps so far.
    fn step_count(&self) -> usize;

    /// The functions that leak tests need.
    fn probe(&self) -> &dyn LeakProbe;
    /// What can be measured from the position on the table.
    fn analysis(&self) -> &dyn Analysis;
}

/// What a seat could choose when it was asked; the table may be elsewhere by now.
pub trait Choices: Send + Sync {
    /// How many there are.
    fn count(&self) -> usize;
    /// The name of the one with this number, counted from 0.
    fn name(&self, number: usize) -> Option<String>;
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// What it would play.
    pub action: String,
    /// Every legal action, in the game's order.
    pub candidates: Vec<Weighed>,
    /// Whether this is a minimax search with pruning: the value of `action` is exact, those of
    /// other actions are upper bounds, and visits count nodes. Otherwise values are means over
    /// visits.
    pub bounds: bool,
    /// Simulations made.
    pub iterations: u64,
    /// Time taken.
    pub seconds: f64,
    /// What its trees look like.
    pub tree: TreeStats,
    /// What its parts measured: names and numbers.
    pub notes: Vec<(&'static str, f64)>,
}

/// A candidate action with its statistics.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// The action.
    pub action: String,
    /// How many simulations began with it.
    pub visits: u64,
    /// The mean reward of these.
    pub value: f64,
    /// Whether it is proven to win, or to lose.
    pub proven: Option<Proven>,
}

/// An observation of a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Who did it; `None` for chance.
    pub who: Option<Player>,
    /// What the seat observed, in one line: the name of the move where it saw that, otherwise what
    /// it saw.
    pub text: String,
}

/// Something that happened in a game: chance, a move, or the choices that all made at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Who did what; `None` for chance.
    pub made: Vec<(Option<Player>, String)>,
    /// What each seat observed, as text; empty where it noticed nothing.
    pub observations: Vec<Vec<String>>,
    /// Results of the searches for this step.
    pub thoughts: Vec<(Player, Thought)>,
}

/// How a game went.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// One a seat.
    pub seats: Vec<SeatRecord>,
    /// The number of moves that players made; choices made at once count as one.
    pub length: u32,
}

/// How a game went for one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeatRecord {
    /// What it earned.
    pub payoff: f64,
    /// Decisions made; moves without an alternative are not counted.
    pub decisions: u64,
    /// Simulations made for them.
    pub iterations: u64,
    /// Time taken for them.
    pub time: Duration,
}
