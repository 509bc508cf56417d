//! Oshi-Zumo, the pushing game: both players spend coins to push a wrestler off the other's edge.
//!
//! The rules are [`RULES`].
//!
//! Source: Buro, Solving the Oshi-Zumo game (2003); OpenSpiel's `oshi_zumo`. With M = 0 the game
//! need not end, so it ends after 1000 rounds and the place of the wrestler decides. Only in that
//! case is the number of rounds a part of the state. The default is 15 coins, K = 3, M = 1.
//!
//! **Notation.** A bid is its number of coins, `3`. A position is `coins 5-4 wrestler -1`, with the
//! first player's coins first. If M = 0, the number of rounds follows: `coins 5-4 wrestler -1
//! rounds 17`. Any numbers in range are a position, whether or not play can lead there.
//!
//! **Known values.** 0 from the start, by symmetry. For K = 1, M = 1, `coins 5-3 wrestler -1` is
//! worth 1/3 to the first player; with 5 coins each 2 is an optimal first bid.

use crate::key::scatter;
use crate::text::number;
use sortilege::game::{Deterministic, Key, Notation, PerfectInfo, Picture, Simultaneous};
use sortilege::scene::{Board, Cell, Gesture, Part, Piece, Scene, Shade, Shape};
use sortilege::{Game, Player, Rng, Turn};
use std::ops::RangeInclusive;

#[doc = include_str!("oshi_zumo/rules.md")]
pub const RULES: &str = include_str!("oshi_zumo/rules.md");

const MOST_COINS: u16 = 1000;
const WIDEST_FIELD: u8 = 50;
/// Number of rounds after which a game without a minimum bid ends.
const MOST_ROUNDS: u16 = 1000;

/// A game of Oshi-Zumo.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct OshiZumo {
    /// N, the coins at the start.
    purse: u16,
    /// K, the last place on either side.
    field: u8,
    /// M, the least bid.
    minimum: u16,
    coins: [u16; 2],
    /// Place of the wrestler, from -(K + 1) to K + 1; the outermost places are off the field.
    wrestler: i8,
    /// Number of rounds played; stays 0 unless the least bid is 0.
    rounds: u16,
}

/// A bid, in coins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bid(pub u16);

impl OshiZumo {
    /// A game with `coins` (N, 1 to 1000) for each player, a field of `2 * field + 1` places (K, 1
    /// to 50) and a least bid of `minimum` (M, 0 to N).
    pub fn new(coins: u16, field: u8, minimum: u16) -> Result<Self, String> {
        if !(1..=MOST_COINS).contains(&coins) {
            return Err(format!("the number of coins must be from 1 to {MOST_COINS}, not {coins}"));
        }
        if !(1..=WIDEST_FIELD).contains(&field) {
            return Err(format!("the field must be from 1 to {WIDEST_FIELD}, not {field}"));
        }
        if minimum > coins {
            return Err(format!(
                "the minimum bid must be from 0 to the {coins} coins, not {minimum}"
            ));
        }
        Ok(OshiZumo { purse: coins, field, minimum, coins: [coins; 2], wrestler: 0, rounds: 0 })
    }

    /// The legal bids of a player.
    #[inline]
    fn bids(&self, who: Player) -> RangeInclusive<u16> {
        let coins = self.coins[who.0];
        self.minimum.min(coins)..=coins
    }
}

impl Default for OshiZumo {
    fn default() -> Self {
        OshiZumo::new(15, 3, 1).expect("valid settings")
    }
}

impl Game for OshiZumo {
    type Action = Bid;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        let off = self.wrestler.unsigned_abs() > self.field;
        match off || self.coins == [0, 0] || self.rounds == MOST_ROUNDS {
            true => Turn::Over,
            false => Turn::Together,
        }
    }

    fn actions(&self, out: &mut Vec<Bid>) {
        out.clear(); // Both players always move at the same time.
    }

    fn apply(&mut self, _: Bid) {
        unreachable!("bids are made together")
    }

    /// The sign of the wrestler's place decides, however the game ended.
    #[inline]
    fn payoff(&self, who: Player) -> f64 {
        let first = f64::from(self.wrestler.signum());
        // `-first` would make a draw worth -0.
        if who == Player(0) { first } else { 0.0 - first }
    }
}

