//! What a viewer is shown of a game, as JSON. Everything is made from what the seat sees through
//! whose eyes they look; what players think is theirs to know, unless everybody sees what they see.

use crate::api_error::ApiError;
use crate::beliefs::beliefs;
use crate::determinization_votes::Votes;
use crate::pool::locked;
use crate::scene;
use crate::seat::{Seat, Viewer};
use crate::session::{Hint, SearchReport, Session, State};
use crate::variation::{chance, rounded};
use serde_json::{Value, json};
use sortilege::{Player, Turn};
use sortilege_catalogue::Table;
use sortilege_catalogue::table::{Event, Thought};

/// The candidates of a thought that are shown at most.
const MOST_CANDIDATES: usize = 12;

impl Session {
    /// The game as a viewer may see it.
    pub fn show(&self, viewer: Viewer) -> Value {
        let state = locked(&self.state);
        let table = self.table();
        let open = self.is_open(&state);
        let eyes = self.eyes(&state, viewer);
        let mut shown = look(&**table, eyes);
        let more = json!({
            "game": { "name": table.spec().name, "spec": table.spec().to_string() },
            "you": viewer.seat.map(|who| who.0),
            "seats": seats(&**table, &state),
            "ticket": self.ticket(eyes),
            "thinks": self.live.now().map(|thinking| thinking.who.0),
            "busy": state.busy.is_some(),
            "hidden": state.hidden,
            "open": open,
            "contest": is_contest(&state),
            "takenBack": state.taken_back,
            "peeked": state.peeked,
            "canUndo": can_undo(&state, viewer),
            "moves": if viewer.seat == Some(eyes) { scene::moves(&**table, eyes) } else { json!([]) },
            "hint": state.hint.as_ref().filter(|hint| Some(hint.who) == viewer.seat).map(hint),
            "chances": chances(&**table, &state, open),
            "thought": last_thought(&**table, &state, open),
            "steps": if open || !state.hidden { json!(table.steps().len()) } else { Value::Null },
            "position": if open || !state.hidden { json!(table.position()) } else { Value::Null },
            "review": state.review.as_ref().filter(|_| table.turn() == Turn::Over).map(|review| review.show()),
        });
        merge(&mut shown, more);
        shown
    }

    /// What somebody thinks just now, if the viewer may see it.
    pub fn thinking(&self) -> Value {
        let state = locked(&self.state);
        let Some(thinking) = self.live.now() else { return Value::Null };
        if !self.is_open(&state) && (state.hidden || thinking.together) {
            return json!({ "who": thinking.who.0 });
        }
        let all = thinking.legal.iter().zip(&thinking.candidates);
        let chance = |value| chance(&thinking.player, value);
        let candidates =
            all.map(|(name, tally)| (name.as_str(), tally.visits, chance(tally.value)));
        json!({
            "who": thinking.who.0,
            "iterations": thinking.iterations,
            "candidates": candidates_shown(candidates),
        })
    }

    /// The game after so many steps, through the eyes of a seat; nothing if the viewer may not see
    /// that.
    pub fn frame(&self, viewer: Viewer, at: usize) -> Option<Value> {
        let state = locked(&self.state);
        let (table, at, steps) = self.earlier(&state, at)?;
        let mut shown = look(&*table, viewer.eyes);
        merge(&mut shown, json!({ "at": at, "steps": steps }));
        Some(shown)
    }

    /// The table after so many steps, or all if there are fewer, how many these are, and all of
    /// them; nothing if that may not be seen.
    fn earlier(&self, state: &State, at: usize) -> Option<(Box<dyn Table>, usize, usize)> {
        if state.hidden && !self.is_open(state) {
            return None;
        }
        let record = self.whole_record(state);
        let (mut table, steps) = (record.open(&self.server.catalogue).ok()?, record.steps.len());
        for number in 0..at.min(steps) {
            record.make(number, &mut *table).ok()?;
        }
        Some((table, at.min(steps), steps))
    }

    /// What the seat through whose eyes the viewer looks can believe of what is hidden from it, now
    /// or after so many steps.
    pub fn beliefs(&self, viewer: Viewer, at: Option<usize>) -> Result<Value, ApiError> {
        let state = locked(&self.state);
        if !state.hidden {
            return Err(ApiError::bad("nothing is hidden in this game"));
        }
        let earlier = at.map(|at| self.earlier(&state, at).ok_or_else(ApiError::secret));
        let table = match earlier.transpose()? {
            Some((table, ..)) => table,
            None => self.table().copy(),
        };
        let eyes = self.eyes(&state, viewer);
        drop(state);
        Ok(beliefs(&*table, eyes))
    }
}

