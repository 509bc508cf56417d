//! Ratings from pairwise results: the model of Bradley & Terry (1952), on the scale of Elo.
//!
//! Player i has a strength θᵢ and an expected score of 1 / (1 + exp(θⱼ − θᵢ)) against j; a draw is
//! half a win for either. The strengths are maximum likelihood estimates with mean 0, found by
//! Newton's method (the log-likelihood is concave). The rating is 400/ln 10 · θ points of Elo.
//!
//! Intervals come from the observed Fisher information, a Laplacian with the weights n p (1 − p):
//! its pseudo-inverse is the covariance of strengths whose mean is fixed. The model treats games as
//! independent and a draw as no more certain than a decided game, which is conservative. It has no
//! first-move advantage, so every player should sit in every seat equally often.
//!
//! **If there is no maximum.** The likelihood has a maximum only if no set of players took every
//! point from the rest (Ford 1957); a player that won every game would be infinitely strong. Only
//! in this case a weak prior is used: each pairing that was played counts one additional drawn
//! game. [`Ratings::prior`] reports it.

use super::linear::{Matrix, inverse, times};
use super::{CONFIDENCE, student};
use std::collections::BTreeMap;
use std::fmt;

/// Points of Elo for a strength of 1: 400/ln 10.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// Results of two players against each other. The same two players may have several encounters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Encounter {
    /// Index of the first player.
    pub first: usize,
    /// Index of the second player; games of a player with itself carry no information and are
    /// ignored.
    pub second: usize,
    /// Number of games.
    pub games: u64,
    /// Points of the first player, with a draw counting 1/2; the second player has the rest.
    pub score: f64,
}

/// Ratings of all players.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// One rating per player, in their order; the mean of Elo is 0.
    pub players: Vec<Rating>,
    /// Whether a drawn game was added to every pairing because the likelihood has no maximum.
    pub prior: bool,
    covariance: Matrix,
}

/// Rating of a player, in points of Elo above the mean of all players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Maximum likelihood estimate.
    pub elo: f64,
    /// Standard error.
    pub standard_error: f64,
    /// 95% confidence interval.
    pub interval: (f64, f64),
}

/// Error for players that cannot be compared, because no chain of games connects them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disconnected {
    /// Names of the players, by connected component.
    pub parts: Vec<Vec<String>>,
}

impl Ratings {
    /// Rates players with these names by their encounters.
    pub fn new<S: AsRef<str>>(
        names: &[S],
        encounters: &[Encounter],
    ) -> Result<Ratings, Disconnected> {
        let mut duels = Duels::new(names.len(), encounters);
        let parts = duels.parts();
        if parts.len() > 1 {
            let name = |&player: &usize| names[player].as_ref().to_string();
            return Err(Disconnected {
                parts: parts.iter().map(|part| part.iter().map(name).collect()).collect(),
            });
        }
        let prior = !duels.has_maximum();
        if prior {
            duels.add_draws();
        }
        let strengths = duels.likeliest();
        let mut covariance = duels.covariance(&strengths);
        covariance.iter_mut().flatten().for_each(|value| *value *= ELO * ELO);
        let rating = |(player, strength): (usize, &f64)| {
            Rating::new(ELO * strength, covariance[player][player].max(0.0).sqrt())
        };
        let players = strengths.iter().enumerate().map(rating).collect();
        Ok(Ratings { players, prior, covariance })
    }

    /// Difference between two ratings. The two are correlated, so its interval does not follow from
    /// the intervals of the ratings.
    pub fn difference(&self, first: usize, second: usize) -> Rating {
        let shared = self.covariance[first][second];
        let variance =
            self.covariance[first][first] + self.covariance[second][second] - 2.0 * shared;
        let elo = self.players[first].elo - self.players[second].elo;
        Rating::new(elo, variance.max(0.0).sqrt())
    }
}

impl Rating {
    fn new(elo: f64, standard_error: f64) -> Self {
        let reach = student::reach(CONFIDENCE, f64::INFINITY) * standard_error;
        Rating { elo, standard_error, interval: (elo - reach, elo + reach) }
    }
}

