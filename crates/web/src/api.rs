//! Requests and answers: JSON, and a stream of events for each game.

use crate::api_error::ApiError;
use crate::background::in_background;
use crate::catalogue::Answers;
use crate::connections::MOST_BYTES;
use crate::guard::Reach;
use crate::lab;
use crate::live::Changes;
use crate::secrets::same;
use crate::server::{NewGame, Server};
use crate::session::{Session, Subscription};
use crate::{guard, page, recorded};
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use futures_util::stream::{Stream, unfold};
use serde::Deserialize;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::watch;

/// State that every handler needs.
#[derive(Clone)]
struct AppState {
    server: Arc<Server>,
    /// Key that a client in the network has to send before it can begin a game.
    key: Option<String>,
    answers: Arc<Answers>,
}

/// Query parameters of a request.
#[derive(Debug, Deserialize)]
struct ViewerQuery {
    /// Token of a seat.
    #[serde(default)]
    seat: String,
    /// Seat, from 0, whose view is requested.
    #[serde(default, rename = "as")]
    eyes: Option<usize>,
    /// Number of steps after which the game is requested.
    #[serde(default)]
    at: Option<usize>,
    /// Key of the server.
    #[serde(default)]
    key: String,
    /// Game with its settings.
    #[serde(default)]
    spec: Option<String>,
}

/// Body of a request.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ask {
    /// Ticket of the situation that the request refers to.
    #[serde(default)]
    ticket: String,
    /// Move.
    #[serde(default)]
    action: String,
}

type Asked<T> = Result<Json<T>, JsonRejection>;
type ParsedViewer = Result<Query<ViewerQuery>, QueryRejection>;
type Named<T> = Result<Path<T>, PathRejection>;
type JsonResult = Result<Json<Value>, ApiError>;

/// Router with all addresses. If `key` is given, clients in the network must send it to begin a
/// game.
pub fn router(server: Arc<Server>, reach: Reach, key: Option<String>) -> Router {
    Router::new()
        .route("/api/catalogue", get(catalogue))
        .route("/api/catalogue/{game}", get(one_game))
        .route("/api/games", post(begin))
        .route("/api/games/{id}", get(show))
        .route("/api/games/{id}/events", get(events))
        .route("/api/games/{id}/frame", get(frame))
        .route("/api/games/{id}/beliefs", get(beliefs))
        .route("/api/games/{id}/record", get(record))
        .route("/api/games/{id}/rules", get(rules))
        .route("/api/games/{id}/{verb}", post(act))
        .route("/api/lab", get(runs))
        .route("/api/lab/{run}", get(run))
        .route("/api/lab/{run}/games", get(recorded_games))
        .route("/api/lab/{run}/games/{file}/{number}", get(recorded_game))
        .fallback(|uri: Uri| async move { elsewhere(uri.path()) })
        .method_not_allowed_fallback(|| async {
            ApiError {
                status: StatusCode::METHOD_NOT_ALLOWED,
                why: "this address does not accept this method".into(),
            }
        })
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn(move |request, next| guard::check(reach, request, next)))
        .with_state(AppState { server, key, answers: Arc::default() })
}

fn elsewhere(path: &str) -> Response {
    match path.starts_with("/api/") {
        true => ApiError::missing("there is nothing at this address").into_response(),
        false => page::file(path),
    }
}