impl Simultaneous for OshiZumo {
    fn choices(&self, who: Player, out: &mut Vec<Bid>) {
        out.clear();
        out.extend(self.bids(who).map(Bid));
    }

    #[inline]
    fn apply_together(&mut self, choices: &[Bid]) {
        let &[Bid(first), Bid(second)] = choices else { unreachable!("a round takes two bids") };
        debug_assert!(self.turn() == Turn::Together, "bids {choices:?} in {self:?}");
        debug_assert!(self.bids(Player(0)).contains(&first), "bids {choices:?} in {self:?}");
        debug_assert!(self.bids(Player(1)).contains(&second), "bids {choices:?} in {self:?}");
        self.coins[0] -= first;
        self.coins[1] -= second;
        self.wrestler += first.cmp(&second) as i8;
        self.rounds += u16::from(self.minimum == 0);
    }

    #[inline]
    fn random_choice(&self, who: Player, _: &mut Vec<Bid>, rng: &mut Rng) -> Bid {
        let bids = self.bids(who);
        Bid(bids.start() + rng.below(usize::from(bids.end() - bids.start()) + 1) as u16)
    }
}

impl Deterministic for OshiZumo {}
impl PerfectInfo for OshiZumo {}

impl Key for OshiZumo {
    #[inline]
    fn key(&self) -> u64 {
        // Numbers up to 1000 take 10 bits each; the wrestler stands between -51 and 51.
        let counts = [self.coins[0], self.coins[1], self.rounds, self.purse, self.minimum];
        let counts = counts.into_iter().fold(0, |packed, count| packed << 10 | u64::from(count));
        scatter(counts << 14 | u64::from(self.field) << 7 | (i16::from(self.wrestler) + 64) as u64)
    }
}

impl Notation for OshiZumo {
    fn action_name(&self, Bid(coins): Bid) -> String {
        coins.to_string()
    }

    fn parse_action(&self, text: &str) -> Option<Bid> {
        let coins = number(text).filter(|_| self.turn() == Turn::Together)?;
        [0, 1].iter().any(|&who| self.bids(Player(who)).contains(&coins)).then_some(Bid(coins))
    }

    fn position(&self) -> String {
        let OshiZumo { coins: [first, second], wrestler, rounds, .. } = self;
        let place = place_name(*wrestler);
        match self.minimum {
            0 => format!("coins {first}-{second} wrestler {place} rounds {rounds}"),
            _ => format!("coins {first}-{second} wrestler {place}"),
        }
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let words: Vec<_> = text.split(' ').collect();
        let (coins, place, rounds) = match words[..] {
            ["coins", coins, "wrestler", place] if self.minimum > 0 => (coins, place, "0"),
            ["coins", coins, "wrestler", place, "rounds", rounds] if self.minimum == 0 => {
                (coins, place, rounds)
            }
            _ => return Err(format!("a position reads like {:?}, not {text:?}", self.position())),
        };
        let (coins, wrestler) = (self.parse_coins(coins)?, self.parse_place(place)?);
        let rounds = number(rounds).filter(|rounds| *rounds <= MOST_ROUNDS).ok_or_else(|| {
            format!("the rounds are a number from 0 to {MOST_ROUNDS}, not {rounds:?}")
        })?;
        Ok(OshiZumo { coins, wrestler, rounds, ..self.clone() })
    }
}

/// Parts of a position.
impl OshiZumo {
    fn parse_coins(&self, text: &str) -> Result<[u16; 2], String> {
        let purse = |text| number(text).filter(|coins| *coins <= self.purse);
        text.split_once('-')
            .and_then(|(first, second)| Some([purse(first)?, purse(second)?]))
            .ok_or_else(|| {
                format!("the coins are two numbers from 0 to {} like 1-0, not {text:?}", self.purse)
            })
    }

    fn parse_place(&self, text: &str) -> Result<i8, String> {
        let off = self.field + 1;
        text.parse()
            .ok()
            .filter(|place: &i8| place.unsigned_abs() <= off && place_name(*place) == text)
            .ok_or_else(|| {
                format!("the wrestler is at 0 or from -{off} to +{off} with its sign, not {text:?}")
            })
    }
}

