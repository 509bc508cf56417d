//! Tests of matches over loopback: against players of this crate, and players that are late, gone,
//! or answer nonsense.

use crate::common;

use sortilege_gdl::Engines;
use sortilege_gdl::ggp::host::{MatchSettings, Outcome, play};
use sortilege_gdl::ggp::http::{answer, ask, read_request};
use sortilege_gdl::ggp::player::{Server, Settings};
use std::io::Read;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// A player of this crate with short searches and a clock of five seconds.
fn ours() -> SocketAddr {
    seated(false)
}

fn seated(ponders: bool) -> SocketAddr {
    let settings = Settings { margin: Duration::from_millis(4950), ponders, ..Settings::default() };
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || Server::new(settings).serve(&listener, &AtomicBool::new(false)));
    address
}

/// A player with fixed answers; without an answer it closes the connection.
fn stranger(mut reply: impl FnMut(usize) -> Option<String> + Send + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for (number, stream) in listener.incoming().enumerate() {
            let Ok(stream) = stream else { continue };
            let _ = read_request(&stream, Duration::from_secs(5));
            if let Some(text) = reply(number) {
                let _ = answer(&stream, &text);
            }
        }
    });
    address
}

fn matched(name: &str, players: &[SocketAddr], clock: u64) -> Outcome {
    let sheet = common::sheet(name, Engines::Fastest);
    let terms =
        MatchSettings { start: clock, play: clock, grace: Duration::from_millis(10), seed: 1 };
    play(&sheet, &common::text(name), players, "m1", &terms).unwrap()
}

#[test]
fn two_of_ours_play_open_and_hidden_games() {
    let players = [ours(), seated(true)];
    for name in ["tic-tac-toe", "rock-paper-scissors", "kuhn", "leduc", "krieg-tic-tac-toe"] {
        let outcome = matched(name, &players, 5);
        assert_eq!(outcome.failures, [0, 0], "{name}: {outcome:?}");
        assert!((outcome.goals.iter().sum::<f64>() - 100.0).abs() < 1e-6, "{name}: {outcome:?}");
    }
}

/// A player that takes the centre and answers threats draws at least.
#[test]
fn ours_does_not_lose_to_nonsense() {
    let outcome = matched("tic-tac-toe", &[ours(), stranger(|_| Some(")(?".into()))], 5);
    assert_eq!(outcome.goals, [100.0, 0.0], "{outcome:?}");
    assert_eq!(outcome.failures, [0, outcome.steps], "{outcome:?}");
}

#[test]
fn a_match_goes_on_without_a_player_who_is_gone() {
    let gone = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let outcome = matched("tic-tac-toe", &[gone, gone], 1);
    assert_eq!(outcome.failures, [outcome.steps; 2]);
    assert_eq!(outcome.goals.iter().sum::<f64>(), 100.0);
}

/// The player answers the start and the first move, which is to wait, and then never again.
#[test]
fn a_match_goes_on_when_a_player_is_killed() {
    let killed = stranger(|number| ["ready", "wait"].get(number).map(|text| text.to_string()));
    let outcome = matched("tic-tac-toe", &[ours(), killed], 5);
    assert_eq!(outcome.failures, [0, outcome.steps - 1], "{outcome:?}");
}

#[test]
fn who_is_late_is_moved_for() {
    let late = stranger(|_| {
        std::thread::sleep(Duration::from_millis(1500));
        Some("(show rock)".into())
    });
    let begin = Instant::now();
    let outcome = matched("rock-paper-scissors", &[late, late], 1);
    assert_eq!((outcome.steps, outcome.failures), (3, vec![3, 3]));
    assert!(begin.elapsed() >= Duration::from_secs(4), "the clock was not waited for");
}

#[test]
fn one_match_at_a_time() {
    let server = Server::new(Settings::default());
    let ask = |text: &str| server.reply(text, Instant::now());
    let start = |id: &str| {
        format!("(START {id} NOUGHT ({}) 10 5)", common::text("tic-tac-toe").to_uppercase())
    };
    assert_eq!(ask("(INFO)"), "((name sortilege) (status available) (species computer))");
    assert_eq!(ask(&start("A1")), "ready");
    assert_eq!(ask("(info)"), "((name sortilege) (status busy) (species computer))");
    assert_eq!(ask(&start("B2")), "busy");
    assert_eq!(ask("(play b2 nil)"), "busy");
    assert_eq!(ask("(PLAY A1 NIL)"), "WAIT", "moves are spelt as the rules spell them");
    assert_eq!(ask("(abort b2)"), "busy");
    assert_eq!(ask("(ABORT A1)"), "aborted");
    assert_eq!(ask(&start("B2")), "ready");
    assert_eq!(ask("(stop b2 (nonsense))"), "done");
}

