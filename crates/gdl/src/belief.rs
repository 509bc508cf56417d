//! What a seat of a sheet with hidden information may believe: all histories that fit what it did and saw, each as likely as
//! chance makes it. Histories that lead to the same state are kept together, layer by layer, with the ways that lead there;
//! drawing a state and going back along the ways draws a history. Where there are too many states, some are kept at random,
//! always the same for the same history.

use crate::layers::{Layer, Layers, Moment, Node, Way};
use crate::moves::{Action, Joint, NOTHING, ROLES, State};
use crate::sheet::Sheet;
use rustc_hash::FxHashMap;
use sortilege::Rng;
use std::sync::Arc;

/// States of a layer that are kept at most.
const WIDEST: usize = 20_000;
/// Layers that are remembered at most, and states in all of them.
const MOST_LAYERS: usize = 4096;
const MOST_STATES: usize = 400_000;

/// The states in which `role` may be after what it did and saw.
pub(crate) fn layer(sheet: &Sheet, role: usize, moments: &[Moment]) -> Arc<Layer> {
    let (mut done, mut layer) = known(sheet, role, moments);
    while done < moments.len() {
        layer = Arc::new(extend(sheet, role, &layer, moments, done));
        done += 1;
        remember(sheet, role, &moments[..done], &layer);
    }
    layer
}

/// The longest part of what happened for which the layer is remembered.
fn known(sheet: &Sheet, role: usize, moments: &[Moment]) -> (usize, Arc<Layer>) {
    let layers = sheet.beliefs.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    for length in (1..=moments.len()).rev() {
        if let Some(layer) = layers.known.get(&(role, moments[..length].into())) {
            return (length, layer.clone());
        }
    }
    let start = Node { state: sheet.start().clone(), weight: 1.0, ways: vec![] };
    (0, Arc::new(Layer { before: None, nodes: vec![start] }))
}

fn remember(sheet: &Sheet, role: usize, moments: &[Moment], layer: &Arc<Layer>) {
    let mut layers = sheet.beliefs.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if layers.known.len() >= MOST_LAYERS || layers.states > MOST_STATES {
        *layers = Layers::default();
    }
    layers.states += layer.nodes.len();
    layers.known.insert((role, moments.into()), layer.clone());
}

/// The states one step later.
fn extend(sheet: &Sheet, role: usize, before: &Arc<Layer>, moments: &[Moment], at: usize) -> Layer {
    let mut next = Growing { places: FxHashMap::default(), nodes: vec![] };
    let mut rng = seed(moments, at);
    for (from, node) in before.nodes.iter().enumerate() {
        if next.nodes.len() >= WIDEST {
            break;
        }
        next.add_all(sheet, role, moments[at], at as u32, (from, node));
    }
    let mut nodes = next.nodes;
    if nodes.len() > WIDEST {
        // Which of them are kept must be a matter of what was seen alone.
        rng.shuffle(&mut nodes);
        nodes.truncate(WIDEST);
    }
    let total: f64 = nodes.iter().map(|node| node.weight).sum();
    nodes.iter_mut().for_each(|node| node.weight /= total);
    rng.shuffle(&mut nodes);
    Layer { before: Some(before.clone()), nodes }
}

fn seed(moments: &[Moment], at: usize) -> Rng {
    let parts: Vec<u64> =
        moments[..=at].iter().flat_map(|&(action, percept)| [u64::from(action.0), percept]).collect();
    Rng::derive(&parts)
}

struct Growing {
    places: FxHashMap<State, usize>,
    nodes: Vec<Node>,
}

impl Growing {
    fn add_all(
        &mut self,
        sheet: &Sheet,
        role: usize,
        (own, seen): Moment,
        steps: u32,
        (from, node): (usize, &Node),
    ) {
        let (is_terminal, counts) = sheet.survey(&node.state);
        if is_terminal || counts[..sheet.roles()].contains(&0) {
            return;
        }
        let lists: Vec<Vec<Action>> =
            (0..sheet.roles()).map(|other| options(sheet, &node.state, other)).collect();
        if !lists[role].contains(&own) {
            return;
        }
        let chance = sheet.random().map_or(1.0, |random| 1.0 / lists[random].len() as f64);
        for_each_joint(&lists, role, own, &mut |joint| {
            let mut state = node.state.clone();
            let percepts = sheet.observe(&mut state, steps, joint);
            if percepts[role] == seen {
                self.add(
                    state,
                    Way { from: from as u32, weight: node.weight * chance, joint: *joint, percepts },
                );
            }
        });
    }

    fn add(&mut self, state: State, way: Way) {
        let place = *self.places.entry(state.clone()).or_insert(self.nodes.len());
        if place == self.nodes.len() {
            self.nodes.push(Node { state, weight: 0.0, ways: vec![] });
        }
        self.nodes[place].weight += way.weight;
        self.nodes[place].ways.push(way);
    }
}

fn options(sheet: &Sheet, state: &State, role: usize) -> Vec<Action> {
    let mut out = vec![];
    sheet.legal(state, role, &mut out);
    out
}

/// Shows every joint move to `look` in which `role` makes the move `own`.
pub(crate) fn for_each_joint(lists: &[Vec<Action>], role: usize, own: Action, look: &mut impl FnMut(&Joint)) {
    fn go(
        lists: &[Vec<Action>],
        at: usize,
        fixed: (usize, Action),
        joint: &mut Joint,
        look: &mut impl FnMut(&Joint),
    ) {
        if at == lists.len() {
            return look(joint);
        }
        if at == fixed.0 {
            joint[at] = fixed.1;
            return go(lists, at + 1, fixed, joint, look);
        }
        for &action in &lists[at] {
            joint[at] = action;
            go(lists, at + 1, fixed, joint, look);
        }
    }
    go(lists, 0, (role, own), &mut [NOTHING; ROLES], look);
}
