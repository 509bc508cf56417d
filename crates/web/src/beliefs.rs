//! Beliefs of a seat: how often each thing stands at each place in determinizations. The
//! determinizations are sampled from what the seat observes and from nothing else. Each is viewed
//! from the other seats, and the things of those seats are counted where they lie. What is the same
//! in all determinizations is known to the seat and not reported.

use crate::variation::rounded;
use serde_json::{Value, json};
use sortilege::scene::{Item, Kind, Part, Scene};
use sortilege::{Player, Rng, Turn};
use sortilege_catalogue::Table;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Number of sampled determinizations.
const WORLDS: usize = 200;
/// Time limit for sampling, for games in which a determinization is hard to find.
const LONGEST: Duration = Duration::from_secs(5);

/// Place at which something of another seat can be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Spot {
    /// Cell of a board, by its name.
    Cell(String),
    /// Region of a map, by its name on the map.
    Region(String),
    /// Row, by its label.
    Row(String),
}

/// Counts of a thing at one place.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    /// Determinizations in which it was there.
    worlds: usize,
    /// Number of copies there, summed over all determinizations.
    things: usize,
    /// Largest number of copies in one determinization.
    most: usize,
    /// Whether it is a card or a die, which a player can hold hidden.
    held: bool,
}

impl Count {
    /// Whether all `worlds` determinizations agree about it.
    fn is_known(&self, worlds: usize) -> bool {
        self.worlds == worlds && self.things == worlds * self.most
    }
}

/// All counts.
#[derive(Debug, Default)]
struct Census {
    worlds: usize,
    /// Counts by owner, place and thing.
    spots: BTreeMap<(usize, Spot), BTreeMap<String, Count>>,
    /// How often one thing lay before another.
    before: BTreeMap<(String, String), usize>,
}

/// Beliefs of a seat, as JSON. The same view gives the same answer.
pub fn beliefs(table: &dyn Table, who: Player) -> Value {
    let (mut census, mut rng, began) = (Census::default(), Rng::new(1), Instant::now());
    while table.turn() != Turn::Over && census.worlds < WORLDS && began.elapsed() < LONGEST {
        census.add(&*table.world(who, &mut rng), who);
    }
    json!({ "who": who.0, "worlds": census.worlds, "places": census.places(table) })
}

impl Census {
    fn add(&mut self, world: &dyn Table, who: Player) {
        self.worlds += 1;
        for other in (0..world.seats()).map(Player).filter(|&other| other != who) {
            for (spot, things) in things_of(&world.picture(other), other) {
                self.count(other, spot, &things);
            }
        }
    }

    fn count(&mut self, other: Player, spot: Spot, things: &[(String, bool)]) {
        let counts = self.spots.entry((other.0, spot)).or_default();
        let mut here: BTreeMap<&str, (usize, bool)> = BTreeMap::new();
        for (thing, held) in things {
            let (number, is_held) = here.entry(thing).or_default();
            (*number, *is_held) = (*number + 1, *held);
        }
        for (thing, (number, held)) in here {
            let count = counts.entry(thing.to_string()).or_default();
            count.worlds += 1;
            count.things += number;
            (count.most, count.held) = (count.most.max(number), held);
        }
        let pairs = things
            .iter()
            .enumerate()
            .flat_map(|(at, one)| things[at + 1..].iter().map(move |it| (one, it)));
        for ((one, _), (other, _)) in pairs.filter(|(one, other)| one.0 != other.0) {
            *self.before.entry((one.clone(), other.clone())).or_default() += 1;
        }
    }

    /// Places about which the determinizations differ.
    fn places(&self, table: &dyn Table) -> Value {
        let unknown = |counts: &BTreeMap<String, Count>| {
            counts.values().any(|count| !count.is_known(self.worlds))
        };
        let spots: Vec<_> = self.spots.iter().filter(|(_, counts)| unknown(counts)).collect();
        let rows = |who: usize| {
            spots
                .iter()
                .filter(|((seat, spot), _)| *seat == who && matches!(spot, Spot::Row(_)))
                .count()
        };
        let place = |&((who, spot), counts): &(&(usize, Spot), &BTreeMap<String, Count>)| {
            let seat = table.seat_name(Player(*who));
            let (kind, name) = match spot {
                Spot::Cell(name) => ("cell", name.clone()),
                Spot::Region(label) => ("region", label.clone()),
                Spot::Row(label) if rows(*who) > 1 => ("row", format!("{seat}, {label}")),
                Spot::Row(_) => ("row", seat),
            };
            json!({ "who": who, "kind": kind, "place": name, "things": self.things(counts) })
        };
        spots.iter().map(place).collect()
    }

    /// Things with the share of determinizations in which they are there, and their mean number, in
    /// the order in which they lie.
    fn things(&self, counts: &BTreeMap<String, Count>) -> Value {
        let worlds = self.worlds as f64;
        let mut shown: Vec<_> =
            counts.iter().filter(|(_, count)| count.held || !count.is_known(self.worlds)).collect();
        shown.sort_by_cached_key(|(thing, _)| self.place_of(thing, counts));
        let share = |(thing, count): (&String, &Count)| {
            json!([
                thing,
                rounded(count.worlds as f64 / worlds),
                rounded(count.things as f64 / worlds)
            ])
        };
        shown.into_iter().map(share).collect()
    }

    /// Number of things of `among` that usually lie before this one.
    fn place_of(&self, thing: &str, among: &BTreeMap<String, Count>) -> usize {
        let times = |one: &str, other: &str| {
            self.before.get(&(one.to_string(), other.to_string())).copied().unwrap_or(0)
        };
        among.keys().filter(|other| times(other, thing) > times(thing, other)).count()
    }
}

/// Things of a seat in its own picture, by place, and whether each can be held hidden.
fn things_of(scene: &Scene, who: Player) -> Vec<(Spot, Vec<(String, bool)>)> {
    let own = |items: &[Item]| {
        let mine = items.iter().filter(|item| item.owner == Some(who));
        mine.map(|item| (item.face(), !matches!(item.kind, Kind::Token(_)))).collect::<Vec<_>>()
    };
    let mut found = vec![];
    for part in &scene.parts {
        match part {
            Part::Board(board) => found.extend(board.cells.iter().filter_map(|cell| {
                let piece = cell.piece.as_ref().filter(|piece| piece.owner == Some(who))?;
                Some((Spot::Cell(cell.name.clone()?), vec![(piece.text.clone(), false)]))
            })),
            Part::Map(map) => found.extend(
                map.regions
                    .iter()
                    .map(|region| (Spot::Region(region.label.clone()), own(&region.pieces))),
            ),
            Part::Row(row) => found.push((Spot::Row(row.label.clone()), own(&row.items))),
            Part::Label(_) => {}
        }
    }
    found
}
