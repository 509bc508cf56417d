//! Every input that fuzzing found worth keeping, once: those of what the lab reads.

#[path = "../../../fuzz/src/lab.rs"]
mod lab;
#[path = "../../../fuzz/src/replay.rs"]
mod replay;
#[path = "../../../fuzz/src/target.rs"]
mod target;

#[test]
fn every_input_is_survived() {
    replay::all(lab::TARGETS);
}

/// A corpus of results that are all refused would test nothing: of every design there are some that are read.
#[test]
fn results_of_every_design_are_read() {
    for design in 0..10 {
        let path = format!("{}/../../fuzz/corpus/results/{design}", env!("CARGO_MANIFEST_DIR"));
        let data = std::fs::read(&path).expect("a file that can be read");
        let (run, results) = lab::claimed(&data).expect("results of its plan");
        let found = results.played() + results.screen.count() + results.thoughts.len() as u64;
        assert!(found > 0, "{} has results", run.experiment.name);
    }
}
