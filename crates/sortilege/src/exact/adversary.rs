//! A lower bound on what the best opponent wins, by an adversary who searches: for games in which
//! the best response cannot be found exactly. After F. Timbers and others, "Approximate
//! exploitability: learning a best response", IJCAI 2022 (ISMCTS-BR), without what is learnt there.
//!
//! The adversary knows what its opponent would do anywhere, as a best response does, and nothing of
//! what is hidden from its seat. In episodes from the start of the game it grows a tree over what
//! its seat has observed, and chooses in it by UCB1; the opponent draws from its own strategy, and
//! where the tree ends the adversary plays like the opponent. Then games are played with other
//! draws, in which it takes the most visited moves as far as its tree goes. What it wins in these,
//! any best response wins at least.

use crate::bandit::{Arm, ucb1};
use crate::game::{Chance, Label, Observe, Simultaneous};
use crate::{Game, Player, Rng, Stop, Turn};
use rustc_hash::FxHashMap;

/// An adversary who searches, for games of two.
#[derive(Clone, Copy, Debug)]
pub struct Adversary {
    /// Episodes for each seat.
    pub episodes: u64,
    /// Games for each seat, after them.
    pub games: u64,
    /// The exploration constant, for rewards from 0 to 1.
    pub c: f64,
}

/// What an adversary has won.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Won {
    /// What it won in each game of each seat, from -1 to 1.
    pub payoffs: [Vec<f64>; 2],
    /// Information sets in its trees, by seat.
    pub sets: [usize; 2],
}

impl Won {
    /// What it won in a game on average, seats drawn by lot, and the standard error of that: a best
    /// response wins at least as much.
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
    /// So many episodes for each seat, and games.
    pub fn new(episodes: u64, games: u64) -> Self {
        Adversary { episodes, games, c: 0.7 }
    }

    /// Plays against `opponent`, who says what it does in a state by what its seat knows there.
    /// `on_progress` is told after every episode and game. Nothing if it is stopped.
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
        assert!(start.players() == 2, "an adversary is for games of two");
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

/// A choice of the adversary, by what its seat has observed.
struct Set<A> {
    actions: Vec<A>,
    arms: Vec<Arm>,
}

/// What was observed before, and what is observed next.
type Step<G> = (u32, Label<<G as Game>::Action, <G as Observe>::Seen>);

/// The tree of one seat.
struct Observed<G: Observe> {
    seat: Player,
    c: f32,
    /// Numbers for what was observed, one observation after another, from [`BEGINNING`].
    next: FxHashMap<Step<G>, u32>,
    sets: FxHashMap<u32, Set<G::Action>>,
    /// The choices of an episode.
    path: Vec<(u32, usize)>,
    scores: Vec<f32>,
}

/// Nothing has been observed.
const BEGINNING: u32 = 0;

impl<G: Chance + Observe + Simultaneous> Observed<G> {
    fn new(seat: Player, c: f64) -> Self {
        let (next, sets) = (FxHashMap::default(), FxHashMap::default());
        Observed { seat, c: ucb1::constant(c), next, sets, path: vec![], scores: vec![] }
    }

    /// One game from the start, and what it paid. While it learns, one choice is added to the tree,
    /// and those on the way hear of the payoff.
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

    /// What is done: by the tree if it is the adversary's turn and the tree goes so far, and as the
    /// opponent would otherwise.
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
                self.sets.insert(at, Set { actions, arms });
            }
            // Where the tree ends it stays ended.
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

    /// What the seat observes of an action becomes a part of what it knows.
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
    use crate::exact::{Tabulated, Tree, exploitability};
    use crate::testing::random_tree::{RandomTree, Shape};

    /// Before the deal.
    const DEAL: Kuhn = Kuhn { cards: None, bets: vec![] };

    /// An opponent who takes any move.
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
            .expect("nobody stops it")
    }

    /// What is won comes to what the best response wins, and is never clearly more; without
    /// episodes the adversary is the opponent himself, and wins nothing.
    fn assert_bound<G: Chance + Observe + Simultaneous + crate::game::Outcomes>(
        start: &G,
        seed: u64,
    ) {
        let tree = Tree::new(start);
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
            assert_bound(&RandomTree::new(seed, Shape { steps: 5, ..Shape::DRAWN }), seed);
        }
    }

    #[test]
    fn errors_are_those_of_means() {
        let won = Won { payoffs: [vec![1.0, -1.0, 1.0, 1.0], vec![0.0, 0.0]], sets: [0, 0] };
        // The first seat: mean 1/2, variance 1 of a game, 1/4 of the mean; half of it counts.
        let (mean, error) = won.mean();
        assert_eq!((mean, error), (0.25, 0.25));
    }

    #[test]
    fn it_can_be_stopped() {
        let (stop, mut told) = (Stop::default(), 0);
        let mut on_progress = || {
            told += 1;
            if told == 10 {
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
        assert_eq!(told, 10);
    }
}
