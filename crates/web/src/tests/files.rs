//! Tests of files that requests name: the files that the server's user listed, and no others.

use super::*;
use serde_json::json;
use sortilege_catalogue::files::Contents;
use std::fs;
use std::io::Read;
use std::path::PathBuf;

/// Rulesheet with one move.
const SHEET: &str =
    "(role a) (init x) (legal a go) (<= (next y) (does a go)) (<= terminal (true y)) (goal a 100)";

/// Folder that is removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("sortilege-web-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn requests_open_no_files() {
    let folder = Folder::new("secret");
    let [secret, missing, pipe] =
        ["secret.kif", "missing.kif", "pipe"].map(|name| folder.0.join(name));
    fs::write(&secret, "(role a) (").unwrap();
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    run(async {
        let server = server();
        let app = app(&server);
        let session = server.begin(new_game("gdl:file=tic-tac-toe", &["human", "human"])).unwrap();
        let record = session.record(session.viewer(&token(&session), None).unwrap()).line();
        let mut refusals = vec![];
        for path in [&secret, &missing, &pipe, &PathBuf::from("/dev/zero"), &folder.0] {
            let path = path.display().to_string();
            let game = format!("gdl:file={path}");
            let record = record.replace("gdl:file=tic-tac-toe", &game);
            let replies = [
                get(&app, &format!("/api/catalogue/gdl?spec={game}")).await,
                post(&app, "/api/games", &json!({ "game": game })).await,
                post(&app, "/api/games", &json!({ "record": record })).await,
            ];
            for reply in &replies {
                assert_eq!(reply.status, StatusCode::BAD_REQUEST, "{path}: {}", reply.text);
            }
            refusals.push(replies.map(|reply| reply.why().replace(&path, "PATH")));
        }
        assert!(
            refusals.iter().all(|one| *one == refusals[0]),
            "the answer reveals what exists: {refusals:#?}"
        );
        assert!(refusals[0][0].contains("`PATH` is not available here"), "{}", refusals[0][0]);
    });
}

#[test]
fn files_of_the_servers_user_are_played() {
    run(async {
        let files = Contents::from_iter([("mine.kif", SHEET.as_bytes())]);
        let server = house_with(Rules { files, ..Rules::default() });
        let app = app(&server);
        let game = get(&app, "/api/catalogue/gdl?spec=gdl:file=mine.kif").await.json();
        let names = &game["fields"][0]["kind"]["words"];
        assert!(names.as_array().unwrap().contains(&json!("mine.kif")), "{names}");
        let session = server.begin(new_game("gdl:file=mine.kif", &["human"])).unwrap();
        assert_eq!(session.table().legal(sortilege::Player(0)), ["go"]);
    });
}

#[test]
fn the_catalogue_is_for_those_who_have_the_key() {
    run(async {
        let server = server();
        let app = router(server.clone(), Reach::Network, Some("secret".to_string()));
        for path in ["/api/catalogue", "/api/catalogue/kuhn"] {
            assert_eq!(get(&app, path).await.status, StatusCode::FORBIDDEN);
            assert_eq!(get(&app, &format!("{path}?key=secret")).await.status, StatusCode::OK);
        }
        // Guests have no key; the token of their seat gives them access to the rules.
        let session = server.begin(new_game("kuhn", &["human", "human"])).unwrap();
        let rules = |seat: &str| format!("/api/games/{}/rules?seat={seat}", session.id);
        assert_eq!(get(&app, &rules("guess")).await.status, StatusCode::FORBIDDEN);
        let answer = get(&app, &rules(&token(&session))).await.json();
        assert!(answer["rules"].as_str().unwrap().contains("card"), "{answer}");
    });
}

