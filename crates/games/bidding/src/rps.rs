//! Rock, paper, scissors and other games of one simultaneous choice: matrix games.
//!
//! The rules are [`RULES`].
//!
//! | variant | matrix | value | row's optimal mix | column's |
//! | --- | --- | --- | --- | --- |
//! | `rps` | 0 -1 1 / 1 0 -1 / -1 1 0 | 0 | 1/3 1/3 1/3 | the same |
//! | `biased` | 0 -25 50 / 25 0 -5 / -50 5 0 | 0 | 1/16 10/16 5/16 | the same |
//! | `mild` | 0 -1 2 / 1 0 -1 / -2 1 0 | 0 | 1/4 1/2 1/4 | the same |
//! | `asymmetric` | 0 -1 3 / 1 0 -1 / -1 1 0 | 2/15 | 3/15 7/15 5/15 | 5/15 7/15 3/15 |
//! | `pennies` | 1 -1 / -1 1 | 0 | 1/2 1/2 | the same |
//!
//! The biased game is OpenSpiel's. **Payoffs** are points divided by [`Variant::unit`].
//!
//! **Notation.** Choices are `rock`, `paper` and `scissors`, or `heads` and `tails`. A position is
//! both choices, `rock paper`; `-` before they are made.

use crate::pictures::{button, seat_label};
use sortilege::game::{Deterministic, Key, Notation, PerfectInfo, Picture, Simultaneous};
use sortilege::scene::{Gesture, Item, Kind, Scene};
use sortilege::{Game, Player, Rng, Turn};

#[doc = include_str!("rps/rules.md")]
pub const RULES: &str = include_str!("rps/rules.md");

/// A matrix game, before or after the one choice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rps {
    variant: Variant,
    chosen: Option<[Choice; 2]>,
}

/// The matrix of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Rock, paper, scissors.
    #[default]
    Plain,
    /// With stakes of 5, 25 and 50.
    Biased,
    /// Rock against scissors counts double.
    Mild,
    /// Rock against scissors counts three times, but only for the first player.
    Asymmetric,
    /// Matching pennies: the first player wants a match.
    Pennies,
}

/// What a player can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Choice {
    /// Beats scissors.
    Rock,
    /// Beats rock.
    Paper,
    /// Beat paper.
    Scissors,
    /// One side of the penny.
    Heads,
    /// The other.
    Tails,
}

use Choice::{Heads, Paper, Rock, Scissors, Tails};

impl Variant {
    /// All variants.
    pub const ALL: [Variant; 5] =
        [Variant::Plain, Variant::Biased, Variant::Mild, Variant::Asymmetric, Variant::Pennies];

    /// The name in settings.
    pub fn name(self) -> &'static str {
        match self {
            Variant::Plain => "rps",
            Variant::Biased => "biased",
            Variant::Mild => "mild",
            Variant::Asymmetric => "asymmetric",
            Variant::Pennies => "pennies",
        }
    }

    /// Parses the name of a variant.
    pub fn parse(text: &str) -> Result<Self, String> {
        Variant::ALL.into_iter().find(|variant| variant.name() == text).ok_or_else(|| {
            let names = Variant::ALL.map(Variant::name).join(", ");
            format!("a variant is one of {names}, not {text:?}")
        })
    }

    /// Number of points that correspond to a payoff of 1: the largest entry of the matrix.
    #[inline]
    pub fn unit(self) -> f64 {
        match self {
            Variant::Plain | Variant::Pennies => 1.0,
            Variant::Biased => 50.0,
            Variant::Mild => 2.0,
            Variant::Asymmetric => 3.0,
        }
    }

    /// The choices of either player, in the order of rows and columns.
    #[inline]
    pub fn choices(self) -> &'static [Choice] {
        match self {
            Variant::Pennies => &[Heads, Tails],
            _ => &[Rock, Paper, Scissors],
        }
    }

    /// The first player's points, with one row for each choice of the first player; pennies use a 2
    /// x 2 part.
    #[inline]
    fn matrix(self) -> &'static [[i8; 3]; 3] {
        match self {
            Variant::Plain => &[[0, -1, 1], [1, 0, -1], [-1, 1, 0]],
            Variant::Biased => &[[0, -25, 50], [25, 0, -5], [-50, 5, 0]],
            Variant::Mild => &[[0, -1, 2], [1, 0, -1], [-2, 1, 0]],
            Variant::Asymmetric => &[[0, -1, 3], [1, 0, -1], [-1, 1, 0]],
            Variant::Pennies => &[[1, -1, 0], [-1, 1, 0], [0, 0, 0]],
        }
    }
}

