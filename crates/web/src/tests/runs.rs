//! Tests of the lab: a run in progress, and its games.

use super::*;
use serde_json::json;
use sortilege_lab::experiment::Experiment;
use sortilege_lab::record::Record;
use sortilege_lab::run::{Builds, Run, Shard};
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

const EXPERIMENT: &str = r#"
design = "match"
game = "kuhn"
seed = 1
games = 400
unit = 50
players = ["flat-mc:iterations=8", "random"]
"#;

/// Folder of runs that is removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("sortilege-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Executes the run `tuesday` or a part of it, with its games recorded beside it.
fn go(folder: &Folder, part: Option<Shard>) {
    let experiment = Experiment::read(EXPERIMENT, catalogue()).unwrap();
    let mut run = Run::begin(&folder.0.join("tuesday"), experiment, part, Builds::Single).unwrap();
    let mut lines = String::new();
    let mut keep = |record: Record| lines += &(record.line() + "\n");
    run.go_recorded(1, &AtomicBool::new(false), &mut |_| {}, &mut keep).unwrap();
    fs::write(folder.0.join("tuesday.jsonl"), lines).unwrap();
}

#[test]
fn a_run_is_watched_while_it_goes_on() {
    run(async {
        let folder = Folder::new("watched");
        let server = house_with(Rules { runs: Some(folder.0.clone()), ..Rules::default() });
        let app = app(&server);
        let listed = async || get(&app, "/api/lab").await.json()["runs"].clone();
        assert_eq!(listed().await, json!([]));
        go(&folder, Some(Shard { index: 1, of: 2 }));
        let some = listed().await[0].clone();
        let done = some["done"].as_u64().unwrap();
        assert_eq!(
            (&some["name"], &some["complete"], &some["total"]),
            (&json!("tuesday"), &json!(false), &json!(400))
        );
        assert!(0 < done && done < 400, "{some}");
        assert_eq!(listed().await[0], some, "nothing has changed");
        fs::remove_dir_all(folder.0.join("tuesday")).unwrap();
        go(&folder, None);
        let all = listed().await[0].clone();
        assert_eq!(
            (&all["complete"], &all["done"], &all["of"]),
            (&json!(true), &json!(400), &json!("payoff in chips"))
        );
        let scores = all["scores"].as_array().unwrap();
        assert_eq!(scores.len(), 2);
        for score in scores {
            let [value, low, high] = [1, 2, 3].map(|at| score[at].as_f64().unwrap());
            assert!(low < value && value < high, "{score}");
        }
        let whole = get(&app, "/api/lab/tuesday").await.json();
        assert_eq!(whole["report"]["tables"][0]["title"], "Standings");
        fs::write(folder.0.join("tuesday/experiment.toml"), "").unwrap();
        fs::write(folder.0.join("tuesday/manifest.json"), "{").unwrap();
        assert!(
            listed().await[0]["error"].as_str().unwrap().contains("manifest.json"),
            "damage is reported"
        );
    });
}

#[test]
fn games_of_a_run_are_looked_at_again() {
    run(async {
        let folder = Folder::new("recorded");
        go(&folder, None);
        fs::write(folder.0.join("elsewhere.jsonl"), "{}\n").unwrap();
        fs::write(folder.0.join("tuesday/more.jsonl"), "nonsense\n{\"for").unwrap();
        let server = house_with(Rules { runs: Some(folder.0.clone()), ..Rules::default() });
        let app = app(&server);
        let answer = get(&app, "/api/lab/tuesday/games").await.json();
        let files: Vec<&str> = answer["files"]
            .as_array()
            .unwrap()
            .iter()
            .map(|file| file["file"].as_str().unwrap())
            .collect();
        assert_eq!(files, ["more.jsonl", "tuesday.jsonl"]);
        assert_eq!(answer["files"][0]["games"], json!([]));
        let games = &answer["files"][1];
        assert_eq!((games["games"].as_array().unwrap().len(), &games["more"]), (100, &json!(true)));
        assert_eq!(games["games"][7]["payoffs"].as_array().unwrap().len(), 2);
        let record = get(&app, "/api/lab/tuesday/games/tuesday.jsonl/7").await.text;
        let begun = post(&app, "/api/games", &json!({ "record": record })).await.json();
        let (id, watcher) = (begun["id"].as_str().unwrap(), begun["watcher"].as_str().unwrap());
        let first = get(&app, &format!("/api/games/{id}/frame?at=0&seat={watcher}")).await.json();
        assert_eq!((&first["at"], &first["steps"]), (&json!(0), &games["games"][7]["steps"]));
        for nowhere in [
            "tuesday/games/tuesday.jsonl/400",
            "tuesday/games/elsewhere.jsonl/0",
            "monday/games",
            "..%2f/games",
            "tuesday/games/..%2felsewhere.jsonl/0",
        ] {
            assert_eq!(
                get(&app, &format!("/api/lab/{nowhere}")).await.status,
                StatusCode::NOT_FOUND,
                "{nowhere}"
            );
        }
    });
}
