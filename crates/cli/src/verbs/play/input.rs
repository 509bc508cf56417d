//! Input lines, typed or from a file.

use super::moves::Moves;
use super::words::Command;
use crate::Failure;
use crate::out::Out;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io::{self, BufRead, IsTerminal, StdinLock, Write};

/// Where lines come from.
pub enum Input {
    /// A keyboard, with a line that can be edited, completed, and called back. Both ends have to be
    /// a terminal that can move its cursor.
    Editor(Box<Editor<CompletionHelper, MemHistory>>),
    /// Anything else: line by line.
    Lines {
        /// Standard input.
        stdin: StdinLock<'static>,
        /// Whether the lines come from a terminal.
        terminal: bool,
    },
}

/// Longest input line that is read or shown.
const LONGEST: usize = 1000;

impl Input {
    /// Standard input, in the way that suits it and `out`.
    pub fn new(out: &Out) -> Self {
        let editable = out.terminal && !out.dumb && io::stdin().is_terminal();
        if let Some(Ok(editor)) = editable.then(editor) {
            return Input::Editor(Box::new(editor));
        }
        let stdin = io::stdin().lock();
        Input::Lines { terminal: stdin.is_terminal(), stdin }
    }

    /// Whether the lines come from a terminal.
    pub fn terminal(&self) -> bool {
        match self {
            Input::Editor(_) => true,
            Input::Lines { terminal, .. } => *terminal,
        }
    }

    /// How many columns the terminal has now, if that is known.
    pub fn width(&mut self) -> Option<usize> {
        match self {
            Input::Editor(editor) => editor.dimensions().map(|(columns, _)| columns.into()),
            Input::Lines { .. } => None,
        }
    }

    /// What can be completed at the next question.
    pub fn complete(&mut self, moves: &Moves) {
        if let Input::Editor(editor) = self
            && let Some(words) = editor.helper_mut()
        {
            words.moves = moves.clone();
        }
    }

    /// Forgets typed lines and completions before another human takes the keyboard. The editor
    /// keeps a history, cut words and moves to complete; only a new editor has none of them.
    pub fn forget(&mut self) -> Result<(), Failure> {
        if let Input::Editor(used) = self {
            **used = editor().map_err(broken)?;
        }
        Ok(())
    }

    /// Asks for a line and returns it without blanks at its ends and without anything that a
    /// terminal would obey, or nothing if the input has ended.
    pub fn ask(&mut self, prompt: &str, out: &mut Out) -> Result<Option<String>, Failure> {
        let line = match self {
            Input::Editor(editor) => {
                out.flush()?;
                edited(editor, prompt)?
            }
            Input::Lines { stdin, terminal } => {
                write!(out, "{prompt}")?;
                out.flush()?;
                let line = read(stdin)?;
                // A terminal echoes typed input; a transcript has to print it.
                match &line {
                    None => writeln!(out)?,
                    Some(line) if !*terminal => writeln!(out, "{line}")?,
                    Some(_) => {}
                }
                line
            }
        };
        Ok(line)
    }
}

fn editor() -> rustyline::Result<Editor<CompletionHelper, MemHistory>> {
    let config = Config::builder().completion_type(CompletionType::List).build();
    let mut editor = Editor::with_history(config, MemHistory::new())?;
    editor.set_helper(Some(CompletionHelper::default()));
    Ok(editor)
}

/// A line from the editor. Ctrl-C and Ctrl-D end the game.
fn edited(
    editor: &mut Editor<CompletionHelper, MemHistory>,
    prompt: &str,
) -> Result<Option<String>, Failure> {
    match editor.readline(prompt) {
        Ok(line) => {
            let line = plain(&line);
            // A line that cannot be remembered can still be played.
            let _ = editor.add_history_entry(line.as_str());
            Ok(Some(line))
        }
        Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
        Err(error) => Err(broken(error)),
    }
}

fn broken(error: ReadlineError) -> Failure {
    match error {
        ReadlineError::Io(error) => error.into(),
        other => io::Error::other(other.to_string()).into(),
    }
}

/// Bytes of a line that are kept: enough for [`LONGEST`] characters of four bytes and blanks around
/// them.
const MOST: usize = 16 * LONGEST;

