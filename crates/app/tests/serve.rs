//! `sortilege serve`: the address that it prints, and what it says where it cannot serve.

mod common;

use common::sortilege;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};

/// A server that ends with the test.
struct Server(Child);

impl Drop for Server {
    fn drop(&mut self) {
        self.0.kill().expect("it is ours");
        self.0.wait().expect("it was started");
    }
}

#[test]
fn the_page_is_where_it_says() {
    let games = std::env::temp_dir().join(format!("sortilege-serve-{}", std::process::id()));
    let child = Command::new(env!("CARGO_BIN_EXE_sortilege"))
        .args(["serve", "--port", "0", "--games"])
        .arg(&games)
        .stdout(Stdio::piped())
        .spawn();
    let mut server = Server(child.unwrap());
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address =
        line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address");
    assert!(address.starts_with("127.0.0.1:"), "{line}");
    let mut page = TcpStream::connect(address).unwrap();
    write!(page, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    page.read_to_string(&mut answer).unwrap();
    assert!(
        answer.starts_with("HTTP/1.1 200") && answer.contains("<title>Sortilege</title>"),
        "{answer}"
    );
    let _ = std::fs::remove_dir_all(games);
}

#[test]
fn a_port_that_is_taken_is_refused_in_a_sentence() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    let run = sortilege(&format!("serve --port {port}"));
    assert_eq!((run.status, run.stderr.lines().count()), (2, 1), "{run:?}");
    assert!(
        run.stderr.contains(&format!("port {port} is taken; choose another with --port")),
        "{run:?}"
    );
}
