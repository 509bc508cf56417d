//! The leak test at the table: if a seat cannot distinguish two games, everything that the table
//! shows to the seat is the same in both, byte for byte. The rules of the game, by [`Redeal`], and
//! not its views decide which games a seat cannot distinguish.

use sortilege::game::{
    Chance, Describe, Hidden, Notation, Observe, Picture, Recall, Redeal, Sequential, Simultaneous,
};
use sortilege::scene::{Gesture, Scene};
use sortilege::testing::walk::{Step, after, is_possible, random_step};
use sortilege::tree::Extent;
use sortilege::{Game, Player, Rng, Turn};
use sortilege_catalogue::setting::Schema;
use sortilege_catalogue::table::{self, Thought};
use sortilege_catalogue::{Catalogue, GameEntry, Spec, Table, listed};
use sortilege_games::confrontation::{self, Confrontation, Setup};
use sortilege_games::dark_hex::{DarkHex, Reveal};
use sortilege_games::dou_di_zhu::{self, DouDiZhu};
use sortilege_games::goofspiel::Order;
use sortilege_games::hidden_goofspiel::HiddenGoofspiel;
use sortilege_games::kuhn::{self, Kuhn};
use sortilege_games::leduc::Leduc;
use sortilege_games::liars_dice::LiarsDice;
use sortilege_games::magic::{self, Magic};
use sortilege_games::phantom_mnk::PhantomMnk;
use sortilege_games::toy_fusion::ToyFusion;
use sortilege_games::toy_subset::{self, ToySubset};
use sortilege_gdl::{HiddenGame, Options, Sheet};
use sortilege_shelf_gdl::BUILT_IN;
use sortilege_shelves::catalogue;
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

