//! Connections: how many may be open, how long a client may take to send a request, and which
//! connection is closed to make room for a new one.
//!
//! A connection is *serving* from the moment its request is complete until the answer is sent; a
//! stream of events is always serving. Every other connection waits for its client. The connection
//! that has waited longest is closed when a new client needs its place. So clients that open
//! connections and send nothing cannot keep other clients out.

use crate::api_error::ApiError;
use crate::pool::locked;
use axum::Router;
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::collections::BTreeMap;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore};

/// Limit of a request body, in bytes; the record of a long game is smaller.
pub const MOST_BYTES: usize = 2 << 20;
/// Bodies above this size are received a few at a time, which bounds the memory for them.
const LARGE: u64 = 64 << 10;
/// Number of large bodies that are received at the same time.
const MOST_LARGE: usize = 16;

/// Limits for clients.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Open connections.
    pub all: usize,
    /// Open connections per client address.
    pub per_address: usize,
    /// Time for the head of a request, and between two requests of a connection.
    pub head: Duration,
    /// Time for the body of a request.
    pub body: Duration,
}

impl Default for Limits {
    /// Fewer connections than the 1,024 files that systems usually let a process open.
    fn default() -> Self {
        Limits {
            all: 800,
            per_address: 800,
            head: Duration::from_secs(10),
            body: Duration::from_secs(15),
        }
    }
}

/// All open connections.
pub struct Connections {
    limits: Limits,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    next: u64,
    /// By age, oldest first.
    entries: BTreeMap<u64, Entry>,
}

struct Entry {
    address: IpAddr,
    serving: Serving,
    close: Arc<Notify>,
}

/// Number of requests of a connection that are being answered.
#[derive(Clone, Default)]
struct Serving(Arc<AtomicUsize>);

/// A request that is being answered; dropped when its answer has been sent.
struct Answering(Serving);

impl Serving {
    fn begin(&self) -> Answering {
        self.0.fetch_add(1, Ordering::SeqCst);
        Answering(self.clone())
    }
}

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Place of an open connection; dropped when the connection is closed.
struct Place {
    number: u64,
    serving: Serving,
    close: Arc<Notify>,
    connections: Arc<Connections>,
}

impl Drop for Place {
    fn drop(&mut self) {
        locked(&self.connections.open).entries.remove(&self.number);
    }
}

impl Open {
    /// Closes the connection that has waited longest for its client, among those that `which`
    /// accepts. Returns false if all of them are serving.
    fn make_room(&mut self, which: impl Fn(&Entry) -> bool) -> bool {
        let waits = |entry: &Entry| entry.serving.0.load(Ordering::SeqCst) == 0;
        let oldest = self.entries.iter().find(|(_, entry)| which(entry) && waits(entry));
        let Some(number) = oldest.map(|(&number, _)| number) else { return false };
        let closed = self.entries.remove(&number).expect("it was found");
        closed.close.notify_one();
        true
    }
}

impl Connections {
    pub fn new(limits: Limits) -> Arc<Self> {
        Arc::new(Connections { limits, open: Mutex::default() })
    }

    /// Returns the place of a new connection, or `None` if every place is serving.
    fn admit(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let mut open = locked(&self.open);
        let own = open.entries.values().filter(|entry| entry.address == address).count();
        if own >= self.limits.per_address && !open.make_room(|entry| entry.address == address) {
            return None;
        }
        if open.entries.len() >= self.limits.all && !open.make_room(|_| true) {
            return None;
        }
        let number = open.next;
        open.next += 1;
        let (serving, close) = (Serving::default(), Arc::new(Notify::new()));
        open.entries
            .insert(number, Entry { address, serving: serving.clone(), close: close.clone() });
        Some(Place { number, serving, close, connections: self.clone() })
    }

    /// Answers clients until the process ends.
    pub async fn serve(self: Arc<Self>, listener: TcpListener, app: Router) -> io::Result<()> {
        let large = Arc::new(Semaphore::new(MOST_LARGE));
        let body = self.limits.body;
        let app = app.layer(axum::middleware::from_fn(move |request, next| {
            receive(body, large.clone(), request, next)
        }));
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => {
                    // A client without a place finds its connection closed.
                    if let Some(place) = self.admit(peer.ip()) {
                        tokio::spawn(converse(stream, place, app.clone(), self.limits.head));
                    }
                }
                // Too many files are open, or the client has left.
                Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
            }
        }
    }
}

/// Answers the requests of one connection until either side closes it.
async fn converse(stream: TcpStream, place: Place, app: Router, head: Duration) {
    let _ = stream.set_nodelay(true);
    let app = app.layer(axum::Extension(place.serving.clone()));
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(head);
    let connection = server.serve_connection(TokioIo::new(stream), TowerToHyperService::new(app));
    tokio::select! {
        // Malformed requests and clients that leave early are not errors of the server.
        _ = connection => {}
        () = place.close.notified() => {}
    }
}

/// Receives the body of a request within the time limit and passes the request on.
async fn receive(time: Duration, large: Arc<Semaphore>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let serving = parts.extensions.get::<Serving>().cloned();
    let is_large = body.size_hint().upper().is_none_or(|bytes| bytes > LARGE);
    let _place = match is_large.then(|| large.try_acquire()) {
        None => None,
        Some(Ok(place)) => Some(place),
        Some(Err(_)) => {
            return closing(ApiError::busy(
                "the server is receiving too many large requests; send this one again later",
            ));
        }
    };
    let bytes = match tokio::time::timeout(time, to_bytes(body, MOST_BYTES)).await {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => {
            let why = format!("the body of a request may have at most {} MiB", MOST_BYTES >> 20);
            return closing(ApiError { status: StatusCode::PAYLOAD_TOO_LARGE, why });
        }
        Err(_) => {
            let why =
                format!("the body of a request must arrive within {} seconds", time.as_secs());
            return closing(ApiError { status: StatusCode::REQUEST_TIMEOUT, why });
        }
    };
    let answering = serving.map(|serving| serving.begin());
    let response = next.run(Request::from_parts(parts, Body::from(bytes))).await;
    match answering {
        None => response,
        Some(answering) => response.map(|body| Body::new(Sending { body, _answering: answering })),
    }
}

/// Refusal that closes the connection, because the rest of the request was not read.
fn closing(refusal: ApiError) -> Response {
    let mut response = refusal.into_response();
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Body of an answer; its connection is serving until all of it is sent.
struct Sending {
    body: Body,
    _answering: Answering,
}

impl HttpBody for Sending {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }
    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }
    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
