//! UCB1 terms of many arms in separate arrays: a scan over them reads little memory, and several
//! arms at a time.

use super::{Arm, ArmScore, only_largest};
use crate::Rng;
use std::ops::Range;

/// UCB1 terms of many arms. Each arm is also stored as an [`Arm`]; [`Lanes::set`] keeps the two
/// equal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lanes {
    totals: Vec<f32>,
    inv_sqrt_visits_of: Vec<f32>,
    /// Priors of arms; empty if there are none.
    priors: Vec<f32>,
}

/// Number of arms that are compared at once.
const WIDTH: usize = 4;
/// With fewer arms than this, comparing them one by one is faster.
const FEW: usize = 10;

impl Lanes {
    pub(crate) fn clear(&mut self) {
        self.totals.clear();
        self.inv_sqrt_visits_of.clear();
        self.priors.clear();
    }

    /// Sets the prior of an arm.
    pub(crate) fn set_prior(&mut self, at: usize, prior: f32) {
        // Searches without priors do not pay for them: the array appears with the first prior.
        if self.priors.len() < self.totals.len() {
            self.priors.resize(self.totals.len(), 0.0);
        }
        self.priors[at] = prior;
    }

    /// The prior of an arm.
    #[inline]
    pub(crate) fn prior(&self, at: usize) -> f32 {
        self.priors.get(at).copied().unwrap_or(0.0)
    }

    /// Memory of the priors in bytes.
    pub(crate) fn bytes_of_priors(&self) -> usize {
        self.priors.len() * size_of::<f32>()
    }

    /// Changes the number of arms; new arms are untried.
    pub(crate) fn resize(&mut self, arms: usize) {
        if !self.priors.is_empty() {
            self.priors.resize(arms, 0.0);
        }
        // An infinite total gives an untried arm the highest score without a special case.
        self.totals.resize(arms, f32::INFINITY);
        self.inv_sqrt_visits_of.resize(arms, 1.0);
    }

    /// Updates the terms of an arm.
    #[inline]
    pub(crate) fn set(&mut self, at: usize, arm: &Arm) {
        let ArmScore { total, inv_sqrt_visits } = arm.score();
        (self.totals[at], self.inv_sqrt_visits_of[at]) = (total, inv_sqrt_visits);
    }

    pub(crate) fn swap(&mut self, one: usize, other: usize) {
        self.totals.swap(one, other);
        self.inv_sqrt_visits_of.swap(one, other);
        if !self.priors.is_empty() {
            self.priors.swap(one, other);
        }
    }

    pub(crate) fn copy_within(&mut self, arms: Range<usize>, to: usize) {
        self.totals.copy_within(arms.clone(), to);
        self.inv_sqrt_visits_of.copy_within(arms.clone(), to);
        if !self.priors.is_empty() {
            self.priors.copy_within(arms, to);
        }
    }

    /// Moves the last arm of a range to its front.
    pub(crate) fn rotate(&mut self, arms: Range<usize>) {
        self.totals[arms.clone()].rotate_right(1);
        self.inv_sqrt_visits_of[arms.clone()].rotate_right(1);
        if !self.priors.is_empty() {
            self.priors[arms].rotate_right(1);
        }
    }

    pub(crate) fn extend(&mut self, other: &Lanes, arms: Range<usize>) {
        self.totals.extend_from_slice(&other.totals[arms.clone()]);
        self.inv_sqrt_visits_of.extend_from_slice(&other.inv_sqrt_visits_of[arms.clone()]);
        if !other.priors.is_empty() {
            self.priors.extend_from_slice(&other.priors[arms]);
        }
    }

    /// The terms of one arm.
    #[inline]
    pub(crate) fn score(&self, at: usize) -> ArmScore {
        ArmScore { total: self.totals[at], inv_sqrt_visits: self.inv_sqrt_visits_of[at] }
    }

    /// The terms of a range of arms.
    #[inline]
    pub(crate) fn arm_scores(&self, arms: Range<usize>) -> impl ExactSizeIterator<Item = ArmScore> {
        let pairs = self.totals[arms.clone()].iter().zip(&self.inv_sqrt_visits_of[arms]);
        pairs.map(|(&total, &inv_sqrt_visits)| ArmScore { total, inv_sqrt_visits })
    }

    /// Index, within a range of arms, of the highest mean + `exploration_term` / sqrt(visits); ties
    /// are broken at random. The branch predictor cannot guess the index, so no branch depends on
    /// it.
    #[inline]
    pub(crate) fn best(&self, arms: Range<usize>, exploration_term: f32, rng: &mut Rng) -> usize {
        let sweep = Sweep {
            totals: &self.totals[arms.clone()],
            inv_sqrt_visits_of: &self.inv_sqrt_visits_of[arms],
            exploration_term,
        };
        // Vectors pay only with enough arms; most nodes of small games have few.
        let best =
            if sweep.totals.len() < FEW { sweep.best_of_few() } else { sweep.best_of_many() };
        best.unwrap_or_else(|| sweep.any_of_the_best(rng))
    }
}

