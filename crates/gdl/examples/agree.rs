//! Comparison of net and Datalog machine: `cargo run --release -p sortilege-gdl --example agree
//! GAMES FILE...` plays random games of each sheet on both and compares fluents, legal moves,
//! termination, goals and percepts of every state.

use sortilege::Rng;
use sortilege_gdl::testing::Twin;
use sortilege_gdl::{Engines, Options, Sheet};
use std::time::Instant;

fn main() {
    let mut words = std::env::args().skip(1);
    let Some(games) = words.next().and_then(|word| word.parse().ok()) else {
        return println!("GAMES FILE...");
    };
    let mut failures = 0;
    for path in words {
        let begin = Instant::now();
        let result = compare(&path, games);
        failures += i32::from(result.is_err());
        let text = result.unwrap_or_else(|error| format!("FAILS: {error}"));
        println!("{path}: {text} in {:.1} s", begin.elapsed().as_secs_f64());
    }
    std::process::exit(failures.min(1));
}

fn compare(path: &str, games: u64) -> Result<String, String> {
    let sheet = |engines| {
        Sheet::open(path.as_ref(), &Options { engines, ..Options::default() })
            .map_err(|error| error.to_string())
    };
    let mut twin = Twin::new(sheet(Engines::Net)?, sheet(Engines::Machine)?);
    let mut steps = 0;
    for game in 0..games {
        let played = twin.play(&mut Rng::derive(&[1, game]));
        steps += u64::from(played.map_err(|error| format!("game {game}: {error}"))?);
    }
    Ok(format!("{games} games of {steps} steps agree"))
}
