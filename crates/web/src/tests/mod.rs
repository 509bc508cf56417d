//! Tests of the server with requests as a browser sends them.

mod connections;
mod files;
mod leaks;
mod requests;
mod runs;
mod sessions;
mod worlds;

use crate::guard::Reach;
use crate::pool::locked;
use crate::router;
use crate::server::{NewGame, Server};
use crate::services::Rules;
use crate::session::Session;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode};
use serde_json::Value;
use sortilege::Turn;
use sortilege_shelves::catalogue;
use std::sync::Arc;
use std::time::Duration;
use tower::ServiceExt;

/// Server whose time limits never expire.
fn server() -> Arc<Server> {
    house_with(Rules { longest: Duration::from_secs(3600), ..Rules::default() })
}

fn house_with(rules: Rules) -> Arc<Server> {
    Server::new(catalogue().clone(), rules)
}

fn app(server: &Arc<Server>) -> Router {
    router(server.clone(), Reach::Loopback, None)
}

/// Runs a test in its own runtime. A test that hangs fails after minutes instead of never.
fn run<T>(work: impl Future<Output = T>) -> T {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let done =
        runtime.block_on(async { tokio::time::timeout(Duration::from_secs(600), work).await });
    runtime.shutdown_background();
    done.expect("nothing hangs")
}

/// Answer of the server.
struct Reply {
    status: StatusCode,
    headers: HeaderMap,
    text: String,
}

impl Reply {
    fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }
    /// Sentence of a refusal.
    fn why(&self) -> String {
        self.json()["error"]
            .as_str()
            .unwrap_or_else(|| panic!("no refusal: {}", self.text))
            .to_string()
    }
}

async fn send(app: &Router, request: Request<Body>) -> Reply {
    let response = app.clone().oneshot(request).await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    let bytes = to_bytes(response.into_body(), 64 << 20).await.unwrap();
    Reply { status, headers, text: String::from_utf8(bytes.to_vec()).unwrap() }
}

async fn get(app: &Router, path: &str) -> Reply {
    send(app, Request::get(path).header("host", "localhost:8080").body(Body::empty()).unwrap())
        .await
}

async fn post(app: &Router, path: &str, body: &Value) -> Reply {
    let request = Request::post(path)
        .header("host", "localhost:8080")
        .header("content-type", "application/json");
    send(app, request.body(Body::from(body.to_string())).unwrap()).await
}

fn new_game(game: &str, seats: &[&str]) -> NewGame {
    NewGame {
        game: game.into(),
        seats: seats.iter().map(|seat| seat.to_string()).collect(),
        seed: Some(5),
        ..NewGame::default()
    }
}

/// Token of the first human, or of the spectator.
fn token(session: &Session) -> String {
    let state = locked(&session.state);
    state.tokens.iter().flatten().next().or(state.watcher.as_ref()).unwrap().clone()
}

/// Waits until no search runs.
async fn quiet(session: &Arc<Session>) {
    let mut changes = session.live.subscribe();
    while locked(&session.state).busy.is_some() {
        changes.changed().await.unwrap();
    }
}

/// Plays a game to its end: AIs search, and a human plays the first legal move.
async fn finish(session: &Arc<Session>) {
    let (token, _subscription) = (token(session), session.subscribe());
    loop {
        let viewer = session.viewer(&token, None).unwrap();
        let ticket = session.ticket(viewer.eyes);
        let (turn, own) = {
            let table = session.table();
            let own = viewer.seat.filter(|who| table.to_choose().contains(who));
            (table.turn(), own.map(|who| table.legal(who).remove(0)))
        };
        match own {
            _ if turn == Turn::Over => return,
            Some(action) => session.play(viewer, &ticket, &action).unwrap(),
            None => session.think(viewer, &ticket).unwrap(),
        }
        quiet(session).await;
    }
}
