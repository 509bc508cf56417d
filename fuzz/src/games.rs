//! Notations of every game: names of actions, positions, and decks of Magic.
//!
//! The first line of an input names a game of [`subjects`]. Any other text also selects some game,
//! so that no input is wasted.

use super::target::Target;
use sortilege::evaluator::{Evaluator, evaluate};
use sortilege::game::{Chance, Hidden, MAX_PLAYERS, Picture, Simultaneous};
use sortilege::{Player, Rng, Turn};
use sortilege_games::amazons::{Amazons, Mobility};
use sortilege_games::breakthrough::{self, Breakthrough};
use sortilege_games::cannon::{self, Cannon, Soldiers};
use sortilege_games::cant_stop::{self, CantStop};
use sortilege_games::checkers::{Checkers, Draw, Material};
use sortilege_games::chinese_checkers::{self, ChineseCheckers, Size, StepsLeft};
use sortilege_games::confrontation::{self, CardRule, Confrontation, WinRule};
use sortilege_games::dark_hex::{DarkHex, Reveal};
use sortilege_games::dou_di_zhu::{CardsLeft, DouDiZhu, Moves};
use sortilege_games::ewn::{self, Ewn, Setup};
use sortilege_games::goofspiel::{self, Goofspiel};
use sortilege_games::hidden_goofspiel::HiddenGoofspiel;
use sortilege_games::kuhn::Kuhn;
use sortilege_games::leduc::Leduc;
use sortilege_games::liars_dice::LiarsDice;
use sortilege_games::magic::{self, Combat, Deck, Magic, Main, Options, Order, Pruning, Strength};
use sortilege_games::mnk::{Mnk, OpenLines, WideMnk};
use sortilege_games::oshi_zumo::OshiZumo;
use sortilege_games::pentalath::{OpenRows, Pentalath};
use sortilege_games::phantom_mnk::PhantomMnk;
use sortilege_games::pig::{self, Pig};
use sortilege_games::ra::{self, Gods, Prospects, Ra, Tie};
use sortilege_games::rps::{Rps, Variant};
use sortilege_games::toy_fusion::ToyFusion;
use sortilege_games::toy_subset::{self, ToySubset};
use std::fmt::Debug;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Targets of this file.
pub const TARGETS: &[Target] = &[("positions", positions), ("actions", actions), ("decks", decks)];

/// A position is refused with a sentence, or games can be played from it to their end.
pub fn positions(data: &[u8]) {
    if let Some((subject, text)) = subject(data) {
        subject.position(text);
    }
}

/// Each byte of the second line is a step of a game; the name of an action follows.
pub fn actions(data: &[u8]) {
    let Some((subject, rest)) = subject(data) else { return };
    let (steps, name) = rest.split_once('\n').unwrap_or((rest, ""));
    subject.action(steps.as_bytes(), name);
}

/// A deck is refused with a sentence, or printed unchanged and played with.
pub fn decks(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    match text.parse::<Deck>() {
        Err(why) => assert_sentence(&why),
        Ok(deck) => {
            assert_eq!(deck.to_string().parse().as_ref(), Ok(&deck), "{text:?}");
            if PLAYED.fetch_add(1, Relaxed) < MOST_DECKS {
                play_with(deck, text);
            }
        }
    }
}

/// Limit of decks per process, because the tables of a deck are never freed.
const MOST_DECKS: usize = 3000;
static PLAYED: AtomicUsize = AtomicUsize::new(0);

fn play_with(deck: Deck, text: &str) {
    match Magic::new(&magic::Settings { deck, ..magic::Settings::default() }) {
        Err(why) => assert_sentence(&why),
        Ok(start) => drop(play_out(&start, start.clone(), &mut rng_of(text))),
    }
}

/// A game in its initial state, whatever its type.
trait Subject: Send + Sync {
    fn name(&self) -> &str;
    fn position(&self, text: &str);
    fn action(&self, steps: &[u8], name: &str);
    /// Position after `steps` steps, and the steps with an action that is possible then, as inputs.
    fn seed(&self, steps: u8) -> [String; 2];
}

struct Start<G> {
    name: &'static str,
    state: G,
    /// Additional checks of a state for this game only.
    also: Box<dyn Fn(&G) + Send + Sync>,
}

