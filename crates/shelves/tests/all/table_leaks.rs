//! The leak test at the table: if a seat cannot distinguish two games, everything that the table
//! shows to the seat is the same in both, byte for byte. The rules of the game, by [`Redeal`], and
//! not its views decide which games a seat cannot distinguish.

use sortilege::game::{
    Chance, Describe, Hidden, Notation, Observe, Picture, Recall, Redeal, Sequential,
};
use sortilege::scene::{Gesture, Scene};
use sortilege::tree::Extent;
use sortilege::{Game, Player, Rng, Turn};
use sortilege_catalogue::setting::Schema;
use sortilege_catalogue::table::{self, Thought};
use sortilege_catalogue::testing::Twins;
use sortilege_catalogue::{Catalogue, GameEntry, Spec, Table, listed};
use sortilege_games::kuhn::{self, Kuhn};
use sortilege_shelves::catalogue;
use sortilege_shelves::testing::{WITHOUT_TWINS, hidden_games};
use std::collections::BTreeMap;

/// Everything that a table shows to a seat during a game. Payoffs are missing: they are shown after
/// the game, when all information is public.
const FACES: [Face; 11] = [
    Face { name: "names", show: names },
    Face { name: "turn", show: turn },
    Face { name: "picture", show: |ask, table| format!("{:?}", table.picture(ask.who)) },
    Face { name: "log", show: |ask, table| format!("{:?}", table.log(ask.who)) },
    Face { name: "record", show: record },
    Face { name: "moves", show: |ask, table| format!("{:?}", table.legal(ask.who)) },
    Face { name: "gestures", show: |ask, table| format!("{:?}", table.gestures(ask.who)) },
    Face { name: "refused moves", show: refused_moves },
    Face { name: "other refusals", show: other_refusals },
    Face { name: "hint", show: hint },
    Face { name: "world", show: world },
];

/// A way in which a table is shown.
#[derive(Clone, Copy)]
struct Face {
    name: &'static str,
    show: fn(&Ask, &mut dyn Table) -> String,
}

/// A query to both tables.
struct Ask {
    who: Player,
    /// Names of moves of all seats, and nonsense.
    typed: Vec<String>,
    /// Number of the query.
    number: usize,
}

fn names(_: &Ask, table: &mut dyn Table) -> String {
    let seats: Vec<String> = (0..table.seats()).map(|seat| table.seat_name(Player(seat))).collect();
    format!("{} {} {seats:?}", table.spec(), table.full_spec())
}

fn turn(_: &Ask, table: &mut dyn Table) -> String {
    format!("{:?} {:?}", table.turn(), table.to_choose())
}

/// The record of a game for the seat: its own moves and its observations.
fn record(ask: &Ask, table: &mut dyn Table) -> String {
    let own = |step: table::Step| {
        let made: Vec<_> =
            step.made.into_iter().filter(|(mover, _)| *mover == Some(ask.who)).collect();
        format!("{made:?} {:?}\n", step.observations[ask.who.0])
    };
    table.steps().into_iter().map(own).collect()
}

fn refused_moves(ask: &Ask, table: &mut dyn Table) -> String {
    let legal = table.legal(ask.who);
    let mut refuse = |text: &String| match table.play(ask.who, text) {
        Err(why) => why.to_string(),
        Ok(()) => {
            assert!(table.undo(), "what was played can be taken back");
            "taken".to_string()
        }
    };
    ask.typed.iter().filter(|text| !legal.contains(text)).map(|text| refuse(text) + "\n").collect()
}

fn other_refusals(ask: &Ask, table: &mut dyn Table) -> String {
    let mut all = vec![];
    for nonsense in ["nonsense", "a b", "a | b | c", "a | b | c | d", "1/2/3 lead 9", "x? y? z?"] {
        all.push(table.set_position(nonsense).expect_err("nonsense").to_string());
        all.push(table.outcome(nonsense).expect_err("nonsense").to_string());
    }
    let mut player = table.player(&"random".parse().unwrap()).unwrap();
    if !table.to_choose().contains(&ask.who) {
        all.push(
            table
                .think(&mut player, ask.who, &mut Rng::new(1))
                .expect_err("not on turn")
                .to_string(),
        );
    }
    all.push(
        table.player(&"uct:iterations=0".parse().unwrap()).err().expect("nonsense").to_string(),
    );
    all.join("\n")
}

