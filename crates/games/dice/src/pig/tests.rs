//! Pig, compared with its rules and with values from an independent program.

use super::*;
use crate::census::every_state;
use crate::policies::{wins_beginning, worth};
use crate::spelling::{after, parsers_survive, strict_notation};
use sortilege::game::{Notation, Picture};
use sortilege::playout::{Policy, Rollout, Uniform};
use sortilege::scene::Part;
use sortilege::testing::{Contract, odds};
use std::collections::HashSet;
use std::sync::LazyLock;

static RACE_TO_100: LazyLock<Solution> = LazyLock::new(|| Solution::new(100));

fn pig(goal: u8) -> Pig {
    Pig::new(goal).expect("a valid goal")
}

fn at(position: &str) -> Pig {
    Pig::default().parse_position(position).unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// Player 1 to decide.
fn decision(mine: u8, theirs: u8, total: u8) -> Pig {
    at(&format!("{mine}-{theirs} total {total} player 1 decides"))
}

fn actions(state: &Pig) -> Vec<Action> {
    let mut list = vec![];
    state.actions(&mut list);
    list
}

fn close(found: f64, right: f64, tolerance: f64, what: &str) {
    assert!((found - right).abs() < tolerance, "{what}: {found} instead of {right}");
}

#[test]
fn keeps_the_contract() {
    for start in [100, 20, 1, 240].map(pig).into_iter().chain([by_faces()]) {
        let contract = Contract::new(&start).games(if start.goal == 240 { 5 } else { 25 });
        contract
            .rules()
            .chance()
            .outcomes()
            .hidden()
            .observed()
            .notation()
            .picture()
            .evaluation(&mut Evaluation::default())
            .key();
    }
}

#[test]
fn notation_is_strict() {
    strict_notation(&pig(12));
    strict_notation(&pig(3));
    parsers_survive(
        &Pig::default(),
        "[0-9]{1,2}-[0-9]{1,2} total [0-9]{1,2} player [12] (decides|throws|won)",
    );
}

#[test]
fn keys_of_all_states_differ() {
    let mut keys = HashSet::new();
    for start in [pig(25), pig(24)] {
        assert!(every_state(&start).iter().all(|state| keys.insert(state.key())));
    }
}

/// The accepted positions are exactly those that can occur in play.
#[test]
fn positions_are_the_ones_that_a_game_can_come_to() {
    for goal in [1, 4, 5, 13] {
        let states: HashSet<String> = every_state(&pig(goal)).iter().map(Pig::position).collect();
        let mut accepted = 0;
        for (first, second, total) in
            (0..30).flat_map(|i| (0..30).flat_map(move |j| (0..30).map(move |k| (i, j, k))))
        {
            for end in ["1 decides", "2 decides", "1 throws", "2 throws", "1 won", "2 won"] {
                let text = format!("{first}-{second} total {total} player {end}");
                let read = pig(goal).parse_position(&text).is_ok();
                assert_eq!(read, states.contains(&text), "{text} in a race to {goal}");
                accepted += usize::from(read);
            }
        }
        assert_eq!(accepted, states.len());
    }
}

#[test]
fn impossible_settings_and_positions_are_refused() {
    assert!(Pig::new(0).is_err() && Pig::new(241).is_err());
    for (text, reason) in [
        ("40-30 total 17 player 3 decides", "reads like"),
        ("40-30 total 17 player 1 sleeps", "reads like"),
        ("40-30 total 17 player 1 decides ", "reads like"),
        ("40 30 total 17 player 1 decides", "reads like"),
        ("40-030 total 17 player 1 decides", "numbers from 0 to 255"),
        ("40-3 total 17 player 1 decides", "less than 4"),
        ("40-30 total 60 player 1 decides", "have won"),
        ("100-30 total 0 player 1 decides", "have won"),
        ("40-100 total 0 player 1 decides", "would have won"),
        ("112-30 total 0 player 1 won", "100 to 111"),
        ("100-30 total 4 player 1 won", "100 to 111"),
    ] {
        let error = Pig::default().parse_position(text).unwrap_err();
        assert!(error.contains(reason), "{text:?}: {error}");
    }
}

#[test]
fn a_throw_without_a_one_leaves_a_choice() {
    let state = after(&Pig::default(), "roll +8");
    assert_eq!(state.position(), "0-0 total 8 player 1 decides");
    assert_eq!(actions(&state), [Action::Roll, Action::Stop]);
}

#[test]
fn ones_lose_the_total_or_the_score_too() {
    let state = at("40-30 total 17 player 1 throws");
    assert_eq!(after(&state, "one").position(), "40-30 total 0 player 2 decides");
    assert_eq!(after(&state, "ones").position(), "0-30 total 0 player 2 decides");
}

#[test]
fn reaching_the_goal_wins_at_once() {
    let won = after(&at("88-30 total 6 player 1 throws"), "+6");
    assert_eq!((won.turn(), won.position().as_str()), (Turn::Over, "100-30 total 0 player 1 won"));
    assert_eq!([0, 1].map(|who| won.payoff(Player(who))), [1.0, -1.0]);
    assert_eq!([0, 1].map(|who| worth(Evaluation::default(), &won, Player(who))), [1.0, -1.0]);
}

#[test]
fn stopping_banks_and_the_first_roll_is_compulsory() {
    let state = after(&decision(40, 30, 17), "stop");
    assert_eq!(state.position(), "57-30 total 0 player 2 decides");
    assert_eq!(actions(&state), [Action::Roll]);
    assert_eq!(state.parse_action("stop"), None);
}

/// 11 outcomes; a throw collects 50/9 points on average, as long as nothing can be lost.
#[test]
fn odds_of_a_throw() {
    let mut throws = vec![];
    at("0-0 total 0 player 1 throws").outcomes(&mut throws);
    assert_eq!(throws.len(), 11);
    close(throws.iter().map(|&(_, p)| p).sum(), 1.0, 1e-12, "all odds");
    let gain = |&(throw, p): &(Action, f64)| {
        if let Action::Sum(sum) = throw { p * f64::from(sum) } else { 0.0 }
    };
    close(throws.iter().map(gain).sum(), 50.0 / 9.0, 1e-12, "points");
}

/// A game from start to end.
#[test]
fn a_whole_game() {
    let mut state = pig(30);
    for (names, position) in [
        ("roll +8 roll +7 stop", "15-0 total 0 player 2 decides"),
        ("roll one", "15-0 total 0 player 1 decides"),
        ("roll +12", "15-0 total 12 player 1 decides"),
        ("roll ones", "0-0 total 0 player 2 decides"),
        ("roll +11 roll +12", "0-0 total 23 player 2 decides"),
        ("stop roll +4 stop", "4-23 total 0 player 2 decides"),
        ("roll", "4-23 total 0 player 2 throws"),
        ("+9", "4-32 total 0 player 2 won"),
    ] {
        state = after(&state, names);
        assert_eq!(state.position(), position, "after {names}");
    }
    assert_eq!((state.turn(), state.payoff(Player(0))), (Turn::Over, -1.0));
}

#[test]
fn values_of_starts() {
    close(RACE_TO_100.win_probability(&Pig::default()), 0.519_558_893_9, 1e-9, "a race to 100");
    close(RACE_TO_100.value(&Pig::default(), Player(1)), -0.039_117_787_7, 1e-9, "its value");
    let short = Solution::new(20);
    close(short.win_probability(&pig(20)), 0.602_857_678_3, 1e-9, "a race to 20");
    let state = pig(20).parse_position("0-0 total 10 player 1 decides").unwrap();
    let values = short.action_values(&state).into_iter().map(|(_, value)| value);
    for (found, right) in values.zip([0.717_862_709_9, 0.502_406_749_9]) {
        close(found, right, 1e-9, "a race to 20, total 10");
    }
}

/// Own score, the other's, total; the values of rolling and of stopping.
const VALUES: [(u8, u8, u8, f64, f64); 12] = [
    (0, 0, 10, 0.541_774_474_5, 0.526_000_510_5),
    (0, 0, 20, 0.576_010_849_6, 0.575_652_014_0),
    (0, 0, 25, 0.595_054_635_7, 0.601_866_734_8),
    (0, 0, 30, 0.614_401_231_3, 0.628_901_371_1),
    (50, 50, 20, 0.635_651_185_0, 0.641_690_208_0),
    (50, 50, 25, 0.665_990_695_9, 0.692_649_109_4),
    (80, 20, 15, 0.943_014_530_7, 0.945_378_025_5),
    (20, 80, 15, 0.161_289_605_5, 0.151_987_083_8),
    (20, 80, 30, 0.206_104_751_3, 0.205_866_217_7),
    (90, 90, 4, 0.768_732_098_0, 0.374_583_555_5),
    (0, 99, 20, 0.045_976_709_3, 0.031_917_870_7),
    (0, 99, 60, 0.159_886_182_8, 0.079_443_605_5),
];

#[test]
fn values_of_decisions() {
    for (mine, theirs, total, roll, stop) in VALUES {
        let state = decision(mine, theirs, total);
        let [(Action::Roll, found_roll), (Action::Stop, found_stop)] =
            RACE_TO_100.action_values(&state)[..]
        else {
            panic!("two actions")
        };
        close(found_roll, roll, 1e-9, "roll");
        close(found_stop, stop, 1e-9, "stop");
        close(RACE_TO_100.win_probability(&state), roll.max(stop), 1e-9, "the better one");
        let best = if roll > stop { Action::Roll } else { Action::Stop };
        let played = Optimal::new(&RACE_TO_100).action(&state, &mut vec![], &mut Rng::new(1));
        assert_eq!(played, best, "{}", state.position());
    }
    close(RACE_TO_100.win_probability(&decision(99, 0, 0)), 0.976_506_338_5, 1e-9, "99-0");
    // Any throw without a 1 wins, so the other value follows by hand.
    let even = RACE_TO_100.win_probability(&decision(99, 99, 0));
    close(even, (36.0 - RACE_TO_100.win_probability(&decision(99, 0, 0))) / 46.0, 1e-12, "99-99");
    close(even, 0.761_380_297_0, 1e-9, "99-99");
}

/// The smallest total at which to stop, 0 for never, by own score and the other's.
#[test]
fn totals_to_hold_at() {
    const THEIRS: [u8; 7] = [0, 20, 40, 60, 80, 90, 99];
    for (mine, totals) in [
        (0, [21, 22, 24, 27, 23, 0, 0]),
        (20, [18, 19, 21, 26, 31, 0, 0]),
        (40, [15, 16, 19, 21, 0, 0, 0]),
        (60, [12, 14, 15, 16, 0, 0, 0]),
        (70, [11, 11, 11, 0, 0, 0, 0]),
        (80, [7, 8, 0, 0, 0, 0, 0]),
        (90, [0; 7]),
        (95, [0; 7]),
    ] {
        assert_eq!(
            THEIRS.map(|theirs| RACE_TO_100.stops(mine, theirs).next().unwrap_or(0)),
            totals,
            "{mine}"
        );
    }
}

/// There is a total at which stopping is best and a larger one at which rolling is best.
#[test]
fn best_play_is_no_threshold() {
    let rolls_again = |mine: u8, theirs: u8| {
        let stops: Vec<u8> = RACE_TO_100.stops(mine, theirs).collect();
        stops.first().is_some_and(|&first| stops.len() < usize::from(100 - mine - first))
    };
    let pairs = (0..100).flat_map(|mine| (0..100).map(move |theirs| (mine, theirs)));
    assert_eq!(pairs.filter(|&(mine, theirs)| rolls_again(mine, theirs)).count(), 1217);
}

/// Every value follows from the next ones by the rules, chance events included.
#[test]
fn the_solution_agrees_with_the_rules() {
    let solution = Solution::new(25);
    for state in every_state(&pig(25)) {
        let next = |action: Action| solution.value(&state.after(action), Player(0));
        let value = match state.turn() {
            Turn::Over => state.payoff(Player(0)),
            Turn::Chance => {
                let mut throws = vec![];
                state.outcomes(&mut throws);
                throws.into_iter().map(|(throw, p)| p * next(throw)).sum()
            }
            _ if state.mover() == Player(0) => {
                actions(&state).into_iter().map(next).fold(-1.0, f64::max)
            }
            _ => actions(&state).into_iter().map(next).fold(1.0, f64::min),
        };
        close(solution.value(&state, Player(0)), value, 1e-12, &state.position());
    }
}

#[test]
fn play_is_worth_what_the_solution_says() {
    let (start, games, mut optimal) = (Pig::default(), 50_000, Optimal::new(&RACE_TO_100));
    let bound = odds::mean_bound(games.into(), 0.0, 1.0);
    let value = RACE_TO_100.win_probability(&start);
    close(
        wins_beginning(&start, &mut optimal.clone(), &mut optimal, games),
        value,
        bound,
        "best play",
    );
    // A deviation from best play cannot gain.
    let second = wins_beginning(&start, &mut HoldAt::default(), &mut optimal, games);
    assert!(second < value + bound && second > 0.45, "holding at a total wins {second}");
    let random = wins_beginning(&start, &mut Uniform, &mut optimal, games / 10);
    assert!(random < 0.42, "random play wins {random}");
}

/// Compulsory rolls are counted.
#[test]
fn games_have_about_sixty_decisions() {
    fn decisions<P: Policy<Pig>>(policy: P) -> f64 {
        let (mut playout, mut rng, games) = (Rollout::new(policy), Rng::new(1), 20_000);
        let all: u32 = (0..games).map(|_| playout.run(&mut Pig::default(), &mut rng)).sum();
        f64::from(all) / f64::from(games)
    }
    close(decisions(Uniform), 59.7, 1.0, "random play");
    close(decisions(Optimal::new(&RACE_TO_100)), 58.2, 1.0, "best play");
}

/// Compared with exact values of states in best play; the fit is much closer than the plain lead.
#[test]
fn evaluations_come_close_to_the_truth() {
    let mut errors = [0.0; 2];
    let (mut rng, mut optimal, mut met) = (Rng::new(2), Optimal::new(&RACE_TO_100), 0.0);
    for _ in 0..500 {
        let mut state = Pig::default();
        while state.turn() != Turn::Over {
            match state.turn() {
                Turn::Chance => state.apply(state.sample(&mut rng)),
                _ => {
                    let value = RACE_TO_100.value(&state, Player(0));
                    for (error, kind) in
                        errors.iter_mut().zip([Evaluation::Simple, Evaluation::Fitted])
                    {
                        let [first, second] = [0, 1].map(|who| worth(kind, &state, Player(who)));
                        assert_eq!(first, -second);
                        *error += (first - value).powi(2);
                    }
                    met += 1.0;
                    state.apply(optimal.action(&state, &mut vec![], &mut rng));
                }
            }
        }
    }
    let [simple, fitted] = errors.map(|error| (error / met).sqrt());
    close(simple, 0.108, 0.02, "error of the lead");
    close(fitted, 0.044, 0.01, "error of the fit");
}

fn by_faces() -> Pig {
    Pig::default().throws(Throws::Faces)
}

/// With distinct faces there are 21 throws, whose effects and probabilities agree with those of the
/// 11.
#[test]
fn faces_bring_what_sums_say() {
    let (mut faces, mut sums) = (vec![], vec![]);
    after(&by_faces(), "roll").outcomes(&mut faces);
    after(&Pig::default(), "roll").outcomes(&mut sums);
    assert_eq!((faces.len(), sums.len()), (21, 11));
    for &(throw, odds) in &sums {
        let alike = faces.iter().filter(|(faces, _)| faces.brings() == throw);
        close(alike.map(|&(_, odds)| odds).sum(), odds, 1e-12, "odds");
        for &(faces, _) in faces.iter().filter(|(faces, _)| faces.brings() == throw) {
            let [one, other] = [(by_faces(), faces), (Pig::default(), throw)]
                .map(|(start, throw)| after(&start, "roll").after(throw).position());
            assert_eq!(one, other);
        }
    }
    let state = after(&by_faces(), "roll 25 roll 14");
    assert_eq!(state.position(), "0-0 total 0 player 2 decides");
    assert_ne!(state.key(), after(&Pig::default(), "roll +7 roll one").key());
    assert_eq!(state.action_words(Action::Faces(25)), "the dice bring 7");
}

#[test]
fn faces_are_drawn_as_often_as_they_say() {
    let state = after(&by_faces(), "roll");
    let (mut all, mut rng) = (vec![], Rng::new(3));
    state.outcomes(&mut all);
    let mut counts = vec![0; all.len()];
    for _ in 0..36_000 {
        let drawn = state.sample(&mut rng);
        counts[all.iter().position(|&(throw, _)| throw == drawn).expect("a listed throw")] += 1;
    }
    odds::fit(&counts, &all.iter().map(|&(_, odds)| odds).collect::<Vec<_>>()).unwrap();
}

#[test]
fn leads_by_hand() {
    let state = decision(42, 8, 17);
    let both = |kind| [0, 1].map(|who| worth(kind, &state, Player(who)));
    assert_eq!(both(Evaluation::Banked), [0.34, -0.34]);
    assert_eq!(both(Evaluation::Simple), [0.51, -0.51]);
}

#[test]
fn a_picture_shows_the_race() {
    let scene = Pig::picture(&decision(42, 8, 17), Player(0), Some(Action::Sum(9)));
    let Part::Board(board) = &scene.parts[1] else { panic!("a board") };
    let texts: Vec<&str> = board
        .cells
        .iter()
        .map(|cell| cell.piece.as_ref().map_or(".", |piece| &piece.text))
        .collect();
    assert_eq!(texts[..10], ["=", "=", "=", "=", "42", "59", ".", ".", ".", "."]);
    assert_eq!(texts[10..], ["8", ".", ".", ".", ".", ".", ".", ".", ".", "."]);
    assert_eq!(board.row_names, ["Player 1 42", "Player 2 8"]);
    assert_eq!(Pig::picture(&decision(42, 8, 17), Player(1), None).parts.len(), 2);
}

#[test]
fn rules_can_be_followed() {
    sortilege::testing::handbook(&super::Pig::default(), super::RULES);
}
