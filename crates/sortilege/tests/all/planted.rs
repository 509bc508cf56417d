//! Tests of the test kit: games with one planted fault each, which the kit must find. Games with
//! wrong answers to queries about moves, or with wrong batches of random games: the contract must
//! reject them.

use sortilege::game::{
    Chance, Deterministic, Hidden, Notation, Observe, Outcomes, PerfectInfo, Picture, Recall,
    Redeal, Sample, Sequential,
};
use sortilege::scene::{Gesture, Item, Kind, Scene};
use sortilege::search::{CheatingUct, Decision, MoIsmcts, Random, Search, Setup, SoIsmcts};
use sortilege::testing::Contract;
use sortilege::testing::beliefs::{self, Promise};
use sortilege::testing::leak::{self, Seating, test_seats};
use sortilege::{Budget, Game, Player, Rng, Turn};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The fault of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// The view contains the coin, and `==` ignores it.
    Leak,
    /// The determinization loses the player's own actions.
    Forgetful,
    /// One guess is listed twice.
    Repeated,
    /// The random guess is nearly always the first one.
    Biased,
    /// Payoffs beyond 1.
    Payoff,
    /// The coin does not have its stated probabilities.
    Loaded,
    /// The game never ends.
    Endless,
    /// Two things in the picture have the same name.
    Namesakes,
    /// A gesture points at something that is not in the picture.
    Nowhere,
    /// Two moves have the same gesture.
    Ambiguous,
    /// The set of one move has the same things as the path of another.
    PathAndSet,
    /// A gesture names the same thing twice.
    Twice,
    /// A gesture names nothing.
    Nothing,
    /// The picture reveals the coin.
    Indiscreet,
    /// The gestures reveal the coin.
    RevealingGestures,
}

/// A coin falls unseen; one player waits and then guesses it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Guess {
    coin: Option<u8>,
    waited: bool,
    guess: Option<u8>,
    fault: FaultOf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FaultOf(Fault);
impl Hash for FaultOf {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Guess {
    fn with(fault: Fault) -> Self {
        Guess { coin: None, waited: false, guess: None, fault: FaultOf(fault) }
    }
    fn has(&self, fault: Fault) -> bool {
        self.fault.0 == fault
    }
}

impl Game for Guess {
    type Action = u8;
    fn players(&self) -> usize {
        1
    }
    fn turn(&self) -> Turn {
        match (self.coin, self.guess) {
            (None, _) => Turn::Chance,
            (_, None) => Turn::Player(Player(0)),
            _ if self.has(Fault::Endless) => Turn::Player(Player(0)),
            _ => Turn::Over,
        }
    }
    fn actions(&self, out: &mut Vec<u8>) {
        out.clear();
        match self.waited {
            false => out.push(9),
            true if self.has(Fault::Repeated) => out.extend([0, 1, 0]),
            true => out.extend([0, 1]),
        }
    }
    fn apply(&mut self, action: u8) {
        match (self.coin, self.waited) {
            (None, _) => self.coin = Some(action),
            (_, false) => self.waited = true,
            _ => self.guess = Some(action),
        }
    }
    fn payoff(&self, _: Player) -> f64 {
        let win = if self.has(Fault::Payoff) { 2.0 } else { 1.0 };
        if self.guess == self.coin { win } else { -1.0 }
    }
    fn random_action(&self, scratch: &mut Vec<u8>, rng: &mut Rng) -> u8 {
        self.actions(scratch);
        if self.has(Fault::Biased) && rng.below(10) > 0 { scratch[0] } else { rng.pick(scratch) }
    }
}

impl Chance for Guess {
    fn sample(&self, rng: &mut Rng) -> u8 {
        let sides = if self.has(Fault::Loaded) { 3 } else { 2 };
        (rng.below(sides) as u8).min(1)
    }
}

impl Outcomes for Guess {
    fn outcomes(&self, out: &mut Vec<(u8, f64)>) {
        *out = vec![(0, 0.5), (1, 0.5)];
    }
}

/// What the player knows, with a field for a secret that `==` ignores.
#[derive(Clone, Debug)]
struct View {
    seen: Guess,
    smuggled: Option<u8>,
}
impl PartialEq for View {
    fn eq(&self, other: &View) -> bool {
        self.seen == other.seen
    }
}
impl Eq for View {}
impl Hash for View {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.seen.hash(hasher);
    }
}

