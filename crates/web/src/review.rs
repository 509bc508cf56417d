//! A review of a game that is over: at each decision an adviser who sees what the seat saw says
//! what it would have played, and what was lost.

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

/// A review at work: one step a turn of the pool, so that games that are on are not kept waiting.
struct Work {
    session: Arc<Session>,
    record: Record,
    table: Box<dyn Table>,
    adviser: Spec,
}

impl Session {
    /// Begins to review the game, if it is over, or goes on where it was left.
    pub fn review(self: &Arc<Self>) -> Result<(), ApiError> {
        let mut state = locked(&self.state);
        if self.table().turn() != Turn::Over {
            return Err(ApiError::late("a game is reviewed when it is over"));
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

/// Looks at one step, and leaves the next for later. Nothing is done for nobody.
fn go_on(mut work: Work) {
    let session = work.session.clone();
    let number = locked(&session.state).review.as_ref().map_or(usize::MAX, |review| review.done);
    let going = session.is_heard() && number < work.record.steps.len();
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
            // A player of its own each time: what it learnt for one seat is nothing for another to
            // know.
            let mut player = work.table.player(&work.adviser)?;
            let _limit = work.session.server.pool.limit(player.stop());
            let mut rng = stream(1, Some(who), number, 0);
            let thought = work.table.think(&mut player, who, &mut rng)?;
            let thought = in_chances(player.full_spec(), thought);
            found.extend(comment(number, who, &made.action, &thought));
        }
    }
    work.record.make(number, &mut *work.table)?;
    Ok(found)
}
