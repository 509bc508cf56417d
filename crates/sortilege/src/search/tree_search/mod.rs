//! What all searches that grow a tree have in common: how they go down it, choose at a node, and
//! come up again.

pub(super) mod batches;
pub(super) mod descent;
pub(super) mod naming;
pub(super) mod observation;
mod puct;
pub(super) mod selection;
mod solver;
pub(super) mod stored_states;
pub(super) mod virtual_loss;
pub(super) mod wide;