impl Choice {
    /// Row or column of the choice in the matrix.
    #[inline]
    fn index(self) -> usize {
        match self {
            Rock | Heads => 0,
            Paper | Tails => 1,
            Scissors => 2,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Rock => "rock",
            Paper => "paper",
            Scissors => "scissors",
            Heads => "heads",
            Tails => "tails",
        }
    }
}

impl Rps {
    /// The game with that matrix.
    pub fn new(variant: Variant) -> Self {
        Rps { variant, chosen: None }
    }

    /// The matrix that is played.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    fn choice(&self, name: &str) -> Option<Choice> {
        self.variant.choices().iter().copied().find(|choice| choice.name() == name)
    }
}

impl Game for Rps {
    type Action = Choice;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.chosen.is_none() { Turn::Together } else { Turn::Over }
    }

    /// Both players always move at the same time.
    fn actions(&self, out: &mut Vec<Choice>) {
        out.clear();
    }

    fn apply(&mut self, choice: Choice) {
        unreachable!("{choice:?} alone: both players choose at once")
    }

    #[inline]
    fn payoff(&self, who: Player) -> f64 {
        let Some([row, column]) = self.chosen else { return 0.0 };
        let points = self.variant.matrix()[row.index()][column.index()];
        f64::from(if who.0 == 0 { points } else { -points }) / self.variant.unit()
    }
}

impl Simultaneous for Rps {
    #[inline]
    fn choices(&self, _: Player, out: &mut Vec<Choice>) {
        out.clear();
        out.extend_from_slice(self.variant.choices());
    }

    #[inline]
    fn apply_together(&mut self, choices: &[Choice]) {
        debug_assert!(
            self.chosen.is_none() && choices.iter().all(|c| self.variant.choices().contains(c))
        );
        self.chosen = Some([choices[0], choices[1]]);
    }

    #[inline]
    fn random_choice(&self, _: Player, _: &mut Vec<Choice>, rng: &mut Rng) -> Choice {
        rng.pick(self.variant.choices())
    }
}

impl Deterministic for Rps {}
impl PerfectInfo for Rps {}

impl Key for Rps {
    /// The packed state: no two states share a key.
    #[inline]
    fn key(&self) -> u64 {
        let chosen = self
            .chosen
            .map_or(0, |[row, column]| 1 + row.index() as u64 + 3 * column.index() as u64);
        self.variant as u64 | chosen << 3
    }
}

impl Notation for Rps {
    fn action_name(&self, choice: Choice) -> String {
        choice.name().into()
    }

    fn parse_action(&self, text: &str) -> Option<Choice> {
        self.choice(text).filter(|_| self.chosen.is_none())
    }

    fn position(&self) -> String {
        self.chosen.map_or("-".into(), |chosen| chosen.map(Choice::name).join(" "))
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let start = Rps::new(self.variant);
        if text == "-" {
            return Ok(start);
        }
        let pair = text
            .split_once(' ')
            .and_then(|(row, column)| Some([self.choice(row)?, self.choice(column)?]));
        let chosen = pair.ok_or_else(|| {
            let names: Vec<_> = self.variant.choices().iter().map(|choice| choice.name()).collect();
            let (first, second) = (names[0], names[1]);
            format!(
                "a position is `-` or two choices among {}, as in `{first} {second}`, not {text:?}",
                names.join(", ")
            )
        })?;
        Ok(Rps { chosen: Some(chosen), ..start })
    }
}

impl Picture for Rps {
    fn picture(game: &Rps, seat: Player, _: Option<Choice>) -> Scene {
        let Some(chosen) = game.chosen else {
            return Scene::default().label("Both choose at once");
        };
        let mut scene = Scene::default();
        for who in [0, 1].map(Player) {
            let token = Item::new(Kind::Token(chosen[who.0].name().into())).of(who);
            scene = scene.row(seat_label(game, who, seat), vec![Item { last: true, ..token }]);
        }
        match game.payoff(Player(0)) * game.variant.unit() {
            0.0 => scene.label("Neither player gets points"),
            points => scene.label(format!("{} gets {points:+}", game.seat(Player(0)))),
        }
    }

