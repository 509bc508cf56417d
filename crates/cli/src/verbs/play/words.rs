//! Output of the host, and commands to it.

use sortilege::Player;
use sortilege_lab::Table;
use sortilege_lab::record::Happened;
use sortilege_lab::table::Event;

/// A command that was typed in place of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command<'a> {
    Help,
    /// All rules, or the section that was named.
    Rules(Option<&'a str>),
    Undo,
    Hint,
    /// Those that begin so.
    Moves(&'a str),
    Position,
    Quit,
}

pub const HELP: &str =
    "  Type a move as it is listed, the beginning of its name if that is enough, or
  its number in the list, with a # before it where the list has one; Tab
  completes what you type. Or type one of these:
    moves     the moves that you can make; `moves a`: those that begin with a
    rules     the rules of the game; `rules moves` tells how moves are written
    hint      what an AI thinks of them, seeing what you see
    undo      back to your previous decision
    position  the position in the game's notation
    quit      leave the table
";

/// What can be typed instead of a move.
const COMMANDS: [&str; 7] = ["moves", "rules", "help", "hint", "undo", "position", "quit"];

impl Command<'_> {
    pub fn parse(text: &str) -> Option<Command<'_>> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        Some(match (word.to_lowercase().as_str(), rest.trim()) {
            ("moves", beginning) => Command::Moves(beginning),
            ("rules", section) => Command::Rules(section.split_whitespace().next()),
            ("help" | "?", "") => Command::Help,
            ("undo", "") => Command::Undo,
            ("hint", "") => Command::Hint,
            ("position", "") => Command::Position,
            ("quit" | "exit", "") => Command::Quit,
            _ => return None,
        })
    }

    /// Commands that begin so.
    pub fn completions(typed: &str) -> Vec<String> {
        COMMANDS
            .iter()
            .filter(|name| name.starts_with(typed))
            .map(|name| name.to_string())
            .collect()
    }
}

/// What happened in a step of a game that is over, of which nothing is hidden any more.
pub fn describe_step(step: &Happened, table: &dyn Table) -> String {
    let made = step.made.iter().map(|made| match made.seat {
        Some(seat) if seat > 0 => format!("{}: {}", table.seat_name(Player(seat - 1)), made.action),
        _ => format!("The table: {}", made.action),
    });
    made.collect::<Vec<_>>().join(", ")
}

/// What `seat` noticed, a line each, but a hand that is dealt card by card in one line.
pub fn describe_events(events: &[Event], seat: Player, table: &dyn Table) -> Vec<String> {
    let together = events.chunk_by(alike);
    together
        .map(|some| describe(&Event { text: gathered(some), ..some[0].clone() }, seat, table))
        .collect()
}

/// Whether two things that the table said differ in their last words at most.
fn alike(one: &Event, other: &Event) -> bool {
    let beginning = |event| Some(but_the_last(event)?.0);
    let by_table = one.who.is_none() && other.who.is_none();
    by_table && beginning(&one.text).is_some() && beginning(&one.text) == beginning(&other.text)
}

/// A sentence without its last word, and that word. Numbers are no sentence: three dice are not two
/// dice and one.
fn but_the_last(sentence: &str) -> Option<(&str, &str)> {
    sentence
        .rsplit_once(' ')
        .filter(|(rest, _)| rest.contains(' ') && rest.ends_with(char::is_alphabetic))
}

/// Sentences that differ in their last words at most, as one.
fn gathered(events: &[Event]) -> String {
    let first = &events[0].text;
    let last_words = || events.iter().filter_map(|event| Some(but_the_last(&event.text)?.1));
    match (events.len(), but_the_last(first)) {
        (1, _) | (_, None) => first.clone(),
        (times, Some((_, word))) if last_words().all(|other| other == word) => {
            format!("{first}, {times} times")
        }
        (_, Some((rest, _))) => format!("{rest} {}", last_words().collect::<Vec<_>>().join(", ")),
    }
}

/// What `seat` noticed. Dice, cards and the answers of an umpire are what the table says.
fn describe(event: &Event, seat: Player, table: &dyn Table) -> String {
    let name = match event.who {
        None => "The table".to_string(),
        Some(who) if who == seat => "You".to_string(),
        Some(who) => table.seat_name(who),
    };
    format!("{name}: {}", event.text)
}

/// How the game ended: for the only human, and for everybody where the rest does not follow.
pub fn result(table: &dyn Table, only_human: Option<Player>) -> String {
    let seats = (0..table.seats()).map(Player);
    let line = |who| format!("{} {}", table.seat_name(who), earned(table, table.payoff(who)));
    let everybody = seats.map(line).collect::<Vec<_>>().join(", ");
    let Some(who) = only_human else { return format!("The game is over: {everybody}.") };
    let payoff = earned(table, table.payoff(who));
    let yours = match table.payoff(who) {
        won if won > 0.0 => format!("You win ({payoff})"),
        lost if lost < 0.0 => format!("You lose ({payoff})"),
        _ => "A draw".to_string(),
    };
    if table.seats() > 2 { format!("{yours}: {everybody}.") } else { format!("{yours}.") }
}

/// A payoff in what the game is played for.
pub fn earned(table: &dyn Table, payoff: f64) -> String {
    match table.stakes() {
        Some(stakes) => format!("{} {}", short(stakes.in_units(payoff)), stakes.unit),
        None => short(payoff),
    }
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
    fn commands_are_words() {
        assert_eq!(Command::parse("Help"), Some(Command::Help));
        assert_eq!(Command::parse("?"), Some(Command::Help));
        assert_eq!(Command::parse("moves a1"), Some(Command::Moves("a1")));
        assert_eq!(
            [Command::parse("bet"), Command::parse("quit now"), Command::parse("")],
            [None, None, None]
        );
        for name in COMMANDS {
            assert!(
                Command::parse(name).is_some() && HELP.contains(name) | (name == "help"),
                "{name}"
            );
        }
        assert_eq!(Command::parse("Rules"), Some(Command::Rules(None)));
        assert_eq!(Command::parse("rules moves"), Some(Command::Rules(Some("moves"))));
    }

    #[test]
    fn help_fits_into_the_usual_terminal() {
        assert!(HELP.lines().all(|line| line.chars().count() <= crate::draw::WIDTH), "{HELP}");
    }

    #[test]
    fn payoffs_are_short() {
        assert_eq!(
            [1.0, -0.5, 0.0, -0.0, 1.0 / 3.0].map(short),
            ["+1", "-0.5", "0", "0", "+0.333"]
        );
    }

    #[test]
    fn hands_are_described_in_a_line() {
        let event = |text: &str| Event { who: None, text: text.to_string() };
        let lines = |events: &[&str]| {
            let events: Vec<Event> = events.iter().map(|text| event(text)).collect();
            events.chunk_by(alike).map(gathered).collect::<Vec<_>>()
        };
        assert_eq!(
            lines(&["you draw A", "you draw B", "it draws a card", "it draws a card"]),
            ["you draw A, B", "it draws a card, 2 times"]
        );
        assert_eq!(lines(&["1 2", "1 3", "nile", "nile"]), ["1 2", "1 3", "nile", "nile"]);
    }
}
