//! Review of a finished game: at each decision an adviser, who observes what the seat observed,
//! reports its own choice and the loss of the played move.

use crate::api_error::ApiError;
use crate::pool::locked;
use crate::session::Session;
use sortilege::{Stop, Turn};
use sortilege_catalogue::{Agent, Level, Spec, Table};
use sortilege_lab::record::Record;
use sortilege_lab::review::{Comment, comments};
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
    let look = || going.then(|| next_comments(&mut work, number)).and_then(Result::ok);
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

fn next_comments(work: &mut Work, number: usize) -> Result<Vec<Comment>, ApiError> {
    let pool = &work.session.server.pool;
    let mut limits = vec![];
    let mut begin = |player: &Agent| limits.push(pool.limit(player.stop()));
    let (table, record) = (&*work.table, &work.record);
    let found = comments(table, record, number, &work.adviser, (1, false), &mut begin)?;
    drop(limits);
    record.make(number, &mut *work.table)?;
    Ok(found.into_iter().filter(|comment| comment.lost.is_some()).collect())
}
