//! For the tests of the main workspace: feeds the targets with the inputs of their corpus.

mod corpus;

use super::target::Target;
use std::path::Path;

/// Feeds every target with each of its inputs.
pub fn all(targets: &[Target]) {
    for (name, target) in targets {
        let inputs = inputs(name);
        assert!(!inputs.is_empty(), "{name} has an empty corpus");
        for (input, data) in inputs {
            if std::panic::catch_unwind(|| target(&data)).is_err() {
                panic!(
                    "{name} fails for its input {input} (fuzz/run --unpack {name} writes it to a file)"
                );
            }
        }
    }
}

/// The inputs in the corpus of a target.
pub fn inputs(target: &str) -> Vec<corpus::Input> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    corpus::read(&folder.join(format!("{target}.txt"))).expect("a target has a corpus")
}
