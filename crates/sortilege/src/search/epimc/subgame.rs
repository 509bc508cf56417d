//! The game from a decision on, over possible worlds and for a limited number of plies: small
//! enough to enumerate.

use crate::game::{Chance, Hidden, Observe, Outcomes, Recall, Simultaneous};
use crate::{Game, Player, Rng, Turn};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Data that all states of a subgame share.
struct SubgameWorlds<G: Observe> {
    worlds: Vec<G>,
    /// For each world and seat, the number of the seat's view there; equal views share a number.
    alike: Vec<Vec<u32>>,
}

/// A state of the subgame. Chance first deals one of the worlds, then the game continues in it
/// until its plies are made.
pub(super) struct EpimcSubgame<G: Observe> {
    start: Arc<SubgameWorlds<G>>,
    world: Option<(usize, G)>,
    /// Remaining player turns.
    plies: u32,
    /// Hash of the history.
    pub(super) way: u64,
    /// Value of each leaf for the first player, by the hash of its history.
    values: Arc<FxHashMap<u64, f64>>,
}

/// An action of the subgame: the deal of a world, or an action in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SubgameAction<A> {
    Deal(u32),
    Made(A),
}

/// An observation: the class of worlds with the same view, or an observation in the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Sight<S> {
    Dealt(u32),
    Seen(S),
}

// A derived implementation would have the same bounds and share the same parts: worlds are shared,
// the state is not.
impl<G: Observe> Clone for EpimcSubgame<G> {
    fn clone(&self) -> Self {
        let EpimcSubgame { start, world, plies, way, values } = self;
        let (start, world, values) = (start.clone(), world.clone(), values.clone());
        EpimcSubgame { start, world, plies: *plies, way: *way, values }
    }
}

impl<G: Observe> EpimcSubgame<G> {
    /// The subgame over `worlds` with `plies` plies; all leaves have value 0.
    pub(super) fn new(worlds: Vec<G>, plies: u32) -> Self {
        let mut known: FxHashMap<(usize, G::View), u32> = FxHashMap::default();
        let mut number = |seat: usize, world: &G| {
            let fresh = known.len() as u32;
            *known.entry((seat, world.view(Player(seat)))).or_insert(fresh)
        };
        let alike = worlds
            .iter()
            .map(|world| (0..world.players()).map(|seat| number(seat, world)).collect());
        let alike = alike.collect();
        EpimcSubgame {
            start: Arc::new(SubgameWorlds { worlds, alike }),
            world: None,
            plies,
            way: 0,
            values: Arc::default(),
        }
    }

    /// The same subgame with another number of plies.
    pub(super) fn of_plies(&self, plies: u32) -> Self {
        EpimcSubgame { plies, ..self.clone() }
    }

    /// The same subgame with these values of its leaves.
    pub(super) fn valued(&self, values: FxHashMap<u64, f64>) -> Self {
        EpimcSubgame { values: Arc::new(values), ..self.clone() }
    }

    /// The state of the world that was dealt.
    pub(super) fn state(&self) -> Option<&G> {
        self.world.as_ref().map(|(_, state)| state)
    }

    fn in_world(&self) -> &G {
        self.state().expect("a world is dealt before anything happens in it")
    }

    fn go(&mut self, step: impl Hash) {
        let mut hasher = FxHasher::default();
        (self.way, step).hash(&mut hasher);
        // XORs an odd constant, or the hash of the first history could be that of the empty one.
        self.way =
            hasher.finish().wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29) ^ 0x5bd1_e995;
    }
}

impl<G: Outcomes + Observe + Simultaneous> EpimcSubgame<G> {
    /// Visits every leaf of the subgame until `each` returns false. Returns whether it visited all.
    pub(super) fn ends(&self, each: &mut dyn FnMut(&Self) -> bool) -> bool {
        let (mut outcomes, mut list) = (vec![], vec![]);
        match self.turn() {
            Turn::Over => each(self),
            Turn::Chance => {
                self.outcomes(&mut outcomes);
                outcomes.into_iter().all(|(outcome, _)| self.after(outcome).ends(each))
            }
            Turn::Player(_) => {
                self.actions(&mut list);
                list.into_iter().all(|action| self.after(action).ends(each))
            }
            Turn::Together => self.joint(&mut vec![], each),
        }
    }

