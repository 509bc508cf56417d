//! Measurement of two searches in turn.

use std::time::Instant;

/// Results of a measurement.
pub struct Rates {
    /// Simulations per second of the other crate.
    pub theirs: f64,
    /// Simulations per second of Sortilege.
    pub ours: f64,
    /// Mean number of simulations per decision.
    pub simulations: u64,
}

/// Seconds for which one side runs before the other takes its turn.
const SLICE: f64 = 0.05;

/// Runs both searches for `seconds` each. A decision returns its number of simulations. `ours` gets
/// the number of the other side, because not every crate accepts a number.
pub fn side_by_side(
    mut theirs: impl FnMut() -> u64,
    mut ours: impl FnMut(u64) -> u64,
    seconds: f64,
) -> Rates {
    // One run to warm up.
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
        // Sortilege may be much faster, so the crate uses at most four times its share of the time.
        if spent[0] > 4.0 * seconds {
            break;
        }
    }
    assert_eq!(simulations[0], simulations[1], "both make the same number of simulations");
    let [theirs, ours] = [0, 1].map(|side| simulations[side] as f64 / spent[side]);
    Rates { theirs, ours, simulations: simulations[0] / decisions }
}
