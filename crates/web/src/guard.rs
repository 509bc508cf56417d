//! Access control: only a browser on this machine, showing this page, may send requests. A page of
//! another site can make a browser send requests here. Such requests carry another origin, or a
//! host that is not this server, and are refused.

use crate::api_error::ApiError;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;

/// Which clients can reach the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Only this machine.
    Loopback,
    /// Clients in the same network that send the key.
    Network,
}

/// Content security policy: only the page's own files, and nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Passes a request on if it comes from this page or from a program, and adds the security headers
/// to the answer.
pub async fn check(reach: Reach, request: Request, next: Next) -> Response {
    let mut response = match refused(reach, request.method(), request.headers()) {
        Some(refusal) => refusal.into_response(),
        None => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

fn refused(reach: Reach, method: &Method, headers: &HeaderMap) -> Option<ApiError> {
    let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or("?"));
    let host = text(header::HOST).unwrap_or("");
    if !is_ours(reach, host) {
        return Some(ApiError::forbidden(
            "this server only answers at the address that it printed",
        ));
    }
    if text(header::ORIGIN).is_some_and(|origin| origin != format!("http://{host}")) {
        return Some(ApiError::forbidden("another site's page cannot ask here"));
    }
    let site = text(header::HeaderName::from_static("sec-fetch-site"));
    if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) && *method != Method::GET {
        return Some(ApiError::forbidden("another site's page cannot ask here"));
    }
    None
}

/// Whether a host is an address of this machine. Names are not accepted: any site can point its
/// name at this machine, but not an address.
fn is_ours(reach: Reach, host: &str) -> bool {
    let name = host.strip_prefix('[').and_then(|rest| rest.split_once(']').map(|(name, _)| name));
    let name = name.unwrap_or_else(|| host.rsplit_once(':').map_or(host, |(name, _)| name));
    match (name, name.parse::<IpAddr>()) {
        ("localhost", _) => true,
        (_, Ok(address)) => address.is_loopback() || reach == Reach::Network,
        (_, Err(_)) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_addresses_of_this_machine() {
        for host in ["localhost:8080", "127.0.0.1:8080", "[::1]:8080", "localhost", "127.0.0.1"] {
            assert!(is_ours(Reach::Loopback, host), "{host}");
        }
        for host in [
            "",
            "example.com",
            "localhost.example.com:8080",
            "192.168.0.7:8080",
            "[fe80::1]:80",
            "127.0.0.1.nip.io",
        ] {
            assert!(!is_ours(Reach::Loopback, host), "{host}");
        }
        assert!(
            is_ours(Reach::Network, "192.168.0.7:8080")
                && !is_ours(Reach::Network, "example.com:8080")
        );
    }
}
