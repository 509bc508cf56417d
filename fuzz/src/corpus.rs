//! The inputs of a target that are kept: one file, `corpus/TARGET.txt`, with one line per input.
//!
//! A line is the name of the input, a space and its bytes. Printable ASCII stands for itself,
//! except the backslash, which is doubled. A line feed is `\n`, any other byte `\x` and two
//! hexadecimal digits. Lines are sorted by name.

use std::{fs, io, path::Path};

/// A name and the bytes.
pub type Input = (String, Vec<u8>);

/// Reads the inputs of a file, in the order of its lines.
pub fn read(path: &Path) -> io::Result<Vec<Input>> {
    let text = fs::read_to_string(path)?;
    let input = |(number, line): (usize, &str)| {
        let input = line
            .split_once(' ')
            .and_then(|(name, escaped)| Some((name.to_string(), bytes(escaped)?)));
        input.ok_or_else(|| {
            let message = format!("{}:{}: not an input", path.display(), number + 1);
            io::Error::new(io::ErrorKind::InvalidData, message)
        })
    };
    text.lines().enumerate().map(input).collect()
}

/// The bytes behind an escaped text.
fn bytes(mut escaped: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    while let Some((&first, rest)) = escaped.as_bytes().split_first() {
        let (byte, length) = match (first, rest.first()) {
            (b'\\', Some(b'\\')) => (b'\\', 2),
            (b'\\', Some(b'n')) => (b'\n', 2),
            (b'\\', Some(b'x')) => (u8::from_str_radix(escaped.get(2..4)?, 16).ok()?, 4),
            (b' '..=b'~', _) if first != b'\\' => (first, 1),
            _ => return None,
        };
        bytes.push(byte);
        escaped = &escaped[length..];
    }
    Some(bytes)
}
