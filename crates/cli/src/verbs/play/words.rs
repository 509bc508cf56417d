//! What the host says, and what can be said to it.

use sortilege::Player;
use sortilege_lab::Table;
use sortilege_lab::table::Event;

/// What somebody typed instead of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    Help,
    /// All rules, or the section that was named.
    Rules(Option<&'a str>),
    Undo,
    Hint,
    Moves,
    Position,
    Quit,
}

pub const HELP: &str = "  Type a move as `moves` lists them, or one of these:
    moves     the moves that you can make
    rules     the rules of the game; `rules moves` tells how moves are written
    hint      what an AI thinks of them, seeing what you see
    undo      back to your previous decision
    position  the position in the game's notation
    quit      leave the table
";

impl Command<'_> {
    pub fn parse(text: &str) -> Option<Command<'_>> {
        let mut words = text.split_whitespace();
        if words.next().is_some_and(|word| word.eq_ignore_ascii_case("rules")) {
            return Some(Command::Rules(words.next()));
        }
        match text.to_lowercase().as_str() {
            "help" | "?" => Some(Command::Help),
            "undo" => Some(Command::Undo),
            "hint" => Some(Command::Hint),
            "moves" => Some(Command::Moves),
            "position" => Some(Command::Position),
            "quit" | "exit" => Some(Command::Quit),
            _ => None,
        }
    }
}

/// The legal move that was typed. Capitals do not matter where only one move can be meant.
pub fn find_move<'a>(typed: &str, legal: &'a [String]) -> Option<&'a String> {
    let alike = || legal.iter().filter(|name| name.to_lowercase() == typed.to_lowercase());
    legal.iter().find(|&name| name == typed).or_else(|| match alike().count() {
        1 => alike().next(),
        _ => None,
    })
}

/// What `seat` noticed. Dice, cards and the answers of an umpire are what the table says.
pub fn tell(event: &Event, seat: Player, table: &dyn Table) -> String {
    let name = match event.who {
        None => "The table".to_string(),
        Some(who) if who == seat => "You".to_string(),
        Some(who) => table.seat_name(who),
    };
    format!("{name}: {}", event.told)
}

/// How the game ended: for the only human, or for everybody.
pub fn result(table: &dyn Table, only_human: Option<Player>) -> String {
    let payoff = |who| short(table.payoff(who));
    if let Some(who) = only_human {
        return match table.payoff(who) {
            won if won > 0.0 => format!("You win ({}).", payoff(who)),
            lost if lost < 0.0 => format!("You lose ({}).", payoff(who)),
            _ => "A draw.".to_string(),
        };
    }
    let seats = (0..table.seats()).map(Player);
    let line = |who| format!("{} {}", table.seat_name(who), payoff(who));
    format!("The game is over: {}.", seats.map(line).collect::<Vec<_>>().join(", "))
}

/// A payoff with its sign and no more digits than it needs.
fn short(payoff: f64) -> String {
    let rounded = (payoff * 1000.0).round() / 1000.0;
    if rounded == 0.0 { "0".to_string() } else { format!("{rounded:+}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_found_whatever_its_capitals() {
        let legal = ["bet", "Pass", "b", "B"].map(String::from);
        assert_eq!(find_move("BET", &legal), Some(&legal[0]));
        assert_eq!(find_move("pass", &legal), Some(&legal[1]));
        assert_eq!(find_move("B", &legal), Some(&legal[3]));
        assert_eq!(find_move("raise", &legal), None);
        assert_eq!(find_move("x", &["X".to_string(), "ẋ".to_string()]).map(String::as_str), Some("X"));
    }

    #[test]
    fn commands_are_words() {
        assert_eq!(Command::parse("Help"), Some(Command::Help));
        assert_eq!(Command::parse("?"), Some(Command::Help));
        assert_eq!(Command::parse("Rules"), Some(Command::Rules(None)));
        assert_eq!(Command::parse("rules moves"), Some(Command::Rules(Some("moves"))));
        assert_eq!(Command::parse("bet"), None);
    }

    #[test]
    fn payoffs_are_short() {
        assert_eq!([1.0, -0.5, 0.0, -0.0, 1.0 / 3.0].map(short), ["+1", "-0.5", "0", "0", "+0.333"]);
    }
}
