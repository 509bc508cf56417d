//! Leduc hold'em (Southey et al., "Bayes' bluff", 2005): poker with six cards and two rounds of
//! betting.
//!
//! The rules are [`RULES`].
//!
//! **Payoffs** are chips divided by [`UNIT`]. **Known values**, in chips for the first player:
//! -0.085606424078 under optimal play, -0.078125 when both play at random; 936 information sets if
//! suits are distinguished, 5520 finished games.
//!
//! **Notation.** Cards are `Js`, `Qh` and so on. The deal is `KsJh` (first player's card first),
//! the public card `Qs`, actions `fold`, `call` and `raise` (their first letters, and `check` for a
//! call that costs nothing, are accepted). A position is deal, betting, public card and betting
//! again, as far as the game has come: `KsJh/crrc/Qs/cr`, or `KsJh/cr`, or `KsJh`; `-` before the
//! deal.
//!
//! **Deviation.** Hands are not shown at the end, since no decision follows.

use crate::pictures::{button, seat_label};
use sortilege::game::{
    Chance, Describe, Hidden, Key, Notation, Observe, Outcomes, Picture, Recall, Redeal, Sequential,
};
use sortilege::scene::{Gesture, Item, Kind, Scene};
use sortilege::{Game, Player, Rng, Turn};

#[doc = include_str!("leduc/rules.md")]
pub const RULES: &str = include_str!("leduc/rules.md");

/// Number of chips that correspond to a payoff of 1: the largest loss of a player.
pub const UNIT: f64 = 13.0;

/// Number of chips of a raise in each round.
const RAISE: [u8; 2] = [2, 4];

/// Largest number of raises in a round.
const MOST_RAISES: u8 = 2;

/// A table of Leduc hold'em.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Leduc {
    /// The hands; `None` is a card that is not dealt yet or, within a view, not visible.
    hands: [Option<Card>; 2],
    public: Option<Card>,
    rounds: [Round; 2],
}

/// A round of betting. The three fields determine its history: a check that does not end the round
/// can only come first, and every other action that does not end it is a raise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Round {
    checks: u8,
    raises: u8,
    end: End,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
enum End {
    #[default]
    Open,
    Called,
    Folded,
}

/// A card: rank and suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Card {
    /// Jack of spades.
    Js,
    /// Jack of hearts.
    Jh,
    /// Queen of spades.
    Qs,
    /// Queen of hearts.
    Qh,
    /// King of spades.
    Ks,
    /// King of hearts.
    Kh,
}

/// A deal by chance, or a player's action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A card for each seat.
    Deal([Card; 2]),
    /// The public card.
    Reveal(Card),
    /// The player gives up.
    Fold,
    /// The player pays the opponent's raise; a check if there is none.
    Call,
    /// The player pays the opponent's raise and raises by the amount of this round.
    Raise,
}

/// What a seat observes of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    /// The seat's card.
    Card(Card),
    /// The public card, or a player's action.
    Action(Action),
}

/// A seat's information: the table without the opponent's card.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    seat: usize,
    table: Leduc,
}

const CARDS: [Card; 6] = [Card::Js, Card::Jh, Card::Qs, Card::Qh, Card::Ks, Card::Kh];
const MOVES: [Action; 3] = [Action::Fold, Action::Call, Action::Raise];

impl Card {
    #[inline]
    fn rank(self) -> u8 {
        self as u8 / 2
    }
    fn name(self) -> &'static str {
        ["Js", "Jh", "Qs", "Qh", "Ks", "Kh"][self as usize]
    }
    fn parse(text: &str) -> Option<Card> {
        CARDS.into_iter().find(|card| card.name() == text)
    }
}

impl Round {
    /// The seat that acts, or that acted last if the round has ended.
    #[inline]
    fn mover(self) -> usize {
        usize::from((self.checks + self.raises) & 1)
    }

