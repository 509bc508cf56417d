//! The documents of the repository agree with its data, its folders and the program.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Pages outside of the book.
const PAGES: [&str; 8] = [
    "README.md",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "bench/README.md",
    "bench/RESULTS.md",
    "fuzz/README.md",
];

/// Heading and rows of `bench/results/NAME.tsv`.
fn data(name: &str) -> Vec<Vec<String>> {
    let text = read(&format!("bench/results/{name}.tsv"));
    let rows: Vec<Vec<String>> =
        text.lines().map(|line| line.split('\t').map(str::to_string).collect()).collect();
    for (at, row) in rows.iter().enumerate() {
        assert_eq!(row.len(), rows[0].len(), "cells of line {} of {name}.tsv", at + 1);
    }
    rows
}

/// The table of the README: rows of other tables, as `readme.tsv` selects them.
fn selected() -> Vec<Vec<String>> {
    let shown = ["Sortilege, per second", "peer, per second", "ratio"];
    let heading = ["workload", "peer"].iter().chain(&shown).map(|cell| cell.to_string()).collect();
    let row = |selection: &Vec<String>| {
        let [workload, name, key, peer] = &selection[..] else { panic!("{selection:?}") };
        let rows = data(name);
        let key: Vec<&str> = key.split("; ").collect();
        let found: Vec<_> =
            rows[1..].iter().filter(|row| row.iter().zip(&key).all(|(a, b)| a == b)).collect();
        assert_eq!(found.len(), 1, "{key:?} in {name}.tsv");
        let cell =
            |column: &&str| found[0][rows[0].iter().position(|it| it == column).unwrap()].clone();
        [workload.clone(), peer.clone()].into_iter().chain(shown.iter().map(cell)).collect()
    };
    std::iter::once(heading).chain(data("readme")[1..].iter().map(row)).collect()
}

