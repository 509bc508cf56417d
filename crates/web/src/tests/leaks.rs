//! Leak test of the server: for two states that a seat cannot distinguish, every byte that the
//! server sends to the seat must be equal, except for drawn names. [`Redeal`] gives the
//! indistinguishable states.

use super::*;
use crate::determinization_votes::{Effort, votes};
use serde_json::json;
use sortilege::game::{Chance, Notation, Redeal, Simultaneous};
use sortilege::testing::walk::{Step, after, is_possible, random_step};
use sortilege::{Player, Rng, Stop};
use sortilege_catalogue::Capability;
use sortilege_games::confrontation::{self, Confrontation, Setup};
use sortilege_games::dark_hex::DarkHex;
use sortilege_games::dou_di_zhu::DouDiZhu;
use sortilege_games::hidden_goofspiel::HiddenGoofspiel;
use sortilege_games::kuhn::Kuhn;
use sortilege_games::leduc::Leduc;
use sortilege_games::liars_dice::LiarsDice;
use sortilege_games::magic::Magic;
use sortilege_games::phantom_mnk::PhantomMnk;
use sortilege_games::toy_fusion::ToyFusion;
use sortilege_games::toy_subset::ToySubset;
use sortilege_gdl::{HiddenGame, Options, Sheet};
use sortilege_shelf_gdl::BUILT_IN;

trait Twins: Chance + Redeal + Simultaneous + Notation + PartialEq {}
impl<G: Chance + Redeal + Simultaneous + Notation + PartialEq> Twins for G {}

/// Two states that one seat cannot distinguish, and their sessions.
struct Pair<G> {
    who: Player,
    states: [G; 2],
    sessions: [Arc<Session>; 2],
}

impl<G: Twins> Pair<G> {
    fn new(server: &Arc<Server>, game: &str, settings: &G, who: Player) -> Self {
        let seats = vec!["human"; settings.players()];
        let sessions = [0, 1].map(|_| server.begin(new_game(game, &seats)).unwrap());
        let start = settings
            .parse_position(&catalogue().open(&game.parse().unwrap()).unwrap().position())
            .unwrap();
        let mut pair = Pair { who, states: [start.clone(), start], sessions };
        pair.put_down();
        pair
    }

    /// Sets both tables to the states.
    fn put_down(&mut self) {
        for (session, state) in self.sessions.iter().zip(&self.states) {
            session.table_to_change().set_position(&state.position()).expect("its own notation");
        }
    }

    /// Plays on in both games so that the seat still cannot distinguish them. Returns false once
    /// the game is over.
    fn step(&mut self, rng: &mut Rng) -> bool {
        let Some(step) = random_step(&self.states[0], rng) else { return false };
        match (0..24).find_map(|_| self.like(&step, rng)) {
            Some(other) => {
                self.put(0, &step);
                self.put(1, &other);
            }
            None => {
                self.put(0, &step);
                self.states[1] = self.states[0].redeal(self.who, rng);
                self.put_down();
            }
        }
        if self.states[0] == self.states[1] && rng.below(3) == 0 {
            self.states[1] = self.states[0].redeal(self.who, rng);
            self.put_down();
        }
        true
    }

    /// Returns a step of the second game that looks like `step` to the seat, if one was found.
    fn like(&self, step: &Step<G>, rng: &mut Rng) -> Option<Step<G>> {
        let [here, there] = &self.states;
        if here.turn() != there.turn() {
            return None;
        }
        let mut other: Step<G> =
            if rng.below(2) == 0 { step.clone() } else { random_step(there, rng)? };
        match here.turn() {
            Turn::Player(mover) if mover == self.who => other[0] = step[0],
            Turn::Together => other[self.who.0] = step[self.who.0],
            _ => {}
        }
        let alike = is_possible(there, &other)
            && self.looks(here, step) == self.looks(there, &other)
            && after(here, step).view(self.who) == after(there, &other).view(self.who);
        alike.then_some(other)
    }

    fn looks(&self, state: &G, step: &Step<G>) -> Vec<Option<G::Seen>> {
        step.iter().map(|&action| state.seen(action, self.who)).collect()
    }

