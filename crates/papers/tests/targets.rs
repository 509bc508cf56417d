//! The papers of this repository, read as the command reads them.

use sortilege_lab::reproduce::{Campaign, Paper, Scale};
use sortilege_papers::EXACT;
use std::path::Path;

#[test]
fn the_papers_of_this_repository_are_sound() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../papers");
    let papers = Paper::read_all(&folder, sortilege_shelves::catalogue(), &EXACT).unwrap();
    let ids: Vec<&str> =
        papers.iter().flat_map(|paper| &paper.targets).map(|target| target.id.as_str()).collect();
    let has = |id: &str| assert!(ids.contains(&id), "{id} is missing from {ids:?}");
    for id in ["IS-9a", "IS-9b", "IS-9c", "IS-9d", "IS-9e", "IS-doubt", "IS-branching", "ED-5a", "ED-5b"] {
        has(id);
    }
    // IS-11 is about people, IS-21 about a program that is not published.
    (1..=25).filter(|number| ![9, 11, 21].contains(number)).for_each(|number| has(&format!("IS-{number}")));
    (1..=20).filter(|&number| number != 5).for_each(|number| has(&format!("ED-{number}")));
    (1..=10).for_each(|number| has(&format!("CS-{number}")));
    let games = |scale| Campaign::new(papers.clone(), &[], scale, None).unwrap().planned().unwrap();
    let [tour, quick, paper] = Scale::ALL.map(games);
    assert!(tour < quick && quick < paper, "{tour}, {quick}, {paper} games");
    let folder = |words: &[&str]| {
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        Campaign::new(papers.clone(), &words, Scale::Quick, None).unwrap().folder
    };
    assert_eq!(folder(&["IS-2", "IS-3"]), Path::new("runs/reproduce-is-quick"));
    assert_eq!(folder(&[]), Path::new("runs/reproduce-all-quick"));
}
