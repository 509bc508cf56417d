//! Errors for bad input. Each message is one sentence that says what would be right.

use std::fmt;

/// Bad input, with one variant per cause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// Text that is not in the language of [`Spec`](crate::Spec).
    Syntax {
        /// The whole text.
        text: String,
        /// The byte at which reading stopped.
        at: usize,
        /// What could have stood there.
        expected: &'static str,
    },
    /// An unknown name.
    Unknown {
        /// The kind of thing that was looked up, such as `game`, or `setting of uct`.
        what: String,
        /// The name.
        name: String,
        /// The known names.
        known: Vec<String>,
    },
    /// A setting with a value that it cannot have.
    Value {
        /// Whose setting, such as `uct`.
        owner: String,
        /// Which setting.
        setting: String,
        /// The value.
        value: String,
        /// What it could be.
        expected: String,
    },
    /// Settings that are valid separately but not together.
    Settings {
        /// Whose settings.
        owner: String,
        /// What is wrong and what would be right.
        why: String,
    },
    /// A player, or a part of one, that cannot play this game.
    Unfit {
        /// The player or part.
        part: String,
        /// The game.
        game: String,
        /// Those that can.
        fitting: Vec<String>,
    },
    /// A position that the game cannot read.
    Position {
        /// What is wrong and what would be right.
        why: String,
    },
    /// A move that is not legal here.
    Move {
        /// The move.
        text: String,
        /// Those that are.
        legal: Vec<String>,
    },
    /// An outcome that is impossible at this chance node. The possible ones may be hidden, so the
    /// message does not list them.
    Outcome {
        /// The outcome.
        text: String,
    },
    /// A request that is not possible now, or for this game.
    Refused(String),
}

impl Error {
    /// A player, or a part of one, that cannot play a game.
    pub fn unfit(part: &str, game: &str, fitting: Vec<String>) -> Self {
        Error::Unfit { part: part.to_string(), game: game.to_string(), fitting }
    }

    /// A position that the game cannot read. Of a long position the beginning is quoted.
    pub(crate) fn position(text: &str, why: String) -> Self {
        let quoted = format!("{text:?}");
        Error::Position { why: why.replace(&quoted, &shortened(&quoted, QUOTED)) }
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Error::Syntax { text, at, expected } => {
                let place = text[..*at].chars().count() + 1;
                write!(f, "`{}` should have {expected} at character {place}", around(text, *at))?;
                match text[*at..].chars().next() {
                    Some(found) => write!(f, ", not `{found}`"),
                    None => write!(f, ", where it ends"),
                }
            }
            Error::Unknown { what, name, known } => {
                write!(f, "there is no {what} named `{name}`")?;
                if let Some(near) = nearest(name, known) {
                    write!(f, "; did you mean `{near}`?")?;
                }
                match known.len() {
                    0 => write!(f, "; there are none at all"),
                    _ => write!(f, " (there are {})", listed(known)),
                }
            }
            Error::Value { owner, setting, value, expected } => {
                write!(f, "`{setting}` of `{owner}` is {expected}, not `{value}`")
            }
            Error::Settings { owner, why } => {
                write!(f, "the settings of `{owner}` do not go together: {why}")
            }
            Error::Unfit { part, game, fitting } => {
                write!(f, "`{part}` does not fit `{game}`; what does: {}", listed(fitting))
            }
            Error::Position { why } => write!(f, "this position cannot be read: {why}"),
            Error::Move { text, legal } => match legal.is_empty() {
                true => write!(f, "`{text}` is not a legal move here: no player is to move"),
                false => write!(f, "`{text}` is not a legal move here; {}", instead(text, legal)),
            },
            Error::Outcome { text } => {
                write!(
                    f,
                    "`{text}` is not an outcome that chance can have here; let chance draw one \
                     instead"
                )
            }
            Error::Refused(why) => write!(f, "{why}"),
        }
    }
}

/// The most characters of input that a message quotes.
const QUOTED: usize = 200;

/// The most characters of a message.
const MESSAGE: usize = 4_000;

