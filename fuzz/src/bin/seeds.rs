//! Writes seed inputs into a folder: positions and actions of every game, made by the games
//! themselves. It is built without the flags of the fuzzers: `cargo run --bin seeds -- FOLDER`.

use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args().nth(1).expect("a folder to write to"));
    for (number, inputs) in sortilege_fuzz::games::seeds(2).iter().enumerate() {
        for (target, text) in ["positions", "actions"].iter().zip(inputs) {
            std::fs::create_dir_all(folder.join(target))?;
            std::fs::write(folder.join(target).join(format!("{number:03}")), text)?;
        }
    }
    Ok(())
}
