//! Bit-parallel random games: each game is one bit of a word, and gates operate on words. Finished
//! games wait until there are enough of them to make the evaluation of goals worthwhile.

use crate::net::{Net, Signal};
use sortilege::Rng;
use sortilege::rng::nth_bit;

/// Number of words processed together.
pub(crate) const WIDTH: usize = 8;
/// Number of parallel games.
pub(crate) const LANES: usize = 64 * WIDTH;

type Word = [u64; WIDTH];
const OFF: Word = [0; WIDTH];

/// Plays games of a net in parallel.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
    values: Vec<Word>,
    /// Buffer for the fluents of the next state.
    next: Vec<Word>,
    /// Buffer for the legal moves of 64 lanes: one row per 64 moves.
    rows: Vec<[u64; 64]>,
}

impl Lanes {
    /// Buffers for games of a net.
    pub(crate) fn new(net: &Net) -> Self {
        let most = net.moves.iter().map(Vec::len).max().unwrap_or(0);
        let mut values = vec![OFF; net.nodes];
        values[0] = [!0; WIDTH];
        Lanes { values, next: vec![OFF; net.next.len()], rows: vec![[0; 64]; most.div_ceil(64)] }
    }

    /// Loads a state into a lane.
    pub(crate) fn load(&mut self, lane: usize, state: &[u64]) {
        let (word, bit) = (lane / 64, 1u64 << (lane % 64));
        for (at, value) in self.values[1..].iter_mut().enumerate().take(self.next.len()) {
            match state[at / 64] >> (at % 64) & 1 {
                0 => value[word] &= !bit,
                _ => value[word] |= bit,
            }
        }
    }

    /// Loads the initial state into these lanes.
    pub(crate) fn restart(&mut self, lanes: &Word, net: &Net) {
        for (at, value) in self.values[1..].iter_mut().enumerate().take(net.next.len()) {
            let is_initial = net.initial[at / 64] >> (at % 64) & 1 == 1;
            for (value, lanes) in value.iter_mut().zip(lanes) {
                *value = if is_initial { *value | lanes } else { *value & !lanes };
            }
        }
    }

    /// Evaluates legal moves and termination. Returns the lanes in which the game is over.
    #[inline]
    pub(crate) fn look(&mut self, net: &Net) -> Word {
        self.evaluate(net.first_gate, net.ends[0], net);
        self.get(net.terminal)
    }

    /// Evaluates the goals of all lanes.
    pub(crate) fn look_at_goals(&mut self, net: &Net) {
        self.evaluate(net.ends[2], net.ends[3], net);
    }

    /// Lanes in which a signal is on.
    #[inline]
    pub(crate) fn get(&self, signal: Signal) -> Word {
        let mask = 0u64.wrapping_sub(u64::from(signal & 1));
        self.values[(signal / 2) as usize].map(|word| word ^ mask)
    }

    /// Makes a random joint move in the lanes that are `live`. Returns the lanes in which a role
    /// has no move; these stay unchanged.
    #[inline]
    pub(crate) fn step(&mut self, live: &Word, net: &Net, rng: &mut Rng) -> Word {
        let mut live = *live;
        let mut stuck = OFF;
        for role in 0..net.moves.len() {
            let lacking = self.choose(role, &live, net, rng);
            for word in 0..WIDTH {
                stuck[word] |= lacking[word];
                live[word] &= !lacking[word];
            }
        }
        self.evaluate(net.ends[0], net.ends[1], net);
        for (next, &signal) in self.next.iter_mut().zip(&net.next) {
            let mask = 0u64.wrapping_sub(u64::from(signal & 1));
            *next = self.values[(signal / 2) as usize].map(|word| word ^ mask);
        }
        for (value, next) in self.values[1..].iter_mut().zip(&self.next) {
            for word in 0..WIDTH {
                value[word] = value[word] & !live[word] | next[word] & live[word];
            }
        }
        stuck
    }

    /// Chooses a move of a role in each lane. Returns the lanes without a legal move.
    fn choose(&mut self, role: usize, live: &Word, net: &Net, rng: &mut Rng) -> Word {
        let moves = &net.moves[role];
        let (mut one, mut several) = (OFF, OFF);
        for legal in moves.iter().map(|one| one.legal) {
            let legal = self.get(legal);
            for word in 0..WIDTH {
                several[word] |= one[word] & legal[word];
                one[word] |= legal[word];
            }
        }
        let (mut lacking, mut single, mut choosing) = (OFF, OFF, false);
        for word in 0..WIDTH {
            lacking[word] = live[word] & !one[word];
            single[word] = live[word] & one[word] & !several[word];
            several[word] &= live[word];
            choosing |= several[word] != 0;
        }
        // If there is a single move, it is made in all these lanes at once.
        for chosen in moves.iter().filter(|chosen| chosen.does != 0) {
            let legal = self.get(chosen.legal);
            let does = &mut self.values[chosen.does as usize];
            for word in 0..WIDTH {
                does[word] = legal[word] & single[word];
            }
        }
        if choosing {
            for (word, &lanes) in several.iter().enumerate().filter(|(_, lanes)| **lanes != 0) {
                self.draw(role, word, lanes, net, rng);
            }
        }
        lacking
    }

