//! Analyses at the table of any game.

use crate::analysis::{
    Aim, AnalysisOptions, Effort, Exploited, PlayoutSpeed, Reached, SearchSpeed, Solved,
    time_decisions, time_playouts,
};
use crate::any_search::SearchKind;
use crate::as_played::Playing;
use crate::capability::Playable;
use crate::entry::{ListOutcomes, Listing};
use crate::exploit::{approximate_exploitability, too_many_endings};
use crate::game_table::GameTable;
use crate::player_context::ContextParts;
use crate::playouts::PLAYOUT;
use crate::{Agent, Analysis, Error, Spec, Table};
use sortilege::exact::{Adversary, Won};
use sortilege::game::Observation;
use sortilege::playout::{Playout, Rollout};
use sortilege::{Player, Rng, Turn};
use std::time::Duration;

impl<G: Playable> Analysis for GameTable<G> {
    fn perft(&self, depth: u32) -> Result<u64, Error> {
        match self.entry.listing {
            Some(Listing { outcomes, perft, perft_has_chance })
                if perft_has_chance || !has_real_chance(&self.state, outcomes, depth) =>
            {
                Ok(perft(&self.state, depth))
            }
            _ => Err(refused(self, "has chance; perft counts moves of games without")),
        }
    }

    fn exploit_as_played(
        &self,
        player: &mut Agent,
        replays: u64,
        rng: &mut Rng,
        options: &AnalysisOptions,
    ) -> Result<Option<Exploited>, Error> {
        for_two(self)?;
        let Some(exploit) = self.entry.exploit_as_played else { return Err(not_unrolled(self)) };
        let choice = player.choice;
        let found = match &mut self.search(player)?.kind {
            SearchKind::Fair(search) => {
                let pasts = Rng::new(rng.clone().bits());
                let mut playing = Playing { search: &mut **search, choice, rng };
                match (
                    exploit(&self.state, &mut playing, replays, options),
                    self.entry.respond_as_played,
                ) {
                    (Some(found), _) => found,
                    (None, Some(respond)) => {
                        respond(&self.state, &mut playing, replays, pasts, options)
                    }
                    (None, None) => Err(too_many_endings()),
                }
            }
            SearchKind::Cheating(_) => Err(no_strategy(player)),
        };
        self.new_game(player)?;
        found
    }

    fn exploit(
        &self,
        player: &mut Agent,
        rng: &mut Rng,
        options: &AnalysisOptions,
    ) -> Result<Option<Exploited>, Error> {
        for_two(self)?;
        let Some(exploit) = self.entry.exploit else { return Err(not_unrolled(self)) };
        let found = match &mut self.search(player)?.kind {
            SearchKind::Fair(search) => {
                let observes = search.wants_observations();
                // A player without observations keeps the same random numbers, since no histories
                // are sampled for it.
                let pasts = observes.then(|| Rng::new(rng.clone().bits()));
                let mut decide = |on_progress: &[Observation<G>], view: &G::View, who: Player| {
                    search.new_game();
                    on_progress.iter().for_each(|seen| search.observe(who, seen));
                    search.decide(view, who, rng)
                };
                match (
                    exploit(&self.state, observes, &mut decide, &options.stop),
                    self.entry.respond,
                ) {
                    (Some(_), _) if options.stop.is_set() => Ok(None),
                    (Some(exploitability), _) => {
                        Ok(Some(Exploited { exploitability, as_played: None, responses: None }))
                    }
                    (None, Some(respond)) => respond(&self.state, pasts, &mut decide, options),
                    (None, None) => Err(too_many_endings()),
                }
            }
            SearchKind::Cheating(_) => Err(no_strategy(player)),
        };
        self.new_game(player)?;
        found
    }

    fn approximate_exploitability(
        &self,
        player: &mut Agent,
        adversary: &Adversary,
        rng: &mut Rng,
        options: &AnalysisOptions,
    ) -> Result<Option<Won>, Error> {
        for_two(self)?;
        let mut thoughts = Rng::new(rng.bits());
        let won = match &mut self.search(player)?.kind {
            SearchKind::Fair(search) if search.wants_observations() => {
                Err(by_more_than_views(player))
            }
            SearchKind::Fair(search) => {
                let mut decide = |_: &[Observation<G>], view: &G::View, who: Player| {
                    search.new_game();
                    search.decide(view, who, &mut thoughts)
                };
                Ok(approximate_exploitability(&self.state, adversary, &mut decide, rng, options))
            }
            SearchKind::Cheating(_) => Err(no_strategy(player)),
        };
        self.new_game(player)?;
        won
    }

    fn action_values(&self) -> Result<Vec<(String, f64)>, Error> {
        let Some(oracle) = self.entry.oracle else {
            return Err(Error::Refused(format!(
                "true values are not available in `{}`",
                self.spec()
            )));
        };
        let start = self.start.clone();
        let values = oracle(&start, &self.state)?.into_iter();
        Ok(values.map(|(action, value)| (self.state.action_name(action), value)).collect())
    }

    fn solve(
        &self,
        aim: &Aim,
        on_progress: &mut dyn FnMut(&Reached),
    ) -> Result<Option<Solved>, Error> {
        let solve = self.entry.solve.ok_or_else(|| {
            refused(self, "is too large to be solved; `best` shows the values of a search")
        })?;
        solve(&self.state, aim, on_progress)
    }

