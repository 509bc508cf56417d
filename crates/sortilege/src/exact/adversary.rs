//! Approximate exploitability: a lower bound on the payoff of a best response, found by search, for
//! games in which the best response cannot be computed exactly. The method is ISMCTS-BR of F.
//! Timbers and others, "Approximate exploitability: learning a best response", IJCAI 2022, without
//! the learnt networks.
//!
//! The adversary knows its opponent's strategy in every state, as a best response does, but not
//! what is hidden from its own seat. In episodes from the start of the game it builds a tree over
//! the observations of its seat and selects its actions in the tree by UCB1. The opponent's actions
//! are sampled from its strategy. Beyond the tree, the adversary plays like the opponent. Test
//! games with other random numbers follow, in which the adversary plays the most visited actions of
//! its tree. In expectation, a best response wins at least as much as the adversary wins in these
//! games.

use crate::bandit::{Arm, ucb1};
use crate::game::{Chance, Label, Observe, Simultaneous};
use crate::{Game, Player, Rng, Stop, Turn};
use rustc_hash::FxHashMap;

/// A searching adversary for two-player games.
#[derive(Clone, Copy, Debug)]
pub struct Adversary {
    /// Number of training episodes for each seat.
    pub episodes: u64,
    /// Number of test games for each seat.
    pub games: u64,
    /// Exploration constant c of UCB1, for rewards in [0, 1].
    pub c: f64,
}

/// Results of the adversary in the test games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Won {
    /// Payoff of each game, in [-1, 1], by seat.
    pub payoffs: [Vec<f64>; 2],
    /// Number of information sets in its trees, by seat.
    pub sets: [usize; 2],
}

impl Won {
    /// The mean payoff over both seats and its standard error. The expected payoff of a best
    /// response is at least the expectation of this mean.
    pub fn mean(&self) -> (f64, f64) {
        let (mut mean, mut variance) = (0.0, 0.0);
        for payoffs in &self.payoffs {
            let count = payoffs.len().max(1) as f64;
            let own = payoffs.iter().sum::<f64>() / count;
            let squares: f64 = payoffs.iter().map(|payoff| (payoff - own) * (payoff - own)).sum();
            mean += own / 2.0;
            variance += squares / (count * (count - 1.0).max(1.0)) / 4.0;
        }
        (mean, variance.sqrt())
    }
}

impl Adversary {
    /// An adversary with this many episodes and test games for each seat, and c = 0.7.
    pub fn new(episodes: u64, games: u64) -> Self {
        Adversary { episodes, games, c: 0.7 }
    }

    /// Plays against `opponent`, which returns the action of a player in a state from what that
    /// player knows there. Calls `on_progress` after every episode and game. Returns `None` if it
    /// is stopped.
    ///
    /// ```
    /// use sortilege::exact::Adversary;
    /// use sortilege::testing::hand_made::{HandMade, Place};
    /// use sortilege::{Game, Rng, Stop};
    /// // The second player can always take the better end; this opponent takes the first that comes.
    /// let places = [Place::Choice(0, &[1, 2]), Place::Choice(1, &[3, 4]), Place::End(&[0.5, -0.5]),
    ///     Place::End(&[1.0, -1.0]), Place::End(&[-1.0, 1.0])];
    /// let game = HandMade::new(Box::leak(Box::new(places)));
    /// let mut first = |state: &HandMade, _, _: &mut Rng| { let mut list = vec![]; state.actions(&mut list); list[0] };
    /// let won = Adversary::new(100, 10).play(&game, &mut first, &Stop::default(), &mut || (), &mut Rng::new(1));
    /// assert_eq!(won.unwrap().mean().0, 1.0);
    /// ```
    pub fn play<G: Chance + Observe + Simultaneous>(
        &self,
        start: &G,
        opponent: &mut dyn FnMut(&G, Player, &mut Rng) -> G::Action,
        stop: &Stop,
        on_progress: &mut dyn FnMut(),
        rng: &mut Rng,
    ) -> Option<Won> {
        assert!(start.players() == 2, "an adversary needs a two-player game");
        let mut won = Won::default();
        for (seat, payoffs) in won.payoffs.iter_mut().enumerate() {
            let mut tree = Observed::new(Player(seat), self.c);
            for number in 0..self.episodes + self.games {
                if stop.is_set() {
                    return None;
                }
                let learns = number < self.episodes;
                let payoff = tree.episode(start, learns, opponent, rng);
                if !learns {
                    payoffs.push(payoff);
                }
                on_progress();
            }
            won.sets[seat] = tree.sets.len();
        }
        Some(won)
    }
}

