//! Liar's dice with one die each, as in OpenSpiel: two players, dice of 2 to 6 sides.
//!
//! The rules are [`RULES`].
//!
//! **Payoffs** are +1 and -1. **Known values** for the first player:
//!
//! | sides | optimal play | information sets of each seat | finished games |
//! | --- | --- | --- | --- |
//! | 2 | 1/2 | 16 | 60 |
//! | 3 | 1/9 | 96 | 567 |
//! | 4 | 1/16 | 512 | 4080 |
//! | 5 | 1/125 | 2560 | 25575 |
//! | 6 | -7/258 | 12288 | 147420 |
//!
//! **Notation.** The roll is `3,6` (first player's die first), bids are `1-4`, the call is `liar`. A position
//! is all of that in order, `3,6 1-4 2-3 liar`; `-` before the roll.
//!
//! **Deviation.** Dice are not shown at the end: nobody has anything left to decide by then.

use crate::pictures::seat_label;
use sortilege::game::{
    Chance, Hidden, Key, Notation, Observe, Outcomes, Picture, Recall, Redeal, Sequential, Tell,
};
use sortilege::scene::{Gesture, Item, Kind, Scene};
use sortilege::{Game, Player, Rng, Turn};
use std::ops::RangeInclusive;

#[doc = include_str!("liars_dice/rules.md")]
pub const RULES: &str = include_str!("liars_dice/rules.md");

/// How many sides the dice can have.
pub const SIDES: RangeInclusive<u8> = 2..=6;

/// A game of liar's dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LiarsDice {
    sides: u8,
    /// 0 is a die not rolled yet or, within a view, one that is not seen.
    dice: [u8; 2],
    /// A bit for each bid that was made, the lowest bid first, and above all bids one for the call. Every
    /// word is higher than the one before it, so this is the whole history.
    said: u16,
}

/// A claim about the dice; the later one in this order is the higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bid {
    /// How many dice there are at least: 1 or 2.
    pub quantity: u8,
    /// What they count as, from 1.
    pub face: u8,
}

/// The roll, or what a player says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A die for each seat.
    Roll([u8; 2]),
    /// A bid.
    Bid(Bid),
    /// The last bid is doubted, and the dice decide.
    Liar,
}

/// What a seat sees of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    /// The own die.
    Die(u8),
    /// What a player says.
    Action(Action),
}

/// What a seat knows: the game without the other's die.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    seat: usize,
    game: LiarsDice,
}

impl Default for LiarsDice {
    /// With ordinary dice.
    fn default() -> Self {
        LiarsDice { sides: 6, dice: [0; 2], said: 0 }
    }
}

impl LiarsDice {
    /// The game with dice of that many sides, 2 to 6.
    pub fn new(sides: u8) -> Result<Self, String> {
        if SIDES.contains(&sides) {
            Ok(LiarsDice { sides, ..LiarsDice::default() })
        } else {
            Err(format!("dice have {} to {} sides, not {sides}", SIDES.start(), SIDES.end()))
        }
    }

    /// The number of the call among all words; bids are numbered from 0 in rising order.
    #[inline]
    fn liar(&self) -> u32 {
        2 * u32::from(self.sides)
    }

    /// The numbers of the words that may be said now: from the first of these up to, not including, the
    /// second.
    #[inline]
    fn legal(&self) -> (u32, u32) {
        let lowest = u16::BITS - self.said.leading_zeros();
        (lowest, self.liar() + u32::from(lowest > 0))
    }

    #[inline]
    fn word(&self, number: u32) -> Action {
        let sides = u32::from(self.sides);
        match number {
            _ if number == 2 * sides => Action::Liar,
            _ if number < sides => Action::Bid(Bid { quantity: 1, face: number as u8 + 1 }),
            _ => Action::Bid(Bid { quantity: 2, face: (number - sides) as u8 + 1 }),
        }
    }

    #[inline]
    fn number(&self, bid: Bid) -> u32 {
        u32::from((bid.quantity - 1) * self.sides + bid.face - 1)
    }

    #[inline]
    fn mover(&self) -> usize {
        (self.said.count_ones() & 1) as usize
    }

    /// Everything that was said, in order.
    fn history(&self) -> impl Iterator<Item = Action> {
        (0..=self.liar()).filter(|number| self.said >> number & 1 == 1).map(|number| self.word(number))
    }