/// What a player thinks who sees what the seat sees, and what grew in its head.
fn hint(ask: &Ask, table: &mut dyn Table) -> String {
    if !table.to_choose().contains(&ask.who) {
        return String::new();
    }
    let fair = fair_players(table);
    let mut player = table.player(&fair[ask.number % fair.len()]).unwrap();
    let thought = table.think(&mut player, ask.who, &mut Rng::new(ask.number as u64)).unwrap();
    let outline =
        table.outline(&mut player, ask.who, &Extent { depth: 3, ..Extent::default() }).unwrap();
    let Thought { action, candidates, iterations, tree, notes, .. } = thought;
    format!("{} {action} {candidates:?} {iterations} {tree:?} {notes:?} {outline:?}", player.spec())
}

/// A world that the seat takes for possible, with all that is in it.
fn world(ask: &Ask, table: &mut dyn Table) -> String {
    let world = table.world(ask.who, &mut Rng::new(ask.number as u64));
    assert!(world.steps().is_empty());
    world.position()
}

pub fn fair_players(table: &dyn Table) -> Vec<Spec> {
    let has = |player: &Schema, setting| player.fields.iter().any(|field| field.name == setting);
    let mut all = vec![];
    for player in table.players().into_iter().filter(|player| !player.name.starts_with("cheating"))
    {
        let mut spec = Spec::new(player.name);
        if has(player, "iterations") {
            spec = spec.with("iterations", Spec::new("12"));
        }
        if has(player, "trees") {
            spec = spec.with("trees", Spec::new("3"));
        }
        if has(player, "reuse") {
            all.push(spec.clone().with("reuse", Spec::new("true")));
        }
        all.push(spec);
    }
    all
}

/// What was compared, and where it differed first.
#[derive(Debug, Default)]
struct Tested {
    pairs: u32,
    leaks: BTreeMap<&'static str, [String; 2]>,
}

/// Number of pairs for each seat of a game, and of games in which they are sought.
const PAIRS: u32 = 30;
const GAMES: u64 = 40;

/// Plays random games for every seat, on two tables at a time.
fn test(start: &dyn Table, faces: &[Face]) -> Tested {
    let mut tested = Tested::default();
    for who in (0..start.seats()).map(Player) {
        let enough = tested.pairs + PAIRS;
        for game in 0..GAMES {
            let mut rng = Rng::derive(&[11, game, who.0 as u64]);
            let mut twins = Twins::new(start, who);
            while tested.pairs < enough && twins.step(&mut rng).is_some() {
                if twins.differ() {
                    compare(&mut twins, faces, &mut tested);
                }
            }
        }
    }
    tested
}

fn compare(twins: &mut Twins, faces: &[Face], tested: &mut Tested) {
    let ask = Ask { who: twins.who, typed: typed(twins), number: tested.pairs as usize };
    for face in faces {
        let shown = twins.tables.each_mut().map(|table| (face.show)(&ask, &mut **table));
        if shown[0] != shown[1] {
            tested.leaks.entry(face.name).or_insert(shown);
        }
    }
    tested.pairs += 1;
}

/// Names of actions on either table, of any seat, and nonsense.
fn typed(twins: &Twins) -> Vec<String> {
    let mut typed: Vec<String> =
        ["", "nonsense", "pass", "#1", "\u{1b}[2J"].map(String::from).to_vec();
    for table in &twins.tables {
        let seats = (0..table.seats()).map(Player);
        typed.extend(seats.flat_map(|who| table.legal(who).into_iter().take(5)));
    }
    typed
}

#[test]
fn tables_show_nothing_that_is_hidden() {
    let games = hidden_games();
    assert!(games.len() >= 25, "{}", games.len());
    for table in games {
        let (game, tested) = (table.spec(), test(&*table, &FACES));
        assert!(tested.leaks.is_empty(), "{game} reveals what is hidden: {:#?}", tested.leaks);
        assert!(tested.pairs >= 16, "{game}: too few pairs for a conclusion, {}", tested.pairs);
    }
}

#[test]
fn exempt_games_have_no_twins() {
    for (game, _) in WITHOUT_TWINS {
        let table = catalogue().open(&game.parse().unwrap()).unwrap();
        assert_eq!(test(&*table, &[]).pairs, 0, "{game}");
    }
}

/// A table that looks at the state is caught, whatever it is that gives it away.
#[test]
fn leaks_are_noticed() {
    let planted: [Face; 4] = [
        Face {
            name: "picture",
            show: |ask, table| format!("{:?} {}", table.picture(ask.who), table.position()),
        },
        Face { name: "log", show: |_, table| format!("{:?}", table.log(Player(1))) },
        Face {
            name: "refusal",
            show: |_, table| format!("you cannot do that in {}", table.position()),
        },
        Face { name: "hint", show: cheating_hint },
    ];
    for face in planted {
        let found = ["kuhn", "phantom-mnk:m=3,n=3,k=3"]
            .map(|game| test(&*catalogue().open(&game.parse().unwrap()).unwrap(), &[face]));
        assert!(found.iter().any(|tested| !tested.leaks.is_empty()), "{}: {found:?}", face.name);
    }
}

