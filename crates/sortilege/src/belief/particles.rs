//! A belief that learns from the moves of other players. It holds worlds, states that may be the
//! true one, each weighted by the likelihood of all observations under chance and an opponent
//! model. This is Bayes' rule: exact if there are few worlds, and sampled (a particle filter) if
//! there are many.
//!
//! Each observation advances the worlds. A world continues with an action that would have looked
//! the same, and its weight is multiplied by the probability of such an action. While all worlds
//! fit, a world branches into one world for each such action; otherwise one action is sampled.
//! Moves that the seat does not notice may come in between: they are branched into or sampled in
//! the same way.
//!
//! The first world is the start of the game, if it is known ([`Particles::from_start`]). Otherwise
//! the worlds are sampled from the first view of the seat, and earlier moves carry no information.
//! After simultaneous choices the worlds are sampled from the view again. If no world is left, the
//! belief falls back to the sampling of the game and reports this in its notes.

use super::{Belief, OpponentModel};
use crate::budget::Deadline;
use crate::game::{Chance, Label, ListOutcomes, Observation, Observe, Outcomes, Simultaneous};
use crate::reward::Note;
use crate::{Game, Player, Rng, Turn};

/// A state that may be the true one.
#[derive(Clone, Debug)]
struct World<G> {
    state: G,
    weight: f64,
}

/// Weighted worlds; `M` is the opponent model.
///
/// ```
/// use sortilege::Budget;
/// use sortilege::belief::{AnyMove, Particles};
/// use sortilege::playout::Rollout;
/// use sortilege::search::{Setup, SoIsmcts};
/// use sortilege::testing::hand_made::HandMade;
/// let belief = Particles::<HandMade, _>::new(500, AnyMove);
/// let setup = Setup::<Rollout<HandMade>>::new(Budget::iterations(1000)).belief(belief);
/// let search = SoIsmcts::<HandMade, _, _, _>::new(setup);
/// ```
pub struct Particles<G: Observe, M> {
    /// The opponent model.
    pub model: M,
    /// Share of samples taken from the game itself, whatever was observed; 0 by default. It is
    /// useful if there are many worlds, of which a finite sample runs out.
    pub fresh: f64,
    /// Whether worlds are kept from one decision to the next. Otherwise all observations of the
    /// game are replayed before each decision, with other random numbers.
    pub reuse: bool,
    /// Largest number of worlds.
    most: usize,
    start: Option<G>,
    list: Option<ListOutcomes<G>>,
    worlds: Vec<World<G>>,
    /// Cumulative weights of the worlds, as of the last decision.
    sums: Vec<f64>,
    /// Observations that have not been processed yet.
    pending: Vec<Observation<G>>,
    /// Whether the first worlds exist.
    begun: bool,
    next: Vec<World<G>>,
    options: Options<G::Action>,
    /// Number of decisions for which no world was left.
    lost: u32,
    /// The deadline of the current decision.
    deadline: Deadline,
}

/// Largest number of consecutive unnoticed actions between two observations. A world with more is
/// discarded.
const MOST_UNNOTICED: u32 = 1000;
/// Number of worlds between two checks of the deadline. After the deadline the existing worlds are
/// used.
const BETWEEN_LOOKS: usize = 16;
/// Number of chance samples, where outcomes cannot be listed, after which an observed outcome
/// counts as impossible.
const TRIES: u32 = 64;

impl<G: Chance + Observe + Simultaneous, M> Particles<G, M> {
    /// At most `most` worlds, sampled at first from the first view of the seat.
    pub fn new(most: usize, model: M) -> Self {
        Particles {
            model,
            fresh: 0.0,
            reuse: true,
            most: most.max(1),
            start: None,
            list: None,
            worlds: vec![],
            sums: vec![],
            pending: vec![],
            begun: false,
            next: vec![],
            options: Options::default(),
            lost: 0,
            deadline: Deadline::default(),
        }
    }

