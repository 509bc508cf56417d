//! Best responses without a tree in memory, for games with too many histories to unroll.
//!
//! A best response of a seat maximises, at each of its information sets, a sum over the histories
//! of the set. The information sets of the seat are therefore walked depth first. Each is a list of
//! all histories that the seat cannot distinguish there, with the probability that chance and the
//! other players lead to them (counterfactual reach). Memory holds the lists on the current path
//! and the [strategy profile](StrategyProfile).
//!
//! Histories with the same future are merged. Two histories in the same state, with the same
//! memories of all seats, have the same future, whatever led to them. A list holds them as one
//! entry with the sum of their reach, so lists are short if the strategies depend on views: of the
//! opponent's past in a phantom game, only the opponent's stones and discoveries remain. Merging
//! does not change the result, and the number of histories is still counted. The responder's own
//! sets are never merged, because their lists differ.

use super::strategy_profile::StrategyProfile;
use crate::game::{MAX_PLAYERS, Observe, Outcomes, Sequential};
use crate::{Player, Stop, Turn};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// The result of [`respond`] for one seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Response {
    /// The expected payoff of the seat with a best response.
    pub best: f64,
    /// The expected payoff of the seat if it follows the strategy profile.
    pub value: f64,
    /// Number of information sets at which the seat decides, including forced moves, and which the
    /// other players reach with positive probability.
    pub sets: u64,
    /// Number of histories at which a player decides.
    pub decisions: u64,
    /// Number of terminal histories.
    pub endings: u64,
    /// Number of visited states; merged histories count once for each information set.
    pub looked_at: u64,
    /// Largest size of all lists on the path, in bytes.
    pub bytes: usize,
}

/// Progress of [`respond`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ResponseProgress {
    /// Estimate of the share of the work that is done, in [0, 1].
    pub share: f64,
    /// Number of information sets visited so far.
    pub sets: u64,
}

/// The best response of `who` to the strategies of all other seats, from `start` on. Calls
/// `on_progress` every few thousand information sets. Returns `None` if it is stopped.
///
/// ```
/// use sortilege::exact::{UniformProfile, respond};
/// use sortilege::testing::hand_made::{HandMade, Place};
/// use sortilege::{Player, Stop};
///
/// static PLACES: [Place; 5] = [
///     Place::Choice(0, &[1, 2]),
///     Place::Choice(1, &[3, 4]),
///     Place::End(&[0.25, -0.25]),
///     Place::End(&[1.0, -1.0]),
///     Place::End(&[-1.0, 1.0]),
/// ];
/// let [first, second] = [0, 1].map(|who| {
///     respond(&HandMade::new(&PLACES), &mut UniformProfile, Player(who), &Stop::default(), &mut |_| ()).unwrap()
/// });
/// assert_eq!((first.value, first.best), (0.125, 0.25));
/// assert_eq!((second.value, second.best), (-0.125, 0.375));
/// ```
pub fn respond<G, B>(
    start: &G,
    behaviour: &mut B,
    who: Player,
    stop: &Stop,
    on_progress: &mut dyn FnMut(ResponseProgress),
) -> Option<Response>
where
    G: Outcomes + Observe + Sequential + Eq + Hash,
    B: StrategyProfile<G>,
{
    let memory =
        std::array::from_fn(|seat| behaviour.at_start(Player(seat.min(start.players() - 1))));
    let found = Response {
        best: 0.0,
        value: 0.0,
        sets: 0,
        decisions: 0,
        endings: 0,
        looked_at: 0,
        bytes: 0,
    };
    let mut walk = ResponseWalk {
        who,
        players: start.players(),
        behaviour,
        stop,
        on_progress,
        found,
        done: 0.0,
        alive: 0,
        spare: vec![],
        layer: Merging::default(),
        results: Merging::default(),
        actions: vec![],
        outcomes: vec![],
        odds: vec![],
    };
    let earned = walk.visit(
        vec![MergedHistory { state: start.clone(), memory, reach: 1.0, histories: 1 }],
        1.0,
    )?;
    Some(Response { best: earned.best, value: earned.value, ..walk.found })
}

