//! Limits for the work that a rulesheet can cause, because rulesheets come from unknown authors.

use crate::error::Error;
use std::time::{Duration, Instant};

/// Maximum depth of a term that rules produce.
pub(crate) const DEEPEST: u16 = 1000;

/// Limits for reading, grounding and one step of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall time for preparing the sheet.
    pub time: Duration,
    /// Wall time for one step of a game.
    pub step: Duration,
    /// Number of stored terms, atoms included.
    pub terms: usize,
    /// Number of ground rules of the net, with eight conditions on average.
    pub instances: usize,
    /// Number of facts that grounding for the net compares with conditions.
    pub work: u64,
}

impl Limits {
    /// Limits for a sheet that must have a net, however large.
    pub fn for_large_nets() -> Self {
        Limits { instances: 2_000_000, work: 1_000_000_000, ..Limits::default() }
    }
}

/// With these limits a net is ready in about two seconds; otherwise the Datalog machine runs the
/// sheet.
impl Default for Limits {
    fn default() -> Self {
        Limits {
            time: Duration::from_secs(60),
            step: Duration::from_secs(10),
            terms: 3_000_000,
            instances: 400_000,
            work: 9_000_000,
        }
    }
}

/// Consumption of a limit.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    end: Instant,
    terms: usize,
    work: u64,
    most_work: u64,
}

impl Meter {
    pub(crate) fn new(time: Duration, terms: usize) -> Self {
        let now = Instant::now();
        Meter { end: now.checked_add(time).unwrap_or(now), terms, work: 0, most_work: u64::MAX }
    }

    /// Adds a limit of counted work.
    pub(crate) fn most_work(self, most_work: u64) -> Self {
        Meter { most_work, ..self }
    }

    /// Counts one unit of work; checks the clock now and then.
    #[inline]
    pub(crate) fn work(&mut self, terms: usize) -> Result<(), Error> {
        self.work += 1;
        if self.work.is_multiple_of(1 << 14) {
            self.look(terms)?;
        }
        if self.work > self.most_work {
            return Err(Error::new("writing out the rules takes too much work"));
        }
        Ok(())
    }

    pub(crate) fn look(&self, terms: usize) -> Result<(), Error> {
        if terms > self.terms {
            return Err(Error::new(format!("the rules make more than {} terms", self.terms)));
        }
        if Instant::now() > self.end {
            return Err(Error::new("the rules exceed the time limit"));
        }
        Ok(())
    }
}
