//! The games of Sortilege: one file or folder a game, each knowing only `sortilege::game`.

pub mod mnk;
pub mod phantom_mnk;