/// The sum over seats of the gain of a best response.
pub fn nash_conv_of(responses: &[Response]) -> f64 {
    responses.iter().map(|response| response.best - response.value).sum()
}

/// A state, with all histories that lead to it and have the same memories of all seats.
#[derive(Clone)]
struct MergedHistory<G, M> {
    state: G,
    /// The memory of each seat.
    memory: [M; MAX_PLAYERS],
    /// Probability that chance and the other players lead to it, summed over the histories.
    reach: f64,
    histories: u64,
}

/// The payoff of the responder from a list on, times its reach.
#[derive(Clone, Copy, Default)]
struct Earned {
    best: f64,
    value: f64,
}

/// The continuations of a list up to the responder's next decision or observation.
struct Next<P> {
    /// The payoff of the histories that end before that, times their reach.
    earned: f64,
    /// The histories in which the responder decides; may be empty.
    decide: Vec<P>,
    /// The histories in which the responder observes something: one list for each observation.
    noticed: Vec<Vec<P>>,
}

struct ResponseWalk<'a, G: Observe, B: StrategyProfile<G>> {
    who: Player,
    players: usize,
    behaviour: &'a mut B,
    stop: &'a Stop,
    on_progress: &'a mut dyn FnMut(ResponseProgress),
    found: Response,
    /// The share of the walk that is done.
    done: f64,
    /// Total length of all lists on the path.
    alive: usize,
    /// Empty lists for reuse.
    spare: Vec<Vec<MergedHistory<G, B::Memory>>>,
    layer: Merging,
    results: Merging,
    actions: Vec<G::Action>,
    outcomes: Vec<(G::Action, f64)>,
    odds: Vec<f64>,
}

/// Number of information sets between two progress reports.
const SETS_PER_REPORT: u64 = 1 << 12;