    fn put(&mut self, at: usize, step: &Step<G>) {
        let (state, mut table) = (&mut self.states[at], self.sessions[at].table_to_change());
        let names: Vec<String> = step.iter().map(|&action| state.action_name(action)).collect();
        match state.turn() {
            Turn::Chance => table.outcome(&names[0]).expect("a possible outcome"),
            Turn::Player(mover) => table.play(mover, &names[0]).expect("a legal move"),
            Turn::Together => {
                for (seat, name) in names.iter().enumerate() {
                    table.play(Player(seat), name).expect("a legal choice");
                }
            }
            Turn::Over => unreachable!("nothing happens any more"),
        }
        *state = after(state, step);
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

fn assert_tight<G: Twins>(game: &str, settings: &G, games: u64, most: u32) {
    run(async {
        let (server, mut pairs) = (server(), 0);
        let app = app(&server);
        for (number, who) in
            (0..games).flat_map(|game| (0..settings.players()).map(move |who| (game, who)))
        {
            let mut rng = Rng::derive(&[23, number, who as u64]);
            let mut pair = Pair::new(&server, game, settings, Player(who));
            // When the game is over, everything is shown.
            while pairs < most && pair.step(&mut rng) && pair.states[0].turn() != Turn::Over {
                if pair.states[0] != pair.states[1] && pair.states[1].turn() != Turn::Over {
                    let [here, there] = &pair.sessions;
                    let sent =
                        [bytes(&app, here, pair.who).await, bytes(&app, there, pair.who).await];
                    assert_eq!(sent[0], sent[1], "{game}: the server reveals hidden information");
                    assert_eq!(
                        voted(here, pair.who),
                        voted(there, pair.who),
                        "{game}: votes reveal it"
                    );
                    pairs += 1;
                }
            }
        }
        assert!(pairs >= 8, "{game}: only {pairs} pairs, too few for a conclusion");
    });
}

#[test]
fn poker_dice_and_toys() {
    assert_tight("kuhn", &Kuhn::default(), 20, 60);
    assert_tight("leduc", &Leduc::default(), 15, 60);
    assert_tight("liars-dice", &LiarsDice::default(), 10, 60);
    assert_tight("toy-fusion", &ToyFusion::default(), 40, 40);
    assert_tight("toy-subset", &ToySubset::default(), 20, 40);
}

/// The test detects a leak: here the only human reveals the hidden information, which is allowed.
#[test]
fn leaks_are_noticed() {
    run(async {
        let server = server();
        let app = app(&server);
        let mut pair = Pair::new(&server, "toy-fusion", &ToyFusion::default(), Player(0));
        let mut rng = Rng::new(1);
        while pair.states[0] == pair.states[1] {
            pair = Pair::new(&server, "toy-fusion", &ToyFusion::default(), Player(0));
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

/// Rulesheets of one registered game, of which some have no hidden information: the opened game
/// decides what a table shows.
#[test]
fn rulesheets() {
    // Every seat sees the dice of `dice-race`, so no two of its states are indistinguishable.
    for (name, sheet) in hidden_sheets().into_iter().filter(|(name, _)| *name != "dice-race") {
        assert_tight(&format!("gdl:file={name}"), &HiddenGame::new(sheet), 8, 40);
    }
}

/// Built-in rulesheets with hidden information.
fn hidden_sheets() -> Vec<(&'static str, Arc<Sheet>)> {
    let read = |&(name, text): &(&'static str, &str)| {
        (name, Sheet::read(text, &Options::default()).unwrap())
    };
    let hidden: Vec<_> = BUILT_IN.iter().map(read).filter(|(_, sheet)| sheet.is_hidden()).collect();
    assert!(hidden.len() >= 7, "{}", hidden.len());
    hidden
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

#[test]
fn dark_hex() {
    assert_tight("dark-hex", &DarkHex::default(), 10, 60);
}

#[test]
fn hidden_goofspiel() {
    assert_tight("hidden-goofspiel", &HiddenGoofspiel::default(), 10, 60);
}

#[test]
fn phantom_mnk() {
    assert_tight("phantom-mnk:m=3,n=3,k=3", &PhantomMnk::new(3, 3, 3).unwrap(), 10, 60);
}

#[test]
fn dou_di_zhu() {
    assert_tight("dou-di-zhu", &DouDiZhu::default(), 1, 40);
}

#[test]
fn confrontation() {
    assert_tight("confrontation", &Confrontation::default(), 1, 30);
    let random = confrontation::Settings { setup: Setup::Random, ..Default::default() };
    assert_tight("confrontation:setup=random", &Confrontation::new(random), 1, 30);
}

#[test]
fn magic() {
    assert_tight("magic", &Magic::default(), 1, 30);
}

/// The search of an AI in a game with hidden information is not shown before the game is over.
#[test]
fn thoughts_are_not_sent() {
    run(async {
        let server = server();
        let kinds = catalogue().games().iter().map(|kind| kind.name().to_string());
        let sheets = hidden_sheets().into_iter().map(|(name, _)| format!("gdl:file={name}"));
        for game in kinds.chain(sheets) {
            let table = catalogue().open(&game.parse().unwrap()).unwrap();
            if !table.has(Capability::Hidden) || table.seats() == 1 {
                continue;
            }
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
                    "random".parse().unwrap(),
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