impl std::error::Error for Disconnected {}

impl fmt::Display for Disconnected {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let parts: Vec<String> =
            self.parts.iter().map(|part| format!("({})", part.join(", "))).collect();
        write!(
            f,
            "ratings need games that connect all players; there are none between {}",
            parts.join(" and ")
        )
    }
}

/// All games of two players.
struct PairTotals {
    pair: (usize, usize),
    games: f64,
    score: f64,
}

impl PairTotals {
    /// Expected score of the first player in a game.
    fn expected(&self, strengths: &[f64]) -> f64 {
        1.0 / (1.0 + (strengths[self.pair.1] - strengths[self.pair.0]).exp())
    }
}

struct Duels {
    players: usize,
    duels: Vec<PairTotals>,
}

impl Duels {
    fn new(players: usize, encounters: &[Encounter]) -> Self {
        let mut sums = BTreeMap::<_, (f64, f64)>::new();
        for &Encounter { first, second, games, score } in encounters {
            let games = games as f64;
            assert!(
                first < players && second < players,
                "players are numbered from 0 to {players} - 1"
            );
            assert!((0.0..=games).contains(&score), "a score of {score} in {games} games");
            if first != second && games > 0.0 {
                let score = if first < second { score } else { games - score };
                let sum = sums.entry((first.min(second), first.max(second))).or_default();
                *sum = (sum.0 + games, sum.1 + score);
            }
        }
        let duels = sums
            .into_iter()
            .map(|(pair, (games, score))| PairTotals { pair, games, score })
            .collect();
        Duels { players, duels }
    }

    /// Adds a drawn game to each pairing.
    fn add_draws(&mut self) {
        for duel in &mut self.duels {
            duel.games += 1.0;
            duel.score += 0.5;
        }
    }

    /// Connected components of players, in the order of their players.
    fn parts(&self) -> Vec<Vec<usize>> {
        let mut parts: Vec<Vec<usize>> = vec![];
        for player in 0..self.players {
            if !parts.iter().flatten().any(|&other| other == player) {
                let reached = self.reached(player, |_| (true, true));
                parts.push((0..self.players).filter(|&other| reached[other]).collect());
            }
        }
        parts
    }

    /// Returns whether a chain of points leads from every player to every other (Ford 1957).
    fn has_maximum(&self) -> bool {
        let took = |duel: &PairTotals| (duel.score > 0.0, duel.score < duel.games);
        let lost = |duel: &PairTotals| (duel.score < duel.games, duel.score > 0.0);
        self.players == 0
            || self.reached(0, took).into_iter().chain(self.reached(0, lost)).all(|reached| reached)
    }

    /// Players reachable from `start`. `open` returns whether a duel can be traversed from its
    /// first to its second player, and back.
    fn reached(&self, start: usize, open: impl Fn(&PairTotals) -> (bool, bool)) -> Vec<bool> {
        let mut reached = vec![false; self.players];
        reached[start] = true;
        let mut waiting = vec![start];
        while let Some(player) = waiting.pop() {
            for duel in &self.duels {
                let (there, back) = open(duel);
                for (from, to, open) in
                    [(duel.pair.0, duel.pair.1, there), (duel.pair.1, duel.pair.0, back)]
                {
                    if from == player && open && !reached[to] {
                        reached[to] = true;
                        waiting.push(to);
                    }
                }
            }
        }
        reached
    }

    /// Newton's method; a step that lowers the likelihood is halved until it does not.
    fn likeliest(&self) -> Vec<f64> {
        let mut strengths = vec![0.0; self.players];
        let mut height = self.log_likelihood(&strengths);
        for _ in 0..MOST_STEPS {
            let mut step =
                times(&inverse(self.information(&strengths)), &self.gradient(&strengths));
            let longest = step.iter().fold(0.0_f64, |longest, part| longest.max(part.abs()));
            let mut next = sum(&strengths, &step);
            // Near the maximum a decrease can be a rounding error.
            while self.log_likelihood(&next) < height - 1e-12 * height.abs() {
                step.iter_mut().for_each(|part| *part /= 2.0);
                next = sum(&strengths, &step);
            }
            height = self.log_likelihood(&next);
            strengths = next;
            if longest < 1e-10 {
                break;
            }
        }
        strengths
    }

