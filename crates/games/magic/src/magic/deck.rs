//! Deck lists.

use super::cards::MAX_KINDS;
use super::side::PLACES;
use crate::text::number;
use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

/// A plain creature, P/T(C) in the notation of ED.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Creature {
    /// The damage that the creature deals, at most 15.
    pub power: u8,
    /// The damage that kills the creature, from 1 to 15.
    pub toughness: u8,
    /// The number of lands needed to cast the creature, from 1 to 15.
    pub cost: u8,
}

impl Creature {
    const fn new(power: u8, toughness: u8, cost: u8) -> Self {
        Creature { power, toughness, cost }
    }
}

impl fmt::Display for Creature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}({})", self.power, self.toughness, self.cost)
    }
}

impl FromStr for Creature {
    type Err = String;

    /// Parses `4/4(5)`, or `4/4/5` for contexts in which parentheses have another meaning.
    fn from_str(text: &str) -> Result<Self, String> {
        let error =
            || format!("{text:?} is no card: write L for a land, or a creature as in \"4/4(5)\"");
        let read = |text: &str, low| {
            number(text).filter(|found| (low..=15).contains(found)).ok_or_else(error)
        };
        let (power, rest) = text.split_once('/').ok_or_else(error)?;
        let (toughness, cost) = match rest.split_once('/') {
            Some(slashed) => slashed,
            None => {
                rest.strip_suffix(')').and_then(|rest| rest.split_once('(')).ok_or_else(error)?
            }
        };
        Ok(Creature::new(read(power, 0)?, read(toughness, 1)?, read(cost, 1)?))
    }
}

/// The deck list of both players, written `17*L+2*1/1(1)+4*2/2(2)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// Number of lands, at most 60.
    pub(super) lands: u8,
    /// The creatures from the strongest on, each kind once, with their numbers.
    pub(super) creatures: Vec<(Creature, u8)>,
}

/// ED specifies 40 cards, 17 of them lands, from 1/1(1) to 6/6(7), about 15 different ones; the
/// rest is chosen here. With the walls 1/3, 2/4 and 3/5 games between experts are as long as in ED.
impl Default for Deck {
    fn default() -> Self {
        let list = [
            ((1, 1, 1), 2),
            ((2, 2, 2), 4),
            ((1, 3, 2), 1),
            ((2, 3, 3), 2),
            ((3, 2, 3), 2),
            ((3, 3, 4), 2),
            ((4, 2, 4), 1),
            ((2, 4, 4), 1),
            ((4, 4, 5), 2),
            ((3, 5, 5), 1),
            ((5, 3, 5), 1),
            ((5, 5, 6), 1),
            ((6, 4, 6), 1),
            ((6, 6, 7), 2),
        ];
        let creatures = list.map(|((power, toughness, cost), count)| {
            (Creature::new(power, toughness, cost), count)
        });
        Deck::new(17, creatures.to_vec()).expect("a deck within the limits")
    }
}

impl Deck {
    /// A deck with these lands and creatures. The error states the limit that it exceeds.
    pub fn new(lands: u8, mut creatures: Vec<(Creature, u8)>) -> Result<Self, String> {
        creatures.sort_by_key(|&(creature, _)| {
            Reverse((creature.power, creature.cost, creature.toughness))
        });
        let total: u32 = creatures.iter().map(|&(_, count)| u32::from(count)).sum();
        if let Some(pair) = creatures.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(format!(
                "{} is named twice: a deck names each card once, with its number",
                pair[0].0
            ));
        }
        if let Some((creature, count)) =
            creatures.iter().find(|(_, count)| !(1..=15).contains(count))
        {
            return Err(format!(
                "{count} of {creature}: a deck has from 1 to 15 of a card that it names"
            ));
        }
        if creatures.len() > MAX_KINDS || total > PLACES as u32 {
            return Err(format!(
                "a deck has at most {MAX_KINDS} kinds of creatures and {PLACES} in all"
            ));
        }
        if lands > 60 {
            return Err(format!("{lands} lands: a deck has at most 60"));
        }
        if lands == 0 && creatures.is_empty() {
            return Err("0 cards: a deck has at least one land or creature".to_string());
        }
        Ok(Deck { lands, creatures })
    }

    /// Number of cards.
    pub fn size(&self) -> u32 {
        u32::from(self.lands)
            + self.creatures.iter().map(|&(_, count)| u32::from(count)).sum::<u32>()
    }
}

impl fmt::Display for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name =
            |count: u8, card: String| if count == 1 { card } else { format!("{count}*{card}") };
        let lands = (self.lands > 0).then(|| name(self.lands, "L".to_string()));
        let creatures =
            self.creatures.iter().map(|&(creature, count)| name(count, creature.to_string()));
        f.write_str(&lands.into_iter().chain(creatures).collect::<Vec<_>>().join("+"))
    }
}

impl FromStr for Deck {
    type Err = String;

    /// Parses cards in any order, each named once.
    fn from_str(text: &str) -> Result<Self, String> {
        let (mut lands, mut creatures) = (None, vec![]);
        for word in text.split('+') {
            let (count, card) = word.split_once('*').unwrap_or(("1", word));
            let error = || format!("{word:?} lacks a number of cards: write as in \"2*4/4(5)\"");
            let count: u8 = number(count).ok_or_else(error)?;
            if card != "L" {
                creatures.push((card.parse()?, count));
            } else if lands.replace(count).is_some() {
                return Err(
                    "L is named twice: a deck names each card once, with its number".to_string()
                );
            }
        }
        Deck::new(lands.unwrap_or(0), creatures)
    }
}
