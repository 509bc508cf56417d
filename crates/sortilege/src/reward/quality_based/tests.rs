//! Equations 3 to 8 computed by hand, and the differences between the modes.

use super::*;
use crate::Rng;
use crate::reward::Scale;
use proptest::prelude::*;

/// A finished game with a given quality, or a game that is not over.
#[derive(Clone, Copy)]
struct Ended(Option<f64>);

impl Game for Ended {
    type Action = ();
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        if self.0.is_some() { Turn::Over } else { Turn::Player(Player(0)) }
    }
    fn actions(&self, _: &mut Vec<()>) {}
    fn apply(&mut self, (): ()) {}
    fn payoff(&self, _: Player) -> f64 {
        0.0
    }
}

impl Quality for Ended {
    fn quality(&self) -> f64 {
        self.0.expect("called only at the end")
    }
}

const WIN: [f64; 2] = [1.0, -1.0];
const LOSS: [f64; 2] = [-1.0, 1.0];
const DRAW: [f64; 2] = [0.0, 0.0];

fn credit<R: Reward<Ended>>(
    reward: &mut R,
    length: u32,
    quality: f64,
    payoffs: [f64; 2],
) -> [f64; 2] {
    let mut values = payoffs;
    reward.credit(&Ended(Some(quality)), Length { tree: 0, playout: length }, &mut values);
    values
}

/// The bonus of the winner of a game of this length with a base reward of 1.
fn bonus<R: Reward<Ended>>(reward: &mut R, length: u32, quality: f64) -> f64 {
    let [won, lost] = credit(reward, length, quality, WIN);
    assert_eq!(won, -lost);
    won - 1.0
}

fn close(found: f64, right: f64) {
    assert!((found - right).abs() < 1e-12, "{found}, not {right}");
}

fn begin<R: Reward<Ended>>(reward: &mut R, who: usize, iterations: u64) {
    reward.begin(&Ended(None), Player(who), &Budget::iterations(iterations));
}

/// A reward in the second decision of the first player, where every mode may give a bonus.
fn second_decision<M: Bonuses<Ended> + Send>(mut reward: QualityBased<M>) -> QualityBased<M> {
    begin(&mut reward, 0, 0);
    begin(&mut reward, 0, 0);
    reward
}

fn relative(mode: Mode, k: f64, a: Scale) -> QualityBased<Relative> {
    second_decision(QualityBased::relative(Bonus::new(mode, k, a)))
}

fn qualitative(mode: Mode, k: f64, a: Scale) -> QualityBased<Qualitative> {
    second_decision(QualityBased::qualitative(Bonus::new(mode, k, a)))
}

const MODES: [Mode; 3] = [Mode::Paper, Mode::AsRun, Mode::Fixed];
const QUARTER: Scale = Scale::Constant(0.25);

/// tanh 1, which is eq. 4 for a = 1 and k lambda = 2.
const TANH_1: f64 = 0.761_594_155_955_764_9;

#[test]
fn the_sigmoid_is_that_of_equation_4_and_its_tail_error_begins_beyond_10() {
    for mode in MODES {
        close(mode.sigmoid(0.0), 0.0);
        close(mode.sigmoid(2.0), TANH_1);
        close(mode.sigmoid(-2.0), -TANH_1);
        close(mode.sigmoid(10.0), 5f64.tanh());
        close(mode.sigmoid(-10.0), -5f64.tanh());
    }
    let beyond = 10.0 + 1e-9;
    for mode in [Mode::Paper, Mode::Fixed] {
        assert!(mode.sigmoid(beyond) > 0.999 && mode.sigmoid(-beyond) < -0.999);
        assert_eq!((mode.sigmoid(1e9), mode.sigmoid(-1e9)), (1.0, -1.0));
    }
    assert_eq!((Mode::AsRun.sigmoid(beyond), Mode::AsRun.sigmoid(-beyond)), (-1.0, 1.0));
}

