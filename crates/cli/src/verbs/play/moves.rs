//! The legal moves of a human: display, lookup of typed input, and completion.

use crate::layout::length;
use sortilege::scene::Gesture;

/// Every legal move, in the game's order.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    names: Vec<String>,
    /// What people call a move, where that is not its name.
    remarks: Vec<String>,
}

/// Possible meanings of typed input.
#[derive(Debug, PartialEq, Eq)]
pub enum Found<'a> {
    /// This move.
    Move(&'a str),
    /// One of several.
    Several(Vec<&'a str>),
    /// No move.
    Nothing,
}

/// A list that takes more lines than this is shown only when it is asked for.
const LINES: usize = 16;

impl Moves {
    /// The legal moves, and how they are made by pointing.
    pub fn new(moves: Vec<(String, Gesture)>) -> Self {
        let remarks = moves.iter().map(|(name, gesture)| remark(name, gesture)).collect();
        Moves { names: moves.into_iter().map(|(name, _)| name).collect(), remarks }
    }

    /// The only move, where there is no choice.
    pub fn only(&self) -> Option<&str> {
        if let [only] = &self.names[..] { Some(only) } else { None }
    }

    /// The move of this very name, or of which the list says this in brackets; capitals do not
    /// matter where only one can be meant.
    pub fn named(&self, typed: &str) -> Option<&str> {
        let mut alike =
            self.names.iter().filter(|name| name.to_lowercase() == typed.to_lowercase());
        let exact = self.names.iter().find(|&name| name == typed);
        let alike = alike.next().filter(|_| alike.next().is_none());
        exact.or(alike).map(String::as_str).or_else(|| self.called(typed))
    }

    /// The only move that a remark calls so: `check` is what people say for a call of nothing.
    fn called(&self, typed: &str) -> Option<&str> {
        let remark = format!("({})", typed.to_lowercase());
        let mut such =
            (0..self.names.len()).filter(|&at| self.remarks[at].to_lowercase() == remark);
        let only = such.next().filter(|_| such.next().is_none())?;
        Some(&self.names[only])
    }

    /// The move that this is the beginning of, or the number.
    pub fn meant(&self, typed: &str) -> Found<'_> {
        if typed.is_empty() {
            return Found::Nothing;
        }
        let begins = self.beginning(typed);
        match begins.len() {
            0 => self.numbered(typed).map_or(Found::Nothing, Found::Move),
            1 => Found::Move(&self.names[begins[0]]),
            _ => Found::Several(begins.into_iter().map(|at| self.names[at].as_str()).collect()),
        }
    }

    /// Names with this prefix, for completion.
    pub fn completions(&self, typed: &str) -> Vec<String> {
        self.beginning(typed).into_iter().map(|at| self.names[at].clone()).collect()
    }

    fn beginning(&self, typed: &str) -> Vec<usize> {
        let typed = typed.to_lowercase();
        (0..self.names.len())
            .filter(|&at| self.names[at].to_lowercase().starts_with(&typed))
            .collect()
    }

    /// The move of that number in the list. Where moves have numbers of their own, one of the list
    /// has a `#` before it.
    fn numbered(&self, typed: &str) -> Option<&str> {
        let digits = match typed.strip_prefix('#') {
            None if self.marked() => return None,
            None => typed,
            Some(digits) => digits,
        };
        let number: usize =
            digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
        self.names.get(number.checked_sub(1)?).map(String::as_str)
    }

    /// Whether a number could be meant for one in the name of a move: `3` for `bid-3`, or for the
    /// card `+3`.
    fn marked(&self) -> bool {
        let digit = |char: char| char.is_ascii_digit();
        let number = |word: &str| !word.is_empty() && word.chars().all(digit);
        let words = |name: &str| name.split(|char: char| !char.is_alphanumeric()).any(number);
        self.names.iter().any(|name| name.starts_with(digit) || words(name))
    }

    /// What is shown without being asked for: all moves if they are few, or how they begin.
    pub fn brief(&self, width: usize) -> Vec<String> {
        let all = self.list("", width);
        if all.len() <= LINES { all } else { self.beginnings(width) }
    }

    /// Every move that begins so, numbered, a new line wherever they begin differently.
    pub fn list(&self, beginning: &str, width: usize) -> Vec<String> {
        let wanted = self.beginning(beginning);
        let column = wanted.iter().map(|&at| length(&self.entry(at)) + 2).max().unwrap_or(0);
        let groups = |one: &usize, other: &usize| self.stem(*one) == self.stem(*other);
        let columns = (width.saturating_sub(2) / column.max(1)).max(1);
        // Groups of one or two would make a long list of short lines.
        let few = wanted.chunk_by(groups).count() * 2 > wanted.len();
        let groups: Vec<&[usize]> =
            if few { vec![&wanted[..]] } else { wanted.chunk_by(groups).collect() };
        let line = |some: &[usize]| {
            let entries = some.iter().map(|&at| format!("{:<column$}", self.entry(at)));
            format!("  {}", entries.collect::<String>().trim_end())
        };
        groups.into_iter().flat_map(|group| group.chunks(columns)).map(line).collect()
    }

    /// How moves begin, and how many of them do.
    fn beginnings(&self, width: usize) -> Vec<String> {
        let mut stems: Vec<(&str, usize)> = vec![];
        for at in 0..self.names.len() {
            match stems.iter_mut().find(|(stem, _)| *stem == self.stem(at)) {
                Some((_, count)) => *count += 1,
                None => stems.push((self.stem(at), 1)),
            }
        }
        let group = |&(stem, count): &(&str, usize)| match count {
            1 => self.completions(stem).concat(),
            _ => format!("{stem}... ({count})"),
        };
        let groups: Vec<String> = stems.iter().map(group).collect();
        let example = stems.iter().max_by_key(|(_, count)| count).map_or("", |(stem, _)| stem);
        let text = format!(
            "{} moves: {}. `moves` lists them all, `moves {example}` those that begin so.",
            self.names.len(),
            groups.join(", ")
        );
        let mut lines = crate::layout::wrap_to(&text, 2, width);
        lines[0].insert_str(0, "  ");
        lines
    }

    /// What the names of related moves begin with: up to the first mark within, or the first
    /// letter.
    fn stem(&self, at: usize) -> &str {
        let name = &self.names[at];
        let end = name.char_indices().skip(1).find(|(_, char)| ":>-@+/=".contains(*char));
        let first = name.chars().next().map_or(0, char::len_utf8);
        &name[..end.map_or(first, |(at, mark)| at + mark.len_utf8())]
    }

    fn entry(&self, at: usize) -> String {
        let mark = if self.marked() { "#" } else { "" };
        let blank = if self.remarks[at].is_empty() { "" } else { " " };
        format!("{mark}{} {}{blank}{}", at + 1, self.names[at], self.remarks[at])
    }
}

