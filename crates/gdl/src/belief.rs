//! Belief of a seat in a game with hidden information: the histories that are consistent with its
//! moves and percepts, each with its probability by chance. Histories that lead to the same state
//! share a node, layer by layer, and each node keeps the ways that lead to it. A state is sampled
//! by its weight, and its history by following the ways backwards.
//!
//! A layer depends only on the moves and percepts, whatever was requested before, so a cached layer
//! changes no result. Its work is bounded by counted steps of the game, never by time:
//!
//! 1. With up to [`MOST_STEPS`] joint moves to try, a layer is exact.
//! 2. A larger one is a weighted sample of [`SAMPLE`] states, as in a particle filter.
//! 3. If no sampled state fits the next percepts, [`repair`](crate::repair) searches for histories
//!    that do, by changing unseen moves of the histories that are known.
//! 4. If this search fails within its bound, the layer has the histories that fit best, and
//!    [`Layer::is_sound`] is false.

use crate::joint_moves::{for_each_joint, options, random_joint, scaled};
use crate::layers::{Growing, Layer, Moment, Node, Transition};
use crate::moves::{Action, Joint, State};
use crate::repair;
use crate::sheet::Sheet;
use sortilege::Rng;
use std::sync::Arc;

/// Limit of joint moves that an exact layer tries.
const MOST_STEPS: usize = 10_000;
/// Approximate number of joint moves that a sampled layer tries.
const SAMPLE: usize = 4_000;

/// States in which `role` may be after its moves and percepts; never empty.
pub(crate) fn layer(sheet: &Sheet, role: usize, moments: &[Moment]) -> Arc<Layer> {
    let (mut done, mut layer) = known(sheet, role, moments);
    while done < moments.len() {
        done += 1;
        layer = Arc::new(extend(sheet, role, &layer, &moments[..done]));
        remember(sheet, role, &moments[..done], &layer);
    }
    layer
}

/// Last cached layer, and its number.
fn known(sheet: &Sheet, role: usize, moments: &[Moment]) -> (usize, Arc<Layer>) {
    let mut layers = sheet.beliefs.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    for length in (1..=moments.len()).rev() {
        if let Some(layer) = layers.find(&(role, moments[..length].into())) {
            return (length, layer);
        }
    }
    (0, Arc::new(Layer::start(sheet.start())))
}

fn remember(sheet: &Sheet, role: usize, moments: &[Moment], layer: &Arc<Layer>) {
    let mut layers = sheet.beliefs.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    layers.insert((role, moments.into()), layer.clone());
}

/// States one step later, after the last of the moments.
fn extend(sheet: &Sheet, role: usize, before: &Arc<Layer>, moments: &[Moment]) -> Layer {
    let steps = moments.len() as u32 - 1;
    let asked = Asked { sheet, role, steps, moment: moments[moments.len() - 1] };
    let mut rng = seed(moments);
    let mut next = Growing::default();
    let is_exact = before.is_exact && next.enumerate(&asked, &before.nodes);
    if !is_exact {
        next = Growing::default();
        next.sample(&asked, &before.nodes, &mut rng);
    }
    if next.nodes.is_empty() {
        return repair::layer(sheet, role, before, moments, &mut rng);
    }
    let mut nodes = next.nodes;
    let total: f64 = nodes.iter().map(|node| node.weight).sum();
    nodes.iter_mut().for_each(|node| node.weight /= total);
    rng.shuffle(&mut nodes);
    Layer { before: Some(before.clone()), nodes, is_exact, is_sound: before.is_sound }
}

/// Generator of a layer: the sampled states depend only on the moves and percepts.
fn seed(moments: &[Moment]) -> Rng {
    let parts: Vec<u64> =
        moments.iter().flat_map(|&(action, percept)| [u64::from(action.0), percept]).collect();
    Rng::derive(&parts)
}

/// One step of a role: its move and its percept.
struct Asked<'a> {
    sheet: &'a Sheet,
    role: usize,
    /// Number of steps before this one.
    steps: u32,
    moment: Moment,
}

impl Asked<'_> {
    /// Moves of every role in a state; for the role itself only the move it made. `None` if the
    /// game is over there or that move is illegal.
    fn lists(&self, state: &State) -> Option<Vec<Vec<Action>>> {
        let mut lists = options(self.sheet, state)?;
        let own = self.moment.0;
        let is_legal = lists[self.role].contains(&own);
        lists[self.role] = vec![own];
        is_legal.then_some(lists)
    }

    /// Number of joint moves.
    fn joints(&self, lists: &[Vec<Action>]) -> usize {
        lists.iter().fold(1, |count: usize, list| count.saturating_mul(list.len()))
    }

    /// Number of moves of chance.
    fn outcomes(&self, lists: &[Vec<Action>]) -> f64 {
        self.sheet.random().map_or(1.0, |random| lists[random].len() as f64)
    }
}

/// Growth of a layer from the previous one.
impl Growing {
    /// Tries every joint move in every state. Returns false, and tries none, if there are too many.
    fn enumerate(&mut self, asked: &Asked, before: &[Node]) -> bool {
        let mut left = scaled(asked.sheet, MOST_STEPS);
        let mut all = vec![];
        for (from, node) in before.iter().enumerate() {
            let Some(lists) = asked.lists(&node.state) else { continue };
            let Some(rest) = left.checked_sub(asked.joints(&lists)) else { return false };
            left = rest;
            all.push((from, node, lists));
        }
        for (from, node, lists) in &all {
            let weight = node.weight / asked.outcomes(lists);
            for_each_joint(lists, &mut |joint| {
                self.try_joint(asked, (*from, node), joint, weight);
            });
        }
        true
    }

