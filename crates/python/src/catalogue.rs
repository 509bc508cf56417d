//! The games and players that come with the package.

use sortilege_catalogue::{Build, Catalogue, Files};
use std::sync::OnceLock;

/// What `build.rs` found out about this module.
pub const BUILD: Build = Build {
    name: env!("SORTILEGE_BUILD"),
    commit: match option_env!("SORTILEGE_COMMIT") {
        Some(commit) => commit,
        None => "unknown",
    },
};

/// All games with all players, for those who name any file: the person who writes the program.
pub fn for_programs() -> Catalogue {
    catalogue().with_files(Files::any())
}

/// All games with all players. Settings name no files.
pub fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(|| sortilege_shelves::catalogue().clone().built_from(BUILD))
}
