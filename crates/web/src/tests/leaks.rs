//! Leak test of the server: for two states that a seat cannot distinguish, every byte that the
//! server sends to the seat must be equal, except for drawn names. [`Twins`] gives the
//! indistinguishable states.

use super::*;
use crate::determinization_votes::{Effort, votes};
use serde_json::json;
use sortilege::{Player, Rng, Stop};
use sortilege_catalogue::Table;
use sortilege_catalogue::testing::Twins;
use sortilege_shelves::testing::hidden_games;

/// Two games that one seat cannot distinguish, and their sessions.
struct Pair {
    twins: Twins,
    sessions: [Arc<Session>; 2],
}

impl Pair {
    fn new(server: &Arc<Server>, table: &dyn Table, who: Player) -> Self {
        let (game, seats) = (table.spec().to_string(), vec!["human"; table.seats()]);
        let sessions = [0, 1].map(|_| server.begin(new_game(&game, &seats)).unwrap());
        for session in &sessions {
            // The seed of the session has dealt cards already.
            session.table_to_change().set_position(&table.position()).expect("its own notation");
        }
        Pair { twins: Twins::new(table, who), sessions }
    }

    /// Continues both games so that the seat still cannot distinguish them. Returns false once one
    /// of them is over: everything is shown then.
    fn step(&mut self, rng: &mut Rng) -> bool {
        let Some(changes) = self.twins.step(rng) else { return false };
        for change in changes {
            for (at, session) in self.sessions.iter().enumerate() {
                change.apply(at, &mut **session.table_to_change());
            }
        }
        !self.twins.is_over()
    }
}

/// Returns every byte that a seat can get from the server, including headers and refusals. Names
/// drawn for one session are replaced by placeholders.
async fn bytes(app: &Router, session: &Arc<Session>, who: Player) -> String {
    let own = locked(&session.state).tokens[who.0].clone().unwrap();
    let other = 1 - who.0.min(1);
    let mut all = String::new();
    let mut add = |reply: Reply| {
        let text = reply.text.replace(&session.id, "ID").replace(&own, "TOKEN");
        all += &format!("{} {:?} {text}\n", reply.status, reply.headers);
    };
    let path = |more: &str| format!("/api/games/{}{more}seat={own}", session.id);
    let shown = get(app, &path("?")).await;
    let ticket = shown.json()["ticket"].clone();
    add(shown);
    for more in [
        path("/record?"),
        path("/frame?at=1&"),
        path("/beliefs?"),
        path("/beliefs?at=1&"),
        path(&format!("?as={other}&")),
    ] {
        add(get(app, &more).await);
    }
    // The only human may reveal hidden information; the game is then no contest.
    let alone = locked(&session.state).humans().len() == 1;
    for verb in ["move?", "think?", "undo?", "review?", "peek?"]
        .into_iter()
        .filter(|verb| !alone || *verb != "peek?")
    {
        add(post(
            app,
            &path(&format!("/{verb}")),
            &json!({ "ticket": ticket, "action": "no-such-move" }),
        )
        .await);
    }
    add(first_event(app, &path("/events?")).await);
    all
}

/// Votes of determinizations for a seat that has to choose.
fn voted(session: &Session, who: Player) -> Option<Value> {
    let (table, effort) = (session.table(), Effort { worlds: 2, simulations: 4 });
    let ask = || votes(&**table, who, effort, &Stop::default(), &mut Rng::new(1)).unwrap().show();
    table.to_choose().contains(&who).then(ask)
}

/// Returns the first event of a stream.
async fn first_event(app: &Router, path: &str) -> Reply {
    use futures_util::StreamExt;
    let request = Request::get(path).header("host", "localhost:8080").body(Body::empty()).unwrap();
    let response = app.clone().oneshot(request).await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    let first = response.into_body().into_data_stream().next().await.unwrap().unwrap();
    Reply { status, headers, text: String::from_utf8(first.to_vec()).unwrap() }
}

/// Number of compared pairs for each seat of a game, and of games in which they are sought.
const PAIRS: u32 = 12;
const GAMES: u64 = 40;

async fn assert_tight(server: &Arc<Server>, table: &dyn Table) {
    let (app, game, mut pairs) = (app(server), table.spec(), 0);
    for who in (0..table.seats()).map(Player) {
        let enough = pairs + PAIRS;
        for number in 0..GAMES {
            let mut rng = Rng::derive(&[23, number, who.0 as u64]);
            let mut pair = Pair::new(server, table, who);
            while pairs < enough && pair.step(&mut rng) {
                if pair.twins.differ() {
                    let [here, there] = &pair.sessions;
                    let sent = [bytes(&app, here, who).await, bytes(&app, there, who).await];
                    assert_eq!(sent[0], sent[1], "{game}: the server reveals hidden information");
                    assert_eq!(voted(here, who), voted(there, who), "{game}: votes reveal it");
                    pairs += 1;
                }
            }
        }
    }
    assert!(pairs >= 8, "{game}: only {pairs} pairs, too few for a conclusion");
}