/// What the button of a move says, in brackets, unless it says its name and some more.
fn remark(name: &str, gesture: &Gesture) -> String {
    match gesture {
        Gesture::Button(label) if !says(label, name) => {
            let mut letters = label.chars();
            let first = letters.next().into_iter().flat_map(char::to_lowercase);
            format!("({})", first.chain(letters).collect::<String>())
        }
        _ => String::new(),
    }
}

/// Whether all words of a name are in a label, in their order.
fn says(label: &str, name: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.to_lowercase().split(|char: char| !char.is_alphanumeric()).map(String::from).collect()
    };
    let mut said = words(label).into_iter();
    words(name)
        .into_iter()
        .filter(|word| !word.is_empty())
        .all(|word| said.any(|other| other == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(names: &[impl AsRef<str>]) -> Moves {
        let cell = |name: &str| (name.to_string(), Gesture::path([name]));
        Moves::new(names.iter().map(|name| cell(name.as_ref())).collect())
    }

    #[test]
    fn a_move_is_found_whatever_its_capitals() {
        let legal = moves(&["bet", "Pass", "b", "B"]);
        assert_eq!(
            ["BET", "pass", "B", "raise"].map(|typed| legal.named(typed)),
            [Some("bet"), Some("Pass"), Some("B"), None]
        );
        assert_eq!(moves(&["X", "ẋ"]).named("x"), Some("X"));
    }

    #[test]
    fn abbreviations_and_numbers_are_understood() {
        let legal = moves(&["orcs:a>b", "orcs:a>c", "warg:a>b"]);
        assert_eq!(legal.meant("w"), Found::Move("warg:a>b"));
        assert_eq!(legal.meant("ORCS:A>C"), Found::Move("orcs:a>c"));
        assert_eq!(legal.meant("or"), Found::Several(vec!["orcs:a>b", "orcs:a>c"]));
        assert_eq!(
            [legal.meant("2"), legal.meant("#2")],
            [Found::Move("orcs:a>c"), Found::Move("orcs:a>c")]
        );
        for nothing in ["", "0", "4", "#", "+1", "x", "99999999999999999999"] {
            assert_eq!(legal.meant(nothing), Found::Nothing, "{nothing}");
        }
    }

    #[test]
    fn where_moves_are_numbers_a_number_of_the_list_is_marked() {
        let bids = moves(&["2", "5", "50"]);
        assert_eq!((bids.named("2"), bids.named("5")), (Some("2"), Some("5")));
        assert_eq!([bids.meant("1"), bids.meant("#1")], [Found::Nothing, Found::Move("2")]);
        assert_eq!(bids.brief(80), ["  #1 2   #2 5   #3 50"]);
        for names in
            [["bid-3", "bid-7", "bid-8"], ["+3", "+4", "+T"], ["no-attack", "attack-1", "attack-2"]]
        {
            let legal = moves(&names);
            assert_eq!(
                [legal.meant("3"), legal.meant("#3")],
                [Found::Nothing, Found::Move(names[2])]
            );
        }
        assert_eq!(moves(&["d1-d7/g7", "a1", "fight"]).meant("3"), Found::Move("fight"));
    }

    #[test]
    fn many_moves_are_grouped_by_their_beginning() {
        let names: Vec<String> =
            (0..200).map(|n| format!("{}:to-{n}", ["orcs", "warg"][n / 100])).collect();
        let legal = moves(&names);
        let brief = legal.brief(80).join(" ");
        assert!(
            brief.starts_with("  200 moves: orcs:... (100), warg:... (100). `moves` lists"),
            "{brief}"
        );
        for (list, count) in
            [(legal.list("", 80), 200), (legal.list("warg", 80), 100), (legal.list("x", 80), 0)]
        {
            let words: Vec<&str> = list.iter().flat_map(|line| line.split_whitespace()).collect();
            assert_eq!(
                words.iter().filter(|word| names.contains(&word.to_string())).count(),
                count
            );
            assert!(list.iter().all(|line| line.len() <= 80), "{list:?}");
        }
        assert_eq!(legal.list("", 20).len(), 200, "a line has a move at least");
    }

    #[test]
    fn what_a_button_says_stands_behind_its_move() {
        let button = |name: &str, label: &str| (name.to_string(), Gesture::button(label));
        let legal =
            Moves::new(vec![button("pass", "Fold"), button("call", "Check"), button("bet", "Bet")]);
        assert_eq!(legal.brief(80), ["  1 pass (fold)   2 call (check)  3 bet"]);
        let typed = ["Fold", "check", "bet", "raise", ""];
        assert_eq!(
            typed.map(|typed| legal.named(typed)),
            [Some("pass"), Some("call"), Some("bet"), None, None]
        );
    }

    #[test]
    fn a_name_is_not_said_twice() {
        for (name, label) in
            [("let-pass", "Let pass"), ("6+8", "Advance 6 and 8"), ("bid-7", "Bid 7")]
        {
            assert!(says(label, name), "{label}");
        }
        for (name, label) in
            [("stop", "Use no more gods"), ("6+8", "Advance 8 and 6"), ("6+6", "Advance 6")]
        {
            assert!(!says(label, name), "{label}");
        }
    }
}