    fn log_likelihood(&self, strengths: &[f64]) -> f64 {
        let term = |duel: &PairTotals| {
            let ahead = strengths[duel.pair.0] - strengths[duel.pair.1];
            -duel.score * softplus(-ahead) - (duel.games - duel.score) * softplus(ahead)
        };
        self.duels.iter().map(term).sum()
    }

    fn gradient(&self, strengths: &[f64]) -> Vec<f64> {
        let mut gradient = vec![0.0; self.players];
        for duel in &self.duels {
            let surplus = duel.score - duel.games * duel.expected(strengths);
            gradient[duel.pair.0] += surplus;
            gradient[duel.pair.1] -= surplus;
        }
        gradient
    }

    /// Fisher information plus 1/k in every entry, which fixes the mean; without it the matrix is
    /// singular.
    fn information(&self, strengths: &[f64]) -> Matrix {
        let share = 1.0 / self.players as f64;
        let mut matrix = vec![vec![share; self.players]; self.players];
        for duel in &self.duels {
            let expected = duel.expected(strengths);
            let weight = duel.games * expected * (1.0 - expected);
            let (first, second) = duel.pair;
            matrix[first][first] += weight;
            matrix[second][second] += weight;
            matrix[first][second] -= weight;
            matrix[second][first] -= weight;
        }
        matrix
    }

    /// Pseudo-inverse of the information: subtracts the term that made the matrix invertible.
    fn covariance(&self, strengths: &[f64]) -> Matrix {
        let mut matrix = inverse(self.information(strengths));
        let share = 1.0 / self.players as f64;
        matrix.iter_mut().flatten().for_each(|value| *value -= share);
        matrix
    }
}

/// Maximum number of Newton steps. It is not reached in practice, since every step doubles the
/// number of correct digits.
const MOST_STEPS: usize = 200;

