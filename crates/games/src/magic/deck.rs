//! Deck lists, and the table of all that a deck decides.

use super::cards::{Card, Cards, Kinds, MAX_KINDS};
use super::combat::Band;
use super::{PLACES, Settings};
use crate::shared::Shared;
use crate::text::number;
use sortilege::Rng;
use sortilege::game::subsets::MAX_BUDGET;
use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;
use std::sync::Mutex;

/// A plain creature: what ED writes P/T(C).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Creature {
    /// The damage that it deals, at most 15.
    pub power: u8,
    /// The damage that kills it, from 1 to 15.
    pub toughness: u8,
    /// The lands that it takes to cast it, from 1 to 15.
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

    /// `4/4(5)`, or `4/4/5` where parentheses mean something else.
    fn from_str(text: &str) -> Result<Self, String> {
        let error = || format!("{text:?} is no card: write L for a land, or a creature as in \"4/4(5)\"");
        let read =
            |text: &str, low| number(text).filter(|found| (low..=15).contains(found)).ok_or_else(error);
        let (power, rest) = text.split_once('/').ok_or_else(error)?;
        let (toughness, cost) = match rest.split_once('/') {
            Some(slashed) => slashed,
            None => rest.strip_suffix(')').and_then(|rest| rest.split_once('(')).ok_or_else(error)?,
        };
        Ok(Creature::new(read(power, 0)?, read(toughness, 1)?, read(cost, 1)?))
    }
}

/// What both players have in their decks, written `17*L+2*1/1(1)+4*2/2(2)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// The number of lands, at most 60.
    lands: u8,
    /// The creatures from the strongest on, each kind once, with their numbers.
    creatures: Vec<(Creature, u8)>,
}

/// ED gives 40 cards, 17 of them lands, from 1/1(1) to 6/6(7), about 15 different ones; the rest is ours.
/// With the walls 1/3, 2/4 and 3/5 games between experts are as long as ED says.
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
        let creatures =
            list.map(|((power, toughness, cost), count)| (Creature::new(power, toughness, cost), count));
        Deck::new(17, creatures.to_vec()).expect("a deck within the limits")
    }
}

impl Deck {
    /// A deck of that many lands and creatures. The error says which limit it exceeds.
    pub fn new(lands: u8, mut creatures: Vec<(Creature, u8)>) -> Result<Self, String> {
        creatures.sort_by_key(|&(creature, _)| Reverse((creature.power, creature.cost, creature.toughness)));
        let total: u32 = creatures.iter().map(|&(_, count)| u32::from(count)).sum();
        if let Some(pair) = creatures.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            return Err(format!(
                "{} is named twice: a deck names each card once, with its number",
                pair[0].0
            ));
        }
        if let Some((creature, count)) = creatures.iter().find(|(_, count)| !(1..=15).contains(count)) {
            return Err(format!("{count} of {creature}: a deck has from 1 to 15 of a card that it names"));
        }
        if creatures.len() > MAX_KINDS || total > PLACES as u32 {
            return Err(format!("a deck has at most {MAX_KINDS} kinds of creatures and {PLACES} in all"));
        }
        if lands > 60 {
            return Err(format!("{lands} lands: a deck has at most 60"));
        }
        if lands == 0 && creatures.is_empty() {
            return Err("0 cards: a deck has at least one land or creature".to_string());
        }
        Ok(Deck { lands, creatures })
    }

    /// The number of cards.
    pub fn size(&self) -> u32 {
        u32::from(self.lands) + self.creatures.iter().map(|&(_, count)| u32::from(count)).sum::<u32>()
    }
}

impl fmt::Display for Deck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |count: u8, card: String| if count == 1 { card } else { format!("{count}*{card}") };
        let lands = (self.lands > 0).then(|| name(self.lands, "L".to_string()));
        let creatures = self.creatures.iter().map(|&(creature, count)| name(count, creature.to_string()));
        f.write_str(&lands.into_iter().chain(creatures).collect::<Vec<_>>().join("+"))
    }
}

impl FromStr for Deck {
    type Err = String;

    /// Cards in any order, each named once.
    fn from_str(text: &str) -> Result<Self, String> {
        let (mut lands, mut creatures) = (None, vec![]);
        for word in text.split('+') {
            let (count, card) = word.split_once('*').unwrap_or(("1", word));
            let error = || format!("{word:?} lacks a number of cards: write as in \"2*4/4(5)\"");
            let count: u8 = number(count).ok_or_else(error)?;
            if card != "L" {
                creatures.push((card.parse()?, count));
            } else if lands.replace(count).is_some() {
                return Err("L is named twice: a deck names each card once, with its number".to_string());
            }
        }
        Deck::new(lands.unwrap_or(0), creatures)
    }
}

/// All that stays the same in a game, shared by its states.
#[derive(Debug)]
pub(super) struct Table {
    deck: Deck,
    pub(super) life: i16,
    pub(super) hand: u8,
    pub(super) first_draw: bool,
    pub(super) power: [u8; MAX_KINDS],
    pub(super) toughness: [u8; MAX_KINDS],
    pub(super) cost: [u8; MAX_KINDS],
    /// The deck as cards.
    pub(super) list: Cards,
    /// For each kind, what a blocker of it adds to a [band](super::combat::Band).
    pub(super) bands: [Band; MAX_KINDS],
    /// For each number of lands, all places of kinds that cost no more.
    pub(super) affordable: [u64; MAX_BUDGET as usize + 1],
    /// For each kind, all places of kinds that live through its damage.
    pub(super) survivors: [u64; MAX_KINDS],
    /// For each kind, all places of kinds that cost less.
    pub(super) cheaper: [u64; MAX_KINDS],
    /// For each kind, all places of kinds that cost more and have less toughness than its power.
    pub(super) prey: [u64; MAX_KINDS],
    /// For each kind, all places of kinds that cost more and that it kills.
    pub(super) prey_or_equal: [u64; MAX_KINDS],
    /// Kinds from the most expensive to the cheapest, ties by power, then toughness.
    pub(super) descending: Vec<u8>,
    /// Kinds the other way round.
    pub(super) ascending: Vec<u8>,
    /// Kinds in random orders, to be used in turn.
    pub(super) shuffled: Vec<Vec<u8>>,
}

/// Random orders of kinds that are prepared; the turn says which one is used.
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
            std::array::from_fn(|kind| deck.creatures.get(kind).map_or(u8::MAX, |(creature, _)| of(creature)))
        };
        let (cost, kinds): ([u8; MAX_KINDS], _) = (stat(|c| c.cost), 0..deck.creatures.len() as u8);
        let mut descending: Vec<u8> = kinds.collect();
        // Kinds are in order of power first, and the sort keeps that order among equal costs.
        descending.sort_by_key(|&kind| Reverse(cost[usize::from(kind)]));
        let creatures = deck.creatures.iter().enumerate();
        let list = Cards {
            lands: deck.lands,
            creatures: Kinds(creatures.map(|(kind, &(_, count))| u64::from(count) << (4 * kind)).sum()),
        };
        let affordable = std::array::from_fn(|mana| {
            let cheap = (0..MAX_KINDS).filter(|&kind| usize::from(cost[kind]) <= mana);
            cheap.map(|kind| 15 << (4 * kind)).sum()
        });
        let relation = |test: fn(&Creature, &Creature) -> bool| {
            let places = |one: &Creature| {
                let related = deck.creatures.iter().enumerate().filter(|(_, (other, _))| test(one, other));
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
            prey_or_equal: relation(|one, other| other.cost > one.cost && other.toughness <= one.power),
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

    /// The card of that name.
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
