//! The table for any game: types are erased here, and nowhere below.

use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::entry::{Entry, ListOutcomes, Listing};
use crate::playouts::PLAYOUT;
use crate::roster::Roster;
use crate::setting::{Schema, Settings};
use crate::sight::Sight;
use crate::table::{Event, GameRecord, PlayoutSpeed, SearchSpeed, SeatRecord, Thinker, Thought, Weighed};
use crate::{Error, Preset, Spec, Table};
use sortilege::playout::{Playout, Rollout};
use sortilege::scene::Scene;
use sortilege::search::{Decision, Note};
use sortilege::{Player, Rng, Stop, Turn};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A game of type `G` on the table.
pub struct Seated<G: Playable> {
    entry: Arc<Entry<G>>,
    roster: Arc<Roster>,
    settings: Settings,
    state: G,
    /// Choices that are in where all choose at once, one place a seat.
    chosen: Vec<Option<G::Action>>,
    past: Vec<Step<G>>,
}

/// Something that happened, and the state in which it did.
struct Step<G: Playable> {
    before: G,
    /// One action, or one a seat where all chose at once.
    made: Vec<(Option<Player>, G::Action)>,
}

impl<G: Playable> Seated<G> {
    /// The start of the game that `spec` describes.
    pub fn new(entry: Arc<Entry<G>>, roster: Arc<Roster>, spec: &Spec) -> Result<Self, Error> {
        let settings = entry.schema.read(spec)?;
        let state = (entry.start)(&settings)
            .map_err(|why| Error::Settings { owner: entry.schema.name.to_string(), why })?;
        let chosen = vec![None; state.players()];
        Ok(Seated { entry, roster, settings, state, chosen, past: vec![] })
    }

    /// The search behind a player, who has to be one of this game.
    fn brain<'a>(&self, player: &'a mut Thinker) -> Result<&'a mut AnySearch<G>, Error> {
        let Thinker { game, spec, brain, .. } = player;
        brain.downcast_mut().ok_or_else(|| {
            Error::Refused(format!(
                "`{spec}` was built at a table of `{game}`, and cannot play `{}`; build one here",
                self.spec()
            ))
        })
    }

    /// The search behind a player that decides for a seat. What it kept of another seat is nothing for this one to know.
    fn brain_for<'a>(&self, player: &'a mut Thinker, who: Player) -> Result<&'a mut AnySearch<G>, Error> {
        let moved = player.seat.replace(who).is_some_and(|seat| seat != who);
        let brain = self.brain(player)?;
        if moved {
            brain.new_game();
        }
        Ok(brain)
    }

    fn options(&self, who: Player) -> Vec<G::Action> {
        let mut out = vec![];
        if self.to_choose().contains(&who) {
            legal(&self.state, who, &mut out);
        }
        out
    }

    fn names(&self, actions: &[G::Action]) -> Vec<String> {
        actions.iter().map(|&action| self.state.action_name(action)).collect()
    }

    fn not_on_turn(&self, who: Player) -> Error {
        let turn: Vec<String> = self.to_choose().into_iter().map(|seat| self.state.seat(seat)).collect();
        let now = match self.state.turn() {
            Turn::Over => "the game is over".to_string(),
            Turn::Chance => "chance has to act first".to_string(),
            _ => format!("to choose: {}", turn.join(", ")),
        };
        let name = if who.0 < self.seats() { self.state.seat(who) } else { format!("seat {}", who.0 + 1) };
        Error::Refused(format!("{name} has nothing to choose now; {now}"))
    }

    fn step(&mut self, made: Vec<(Option<Player>, G::Action)>) {
        let before = self.state.clone();
        match &made[..] {
            &[(_, action)] if before.turn() != Turn::Together => self.state.apply(action),
            all => {
                let joint: Vec<G::Action> = all.iter().map(|&(_, action)| action).collect();
                self.state.apply_together(&joint);
            }
        }
        self.past.push(Step { before, made });
    }

    /// The moves so far as `who` saw them, from the first.
    fn sights(&self, who: Player) -> impl DoubleEndedIterator<Item = (&G, Option<Player>, G::Action, Sight)> {
        let all = self.past.iter().flat_map(|step| step.made.iter().map(move |made| (&step.before, made)));
        all.map(move |(before, &(mover, action))| {
            (before, mover, action, (self.entry.see)(before, action, mover, who))
        })
    }

    fn thought(&self, decision: Decision<G::Action>, notes: Vec<Note>) -> Thought {
        let weighed = decision.candidates.iter().map(|candidate| Weighed {
            action: self.state.action_name(candidate.action),
            visits: candidate.visits,
            value: candidate.value,
            proven: candidate.proven,
        });
        Thought {
            action: self.state.action_name(decision.action),
            candidates: weighed.collect(),
            iterations: decision.iterations,
            seconds: decision.time.as_secs_f64(),
            tree: decision.tree,
            notes,
        }
    }

    /// The state at the next choice, chance drawn from `rng`, and who has it; where all choose at once, the
    /// first who has an alternative.
    fn next_choice(&self, rng: &mut Rng) -> Option<(G, Player)> {
        let mut state = self.state.clone();
        pass_chance(&mut state, rng);
        let who = match state.turn() {
            Turn::Player(who) => who,
            Turn::Together => {
                let mut out = vec![];
                let mut choosers = (0..state.players()).map(Player);
                let chooser = choosers.find(|&who| {
                    state.choices(who, &mut out);
                    out.len() > 1
                });
                chooser.unwrap_or(Player(0))
            }
            Turn::Chance | Turn::Over => return None,
        };
        Some((state, who))
    }
}