    fn allows(&self, action: Action) -> bool {
        let (lowest, end) = self.legal();
        let players_turn = matches!(self.turn(), Turn::Player(_));
        match action {
            Action::Roll(dice) => {
                self.turn() == Turn::Chance && dice.iter().all(|die| (1..=self.sides).contains(die))
            }
            Action::Bid(Bid { quantity, face }) if players_turn => {
                let fits = (1..=2).contains(&quantity) && (1..=self.sides).contains(&face);
                fits && self.number(Bid { quantity, face }) >= lowest
            }
            Action::Bid(_) => false,
            Action::Liar => players_turn && end > self.liar(),
        }
    }

    /// Whether at least as many dice as `bid` says show its face or the wild one.
    #[inline]
    fn is_true(&self, bid: Bid) -> bool {
        let counts = |die: u8| u8::from(die == bid.face || die == self.sides);
        counts(self.dice[0]) + counts(self.dice[1]) >= bid.quantity
    }

    fn with_die(&self, seat: usize, die: u8) -> Self {
        let mut game = self.clone();
        game.dice[seat] = die;
        game
    }

    #[inline]
    fn roll(&self, rng: &mut Rng) -> u8 {
        rng.below(self.sides.into()) as u8 + 1
    }
}

impl Game for LiarsDice {
    type Action = Action;
    const DRAWS_UNLISTED: bool = true;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.said >> self.liar() != 0 {
            Turn::Over
        } else if self.dice == [0; 2] {
            Turn::Chance
        } else {
            Turn::Player(Player(self.mover()))
        }
    }

    #[inline]
    fn actions(&self, out: &mut Vec<Action>) {
        let (lowest, end) = self.legal();
        out.clear();
        out.extend((lowest..end).map(|number| self.word(number)));
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        debug_assert!(self.allows(action), "{action:?} in {self:?}");
        match action {
            Action::Roll(dice) => self.dice = dice,
            Action::Bid(bid) => self.said |= 1 << self.number(bid),
            Action::Liar => self.said |= 1 << self.liar(),
        }
    }

    #[inline]
    fn payoff(&self, who: Player) -> f64 {
        let bids = self.said & !(1 << self.liar());
        let Action::Bid(last) = self.word(bids.ilog2()) else { unreachable!("the call is masked out") };
        // Having called, it would be the bidder's turn.
        let bidder_won = self.is_true(last);
        if (self.mover() == who.0) == bidder_won { 1.0 } else { -1.0 }
    }

    #[inline]
    fn random_action(&self, _: &mut Vec<Action>, rng: &mut Rng) -> Action {
        let (lowest, end) = self.legal();
        self.word(lowest + rng.below((end - lowest) as usize) as u32)
    }
}

impl Chance for LiarsDice {
    #[inline]
    fn sample(&self, rng: &mut Rng) -> Action {
        Action::Roll([self.roll(rng), self.roll(rng)])
    }
}

impl Outcomes for LiarsDice {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        let faces = 1..=self.sides;
        let p = 1.0 / (f64::from(self.sides) * f64::from(self.sides));
        out.clear();
        out.extend(faces.clone().flat_map(|one| faces.clone().map(move |two| (Action::Roll([one, two]), p))));
    }
}

impl Sequential for LiarsDice {}

impl Hidden for LiarsDice {
    type View = View;

    #[inline]
    fn view(&self, who: Player) -> View {
        View { seat: who.0, game: self.with_die(1 - who.0, 0) }
    }

    /// Uniform over the other's faces: what the bids give away is ignored.
    #[inline]
    fn determinize(view: &View, rng: &mut Rng) -> Self {
        let rolled = view.game.dice[view.seat] != 0;
        view.game.with_die(1 - view.seat, if rolled { view.game.roll(rng) } else { 0 })
    }
}

impl Observe for LiarsDice {
    type Seen = Seen;
    const RECALL: Recall = Recall::Perfect;

    #[inline]
    fn seen(&self, action: Action, who: Player) -> Option<Seen> {
        Some(match action {
            Action::Roll(dice) => Seen::Die(dice[who.0]),
            action => Seen::Action(action),
        })
    }
}

impl Redeal for LiarsDice {
    /// Hidden is the other's die.
    fn redeal(&self, who: Player, rng: &mut Rng) -> Self {
        let mut game = self.clone();
        if self.dice != [0; 2] {
            game.dice[1 - who.0] = 1 + (rng.bits() % u64::from(self.sides)) as u8;
        }
        game
    }

