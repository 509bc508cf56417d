//! Every input that fuzzing found worth keeping, once: those of the language.

use sortilege_catalogue::{Spec, setting};

#[path = "../../../fuzz/src/language.rs"]
mod language;
#[path = "../../../fuzz/src/replay.rs"]
mod replay;
#[path = "../../../fuzz/src/target.rs"]
mod target;

#[test]
fn every_input_is_survived() {
    replay::all(language::TARGETS);
}