    fn joint(
        &self,
        chosen: &mut Vec<SubgameAction<G::Action>>,
        each: &mut dyn FnMut(&Self) -> bool,
    ) -> bool {
        if chosen.len() == self.players() {
            let mut next = self.clone();
            next.apply_together(chosen);
            return next.ends(each);
        }
        let mut list = vec![];
        self.choices(Player(chosen.len()), &mut list);
        list.into_iter().all(|choice| {
            chosen.push(choice);
            let goes_on = self.joint(chosen, each);
            chosen.pop();
            goes_on
        })
    }
}

impl<G: Observe> Game for EpimcSubgame<G> {
    type Action = SubgameAction<G::Action>;

    fn players(&self) -> usize {
        self.start.worlds[0].players()
    }
    fn turn(&self) -> Turn {
        match self.state().map(Game::turn) {
            None => Turn::Chance,
            // Chance continues to the next choice, where a world can be evaluated.
            Some(Turn::Player(_) | Turn::Together) if self.plies == 0 => Turn::Over,
            Some(turn) => turn,
        }
    }
    fn actions(&self, out: &mut Vec<Self::Action>) {
        let mut list = vec![];
        self.in_world().actions(&mut list);
        out.clear();
        out.extend(list.into_iter().map(SubgameAction::Made));
    }
    fn apply(&mut self, step: Self::Action) {
        self.go(step);
        match (step, &mut self.world) {
            (SubgameAction::Deal(world), _) => {
                self.world = Some((world as usize, self.start.worlds[world as usize].clone()));
            }
            (SubgameAction::Made(action), Some((_, state))) => {
                self.plies -= u32::from(matches!(state.turn(), Turn::Player(_)));
                state.apply(action);
            }
            (SubgameAction::Made(_), None) => {
                unreachable!("a world is dealt before anything happens in it")
            }
        }
    }
    fn payoff(&self, who: Player) -> f64 {
        let first = self.values.get(&self.way).copied().unwrap_or(0.0);
        if who == Player(0) { first } else { -first }
    }
}

impl<G: Outcomes + Observe> Chance for EpimcSubgame<G> {
    fn sample(&self, rng: &mut Rng) -> Self::Action {
        match self.state() {
            None => SubgameAction::Deal(rng.below(self.start.worlds.len()) as u32),
            Some(state) => SubgameAction::Made(state.sample(rng)),
        }
    }
}

impl<G: Outcomes + Observe> Outcomes for EpimcSubgame<G> {
    fn outcomes(&self, out: &mut Vec<(Self::Action, f64)>) {
        out.clear();
        let Some(state) = self.state() else {
            let worlds = self.start.worlds.len();
            return out.extend(
                (0..worlds as u32).map(|world| (SubgameAction::Deal(world), 1.0 / worlds as f64)),
            );
        };
        let mut list = vec![];
        state.outcomes(&mut list);
        out.extend(list.into_iter().map(|(outcome, odds)| (SubgameAction::Made(outcome), odds)));
    }
}

impl<G: Observe + Simultaneous> Simultaneous for EpimcSubgame<G> {
    fn choices(&self, who: Player, out: &mut Vec<Self::Action>) {
        let mut list = vec![];
        self.in_world().choices(who, &mut list);
        out.clear();
        out.extend(list.into_iter().map(SubgameAction::Made));
    }
    fn apply_together(&mut self, choices: &[Self::Action]) {
        self.go(choices);
        let made = choices.iter().map(|choice| match *choice {
            SubgameAction::Made(action) => action,
            SubgameAction::Deal(_) => unreachable!("worlds are dealt, not chosen"),
        });
        let made: Vec<G::Action> = made.collect();
        self.plies -= 1;
        let (_, state) =
            self.world.as_mut().expect("a world is dealt before anything happens in it");
        state.apply_together(&made);
    }
}

impl<G: Observe> Hidden for EpimcSubgame<G> {
    /// The seat's view of the world that was dealt.
    type View = Option<G::View>;
    fn view(&self, who: Player) -> Self::View {
        self.state().map(|state| state.view(who))
    }
    fn determinize(_: &Self::View, _: &mut Rng) -> Self {
        unreachable!("a subgame is enumerated, never determinized")
    }
}

impl<G: Observe> Observe for EpimcSubgame<G> {
    type Seen = Sight<G::Seen>;
    const RECALL: Recall = Recall::Forgets;
    fn seen(&self, step: Self::Action, who: Player) -> Option<Self::Seen> {
        match step {
            SubgameAction::Deal(world) => {
                Some(Sight::Dealt(self.start.alike[world as usize][who.0]))
            }
            SubgameAction::Made(action) => self.in_world().seen(action, who).map(Sight::Seen),
        }
    }
}
