//! Reader from text to nested lists: KIF in prefix form, as in rulesheets and messages of the
//! protocol, or the infix form of textbooks. Texts come from unknown authors, so sizes and depths
//! are bounded, and bytes that are not UTF-8 are read as Latin-1.

use crate::error::{Error, Place};
use crate::infix::{is_infix, read_infix};
use crate::symbol::Symbols;
use crate::tree::{Budget, Tree, check_depth, step};
use std::borrow::Cow;

/// Maximum length of a text in bytes.
pub const LONGEST: usize = 16 << 20;
/// Decodes bytes as UTF-8, or else as Latin-1.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// Reads all sentences of a text, in order.
pub fn read(text: &str, symbols: &mut Symbols) -> Result<Vec<Tree>, Error> {
    if text.len() > LONGEST {
        return Err(Error::new(format!(
            "the text has {} bytes; at most {LONGEST} are read",
            text.len()
        )));
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if is_infix(text) {
        return read_infix(text, symbols);
    }
    let mut reader = Reader { open: vec![], done: vec![], budget: Budget::default() };
    let mut place = Place { line: 1, column: 1 };
    let mut rest = text.char_indices().peekable();
    while let Some((start, c)) = rest.next() {
        let here = place;
        step(&mut place, c);
        match c {
            '(' => reader.open(here)?,
            ')' => reader.close(here)?,
            ';' => {
                while let Some((_, c)) = rest.next_if(|&(_, c)| c != '\n') {
                    step(&mut place, c);
                }
            }
            c if c.is_whitespace() => {}
            _ => {
                while let Some((_, c)) = rest.next_if(|&(_, c)| is_part_of_word(c)) {
                    step(&mut place, c);
                }
                let end = rest.peek().map_or(text.len(), |&(at, _)| at);
                let word = symbols.intern(&text[start..end]);
                reader.add(Tree::Word(word, here))?;
            }
        }
    }
    match reader.open.pop() {
        Some((_, place)) => Err(Error::at(place, "this parenthesis is never closed")),
        None => Ok(reader.done),
    }
}

fn is_part_of_word(c: char) -> bool {
    !c.is_whitespace() && !matches!(c, '(' | ')' | ';')
}

/// Open lists, innermost last, and the complete ones.
struct Reader {
    open: Vec<(Vec<Tree>, Place)>,
    done: Vec<Tree>,
    budget: Budget,
}

impl Reader {
    fn open(&mut self, place: Place) -> Result<(), Error> {
        self.budget.count(place)?;
        check_depth(self.open.len() + 1, place)?;
        self.open.push((vec![], place));
        Ok(())
    }

    fn close(&mut self, place: Place) -> Result<(), Error> {
        let Some((items, start)) = self.open.pop() else {
            return Err(Error::at(place, "this parenthesis closes nothing"));
        };
        self.add(Tree::List(items, start))
    }

    fn add(&mut self, tree: Tree) -> Result<(), Error> {
        self.budget.count(tree.place())?;
        match self.open.last_mut() {
            Some((items, _)) => items.push(tree),
            None => self.done.push(tree),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(source: &str) -> Result<Vec<String>, String> {
        let mut symbols = Symbols::default();
        let trees = read(source, &mut symbols).map_err(|error| error.to_string())?;
        Ok(trees.iter().map(|tree| tree.text(&symbols)).collect())
    }

    #[test]
    fn words_are_anything_but_blanks_and_parentheses() {
        let read = text("(++ -1 east-speed ?n++ |a| \"b\") ; a comment (\nx;y\nz").unwrap();
        assert_eq!(read, ["(++ -1 east-speed ?n++ |a| \"b\")", "x", "z"]);
    }

    #[test]
    fn the_first_spelling_is_kept() {
        assert_eq!(text("(Mark mark MARK ROLE)").unwrap(), ["(Mark Mark Mark role)"]);
    }

    #[test]
    fn errors_name_line_and_column() {
        assert_eq!(
            text("(a\n  (b c)").unwrap_err(),
            "line 1, column 1: this parenthesis is never closed"
        );
        assert_eq!(
            text("(a)\n é)").unwrap_err(),
            "line 2, column 3: this parenthesis closes nothing"
        );
    }

    #[test]
    fn depth_is_bounded() {
        let error = text(&"(".repeat(100_000)).unwrap_err();
        assert_eq!(error, "line 1, column 201: lists are nested more than 200 deep");
    }

    #[test]
    fn what_is_no_utf8_is_latin_1() {
        assert_eq!(decode(b"caf\xe9"), "caf\u{e9}");
    }
}
