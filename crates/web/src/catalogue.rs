//! Answers about the catalogue. They are large, because they describe every player with all
//! settings of its parts. So each answer is made once, one at a time, and kept compressed.

use crate::api_error::ApiError;
use crate::background::in_background;
use crate::pool::locked;
use crate::schema;
use crate::server::Server;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use tokio::sync::Semaphore;

/// Limit of cached answers: one for each game, and some for games with settings.
const MOST: usize = 64;

/// Cache of answers.
pub struct Answers {
    kept: Mutex<HashMap<String, Arc<CachedAnswer>>>,
    tags: RandomState,
    /// Allows one answer to be made at a time, so that many requests do not slow down everything
    /// else.
    turn: Semaphore,
}

impl Default for Answers {
    fn default() -> Self {
        Answers { kept: Mutex::default(), tags: RandomState::new(), turn: Semaphore::new(1) }
    }
}

/// Compressed JSON.
pub struct CachedAnswer {
    gzip: Vec<u8>,
    /// Entity tag: changes whenever the answer changes.
    tag: String,
}

impl Answers {
    /// Returns the answer about all games, or about one game: its name and, if given, the game with
    /// settings.
    pub async fn about(
        &self,
        server: &Arc<Server>,
        game: Option<(String, Option<String>)>,
    ) -> Result<Arc<CachedAnswer>, ApiError> {
        let about =
            game.as_ref().map_or("", |(name, spec)| spec.as_ref().unwrap_or(name)).to_string();
        if let Some(known) = self.known(&about) {
            return Ok(known);
        }
        let _turn = self.turn.acquire().await.expect("the turn is never closed");
        if let Some(known) = self.known(&about) {
            return Ok(known);
        }
        let server = server.clone();
        let text = in_background(move || match game {
            None => Ok(schema::games(&server.catalogue).to_string()),
            Some((name, spec)) => one_game(&server, name, spec),
        })
        .await?;
        let answer = Arc::new(CachedAnswer::new(&text, &self.tags));
        let mut kept = locked(&self.kept);
        if kept.len() >= MOST {
            kept.clear();
        }
        kept.insert(about, answer.clone());
        Ok(answer)
    }

    fn known(&self, about: &str) -> Option<Arc<CachedAnswer>> {
        locked(&self.kept).get(about).cloned()
    }
}

fn one_game(server: &Server, name: String, spec: Option<String>) -> Result<String, ApiError> {
    let kind =
        server.catalogue.game(&name).map_err(|error| ApiError::missing(error.to_string()))?;
    let table = server.catalogue.open(&spec.unwrap_or(name).parse()?)?;
    Ok(schema::game(&server.catalogue, kind, &*table).to_string())
}

impl CachedAnswer {
    fn new(text: &str, tags: &RandomState) -> Self {
        let mut encoder = GzEncoder::new(vec![], Compression::fast());
        encoder.write_all(text.as_bytes()).expect("memory can be written");
        let gzip = encoder.finish().expect("memory can be written");
        CachedAnswer { tag: format!("\"{:016x}\"", tags.hash_one(text)), gzip }
    }

    /// Returns the response to a request with these headers: no body if the client has it already.
    pub fn response(&self, asked: &HeaderMap) -> Response {
        let text = |name| {
            asked.get(name).and_then(|value: &HeaderValue| value.to_str().ok()).unwrap_or("")
        };
        let tag =
            [(header::ETAG, self.tag.clone()), (header::CACHE_CONTROL, "no-cache".to_string())];
        if text(header::IF_NONE_MATCH) == self.tag {
            return (StatusCode::NOT_MODIFIED, tag).into_response();
        }
        let kind = [(header::CONTENT_TYPE, "application/json"), (header::VARY, "accept-encoding")];
        if text(header::ACCEPT_ENCODING).split(',').any(|one| one.trim().starts_with("gzip")) {
            return (tag, kind, [(header::CONTENT_ENCODING, "gzip")], self.gzip.clone())
                .into_response();
        }
        let mut plain = vec![];
        GzDecoder::new(&*self.gzip).read_to_end(&mut plain).expect("it was compressed here");
        (tag, kind, plain).into_response()
    }
}