/// Lengths of 10 and 20 have mean 15 and deviation 5, so for 10 eq. 3 gives lambda = 1 and for 20
/// it gives -1.
#[test]
fn the_relative_bonus_is_for_games_that_are_shorter_than_usual() {
    let seen = || {
        let mut reward = relative(Mode::Paper, 2.0, QUARTER);
        // One sample, then two equal ones: the deviation is 0, so there is no bonus.
        assert_eq!([10, 20].map(|length| bonus(&mut reward, length, 0.5)), [0.0, 0.0]);
        reward
    };
    close(bonus(&mut seen(), 10, 0.5), 0.25 * TANH_1);
    close(bonus(&mut seen(), 20, 0.5), -0.25 * TANH_1);
    close(bonus(&mut seen(), 15, 0.5), 0.0);
    // Each player has separate statistics: the second has not won yet. A draw has no sign.
    assert_eq!(credit(&mut seen(), 10, 0.5, LOSS), LOSS);
    assert_eq!(credit(&mut seen(), 10, 0.5, DRAW), DRAW);
}

/// Qualities of 0.2 and 0.6 have mean 0.4 and deviation 0.2: eq. 6 gives 1 for 0.6.
#[test]
fn the_qualitative_bonus_is_for_ends_that_are_better_than_usual() {
    let seen = || {
        let mut reward = qualitative(Mode::Paper, 2.0, QUARTER);
        assert_eq!([0.2, 0.6].map(|quality| bonus(&mut reward, 9, quality)), [0.0, 0.0]);
        reward
    };
    close(bonus(&mut seen(), 9, 0.6), 0.25 * TANH_1);
    close(bonus(&mut seen(), 9, 0.2), -0.25 * TANH_1);
}

#[test]
fn both_bonuses_add_up_and_scale_with_the_base() {
    let both = QualityBased::both(
        Bonus::new(Mode::Paper, 2.0, QUARTER),
        Bonus::new(Mode::Paper, 2.0, QUARTER),
    );
    let mut reward = second_decision(both);
    credit(&mut reward, 10, 0.2, WIN);
    credit(&mut reward, 20, 0.6, WIN);
    let mut halved = reward.clone();
    halved.base = WinLoss::default();
    close(bonus(&mut reward, 10, 0.6), 0.5 * TANH_1);
    assert_eq!(Reward::<Ended>::range(&reward), (-1.5, 1.5));
    let [won, lost] = credit(&mut halved, 10, 0.6, WIN);
    close(won, 1.0 + 0.25 * TANH_1);
    close(lost, -0.25 * TANH_1);
    assert_eq!(Reward::<Ended>::range(&halved), (-0.25, 1.25));
}

/// Y = 10, 20 and 60, of which the first and the last were won by the searching player. X' = 10, 0,
/// 60, so Cov(X', Y) / Var(Y) = 1600 / 1400; and with X = 1, -1, 1, Cov(X, Y) / Var(Y) = 20 / 1400.
#[test]
fn online_scales_are_those_of_section_4_4() {
    for (mode, prime) in
        [(Mode::Paper, -8.0 / 7.0), (Mode::AsRun, 8.0 / 7.0), (Mode::Fixed, 8.0 / 7.0)]
    {
        let mut by_quality = qualitative(mode, 1.0, Scale::Online);
        assert_eq!(by_quality.bonuses.0.a_prime(), None);
        for (quality, payoffs) in [(10.0, WIN), (20.0, LOSS), (60.0, WIN)] {
            credit(&mut by_quality, 1, quality, payoffs);
        }
        close(by_quality.bonuses.0.a_prime().expect("they differ"), prime);
        close(by_quality.bonuses.0.a_star().expect("they differ"), -1.0 / 70.0);
    }
    // The searching player is the second one: X' = 0, 20, 0 and Cov(X', Y) = -200 / 3.
    let mut second = QualityBased::qualitative(Bonus::new(Mode::Fixed, 1.0, Scale::Online));
    begin(&mut second, 1, 0);
    begin(&mut second, 1, 0);
    for (quality, payoffs) in [(10.0, WIN), (20.0, LOSS), (60.0, WIN)] {
        credit(&mut second, 1, quality, payoffs);
    }
    close(second.bonuses.0.a_prime().expect("they differ"), -200.0 / 1400.0);
}

