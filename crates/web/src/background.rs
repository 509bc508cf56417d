//! Blocking work: runs on a separate thread, where waiting for a lock or a disk delays no other
//! task.

use crate::api_error::ApiError;
use axum::http::StatusCode;

/// Runs blocking work, which may wait for a lock or a disk, on the blocking thread pool.
pub async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let failed = |_| {
        let why = "the server failed; your request was fine, and the game is unchanged".to_string();
        Err(ApiError { status: StatusCode::INTERNAL_SERVER_ERROR, why })
    };
    tokio::task::spawn_blocking(work).await.unwrap_or_else(failed)
}