fn fair_players(table: &dyn Table) -> Vec<Spec> {
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

/// Two games that look the same to a seat, and the tables on which they are.
struct Pair<G> {
    who: Player,
    states: [G; 2],
    tables: [Box<dyn Table>; 2],
}

trait Twins: Chance + Redeal + Simultaneous + Notation + PartialEq {}
impl<G: Chance + Redeal + Simultaneous + Notation + PartialEq> Twins for G {}

impl<G: Twins> Pair<G> {
    /// Both at the start.
    fn new(house: &Catalogue, game: &str, settings: &G, who: Player) -> Self {
        let tables = [0, 1].map(|_| house.open(&game.parse().unwrap()).unwrap());
        let start = settings.parse_position(&tables[0].position()).expect("the same settings");
        Pair { who, states: [start.clone(), start], tables }
    }

    /// Puts another twin on the second table. What was seen before is no longer on either.
    fn deal_anew(&mut self, rng: &mut Rng) {
        self.states[1] = self.states[0].redeal(self.who, rng);
        for (table, state) in self.tables.iter_mut().zip(&self.states) {
            table.set_position(&state.position()).expect("its own notation");
        }
    }

    /// Plays on in both, so that it looks the same, and as differently as possible. False once the
    /// game is over.
    fn step(&mut self, rng: &mut Rng) -> bool {
        let Some(step) = random_step(&self.states[0], rng) else { return false };
        let Some(other) = (0..24).find_map(|_| self.like(&step, rng)) else {
            self.put(0, &step);
            self.deal_anew(rng);
            return true;
        };
        self.put(0, &step);
        self.put(1, &other);
        true
    }

    /// What looks like `step` when it happens on the other table, if that was found.
    fn like(&self, step: &Step<G>, rng: &mut Rng) -> Option<Step<G>> {
        let [here, there] = &self.states;
        if here.turn() != there.turn() {
            return None;
        }
        let other: Step<G> = match rng.below(3) {
            0 => step.clone(),
            1 if here == there => {
                step.iter().map(|&made| here.disguise(made, self.who, rng)).collect()
            }
            _ => random_step(there, rng)?,
        };
        let other = self.with_own(other, step);
        let alike = is_possible(there, &other)
            && self.looks(here, step) == self.looks(there, &other)
            && after(here, step).view(self.who) == after(there, &other).view(self.who);
        alike.then_some(other)
    }

    /// The seat itself does the same on both tables.
    fn with_own(&self, mut other: Step<G>, step: &Step<G>) -> Step<G> {
        match self.states[0].turn() {
            Turn::Player(mover) if mover == self.who => other[0] = step[0],
            Turn::Together => other[self.who.0] = step[self.who.0],
            _ => {}
        }
        other
    }

    fn looks(&self, state: &G, step: &Step<G>) -> Vec<Option<G::Seen>> {
        step.iter().map(|&action| state.seen(action, self.who)).collect()
    }

    fn put(&mut self, at: usize, step: &Step<G>) {
        let (state, table) = (&mut self.states[at], &mut self.tables[at]);
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
        assert_eq!(table.position(), state.position());
    }

    /// Names of what can be done on either table, by whomever, and nonsense.
    fn typed(&self) -> Vec<String> {
        let mut typed: Vec<String> =
            ["", "nonsense", "pass", "#1", "\u{1b}[2J"].map(String::from).to_vec();
        for table in &self.tables {
            let seats = (0..table.seats()).map(Player);
            typed.extend(seats.flat_map(|who| table.legal(who).into_iter().take(5)));
        }
        typed
    }
}

/// What was compared, and where it differed first.
#[derive(Debug, Default)]
struct Tested {
    pairs: u32,
    leaks: BTreeMap<&'static str, [String; 2]>,
}

/// Plays `games` random games for every seat, on two tables at a time.
fn test<G: Twins>(game: &str, settings: &G, games: u64, faces: &[Face]) -> Tested {
    test_at(catalogue(), game, settings, games, faces)
}

fn test_at<G: Twins>(
    house: &Catalogue,
    game: &str,
    settings: &G,
    games: u64,
    faces: &[Face],
) -> Tested {
    let mut tested = Tested::default();
    for (number, who) in
        (0..games).flat_map(|game| (0..settings.players()).map(move |who| (game, who)))
    {
        let mut rng = Rng::derive(&[11, number, who as u64]);
        let mut pair = Pair::new(house, game, settings, Player(who));
        while pair.step(&mut rng) {
            // The other deal may equal the first.
            if pair.states[0] == pair.states[1] && rng.below(4) == 0 {
                pair.deal_anew(&mut rng);
            }
            if pair.states[0] != pair.states[1] {
                compare(&mut pair, faces, &mut tested);
            }
        }
    }
    tested
}

fn compare<G: Twins>(pair: &mut Pair<G>, faces: &[Face], tested: &mut Tested) {
    let ask = Ask { who: pair.who, typed: pair.typed(), number: tested.pairs as usize };
    for face in faces {
        let shown = pair.tables.each_mut().map(|table| (face.show)(&ask, &mut **table));
        if shown[0] != shown[1] {
            tested.leaks.entry(face.name).or_insert(shown);
        }
    }
    tested.pairs += 1;
}

fn assert_tight<G: Twins>(game: &str, settings: &G, games: u64) {
    let tested = test(game, settings, games, &FACES);
    assert!(
        tested.leaks.is_empty(),
        "{game}: the table reveals what is hidden: {:#?}",
        tested.leaks
    );
    assert!(tested.pairs >= 20, "{game}: too few pairs to tell, {}", tested.pairs);
}

#[test]
fn poker_and_dice() {
    assert_tight("kuhn", &Kuhn::default(), 20);
    assert_tight("leduc", &Leduc::default(), 15);
    assert_tight("liars-dice", &LiarsDice::default(), 10);
}

#[test]
fn rulesheets() {
    let mut hidden = 0;
    for (name, text) in BUILT_IN {
        let sheet = Sheet::read(text, &Options::default()).unwrap();
        // Every seat sees the dice of `dice-race`, so no two of its states look the same.
        if sheet.is_hidden() && *name != "dice-race" {
            assert_tight(&format!("gdl:file={name}"), &HiddenGame::new(sheet), 16);
            hidden += 1;
        }
    }
    assert!(hidden >= 6, "{hidden}");
}

#[test]
fn toys() {
    assert_tight("toy-fusion", &ToyFusion::default(), 40);
    assert_tight("toy-subset", &ToySubset::default(), 20);
    let hidden = ToySubset::new(0.4, toy_subset::Moves::Hidden).unwrap();
    assert_tight("toy-subset:moves=hidden", &hidden, 20);
}

#[test]
fn dark_hex() {
    assert_tight("dark-hex", &DarkHex::default(), 10);
    let abrupt = DarkHex::new(3, 3, Reveal::Abrupt).unwrap();
    assert_tight("dark-hex:reveal=abrupt", &abrupt, 10);
}

#[test]
fn hidden_goofspiel() {
    assert_tight("hidden-goofspiel", &HiddenGoofspiel::default(), 10);
    let random = HiddenGoofspiel::new(6, Order::Random).unwrap();
    assert_tight("hidden-goofspiel:cards=6,order=random", &random, 5);
}

#[test]
fn phantom_mnk() {
    assert_tight("phantom-mnk:m=3,n=3,k=3", &PhantomMnk::new(3, 3, 3).unwrap(), 10);
    assert_tight("phantom-mnk", &PhantomMnk::default(), 5);
}

#[test]
fn dou_di_zhu() {
    assert_tight("dou-di-zhu", &DouDiZhu::default(), 1);
    assert_tight("dou-di-zhu:moves=whole", &DouDiZhu::new(dou_di_zhu::Moves::Whole), 1);
}

#[test]
fn confrontation() {
    assert_tight("confrontation", &Confrontation::default(), 1);
    let random = confrontation::Settings { setup: Setup::Random, ..Default::default() };
    assert_tight("confrontation:setup=random", &Confrontation::new(random), 1);
}

#[test]
fn magic() {
    assert_tight("magic", &Magic::default(), 1);
    let options = magic::Options {
        main: magic::Main::Binary(magic::Order::Descending),
        combat: magic::Combat::Steps,
        ..Default::default()
    };
    let steps = Magic::new(&magic::Settings { options, ..Default::default() }).unwrap();
    assert_tight("magic:main=descending,combat=steps", &steps, 1);
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
        let found = [
            test("kuhn", &Kuhn::default(), 20, &[face]),
            test("phantom-mnk:m=3,n=3,k=3", &PhantomMnk::new(3, 3, 3).unwrap(), 5, &[face]),
        ];
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
    let tested = test_at(&house, "indiscreet", &Indiscreet(Kuhn::default()), 20, &FACES);
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