/// The program counts moves since the start of the game: in the second decision of the first player
/// two are on the board, so Y = 12, 22, 62 and X' = 12, 0, 62. Then Cov(X', Y) / Var(Y) = (1600 + 2
/// x 10) / 1400.
#[test]
fn the_program_controls_for_moves_since_the_start() {
    let control_coefficient = |mode| {
        let mut reward = relative(mode, 1.0, Scale::Online);
        for (length, payoffs) in [(10, WIN), (20, LOSS), (60, WIN)] {
            credit(&mut reward, length, 0.5, payoffs);
        }
        reward.bonuses.0.a_prime().expect("they differ")
    };
    close(control_coefficient(Mode::Paper), -8.0 / 7.0);
    close(control_coefficient(Mode::AsRun), 1620.0 / 1400.0);
    let progress =
        |who, decisions| GameProgress { searcher: Player(who), decisions, samples: 0, warm_up: 0 };
    assert_eq!(
        [progress(0, 1), progress(0, 2), progress(1, 1), progress(1, 4)].map(|c| c.plies()),
        [0, 2, 1, 7]
    );
}

/// After three moves in the tree the opponent is on turn; X' still counts the searching player's
/// wins.
#[test]
fn x_prime_counts_for_the_searching_player_wherever_the_playout_begins() {
    let control_coefficient = |mode| {
        let none = || Bonus::new(mode, 1.0, Scale::Online);
        let mut reward = second_decision(QualityBased::both(none(), none()));
        for (playout, mut values) in [(7, WIN), (17, LOSS), (57, WIN)] {
            let quality = f64::from(playout + 3);
            reward.credit(&Ended(Some(quality)), Length { tree: 3, playout }, &mut values);
        }
        let (Relative(relative), Qualitative(qualitative)) = &reward.bonuses;
        [relative, qualitative].map(|bonus| bonus.a_prime().expect("they differ"))
    };
    // Y = 12, 22, 62 and X' = 12, 0, 62. By quality, and by length in the text of the paper, they
    // are 10, 20, 60 and 10, 0, 60.
    for (mode, right) in
        [(Mode::Fixed, [1620.0 / 1400.0, 8.0 / 7.0]), (Mode::Paper, [-8.0 / 7.0; 2])]
    {
        let found = control_coefficient(mode);
        close(found[0], right[0]);
        close(found[1], right[1]);
    }
}

/// All wins are longer than all losses: length predicts the winner, and lambda does not. With 4 000
/// samples of each the standard error of a* is 0.011, and seeds are fixed.
#[test]
fn lambda_does_not_predict_who_wins() {
    let (mut reward, mut rng) = (relative(Mode::Fixed, 1.0, QUARTER), Rng::new(5));
    for _ in 0..4_000 {
        credit(&mut reward, 40 + rng.below(20) as u32, 0.5, WIN);
        credit(&mut reward, 10 + rng.below(20) as u32, 0.5, LOSS);
    }
    let bonus = &reward.bonuses.0;
    let [by_length, by_lambda] =
        [bonus.a_star(), bonus.a_star_of_lambda()].map(|a| a.expect("they differ"));
    // Wins are 30 moves longer for 2 points more, with a variance of 33 within: -Cov / Var = -(15 x
    // 1) / (15^2 + 33).
    assert!((by_length + 15.0 / (225.0 + 33.25)).abs() < 0.002, "{by_length}");
    assert!(by_lambda.abs() < 0.05, "{by_lambda}");
}

/// Where winning is independent of the measure, a' is the share of wins. Its standard error with 40
/// 000 samples is sqrt(E(Y^2) p (1 - p) / (n Var(Y))) = 0.0087; the probability that it is off by
/// more than 4.9 of these is one in a million.
#[test]
fn a_prime_is_about_the_share_of_wins() {
    let (mut reward, mut rng) = (qualitative(Mode::Fixed, 1.0, Scale::Online), Rng::new(3));
    for _ in 0..40_000 {
        let quality = 20.0 + 41.0 * rng.unit();
        let payoffs = if rng.unit() < 0.6 { WIN } else { LOSS };
        credit(&mut reward, 30, quality, payoffs);
    }
    let a = reward.bonuses.0.a_prime().expect("they differ");
    assert!((a - 0.6).abs() < 4.9 * 0.0087, "{a}");
}

