//! Names of moves, positions in one line, and the picture of the table: backs of cards, the last
//! play, the own hand, and descriptions of the events.

use super::group::{Action, Group, What, kicker_cards};
use super::hand::{Hand, Ranks};
use super::{DouDiZhu, Moves, Phase, PublicState, SIZES, Seen, View, make_a_deck, moves};
use crate::pictures::button;
use sortilege::game::{Describe, Notation, Picture};
use sortilege::scene::{Gesture, Item, Kind, Scene, names};
use sortilege::{Game, Player, Turn};
use std::fmt;

/// The position before the deal.
const DEAL: &str = "deal";

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.what() {
            What::Deal(hands) => f.write_str(&slashed(&hands)),
            What::Pass => f.write_str("pass"),
            What::Kickers(cards) => write!(f, "+{cards}"),
            What::Play(group, kickers) if kickers.is_empty() => write!(f, "{group}"),
            What::Play(group, kickers) => write!(f, "{}", group.cards().plus(kickers)),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn slashed(hands: &[Hand; 3]) -> String {
    let [a, b, c] = hands;
    format!("{a}/{b}/{c}")
}

/// A group without its kickers, with the type of kickers that it awaits.
impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kickers = match (self.shape().kicker_copies(), self.shape().kickers(self.length())) {
            (0, _) => "",
            (1, 1) => "+solo",
            (1, _) => "+solos",
            (_, 1) => "+pair",
            (_, _) => "+pairs",
        };
        write!(f, "{}{kickers}", self.cards())
    }
}

impl fmt::Debug for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Notation for DouDiZhu {
    fn seat(&self, who: Player) -> String {
        match who.0 {
            0 => "Landlord".to_string(),
            peasant => format!("Peasant {peasant}"),
        }
    }

    fn action_name(&self, action: Action) -> String {
        action.to_string()
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        if self.turn() == Turn::Chance {
            let hands = parse_hands(text)?;
            return DouDiZhu::dealt(hands, self.table.moves).ok().map(|_| Action::deal(hands));
        }
        let mut legal = vec![];
        self.actions(&mut legal);
        legal.into_iter().find(|action| action.to_string() == text)
    }

    fn position_words(&self) -> String {
        let hand = |who: usize| match self.hands[who] {
            hand if hand.is_empty() => format!("{} has no cards", self.seat(Player(who))),
            hand => format!("{} has {hand}", self.seat(Player(who))),
        };
        [0, 1, 2].map(hand).join(", ")
    }