    fn disguise(&self, action: Action, who: Player, rng: &mut Rng) -> Action {
        let Action::Roll(mut dice) = action else { return action };
        dice[1 - who.0] = 1 + (rng.bits() % u64::from(self.sides)) as u8;
        Action::Roll(dice)
    }
}

impl Key for LiarsDice {
    /// The packed state: no two states share a key.
    #[inline]
    fn key(&self) -> u64 {
        let [first, second] = self.dice.map(u64::from);
        u64::from(self.said) | first << 16 | second << 20 | u64::from(self.sides) << 24
    }
}

/// Two numbers of one digit, separated by `by`.
fn parse_pair(text: &str, by: char) -> Option<[u8; 2]> {
    let (first, second) = text.split_once(by)?;
    let digit = |text: &str| match text.as_bytes() {
        &[digit @ b'0'..=b'9'] => Some(digit - b'0'),
        _ => None,
    };
    Some([digit(first)?, digit(second)?])
}

impl Notation for LiarsDice {
    fn action_name(&self, action: Action) -> String {
        match action {
            Action::Roll([first, second]) => format!("{first},{second}"),
            Action::Bid(Bid { quantity, face }) => format!("{quantity}-{face}"),
            Action::Liar => "liar".into(),
        }
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        let action = if text == "liar" {
            Action::Liar
        } else if let Some([quantity, face]) = parse_pair(text, '-') {
            Action::Bid(Bid { quantity, face })
        } else {
            Action::Roll(parse_pair(text, ',')?)
        };
        self.allows(action).then_some(action)
    }

    fn position_words(&self) -> String {
        let [first, second] = self.dice;
        format!("{} has a {first}, {} a {second}", self.seat(Player(0)), self.seat(Player(1)))
    }

    fn position(&self) -> String {
        if self.dice == [0; 2] {
            return "-".into();
        }
        let mut text = self.action_name(Action::Roll(self.dice));
        for action in self.history() {
            text.push(' ');
            text += &self.action_name(action);
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let mut game = LiarsDice { dice: [0; 2], said: 0, ..self.clone() };
        if text == "-" {
            return Ok(game);
        }
        for word in text.split(' ') {
            game.apply(game.parse_action(word).ok_or_else(|| game.expected(word))?);
        }
        Ok(game)
    }
}

impl LiarsDice {
    /// Why `word` cannot come next in a position.
    fn expected(&self, word: &str) -> String {
        let sides = self.sides;
        if self.turn() == Turn::Chance {
            return format!(
                "a position starts with `-` or two dice of 1 to {sides}, as in `1,2 1-2`, not {word:?}"
            );
        }
        format!(
            "after the dice come bids from 1-1 to 2-{sides}, each higher than the one before, and `liar` at \
             the end, not {word:?}"
        )
    }
}

impl Tell for LiarsDice {
    fn tell(view: &View, seat: Player, seen: Seen) -> String {
        match seen {
            Seen::Die(die) => {
                let other = view.game.seat(Player(1 - seat.0));
                format!("you roll {die}, {other} a die under a cup")
            }
            Seen::Action(action) => view.game.action_name(action),
        }
    }
}

impl Picture for LiarsDice {
    fn picture(view: &View, seat: Player, _: Option<Seen>) -> Scene {
        let game = &view.game;
        let mut scene = Scene::default();
        for who in [0, 1].map(Player) {
            scene = scene.row(seat_label(game, who, seat), view.die(who));
        }
        let mut said: Vec<Item> = game.history().enumerate().map(|(i, word)| game.token(i, word)).collect();
        if let Some(last) = said.last_mut() {
            last.last = true;
            scene = scene.row("Said", said);
        }
        scene.label(format!("{} is wild", game.sides))
    }

    fn gesture(view: &View, _: Player, action: Action) -> Gesture {
        let name = view.game.action_name(action);
        Gesture::Button(match name.split_once('-') {
            Some((dice, face)) => format!("{dice} × {face}"),
            None => "Liar!".to_string(),
        })
    }
}

impl LiarsDice {
    /// The `i`-th word of the game, in the colour of who said it.
    fn token(&self, i: usize, word: Action) -> Item {
        Item::new(Kind::Token(self.action_name(word))).of(Player(i % 2))
    }
}

impl View {
    /// The die of a seat, if it has been rolled.
    fn die(&self, who: Player) -> Vec<Item> {
        let kind = match (self.game.dice[self.seat], self.game.dice[who.0]) {
            (0, _) => return vec![],
            (_, 0) => Kind::DieHidden,
            (_, die) => Kind::Die(die.into()),
        };
        vec![Item::new(kind).of(who)]
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
        sortilege::testing::handbook(&LiarsDice::default(), RULES);
    }