#[test]
fn the_text_warms_up_for_one_simulation_in_twenty() {
    let mut reward = relative(Mode::Paper, 2.0, QUARTER);
    begin(&mut reward, 0, 1000);
    for i in 0..50 {
        assert_eq!(bonus(&mut reward, 10 + 10 * (i % 2), 0.5), 0.0, "after {i}");
    }
    close(bonus(&mut reward, 10, 0.5), 0.25 * TANH_1);
    // Without a limit on iterations the expected number is the 51 of the previous decision, of
    // which 3 are for warming up.
    Reward::<Ended>::begin(&mut reward, &Ended(None), Player(0), &Budget::default());
    assert_eq!([10, 20, 10].map(|length| bonus(&mut reward, length, 0.5)), [0.0; 3]);
    assert!(bonus(&mut reward, 10, 0.5) > 0.0);
}

#[test]
fn the_program_waits_for_fifty_wins_and_for_the_second_decision() {
    for mode in [Mode::AsRun, Mode::Fixed] {
        let mut reward = QualityBased::relative(Bonus::new(mode, 2.0, QUARTER));
        begin(&mut reward, 0, 1000);
        (0..200).for_each(|i| assert_eq!(bonus(&mut reward, 10 + 10 * (i % 2), 0.5), 0.0));
        assert_eq!(reward.bonuses.0.a_prime(), None, "off altogether: nothing is remembered");
        begin(&mut reward, 0, 1000);
        for i in 0..50 {
            assert_eq!(bonus(&mut reward, 10 + 10 * (i % 2), 0.5), 0.0, "after {i}");
            assert_eq!(credit(&mut reward, 10, 0.5, DRAW), DRAW);
        }
        close(bonus(&mut reward, 10, 0.5), 0.25 * TANH_1);
        assert_eq!(
            credit(&mut reward, 10, 0.5, LOSS),
            LOSS,
            "the other one has not won fifty times"
        );
    }
}

/// Beyond k lambda = 10 the authors' program subtracts the bonus instead of adding it.
#[test]
fn the_tail_error_turns_the_bonus_around() {
    for (mode, sign) in [(Mode::AsRun, -1.0), (Mode::Fixed, 1.0), (Mode::Paper, 1.0)] {
        let mut reward = relative(mode, 8.0, QUARTER);
        for i in 0..50 {
            credit(&mut reward, 10 + 10 * (i % 2), 0.5, WIN);
        }
        // Mean 15 and deviation 5: k lambda is 8 for a length of 10, and 16 for one of 5.
        close(bonus(&mut reward.clone(), 10, 0.5), 0.25 * 4f64.tanh());
        close(bonus(&mut reward, 5, 0.5), sign * 0.25 * if sign > 0.0 { 8f64.tanh() } else { 1.0 });
    }
}

#[test]
fn the_program_wants_quality_to_go_with_winning() {
    // Lost games have high quality here, so X' falls as Y rises.
    for (mode, silent) in [(Mode::Fixed, true), (Mode::AsRun, true), (Mode::Paper, false)] {
        let mut reward = qualitative(mode, 2.0, QUARTER);
        for i in 0..100 {
            let step = f64::from(i % 2) / 100.0;
            credit(&mut reward, 9, 0.1 + step, WIN);
            credit(&mut reward, 9, 0.9 + step, LOSS);
        }
        assert_eq!(bonus(&mut reward, 9, 0.2) == 0.0, silent, "{mode:?}");
    }
}

#[test]
fn means_are_forgotten_between_decisions_and_covariances_between_games() {
    let taught = |mode| {
        let mut reward = relative(mode, 2.0, QUARTER);
        for i in 0..120 {
            credit(&mut reward, 10 + i % 7, 0.5, if i % 3 > 0 { WIN } else { LOSS });
        }
        assert!(bonus(&mut reward, 10, 0.5) != 0.0);
        reward
    };
    for mode in MODES {
        let mut reward = taught(mode);
        let before = reward.bonuses.0.a_prime();
        begin(&mut reward, 0, 0);
        assert_eq!(bonus(&mut reward.clone(), 10, 0.5), 0.0, "{mode:?}");
        let after = reward.bonuses.0.a_prime();
        assert_eq!(after, before.filter(|_| mode != Mode::Paper), "{mode:?}");
        Reward::<Ended>::new_game(&mut reward);
        assert_eq!(reward.bonuses.0.a_prime(), None);
        begin(&mut reward, 0, 0);
        assert_eq!(reward.progress.plies(), 0);
    }
}

