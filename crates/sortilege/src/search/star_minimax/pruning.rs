//! The pruning rules of the family: expectimax, Star1, Star2.

/// Pruning rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pruning {
    /// No pruning: expectimax.
    None,
    /// Bounds on the remaining outcomes of a chance node, and alpha-beta between players (SM
    /// Algorithm 1).
    #[default]
    Star1,
    /// Star1 after a probe of one move at every successor of a chance node (SM Algorithm 2).
    Star2,
}
