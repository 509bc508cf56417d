//! Every input that fuzzing found worth keeping, once: those of the notations.

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

/// What the fuzzers begin with, were there no corpus.
#[test]
fn every_seed_is_survived() {
    for [position, action] in games::seeds(4) {
        games::positions(position.as_bytes());
        games::actions(action.as_bytes());
    }
}
