//! Runs every input of the fuzzing corpus that the lab reads.

#[path = "../../../fuzz/src/lab.rs"]
mod lab;
#[path = "../../../fuzz/src/replay.rs"]
mod replay;
#[path = "../../../fuzz/src/target.rs"]
mod target;

use sortilege_lab::record::Record;
use sortilege_shelves::catalogue;

#[test]
fn every_input_is_survived() {
    replay::all(lab::TARGETS);
}

/// Results that are all refused would test nothing, so the corpus has readable results of every
/// design.
#[test]
fn results_of_every_design_are_read() {
    for design in 0..11 {
        let path = format!("{}/../../fuzz/corpus/results/{design}", env!("CARGO_MANIFEST_DIR"));
        let data = std::fs::read(&path).expect("a file that can be read");
        let (run, results) = lab::claimed(&data).expect("results of its plan");
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
    for game in catalogue().games() {
        let name = game.schema().name;
        let path = format!("{}/../../fuzz/corpus/records/{name}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
        let record = Record::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(!record.steps.is_empty());
        if let Err(error) = record.after(record.steps.len(), catalogue()) {
            panic!("{name}: {error}");
        }
    }
}
