//! Votes of determinizations: several determinizations are sampled from what a seat observes, and
//! each is searched by itself as if it were the true state. A move that is best in all of them is
//! good whatever is hidden. If the best moves differ, the choice depends on the hidden information.

use crate::variation::{in_chances, rounded};
use serde_json::{Value, json};
use sortilege::{Player, Rng, Stop};
use sortilege_catalogue::{Error, Table};
use std::collections::BTreeMap;

/// Effort of the votes.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Number of sampled determinizations.
    pub worlds: usize,
    /// Simulations for each determinization.
    pub simulations: u32,
}

/// Effort for a hint, and for an AI whose side may be seen.
pub const EFFORT: Effort = Effort { worlds: 20, simulations: 200 };

/// Result of the votes.
#[derive(Clone, Debug)]
pub struct Votes {
    worlds: usize,
    simulations: u32,
    /// Moves that were the favourite of at least one determinization.
    moves: BTreeMap<String, Vote>,
}

/// Votes for one move.
#[derive(Clone, Copy, Debug)]
struct Vote {
    /// Determinizations in which it is the favourite.
    worlds: usize,
    /// Smallest winning probability over the determinizations.
    least: f64,
    /// Largest winning probability over the determinizations.
    most: f64,
}

/// Samples and searches determinizations until the number of `effort` is reached or `stop` is set.
/// The search sees the whole determinization, because it was sampled and is not the true state.
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
        let thought = in_chances(searcher.profile(), thought);
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
    /// Returns the favourites as JSON, the most frequent first, with the number of determinizations
    /// and the range of winning probabilities.
    pub fn show(&self) -> Value {
        let mut moves: Vec<_> = self.moves.iter().collect();
        moves.sort_by_key(|(_, vote)| std::cmp::Reverse(vote.worlds));
        let document = |(name, vote): (&String, &Vote)| {
            json!([name, vote.worlds, rounded(vote.least), rounded(vote.most)])
        };
        json!({ "worlds": self.worlds, "simulations": self.simulations, "moves": moves.into_iter().map(document).collect::<Value>() })
    }
}
