//! The table for any game. Types are erased here, and in no layer below.

use crate::any_search::AnySearch;
use crate::capability::{Capability, Playable};
use crate::entry::GameEntry;
use crate::files::Contents;
use crate::game_play::play;
use crate::player_context::ContextParts;
use crate::player_table::PlayerTable;
use crate::setting::{Schema, Settings};
use crate::table::{Choices, Event, GameRecord, Step, Thought};
use crate::transcript;
use crate::{
    Agent, Analysis, Error, ExternalEvaluator, LeakProbe, Level, PayoffUnit, PlayerProfile, Preset,
    Spec, Table, ValueKind, opinion,
};
use sortilege::progress::Watch;
use sortilege::scene::{Gesture, Scene};
use sortilege::tree::{Extent, Outline};
use sortilege::{Player, Rng, Stop, Turn};
use std::sync::Arc;

/// A game of type `G` on the table.
pub struct GameTable<G: Playable> {
    pub(crate) entry: Arc<GameEntry<G>>,
    pub(crate) roster: Arc<PlayerTable>,
    pub(crate) settings: Settings,
    /// The files that settings name.
    files: Contents,
    /// The game at its start.
    pub(crate) start: G,
    pub(crate) state: G,
    /// Choices made so far at simultaneous moves, one slot per seat.
    chosen: Vec<Option<G::Action>>,
    past: Vec<Past<G>>,
}

/// A step, and the state before it.
#[derive(Clone)]
struct Past<G: Playable> {
    before: G,
    /// One action, or one per seat at simultaneous moves.
    made: Vec<(Option<Player>, G::Action)>,
}

/// Legal choices, and the state that names them.
struct Held<G: Playable> {
    state: G,
    actions: Vec<G::Action>,
}

impl<G: Playable> Choices for Held<G> {
    fn count(&self) -> usize {
        self.actions.len()
    }
    fn name(&self, number: usize) -> Option<String> {
        self.actions.get(number).map(|&action| self.state.action_name(action))
    }
}

impl<G: Playable> GameTable<G> {
    /// The start of the game that settings describe.
    pub fn new(
        entry: Arc<GameEntry<G>>,
        roster: Arc<PlayerTable>,
        settings: Settings,
        files: Contents,
    ) -> Result<Self, Error> {
        let start = (entry.start)(&settings, &files).map_err(|why| settings.refused(why))?;
        let (state, chosen) = (start.clone(), vec![None; start.players()]);
        Ok(GameTable { entry, roster, settings, files, start, state, chosen, past: vec![] })
    }

    /// Another table with the same game, in a state where nothing has happened yet.
    fn at(&self, state: G) -> Self {
        GameTable {
            entry: self.entry.clone(),
            roster: self.roster.clone(),
            settings: self.settings.clone(),
            files: self.files.clone(),
            start: self.start.clone(),
            chosen: vec![None; state.players()],
            state,
            past: vec![],
        }
    }

