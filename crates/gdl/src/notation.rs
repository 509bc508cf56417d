//! Text notation of moves and positions. A move is `mark(1,2)`; at simultaneous moves it begins
//! with the role: `left.show(rock)`. The form of the protocol, `(mark 1 2)`, is read too.

use crate::core::Core;
use crate::hidden::HiddenGame;
use crate::moves::{Action, Joint, NOTHING, ROLES};
use crate::open::OpenGame;
use crate::sheet::Sheet;
use crate::symbol::Symbols;
use crate::term::Ground;
use crate::tree::Tree;
use sortilege::game::{Describe, Notation};
use sortilege::{Player, Turn};
use std::sync::Arc;

/// Limit of a position, in steps or fluents.
const LONGEST: usize = 100_000;

impl Sheet {
    /// Name of a move, without blanks.
    pub fn move_name(&self, action: Action) -> String {
        match action {
            NOTHING => "-".into(),
            _ => {
                let term = self.term(action, self.role_of_action(action));
                self.with_terms(|terms| terms.name(term, self.symbols()))
            }
        }
    }

    /// Text of a move in the form of the protocol.
    pub fn move_text(&self, action: Action) -> String {
        match action {
            NOTHING => "nil".into(),
            _ => self.text(self.term(action, self.role_of_action(action))),
        }
    }

    /// Term of a name such as `mark(1,2)`, if all its words are known.
    pub(crate) fn term_named(&self, name: &str) -> Option<Ground> {
        let (term, rest) = self.read_name(name, 0)?;
        rest.is_empty().then_some(term)
    }

    /// Term written in the form of the protocol, `(mark 1 2)`, if all its words are known.
    pub fn term_written(&self, text: &str) -> Option<Ground> {
        let mut symbols = Symbols::default();
        let trees = crate::read::read(text, &mut symbols).ok()?;
        match &trees[..] {
            [only] => self.term_of(only, &symbols),
            _ => None,
        }
    }

    fn term_of(&self, tree: &Tree, symbols: &Symbols) -> Option<Ground> {
        let (word, arguments) = match tree {
            Tree::Word(word, _) => (*word, &[][..]),
            Tree::List(items, _) => match items.split_first()? {
                (Tree::Word(word, _), arguments) => (*word, arguments),
                _ => return None,
            },
        };
        let symbol = self.symbols().find(symbols.text(word))?;
        let arguments: Option<Vec<Ground>> =
            arguments.iter().map(|argument| self.term_of(argument, symbols)).collect();
        match self.net() {
            Some(net) => net.terms.find(symbol, &arguments?),
            None => Some(self.machine().terms_mut().intern(symbol, &arguments?)),
        }
    }

    fn read_name<'a>(&self, text: &'a str, depth: usize) -> Option<(Ground, &'a str)> {
        let end = text.find(['(', ')', ',']).unwrap_or(text.len());
        let symbol = self.symbols().find(&text[..end])?;
        let mut rest = &text[end..];
        let mut arguments = vec![];
        if depth < 100 && rest.starts_with('(') {
            loop {
                let (argument, after) = self.read_name(&rest[1..], depth + 1)?;
                arguments.push(argument);
                rest = after;
                match rest.as_bytes().first()? {
                    b',' => {}
                    b')' => break,
                    _ => return None,
                }
            }
            rest = &rest[1..];
        }
        let term = match self.net() {
            Some(net) => net.terms.find(symbol, &arguments)?,
            None => self.machine().terms_mut().intern(symbol, &arguments),
        };
        Some((term, rest))
    }
}

impl Core {
    fn role_name(&self, role: usize) -> String {
        self.sheet.role_name(role)
    }

    fn seat_name(&self, who: Player) -> String {
        self.role_name(self.sheet.role_of(who))
    }

    fn action_name(&self, action: Action) -> String {
        let name = self.sheet.move_name(action);
        match self.turn {
            Turn::Together => {
                format!("{}.{name}", self.role_name(self.sheet.role_of_action(action)))
            }
            _ => name,
        }
    }