#[test]
fn answers_about_the_catalogue_are_made_once_and_compressed() {
    run(async {
        let app = app(&server());
        let plain = get(&app, "/api/catalogue/kuhn").await;
        assert_eq!(plain.json()["name"], json!("kuhn"));
        let ask = |name: &'static str, value: String| {
            Request::get("/api/catalogue/kuhn").header("host", "localhost").header(name, value)
        };
        let tag = plain.headers["etag"].to_str().unwrap().to_string();
        let same = send(&app, ask("if-none-match", tag.clone()).body(Body::empty()).unwrap()).await;
        assert_eq!((same.status, same.text.len()), (StatusCode::NOT_MODIFIED, 0));
        let request =
            ask("accept-encoding", "br, gzip;q=1.0".to_string()).body(Body::empty()).unwrap();
        let response = app.clone().oneshot(request).await.unwrap();
        assert_eq!(response.headers()["content-encoding"], "gzip");
        assert_eq!(response.headers()["etag"], tag.as_str());
        let gzip = to_bytes(response.into_body(), 64 << 20).await.unwrap();
        assert!(gzip.len() * 5 < plain.text.len(), "{} of {}", gzip.len(), plain.text.len());
        let mut text = String::new();
        flate2::read::GzDecoder::new(&gzip[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, plain.text);
    });
}

/// A refusal is a sentence in JSON, also if the request could not be parsed.
#[test]
fn refusals_are_sentences() {
    run(async {
        let app = app(&server());
        for path in [
            "/api/lab/%ff",
            "/api/games/%ff",
            "/api/lab/x/games/y/-1",
            "/api/catalogue/%ff",
            "/api/lab?at=x",
        ] {
            let reply = get(&app, path).await;
            assert!(
                reply.status.is_client_error() && !reply.why().is_empty(),
                "{path}: {}",
                reply.text
            );
        }
        let long = "x".repeat(1_900_000);
        for new_game in [
            json!({ "game": long }),
            json!({ "game": "kuhn", "position": long }),
            json!({ "record": long }),
        ] {
            let reply = post(&app, "/api/games", &new_game).await;
            assert!(
                reply.status.is_client_error() && reply.text.len() < 5_000,
                "{}",
                reply.text.len()
            );
        }
    });
}

#[cfg(unix)]
#[test]
fn recorded_games_are_records_and_no_links() {
    let folder = Folder::new("links");
    let run_folder = folder.0.join("good");
    fs::create_dir_all(&run_folder).unwrap();
    fs::write(run_folder.join("manifest.json"), "{}").unwrap();
    fs::write(folder.0.join("secret"), "a secret line\n").unwrap();
    std::os::unix::fs::symlink(folder.0.join("secret"), folder.0.join("good-x.jsonl")).unwrap();
    fs::write(folder.0.join("good-y.jsonl"), "another secret line\n").unwrap();
    run(async {
        let server = house_with(Rules { runs: Some(folder.0.clone()), ..Rules::default() });
        let app = app(&server);
        for file in ["good-x.jsonl", "good-y.jsonl"] {
            let reply = get(&app, &format!("/api/lab/good/games/{file}/0")).await;
            assert_eq!(reply.status, StatusCode::NOT_FOUND, "{file}: {}", reply.text);
        }
    });
}

/// A session that was closed and opened again from disk has two instances. The older instance must
/// not write any more.
#[test]
fn a_game_that_was_put_aside_does_not_overwrite_a_newer_one() {
    let folder = Folder::new("outside");
    let rules = Rules { most_games: 1, games: Some(folder.0.clone()), ..Rules::default() };
    let server = house_with(rules);
    let old = server.begin(new_game("mnk:m=3,n=3,k=3", &["human", "human"])).unwrap();
    let own = token(&old);
    server.begin(new_game("kuhn", &["human", "human"])).unwrap();
    let new = server.session(&old.id).unwrap();
    assert!(!Arc::ptr_eq(&old, &new));
    let viewer = new.viewer(&own, None).unwrap();
    new.play(viewer, &new.ticket(viewer.eyes), "a1").unwrap();
    let file = folder.0.join(format!("{}.json", new.id));
    let kept = fs::read_to_string(&file).unwrap();
    let refused = old.play(viewer, &old.ticket(viewer.eyes), "b2").unwrap_err();
    assert_eq!(refused.status, StatusCode::CONFLICT);
    old.keep(&locked(&old.state));
    assert_eq!(fs::read_to_string(&file).unwrap(), kept);
}