/// The next line; what is longer than [`MOST`] is skipped as it arrives.
fn read(stdin: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let (mut kept, mut read) = (Vec::new(), false);
    loop {
        let available = match stdin.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            available => available?,
        };
        if available.is_empty() {
            break;
        }
        read = true;
        let end = available.iter().position(|&byte| byte == b'\n');
        let part = &available[..end.unwrap_or(available.len())];
        kept.extend(&part[..part.len().min(MOST - kept.len())]);
        let used = end.map_or(available.len(), |end| end + 1);
        stdin.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(read.then(|| plain(&String::from_utf8_lossy(&kept))))
}

/// Nothing but text: codes that would have a terminal do things, or write backwards, are shown as
/// what they are not.
fn plain(line: &str) -> String {
    let harmless = |char: char| match char {
        _ if char.is_control() => '\u{fffd}',
        '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{2069}'
        | '\u{feff}' => '\u{fffd}',
        char => char,
    };
    line.trim().chars().take(LONGEST).map(harmless).collect()
}

/// What Tab completes: moves and commands.
#[derive(Default)]
pub struct CompletionHelper {
    moves: Moves,
}

impl CompletionHelper {
    fn fitting(&self, typed: &str) -> Vec<String> {
        let (moves, commands) = match typed.strip_prefix("moves ") {
            Some(beginning) => {
                let moves = self.moves.completions(beginning.trim_start());
                (moves.into_iter().map(|name| format!("moves {name}")).collect(), vec![])
            }
            None => (self.moves.completions(typed), Command::completions(typed)),
        };
        [moves, commands].concat()
    }
}

impl Helper for CompletionHelper {}
impl Highlighter for CompletionHelper {}
impl Validator for CompletionHelper {}
impl Hinter for CompletionHelper {
    type Hint = String;
}
impl Completer for CompletionHelper {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((0, self.fitting(&line[..at])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustyline::history::History;
    use sortilege::scene::Gesture;

    #[test]
    fn nothing_that_a_terminal_would_obey_is_left() {
        assert_eq!(
            plain(" a\u{1b}[2Jb\u{7}\t\u{9b}K \r\n"),
            "a\u{fffd}[2Jb\u{fffd}\u{fffd}\u{fffd}K"
        );
        assert_eq!(plain("\u{202e}abc"), "\u{fffd}abc");
        assert_eq!(plain(&"x".repeat(5000)).len(), LONGEST);
    }

    #[test]
    fn lines_are_read_whatever_their_bytes() {
        let mut bytes = &b"bet\n\xff\xfe\0\n\nend"[..];
        let lines: Vec<String> = std::iter::from_fn(|| read(&mut bytes).unwrap()).collect();
        assert_eq!(lines, ["bet", "\u{fffd}\u{fffd}\u{fffd}", "", "end"]);
    }

    #[test]
    fn the_rest_of_a_long_line_is_skipped() {
        let text = [&b"x".repeat(100 * MOST)[..], b"\nbet\n"].concat();
        let mut reader = io::BufReader::with_capacity(4096, &text[..]);
        assert_eq!(read(&mut reader).unwrap().unwrap().len(), LONGEST);
        assert_eq!(read(&mut reader).unwrap().unwrap(), "bet");
        assert_eq!(read(&mut reader).unwrap(), None);
    }

    /// Otherwise Up would show the choice of the previous human, and Tab the legal moves: the hand.
    #[test]
    fn the_next_human_sees_nothing_of_the_previous_one() {
        let mut input = Input::Editor(Box::new(editor().unwrap()));
        input.complete(&Moves::new(vec![("rock".to_string(), Gesture::button("Rock"))]));
        let Input::Editor(used) = &mut input else { unreachable!("made as one") };
        used.add_history_entry("rock").unwrap();
        input.forget().unwrap();
        let Input::Editor(fresh) = &input else { unreachable!("an editor stays one") };
        assert!(fresh.history().is_empty());
        assert!(fresh.helper().unwrap().fitting("ro").is_empty());
    }

    #[test]
    fn moves_and_commands_are_completed() {
        let moves = ["a1", "a2", "hold"].map(|name| (name.to_string(), Gesture::path([name])));
        let words = CompletionHelper { moves: Moves::new(moves.to_vec()) };
        assert_eq!(words.fitting("a"), ["a1", "a2"]);
        assert_eq!(words.fitting("h"), ["hold", "help", "hint"]);
        assert_eq!(words.fitting("moves a"), ["moves a1", "moves a2"]);
        assert!(words.fitting("z").is_empty());
    }
}