fn sum(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

/// ln(1 + exp x), without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

#[cfg(test)]
mod tests {
    use super::super::assert_close;
    use super::*;

    fn rate(players: usize, results: &[(usize, usize, u64, f64)]) -> Result<Ratings, Disconnected> {
        let names = &["ann", "bob", "cid", "dee", "eve"][..players];
        let encounter = |&(first, second, games, score)| Encounter { first, second, games, score };
        Ratings::new(names, &results.iter().map(encounter).collect::<Vec<_>>())
    }

    fn check(ratings: &Ratings, elo: &[f64], errors: &[f64]) {
        assert_eq!(ratings.players.len(), elo.len());
        for (ours, (&elo, &error)) in ratings.players.iter().zip(elo.iter().zip(errors)) {
            assert_close(ours.elo, elo, 1e-9);
            assert_close(ours.standard_error, error, 1e-9);
            assert_close(ours.interval.1 - ours.elo, 1.959_963_984_540_054 * error, 1e-9);
        }
    }

    const FOUR: [(usize, usize, u64, f64); 6] = [
        (0, 1, 10, 7.0),
        (0, 2, 12, 6.5),
        (0, 3, 10, 9.0),
        (1, 2, 8, 4.0),
        (1, 3, 9, 5.5),
        (2, 3, 11, 7.0),
    ];

    /// SciPy 1.17.1: `optimize.minimize` (BFGS, then Nelder-Mead) on the likelihood,
    /// `optimize.root` on its gradient, and NumPy's `linalg.pinv` of the information.
    #[test]
    fn a_tournament_as_scipy_rates_it() {
        let ratings = rate(4, &FOUR).unwrap();
        assert!(!ratings.prior);
        let elo = [
            118.616_148_178_318_27,
            -17.712_485_219_902_19,
            22.037_871_250_859_133,
            -122.941_534_209_275_2,
        ];
        let errors = [
            51.309_806_069_055_72,
            52.412_267_792_390_09,
            49.115_304_681_479_074,
            53.435_700_067_450_206,
        ];
        check(&ratings, &elo, &errors);
        let ahead = ratings.difference(0, 1);
        assert_close(ahead.elo, 136.328_633_398_220_46, 1e-9);
        assert_close(ahead.standard_error, 84.484_971_535_069_18, 1e-9);
    }

    #[test]
    fn what_is_scattered_is_gathered() {
        let mut scattered: Vec<_> = FOUR
            .iter()
            .map(|&(a, b, games, score)| (b, a, games - 1, games as f64 - score - 0.5))
            .collect();
        scattered.extend(FOUR.iter().map(|&(a, b, ..)| (a, b, 1, 0.5)));
        scattered.extend([(2, 2, 50, 25.0), (0, 1, 0, 0.0)]);
        for (ours, once) in
            rate(4, &scattered).unwrap().players.iter().zip(rate(4, &FOUR).unwrap().players)
        {
            assert_close(ours.elo, once.elo, 1e-9);
        }
    }

    /// Two players have a closed form: 400 log10(score / lost).
    #[test]
    fn two_players() {
        let ratings = rate(2, &[(0, 1, 40, 25.0)]).unwrap();
        assert_close(ratings.difference(0, 1).elo, 400.0 * (25.0_f64 / 15.0).log10(), 1e-9);
        assert_close(
            ratings.difference(1, 0).standard_error,
            ELO / (40.0_f64 * 0.625 * 0.375).sqrt(),
            1e-9,
        );
    }

    /// SciPy as above, with one additional drawn game in each pairing.
    #[test]
    fn one_player_won_every_game() {
        let ratings = rate(2, &[(0, 1, 100, 100.0)]).unwrap();
        assert!(ratings.prior);
        check(
            &ratings,
            &[460.639_211_484_097_9, -460.639_211_484_097_9],
            &[123.142_214_910_536_18; 2],
        );
        let ratings = rate(3, &[(0, 1, 10, 10.0), (0, 2, 10, 10.0), (1, 2, 10, 6.0)]).unwrap();
        assert!(ratings.prior);
        let elo = [354.087_769_562_709_7, -147.707_938_216_908_73, -206.379_831_345_800_97];
        check(
            &ratings,
            &elo,
            &[118.722_417_677_888_12, 76.525_745_921_023_59, 79.899_446_794_384_52],
        );
    }

    /// No single player won every game, but two players together lost all games against the others.
    #[test]
    fn a_set_of_players_without_a_point() {
        let apart = [(0, 1, 4, 2.0), (2, 3, 4, 1.0), (0, 2, 4, 4.0), (1, 3, 4, 4.0)];
        assert!(rate(4, &apart).unwrap().prior);
        let mut drawn = apart.to_vec();
        drawn.push((2, 1, 1, 0.5));
        assert!(!rate(4, &drawn).unwrap().prior);
    }

    #[test]
    fn a_million_to_nothing_is_still_a_number() {
        let ratings = rate(3, &[(0, 1, 1_000_000, 1e6), (1, 2, 1_000_000, 1e6)]).unwrap();
        assert_close(ratings.difference(0, 1).elo, 400.0 * (2e6_f64 + 1.0).log10(), 1e-6);
        assert_close(ratings.difference(1, 2).elo, 400.0 * (2e6_f64 + 1.0).log10(), 1e-6);
    }

    #[test]
    fn those_who_never_met_cannot_be_compared() {
        let error = rate(5, &[(0, 2, 4, 2.0), (3, 1, 4, 2.0)]).unwrap_err();
        assert_eq!(error.parts, [vec!["ann", "cid"], vec!["bob", "dee"], vec!["eve"]]);
        let text = "ratings need games that connect all players; \
                    there are none between (ann, cid) and (bob, dee) and (eve)";
        assert_eq!(error.to_string(), text);
    }

    #[test]
    fn one_player_and_no_player() {
        let alone = rate(1, &[]).unwrap();
        assert_eq!(
            (alone.players[0].elo, alone.players[0].standard_error, alone.prior),
            (0.0, 0.0, false)
        );
        assert!(rate(0, &[]).unwrap().players.is_empty());
    }
}
