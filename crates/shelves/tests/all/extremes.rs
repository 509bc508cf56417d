//! Settings at the ends of their ranges: whatever a schema lets through is thought with, and gives
//! finite values.

use sortilege::Rng;
use sortilege_catalogue::setting::{Field, Kind, Schema};
use sortilege_catalogue::{Agent, Error, Spec, Table};
use sortilege_shelves::catalogue;
use std::collections::BTreeMap;

/// Numbers that have broken something somewhere.
const NUMBERS: [&str; 14] = [
    "0", "-0", "1", "-1", "0.5", "1e-320", "1e6", "1e39", "1e308", "-1e308", "inf", "-inf", "nan",
    "1000",
];
const TIMES: [&str; 4] = ["0s", "1e-9s", "1ms", "1e300s"];
const AMOUNTS: [&str; 4] = ["0B", "1B", "1e17B", "1e30B"];

/// Settings that say how much work there is. At their ends they are tried with a search that is
/// stopped.
const WORK: [&str; 13] = [
    "iterations",
    "trees",
    "time",
    "roots",
    "threads",
    "depth",
    "width",
    "ratio",
    "least",
    "plies",
    "worlds",
    "solving",
    "simulations",
];

fn table(text: &str) -> Box<dyn Table> {
    let mut table = catalogue().open(&text.parse().unwrap()).unwrap();
    table.chance(&mut Rng::new(1));
    table
}

/// Values of a kind: plain ones at the ends of the range and beyond, and parts with settings that
/// are so.
fn values(kind: Kind, depth: u32) -> Vec<(Spec, bool)> {
    let plain =
        |texts: &[&str]| texts.iter().map(|&text| (Spec::new(text), false)).collect::<Vec<_>>();
    let ends = |texts: [String; 2]| texts.map(|text| (Spec::new(text), false));
    match kind {
        Kind::Whole(least, most) => {
            let huge = [u32::MAX.to_string(), u64::MAX.to_string()];
            [plain(&NUMBERS), ends([least.to_string(), most.to_string()]).into(), ends(huge).into()]
                .concat()
        }
        Kind::Number(least, most) | Kind::NumberOr(least, most, _) => {
            [plain(&NUMBERS), ends([least.to_string(), most.to_string()]).into()].concat()
        }
        Kind::Word(words) => plain(words),
        Kind::Time => plain(&TIMES),
        Kind::Bytes => plain(&AMOUNTS),
        Kind::Part(parts) if depth > 0 => {
            parts.iter().flat_map(|part| part_values(part, depth - 1)).collect()
        }
        Kind::Part(_) | Kind::Policy(_) | Kind::Evaluation | Kind::Text(_) | Kind::File(_) => {
            vec![]
        }
    }
}

/// A part as it is, and with each of its settings at its ends; says of each whether it may be much
/// work.
fn part_values(part: &Schema, depth: u32) -> Vec<(Spec, bool)> {
    let mut all = vec![(Spec::new(part.name), false)];
    for field in part.fields {
        let work = WORK.contains(&field.name);
        let extremes = values(field.kind, depth).into_iter();
        all.extend(
            extremes
                .map(|(value, more)| (Spec::new(part.name).with(field.name, value), work || more)),
        );
    }
    all
}

/// A player that thinks briefly.
fn brief(player: &Schema) -> Spec {
    let has = |name| player.fields.iter().any(|field| field.name == name);
    let spec = Spec::new(player.name);
    let spec = if has("trees") { spec.with("trees", Spec::new("2")) } else { spec };
    if has("iterations") { spec.with("iterations", Spec::new("12")) } else { spec }
}

fn with(mut spec: Spec, setting: &str, value: Spec) -> Spec {
    spec.settings.retain(|(name, _)| name != setting);
    spec.with(setting, value)
}

/// Builds a player, if its settings are let through, and has it think.
fn try_out(table: &dyn Table, spec: &Spec, stopped: bool) -> bool {
    let Ok(mut player) = table.player(spec) else { return false };
    if stopped {
        player.stop().now();
    }
    let who = table.to_choose()[0];
    let thought = table.think(&mut player, who, &mut Rng::new(2)).unwrap();
    let finite = thought.candidates.iter().all(|one| one.value.is_finite());
    assert!(finite, "{spec} at {}: {:?}", table.spec(), thought.candidates);
    assert!(thought.tree.mean_depth.is_finite() && thought.seconds.is_finite());
    true
}

