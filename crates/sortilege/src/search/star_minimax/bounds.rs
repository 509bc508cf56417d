//! Bounds: the window of alpha-beta, the outcomes of a chance node with the bounds of each (SM
//! §2.1), and the two sides of minimax with their preferences.

/// Lower bound of payoffs and evaluations: v_min.
pub(super) const V_MIN: f64 = -1.0;
/// Upper bound of payoffs and evaluations: v_max.
pub(super) const V_MAX: f64 = 1.0;

/// The alpha-beta window: at or below `alpha` Max has a better alternative, at or above `beta` Min
/// has.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Window {
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: V_MIN, beta: V_MAX };

    /// Narrows the window because `side` can achieve `value`; returns whether that improves its
    /// bound.
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

    /// Whether the other side avoids a state in which `side` can achieve `value`.
    #[inline]
    pub(super) fn refuted(&self, side: Side, value: f64) -> bool {
        match side {
            Side::Max => value >= self.beta,
            Side::Min => value <= self.alpha,
        }
    }

    /// The intersection with another window.
    #[inline]
    pub(super) fn within(self, other: Window) -> Window {
        Window { alpha: self.alpha.max(other.alpha), beta: self.beta.min(other.beta) }
    }

    /// The intersection with the known bounds of the value.
    #[inline]
    pub(super) fn clipped(self, to: Bounds) -> Window {
        Window { alpha: self.alpha.max(to.lower), beta: self.beta.min(to.upper) }
    }
}

/// Known bounds of a value: o_l and o_u.
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

    /// The bounds after a probe of one move. The player can achieve its value, which is a lower
    /// bound for Max and an upper bound for Min. A value on the far side of the window bounds the
    /// move from the wrong side.
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
    /// Known bounds of the state that it leads to.
    pub(super) known: Bounds,
}

/// Result of a probe of a successor: its first move, and the value of that move, or a bound on the
/// same side of the probe's window. A child's window only narrows as the bounds of other outcomes
/// improve, so the search after the probe would find the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Probed<A> {
    /// The side to move.
    pub(super) side: Side,
    pub(super) action: A,
    pub(super) value: f64,
    /// Whether there is no other move.
    pub(super) forced: bool,
    /// `childAlpha` and `childBeta` of the probe.
    pub(super) window: Window,
}

/// The outcomes of a chance node. The bounds on its value are updated incrementally when those of
/// an outcome change (SM §2.1, after Hauk, Buro & Schaeffer 2006).
pub(super) struct OutcomeSet<A> {
    outcomes: Vec<Outcome<A>>,
    /// Probes of the first outcomes; no more than there are outcomes.
    probes: Vec<Option<Probed<A>>>,
    /// Lower bound of the chance node: `pess`.
    pub(super) pess: f64,
    /// Upper bound of the chance node: `opti`.
    pub(super) opti: f64,
}

impl<A> Default for OutcomeSet<A> {
    fn default() -> Self {
        OutcomeSet { outcomes: vec![], probes: vec![], pess: 0.0, opti: 0.0 }
    }
}

impl<A: Copy + Eq> OutcomeSet<A> {
    /// Replaces the outcomes; their bounds are unknown.
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

    /// `childAlpha` and `childBeta` before clipping. If the child's value is at most `alpha`, the
    /// node's value cannot exceed the lower end of its window; if it is at least `beta`, the node's
    /// value cannot fall below the upper end.
    #[inline]
    pub(super) fn child_window(&self, at: usize, window: Window) -> Window {
        let Outcome { odds, known, .. } = self.outcomes[at];
        let child = Window {
            alpha: (window.alpha - self.opti + odds * known.upper) / odds,
            beta: (window.beta - self.pess + odds * known.lower) / odds,
        };
        // Rounding must not make the window wider than that of the probe, or its bound would be
        // taken for a value.
        self.probed(at).map_or(child, |probed| child.within(probed.window))
    }

    /// Stores the probe of the next outcome that has none.
    #[inline]
    pub(super) fn keep(&mut self, probed: Option<Probed<A>>) {
        self.probes.push(probed);
    }

    /// The probe of an outcome, if any.
    #[inline]
    pub(super) fn probed(&self, at: usize) -> Option<Probed<A>> {
        self.probes.get(at).copied().flatten()
    }

    /// Replaces the bounds of an outcome.
    #[inline]
    pub(super) fn learn(&mut self, at: usize, known: Bounds) {
        let outcome = &mut self.outcomes[at];
        self.pess += outcome.odds * (known.lower - outcome.known.lower);
        self.opti += outcome.odds * (known.upper - outcome.known.upper);
        outcome.known = known;
    }
}

/// The side to move: the root player (Max) or any other player (Min).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Max,
    Min,
}

impl Side {
    /// Worse than any value.
    #[inline]
    pub(super) fn worst(self) -> f64 {
        match self {
            Side::Max => f64::NEG_INFINITY,
            Side::Min => f64::INFINITY,
        }
    }
    /// Factor that turns a value of the root player into one that this side maximises.
    #[inline]
    pub(super) fn sign(self) -> f64 {
        match self {
            Side::Max => 1.0,
            Side::Min => -1.0,
        }
    }
    #[inline]
    pub(super) fn prefers(self, value: f64, to: f64) -> bool {
        match self {
            Side::Max => value > to,
            Side::Min => value < to,
        }
    }
    /// The value that this side prefers.
    #[inline]
    pub(super) fn better(self, one: f64, other: f64) -> f64 {
        if self.prefers(other, one) { other } else { one }
    }
}
