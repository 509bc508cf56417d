//! Documents about results: what they say is a [`Report`], how they look is up to the renderers.
//!
//! A report knows nothing of files, dates or machines: whoever builds it passes them as facts, and the same
//! report always gives the same bytes.
//!
//! ```
//! use sortilege_lab::report::{Axis, Bars, Cell, Estimate, Report, Series, Table, html};
//!
//! let mut report = Report::new("Who wins?", "`uct` beats `random`.");
//! report.fact("Seed", 7);
//! report.push(Table {
//!     title: "Scores".into(),
//!     columns: vec!["Player".into(), "Games".into(), "Score".into()],
//!     rows: vec![vec!["`uct`".into(), Cell::Count(100), Cell::share(0.82, 0.9, 0.95)]],
//!     ..Table::default()
//! });
//! report.push(Bars {
//!     title: "Score".into(),
//!     caption: String::new(),
//!     axis: Axis::percent("score"),
//!     labels: vec!["uct".into()],
//!     series: vec![Series { name: String::new(), values: vec![Estimate::new(0.82, 0.9, 0.95)] }],
//!     reference: Some(0.5),
//! });
//! assert!(html::render(&report).contains("82.0 to 95.0"));
//! ```

pub mod html;
pub mod markdown;
pub mod model;
pub mod svg;
mod text;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub use model::{
    Axis, Bars, Block, Cell, Curve, Curves, Effect, Effects, Estimate, Format, HeatMap, Point, Report, Scale,
    Series, Stroke, Table, Verdict,
};

/// Writes `report.md`, `report.html` and a picture a chart into a folder, and says where they are.
/// A file is complete or not there: it is written under another name and renamed.
pub fn write(report: &Report, folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::create_dir_all(folder)?;
    let pictures = pictures(&report.blocks);
    let name = |index: usize| pictures[index].clone().unwrap_or_default();
    let mut files = vec![];
    for (block, name) in report.blocks.iter().zip(&pictures) {
        if let (Some(picture), Some(name)) = (svg::standalone(block), name) {
            files.push(write_whole(folder, name, &picture)?);
        }
    }
    // The pages come last, so that what they show is there.
    files.push(write_whole(folder, "report.md", &markdown::render(report, name))?);
    files.push(write_whole(folder, "report.html", &html::render(report))?);
    remove_old_pictures(folder, &files)?;
    Ok(files)
}

/// Removes the pictures of an earlier report that this one does not have, and nothing that is not ours.
fn remove_old_pictures(folder: &Path, files: &[PathBuf]) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_picture = name.starts_with("figure-") && name.ends_with(".svg") && !files.contains(&path);
        if is_picture && fs::read(&path)?.starts_with(svg::BEGINNING.as_bytes()) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// The file names of charts, by block: their number and title.
fn pictures(blocks: &[Block]) -> Vec<Option<String>> {
    let mut count = 0;
    let mut name = |block: &Block| {
        let (title, _) = svg::words(block)?;
        count += 1;
        let name = format!("figure-{count:02}-{}", text::slug(title));
        Some(name.trim_end_matches('-').to_string() + ".svg")
    };
    blocks.iter().map(&mut name).collect()
}

fn write_whole(folder: &Path, name: &str, text: &str) -> io::Result<PathBuf> {
    let (path, draft) = (folder.join(name), folder.join(format!(".{name}.{}.tmp", std::process::id())));
    let written = File::create(&draft).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    match written.and_then(|()| fs::rename(&draft, &path)) {
        Ok(()) => Ok(path),
        Err(error) => {
            // What went wrong first is what matters.
            let _ = fs::remove_file(&draft);
            Err(error)
        }
    }
}
