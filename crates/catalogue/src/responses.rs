//! How much the best opponent wins from a player in games whose histories are too many to be
//! unrolled, but whose states are not: phantom games, above all.
//!
//! A player who does not listen goes by the view, so what it does is a function of the view and of
//! its draws, whatever led there. It is asked once at every view, and the shares of its visits are
//! its mix wherever it is shown that view. That is fewer questions by far than there are
//! information sets: the classical game of Dark Hex on 3 by 3 has millions of these. The best
//! opponent still goes by all that he has seen.
//!
//! A player who listens would have to be asked at every information set. Instead it is told, at
//! every view, one past that leads there, drawn once: what is measured is a player who forgets how
//! it came to where it is, imagines a past, and thinks as it does when it has heard that. Where all
//! pasts of a view are alike to it, nothing is lost.

use crate::Error;
use crate::analysis::{AnalysisOptions, Exploited, Responses, Stage};
use crate::capability::Playable;
use crate::exploit::{Decide, mix};
use sortilege::exact::{
    ByView, Choice, Even, Response, ResponseProgress, StrategyProfile, choices, respond,
    sample_history,
};
use sortilege::game::{Observation, Outcomes, Sequential};
use sortilege::{Player, Rng};
use std::hash::Hash;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// Games with more states than this, somebody being on turn, are not looked through: it bounds the
/// memory, to some 300 MB.
pub const MOST_STATES: usize = 2_000_000;

/// How long a player is asked before anybody can say how long all of it takes.
pub const PROBE: Duration = Duration::from_secs(1);

/// What the best opponent wins from what `decide` does in the game that begins with `start`. For
/// who listens, `pasts` draws what it is told. Nothing if it is stopped.
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
        true => both(start, &|| Even, options),
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

/// That states are too many to look through.
pub fn too_many_states() -> Error {
    Error::Refused(format!(
        "the game has more than {MOST_STATES} states, too many to find the best opponent"
    ))
}

/// What `decide` does at each of the views, after it has heard what is listed for it.
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

/// That a player would be asked for too long, at so many views or in so many games.
pub fn too_long(what: &str, count: u64, each: Duration, time_limit: Duration) -> Error {
    let verb = if what == "games" { "play" } else { "be asked at" };
    Error::Refused(format!(
        "the player would {verb} {count} {what}, about {:.3} seconds each: {}, and {} are allowed",
        each.as_secs_f64(),
        about(each.mul_f64(count as f64)),
        about(time_limit)
    ))
}

/// A time in the unit in which it is easily told.
fn about(time: Duration) -> String {
    match time.as_secs_f64() {
        seconds if seconds < 120.0 => format!("{seconds:.1} seconds"),
        seconds if seconds < 7200.0 => format!("{:.0} minutes", seconds / 60.0),
        seconds => format!("{:.1} hours", seconds / 3600.0),
    }
}

/// The best response of each seat, side by side.
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
        let mut tell = |news: ResponseProgress| {
            let mut both = along.lock().expect("whoever holds it does not panic");
            both[seat] = (news.share, news.sets);
            let [(share, sets), (other, more)] = *both;
            (options.on_progress)(Stage::Responding {
                share: (share + other) / 2.0,
                sets: sets + more,
            });
        };
        respond(start, &mut behaviour(), Player(seat), &options.stop, &mut tell)
    };
    let [first, second] = thread::scope(|scope| {
        let second = scope.spawn(|| one(1));
        [one(0), second.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))]
    });
    Some([first?, second?])
}
