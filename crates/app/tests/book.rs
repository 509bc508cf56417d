//! The book and the README: every command in a `console` block is run as it stands, and answers
//! what it is said to answer; every link leads somewhere.
//!
//! In such a block a line that begins with `$ ` is typed, and `...` stands for any lines of the
//! answer. Blocks that are called `console,not-run` are not run. A `toml` block that begins with `#
//! NAME.toml` is that file, and all commands of a page are run in one folder, in their order.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Stdio};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn book() -> PathBuf {
    repository().join("book/src")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The pages of the book, as its summary has them.
fn pages() -> Vec<PathBuf> {
    let listed = links(&read(&book().join("SUMMARY.md")));
    listed.into_iter().map(PathBuf::from).collect()
}

/// A part of a page between fences.
struct Block {
    info: String,
    lines: Vec<String>,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = vec![];
    let mut open = false;
    for line in text.lines() {
        match (line.strip_prefix("```"), open) {
            (Some(info), false) => blocks.push(Block { info: info.to_string(), lines: vec![] }),
            (Some(_), true) => {}
            (None, true) => blocks.last_mut().expect("one is open").lines.push(line.to_string()),
            (None, false) => continue,
        }
        open = line.starts_with("```") != open;
    }
    blocks
}

/// The text of a page without what is between fences.
fn prose(text: &str) -> String {
    let mut open = false;
    let outside = |line: &&str| {
        let fence = line.starts_with("```");
        open ^= fence;
        !open && !fence
    };
    text.lines().filter(outside).collect::<Vec<_>>().join("\n")
}

/// Where a page leads: links, pictures, and definitions at the end.
fn links(text: &str) -> Vec<String> {
    let text = prose(text);
    let inline = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let defined = text
        .lines()
        .filter(|line| line.starts_with('['))
        .filter_map(|line| line.split("]: ").nth(1));
    inline.chain(defined).map(str::to_string).collect()
}

/// The names under which links find the headings of a page, as mdBook gives them.
fn places(text: &str) -> BTreeSet<String> {
    let headings = prose(text);
    let headings = headings
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| line.trim_start_matches('#').trim());
    let letter = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' || c == '-' => Some(c.to_ascii_lowercase()),
        c if c.is_whitespace() => Some('-'),
        _ => None,
    };
    headings.map(|heading| heading.chars().filter_map(letter).collect()).collect()
}

/// A path without `..` in it, as a browser has it.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                assert!(plain.pop(), "{} leads out of the book", path.display())
            }
            part => plain.push(part),
        }
    }
    plain
}

#[test]
fn every_link_leads_somewhere() {
    for page in pages() {
        let text = read(&book().join(&page));
        for link in links(&text).iter().filter(|link| !link.starts_with("http")) {
            let (path, place) = link.split_once('#').unwrap_or((link, ""));
            let goal = if path.is_empty() {
                page.clone()
            } else {
                plain(&page.with_file_name("").join(path))
            };
            assert!(book().join(&goal).is_file(), "{}: {link} leads nowhere", page.display());
            let found = place.is_empty() || places(&read(&book().join(&goal))).contains(place);
            assert!(found, "{}: there is no `{place}` in {}", page.display(), goal.display());
        }
    }
}

/// Every page is reachable by a link.
#[test]
fn every_page_is_in_the_summary() {
    let listed: BTreeSet<PathBuf> = pages().into_iter().collect();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(book().join(&folder)).unwrap() {
            let path = folder.join(entry.unwrap().file_name());
            let is_page =
                path.extension().is_some_and(|it| it == "md") && path != Path::new("SUMMARY.md");
            assert!(!is_page || listed.contains(&path), "{} is not in SUMMARY.md", path.display());
            if book().join(&path).is_dir() {
                folders.push(path);
            }
        }
    }
}

/// What pages take from elsewhere is there, and so is the part that they name.
#[test]
fn everything_that_is_included_is_there() {
    let mut found = 0;
    for page in pages() {
        let text = read(&book().join(&page));
        for name in text.split("{{#include ").skip(1).filter_map(|rest| rest.split("}}").next()) {
            let (path, part) = name.split_once(':').unwrap_or((name, ""));
            let included = read(&book().join(&page).with_file_name(path));
            let begins = format!("ANCHOR: {part}\n");
            assert!(part.is_empty() || included.contains(&begins), "{}: {name}", page.display());
            found += 1;
        }
    }
    assert!(found > 5, "only {found} files are included");
}

/// A command, and what it is said to answer.
struct Typed {
    words: String,
    answer: Vec<String>,
}