/// Clocks of 5 and 2 seconds: a match is abandoned after 11 seconds without a message.
#[test]
fn a_match_without_messages_is_abandoned() {
    let server =
        Server::new(Settings { margin: Duration::from_millis(1950), ..Settings::default() });
    let begin = Instant::now();
    let ask =
        |text: &str, seconds: f64| server.reply(text, begin + Duration::from_secs_f64(seconds));
    let start = |id: &str| format!("(start {id} nought ({}) 5 2)", common::text("tic-tac-toe"));
    assert_eq!(ask(&start("m1"), 0.0), "ready");
    assert!(ask("(info)", 11.0).contains("busy"));
    assert_eq!(ask(&start("m2"), 11.0), "busy");
    assert_eq!(ask("(play m1 nil)", 11.0), "wait");
    assert_eq!(ask(&start("m2"), 22.0), "busy");
    assert!(ask("(info)", 22.1).contains("available"));
    assert_eq!(ask(&start("m2"), 22.1), "ready");
    assert_eq!(ask("(play m1 ((mark 2 2) wait))", 22.1), "busy");
    assert_eq!(ask("(stop m2 nil)", 22.1), "done");
}

/// Connections that send nothing are closed, oldest first, when others arrive.
#[test]
fn idle_connections_do_not_lock_hosts_out() {
    let player = ours();
    let idle: Vec<TcpStream> = (0..16).map(|_| TcpStream::connect(player).unwrap()).collect();
    let info = ask(player, "(info)", Duration::from_secs(600)).unwrap();
    assert_eq!(info, "((name sortilege) (status available) (species computer))");
    assert!(!matches!((&idle[0]).read(&mut [0]), Ok(1..)), "the oldest is closed");
}

#[test]
fn a_clock_has_at_most_a_day() {
    let sheet = common::sheet("tic-tac-toe", Engines::Fastest);
    let players = [ours(), ours()];
    for (start, clock) in [(u64::MAX, 5), (5, u64::MAX), (5, 86_401)] {
        let terms = MatchSettings { start, play: clock, ..MatchSettings::default() };
        let error = play(&sheet, &common::text("tic-tac-toe"), &players, "m1", &terms).unwrap_err();
        assert_eq!(
            error,
            format!(
                "a clock of {} seconds is too long; the longest is 86400, a day",
                start.max(clock)
            )
        );
    }
}

/// The host reports that the door chosen by the player was opened: no history is consistent with
/// this.
#[test]
fn impossible_percepts_are_answered_with_a_legal_move() {
    let server =
        Server::new(Settings { margin: Duration::from_millis(4950), ..Settings::default() });
    let ask = |text: &str| server.reply(text, Instant::now());
    let rules = common::text("monty-hall");
    assert_eq!(ask(&format!("(start m candidate ({rules}) 10 5)")), "ready");
    assert_eq!(ask("(play m 0 nil nil)"), "wait");
    assert!(ask("(play m 1 wait ())").starts_with("(choose "));
    assert_eq!(ask("(play m 2 (choose 1) ())"), "wait");
    assert!(["stay", "switch"].contains(&ask("(play m 3 wait ((open 1)))").as_str()));
}

#[test]
fn bad_rules_are_refused_and_leave_the_player_free() {
    let server = Server::new(Settings::default());
    let ask = |text: &str| server.reply(text, Instant::now());
    assert_eq!(
        ask("(start a x ((role x) (legal x y)) 5 5)"),
        "error: the game never ends: there is no rule for `terminal`"
    );
    assert_eq!(
        ask("(start a absent ((role x) (legal x y) terminal (goal x 1)) 5 5)"),
        "error: `absent` is not a role of these rules"
    );
    assert!(ask("(info)").contains("available"));
    assert!(ask("garbage (").starts_with("error: "));
}
