//! Histories of a subgame: nodes by number, those of the worlds first. Children are adjacent and
//! come after their parent.

use super::solver::{NONE, SubgameSolver};
use std::ops::Range;

/// The kind of turn at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TurnKind {
    /// The game is over.
    Over,
    /// A chance event.
    Chance,
    /// A seat chooses.
    Choice(usize),
    /// A simultaneous choice of both seats: the choice of the first seat.
    First,
    /// The choice of the second seat, which does not observe the first one.
    Second,
}

impl TurnKind {
    /// The seat that chooses.
    pub(super) fn chooser(self) -> Option<usize> {
        match self {
            TurnKind::Choice(seat) => Some(seat),
            TurnKind::First => Some(0),
            TurnKind::Second => Some(1),
            TurnKind::Over | TurnKind::Chance => None,
        }
    }
}

/// A history.
#[derive(Clone, Copy, Debug)]
pub(super) struct HistoryNode {
    pub(super) stage: TurnKind,
    /// Number of player turns since the world.
    pub(super) depth: u32,
    /// Number of its first child, and the count of children; 0 if it has not been expanded.
    first: u32,
    count: u32,
    /// Number of its leaf if it has not been expanded.
    pub(super) leaf: u32,
    /// Whether nothing is left to grow below it: all paths end the game.
    pub(super) is_closed: bool,
    /// Number of playouts that its value averages.
    pub(super) evaluations: u32,
    /// Number of playouts for which the value of its parent counts as a prior. Without it, the
    /// first of many siblings that looks bad by chance would be taken for a refutation.
    pub(super) trust: u32,
    /// Number of playouts that evaluate it before it is expanded.
    pub(super) patience: u32,
    /// Product of the chance probabilities on the path to it.
    pub(super) odds: f64,
    /// The last slot of either seat.
    pub(super) slots: [u32; 2],
    /// The infostate of either seat.
    pub(super) known: [u32; 2],
}

impl HistoryNode {
    /// A node without children.
    pub(super) fn new(
        stage: TurnKind,
        depth: u32,
        odds: f64,
        slots: [u32; 2],
        known: [u32; 2],
    ) -> Self {
        let is_closed = stage == TurnKind::Over;
        let (first, count, leaf, evaluations, trust, patience) = (0, 0, NONE, 0, 0, 0);
        HistoryNode {
            stage,
            depth,
            first,
            count,
            leaf,
            is_closed,
            evaluations,
            trust,
            patience,
            odds,
            slots,
            known,
        }
    }

    /// The numbers of its children.
    pub(super) fn children(&self) -> Range<u32> {
        self.first..self.first + self.count
    }

    /// Whether it has children.
    pub(super) fn is_expanded(&self) -> bool {
        self.count > 0
    }

    /// Sets its children.
    pub(super) fn expand(&mut self, children: Range<u32>) {
        (self.first, self.count) = (children.start, children.end - children.start);
    }
}

/// Value of each node for the first player if both players follow `averages`.
pub(super) fn values(
    nodes: &[HistoryNode],
    solver: &SubgameSolver,
    averages: &[[f64; 2]],
) -> Vec<f64> {
    let mut values = vec![0.0; nodes.len()];
    for (number, node) in nodes.iter().enumerate().rev() {
        values[number] = match node.is_expanded() {
            false => solver.value(node.leaf),
            true => node
                .children()
                .map(|child| share(node, &nodes[child as usize], averages) * values[child as usize])
                .sum(),
        };
    }
    values
}

/// Probability of a child given its parent.
fn share(node: &HistoryNode, child: &HistoryNode, averages: &[[f64; 2]]) -> f64 {
    match node.stage.chooser() {
        // A node with a single action has no information set, so the slot stays.
        Some(seat) if child.slots[seat] != node.slots[seat] => {
            averages[child.slots[seat] as usize][0]
        }
        Some(_) => 1.0,
        None => child.odds / node.odds,
    }
}