    /// The range of the legal moves in [`MOVES`].
    #[inline]
    fn legal(self) -> (usize, usize) {
        (usize::from(self.raises == 0), if self.raises < MOST_RAISES { 3 } else { 2 })
    }

    #[inline]
    fn call(&mut self) {
        if self.checks + self.raises == 0 {
            self.checks = 1;
        } else {
            self.end = End::Called;
        }
    }

    /// Number of raises that both players have paid once the round has ended.
    #[inline]
    fn matched(self) -> u8 {
        self.raises - u8::from(self.end == End::Folded)
    }

    /// Number of raises that `seat` has paid so far.
    fn paid(self, seat: usize) -> u8 {
        // The last raise was made by the player who does not have to answer it.
        let owes = self.raises > 0 && self.end != End::Called && self.mover() == seat;
        self.raises - u8::from(owes)
    }

    /// The players' actions, oldest first, one letter each.
    fn letters(self) -> String {
        let end = match self.end {
            End::Open => "",
            End::Called => "c",
            End::Folded => "f",
        };
        "c".repeat(self.checks.into()) + &"r".repeat(self.raises.into()) + end
    }
}

impl Game for Leduc {
    type Action = Action;
    const DRAWS_UNLISTED: bool = true;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        let round = self.rounds[self.round()];
        match round.end {
            End::Open if self.hands == [None; 2] => Turn::Chance,
            End::Open => Turn::Player(Player(round.mover())),
            End::Called if self.public.is_none() => Turn::Chance,
            _ => Turn::Over,
        }
    }

    #[inline]
    fn actions(&self, out: &mut Vec<Action>) {
        let (first, end) = self.rounds[self.round()].legal();
        out.clear();
        out.extend_from_slice(&MOVES[first..end]);
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        debug_assert!(self.allows(action), "{action:?} in {self:?}");
        let round = self.round();
        let round = &mut self.rounds[round];
        match action {
            Action::Deal(hands) => self.hands = hands.map(Some),
            Action::Reveal(card) => self.public = Some(card),
            Action::Fold => round.end = End::Folded,
            Action::Call => round.call(),
            Action::Raise => round.raises += 1,
        }
    }

    #[inline]
    fn payoff(&self, who: Player) -> f64 {
        let chips = 1 + self.rounds[0].matched() * RAISE[0] + self.rounds[1].matched() * RAISE[1];
        match self.winner() {
            None => 0.0,
            Some(winner) if winner == who.0 => f64::from(chips) / UNIT,
            Some(_) => -f64::from(chips) / UNIT,
        }
    }

    #[inline]
    fn random_action(&self, _: &mut Vec<Action>, rng: &mut Rng) -> Action {
        let (first, end) = self.rounds[self.round()].legal();
        MOVES[first + rng.below(end - first)]
    }
}

impl Leduc {
    /// The current round, 0 or 1.
    #[inline]
    fn round(&self) -> usize {
        usize::from(self.public.is_some())
    }

    fn allows(&self, action: Action) -> bool {
        let round = self.rounds[self.round()];
        let players_turn = matches!(self.turn(), Turn::Player(_));
        match action {
            Action::Deal([first, second]) => self.hands == [None; 2] && first != second,
            Action::Reveal(card) => self.awaits_public() && !self.hands.contains(&Some(card)),
            Action::Fold => players_turn && round.raises > 0,
            Action::Call => players_turn,
            Action::Raise => players_turn && round.raises < MOST_RAISES,
        }
    }

    fn awaits_public(&self) -> bool {
        self.rounds[0].end == End::Called && self.public.is_none()
    }

    /// The player who did not fold, has the pair, or has the higher rank; `None` at equal ranks.
    #[inline]
    fn winner(&self) -> Option<usize> {
        let round = self.rounds[self.round()];
        if round.end == End::Folded {
            return Some(1 - round.mover());
        }
        let [first, second] = self.hands.map(|card| card.map(Card::rank));
        let public = self.public.map(Card::rank);
        if first == second {
            None
        } else if first == public {
            Some(0)
        } else if second == public {
            Some(1)
        } else {
            Some(usize::from(second > first))
        }
    }

