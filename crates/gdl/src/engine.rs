//! Evaluation of a propositional network for one state. From state to state only gates whose inputs
//! changed are evaluated again: every gate counts its missing inputs.

use crate::graph::Lists;
use crate::net::{Net, Signal};

/// Values of all nodes of a net for one state, and the gates that still have to be evaluated.
#[derive(Clone, Debug)]
pub(crate) struct Engine {
    values: Vec<bool>,
    /// A gate is on if its counter is 0 or more.
    counters: Vec<i32>,
    dirty: Dirty,
    /// Fluents of the state.
    fluents: Vec<u64>,
    /// Nodes of the moves that are made.
    made: Vec<u32>,
    /// Legal moves of each role, one bit each.
    legal: Vec<Vec<u64>>,
    /// Fluents that hold in the next state.
    next: Vec<u64>,
    /// For each node the moves that it makes legal and the fluents that it makes hold next: the
    /// move or fluent, the role or [`FLUENT`], and whether the node is negated.
    watched: Lists,
    /// For each node the effects of a change: some of [`WATCHED`] and [`ENTERS`].
    touches: Vec<u8>,
    /// For each gate the number of its loop plus one; 0 outside of loops.
    loop_of: Vec<u32>,
    /// For each loop the gates that were turned on from outside.
    risen: Vec<Vec<u32>>,
    /// For each loop whether one of its supporting inputs was turned off.
    has_fallen: Vec<bool>,
    /// Buffer for the values of a loop before its evaluation.
    old: Vec<bool>,
}

/// A legal move or a fluent of the next state depends directly on the node.
const WATCHED: u8 = 1;
/// The node feeds a gate of a loop that does not contain the node.
const ENTERS: u8 = 2;

/// Stands in the place of a role.
const FLUENT: usize = 15;

/// Gates to evaluate, lowest first.
#[derive(Clone, Debug, Default)]
struct Dirty {
    words: Vec<u64>,
    summary: Vec<u64>,
}

impl Dirty {
    fn new(size: usize) -> Self {
        let words = size.div_ceil(64).max(1);
        Dirty { words: vec![0; words], summary: vec![0; words.div_ceil(64)] }
    }

    #[inline]
    fn insert(&mut self, at: usize) {
        self.words[at / 64] |= 1 << (at % 64);
        self.summary[at / 4096] |= 1 << (at / 64 % 64);
    }

    /// Removes and returns the lowest gate that is at least `from` and below `end`.
    #[inline]
    fn take(&mut self, from: usize, end: usize) -> Option<usize> {
        let mut block = from / 4096;
        while block < self.summary.len() && block * 4096 < end {
            if self.summary[block] != 0 {
                let word = block * 64 + self.summary[block].trailing_zeros() as usize;
                let at = word * 64 + self.words[word].trailing_zeros() as usize;
                if at >= end {
                    return None;
                }
                self.words[word] &= self.words[word] - 1;
                if self.words[word] == 0 {
                    self.summary[block] &= self.summary[block] - 1;
                }
                return Some(at);
            }
            block += 1;
        }
        None
    }
}