impl Hidden for Guess {
    type View = View;
    fn view(&self, _: Player) -> View {
        let smuggles =
            [Fault::Leak, Fault::Indiscreet, Fault::RevealingGestures].contains(&self.fault.0);
        let smuggled = self.coin.filter(|_| smuggles);
        let coin = self.coin.filter(|_| self.guess.is_some()).or(self.coin.map(|_| 7));
        View { seen: Guess { coin, ..self.clone() }, smuggled }
    }
    fn determinize(view: &View, rng: &mut Rng) -> Self {
        let mut state = view.seen.clone();
        if state.coin == Some(7) {
            let known = view.smuggled.filter(|_| state.has(Fault::Leak));
            state.coin = known.or_else(|| Some(rng.below(2) as u8));
        }
        state.waited &= !state.has(Fault::Forgetful);
        state
    }
}
impl Sequential for Guess {}
impl Observe for Guess {
    type Seen = u8;
    const RECALL: Recall = Recall::Perfect;
    fn seen(&self, action: u8, _: Player) -> Option<u8> {
        Some(if self.coin.is_none() { 7 } else { action })
    }
}
impl Redeal for Guess {
    fn redeal(&self, _: Player, rng: &mut Rng) -> Self {
        let coin =
            self.coin.map(|coin| if self.guess.is_none() { rng.below(2) as u8 } else { coin });
        Guess { coin, ..self.clone() }
    }
    fn disguise(&self, action: u8, _: Player, _: &mut Rng) -> u8 {
        if self.coin.is_none() { 1 - action } else { action }
    }
}

fn passes<T>(part: impl FnOnce() -> T) -> bool {
    catch_unwind(AssertUnwindSafe(part)).is_ok()
}

/// The test profile is optimized and must still check arithmetic.
#[test]
fn overflows_are_found() {
    let most = std::hint::black_box(u8::MAX);
    assert!(!passes(|| most + std::hint::black_box(1)), "arithmetic is not checked");
}

#[test]
fn a_sound_game_passes() {
    let game = Guess::with(Fault::None);
    Contract::new(&game).rules().chance().outcomes().hidden().recall().twins();
    beliefs::test(&game, Promise::Chance, |state, _| state.clone());
    assert_eq!(leak_of(Fault::None).leaks, 0);
}

impl Notation for Guess {
    fn action_name(&self, action: u8) -> String {
        action.to_string()
    }
    fn parse_action(&self, text: &str) -> Option<u8> {
        text.parse().ok()
    }
    fn position(&self) -> String {
        format!("{self:?}")
    }
    fn parse_position(&self, text: &str) -> Result<Self, String> {
        Err(format!("{text:?} is not read"))
    }
}

/// Both sides of the coin lie on the table, and the player points at one of them.
impl Picture for Guess {
    fn picture(view: &View, _: Player, _: Option<u8>) -> Scene {
        let side = |side: &str| Item::new(Kind::Token(side.to_string()));
        let sides = vec![side("0"), side("1")];
        match view.seen.fault.0 {
            Fault::Namesakes => {
                Scene::default().row("Coin", sides.into_iter().map(|it| it.named("it")).collect())
            }
            Fault::Indiscreet => Scene::default().label(format!("{:?}", view.smuggled)),
            _ => Scene::default().hand("coin", "Coin", sides),
        }
    }
    fn gesture(view: &View, _: Player, action: u8) -> Gesture {
        let set =
            |points: &[&str]| Gesture::Set(points.iter().map(|point| point.to_string()).collect());
        match (view.seen.fault.0, action) {
            (_, 9) => Gesture::button("Look away"),
            (Fault::Namesakes, _) => Gesture::button(action.to_string()),
            (Fault::Nowhere, _) => Gesture::path([format!("side.{action}")]),
            (Fault::Ambiguous, _) => Gesture::path(["coin.0"]),
            (Fault::PathAndSet, 0) => Gesture::path(["coin.0", "coin.1"]),
            (Fault::PathAndSet, _) => set(&["coin.1", "coin.0"]),
            (Fault::Twice, 0) => set(&["coin.0", "coin.0"]),
            (Fault::Nothing, 0) => set(&[]),
            (Fault::RevealingGestures, 0) => Gesture::button(format!("{:?}", view.smuggled)),
            (Fault::Indiscreet, _) => Gesture::button(action.to_string()),
            _ => Gesture::path([format!("coin.{action}")]),
        }
    }
}