    fn with_hand(&self, seat: usize, card: Option<Card>) -> Self {
        let mut table = self.clone();
        table.hands[seat] = card;
        table
    }

    /// Number of chips that a seat has put into the pot.
    fn stake(&self, seat: usize) -> u8 {
        1 + self.rounds[0].paid(seat) * RAISE[0] + self.rounds[1].paid(seat) * RAISE[1]
    }
}

/// A random card other than the two, each of the four equally likely.
#[inline]
fn third_card(one: Card, two: Card, rng: &mut Rng) -> Card {
    let (one, two) = (one as usize, two as usize);
    let mut card = rng.below(4);
    card += usize::from(card >= one.min(two));
    card += usize::from(card >= one.max(two));
    CARDS[card]
}

/// A random card other than `one`, each of the five equally likely.
#[inline]
fn second_card(one: Card, rng: &mut Rng) -> Card {
    let card = rng.below(5);
    CARDS[card + usize::from(card >= one as usize)]
}

impl Chance for Leduc {
    #[inline]
    fn sample(&self, rng: &mut Rng) -> Action {
        match self.hands {
            [Some(first), Some(second)] => Action::Reveal(third_card(first, second, rng)),
            _ => {
                let first = rng.pick(&CARDS);
                Action::Deal([first, second_card(first, rng)])
            }
        }
    }
}

impl Outcomes for Leduc {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        out.clear();
        if self.awaits_public() {
            out.extend(CARDS.map(|card| (Action::Reveal(card), 1.0 / 4.0)));
        } else {
            let deal = |i: usize| Action::Deal([CARDS[i / 6], CARDS[i % 6]]);
            out.extend((0..36).map(|i| (deal(i), 1.0 / 30.0)));
        }
        out.retain(|&(outcome, _)| self.allows(outcome));
    }
}

impl Sequential for Leduc {}

impl Hidden for Leduc {
    type View = View;

    #[inline]
    fn view(&self, who: Player) -> View {
        View { seat: who.0, table: self.with_hand(1 - who.0, None) }
    }

    /// Uniform over the unseen cards; the information in the opponent's betting is ignored.
    #[inline]
    fn determinize(view: &View, rng: &mut Rng) -> Self {
        let other = match (view.table.hands[view.seat], view.table.public) {
            (Some(own), Some(public)) => Some(third_card(own, public, rng)),
            (Some(own), None) => Some(second_card(own, rng)),
            (None, _) => None,
        };
        view.table.with_hand(1 - view.seat, other)
    }
}

impl Observe for Leduc {
    type Seen = Seen;
    const RECALL: Recall = Recall::Perfect;

    #[inline]
    fn seen(&self, action: Action, who: Player) -> Option<Seen> {
        Some(match action {
            Action::Deal(hands) => Seen::Card(hands[who.0]),
            action => Seen::Action(action),
        })
    }
}

impl Redeal for Leduc {
    /// The hidden part is the opponent's card.
    fn redeal(&self, who: Player, rng: &mut Rng) -> Self {
        let mut table = self.clone();
        if let Some(card) = &mut table.hands[1 - who.0] {
            *card = unseen_card([self.hands[who.0], self.public], rng);
        }
        table
    }

    fn disguise(&self, action: Action, who: Player, rng: &mut Rng) -> Action {
        let Action::Deal(mut hands) = action else { return action };
        hands[1 - who.0] = unseen_card([Some(hands[who.0]), None], rng);
        Action::Deal(hands)
    }
}

/// A random card that is not in `seen`: the first of a shuffled deck.
fn unseen_card(seen: [Option<Card>; 2], rng: &mut Rng) -> Card {
    let mut deck = CARDS;
    rng.shuffle(&mut deck);
    deck.into_iter().find(|&card| !seen.contains(&Some(card))).expect("six cards")
}

