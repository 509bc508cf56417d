//! Tests of requests that are wrong, from another site, or too late.

use super::*;
use axum::http::Method;
use serde_json::json;

#[test]
fn the_page_is_there_with_its_policy() {
    run(async {
        let app = app(&server());
        let page = get(&app, "/").await;
        assert_eq!(page.status, StatusCode::OK);
        assert!(page.text.contains("<script type=\"module\" src=\"/app.js\">"));
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(
            get(&app, "/app.js").await.headers["content-type"],
            "text/javascript; charset=utf-8"
        );
        for missing in ["/nothing", "/../Cargo.toml", "/api", "/page/app.js"] {
            assert_eq!(get(&app, missing).await.status, StatusCode::NOT_FOUND, "{missing}");
        }
        assert!(get(&app, "/api/nothing").await.why().contains("nothing at this address"));
    });
}

#[test]
fn other_sites_and_other_names_are_refused() {
    run(async {
        let app = app(&server());
        let from = |method: Method, host: &str, name: &str, value: &str| {
            let request = Request::builder().method(method).uri("/api/games").header("host", host);
            let request = request.header("content-type", "application/json").header(name, value);
            request.body(Body::from("{\"game\":\"kuhn\"}")).unwrap()
        };
        for (host, name, value) in [
            ("rebound.example:8080", "x", "y"),
            ("192.168.0.7:8080", "x", "y"),
            ("localhost:8080", "origin", "http://elsewhere.example"),
            ("localhost:8080", "origin", "http://localhost:9090"),
            ("localhost:8080", "origin", "null"),
            ("localhost:8080", "sec-fetch-site", "cross-site"),
        ] {
            let reply = send(&app, from(Method::POST, host, name, value)).await;
            assert_eq!(reply.status, StatusCode::FORBIDDEN, "{host} {name} {value}");
        }
        for (name, value) in
            [("origin", "http://localhost:8080"), ("sec-fetch-site", "same-origin")]
        {
            let reply = send(&app, from(Method::POST, "localhost:8080", name, value)).await;
            assert_eq!(reply.status, StatusCode::OK, "{name}: {}", reply.text);
        }
        // A form of another site can send text, but not JSON.
        let form = Request::post("/api/games")
            .header("host", "localhost:8080")
            .header("content-type", "text/plain");
        let reply = send(&app, form.body(Body::from("{\"game\":\"kuhn\"}")).unwrap()).await;
        assert_eq!(reply.status, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    });
}

#[test]
fn a_house_in_a_network_wants_its_key() {
    run(async {
        let app = router(server(), Reach::Network, Some("secret".to_string()));
        let new_game = json!({ "game": "kuhn" });
        let ask =
            async |query: &str| post(&app, &format!("/api/games{query}"), &new_game).await.status;
        assert_eq!(ask("").await, StatusCode::FORBIDDEN);
        assert_eq!(ask("?key=guess").await, StatusCode::FORBIDDEN);
        assert_eq!(ask("?key=secret").await, StatusCode::OK);
        assert_eq!(get(&app, "/api/lab").await.status, StatusCode::FORBIDDEN);
    });
}

#[test]
fn nonsense_is_refused_in_a_sentence() {
    run(async {
        let app = app(&server());
        for (new_game, why) in [
            (json!({ "game": "chess" }), "no game named `chess`"),
            (json!({ "game": "mnk:m=x" }), "`m` of `mnk`"),
            (json!({ "game": "" }), "a name"),
            (json!({ "game": "kuhn", "seats": ["human", "human", "human"] }), "has 2 seats"),
            (json!({ "game": "kuhn", "seats": ["absent"] }), "absent"),
            (json!({ "game": "kuhn", "seats": ["uct:threads=100000"] }), ""),
            (json!({ "game": "kuhn", "position": "nonsense" }), "cannot be read"),
            (json!({ "game": "kuhn", "colour": "red" }), "unknown field"),
            (json!({ "record": "{" }), "not a record of a game"),
            (json!([]), ""),
            (json!({ "game": 7 }), ""),
        ] {
            let reply = post(&app, "/api/games", &new_game).await;
            assert!(reply.status.is_client_error(), "{new_game}: {}", reply.text);
            assert!(reply.why().contains(why), "{new_game}: {}", reply.why());
        }
        let large = json!({ "game": "x".repeat(3 << 20) });
        assert_eq!(post(&app, "/api/games", &large).await.status, StatusCode::PAYLOAD_TOO_LARGE);
        let broken = Request::post("/api/games")
            .header("host", "localhost")
            .header("content-type", "application/json");
        let reply = send(&app, broken.body(Body::from("{\"game\":")).unwrap()).await;
        assert!(reply.status == StatusCode::BAD_REQUEST && !reply.why().is_empty());
        assert_eq!(get(&app, "/api/games").await.status, StatusCode::METHOD_NOT_ALLOWED);
        assert_eq!(get(&app, "/api/catalogue/chess").await.status, StatusCode::NOT_FOUND);
    });
}

#[test]
fn games_are_for_those_who_have_a_seat() {
    run(async {
        let server = server();
        let app = app(&server);
        let session = server.begin(new_game("leduc", &["human", "human"])).unwrap();
        let id = &session.id;
        for unknown in ["x", "0123456789abcdef0123456789abcdef", "..%2f..%2fetc%2fpasswd"] {
            for path in [
                format!("/api/games/{unknown}"),
                format!("/api/games/{unknown}/events"),
                format!("/api/games/{unknown}/record"),
            ] {
                assert_eq!(get(&app, &path).await.status, StatusCode::NOT_FOUND, "{path}");
            }
        }
        for query in ["", "?seat=", "?seat=0123456789abcdef0123456789abcdef", "?as=1"] {
            for path in ["", "/events", "/record", "/frame"] {
                let reply = get(&app, &format!("/api/games/{id}{path}{query}")).await;
                assert_eq!(reply.status, StatusCode::FORBIDDEN, "{path}{query}");
            }
        }
        let own = token(&session);
        assert_eq!(get(&app, &format!("/api/games/{id}?seat={own}")).await.status, StatusCode::OK);
        for query in ["&as=1", "&as=7", "&as=-1", "&as=x"] {
            let reply = get(&app, &format!("/api/games/{id}?seat={own}{query}")).await;
            assert!(reply.status.is_client_error(), "{query}: {}", reply.text);
        }
        assert_eq!(
            post(&app, &format!("/api/games/{id}/peek?seat={own}"), &json!({})).await.status,
            StatusCode::FORBIDDEN
        );
        assert_eq!(
            get(&app, &format!("/api/games/{id}/frame?seat={own}")).await.status,
            StatusCode::FORBIDDEN
        );
        assert_eq!(
            post(&app, &format!("/api/games/{id}/win?seat={own}"), &json!({})).await.status,
            StatusCode::NOT_FOUND
        );
    });
}

#[test]
fn what_is_asked_too_late_changes_nothing() {
    run(async {
        let server = server();
        let app = app(&server);
        let session =
            server.begin(new_game("mnk:m=3,n=3,k=3", &["human", "flat-mc:iterations=4"])).unwrap();
        let path =
            |verb: &str| format!("/api/games/{}/{verb}?seat={}", session.id, token(&session));
        let ticket = session.ticket(sortilege::Player(0));
        let act = async |verb: &str, ticket: &str, action: &str| {
            post(&app, &path(verb), &json!({ "ticket": ticket, "action": action })).await
        };
        assert_eq!(act("move", "", "a1").await.status, StatusCode::CONFLICT);
        assert!(act("move", &ticket, "z9").await.why().contains("`z9` is not a legal move here"));
        assert_eq!(
            act("think", &ticket, "").await.status,
            StatusCode::CONFLICT,
            "no client is connected"
        );
        let subscription = session.subscribe();
        assert_eq!(act("think", &ticket, "").await.why(), "it is a human's turn");
        assert!(act("undo", "", "").await.why().contains("no earlier decision"));
        assert!(act("review", "", "").await.why().contains("when it is over"));
        assert_eq!(act("move", &ticket, "a1").await.status, StatusCode::OK);
        assert_eq!(act("move", &ticket, "b1").await.status, StatusCode::CONFLICT, "sent twice");
        let now = session.ticket(sortilege::Player(0));
        assert_eq!(act("move", &now, "b1").await.why(), "you have nothing to choose now");
        assert_eq!(session.table().steps().len(), 1);
        assert_eq!(act("think", &now, "").await.status, StatusCode::OK);
        quiet(&session).await;
        assert_eq!(session.table().steps().len(), 2);
        drop(subscription);
    });
}
