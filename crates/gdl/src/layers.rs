//! Layers of states that are consistent with the moves and percepts of a seat, step by step, with
//! the ways from one layer to the next.

use crate::moves::{Action, Joint, Percept, Percepts, State};
use rustc_hash::FxHashMap;
use sortilege::Rng;
use std::sync::{Arc, Mutex};

/// Move and percept of a seat in one step.
pub(crate) type Moment = (Action, Percept);

/// Cache of layers by role and its moves and percepts.
#[derive(Default)]
pub(crate) struct Cache(pub(crate) Mutex<Layers>);

/// A role and its moves and percepts.
type Name = (usize, Box<[Moment]>);

/// Cache in two generations: a layer that is found in the old one moves to the young one. When the
/// young one is full, the old one is dropped and the young one becomes the old one.
#[derive(Default)]
pub(crate) struct Layers {
    young: Generation,
    old: Generation,
}

#[derive(Default)]
struct Generation {
    layers: FxHashMap<Name, Arc<Layer>>,
    states: usize,
}

/// Limits of one generation: number of layers, and number of states in all layers.
const MOST_LAYERS: usize = 2048;
const MOST_STATES: usize = 200_000;

impl Layers {
    pub(crate) fn find(&mut self, name: &Name) -> Option<Arc<Layer>> {
        if let Some(layer) = self.young.layers.get(name) {
            return Some(layer.clone());
        }
        let (name, layer) = self.old.layers.remove_entry(name)?;
        self.insert(name, layer.clone());
        Some(layer)
    }

    pub(crate) fn insert(&mut self, name: Name, layer: Arc<Layer>) {
        if self.young.layers.len() >= MOST_LAYERS || self.young.states >= MOST_STATES {
            self.old = std::mem::take(&mut self.young);
        }
        // A moment takes at most an eighth of the memory of a state.
        self.young.states += layer.nodes.len() + name.1.len() / 8;
        self.young.layers.insert(name, layer);
    }
}

/// States after a number of steps that are consistent with the moves and percepts of a seat.
pub(crate) struct Layer {
    pub(crate) before: Option<Arc<Layer>>,
    pub(crate) nodes: Vec<Node>,
    /// Whether the layer contains all consistent states with exact weights; otherwise it is a
    /// sample.
    pub(crate) is_exact: bool,
    /// Whether all histories are consistent; otherwise the search found none that is.
    pub(crate) is_sound: bool,
}

/// Drops a long chain of layers iteratively: recursion could exhaust the stack.
impl Drop for Layer {
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some(mut layer) = before.and_then(Arc::into_inner) {
            before = layer.before.take();
        }
    }
}

/// A state, and the ways that lead to it.
pub(crate) struct Node {
    pub(crate) state: State,
    /// Weight of the state, proportional to its probability within the layer.
    pub(crate) weight: f64,
    pub(crate) ways: Vec<Transition>,
}

/// A step that leads to a state.
#[derive(Clone)]
pub(crate) struct Transition {
    pub(crate) from: u32,
    pub(crate) weight: f64,
    pub(crate) joint: Joint,
    pub(crate) percepts: Percepts,
}

impl Layer {
    /// Layer of the initial state.
    pub(crate) fn start(state: &State) -> Self {
        let start = Node { state: state.clone(), weight: 1.0, ways: vec![] };
        Layer { before: None, nodes: vec![start], is_exact: true, is_sound: true }
    }

    /// Samples a history that ends at `node` of this layer: one way per layer, drawn by its weight,
    /// the last step first.
    pub(crate) fn history(&self, node: usize, rng: &mut Rng) -> Vec<Transition> {
        let (mut out, mut layer, mut at) = (vec![], self, node);
        while let Some(before) = &layer.before {
            let ways = &layer.nodes[at].ways;
            let weights: Vec<f64> = ways.iter().map(|way| way.weight).collect();
            let way = &ways[rng.weighted(&weights)];
            out.push(way.clone());
            (at, layer) = (way.from as usize, before);
        }
        out
    }
}

/// Nodes of a layer under construction.
#[derive(Default)]
pub(crate) struct Growing {
    places: FxHashMap<State, usize>,
    pub(crate) nodes: Vec<Node>,
}

impl Growing {
    /// Adds a way to a state; returns the index of its node.
    pub(crate) fn add(&mut self, state: State, way: Transition) -> usize {
        let place = *self.places.entry(state.clone()).or_insert(self.nodes.len());
        if place == self.nodes.len() {
            self.nodes.push(Node { state, weight: 0.0, ways: vec![] });
        }
        self.nodes[place].weight += way.weight;
        self.nodes[place].ways.push(way);
        place
    }
}