    /// Returns the search of a player, which must have been built for this game.
    pub(crate) fn search<'a>(&self, player: &'a mut Agent) -> Result<&'a mut AnySearch<G>, Error> {
        if !player.search.is::<AnySearch<G>>() {
            return Err(player.refused_by(&self.spec()));
        }
        Ok(player.search.downcast_mut().expect("it has just been looked at"))
    }

    /// Returns the search of a player that decides for a seat. A change of seat resets it, because
    /// its memory contains information of the other seat.
    pub(crate) fn search_for<'a>(
        &self,
        player: &'a mut Agent,
        who: Player,
    ) -> Result<&'a mut AnySearch<G>, Error> {
        let moved = player.seat.replace(who).is_some_and(|seat| seat != who);
        let search = self.search(player)?;
        if moved {
            search.new_game();
        }
        Ok(search)
    }

    /// Passes to a search the observations of all steps after the first `observed` steps. If steps
    /// were undone, the search is reset, because its observations no longer match the game.
    fn update(&self, search: &mut AnySearch<G>, observed: usize, who: Player) {
        if !search.wants_observations() {
            return;
        }
        let observed = if observed > self.past.len() {
            search.new_game();
            0
        } else {
            observed
        };
        for (number, step) in self.past.iter().enumerate().skip(observed) {
            let after = self.past.get(number + 1).map_or(&self.state, |next| &next.before);
            search.observe(&step.before, &step.made, after, who);
        }
    }

    /// Resets the players for a new game and returns their searches, one per seat.
    fn seated<'a>(&self, seats: &'a mut [&mut Agent]) -> Result<Vec<&'a mut AnySearch<G>>, Error> {
        assert_eq!(seats.len(), self.seats(), "every seat has a player");
        let mut searches = Vec::with_capacity(seats.len());
        for (seat, player) in seats.iter_mut().enumerate() {
            self.new_game(player)?;
            player.seat = Some(Player(seat));
            searches.push(self.search(player)?);
        }
        Ok(searches)
    }

    fn has_to_choose(&self, who: Player) -> bool {
        match self.state.turn() {
            Turn::Player(mover) => mover == who,
            Turn::Together => self.chosen.get(who.0).is_some_and(Option::is_none),
            Turn::Chance | Turn::Over => false,
        }
    }

    fn options(&self, who: Player) -> Vec<G::Action> {
        let mut out = vec![];
        if self.has_to_choose(who) {
            self.state.options(who, &mut out);
        }
        out
    }

    fn names(&self, actions: &[G::Action]) -> Vec<String> {
        actions.iter().map(|&action| self.state.action_name(action)).collect()
    }

    /// Plays a legal move. At simultaneous moves it is stored until all seats have chosen.
    fn choose(&mut self, who: Player, made: G::Action) {
        if self.state.turn() != Turn::Together {
            return self.step(vec![(Some(who), made)]);
        }
        self.chosen[who.0] = Some(made);
        if let Some(all) = self.chosen.iter().copied().collect::<Option<Vec<_>>>() {
            self.chosen.fill(None);
            let made =
                all.into_iter().enumerate().map(|(seat, action)| (Some(Player(seat)), action));
            self.step(made.collect());
        }
    }

    fn step(&mut self, made: Vec<(Option<Player>, G::Action)>) {
        let before = self.state.clone();
        transcript::make(&mut self.state, &made);
        self.past.push(Past { before, made });
    }

    /// Observations of `who` in order: the state before, the acting player, and the observation.
    fn noticed(
        &self,
        who: Player,
    ) -> impl DoubleEndedIterator<Item = (&G, Option<Player>, G::Seen)> {
        let all = self
            .past
            .iter()
            .flat_map(|step| step.made.iter().map(move |made| (&step.before, made)));
        all.filter_map(move |(before, &(mover, action))| {
            Some((before, mover, before.seen(action, who)?))
        })
    }
}

