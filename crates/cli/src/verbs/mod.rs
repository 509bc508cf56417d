//! One file a verb.

mod bench;
mod best;
mod completions;
mod exploitability;
mod games;
mod ggp;
mod man;
mod matches;
mod merge;
mod papers;
mod perft;
mod play;
mod players;
mod replay;
mod report;
mod reproduce;
mod review;
mod rules;
mod run;
mod serve;
mod slurm;
mod solve;
mod unit;

use crate::Failure;
use crate::app::App;
use crate::out::Out;
use clap::{Command, Subcommand};

/// What can be done.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// List the games, with their settings and what is special about them
    Games(games::Args),
    /// Tell the rules of a game, and how its moves are written
    Rules(rules::Args),
    /// List the players and their settings; with a game, the ones that fit it
    Players(players::Args),
    /// Count the move sequences of a game without chance
    Perft(perft::Args),
    /// Play in the terminal, or watch
    Play(play::Args),
    /// Play in the browser, or watch
    Serve(serve::Args),
    /// Let a player decide once, and show what it thought of every move
    Best(best::Args),
    /// Play many games with seats swapped, and tell who is better
    Match(matches::Args),
    /// Run an experiment, or go on with one
    Run(run::Args),
    /// Write the report of a run
    Report(report::Args),
    /// Join the parts of a run that were made apart
    Merge(merge::Args),
    /// Do a single unit of a run, for engines that spread them over machines
    Unit(unit::Args),
    /// Write the script of an array job that does the units of a run on Slurm
    Slurm(slurm::Args),
    /// Measure speed, and what more threads add to it
    Bench(bench::Args),
    /// Tell how much the best opponent wins from a player, on small games for two
    Exploitability(exploitability::Args),
    /// Find out how a small game is played best, and what it is worth
    Solve(solve::Args),
    /// Take part in matches of general game playing, or hold them
    Ggp(ggp::Args),
    /// Tell of the papers that games and players come from: who wrote them, and what they brought
    Papers(papers::Args),
    /// Run the experiments of papers, and tell which of their claims hold
    Reproduce(reproduce::Args),
    /// Step through games that were kept
    Replay(replay::Args),
    /// Have a player comment on games that were kept: where value was lost
    Review(review::Args),
    /// Print the completions for a shell
    Completions(completions::Args),
    /// Print the manual page, or write one for every verb
    Man(man::Args),
}

/// Does it. Verbs that describe the command line itself are handed it by whoever has defined it.
pub fn run(verb: &Verb, app: &App, command: fn() -> Command, out: &mut Out) -> Result<(), Failure> {
    match verb {
        Verb::Games(args) => games::run(args, app, out),
        Verb::Rules(args) => rules::run(args, app, out),
        Verb::Players(args) => players::run(args, app, out),
        Verb::Perft(args) => perft::run(args, app, out),
        Verb::Ggp(args) => ggp::run(args, out),
        Verb::Play(args) => play::run(args, app, out),
        Verb::Serve(args) => serve::run(args, app, out),
        Verb::Best(args) => best::run(args, app, out),
        Verb::Match(args) => matches::run(args, app, out),
        Verb::Run(args) => run::run(args, app, out),
        Verb::Report(args) => report::run(args, app, out),
        Verb::Merge(args) => merge::run(args, app, out),
        Verb::Unit(args) => unit::run(args, app, out),
        Verb::Slurm(args) => slurm::run(args, app, out),
        Verb::Bench(args) => bench::run(args, app, out),
        Verb::Exploitability(args) => exploitability::run(args, app, out),
        Verb::Solve(args) => solve::run(args, app, out),
        Verb::Papers(args) => papers::run(args, app, out),
        Verb::Reproduce(args) => reproduce::run(args, app, out),
        Verb::Replay(args) => replay::run(args, app, out),
        Verb::Review(args) => review::run(args, app, out),
        Verb::Completions(args) => completions::run(args, command(), app, out),
        Verb::Man(args) => man::run(args, command(), out),
    }
}
