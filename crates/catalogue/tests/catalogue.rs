//! A catalogue of any games, and the common scale of the values that its players report.

use sortilege::game::{Deterministic, Notation, PerfectInfo, Picture, Sequential, Values};
use sortilege::playout::Uniform;
use sortilege::progress::Watch;
use sortilege::scene::Scene;
use sortilege::search::RuleBased;
use sortilege::{Game, Player, Rng, Turn};
use sortilege_catalogue::opinion::{EvaluatedGame, ExternalEvaluator};
use sortilege_catalogue::setting::{Schema, Setting, Settings};
use sortilege_catalogue::table::Event;
use sortilege_catalogue::{
    AnySearch, Build, Catalogue, Error, GameEntry, PayoffUnit, PlayerContext, RegisteredGame,
    Table, ValueFormat, ValueKind, ValueRange, listed,
};
use sortilege_games::kuhn::Kuhn;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

static ONE: Schema = Schema { name: "one", help: "a game", fields: &[] };
static OTHER: Schema = Schema { name: "other", help: "another game", fields: &[] };

fn entry(schema: &'static Schema) -> GameEntry<Kuhn> {
    GameEntry::new(schema, |_| Ok(Kuhn::default())).chance().outcomes().hidden().observe()
}

fn refusal(games: Vec<Box<dyn RegisteredGame>>) -> String {
    match Catalogue::new(games) {
        Err(Error::Refused(why)) => why,
        other => panic!("{other:?} should be refused"),
    }
}