impl Engine {
    /// Engine of a net, at the initial state.
    pub(crate) fn new(net: &Net) -> Self {
        let mut watched = vec![];
        for (role, moves) in net.moves.iter().enumerate() {
            for (at, one) in moves.iter().enumerate() {
                watched.push((
                    one.legal / 2,
                    ((at as u32) << 5) | ((role as u32) << 1) | (one.legal & 1),
                ));
            }
        }
        for (at, &signal) in net.next.iter().enumerate() {
            watched.push((signal / 2, ((at as u32) << 5) | ((FLUENT as u32) << 1) | (signal & 1)));
        }
        let mut loop_of = vec![0; net.nodes];
        for (number, &(from, to)) in net.loops.iter().enumerate() {
            (from..to).for_each(|node| loop_of[node as usize] = number as u32 + 1);
        }
        let watched = Lists::new(net.nodes, &watched);
        let touches = |node: usize| {
            let enters = !net.enters.of(node).is_empty();
            (u8::from(!watched.of(node).is_empty()) * WATCHED) | (u8::from(enters) * ENTERS)
        };
        let mut engine = Engine {
            touches: (0..net.nodes).map(touches).collect(),
            risen: vec![vec![]; net.loops.len()],
            has_fallen: vec![true; net.loops.len()],
            old: vec![],
            values: vec![false; net.nodes],
            counters: vec![0; net.nodes],
            dirty: Dirty::new(net.nodes),
            fluents: vec![0; net.initial.len()],
            made: vec![],
            next: vec![0; net.initial.len()],
            legal: net.moves.iter().map(|moves| vec![0; moves.len().div_ceil(64)]).collect(),
            watched,
            loop_of,
        };
        for gate in 0..net.gates() {
            let inputs = net.inputs.of(gate);
            let on = inputs.iter().filter(|&&input| input & 1 == 1).count() as i32;
            let wanted = if net.is_and[gate] { inputs.len() as i32 } else { 1 };
            engine.counters[net.first_gate + gate] = on - wanted;
            if engine.loop_of[net.first_gate + gate] == 0 {
                engine.dirty.insert(net.first_gate + gate);
            }
        }
        net.loops.iter().for_each(|&(first, _)| engine.dirty.insert(first as usize));
        for node in 0..net.nodes {
            engine.notify(node, false);
        }
        engine.flip(0, net);
        engine
    }

    /// Loads a state.
    #[inline]
    pub(crate) fn load(&mut self, state: &[u64], net: &Net) {
        for (word, &now) in state.iter().enumerate() {
            let mut changed = self.fluents[word] ^ now;
            self.fluents[word] = now;
            while changed != 0 {
                let bit = changed.trailing_zeros() as usize;
                changed &= changed - 1;
                self.flip(1 + 64 * word + bit, net);
            }
        }
        self.settle(net.ends[0], net);
    }

    /// Next state after these moves, each given by its node.
    #[inline]
    pub(crate) fn step(&mut self, moves: impl Iterator<Item = u32> + Clone, net: &Net) {
        let old = std::mem::take(&mut self.made);
        for &node in &old {
            if !moves.clone().any(|made| made == node) {
                self.flip(node as usize, net);
            }
        }
        for node in moves.clone() {
            if node != 0 && !old.contains(&node) {
                self.flip(node as usize, net);
            }
        }
        self.made = old;
        self.made.clear();
        self.made.extend(moves.filter(|&node| node != 0));
        self.settle(net.ends[1], net);
    }

    /// Writes the fluents that hold after the moves of [`Engine::step`].
    #[inline]
    pub(crate) fn write_next(&self, out: &mut [u64]) {
        out.copy_from_slice(&self.next);
    }

    /// Also evaluates the percepts.
    pub(crate) fn settle_percepts(&mut self, net: &Net) {
        self.settle(net.ends[2], net);
    }

    /// Also evaluates the goals.
    pub(crate) fn settle_goals(&mut self, net: &Net) {
        self.settle(net.ends[3], net);
    }

    /// Whether a signal is on.
    #[inline]
    pub(crate) fn is_on(&self, signal: Signal) -> bool {
        self.values[(signal / 2) as usize] != (signal & 1 == 1)
    }

    /// Legal moves of a role, one bit each.
    #[inline]
    pub(crate) fn legal(&self, role: usize) -> &[u64] {
        &self.legal[role]
    }

    /// Changes the value of a node.
    #[inline]
    fn flip(&mut self, node: usize, net: &Net) {
        self.values[node] = !self.values[node];
        self.spread(node, net);
    }

    /// Propagates a change to all gates outside of the node's own loop.
    #[inline]
    fn spread(&mut self, node: usize, net: &Net) {
        let now = self.values[node];
        for &feed in net.feeds.of(node) {
            let gate = (feed / 2) as usize;
            let counter = &mut self.counters[gate];
            let was = *counter >= 0;
            *counter += if now == (feed & 1 == 0) { 1 } else { -1 };
            // Changes of several inputs can cancel out, so the gate is only marked here; `settle`
            // compares it with its value.
            if was != (*counter >= 0) {
                self.dirty.insert(gate);
            }
        }
        let touches = self.touches[node];
        if touches & WATCHED != 0 {
            self.notify(node, now);
        }
        if touches & ENTERS != 0 {
            self.enter(node, now, net);
        }
    }

