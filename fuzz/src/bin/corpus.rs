//! Turns a file of inputs into a folder of inputs, which libFuzzer reads and writes, and back. It
//! needs no other crate, so `fuzz/run` has rustc compile this file alone.
//!
//!     corpus unpack FILE FOLDER    writes each input of FILE to FOLDER, under its name
//!     corpus pack FILE FOLDER      replaces FILE by the inputs in FOLDER
//!
//! If several inputs have the same bytes, `pack` keeps one of them: an input with a chosen name
//! rather than one with a name from libFuzzer.

#[path = "../corpus.rs"]
mod corpus;

use corpus::Input;
use std::collections::BTreeMap;
use std::{env, fs, io, path::Path, process};

fn main() -> io::Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["unpack", file, folder] => unpack(Path::new(file), Path::new(folder)),
        ["pack", file, folder] => pack(Path::new(file), Path::new(folder)),
        _ => {
            eprintln!("corpus unpack FILE FOLDER, or corpus pack FILE FOLDER");
            process::exit(2);
        }
    }
}

fn unpack(file: &Path, folder: &Path) -> io::Result<()> {
    corpus::read(file)?
        .into_iter()
        .try_for_each(|(name, bytes)| fs::write(folder.join(name), bytes))
}

fn pack(file: &Path, folder: &Path) -> io::Result<()> {
    let mut names = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()))
        .collect::<io::Result<Vec<String>>>()?;
    if let Some(name) = names.iter().find(|name| name.contains(char::is_whitespace)) {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("a space in the name of `{name}`"),
        ));
    }
    names.sort_by_key(|name| (is_hash(name), name.clone()));
    let mut kept = BTreeMap::new();
    for name in names {
        kept.entry(fs::read(folder.join(&name))?).or_insert(name);
    }
    let mut inputs: Vec<Input> = kept.into_iter().map(|(bytes, name)| (name, bytes)).collect();
    inputs.sort();
    let lines = inputs.iter().map(|(name, bytes)| format!("{name} {}\n", escaped(bytes)));
    fs::write(file, lines.collect::<String>())
}

/// libFuzzer names an input by its SHA-1.
fn is_hash(name: &str) -> bool {
    name.len() == 40 && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn escaped(bytes: &[u8]) -> String {
    let escape = |&byte: &u8| match byte {
        b'\\' => "\\\\".to_string(),
        b'\n' => "\\n".to_string(),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    };
    bytes.iter().map(escape).collect()
}
