//! Runs targets on their corpus, for tests of the main workspace.

use super::target::Target;
use std::path::Path;

/// Runs every target on each of its files.
pub fn all(targets: &[Target]) {
    for (name, target) in targets {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(name);
        let files = std::fs::read_dir(&folder).expect("a target has a corpus");
        let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
        paths.sort();
        assert!(!paths.is_empty(), "{} is empty", folder.display());
        for path in paths {
            let data = std::fs::read(&path).expect("a file that can be read");
            if std::panic::catch_unwind(|| target(&data)).is_err() {
                panic!("{name} fails for {}", path.display());
            }
        }
    }
}
