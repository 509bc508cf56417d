//! Work that may wait for a lock or a disk, on a thread where nothing else waits for it.

use crate::refusal::Refusal;
use axum::http::StatusCode;

/// Does what may wait for a lock or a disk where nobody else waits for it.
pub async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let failed = |_| {
        let why = "this went wrong here, and not with you; the game is as it was".to_string();
        Err(Refusal { status: StatusCode::INTERNAL_SERVER_ERROR, why })
    };
    tokio::task::spawn_blocking(work).await.unwrap_or_else(failed)
}