impl<G: Playable> Table for Seated<G> {
    fn spec(&self) -> Spec {
        self.settings.spec()
    }
    fn full_spec(&self) -> Spec {
        self.settings.full_spec()
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
        match self.state.turn() {
            Turn::Player(who) => vec![who],
            Turn::Together => {
                (0..self.seats()).filter(|&seat| self.chosen[seat].is_none()).map(Player).collect()
            }
            Turn::Chance | Turn::Over => vec![],
        }
    }

    fn legal(&self, who: Player) -> Vec<String> {
        self.names(&self.options(who))
    }

    fn play(&mut self, who: Player, action: &str) -> Result<(), Error> {
        let options = self.options(who);
        if options.is_empty() {
            return Err(self.not_on_turn(who));
        }
        let parsed = self.state.parse_action(action.trim()).filter(|action| options.contains(action));
        let made =
            parsed.ok_or_else(|| Error::Move { text: action.to_string(), legal: self.names(&options) })?;
        if self.state.turn() != Turn::Together {
            self.step(vec![(Some(who), made)]);
            return Ok(());
        }
        self.chosen[who.0] = Some(made);
        if let Some(all) = self.chosen.iter().copied().collect::<Option<Vec<_>>>() {
            self.chosen.fill(None);
            self.step(
                all.into_iter().enumerate().map(|(seat, action)| (Some(Player(seat)), action)).collect(),
            );
        }
        Ok(())
    }

    fn chance(&mut self, rng: &mut Rng) {
        while self.state.turn() == Turn::Chance {
            let outcome = self.state.sample(rng);
            self.step(vec![(None, outcome)]);
        }
    }

    fn payoff(&self, who: Player) -> f64 {
        self.state.payoff(who)
    }
    fn position(&self) -> String {
        self.state.position()
    }

    fn set_position(&mut self, text: &str) -> Result<(), Error> {
        self.state = self.state.parse_position(text.trim()).map_err(|why| Error::Position { why })?;
        self.chosen.fill(None);
        self.past.clear();
        Ok(())
    }

    fn picture(&self, who: Player) -> Scene {
        let last = self.sights(who).rev().find(|&(.., sight)| sight == Sight::Full);
        G::picture(&self.state.view(who), who, last.map(|(_, _, action, _)| action))
    }

    fn log(&self, who: Player) -> Vec<Event> {
        let noticed = self.sights(who).filter(|&(.., sight)| sight != Sight::Nothing);
        let events = noticed.map(|(before, mover, action, sight)| Event {
            who: mover,
            action: (sight == Sight::Full).then(|| before.action_name(action)),
        });
        events.collect()
    }

    fn undo(&mut self) -> bool {
        if self.chosen.iter().any(Option::is_some) {
            self.chosen.fill(None);
            return true;
        }
        let Some(at) = self.past.iter().rposition(|step| step.made[0].0.is_some()) else { return false };
        self.state = self.past[at].before.clone();
        self.past.truncate(at);
        true
    }

    fn player(&self, spec: &Spec) -> Result<Thinker, Error> {
        let stop = Stop::default();
        let settings = self.roster.read(spec)?;
        let brain = self.entry.build(&settings, stop.clone())?;
        Ok(Thinker {
            game: self.entry.schema.name,
            spec: settings.spec(),
            full_spec: settings.full_spec(),
            stop,
            seat: None,
            brain: Box::new(brain),
        })
    }

