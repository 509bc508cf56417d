//! GGP host: plays matches between player servers, and continues whatever the players do.

use super::http::ask;
use super::message::LONGEST_CLOCK;
use super::player::named;
use crate::core::Core;
use crate::moves::{Joint, NOTHING, ROLES};
use crate::read::read;
use crate::sheet::Sheet;
use crate::symbol::Symbols;
use sortilege::{Player, Rng, Turn};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

/// Settings of matches.
#[derive(Clone, Debug)]
pub struct MatchSettings {
    /// Start clock in whole seconds.
    pub start: u64,
    /// Play clock in whole seconds.
    pub play: u64,
    /// Additional time beyond the clocks.
    pub grace: Duration,
    /// Random seed, for chance and for moves that replace those of failing players.
    pub seed: u64,
}

impl Default for MatchSettings {
    fn default() -> Self {
        MatchSettings { start: 10, play: 5, grace: Duration::from_secs(1), seed: 1 }
    }
}

/// Result of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Goal value of each seat, from 0 to 100.
    pub goals: Vec<f64>,
    /// Number of steps.
    pub steps: u32,
    /// For each seat the number of moves made for it, because it was late, unreachable, or sent an
    /// illegal move.
    pub failures: Vec<u32>,
    /// Joint moves, step by step.
    pub moves: Vec<Vec<String>>,
}

/// Plays one match with one player on each seat. `text` contains the rules, which are those of
/// `sheet`.
pub fn play(
    sheet: &Arc<Sheet>,
    text: &str,
    players: &[SocketAddr],
    id: &str,
    terms: &MatchSettings,
) -> Result<Outcome, String> {
    if players.len() != sheet.players() {
        return Err(format!(
            "there are {} players, and the game has {} seats",
            players.len(),
            sheet.players()
        ));
    }
    if let Some(clock) = [terms.start, terms.play].into_iter().find(|&clock| clock > LONGEST_CLOCK)
    {
        return Err(format!(
            "a clock of {clock} seconds is too long; the longest is {LONGEST_CLOCK}, a day"
        ));
    }
    let rules = one_line(text)?;
    let mut game = HostedMatch {
        sheet,
        players,
        id,
        terms,
        rng: Rng::new(terms.seed),
        failures: vec![0; players.len()],
    };
    game.run(&rules)
}

/// Rules without comments, in one line.
fn one_line(text: &str) -> Result<String, String> {
    let mut symbols = Symbols::default();
    let trees = read(text, &mut symbols).map_err(|error| error.to_string())?;
    let texts: Vec<String> = trees.iter().map(|tree| tree.text(&symbols)).collect();
    Ok(texts.join(" "))
}

struct HostedMatch<'a> {
    sheet: &'a Arc<Sheet>,
    players: &'a [SocketAddr],
    id: &'a str,
    terms: &'a MatchSettings,
    rng: Rng,
    failures: Vec<u32>,
}

impl HostedMatch<'_> {
    fn run(&mut self, rules: &str) -> Result<Outcome, String> {
        let (start, play) = (self.terms.start, self.terms.play);
        let limit = Duration::from_secs(start).saturating_add(self.terms.grace);
        let message = |seat: usize| {
            let role = self.sheet.role_name(self.sheet.role_of(Player(seat)));
            format!("(START {} {role} ({rules}) {start} {play})", self.id)
        };
        self.ask_all(&message, limit);
        let mut core = Core::new(self.sheet.clone());
        let mut last: Option<(Joint, [u64; ROLES])> = None;
        let mut moves = vec![];
        while core.turn != Turn::Over {
            let joint = self.step(&core, last.as_ref());
            moves.push(
                (0..self.sheet.roles()).map(|role| self.sheet.move_text(joint[role])).collect(),
            );
            let percepts = core.percepts(&joint);
            core.advance(joint);
            last = Some((joint, percepts));
        }
        let news = |seat: usize| self.news("STOP", seat, core.steps, last.as_ref());
        self.ask_all(&news, self.terms.grace);
        let goals = self.sheet.goals(&core.state);
        let goals =
            (0..self.players.len()).map(|seat| goals[self.sheet.role_of(Player(seat))]).collect();
        Ok(Outcome { goals, steps: core.steps, failures: self.failures.clone(), moves })
    }

    /// Requests a move from every player. A random legal move replaces a missing one.
    fn step(&mut self, core: &Core, last: Option<&(Joint, [u64; ROLES])>) -> Joint {
        let limit = Duration::from_secs(self.terms.play).saturating_add(self.terms.grace);
        let answers = self.ask_all(&|seat| self.news("PLAY", seat, core.steps, last), limit);
        let mut joint = [NOTHING; ROLES];
        for (seat, answer) in answers.iter().enumerate() {
            let role = self.sheet.role_of(Player(seat));
            let found = answer
                .as_deref()
                .and_then(canonical)
                .and_then(|name| named(self.sheet, core, role, &name));
            joint[role] = found.unwrap_or_else(|| {
                self.failures[seat] += 1;
                core.draw(role, &mut self.rng)
            });
        }
        if let Some(role) = self.sheet.random() {
            joint[role] = core.draw(role, &mut self.rng);
        }
        joint
    }

    /// News for a seat: the joint move, or with hidden information its own move and percepts.
    fn news(
        &self,
        verb: &str,
        seat: usize,
        step: u32,
        last: Option<&(Joint, [u64; ROLES])>,
    ) -> String {
        let role = self.sheet.role_of(Player(seat));
        let Some((joint, percepts)) = last else {
            return match self.sheet.is_hidden() {
                true => format!("({verb} {} 0 NIL NIL)", self.id),
                false => format!("({verb} {} NIL)", self.id),
            };
        };
        if self.sheet.is_hidden() {
            let seen = self.sheet.percepts_of(role, percepts[role]);
            let seen: Vec<String> = seen.into_iter().map(|term| self.sheet.text(term)).collect();
            return format!(
                "({verb} {} {step} {} ({}))",
                self.id,
                self.sheet.move_text(joint[role]),
                seen.join(" ")
            );
        }
        let moves: Vec<String> =
            (0..self.sheet.roles()).map(|role| self.sheet.move_text(joint[role])).collect();
        format!("({verb} {} ({}))", self.id, moves.join(" "))
    }

    /// Sends messages to all players in parallel.
    fn ask_all(
        &self,
        message: &(dyn Fn(usize) -> String + '_),
        limit: Duration,
    ) -> Vec<Option<String>> {
        std::thread::scope(|scope| {
            let texts: Vec<String> = (0..self.players.len()).map(message).collect();
            let asked: Vec<_> = self
                .players
                .iter()
                .zip(texts)
                .map(|(&address, text)| scope.spawn(move || ask(address, &text, limit).ok()))
                .collect();
            asked.into_iter().map(|asked| asked.join().ok().flatten()).collect()
        })
    }
}

/// Normalises a move: our notation, in lower case.
fn canonical(answer: &str) -> Option<String> {
    let mut symbols = Symbols::default();
    let trees = read(answer, &mut symbols).ok()?;
    match &trees[..] {
        [only] => Some(only.text(&symbols).to_lowercase()),
        _ => None,
    }
}
