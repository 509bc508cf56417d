//! Generates the list of embedded papers: the folders of `papers` and the settings files in each of
//! them.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo says so"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo says so"));
    // In the repository `papers` is a link. Cargo does not notice changes of the files behind a
    // link, and some systems have no links.
    let places = [here.join("papers"), here.join("../../papers")];
    let papers = places.iter().find(|place| place.is_dir()).unwrap_or(&here).canonicalize()?;
    println!("cargo::rerun-if-changed={}", papers.display());
    let folders = sorted(&papers)?.into_iter().filter(|path| path.join("targets.toml").is_file());
    let carried = folders.map(|folder| paper(&folder)).collect::<io::Result<String>>()?;
    fs::write(out.join("carried.rs"), format!("&[{carried}]"))
}

/// Paper as a Rust expression.
fn paper(folder: &Path) -> io::Result<String> {
    let files =
        sorted(folder)?.into_iter().filter(|path| path.extension().is_some_and(|it| it == "toml"));
    let file = |path: PathBuf| format!("({:?}, include_str!({path:?})),", name(&path));
    let files: String = files.map(file).collect();
    Ok(format!("Carried {{ folder: {:?}, files: &[{files}] }},", name(folder)))
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn name(path: &Path) -> String {
    path.file_name().expect("a folder has names in it").to_string_lossy().into_owned()
}
