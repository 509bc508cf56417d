//! Reports about results. A [`Report`] has the contents; the renderers decide the appearance.
//!
//! A report does not access files, dates or machines: its builder passes them as facts, and the
//! same report always gives the same bytes.
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
    Axis, AxisScale, Bars, Block, Cell, Curve, Curves, Effect, Effects, Estimate, Format, HeatMap,
    Point, Report, Series, Stroke, Table, Verdict,
};
pub use text::{shell_quoted, shell_word, words};

const MARKDOWN: &str = "report.md";
const HTML: &str = "report.html";

/// Writes `report.md`, `report.html` and one picture per chart into a folder, and returns their
/// paths. Each file is written under a temporary name and renamed, so it is complete or absent.
/// Existing files of these names are replaced only if they are signed or the folder is a run
/// folder. If any other file is in the way, nothing is written.
pub fn write(report: &Report, folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let pictures = pictures(&report.blocks);
    let name = |index: usize| pictures[index].clone().unwrap_or_default();
    let drawn = report.blocks.iter().zip(&pictures);
    let mut files: Vec<(PathBuf, String)> = drawn
        .filter_map(|(block, name)| Some((folder.join(name.as_ref()?), svg::standalone(block)?)))
        .collect();
    // The pages are written last, so that the pictures that they show exist.
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

/// Checks, before there is a report, that its pages can be written into a folder.
pub(crate) fn may_write(folder: &Path) -> Result<(), Error> {
    [MARKDOWN, HTML].iter().try_for_each(|name| may_replace(&folder.join(name)))
}

/// Writes a signed page of Markdown beside a report.
pub(crate) fn write_page(path: &Path, text: &str) -> Result<(), Error> {
    may_replace(path)?;
    disk::write(path, format!("{text}\n{}\n", markdown::SIGNATURE).as_bytes(), Durability::Synced)
}

/// Refuses to replace a file that this program did not write. Pages and pictures are signed; in a
/// run folder, unsigned files of earlier versions count as ours too.
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

/// Returns whether a report has files of this name.
pub(crate) fn is_report_name(name: &str) -> bool {
    [MARKDOWN, HTML].contains(&name) || is_picture_name(name)
}

fn is_picture_name(name: &str) -> bool {
    name.starts_with("figure-") && name.ends_with(".svg")
}

/// Removes the pictures of an earlier report that this one does not have, and no other files.
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

/// File name of the chart of each block, made of its number and title.
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