    /// The same for a game that begins with `start`, before any action.
    pub fn from_start(self, start: G) -> Self {
        Particles { start: Some(start), ..self }
    }

    /// The same for a game that lists its chance outcomes. While the number of worlds stays within
    /// the limit, none is omitted and the weights are exact.
    pub fn enumerating(self) -> Self
    where
        G: Outcomes,
    {
        Particles { list: Some(G::outcomes), ..self }
    }

    /// The worlds that are considered possible as of the last decision, with weights that sum to 1.
    pub fn worlds(&self) -> impl Iterator<Item = (&G, f64)> {
        let total: f64 = self.worlds.iter().map(|world| world.weight).sum();
        self.worlds.iter().map(move |world| (&world.state, world.weight / total))
    }
}

/// The actions that can follow in a world.
struct Options<A> {
    actions: Vec<A>,
    odds: Vec<f64>,
    listed: Vec<(A, f64)>,
}

// A derived implementation would require that actions have a default.
impl<A> Default for Options<A> {
    fn default() -> Self {
        Options { actions: vec![], odds: vec![], listed: vec![] }
    }
}

impl<A: Copy> Options<A> {
    /// Keeps only the actions that `fit`, and returns their share of the total probability.
    fn keep(&mut self, mut fit: impl FnMut(A) -> bool) -> f64 {
        let all: f64 = self.odds.iter().sum();
        for (odds, &action) in self.odds.iter_mut().zip(&self.actions) {
            if !fit(action) {
                *odds = 0.0;
            }
        }
        let kept: f64 = self.odds.iter().sum();
        if kept > 0.0 { kept / all } else { 0.0 }
    }

    /// The remaining actions, each with its share of the remaining probability.
    fn left(&self) -> impl Iterator<Item = (A, f64)> {
        let total: f64 = self.odds.iter().sum();
        let some = self.actions.iter().zip(&self.odds).filter(|&(_, &odds)| odds > 0.0);
        some.map(move |(&action, &odds)| (action, odds / total))
    }
}

/// The point up to which worlds are advanced.
enum Goal<'a, G: Observe> {
    /// This observation.
    Seen(Option<Player>, &'a Label<G::Action, G::Seen>),
    /// The next choice of the seat.
    Choice,
}

impl<G: Chance + Observe + Simultaneous, M: OpponentModel<G>> Particles<G, M> {
    /// Processes all pending observations.
    fn catch_up(&mut self, who: Player, view: &G::View, rng: &mut Rng) {
        for seen in std::mem::take(&mut self.pending) {
            if self.begin_with(&seen.view, rng) {
                // The view includes this observation already.
                continue;
            }
            if self.worlds.iter().any(|world| world.state.turn() == Turn::Together) {
                // No choice is visible before all are made, and the view then includes them.
                self.redraw(&seen.view, rng);
                continue;
            }
            self.advance(who, &Goal::Seen(seen.mover, &seen.label), rng);
            self.worlds.retain(|world| {
                world.state.view(who) == seen.view || is_unsettled(&world.state, who)
            });
        }
        self.begin_with(view, rng);
        self.advance(who, &Goal::Choice, rng);
        self.worlds.retain(|world| world.state.view(who) == *view);
        if self.worlds.is_empty() {
            self.lost += 1;
            self.redraw(view, rng);
        }
        self.sums.clear();
        self.sums.extend(self.worlds.iter().scan(0.0, |sum, world| {
            *sum += world.weight;
            Some(*sum)
        }));
    }

    /// Creates the first worlds if there are none. Returns whether they were sampled from the view
    /// just now.
    fn begin_with(&mut self, view: &G::View, rng: &mut Rng) -> bool {
        if std::mem::replace(&mut self.begun, true) {
            return false;
        }
        match self.start.clone() {
            Some(state) => self.worlds = vec![World { state, weight: 1.0 }],
            None => self.redraw(view, rng),
        }
        self.start.is_none()
    }

