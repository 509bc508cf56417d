//! What is fuzzed: a target is a function from bytes that must not panic, whatever they are, and
//! that checks what was accepted. `fuzz/run` drives them; tests of the main workspace feed them the
//! corpus.

pub mod games;
pub mod gdl;
pub mod language;
pub mod target;

#[cfg(feature = "lab")]
pub mod lab;

// The language alone, without the games and players that are compiled into the rest of its crate.
#[path = "../../crates/catalogue/src/error.rs"]
pub mod error;
#[path = "../../crates/catalogue/src/setting/mod.rs"]
pub mod setting;
#[path = "../../crates/catalogue/src/spec.rs"]
pub mod spec;

pub use error::Error;
pub use spec::Spec;
use target::Target;

/// The target of this name among `targets`; the fuzzers' way to find out what they are for.
pub fn chosen(targets: &[Target]) -> fn(&[u8]) {
    let name = std::env::var("TARGET").unwrap_or_default();
    let found = targets.iter().find(|target| target.0 == name);
    let names: Vec<&str> = targets.iter().map(|target| target.0).collect();
    found.unwrap_or_else(|| panic!("TARGET is one of {}, not {name:?}", names.join(", "))).1
}
