//! JSON of a game for one viewer. Everything is made from what the viewed seat observes. Searches
//! of AIs are included only if every viewer may see what the AI observes.

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
use sortilege_catalogue::table::{Event, Thought};
use sortilege_catalogue::{GameKind, Table};
use sortilege_lab::record::Replay;

/// Limit of candidates shown for one search.
const MOST_CANDIDATES: usize = 12;

impl Session {
    /// The game as the viewer may see it.
    pub fn show(&self, viewer: Viewer) -> Value {
        let state = locked(&self.state);
        let table = self.table();
        let open = self.is_open(&state);
        let eyes = self.eyes(&state, viewer);
        let mut shown = look(&**table, eyes);
        let name = table.spec().name;
        let title = self.server.catalogue.game(&name).map_or(name.clone(), GameKind::title);
        let more = json!({
            "game": { "name": name, "title": title, "spec": table.spec().to_string() },
            "you": viewer.seat.map(|who| who.0),
            "seats": seats(&**table, &state),
            "ticket": self.ticket(eyes),
            "thinks": self.live.now().map(|thinking| thinking.who.0),
            "busy": state.busy.is_some(),
            "hidden": state.game.is_hidden(),
            "open": open,
            "contest": is_contest(&state),
            "takenBack": state.game.taken_back(),
            "peeked": state.peeked,
            "canUndo": can_undo(&state, viewer),
            "moves": if viewer.seat == Some(eyes) { scene::moves(&**table, eyes) } else { json!([]) },
            "hint": state.hint.as_ref().filter(|hint| Some(hint.who) == viewer.seat).map(hint),
            "chances": chances(&**table, &state, open),
            "thought": last_thought(&**table, &state, open),
            "steps": if open || !state.game.is_hidden() { json!(table.steps().len()) } else { Value::Null },
            "position": if open || !state.game.is_hidden() { json!(table.position()) } else { Value::Null },
            "review": state.review.as_ref().filter(|_| table.turn() == Turn::Over).map(|review| review.show()),
        });
        merge(&mut shown, more);
        shown
    }

    /// State of the running search, if the viewer may see it.
    pub fn thinking(&self) -> Value {
        let state = locked(&self.state);
        let Some(thinking) = self.live.now() else { return Value::Null };
        if !self.is_open(&state) && (state.game.is_hidden() || thinking.together) {
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

    /// The game after `at` steps, as a seat observes it; `None` if the viewer may not see it.
    pub fn frame(&self, viewer: Viewer, at: usize) -> Option<Value> {
        let state = locked(&self.state);
        let (table, at, steps) = self.earlier(&state, at)?;
        let mut shown = look(&*table, viewer.eyes);
        merge(&mut shown, json!({ "at": at, "steps": steps }));
        Some(shown)
    }

    /// The table after `at` steps, or after all if there are fewer, with that number and the total.
    /// `None` if it may not be seen.
    fn earlier(&self, state: &State, at: usize) -> Option<(Box<dyn Table>, usize, usize)> {
        if state.game.is_hidden() && !self.is_open(state) {
            return None;
        }
        let record = self.whole_record(state);
        let mut replay = Replay::new(&record, &self.server.catalogue).ok()?;
        let (at, steps) = (at.min(record.steps.len()), record.steps.len());
        replay.go_to(at).ok()?;
        Some((replay.table, at, steps))
    }

    /// Beliefs of the viewed seat about hidden information, now or after `at` steps.
    pub fn beliefs(&self, viewer: Viewer, at: Option<usize>) -> Result<Value, ApiError> {
        let state = locked(&self.state);
        if !state.game.is_hidden() {
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

/// Whether the game is still a contest: no human has revealed hidden information, and none took
/// back a move that had revealed something.
fn is_contest(state: &State) -> bool {
    !state.peeked && state.game.taken_back() == 0 && !state.humans().is_empty()
}

fn can_undo(state: &State, viewer: Viewer) -> bool {
    let has_decided = viewer.seat.is_some_and(|who| state.game.has_decided(who));
    state.humans().len() == 1 && has_decided
}

/// Whether the search before step `at` may be shown. It may if nothing is hidden; at simultaneous
/// moves, after the step was made.
fn may_see(table: &dyn Table, state: &State, open: bool, at: usize) -> bool {
    open || (!state.game.is_hidden()
        && (at < table.steps().len() || table.turn() != Turn::Together))
}

/// Values of the game for the players, by decision: the acting player, the step, and the value of
/// the chosen move.
fn chances(table: &dyn Table, state: &State, open: bool) -> Value {
    let seen = state.thoughts.iter().filter(|it| may_see(table, state, open, it.at));
    let chance = |SearchReport { at, who, thought, .. }: &SearchReport| {
        let chosen =
            thought.candidates.iter().find(|it| it.action == thought.action && it.visits > 0)?;
        (!chosen.value.is_nan()).then(|| json!([at, who.0, rounded(chosen.value)]))
    };
    seen.filter_map(chance).collect()
}

/// Report of the last search, if it may be shown.
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

/// Hint of the adviser.
fn hint(hint: &Hint) -> Value {
    let mut shown = thought(&hint.thought);
    merge(&mut shown, json!({ "votes": hint.votes.as_ref().map(Votes::show) }));
    shown
}

/// Result of a search.
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

/// Candidates of a minimax search: the chosen move, whose value is exact, then the others by their
/// upper bounds. Visits count nodes.
fn bounds_shown<'a>(chosen: &str, candidates: impl Iterator<Item = (&'a str, u64, f64)>) -> Value {
    let mut all: Vec<_> = candidates.collect();
    all.sort_by(|a, b| (b.0 == chosen).cmp(&(a.0 == chosen)).then(b.2.total_cmp(&a.2)));
    let shown = all.into_iter().take(MOST_CANDIDATES);
    shown.map(|(name, visits, value)| json!([name, visits, rounded(value), Value::Null])).collect()
}

/// The most visited candidates: move, visits, value and its standard error. The standard error of
/// the mean of `n` independent rewards in [0, 1] is at most `sqrt(mean (1 - mean) / n)`. Rewards in
/// a tree are nearly independent.
fn candidates_shown<'a>(candidates: impl Iterator<Item = (&'a str, u64, f64)>) -> Value {
    let mut all: Vec<_> = candidates.collect();
    all.sort_by_key(|&(_, visits, _)| std::cmp::Reverse(visits));
    let shown = all.into_iter().take(MOST_CANDIDATES).map(|(name, visits, value)| {
        let off = ((value * (1.0 - value)).max(0.0) / visits.max(1) as f64).sqrt();
        json!([name, visits, rounded(value), rounded(off)])
    });
    shown.collect()
}