    /// All actions that are possible in this state.
    fn possible(&self) -> Vec<Action> {
        let (mut all, mut list) = (vec![], vec![]);
        match self.turn {
            Turn::Over => {}
            Turn::Chance => self.outcomes(&mut all),
            Turn::Player(who) => self.legal(self.sheet.role_of(who), &mut all),
            Turn::Together => {
                for seat in (0..self.sheet.players()).map(Player) {
                    self.legal(self.sheet.role_of(seat), &mut list);
                    all.append(&mut list);
                }
            }
        }
        all
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        let all = self.possible();
        let exact = all.iter().find(|&&action| self.action_name(action).eq_ignore_ascii_case(text));
        exact.copied().or_else(|| {
            let is_meant = |action: &&Action| {
                let names = [self.sheet.move_name(**action), self.sheet.move_text(**action)];
                names.iter().any(|name| name.eq_ignore_ascii_case(text))
            };
            let mut meant = all.iter().filter(is_meant);
            meant.next().filter(|_| meant.next().is_none()).copied()
        })
    }

    /// Moves of all roles; a dash for each missing move.
    fn joint_name(&self, joint: &Joint) -> String {
        let names: Vec<String> = joint[..self.sheet.roles()]
            .iter()
            .map(|&action| self.sheet.move_name(action))
            .collect();
        names.join("|")
    }

    fn parse_joint(&self, text: &str) -> Result<Joint, String> {
        let mut joint = [NOTHING; ROLES];
        let names: Vec<&str> = text.split('|').collect();
        if names.len() != self.sheet.roles() {
            return Err(format!(
                "`{text}` has {} moves; there are {} roles",
                names.len(),
                self.sheet.roles()
            ));
        }
        for (role, name) in names.iter().enumerate().filter(|(_, name)| **name != "-") {
            let mut list = vec![];
            self.legal(role, &mut list);
            let found = list
                .into_iter()
                .find(|&action| self.sheet.move_name(action).eq_ignore_ascii_case(name));
            joint[role] = found.ok_or_else(|| {
                format!("`{name}` is not a legal move of {} in that state", self.role_name(role))
            })?;
        }
        Ok(joint)
    }

    /// Whether these are the moves of all players while chance has still to act.
    fn is_waiting(&self, joint: &Joint) -> bool {
        (0..self.sheet.players()).all(|seat| joint[self.sheet.role_of(Player(seat))] != NOTHING)
    }
}

impl Notation for OpenGame {
    fn seat(&self, who: Player) -> String {
        self.0.seat_name(who)
    }
    fn action_name(&self, action: Action) -> String {
        self.0.action_name(action)
    }
    fn parse_action(&self, text: &str) -> Option<Action> {
        self.0.parse_action(text)
    }
    /// The number of steps, the moves that wait for chance or a dash, and the fluents.
    fn position(&self) -> String {
        let chosen = self.0.chosen.map_or("-".into(), |joint| self.0.joint_name(&joint));
        let sheet = &self.0.sheet;
        let name = |fluent| sheet.with_terms(|terms| terms.name(fluent, sheet.symbols()));
        let fluents: Vec<String> = sheet.fluents(&self.0.state).into_iter().map(name).collect();
        format!("{} {chosen} {}", self.0.steps, fluents.join(" ")).trim_end().to_string()
    }
    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let sheet = &self.0.sheet;
        let mut words = text.split_whitespace();
        let steps = words.next().and_then(|word| word.parse().ok());
        let steps = steps
            .ok_or("a position begins with the number of steps so far, such as `0 - turn(x)`")?;
        let chosen =
            words.next().ok_or("after the steps come moves that wait for chance, or a dash")?;
        let mut fluents = vec![];
        for word in words.take(LONGEST) {
            fluents.push(
                sheet
                    .term_named(word)
                    .ok_or_else(|| format!("`{word}` does not occur in the rules"))?,
            );
        }
        let state = sheet
            .state_of(&fluents)
            .map_err(|fluent| format!("`{}` never holds", sheet.text(fluent)))?;
        let core = Core::at(sheet.clone(), state.clone(), steps, None);
        if chosen == "-" {
            return Ok(OpenGame(core));
        }
        let joint = core.parse_joint(chosen)?;
        match core.is_waiting(&joint) {
            true => Ok(OpenGame(Core::at(sheet.clone(), state, steps, Some(joint)))),
            false => Err(format!("`{chosen}` lacks the move of a player")),
        }
    }
}

