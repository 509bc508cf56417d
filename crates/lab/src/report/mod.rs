//! Documents about results: what they say is a [`Report`], how they look is up to the renderers.
//!
//! A report knows nothing of files, dates or machines: whoever builds it passes them as facts, and
//! the same report always gives the same bytes.
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

mod contents;
pub mod data;
pub mod html;
pub mod markdown;
pub mod model;
pub mod svg;
pub(crate) mod text;

use crate::Error;
use crate::disk::{self, Durability};
use crate::run::manifest;
use std::path::{Path, PathBuf};

pub use model::{
    Axis, Bars, Block, Cell, Curve, Curves, Effect, Effects, Estimate, Format, HeatMap, Point,
    Report, Scale, Series, Stroke, Table, Verdict,
};
pub use text::{shell_quoted, shell_word, words};

const MARKDOWN: &str = "report.md";
const HTML: &str = "report.html";

/// Writes `report.md`, `report.html` and a picture a chart into a folder, and says where they are.
/// A file is complete or not there: it is written under another name and renamed. Files of these
/// names are replaced if they are signed or if the folder is a run's; before anything else is
/// overwritten, nothing is written.
pub fn write(report: &Report, folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let pictures = pictures(&report.blocks);
    let name = |index: usize| pictures[index].clone().unwrap_or_default();
    let drawn = report.blocks.iter().zip(&pictures);
    let mut files: Vec<(PathBuf, String)> = drawn
        .filter_map(|(block, name)| Some((folder.join(name.as_ref()?), svg::standalone(block)?)))
        .collect();
    // The pages come last, so that what they show is there.
    files.push((folder.join(MARKDOWN), markdown::render(report, name)));
    files.push((folder.join(HTML), html::render(report)));
    let paths: Vec<PathBuf> = files.iter().map(|(path, _)| path.clone()).collect();
    paths.iter().try_for_each(|path| may_replace(path))?;
    disk::may_be_folder(folder)?;
    disk::make_folder(folder)?;
    disk::tidy(folder, is_report_name)?;
    for (path, text) in &files {
        disk::write(path, text.as_bytes(), Durability::Synced)?;
    }
    remove_old_pictures(folder, &paths)?;
    Ok(paths)
}

/// Makes sure that the pages of a report can be written into a folder, before there is a report.
pub(crate) fn may_write(folder: &Path) -> Result<(), Error> {
    [MARKDOWN, HTML].iter().try_for_each(|name| may_replace(&folder.join(name)))
}

/// Writes a page of Markdown of its own, which is signed, beside a report.
pub(crate) fn write_page(path: &Path, text: &str) -> Result<(), Error> {
    may_replace(path)?;
    disk::write(path, format!("{text}\n{}\n", markdown::SIGNATURE).as_bytes(), Durability::Synced)
}

/// Refuses to replace a file that we did not write. Pages and pictures are signed; those from
/// before they were are known to be ours in the folder of a run.
fn may_replace(path: &Path) -> Result<(), Error> {
    let Some(contents) = disk::contents(path)? else { return Ok(()) };
    if is_signed(&contents) || manifest::marks(path.parent().unwrap_or(Path::new("")))? {
        return Ok(());
    }
    let path = path.display();
    Err(Error::Refused(format!(
        "`{path}` is in the way and was not written by this program; move it elsewhere"
    )))
}

fn is_signed(contents: &[u8]) -> bool {
    let has = |mark: &str| contents.windows(mark.len()).any(|part| part == mark.as_bytes());
    has(markdown::SIGNATURE)
        || has(html::SIGNATURE)
        || contents.starts_with(svg::BEGINNING.as_bytes())
}

/// Whether a report has files of this name.
pub(crate) fn is_report_name(name: &str) -> bool {
    [MARKDOWN, HTML].contains(&name) || is_picture_name(name)
}

fn is_picture_name(name: &str) -> bool {
    name.starts_with("figure-") && name.ends_with(".svg")
}

/// Removes the pictures of an earlier report that this one does not have, and nothing that is not
/// ours.
fn remove_old_pictures(folder: &Path, files: &[PathBuf]) -> Result<(), Error> {
    for path in disk::list(folder)? {
        let old = is_picture_name(&disk::name(&path)) && !files.contains(&path);
        if old
            && disk::contents(&path)?
                .is_some_and(|text| text.starts_with(svg::BEGINNING.as_bytes()))
        {
            disk::remove(&path)?;
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
