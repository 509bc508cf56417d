//! Exploitability of a player as it plays, with its memory between decisions.
//! [`sortilege::exact::as_played`] implements the method; this module applies it to the players of
//! the catalogue.
//!
//! A player chooses as in a match. With `choice=sampled` its strategy is the shares of the visits;
//! otherwise it plays its most visited or best candidate. A replay of the latter shows one action
//! at each set, and its strategy is the mean over replays.

use crate::Error;
use crate::analysis::{AnalysisOptions, Exploited, Responses, Stage as Progress};
use crate::capability::Playable;
use crate::exploit::{MOST_ENDINGS, endings};
use crate::responses::{MOST_STATES, PROBE, both, too_long, too_many_states};
use sortilege::exact::as_played::{DecisionPoint, MOST_GROUPS, Mixes, replay};
use sortilege::exact::{
    AsPlayed, ByView, Choice, Estimate, GameTree, Plays, UniformProfile, choices, sample_history,
};
use sortilege::game::{Hidden, Label, Observation, Outcomes, Sequential};
use sortilege::search::{FinalChoice, Search};
use sortilege::{Player, Rng};
use std::hash::Hash;
use std::time::{Duration, Instant};

/// A search as a player whose strategy is estimated.
pub struct Playing<'a, G: Hidden> {
    pub search: &'a mut dyn Search<G>,
    /// Rule of its final move, if it has a setting for that.
    pub choice: Option<FinalChoice>,
    pub rng: &'a mut Rng,
}

impl<G: Playable> Plays<G> for Playing<'_, G> {
    fn new_game(&mut self) {
        self.search.new_game();
    }

    fn observe(&mut self, who: Player, seen: &Observation<G>) {
        if self.search.wants_observations() {
            self.search.observe(who, seen);
        }
    }

    fn decide(&mut self, view: &G::View, who: Player, actions: &[G::Action]) -> Vec<f64> {
        let decision = self.search.decide(view, who, self.rng);
        let turn = G::determinize(view, &mut Rng::new(0)).turn();
        let odds = decision.odds(self.choice, turn);
        let of = |action: &G::Action| {
            let mut candidates = decision.candidates.iter().zip(&odds);
            candidates
                .find(|(candidate, _)| candidate.action == *action)
                .map_or(0.0, |(_, &odds)| odds)
        };
        actions.iter().map(of).collect()
    }
}

/// Progress and limits of the measurement, which are checked before each game.
struct Course<'a> {
    options: &'a AnalysisOptions<'a>,
    began: Instant,
    all: u64,
    done: u64,
    /// The error if it would take too long.
    refusal: Option<Error>,
}

impl<'a> Course<'a> {
    fn new(options: &'a AnalysisOptions<'a>, all: u64) -> Self {
        Course { options, began: Instant::now(), all, done: 0, refusal: None }
    }

    fn goes_on(&mut self) -> bool {
        let elapsed = self.began.elapsed();
        let each = elapsed.div_f64(self.done.max(1) as f64);
        let left = (elapsed >= PROBE).then(|| each.mul_f64((self.all - self.done) as f64));
        let is_too_long = |left: Duration| elapsed + left > self.options.time_limit;
        if left.is_some_and(is_too_long) {
            self.refusal = Some(too_long("games", self.all, each, self.options.time_limit));
            return false;
        }
        (self.options.on_progress)(Progress::Replayed { done: self.done, all: self.all, left });
        self.done += 1;
        !self.options.stop.is_set()
    }
}

/// Estimates the exploitability of a player in the game that begins with `start`, by a number of
/// replays. Returns `None` if the game has too many terminal histories. If it is stopped, the
/// estimate uses the complete replays, if there are at least two.
pub fn exploit_as_played<G: Playable + Outcomes>(
    start: &G,
    player: &mut dyn Plays<G>,
    replays: u64,
    options: &AnalysisOptions,
) -> Option<Result<Option<Exploited>, Error>> {
    if endings(start, MOST_ENDINGS) == 0 {
        return None;
    }
    let tree = GameTree::new(start);
    let mut played = AsPlayed::new(&tree, start);
    let mut course = Course::new(options, replays * played.games() as u64);
    while played.replays() < replays && played.replay(player, replays, &mut |_| course.goes_on()) {}
    if let Some(refusal) = course.refusal {
        return Some(Err(refusal));
    }
    let done = played.replays();
    let is_known = done == replays || done >= 2;
    Some(Ok(is_known.then(|| exploited(played.exploitability(), done, None))))
}

