//! Pictures as vectors, by feature hashing (Weinberger et al. 2009, without signs). Works for any
//! game, has a fixed size, and depends only on what a seat observes.

use crate::error::refused;
use pyo3::PyResult;
use sortilege::Player;
use sortilege::scene::{Item, Part, Scene};
use sortilege_catalogue::table::Event;

/// Limit of the vector size.
const LARGEST: usize = 1 << 24;

/// Counts of observed features.
pub struct Tensor(Vec<f32>);

impl Tensor {
    /// Creates a vector of zeros.
    pub fn new(size: usize) -> PyResult<Self> {
        match (1..=LARGEST).contains(&size) {
            true => Ok(Tensor(vec![0.0; size])),
            false => Err(refused(format!("a tensor has 1 to {LARGEST} numbers, not {size}"))),
        }
    }

    fn count(&mut self, thing: &str) {
        let place = hash(thing.as_bytes()) % self.0.len() as u64;
        self.0[place as usize] += 1.0;
    }

    /// Counts everything on the table.
    pub fn picture(&mut self, scene: &Scene) {
        for (number, part) in scene.parts.iter().enumerate() {
            match part {
                Part::Label(text) => self.count(&format!("{number} {text}")),
                Part::Board(board) => {
                    for (at, cell) in board.cells.iter().enumerate() {
                        if let Some(piece) = &cell.piece {
                            self.count(&format!(
                                "{number} {at} {} {}",
                                owner(piece.owner),
                                piece.text
                            ));
                        }
                    }
                }
                Part::Map(map) => map
                    .regions
                    .iter()
                    .for_each(|region| self.items(number, &region.name, &region.pieces)),
                Part::Row(row) => self.items(number, &row.label, &row.items),
            }
        }
    }

    /// Counts the items at one place.
    fn items(&mut self, part: usize, place: &str, items: &[Item]) {
        for item in items {
            self.count(&format!("{part} {place} {} {:?}", owner(item.owner), item.kind));
        }
    }

    /// Counts all events so far, in order.
    pub fn log(&mut self, events: &[Event]) {
        for (number, Event { who, text }) in events.iter().enumerate() {
            self.count(&format!("event {number} {} {text}", owner(*who)));
        }
    }

    /// The numbers, four bytes each, in little-endian order.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|number| number.to_le_bytes()).collect()
    }
}

fn owner(who: Option<Player>) -> String {
    who.map_or("-".to_string(), |who| who.0.to_string())
}

/// 64-bit FNV-1a with a final mixing step, the same on every machine.
pub fn hash(bytes: &[u8]) -> u64 {
    let step = |state: u64, &byte: &u8| (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let state = bytes.iter().fold(0xcbf2_9ce4_8422_2325, step);
    (state ^ (state >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16
}
