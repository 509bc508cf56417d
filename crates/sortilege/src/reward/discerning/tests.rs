//! Finished games with results, lengths and qualities that are set by hand.

use super::*;
use crate::Rng;

/// A finished game with a given quality.
#[derive(Clone, Copy)]
struct Ended(f64);

impl Game for Ended {
    type Action = u32;
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        if self.0.is_nan() { Turn::Player(Player(0)) } else { Turn::Over }
    }
    fn actions(&self, _: &mut Vec<u32>) {}
    fn apply(&mut self, _: u32) {}
    fn payoff(&self, _: Player) -> f64 {
        0.0
    }
}

/// A reward after 2,000 simulations of 20 moves of `who`, with chances to win from 0.3 to 0.7. With
/// `short`, a win after a good move takes fewer turns; with `convincing`, its quality is higher.
fn taught(who: usize, short: f64, convincing: f64) -> Discerning<Ended> {
    let mut reward = Discerning::new(WinLoss::default()).quality(|ended: &Ended| ended.0);
    reward.begin(&Ended(0.0), Player(who), &Budget::iterations(2000));
    let mut rng = Rng::new(3);
    for _ in 0..100 {
        for at in 0..20 {
            let worth = f64::from(at) / 19.0 - 0.5;
            let is_won = rng.unit() < 0.5 + 0.4 * worth;
            let better = if is_won { worth } else { -worth };
            let length = 40.0 - short * 20.0 * better + 4.0 * rng.unit();
            let quality = 10.0 + convincing * 10.0 * better + 2.0 * rng.unit();
            let mut values = [-1.0; 2];
            values[if is_won { who } else { 1 - who }] = 1.0;
            reward.follow(&[(Player(who), at)]);
            reward.credit(&Ended(quality), Length { tree: 1, playout: length as u32 }, &mut values);
        }
    }
    reward
}

fn weights(reward: &Discerning<Ended>) -> [f64; 2] {
    let notes = Reward::<Ended>::notes(reward);
    assert_eq!(
        notes.iter().map(|note| note.0).collect::<Vec<_>>(),
        ["weight of shortness", "weight of quality"]
    );
    [notes[0].1, notes[1].1]
}

/// For either player, a measure that separates moves has a bonus, one without information has
/// almost none, and one with the opposite sign has none.
#[test]
fn bonuses_are_where_they_help() {
    for who in [0, 1] {
        let [short, quality] = weights(&taught(who, 1.0, 0.0));
        assert!(short > 0.2 && quality < 0.1, "{short} and {quality}");
        let [short, quality] = weights(&taught(who, 0.0, 1.0));
        assert!(short < 0.1 && quality > 0.2, "{short} and {quality}");
        assert_eq!(weights(&taught(who, -1.0, -1.0)), [0.0, 0.0]);
    }
}

/// By the weight of shortness, a short win earns its winner more and the loser less. A draw and a
/// game that was cut off have no bonus.
#[test]
fn a_bonus_is_added_to_results() {
    let mut reward = taught(0, 1.0, 0.0);
    let credit = |reward: &mut Discerning<Ended>, quality, playout, mut values: [f64; 2]| {
        reward.credit(&Ended(quality), Length { tree: 0, playout }, &mut values);
        values
    };
    let [soon, other] = credit(&mut reward, 11.0, 20, [1.0, -1.0]);
    assert!(soon > 1.0 && (soon + other - 1.0).abs() < 1e-12, "{soon} and {other}");
    let [late, _] = credit(&mut reward, 11.0, 60, [1.0, -1.0]);
    assert!(late < 1.0 && late > 0.5, "{late}");
    assert_eq!(credit(&mut reward, 11.0, 20, [0.0, 0.0]), [0.5, 0.5]);
    assert_eq!(credit(&mut reward, f64::NAN, 20, [1.0, -1.0]), [1.0, 0.0]);
    let (least, most) = Reward::<Ended>::range(&reward);
    assert!(least <= other && soon <= most);
}

/// What was learnt for a seat is not used for another seat or in another game.
#[test]
fn what_was_learnt_belongs_to_a_seat_of_a_game() {
    let mut other_seat = taught(0, 1.0, 1.0);
    other_seat.begin(&Ended(0.0), Player(1), &Budget::iterations(10));
    let mut other_game = taught(0, 1.0, 1.0);
    other_game.new_game();
    let mut same = taught(0, 1.0, 1.0);
    same.begin(&Ended(0.0), Player(0), &Budget::iterations(10));
    assert_ne!(weights(&same), [0.0, 0.0]);
    for reward in [&mut other_seat, &mut other_game] {
        assert_eq!(weights(reward), [0.0, 0.0]);
        assert_eq!(Reward::<Ended>::range(reward), (0.0, 1.0));
        assert!(reward.siblings.weights() == [0.0, 0.0]);
    }
}