/// Every game with hidden information.
#[test]
fn the_server_sends_nothing_that_is_hidden() {
    run(async {
        let (server, games) = (server(), hidden_games());
        assert!(games.len() >= 25, "{}", games.len());
        for table in games {
            assert_tight(&server, &*table).await;
        }
    });
}

/// The test detects a leak: here the only human reveals the hidden information, which is allowed.
#[test]
fn leaks_are_noticed() {
    run(async {
        let server = server();
        let app = app(&server);
        let table = catalogue().open(&"toy-fusion".parse().unwrap()).unwrap();
        let mut pair = Pair::new(&server, &*table, Player(0));
        let mut rng = Rng::new(1);
        while !pair.twins.differ() {
            pair = Pair::new(&server, &*table, Player(0));
            assert!(pair.step(&mut rng));
        }
        let [here, there] = &pair.sessions;
        assert_eq!(bytes(&app, here, Player(0)).await, bytes(&app, there, Player(0)).await);
        for session in &pair.sessions {
            session.peek(session.viewer(&token(session), None).unwrap()).unwrap();
        }
        assert_ne!(bytes(&app, here, Player(0)).await, bytes(&app, there, Player(0)).await);
    });
}

/// Information about the rulesheet that no seat may get before the game is over, by each address
/// that could reveal it.
#[test]
fn a_rulesheet_keeps_its_secrets() {
    run(async {
        let server = server();
        let app = app(&server);
        for name in ["kuhn", "battleship", "leduc", "krieg-tic-tac-toe"] {
            let game = format!("gdl:file={name}");
            let about = get(&app, &format!("/api/catalogue/gdl?spec={game}")).await.json();
            assert!(about["capabilities"].as_array().unwrap().contains(&json!("hidden")), "{name}");
            let session =
                server.begin(new_game(&game, &["human", "flat-mc:iterations=4"])).unwrap();
            let (own, _subscription) = (token(&session), session.subscribe());
            let path = |more: &str| format!("/api/games/{}{more}seat={own}", session.id);
            let shown = get(&app, &path("?")).await.json();
            assert_eq!(
                (&shown["hidden"], &shown["position"]),
                (&json!(true), &Value::Null),
                "{name}"
            );
            assert_eq!(
                get(&app, &path("/frame?at=1&")).await.status,
                StatusCode::FORBIDDEN,
                "{name}"
            );
            assert_eq!(get(&app, &path("/beliefs?")).await.status, StatusCode::OK, "{name}");
            let record: Value = get(&app, &path("/record?")).await.json();
            assert_eq!((&record["seed"], &record["seat"]), (&json!(0), &json!(1)), "{name}");
            for step in record["steps"].as_array().unwrap() {
                let made = step["made"].as_array().unwrap();
                assert!(made.iter().all(|made| made["seat"] == json!(1)), "{name}: {step}");
            }
        }
    });
}

/// From the seed a client could compute chance events and the choices of the AIs in advance.
#[test]
fn the_seed_is_sent_only_when_the_game_is_over() {
    run(async {
        let server = server();
        let app = app(&server);
        for game in ["mnk:m=2,n=2,k=2", "rps", "pig", "gdl:file=rock-paper-scissors"] {
            let session = server.begin(new_game(game, &["human", "flat-mc:iterations=4"])).unwrap();
            let path = format!("/api/games/{}/record?seat={}", session.id, token(&session));
            let seed = async || get(&app, &path).await.json()["seed"].clone();
            assert_eq!(seed().await, json!(0), "{game}");
            finish(&session).await;
            assert_eq!(seed().await, json!(5), "{game}");
        }
    });
}

/// The search of an AI in a game with hidden information is not shown before the game is over.
#[test]
fn thoughts_are_not_sent() {
    run(async {
        let server = server();
        for table in hidden_games().into_iter().filter(|table| table.seats() > 1) {
            let game = table.spec().to_string();
            let seats: Vec<&str> = (0..table.seats())
                .map(|seat| if seat == 0 { "human" } else { "flat-mc:iterations=4" })
                .collect();
            let session = server.begin(new_game(&game, &seats)).unwrap();
            let (token, _subscription) = (token(&session), session.subscribe());
            for _ in 0..12 {
                let viewer = session.viewer(&token, None).unwrap();
                let shown = session.show(viewer);
                if shown["turn"] == json!("over") {
                    break;
                }
                for key in ["thought", "steps", "position", "review"] {
                    assert_eq!(shown[key], Value::Null, "{game}: {key}");
                }
                assert_eq!(shown["chances"], json!([]), "{game}");
                session.live.begin(
                    Player(1),
                    false,
                    vec!["secret".to_string()],
                    *table.player(&"random".parse().unwrap()).unwrap().profile(),
                );
                assert_eq!(session.thinking(), json!({ "who": 1 }), "{game}");
                session.live.end();
                let ticket = session.ticket(viewer.eyes);
                let own = session.table().legal(Player(0));
                match own.first() {
                    Some(action) => session.play(viewer, &ticket, action).unwrap(),
                    None => session.think(viewer, &ticket).unwrap(),
                }
                quiet(&session).await;
            }
        }
    });
}
