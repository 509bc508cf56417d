//! The host of a table in the terminal. It shows each human the view of that seat, asks for moves,
//! runs the searches of the other players, and reports what happened.

use super::input::Input;
use super::moves::{Found, Moves};
use super::ponder::{Seat, meanwhile};
use super::words::{Command, HELP, describe_events, result};
use crate::Failure;
use crate::book::Book;
use crate::draw::{WIDTH, draw};
use crate::layout::{wrap_lists, wrap_to};
use crate::out::Out;
use crate::progress::{Length, watch};
use crate::verbs::best::show_thought;
use crate::verbs::rules::page;
use sortilege::{Player, Turn};
use sortilege_catalogue::{ValueFormat, instead};
use sortilege_lab::record::RecordedDecision;
use sortilege_lab::session::GameSession;
use sortilege_lab::{Spec, Table};
use std::io::Write;

/// How the table is run.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Whether humans are spared moves without an alternative.
    pub auto: bool,
    /// Whether players think while humans do.
    pub ponder: bool,
    /// What all randomness is derived from.
    pub seed: u64,
}

/// A game in the terminal.
pub struct Host<'a> {
    table: Box<dyn Table>,
    seats: Vec<Seat>,
    rules: Rules,
    /// Who gives hints.
    adviser: Spec,
    session: GameSession,
    /// Number of events that were shown to each seat.
    shown: Vec<usize>,
    /// The human who sits at the keyboard.
    at_keyboard: Option<Player>,
    /// Where the game is kept, if it is.
    book: Option<Book>,
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
        rules: Rules,
        adviser: Spec,
        book: Option<Book>,
        out: &'a mut Out,
    ) -> Self {
        Host {
            shown: vec![0; seats.len()],
            session: GameSession::new(&*table, rules.seed),
            at_keyboard: None,
            input: Input::new(out),
            book,
            table,
            seats,
            rules,
            adviser,
            out,
        }
    }

    /// Plays until the game is over, the input ends, or a human leaves.
    pub fn play(mut self) -> Result<(), Failure> {
        self.greet()?;
        loop {
            self.session.deal(&mut *self.table);
            let Some(who) = self.next_to_choose() else { break };
            match self.seats[who.0] {
                Seat::Ai(_) => self.let_think(who)?,
                Seat::Human => {
                    if self.ask(who)? == Answer::Left {
                        self.keep_unfinished()?;
                        return Ok(writeln!(self.out, "Goodbye.")?);
                    }
                }
            }
        }
        self.finish()?;
        self.keep_finished()
    }

    /// The players of all seats, as records name them.
    fn players(&self) -> Vec<String> {
        let player = |seat: &Seat| match seat {
            Seat::Human => "human".to_string(),
            Seat::Ai(player) => player.full_spec().to_string(),
        };
        self.seats.iter().map(player).collect()
    }

    fn keep_finished(&mut self) -> Result<(), Failure> {
        let Some(mut book) = self.book.take() else { return Ok(()) };
        book.add(&self.session.record(&*self.table, self.players()));
        book.close()
    }

    /// Records an unfinished game as the only human saw it. With several humans there is no single
    /// view to record.
    fn keep_unfinished(&mut self) -> Result<(), Failure> {
        let Some(mut book) = self.book.take() else { return Ok(()) };
        let [human] = self.humans()[..] else {
            return self
                .say("The game is not kept: it is not over, and several of you have secrets.");
        };
        let players = self.players();
        book.add(&match self.session.is_hidden() {
            true => self.session.record_for(&*self.table, players, human),
            false => self.session.record(&*self.table, players),
        });
        book.close()
    }

    fn greet(&mut self) -> Result<(), Failure> {
        let name = |(seat, who): (&Seat, usize)| match seat {
            Seat::Human => format!("{} is you", self.table.seat_name(Player(who))),
            Seat::Ai(player) => {
                format!("{} is {}", self.table.seat_name(Player(who)), player.spec())
            }
        };
        let names: Vec<String> = self.seats.iter().zip(0..).map(name).collect();
        let game = self.table.spec().to_string();
        let (heading, width) = (self.out.bold(&game), self.width());
        let line = format!("{game}: {} (seed {})", names.join(", "), self.rules.seed);
        let line = wrap_to(&line, 2, width).join("\n");
        Ok(writeln!(self.out, "{}", line.replacen(&game, &heading, 1))?)
    }

    /// Humans choose first at simultaneous moves, so that they do not wait for a search that cannot
    /// depend on their choice.
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
        let together = self.table.turn() == Turn::Together;
        match self.is_human(who) {
            true => self.session.decide(&mut *self.table, who, action)?,
            false => self.session.play(&mut *self.table, who, action)?,
        }
        // A player who moves alone knows the move already.
        if !together {
            self.shown[who.0] = self.table.log(who).len();
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
        if self.session.is_hidden() {
            let heading = self.out.dim(&format!("{} sees:", self.table.seat_name(who)));
            write!(self.out, "\n{heading}")?;
        }
        if first_to_choose || self.session.is_hidden() {
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
        let (table, mut rng) = (&self.table, self.session.stream(&*self.table, who));
        let what = format!("{} is thinking", table.seat_name(who));
        let thought = watch(&what, Length::Unknown, |_| table.think(player, who, &mut rng))?;
        if self.book.is_some() {
            self.session.keep_thought(&*self.table, RecordedDecision::new(who, &thought));
        }
        Ok(thought.action)
    }

    /// Shows what a seat sees.
    fn show(&mut self, who: Player) -> Result<(), Failure> {
        let (picture, moves, width) =
            (self.table.picture(who), self.table.gestures(who), self.width());
        Ok(write!(self.out, "\n{}", draw(&picture, &moves, self.out.colour, width))?)
    }

    /// How wide pictures and lists can be.
    fn width(&mut self) -> usize {
        const NARROWEST: usize = 40;
        self.input.width().map_or(WIDTH, |columns| columns.max(NARROWEST))
    }

    fn lines(&mut self, lines: &[String]) -> Result<(), Failure> {
        Ok(lines.iter().try_for_each(|line| writeln!(self.out, "{line}"))?)
    }

    /// A sentence that stands back from what is drawn.
    fn say(&mut self, sentence: &str) -> Result<(), Failure> {
        let width = self.width();
        Ok(writeln!(self.out, "  {}", wrap_to(sentence, 2, width).join("\n"))?)
    }

    /// Shows a seat the events that it has not seen yet.
    fn catch_up(&mut self, who: Player) -> Result<(), Failure> {
        let (log, width) = (self.table.log(who), self.width());
        for line in describe_events(&log[self.shown[who.0].min(log.len())..], who, &*self.table) {
            for line in wrap_to(&line, 2, width) {
                writeln!(self.out, "{}", self.out.bold(&line))?;
            }
        }
        self.shown[who.0] = log.len();
        Ok(())
    }

    /// Asks until there is a move, or the human goes back or leaves.
    fn ask(&mut self, who: Player) -> Result<Answer, Failure> {
        if !self.hand_over(who)? {
            return Ok(Answer::Left);
        }
        self.catch_up(who)?;
        let moves = Moves::new(self.table.gestures(who));
        if let Some(only) = moves.only().filter(|_| self.rules.auto) {
            writeln!(self.out, "{}", self.out.bold(&format!("You: {only}, the only move")))?;
            self.make_move(who, only)?;
            return Ok(Answer::GoOn);
        }
        self.show(who)?;
        let width = self.width();
        self.lines(&moves.brief(width))?;
        self.input.complete(&moves);
        self.question(who, &moves)
    }

    fn question(&mut self, who: Player, moves: &Moves) -> Result<Answer, Failure> {
        let prompt = format!("{}, your move (or help): ", self.table.seat_name(who));
        loop {
            let Some(line) = self.ask_for_line(&prompt)? else { return Ok(Answer::Left) };
            let found = match (moves.named(&line), Command::parse(&line)) {
                (Some(action), _) => Found::Move(action),
                (None, Some(Command::Quit)) => return Ok(Answer::Left),
                (None, Some(Command::Undo)) => match self.undo(who)? {
                    true => return Ok(Answer::GoOn),
                    false => continue,
                },
                (None, Some(command)) => {
                    self.serve(command, who, moves)?;
                    continue;
                }
                (None, None) => moves.meant(&line),
            };
            match found {
                Found::Move(action) => {
                    self.make_move(who, action)?;
                    return Ok(Answer::GoOn);
                }
                Found::Several(some) => {
                    self.say(&format!("`{line}` could be {}.", some_of(&some)))?
                }
                Found::Nothing if line.is_empty() => {}
                Found::Nothing => self.refuse(who, &line)?,
            }
        }
    }

    fn ask_for_line(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        let Host { table, seats, session, input, out, .. } = self;
        match self.rules.ponder {
            true => meanwhile(&**table, seats, session, || input.ask(prompt, out))?,
            false => input.ask(prompt, out),
        }
    }

    /// Calls the next human and clears the screen, if several share the keyboard and have hidden
    /// information; a transcript marks private output. Returns false if the input has ended.
    fn hand_over(&mut self, who: Player) -> Result<bool, Failure> {
        let newcomer = self.at_keyboard.replace(who) != Some(who);
        let secrets = self.session.is_hidden() || self.table.turn() == Turn::Together;
        if !newcomer || !secrets || self.humans().len() < 2 {
            return Ok(true);
        }
        let name = self.table.seat_name(who);
        if !self.input.terminal() {
            writeln!(self.out, "\n{}", self.out.dim(&format!("For {name} alone:")))?;
            return Ok(true);
        }
        self.clear()?;
        self.input.forget()?;
        Ok(self
            .input
            .ask(&format!("{name}, take the keyboard and press Enter: "), self.out)?
            .is_some())
    }

    /// Takes what is on the screen out of sight, and out of reach where the terminal can do that.
    fn clear(&mut self) -> Result<(), Failure> {
        const TALLEST: usize = 200;
        let dumb = self.out.dumb || !self.out.terminal;
        let blank = if dumb { "\n".repeat(TALLEST) } else { "\x1b[2J\x1b[3J\x1b[H".to_string() };
        Ok(write!(self.out, "{blank}")?)
    }

    fn refuse(&mut self, who: Player, line: &str) -> Result<(), Failure> {
        let legal = self.table.legal(who);
        let digits = line.bytes().all(|byte| byte.is_ascii_digit());
        let number = line
            .parse::<usize>()
            .ok()
            .filter(|number| digits && (1..=legal.len()).contains(number));
        let numbered =
            number.map_or(String::new(), |_| format!(" (`#{line}` is the one of that number)"));
        self.say(&format!(
            "`{line}` is not a legal move here; {}{numbered}.",
            instead(line, &legal)
        ))
    }

    fn serve(&mut self, command: Command, who: Player, moves: &Moves) -> Result<(), Failure> {
        match command {
            Command::Help => write!(self.out, "{HELP}")?,
            Command::Moves(beginning) => {
                let width = self.width();
                match moves.list(beginning, width) {
                    none if none.is_empty() => {
                        self.say(&format!("No move begins with `{beginning}`."))?
                    }
                    some => self.lines(&some)?,
                }
            }
            Command::Rules(section) => self.show_rules(section)?,
            Command::Hint => self.hint(who)?,
            Command::Position if self.session.is_hidden() => {
                self.say(
                    "The position would give away what is hidden from you, so it is not shown.",
                )?;
            }
            Command::Position => writeln!(self.out, "  {}", self.table.position())?,
            Command::Undo | Command::Quit => {
                unreachable!("dealt with where they change what comes next")
            }
        }
        Ok(())
    }

    /// A section that there is not is no reason to leave the table.
    fn show_rules(&mut self, section: Option<&str>) -> Result<(), Failure> {
        match page(&self.table.spec().name, self.table.rules(), section, self.out) {
            Ok(rules) => Ok(write!(self.out, "\n{rules}\n")?),
            Err(error) => self.say(&format!("{error}.")),
        }
    }

    /// The adviser sees what the human sees, and no more.
    fn hint(&mut self, who: Player) -> Result<(), Failure> {
        let mut player = self.table.player(&self.adviser)?;
        let mut rng = self.session.adviser_stream(&*self.table);
        let thought =
            watch("Thinking", Length::Unknown, |_| self.table.think(&mut player, who, &mut rng))?;
        writeln!(
            self.out,
            "  {} would play {}",
            player.spec().name,
            self.out.bold(&thought.action)
        )?;
        show_thought(
            &thought,
            ValueFormat::new(player.profile().values, self.table.stakes()),
            self.out,
        )
    }

    /// Goes back to the previous decision of `who`; says so and returns false where that is
    /// impossible.
    fn undo(&mut self, who: Player) -> Result<bool, Failure> {
        let revealed = match self.session.undo(&mut *self.table, who) {
            Ok(revealed) => revealed,
            Err(why) => {
                self.say(&format!("{}.", capitalised(&why.to_string())))?;
                return Ok(false);
            }
        };
        for (seat, who) in self.seats.iter_mut().enumerate() {
            self.shown[seat] = self.table.log(Player(seat)).len();
            // What was seen in moves that never were is nothing to know.
            if let Seat::Ai(player) = who {
                self.table.new_game(player)?;
            }
        }
        self.say("Back to your previous decision.")?;
        if revealed {
            self.say(
                "What you have seen since then you know now, so this is no longer a game played \
                 straight.",
            )?;
        }
        Ok(true)
    }

    /// Shows the final position from the view of a human, or of the first seat if there is none,
    /// then the result, and then the whole state, since nothing needs to be hidden any more.
    fn finish(&mut self) -> Result<(), Failure> {
        let humans = self.humans();
        let first = humans.first().copied().unwrap_or(Player(0));
        if !humans.is_empty() {
            self.catch_up(first)?;
        }
        self.show(first)?;
        let only_human = if let [human] = humans[..] { Some(human) } else { None };
        let result = self.out.bold(&result(&*self.table, only_human));
        writeln!(self.out, "{result}")?;
        match self.session.taken_back() {
            0 => {}
            1 => self.say("A decision was taken back after something had been seen.")?,
            times => self.say(&format!(
                "Decisions were taken back {times} times after something had been seen."
            ))?,
        }
        if self.session.is_hidden() {
            let all = format!("With everything in the open: {}", self.table.position_words());
            let width = self.width();
            writeln!(self.out, "{}", wrap_lists(&all, 2, width).join("\n"))?;
            for who in (0..self.seats.len()).map(Player).filter(|&who| who != first) {
                let heading = self.out.dim(&format!("As {} saw it:", self.table.seat_name(who)));
                write!(self.out, "\n{heading}")?;
                self.show(who)?;
            }
        }
        Ok(())
    }
}

fn capitalised(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The first few of a list, and how many there are besides.
fn some_of(names: &[&str]) -> String {
    const SHOWN: usize = 6;
    let some = names[..names.len().min(SHOWN)].join(", ");
    match names.len().saturating_sub(SHOWN) {
        0 => some,
        more => format!("{some} and {more} more"),
    }
}