/// What any table shows to a seat.
fn look(table: &dyn Table, eyes: Player) -> Value {
    let over = table.turn() == Turn::Over;
    let turn = match table.turn() {
        Turn::Over => "over",
        Turn::Together => "together",
        Turn::Player(_) | Turn::Chance => "player",
    };
    let payoffs =
        over.then(|| (0..table.seats()).map(|seat| table.payoff(Player(seat))).collect::<Vec<_>>());
    json!({
        "eyes": eyes.0,
        "turn": turn,
        "toChoose": table.to_choose().iter().map(|who| who.0).collect::<Vec<_>>(),
        "scene": scene::scene(&table.picture(eyes)),
        "log": table.log(eyes).iter().map(event).collect::<Value>(),
        "payoffs": payoffs,
        "stakes": table.stakes().map(|stakes| json!({ "unit": stakes.unit, "factor": stakes.factor })),
    })
}

fn merge(into: &mut Value, more: Value) {
    if let (Value::Object(into), Value::Object(more)) = (into, more) {
        into.extend(more);
    }
}

fn event(event: &Event) -> Value {
    json!({ "who": event.who.map(|who| who.0), "text": event.text })
}

fn seats(table: &dyn Table, state: &State) -> Value {
    let seat = |(at, seat_holder): (usize, &Seat)| json!({ "name": table.seat_name(Player(at)), "human": seat_holder.is_human(), "player": seat_holder.asked() });
    state.seat_holders.iter().enumerate().map(seat).collect()
}

/// Whether somebody still plays to win: nobody has looked, and nothing was taken back that had
/// taught them something.
fn is_contest(state: &State) -> bool {
    !state.peeked && state.taken_back == 0 && !state.humans().is_empty()
}

fn can_undo(state: &State, viewer: Viewer) -> bool {
    let own = |decision: &(Player, usize)| Some(decision.0) == viewer.seat;
    state.humans().len() == 1 && state.decisions.iter().any(own)
}

/// Whether what was thought before step `at` may be seen: by anybody where nothing is hidden, once
/// the step is made where all choose at once.
fn may_see(table: &dyn Table, state: &State, open: bool, at: usize) -> bool {
    open || (!state.hidden && (at < table.steps().len() || table.turn() != Turn::Together))
}

/// What each player expected of the game, decision by decision: who, before which step, and the
/// value of what it chose.
fn chances(table: &dyn Table, state: &State, open: bool) -> Value {
    let seen = state.thoughts.iter().filter(|it| may_see(table, state, open, it.at));
    let chance = |SearchReport { at, who, thought, .. }: &SearchReport| {
        let chosen =
            thought.candidates.iter().find(|it| it.action == thought.action && it.visits > 0)?;
        (!chosen.value.is_nan()).then(|| json!([at, who.0, rounded(chosen.value)]))
    };
    seen.filter_map(chance).collect()
}

/// What was thought last, if it may be seen.
fn last_thought(table: &dyn Table, state: &State, open: bool) -> Value {
    let last = state.thoughts.iter().rev().find(|it| !it.thought.candidates.is_empty());
    match last.filter(|it| may_see(table, state, open, it.at)) {
        None => Value::Null,
        Some(SearchReport { who, thought: it, line, votes, .. }) => {
            let mut shown = thought(it);
            let votes = votes.as_ref().map(Votes::show);
            merge(&mut shown, json!({ "who": who.0, "line": line, "votes": votes }));
            shown
        }
    }
}

/// What an adviser said.
fn hint(hint: &Hint) -> Value {
    let mut shown = thought(&hint.thought);
    merge(&mut shown, json!({ "votes": hint.votes.as_ref().map(Votes::show) }));
    shown
}

/// What a player answered.
pub fn thought(thought: &Thought) -> Value {
    let all = thought.candidates.iter().map(|it| (it.action.as_str(), it.visits, it.value));
    json!({
        "action": thought.action,
        "iterations": thought.iterations,
        "bounds": thought.bounds,
        "candidates": match thought.bounds {
            true => bounds_shown(&thought.action, all),
            false => candidates_shown(all),
        },
    })
}

/// The candidates of a minimax search: the chosen one, whose value is exact, and then the others by
/// the upper bounds of theirs. Visits count nodes.
fn bounds_shown<'a>(chosen: &str, candidates: impl Iterator<Item = (&'a str, u64, f64)>) -> Value {
    let mut all: Vec<_> = candidates.collect();
    all.sort_by(|a, b| (b.0 == chosen).cmp(&(a.0 == chosen)).then(b.2.total_cmp(&a.2)));
    let shown = all.into_iter().take(MOST_CANDIDATES);
    shown.map(|(name, visits, value)| json!([name, visits, rounded(value), Value::Null])).collect()
}

/// The most visited candidates: what, how often, its value, and how far that may be off. The
/// standard error of the mean of `n` rewards between 0 and 1 is `sqrt(mean (1 - mean) / n)` at
/// most, were they drawn apart; in a tree they nearly are.
fn candidates_shown<'a>(candidates: impl Iterator<Item = (&'a str, u64, f64)>) -> Value {
    let mut all: Vec<_> = candidates.collect();
    all.sort_by_key(|&(_, visits, _)| std::cmp::Reverse(visits));
    let shown = all.into_iter().take(MOST_CANDIDATES).map(|(name, visits, value)| {
        let off = ((value * (1.0 - value)).max(0.0) / visits.max(1) as f64).sqrt();
        json!([name, visits, rounded(value), rounded(off)])
    });
    shown.collect()
}