    /// Replaces the worlds by samples of the game.
    fn redraw(&mut self, view: &G::View, rng: &mut Rng) {
        self.worlds.clear();
        while self.worlds.len() < self.most {
            self.worlds.push(World { state: G::determinize(view, rng), weight: 1.0 });
            if self.is_late(self.worlds.len()) {
                break;
            }
        }
    }

    /// Whether the deadline has passed, checked once every few worlds.
    fn is_late(&self, worlds: usize) -> bool {
        worlds.is_multiple_of(BETWEEN_LOOKS) && self.deadline.is_over()
    }

    /// Advances every world to `goal`; discards those that cannot reach it.
    fn advance(&mut self, who: Player, goal: &Goal<'_, G>, rng: &mut Rng) {
        self.next.clear();
        let mut open: Vec<(World<G>, u32)> =
            std::mem::take(&mut self.worlds).into_iter().map(|world| (world, 0)).collect();
        let mut steps = 0;
        while let Some((world, unnoticed)) = open.pop() {
            steps += 1;
            if self.is_late(steps) {
                break;
            }
            let is_there = matches!(goal, Goal::Choice) && is_to_choose(&world.state, who);
            if is_there {
                self.next.push(world);
            } else if unnoticed <= MOST_UNNOTICED {
                let branches = open.len() + self.next.len() < self.most && self.list.is_some();
                self.step(world, unnoticed, who, goal, branches, &mut open, rng);
            }
        }
        std::mem::swap(&mut self.worlds, &mut self.next);
        self.thin_out(rng);
    }

    /// Advances a world by one action, either an observed or an unnoticed one.
    #[allow(clippy::too_many_arguments)]
    fn step(
        &mut self,
        world: World<G>,
        unnoticed: u32,
        who: Player,
        goal: &Goal<'_, G>,
        branches: bool,
        open: &mut Vec<(World<G>, u32)>,
        rng: &mut Rng,
    ) {
        let (state, mover) = (&world.state, mover(&world.state));
        self.list(state, who, mover, goal, rng);
        let label = |action| match mover == Some(who) {
            true => Label::Own(action),
            false => state.seen(action, who).map_or(Label::Unnoticed, Label::Seen),
        };
        let is_goal =
            |found| matches!(goal, Goal::Seen(by, sought) if *by == mover && **sought == found);
        let part =
            self.options.keep(|action| label(action) == Label::Unnoticed || is_goal(label(action)));
        if part == 0.0 {
            return;
        }
        let mut go_on = |action, weight| {
            let (next, found) = (World { state: state.after(action), weight }, label(action));
            if found == Label::Unnoticed {
                open.push((next, unnoticed + 1))
            } else {
                self.next.push(next)
            }
        };
        if branches {
            self.options
                .left()
                .for_each(|(action, share)| go_on(action, world.weight * part * share));
        } else {
            let (actions, odds): (Vec<_>, Vec<_>) = self.options.left().unzip();
            go_on(actions[rng.weighted(&odds)], world.weight * part);
        }
    }

    /// Lists the actions that can follow in a world, with probabilities. The seat's own actions are
    /// weighted equally, because the seat knows which one it played.
    fn list(
        &mut self,
        state: &G,
        who: Player,
        mover: Option<Player>,
        goal: &Goal<'_, G>,
        rng: &mut Rng,
    ) {
        let Options { actions, odds, listed } = &mut self.options;
        actions.clear();
        odds.clear();
        match (state.turn(), mover) {
            (Turn::Player(_), Some(mover)) => {
                state.actions(actions);
                match mover == who {
                    // Worlds differ in the number of actions only if their views differ.
                    true => odds.extend(actions.iter().map(|&action| {
                        f64::from(matches!(goal, Goal::Seen(_, Label::Own(own)) if *own == action))
                    })),
                    false => self.model.odds(state, mover, actions, odds),
                }
                debug_assert_eq!(actions.len(), odds.len(), "a model has odds for each action");
            }
            (Turn::Chance, _) => match self.list {
                Some(list) => {
                    list(state, listed);
                    actions.extend(listed.iter().map(|&(action, _)| action));
                    odds.extend(listed.iter().map(|&(_, odds)| odds));
                }
                None => {
                    // All samples have the same weight; likely outcomes are sampled more often.
                    actions.extend((0..TRIES).map(|_| state.sample(rng)));
                    odds.resize(actions.len(), 1.0);
                }
            },
            _ => {}
        }
    }