fn cheating_hint(ask: &Ask, table: &mut dyn Table) -> String {
    if !table.to_choose().contains(&ask.who) {
        return String::new();
    }
    let mut player = table.player(&"cheating-uct:iterations=50".parse().unwrap()).unwrap();
    format!("{:?}", table.think(&mut player, ask.who, &mut Rng::new(1)).unwrap().candidates)
}

/// Kuhn poker with words that look at the cards. Pictures and logs are made of what is seen and
/// cannot; names are said by the state itself, and could.
#[derive(Clone, Debug, PartialEq)]
struct Indiscreet(Kuhn);

static INDISCREET: Schema =
    Schema { name: "indiscreet", help: "Kuhn poker that reveals too much", fields: &[] };

#[test]
fn a_game_that_names_what_is_hidden_is_caught() {
    let entry = GameEntry::new(&INDISCREET, |_| Ok(Indiscreet(Kuhn::default())))
        .chance()
        .hidden()
        .observe();
    let house = Catalogue::new(vec![listed(entry)]).unwrap();
    let tested = test(&*house.open(&"indiscreet".parse().unwrap()).unwrap(), &FACES);
    let caught: Vec<&str> = tested.leaks.keys().copied().collect();
    let expected =
        ["gestures", "hint", "moves", "names", "other refusals", "record", "refused moves"];
    assert_eq!(caught, expected, "{tested:?}");
}

impl Notation for Indiscreet {
    fn seat(&self, who: Player) -> String {
        format!("{}, as we have {}", self.0.seat(who), self.position())
    }
    fn action_name(&self, action: kuhn::Action) -> String {
        match action {
            kuhn::Action::Deal(_) => self.0.action_name(action),
            _ => format!("{}-with-{}", self.0.action_name(action), &self.position()[..2]),
        }
    }
    fn parse_action(&self, text: &str) -> Option<kuhn::Action> {
        self.0.parse_action(text.split('-').next()?)
    }
    fn position(&self) -> String {
        self.0.position()
    }
    fn parse_position(&self, text: &str) -> Result<Self, String> {
        self.0.parse_position(text).map(Indiscreet)
    }
}

impl Game for Indiscreet {
    type Action = kuhn::Action;
    fn players(&self) -> usize {
        self.0.players()
    }
    fn turn(&self) -> Turn {
        self.0.turn()
    }
    fn actions(&self, out: &mut Vec<kuhn::Action>) {
        self.0.actions(out);
    }
    fn apply(&mut self, action: kuhn::Action) {
        self.0.apply(action);
    }
    fn payoff(&self, who: Player) -> f64 {
        self.0.payoff(who)
    }
}

impl Sequential for Indiscreet {}

impl Chance for Indiscreet {
    fn sample(&self, rng: &mut Rng) -> kuhn::Action {
        self.0.sample(rng)
    }
}

impl Hidden for Indiscreet {
    type View = kuhn::View;
    fn view(&self, who: Player) -> kuhn::View {
        self.0.view(who)
    }
    fn determinize(view: &kuhn::View, rng: &mut Rng) -> Self {
        Indiscreet(Kuhn::determinize(view, rng))
    }
}

impl Observe for Indiscreet {
    type Seen = kuhn::Seen;
    const RECALL: Recall = Kuhn::RECALL;
    fn seen(&self, action: kuhn::Action, who: Player) -> Option<kuhn::Seen> {
        self.0.seen(action, who)
    }
}

impl Redeal for Indiscreet {
    fn redeal(&self, who: Player, rng: &mut Rng) -> Self {
        Indiscreet(self.0.redeal(who, rng))
    }
    fn disguise(&self, action: kuhn::Action, who: Player, rng: &mut Rng) -> kuhn::Action {
        self.0.disguise(action, who, rng)
    }
}

impl Picture for Indiscreet {
    fn picture(view: &kuhn::View, seat: Player, last: Option<kuhn::Seen>) -> Scene {
        Kuhn::picture(view, seat, last)
    }
    fn gesture(view: &kuhn::View, seat: Player, action: kuhn::Action) -> Gesture {
        Kuhn::gesture(view, seat, action)
    }
}

impl Describe for Indiscreet {
    fn describe(view: &kuhn::View, seat: Player, seen: kuhn::Seen) -> String {
        Kuhn::describe(view, seat, seen)
    }
}
