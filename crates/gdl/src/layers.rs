//! States that fit what a seat did and saw, step by step, with the ways that lead from one to the next.

use crate::moves::{Action, Joint, Percept, Percepts, State};
use rustc_hash::FxHashMap;
use sortilege::Rng;
use std::sync::{Arc, Mutex};

/// What a seat did and saw in one step.
pub(crate) type Moment = (Action, Percept);

/// Layers by the role and what it did and saw.
#[derive(Default)]
pub(crate) struct Cache(pub(crate) Mutex<Layers>);

/// Layers that are known, and how many states are in them.
#[derive(Default)]
pub(crate) struct Layers {
    pub(crate) known: FxHashMap<(usize, Box<[Moment]>), Arc<Layer>>,
    pub(crate) states: usize,
}

/// States after so many steps that fit what a seat did and saw.
pub(crate) struct Layer {
    pub(crate) before: Option<Arc<Layer>>,
    pub(crate) nodes: Vec<Node>,
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
    /// A way to each layer's state up to `node` of this one, drawn by its odds, the last step first.
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
