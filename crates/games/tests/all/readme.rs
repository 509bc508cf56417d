//! The Rust example of the README compiles and runs as it is printed there.

use std::fs;
use std::path::Path;

/// The example, between the anchors; the README has the same lines without their indentation.
fn example() {
    // ANCHOR: example
    use sortilege::game::{Chance, Hidden};
    use sortilege::search::{MoIsmcts, Search, Setup};
    use sortilege::{Budget, Game, Player, Rng};
    use sortilege_games::liars_dice::LiarsDice;
    let (me, rng) = (Player(0), &mut Rng::new(1));
    let mut game = LiarsDice::default();
    game.apply(game.sample(rng)); // The roll is an outcome of chance.
    let mut search = MoIsmcts::<LiarsDice>::new(Setup::new(Budget::iterations(10_000)));
    let decision = search.decide(&game.view(me), me, rng); // The information state of `me`.
    for candidate in decision.candidates {
        println!("{:?}: {} visits", candidate.action, candidate.visits);
    }
    // ANCHOR_END: example
}

#[test]
fn the_example_of_the_readme_runs() {
    example();
    let source = include_str!("readme.rs");
    let example = source
        .split("// ANCHOR: example\n")
        .nth(1)
        .and_then(|rest| rest.split("    // ANCHOR_END").next());
    let lines: Vec<&str> = example.expect("anchors").lines().map(|line| &line[4..]).collect();
    let readme =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).unwrap();
    let shown = readme.split("```rust\n").nth(1).and_then(|rest| rest.split("\n```").next());
    assert_eq!(shown.expect("a block of Rust").lines().collect::<Vec<_>>(), lines);
}