    fn sided(sides: u8) -> LiarsDice {
        LiarsDice::new(sides).expect("a number of sides in range")
    }

    fn winner(names: &str) -> usize {
        let game = after(&sided(6), names);
        assert_eq!(game.turn(), Turn::Over, "{names}");
        assert_eq!(game.payoff(Player(0)), -game.payoff(Player(1)), "{names}");
        usize::from(game.payoff(Player(0)) < 0.0)
    }

    #[test]
    fn beliefs_are_those_of_chance() {
        for sides in [2, 3] {
            let compared = beliefs::test(&sided(sides), Promise::Chance, |state, _| state.clone());
            assert!(compared >= 30, "{compared}");
        }
    }

    #[test]
    fn contract() {
        for sides in SIDES {
            let start = sided(sides);
            let contract = Contract::new(&start).longest(2 + 2 * usize::from(sides));
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
    }

    #[test]
    fn sides_out_of_range_are_refused() {
        assert_eq!(LiarsDice::new(1).unwrap_err(), "dice have 2 to 6 sides, not 1");
        assert!(LiarsDice::new(7).is_err());
        assert_eq!(LiarsDice::new(6), Ok(LiarsDice::default()));
    }

    #[test]
    fn worked_examples() {
        assert_eq!(winner("3,6 2-3 liar"), 0);
        assert_eq!(winner("2,5 1-4 liar"), 1);
        assert_eq!(winner("6,1 1-1 2-1 liar"), 1);
    }

    #[test]
    fn only_the_call_is_left_after_the_highest_bid() {
        let mut list = vec![];
        after(&sided(6), "1,1 2-6").actions(&mut list);
        assert_eq!(list, [Action::Liar]);
        after(&sided(6), "1,1").actions(&mut list);
        assert!(list.len() == 12 && !list.contains(&Action::Liar));
    }

    #[test]
    fn the_whole_tree() {
        let table = [(2, 16, 60), (3, 96, 567), (4, 512, 4080), (5, 2560, 25575), (6, 12288, 147420)];
        for (sides, information_sets, terminals) in table {
            let start = sided(sides);
            let found = census(&start, |game| {
                assert_eq!(start.parse_position(&game.position()).as_ref(), Ok(game));
            });
            assert_eq!(found.terminals, terminals, "{sides} sides");
            assert_eq!(found.information_sets, [information_sets; 2], "{sides} sides");
            let uniform = match sides {
                3 => 0.0185185,
                6 => -0.0324074,
                _ => continue,
            };
            assert!((found.uniform_value - uniform).abs() < 1e-7, "{sides} sides: {}", found.uniform_value);
        }
    }

    #[test]
    fn positions_read_as_documented() {
        assert_eq!(sided(6).position(), "-");
        assert_eq!(after(&sided(6), "3,6").position(), "3,6");
        assert_eq!(after(&sided(6), "3,6 1-4 2-3 liar").position(), "3,6 1-4 2-3 liar");
    }

    #[test]
    fn bad_positions_are_refused() {
        let texts = "| |3|3,|0,1|4,1|1,1 |1,1  1-1|1,1 liar|1,1 1-1 liar liar|1,1 1-4|1,1 3-1|1,1 1-0|\
                     1,1 0-1|1,1 1-2 1-2|1,1 1-2 1-1|1,1 2,2|01,1|- 1-1|1-1";
        for text in texts.split('|') {
            assert!(sided(3).parse_position(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn any_text_is_survived() {
        parsers_survive(&sided(4), "-|[0-9],[0-9]( [0-9]-[0-9]){0,4}( liar){0,2}|[0-3]-[0-9]|liar");
    }

    #[test]
    fn unseen_dice_are_drawn_evenly() {
        for who in [0, 1].map(Player) {
            worlds_are_uniform(&sided(6), who, 1);
            worlds_are_uniform(&after(&sided(6), "3,6 1-4"), who, 6);
        }
    }

    #[test]
    fn only_the_own_die_is_seen() {
        let game = after(&sided(6), "3,6 1-4");
        let text = format!("{:?}", LiarsDice::picture(&game.view(Player(0)), Player(0), None));
        assert!(text.contains("Die(3)") && text.contains("DieHidden") && !text.contains("Die(6)"));
        assert_eq!(game.view(Player(0)), after(&sided(6), "3,1 1-4").view(Player(0)));
    }
}