    /// Samples moves for the lanes of one word that have several.
    #[inline]
    fn draw(&mut self, role: usize, word: usize, lanes: u64, net: &Net, rng: &mut Rng) {
        let moves = &net.moves[role];
        let blocks = moves.len().div_ceil(64);
        for (block, row) in self.rows.iter_mut().enumerate().take(blocks) {
            let start = 64 * block;
            let end = moves.len().min(start + 64);
            for (slot, chosen) in row.iter_mut().zip(&moves[start..end]) {
                let mask = 0u64.wrapping_sub(u64::from(chosen.legal & 1));
                *slot = self.values[(chosen.legal / 2) as usize][word] ^ mask;
            }
            row[end - start..].fill(0);
            transpose(row);
        }
        let mut left = lanes;
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let chosen = &moves[pick(&self.rows[..blocks], lane, rng)];
            self.values[chosen.does as usize][word] |= u64::from(chosen.does != 0) << lane;
        }
    }

    #[inline]
    fn evaluate(&mut self, from: usize, to: usize, net: &Net) {
        let mut at = from;
        for &(start, end) in &net.loops {
            let (start, end) = (start as usize, end as usize);
            if start < from || start >= to {
                continue;
            }
            self.run(at, start, net);
            self.settle_loop(start, end, net);
            at = end;
        }
        self.run(at, to, net);
    }

    #[inline]
    fn run(&mut self, from: usize, to: usize, net: &Net) {
        for node in from..to {
            self.values[node] = self.gate(node, net);
        }
    }

    #[inline(always)]
    fn gate(&self, node: usize, net: &Net) -> Word {
        let gate = node - net.first_gate;
        let inputs = net.inputs.of(gate);
        let mut out = [0u64.wrapping_sub(u64::from(net.is_and[gate])); WIDTH];
        if net.is_and[gate] {
            for &input in inputs {
                let mask = 0u64.wrapping_sub(u64::from(input & 1));
                let value = &self.values[(input / 2) as usize];
                for word in 0..WIDTH {
                    out[word] &= value[word] ^ mask;
                }
            }
        } else {
            for &input in inputs {
                let mask = 0u64.wrapping_sub(u64::from(input & 1));
                let value = &self.values[(input / 2) as usize];
                for word in 0..WIDTH {
                    out[word] |= value[word] ^ mask;
                }
            }
        }
        out
    }

    /// Evaluates a loop: starts with all gates off and iterates to the least fixpoint.
    fn settle_loop(&mut self, from: usize, to: usize, net: &Net) {
        self.values[from..to].fill(OFF);
        loop {
            let mut changed = 0;
            for node in (from..to).rev() {
                let now = self.gate(node, net);
                changed |=
                    (0..WIDTH).fold(0, |all, word| all | (now[word] ^ self.values[node][word]));
                self.values[node] = now;
            }
            if changed == 0 {
                return;
            }
        }
    }
}

/// Selects one of the set bits of a lane uniformly.
#[inline]
fn pick(rows: &[[u64; 64]], lane: usize, rng: &mut Rng) -> usize {
    if let [row] = rows {
        return rng.pick_bit(row[lane]) as usize;
    }
    let count: u32 = rows.iter().map(|row| row[lane].count_ones()).sum();
    let mut left = rng.below(count as usize) as u32;
    for (block, row) in rows.iter().enumerate() {
        let here = row[lane].count_ones();
        if left < here {
            return 64 * block + nth_bit(row[lane], left) as usize;
        }
        left -= here;
    }
    unreachable!("the bit is one of those that were counted")
}

/// Transposes the bit matrix (Warren, Hacker's Delight, §7-3).
fn transpose(rows: &mut [u64; 64]) {
    let mut width = 32;
    let mut mask = 0x0000_0000_ffff_ffff_u64;
    while width != 0 {
        let mut at = 0;
        while at < 64 {
            let swap = (rows[at] >> width ^ rows[at + width]) & mask;
            rows[at] ^= swap << width;
            rows[at + width] ^= swap;
            at = (at + width + 1) & !width;
        }
        width >>= 1;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let mut rng = Rng::new(1);
        let rows: [u64; 64] = std::array::from_fn(|_| rng.bits());
        let mut turned = rows;
        transpose(&mut turned);
        for (at, row) in rows.iter().enumerate() {
            for (to, column) in turned.iter().enumerate() {
                assert_eq!(row >> to & 1, column >> at & 1);
            }
        }
    }
}