impl<G, B> ResponseWalk<'_, G, B>
where
    G: Outcomes + Observe + Sequential + Eq + Hash,
    B: StrategyProfile<G>,
{
    /// The payoff of the responder from `list` on, whose histories it cannot distinguish. `share`
    /// is the part of the whole walk that this list takes.
    fn visit(&mut self, list: Vec<MergedHistory<G, B::Memory>>, share: f64) -> Option<Earned> {
        let Next { earned, decide, noticed } = self.follow(list);
        let length = decide.len() + noticed.iter().map(Vec::len).sum::<usize>();
        if length == 0 {
            self.done += share;
        }
        self.alive += length;
        self.found.bytes =
            self.found.bytes.max(self.alive * size_of::<MergedHistory<G, B::Memory>>());
        let mut sum = Earned { best: earned, value: earned };
        let mut add = |more: Earned| {
            sum.best += more.best;
            sum.value += more.value;
        };
        let part = share / length as f64;
        if decide.is_empty() {
            self.spare.push(decide);
        } else {
            let share = part * decide.len() as f64;
            add(self.decide(decide, share)?);
        }
        for list in noticed {
            let share = part * list.len() as f64;
            add(self.visit(list, share)?);
        }
        self.alive -= length;
        Some(sum)
    }

    /// The payoff of the responder at one of its information sets.
    fn decide(&mut self, list: Vec<MergedHistory<G, B::Memory>>, share: f64) -> Option<Earned> {
        self.found.sets += 1;
        if self.found.sets.is_multiple_of(SETS_PER_REPORT) {
            (self.on_progress)(ResponseProgress { share: self.done, sets: self.found.sets });
        }
        if self.stop.is_set() {
            return None;
        }
        let MergedHistory { state, memory, .. } = &list[0];
        let mut actions = vec![];
        state.actions(&mut actions);
        self.behaviour.odds(
            memory[self.who.0],
            || state.view(self.who),
            self.who,
            &actions,
            &mut self.odds,
        );
        let odds = self.odds.clone();
        let mut earned = Earned { best: f64::NEG_INFINITY, value: 0.0 };
        for (&action, odds) in actions.iter().zip(odds) {
            let mut after = self.spare.pop().unwrap_or_default();
            after.extend(list.iter().map(|past| {
                let mut next = past.clone();
                Self::observe(self.behaviour, self.players, &mut next, action);
                next.state.apply(action);
                next
            }));
            let next = self.visit(after, share / actions.len() as f64)?;
            earned.best = earned.best.max(next.best);
            earned.value += odds * next.value;
        }
        self.give_back(list);
        Some(earned)
    }

    /// Continues every history of `list` until the responder decides or observes something.
    /// Histories with the same number of unnoticed actions are merged before they continue.
    fn follow(
        &mut self,
        mut list: Vec<MergedHistory<G, B::Memory>>,
    ) -> Next<MergedHistory<G, B::Memory>> {
        let mut next =
            Next { earned: 0.0, decide: self.spare.pop().unwrap_or_default(), noticed: vec![] };
        let mut seen: Vec<G::Seen> = vec![];
        let mut unnoticed = self.spare.pop().unwrap_or_default();
        self.results.clear();
        while !list.is_empty() {
            self.layer.clear();
            for past in list.drain(..) {
                self.found.looked_at += 1;
                match past.state.turn() {
                    Turn::Over => {
                        next.earned += past.reach * past.state.payoff(self.who);
                        self.found.endings = self.found.endings.saturating_add(past.histories);
                    }
                    Turn::Player(who) if who == self.who => {
                        self.found.decisions = self.found.decisions.saturating_add(past.histories);
                        self.results.add(0, &mut next.decide, past);
                    }
                    Turn::Player(who) => {
                        self.found.decisions = self.found.decisions.saturating_add(past.histories);
                        past.state.actions(&mut self.actions);
                        let view = || past.state.view(who);
                        self.behaviour.odds(
                            past.memory[who.0],
                            view,
                            who,
                            &self.actions,
                            &mut self.odds,
                        );
                        for at in 0..self.actions.len() {
                            let (action, odds) = (self.actions[at], self.odds[at]);
                            self.step(&past, action, odds, &mut next, &mut seen, &mut unnoticed);
                        }
                    }
                    Turn::Chance => {
                        past.state.outcomes(&mut self.outcomes);
                        for at in 0..self.outcomes.len() {
                            let (outcome, odds) = self.outcomes[at];
                            self.step(&past, outcome, odds, &mut next, &mut seen, &mut unnoticed);
                        }
                    }
                    Turn::Together => unreachable!("a sequential game has no simultaneous choices"),
                }
            }
            std::mem::swap(&mut list, &mut unnoticed);
        }
        self.spare.extend([list, unnoticed]);
        next
    }

    /// Continues `past` with `action`, which is taken with probability `odds`.
    #[inline]
    fn step(
        &mut self,
        past: &MergedHistory<G, B::Memory>,
        action: G::Action,
        odds: f64,
        next: &mut Next<MergedHistory<G, B::Memory>>,
        seen: &mut Vec<G::Seen>,
        unnoticed: &mut Vec<MergedHistory<G, B::Memory>>,
    ) {
        if odds == 0.0 {
            return;
        }
        let mut after = past.clone();
        Self::observe(self.behaviour, self.players, &mut after, action);
        after.reach *= odds;
        after.state.apply(action);
        let Some(news) = past.state.seen(action, self.who) else {
            return self.layer.add(0, unnoticed, after);
        };
        let place = seen.iter().position(|&known| known == news).unwrap_or_else(|| {
            seen.push(news);
            next.noticed.push(self.spare.pop().unwrap_or_default());
            seen.len() - 1
        });
        self.results.add(1 + place, &mut next.noticed[place], after);
    }

    /// Updates the memory of every seat with its observation of `action`, which is about to be
    /// played.
    #[inline]
    fn observe(
        behaviour: &mut B,
        players: usize,
        past: &mut MergedHistory<G, B::Memory>,
        action: G::Action,
    ) {
        if size_of::<B::Memory>() == 0 {
            return;
        }
        for (who, memory) in past.memory[..players].iter_mut().enumerate() {
            if let Some(seen) = past.state.seen(action, Player(who)) {
                *memory = behaviour.remember(*memory, seen);
            }
        }
    }

    fn give_back(&mut self, mut list: Vec<MergedHistory<G, B::Memory>>) {
        list.clear();
        self.spare.push(list);
    }
}