/// A range of arms and the exploration term.
struct Sweep<'a> {
    totals: &'a [f32],
    inv_sqrt_visits_of: &'a [f32],
    exploration_term: f32,
}

impl Sweep<'_> {
    /// The scores of `WIDTH` arms at a time, then those of the remaining arms one by one.
    #[inline]
    fn scores(&self) -> (impl Iterator<Item = [f32; WIDTH]>, impl Iterator<Item = f32>) {
        let (totals, last_totals) = self.totals.as_chunks::<WIDTH>();
        let (inv_sqrt_visits_of, last_spreads) = self.inv_sqrt_visits_of.as_chunks::<WIDTH>();
        let exploration_term = self.exploration_term;
        let together = totals.iter().zip(inv_sqrt_visits_of);
        let apart = last_totals.iter().zip(last_spreads);
        (
            together.map(move |(totals, inv_sqrt_visits_of)| {
                let arm_score = |lane: usize| ArmScore {
                    total: totals[lane],
                    inv_sqrt_visits: inv_sqrt_visits_of[lane],
                };
                std::array::from_fn(|lane| arm_score(lane).upper_bound(exploration_term))
            }),
            apart.map(move |(&total, &inv_sqrt_visits)| {
                ArmScore { total, inv_sqrt_visits }.upper_bound(exploration_term)
            }),
        )
    }

    /// The highest score.
    #[inline]
    fn most(&self) -> f32 {
        let larger = |a: f32, b: f32| if b > a { b } else { a };
        let (together, apart) = self.scores();
        let mut most = [f32::NEG_INFINITY; WIDTH];
        for scores in together {
            (0..WIDTH).for_each(|lane| most[lane] = larger(most[lane], scores[lane]));
        }
        apart.fold(most.into_iter().fold(f32::NEG_INFINITY, larger), larger)
    }

    /// Index of the first arm with this score, and the number of arms that have it.
    #[inline]
    fn first(&self, most: f32) -> (u32, u32) {
        let (together, apart) = self.scores();
        let (mut first, mut ties, mut place) = ([u32::MAX; WIDTH], [0; WIDTH], 0);
        for scores in together {
            for lane in 0..WIDTH {
                let here = scores[lane] == most;
                first[lane] = first[lane].min(if here { place + lane as u32 } else { u32::MAX });
                ties[lane] += u32::from(here);
            }
            place += WIDTH as u32;
        }
        let mut found = (first.into_iter().fold(u32::MAX, u32::min), ties.iter().sum::<u32>());
        for score in apart {
            let here = score == most;
            found.0 = found.0.min(if here { place } else { u32::MAX });
            found.1 += u32::from(here);
            place += 1;
        }
        found
    }

    /// Index of the best arm, if it is unique.
    #[inline]
    fn best_of_many(&self) -> Option<usize> {
        let (first, ties) = self.first(self.most());
        (ties == 1).then_some(first as usize)
    }

    /// The same for few arms, compared one by one.
    #[inline]
    fn best_of_few(&self) -> Option<usize> {
        let arm_scores = self
            .totals
            .iter()
            .zip(self.inv_sqrt_visits_of)
            .map(|(&total, &inv_sqrt_visits)| ArmScore { total, inv_sqrt_visits });
        only_largest(arm_scores.map(|arm_score| arm_score.upper_bound(self.exploration_term)))
    }

    /// One of the best arms, at random.
    #[inline(never)]
    fn any_of_the_best(&self, rng: &mut Rng) -> usize {
        let most = self.most();
        let (together, apart) = self.scores();
        let places =
            together.flatten().chain(apart).enumerate().filter(|&(_, score)| score == most);
        let pick = rng.below(self.first(most).1 as usize);
        places.map(|(place, _)| place).nth(pick).expect("there is an arm, and no score is a NaN")
    }
}

#[cfg(test)]
mod tests {
    use super::super::ucb1;
    use super::*;
    use crate::Rng;
    use proptest::prelude::*;

    proptest! {
        /// Scanning arrays and comparing single arms select the same arm and consume the same
        /// random numbers.
        #[test]
        fn arms_side_by_side_are_chosen_as_arms_apart_are(
            rewards in prop::collection::vec(prop::collection::vec(-2i8..3, 0..4), 1..80),
            seed in 0u64..1000,
        ) {
            let mut lanes = Lanes::default();
            lanes.resize(3 + rewards.len());
            let mut arms = vec![];
            for (place, rewards) in rewards.iter().enumerate() {
                let mut arm = Arm::default();
                rewards.iter().for_each(|&reward| arm.visit(f64::from(reward)));
                lanes.set(3 + place, &arm);
                arms.push(arm);
            }
            let (mut rng, mut same) = (Rng::new(seed), Rng::new(seed));
            let apart = ucb1::choose(arms.iter().map(Arm::score), 100, 0.7, &mut vec![], &mut rng);
            let together = lanes.best(3..3 + rewards.len(), ucb1::exploration_term(100, 0.7), &mut same);
            prop_assert_eq!((apart, rng), (together, same));
        }
    }
}