    /// Spreads a number of draws over the states in proportion to their weights (systematic
    /// resampling). A draw is a joint move, uniform over the legal ones. Its importance weight is
    /// the number of joint moves of the players, so that every history counts by its chance
    /// outcomes alone.
    fn sample(&mut self, asked: &Asked, before: &[Node], rng: &mut Rng) {
        let draws = scaled(asked.sheet, SAMPLE);
        let total: f64 = before.iter().map(|node| node.weight).sum();
        let (mut passed, offset) = (0.0, rng.unit());
        let mut drawn = 0;
        for (from, node) in before.iter().enumerate() {
            passed += node.weight / total * draws as f64;
            let due = ((passed - offset).ceil().max(0.0) as usize).min(draws);
            let own = due.saturating_sub(drawn);
            drawn = due.max(drawn);
            let Some(lists) = (own > 0).then(|| asked.lists(&node.state)).flatten() else {
                continue;
            };
            let joints = asked.joints(&lists);
            if joints <= own {
                let weight = own as f64 / asked.outcomes(&lists);
                for_each_joint(&lists, &mut |joint| {
                    self.try_joint(asked, (from, node), joint, weight);
                });
                continue;
            }
            let weight = joints as f64 / asked.outcomes(&lists);
            for _ in 0..own {
                let joint = random_joint(&lists, asked.role, asked.moment.0, rng);
                self.try_joint(asked, (from, node), &joint, weight);
            }
        }
    }

    /// Adds the successor of a joint move if the role observes there what it observed.
    fn try_joint(
        &mut self,
        asked: &Asked,
        (from, node): (usize, &Node),
        joint: &Joint,
        weight: f64,
    ) {
        #[cfg(test)]
        crate::joint_moves::count_step();
        let mut state = node.state.clone();
        let percepts = asked.sheet.observe(&mut state, asked.steps, joint);
        if percepts[asked.role] == asked.moment.1 {
            self.add(state, Transition { from: from as u32, weight, joint: *joint, percepts });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joint_moves::STEPS;
    use crate::{HiddenGame, Options};
    use sortilege::game::{Chance, Hidden};
    use sortilege::search::{Random, Search};
    use sortilege::{Game, Player, Turn};

    const SHEETS: [&str; 2] = [
        include_str!("../tests/sheets/phantom-tic-tac-toe-5.kif"),
        include_str!("../tests/sheets/phantom-breakthrough.kif"),
    ];

    /// Plays a random game and passes every state to `look`.
    fn walk(sheet: &Arc<Sheet>, rng: &mut Rng, mut look: impl FnMut(&HiddenGame)) {
        let mut game = HiddenGame::new(sheet.clone());
        while game.turn() != Turn::Over {
            look(&game);
            let action = match game.turn() {
                Turn::Chance => game.sample(rng),
                _ => game.random_action(&mut vec![], rng),
            };
            game.apply(action);
        }
    }

    #[test]
    fn the_work_for_a_layer_is_bounded() {
        for text in SHEETS {
            let sheet = Sheet::read(text, &Options::default()).unwrap();
            let mut sampled = 0;
            walk(&sheet, &mut Rng::new(1), |game| {
                for seat in [Player(0), Player(1)] {
                    STEPS.set(0);
                    let layer = layer(&sheet, sheet.role_of(seat), &game.view(seat).moments);
                    let bound = MOST_STEPS + SAMPLE + repair::MOST_STEPS;
                    assert!(STEPS.get() <= bound, "{} steps", STEPS.get());
                    assert!(!layer.nodes.is_empty());
                    sampled += usize::from(!layer.is_exact);
                }
            });
            assert!(sampled > 10, "only {sampled} layers were sampled: the sheet tests nothing");
        }
    }

    /// A layer does not depend on earlier requests.
    #[test]
    fn a_cached_layer_changes_nothing() {
        let [sheet, other] = [0, 1].map(|_| Sheet::read(SHEETS[0], &Options::default()).unwrap());
        walk(&sheet, &mut Rng::new(2), |game| {
            let moments = game.view(Player(0)).moments;
            let one = layer(&sheet, 0, &moments);
            if [12, 20].contains(&moments.len()) {
                let other = layer(&other, 0, &moments);
                let states = |layer: &Layer| -> Vec<_> {
                    layer.nodes.iter().map(|node| (node.state.clone(), node.weight)).collect()
                };
                assert_eq!(states(&one), states(&other));
            }
        });
    }

    #[test]
    fn random_moves_need_no_states() {
        let sheet = Sheet::read(SHEETS[1], &Options::default()).unwrap();
        STEPS.set(0);
        let mut rng = Rng::new(3);
        walk(&sheet, &mut rng.clone(), |game| {
            if let Turn::Player(seat) = game.turn() {
                let decision =
                    Search::<HiddenGame>::decide(&mut Random, &game.view(seat), seat, &mut rng);
                assert!(game.view(seat).options().contains(&decision.action));
            }
        });
        assert_eq!(STEPS.get(), 0);
    }
}
