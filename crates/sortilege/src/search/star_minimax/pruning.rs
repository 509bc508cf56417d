//! The rows of the family: expectimax, Star1, Star2.

/// How work is saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pruning {
    /// Not at all: expectimax.
    None,
    /// Bounds on what is left at a chance node, and alpha-beta between players (SM Algorithm 1).
    #[default]
    Star1,
    /// Star1 after a probe of one move at every successor of a chance node (SM Algorithm 2).
    Star2,
}