impl Picture for OshiZumo {
    fn picture(view: &Self, _: Player, _: Option<Bid>) -> Scene {
        let coins = |who: Player| match view.coins[who.0] {
            1 => format!("{}: 1 coin", view.seat(who)),
            coins => format!("{}: {coins} coins", view.seat(who)),
        };
        Scene::default()
            .label(coins(Player(0)))
            .label(coins(Player(1)))
            .label(format!("{} pushes to the right", view.seat(Player(0))))
            .with(Part::Board(board(view)))
    }

    fn gesture(_: &Self, _: Player, Bid(coins): Bid) -> Gesture {
        Gesture::button(format!("Bid {coins}"))
    }
}

/// The field, including the places off it at both ends.
fn board(view: &OshiZumo) -> Board {
    let off = view.field as i8 + 1;
    let wrestler = Piece::block("W");
    let cell = |place: i8| Cell {
        piece: (place == view.wrestler).then(|| wrestler.clone()),
        shade: if place.abs() == off { Shade::Marked } else { Shade::Plain },
        ..Cell::default()
    };
    Board {
        shape: Shape::Squares,
        columns: 2 * off as usize + 1,
        cells: (-off..=off).map(cell).collect(),
        column_names: (-off..=off).map(place_name).collect(),
        row_names: vec![],
    }
}

