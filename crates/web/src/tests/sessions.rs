//! Tests of whole games: played to the end, many at once, abandoned, and resumed.

use super::*;
use serde_json::json;
use sortilege::Player;
use std::io::{Read, Write};
use std::net::TcpStream;

/// A small player that fits every game.
const SMALL: &str = "flat-mc:iterations=4";

#[test]
fn every_game_is_played_to_its_end() {
    run(async {
        let server = server();
        let app = app(&server);
        for kind in catalogue().games() {
            let seats: Vec<&str> =
                (0..kind.seats()).map(|seat| if seat == 0 { "human" } else { SMALL }).collect();
            let session = server
                .begin(new_game(kind.name(), &seats))
                .unwrap_or_else(|error| panic!("{}: {}", kind.name(), error.why));
            // Some games are long between players without knowledge.
            if matches!(
                kind.name(),
                "confrontation"
                    | "magic"
                    | "chinese-checkers"
                    | "checkers"
                    | "cannon"
                    | "amazons"
                    | "ra"
            ) {
                continue;
            }
            finish(&session).await;
            let shown = get(&app, &format!("/api/games/{}?seat={}", session.id, token(&session)))
                .await
                .json();
            assert_eq!(
                (&shown["turn"], &shown["open"]),
                (&json!("over"), &json!(true)),
                "{}",
                kind.name()
            );
            assert_eq!(shown["payoffs"].as_array().unwrap().len(), kind.seats(), "{}", kind.name());
        }
    });
}

#[test]
fn two_hundred_games_at_once() {
    run(async {
        let server = server();
        let games: Vec<_> = (0..200)
            .map(|_| {
                let server = server.clone();
                tokio::spawn(async move {
                    let session =
                        server.begin(new_game("mnk:m=3,n=3,k=3", &[SMALL, SMALL])).unwrap();
                    finish(&session).await;
                    session.table().steps().len()
                })
            })
            .collect();
        for game in games {
            assert!((5..=9).contains(&game.await.unwrap()));
        }
    });
}

#[test]
fn a_full_server_closes_games_without_clients_and_otherwise_refuses() {
    let server = house_with(Rules { most_games: 2, ..Rules::default() });
    let [first, second] =
        [0, 1].map(|_| server.begin(new_game("kuhn", &["human", SMALL])).unwrap());
    let _first = first.subscribe();
    let third = server.begin(new_game("kuhn", &["human", SMALL])).unwrap();
    assert!(server.session(&first.id).is_ok() && server.session(&second.id).is_err());
    let _too = third.subscribe();
    assert_eq!(
        server.begin(new_game("kuhn", &[])).err().unwrap().status,
        StatusCode::SERVICE_UNAVAILABLE
    );
}

/// A search that would take years is stopped when its only client disconnects, and the game is
/// unchanged.
#[test]
fn searches_without_clients_are_stopped() {
    run(async {
        let server = server();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = app(&server);
        tokio::spawn(async move { axum::serve(listener, serving).await.unwrap() });
        let session =
            server.begin(new_game("mnk", &["uct:iterations=4000000000", "human"])).unwrap();
        let path = format!("/api/games/{}/events?seat={}", session.id, token(&session));
        let client = tokio::task::spawn_blocking(move || {
            let mut client = TcpStream::connect(address).unwrap();
            write!(client, "GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").unwrap();
            let mut seen = [0; 64];
            client.read_exact(&mut seen).unwrap();
            client
        });
        let client = client.await.unwrap();
        let viewer = session.viewer(&token(&session), None).unwrap();
        session.think(viewer, &session.ticket(viewer.eyes)).unwrap();
        let mut changes = session.live.subscribe();
        while session.live.now().is_none_or(|thinking| thinking.iterations == 0) {
            changes.changed().await.unwrap();
        }
        drop(client);
        quiet(&session).await;
        assert!(!session.has_clients() && session.table().steps().is_empty());
        // A client that reconnects finds the player ready to search again.
        let _back = session.subscribe();
        session.think(viewer, &session.ticket(viewer.eyes)).unwrap();
        assert!(locked(&session.state).busy.is_some());
        session.undo(viewer).unwrap_err();
    });
}