#[test]
fn games_are_listed_in_the_order_in_which_they_are_given() {
    let catalogue = Catalogue::new(vec![listed(entry(&OTHER)), listed(entry(&ONE))]).unwrap();
    let names: Vec<&str> = catalogue.games().iter().map(|game| game.name()).collect();
    assert_eq!(names, ["other", "one"]);
    assert_eq!(format!("{catalogue:?}"), r#"{"other", "one"}"#);
    let unknown = catalogue.open(&"kuhn".parse().unwrap()).err().unwrap().to_string();
    assert_eq!(unknown, "there is no game named `kuhn` (there are other, one)");
    assert_eq!(catalogue.game("one").unwrap().seats(), 2);
}

#[test]
fn two_games_of_one_name_are_refused() {
    assert_eq!(
        refusal(vec![listed(entry(&ONE)), listed(entry(&OTHER)), listed(entry(&ONE))]),
        "two games of the catalogue are named `one`; give one of them another name"
    );
}

/// A name stands for one player, so that its settings have one meaning.
#[test]
fn a_name_stands_for_one_player() {
    const DEPTH: Setting<u32> = Setting::whole("depth", 1, 9, "2", "how deep it looks");
    static MINE: Schema = Schema { name: "mine", help: "a rule of thumb", fields: &[] };
    static DEEPER: Schema =
        Schema { name: "mine", help: "a rule of thumb", fields: &[DEPTH.field()] };
    static UCT: Schema = Schema { name: "uct", help: "not the one that you know", fields: &[] };
    let mine = |game| listed(entry(game).policy(&MINE, |_| Uniform));
    let shared = Catalogue::new(vec![mine(&ONE), mine(&OTHER)]).unwrap();
    assert_eq!(shared.player_kinds().iter().filter(|player| player.name == "mine").count(), 1);
    let why = "are named `mine` and have different settings or help; give one of them another name";
    let deeper = || listed(entry(&OTHER).policy(&DEEPER, |_| Uniform));
    assert!(refusal(vec![mine(&ONE), deeper()]).contains(why));
    let build =
        |_: &PlayerContext<Kuhn>, _: &Settings| Ok(AnySearch::fair(RuleBased { policy: Uniform }));
    assert!(refusal(vec![mine(&ONE), listed(entry(&OTHER).player(&DEEPER, build))]).contains(why));
    assert!(refusal(vec![listed(entry(&ONE).player(&UCT, build))]).contains("are named `uct`"));
}

#[test]
fn a_game_that_cannot_begin_is_refused() {
    let stuck = GameEntry::<Kuhn>::new(&ONE, |_| Err("there are no cards".to_string()));
    let error = Catalogue::new(vec![listed(stuck)]).unwrap_err().to_string();
    assert_eq!(error, "the settings of `one` do not go together: there are no cards");
}

#[test]
fn clones_are_the_same_catalogue_and_others_are_not() {
    let make = || Catalogue::new(vec![listed(entry(&ONE))]).unwrap();
    let catalogue = make();
    assert_eq!(catalogue.clone(), catalogue);
    assert_ne!(make(), catalogue);
    let build = Build { name: "1.0+abc", commit: "abc" };
    assert_eq!(catalogue.built_from(build).build(), build);
}

#[test]
fn rules_are_those_that_the_entry_was_given() {
    let rules = |entry: GameEntry<Kuhn>| {
        let catalogue = Catalogue::new(vec![listed(entry)]).unwrap();
        let table = catalogue.open(&"one".parse().unwrap()).unwrap();
        (catalogue.games()[0].rules(), table.rules())
    };
    assert_eq!(rules(entry(&ONE)), (None, None));
    assert_eq!(rules(entry(&ONE).rules("# One")), (Some("# One"), Some("# One")));
}

#[test]
fn a_table_opens_another_of_its_kind() {
    let catalogue = Catalogue::new(vec![listed(entry(&ONE))]).unwrap();
    let mut table = catalogue.open(&"one".parse().unwrap()).unwrap();
    let start = table.position();
    table.chance(&mut sortilege::Rng::new(1));
    assert_ne!(table.position(), start);
    let again = table.again();
    assert_eq!((again.position(), again.full_spec()), (start, table.full_spec()));
    // Who was built at one table can play at the other.
    let mut player = table.player(&"random".parse().unwrap()).unwrap();
    again.new_game(&mut player).unwrap();
}

/// What a seat of a table sees of it, to the last word.
fn seen(table: &dyn Table, who: Player) -> (Vec<Event>, Vec<String>, Scene) {
    (table.log(who), table.legal(who), table.picture(who))
}

#[test]
fn a_copy_goes_on_by_itself() {
    let catalogue = Catalogue::new(vec![listed(entry(&ONE))]).unwrap();
    let mut table = catalogue.open(&"one".parse().unwrap()).unwrap();
    table.chance(&mut Rng::new(1));
    table.play(Player(0), "bet").unwrap();
    let mut copy = table.copy();
    for who in [Player(0), Player(1)] {
        assert_eq!(seen(&*copy, who), seen(&*table, who));
    }
    copy.play(Player(1), "bet").unwrap();
    assert_eq!((copy.turn(), table.turn()), (Turn::Over, Turn::Player(Player(1))));
    assert_eq!(copy.log(Player(0)).len(), table.log(Player(0)).len() + 1);
    assert!(copy.undo() && seen(&*copy, Player(1)) == seen(&*table, Player(1)));
}

/// A world has what the seat sees, and what it does not see is drawn: each of the two cards that
/// are left about as often. Wrong in a thousand draws with a chance below 10⁻⁹.
#[test]
fn a_world_is_drawn_from_what_a_seat_sees() {
    let catalogue = Catalogue::new(vec![listed(entry(&ONE))]).unwrap();
    let mut table = catalogue.open(&"one".parse().unwrap()).unwrap();
    table.chance(&mut Rng::new(1));
    table.play(Player(0), "bet").unwrap();
    let (mut rng, own, mut cards) = (
        Rng::new(1),
        format!("{:?}", table.world(Player(1), &mut Rng::new(1)).picture(Player(1))),
        std::collections::BTreeMap::new(),
    );
    for _ in 0..1000 {
        let world = table.world(Player(1), &mut rng);
        assert_eq!(format!("{:?}", world.picture(Player(1))), own);
        assert_eq!((world.turn(), world.legal(Player(1))), (table.turn(), table.legal(Player(1))));
        assert!(world.log(Player(1)).is_empty() && world.steps().is_empty());
        *cards.entry(format!("{:?}", world.picture(Player(0)))).or_insert(0) += 1;
    }
    assert_eq!(cards.len(), 2);
    assert!(cards.values().all(|&times| times > 400), "{:?}", cards.values());
}

#[test]
fn moves_go_by_their_numbers_too() {
    let catalogue = Catalogue::new(vec![listed(entry(&ONE))]).unwrap();
    let mut table = catalogue.open(&"one".parse().unwrap()).unwrap();
    let waiting = table.play_nth(Player(0), 0).unwrap_err().to_string();
    assert_eq!(waiting, "Player 1 has nothing to choose now; chance has to act first");
    table.chance(&mut Rng::new(1));
    let why = table.play_nth(Player(0), 2).unwrap_err().to_string();
    assert_eq!(why, "there is no legal move number 2 here; there are 2, with the numbers 0 to 1");
    let second = table.legal(Player(0))[1].clone();
    let mut by_name = table.copy();
    by_name.play(Player(0), &second).unwrap();
    table.play_nth(Player(0), 1).unwrap();
    assert_eq!(table.position(), by_name.position());
}

#[test]
fn choices_stay_what_they_were() {
    let catalogue = Catalogue::new(vec![listed(entry(&ONE))]).unwrap();
    let mut table = catalogue.open(&"one".parse().unwrap()).unwrap();
    assert_eq!(table.choices(Player(0)).count(), 0);
    table.chance(&mut Rng::new(1));
    let (choices, legal) = (table.choices(Player(0)), table.legal(Player(0)));
    assert_eq!(table.choices(Player(1)).count(), 0);
    table.play(Player(0), "bet").unwrap();
    let names: Vec<_> = (0..choices.count()).map(|number| choices.name(number).unwrap()).collect();
    assert_eq!((names, choices.name(legal.len())), (legal, None));
}

/// Takes every game for won by the first seat, and counts what it is asked.
#[derive(Default)]
struct Partial {
    states: AtomicUsize,
    moves: AtomicUsize,
}

impl ExternalEvaluator for Partial {
    fn evaluate(&self, states: &[&dyn EvaluatedGame], values: &mut [Values]) {
        self.states.fetch_add(states.len(), Ordering::Relaxed);
        for (state, values) in states.iter().zip(values) {
            assert!(state.turn() != Turn::Over && state.state().is::<Kuhn>());
            values[..state.seats()].copy_from_slice(&[1.0, -1.0]);
        }
    }
    fn has_priors(&self) -> bool {
        true
    }
    fn priors(&self, _: &dyn EvaluatedGame, _: Player, moves: &[String]) -> Vec<f32> {
        self.moves.fetch_add(moves.len(), Ordering::Relaxed);
        moves.iter().map(|name| if name == "bet" { 1.0 } else { 0.0 }).collect()
    }
    fn batch(&self) -> usize {
        4
    }
}

#[test]
fn a_player_goes_by_an_opinion_from_outside() {
    let catalogue = Catalogue::new(vec![listed(entry(&ONE))]).unwrap();
    let mut table = catalogue.open(&"one".parse().unwrap()).unwrap();
    table.chance(&mut Rng::new(1));
    let partial = Arc::new(Partial::default());
    let advised = |spec: &str| {
        table.player_with_evaluator(&spec.parse().unwrap(), Watch::default(), Some(partial.clone()))
    };
    let mut player = advised("so-ismcts:iterations=50,select=puct").unwrap();
    let thought = table.think(&mut player, Player(0), &mut Rng::new(1)).unwrap();
    assert_eq!(thought.action, "bet");
    assert!(
        partial.states.load(Ordering::Relaxed) > 0 && partial.moves.load(Ordering::Relaxed) > 0
    );
    let why = advised("so-ismcts:playout=mast").err().unwrap().to_string();
    assert_eq!(
        why,
        "with an evaluator `so-ismcts` makes no playouts; leave out `playout`, or the evaluator"
    );
    let why = advised("random").err().unwrap().to_string();
    assert!(why.starts_with("`random` makes no simulations that could use an evaluator"), "{why}");
}

#[test]
fn who_looks_at_what_is_hidden_says_so() {
    let catalogue = Catalogue::new(vec![listed(entry(&ONE))]).unwrap();
    let table = catalogue.open(&"one".parse().unwrap()).unwrap();
    let looks =
        |spec: &str| table.player(&spec.parse().unwrap()).unwrap().profile().sees_everything;
    assert!(looks("cheating-uct") && looks("cheating-ensemble"));
    assert!(!looks("mo-ismcts") && !looks("random"));
}

/// Three quarters of the way from a loss to a win, as each kind of player reports it.
const SAME: [(ValueKind, f64); 5] = [
    (ValueKind::Rewards(ValueRange::REWARDS), 0.75),
    (ValueKind::Rewards(ValueRange { loss: -1.0, win: 1.0 }), 0.5),
    (ValueKind::Rewards(ValueRange { loss: -100.0, win: 100.0 }), 50.0),
    (ValueKind::Payoffs, 0.5),
    (ValueKind::Bounds, 0.5),
];

#[test]
fn scores_of_all_players_go_from_0_to_1() {
    for (values, value) in SAME {
        assert_eq!(ValueFormat::new(values, None).text(value), "0.750", "{values:?}");
        assert_eq!(ValueFormat::new(values, None).unit(), "score");
    }
}

#[test]
fn values_of_games_with_stakes_have_their_unit() {
    let chips = Some(PayoffUnit { unit: "chips", factor: 2.0 });
    for (values, value) in SAME {
        assert_eq!(ValueFormat::new(values, chips).text(value), "+1.000", "{values:?}");
    }
    let gauge = ValueFormat::new(ValueKind::Payoffs, chips);
    assert_eq!((gauge.unit(), gauge.span()), ("chips", 4.0));
}

#[test]
fn rule_based_players_give_no_values_of_moves() {
    let gauge = ValueFormat::new(ValueKind::None, None);
    assert_eq!((gauge.read(0.0), gauge.text(0.0)), (None, "-".to_string()));
}

/// Two players take one or two matches in turn; the player who takes the last one wins.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Heap(u8, usize);

impl Game for Heap {
    type Action = u8;
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        if self.0 == 0 { Turn::Over } else { Turn::Player(Player(self.1)) }
    }
    fn actions(&self, out: &mut Vec<u8>) {
        out.clear();
        out.extend(1..=self.0.min(2));
    }
    fn apply(&mut self, taken: u8) {
        *self = Heap(self.0 - taken, 1 - self.1);
    }
    fn payoff(&self, who: Player) -> f64 {
        if who.0 == self.1 { -1.0 } else { 1.0 }
    }
}