fn typed(block: &Block) -> Vec<Typed> {
    let mut all: Vec<Typed> = vec![];
    for line in &block.lines {
        match (line.strip_prefix("$ "), all.last_mut()) {
            (Some(words), _) => all.push(Typed { words: words.to_string(), answer: vec![] }),
            (None, Some(last)) => last.answer.push(line.trim_end().to_string()),
            (None, None) => panic!("a block begins with `$ `, not with {line}"),
        }
    }
    all
}

/// Whether lines are those that were promised; `...` stands for any.
fn fits(promised: &[String], lines: &[&str]) -> bool {
    match (promised.split_first(), lines.split_first()) {
        (None, None) => true,
        (Some((dots, rest)), _) if dots.trim() == "..." => {
            (0..=lines.len()).any(|skipped| fits(rest, &lines[skipped..]))
        }
        (Some((line, rest)), Some((other, others))) => {
            line == other.trim_end() && fits(rest, others)
        }
        _ => false,
    }
}

/// A folder that is gone when the page has been run.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("sortilege-book-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Place(folder)
    }

    /// Runs a command of `page`; without a promise, that it succeeds is enough.
    fn run(&self, page: &str, Typed { words, answer }: &Typed) {
        let Some(args) = words.strip_prefix("sortilege ") else {
            panic!(
                "{page}: `{words}` is no command of ours: its block should be called \
                 `console,not-run`"
            )
        };
        assert!(!args.contains(['"', '\'', '|', '>', '`']), "{page}: `{words}` needs a shell");
        let output = Command::new(env!("CARGO_BIN_EXE_sortilege"))
            .args(args.split_whitespace())
            .current_dir(&self.0)
            .env("LC_ALL", "C.UTF-8")
            .env_remove("RUST_BACKTRACE")
            .stdin(Stdio::null())
            .output()
            .expect("the command was built with the tests");
        let [out, error] =
            [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        assert!(output.status.success(), "{page}: `{words}`: {error}");
        let lines: Vec<&str> = out.lines().collect();
        let kept = answer.is_empty() || fits(answer, &lines);
        assert!(kept, "{page}: `{words}` answers otherwise than promised:\n{out}");
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Writes the files of a page and runs its commands, and tells how many there were.
fn run_page(name: &str, text: &str) -> usize {
    let place = Place::new(&name.replace(['/', ' '], "-"));
    let mut count = 0;
    for block in blocks(text) {
        let file = block
            .lines
            .first()
            .and_then(|line| line.strip_prefix("# "))
            .filter(|it| it.ends_with(".toml"));
        match (block.info.as_str(), file) {
            ("toml", Some(file)) => fs::write(place.0.join(file), block.lines.join("\n")).unwrap(),
            ("console", _) => {
                let commands = typed(&block);
                commands.iter().for_each(|one| place.run(name, one));
                count += commands.len();
            }
            (info, _) => assert!(
                !info.starts_with("console") || info == "console,not-run",
                "{name}: a block is called {info}"
            ),
        }
    }
    count
}

#[test]
fn every_command_of_the_book_works() {
    let run = |page: PathBuf| {
        let name = page.display().to_string();
        std::thread::spawn(move || run_page(&name, &read(&book().join(&page))))
    };
    let running: Vec<_> = pages().into_iter().map(run).collect();
    let count: usize = running.into_iter().map(|page| page.join().expect("it works")).sum();
    assert!(count > 30, "only {count} commands were found");
}

#[test]
fn every_command_of_the_readme_works() {
    assert!(run_page("the README", &read(&repository().join("README.md"))) > 0);
}

/// The checks above find what they are there to find.
#[test]
fn what_is_wrong_is_found() {
    let lines = |text: &str| text.lines().map(str::to_string).collect::<Vec<_>>();
    let answer = ["one", "two", "three"];
    for promise in ["one\ntwo\nthree", "one\n...", "...\nthree", "...\ntwo\n...", "..."] {
        assert!(fits(&lines(promise), &answer), "{promise}");
    }
    for promise in ["one\ntwo", "two\n...", "...\nfour\n...", "one\n...\ntwo"] {
        assert!(!fits(&lines(promise), &answer), "{promise}");
    }
    let page = "# A `b` c!\n[x](a.md#d)\n```console,not-run\n[no](link)\n```\n\n[y]: e.md\n";
    assert_eq!(links(page), ["a.md#d", "e.md"]);
    assert_eq!(places(page), BTreeSet::from(["a-b-c".to_string()]));
    assert_eq!(blocks(page)[0].info, "console,not-run");
}