#[test]
fn a_simulation_that_was_cut_off_gets_no_bonus_and_leaves_no_trace() {
    let mut reward = relative(Mode::Paper, 2.0, QUARTER);
    credit(&mut reward, 10, 0.5, WIN);
    credit(&mut reward, 20, 0.5, WIN);
    let before = reward.bonuses.clone();
    let mut values = [0.5, -0.5];
    reward.credit(&Ended(None), Length { tree: 4, playout: 6 }, &mut values);
    assert_eq!(values, [0.5, -0.5]);
    assert_eq!(format!("{before:?}"), format!("{:?}", reward.bonuses));
}

#[test]
fn there_is_a_winner_only_if_one_player_earned_most() {
    assert_eq!(winner(&[0.0, 0.0]), None);
    assert_eq!(winner(&[-1.0, 1.0]), Some(Player(1)));
    assert_eq!(winner(&[0.5, -1.0, 0.5]), None);
    assert_eq!(winner(&[0.25, -1.0, 0.75]), Some(Player(2)));
    assert_eq!([-0.5, 0.0, -0.0, 0.25].map(sgn), [-1.0, 0.0, 0.0, 1.0]);
}

type Simulations = Vec<(u32, f64, usize)>;

fn simulations() -> impl Strategy<Value = Simulations> {
    prop::collection::vec((1u32..60, 0.0..1.0f64, 0usize..3), 1..400)
}

proptest! {
    /// A bonus of height 0 changes no bit of the reward.
    #[test]
    fn with_a_scale_of_0_it_is_win_or_loss(simulations in simulations(), mode in 0usize..3) {
        let none = || Bonus::new(MODES[mode], 3.0, Scale::Constant(0.0));
        let mut reward = second_decision(QualityBased::both(none(), none()));
        let mut plain = WinLoss { win: 1.0, loss: -1.0, discount: 1.0 };
        prop_assert_eq!(Reward::<Ended>::range(&reward), Reward::<Ended>::range(&plain));
        for (length, quality, result) in simulations {
            let payoffs = [WIN, LOSS, DRAW][result];
            let bits = |values: [f64; 2]| values.map(f64::to_bits);
            let found = bits(credit(&mut reward, length, quality, payoffs));
            prop_assert_eq!(found, bits(credit(&mut plain, length, quality, payoffs)));
        }
    }

    #[test]
    fn rewards_stay_in_range(simulations in simulations(), mode in 0usize..3, online: bool) {
        let scale = || if online { Scale::Online } else { QUARTER };
        let one = || Bonus::new(MODES[mode], 8.0, scale());
        let mut reward = second_decision(QualityBased::both(one(), one()));
        for (length, quality, result) in simulations {
            let values = credit(&mut reward, length, quality, [WIN, LOSS, DRAW][result]);
            let (least, most) = Reward::<Ended>::range(&reward);
            prop_assert!(values.iter().all(|&value| least <= value && value <= most), "{:?}", values);
        }
    }
}

/// One search may serve several seats in turn. What it has learnt for one seat must not affect
/// another.
#[test]
fn seats_do_not_learn_from_each_other() {
    fn decision(reward: &mut QualityBased<Relative>, who: usize, rng: &mut Rng) -> Vec<[f64; 2]> {
        begin(reward, who, 300);
        let simulation = |_| {
            let length = 1 + rng.below(40) as u32;
            credit(reward, length, 0.0, if rng.below(50) < length as usize { WIN } else { LOSS })
        };
        (0..300).map(simulation).collect()
    }
    for mode in [Mode::Paper, Mode::AsRun, Mode::Fixed] {
        let [alone, after_another] = [false, true].map(|another| {
            let mut reward = QualityBased::relative(Bonus::new(mode, 3.0, Scale::Online));
            for seed in (0..3).filter(|_| another) {
                decision(&mut reward, 0, &mut Rng::new(seed));
            }
            [7, 8].map(|seed| decision(&mut reward, 1, &mut Rng::new(seed)))
        });
        assert_eq!(alone, after_another, "{mode:?}");
    }
}