/// Shortens a message so that it stays readable with any quoted input: quotations between
/// backquotes are cut, long words elsewhere, and the whole. Every message that leaves a program
/// passes this function.
pub fn brief(message: &str) -> String {
    let part = |(at, part): (usize, &str)| match at % 2 {
        1 => shortened(part, QUOTED),
        // Text outside of backquotes is ours, apart from words of the input and lists of names.
        _ => part.split(' ').map(|word| shortened(word, QUOTED)).collect::<Vec<_>>().join(" "),
    };
    let parts: Vec<String> = message.split('`').enumerate().map(part).collect();
    shortened(&parts.join("`"), MESSAGE)
}

/// The beginning of a text that is longer than `most` characters, and its length.
fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_string(),
        Some((end, _)) => format!("{}... ({} characters)", &text[..end], text.chars().count()),
    }
}

/// What is shown of a text on each side of a slip, in bytes.
const SHOWN: usize = 100;

/// Shortens a text to the part around an error, with dots for the rest.
fn around(text: &str, at: usize) -> String {
    let from = text.floor_char_boundary(at.saturating_sub(SHOWN));
    let to = text.ceil_char_boundary((at + SHOWN).min(text.len()));
    let dots = |cut: bool| if cut { "..." } else { "" };
    format!("{}{}{}", dots(from > 0), &text[from..to], dots(to < text.len()))
}

/// Largest number of names in a list.
const LISTED: usize = 20;

fn listed(names: &[String]) -> String {
    let shown = names[..names.len().min(LISTED)].join(", ");
    match names.len().saturating_sub(LISTED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Largest number of legal moves that are listed; of more, the nearest to the input are listed.
const OFFERED: usize = 6;

/// Describes the legal alternatives to an input: all if they are few, otherwise the nearest names.
pub fn instead(typed: &str, legal: &[String]) -> String {
    match legal {
        [only] => format!("only {only} is"),
        few if few.len() <= OFFERED => format!("legal are {}", few.join(", ")),
        many => {
            let nearest = nearest_first(typed, many)[..OFFERED].join(", ");
            format!("the nearest of {} legal moves are {nearest}", many.len())
        }
    }
}

/// Sorts names by their edit distance from the input, of which only a prefix is compared.
fn nearest_first<'a>(typed: &str, names: &'a [String]) -> Vec<&'a str> {
    const LOOKED_AT: usize = 40;
    let typed: String = typed.to_lowercase().chars().take(LOOKED_AT).collect();
    let mut names: Vec<&str> = names.iter().map(String::as_str).collect();
    names.sort_by_cached_key(|name| edits(&typed, &name.to_lowercase()));
    names
}

/// Returns the name that was probably meant: few edits away for its length, or an extension of the
/// input.
fn nearest<'a>(name: &str, known: &'a [String]) -> Option<&'a String> {
    let name = name.to_lowercase();
    let length = name.chars().count();
    let distance = |other: &String| match other.to_lowercase() {
        other if length > 2 && other.contains(&name) => 1,
        other => edits(&name, &other),
    };
    let best = known.iter().min_by_key(|&other| distance(other))?;
    (distance(best) < length && distance(best) * 3 <= length.max(3)).then_some(best)
}

/// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
fn edits(a: &str, b: &str) -> usize {
    let [a, b]: [Vec<char>; 2] = [a, b].map(|text| text.chars().collect());
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = match (i, j) {
                (0, _) | (_, 0) => i + j,
                _ => {
                    let replaced = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                    let swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                    let swap = if swapped { table[i - 2][j - 2] + 1 } else { usize::MAX };
                    replaced.min(table[i - 1][j] + 1).min(table[i][j - 1] + 1).min(swap)
                }
            };
        }
    }
    table[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_quoted_in_part() {
        let text = "x y ".repeat(20_000);
        let why =
            Error::position(&text, format!("{text:?} has no board, as in \"xo-\"")).to_string();
        let quoted = format!("\"{}xyz", "x y ".repeat(50));
        let begin = format!("this position cannot be read: {}", &quoted[..200]);
        assert_eq!(why, begin + "... (80002 characters) has no board, as in \"xo-\"");
        let short = Error::position("x y", "\"x y\" has no board".into()).to_string();
        assert_eq!(short, "this position cannot be read: \"x y\" has no board");
    }
}
