//! Many random games in parallel: [`Bulk`] collects statistics of games, and [`Batched`] runs the
//! playouts of a search, several games for each leaf.

use crate::core::Core;
use crate::hidden::HiddenGame;
use crate::lanes::{LANES, Lanes, WIDTH};
use crate::moves::ROLES;
use crate::net::Net;
use crate::open::OpenGame;
use crate::sheet::Sheet;
use sortilege::game::{Simultaneous, Values};
use sortilege::playout::{Playout, Policy, Rollout};
use sortilege::{Game, Player, Rng, Turn};

/// Statistics of many random games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    /// Number of finished games.
    pub games: u64,
    /// Number of steps of finished games.
    pub steps: u64,
    /// Sum of the goal values of each seat, from 0 to 100 per game.
    pub goals: [f64; sortilege::game::MAX_PLAYERS],
}

/// Plays hundreds of random games from the initial state in parallel.
pub struct Bulk<'a> {
    net: &'a Net,
    sheet: &'a Sheet,
    lanes: Lanes,
    prices: Vec<Vec<(f64, u32)>>,
    steps: [u32; LANES],
    waiting: [u64; WIDTH],
    /// Number of finished games at which their goals are evaluated.
    enough: u32,
}

impl<'a> Bulk<'a> {
    /// Creates a player for the games of a sheet; `None` if it has no net.
    pub fn new(sheet: &'a Sheet) -> Option<Self> {
        let net = sheet.net()?;
        let mut lanes = sheet.lanes()?;
        lanes.restart(&[!0; WIDTH], net);
        let steps = (net.ends[1] - net.first_gate).max(1);
        let goals = net.ends[3] - net.ends[2];
        // Balances two costs: waiting wastes a share of the lanes, evaluating goals takes a share
        // of the gates.
        let enough = (16 * goals / steps).clamp(1, LANES / 4) as u32;
        let prices = sheet.priced_goals();
        Some(Bulk { net, sheet, lanes, prices, steps: [0; LANES], waiting: [0; WIDTH], enough })
    }

    /// Plays until at least `games` games have finished.
    pub fn run(&mut self, games: u64, rng: &mut Rng) -> Totals {
        let mut totals = Totals::default();
        while totals.games < games {
            self.step(rng, &mut totals);
        }
        totals
    }

    fn step(&mut self, rng: &mut Rng, totals: &mut Totals) {
        let over = self.lanes.look(self.net);
        let mut count = 0;
        for (waiting, over) in self.waiting.iter_mut().zip(over) {
            *waiting |= over;
            count += waiting.count_ones();
        }
        if count >= self.enough {
            self.collect(totals);
            // Restarted games need their legal moves evaluated.
            self.lanes.look(self.net);
        }
        let live = self.waiting.map(|waiting| !waiting);
        let stuck = self.lanes.step(&live, self.net, rng);
        for word in 0..WIDTH {
            let mut moved = live[word];
            while moved != 0 {
                let lane = 64 * word + moved.trailing_zeros() as usize;
                moved &= moved - 1;
                self.steps[lane] += 1;
                if self.steps[lane] >= self.sheet.longest {
                    self.waiting[word] |= 1 << (lane % 64);
                }
            }
            self.waiting[word] |= stuck[word];
        }
    }

    fn collect(&mut self, totals: &mut Totals) {
        self.lanes.look_at_goals(self.net);
        for (word, &waiting) in self.waiting.iter().enumerate() {
            totals.games += u64::from(waiting.count_ones());
            let mut left = waiting;
            while left != 0 {
                let lane = 64 * word + left.trailing_zeros() as usize;
                left &= left - 1;
                totals.steps += u64::from(self.steps[lane]);
                self.steps[lane] = 0;
            }
        }
        for seat in 0..self.sheet.players() {
            let prices = &self.prices[self.sheet.role_of(Player(seat))];
            totals.goals[seat] += earned(&self.lanes, prices, &self.waiting);
        }
        self.lanes.restart(&self.waiting, self.net);
        self.waiting = [0; WIDTH];
    }
}

/// Sum of the goal values of these lanes. If a role has several goals, the highest counts.
fn earned(lanes: &Lanes, prices: &[(f64, u32)], which: &[u64; WIDTH]) -> f64 {
    let mut order: Vec<&(f64, u32)> = prices.iter().collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut left = *which;
    let mut total = 0.0;
    for &&(price, signal) in &order {
        let on = lanes.get(signal);
        for word in 0..WIDTH {
            total += price * f64::from((on[word] & left[word]).count_ones());
            left[word] &= !on[word];
        }
    }
    total
}

/// Playouts with several random games for each leaf, all in parallel; returns their mean payoffs.
/// Sheets without a net are played out one by one.
pub struct Batched<G: Game> {
    /// Random games for each leaf.
    pub games: usize,
    room: Option<(u64, Lanes, Prices)>,
    plain: Rollout<G>,
}

/// Playout policy of [`Batched`]: uniformly random moves, with several games for each leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crowd {
    /// Random games for each leaf.
    pub games: usize,
}

impl<G: Simultaneous> Policy<G> for Crowd {
    #[inline]
    fn action(&mut self, state: &G, scratch: &mut Vec<G::Action>, rng: &mut Rng) -> G::Action {
        state.random_action(scratch, rng)
    }
}

/// For each role the goal values and their signals.
type Prices = Vec<Vec<(f64, u32)>>;

impl<G: Game> Batched<G> {
    /// Creates the playouts of a policy.
    pub fn of(crowd: Crowd) -> Self {
        Batched::new(crowd.games)
    }

