//! `sortilege replay`

use super::play::{Input, describe_step, earned};
use crate::Failure;
use crate::app::App;
use crate::draw::{WIDTH, draw};
use crate::options::AllowFiles;
use crate::out::{Out, locale_is_ascii};
use sortilege::Player;
use sortilege_lab::record::{Record, Replay};
use sortilege_lab::{Catalogue, Table};
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege match mnk --player uct --player random --games 2 --record games.jsonl
  sortilege replay games.jsonl
  sortilege replay games.jsonl --game 2 --seat 1

On a terminal, Enter shows the next step, `b` the previous one, a number the step with this number, and `q` quits. Elsewhere all steps are printed.")]
pub struct Args {
    /// A file of games that `play`, `match` or `run` recorded
    file: PathBuf,
    /// Number of the game in the file, from 1
    #[arg(long, allow_negative_numbers = true, value_name = "N", default_value_t = 1, value_parser = crate::options::positive)]
    game: u64,
    /// Seat whose view is shown; default: the views of all seats in turn
    #[arg(long, allow_negative_numbers = true, value_name = "S", value_parser = crate::options::positive)]
    seat: Option<u64>,
    /// Draw with ASCII characters; the default where the locale has no others
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    allow: AllowFiles,
}

pub fn run(args: &Args, app: &App, out: &mut Out) -> Result<(), Failure> {
    let record = Record::read_file(&args.file, args.game)?;
    out.ascii = args.ascii || locale_is_ascii(|name| std::env::var(name).ok());
    let seat = args.seat.map(|seat| seat as usize);
    if let Some(seat) = seat.filter(|&seat| seat > record.players.len()) {
        let refusal =
            format!("there are {} seats, so --seat cannot be {seat}", record.players.len());
        return Err(Failure::Usage(refusal));
    }
    let mut show = Show { record, seat, catalogue: &args.allow.catalogue(app, &args.file) };
    show.whole(out)
}

/// A game that is shown step by step.
struct Show<'a> {
    record: Record,
    seat: Option<usize>,
    catalogue: &'a Catalogue,
}

impl Show<'_> {
    fn whole(&mut self, out: &mut Out) -> Result<(), Failure> {
        let last = self.record.steps.len();
        // Whatever is wrong with the record is said before anything is shown.
        self.record.after(last, self.catalogue)?;
        let players = self.record.players.join(" against ");
        let heading = out.bold(&format!("{}: {players}", self.record.game));
        writeln!(out, "{heading}")?;
        let mut input = Input::new(out);
        let mut replay = Replay::new(&self.record, self.catalogue)?;
        let mut at = 0;
        loop {
            replay.go_to(at)?;
            self.step(at, &*replay.table, out)?;
            if !input.terminal() {
                if at == last {
                    return Ok(());
                }
                at += 1;
                continue;
            }
            let prompt = format!("step {at} of {last} (Enter, b, a number, q): ");
            let Some(line) = input.ask(&prompt, out)? else { return Ok(()) };
            at = match (line.as_str(), line.parse::<usize>()) {
                ("q" | "quit", _) => return Ok(()),
                ("b" | "back", _) => at.saturating_sub(1),
                (_, Ok(number)) => number.min(last),
                _ if at == last => return Ok(()),
                _ => at + 1,
            };
        }
    }

    fn step(&self, at: usize, table: &dyn Table, out: &mut Out) -> Result<(), Failure> {
        if let Some(number) = at.checked_sub(1) {
            let line = describe_step(&self.record.steps[number], table);
            writeln!(out, "\n{}", out.bold(&format!("{at}. {line}")))?;
        }
        let choosing = table.to_choose().first().map_or(1, |who| who.0 + 1);
        let seat = Player(self.seat.unwrap_or(choosing) - 1);
        write!(out, "{}", draw(&table.picture(seat), &table.gestures(seat), out.colour, WIDTH))?;
        if at == self.record.steps.len() && !self.record.payoffs.is_empty() {
            let result = |(seat, &payoff)| {
                format!("{} {}", table.seat_name(Player(seat)), earned(table, payoff))
            };
            let all = (0..).zip(&self.record.payoffs).map(result);
            writeln!(
                out,
                "{}",
                out.bold(&format!("The game is over: {}.", all.collect::<Vec<_>>().join(", ")))
            )?;
        }
        Ok(())
    }
}