fn subject(data: &[u8]) -> Option<(&'static dyn Subject, &str)> {
    static SUBJECTS: OnceLock<Vec<Box<dyn Subject>>> = OnceLock::new();
    let all = SUBJECTS.get_or_init(subjects);
    let (name, rest) = std::str::from_utf8(data).ok()?.split_once('\n')?;
    let some =
        || name.bytes().fold(0, |sum: usize, byte| sum * 31 % 1009 + usize::from(byte)) % all.len();
    let at = all.iter().position(|subject| subject.name() == name).unwrap_or_else(some);
    Some((&*all[at], rest))
}

trait Fuzzed:
    Chance + Simultaneous + Hidden + Picture + PartialEq + Debug + Send + Sync + 'static
{
}
impl<G: Chance + Simultaneous + Hidden + Picture + PartialEq + Debug + Send + Sync + 'static> Fuzzed
    for G
{
}

impl<G: Fuzzed> Subject for Start<G> {
    fn name(&self) -> &str {
        self.name
    }

    fn position(&self, text: &str) {
        let state = match self.state.parse_position(text) {
            Err(why) => return assert_sentence(&why),
            Ok(state) => state,
        };
        assert_eq!(state.position(), text, "accepted, and printed otherwise");
        let mut rng = rng_of(text);
        self.look(&state, &mut rng);
        self.look(&play_out(&self.state, state, &mut rng), &mut rng);
    }

    fn action(&self, steps: &[u8], name: &str) {
        let mut state = self.state.clone();
        for &step in steps.iter().take(MOST_STEPS) {
            if !take_step(&mut state, &mut Rng::new(step.into())) {
                break;
            }
        }
        if let Some(action) = state.parse_action(name) {
            let printed = state.parse_action(&state.action_name(action));
            assert_eq!(printed, Some(action), "accepted, and its own name is not");
            if state.turn() != Turn::Together {
                state.apply(action);
            }
        }
        let again = self.state.parse_position(&state.position());
        assert_eq!(again.as_ref(), Ok(&state), "a state that is not read back");
    }

    fn seed(&self, steps: u8) -> [String; 2] {
        let mut state = self.state.clone();
        let line: String = (b'a'..).take(steps.into()).map(char::from).collect();
        line.bytes().all(|step| take_step(&mut state, &mut Rng::new(step.into())));
        let action = match state.turn() {
            Turn::Chance => Some(state.sample(&mut Rng::new(1))),
            _ => (0..state.players()).find_map(|who| legal(&state, Player(who)).pop()),
        };
        let action = action.map_or(String::new(), |action| state.action_name(action));
        let name = self.name;
        [format!("{name}\n{}", state.position()), format!("{name}\n{line}\n{action}")]
    }
}

impl<G: Fuzzed> Start<G> {
    /// Calls everything that a table needs for a state.
    fn look(&self, state: &G, rng: &mut Rng) {
        let again = self.state.parse_position(&state.position());
        assert_eq!(again.as_ref(), Ok(state), "a state that is not read back");
        for who in (0..state.players()).map(Player) {
            let view = state.view(who);
            assert_eq!(
                G::determinize(&view, rng).view(who),
                view,
                "a guess that {who:?} can tell from it"
            );
            assert!(!G::picture(&view, who, None).parts.is_empty());
            for action in legal(state, who) {
                let name = state.action_name(action);
                assert_eq!(state.parse_action(&name), Some(action), "{name}");
            }
        }
        (self.also)(state);
    }
}

/// Seed inputs for `positions` and `actions`: for every game its initial state, and states of
/// `count` random games.
pub fn seeds(count: u8) -> Vec<[String; 2]> {
    let subjects = subjects();
    subjects.iter().flat_map(|subject| (0..=count).map(|steps| subject.seed(7 * steps))).collect()
}

/// Limit of steps of a game.
const MOST_STEPS: usize = 2000;

/// Plays randomly from an accepted position; positions on the way must be readable as well.
fn play_out<G: Fuzzed>(start: &G, mut state: G, rng: &mut Rng) -> G {
    for step in 0..MOST_STEPS {
        if step < 3 {
            let again = start.parse_position(&state.position());
            assert_eq!(again.as_ref(), Ok(&state), "a state that is not read back");
        }
        if !take_step(&mut state, rng) {
            let fair = |who| (-1.0..=1.0).contains(&state.payoff(Player(who)));
            assert!((0..state.players()).all(fair), "payoffs of {}", state.position());
            break;
        }
    }
    state
}