/// An information set of the adversary at which it decides.
struct AdversaryNode<A> {
    actions: Vec<A>,
    arms: Vec<Arm>,
}

/// A sequence of observations, and the next observation.
type ObservationStep<G> = (u32, Label<<G as Game>::Action, <G as Observe>::Seen>);

/// The tree of one seat.
struct Observed<G: Observe> {
    seat: Player,
    c: f32,
    /// Numbers of observation sequences: the sequence [`BEGINNING`] is empty, and each observation
    /// leads from one number to the next.
    next: FxHashMap<ObservationStep<G>, u32>,
    sets: FxHashMap<u32, AdversaryNode<G::Action>>,
    /// The information sets and arms selected in the current episode.
    path: Vec<(u32, usize)>,
    scores: Vec<f32>,
}

/// The empty observation sequence.
const BEGINNING: u32 = 0;

impl<G: Chance + Observe + Simultaneous> Observed<G> {
    fn new(seat: Player, c: f64) -> Self {
        let (next, sets) = (FxHashMap::default(), FxHashMap::default());
        Observed { seat, c: ucb1::constant(c), next, sets, path: vec![], scores: vec![] }
    }

    /// Plays one game from the start and returns its payoff. If `learns` is set, adds one
    /// information set to the tree and updates the selected arms with the payoff.
    fn episode(
        &mut self,
        start: &G,
        learns: bool,
        opponent: &mut dyn FnMut(&G, Player, &mut Rng) -> G::Action,
        rng: &mut Rng,
    ) -> f64 {
        let mut state = start.clone();
        let mut known = Some(BEGINNING);
        self.path.clear();
        loop {
            match state.turn() {
                Turn::Over => break,
                Turn::Chance => {
                    let action = state.sample(rng);
                    self.watch(&mut known, &state, action, None, learns);
                    state.apply(action);
                }
                Turn::Player(who) => {
                    let action = self.choose(&mut known, &state, who, learns, opponent, rng);
                    self.watch(&mut known, &state, action, Some(who), learns);
                    state.apply(action);
                }
                Turn::Together => {
                    let joint = [0, 1].map(|who| {
                        self.choose(&mut known, &state, Player(who), learns, opponent, rng)
                    });
                    for (who, action) in joint.into_iter().enumerate() {
                        self.watch(&mut known, &state, action, Some(Player(who)), learns);
                    }
                    state.apply_together(&joint);
                }
            }
        }
        let payoff = state.payoff(self.seat);
        if learns {
            for &(known, at) in &self.path {
                let set = self.sets.get_mut(&known).expect("it was chosen in");
                set.arms[at].visit((payoff + 1.0) / 2.0);
            }
        }
        payoff
    }

    /// Selects an action: from the tree if the adversary is on turn and still inside its tree,
    /// otherwise as the opponent would.
    fn choose(
        &mut self,
        known: &mut Option<u32>,
        state: &G,
        who: Player,
        learns: bool,
        opponent: &mut dyn FnMut(&G, Player, &mut Rng) -> G::Action,
        rng: &mut Rng,
    ) -> G::Action {
        let Some(at) = known.filter(|_| who == self.seat) else { return opponent(state, who, rng) };
        let Some(set) = self.sets.get(&at) else {
            if learns {
                let mut actions = vec![];
                state.options(who, &mut actions);
                let arms = vec![Arm::default(); actions.len()];
                self.sets.insert(at, AdversaryNode { actions, arms });
            }
            // Once outside the tree, the episode stays outside.
            *known = None;
            return opponent(state, who, rng);
        };
        let arm = match learns {
            true => {
                let visits = set.arms.iter().map(|arm| u64::from(arm.visits)).sum();
                ucb1::choose(set.arms.iter().map(Arm::score), visits, self.c, &mut self.scores, rng)
            }
            false => most_visited(&set.arms),
        };
        self.path.push((at, arm));
        set.actions[arm]
    }