/// Index of the entries of several lists: a hash table that is cleared in constant time.
#[derive(Default)]
struct Merging {
    places: Vec<MergingEntry>,
    /// Number of the current round. Entries of other rounds count as empty.
    round: u32,
    used: usize,
}

#[derive(Clone, Copy, Default)]
struct MergingEntry {
    round: u32,
    list: u32,
    at: u32,
    /// Compared first, so that most other entries are rejected without a comparison of states.
    hash: u32,
}

impl Merging {
    fn clear(&mut self) {
        self.used = 0;
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.places.fill(MergingEntry::default());
            self.round = 1;
        }
    }

    /// Adds `past` to the list with this number, or merges it with an equal entry there.
    #[inline]
    fn add<G: Eq + Hash, M: Copy + Eq + Hash>(
        &mut self,
        number: usize,
        list: &mut Vec<MergedHistory<G, M>>,
        past: MergedHistory<G, M>,
    ) {
        if 2 * (self.used + 1) > self.places.len() {
            self.grow();
        }
        let hash = hash(number, &past);
        let mask = self.places.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let place = self.places[at];
            if place.round != self.round {
                let (list_number, end) = (number as u32, list.len() as u32);
                self.places[at] =
                    MergingEntry { round: self.round, list: list_number, at: end, hash };
                self.used += 1;
                return list.push(past);
            }
            if place.hash == hash && place.list == number as u32 {
                let known = &mut list[place.at as usize];
                if known.state == past.state && known.memory == past.memory {
                    known.reach += past.reach;
                    known.histories = known.histories.saturating_add(past.histories);
                    return;
                }
            }
            at = (at + 1) & mask;
        }
    }

    /// Enlarges the table and reinserts the entries by their stored hashes.
    #[cold]
    fn grow(&mut self) {
        let size = (2 * self.places.len()).max(64);
        let old = std::mem::replace(&mut self.places, vec![MergingEntry::default(); size]);
        for place in old.into_iter().filter(|place| place.round == self.round) {
            let mut at = place.hash as usize & (size - 1);
            while self.places[at].round == self.round {
                at = (at + 1) & (size - 1);
            }
            self.places[at] = place;
        }
    }
}

