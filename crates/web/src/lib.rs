//! A table in the browser, for whatever games a [catalogue](sortilege_catalogue::Catalogue) has: a
//! server on loopback, and the page in the program.
//!
//! A [`Server`] has games; each is a `session` with a table, seats with tokens, and whoever
//! listens. What a seat is sent is made in `show`, from what the seat sees and nothing else.
//! Players think in the `pool`, one decision of a game at a time, and only while somebody listens.
//! `beliefs` and `votes` tell a seat what may be hidden from it, from worlds that are drawn from
//! what it sees. `lab` and `recorded` show runs of experiments. `guard` refuses pages of other
//! sites; `api` has the addresses.
//!
//! ```no_run
//! # fn games() -> Vec<Box<dyn sortilege_catalogue::Listed>> { vec![] }
//! use sortilege_catalogue::Catalogue;
//! use sortilege_web::{House, Options, Rules, serve};
//!
//! let house = House::new(Catalogue::new(games()).unwrap(), Rules::default());
//! serve(house, &Options::default(), |address| println!("{address}")).unwrap();
//! ```

mod api;
mod api_error;
mod aside;
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

/// Where the server listens.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The port; 0 for any that is free.
    pub port: u16,
    /// Who can reach it.
    pub reach: Reach,
}

impl Default for Options {
    fn default() -> Self {
        Options { port: 8080, reach: Reach::Loopback }
    }
}

/// Serves the page until Ctrl-C, once `ready` was told its address.
pub fn serve(server: Arc<Server>, options: &Options, ready: impl FnOnce(&str)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(16)
        .enable_all()
        .build()?;
    let ended = runtime.block_on(listen(server, options, ready));
    // Streams of events never end by themselves, and nobody waits for them.
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

/// What is typed into a browser.
fn address(reach: Reach, port: u16, key: Option<&str>) -> String {
    let host = match reach {
        Reach::Loopback => IpAddr::V4(Ipv4Addr::LOCALHOST),
        Reach::Network => own_address().unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)),
    };
    let key = key.map_or(String::new(), |key| format!("#key={key}"));
    format!("http://{}/{key}", SocketAddr::new(host, port))
}

/// The address of this machine in its network: that from which it would send. Nothing is sent.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    socket.local_addr().ok().map(|address| address.ip())
}