#[test]
fn planted_faults_in_pictures_are_found() {
    let why = |fault| {
        let game = Guess::with(fault);
        let failed = catch_unwind(AssertUnwindSafe(|| _ = Contract::new(&game).picture())).err();
        failed.map(|why| why.downcast_ref::<String>().cloned().unwrap_or_default())
    };
    assert_eq!(why(Fault::None), None);
    for (fault, found) in [
        (Fault::Namesakes, "two things are called \"it\""),
        (Fault::Nowhere, "points at something that is not in"),
        (Fault::Ambiguous, "makes two moves"),
        (Fault::PathAndSet, "is a set as well"),
        (Fault::Twice, "chooses the same thing twice"),
        (Fault::Nothing, "points at nothing"),
        (Fault::Indiscreet, "a picture shows Player(0) what is hidden"),
        (Fault::RevealingGestures, "gestures show Player(0) what is hidden"),
    ] {
        let why = why(fault).unwrap_or_else(|| panic!("{fault:?} was not found"));
        assert!(why.contains(found), "{fault:?}: {why}");
    }
}

#[test]
fn planted_rule_bugs_are_found() {
    for fault in [Fault::Repeated, Fault::Biased, Fault::Payoff, Fault::Endless] {
        let game = Guess::with(fault);
        assert!(!passes(|| Contract::new(&game).longest(50).rules()), "{fault:?} was not found");
    }
    let loaded = Guess::with(Fault::Loaded);
    assert!(!passes(|| Contract::new(&loaded).outcomes()), "the loaded coin was not found");
    let forgetful = Guess::with(Fault::Forgetful);
    assert!(!passes(|| Contract::new(&forgetful).hidden()), "forgetting was not found");
}

#[test]
fn a_planted_leak_is_found() {
    let smuggling = Guess::with(Fault::Leak);
    Contract::new(&smuggling).hidden(); // The laws of views alone do not show it.
    assert!(!passes(|| Contract::new(&smuggling).twins()), "the text of the view shows it");
    let found = leak_of(Fault::Leak);
    assert!(found.pairs > 0 && found.leaks == found.pairs, "{found:?}");
}

#[test]
fn a_cheater_is_found() {
    let mut cheater = CheatingUct::<Guess>::new(Setup::new(Budget::iterations(50)));
    let found = leak::test_cheating(&Guess::with(Fault::None), 20, &mut cheater);
    assert!(found.pairs > 0 && found.leaks > 0, "{found:?}");
}

fn leak_of(fault: Fault) -> leak::Tested {
    let mut search = SoIsmcts::<Guess>::new(Setup::new(Budget::iterations(50)));
    let found = leak::test_search(&Guess::with(fault), 20, &mut search);
    assert!(found.pairs > 0);
    found
}

/// The fault in how a card game hides information.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Plant {
    None,
    /// The view contains this many bits of a hash of the other's card, and determinizations agree
    /// with them.
    Bits(u32),
    /// Every player observes every action in full.
    Open,
    /// One determinization in 20,000 has the true card.
    Rare,
    /// The other's card is always the lowest possible one.
    Lowest,
    /// The view omits the earlier answer.
    Forgetful,
}

const CARDS: u8 = 8;

