//! Review of a finished game: at each decision an adviser, who observes what the seat observed,
//! reports its own choice and the loss of the played move.

use crate::api_error::ApiError;
use crate::comments::{Comment, comment};
use crate::pool::locked;
use crate::seat::stream;
use crate::session::Session;
use crate::variation::in_chances;
use sortilege::{Player, Stop, Turn};
use sortilege_catalogue::{Level, Spec, Table};
use sortilege_lab::record::Record;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Review in progress. Each job of the pool does one step, so that running games do not have to
/// wait.
struct Work {
    session: Arc<Session>,
    record: Record,
    table: Box<dyn Table>,
    adviser: Spec,
}

impl Session {
    /// Begins the review of a finished game, or resumes it.
    pub fn review(self: &Arc<Self>) -> Result<(), ApiError> {
        let mut state = locked(&self.state);
        if self.table().turn() != Turn::Over {
            return Err(ApiError::late("a game can be reviewed only when it is over"));
        }
        if state.busy.is_some() {
            return Ok(());
        }
        let record = self.whole_record(&state);
        let done = state.review.as_ref().map_or(0, |review| review.done);
        let table = record.after(done, &self.server.catalogue)?;
        state.review.get_or_insert_default().steps = record.steps.len();
        state.busy = Some(Stop::default());
        let adviser = crate::seat::within_memory(&*table, table.level(Level::Strong));
        drop(state);
        self.live.change();
        next(Work { session: self.clone(), record, table, adviser });
        Ok(())
    }
}

fn next(work: Work) {
    let session = work.session.clone();
    session.server.pool.submit(move || go_on(work));
}

/// Reviews one step and queues the next. Stops while no client is connected.
fn go_on(mut work: Work) {
    let session = work.session.clone();
    let number = locked(&session.state).review.as_ref().map_or(usize::MAX, |review| review.done);
    let going = session.has_clients() && number < work.record.steps.len();
    let look = || going.then(|| comments(&mut work, number)).and_then(Result::ok);
    let found = catch_unwind(AssertUnwindSafe(look)).ok().flatten();
    let mut state = locked(&session.state);
    match (found, &mut state.review) {
        (Some(found), Some(review)) => {
            review.comments.extend(found);
            review.done += 1;
            drop(state);
            next(work);
        }
        _ => state.busy = None,
    }
    session.live.change();
}

fn comments(work: &mut Work, number: usize) -> Result<Vec<Comment>, ApiError> {
    let mut found = vec![];
    for made in &work.record.steps[number].made {
        let Some(who) = made.seat.and_then(|seat| seat.checked_sub(1)).map(Player) else {
            continue;
        };
        if work.table.to_choose().contains(&who) && work.table.legal(who).len() > 1 {
            // A new player for each step: what it learnt as one seat must not inform another seat.
            let mut player = work.table.player(&work.adviser)?;
            let _limit = work.session.server.pool.limit(player.stop());
            let mut rng = stream(1, who, number, 0);
            let thought = work.table.think(&mut player, who, &mut rng)?;
            let thought = in_chances(player.profile(), thought);
            found.extend(comment(number, who, &made.action, &thought));
        }
    }
    work.record.make(number, &mut *work.table)?;
    Ok(found)
}
