//! Selection of a player's games for a claim, and their measure.

use super::category::Category;
use super::keys::names;
use super::measure::ClaimMeasure;
use crate::Error;
use crate::experiment::source::Keys;

/// Selection of a player's games, and their measure.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// Measure of a game.
    pub measure: ClaimMeasure,
    /// Only games in this seat, from 0.
    pub seat: Option<usize>,
    /// Only games against one of these players; all games if empty.
    pub against: Vec<String>,
    /// Only games against itself.
    pub mirror: bool,
    /// Only deals of a category.
    pub deals: Option<Category>,
}

impl View {
    /// Reads the keys of a selection.
    pub(super) fn read(keys: &Keys) -> Result<Self, Error> {
        let measure =
            keys.get("measure").map(|item| item.word(&ClaimMeasure::NAMES)).transpose()?;
        let seat = keys.get("seat").map(|item| item.whole(1..100)).transpose()?;
        Ok(View {
            measure: measure.map_or(ClaimMeasure::default(), ClaimMeasure::from_name),
            seat: seat.map(|seat| seat as usize - 1),
            against: keys.get("against").map(|item| names(&item)).transpose()?.unwrap_or_default(),
            mirror: keys.flag_or("mirror", false)?,
            deals: keys.get("deals").map(|item| Category::read(&item)).transpose()?,
        })
    }

    /// Selection in words, to follow the name of a player.
    pub(super) fn words(&self) -> String {
        let seat = self.seat.map(|seat| format!(" in seat {}", seat + 1));
        let against = (!self.against.is_empty()).then(|| format!(" v {}", self.against.join(", ")));
        let deals = self.deals.as_ref().map(|category| format!(" {}", category.name()));
        let measure =
            (self.measure != ClaimMeasure::Score).then(|| format!(" ({})", self.measure.name()));
        let mirror = self.mirror.then(|| " v itself".to_string());
        [against, mirror, seat, measure, deals].into_iter().flatten().collect()
    }
}