    fn position(&self) -> String {
        let table = &self.table;
        let (hands, mover, by) =
            (slashed(&self.hands), table.mover + 1, table.player_of_last() + 1);
        let cards = || table.last.map_or(Hand::EMPTY, |group| cards_of(group, table.kickers));
        match (table.phase, table.last) {
            (Phase::Deal, _) => DEAL.to_string(),
            (_, None) => format!("{hands} lead {mover}"),
            (Phase::Kickers, Some(group)) => format!("{hands} base {group} by {by}"),
            (Phase::Play, _) => format!("{hands} last {} by {by} turn {mover}", cards()),
            (Phase::Over, _) => format!("{hands} last {} by {by} over", cards()),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let start = DouDiZhu::new(self.table.moves);
        if text == DEAL {
            return Ok(start);
        }
        let state = start.read(text)?;
        state.check()?;
        match state.position() {
            right if right == text => Ok(state),
            right => Err(format!("this position is written {right:?}, not {text:?}")),
        }
    }
}

fn cards_of(group: Group, kickers: Ranks) -> Hand {
    group.cards().plus(super::group::kicker_cards(group, kickers))
}

fn parse_hands(text: &str) -> Option<[Hand; 3]> {
    let mut hands = text.split('/').map(Hand::parse);
    let three = [hands.next()??, hands.next()??, hands.next()??];
    hands.next().is_none().then_some(three)
}

/// Parses a seat, a number from 1.
fn parse_seat(text: &str) -> Result<u8, String> {
    match text {
        "1" => Ok(0),
        "2" => Ok(1),
        "3" => Ok(2),
        _ => Err(format!("a player is 1, 2 or 3, not {text:?}")),
    }
}

/// The play that consists of exactly these cards. There is at most one.
pub(super) fn read_play(cards: Hand) -> Option<(Group, Ranks)> {
    let mut plays = vec![];
    moves::list_plays(cards, None, Moves::Whole, &mut plays);
    let split = |play: Action| play.group().map(|group| (group, play.kicker_ranks()));
    plays.into_iter().filter_map(split).find(|&(group, kickers)| cards_of(group, kickers) == cards)
}

/// Parses a group whose kickers follow later.
fn read_base(text: &str) -> Option<Group> {
    let mut plays = vec![];
    moves::list_plays(Hand::DECK, None, Moves::TwoSteps, &mut plays);
    let needy = |group: &Group| group.shape().kicker_copies() > 0;
    plays
        .into_iter()
        .filter_map(Action::group)
        .filter(needy)
        .find(|group| group.to_string() == text)
}

/// Steps of the position parser. They accept more than valid text; the result is rejected in the
/// end if it would be printed differently.
impl DouDiZhu {
    fn read(self, text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split(' ').collect();
        let hands = parse_hands(words[0]).ok_or_else(|| {
            format!(
                "a position is `deal` or starts with three hands in rising order like 34/55/TJ, not {:?}",
                words[0]
            )
        })?;
        let play = |cards: &str| {
            Hand::parse(cards)
                .and_then(read_play)
                .ok_or_else(|| format!("the last play must be a group such as 4446, not {cards:?}"))
        };
        let table = PublicState { phase: Phase::Play, ..self.table };
        let table = match words[1..] {
            ["lead", mover] => PublicState { mover: parse_seat(mover)?, ..table },
            ["base", group, "by", by] => PublicState {
                last: Some(read_base(group).ok_or_else(|| {
                    format!("a base is a group that needs kickers, such as 777+solo, not {group:?}")
                })?),
                mover: parse_seat(by)?,
                phase: Phase::Kickers,
                ..table
            },
            ["last", cards, "by", by, "turn", turn] => {
                let ((group, kickers), by, mover) =
                    (play(cards)?, parse_seat(by)?, parse_seat(turn)?);
                if by == mover {
                    return Err(format!("player {turn} would lead: write lead {turn}"));
                }
                PublicState {
                    last: Some(group),
                    kickers,
                    mover,
                    passes: (mover + 2 - by) % 3,
                    ..table
                }
            }
            ["last", cards, "by", by, "over"] => {
                let ((group, kickers), mover) = (play(cards)?, parse_seat(by)?);
                PublicState { last: Some(group), kickers, mover, phase: Phase::Over, ..table }
            }
            _ => {
                return Err(format!(
                    "after the hands comes `lead 1`, `last 4446 by 1 turn 2`, `last 4446 by 1 over` or `base \
                     777+solo by 1`, not {:?}",
                    words[1..].join(" ")
                ));
            }
        };
        Ok(DouDiZhu { hands, table })
    }

    /// Checks that hands and table are consistent.
    fn check(&self) -> Result<(), String> {
        let PublicState { last, kickers, phase, mover, moves, .. } = self.table;
        let (by, mover) = (self.table.player_of_last(), usize::from(mover));
        let played = last.map_or(Hand::EMPTY, |group| cards_of(group, kickers));
        let [a, b, c] = self.hands;
        if !make_a_deck(&[a, b, c, played]) {
            return Err(
                "the hands and the last play have more cards of a rank than a deck".to_string()
            );
        }
        let mut sizes = self.hands.map(Hand::len);
        for (seat, size) in sizes.iter().enumerate() {
            if (*size == 0) != (phase == Phase::Over && seat == mover) {
                return Err("in the end the winner has no cards, and all others always have some"
                    .to_string());
            }
        }
        if phase == Phase::Kickers {
            self.check_kickers(moves)?;
        }
        sizes[by] += if last.is_some() { played.len() } else { 0 };
        self.check_sizes(sizes, if last.is_some() { by } else { mover })
    }

    fn check_kickers(&self, moves: Moves) -> Result<(), String> {
        let mut kickers = vec![];
        self.actions(&mut kickers);
        if moves == Moves::Whole {
            return Err(
                "a base stands alone only where plays with kickers are two moves".to_string()
            );
        }
        if kickers.is_empty() {
            return Err("there must be kickers for the base in the hand".to_string());
        }
        Ok(())
    }