impl<G: Playable> Table for GameTable<G> {
    fn spec(&self) -> Spec {
        self.settings.spec()
    }
    fn full_spec(&self) -> Spec {
        self.settings.full_spec()
    }
    fn files(&self) -> &Contents {
        &self.files
    }
    fn again(&self) -> Box<dyn Table> {
        Box::new(self.at(self.start.clone()))
    }
    fn copy(&self) -> Box<dyn Table> {
        let (chosen, past) = (self.chosen.clone(), self.past.clone());
        Box::new(GameTable { chosen, past, ..self.at(self.state.clone()) })
    }
    fn world(&self, who: Player, rng: &mut Rng) -> Box<dyn Table> {
        Box::new(self.at(G::determinize(&self.state.view(who), rng)))
    }
    fn rules(&self) -> Option<&'static str> {
        self.entry.rules
    }
    fn has(&self, capability: Capability) -> bool {
        self.entry.has(&self.state, capability)
    }
    fn seats(&self) -> usize {
        self.state.players()
    }
    fn seat_name(&self, who: Player) -> String {
        self.state.seat(who)
    }
    fn turn(&self) -> Turn {
        self.state.turn()
    }

    fn to_choose(&self) -> Vec<Player> {
        to_choose(self.state.turn(), self.seats(), &|seat| self.chosen[seat].is_none())
    }

    fn legal(&self, who: Player) -> Vec<String> {
        self.names(&self.options(who))
    }

    fn choices(&self, who: Player) -> Box<dyn Choices> {
        Box::new(Held { state: self.state.clone(), actions: self.options(who) })
    }

    fn play(&mut self, who: Player, action: &str) -> Result<(), Error> {
        let options = self.options(who);
        if options.is_empty() {
            return Err(not_on_turn(self, who));
        }
        let parsed =
            self.state.parse_action(action.trim()).filter(|action| options.contains(action));
        let made = parsed
            .ok_or_else(|| Error::Move { text: action.to_string(), legal: self.names(&options) })?;
        self.choose(who, made);
        Ok(())
    }

    fn play_nth(&mut self, who: Player, number: usize) -> Result<(), Error> {
        let options = self.options(who);
        match options.get(number) {
            Some(&made) => self.choose(who, made),
            None if options.is_empty() => return Err(not_on_turn(self, who)),
            None => return Err(no_such_number(number, options.len())),
        }
        Ok(())
    }

    fn chance(&mut self, rng: &mut Rng) {
        while self.state.turn() == Turn::Chance {
            let outcome = self.state.sample(rng);
            self.step(vec![(None, outcome)]);
        }
    }

    fn outcome(&mut self, outcome: &str) -> Result<(), Error> {
        let here = Some(&self.state).filter(|state| state.turn() == Turn::Chance);
        let possible = here.and_then(|state| state.parse_action(outcome.trim()));
        let made = possible.ok_or_else(|| Error::Outcome { text: outcome.to_string() })?;
        self.step(vec![(None, made)]);
        Ok(())
    }

    fn payoff(&self, who: Player) -> f64 {
        self.state.payoff(who)
    }
    fn notes(&self) -> Vec<String> {
        (self.entry.notes)(&self.state)
    }
    fn stakes(&self) -> Option<PayoffUnit> {
        (self.entry.stakes)(&self.settings)
    }
    fn position(&self) -> String {
        self.state.position()
    }

    fn position_words(&self) -> String {
        self.state.position_words()
    }

    /// A position is parsed by the start of the game, not by the current state: the error message
    /// is shown to the caller and must not reveal hidden information of the current state.
    fn set_position(&mut self, text: &str) -> Result<(), Error> {
        let text = text.trim();
        self.state = self.start.parse_position(text).map_err(|why| Error::position(text, why))?;
        self.chosen.fill(None);
        self.past.clear();
        Ok(())
    }

    fn picture(&self, who: Player) -> Scene {
        let last = self.noticed(who).next_back().map(|(_, _, seen)| seen);
        G::picture(&self.state.view(who), who, last)
    }

    fn gestures(&self, who: Player) -> Vec<(String, Gesture)> {
        let (view, options) = (self.state.view(who), self.options(who));
        let gesture = |&action| (self.state.action_name(action), G::gesture(&view, who, action));
        options.iter().map(gesture).collect()
    }

    fn log(&self, who: Player) -> Vec<Event> {
        let event = |(before, mover, seen): (&G, _, _)| Event {
            who: mover,
            text: G::describe(&before.view(who), who, seen),
        };
        self.noticed(who).map(event).collect()
    }

    fn undo(&mut self) -> bool {
        if self.chosen.iter().any(Option::is_some) {
            self.chosen.fill(None);
            return true;
        }
        let Some(at) = self.past.iter().rposition(|step| step.made[0].0.is_some()) else {
            return false;
        };
        self.state = self.past[at].before.clone();
        self.past.truncate(at);
        true
    }

    fn player_with_evaluator(
        &self,
        spec: &Spec,
        watch: Watch,
        opinion: Option<Arc<dyn ExternalEvaluator>>,
    ) -> Result<Agent, Error> {
        let (settings, stop) = (self.roster.read(spec)?, Stop::default());
        if opinion.is_some() {
            opinion::may_advise(&settings)?;
        }
        let given =
            ContextParts { start: Some(self.start.clone()), stop: stop.clone(), watch, opinion };
        let search = self.entry.build(&settings, given)?;
        let profile = PlayerProfile::new(&settings, &search);
        Ok(Agent::new(self.roster.game, &settings, stop, profile, Box::new(search)))
    }

    fn players(&self) -> Vec<&'static Schema> {
        self.roster.players.clone()
    }

    fn presets(&self) -> Vec<Preset> {
        self.roster.presets.clone()
    }

    fn level(&self, level: Level) -> Spec {
        self.roster.recommended.at(level, &self.roster.players)
    }

    fn think(&self, player: &mut Agent, who: Player, rng: &mut Rng) -> Result<Thought, Error> {
        if !self.has_to_choose(who) {
            return Err(not_on_turn(self, who));
        }
        let observed = player.observed;
        let search = self.search_for(player, who)?;
        self.update(search, observed, who);
        let decision = search.decide(&self.state, who, rng);
        let notes = search.notes();
        let mut thought = transcript::thought(&self.state, decision, notes);
        thought.bounds = player.profile().values == ValueKind::Bounds;
        player.observed = self.past.len();
        Ok(thought)
    }

    fn ponder(&self, player: &mut Agent, who: Player, rng: &mut Rng) -> Result<(), Error> {
        let (observed, stop) = (player.observed, player.stop());
        let search = self.search_for(player, who)?;
        self.update(search, observed, who);
        search.ponder(&self.state, who, &stop, rng);
        player.observed = self.past.len();
        Ok(())
    }

    fn outline(
        &self,
        player: &mut Agent,
        who: Player,
        extent: &Extent,
    ) -> Result<Option<Outline>, Error> {
        let name = |state: &G, action| state.action_name(action);
        Ok(self.search(player)?.outline(&self.state, who, extent, &name))
    }

    fn new_game(&self, player: &mut Agent) -> Result<(), Error> {
        self.search(player)?.new_game();
        (player.seat, player.observed) = (None, 0);
        Ok(())
    }

    fn play_game(
        &self,
        seats: &mut [&mut Agent],
        chance: &mut Rng,
        rngs: &mut [Rng],
    ) -> Result<GameRecord, Error> {
        Ok(play(&self.state, self.seated(seats)?, chance, rngs, None))
    }

    fn play_recorded(
        &self,
        seats: &mut [&mut Agent],
        chance: &mut Rng,
        rngs: &mut [Rng],
    ) -> Result<(GameRecord, Vec<Step>), Error> {
        let mut steps = vec![];
        let record = play(&self.state, self.seated(seats)?, chance, rngs, Some(&mut steps));
        Ok((record, steps))
    }

    fn steps(&self) -> Vec<Step> {
        self.past.iter().map(|past| transcript::step(&past.before, &past.made, vec![])).collect()
    }

    fn step_count(&self) -> usize {
        self.past.len()
    }

    fn probe(&self) -> &dyn LeakProbe {
        self
    }

    fn analysis(&self) -> &dyn Analysis {
        self
    }
}

/// The seats that have to choose.
fn to_choose(turn: Turn, seats: usize, undecided: &dyn Fn(usize) -> bool) -> Vec<Player> {
    match turn {
        Turn::Player(who) => vec![who],
        Turn::Together => (0..seats).filter(|&seat| undecided(seat)).map(Player).collect(),
        Turn::Chance | Turn::Over => vec![],
    }
}

fn no_such_number(number: usize, moves: usize) -> Error {
    let last = moves - 1;
    Error::Refused(format!(
        "there is no legal move number {number} here; there are {moves}, with the numbers 0 to \
         {last}"
    ))
}

fn not_on_turn(table: &dyn Table, who: Player) -> Error {
    let turn: Vec<String> =
        table.to_choose().into_iter().map(|seat| table.seat_name(seat)).collect();
    let now = match table.turn() {
        Turn::Over => "the game is over".to_string(),
        Turn::Chance => "chance has to act first".to_string(),
        _ => format!("to choose: {}", turn.join(", ")),
    };
    let name =
        if who.0 < table.seats() { table.seat_name(who) } else { format!("seat {}", who.0 + 1) };
    Error::Refused(format!("{name} has nothing to choose now; {now}"))
}