impl Key for Leduc {
    /// The packed state: no two states share a key.
    #[inline]
    fn key(&self) -> u64 {
        let card = |card: Option<Card>| card.map_or(0, |card| card as u64 + 1);
        let round = |i: usize| {
            let Round { checks, raises, end } = self.rounds[i];
            u64::from(checks) | u64::from(raises) << 1 | (end as u64) << 3
        };
        card(self.hands[0])
            | card(self.hands[1]) << 3
            | card(self.public) << 6
            | round(0) << 9
            | round(1) << 14
    }
}

fn parse_deal(text: &str) -> Option<Action> {
    let (first, second) = text.split_at_checked(2)?;
    Some(Action::Deal([Card::parse(first)?, Card::parse(second)?]))
}

impl Notation for Leduc {
    fn action_name(&self, action: Action) -> String {
        match action {
            Action::Deal([first, second]) => format!("{}{}", first.name(), second.name()),
            Action::Reveal(card) => card.name().into(),
            Action::Fold => "fold".into(),
            Action::Call => "call".into(),
            Action::Raise => "raise".into(),
        }
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        let action = match text {
            "fold" | "f" => Action::Fold,
            "call" | "c" => Action::Call,
            "check" if self.rounds[self.round()].raises == 0 => Action::Call,
            "raise" | "r" => Action::Raise,
            cards => Card::parse(cards).map(Action::Reveal).or_else(|| parse_deal(cards))?,
        };
        self.allows(action).then_some(action)
    }

    fn position_words(&self) -> String {
        let card = |who: usize| self.hands[who].map_or("no card", Card::name);
        format!("{} has {}, {} {}", self.seat(Player(0)), card(0), self.seat(Player(1)), card(1))
    }

    fn position(&self) -> String {
        let [Some(first), Some(second)] = self.hands else { return "-".into() };
        let mut parts = vec![self.action_name(Action::Deal([first, second]))];
        parts.push(self.rounds[0].letters());
        parts.extend(self.public.map(|card| card.name().into()));
        parts.push(self.rounds[1].letters());
        parts.retain(|part| !part.is_empty());
        parts.join("/")
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let mut table = Leduc::default();
        if text == "-" {
            return Ok(table);
        }
        let mut parts = text.split('/');
        let deal = parts.next().unwrap_or_default();
        table.apply(parse_deal(deal).filter(|&deal| table.allows(deal)).ok_or_else(|| {
            format!(
                "a position starts with `-` or two different cards, as in `KsJh/cr`, not {deal:?}"
            )
        })?);
        if let Some(betting) = parts.next() {
            table.bet(betting)?;
        }
        if let Some(card) = parts.next() {
            table.turn_up(card)?;
        }
        if let Some(betting) = parts.next() {
            table.bet(betting)?;
        }
        match parts.next() {
            None => Ok(table),
            Some(rest) => Err(format!(
                "a position ends after the betting of the second round, not with {rest:?}"
            )),
        }
    }
}

impl Leduc {
    /// Plays a round of betting, one letter for each action.
    fn bet(&mut self, letters: &str) -> Result<(), String> {
        let error = || {
            format!(
                "betting is f (fold), c (call) and r (raise, twice a round at most) until a call or a fold \
                 ends it, as in `crrc`, not {letters:?}"
            )
        };
        for letter in letters.chars() {
            self.apply(self.parse_action(&letter.to_string()).ok_or_else(error)?);
        }
        if letters.is_empty() { Err(error()) } else { Ok(()) }
    }

    /// Turns up the public card.
    fn turn_up(&mut self, card: &str) -> Result<(), String> {
        if !self.awaits_public() {
            return Err(format!(
                "the public card {card:?} must come after a first round that ends with a call"
            ));
        }
        let action = Card::parse(card).map(Action::Reveal).filter(|&action| self.allows(action));
        self.apply(action.ok_or_else(|| {
            format!("the public card is one of Js, Jh, Qs, Qh, Ks and Kh that no player holds, not {card:?}")
        })?);
        Ok(())
    }
}

