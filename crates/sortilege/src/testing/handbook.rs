//! A check of printed rules against the game that they describe.
//!
//! The text is Markdown with a title and the [sections](SECTIONS) that every game has. An example
//! in it is a fence marked `game`: the record of a game including all hidden information. Each line
//! has one action and the player who takes it, and optionally a remark after two spaces:
//!
//! ~~~text
//! ```game
//! The table: KQ  the deal
//! Player 1: bet
//! Player 2: pass  folds
//! The game is over: Player 1 +0.5, Player 2 -0.5.
//! ```
//! ~~~

use crate::game::{Chance, Notation, Simultaneous};
use crate::{Player, Turn};

/// The headings of the rules, in order.
pub const SECTIONS: [&str; 7] =
    ["Goal", "Pieces", "Play", "Moves", "Settings", "Picture", "Example"];

/// Width that fits a terminal, a diff and a page of documentation.
const WIDEST: usize = 100;

/// Checks that `text` has a title and all sections, each with content, and that its lines are not
/// too wide. Also checks that every example plays from `start` with the named players on turn.
pub fn handbook<G: Chance + Simultaneous + Notation>(start: &G, text: &str) {
    check_form(text);
    let examples = examples(text);
    assert!(!examples.is_empty(), "there is no example: a fence marked `game`");
    for example in examples {
        Record { game: start.clone(), chosen: vec![] }.replay(&example);
    }
}

fn check_form(text: &str) {
    assert!(text.starts_with("# "), "rules begin with a title");
    for line in text.lines() {
        assert!(line.chars().count() <= WIDEST, "wider than {WIDEST} columns: {line}");
        assert_eq!(line.trim_end(), line, "blanks at the end of a line");
    }
    let parts: Vec<&str> = text.split("\n## ").skip(1).collect();
    let headings: Vec<&str> = parts.iter().filter_map(|part| part.lines().next()).collect();
    assert_eq!(headings, SECTIONS, "the sections");
    for (part, heading) in parts.iter().zip(SECTIONS) {
        assert!(part.lines().skip(1).any(|line| !line.is_empty()), "nothing under {heading}");
    }
}

/// The contents of the fences marked `game`. Others must be marked `text`, because documentation
/// tests would compile them.
fn examples(text: &str) -> Vec<Vec<&str>> {
    let mut examples = vec![];
    let mut fence: Option<(&str, Vec<&str>)> = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), &mut fence) {
            (Some(mark), None) => fence = Some((mark, vec![])),
            (Some(_), Some(_)) => examples.extend(fence.take()),
            (None, Some((_, lines))) => lines.push(line),
            (None, None) => {}
        }
    }
    assert!(fence.is_none(), "a fence is never closed");
    assert!(
        examples.iter().all(|(mark, _)| ["text", "game"].contains(mark)),
        "a fence is neither text nor game"
    );
    examples.into_iter().filter(|(mark, _)| *mark == "game").map(|(_, lines)| lines).collect()
}

/// A game up to the line of its record that was read last.
struct Record<G: Simultaneous> {
    game: G,
    /// The simultaneous choices read so far, in seat order.
    chosen: Vec<G::Action>,
}

impl<G: Chance + Simultaneous + Notation> Record<G> {
    fn replay(mut self, lines: &[&str]) {
        for line in lines {
            let (who, what) = line
                .split_once(": ")
                .unwrap_or_else(|| panic!("a line needs a player and an action: {line:?}"));
            match who {
                "The game is over" => assert_eq!(what, self.result(), "the end of the game"),
                _ => self.act(who, what.split("  ").next().unwrap_or(what)),
            }
        }
    }

    fn act(&mut self, who: &str, name: &str) {
        assert_eq!(who, self.mover(), "who is on turn for {name:?} in {}", self.game.position());
        let action = self.game.parse_action(name);
        let action = action
            .unwrap_or_else(|| panic!("{name:?} is not an action in {}", self.game.position()));
        assert_eq!(self.game.action_name(action), name, "as the table lists it");
        if self.game.turn() != Turn::Together {
            return self.game.apply(action);
        }
        self.chosen.push(action);
        if self.chosen.len() == self.game.players() {
            self.game.apply_together(&std::mem::take(&mut self.chosen));
        }
    }

    fn mover(&self) -> String {
        match self.game.turn() {
            Turn::Chance => "The table".into(),
            Turn::Player(who) => self.game.seat(who),
            Turn::Together => self.game.seat(Player(self.chosen.len())),
            Turn::Over => "no player".into(),
        }
    }

    fn result(&self) -> String {
        assert_eq!(self.game.turn(), Turn::Over, "in {}", self.game.position());
        let payoff = |seat| match (self.game.payoff(Player(seat)) * 1000.0).round() / 1000.0 {
            0.0 => format!("{} 0", self.game.seat(Player(seat))),
            payoff => format!("{} {payoff:+}", self.game.seat(Player(seat))),
        };
        (0..self.game.players()).map(payoff).collect::<Vec<_>>().join(", ") + "."
    }
}
