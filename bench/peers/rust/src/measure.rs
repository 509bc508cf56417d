//! Two searches, turn by turn.

use std::time::Instant;

/// What was measured.
pub struct Rates {
    /// Simulations a second of the other crate.
    pub theirs: f64,
    /// Simulations a second of Sortilege.
    pub ours: f64,
    /// Simulations in a decision, on average.
    pub simulations: u64,
}

/// How long one side goes on before it is the other's turn.
const SLICE: f64 = 0.05;

/// Lets both search for so many seconds each. A decision returns how many simulations it took;
/// `ours` is told how many theirs had, since not every crate can be told.
pub fn side_by_side(
    mut theirs: impl FnMut() -> u64,
    mut ours: impl FnMut(u64) -> u64,
    seconds: f64,
) -> Rates {
    // Once to get warm.
    ours(theirs());
    let (mut simulations, mut spent, mut decisions) = ([0, 0], [0.0_f64; 2], 0);
    while spent[0].min(spent[1]) < seconds {
        let mut sizes = vec![];
        let began = Instant::now();
        while sizes.is_empty() || began.elapsed().as_secs_f64() < SLICE {
            sizes.push(theirs());
        }
        let between = Instant::now();
        simulations[0] += sizes.iter().sum::<u64>();
        simulations[1] += sizes.iter().map(|&size| ours(size)).sum::<u64>();
        decisions += sizes.len() as u64;
        spent[0] += (between - began).as_secs_f64();
        spent[1] += between.elapsed().as_secs_f64();
        // Ours may be much faster: it is measured long enough all the same.
        if spent[0] > 4.0 * seconds {
            break;
        }
    }
    assert_eq!(simulations[0], simulations[1], "both make the same number of simulations");
    let [theirs, ours] = [0, 1].map(|side| simulations[side] as f64 / spent[side]);
    Rates { theirs, ours, simulations: simulations[0] / decisions }
}
