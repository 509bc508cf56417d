//! What is answered where something cannot be done: a status and one sentence.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use sortilege_catalogue::brief;

/// Why something was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    /// How it is told to programs.
    pub status: StatusCode,
    /// How it is told to people, in one sentence.
    pub why: String,
}

impl ApiError {
    /// What was asked makes no sense, or not here.
    pub fn bad(why: impl Into<String>) -> Self {
        ApiError { status: StatusCode::BAD_REQUEST, why: why.into() }
    }
    /// There is no such thing.
    pub fn missing(why: impl Into<String>) -> Self {
        ApiError { status: StatusCode::NOT_FOUND, why: why.into() }
    }
    /// It is there, but not for whoever asks.
    pub fn forbidden(why: impl Into<String>) -> Self {
        ApiError { status: StatusCode::FORBIDDEN, why: why.into() }
    }
    /// It tells what is hidden.
    pub fn secret() -> Self {
        ApiError::forbidden("a game with secrets is looked at again when it is over")
    }
    /// It made sense a moment ago.
    pub fn late(why: impl Into<String>) -> Self {
        ApiError { status: StatusCode::CONFLICT, why: why.into() }
    }
    /// There is no room for it now.
    pub fn busy(why: impl Into<String>) -> Self {
        ApiError { status: StatusCode::SERVICE_UNAVAILABLE, why: why.into() }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": brief(&self.why) }))).into_response()
    }
}

impl From<sortilege_catalogue::Error> for ApiError {
    fn from(error: sortilege_catalogue::Error) -> Self {
        ApiError::bad(error.to_string())
    }
}

impl From<sortilege_lab::Error> for ApiError {
    fn from(error: sortilege_lab::Error) -> Self {
        ApiError::bad(error.to_string())
    }
}