fn exploited(estimate: Estimate, replays: u64, responses: Option<Responses>) -> Exploited {
    Exploited { exploitability: estimate.value, as_played: Some((estimate, replays)), responses }
}

/// A decision on a sampled history.
struct Imagined<G: Hidden> {
    view: G::View,
    actions: Vec<G::Action>,
    observed: usize,
    taken: Option<usize>,
}

impl<G: Playable> Imagined<G> {
    fn stage(&self) -> DecisionPoint<'_, G> {
        DecisionPoint {
            view: &self.view,
            actions: &self.actions,
            observed: self.observed,
            taken: self.taken,
        }
    }
}

/// Returns the decisions of `who` on the way to `choice`, given its observations `past`.
fn stages<G: Playable>(start: &G, choice: &Choice<G>, past: &[Observation<G>]) -> Vec<Imagined<G>> {
    let who = choice.who;
    let (mut view, mut found) = (start.view(who), vec![]);
    for (observed, seen) in past.iter().enumerate() {
        if let Label::Own(action) = seen.label {
            let mut actions = vec![];
            G::determinize(&view, &mut Rng::new(0)).options(who, &mut actions);
            if actions.len() > 1 {
                let taken = actions.iter().position(|&other| other == action);
                found.push(Imagined { view, actions, observed, taken });
            }
        }
        view = seen.view.clone();
    }
    let (view, actions) = (choice.view.clone(), choice.actions.clone());
    found.push(Imagined { view, actions, observed: past.len(), taken: None });
    found
}

/// The same for games with too many histories to unroll. For every view, each replay samples a new
/// history that leads there, on which the player has decided as well. Its strategy at the view is
/// the average over these histories.
pub fn best_responses_as_played<G>(
    start: &G,
    player: &mut dyn Plays<G>,
    replays: u64,
    mut pasts: Rng,
    options: &AnalysisOptions,
) -> Result<Option<Exploited>, Error>
where
    G: Playable + Outcomes + Sequential + Eq + Hash,
{
    let all = choices(start, MOST_STATES).ok_or_else(too_many_states)?;
    let mut mixes = Mixes::new(all.iter().map(|choice| choice.actions.len()));
    let mut course = Course::new(options, replays * all.len() as u64);
    for number in 0..replays {
        let mut sums = mixes.empty();
        for (place, (choice, past)) in
            all.iter().zip(sample_history(start, &all, &mut pasts)).enumerate()
        {
            if !course.goes_on() {
                return course.refusal.map_or(Ok(None), Err);
            }
            let way = stages(start, choice, &past);
            let (stages, last): (Vec<DecisionPoint<'_, G>>, _) =
                (way.iter().map(Imagined::stage).collect(), way.len() - 1);
            replay(player, choice.who, &past, &stages, &mut |at, weight, mix| {
                if at == last {
                    mixes.add(&mut sums, place, weight, mix);
                }
            });
        }
        mixes.push((number % MOST_GROUPS) as usize, sums);
    }
    let views = all.len() as u64;
    let respond = |but: Option<usize>| {
        let mut table = ByView::default();
        for (place, Choice { who, view, .. }) in all.iter().enumerate() {
            table.insert(*who, view.clone(), mixes.at(place, but));
        }
        let found = match table.is_even() {
            true => both(start, &|| UniformProfile, options),
            false => both(start, &|| &table, options),
        };
        found.map(|seats| {
            let bytes = table.bytes() + seats.iter().map(|seat| seat.bytes).sum::<usize>();
            Responses { seats, views, bytes }
        })
    };
    let Some(plain) = respond(None) else { return Ok(None) };
    let groups = if mixes.groups() > 1 { mixes.groups() } else { 0 };
    let without = (0..groups).map(|group| respond(Some(group)).map(|found| found.exploitability()));
    let Some(without) = without.collect::<Option<Vec<f64>>>() else { return Ok(None) };
    let estimate = Estimate::jackknife(plain.exploitability(), &without);
    Ok(Some(exploited(estimate, replays, Some(plain))))
}
