//! How much work a rulesheet may make: a stranger wrote it.

use crate::error::Error;
use std::time::{Duration, Instant};

/// The deepest term that rules may make.
pub(crate) const DEEPEST: u16 = 1000;

/// What reading, grounding or one step of a game may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall time for making the sheet ready.
    pub time: Duration,
    /// Wall time for one step of a game.
    pub step: Duration,
    /// Terms, atoms included, that are kept.
    pub terms: usize,
    /// Ground rules of the net, of eight conditions on average.
    pub instances: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            time: Duration::from_secs(60),
            step: Duration::from_secs(10),
            terms: 3_000_000,
            instances: 2_000_000,
        }
    }
}

/// A limit that is running out.
#[derive(Clone, Debug)]
pub(crate) struct Meter {
    end: Instant,
    terms: usize,
    work: u32,
}

impl Meter {
    pub(crate) fn new(time: Duration, terms: usize) -> Self {
        let now = Instant::now();
        Meter { end: now.checked_add(time).unwrap_or(now), terms, work: 0 }
    }

    /// One more piece of work; looks at the clock now and then.
    #[inline]
    pub(crate) fn work(&mut self, terms: usize) -> Result<(), Error> {
        self.work = self.work.wrapping_add(1);
        if self.work.is_multiple_of(1 << 14) {
            return self.look(terms);
        }
        Ok(())
    }

    pub(crate) fn look(&self, terms: usize) -> Result<(), Error> {
        if terms > self.terms {
            return Err(Error::new(format!("the rules make more than {} terms", self.terms)));
        }
        if Instant::now() > self.end {
            return Err(Error::new("the rules take more time than they are given"));
        }
        Ok(())
    }
}
