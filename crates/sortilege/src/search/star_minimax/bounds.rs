//! Bounds: the window of alpha-beta, and the set of outcomes of a chance node with what is known of
//! each (SM §2.1).

use super::side::Side;

/// No payoff and no evaluation is lower: v_min.
pub(super) const V_MIN: f64 = -1.0;
/// No payoff and no evaluation is higher: v_max.
pub(super) const V_MAX: f64 = 1.0;

/// What the nodes above still care about: below `alpha` Max has something better, above `beta` Min
/// has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Window {
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: V_MIN, beta: V_MAX };

    /// `side` can have `value`. Whether that is better than what it had.
    #[inline]
    pub(super) fn narrow(&mut self, side: Side, value: f64) -> bool {
        let bound = match side {
            Side::Max => &mut self.alpha,
            Side::Min => &mut self.beta,
        };
        let better = side.prefers(value, *bound);
        if better {
            *bound = value;
        }
        better
    }

    /// Whether the other side will not let it come to a state in which `side` can have `value`.
    #[inline]
    pub(super) fn refuted(&self, side: Side, value: f64) -> bool {
        match side {
            Side::Max => value >= self.beta,
            Side::Min => value <= self.alpha,
        }
    }

    /// The part of the window that lies in another one.
    #[inline]
    pub(super) fn within(self, other: Window) -> Window {
        Window { alpha: self.alpha.max(other.alpha), beta: self.beta.min(other.beta) }
    }

    /// The part of the window that is possible at all.
    #[inline]
    pub(super) fn clipped(self, to: Bounds) -> Window {
        Window { alpha: self.alpha.max(to.lower), beta: self.beta.min(to.upper) }
    }
}

/// What is known of a value: o_l and o_u.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    pub(super) lower: f64,
    pub(super) upper: f64,
}

impl Bounds {
    pub(super) const UNKNOWN: Bounds = Bounds { lower: V_MIN, upper: V_MAX };

    #[inline]
    pub(super) fn exactly(value: f64) -> Self {
        Bounds { lower: value, upper: value }
    }

    /// What is known once a move has been probed: a player can have it, from below for Max and from
    /// above for Min. A value on the far side of the window is a bound on the move from the wrong
    /// side.
    #[inline]
    pub(super) fn after<A>(mut self, probed: Probed<A>) -> Self {
        let Probed { side, value, forced, window, .. } = probed;
        let window = window.clipped(self);
        if value > window.alpha && (side == Side::Max || forced) {
            self.lower = value;
        }
        if value < window.beta && (side == Side::Min || forced) {
            self.upper = value;
        }
        self
    }
}

/// An outcome of chance, o.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Outcome<A> {
    pub(super) action: A,
    /// Its probability, or its share of the sample: o_p.
    pub(super) odds: f64,
    /// What is known of the state that it leads to.
    pub(super) known: Bounds,
}

/// What a probe has searched of a successor already: its first move, and what that is worth, or a
/// bound on the same side of the probe's window. A child's window only gets narrower as more is
/// known of the other outcomes, so that is also what the search after the probe would find.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Probed<A> {
    /// Who moves.
    pub(super) side: Side,
    pub(super) action: A,
    pub(super) value: f64,
    /// Whether there is no other move.
    pub(super) forced: bool,
    /// `childAlpha` and `childBeta` of the probe.
    pub(super) window: Window,
}

/// The outcomes of a chance node, with the bounds on its value kept up to date as those of its
/// outcomes change (SM §2.1, after Hauk, Buro & Schaeffer 2006).
pub(super) struct OutcomeSet<A> {
    outcomes: Vec<Outcome<A>>,
    /// Probes of the outcomes, as far as they came; no more than there are outcomes.
    probes: Vec<Option<Probed<A>>>,
    /// No less than this: `pess`.
    pub(super) pess: f64,
    /// No more than this: `opti`.
    pub(super) opti: f64,
}

impl<A> Default for OutcomeSet<A> {
    fn default() -> Self {
        OutcomeSet { outcomes: vec![], probes: vec![], pess: 0.0, opti: 0.0 }
    }
}

impl<A: Copy + Eq> OutcomeSet<A> {
    /// Replaces the outcomes; nothing is known of the new ones.
    #[inline]
    pub(super) fn fill(&mut self, outcomes: impl IntoIterator<Item = (A, f64)>) {
        let fresh = |(action, odds)| Outcome { action, odds, known: Bounds::UNKNOWN };
        self.probes.clear();
        self.outcomes.clear();
        self.outcomes.extend(outcomes.into_iter().map(fresh));
        let total: f64 = self.outcomes.iter().map(|outcome| outcome.odds).sum();
        (self.pess, self.opti) = (total * V_MIN, total * V_MAX);
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.outcomes.len()
    }

    #[inline]
    pub(super) fn get(&self, at: usize) -> Outcome<A> {
        self.outcomes[at]
    }

    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = Outcome<A>> + '_ {
        self.outcomes.iter().copied()
    }

    /// `childAlpha` and `childBeta` before they are clipped: a child that is worth `alpha` or less
    /// leaves the node no way into its window from below, a child that is worth `beta` or more none
    /// from above.
    #[inline]
    pub(super) fn child_window(&self, at: usize, window: Window) -> Window {
        let Outcome { odds, known, .. } = self.outcomes[at];
        let child = Window {
            alpha: (window.alpha - self.opti + odds * known.upper) / odds,
            beta: (window.beta - self.pess + odds * known.lower) / odds,
        };
        // Rounding must not make the window wider than that of the probe: its bound would pass for
        // a value.
        self.probed(at).map_or(child, |probed| child.within(probed.window))
    }

    /// Keeps the probe of the next outcome that has none.
    #[inline]
    pub(super) fn keep(&mut self, probed: Option<Probed<A>>) {
        self.probes.push(probed);
    }

    /// What a probe has searched of the outcome already.
    #[inline]
    pub(super) fn probed(&self, at: usize) -> Option<Probed<A>> {
        self.probes.get(at).copied().flatten()
    }

    /// Replaces what is known of an outcome.
    #[inline]
    pub(super) fn learn(&mut self, at: usize, known: Bounds) {
        let outcome = &mut self.outcomes[at];
        self.pess += outcome.odds * (known.lower - outcome.known.lower);
        self.opti += outcome.odds * (known.upper - outcome.known.upper);
        outcome.known = known;
    }
}
