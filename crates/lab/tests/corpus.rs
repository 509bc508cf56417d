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