impl Deterministic for Heap {}
impl PerfectInfo for Heap {}
impl Sequential for Heap {}
impl Notation for Heap {}
impl Picture for Heap {}

/// A game with the core traits alone can be played, drawn, searched and recorded.
#[test]
fn a_game_without_notation_is_played() {
    let entry = GameEntry::new(&ONE, |_| Ok(Heap(5, 0))).open();
    let catalogue = Catalogue::new(vec![listed(entry)]).unwrap();
    let mut table = catalogue.open(&"one".parse().unwrap()).unwrap();
    assert_eq!(
        (table.position(), table.legal(Player(0))),
        ("Heap(5, 0)".into(), vec!["1".into(), "2".into()])
    );
    assert!(!table.picture(Player(0)).parts.is_empty());
    let mut player = table.player(&"uct:iterations=200".parse().unwrap()).unwrap();
    let thought = table.think(&mut player, Player(0), &mut Rng::new(1)).unwrap();
    assert_eq!(thought.action, "2", "three matches are lost");
    table.play(Player(0), "2").unwrap();
    assert_eq!(table.log(Player(1))[0].text, "2");
    table.set_position("Heap(5, 0)").unwrap();
    let refusal = table.set_position("Heap(4, 0)").unwrap_err().to_string();
    assert!(refusal.contains("reads no position but its start"), "{refusal}");
    let mut other = table.player(&"random".parse().unwrap()).unwrap();
    let mut rngs = [Rng::new(2), Rng::new(3)];
    let game = table.play_game(&mut [&mut player, &mut other], &mut Rng::new(1), &mut rngs);
    assert_eq!(game.unwrap().seats[0].payoff, 1.0);
}
