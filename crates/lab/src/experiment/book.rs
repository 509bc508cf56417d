//! Compares the book's page of designs with the program: the page lists every key under its design,
//! and no other.

use super::Experiment;
use super::definition::{COMMON, SCHEDULED};
use super::design::KINDS;
use sortilege_shelves::catalogue;
use std::fs;
use std::path::Path;

/// The page, which exists only in the repository.
fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/designs.md");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Tables of a section, each with the heading of its first column and the keys in that column.
fn tables(page: &str, heading: &str) -> Vec<(String, Vec<String>)> {
    let begins = format!("## {heading}");
    let lines = page
        .lines()
        .skip_while(|line| *line != begins)
        .skip(1)
        .take_while(|line| !line.starts_with("## "));
    let mut tables: Vec<(String, Vec<String>)> = vec![];
    for line in lines {
        let Some(first) = line.strip_prefix("| ").and_then(|line| line.split(" | ").next()) else {
            continue;
        };
        match first.strip_prefix('`').and_then(|rest| rest.strip_suffix('`')) {
            Some(key) => tables.last_mut().expect("a table has a head").1.push(key.to_string()),
            None => tables.push((first.to_string(), vec![])),
        }
    }
    tables
}

/// Keys of one table of a section, in alphabetical order.
fn keys(page: &str, heading: &str, head: &str) -> Vec<String> {
    let found = tables(page, heading).into_iter().find(|(other, _)| other == head);
    sorted(found.unwrap_or_else(|| panic!("the book has no table `{head}` under `{heading}`")).1)
}

fn sorted(keys: impl IntoIterator<Item = impl ToString>) -> Vec<String> {
    let mut keys: Vec<String> = keys.into_iter().map(|key| key.to_string()).collect();
    keys.sort();
    keys
}

#[test]
fn every_key_of_every_design_is_in_the_book() {
    let page = page();
    assert_eq!(keys(&page, "Keys of all designs", "key"), sorted(COMMON));
    assert_eq!(keys(&page, "Keys of designs that play games", "key"), sorted(SCHEDULED));
    for kind in &KINDS {
        let found = keys(&page, &format!("`{}`", kind.name), "key");
        assert_eq!(
            found,
            sorted(kind.keys),
            "the keys of `{}` in the book, and in the program",
            kind.name
        );
    }
}

/// Known keys, as the error for an unknown key lists them.
fn listed(experiment: &str) -> Vec<String> {
    let refusal =
        Experiment::read(experiment, catalogue()).expect_err("`zzz` is no key").to_string();
    let list = refusal.split("(there are ").nth(1).and_then(|rest| rest.split(')').next());
    sorted(list.unwrap_or_else(|| panic!("no list in {refusal}")).split(", "))
}

#[test]
fn every_key_of_a_table_is_in_the_book() {
    let page = page();
    let games = "game = 'kuhn'\ngames = 2\n";
    let match_of =
        |rest: &str| format!("design = 'match'\n{games}players = ['random', 'random']\n{rest}");
    let cases = [
        ("Keys of designs that play games", "key in `[screen]`", match_of("screen = { zzz = 1 }")),
        ("Keys of designs that play games", "key in `[sequential]`", match_of("sequential = { zzz = 1 }")),
        (
            "`sweep`",
            "key of a range",
            format!(
                "design = 'sweep'\n{games}player = 'so-ismcts'\nopponents = ['random']\nvary = {{ c = {{ zzz = 1 }} }}"
            ),
        ),
        (
            "`factorial`",
            "key of a factor",
            format!(
                "design = 'factorial'\n{games}player = 'random'\nopponents = ['random']\nfactors = {{ a = {{ zzz = 1 }} }}"
            ),
        ),
        (
            "`estimate`",
            "key of `states`",
            "design = 'estimate'\ngame = 'kuhn'\nruns = 1\nplayers = ['random']\nstates = { zzz = 1 }"
                .to_string(),
        ),
    ];
    for (heading, head, experiment) in cases {
        assert_eq!(keys(&page, heading, head), listed(&experiment), "{head}");
    }
}

/// The program can read every experiment that the page shows.
#[test]
fn every_experiment_of_the_book_can_be_read() {
    let page = page();
    let mut designs: Vec<String> = vec![];
    for example in page.split("```toml\n").skip(1) {
        let text = example.split("```").next().expect("a block ends");
        let experiment =
            Experiment::read(text, catalogue()).unwrap_or_else(|error| panic!("{text}: {error}"));
        designs.push(experiment.design.name().to_string());
    }
    designs.dedup();
    assert_eq!(
        designs,
        KINDS.iter().map(|kind| kind.name).collect::<Vec<_>>(),
        "an example for each, in order"
    );
}
