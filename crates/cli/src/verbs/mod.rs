//! The verbs (subcommands), one file each.

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

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// List the games with their settings and capabilities
    Games(games::Args),
    /// Print the rules of a game and its move notation
    Rules(rules::Args),
    /// List the players and their settings; with a game, the players that fit it
    Players(players::Args),
    /// Count the move sequences of a game without chance
    Perft(perft::Args),
    /// Play in the terminal, or watch
    Play(play::Args),
    /// Play in the browser, or watch
    Serve(serve::Args),
    /// Let a player decide once, and show its visits and values of every move
    Best(best::Args),
    /// Play many games with seats swapped, and report which player is better
    Match(matches::Args),
    /// Run an experiment, or resume one
    Run(run::Args),
    /// Write the report of a run
    Report(report::Args),
    /// Merge the shards of a run
    Merge(merge::Args),
    /// Run single work items (units) of a run; internal, called by Slurm and Ray jobs
    Unit(unit::Args),
    /// Write the script of a Slurm array job that runs the units of a run
    Slurm(slurm::Args),
    /// Measure the speed of games and searches, and its scaling with threads
    Bench(bench::Args),
    /// Measure the exploitability of a player (payoff of a best response) on small games for two
    Exploitability(exploitability::Args),
    /// Solve a small game: its value and an optimal or equilibrium strategy
    Solve(solve::Args),
    /// Play or host matches of general game playing (GGP)
    Ggp(ggp::Args),
    /// List the papers that games and players come from, with their authors and contributions
    Papers(papers::Args),
    /// Run the experiments of papers, and report which of their claims hold
    Reproduce(reproduce::Args),
    /// Step through recorded games
    Replay(replay::Args),
    /// Let a player analyse recorded games: where value was lost
    Review(review::Args),
    /// Print the completion script of a shell
    Completions(completions::Args),
    /// Print the manual page, or write one for every subcommand
    Man(man::Args),
}

/// Runs a subcommand. `command` is the definition of the command line, for the subcommands that
/// describe it.
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
