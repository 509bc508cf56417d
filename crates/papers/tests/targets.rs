//! The papers of this repository, read as the command reads them, and their pages compared with the
//! record.

use sortilege_lab::reproduce::decide::prior_results::Known;
use sortilege_lab::reproduce::pages::pages;
use sortilege_lab::reproduce::{Campaign, Paper, Scale};
use sortilege_papers::{ALL, EXACT};
use std::fs;
use std::path::{Path, PathBuf};

/// Folder of the papers, independent of the location of the crate.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("papers")
}

/// The embedded papers equal the folder: every settings file, byte by byte.
#[test]
fn nothing_is_left_behind() {
    let carried: usize = ALL.carried.iter().map(|paper| paper.files.len()).sum();
    let mut found = 0;
    for paper in ALL.carried {
        for (name, text) in paper.files {
            assert_eq!(
                &fs::read_to_string(folder().join(paper.folder).join(name)).unwrap(),
                text,
                "{name}"
            );
        }
        let files =
            fs::read_dir(folder().join(paper.folder)).unwrap().map(|entry| entry.unwrap().path());
        found += files.filter(|path| path.extension().is_some_and(|it| it == "toml")).count();
    }
    assert!(carried == found && ALL.carried.len() == 5, "{carried} of {found}");
    let ids = |papers: Vec<Paper>| {
        let ids = papers.into_iter().flat_map(|paper| paper.targets).map(|target| target.id);
        ids.collect::<Vec<String>>()
    };
    let catalogue = sortilege_shelves::catalogue();
    let from_folder = Paper::read_all(&folder(), catalogue, &EXACT).unwrap();
    assert_eq!(ids(Paper::carried(ALL.carried, catalogue, ALL.exact).unwrap()), ids(from_folder));
}

/// Every paper has facts; names of games and players were checked when they were read.
#[test]
fn every_paper_has_facts() {
    for paper in Paper::carried(ALL.carried, sortilege_shelves::catalogue(), ALL.exact).unwrap() {
        let facts = paper.facts.expect("every paper has facts");
        assert!(!facts.authors.is_empty() && !facts.games.is_empty() && !facts.players.is_empty());
        assert!(facts.brought.len() > 100 && facts.untried.len() > 50, "{}", paper.tag);
        assert!(paper.source.contains(&facts.year.to_string()), "{} says two things", paper.tag);
    }
}

#[test]
fn the_papers_of_this_repository_are_sound() {
    let papers = Paper::read_all(&folder(), sortilege_shelves::catalogue(), &EXACT).unwrap();
    let ids: Vec<&str> =
        papers.iter().flat_map(|paper| &paper.targets).map(|target| target.id.as_str()).collect();
    let has = |id: &str| assert!(ids.contains(&id), "{id} is missing from {ids:?}");
    for id in
        ["IS-9a", "IS-9b", "IS-9c", "IS-9d", "IS-9e", "IS-doubt", "IS-branching", "ED-5a", "ED-5b"]
    {
        has(id);
    }
    // IS-11 is about human players, IS-21 about a program that is not published.
    (1..=25)
        .filter(|number| ![9, 11, 21].contains(number))
        .for_each(|number| has(&format!("IS-{number}")));
    (1..=20).filter(|&number| number != 5).for_each(|number| has(&format!("ED-{number}")));
    (1..=10).for_each(|number| has(&format!("CS-{number}")));
    let games = |scale| Campaign::new(papers.clone(), &[], scale, None).unwrap().planned().unwrap();
    let [tour, quick, paper, _] = Scale::ALL.map(games);
    assert!(tour < quick && quick < paper, "{tour}, {quick}, {paper} games");
    let folder = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        Campaign::new(papers.clone(), &words, Scale::Quick, None).unwrap().folder
    };
    assert_eq!(folder(&["IS-2", "IS-3"]), Path::new("runs/reproduce-is-quick"));
    assert_eq!(folder(&[]), Path::new("runs/reproduce-all-quick"));
}

/// A tree with a single simulation votes at random, so a claim about many such trees has no
/// meaning. Trees of ED have ten simulations or more, at every scale.
#[test]
fn trees_of_ed_have_ten_simulations_at_least() {
    let ed = ALL.carried.iter().find(|paper| paper.folder == "ed").expect("ED is carried");
    let mut found = 0;
    for (name, text) in ed.files {
        for after in text.split("iterations=").skip(1) {
            let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
            let iterations: u64 =
                digits.parse().unwrap_or_else(|_| panic!("{name}: iterations={after:.20}"));
            assert!(iterations >= 10, "{name} has trees of {iterations} simulations");
            found += 1;
        }
    }
    assert!(found > 50, "{found}");
}

/// Readings that were found after results were known are stored beside the original ones, with
/// other seeds.
#[test]
fn second_readings_have_seeds_of_their_own() {
    let seed = |text: &str| {
        text.lines().find(|line| line.starts_with("seed")).expect("a seed").to_string()
    };
    let mut pairs = 0;
    for paper in ALL.carried {
        let file = |name: &str| {
            paper.files.iter().find(|(other, _)| *other == name).map(|(_, text)| *text)
        };
        for (name, text) in paper.files {
            let Some(first) = name.strip_suffix("-race.toml").map(|stem| format!("{stem}.toml"))
            else {
                continue;
            };
            let first = file(&first).unwrap_or_else(|| panic!("{name} stands beside {first}"));
            assert_ne!(seed(text), seed(first), "{name}");
            assert!(text.contains("second reading"), "{name} says what it is");
            pairs += 1;
        }
    }
    assert_eq!(pairs, 5);
}

/// Every verdict on a page, and every count of verdicts, is that of `papers/found.json`.
#[test]
fn pages_agree_with_the_record() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("papers").canonicalize().unwrap();
    let papers = Paper::read_all(&folder, sortilege_shelves::catalogue(), &EXACT).unwrap();
    let known = Known::read(&folder.join("found.json")).unwrap();
    let all = pages(&folder, &papers, &known).unwrap();
    assert!(all.len() > papers.len(), "every paper has a page");
    for (path, text) in all {
        let written = fs::read_to_string(&path).unwrap();
        assert!(
            written == text,
            "{} differs from found.json; this writes it: sortilege reproduce --scale decide --known papers/found.json --pages papers",
            path.display()
        );
    }
}
