//! Matches over loopback, most of them between two players of this crate, some with players that
//! are killed during the match, answer late, or send nonsense: `cargo run --release -p
//! sortilege-gdl --example matches MATCHES`. Fails if a match does not end as it should.

use sortilege_gdl::ggp::host::{MatchSettings, Outcome, play};
use sortilege_gdl::ggp::http::{answer, read_request};
use sortilege_gdl::ggp::player::{Server, Settings};
use sortilege_gdl::{Options, Sheet};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

const NAMES: [&str; 5] =
    ["tic-tac-toe", "rock-paper-scissors", "kuhn", "krieg-tic-tac-toe", "connect-four"];
/// Play clock in seconds; a player of this crate uses a twentieth of it.
const CLOCK: u64 = 2;

fn main() {
    let matches = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(50);
    let players = [ours().0, ours().0];
    let (mut total, mut steps) = ([0.0; 2], 0);
    for number in 0..matches {
        let name = NAMES[number % NAMES.len()];
        let outcome = hold(name, &players, number);
        assert_eq!(outcome.failures, [0, 0], "{name}: {outcome:?}");
        total.iter_mut().zip(&outcome.goals).for_each(|(sum, goal)| *sum += goal);
        steps += outcome.steps;
    }
    println!(
        "{matches} matches between two players of this crate: {steps} steps, goals {total:?}, no replaced moves"
    );

    let (doomed, end) = ours();
    let killer = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(1000 * CLOCK / 4));
        end.store(true, Ordering::Relaxed);
        // A connection wakes the waiting listener.
        let _ = TcpStream::connect(doomed);
    });
    let outcome = hold("connect-four", &[players[0], doomed], 1000);
    killer.join().expect("it does not panic");
    report("one player is killed during the match", &outcome);
    assert!(
        outcome.failures[0] == 0 && (1..outcome.steps).contains(&outcome.failures[1]),
        "{outcome:?}"
    );

    let late = stranger(|| std::thread::sleep(Duration::from_millis(1000 * CLOCK + 1500)), "wait");
    let outcome = hold("tic-tac-toe", &[players[0], late], 1001);
    report("one player answers late", &outcome);
    assert_eq!(outcome.failures, [0, outcome.steps], "{outcome:?}");

    let outcome = hold("tic-tac-toe", &[stranger(|| {}, ")(?x \u{0} mark"), players[1]], 1002);
    report("one player sends nonsense", &outcome);
    assert_eq!(outcome.failures, [outcome.steps, 0], "{outcome:?}");

    // After any match a player is available again.
    let outcome = hold("tic-tac-toe", &players, 1003);
    report("two players of this crate afterwards", &outcome);
    assert_eq!(outcome.failures, [0, 0], "{outcome:?}");
}

fn report(what: &str, outcome: &Outcome) {
    let Outcome { goals, steps, failures, .. } = outcome;
    println!("{what}: {steps} steps, goals {goals:?}, replaced moves {failures:?}");
}

fn hold(name: &str, players: &[SocketAddr], number: usize) -> Outcome {
    let path = format!("{}/../../games/gdl/{name}.kif", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the sheet is there");
    let sheet = Sheet::read(&text, &Options::default()).expect("the sheet means something");
    let terms = MatchSettings {
        start: CLOCK,
        play: CLOCK,
        seed: number as u64,
        ..MatchSettings::default()
    };
    play(&sheet, &text, players, &format!("m{number}"), &terms).expect("as many players as seats")
}

/// A player of this crate, and the flag that stops it.
fn ours() -> (SocketAddr, Arc<AtomicBool>) {
    let settings = Settings { margin: Duration::from_millis(950 * CLOCK), ..Settings::default() };
    let (listener, end) =
        (TcpListener::bind("127.0.0.1:0").expect("a port is free"), Arc::default());
    let (address, flag) = (listener.local_addr().expect("it has an address"), Arc::clone(&end));
    std::thread::spawn(move || Server::new(settings).serve(&listener, &flag));
    (address, end)
}

/// A player that always gives the same answer, after a delay.
fn stranger(wait: fn(), text: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it has an address");
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || {
                let _ = read_request(&stream, Duration::from_secs(5));
                wait();
                let _ = answer(&stream, text);
            });
        }
    });
    address
}
