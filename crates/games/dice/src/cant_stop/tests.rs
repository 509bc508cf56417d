//! Can't Stop, compared with its rules and with values from an independent program.

use super::*;
use crate::policies::{wins, worth};
use crate::spelling::{after, parsers_survive};
use proptest::{prop_assert_eq, proptest};
use sortilege::exact::Expectimax;
use sortilege::game::{Notation, Picture};
use sortilege::playout::{Policy, Rollout, Uniform};
use sortilege::scene::{Part, Shade};
use sortilege::testing::{Contract, odds};
use std::collections::HashMap;

fn at(position: &str) -> CantStop {
    CantStop::default()
        .parse_position(position)
        .unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// Columns of one step each.
fn flat(columns: u8) -> CantStop {
    CantStop::new(Rules { shortest: 1, slope: 0, columns }).expect("short columns")
}

/// The actions of the player on turn.
fn actions(state: &CantStop) -> String {
    let mut list = vec![];
    state.actions(&mut list);
    list.iter().map(|&action| state.action_name(action)).collect::<Vec<_>>().join(" ")
}

/// The advances after a throw, or `bust`.
fn advances(position: &str, dice: &str) -> String {
    let state = after(&at(position), dice);
    match state.phase {
        Phase::Advance(_) => actions(&state),
        _ => "bust".to_string(),
    }
}

#[test]
fn keeps_the_contract() {
    for rules in [
        Rules::default(),
        Rules { shortest: 1, slope: 0, columns: 2 },
        Rules { shortest: 2, slope: 1, columns: 1 },
    ] {
        let start = CantStop::new(rules).expect("valid rules");
        let contract = Contract::new(&start).games(10).longest(4000);
        contract
            .rules()
            .chance()
            .hidden()
            .observed()
            .notation()
            .picture()
            .evaluation(&mut Evaluation::Progress)
            .key();
    }
    Contract::new(&flat(3)).games(2).outcomes();
}

/// The first throw is compulsory and takes a move: otherwise a look-ahead through busts would never
/// end.
#[test]
fn a_turn_begins_with_a_throw() {
    assert_eq!(actions(&CantStop::default()), "roll");
    assert_eq!(actions(&at("- - runners 7-1 turn 1 decides")), "roll stop");
    for position in ["- - runners - turn 1 decides", "2-3,12-3 3-5,11-5 runners - turn 9 decides"] {
        let state = at(position);
        let mut rng = Rng::new(1);
        assert_eq!(RuleOf28::default().action(&state, &mut vec![], &mut rng), Action::Roll);
        assert_eq!(OneMoreRoll.action(&state, &mut vec![], &mut rng), Action::Roll);
        assert_eq!(state.random_action(&mut vec![], &mut rng), Action::Roll);
    }
}

#[test]
fn impossible_settings_and_positions_are_refused() {
    for (shortest, slope, columns) in
        [(0, 2, 3), (3, 3, 3), (16, 0, 3), (3, 2, 0), (3, 2, 4), (255, 255, 3)]
    {
        assert!(
            CantStop::new(Rules { shortest, slope, columns }).is_err(),
            "{shortest} {slope} {columns}"
        );
    }
    for (text, reason) in [
        ("- - runners - turn 1", "reads like"),
        ("- - runners - turn 1 sleeps", "reads like"),
        ("- - runners - turn 1 advances-1243", "reads like"),
        ("- - runners - turn 0 throws", "from 1 to 500"),
        ("- - runners - turn 01 throws", "from 1 to 500"),
        ("- - runners - turn 502 drawn", "from 1 to 500"),
        ("13-1 - runners - turn 1 throws", "no list"),
        ("2-4 - runners - turn 1 throws", "no list"),
        ("2-0 - runners - turn 1 throws", "no list"),
        ("7-1,6-1 - runners - turn 1 throws", "no list"),
        ("7-1,7-2 - runners - turn 1 throws", "no list"),
        ("2-3 2-3 runners - turn 1 throws", "no player can win"),
        ("7-3 - runners 7-3 turn 1 decides", "above what is banked"),
        ("- 2-3 runners 2-1 turn 1 decides", "above what is banked"),
        ("- - runners 2-1,3-1,4-1,5-1 turn 1 decides", "do not fit"),
        ("- - runners 10-1,11-1,12-1 turn 1 advances-1234", "do not fit"),
        ("2-3,12-3 - runners 3-5 turn 1 decides", "do not fit"),
        ("2-3,12-3,3-5 - runners - turn 1 won", "no list"),
        ("2-3,3-5,12-3 - runners - turn 2 won", "do not fit"),
        ("2-3,3-5,12-3 - runners - turn 2 throws", "do not fit"),
        ("2-3,12-3 - runners - turn 1 won", "do not fit"),
        ("- - runners - turn 501 throws", "do not fit"),
        ("- - runners - turn 500 drawn", "do not fit"),
    ] {
        let error = CantStop::default().parse_position(text).unwrap_err();
        assert!(error.contains(reason), "{text:?}: {error}");
    }
}

proptest! {
    #[test]
    fn whatever_is_read_is_written_back(
        text in "(2-[0-4]|6-1,8-3|-) (7-[0-9]{1,2}|3-5|-) runners (2-[0-4]|6-2,9-1|-) turn [0-9]{1,3} (throws|decides|won|advances-[1-6]{4})"
    ) {
        if let Ok(state) = CantStop::default().parse_position(&text) {
            prop_assert_eq!(state.position(), text);
        }
    }
}

#[test]
fn parsers_do_not_stumble() {
    parsers_survive(
        &CantStop::default(),
        "[0-9]{1,2}\\+[0-9]{1,2}|[1-6]{4}|roll|stop|[0-9]-[0-9] - runners - turn 1 throws",
    );
}

#[test]
fn throws_and_their_odds() {
    let mut outcomes = vec![];
    CantStop::default().outcomes(&mut outcomes);
    assert_eq!(outcomes.len(), 126);
    let total: f64 = outcomes.iter().map(|&(_, p)| p).sum();
    assert!((total - 1.0).abs() < 1e-12, "{total}");
    let mut of_weight = HashMap::new();
    Dice::all().for_each(|dice| {
        *of_weight.entry((dice.probability() * 1296.0).round() as u32).or_insert(0) += 1
    });
    assert_eq!(of_weight, HashMap::from([(1, 6), (4, 30), (6, 15), (12, 60), (24, 15)]));
    assert_eq!(Dice::new([4, 2, 3, 1]).map(Dice::faces), Some([1, 2, 3, 4]));
    assert_eq!(Dice::new([0, 2, 3, 1]), None);
}

#[test]
fn sampled_throws_fit_their_odds() {
    let (mut counts, mut rng) = ([0; 126], Rng::new(1));
    for _ in 0..200_000 {
        let Action::Throw(dice) = CantStop::default().sample(&mut rng) else { panic!("a throw") };
        counts[usize::from(dice.number())] += 1;
    }
    let all: Vec<f64> = Dice::all().map(Dice::probability).collect();
    odds::fit(&counts, &all).expect("fair dice");
}

/// Ordered throws with a sum in the set.
fn hits(sums: &[u8]) -> u32 {
    let mask = sums.iter().fold(0, |mask, &sum| mask | Column::new(sum).expect("a column").bit());
    Dice::all()
        .filter(|dice| dice.sums() & mask != 0)
        .map(|dice| (dice.probability() * 1296.0).round() as u32)
        .sum()
}

#[test]
fn throws_that_can_be_played() {
    for (sums, count) in [
        (&[6, 7, 8][..], 1192),
        (&[5, 7, 8], 1185),
        (&[6, 7, 9], 1185),
        (&[4, 6, 8], 1181),
        (&[6, 8, 10], 1181),
        (&[4, 7, 10], 1136),
        (&[5, 7, 9], 1106),
        (&[2, 7, 12], 1012),
        (&[2, 3, 4], 676),
        (&[10, 11, 12], 676),
        (&[2, 3, 12], 568),
        (&[2, 11, 12], 568),
        (&[2, 12], 336),
        (&[4, 5, 6, 7, 8, 9, 10], 1286),
    ] {
        assert_eq!(hits(sums), count, "{sums:?}");
    }
    for (sum, count) in (2..).zip([171, 302, 461, 580, 727, 834]) {
        assert_eq!([hits(&[sum]), hits(&[14 - sum])], [count; 2], "{sum}");
    }
    let mut of_size = [0; 4];
    for dice in Dice::all() {
        of_size[CantStop::default().options(dice).list().len()] +=
            (dice.probability() * 1296.0).round() as u32;
    }
    assert_eq!(of_size, [0, 126, 810, 360]);
}

#[test]
fn advances_by_example() {
    for (position, dice, right) in [
        ("- - runners - turn 1 throws", "1234", "3+7 4+6 5+5"),
        ("- - runners - turn 1 throws", "1334", "4+7 5+6"),
        ("- - runners 7-1 turn 1 throws", "2255", "4+10 7+7"),
        ("- - runners 6-1,8-1 turn 1 throws", "1234", "3 7 4+6 5+5"),
        ("- - runners 6-1,8-1,9-1 turn 1 throws", "1234", "6"),
        ("- - runners 5-1,8-1,9-1 turn 1 throws", "1234", "5+5"),
        ("- - runners 10-1,11-1,12-1 turn 1 throws", "1234", "bust"),
        ("- - runners - turn 1 throws", "1111", "2+2"),
        ("2-2 - runners - turn 1 throws", "1111", "2"),
        ("2-3 - runners - turn 1 throws", "1111", "bust"),
        ("- 2-3 runners - turn 1 throws", "1111", "bust"),
        ("- - runners 2-3 turn 1 throws", "1111", "bust"),
        ("12-3 - runners 6-1,7-1,11-1 turn 1 throws", "5666", "11"),
    ] {
        assert_eq!(advances(position, dice), right, "{position}, {dice}");
    }
}

/// A runner on top has not won its column yet.
#[test]
fn only_a_stop_wins_a_column() {
    let state = after(&at("7-12 - runners - turn 1 throws"), "2256 7+8");
    assert_eq!(state.position(), "7-12 - runners 7-13,8-1 turn 1 decides");
    assert_eq!((state.won, actions(&state).as_str()), ([0, 0], "roll stop"));
    let banked = after(&state, "stop");
    assert_eq!(banked.position(), "7-13,8-1 - runners - turn 2 decides");
    assert_eq!(banked.won, [Column::new(7).unwrap().bit(), 0]);
    // The 7 is closed to the other player now.
    assert_eq!(after(&banked, "roll 1166").position(), "7-13,8-1 - runners - turn 2 advances-1166");
    assert_eq!(actions(&after(&banked, "roll 1166")), "2+12");
    // The last step is lost with the turn.
    let lost = after(&at("7-12 - runners 6-1,7-13,8-1 turn 1 throws"), "1111");
    assert_eq!(lost.position(), "7-12 - runners - turn 2 decides");
}

#[test]
fn the_third_column_wins_at_once() {
    let won = after(&at("2-3,7-12 3-5 runners 12-3 turn 1 throws"), "3344 7");
    assert_eq!(won.position(), "2-3,7-13,12-3 3-5 runners - turn 1 won");
    assert_eq!((won.turn(), won.payoff(Player(0)), won.payoff(Player(1))), (Turn::Over, 1.0, -1.0));
    assert_eq!([0, 1].map(|who| worth(Evaluation::Progress, &won, Player(who))), [1.0, -1.0]);
}

#[test]
fn the_last_turn_makes_a_draw() {
    let drawn = after(&at("- - runners 7-1 turn 500 decides"), "stop");
    assert_eq!(drawn.position(), "- 7-1 runners - turn 501 drawn");
    assert_eq!(
        (drawn.turn(), drawn.payoff(Player(0)), drawn.payoff(Player(1))),
        (Turn::Over, 0.0, 0.0)
    );
}

/// Any sum from 4 to 10 wins at once, so the value is a geometric series.
#[test]
fn a_race_for_the_last_column() {
    let below = "4-6,5-8,6-10,7-12,8-10,9-8,10-6";
    // With 100 turns to come, the horizon has no effect.
    let state = at(&format!("2-3,{below},12-3 3-5,{below},11-5 runners - turn 401 throws"));
    let found = (Expectimax::with_memo().value(&state)[0] + 1.0) / 2.0;
    assert!((found - 648.0 / 653.0).abs() < 1e-12, "{found}");
}

/// The probability that player 1 wins with best play, by value iteration over the states between
/// throws.
struct Values {
    known: HashMap<CantStop, f64>,
    largest_change: f64,
}

impl Values {
    fn solve(start: &CantStop) -> Self {
        let mut values = Values { known: HashMap::new(), largest_change: 1.0 };
        let mut order = vec![];
        values.collect(start, &mut order);
        while values.largest_change > 1e-15 {
            values.largest_change = 0.0;
            order.iter().for_each(|state| values.improve(state));
        }
        values
    }

    /// The start of a turn from the same player's viewpoint, independent of the number of the turn.
    fn timeless(mut state: CantStop) -> CantStop {
        state.turns %= 2;
        state
    }

    fn next(state: &CantStop, action: Action) -> CantStop {
        Self::timeless(state.after(action))
    }

    /// All states before throws, later states first.
    fn collect(&mut self, state: &CantStop, order: &mut Vec<CantStop>) {
        if state.turn() == Turn::Over {
            return;
        }
        if state.turn() == Turn::Chance && self.known.insert(state.clone(), 0.5).is_some() {
            return;
        }
        crate::text::possible(state)
            .into_iter()
            .for_each(|action| self.collect(&Self::next(state, action), order));
        if state.turn() == Turn::Chance {
            order.push(state.clone());
        }
    }

    fn improve(&mut self, state: &CantStop) {
        let mut outcomes = vec![];
        state.outcomes(&mut outcomes);
        let value =
            outcomes.iter().map(|&(dice, p)| p * self.value(&Self::next(state, dice))).sum::<f64>();
        let known = self.known.get_mut(state).expect("all states are collected");
        self.largest_change = self.largest_change.max((value - *known).abs());
        *known = value;
    }

    fn value(&self, state: &CantStop) -> f64 {
        match state.turn() {
            Turn::Over => (state.payoff(Player(0)) + 1.0) / 2.0,
            Turn::Player(who) => {
                let mut actions = vec![];
                state.actions(&mut actions);
                let values = actions.iter().map(|&action| self.value(&Self::next(state, action)));
                if who == Player(0) {
                    values.fold(0.0, f64::max)
                } else {
                    values.fold(1.0, f64::min)
                }
            }
            _ => self.known[state],
        }
    }
}

/// Solved by an independent program.
#[test]
fn short_columns_are_solved() {
    let start = flat(2);
    let values = Values::solve(&start);
    for (position, right) in [
        ("- - runners - turn 1 throws", 0.999_996_427_767_676_5),
        ("7-1 6-1 runners - turn 1 throws", 0.996_156_802_459_646_4),
        ("6-1 7-1 runners - turn 2 throws", 1.0 - 0.996_156_802_459_646_4),
    ] {
        let found = values.value(&start.parse_position(position).unwrap());
        assert!((found - right).abs() < 1e-12, "{position}: {found} instead of {right}");
    }
}

/// A game from start to end.
#[test]
fn a_whole_game() {
    let mut state = CantStop::new(Rules { shortest: 2, slope: 0, columns: 2 }).unwrap();
    for (names, position) in [
        ("roll 1234", "- - runners - turn 1 advances-1234"),
        ("5+5", "- - runners 5-2 turn 1 decides"),
        ("stop", "5-2 - runners - turn 2 decides"),
        ("roll 1166 7+7", "5-2 - runners 7-2 turn 2 decides"),
        ("roll 1122 3+3", "5-2 3-2,7-2 runners - turn 2 won"),
    ] {
        state = after(&state, names);
        assert_eq!(state.position(), position, "after {names}");
    }
    assert_eq!((state.turn(), state.payoff(Player(0))), (Turn::Over, -1.0));
    let mut longer = CantStop::default();
    for (names, position) in [
        ("roll 1334 4+7 roll 2356 7+9", "- - runners 4-1,7-2,9-1 turn 1 decides"),
        ("roll 1111", "- - runners - turn 2 decides"),
        ("roll 3344 7+7 roll 1256", "- - runners 7-2 turn 2 advances-1256"),
        ("3+11 stop", "- 3-1,7-2,11-1 runners - turn 3 decides"),
    ] {
        longer = after(&longer, names);
        assert_eq!(longer.position(), position, "after {names}");
    }
}

#[test]
fn evaluation_by_hand() {
    // Player 1: 7 is won, 2 is climbed to two thirds, 6 and 8 by a runner to 4 and 3 of 11, and 12
    // is lost.
    let state = at("2-2,7-13,12-2 12-3 runners 6-4,8-3 turn 1 decides");
    let [two, six, eight] = [2.0_f64 / 3.0, 4.0 / 11.0, 3.0 / 11.0].map(|part| part.powi(2));
    let right = (1.0 + two + six + 0.1 * eight - 1.0) / 3.0;
    assert!((worth(Evaluation::Progress, &state, Player(0)) - right).abs() < 1e-12);
    assert_eq!(
        worth(Evaluation::Progress, &state, Player(1)),
        -worth(Evaluation::Progress, &state, Player(0))
    );
    // Runners do not count until they are banked.
    let banked = (1.0 + two - 1.0) / 3.0;
    assert!((worth(Evaluation::Banked, &state, Player(0)) - banked).abs() < 1e-12);
    let stopped = after(&state, "stop");
    assert!((worth(Evaluation::Banked, &stopped, Player(0)) - right).abs() < 1e-12);
    assert_eq!(
        worth(Evaluation::Banked, &stopped, Player(1)),
        worth(Evaluation::Progress, &stopped, Player(1))
    );
}

#[test]
fn rules_beat_random_play() {
    let rule = wins(&CantStop::default(), &mut RuleOf28::default(), &mut Uniform, 1000);
    assert!(rule > 0.95, "the rule of 28 wins {rule}");
    let throw = wins(&CantStop::default(), &mut OneMoreRoll, &mut Uniform, 200);
    assert!(throw > 0.95, "one more roll wins {throw}");
}

#[test]
fn random_games_have_36_turns() {
    let (mut playout, mut rng, games) = (Rollout::<CantStop>::default(), Rng::new(1), 5000);
    let mut turns = 0;
    for _ in 0..games {
        let mut state = CantStop::default();
        playout.run(&mut state, &mut rng);
        turns += u32::from(state.turns) + 1;
    }
    let mean = f64::from(turns) / f64::from(games);
    assert!((mean - 36.0).abs() < 1.5, "{mean} turns");
}

#[test]
fn a_picture_shows_players_and_runners() {
    let state = at("2-1,7-3 2-1,6-2 runners 6-2,7-4 turn 1 decides");
    let last = Action::Two(Column::new(6).unwrap(), Column::new(7).unwrap());
    let scene = CantStop::picture(&state, Player(0), Some(last));
    let Part::Board(board) = &scene.parts[1] else { panic!("a board") };
    let cell = |sum: usize, step: usize| &board.cells[(13 - step) * 11 + sum - 2];
    let text = |sum, step| {
        cell(sum, step).piece.as_ref().map(|piece| piece.text.clone()).unwrap_or_default()
    };
    assert_eq!(
        [text(2, 1), text(6, 2), text(7, 3), text(7, 4), text(8, 1)],
        ["12", "2^", "1", "^", ""]
    );
    assert!(cell(7, 4).last && cell(6, 2).last && !cell(7, 3).last);
    assert_eq!(
        [cell(2, 3), cell(2, 4), cell(7, 13)].map(|cell| cell.shade),
        [Shade::Marked, Shade::Absent, Shade::Marked]
    );
    let gesture = |action| CantStop::gesture(&state, Player(0), action);
    assert_eq!(
        [last, Action::Roll].map(gesture),
        ["Advance 6 and 7", "Roll"].map(sortilege::scene::Gesture::button)
    );
}

#[test]
fn rules_can_be_followed() {
    sortilege::testing::handbook(&super::CantStop::default(), super::RULES);
}

#[test]
fn a_lost_turn_is_described() {
    let state = at("- - runners 2-1,3-1,12-1 turn 1 throws");
    let words = |dice: &str| state.action_words(state.parse_action(dice).expect(dice));
    assert_eq!(words("1146"), "the dice show 1 1 4 6");
    assert_eq!(words("3344"), "the dice show 3 3 4 4: no runner can move, and the turn is lost");
}