/// Plays one random step; returns false if the game is over.
fn take_step<G: Fuzzed>(state: &mut G, rng: &mut Rng) -> bool {
    let mut scratch = vec![];
    match state.turn() {
        Turn::Over => return false,
        Turn::Chance => state.apply(state.sample(rng)),
        Turn::Player(who) => {
            assert!(!legal(state, who).is_empty(), "nothing to choose at {}", state.position());
            state.apply(state.random_action(&mut scratch, rng));
        }
        Turn::Together => {
            let seats = (0..state.players()).map(Player);
            let choices: Vec<_> =
                seats.map(|who| state.random_choice(who, &mut scratch, rng)).collect();
            state.apply_together(&choices);
        }
    }
    true
}

fn legal<G: Fuzzed>(state: &G, who: Player) -> Vec<G::Action> {
    let mut list = vec![];
    match state.turn() {
        Turn::Player(mover) if mover == who => state.actions(&mut list),
        Turn::Together => state.choices(who, &mut list),
        _ => {}
    }
    list
}

fn assert_sentence(why: &str) {
    assert!(!why.is_empty() && !why.contains('\n'), "{why:?} is no sentence");
}

/// The same text gives the same game.
fn rng_of(text: &str) -> Rng {
    Rng::derive(&text.bytes().map(u64::from).collect::<Vec<_>>())
}

fn subject_of<G: Fuzzed>(name: &'static str, start: G) -> Box<dyn Subject> {
    Box::new(Start { name, state: start, also: Box::new(|_| {}) })
}

