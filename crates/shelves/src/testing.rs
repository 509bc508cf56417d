//! The games that tests of information safety cover.

use crate::catalogue;
use sortilege_catalogue::testing::variants;
use sortilege_catalogue::{Capability, Table};

/// Games with hidden information in which no two states look the same to a seat, with the reason.
pub const WITHOUT_TWINS: [(&str, &str); 1] =
    [("gdl:file=dice-race", "the only chance is dice, which every seat sees")];

/// Every game with hidden information, with default settings and with each other word of each
/// setting, except for those [without twins](WITHOUT_TWINS).
pub fn hidden_games() -> Vec<Box<dyn Table>> {
    let is_exempt = |spec: &str| WITHOUT_TWINS.iter().any(|(exempt, _)| *exempt == spec);
    let specs = variants(catalogue()).into_iter().filter(|spec| !is_exempt(&spec.to_string()));
    let tables = specs.map(|spec| catalogue().open(&spec).expect("variants can be opened"));
    tables.filter(|table| table.has(Capability::Hidden)).collect()
}
