//! The histories that a subgame has been grown to: nodes by number, those of the worlds first,
//! children side by side and after their parent.

use super::solver::{NONE, Solver};
use std::ops::Range;

/// What happens next at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Nothing: the game is over.
    Over,
    /// Chance.
    Chance,
    /// A seat chooses.
    Choice(usize),
    /// Both seats choose at once, and this is the choice of the first.
    First,
    /// And that of the second, who does not see it.
    Second,
}

impl Stage {
    /// The seat that chooses.
    pub(super) fn chooser(self) -> Option<usize> {
        match self {
            Stage::Choice(seat) => Some(seat),
            Stage::First => Some(0),
            Stage::Second => Some(1),
            Stage::Over | Stage::Chance => None,
        }
    }
}

/// A history.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) stage: Stage,
    /// How many players' turns after the worlds.
    pub(super) depth: u32,
    /// Where its children begin and how many there are; none if it has not been expanded.
    first: u32,
    count: u32,
    /// Its leaf if it has not been expanded.
    pub(super) leaf: u32,
    /// Whether the game is over at it, or wherever it leads to: there is nothing left to grow.
    pub(super) is_closed: bool,
    /// Playouts that its value is the mean of.
    pub(super) judged: u32,
    /// How many playouts the judgement of its parent counts for in its own: the first of many
    /// siblings that looks bad by chance must not be taken for a refutation.
    pub(super) trust: u32,
    /// Playouts that judge it before it is expanded.
    pub(super) patience: u32,
    /// The probability that chance leads to it.
    pub(super) odds: f64,
    /// The last action of either seat.
    pub(super) slots: [u32; 2],
    /// What either seat knows.
    pub(super) known: [u32; 2],
}

impl Node {
    /// A node without children.
    pub(super) fn new(
        stage: Stage,
        depth: u32,
        odds: f64,
        slots: [u32; 2],
        known: [u32; 2],
    ) -> Self {
        let is_closed = stage == Stage::Over;
        let (first, count, leaf, judged, trust, patience) = (0, 0, NONE, 0, 0, 0);
        Node {
            stage,
            depth,
            first,
            count,
            leaf,
            is_closed,
            judged,
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

    /// Says which its children are.
    pub(super) fn expand(&mut self, children: Range<u32>) {
        (self.first, self.count) = (children.start, children.end - children.start);
    }
}

/// What each node is worth to the first player if both go by their averages, by `averages` of the
/// solver.
pub(super) fn values(nodes: &[Node], solver: &Solver, averages: &[[f64; 2]]) -> Vec<f64> {
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

/// The probability by which a child follows a node.
fn share(node: &Node, child: &Node, averages: &[[f64; 2]]) -> f64 {
    match node.stage.chooser() {
        // With one action there is no set, and the slot stays.
        Some(seat) if child.slots[seat] != node.slots[seat] => {
            averages[child.slots[seat] as usize][0]
        }
        Some(_) => 1.0,
        None => child.odds / node.odds,
    }
}