    /// Checks that hands can have had these sizes when `first`, who leads now or played last, was
    /// on turn.
    fn check_sizes(&self, sizes: [u32; 3], first: usize) -> Result<(), String> {
        if (0..3).any(|seat| sizes[seat] > SIZES[seat]) {
            return Err("with the last play, the hands had 20, 17 and 17 cards at most".to_string());
        }
        if sizes[0] == SIZES[0] && (sizes != SIZES || first != 0) {
            return Err("no player plays before the Landlord".to_string());
        }
        if self.table.last.is_none() && first != 0 && sizes[first] == SIZES[first] {
            return Err(format!("player {} leads without having played", first + 1));
        }
        Ok(())
    }
}

impl Describe for DouDiZhu {
    fn describe(_: &View, Player(seat): Player, seen: Seen) -> String {
        match seen.what() {
            Err(action) => action.to_string(),
            Ok(hand) => {
                let others = [1, 2].map(|step| (seat + step) % 3);
                let [next, last] =
                    others.map(|who| format!("{} {} cards", name(Player(who)), SIZES[who]));
                format!("you are dealt {hand}, {next} and {last}")
            }
        }
    }
}

impl Picture for DouDiZhu {
    fn picture(view: &View, seat: Player, last: Option<Seen>) -> Scene {
        let mut scene = Scene::default().label(view.headline(seat));
        if view.table.phase == Phase::Deal {
            return scene;
        }
        scene = scene.label(format!("Cards played: {}", view.played()));
        scene = scene.label(format!("Cards of the others: {}", view.unseen));
        for who in [1, 2].map(|step| Player((seat.0 + step) % 3)) {
            let size = view.sizes[who.0];
            let backs = (0..size).map(|_| Item::new(Kind::CardBack).of(who)).collect();
            let cards = if size == 1 { "card" } else { "cards" };
            scene = scene.row(format!("{}: {size} {cards}", name(who)), backs);
        }
        if let Some(group) = view.table.last {
            let by = Player(view.table.player_of_last());
            let played =
                cards(group.cards(), by).chain(cards(kicker_cards(group, view.table.kickers), by));
            let mark = |item| Item {
                last: last.is_some_and(|last| last != Seen::open(Action::PASS)),
                ..item
            };
            scene = scene.row(format!("Last play, by {}", name(by)), played.map(mark).collect());
        }
        scene.hand("hand", "Your hand", cards(view.hand, seat).collect())
    }

    /// Cards are chosen from the hand. A group that awaits its kickers has the same cards as a
    /// group without kickers, so it is a button.
    fn gesture(_: &View, _: Player, action: Action) -> Gesture {
        match action.what() {
            What::Play(group, kickers)
                if kickers.is_empty() && group.shape().kicker_copies() > 0 =>
            {
                Gesture::Button(format!("{} with {}", group.cards(), awaited(group)))
            }
            What::Play(group, kickers) => {
                Gesture::Set(names("hand", group.cards().plus(kickers).letters()))
            }
            What::Kickers(kickers) => Gesture::Set(names("hand", kickers.letters())),
            What::Pass | What::Deal(_) => button("pass"),
        }
    }
}

impl View {
    fn headline(&self, seat: Player) -> String {
        let mover = Player(self.table.mover.into());
        let who = if mover == seat { "You".to_string() } else { name(mover) };
        let verb = |you: &str, other: &str| {
            if mover == seat { you.to_string() } else { other.to_string() }
        };
        match (self.table.phase, self.table.last) {
            (Phase::Deal, _) => "The cards are dealt".to_string(),
            (Phase::Play, None) => format!("{who} {}", verb("lead", "leads")),
            (Phase::Play, Some(_)) => format!("{who} {}", verb("play or pass", "plays or passes")),
            (Phase::Kickers, _) => format!("{who} {} kickers", verb("choose", "chooses")),
            (Phase::Over, _) if mover.0 == 0 => "The Landlord has won".to_string(),
            (Phase::Over, _) => "The peasants have won".to_string(),
        }
    }
}

/// The kickers that a group awaits.
fn awaited(group: Group) -> &'static str {
    match (group.shape().kicker_copies(), group.shape().kickers(group.length())) {
        (1, 1) => "a solo",
        (1, _) => "solos",
        (_, 1) => "a pair",
        (_, _) => "pairs",
    }
}

fn name(who: Player) -> String {
    DouDiZhu::new(Moves::default()).seat(who)
}

fn cards(hand: Hand, owner: Player) -> impl Iterator<Item = Item> {
    hand.letters().map(move |letter| Item::new(Kind::Card(letter.to_string())).of(owner))
}
