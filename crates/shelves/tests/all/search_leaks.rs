//! The leak test of every search at every game with hidden information: in two games that a seat
//! cannot distinguish, a search must make the same decision for the same seed, down to the last
//! visit count, memory between decisions included.

use sortilege::search::{Decision, Random, Search};
use sortilege::{Player, Rng};
use sortilege_catalogue::setting::{Field, Kind, Schema};
use sortilege_catalogue::table::Thought;
use sortilege_catalogue::testing::{TwinStep, Twins};
use sortilege_catalogue::{Agent, AnySearch, Catalogue, GameEntry, Spec, Table, listed};
use sortilege_games::kuhn::{self, Kuhn};
use sortilege_shelves::catalogue;
use sortilege_shelves::testing::hidden_games;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Number of compared decisions of a search in each seat, and of games in which they are sought.
const PAIRS: u32 = 12;
const GAMES: u64 = 40;

/// Number of pairs of decisions, and the first two that differ.
#[derive(Debug, Default)]
struct Tested {
    pairs: u32,
    leak: Option<[String; 2]>,
}

/// Every player of a table with a small budget.
fn players(table: &dyn Table) -> Vec<Spec> {
    let small = |spec: Spec, fields: &[Field]| {
        let has = |name: &str| fields.iter().any(|field| field.name == name);
        let budget = [("iterations", "16"), ("trees", "3"), ("depth", "2")];
        let budget = budget.into_iter().filter(|(name, _)| has(name));
        budget.fold(spec, |spec, (name, value)| spec.with(name, Spec::new(value)))
    };
    table.players().iter().map(|schema| small(Spec::new(schema.name), schema.fields)).collect()
}

/// Every player with each other word of each of its settings.
fn variants(table: &dyn Table) -> Vec<Spec> {
    let mut found = vec![];
    for (schema, plain) in table.players().iter().zip(players(table)) {
        for field in schema.fields {
            let words: Vec<&str> = match field.kind {
                Kind::Word(words) | Kind::NumberOr(_, _, words) => words.to_vec(),
                Kind::Part(parts) | Kind::Policy(parts) => parts.iter().map(|it| it.name).collect(),
                _ if field.name == "roots" => vec!["3"],
                _ => continue,
            };
            let others = words.into_iter().filter(|word| *word != field.default);
            found.extend(others.map(|word| plain.clone().with(field.name, Spec::new(word))));
        }
    }
    found.retain(|spec| table.player(spec).is_ok());
    found
}

/// Plays games that a seat cannot distinguish, in which `spec` decides for the seat. In every other
/// game the same search also decides for the other seats.
fn test(start: &dyn Table, spec: &Spec) -> Tested {
    let mut tested = Tested::default();
    for who in (0..start.seats()).map(Player) {
        let enough = tested.pairs + PAIRS;
        for game in 0..GAMES {
            let mut rng = Rng::derive(&[4, game, who.0 as u64]);
            let mut twins = Twins::new(start, who);
            let mut agents = [0, 1].map(|_| start.player(spec).expect("it was built before"));
            while tested.pairs < enough {
                decide(&twins, &mut agents, game % 2 == 1, &mut rng, &mut tested);
                let Some(changes) = twins.step(&mut rng) else { break };
                if changes.iter().any(|change| matches!(change, TwinStep::Positions(_))) {
                    let reset = |agent: &mut Agent| start.new_game(agent).expect("its own game");
                    agents.iter_mut().for_each(reset);
                }
            }
        }
    }
    tested
}

fn decide(
    twins: &Twins,
    agents: &mut [Agent; 2],
    for_all_seats: bool,
    rng: &mut Rng,
    tested: &mut Tested,
) {
    let [here, there] = &twins.tables;
    for seat in here.to_choose() {
        let seed = rng.bits();
        let is_own = seat == twins.who;
        if !there.to_choose().contains(&seat) || !(is_own || for_all_seats) {
            continue;
        }
        let thoughts = [0, 1].map(|at| {
            let thought = twins.tables[at].think(&mut agents[at], seat, &mut Rng::new(seed));
            let Thought { action, candidates, iterations, tree, .. } = thought.expect("on turn");
            format!("{action} {candidates:?} {iterations} {tree:?}")
        });
        if is_own && twins.differ() {
            tested.pairs += 1;
            if thoughts[0] != thoughts[1] {
                tested.leak.get_or_insert(thoughts);
            }
        }
    }
}

fn assert_tight(table: &dyn Table, specs: Vec<Spec>) {
    for spec in specs {
        let built = table.player(&spec).unwrap_or_else(|why| panic!("{spec}: {why}"));
        if built.profile().sees_everything {
            continue;
        }
        let (game, tested) = (table.spec(), test(table, &spec));
        assert_eq!(tested.leak, None, "{game}: {spec} depends on what it cannot see");
        assert!(tested.pairs >= 4, "{game}: {spec}: too few pairs, {}", tested.pairs);
    }
}

#[test]
fn searches_depend_only_on_what_their_seat_observes() {
    for table in hidden_games() {
        assert_tight(&*table, players(&*table));
    }
}

/// The settings of all players, at games that are small.
#[test]
fn settings_of_searches_leak_nothing() {
    let mut tested = BTreeSet::new();
    for game in ["kuhn", "leduc", "liars-dice", "phantom-mnk:m=3,n=3,k=3", "magic"] {
        let table = catalogue().open(&game.parse().unwrap()).unwrap();
        let new: Vec<Spec> =
            variants(&*table).into_iter().filter(|spec| tested.insert(spec.to_string())).collect();
        assert_tight(&*table, new);
    }
    assert!(tested.len() >= 200, "{}", tested.len());
}

#[test]
fn searches_that_see_everything_are_noticed() {
    for game in ["kuhn", "leduc", "phantom-mnk:m=3,n=3,k=3"] {
        let table = catalogue().open(&game.parse().unwrap()).unwrap();
        let cheating: Vec<Spec> = players(&*table)
            .into_iter()
            .filter(|spec| table.player(spec).unwrap().profile().sees_everything)
            .collect();
        assert!(cheating.len() >= 2, "{cheating:?}");
        for spec in cheating {
            assert!(test(&*table, &spec).leak.is_some(), "{game}: {spec} sees everything");
        }
    }
}

/// A search that keeps what it has seen of every seat.
#[derive(Default)]
struct Gossip {
    seen: u64,
}

impl Search<Kuhn> for Gossip {
    fn decide(&mut self, view: &kuhn::View, who: Player, rng: &mut Rng) -> Decision<kuhn::Action> {
        let mut hasher = DefaultHasher::new();
        (self.seen, view, rng.bits()).hash(&mut hasher);
        self.seen = hasher.finish();
        Search::<Kuhn>::decide(&mut Random, view, who, &mut Rng::new(self.seen))
    }
}

static GOSSIP: Schema = Schema { name: "gossip", help: "remembers all seats", fields: &[] };
static GAME: Schema = Schema { name: "cards", help: "Kuhn poker", fields: &[] };

#[test]
fn a_search_that_remembers_the_other_seat_is_noticed() {
    let entry = GameEntry::new(&GAME, |_| Ok(Kuhn::default()))
        .chance()
        .hidden()
        .player(&GOSSIP, |_, _| Ok(AnySearch::fair(Gossip::default())));
    let cards = Catalogue::new(vec![listed(entry)]).unwrap();
    let table = cards.open(&"cards".parse().unwrap()).unwrap();
    assert!(test(&*table, &"gossip".parse().unwrap()).leak.is_some());
}