impl From<JsonRejection> for ApiError {
    fn from(rejection: JsonRejection) -> Self {
        ApiError { status: rejection.status(), why: rejection.body_text() }
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> Self {
        ApiError { status: rejection.status(), why: rejection.body_text() }
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> Self {
        ApiError { status: rejection.status(), why: rejection.body_text() }
    }
}

impl AppState {
    /// Checks the key of a request, if the server has one.
    fn admit(&self, who: &ViewerQuery) -> Result<(), ApiError> {
        match &self.key {
            Some(key) if !same(key, &who.key) => Err(ApiError::forbidden(
                "this server needs the key that is part of the address it printed",
            )),
            _ => Ok(()),
        }
    }
}

async fn catalogue(
    State(app_state): State<AppState>,
    who: ParsedViewer,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let Query(who) = who?;
    app_state.admit(&who)?;
    Ok(app_state.answers.about(&app_state.server, None).await?.response(&headers))
}

async fn one_game(
    State(app_state): State<AppState>,
    name: Named<String>,
    who: ParsedViewer,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let (Path(name), Query(who)) = (name?, who?);
    app_state.admit(&who)?;
    Ok(app_state.answers.about(&app_state.server, Some((name, who.spec))).await?.response(&headers))
}

/// Rules of a game, for clients that have a seat in it.
async fn rules(
    State(app_state): State<AppState>,
    id: Named<String>,
    who: ParsedViewer,
) -> JsonResult {
    let (Path(id), Query(who)) = (id?, who?);
    in_background(move || {
        let session = app_state.server.session(&id)?;
        session.viewer(&who.seat, who.eyes)?;
        Ok(Json(json!({ "rules": session.table().rules() })))
    })
    .await
}

async fn begin(
    State(app_state): State<AppState>,
    who: ParsedViewer,
    new_game: Asked<NewGame>,
) -> JsonResult {
    let (Query(who), Json(new_game)) = (who?, new_game?);
    app_state.admit(&who)?;
    in_background(move || {
        let session = app_state.server.begin(new_game)?;
        let state = crate::pool::locked(&session.state);
        Ok(Json(json!({ "id": session.id, "tokens": state.tokens, "watcher": state.watcher })))
    })
    .await
}

async fn show(
    State(app_state): State<AppState>,
    id: Named<String>,
    who: ParsedViewer,
) -> JsonResult {
    let (Path(id), Query(who)) = (id?, who?);
    in_background(move || {
        let session = app_state.server.session(&id)?;
        Ok(Json(session.show(session.viewer(&who.seat, who.eyes)?)))
    })
    .await
}

async fn frame(
    State(app_state): State<AppState>,
    id: Named<String>,
    who: ParsedViewer,
) -> JsonResult {
    let (Path(id), Query(who)) = (id?, who?);
    in_background(move || {
        let session = app_state.server.session(&id)?;
        let frame = session.frame(session.viewer(&who.seat, who.eyes)?, who.at.unwrap_or(0));
        frame.map(Json).ok_or_else(ApiError::secret)
    })
    .await
}

async fn beliefs(
    State(app_state): State<AppState>,
    id: Named<String>,
    who: ParsedViewer,
) -> JsonResult {
    let (Path(id), Query(who)) = (id?, who?);
    in_background(move || {
        let session = app_state.server.session(&id)?;
        session.beliefs(session.viewer(&who.seat, who.eyes)?, who.at).map(Json)
    })
    .await
}

async fn record(
    State(app_state): State<AppState>,
    id: Named<String>,
    who: ParsedViewer,
) -> Result<String, ApiError> {
    let (Path(id), Query(who)) = (id?, who?);
    in_background(move || {
        let session = app_state.server.session(&id)?;
        Ok(session.record(session.viewer(&who.seat, who.eyes)?).line() + "\n")
    })
    .await
}

async fn act(
    State(app_state): State<AppState>,
    path: Named<(String, String)>,
    who: ParsedViewer,
    ask: Asked<Ask>,
) -> JsonResult {
    let (Path((id, verb)), Query(who), Json(ask)) = (path?, who?, ask?);
    in_background(move || {
        let session = app_state.server.session(&id)?;
        let viewer = session.viewer(&who.seat, who.eyes)?;
        match verb.as_str() {
            "move" => session.play(viewer, &ask.ticket, &ask.action)?,
            "think" => session.think(viewer, &ask.ticket)?,
            "hint" => session.hint(viewer, &ask.ticket)?,
            "undo" => session.undo(viewer)?,
            "peek" => session.peek(viewer)?,
            "review" => session.review()?,
            _ => return Err(ApiError::missing("there is nothing at this address")),
        }
        Ok(Json(json!({})))
    })
    .await
}

async fn runs(State(app_state): State<AppState>, who: ParsedViewer) -> JsonResult {
    let Query(who) = who?;
    app_state.admit(&who)?;
    in_background(move || Ok(Json(lab::runs(&app_state.server)))).await
}

async fn run(
    State(app_state): State<AppState>,
    name: Named<String>,
    who: ParsedViewer,
) -> JsonResult {
    let (Path(name), Query(who)) = (name?, who?);
    app_state.admit(&who)?;
    in_background(move || lab::run(&app_state.server, &name).map(Json)).await
}

async fn recorded_games(
    State(app_state): State<AppState>,
    run: Named<String>,
    who: ParsedViewer,
) -> JsonResult {
    let (Path(run), Query(who)) = (run?, who?);
    app_state.admit(&who)?;
    in_background(move || recorded::games(&app_state.server, &run).map(Json)).await
}

async fn recorded_game(
    State(app_state): State<AppState>,
    path: Named<(String, String, usize)>,
    who: ParsedViewer,
) -> Result<String, ApiError> {
    let (Path((run, file, number)), Query(who)) = (path?, who?);
    app_state.admit(&who)?;
    in_background(move || recorded::game(&app_state.server, &run, &file, number)).await
}

/// Stream of events of one game for one client.
struct EventStream {
    session: Arc<Session>,
    who: ViewerQuery,
    changes: watch::Receiver<Changes>,
    /// Counters of the last event that was sent; `None` before the first event.
    sent: Option<Changes>,
    _subscription: Subscription,
}

async fn events(
    State(app_state): State<AppState>,
    id: Named<String>,
    who: ParsedViewer,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let (Path(id), Query(who)) = (id?, who?);
    let stream = in_background(move || {
        let session = app_state.server.session(&id)?;
        session.viewer(&who.seat, who.eyes)?;
        let (changes, subscription) = (session.live.subscribe(), session.subscribe());
        Ok(EventStream { session, who, changes, sent: None, _subscription: subscription })
    })
    .await?;
    let stream =
        unfold(stream, |mut stream| async move { Some((Ok(stream.next().await?), stream)) });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

impl EventStream {
    /// Next event: the game if it has changed, otherwise the state of the running search. The
    /// stream ends when the client loses its permission to view the game.
    async fn next(&mut self) -> Option<Event> {
        let (now, before) = loop {
            let now = *self.changes.borrow_and_update();
            if self.sent != Some(now) {
                break (now, self.sent.replace(now));
            }
            self.changes.changed().await.ok()?;
        };
        let (session, token, eyes) = (self.session.clone(), self.who.seat.clone(), self.who.eyes);
        let game = before.is_none_or(|before| before.game != now.game);
        let shown = in_background(move || {
            let viewer = session.viewer(&token, eyes)?;
            Ok(if game { ("game", session.show(viewer)) } else { ("thinking", session.thinking()) })
        });
        let (name, shown) = shown.await.ok()?;
        Some(Event::default().event(name).data(shown.to_string()))
    }
}
