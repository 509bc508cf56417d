//! Regression test with the corpus of the fuzzers.

#[path = "../../../../fuzz/src/gdl.rs"]
mod gdl;
#[path = "../../../../fuzz/src/replay.rs"]
mod replay;
#[path = "../../../../fuzz/src/target.rs"]
mod target;

#[test]
fn the_corpus_does_no_harm() {
    replay::all(gdl::TARGETS);
}