/// A game with an evaluator for its states.
fn valued<G, E>(name: &'static str, start: G, evaluator: E) -> Box<dyn Subject>
where
    G: Fuzzed,
    E: Evaluator<G> + Copy + Sync + 'static,
{
    let also = move |state: &G| {
        let mut values = [f64::NAN; MAX_PLAYERS];
        let values = &mut values[..state.players()];
        evaluate(&mut { evaluator }, state, values);
        assert!(
            values.iter().all(|value| (-1.0..=1.0).contains(value)),
            "the value of {}",
            state.position()
        );
    };
    Box::new(Start { name, state: start, also: Box::new(also) })
}

/// Every game, and variants whose settings change the notation.
fn subjects() -> Vec<Box<dyn Subject>> {
    [boards(), dice(), cards(), magics(), small()].into_iter().flatten().collect()
}

fn boards() -> Vec<Box<dyn Subject>> {
    let cannon = |clear_line, check_rule, merge_shots| {
        Cannon::new(cannon::Rules { clear_line, check_rule, merge_shots })
    };
    let star = |size, stay_home, block, forward_only| {
        ChineseCheckers::new(chinese_checkers::Rules { size, stay_home, block, forward_only })
    };
    vec![
        valued("amazons", Amazons::default(), Mobility),
        valued("amazons-6", Amazons::new(6).expect("a size"), Mobility),
        valued(
            "breakthrough",
            Breakthrough::default(),
            breakthrough::Evaluation::MaterialAndProgress,
        ),
        valued(
            "breakthrough-4-3",
            Breakthrough::new(4, 3, 1).expect("a size"),
            breakthrough::Evaluation::PieceSquare,
        ),
        valued("cannon", Cannon::default(), Soldiers),
        valued("cannon-strict", cannon(true, true, true), Soldiers),
        valued("checkers", Checkers::default(), Material),
        valued("checkers-authors", Checkers::new(Draw::Authors), Material),
        valued("checkers-tournament", Checkers::new(Draw::Tournament), Material),
        valued("chinese-checkers", ChineseCheckers::default(), StepsLeft),
        valued("chinese-checkers-forward", star(Size::Small, true, true, true), StepsLeft),
        valued("chinese-checkers-large", star(Size::Large, false, false, true), StepsLeft),
        valued("pentalath", Pentalath::default(), OpenRows),
        valued("pentalath-3", Pentalath::new(3, 4, true).expect("a size"), OpenRows),
    ]
}

fn dice() -> Vec<Box<dyn Subject>> {
    let rules = |shortest, slope, columns| cant_stop::Rules { shortest, slope, columns };
    let ra =
        |gods, tie, empty_auctions, floor| Ra::new(ra::Rules { gods, tie, empty_auctions, floor });
    let in_order = Setup::Fixed([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]);
    vec![
        valued("cant-stop", CantStop::default(), cant_stop::Evaluation::Progress),
        valued(
            "cant-stop-short",
            CantStop::new(rules(1, 1, 1)).expect("rules"),
            cant_stop::Evaluation::Progress,
        ),
        valued("ewn", Ewn::default(), ewn::Evaluation::Mobility),
        valued("ewn-fixed", Ewn::new(5, 6, in_order).expect("a size"), ewn::Evaluation::Distance),
        valued("ewn-3", Ewn::new(3, 1, Setup::Random).expect("a size"), ewn::Evaluation::Distance),
        valued("pig", Pig::default(), pig::Evaluation::Fitted),
        valued("pig-240", Pig::new(240).expect("a goal"), pig::Evaluation::Simple),
        valued("ra", Ra::default(), Prospects),
        valued("ra-one-god", ra(Gods::One, Tie::Drawn, false, false), Prospects),
        valued("ra-no-gods", ra(Gods::Idle, Tie::HighestSun, true, true), Prospects),
    ]
}

fn cards() -> Vec<Box<dyn Subject>> {
    let confrontation =
        |setup, wins, cards| Confrontation::new(confrontation::Settings { setup, wins, cards });
    vec![
        subject_of("confrontation", Confrontation::default()),
        subject_of(
            "confrontation-random",
            confrontation(confrontation::Setup::Random, WinRule::Published, CardRule::Spent),
        ),
        subject_of(
            "confrontation-constrained",
            confrontation(confrontation::Setup::Constrained, WinRule::Paper, CardRule::Spent),
        ),
        valued("dou-di-zhu", DouDiZhu::default(), CardsLeft),
        valued("dou-di-zhu-whole", DouDiZhu::new(Moves::Whole), CardsLeft),
    ]
}

fn magics() -> Vec<Box<dyn Subject>> {
    let options = |main, pruning, combat| Options { main, pruning, combat, most: 16 };
    let magic = |deck: &str, life, hand, options| {
        let deck = deck.parse().expect("a deck");
        let settings = magic::Settings { deck, life, hand, first_draw: true, options };
        Magic::new(&settings).expect("settings that go together")
    };
    let small = "6*L+2*1/1/1+2*2/2/2+1*3/3/3";
    vec![
        valued("magic", Magic::default(), Strength),
        valued(
            "magic-steps",
            magic(
                small,
                9,
                3,
                options(Main::Binary(Order::Descending), Pruning::Dominated, Combat::Steps),
            ),
            Strength,
        ),
        valued(
            "magic-random-order",
            magic(
                small,
                9,
                0,
                options(Main::Binary(Order::Random), Pruning::NonLand, Combat::Whole),
            ),
            Strength,
        ),
        valued(
            "magic-ascending",
            magic(
                small,
                999,
                2,
                options(Main::Binary(Order::Ascending), Pruning::None, Combat::Steps),
            ),
            Strength,
        ),
    ]
}

fn hidden_bids() -> HiddenGoofspiel {
    HiddenGoofspiel::new(13, goofspiel::Order::Random).expect("cards")
}

fn small() -> Vec<Box<dyn Subject>> {
    vec![
        subject_of("dark-hex", DarkHex::default()),
        subject_of("dark-hex-abrupt", DarkHex::new(8, 7, Reveal::Abrupt).expect("a size")),
        subject_of("goofspiel", Goofspiel::default()),
        subject_of(
            "goofspiel-random",
            Goofspiel::new(13, goofspiel::Order::Random).expect("cards"),
        ),
        subject_of("hidden-goofspiel", HiddenGoofspiel::default()),
        subject_of("hidden-goofspiel-random", hidden_bids()),
        subject_of("kuhn", Kuhn::default()),
        subject_of("leduc", Leduc::default()),
        subject_of("liars-dice", LiarsDice::default()),
        subject_of("liars-dice-2", LiarsDice::new(2).expect("sides")),
        valued("mnk", Mnk::default(), OpenLines),
        valued("mnk-64", Mnk::new(16, 4, 4).expect("a size"), OpenLines),
        subject_of("oshi-zumo", OshiZumo::default()),
        subject_of("oshi-zumo-free", OshiZumo::new(50, 1, 0).expect("coins")),
        subject_of("phantom-mnk", PhantomMnk::default()),
        subject_of("phantom-mnk-3", PhantomMnk::new(3, 3, 3).expect("a size")),
        subject_of("rps", Rps::default()),
        subject_of("rps-pennies", Rps::new(Variant::Pennies)),
        subject_of("toy-fusion", ToyFusion::default()),
        subject_of("toy-subset", ToySubset::default()),
        subject_of(
            "toy-subset-hidden",
            ToySubset::new(-1.0, toy_subset::Moves::Hidden).expect("a reward"),
        ),
        valued("mnk-wide", WideMnk::new(19, 19, 5).expect("a size"), OpenLines),
    ]
}
