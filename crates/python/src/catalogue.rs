//! The games and players that come with the package.

use sortilege_catalogue::{Build, Catalogue};
use std::sync::OnceLock;

/// What `build.rs` found out about this module.
pub const BUILD: Build = Build {
    name: env!("SORTILEGE_BUILD"),
    commit: match option_env!("SORTILEGE_COMMIT") {
        Some(commit) => commit,
        None => "unknown",
    },
};

/// All games with all players.
pub fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(|| sortilege_shelves::catalogue().clone().built_from(BUILD))
}
