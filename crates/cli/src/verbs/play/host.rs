//! The host of a table in the terminal: shows each human what that human sees, asks for moves, lets the
//! others think, and tells what happened.

use super::input::Input;
use super::words::{Command, HELP, find_move, result, tell};
use crate::Failure;
use crate::draw::draw;
use crate::layout::wrap;
use crate::out::Out;
use crate::progress::{Length, watch};
use crate::verbs::best::show_thought;
use crate::verbs::rules::page;
use sortilege::{Player, Rng, Turn};
use sortilege_lab::{Agent, Spec, Table};
use std::io::Write;

/// Who sits in a seat.
pub enum Seat {
    /// Whoever is at the keyboard.
    Human,
    /// A player from the catalogue.
    Ai(Agent),
}

/// A game in the terminal.
pub struct Host<'a> {
    table: Box<dyn Table>,
    seats: Vec<Seat>,
    /// Whether seats see different things.
    hidden: bool,
    /// Who gives hints.
    adviser: Spec,
    seed: u64,
    chance: Rng,
    minds: Vec<Rng>,
    /// Moves so far; choices made at once count as one.
    moves: usize,
    /// Which human has decided after how many moves.
    decisions: Vec<(Player, usize)>,
    /// How many events each seat has been told.
    told: Vec<usize>,
    /// The human who sits at the keyboard.
    at_keyboard: Option<Player>,
    input: Input,
    out: &'a mut Out,
}

/// How a question to a human ended.
#[derive(PartialEq, Eq)]
enum Answer {
    /// The game goes on.
    GoOn,
    /// The human has left.
    Left,
}

impl<'a> Host<'a> {
    /// Ready to play from where the table is.
    pub fn new(
        table: Box<dyn Table>,
        seats: Vec<Seat>,
        hidden: bool,
        adviser: Spec,
        seed: u64,
        out: &'a mut Out,
    ) -> Self {
        let minds = (0..seats.len() as u64).map(|seat| Rng::derive(&[seed, 1, seat])).collect();
        Host {
            told: vec![0; seats.len()],
            minds,
            chance: Rng::derive(&[seed, 0]),
            moves: 0,
            decisions: vec![],
            at_keyboard: None,
            input: Input::new(),
            table,
            seats,
            hidden,
            adviser,
            seed,
            out,
        }
    }

    /// Plays to the end of the game, of the input, or of somebody's patience.
    pub fn play(mut self) -> Result<(), Failure> {
        self.greet()?;
        loop {
            self.table.chance(&mut self.chance);
            let Some(who) = self.next_to_choose() else { break };
            match self.seats[who.0] {
                Seat::Ai(_) => self.let_think(who)?,
                Seat::Human => {
                    if self.ask(who)? == Answer::Left {
                        return Ok(writeln!(self.out, "Goodbye.")?);
                    }
                }
            }
        }
        self.finish()
    }

    fn greet(&mut self) -> Result<(), Failure> {
        let name = |(seat, who): (&Seat, usize)| match seat {
            Seat::Human => format!("{} is you", self.table.seat_name(Player(who))),
            Seat::Ai(player) => format!("{} is {}", self.table.seat_name(Player(who)), player.spec()),
        };
        let names: Vec<String> = self.seats.iter().zip(0..).map(name).collect();
        let heading = self.out.bold(&self.table.spec().to_string());
        writeln!(self.out, "{heading}: {} (seed {})", names.join(", "), self.seed)?;
        Ok(())
    }

    /// Humans choose first, so that nobody waits for a choice that is made without seeing theirs.
    fn next_to_choose(&self) -> Option<Player> {
        let choosing = self.table.to_choose();
        let human = choosing.iter().find(|who| self.is_human(**who));
        human.or(choosing.first()).copied()
    }

    fn is_human(&self, who: Player) -> bool {
        matches!(self.seats[who.0], Seat::Human)
    }

    fn humans(&self) -> Vec<Player> {
        (0..self.seats.len()).map(Player).filter(|&who| self.is_human(who)).collect()
    }

