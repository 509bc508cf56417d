//! Runs every input of the fuzzing corpus that the lab reads.

#[path = "../../../../fuzz/src/lab.rs"]
mod lab;
#[path = "../../../../fuzz/src/replay.rs"]
mod replay;
#[path = "../../../../fuzz/src/target.rs"]
mod target;

use sortilege_lab::record::Record;
use sortilege_shelves::catalogue;
use std::collections::HashMap;

#[test]
fn every_input_is_survived() {
    replay::all(lab::TARGETS);
}

/// Results that are all refused would test nothing, so the corpus has readable results of every
/// design.
#[test]
fn results_of_every_design_are_read() {
    let inputs: HashMap<String, Vec<u8>> = replay::inputs("results").into_iter().collect();
    for design in 0..11 {
        let (run, results) =
            lab::claimed(&inputs[&design.to_string()]).expect("results of its plan");
        let found = results.played()
            + results.screen.count()
            + (results.thoughts.len() + results.exploited.len()) as u64;
        assert!(found > 0, "{} has results", run.experiment.name);
    }
}

/// Records that are all refused would test little, so the corpus has a replayable record of every
/// game.
#[test]
fn records_of_every_game_are_played_again() {
    let inputs: HashMap<String, Vec<u8>> = replay::inputs("records").into_iter().collect();
    for game in catalogue().games() {
        let name = game.schema().name;
        let input =
            inputs.get(name).unwrap_or_else(|| panic!("the corpus has no record of {name}"));
        let text = str::from_utf8(input).unwrap_or_else(|error| panic!("{name}: {error}"));
        let record = Record::read(text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!record.steps.is_empty());
        if let Err(error) = record.after(record.steps.len(), catalogue()) {
            panic!("{name}: {error}");
        }
    }
}