impl Notation for HiddenGame {
    fn seat(&self, who: Player) -> String {
        self.core.seat_name(who)
    }
    fn action_name(&self, action: Action) -> String {
        self.core.action_name(action)
    }
    fn parse_action(&self, text: &str) -> Option<Action> {
        self.core.parse_action(text)
    }
    /// The word `start` and all steps, each with the moves of all roles. A last step without the
    /// move of chance waits for it.
    fn position(&self) -> String {
        let mut words = vec!["start".to_string()];
        words.extend(self.log.steps().map(|(joint, _)| self.core.joint_name(&joint)));
        words.extend(self.core.chosen.map(|joint| format!("?{}", self.core.joint_name(&joint))));
        words.join(" ")
    }
    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        if words.next() != Some("start") {
            return Err("a position is the word `start` and the moves of all roles in every step, such as `start a|b`".into());
        }
        let mut game = HiddenGame::new(self.core.sheet.clone());
        for word in words.take(LONGEST) {
            if game.core.turn == Turn::Over || game.core.chosen.is_some() {
                return Err(format!("nothing can follow where `{word}` stands"));
            }
            let (is_waiting, moves) =
                word.strip_prefix('?').map_or((false, word), |moves| (true, moves));
            let joint = game.core.parse_joint(moves)?;
            game.take(&joint, is_waiting).ok_or_else(|| format!("`{word}` lacks a move"))?;
        }
        Ok(game)
    }
}

impl HiddenGame {
    /// Applies a step, or the moves before a chance turn.
    pub(crate) fn take(&mut self, joint: &Joint, is_waiting: bool) -> Option<()> {
        let core = &self.core;
        if is_waiting {
            let core = Core::at(core.sheet.clone(), core.state.clone(), core.steps, Some(*joint));
            self.core.is_waiting(joint).then(|| self.core = core)
        } else {
            if joint[..core.sheet.roles()].contains(&NOTHING) {
                return None;
            }
            let mut state = core.state.clone();
            let percepts = core.sheet.observe(&mut state, core.steps, joint);
            self.log.push(core.sheet.roles(), (*joint, percepts));
            self.core = Core::at(core.sheet.clone(), state, core.steps + 1, None);
            Some(())
        }
    }
}

impl Describe for HiddenGame {
    fn describe(view: &Self::View, seat: Player, seen: Self::Seen) -> String {
        let sheet = view.sheet();
        let mut parts = vec![];
        parts.extend(seen.own.map(|action| sheet.move_name(action)));
        match seen.percept {
            None if seen.own.is_none() => parts.push("has chosen".into()),
            None => {}
            Some(percept) => parts.push(percept_words(sheet, sheet.role_of(seat), percept)),
        }
        parts.join(": ")
    }
}

/// Percepts of a role, in words.
pub(crate) fn percept_words(sheet: &Arc<Sheet>, role: usize, percept: u64) -> String {
    let terms = sheet.percepts_of(role, percept);
    let names: Vec<String> = terms
        .iter()
        .map(|&term| sheet.with_terms(|terms| terms.name(term, sheet.symbols())))
        .collect();
    match names.is_empty() {
        true => "no percepts".into(),
        false => format!("sees {}", names.join(" ")),
    }
}
