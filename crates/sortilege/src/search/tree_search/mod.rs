//! Code that all tree searches share: descent, selection and backup.

pub(super) mod descent;
pub(super) mod naming;
pub(super) mod observation;
mod puct;
pub(super) mod selection;
mod solver;
pub(super) mod stored_states;
pub(super) mod virtual_loss;
pub(super) mod wide;
