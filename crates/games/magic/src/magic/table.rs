//! Tables that depend only on the deck, and the blockers of one attacker, with sums of their
//! values.

use super::cards::{Card, Cards, Kinds, MAX_KINDS};
use super::deck::{Creature, Deck};
use super::options::Settings;
use crate::shared::Shared;
use sortilege::Rng;
use sortilege::game::subsets::MAX_BUDGET;
use std::cmp::Reverse;
use std::sync::Mutex;

/// The constants of a game, shared by its states.
#[derive(Debug)]
pub(super) struct Table {
    deck: Deck,
    pub(super) life: i16,
    pub(super) hand: u8,
    pub(super) first_draw: bool,
    pub(super) power: [u8; MAX_KINDS],
    pub(super) toughness: [u8; MAX_KINDS],
    pub(super) cost: [u8; MAX_KINDS],
    /// The deck as a multiset of cards.
    pub(super) list: Cards,
    /// For each kind, the contribution of a blocker to a [band](Band).
    pub(super) bands: [Band; MAX_KINDS],
    /// For each number of lands, the bits of the kinds that cost no more.
    pub(super) affordable: [u64; MAX_BUDGET as usize + 1],
    /// For each kind, the bits of the kinds that survive its damage.
    pub(super) survivors: [u64; MAX_KINDS],
    /// For each kind, the bits of the kinds that cost less.
    pub(super) cheaper: [u64; MAX_KINDS],
    /// For each kind, the bits of the kinds that cost more and have less toughness than its power.
    pub(super) prey: [u64; MAX_KINDS],
    /// For each kind, the bits of the kinds that cost more and that it kills.
    pub(super) prey_or_equal: [u64; MAX_KINDS],
    /// Kinds from the most expensive to the cheapest, ties by power, then toughness.
    pub(super) descending: Vec<u8>,
    /// Kinds in the reverse order.
    pub(super) ascending: Vec<u8>,
    /// Kinds in random orders, to be used in turn.
    pub(super) shuffled: Vec<Vec<u8>>,
}

/// Number of prepared random orders of kinds; the number of the turn selects one.
const ORDERS: u64 = 64;

impl Table {
    /// The one table of these settings.
    pub(super) fn of(settings: &Settings) -> Result<Shared<Table>, String> {
        static ALL: Mutex<Vec<&'static Table>> = Mutex::new(vec![]);
        let mut all = ALL.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let same = |table: &&&Table| {
            table.deck == settings.deck
                && table.life == settings.life
                && table.hand == settings.hand
                && table.first_draw == settings.first_draw
        };
        if let Some(table) = all.iter().find(same) {
            return Ok(Shared(table));
        }
        let table: &'static Table = Box::leak(Box::new(Table::new(settings)?));
        all.push(table);
        Ok(Shared(table))
    }

    fn new(settings: &Settings) -> Result<Self, String> {
        let Settings { ref deck, life, hand, first_draw, .. } = *settings;
        if !(1..=999).contains(&life) {
            return Err(format!("{life} life: players begin with 1 to 999"));
        }
        if u32::from(hand) > deck.size() {
            return Err(format!(
                "a hand of {hand} cards from a deck of {}: there are not as many",
                deck.size()
            ));
        }
        let stat = |of: fn(&Creature) -> u8| {
            std::array::from_fn(|kind| {
                deck.creatures.get(kind).map_or(u8::MAX, |(creature, _)| of(creature))
            })
        };
        let (cost, kinds): ([u8; MAX_KINDS], _) = (stat(|c| c.cost), 0..deck.creatures.len() as u8);
        let mut descending: Vec<u8> = kinds.collect();
        // Kinds are sorted by power first, and the stable sort keeps that order among equal costs.
        descending.sort_by_key(|&kind| Reverse(cost[usize::from(kind)]));
        let creatures = deck.creatures.iter().enumerate();
        let list = Cards {
            lands: deck.lands,
            creatures: Kinds(
                creatures.map(|(kind, &(_, count))| u64::from(count) << (4 * kind)).sum(),
            ),
        };
        let affordable = std::array::from_fn(|mana| {
            let cheap = (0..MAX_KINDS).filter(|&kind| usize::from(cost[kind]) <= mana);
            cheap.map(|kind| 15 << (4 * kind)).sum()
        });
        let relation = |test: fn(&Creature, &Creature) -> bool| {
            let places = |one: &Creature| {
                let related =
                    deck.creatures.iter().enumerate().filter(|(_, (other, _))| test(one, other));
                related.map(|(kind, _)| 15 << (4 * kind)).sum()
            };
            std::array::from_fn(|kind| deck.creatures.get(kind).map_or(0, |(one, _)| places(one)))
        };
        let shuffle = |seed| {
            let mut order = descending.clone();
            Rng::new(seed).shuffle(&mut order);
            order
        };
        Ok(Table {
            deck: deck.clone(),
            life,
            hand,
            first_draw,
            power: stat(|c| c.power),
            toughness: stat(|c| c.toughness),
            cost,
            list,
            bands: std::array::from_fn(|kind| {
                deck.creatures.get(kind).map_or(Band::NONE, |(creature, _)| Band::of(creature))
            }),
            affordable,
            survivors: relation(|one, other| other.toughness > one.power),
            cheaper: relation(|one, other| other.cost < one.cost),
            prey: relation(|one, other| other.cost > one.cost && other.toughness < one.power),
            prey_or_equal: relation(|one, other| {
                other.cost > one.cost && other.toughness <= one.power
            }),
            ascending: descending.iter().rev().copied().collect(),
            shuffled: (0..ORDERS).map(shuffle).collect(),
            descending,
        })
    }

    /// The creature of a kind.
    pub(super) fn creature(&self, kind: u8) -> Creature {
        self.deck.creatures[usize::from(kind)].0
    }

    /// `L` or the creature.
    pub(super) fn name(&self, card: Card) -> String {
        card.kind().map_or("L".to_string(), |kind| self.creature(kind).to_string())
    }

    /// The card with that name.
    pub(super) fn card(&self, name: &str) -> Result<Card, String> {
        if name == "L" {
            return Ok(Card::LAND);
        }
        let creature: Creature = name.parse()?;
        let kind = self.deck.creatures.iter().position(|&(known, _)| known == creature);
        let error = || format!("{name} is not in the deck, {}", self.deck);
        kind.map(|kind| Card(kind as u8)).ok_or_else(error)
    }

    /// The kinds in the order of a random walk in turn number `turn`.
    pub(super) fn shuffled(&self, turn: u16) -> &[u8] {
        &self.shuffled[usize::from(turn) % self.shuffled.len()]
    }
}

/// The blockers of an attacker: their places in the lower half of a word, the sum of their powers
/// above it, and above that the sum of their toughness. A single addition adds a blocker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Band(u64);

impl Band {
    pub(super) const NONE: Band = Band(0);

    /// The contribution of a creature, without its place.
    pub(super) fn of(creature: &Creature) -> Self {
        Band(u64::from(creature.power) << 32 | u64::from(creature.toughness) << 48)
    }

    #[inline]
    pub(super) fn add(&mut self, blocker: Band, place: usize) {
        self.0 += blocker.0 | 1 << place;
    }

    #[inline]
    pub(super) fn places(self) -> u32 {
        self.0 as u32
    }

    #[inline]
    pub(super) fn power(self) -> u16 {
        (self.0 >> 32) as u16
    }

    #[inline]
    pub(super) fn toughness(self) -> u16 {
        (self.0 >> 48) as u16
    }
}
