//! Games and players that come with the package.

use sortilege_catalogue::{Build, Catalogue, Files};
use std::sync::OnceLock;

/// Build information of this module, as found by `build.rs`.
pub const BUILD: Build = Build {
    name: env!("SORTILEGE_BUILD"),
    commit: match option_env!("SORTILEGE_COMMIT") {
        Some(commit) => commit,
        None => "unknown",
    },
};

/// All games with all players. Settings may name any file, because the author of the program
/// chooses them.
pub fn for_programs() -> Catalogue {
    catalogue().with_files(Files::any())
}

/// All games with all players. Settings may not name files.
pub fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(|| sortilege_shelves::catalogue().clone().built_from(BUILD))
}