    fn players(&self) -> Vec<&'static Schema> {
        self.roster.players.clone()
    }

    fn presets(&self) -> Vec<Preset> {
        self.roster.presets.clone()
    }

    fn think(&self, player: &mut Thinker, who: Player, rng: &mut Rng) -> Result<Thought, Error> {
        match self.to_choose().contains(&who) {
            true => {
                let brain = self.brain_for(player, who)?;
                let decision = brain.decide(&self.state, who, rng);
                Ok(self.thought(decision, brain.notes()))
            }
            false => Err(self.not_on_turn(who)),
        }
    }

    fn new_game(&self, player: &mut Thinker) -> Result<(), Error> {
        self.brain(player)?.new_game();
        player.seat = None;
        Ok(())
    }

    fn play_game(
        &self,
        seats: &mut [&mut Thinker],
        chance: &mut Rng,
        minds: &mut [Rng],
    ) -> Result<GameRecord, Error> {
        assert_eq!(seats.len(), self.seats(), "every seat has a player");
        let seated = |(seat, player): (usize, &'_ mut &mut Thinker)| {
            self.new_game(player)?;
            player.seat = Some(Player(seat));
            Ok(())
        };
        seats.iter_mut().enumerate().try_for_each(seated)?;
        let brains = seats.iter_mut().map(|player| self.brain(player));
        let brains = brains.collect::<Result<Vec<_>, _>>()?;
        let record = GameRecord { seats: vec![SeatRecord::default(); self.seats()], length: 0 };
        let mut game = Playing { state: self.state.clone(), brains, minds, record, legal: vec![] };
        game.finish(chance);
        for (seat, record) in game.record.seats.iter_mut().enumerate() {
            record.payoff = game.state.payoff(Player(seat));
        }
        Ok(game.record)
    }

    fn perft(&self, depth: u32) -> Result<u64, Error> {
        match self.entry.listing {
            Some(Listing { outcomes, perft, .. }) if !self.has_real_chance(outcomes, depth) => {
                Ok(perft(&self.state, depth))
            }
            _ => Err(Error::Refused(format!(
                "`{}` has chance; perft counts moves of games without",
                self.spec()
            ))),
        }
    }

    fn exploitability(&self, player: &mut Thinker, rng: &mut Rng) -> Result<f64, Error> {
        let game = self.spec();
        if self.seats() != 2 {
            return Err(Error::Refused(format!(
                "exploitability is for games with 2 seats, and `{game}` has {}",
                self.seats()
            )));
        }
        let Some(exploit) = self.entry.exploit else {
            return Err(Error::Refused(format!("`{game}` cannot be unrolled to find the best opponent")));
        };
        let name = player.spec.name.clone();
        let found = match self.brain(player)? {
            AnySearch::Fair(search) => exploit(&self.state, &mut |view, who| {
                search.new_game();
                search.decide(view, who, rng)
            }),
            AnySearch::Cheating(_) => Err(Error::Refused(format!(
                "`{name}` sees what is hidden, so it has no strategy that an opponent could respond to"
            ))),
        };
        self.new_game(player)?;
        found
    }

    fn action_values(&self) -> Result<Vec<(String, f64)>, Error> {
        let Some(oracle) = self.entry.oracle else {
            return Err(Error::Refused(format!("nobody knows true values in `{}`", self.spec())));
        };
        let start = (self.entry.start)(&self.settings).expect("these settings have been used before");
        let values = oracle(&start, &self.state)?.into_iter();
        Ok(values.map(|(action, value)| (self.state.action_name(action), value)).collect())
    }

    fn playout_length(&self, player: &Spec, playouts: u64) -> Result<f64, Error> {
        let settings = self.roster.read(player)?;
        self.entry.build(&settings, Stop::default())?;
        if !settings.has(&PLAYOUT) {
            return Err(Error::Refused(format!("`{}` has no playouts", player.name)));
        }
        let (mut playout, mut rng) = (self.entry.playout(&settings)?, Rng::new(1));
        let mut values = vec![0.0; self.state.players()];
        let mut finish = |_| u64::from(playout.finish(&mut self.state.clone(), &mut rng, &mut values));
        let moves: u64 = (0..playouts).map(&mut finish).sum();
        Ok(moves as f64 / playouts as f64)
    }

    fn bench_playouts(&self, time: Duration) -> PlayoutSpeed {
        const PLAYOUTS_PER_LOOK: u64 = 64;
        let (mut rng, mut rollout) = (Rng::new(1), Rollout::<G>::default());
        let (mut playouts, mut moves) = (0, 0);
        let began = Instant::now();
        while playouts == 0 || began.elapsed() < time {
            for _ in 0..PLAYOUTS_PER_LOOK {
                moves += u64::from(rollout.run(&mut self.state.clone(), &mut rng));
            }
            playouts += PLAYOUTS_PER_LOOK;
        }
        PlayoutSpeed { playouts, moves, seconds: began.elapsed().as_secs_f64() }
    }

    fn bench_search(&self, player: &mut Thinker, time: Duration) -> Result<SearchSpeed, Error> {
        let mut rng = Rng::new(1);
        let (mut iterations, mut decisions, mut nodes, mut bytes) = (0, 0, 0, 0);
        let began = Instant::now();
        while decisions == 0 || began.elapsed() < time {
            let Some((state, who)) = self.next_choice(&mut rng) else {
                return Err(Error::Refused("there is nothing to decide: the game is over".to_string()));
            };
            self.new_game(player)?;
            let decision = self.brain_for(player, who)?.decide(&state, who, &mut rng);
            decisions += 1;
            iterations += decision.iterations;
            nodes += decision.tree.nodes;
            bytes += decision.tree.bytes;
        }
        Ok(SearchSpeed {
            decisions,
            iterations,
            seconds: began.elapsed().as_secs_f64(),
            nodes: nodes as f64 / decisions as f64,
            bytes_per_node: bytes as f64 / (nodes as f64).max(1.0),
        })
    }
}