/// Digits in groups of three.
fn grouped(cell: &str) -> String {
    if cell.len() < 4 || cell.starts_with('0') || !cell.bytes().all(|byte| byte.is_ascii_digit()) {
        return cell.to_string();
    }
    let mut text = String::new();
    for (at, digit) in cell.chars().enumerate() {
        if at > 0 && (cell.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A table in Markdown as `bench/tables` writes it.
fn markdown(rows: &[Vec<String>]) -> String {
    let numeric = |column: usize| {
        let mut cells =
            rows[1..].iter().map(|row| &row[column]).filter(|cell| !cell.is_empty()).peekable();
        cells.peek().is_some()
            && cells.all(|cell| cell.chars().all(|c| "-+0123456789. %".contains(c)))
    };
    let rules =
        (0..rows[0].len()).map(|column| if numeric(column) { "--:" } else { "---" }.to_string());
    let body = rows[1..].iter().map(|row| row.iter().map(|cell| grouped(cell)).collect());
    let lines = [rows[0].clone(), rules.collect()].into_iter().chain(body);
    lines.map(|cells: Vec<String>| format!("| {} |\n", cells.join(" | "))).collect()
}

#[test]
fn every_measured_table_is_that_of_its_data() {
    let mut found = BTreeSet::new();
    for page in ["README.md", "bench/RESULTS.md"] {
        for part in read(page).split("<!-- ").filter(|part| part.contains(": begin -->")) {
            let (name, table) = part.split_once(": begin -->").unwrap();
            let rows = if name == "speed" { selected() } else { data(name) };
            assert_eq!(
                table.trim(),
                markdown(&rows).trim(),
                "{page}, {name}: `bench/tables` writes it"
            );
            found.insert(name.to_string());
        }
    }
    for entry in fs::read_dir(repository().join("bench/results")).unwrap() {
        let name = entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned();
        assert!(name == "readme" || found.contains(&name), "no page shows {name}.tsv");
    }
}

/// Lines that have not as many cells as the line above them in the same table.
fn uneven(text: &str) -> Vec<usize> {
    let mut above = 0;
    let mut found = vec![];
    for (at, line) in text.lines().enumerate() {
        let cells =
            if line.starts_with('|') { line.replace("\\|", "").matches('|').count() } else { 0 };
        if above > 0 && cells > 0 && cells != above {
            found.push(at + 1);
        }
        above = cells;
    }
    found
}

#[test]
fn every_row_has_the_cells_of_its_table() {
    assert_eq!(uneven("| a | b |\n|---|---|\n| 1 | 2 | 3 |\n\n| c |\n"), [3]);
    let chapters = fs::read_dir(repository().join("book/src")).unwrap();
    let chapters =
        chapters.map(|entry| format!("book/src/{}", entry.unwrap().file_name().to_string_lossy()));
    let pages =
        PAGES.map(str::to_string).into_iter().chain(chapters.filter(|it| it.ends_with(".md")));
    for page in pages {
        assert!(
            uneven(&read(&page)).is_empty(),
            "{page}: cells of line {:?}",
            uneven(&read(&page))
        );
    }
}

/// Links to files and folders, without those inside code.
fn links(text: &str) -> Vec<String> {
    let mut open = false;
    let outside = text.lines().filter(|line| {
        let fence = line.starts_with("```");
        open ^= fence;
        !open && !fence
    });
    let text = outside.collect::<Vec<_>>().join("\n");
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets
        .filter(|target| !target.starts_with("http") && !target.starts_with('#'))
        .map(str::to_string)
        .collect()
}

#[test]
fn every_link_between_pages_leads_somewhere() {
    for page in PAGES {
        let folder = repository().join(page).parent().unwrap().to_path_buf();
        for link in links(&read(page)) {
            let path = link.split('#').next().unwrap();
            assert!(folder.join(path).exists(), "{page}: {link}");
        }
    }
}

/// Folders whose subfolders are all on the map.
const MAPPED: [&str; 5] = ["", "crates", "crates/sortilege/src", "crates/games", "crates/shelves"];

/// Subfolders that belong to the repository; builds and runs make others.
fn subfolders(parent: &str) -> BTreeSet<String> {
    let ignored = read(".gitignore");
    let ignored: BTreeSet<&str> = ignored.lines().map(|line| line.trim_matches('/')).collect();
    let entries = fs::read_dir(repository().join(parent)).unwrap().map(|entry| entry.unwrap());
    let folders = entries.filter(|entry| entry.path().is_dir());
    let names = folders.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let kept = names.filter(|name| !ignored.contains(&name[..]) && !name.starts_with('.'));
    let inside = |name: String| if parent.is_empty() { name } else { format!("{parent}/{name}") };
    kept.map(inside).collect()
}

/// The map of ARCHITECTURE.md: a table whose rows begin with a folder, such as `bench/`, and its
/// purpose.
#[test]
fn the_map_has_every_folder() {
    let text = read("ARCHITECTURE.md");
    let row = |line: &str| {
        let (folder, purpose) = line.strip_prefix("| `")?.split_once("/` | ")?;
        let is_folder = !folder.contains('`');
        is_folder.then(|| (folder.to_string(), purpose.trim_end_matches(" |").to_string()))
    };
    let map: BTreeMap<String, String> = text.lines().filter_map(row).collect();
    for (folder, purpose) in &map {
        assert!(repository().join(folder).is_dir(), "there is no {folder}");
        assert!(!purpose.is_empty() && purpose.chars().count() <= 120, "{folder}: {purpose}");
    }
    for folder in MAPPED.into_iter().flat_map(subfolders) {
        let source = folder.starts_with("crates/games/") || folder.starts_with("crates/shelves/");
        let part = source
            && ["src", "tests", "examples"].iter().any(|it| folder.ends_with(&format!("/{it}")));
        assert!(part || map.contains_key(&folder), "ARCHITECTURE.md lacks {folder}");
    }
}

/// The first words of the lines below the heading that a command prints, without continuation
/// lines.
fn listed(verb: &str) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_sortilege"))
        .arg(verb)
        .output()
        .expect("it was built with the tests");
    let text = String::from_utf8(output.stdout).unwrap();
    let rows = text.lines().skip(1).take_while(|line| line.starts_with("  "));
    let first = rows
        .filter(|line| !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next());
    first.map(str::to_string).collect()
}

#[test]
fn every_game_and_player_is_in_the_book() {
    for (verb, page, least) in
        [("games", "book/src/games.md", 20), ("players", "book/src/players.md", 20)]
    {
        let names = listed(verb);
        assert!(names.len() >= least, "`sortilege {verb}` lists {names:?}");
        let text = read(page);
        for name in names {
            let mentioned =
                text.contains(&format!("`{name}`")) || text.contains(&format!("`{name}:"));
            assert!(mentioned, "{page} lacks `{name}`");
        }
    }
}
