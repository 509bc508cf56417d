//! Refusals: an HTTP status and one sentence.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use sortilege_catalogue::brief;

/// Reason why a request was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    /// Status code, for programs.
    pub status: StatusCode,
    /// One sentence, for people.
    pub why: String,
}

impl ApiError {
    /// The request is malformed or does not fit here.
    pub fn bad(why: impl Into<String>) -> Self {
        ApiError { status: StatusCode::BAD_REQUEST, why: why.into() }
    }
    /// What was requested does not exist.
    pub fn missing(why: impl Into<String>) -> Self {
        ApiError { status: StatusCode::NOT_FOUND, why: why.into() }
    }
    /// The client lacks permission.
    pub fn forbidden(why: impl Into<String>) -> Self {
        ApiError { status: StatusCode::FORBIDDEN, why: why.into() }
    }
    /// The answer would reveal hidden information.
    pub fn secret() -> Self {
        ApiError::forbidden("a game with hidden information can be replayed only when it is over")
    }
    /// The request refers to a situation that has passed.
    pub fn late(why: impl Into<String>) -> Self {
        ApiError { status: StatusCode::CONFLICT, why: why.into() }
    }
    /// The server has no capacity at the moment.
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
