//! Messages of the GGP protocol.

use crate::error::Error;
use crate::read::read;
use crate::symbol::Symbols;
use crate::tree::Tree;
use std::time::Duration;

/// Longest clock in seconds: one day. A player replaces a longer clock by this, and a host refuses
/// it.
pub const LONGEST_CLOCK: u64 = 24 * 3600;

/// Message of a host to a player.
#[derive(Clone, Debug)]
pub enum Message {
    /// Request for name and status.
    Info,
    /// Rules of a future match.
    Preview,
    /// Start of a match.
    Start {
        /// Name of the match.
        id: String,
        /// Role of the player.
        role: String,
        /// Rules, and the words in which they are written.
        rules: (Vec<Tree>, Symbols),
        /// Start clock.
        start: Duration,
        /// Play clock.
        play: Duration,
    },
    /// Request for a move.
    Play(Turn),
    /// The match is over.
    Stop(Turn),
    /// The match is aborted.
    Abort(String),
}

/// News since the last message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Name of the match.
    pub id: String,
    /// Contents.
    pub news: News,
}

/// Contents of the news.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Joint move, or percepts in the old form of GDL-II; in lower case.
    List(Vec<String>),
    /// Own move and percepts, in lower case.
    Percepts(Option<String>, Vec<String>),
}

impl Message {
    /// Parses a message.
    pub fn read(text: &str) -> Result<Self, Error> {
        let mut symbols = Symbols::default();
        let trees = read(text, &mut symbols)?;
        let [Tree::List(items, _)] = &trees[..] else {
            return match &trees[..] {
                [Tree::Word(word, _)] if symbols.text(*word).eq_ignore_ascii_case("info") => {
                    Ok(Message::Info)
                }
                _ => Err(Error::new("a message is one list, such as (info)")),
            };
        };
        let text = |tree: &Tree| tree.text(&symbols).to_lowercase();
        let Some((head, arguments)) = items.split_first() else {
            return Err(Error::new("an empty list is not a message"));
        };
        match (text(head).as_str(), arguments) {
            ("info" | "ping", _) => Ok(Message::Info),
            ("preview", _) => Ok(Message::Preview),
            ("start", [id, role, rules, start, play, ..]) => {
                let Tree::List(rules, _) = rules else {
                    return Err(Error::new("the rules of a match are a list"));
                };
                let [start, play] = [clock(&text(start))?, clock(&text(play))?];
                let (id, role) = (text(id), text(role));
                Ok(Message::Start { id, role, rules: (rules.clone(), symbols), start, play })
            }
            ("play", [id, rest @ ..]) => {
                Ok(Message::Play(Turn { id: text(id), news: news(rest, &symbols)? }))
            }
            ("stop", [id, rest @ ..]) => {
                Ok(Message::Stop(Turn { id: text(id), news: news(rest, &symbols)? }))
            }
            ("abort", [id, ..]) => Ok(Message::Abort(text(id))),
            (other, _) => Err(Error::new(format!(
                "`{other}` is not a message of the protocol, or the message is incomplete"
            ))),
        }
    }
}

fn clock(text: &str) -> Result<Duration, Error> {
    let seconds: u64 =
        text.parse().map_err(|_| Error::new(format!("`{text}` is not a number of seconds")))?;
    Ok(Duration::from_secs(seconds.min(LONGEST_CLOCK)))
}

fn news(arguments: &[Tree], symbols: &Symbols) -> Result<News, Error> {
    match arguments {
        [] => Ok(News::List(vec![])),
        [list] => Ok(News::List(items(list, symbols))),
        [_, own, percepts, ..] => {
            let own = own.text(symbols).to_lowercase();
            Ok(News::Percepts((own != "nil").then_some(own), items(percepts, symbols)))
        }
        _ => Err(Error::new(
            "a move is asked for with one list, or with a turn, a move and percepts",
        )),
    }
}

/// Items of a list; `nil` is an empty list.
fn items(tree: &Tree, symbols: &Symbols) -> Vec<String> {
    match tree {
        Tree::List(items, _) => {
            items.iter().map(|item| item.text(symbols).to_lowercase()).collect()
        }
        Tree::Word(..) => vec![],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read() {
        let turn = |text: &str| match Message::read(text) {
            Ok(Message::Play(turn)) => turn.news,
            other => panic!("{other:?}"),
        };
        assert_eq!(turn("(PLAY m1 NIL)"), News::List(vec![]));
        assert_eq!(
            turn("(play m1 ((MARK 1 2) noop))"),
            News::List(vec!["(mark 1 2)".into(), "noop".into()])
        );
        assert_eq!(turn("(play m1 0 nil nil)"), News::Percepts(None, vec![]));
        assert_eq!(
            turn("(play m1 3 (a b) ((SEE x)))"),
            News::Percepts(Some("(a b)".into()), vec!["(see x)".into()])
        );
    }

    #[test]
    fn more_arguments_of_start_do_no_harm() {
        let message = Message::read("(start m x ((role x)) 10 5 more (of it))");
        assert!(
            matches!(message, Ok(Message::Start { play, .. }) if play == Duration::from_secs(5))
        );
    }

    #[test]
    fn nonsense_is_an_error() {
        for text in [
            "",
            "hello there",
            "()",
            "(start m x)",
            "(start m x rules 1 1)",
            "(start m x () a 1)",
            "(play)",
            "((a))",
        ] {
            assert!(Message::read(text).is_err(), "{text}");
        }
    }
}
