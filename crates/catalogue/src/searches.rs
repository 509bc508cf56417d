//! The table of the searches that are available for all games with certain traits. A new search is
//! a file in `players/` and a line here.

use crate::capability::Playable;
use crate::entry::GameEntry;
use crate::player_table::HUMAN;
use crate::players::{
    determinized, dpw, equilibrium, flat, grave, implicit_minimax, ismcts, pn_mcts,
    policy_improvement, scheduled_star, star_minimax, uct,
};
use crate::setting::Schema;
use sortilege::game::{Deterministic, Observe, Outcomes, PerfectInfo, Sequential};
use std::hash::Hash;

/// Returns all kinds, in the order in which they are listed.
pub fn kinds() -> Vec<&'static Schema> {
    let family = star_minimax::STAR_MINIMAX.iter().map(|member| &member.schema);
    let special = [&policy_improvement::POLICY_IMPROVEMENT, &implicit_minimax::IMPLICIT_MINIMAX];
    let special = special.into_iter().chain(family).chain([&scheduled_star::SCHEDULED_STAR]);
    std::iter::once(&HUMAN).chain(searches()).chain(special).collect()
}

/// Declares the searches that are available for all games with certain traits: the list of their
/// settings, and for each group a method that adds its searches to a game.
macro_rules! searches {
    ($(
        $(#[$doc:meta])*
        $group:ident: ($($bound:tt)*) { $($module:ident: $($schema:ident => $build:ident),+;)+ }
    )+) => {
        /// The settings of all searches in the table.
        fn searches() -> impl Iterator<Item = &'static Schema> {
            [$($($(&$module::$schema),+),+),+].into_iter()
        }

        $(impl<G: $($bound)*> GameEntry<G> {
            $(#[$doc])*
            pub(crate) fn $group(self) -> Self {
                self$($(.player(&$module::$schema, $module::$build))+)+
            }
        })+
    };
}

searches! {
    /// Searches for any game.
    any_searches: (Playable) {
        flat: RANDOM => random, FLAT_MC => flat_mc, FLAT_UCB => flat_ucb;
    }
    /// Searches for games in which nothing is hidden.
    open_searches: (Playable + PerfectInfo + Outcomes) {
        uct: UCT => uct;
        dpw: DPW => dpw;
    }
    /// Searches for deterministic games of two players in which nothing is hidden.
    deterministic_searches: (Playable + PerfectInfo + Deterministic + Sequential) {
        grave: RAVE => grave, GRAVE => grave;
        pn_mcts: PN_MCTS => pn_mcts;
    }
    /// Searches that determinize, and cheating ones.
    determinizing_searches: (Playable) {
        determinized: CHEATING_UCT => cheating_uct, CHEATING_ENSEMBLE => cheating_ensemble,
            DETERMINIZED_UCT => determinized_uct;
        ismcts: SO_ISMCTS => so_ismcts;
    }
    /// Searches by the observations of single seats.
    observing_searches: (Playable + Observe) {
        ismcts: SO_ISMCTS_POM => so_ismcts_pom, MO_ISMCTS => mo_ismcts;
    }
    /// Searches for an equilibrium.
    equilibrium_searches: (Playable + Outcomes + Eq + Hash) {
        equilibrium: OOS => oos, SMOOTH_UCT => smooth_uct, EPIMC => epimc,
            SUBGAME_SOLVING => subgame_solving;
    }
}
