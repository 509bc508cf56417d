//! The sample report, written to a folder as a run writes its own report.

#[path = "../../examples/sample_report.rs"]
#[allow(dead_code)]
mod sample_report;

use std::fs;
use std::path::PathBuf;

use sample_report::sample;
use sortilege_lab::report::{Block, write};

/// Temporary folder, empty at first and removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sortilege-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder is there");
        let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("an ASCII name");
        let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn pages_and_pictures_are_written_and_nothing_else() {
    let folder = Folder::new("report-written");
    let files = write(&sample(), &folder.0).expect("a folder to write to");
    assert_eq!(files.len(), folder.names().len());
    let names = folder.names();
    let pictures: Vec<&String> = names.iter().filter(|name| name.ends_with(".svg")).collect();
    assert_eq!(pictures.len(), 11);
    let markdown = fs::read_to_string(folder.0.join("report.md")).expect("a page");
    let html = fs::read_to_string(folder.0.join("report.html")).expect("a page");
    for picture in pictures {
        assert!(markdown.contains(&format!("]({picture})")), "{picture} is not shown");
        let text = fs::read_to_string(folder.0.join(picture)).expect("a picture");
        roxmltree::Document::parse(&text).unwrap_or_else(|error| panic!("{picture}: {error}"));
    }
    assert_eq!(html.matches("<svg").count(), 2 * 11);
}

#[test]
fn writing_again_changes_nothing_and_clears_what_is_ours() {
    let folder = Folder::new("report-again");
    let mut report = sample();
    let files = write(&report, &folder.0).expect("a folder to write to");
    let contents = || files.iter().map(|file| fs::read(file).expect("a file")).collect::<Vec<_>>();
    let before = contents();
    write(&report, &folder.0).expect("a folder to write to");
    assert!(before == contents(), "the same report gives the same bytes");
    fs::write(folder.0.join("figure-99-mine.svg"), "<svg/>").expect("a file");
    report.blocks.retain(|block| matches!(block, Block::Text(_)));
    write(&report, &folder.0).expect("a folder to write to");
    assert_eq!(folder.names(), ["figure-99-mine.svg", "report.html", "report.md"]);
}