    fn gesture(_: &Rps, _: Player, choice: Choice) -> Gesture {
        button(choice.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spelling::parsers_survive;
    use sortilege::scene::Part;
    use sortilege::testing::Contract;

    #[test]
    fn rules_can_be_followed() {
        sortilege::testing::handbook(&Rps::default(), RULES);
    }

    fn points(variant: Variant, choices: [Choice; 2]) -> [f64; 2] {
        let mut game = Rps::new(variant);
        game.apply_together(&choices);
        assert_eq!(game.turn(), Turn::Over);
        [0, 1].map(|who| game.payoff(Player(who)) * variant.unit())
    }

    /// The first player's points when one side plays the pure `choice` and the other side `mix`.
    fn against(variant: Variant, choice: Choice, mix: &[f64], pure_seat: usize) -> f64 {
        let point = |other| {
            points(variant, if pure_seat == 0 { [choice, other] } else { [other, choice] })[0]
        };
        variant.choices().iter().zip(mix).map(|(&other, p)| p * point(other)).sum()
    }

    #[test]
    fn contract() {
        for variant in Variant::ALL {
            let start = Rps::new(variant);
            let contract = Contract::new(&start).longest(1);
            contract.rules().chance().outcomes().hidden().observed().notation().picture().key();
        }
    }

    #[test]
    fn rock_paper_scissors() {
        for (winner, loser) in [(Rock, Scissors), (Paper, Rock), (Scissors, Paper)] {
            assert_eq!(points(Variant::Plain, [winner, loser]), [1.0, -1.0]);
            assert_eq!(points(Variant::Plain, [loser, winner]), [-1.0, 1.0]);
            assert_eq!(points(Variant::Plain, [winner, winner]), [0.0, 0.0]);
        }
    }

    #[test]
    fn stakes() {
        assert_eq!(points(Variant::Biased, [Rock, Scissors]), [50.0, -50.0]);
        assert_eq!(points(Variant::Biased, [Rock, Paper]), [-25.0, 25.0]);
        assert_eq!(points(Variant::Biased, [Scissors, Paper]), [5.0, -5.0]);
        assert_eq!(points(Variant::Mild, [Scissors, Rock]), [-2.0, 2.0]);
        assert_eq!(points(Variant::Asymmetric, [Rock, Scissors]), [3.0, -3.0]);
        assert_eq!(points(Variant::Asymmetric, [Scissors, Rock]), [-1.0, 1.0]);
        assert_eq!(points(Variant::Pennies, [Heads, Heads]), [1.0, -1.0]);
        assert_eq!(points(Variant::Pennies, [Heads, Tails]), [-1.0, 1.0]);
    }

    #[test]
    fn a_picture_shows_the_points_if_there_are_any() {
        for (position, label) in
            [("paper rock", "Player 1 gets +1"), ("rock rock", "Neither player gets points")]
        {
            let game = Rps::default().parse_position(position).expect(position);
            let scene = Rps::picture(&game, Player(1), None);
            assert_eq!(scene.parts.last(), Some(&Part::Label(label.to_string())));
        }
    }

    /// Every matrix has the known solution: against either optimal mix every choice earns exactly
    /// the value, since all mixes have full support.
    #[test]
    fn known_solutions() {
        let third = [1.0 / 3.0; 3];
        let biased = [1.0, 10.0, 5.0].map(|p| p / 16.0);
        let [row, column] = [[3.0, 7.0, 5.0], [5.0, 7.0, 3.0]].map(|mix| mix.map(|p| p / 15.0));
        let solutions: [(Variant, &[f64], &[f64], f64); 5] = [
            (Variant::Plain, &third, &third, 0.0),
            (Variant::Biased, &biased, &biased, 0.0),
            (Variant::Mild, &[0.25, 0.5, 0.25], &[0.25, 0.5, 0.25], 0.0),
            (Variant::Asymmetric, &row, &column, 2.0 / 15.0),
            (Variant::Pennies, &[0.5; 2], &[0.5; 2], 0.0),
        ];
        for (variant, row, column, value) in solutions {
            for &choice in variant.choices() {
                let earned =
                    [against(variant, choice, column, 0), against(variant, choice, row, 1)];
                assert!(
                    earned.iter().all(|e| (e - value).abs() < 1e-12),
                    "{variant:?} {choice:?}: {earned:?}"
                );
            }
        }
    }

    #[test]
    fn variants_have_names() {
        for variant in Variant::ALL {
            assert_eq!(Variant::parse(variant.name()), Ok(variant));
        }
        let error = Variant::parse("lizard").unwrap_err();
        assert_eq!(
            error,
            "a variant is one of rps, biased, mild, asymmetric, pennies, not \"lizard\""
        );
    }

    #[test]
    fn positions_read_as_documented() {
        let mut game = Rps::default();
        assert_eq!(game.position(), "-");
        game.apply_together(&[Rock, Paper]);
        assert_eq!(game.position(), "rock paper");
        for text in ["", "rock", "rock ", "rock  paper", "rock paper scissors", "heads tails"] {
            assert!(Rps::default().parse_position(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn any_text_is_survived() {
        for variant in Variant::ALL {
            parsers_survive(&Rps::new(variant), "-|((rock|paper|scissors|heads|tails) ?){1,3}");
        }
    }
}
