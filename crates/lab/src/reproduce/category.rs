//! Categories of deals: those on which one player does significantly better than another,
//! significantly worse, or neither (IS §VII-B).
//!
//! A deal is classified by a test of two proportions over its plays. With p the share of points of
//! both players together,
//!
//! ```text
//! z = (p₁ − p₂) / sqrt(p (1 − p) (1/n₁ + 1/n₂))        significant at 95 % if |z| > 1.96
//! ```
//!
//! Draws count half, which makes the test more conservative than necessary.
//!
//! Measuring a player on the same plays that selected the deals gives biased results: deals
//! selected for bad results look better when they are played again (regression to the mean). With
//! `apart`, every other play of a deal is used for the classification, and only the remaining plays
//! for the measurement.

use super::by_deal::{Plays, TotalsByDeal};
use super::keys::text;
use crate::Error;
use crate::experiment::source::Item;

/// Category of the deals of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Category {
    /// Compared player.
    pub player: String,
    /// Player that it is compared with.
    pub minus: String,
    /// Result of the comparison on these deals.
    pub standing: ClaimStatus,
    /// Whether every other play classifies the deals, and only the remaining plays are measured.
    pub apart: bool,
}

/// Result of a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimStatus {
    /// Significantly better.
    Better,
    /// No significant difference.
    Equal,
    /// Significantly worse.
    Worse,
}

/// Two-sided 95% quantile of the normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

impl ClaimStatus {
    const NAMES: [&str; 3] = ["better", "equal", "worse"];

    fn from_name(name: &str) -> Self {
        match name {
            "better" => ClaimStatus::Better,
            "worse" => ClaimStatus::Worse,
            _ => ClaimStatus::Equal,
        }
    }

    /// Compares the plays of a deal; each argument is the number of games of a player and its
    /// points.
    fn of((games, points): (u64, f64), (others, their_points): (u64, f64)) -> Self {
        let (games, others) = (games as f64, others as f64);
        let both = (points + their_points) / (games + others);
        let error = (both * (1.0 - both) * (1.0 / games + 1.0 / others)).sqrt();
        match points / games - their_points / others {
            more if more > Z95 * error => ClaimStatus::Better,
            more if more < -Z95 * error => ClaimStatus::Worse,
            _ => ClaimStatus::Equal,
        }
    }
}

impl Category {
    /// Reads a category.
    pub(super) fn read(item: &Item) -> Result<Self, Error> {
        let keys = item.table()?;
        keys.only(&["player", "minus", "are", "apart"])?;
        let standing = keys.need("are", "better, equal or worse")?.word(&ClaimStatus::NAMES)?;
        Ok(Category {
            player: text(&keys, "player", "the name of a player")?,
            minus: text(&keys, "minus", "the name of a player")?,
            standing: ClaimStatus::from_name(standing),
            apart: keys.flag_or("apart", false)?,
        })
    }

    /// Plays that classify the deals.
    pub(super) fn classifying_plays(&self) -> Plays {
        if self.apart { Plays::Odd } else { Plays::All }
    }

    /// Plays that are measured.
    pub(super) fn measured_plays(&self) -> Plays {
        if self.apart { Plays::Even } else { Plays::All }
    }

    /// Deals of the category, and the total number of deals.
    pub(super) fn deals(&self, ours: &TotalsByDeal, theirs: &TotalsByDeal) -> (Vec<u64>, u64) {
        let standing = |(&deal, &group): (&u64, &(u64, f64))| {
            theirs.get(&deal).map(|&other| (deal, ClaimStatus::of(group, other)))
        };
        let all: Vec<(u64, ClaimStatus)> = ours.iter().filter_map(standing).collect();
        let total = all.len() as u64;
        let here = all.into_iter().filter(|(_, standing)| *standing == self.standing);
        (here.map(|(deal, _)| deal).collect(), total)
    }

    /// Description in words.
    pub(super) fn name(&self) -> String {
        let Category { player, minus, .. } = self;
        let apart = if self.apart { ", told by other plays" } else { "" };
        match self.standing {
            ClaimStatus::Better => format!("where {player} beats {minus}{apart}"),
            ClaimStatus::Equal => format!("where {player} and {minus} are equal{apart}"),
            ClaimStatus::Worse => format!("where {minus} beats {player}{apart}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By hand: 40 and 28 wins of 75 have z = 0.16 / sqrt(0.4533 · 0.5467 · 2/75) = 1.968; with 39
    /// it is 1.807.
    #[test]
    fn the_test_of_two_proportions() {
        assert_eq!(ClaimStatus::of((75, 40.0), (75, 28.0)), ClaimStatus::Better);
        assert_eq!(ClaimStatus::of((75, 28.0), (75, 40.0)), ClaimStatus::Worse);
        assert_eq!(ClaimStatus::of((75, 39.0), (75, 28.0)), ClaimStatus::Equal);
        // Unequal numbers: 8/10 and 60/150 have z = 0.4 / sqrt(0.425 · 0.575 · (1/10 + 1/150)) =
        // 2.477.
        assert_eq!(ClaimStatus::of((10, 8.0), (150, 60.0)), ClaimStatus::Better);
        // If both players win or lose every game, there is no difference.
        assert_eq!(ClaimStatus::of((75, 75.0), (75, 75.0)), ClaimStatus::Equal);
        assert_eq!(ClaimStatus::of((75, 0.0), (75, 0.0)), ClaimStatus::Equal);
    }

    #[test]
    fn deals_are_sorted_into_categories() {
        let ours = TotalsByDeal::from([
            (0, (75, 40.0)),
            (1, (75, 30.0)),
            (2, (75, 0.0)),
            (3, (75, 75.0)),
            (9, (75, 1.0)),
        ]);
        let theirs =
            TotalsByDeal::from([(0, (75, 28.0)), (1, (75, 28.0)), (2, (75, 9.0)), (3, (75, 60.0))]);
        let deals = |standing| {
            let (player, minus) = ("a".to_string(), "b".to_string());
            Category { player, minus, standing, apart: false }.deals(&ours, &theirs)
        };
        assert_eq!(deals(ClaimStatus::Better), (vec![0, 3], 4));
        assert_eq!(deals(ClaimStatus::Equal), (vec![1], 4));
        assert_eq!(deals(ClaimStatus::Worse), (vec![2], 4));
    }
}