/// Two players have a card each. The first says yes or no, then the second does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Cards<const FORGETS: bool> {
    plant: Plant,
    cards: Option<[u8; 2]>,
    said: Vec<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Act {
    Deal([u8; 2]),
    Say(bool),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct CardsView {
    plant: Plant,
    seat: usize,
    own: Option<u8>,
    said: Vec<bool>,
    turn: usize,
    hint: u64,
    pocket: Pocket,
}

/// A field that `==`, `Hash` and `Debug` all ignore.
#[derive(Clone)]
struct Pocket(u8);
impl PartialEq for Pocket {
    fn eq(&self, _: &Pocket) -> bool {
        true
    }
}
impl Eq for Pocket {}
impl Hash for Pocket {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
impl fmt::Debug for Pocket {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

/// Some bits that depend on a card.
fn hint(plant: Plant, card: u8) -> u64 {
    match plant {
        Plant::Bits(bits) => Rng::new(card.into()).bits() >> (64 - bits),
        _ => 0,
    }
}

impl<const FORGETS: bool> Cards<FORGETS> {
    fn with(plant: Plant) -> Self {
        Cards { plant, cards: None, said: vec![] }
    }
}

impl<const FORGETS: bool> Game for Cards<FORGETS> {
    type Action = Act;
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        match (self.cards, self.said.len()) {
            (None, _) => Turn::Chance,
            (_, said @ 0..2) => Turn::Player(Player(said)),
            _ => Turn::Over,
        }
    }
    fn actions(&self, out: &mut Vec<Act>) {
        *out = [false, true].map(Act::Say).to_vec();
    }
    fn apply(&mut self, action: Act) {
        match action {
            Act::Deal(cards) => self.cards = Some(cards),
            Act::Say(said) => self.said.push(said),
        }
    }
    fn payoff(&self, who: Player) -> f64 {
        let cards = self.cards.expect("dealt");
        let right = (cards[0] > cards[1]) == (self.said[0] == self.said[1]);
        if right == (who == Player(0)) { 1.0 } else { -1.0 }
    }
}

impl<const FORGETS: bool> Chance for Cards<FORGETS> {
    fn sample(&self, rng: &mut Rng) -> Act {
        let first = rng.below(CARDS.into()) as u8;
        Act::Deal([first, another(first, rng)])
    }
}

fn another(card: u8, rng: &mut Rng) -> u8 {
    (card + 1 + rng.below(usize::from(CARDS) - 1) as u8) % CARDS
}

impl<const FORGETS: bool> Outcomes for Cards<FORGETS> {
    fn outcomes(&self, out: &mut Vec<(Act, f64)>) {
        out.clear();
        for first in 0..CARDS {
            let deals = (0..CARDS)
                .filter(|&second| second != first)
                .map(|second| Act::Deal([first, second]));
            out.extend(deals.map(|deal| (deal, 1.0 / f64::from(CARDS * (CARDS - 1)))));
        }
    }
}

impl<const FORGETS: bool> Sequential for Cards<FORGETS> {}

impl<const FORGETS: bool> Hidden for Cards<FORGETS> {
    type View = CardsView;
    fn view(&self, Player(seat): Player) -> CardsView {
        let other = self.cards.map_or(0, |cards| cards[1 - seat]);
        let forgets = self.plant == Plant::Forgetful && self.turn() != Turn::Over;
        CardsView {
            plant: self.plant,
            seat,
            own: self.cards.map(|cards| cards[seat]),
            said: if forgets { vec![false; self.said.len()] } else { self.said.clone() },
            turn: self.said.len(),
            hint: hint(self.plant, other),
            pocket: Pocket(other),
        }
    }
    fn determinize(view: &CardsView, rng: &mut Rng) -> Self {
        let other = |own: u8, rng: &mut Rng| match view.plant {
            Plant::Lowest => u8::from(own == 0),
            Plant::Rare if rng.below(20_000) == 0 => view.pocket.0,
            _ => loop {
                let card = another(own, rng);
                if hint(view.plant, card) == view.hint {
                    return card;
                }
            },
        };
        let cards = view.own.map(|own| {
            let mut cards = [own; 2];
            cards[1 - view.seat] = other(own, rng);
            cards
        });
        Cards { plant: view.plant, cards, said: view.said.clone() }
    }
}

impl<const FORGETS: bool> Observe for Cards<FORGETS> {
    type Seen = Act;
    const RECALL: Recall = if FORGETS { Recall::Forgets } else { Recall::Perfect };
    fn seen(&self, action: Act, Player(who): Player) -> Option<Act> {
        Some(match action {
            Act::Deal(cards) if self.plant != Plant::Open => Act::Deal([cards[who]; 2]),
            _ => action,
        })
    }
}

impl<const FORGETS: bool> Redeal for Cards<FORGETS> {
    fn redeal(&self, who: Player, rng: &mut Rng) -> Self {
        let mut twin = self.clone();
        if let Some(cards) = self.cards {
            let Act::Deal(cards) = self.disguise(Act::Deal(cards), who, rng) else {
                unreachable!("a deal")
            };
            twin.cards = Some(cards);
        }
        twin
    }
    fn disguise(&self, action: Act, Player(who): Player, rng: &mut Rng) -> Act {
        let Act::Deal(mut cards) = action else { return action };
        cards[1 - who] = rng.below(CARDS.into()) as u8;
        while cards[1 - who] == cards[who] {
            cards[1 - who] = rng.below(CARDS.into()) as u8;
        }
        Act::Deal(cards)
    }
}

fn cards(plant: Plant) -> Cards<false> {
    Cards::with(plant)
}

fn beliefs_hold(plant: Plant) -> bool {
    passes(|| beliefs::test(&cards(plant), Promise::Chance, |state, _| state.clone()))
}

/// A search that remembers every view of a game, whichever seat it was for.
#[derive(Default)]
struct Gossip {
    last_own: Option<u64>,
}

impl Search<Cards<false>> for Gossip {
    fn decide(&mut self, view: &CardsView, who: Player, rng: &mut Rng) -> Decision<Act> {
        let mut decision = Search::<Cards<false>>::decide(&mut Random, view, who, rng);
        let last_own = self.last_own.replace(view.own.map_or(0, u64::from));
        decision.action = Act::Say(last_own.unwrap_or(0) % 2 == 1);
        decision
    }
    fn new_game(&mut self) {
        self.last_own = None;
    }
}

#[test]
fn sound_cards_pass() {
    let game = cards(Plant::None);
    let contract = Contract::new(&game).rules().chance().outcomes().hidden();
    contract.observed().recall().twins();
    assert!(beliefs_hold(Plant::None));
    for seating in [Seating::Apart, Seating::Shared] {
        let budget = || Setup::new(Budget::iterations(16));
        let so = test_seats(&game, 20, seating, || SoIsmcts::<Cards<false>>::new(budget()));
        let mo = test_seats(&game, 20, seating, || MoIsmcts::<Cards<false>>::new(budget()));
        assert!(so.pairs > 10 && so.leaks == 0 && mo.pairs > 10 && mo.leaks == 0, "{so:?} {mo:?}");
    }
}

/// All of these games have consistent views, so stronger tests are needed to find them. In a game
/// this small, tests of observations also find a view that reveals more than was observed, because
/// the same observations recur.
#[test]
fn planted_secrets_keep_the_plain_laws() {
    for plant in [Plant::Open, Plant::Rare, Plant::Lowest] {
        Contract::new(&cards(plant)).rules().chance().outcomes().hidden().observed();
    }
    for bits in 1..=4 {
        Contract::new(&cards(Plant::Bits(bits))).hidden();
    }
}

#[test]
fn bits_of_a_secret_in_a_view_are_found() {
    for bits in 1..=4 {
        let game = cards(Plant::Bits(bits));
        assert!(!passes(|| Contract::new(&game).twins()), "{bits} bits were not found");
    }
}

#[test]
fn open_observations_are_found() {
    let game = cards(Plant::Open);
    assert!(!passes(|| Contract::new(&game).twins()), "seen where the rules hide it");
    assert!(!passes(|| Contract::new(&game).recall()), "seen, and not in the view");
}

#[test]
fn a_rare_smuggler_is_found() {
    let game = cards(Plant::Rare);
    assert!(!passes(|| Contract::new(&game).twins()), "the smuggler was not found");
}

#[test]
fn a_determinization_that_is_always_the_same_is_found() {
    assert!(!beliefs_hold(Plant::Lowest), "the lowest card was not found");
}

#[test]
fn a_search_that_gossips_is_found() {
    let game = cards(Plant::None);
    let shared = test_seats(&game, 20, Seating::Shared, Gossip::default);
    assert!(shared.leaks > 0, "{shared:?}");
    let apart = test_seats(&game, 20, Seating::Apart, Gossip::default);
    assert!(apart.pairs > 0 && apart.leaks == 0, "{apart:?}");
}

/// The declared recall of a game must be right in both directions.
#[test]
fn a_wrong_word_about_recall_is_found() {
    fn keeps_its_word<const FORGETS: bool>(plant: Plant) -> bool {
        let game = Cards::<FORGETS>::with(plant);
        passes(|| Contract::new(&game).recall())
    }
    assert!(keeps_its_word::<false>(Plant::None) && !keeps_its_word::<true>(Plant::None));
    assert!(keeps_its_word::<true>(Plant::Forgetful) && !keeps_its_word::<false>(Plant::Forgetful));
}

/// `allows` ignores which things were taken.
const FORGETS: u8 = 1;
/// `count_actions` is wrong.
const MISCOUNTS: u8 = 2;
/// `random_games` returns a number of games but adds no results.
const HIDES: u8 = 3;
/// `random_games` adds payoffs beyond the possible range.
const BOASTS: u8 = 4;

/// Four things are taken one after the other, and every payoff is 0. `LIE` selects the fault, if
/// any.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Taking<const LIE: u8> {
    left: u8,
}

impl<const LIE: u8> Game for Taking<LIE> {
    type Action = u8;
    const HAS_MOVE_QUERY: bool = true;
    fn players(&self) -> usize {
        1
    }
    fn turn(&self) -> Turn {
        if self.left == 0 { Turn::Over } else { Turn::Player(Player(0)) }
    }
    fn actions(&self, out: &mut Vec<u8>) {
        out.clear();
        out.extend((0..4).filter(|thing| self.left >> thing & 1 == 1));
    }
    fn apply(&mut self, action: u8) {
        self.left &= !(1 << action);
    }
    fn payoff(&self, _: Player) -> f64 {
        0.0
    }
    fn allows(&self, action: u8) -> bool {
        LIE == FORGETS || self.left >> action & 1 == 1
    }
    fn count_actions(&self) -> usize {
        self.left.count_ones() as usize
            + usize::from(LIE == MISCOUNTS && self.left.count_ones() == 2)
    }
    fn random_games(&self, most: u32, _: &mut Rng, sample: &mut Sample) -> u32 {
        let payoff = if LIE == BOASTS { 2.0 } else { 0.0 };
        (0..most)
            .filter(|_| LIE != HIDES)
            .for_each(|_| sample.add(&[payoff], self.left.count_ones()));
        most
    }
}
impl<const LIE: u8> Deterministic for Taking<LIE> {}
impl<const LIE: u8> PerfectInfo for Taking<LIE> {}
impl<const LIE: u8> Sequential for Taking<LIE> {}

fn keeps_the_contract<const LIE: u8>() -> bool {
    let game = Taking::<LIE> { left: 0b1111 };
    catch_unwind(AssertUnwindSafe(|| Contract::new(&game).games(3).rules())).is_ok()
}

#[test]
fn move_queries_are_checked() {
    assert!(keeps_the_contract::<0>());
    assert!(!keeps_the_contract::<FORGETS>());
    assert!(!keeps_the_contract::<MISCOUNTS>());
    assert!(!keeps_the_contract::<HIDES>());
    assert!(!keeps_the_contract::<BOASTS>());
}
