//! Rulesheets of our own.
#![allow(dead_code)]

use sortilege_gdl::{Engines, Options, Sheet};
use std::sync::Arc;

/// All of them.
pub fn names() -> Vec<String> {
    let folder = format!("{}/../../games/gdl", env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<String> = files
        .filter_map(|file| {
            file.expect("it can be listed")
                .file_name()
                .to_str()?
                .strip_suffix(".kif")
                .map(String::from)
        })
        .collect();
    names.sort();
    names
}

/// The text of one.
pub fn text(name: &str) -> String {
    let path = format!("{}/../../games/gdl/{name}.kif", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).expect(&path)
}

/// One of them, ready to be played.
pub fn sheet(name: &str, engines: Engines) -> Arc<Sheet> {
    let options = Options { engines, ..Options::default() };
    Sheet::read(&text(name), &options).unwrap_or_else(|error| panic!("{name}: {error}"))
}