/// The hash of an entry of a list; entries that merge have equal hashes.
#[inline]
fn hash<G: Hash, M: Hash>(number: usize, past: &MergedHistory<G, M>) -> u32 {
    let mut hasher = FxHasher::default();
    number.hash(&mut hasher);
    past.state.hash(&mut hasher);
    past.memory.hash(&mut hasher);
    let hash = hasher.finish();
    (hash ^ hash >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::super::best_response::{BestResponse, expected_payoffs, nash_conv};
    use super::super::strategy_profile::{BySet, ByView, OfTree, UniformProfile};
    use super::super::toys::Kuhn;
    use super::super::tree::GameTree;
    use super::super::{Tabulated, choices};
    use super::*;
    use crate::Rng;
    use crate::testing::cloakroom::Cloakroom;
    use crate::testing::odds;
    use std::fmt::Debug;

    fn responses<G, B>(start: &G, mut behaviour: B) -> Vec<Response>
    where
        G: Outcomes + Observe + Sequential + Eq + Hash,
        B: StrategyProfile<G>,
    {
        let respond =
            |who| respond(start, &mut behaviour, Player(who), &Stop::default(), &mut |_| ());
        (0..start.players()).map(respond).map(|found| found.expect("it is never stopped")).collect()
    }

    fn assert_close(found: f64, right: f64) {
        assert!((found - right).abs() < 1e-12, "{found}, not {right}");
    }

    /// Both methods agree, for strategies that differ at every information set and for strategies
    /// that depend on the view alone.
    fn assert_as_in_the_tree<G>(start: &G)
    where
        G: Outcomes + Observe + Sequential + Eq + Hash + Debug,
    {
        let tree = GameTree::new(start);
        let mut rng = Rng::new(1);
        for _ in 0..10 {
            let policy =
                Tabulated::from_fn(&tree, |_, _, actions| odds::random(actions.len(), &mut rng));
            let found = responses(start, OfTree::new(&tree, &policy));
            for (who, found) in found.iter().enumerate() {
                assert_close(found.best, BestResponse::new(&tree, &policy, Player(who)).value);
                assert_close(found.value, expected_payoffs(&tree, &policy)[who]);
            }
            assert_close(nash_conv_of(&found), nash_conv(&tree, &policy));
        }
        let mut table = ByView::<G>::default();
        for choice in choices(start, 1000).expect("a small game") {
            let odds = odds::random(choice.actions.len(), &mut rng);
            table.insert(choice.who, choice.view, odds);
        }
        let mut ask = |view: &G::View, who: Player, actions: &[G::Action]| {
            let mut odds = vec![];
            (&table).odds((), || view.clone(), who, actions, &mut odds);
            odds
        };
        let policy = Tabulated::from_fn(&tree, &mut ask);
        let by_view = responses(start, &table);
        let by_set = responses(start, BySet::<G, _>::new(start.players(), ask));
        for (who, (found, same)) in by_view.iter().zip(by_set).enumerate() {
            assert_close(found.best, BestResponse::new(&tree, &policy, Player(who)).value);
            assert_close(same.best, found.best);
            assert_close(same.value, found.value);
        }
    }

    #[test]
    fn kuhn_poker_and_a_game_whose_views_forget() {
        assert_as_in_the_tree(&Kuhn::default());
        assert_as_in_the_tree(&Cloakroom::EARLY);
        assert_as_in_the_tree(&Cloakroom::LATE);
    }

    /// Computed by hand in `best_response`, in units of two chips.
    #[test]
    fn uniform_kuhn_poker() {
        let found = responses(&Kuhn::default(), UniformProfile);
        assert_close(found[0].value, 1.0 / 16.0);
        assert_close(found[0].best, 1.0 / 4.0);
        assert_close(found[1].best, 5.0 / 24.0);
        for response in &found {
            assert_eq!((response.sets, response.decisions, response.endings), (6, 24, 30));
            assert!(response.bytes >= size_of::<Kuhn>());
        }
    }

    #[test]
    fn it_can_be_stopped() {
        let stop = Stop::default();
        stop.now();
        assert_eq!(
            respond(&Kuhn::default(), &mut UniformProfile, Player(0), &stop, &mut |_| ()),
            None
        );
    }

    /// Every added entry is found again, even after the table has grown, but not in another list or
    /// another round.
    #[test]
    fn what_is_alike_is_merged_and_nothing_else() {
        let past = |state: u32| MergedHistory {
            state,
            memory: [(); MAX_PLAYERS],
            reach: 1.0,
            histories: 1,
        };
        let (mut merging, mut lists) = (Merging::default(), [vec![], vec![]]);
        for round in 1..4 {
            merging.clear();
            lists.iter_mut().for_each(Vec::clear);
            for number in 0..3000 {
                let (list, state) = (number % 2, number / 2 % 500);
                merging.add(list, &mut lists[list], past(state as u32));
            }
            for list in &lists {
                assert_eq!(list.len(), 500, "round {round}");
                assert!(list.iter().all(|past| past.reach == 3.0 && past.histories == 3));
            }
        }
    }
}