    /// Plays a move that is known to be legal.
    fn make_move(&mut self, who: Player, action: &str) -> Result<(), Failure> {
        let (together, choosing) = (self.table.turn() == Turn::Together, self.table.to_choose().len());
        self.table.play(who, action)?;
        self.moves += usize::from(choosing == 1);
        // Whoever moves alone need not be told about it.
        if !together {
            self.told[who.0] = self.table.log(who).len();
        }
        Ok(())
    }

    fn let_think(&mut self, who: Player) -> Result<(), Failure> {
        let watched = self.humans().is_empty();
        if watched {
            self.show_to_watchers(who)?;
        }
        let action = self.decide(who)?;
        if watched {
            let name = self.table.seat_name(who);
            writeln!(self.out, "{}", self.out.bold(&format!("{name}: {action}")))?;
        }
        self.make_move(who, &action)
    }

    /// Shows what a player sees who is about to choose, unless the one before saw just the same.
    fn show_to_watchers(&mut self, who: Player) -> Result<(), Failure> {
        let first_to_choose =
            self.table.turn() != Turn::Together || self.table.to_choose().len() == self.seats.len();
        if self.hidden {
            let heading = self.out.dim(&format!("{} sees:", self.table.seat_name(who)));
            write!(self.out, "\n{heading}")?;
        }
        if first_to_choose || self.hidden {
            self.show(who)?;
        }
        Ok(self.out.flush()?)
    }

    fn decide(&mut self, who: Player) -> Result<String, Failure> {
        let mut legal = self.table.legal(who);
        let Seat::Ai(player) = &mut self.seats[who.0] else { unreachable!("humans are asked") };
        if legal.len() == 1 {
            return Ok(legal.remove(0));
        }
        let (table, rng) = (&self.table, &mut self.minds[who.0]);
        let what = format!("{} is thinking", table.seat_name(who));
        let thought = watch(&what, Length::Unknown, |_| table.think(player, who, rng))?;
        Ok(thought.action)
    }

    /// Shows what a seat sees.
    fn show(&mut self, who: Player) -> Result<(), Failure> {
        let picture = draw(&self.table.picture(who), self.out.colour);
        Ok(write!(self.out, "\n{picture}")?)
    }

    /// Tells a seat what it has not been told yet.
    fn catch_up(&mut self, who: Player) -> Result<(), Failure> {
        let log = self.table.log(who);
        for event in &log[self.told[who.0].min(log.len())..] {
            writeln!(self.out, "{}", self.out.bold(&tell(event, who, &*self.table)))?;
        }
        self.told[who.0] = log.len();
        Ok(())
    }

    /// Asks until there is a move, or the human goes back or leaves.
    fn ask(&mut self, who: Player) -> Result<Answer, Failure> {
        if !self.hand_over(who)? {
            return Ok(Answer::Left);
        }
        self.catch_up(who)?;
        self.show(who)?;
        let prompt = format!("{}, your move (or help): ", self.table.seat_name(who));
        loop {
            let Some(line) = self.input.ask(&prompt, self.out)? else { return Ok(Answer::Left) };
            let legal = self.table.legal(who);
            if let Some(action) = find_move(&line, &legal) {
                self.decisions.push((who, self.moves));
                self.make_move(who, action)?;
                return Ok(Answer::GoOn);
            }
            match Command::parse(&line) {
                Some(Command::Quit) => return Ok(Answer::Left),
                Some(Command::Undo) => {
                    if self.undo(who)? {
                        return Ok(Answer::GoOn);
                    }
                }
                Some(command) => self.serve(command, who, &legal)?,
                None if line.is_empty() => {}
                None => self.refuse(&line, &legal)?,
            }
        }
    }

    /// Where people share the keyboard and have secrets, the next one is called and the screen cleared.
    /// Returns false if nobody comes.
    fn hand_over(&mut self, who: Player) -> Result<bool, Failure> {
        let newcomer = self.at_keyboard.replace(who) != Some(who);
        let secrets = self.hidden || self.table.turn() == Turn::Together;
        if newcomer && secrets && self.humans().len() > 1 && self.input.terminal {
            let prompt = format!(
                "\x1b[2J\x1b[3J\x1b[H{}, take the keyboard and press Enter: ",
                self.table.seat_name(who)
            );
            return Ok(self.input.ask(&prompt, self.out)?.is_some());
        }
        Ok(true)
    }

