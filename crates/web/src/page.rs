//! Files of the page, compiled into the program.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

/// A file of the page.
struct File {
    path: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

macro_rules! files {
    ($($path:literal $kind:literal $file:literal;)*) => {
        &[$(File { path: $path, kind: $kind, bytes: include_bytes!(concat!("../page/", $file)) }),*]
    };
}

/// All files of the page, by address.
static FILES: &[File] = files! {
    "/" "text/html; charset=utf-8" "index.html";
    "/style.css" "text/css; charset=utf-8" "style.css";
    "/icon.svg" "image/svg+xml" "icon.svg";
    "/app.js" "text/javascript; charset=utf-8" "app.js";
    "/board.js" "text/javascript; charset=utf-8" "board.js";
    "/compose.js" "text/javascript; charset=utf-8" "compose.js";
    "/dom.js" "text/javascript; charset=utf-8" "dom.js";
    "/forms.js" "text/javascript; charset=utf-8" "forms.js";
    "/head.js" "text/javascript; charset=utf-8" "head.js";
    "/lab.js" "text/javascript; charset=utf-8" "lab.js";
    "/lobby.js" "text/javascript; charset=utf-8" "lobby.js";
    "/markdown.js" "text/javascript; charset=utf-8" "markdown.js";
    "/net.js" "text/javascript; charset=utf-8" "net.js";
    "/table.js" "text/javascript; charset=utf-8" "table.js";
};

/// Returns a file of the page.
pub fn file(path: &str) -> Response {
    match FILES.iter().find(|file| file.path == path) {
        // Not cached: a new build of the program has a new page at the same address.
        Some(file) => {
            ([(header::CONTENT_TYPE, file.kind), (header::CACHE_CONTROL, "no-cache")], file.bytes)
                .into_response()
        }
        None => {
            (StatusCode::NOT_FOUND, "There is no page at this address. The start page is at /.\n")
                .into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_page_is_small() {
        let bytes: usize = FILES.iter().map(|file| file.bytes.len()).sum();
        assert!(bytes < 300_000, "{bytes} bytes");
    }

    /// The content security policy forbids inline scripts and styles, so they are in separate
    /// files.
    #[test]
    fn nothing_is_inline() {
        for file in FILES {
            let text = std::str::from_utf8(file.bytes).unwrap();
            assert!(!text.contains("style=\"") && !text.contains("<style"), "{}", file.path);
            assert!(!text.contains("innerHTML") && !text.contains("eval("), "{}", file.path);
        }
        let page = std::str::from_utf8(FILES[0].bytes).unwrap();
        assert_eq!(
            page.matches("<script").count(),
            page.matches("<script type=\"module\" src=\"").count()
        );
    }
}
