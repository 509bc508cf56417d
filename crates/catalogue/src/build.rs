//! Which program this is, for results to say so.

/// What a program with games in it was built from. Results of the same build are the same to the
/// last byte; the lab signs what it writes with this, and does not mix what different builds wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Build {
    /// What distinguishes it from other builds: a version and, where they are known, a commit and
    /// what was changed since.
    pub name: &'static str,
    /// The commit, or `unknown`.
    pub commit: &'static str,
}

/// The version alone, for programs that do not say more.
impl Default for Build {
    fn default() -> Self {
        Build { name: env!("CARGO_PKG_VERSION"), commit: "unknown" }
    }
}