    /// Reduces the worlds to the limit: worlds are sampled by weight at equal distances (systematic
    /// resampling) and have equal weights afterwards.
    fn thin_out(&mut self, rng: &mut Rng) {
        self.worlds.retain(|world| world.weight > 0.0);
        let total: f64 = self.worlds.iter().map(|world| world.weight).sum();
        let squares: f64 = self.worlds.iter().map(|world| world.weight * world.weight).sum();
        let worth = total * total / squares.max(f64::MIN_POSITIVE);
        // Sampled worlds are also resampled once a few of them hold most of the weight.
        let uneven = self.list.is_none() && worth < self.worlds.len() as f64 / 2.0;
        if self.worlds.is_empty() || (self.worlds.len() <= self.most && !uneven) {
            let scale = if total > 0.0 { 1.0 / total } else { 1.0 };
            return self.worlds.iter_mut().for_each(|world| world.weight *= scale);
        }
        let step = total / self.most as f64;
        let (mut at, mut sum) = (rng.unit() * step, 0.0);
        self.next.clear();
        for world in &self.worlds {
            sum += world.weight;
            while at < sum && self.next.len() < self.most {
                self.next
                    .push(World { state: world.state.clone(), weight: 1.0 / self.most as f64 });
                at += step;
            }
        }
        std::mem::swap(&mut self.worlds, &mut self.next);
    }
}

/// The acting player; `None` for the environment.
fn mover<G: Game>(state: &G) -> Option<Player> {
    match state.turn() {
        Turn::Player(who) => Some(who),
        _ => None,
    }
}

/// Whether `who` is on turn in a state.
fn is_to_choose<G: Game>(state: &G, who: Player) -> bool {
    matches!(state.turn(), Turn::Together) || state.turn() == Turn::Player(who)
}

/// Whether an unnoticed action that affects the view of `who` may still happen before `who`
/// chooses.
fn is_unsettled<G: Game>(state: &G, who: Player) -> bool {
    !is_to_choose(state, who) && state.turn() != Turn::Over
}

impl<G, M> Belief<G> for Particles<G, M>
where
    G: Chance + Observe + Simultaneous,
    M: OpponentModel<G>,
{
    fn begin(&mut self, view: &G::View, who: Player, deadline: &Deadline, rng: &mut Rng) {
        self.model.begin(deadline);
        self.deadline = deadline.clone();
        if self.reuse {
            return self.catch_up(who, view, rng);
        }
        let pending = self.pending.clone();
        self.worlds.clear();
        self.begun = false;
        self.catch_up(who, view, rng);
        self.pending = pending;
    }

    fn sample(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> G {
        if self.fresh > 0.0 && rng.unit() < self.fresh {
            return super::Uniformly.sample(view, who, rng);
        }
        let Some(total) = self.sums.last() else { return super::Uniformly.sample(view, who, rng) };
        let at = rng.unit() * total;
        let drawn = self.sums.partition_point(|&sum| sum <= at);
        self.worlds[drawn.min(self.worlds.len() - 1)].state.clone()
    }

    fn wants_observations(&self) -> bool {
        true
    }

    fn observe(&mut self, _: Player, seen: &Observation<G>) {
        self.pending.push(seen.clone());
    }

    fn new_game(&mut self) {
        self.worlds.clear();
        self.sums.clear();
        self.pending.clear();
        (self.begun, self.lost) = (false, 0);
    }

    fn notes(&self) -> Vec<Note> {
        vec![("worlds", self.worlds.len() as f64), ("beliefs lost", self.lost.into())]
    }
}
