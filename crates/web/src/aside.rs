//! Work that may wait for a lock or a disk, on a thread where nothing else waits for it.

use crate::api_error::ApiError;
use axum::http::StatusCode;

/// Does what may wait for a lock or a disk where nobody else waits for it.
pub async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let failed = |_| {
        let why = "this went wrong here, and not with you; the game is as it was".to_string();
        Err(ApiError { status: StatusCode::INTERNAL_SERVER_ERROR, why })
    };
    tokio::task::spawn_blocking(work).await.unwrap_or_else(failed)
}
