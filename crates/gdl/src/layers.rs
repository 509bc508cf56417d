//! States that fit what a seat did and saw, step by step, with the ways that lead from one to the
//! next.

use crate::moves::{Action, Joint, Percept, Percepts, State};
use rustc_hash::FxHashMap;
use sortilege::Rng;
use std::sync::{Arc, Mutex};

/// What a seat did and saw in one step.
pub(crate) type Moment = (Action, Percept);

/// Layers by the role and what it did and saw.
#[derive(Default)]
pub(crate) struct Cache(pub(crate) Mutex<Layers>);

/// A role and what it did and saw.
type Name = (usize, Box<[Moment]>);

/// Layers in two generations: a layer that is found in the old one moves to the young one. When the
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

/// Layers, and states in all of them, in a generation.
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
        // A moment takes an eighth of the memory of a state, or less.
        self.young.states += layer.nodes.len() + name.1.len() / 8;
        self.young.layers.insert(name, layer);
    }
}

/// States after so many steps that fit what a seat did and saw.
pub(crate) struct Layer {
    pub(crate) before: Option<Arc<Layer>>,
    pub(crate) nodes: Vec<Node>,
    /// Whether these are all states that fit, with their exact weights; a sample otherwise.
    pub(crate) is_exact: bool,
    /// Whether all histories fit; otherwise the search found none that does.
    pub(crate) is_sound: bool,
}

/// A long chain of layers is dropped one by one: recursion could exhaust the stack.
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
    /// How likely it is, up to a factor that all nodes of a layer share.
    pub(crate) weight: f64,
    pub(crate) ways: Vec<Way>,
}

/// One step that leads to a state.
#[derive(Clone)]
pub(crate) struct Way {
    pub(crate) from: u32,
    pub(crate) weight: f64,
    pub(crate) joint: Joint,
    pub(crate) percepts: Percepts,
}

impl Layer {
    /// The start of the game.
    pub(crate) fn start(state: &State) -> Self {
        let start = Node { state: state.clone(), weight: 1.0, ways: vec![] };
        Layer { before: None, nodes: vec![start], is_exact: true, is_sound: true }
    }

    /// A way to each layer's state up to `node` of this one, drawn by its odds, the last step
    /// first.
    pub(crate) fn history(&self, node: usize, rng: &mut Rng) -> Vec<Way> {
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

/// The nodes of a layer so far.
#[derive(Default)]
pub(crate) struct Growing {
    places: FxHashMap<State, usize>,
    pub(crate) nodes: Vec<Node>,
}

impl Growing {
    /// Adds a way to a state; returns the place of its node.
    pub(crate) fn add(&mut self, state: State, way: Way) -> usize {
        let place = *self.places.entry(state.clone()).or_insert(self.nodes.len());
        if place == self.nodes.len() {
            self.nodes.push(Node { state, weight: 0.0, ways: vec![] });
        }
        self.nodes[place].weight += way.weight;
        self.nodes[place].ways.push(way);
        place
    }
}