impl Describe for Leduc {
    fn describe(view: &View, seat: Player, seen: Seen) -> String {
        match seen {
            Seen::Card(card) => {
                let other = view.table.seat(Player(1 - seat.0));
                format!("you are dealt {}, {other} a card", card.name())
            }
            Seen::Action(Action::Reveal(card)) => format!("{} is turned up", card.name()),
            Seen::Action(action) => view.table.action_name(action),
        }
    }
}

impl Picture for Leduc {
    fn picture(view: &View, seat: Player, _: Option<Seen>) -> Scene {
        let table = &view.table;
        let mut scene = Scene::default();
        for who in [0, 1].map(Player) {
            scene = scene.row(seat_label(table, who, seat), view.place(who));
        }
        if let Some(card) = table.public {
            scene = scene.row("Public card", vec![Item::new(Kind::Card(card.name().into()))]);
        }
        scene = scene.label(format!("Pot: {}", table.stake(0) + table.stake(1)));
        for (label, round) in ["First round", "Second round"].into_iter().zip(table.rounds) {
            if round != Round::default() {
                scene = scene.label(format!("{label}: {}", words(round)));
            }
        }
        scene
    }

    /// A call that costs nothing is shown as a check.
    fn gesture(View { table, .. }: &View, _: Player, action: Action) -> Gesture {
        match action {
            Action::Call if table.rounds[table.round()].raises == 0 => button("check"),
            _ => button(table.action_name(action)),
        }
    }
}

/// A round in words: a call that costs nothing is a check.
fn words(round: Round) -> String {
    let mut facing = false;
    let word = |letter| {
        facing |= letter == 'r';
        match letter {
            'r' => "raise",
            'f' => "fold",
            _ if facing => "call",
            _ => "check",
        }
    };
    round.letters().chars().map(word).collect::<Vec<_>>().join(", ")
}