    /// Changes the support of gates of loops. A rising input can be propagated directly. After a
    /// falling input a loop might support itself, so the whole loop is evaluated again.
    fn enter(&mut self, node: usize, now: bool, net: &Net) {
        for &feed in net.enters.of(node) {
            let gate = (feed / 2) as usize;
            let number = self.loop_of[gate] as usize - 1;
            let rises = now == (feed & 1 == 0);
            self.counters[gate] += if rises { 1 } else { -1 };
            match rises {
                true if self.counters[gate] >= 0 && !self.values[gate] => {
                    self.risen[number].push(gate as u32)
                }
                false if self.values[gate] => self.has_fallen[number] = true,
                _ => continue,
            }
            self.dirty.insert(net.loops[number].0 as usize);
        }
    }

    #[inline]
    fn notify(&mut self, node: usize, now: bool) {
        for &watch in self.watched.of(node) {
            let (at, role) = ((watch >> 5) as usize, (watch >> 1 & 15) as usize);
            let is_on = now != (watch & 1 == 1);
            let words = if role == FLUENT { &mut self.next } else { &mut self.legal[role] };
            let word = &mut words[at / 64];
            *word = *word & !(1 << (at % 64)) | u64::from(is_on) << (at % 64);
        }
    }

    /// Evaluates gates below `end` whose inputs have changed.
    #[inline]
    fn settle(&mut self, end: usize, net: &Net) {
        let mut from = 0;
        // Gates are numbered in topological order and feed only later gates, so one pass upwards is
        // enough.
        while let Some(gate) = self.dirty.take(from, end) {
            from = gate;
            match self.loop_of[gate] {
                0 => {
                    if self.values[gate] != (self.counters[gate] >= 0) {
                        self.flip(gate, net);
                    }
                }
                number => self.settle_loop(number as usize - 1, net),
            }
        }
    }

    /// Evaluates a loop as a least fixpoint: gates with support from outside are turned on, then
    /// the gates that these support.
    fn settle_loop(&mut self, number: usize, net: &Net) {
        let mut risen = std::mem::take(&mut self.risen[number]);
        if !std::mem::take(&mut self.has_fallen[number]) {
            self.rise(&mut risen, net, true);
            self.risen[number] = risen;
            return;
        }
        let (from, to) = net.loops[number];
        let (from, to) = (from as usize, to as usize);
        let mut old = std::mem::take(&mut self.old);
        old.clear();
        old.extend_from_slice(&self.values[from..to]);
        // All gates of the loop go off first: gates that only supported each other then stay off.
        for node in (from..to).filter(|node| old[node - from]) {
            self.values[node] = false;
            net.inner.of(node).iter().for_each(|&gate| self.counters[gate as usize] -= 1);
        }
        risen.clear();
        risen.extend((from..to).filter(|&node| self.counters[node] >= 0).map(|node| node as u32));
        self.rise(&mut risen, net, false);
        for (node, &was) in (from..to).zip(&old) {
            if self.values[node] != was {
                self.spread(node, net);
            }
        }
        (self.old, self.risen[number]) = (old, risen);
    }

    /// Turns gates of a loop on, with all gates of the loop that they support.
    fn rise(&mut self, risen: &mut Vec<u32>, net: &Net, spreads: bool) {
        while let Some(gate) = risen.pop() {
            let node = gate as usize;
            if self.values[node] || self.counters[node] < 0 {
                continue;
            }
            self.values[node] = true;
            for &other in net.inner.of(node) {
                let counter = &mut self.counters[other as usize];
                *counter += 1;
                if *counter == 0 {
                    risen.push(other);
                }
            }
            if spreads {
                self.spread(node, net);
            }
        }
    }
}
