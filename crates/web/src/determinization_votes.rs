//! How a vote differs between worlds: several worlds are drawn from what a seat sees, and each is
//! searched by itself as if it were the true one. A move that is best in all of them needs no
//! guess; where favourites differ, what is hidden decides.

use crate::variation::{in_chances, rounded};
use serde_json::{Value, json};
use sortilege::{Player, Rng, Stop};
use sortilege_catalogue::{Error, Table};
use std::collections::BTreeMap;

/// How much is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How many worlds are drawn.
    pub worlds: usize,
    /// How many simulations each of them gets.
    pub simulations: u32,
}

/// What is looked at for a hint, and for a player whose side may be seen.
pub const EFFORT: Effort = Effort { worlds: 20, simulations: 200 };

/// What was found.
#[derive(Clone, Debug)]
pub struct Votes {
    worlds: usize,
    simulations: u32,
    /// Moves that were the favourite of a world.
    moves: BTreeMap<String, Vote>,
}

/// What worlds said of a move.
#[derive(Clone, Copy, Debug)]
struct Vote {
    /// Worlds of which it is the favourite.
    worlds: usize,
    /// The least chance that a world gives it.
    least: f64,
    /// The greatest.
    most: f64,
}

/// Asks so many worlds, or as many as there are until somebody says stop. The searcher sees all of
/// a world: it is the one that was made up.
pub fn votes(
    table: &dyn Table,
    who: Player,
    effort: Effort,
    stop: &Stop,
    rng: &mut Rng,
) -> Result<Votes, Error> {
    let searcher =
        format!("cheating-uct:iterations={},memory=64MiB", effort.simulations).parse()?;
    let (mut searcher, mut asked, mut all) =
        (table.player(&searcher)?, 0, BTreeMap::<String, Vote>::new());
    while asked < effort.worlds && !stop.is_set() {
        let world = table.world(who, rng);
        world.new_game(&mut searcher)?;
        let thought = world.think(&mut searcher, who, rng)?;
        let thought = in_chances(searcher.full_spec(), thought);
        for weighed in thought.candidates.iter().filter(|weighed| weighed.visits > 0) {
            let vote = all.entry(weighed.action.clone());
            let vote = vote.or_insert(Vote { worlds: 0, least: 1.0, most: 0.0 });
            vote.worlds += usize::from(weighed.action == thought.action);
            (vote.least, vote.most) = (vote.least.min(weighed.value), vote.most.max(weighed.value));
        }
        asked += 1;
    }
    all.retain(|_, vote| vote.worlds > 0);
    Ok(Votes { worlds: asked, simulations: effort.simulations, moves: all })
}

impl Votes {
    /// As JSON: favourites, the most frequent first, with the worlds that they have and the chances
    /// that worlds give them.
    pub fn show(&self) -> Value {
        let mut moves: Vec<_> = self.moves.iter().collect();
        moves.sort_by_key(|(_, vote)| std::cmp::Reverse(vote.worlds));
        let told = |(name, vote): (&String, &Vote)| {
            json!([name, vote.worlds, rounded(vote.least), rounded(vote.most)])
        };
        json!({ "worlds": self.worlds, "simulations": self.simulations, "moves": moves.into_iter().map(told).collect::<Value>() })
    }
}