impl View {
    /// The items in front of a seat: its card, face up or down, and its chips.
    fn place(&self, who: Player) -> Vec<Item> {
        let table = &self.table;
        let card = match table.hands[who.0] {
            Some(card) => Some(Kind::Card(card.name().into())),
            None => table.hands[self.seat].map(|_| Kind::CardBack),
        };
        let chips = Kind::Token(table.stake(who.0).to_string());
        card.into_iter().chain([chips]).map(|kind| Item::new(kind).of(who)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::{census, worlds_are_uniform};
    use crate::spelling::{after, parsers_survive};
    use sortilege::testing::Contract;
    use sortilege::testing::beliefs::{self, Promise};

    #[test]
    fn rules_can_be_followed() {
        sortilege::testing::handbook(&Leduc::default(), RULES);
    }

    fn table(names: &str) -> Leduc {
        after(&Leduc::default(), names)
    }

    fn chips(names: &str) -> f64 {
        let table = table(names);
        assert_eq!(table.turn(), Turn::Over, "{names}");
        assert_eq!(table.payoff(Player(0)), -table.payoff(Player(1)), "{names}");
        table.payoff(Player(0)) * UNIT
    }

    fn legal(names: &str) -> Vec<Action> {
        let mut list = vec![];
        table(names).actions(&mut list);
        list
    }

    #[test]
    fn beliefs_are_those_of_chance() {
        let compared = beliefs::test(&Leduc::default(), Promise::Chance, |state, _| state.clone());
        assert!(compared >= 500, "{compared}");
    }

    #[test]
    fn contract() {
        let start = Leduc::default();
        let contract = Contract::new(&start).longest(10);
        contract
            .rules()
            .chance()
            .outcomes()
            .hidden()
            .observed()
            .recall()
            .twins()
            .notation()
            .picture()
            .key();
    }

    #[test]
    fn worked_examples() {
        assert_eq!(chips("JsQs raise fold"), 1.0);
        assert_eq!(chips("KsQs check check Jh check check"), 1.0);
        let on = table("KsQs check raise raise call");
        assert_eq!((on.turn(), on.stake(0), on.stake(1)), (Turn::Chance, 5, 5));
        assert_eq!(chips("KsJs check check Jh check check"), -1.0);
        for public in ["Js", "Jh", "Ks", "Kh"] {
            assert_eq!(chips(&format!("QsQh raise call {public} check check")), 0.0);
        }
        assert_eq!(legal("QsKs"), [Action::Call, Action::Raise]);
        assert_eq!(legal("QsKs raise raise"), [Action::Fold, Action::Call]);
        assert_eq!(legal("QsKs raise"), MOVES);
    }

    #[test]
    fn stakes() {
        assert_eq!(chips("KsJs raise raise call Kh raise raise call"), UNIT);
        assert_eq!(chips("KsJs raise raise fold"), -3.0);
        assert_eq!(chips("KsJs check raise raise fold"), 3.0);
        assert_eq!(chips("KsJs raise call Qs check raise raise fold"), 7.0);
        let raised = table("KsJs raise call Qs raise");
        assert_eq!((raised.stake(0), raised.stake(1)), (7, 3));
    }

    #[test]
    fn the_whole_tree() {
        let start = Leduc::default();
        let found = census(&start, |table| {
            assert_eq!(start.parse_position(&table.position()).as_ref(), Ok(table));
        });
        assert_eq!(found.terminals, 5520);
        assert_eq!(found.information_sets, [468, 468]);
        assert!((found.uniform_value * UNIT + 0.078125).abs() < 1e-12, "{}", found.uniform_value);
    }

    #[test]
    fn positions_read_as_documented() {
        for (names, position) in [
            ("", "-"),
            ("KsJh", "KsJh"),
            ("KsJh call raise", "KsJh/cr"),
            ("KsJh call raise raise call", "KsJh/crrc"),
            ("KsJh call raise raise call Qs", "KsJh/crrc/Qs"),
            ("KsJh call raise raise call Qs call raise", "KsJh/crrc/Qs/cr"),
        ] {
            assert_eq!(table(names).position(), position);
        }
    }

    #[test]
    fn bad_positions_are_refused() {
        let texts = "|/|Ks|KsKs|KsJhQs|KsJh/|KsJh/f|KsJh/rrr|KsJh/ccc|KsJh/cr/Qs|KsJh/rf/Qs|KsJh/cc/Ks|\
                     KsJh/cc/|KsJh/cc/Qs/|KsJh/cc/Qs/cc/|KsJh/cc/Qs/cc/c|KsJh cc|ksJh|-/cc";
        for text in texts.split('|') {
            assert!(Leduc::default().parse_position(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn any_text_is_survived() {
        let alike =
            "-|fold|call|check|raise|([JQK][sh]){1,3}(/[fcr]{0,5}){0,2}(/[JQK][sh])?(/[fcr]{0,5})?";
        parsers_survive(&Leduc::default(), alike);
    }

    #[test]
    fn unseen_cards_are_drawn_evenly() {
        for who in [0, 1].map(Player) {
            worlds_are_uniform(&Leduc::default(), who, 1);
            worlds_are_uniform(&table("KsQh call"), who, 5);
            worlds_are_uniform(&table("KsQh call call Qs"), who, 4);
        }
    }

    #[test]
    fn only_the_own_card_is_seen() {
        let dealt = table("KsQh call raise");
        let text = format!("{:?}", Leduc::picture(&dealt.view(Player(0)), Player(0), None));
        assert!(
            text.contains(r#"Card("Ks")"#)
                && text.contains("CardBack")
                && !text.contains(r#"Card("Qh")"#)
        );
        assert_eq!(dealt.view(Player(0)), table("KsJs call raise").view(Player(0)));
    }
}
