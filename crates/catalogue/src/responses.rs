//! Exploitability in games that have too many histories to unroll, but few enough states: mainly
//! phantom games.
//!
//! A player that does not use observations depends only on the view and its random numbers. It
//! searches once at every view, and the shares of its visits are its strategy wherever that view
//! occurs. There are far fewer views than information sets: classical Dark Hex on 3 by 3 has
//! millions of the latter. The best response has perfect recall.
//!
//! A player that uses observations would have to search at every information set. Instead, it
//! receives at every view one history that leads there, sampled once. The measured player thus
//! forgets its history, samples another, and searches as it does after that one. If all histories
//! of a view are equal to the player, this is exact.

use crate::Error;
use crate::analysis::{AnalysisOptions, Exploited, Responses, Stage};
use crate::capability::Playable;
use crate::exploit::{Decide, mix};
use sortilege::exact::{
    ByView, Choice, Response, ResponseProgress, StrategyProfile, UniformProfile, choices, respond,
    sample_history,
};
use sortilege::game::{Observation, Outcomes, Sequential};
use sortilege::{Player, Rng};
use std::hash::Hash;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// Largest number of decision states of a game that is analysed. It bounds the memory to about
/// 300 MB.
pub const MOST_STATES: usize = 2_000_000;

/// Time of searching after which the total time is estimated.
pub const PROBE: Duration = Duration::from_secs(1);

/// Returns what a best response wins from `decide` in the game that begins with `start`. For a
/// player that uses observations, `pasts` samples the histories. Returns `None` if it is stopped.
pub fn best_responses<G>(
    start: &G,
    pasts: Option<Rng>,
    decide: &mut Decide<G>,
    options: &AnalysisOptions,
) -> Result<Option<Exploited>, Error>
where
    G: Playable + Outcomes + Sequential + Eq + Hash,
{
    let Some(all) = choices(start, MOST_STATES) else {
        return Err(too_many_states());
    };
    let views = all.len() as u64;
    let pasts = match pasts {
        Some(mut rng) => sample_history(start, &all, &mut rng),
        None => all.iter().map(|_| vec![]).collect(),
    };
    let Some(table) = ask::<G>(all, &pasts, decide, options)? else { return Ok(None) };
    let found = match table.is_even() {
        true => both(start, &|| UniformProfile, options),
        false => both(start, &|| &table, options),
    };
    Ok(found.map(|seats| {
        let bytes = table.bytes() + seats.iter().map(|seat| seat.bytes).sum::<usize>();
        let responses = Responses { seats, views, bytes };
        Exploited {
            exploitability: responses.exploitability(),
            as_played: None,
            responses: Some(responses),
        }
    }))
}

/// The error for a game with too many states.
pub fn too_many_states() -> Error {
    Error::Refused(format!(
        "the game has more than {MOST_STATES} states, too many for an exact best response"
    ))
}

/// Searches at each of the views, after the observations that are listed for it.
fn ask<G: Playable>(
    all: Vec<Choice<G>>,
    pasts: &[Vec<Observation<G>>],
    decide: &mut Decide<G>,
    options: &AnalysisOptions,
) -> Result<Option<ByView<G>>, Error> {
    let (began, count) = (Instant::now(), all.len() as u64);
    let mut table = ByView::default();
    for ((done, Choice { who, view, actions }), past) in (0..).zip(all).zip(pasts) {
        if options.stop.is_set() {
            return Ok(None);
        }
        let elapsed = began.elapsed();
        let left =
            (elapsed >= PROBE).then(|| elapsed.mul_f64((count - done) as f64 / done.max(1) as f64));
        if left.is_some_and(|left| elapsed + left > options.time_limit) {
            return Err(too_long(
                "views",
                count,
                elapsed.mul_f64(1.0 / done.max(1) as f64),
                options.time_limit,
            ));
        }
        (options.on_progress)(Stage::Asked { done, all: count, left });
        let odds = mix(&decide(past, &view, who), &actions);
        table.insert(who, view, odds);
    }
    Ok(Some(table))
}

/// The error for a player that would search for too long, at a number of views or games.
pub fn too_long(what: &str, count: u64, each: Duration, time_limit: Duration) -> Error {
    let verb = if what == "games" { "play" } else { "be asked at" };
    Error::Refused(format!(
        "the player would {verb} {count} {what}, about {:.3} seconds each: {}, and {} are allowed",
        each.as_secs_f64(),
        about(each.mul_f64(count as f64)),
        about(time_limit)
    ))
}

/// Formats a time in a readable unit.
fn about(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 120.0 => format!("{seconds:.1} seconds"),
        seconds if seconds < 7200.0 => format!("{:.0} minutes", seconds / 60.0),
        seconds => format!("{:.1} hours", seconds / 3600.0),
    }
}

/// Computes the best responses of both seats in parallel.
pub fn both<G, B>(
    start: &G,
    behaviour: &(dyn Fn() -> B + Sync),
    options: &AnalysisOptions,
) -> Option<[Response; 2]>
where
    G: Playable + Outcomes + Sequential + Eq + Hash,
    B: StrategyProfile<G>,
{
    let along = Mutex::new([(0.0, 0); 2]);
    let one = |seat: usize| {
        let mut report = |news: ResponseProgress| {
            let mut both = along.lock().expect("no holder of the lock panics");
            both[seat] = (news.share, news.sets);
            let [(share, sets), (other, more)] = *both;
            (options.on_progress)(Stage::Responding {
                share: (share + other) / 2.0,
                sets: sets + more,
            });
        };
        respond(start, &mut behaviour(), Player(seat), &options.stop, &mut report)
    };
    let [first, second] = thread::scope(|scope| {
        let second = scope.spawn(|| one(1));
        [one(0), second.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))]
    });
    Some([first?, second?])
}
