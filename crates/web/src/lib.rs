//! A web interface for the games of a [catalogue](sortilege_catalogue::Catalogue): an HTTP server,
//! on loopback by default, and a page that is compiled into the program.
//!
//! A [`Server`] holds games. Each game is a `session` with a table, seats with tokens, and
//! connected clients. `show` makes what the server sends to a seat, from what that seat observes
//! and nothing else. Searches run in the `pool`, one decision of a game at a time, and only while a
//! client is connected to that game. `beliefs` and `votes` estimate what may be hidden from a seat;
//! they sample determinizations from what the seat observes. `lab` and `recorded` show runs of
//! experiments. `guard` refuses requests from pages of other sites. `api` defines the addresses.
//!
//! ```no_run
//! # fn games() -> Vec<Box<dyn sortilege_catalogue::RegisteredGame>> { vec![] }
//! use sortilege_catalogue::Catalogue;
//! use sortilege_web::{Options, Rules, Server, serve};
//!
//! let server = Server::new(Catalogue::new(games()).unwrap(), Rules::default());
//! serve(server, &Options::default(), |address| println!("{address}")).unwrap();
//! ```

mod api;
mod api_error;
mod background;
mod beliefs;
mod catalogue;
mod comments;
mod connections;
mod determinization_votes;
mod guard;
mod lab;
mod live;
mod notes;
mod page;
mod pool;
mod recorded;
mod review;
mod scene;
mod schema;
mod seat;
mod secrets;
mod server;
mod services;
mod session;
mod session_store;
mod show;
#[cfg(test)]
mod tests;
mod trees;
mod variation;

pub use api::router;
use connections::{Connections, Limits};
use futures_util::future::{Either, select};
pub use guard::Reach;
pub use server::{NewGame, Server};
pub use services::{Rules, Services};
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::pin::pin;
use std::sync::Arc;

/// Options of the server: its address and port.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Port; 0 selects any free port.
    pub port: u16,
    /// Which clients can reach the server.
    pub reach: Reach,
}

impl Default for Options {
    fn default() -> Self {
        Options { port: 8080, reach: Reach::Loopback }
    }
}

/// Serves the page until Ctrl-C. Calls `ready` with the address once the server accepts requests.
pub fn serve(server: Arc<Server>, options: &Options, ready: impl FnOnce(&str)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(16)
        .enable_all()
        .build()?;
    let ended = runtime.block_on(listen(server, options, ready));
    // Event streams never end by themselves, so the shutdown does not wait for them.
    runtime.shutdown_background();
    ended
}

async fn listen(
    server: Arc<Server>,
    options: &Options,
    ready: impl FnOnce(&str),
) -> io::Result<()> {
    let (host, key) = match options.reach {
        Reach::Loopback => (Ipv4Addr::LOCALHOST, None),
        Reach::Network => (Ipv4Addr::UNSPECIFIED, Some(server.secrets.draw())),
    };
    let listener = tokio::net::TcpListener::bind(SocketAddr::from((host, options.port))).await?;
    let port = listener.local_addr()?.port();
    let _lock = server.keep.lock()?;
    ready(&address(options.reach, port, key.as_deref()));
    let app = router(server, options.reach, key);
    let served = pin!(Connections::new(Limits::default()).serve(listener, app));
    let ended = pin!(tokio::signal::ctrl_c());
    match select(served, ended).await {
        Either::Left((served, _)) => served,
        Either::Right((ended, _)) => ended,
    }
}

/// The address to enter in a browser.
fn address(reach: Reach, port: u16, key: Option<&str>) -> String {
    let host = match reach {
        Reach::Loopback => IpAddr::V4(Ipv4Addr::LOCALHOST),
        Reach::Network => own_address().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)),
    };
    let key = key.map_or(String::new(), |key| format!("#key={key}"));
    format!("http://{}/{key}", SocketAddr::new(host, port))
}

/// The address of this machine in its network: the source address of outgoing packets. Nothing is
/// sent.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}