    /// Appends the seat's observation of an action to its observation sequence.
    fn watch(
        &mut self,
        known: &mut Option<u32>,
        state: &G,
        action: G::Action,
        mover: Option<Player>,
        learns: bool,
    ) {
        let Some(at) = *known else { return };
        let label = match mover == Some(self.seat) {
            true => Label::Own(action),
            false => match state.seen(action, self.seat) {
                Some(seen) => Label::Seen(seen),
                None => return,
            },
        };
        let fresh = self.next.len() as u32 + 1;
        *known = match learns {
            true => Some(*self.next.entry((at, label)).or_insert(fresh)),
            false => self.next.get(&(at, label)).copied(),
        };
    }
}

/// The first of the most visited arms.
fn most_visited(arms: &[Arm]) -> usize {
    (0..arms.len()).rev().max_by_key(|&at| arms[at].visits).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::toys::Kuhn;
    use crate::exact::{GameTree, Tabulated, exploitability};
    use crate::testing::random_tree::{RandomTree, TreeShape};

    /// Before the deal.
    const DEAL: Kuhn = Kuhn { cards: None, bets: vec![] };

    /// An opponent that plays uniformly at random.
    fn anything<G: Simultaneous>(state: &G, who: Player, rng: &mut Rng) -> G::Action {
        let mut actions = vec![];
        state.options(who, &mut actions);
        actions[rng.below(actions.len())]
    }

    fn against_anything<G: Chance + Observe + Simultaneous>(
        start: &G,
        episodes: u64,
        seed: u64,
    ) -> Won {
        let mut opponent = anything::<G>;
        let (stop, rng) = (Stop::default(), &mut Rng::new(seed));
        Adversary::new(episodes, 4000)
            .play(start, &mut opponent, &stop, &mut || (), rng)
            .expect("it is never stopped")
    }

    /// The adversary's payoff approaches that of the best response and never clearly exceeds it.
    /// Without episodes, the adversary plays like its opponent and wins nothing.
    fn assert_bound<G: Chance + Observe + Simultaneous + crate::game::Outcomes>(
        start: &G,
        seed: u64,
    ) {
        let tree = GameTree::new(start);
        let best = exploitability(&tree, &Tabulated::uniform(&tree));
        let (mean, error) = against_anything(start, 20_000, seed).mean();
        assert!(mean < best + 4.0 * error, "{mean} of {best}");
        assert!(mean > 0.9 * best - 4.0 * error, "{mean} of {best}");
        let (mean, error) = against_anything(start, 0, seed).mean();
        assert!(mean.abs() < 4.0 * error.max(1e-9), "{mean}");
    }

    #[test]
    fn the_best_response_is_found_at_poker() {
        assert_bound(&DEAL, 1);
    }

    #[test]
    fn the_best_response_is_found_in_random_games() {
        for seed in 0..4 {
            assert_bound(&RandomTree::new(seed, TreeShape { steps: 5, ..TreeShape::DRAWN }), seed);
        }
    }

    #[test]
    fn errors_are_those_of_means() {
        let won = Won { payoffs: [vec![1.0, -1.0, 1.0, 1.0], vec![0.0, 0.0]], sets: [0, 0] };
        // The first seat has a mean of 1/2, a variance of 1 for a game and of 1/4 for the mean; it
        // has weight 1/2.
        let (mean, error) = won.mean();
        assert_eq!((mean, error), (0.25, 0.25));
    }

    #[test]
    fn it_can_be_stopped() {
        let (stop, mut reports) = (Stop::default(), 0);
        let mut on_progress = || {
            reports += 1;
            if reports == 10 {
                stop.now();
            }
        };
        let mut opponent = anything::<Kuhn>;
        let won = Adversary::new(100, 100).play(
            &DEAL,
            &mut opponent,
            &stop,
            &mut on_progress,
            &mut Rng::new(1),
        );
        assert_eq!(won, None);
        assert_eq!(reports, 10);
    }
}
