//! Copies of the files that a game's settings name, such as rulesheets. An experiment and its plans
//! carry them, so that a run can be resumed, merged and repeated where the files are missing or
//! have changed.
//!
//! ```toml
//! [[files]]
//! name = "my-game.kif"   # as in `game = "gdl:file=my-game.kif"`
//! hash = "..."           # BLAKE3 of the text; optional where a person writes the file
//! text = "(role a) ..."
//! ```

use super::source::{Item, quoted};
use crate::Error;
use crate::disk::hash;
use serde::{Deserialize, Serialize};
use sortilege_catalogue::files::Contents;

/// Copy of a file, as plans carry it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Copy {
    /// Name under which settings mention the file.
    pub name: String,
    /// BLAKE3 hash of the text, in hexadecimal digits.
    pub hash: String,
    /// Contents, decoded as UTF-8, or as Latin-1 if they are not valid UTF-8.
    pub text: String,
}

/// Copies of files.
pub(crate) fn copies(files: &Contents) -> Vec<Copy> {
    let copy = |(name, bytes): (&str, &[u8])| {
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text.to_string(),
            Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
        };
        Copy { name: name.to_string(), hash: hash(text.as_bytes()), text }
    };
    files.iter().map(copy).collect()
}

/// Contents of the copies; a copy whose text does not match its hash is refused.
pub(crate) fn contents(copies: &[Copy]) -> Result<Contents, Error> {
    if let Some(wrong) = copies.iter().find(|copy| copy.hash != hash(copy.text.as_bytes())) {
        return Err(Error::Refused(changed(&wrong.name)));
    }
    Ok(copies.iter().map(|copy| (&*copy.name, copy.text.as_bytes())).collect())
}

fn changed(name: &str) -> String {
    format!("the copy of `{name}` was changed: it does not have its hash")
}

/// Reads the files of an experiment.
pub(super) fn read(item: &Item) -> Result<Contents, Error> {
    fn file<'a>(item: Item<'a>) -> Result<(&'a str, &'a [u8]), Error> {
        let keys = item.table()?;
        keys.only(&["name", "hash", "text"])?;
        let name = keys.need("name", "the name under which settings mention the file")?.string()?;
        let text = keys.need("text", "the contents of the file")?.string()?;
        if let Some(given) = keys.get("hash")
            && given.string()? != hash(text.as_bytes())
        {
            return Err(given.fail(changed(name)));
        }
        Ok((name, text.as_bytes()))
    }
    item.list()?.into_iter().map(file).collect()
}

pub(super) fn to_toml(files: &Contents) -> String {
    let table = |copy: Copy| {
        let [name, hash, text] = [&copy.name, &copy.hash, &copy.text].map(|text| quoted(text));
        format!("\n[[files]]\nname = {name}\nhash = {hash}\ntext = {text}\n")
    };
    copies(files).into_iter().map(table).collect()
}
