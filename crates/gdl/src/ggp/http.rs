//! As much of HTTP as the protocol needs: one message there, one back.

use crate::read::decode;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// The longest line of a header, and how many there may be.
const LONGEST_LINE: u64 = 16 << 10;
const MOST_LINES: usize = 100;
/// The longest message that is read: no rulesheet of a match is near it, and several may come in at
/// once.
const LONGEST_MESSAGE: u64 = 4 << 20;
/// The longest time that an answer is waited for.
const LONGEST_WAIT: Duration = Duration::from_secs(7 * 24 * 3600);
/// The longest answer of a player that is read.
const LONGEST_ANSWER: u64 = 1 << 20;

/// What somebody asks of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// A message of the protocol.
    Message(String),
    /// A browser wants to know whether it may ask.
    Options,
}

/// Reads a request; what takes longer than `limit` is given up.
pub fn read_request(stream: &TcpStream, limit: Duration) -> io::Result<Request> {
    let mut reader = BufReader::new(Timed { stream, end: Instant::now() + limit });
    let first = line(&mut reader)?;
    let mut length = None;
    for _ in 0..MOST_LINES {
        let header = line(&mut reader)?;
        if header.is_empty() {
            break;
        }
        if let Some((name, value)) = header.split_once(':')
            && name.trim().eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<u64>().ok();
        }
    }
    let mut words = first.split(' ');
    match words.next().unwrap_or("").to_ascii_uppercase().as_str() {
        "OPTIONS" => Ok(Request::Options),
        "GET" => {
            Ok(Request::Message(unescaped(words.next().unwrap_or("").trim_start_matches('/'))))
        }
        "POST" => {
            let most = length.unwrap_or(LONGEST_MESSAGE);
            if most > LONGEST_MESSAGE {
                return Err(io::Error::other("the message is too long"));
            }
            let mut body = vec![];
            reader.take(most).read_to_end(&mut body)?;
            Ok(Request::Message(decode(&body).into_owned()))
        }
        _ => Err(io::Error::other("it is neither POST nor GET nor OPTIONS")),
    }
}

/// A stream that must be done in time as a whole: somebody who sends a byte now and then does not
/// keep it.
struct Timed<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(buffer)
    }
}

fn line(reader: &mut impl BufRead) -> io::Result<String> {
    let mut bytes = vec![];
    reader.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if bytes.len() as u64 == LONGEST_LINE {
        return Err(io::Error::other("a header is too long"));
    }
    Ok(decode(&bytes).trim_end().to_string())
}

/// `%28info%29` is `(info)`, and a plus is a blank.
fn unescaped(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = vec![];
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).and_then(|hex| std::str::from_utf8(hex).ok());
        match (bytes[at], hex.and_then(|hex| u8::from_str_radix(hex, 16).ok())) {
            (b'%', Some(byte)) => {
                out.push(byte);
                at += 2;
            }
            (b'+', _) => out.push(b' '),
            (byte, _) => out.push(byte),
        }
        at += 1;
    }
    decode(&out).into_owned()
}

/// Answers a request.
pub fn answer(mut stream: &TcpStream, text: &str) -> io::Result<()> {
    stream.set_write_timeout(Some(Duration::from_secs(5)))?;
    write!(
        stream,
        "HTTP/1.0 200 OK\r\nContent-type: text/acl\r\nContent-length: {}\r\nAccess-Control-Allow-Origin: *\r\n\
         Access-Control-Allow-Methods: POST, GET, OPTIONS\r\nAccess-Control-Allow-Headers: Content-Type\r\n\r\n{text}",
        text.len()
    )?;
    stream.flush()
}

/// Sends a message and waits for the answer, both within `limit`.
pub fn ask(address: SocketAddr, text: &str, limit: Duration) -> io::Result<String> {
    let limit = limit.min(LONGEST_WAIT);
    let end = Instant::now() + limit;
    let mut stream = TcpStream::connect_timeout(&address, limit.min(Duration::from_secs(5)))?;
    stream.set_write_timeout(Some(limit))?;
    write!(
        stream,
        "POST / HTTP/1.0\r\nAccept: text/delim\r\nHost: {address}\r\nSender: GAMESERVER\r\nReceiver: PLAYER\r\n\
         Content-Type: text/acl\r\nContent-Length: {}\r\n\r\n{text}",
        text.len()
    )?;
    stream.flush()?;
    let mut bytes = vec![];
    Timed { stream: &stream, end }.take(LONGEST_ANSWER).read_to_end(&mut bytes)?;
    let text = decode(&bytes);
    let body = text.split_once("\r\n\r\n").or_else(|| text.split_once("\n\n"));
    body.map(|(_, body)| body.trim().to_string())
        .ok_or_else(|| io::Error::other("the answer has no body"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who announces more than is read is not listened to at all.
    #[test]
    fn long_messages_are_refused() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let mut sender = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        write!(sender, "POST / HTTP/1.0\r\nContent-Length: {}\r\n\r\n", LONGEST_MESSAGE + 1)
            .unwrap();
        let (stream, _) = listener.accept().unwrap();
        let error = read_request(&stream, Duration::from_secs(600)).unwrap_err();
        assert_eq!(error.to_string(), "the message is too long");
    }

    #[test]
    fn escapes_are_undone() {
        assert_eq!(unescaped("%28info%29+x%2"), "(info) x%2");
    }
}