    /// Creates playouts with `games` random games for each leaf, from 1 to 512.
    pub fn new(games: usize) -> Self {
        Batched { games: games.clamp(1, LANES), room: None, plain: Rollout::default() }
    }
}

/// A game of a sheet.
pub trait OfSheet: sortilege::game::Chance + sortilege::game::Simultaneous {
    /// State of the game.
    #[doc(hidden)]
    fn standing(&self) -> Standing<'_>;
}

/// State of a game, accessible only to this crate.
pub struct Standing<'a>(&'a Core);

impl<'a> Standing<'a> {
    pub(crate) fn core(&self) -> &'a Core {
        self.0
    }
}

impl OfSheet for OpenGame {
    fn standing(&self) -> Standing<'_> {
        Standing(&self.0)
    }
}

impl OfSheet for HiddenGame {
    fn standing(&self) -> Standing<'_> {
        Standing(&self.core)
    }
}

impl<G: OfSheet> Playout<G> for Batched<G> {
    fn finish(&mut self, state: &mut G, rng: &mut Rng, values: &mut [f64]) -> u32 {
        if state.standing().0.sheet.net().is_none() {
            return self.plain.finish(state, rng, values);
        }
        let mut all = [Values::default()];
        let mut lengths = [0];
        self.finish_all(std::slice::from_mut(state), rng, &mut all, &mut lengths);
        values.copy_from_slice(&all[0][..values.len()]);
        lengths[0]
    }

    fn batch(&self) -> usize {
        LANES / self.games
    }

    fn finish_all(
        &mut self,
        states: &mut [G],
        rng: &mut Rng,
        values: &mut [Values],
        lengths: &mut [u32],
    ) {
        let Some(first) = states.first() else { return };
        if first.standing().0.sheet.net().is_none() {
            for ((state, values), length) in states.iter_mut().zip(values).zip(lengths) {
                let players = state.players();
                *length = self.plain.finish(state, rng, &mut values[..players]);
            }
            return;
        }
        let each = self.batch();
        for ((states, values), lengths) in
            states.chunks_mut(each).zip(values.chunks_mut(each)).zip(lengths.chunks_mut(each))
        {
            self.play(states, rng, values, lengths);
        }
    }
}

impl<G: OfSheet> Batched<G> {
    /// Plays one batch of lanes to the end.
    fn play(
        &mut self,
        states: &mut [G],
        rng: &mut Rng,
        values: &mut [Values],
        lengths: &mut [u32],
    ) {
        // A pending chance turn is sampled once for all games of a leaf.
        for state in states.iter_mut() {
            while state.turn() == Turn::Chance && state.standing().0.chosen.is_some() {
                let outcome = state.sample(rng);
                state.apply(outcome);
            }
        }
        let sheet = states[0].standing().0.sheet.clone();
        let net = sheet.net().expect("there is a net");
        let fresh = || (sheet.id(), sheet.lanes().expect("there is a net"), sheet.priced_goals());
        if self.room.as_ref().is_none_or(|(id, ..)| *id != sheet.id()) {
            self.room = Some(fresh());
        }
        let (_, lanes, prices) = self.room.as_mut().expect("it was just made");
        // With few leaves each gets more games, so that no lane is idle.
        let each = (LANES / states.len()).max(1);
        for (at, state) in states.iter().enumerate() {
            for lane in at * each..(at + 1) * each {
                lanes.load(lane, &state.standing().0.state);
            }
        }
        let used = states.len() * each;
        let mut live: [u64; WIDTH] =
            std::array::from_fn(|word| match used.saturating_sub(64 * word) {
                0 => 0,
                left @ 1..64 => (1 << left) - 1,
                _ => !0,
            });
        let everyone = live;
        let mut steps = 0;
        let mut moves = vec![0u64; states.len()];
        loop {
            let over = lanes.look(net);
            live = std::array::from_fn(|word| live[word] & !over[word]);
            if live == [0; WIDTH] || steps >= sheet.longest {
                break;
            }
            count(&live, each, &mut moves);
            let stuck = lanes.step(&live, net, rng);
            live = std::array::from_fn(|word| live[word] & !stuck[word]);
            steps += 1;
        }
        lanes.look_at_goals(net);
        for (at, values) in values.iter_mut().enumerate().take(states.len()) {
            let own = range(at * each, (at + 1) * each, &everyone);
            for seat in 0..sheet.players() {
                let goal = earned(lanes, &prices[sheet.role_of(Player(seat))], &own) / each as f64;
                values[seat] = goal / 50.0 - 1.0;
            }
            lengths[at] = (moves[at] / each as u64) as u32;
        }
    }
}

/// Intersection of `which` with a range of lanes.
fn range(from: usize, to: usize, which: &[u64; WIDTH]) -> [u64; WIDTH] {
    std::array::from_fn(|word| {
        let (low, high) = (
            from.clamp(64 * word, 64 * word + 64) - 64 * word,
            to.clamp(64 * word, 64 * word + 64) - 64 * word,
        );
        let below = |bits: usize| if bits == 64 { !0 } else { (1u64 << bits) - 1 };
        which[word] & below(high) & !below(low)
    })
}

/// Adds the number of running lanes of each leaf.
fn count(live: &[u64; WIDTH], each: usize, moves: &mut [u64]) {
    for (at, moves) in moves.iter_mut().enumerate() {
        let own = range(at * each, (at + 1) * each, live);
        *moves += own.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
    }
}

const _: () = assert!(ROLES <= 16, "a role fits four bits");
