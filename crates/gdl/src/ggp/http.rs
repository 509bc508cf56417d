//! The part of HTTP that the protocol needs: one request and one answer.

use crate::read::decode;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// Limits of the length of a header line and of the number of lines.
const LONGEST_LINE: u64 = 16 << 10;
const MOST_LINES: usize = 100;
/// Limit of a message. Rulesheets of matches are far smaller, and several messages may arrive at
/// the same time.
const LONGEST_MESSAGE: u64 = 4 << 20;
/// Longest wait for an answer.
const LONGEST_WAIT: Duration = Duration::from_secs(7 * 24 * 3600);
/// Limit of a player's answer.
const LONGEST_ANSWER: u64 = 1 << 20;

/// Request to a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// A message of the protocol.
    Message(String),
    /// CORS preflight of a browser.
    Options,
}

/// Reads a request; gives up after `limit`.
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

/// A stream with a deadline for the whole exchange, so that a peer that sends a byte now and then
/// cannot keep it open.
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

/// Decodes `%28info%29` to `(info)`, and a plus to a blank.
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

/// Sends the answer to a request.
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

    /// A request that announces more than the limit is refused unread.
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
