//! Runs every input of the fuzzing corpora of the notations once.

#[path = "../../../../fuzz/src/games.rs"]
mod games;
#[path = "../../../../fuzz/src/replay.rs"]
mod replay;
#[path = "../../../../fuzz/src/target.rs"]
mod target;

#[test]
fn every_input_is_survived() {
    replay::all(games::TARGETS);
}

/// The initial inputs of the fuzzers, for use without a corpus.
#[test]
fn every_seed_is_survived() {
    for [position, action] in games::seeds(4) {
        games::positions(position.as_bytes());
        games::actions(action.as_bytes());
    }
}