impl<G: Playable> Seated<G> {
    /// Whether chance has a choice within `depth` moves, as far as a few random games show. Forced replies
    /// of the environment do not count.
    fn has_real_chance(&self, list: ListOutcomes<G>, depth: u32) -> bool {
        const PROBES: u64 = 100;
        let mut outcomes = vec![];
        (0..PROBES).any(|probe| {
            let (mut state, mut rng, mut made) = (self.state.clone(), Rng::new(probe), 0);
            while made < depth && state.turn() != Turn::Over {
                if state.turn() == Turn::Chance {
                    list(&state, &mut outcomes);
                    if outcomes.len() > 1 {
                        return true;
                    }
                    state.apply(outcomes[0].0);
                } else {
                    random_move(&mut state, &mut rng);
                    made += 1;
                }
            }
            false
        })
    }
}

fn random_move<G: Playable>(state: &mut G, rng: &mut Rng) {
    let mut scratch = vec![];
    if let Turn::Player(_) = state.turn() {
        let action = state.random_action(&mut scratch, rng);
        return state.apply(action);
    }
    let seats = (0..state.players()).map(Player);
    let joint: Vec<G::Action> = seats.map(|who| state.random_choice(who, &mut scratch, rng)).collect();
    state.apply_together(&joint);
}

/// A game between players, in its own types from the first move to the last.
struct Playing<'a, G: Playable> {
    state: G,
    /// The search of each seat.
    brains: Vec<&'a mut AnySearch<G>>,
    minds: &'a mut [Rng],
    record: GameRecord,
    legal: Vec<G::Action>,
}

impl<G: Playable> Playing<'_, G> {
    fn finish(&mut self, chance: &mut Rng) {
        let mut joint = vec![];
        loop {
            match self.state.turn() {
                Turn::Over => return,
                Turn::Chance => {
                    let outcome = self.state.sample(chance);
                    self.state.apply(outcome);
                    continue;
                }
                Turn::Player(who) => {
                    let action = self.choose(who);
                    self.state.apply(action);
                }
                Turn::Together => {
                    joint.clear();
                    for who in (0..self.state.players()).map(Player) {
                        joint.push(self.choose(who));
                    }
                    self.state.apply_together(&joint);
                }
            }
            self.record.length += 1;
        }
    }

    /// What `who` plays; without an alternative there is nothing to think about.
    fn choose(&mut self, who: Player) -> G::Action {
        legal(&self.state, who, &mut self.legal);
        if let [only] = self.legal[..] {
            return only;
        }
        let began = Instant::now();
        let decision = self.brains[who.0].decide(&self.state, who, &mut self.minds[who.0]);
        let seat = &mut self.record.seats[who.0];
        seat.time += began.elapsed();
        seat.decisions += 1;
        seat.iterations += decision.iterations;
        assert!(self.legal.contains(&decision.action), "player {} plays an illegal move", who.0 + 1);
        decision.action
    }
}

/// Replaces `out` with what `who`, who has to choose, may choose.
fn legal<G: Playable>(state: &G, who: Player, out: &mut Vec<G::Action>) {
    match state.turn() {
        Turn::Together => state.choices(who, out),
        _ => state.actions(out),
    }
}

fn pass_chance<G: Playable>(state: &mut G, rng: &mut Rng) {
    while state.turn() == Turn::Chance {
        let outcome = state.sample(rng);
        state.apply(outcome);
    }
}
