//! Tests of clients that open connections and are slow, silent or many.

use super::*;
use crate::connections::{Connections, Limits};
use serde_json::json;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};

/// Time limit that never expires in a test.
const EVER: Duration = Duration::from_secs(3600);

/// Serves with the limits while `test` runs.
fn serving(limits: Limits, test: impl FnOnce(SocketAddr, Arc<Server>)) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let server = server();
    let listener = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap();
    runtime.spawn(Connections::new(limits).serve(listener, app(&server)));
    test(address, server);
    runtime.shutdown_background();
}

fn open(address: SocketAddr, text: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    stream
}

/// Returns the whole answer to a request that asks for the connection to be closed.
fn answer(mut stream: TcpStream) -> String {
    let mut text = String::new();
    let _ = stream.read_to_string(&mut text);
    text
}

const WHOLE: &str =
    "GET /api/catalogue/kuhn HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
const HALF: &str = "GET / HTTP/1.1\r\nhost: local";
const BODY: &str = "POST /api/games HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n\
                    content-length: 100\r\n\r\n{\"game\"";

#[test]
fn silent_clients_do_not_keep_others_out() {
    serving(Limits { all: 8, per_address: 8, head: EVER, body: EVER }, |address, _| {
        let mut silent = vec![];
        for number in 0..60 {
            silent.push(open(address, if number % 2 == 0 { HALF } else { BODY }));
            if number % 10 == 9 {
                let answered = answer(open(address, WHOLE));
                assert!(answered.starts_with("HTTP/1.1 200"), "{number}: {answered}");
            }
        }
    });
}

#[test]
fn an_address_has_a_limit_of_its_own() {
    serving(Limits { all: 100, per_address: 2, head: EVER, body: EVER }, |address, _| {
        let mut first = open(address, HALF);
        let others = [open(address, HALF), open(address, HALF)];
        // The oldest connection was closed for the newest.
        assert_eq!(first.read(&mut [0; 16]).unwrap_or(0), 0);
        drop(others);
    });
}

#[test]
fn who_is_served_keeps_the_place() {
    serving(Limits { all: 4, per_address: 4, head: EVER, body: EVER }, |address, server| {
        let session = server.begin(new_game("kuhn", &["human", "human"])).unwrap();
        let path = format!("/api/games/{}/events?seat={}", session.id, token(&session));
        let mut events = open(address, &format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n\r\n"));
        let mut next = || {
            let mut seen = String::new();
            while !seen.contains("event: game") {
                let mut bytes = [0; 4096];
                let read = events.read(&mut bytes).unwrap();
                assert!(read > 0, "the stream was closed after {seen}");
                seen += &String::from_utf8_lossy(&bytes[..read]);
            }
        };
        next();
        let _silent: Vec<TcpStream> = (0..20).map(|_| open(address, HALF)).collect();
        assert!(answer(open(address, WHOLE)).starts_with("HTTP/1.1 200"));
        session.live.change();
        next();
    });
}

#[test]
fn slow_clients_are_cut_off() {
    let short = Duration::from_millis(50);
    serving(Limits { all: 8, per_address: 8, head: short, body: EVER }, |address, _| {
        assert!(!answer(open(address, HALF)).contains("200 OK"));
    });
    serving(Limits { all: 8, per_address: 8, head: EVER, body: short }, |address, _| {
        let answered = answer(open(address, BODY));
        assert!(answered.starts_with("HTTP/1.1 408"), "{answered}");
        assert!(answered.contains("\"error\""), "{answered}");
    });
}

#[test]
fn idle_games_free_their_trees() {
    run(async {
        let server = house_with(Rules { memory: 1 << 16, longest: EVER, ..Rules::default() });
        let seats = ["uct:iterations=3000", "uct:iterations=3000"];
        let sessions: Vec<_> =
            (0..4).map(|_| server.begin(new_game("mnk", &seats)).unwrap()).collect();
        for _ in 0..2 {
            for session in &sessions {
                let _subscription = session.subscribe();
                let viewer = session.viewer(&token(session), None).unwrap();
                session.think(viewer, &session.ticket(viewer.eyes)).unwrap();
                quiet(session).await;
            }
        }
        while server.trees.bytes() > 1 << 16 {
            tokio::task::yield_now().await;
        }
        assert!(sessions.iter().all(|session| session.table().steps().len() == 2));
    });
}

#[test]
fn the_memory_of_a_player_is_limited() {
    run(async {
        let app = app(&server());
        let ask = |memory: &str| json!({ "game": "mnk", "seats": ["human", format!("uct:memory={memory}")] });
        assert_eq!(post(&app, "/api/games", &ask("256MiB")).await.status, StatusCode::OK);
        let refused = post(&app, "/api/games", &ask("100GiB")).await;
        assert_eq!(refused.status, StatusCode::BAD_REQUEST);
        assert!(refused.why().contains("at most 512MiB"), "{}", refused.why());
    });
}