    fn refuse(&mut self, line: &str, legal: &[String]) -> Result<(), Failure> {
        const SHOWN: usize = 6;
        let more = match legal.len().saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let some = legal[..legal.len().min(SHOWN)].join(", ");
        let sentence = format!("`{line}` is not a legal move here; legal are {some}{more}.");
        Ok(writeln!(self.out, "  {}", wrap(&sentence, 2).join("\n"))?)
    }

    fn serve(&mut self, command: Command, who: Player, legal: &[String]) -> Result<(), Failure> {
        match command {
            Command::Help => write!(self.out, "{HELP}")?,
            Command::Moves => writeln!(self.out, "  {}", wrap(&legal.join(" "), 2).join("\n"))?,
            Command::Rules(section) => self.tell_rules(section)?,
            Command::Hint => self.hint(who)?,
            Command::Position if self.hidden => writeln!(
                self.out,
                "  The position would give away what is hidden from you, so it is not shown."
            )?,
            Command::Position => writeln!(self.out, "  {}", self.table.position())?,
            Command::Undo | Command::Quit => unreachable!("dealt with where they change what comes next"),
        }
        Ok(())
    }

    /// A section that there is not is no reason to leave the table.
    fn tell_rules(&mut self, section: Option<&str>) -> Result<(), Failure> {
        match page(&self.table.spec().name, self.table.rules(), section, self.out) {
            Ok(rules) => Ok(write!(self.out, "\n{rules}\n")?),
            Err(error) => Ok(writeln!(self.out, "  {}", wrap(&format!("{error}."), 2).join("\n"))?),
        }
    }

    /// The adviser sees what the human sees, and no more.
    fn hint(&mut self, who: Player) -> Result<(), Failure> {
        let mut player = self.table.player(&self.adviser)?;
        let mut rng = Rng::derive(&[self.seed, 2, self.moves as u64]);
        let thought = watch("Thinking", Length::Unknown, |_| self.table.think(&mut player, who, &mut rng))?;
        writeln!(self.out, "  {} would play {}", player.spec().name, self.out.bold(&thought.action))?;
        show_thought(&thought, self.out)
    }

    /// Goes back to the previous decision of `who`; says so and returns false where that is impossible.
    fn undo(&mut self, who: Player) -> Result<bool, Failure> {
        let Some(last) = self.decisions.iter().rposition(|&(human, _)| human == who) else {
            writeln!(self.out, "  There is no earlier decision of yours to go back to.")?;
            return Ok(false);
        };
        if self.decisions.iter().any(|&(_, moves)| moves == self.moves) {
            writeln!(self.out, "  Somebody has chosen already; go back once all choices are made.")?;
            return Ok(false);
        }
        let (_, moves) = self.decisions[last];
        self.decisions.truncate(last);
        while self.moves > moves && self.table.undo() {
            self.moves -= 1;
        }
        for (seat, who) in self.seats.iter_mut().enumerate() {
            self.told[seat] = self.table.log(Player(seat)).len();
            // What was seen in moves that never were is nothing to know.
            if let Seat::Ai(player) = who {
                self.table.new_game(player)?;
            }
        }
        writeln!(self.out, "  Back to your previous decision.")?;
        Ok(true)
    }

    /// Shows the end as each human sees it, or as the first seat does if there is none.
    fn finish(&mut self) -> Result<(), Failure> {
        let humans = self.humans();
        match &humans[..] {
            [] => self.show(Player(0))?,
            [first, ..] => {
                self.catch_up(*first)?;
                self.show(*first)?;
            }
        }
        let only_human = if let [human] = humans[..] { Some(human) } else { None };
        let result = self.out.bold(&result(&*self.table, only_human));
        writeln!(self.out, "{result}")?;
        if self.hidden {
            // There is nothing left to hide, and everybody wants to know.
            writeln!(self.out, "With everything in the open: {}", self.table.position())?;
        }
        Ok(())
    }
}
