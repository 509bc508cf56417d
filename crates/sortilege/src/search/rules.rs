//! Selection and expansion rules that every tree search shares.

use crate::Turn;
use crate::bandit::exp3::Trials;

/// The rules that select within a tree and expand it. They are plain values; a search reads them at
/// the start of each decision.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TreeRules {
    /// Exploration constant: UCB1 = mean + c sqrt(ln n / n_j), rewards in [0, 1]. PUCT adds
    /// c P sqrt(N) / (1 + n_j) to the mean instead.
    ///
    /// IS uses 0.7 (§IV-A, where 0.5 to 1 were about equally good) on a scale of rewards that it
    /// does not state. The example program that its authors published later scores a win 1 and a
    /// loss 0 with the same constant, so this project uses that scale.
    pub c: f64,
    /// The selection rule where one player is on turn.
    pub select: Select,
    /// The selection rule where all players choose simultaneously.
    pub together: Together,
    /// Bounds the number of opponent moves that an information set search considers; the paper has
    /// no such bound.
    pub widening: Option<Widening>,
    /// How many children an expansion adds to a leaf.
    pub expansion: Expansion,
}

impl Default for TreeRules {
    /// The rules of the ISMCTS paper: UCB1 with c = 0.7, EXP3 for simultaneous choices, one child
    /// per expansion.
    fn default() -> Self {
        TreeRules {
            c: 0.7,
            select: Select::default(),
            together: Together::default(),
            widening: None,
            expansion: Expansion::default(),
        }
    }
}

impl TreeRules {
    /// Whether arms at this kind of turn store importance-weighted rewards (EXP3, regret matching).
    /// The value of a candidate is then an average over all simulations, not only over those that
    /// began with it.
    pub(super) fn weigh(&self, turn: Turn) -> bool {
        match turn {
            Turn::Together => self.together != Together::Ucb1,
            _ => self.select.mixes(),
        }
    }
}

/// Selection rule for simultaneous choices: each player selects at the same node without observing
/// the choices of the other players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Together {
    /// EXP3, which approximates a mixed strategy (IS §III-C1).
    Exp3(Trials),
    /// Independent UCB1 for each player. It finds mixed strategies, but not always those of an
    /// equilibrium.
    Ucb1,
    /// Regret matching.
    RegretMatching,
}

impl Default for Together {
    fn default() -> Self {
        Together::Exp3(Trials::SoFar)
    }
}

/// Selection rule where one player is on turn. A user of a rule that approximates a mixed strategy
/// may want to play that mixture as well, by
/// [`FinalChoice::SampledVisits`](super::FinalChoice::SampledVisits).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Select {
    /// UCB1, with availability counts where the legal moves of other players differ between states
    /// (IS §IV-B).
    #[default]
    Ucb1,
    /// PUCT, guided by the [priors](crate::playout::Playout::priors) of the playout; they are equal
    /// if the playout has none. [`Uct`](super::Uct), the single-observer searches and
    /// [`MoIsmcts`](super::MoIsmcts) with knowing opponents support it. UCB1 replaces it where wins
    /// are proven or chance is fixed.
    Puct,
    /// EXP3. It approximates a mixed strategy, which optimal play under hidden information needs in
    /// general; IS leaves the choice of bandit open (appendix).
    Exp3(Trials),
    /// Regret matching, for the same reason as EXP3.
    RegretMatching,
}

impl Select {
    /// Whether the rule approximates a mixed strategy and credits arms with importance-weighted
    /// rewards.
    pub(super) fn mixes(self) -> bool {
        matches!(self, Select::Exp3(_) | Select::RegretMatching)
    }
}

/// Progressive widening (SM §2.2): a node with v visits has at most ceil(C v^alpha) arms.
///
/// In an information set search it bounds the moves of opponents. IS §VII-C and §X ask for "some
/// mechanism" to this end, and leave open which. A move joins the tree only while fewer than ceil(C
/// v^alpha) of the existing arms are legal in this determinization. Here v counts the visits of
/// just these arms. So rarely legal moves are neither crowded out by other moves nor all tried at
/// once.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Widening {
    /// The factor C.
    pub scale: f64,
    /// The exponent alpha, from 0 to 1.
    pub alpha: f64,
}

impl Widening {
    pub(crate) fn width(&self, visits: u32) -> usize {
        (self.scale * f64::from(visits.max(1)).powf(self.alpha)).ceil().max(1.0) as usize
    }
}

/// Which children an expansion adds to a leaf.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Expansion {
    /// One child: the playout starts at it. Algorithm 1 of QR is equivalent: it adds all children
    /// at once, but simulates from a random unvisited child as long as one exists. (Where the state
    /// is known, [`Uct`](super::Uct) lists all children at once as well.)
    #[default]
    One,
    /// All children are added at once. A descent that reaches one of them for the first time
    /// expands it in turn, so each simulation goes one step deeper.
    All,
}