#[test]
fn a_game_goes_on_after_a_restart() {
    run(async {
        let folder = std::env::temp_dir().join(format!("sortilege-web-{}", std::process::id()));
        let rules = || Rules { games: Some(folder.clone()), ..Rules::default() };
        let (id, token, seen) = {
            let server = house_with(rules());
            let session = server.begin(new_game("leduc", &["human", SMALL])).unwrap();
            let viewer = session.viewer(&token(&session), None).unwrap();
            let action = session.table().legal(Player(0)).remove(0);
            session.play(viewer, &session.ticket(Player(0)), &action).unwrap();
            (session.id.clone(), token(&session), session.show(viewer))
        };
        let server = house_with(rules());
        let session = server.session(&id).unwrap();
        assert_eq!(session.show(session.viewer(&token, None).unwrap()), seen);
        finish(&session).await;
        std::fs::write(folder.join("0123456789abcdef0123456789abcdef.json"), "{").unwrap();
        assert_eq!(
            server.session("0123456789abcdef0123456789abcdef").err().unwrap().status,
            StatusCode::NOT_FOUND
        );
        std::fs::remove_dir_all(&folder).unwrap();
    });
}

#[test]
fn what_is_taken_back_is_reported() {
    run(async {
        let server = server();
        let session = server.begin(new_game("leduc", &["human", SMALL])).unwrap();
        let _subscription = session.subscribe();
        let viewer = session.viewer(&token(&session), None).unwrap();
        let before = session.show(viewer);
        let ticket = session.ticket(Player(0));
        session.play(viewer, &ticket, "call").unwrap();
        session.think(viewer, &session.ticket(Player(0))).unwrap();
        quiet(&session).await;
        session.undo(viewer).unwrap();
        let after = session.show(viewer);
        assert_eq!((&after["scene"], &after["log"]), (&before["scene"], &before["log"]));
        assert_eq!((&after["takenBack"], &after["contest"]), (&json!(1), &json!(false)));
    });
}

/// At simultaneous moves the choices of the other seats are revealed.
#[test]
fn a_simultaneous_move_that_is_taken_back_counts() {
    run(async {
        let server = server();
        for game in ["goofspiel", "gdl:file=rock-paper-scissors"] {
            let session = server.begin(new_game(game, &["human", SMALL])).unwrap();
            let _subscription = session.subscribe();
            let viewer = session.viewer(&token(&session), None).unwrap();
            let action = session.table().legal(Player(0)).remove(0);
            session.play(viewer, &session.ticket(Player(0)), &action).unwrap();
            session.think(viewer, &session.ticket(Player(0))).unwrap();
            quiet(&session).await;
            session.undo(viewer).unwrap();
            let after = session.show(viewer);
            assert_eq!(
                (&after["takenBack"], &after["contest"]),
                (&json!(1), &json!(false)),
                "{game}"
            );
        }
    });
}

#[test]
fn looking_ends_the_contest_and_says_so() {
    run(async {
        let server = server();
        let app = app(&server);
        let session = server.begin(new_game("leduc", &["human", SMALL])).unwrap();
        let path = |more: &str| format!("/api/games/{}{more}", session.id);
        let own = token(&session);
        let shown = get(&app, &path(&format!("?seat={own}"))).await.json();
        assert_eq!((&shown["contest"], &shown["open"]), (&json!(true), &json!(false)));
        assert_eq!(
            get(&app, &path(&format!("?seat={own}&as=1"))).await.status,
            StatusCode::FORBIDDEN
        );
        assert_eq!(
            post(&app, &path(&format!("/peek?seat={own}")), &json!({})).await.status,
            StatusCode::OK
        );
        let shown = get(&app, &path(&format!("?seat={own}&as=1"))).await.json();
        assert_eq!(
            (&shown["contest"], &shown["open"], &shown["eyes"]),
            (&json!(false), &json!(true), &json!(1))
        );
    });
}

#[test]
fn a_game_that_is_over_can_be_looked_at_again_copied_and_reviewed() {
    run(async {
        let server = server();
        let app = app(&server);
        let session = server.begin(new_game("kuhn", &["human", SMALL])).unwrap();
        finish(&session).await;
        let path = |more: &str| format!("/api/games/{}{more}seat={}", session.id, token(&session));
        let first = get(&app, &path("/frame?at=1&")).await.json();
        assert_eq!((&first["at"], &first["turn"]), (&json!(1), &json!("player")));
        let record = get(&app, &path("/record?")).await.text;
        let loaded = post(&app, "/api/games", &json!({ "record": record })).await.json();
        let again = server.session(loaded["id"].as_str().unwrap()).unwrap();
        assert_eq!(again.table().position(), session.table().position());
        let _subscription = session.subscribe();
        session.review().unwrap();
        quiet(&session).await;
        let shown = get(&app, &path("?")).await.json();
        assert_eq!(shown["review"]["done"], shown["review"]["steps"]);
    });
}

/// The adviser observes what the seat observes, never the whole state.
#[test]
fn advisers_do_not_cheat() {
    for kind in catalogue().games() {
        let table = catalogue().open(&kind.name().parse().unwrap()).unwrap();
        for level in sortilege_catalogue::Level::ALL {
            assert!(!table.level(level).to_string().contains("cheating"), "{}", kind.name());
        }
    }
}