/// A place with its sign: `-1`, `0`, `+1`.
fn place_name(place: i8) -> String {
    if place > 0 { format!("+{place}") } else { place.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::every_state;
    use crate::spelling::strict_notation;
    use sortilege::testing::Contract;

    #[test]
    fn rules_can_be_followed() {
        sortilege::testing::handbook(&OshiZumo::default(), RULES);
    }

    fn new(coins: u16, field: u8, minimum: u16) -> OshiZumo {
        OshiZumo::new(coins, field, minimum).expect("valid settings")
    }

    fn at(game: &OshiZumo, position: &str) -> OshiZumo {
        game.parse_position(position).expect(position)
    }

    fn after(game: &OshiZumo, first: u16, second: u16) -> OshiZumo {
        let mut game = game.clone();
        game.apply_together(&[Bid(first), Bid(second)]);
        game
    }

    fn choices(game: &OshiZumo) -> [Vec<u16>; 2] {
        [0, 1].map(|who| {
            let mut list = vec![];
            game.choices(Player(who), &mut list);
            list.into_iter().map(|Bid(coins)| coins).collect()
        })
    }

    fn payoffs(game: &OshiZumo) -> [f64; 2] {
        assert_eq!(game.turn(), Turn::Over, "{game:?}");
        [0, 1].map(|who| game.payoff(Player(who)))
    }

    #[test]
    fn keeps_the_contract() {
        let games =
            [OshiZumo::default(), new(6, 1, 1), new(50, 3, 0), new(10, 2, 4), new(1000, 50, 1)];
        for (game, longest) in games.into_iter().zip([30, 12, 1000, 6, 2000]) {
            let contract = Contract::new(&game).games(10).longest(longest);
            contract.rules().hidden().observed().notation().picture().key();
        }
    }

    #[test]
    fn notation_is_strict() {
        strict_notation(&new(5, 1, 1));
        strict_notation(&new(4, 2, 2));
        strict_notation(&new(2, 1, 0));
    }

    #[test]
    fn the_higher_bid_pushes_and_both_are_spent() {
        let start = new(5, 1, 1);
        assert_eq!(after(&start, 3, 2).position(), "coins 2-3 wrestler +1");
        assert_eq!(after(&start, 1, 5).position(), "coins 4-0 wrestler -1");
        assert_eq!(after(&start, 4, 4).position(), "coins 1-1 wrestler 0");
    }

    #[test]
    fn who_is_short_of_coins_bids_all() {
        let game = new(6, 1, 3);
        assert_eq!(choices(&game), [vec![3, 4, 5, 6], vec![3, 4, 5, 6]]);
        assert_eq!(choices(&at(&game, "coins 3-2 wrestler 0")), [vec![3], vec![2]]);
        assert_eq!(choices(&at(&game, "coins 0-4 wrestler +1")), [vec![0], vec![3, 4]]);
        assert_eq!(choices(&new(2, 1, 0)), [vec![0, 1, 2], vec![0, 1, 2]]);
    }

    #[test]
    fn leaving_the_field_ends_the_game() {
        let game = new(6, 1, 1);
        let edge = at(&game, "coins 4-3 wrestler +1");
        assert_eq!(edge.turn(), Turn::Together);
        let off = after(&edge, 2, 1);
        assert_eq!(
            (off.position().as_str(), payoffs(&off)),
            ("coins 2-2 wrestler +2", [1.0, -1.0])
        );
        let off = after(&at(&game, "coins 4-3 wrestler -1"), 1, 3);
        assert_eq!(
            (off.position().as_str(), payoffs(&off)),
            ("coins 3-0 wrestler -2", [-1.0, 1.0])
        );
    }

    #[test]
    fn without_coins_the_place_decides() {
        let game = new(6, 2, 1);
        assert_eq!(payoffs(&after(&at(&game, "coins 3-2 wrestler 0"), 3, 2)), [1.0, -1.0]);
        assert_eq!(payoffs(&after(&at(&game, "coins 1-1 wrestler -1"), 1, 1)), [-1.0, 1.0]);
        assert_eq!(payoffs(&after(&at(&game, "coins 1-2 wrestler +1"), 1, 2)), [0.0, 0.0]);
        // The coins of one player are enough to continue.
        assert_eq!(after(&at(&game, "coins 3-2 wrestler 0"), 2, 2).turn(), Turn::Together);
    }

    #[test]
    fn without_a_minimum_the_game_is_cut_off_after_a_thousand_rounds() {
        let mut game = after(&new(5, 1, 0), 1, 0);
        for _ in 1..1000 {
            assert_eq!(game.turn(), Turn::Together);
            game = after(&game, 0, 0);
        }
        assert_eq!(game.position(), "coins 4-5 wrestler +1 rounds 1000");
        assert_eq!(payoffs(&game), [1.0, -1.0]);
    }

    /// With a minimum bid the number of rounds is no part of the state: different histories lead to
    /// the same one.
    #[test]
    fn with_a_minimum_rounds_do_not_matter() {
        let game = new(6, 1, 1);
        assert_eq!(after(&after(&game, 1, 1), 1, 1), after(&game, 2, 2));
    }

    #[test]
    fn keys_of_all_states_differ() {
        let mut keys = std::collections::HashSet::new();
        for game in [new(6, 1, 1), new(6, 2, 1), new(6, 1, 2), new(5, 1, 1), new(2, 1, 0)] {
            assert!(every_state(&game).iter().all(|state| keys.insert(state.key())));
        }
    }

    #[test]
    fn impossible_settings_and_positions_are_refused() {
        for (coins, field, minimum) in [(0, 1, 0), (1001, 1, 1), (5, 0, 1), (5, 51, 1), (5, 1, 6)] {
            assert!(OshiZumo::new(coins, field, minimum).is_err());
        }
        for wrong in [
            "coins 6-5 wrestler 0",
            "coins 5-5 wrestler 1",
            "coins 5-5 wrestler +0",
            "coins 5-5 wrestler +3",
            "coins 05-5 wrestler 0",
            "coins 5 wrestler 0",
            "coins 5-5 wrestler 0 rounds 3",
        ] {
            assert!(new(5, 1, 1).parse_position(wrong).is_err(), "{wrong}");
        }
        for wrong in ["coins 5-5 wrestler 0", "coins 5-5 wrestler 0 rounds 1001"] {
            assert!(new(5, 1, 0).parse_position(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_picture_shows_the_wrestler_and_purses() {
        let game = at(&new(5, 1, 2), "coins 1-3 wrestler -1");
        let scene = OshiZumo::picture(&game, Player(1), None);
        let [.., Part::Board(board)] = &scene.parts[..] else { panic!("{scene:?}") };
        assert_eq!(board.column_names, ["-2", "-1", "0", "+1", "+2"]);
        assert_eq!(board.cells.iter().position(|cell| cell.piece.is_some()), Some(1));
        assert_eq!(OshiZumo::gesture(&game, Player(1), Bid(3)), Gesture::button("Bid 3"));
        let purses =
            ["Player 1: 1 coin", "Player 2: 3 coins"].map(|purse| Part::Label(purse.to_string()));
        assert_eq!(scene.parts[..2], purses);
    }
}