    fn playout_length(&self, player: &Spec, playouts: u64) -> Result<f64, Error> {
        let settings = self.roster.read(player)?;
        self.entry.build(&settings, ContextParts::default())?;
        if !settings.has(&PLAYOUT) {
            return Err(Error::Refused(format!("`{}` has no playouts", player.name)));
        }
        let (mut playout, mut rng) = (self.entry.playout(&settings)?, Rng::new(1));
        let mut values = vec![0.0; self.state.players()];
        let mut finish =
            |_| u64::from(playout.finish(&mut self.state.clone(), &mut rng, &mut values));
        let moves: u64 = (0..playouts).map(&mut finish).sum();
        Ok(moves as f64 / playouts as f64)
    }

    fn bench_playouts(&self, time: Duration) -> PlayoutSpeed {
        const PLAYOUTS_PER_LOOK: u64 = 64;
        let (mut rng, mut rollout) = (Rng::new(1), Rollout::<G>::default());
        time_playouts(time, PLAYOUTS_PER_LOOK, &mut || {
            let playouts = 0..PLAYOUTS_PER_LOOK;
            playouts.map(|_| u64::from(rollout.run(&mut self.state.clone(), &mut rng))).sum()
        })
    }

    fn bench_search(&self, player: &mut Agent, time: Duration) -> Result<SearchSpeed, Error> {
        let mut rng = Rng::new(1);
        time_decisions(time, &mut || {
            let Some((state, who)) = next_choice(&self.state, &mut rng) else {
                return Err(Error::Refused(
                    "there is nothing to decide: the game is over".to_string(),
                ));
            };
            self.new_game(player)?;
            let decision = self.search_for(player, who)?.decide(&state, who, &mut rng);
            let tree = decision.tree;
            Ok(Effort { iterations: decision.iterations, nodes: tree.nodes, bytes: tree.bytes })
        })
    }
}

/// The error for an analysis that a game does not support.
fn refused(table: &dyn Table, why: &str) -> Error {
    Error::Refused(format!("`{}` {why}", table.spec()))
}

fn not_unrolled(table: &dyn Table) -> Error {
    refused(
        table,
        "is too large for an exact best response; `exploitability --episodes 1000` \
         approximates it by search",
    )
}

fn for_two(table: &dyn Table) -> Result<(), Error> {
    match table.seats() {
        2 => Ok(()),
        seats => Err(Error::Refused(format!(
            "exploitability is for games with 2 seats, and `{}` has {seats}",
            table.spec()
        ))),
    }
}

fn by_more_than_views(player: &Agent) -> Error {
    Error::Refused(format!(
        "`{}` uses its observations, so its strategy is not a function of its view, which \
         this measure requires",
        player.spec().name
    ))
}

fn no_strategy(player: &Agent) -> Error {
    Error::Refused(format!(
        "`{}` sees what is hidden, so it has no strategy that an opponent could respond to",
        player.spec().name
    ))
}

/// Returns the state at the next decision, with chance sampled from `rng`, and the acting player;
/// at simultaneous moves, the first player with an alternative.
fn next_choice<G: Playable>(state: &G, rng: &mut Rng) -> Option<(G, Player)> {
    let mut state = state.clone();
    pass_chance(&mut state, rng);
    let who = match state.turn() {
        Turn::Player(who) => who,
        Turn::Together => {
            let mut out = vec![];
            let mut choosers = (0..state.players()).map(Player);
            let chooser = choosers.find(|&who| {
                state.choices(who, &mut out);
                out.len() > 1
            });
            chooser.unwrap_or(Player(0))
        }
        Turn::Chance | Turn::Over => return None,
    };
    Some((state, who))
}

fn pass_chance<G: Playable>(state: &mut G, rng: &mut Rng) {
    while state.turn() == Turn::Chance {
        let outcome = state.sample(rng);
        state.apply(outcome);
    }
}

/// Whether a chance node with several outcomes occurs within `depth` moves, by a sample of random
/// games. Forced outcomes do not count.
fn has_real_chance<G: Playable>(start: &G, list: ListOutcomes<G>, depth: u32) -> bool {
    const PROBES: u64 = 100;
    let mut outcomes = vec![];
    (0..PROBES).any(|probe| {
        let (mut state, mut rng, mut made) = (start.clone(), Rng::new(probe), 0);
        while made < depth && state.turn() != Turn::Over {
            if state.turn() == Turn::Chance {
                list(&state, &mut outcomes);
                if outcomes.len() > 1 {
                    return true;
                }
                state.apply(outcomes[0].0);
            } else {
                random_move(&mut state, &mut rng);
                made += 1;
            }
        }
        false
    })
}

fn random_move<G: Playable>(state: &mut G, rng: &mut Rng) {
    let mut scratch = vec![];
    if let Turn::Player(_) = state.turn() {
        let action = state.random_action(&mut scratch, rng);
        return state.apply(action);
    }
    let seats = (0..state.players()).map(Player);
    let joint: Vec<G::Action> =
        seats.map(|who| state.random_choice(who, &mut scratch, rng)).collect();
    state.apply_together(&joint);
}