#[test]
fn every_setting_is_tried_at_its_ends() {
    let (mut tried, mut games) = (0, BTreeMap::new());
    for kind in catalogue().games() {
        let table = table(kind.name());
        for player in kind.players() {
            // Settings of parts are tried at two games with the player, the others at all games.
            let games = games.entry(player.name).or_insert(0);
            *games += 1;
            let depth = if *games <= 2 { 2 } else { 0 };
            for field in player.fields {
                for (value, work) in values(field.kind, depth) {
                    let spec = with(brief(player), field.name, value);
                    let stopped = work || WORK.contains(&field.name);
                    tried += u32::from(try_out(&*table, &spec, stopped));
                }
            }
        }
    }
    assert!(tried > 5000, "{tried}");
}

/// How much is explored concerns every rule by which arms, outcomes of chance and moves made at
/// once are chosen.
#[test]
fn exploration_is_tried_at_its_ends_with_every_rule() {
    let others = |field: &&Field| matches!(field.kind, Kind::Word(_) | Kind::Part(_));
    for game in
        ["kuhn", "leduc", "goofspiel", "goofspiel:order=random", "mnk:m=3,n=3,k=3", "pig", "magic"]
    {
        let table = table(game);
        for player in table.players() {
            let Some(c) = player.fields.iter().find(|field| field.name == "c") else { continue };
            for other in player.fields.iter().filter(others) {
                for (rule, work) in values(other.kind, 1) {
                    for (value, _) in values(c.kind, 0) {
                        let spec = with(with(brief(player), other.name, rule.clone()), "c", value);
                        try_out(&*table, &spec, work);
                    }
                }
            }
        }
    }
}

#[test]
fn more_iterations_than_can_be_counted_are_refused() {
    let refusal = |game: &str, player: &str| {
        let error = table(game).player(&player.parse().unwrap()).err().expect("it is too much");
        error.to_string()
    };
    assert_eq!(
        refusal("mnk", "uct:iterations=4294967296"),
        "`iterations` of `uct` is a whole number from 1 to 4294967295, not `4294967296`"
    );
    assert_eq!(
        refusal("kuhn", "determinized-uct:iterations=4294967296"),
        "`iterations` of `determinized-uct` is a whole number from 1 to 4294967295, not `4294967296`"
    );
    assert_eq!(
        refusal("kuhn", "flat-ucb:c=1e39"),
        "`c` of `flat-ucb` is a number from 0 to 1000000, not `1e39`"
    );
    // Searches without a tree, and those that count nodes, count further.
    for (game, player) in [("mnk", "flat-ucb"), ("mnk", "flat-mc"), ("pig", "star2")] {
        let spec = format!("{player}:iterations=18446744073709551615").parse().unwrap();
        assert!(try_out(&*table(game), &spec, true));
    }
}

/// A player knows one game. At another table it is refused, whatever it is asked.
#[test]
fn a_player_of_another_game_is_refused() {
    let (kuhn, mnk) = (table("kuhn"), table("mnk:m=3,n=3,k=3"));
    let mut stranger: Agent = kuhn.player(&"so-ismcts:iterations=10".parse().unwrap()).unwrap();
    let (who, rng) = (mnk.to_choose()[0], &mut Rng::new(1));
    let expected = "`so-ismcts:iterations=10` was built at a table of `kuhn`, and cannot play `mnk:m=3,n=3,k=3`; \
                    build one here";
    let refused = |error: Option<Error>| {
        let error = error.expect("it is another game");
        assert_eq!(error.to_string(), expected);
    };
    refused(mnk.think(&mut stranger, who, rng).err());
    refused(mnk.new_game(&mut stranger).err());
    refused(mnk.analysis().exploitability(&mut stranger, rng).err());
    refused(mnk.analysis().bench_search(&mut stranger, std::time::Duration::ZERO).err());
    let minds = &mut [Rng::new(2), Rng::new(3)];
    let mut native = mnk.player(&"random".parse().unwrap()).unwrap();
    refused(mnk.play_game(&mut [&mut native, &mut stranger], rng, minds).err());
    assert!(kuhn.think(&mut stranger, kuhn.to_choose()[0], rng).is_ok());
}
