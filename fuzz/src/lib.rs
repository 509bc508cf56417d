//! Fuzz targets: a target is a function that must not panic on any input bytes, and that checks
//! accepted inputs. `fuzz/run` drives them; tests of the main workspace run them on the corpus.

pub mod games;
pub mod gdl;
pub mod language;
pub mod target;

#[cfg(feature = "lab")]
pub mod lab;

// Only the settings language, without the games and players that are compiled into the rest of its
// crate.
#[allow(dead_code)] // Fuzzing opens no tables.
#[path = "../../crates/catalogue/src/error.rs"]
pub mod error;
#[allow(dead_code)] // Fuzzing opens no files that settings name.
#[path = "../../crates/catalogue/src/setting/mod.rs"]
pub mod setting;
#[path = "../../crates/catalogue/src/spec.rs"]
pub mod spec;

pub use error::Error;
pub use spec::Spec;
use target::Target;

/// Target with this name among `targets`; the fuzzers get the name from the environment.
pub fn chosen(targets: &[Target]) -> fn(&[u8]) {
    let name = std::env::var("TARGET").unwrap_or_default();
    let found = targets.iter().find(|target| target.0 == name);
    let names: Vec<&str> = targets.iter().map(|target| target.0).collect();
    found.unwrap_or_else(|| panic!("TARGET is one of {}, not {name:?}", names.join(", "))).1
}
