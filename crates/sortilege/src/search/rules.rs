//! The rules by which trees are descended and grown: what every tree search lets its user choose.

use crate::Turn;
use crate::bandit::exp3::Trials;

/// The rules by which a tree is descended and grown. They are plain values; a search reads them
/// anew at each decision.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TreeRules {
    /// The exploration constant. IS uses 0.7 (§IV-A, where 0.5 to 1 were about equally good) on a
    /// scale of rewards that it does not state. The example program that its authors published
    /// later counts a win 1 and a loss 0 with the same constant, so that is our scale too.
    pub c: f64,
    /// How players choose where one is on turn.
    pub select: Select,
    /// How players choose where all choose at once.
    pub together: Together,
    /// Bounds the number of moves that opponents are thought to consider, in information set
    /// searches; the paper does not.
    pub widening: Option<Widening>,
    /// How many children a leaf gets at once.
    pub expansion: Expansion,
}

impl Default for TreeRules {
    /// Those of the ISMCTS paper: UCB1 with c = 0.7, EXP3 where all choose at once, one child an
    /// expansion.
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
    /// Whether arms at such a turn hold rewards over probabilities: then values of candidates are
    /// averages over all simulations, not only over those that began with the candidate.
    pub(super) fn weigh(&self, turn: Turn) -> bool {
        match turn {
            Turn::Together => self.together != Together::Ucb1,
            _ => self.select.mixes(),
        }
    }
}

/// How players choose where all choose at once, each from the same node and without seeing the
/// others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Together {
    /// EXP3, which looks for a mix (IS §III-C1).
    Exp3(Trials),
    /// UCB1 for each on its own, which finds mixes but not always those of an equilibrium.
    Ucb1,
    /// Regret matching.
    RegretMatching,
}

impl Default for Together {
    fn default() -> Self {
        Together::Exp3(Trials::SoFar)
    }
}

/// How players choose where one of them is on turn. Whoever looks for a mix may want to play it as
/// well, by [`FinalChoice::SampledVisits`](super::FinalChoice::SampledVisits).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Select {
    /// UCB1, with availability where others' moves differ from state to state (IS §IV-B).
    #[default]
    Ucb1,
    /// PUCT, guided by the [priors](crate::playout::Playout::priors) of the playout, which are
    /// equal if it has none. For [`Uct`](super::Uct), the single-observer searches, and
    /// [`MoIsmcts`](super::MoIsmcts) with opponents who know; where wins are proven or chance is
    /// fixed, UCB1 takes its place.
    Puct,
    /// EXP3. It looks for a mix, which is what the best play of hidden information is; IS leaves
    /// the choice of bandit open (appendix).
    Exp3(Trials),
    /// Regret matching, for the same reason.
    RegretMatching,
}

impl Select {
    /// Whether it looks for a mix, and credits arms with rewards over probabilities.
    pub(super) fn mixes(self) -> bool {
        matches!(self, Select::Exp3(_) | Select::RegretMatching)
    }
}

/// Progressive widening (SM §2.2): a node with v visits has ceil(C v^alpha) arms at most.
///
/// In an information set search it bounds the moves of opponents (IS §VII-C and §X ask for "some
/// mechanism" to this end, and leave open which): a move joins the tree only while the arms that
/// are there in this determinization are fewer than ceil(C v^alpha), where v counts the visits of
/// just these arms. So moves that are seldom possible are neither crowded out by others nor tried
/// all at once.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Widening {
    /// C.
    pub scale: f64,
    /// The exponent, from 0 to 1.
    pub alpha: f64,
}

impl Widening {
    pub(crate) fn width(&self, visits: u32) -> usize {
        (self.scale * f64::from(visits.max(1)).powf(self.alpha)).ceil().max(1.0) as usize
    }
}

/// Which children a leaf gets when it is expanded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Expansion {
    /// One: the playout starts at the new child. This is also what Algorithm 1 of QR does: it adds
    /// all children at once, but plays out from one of them that was never visited as long as there
    /// is one, which is picked at random. (Where the state is known, [`Uct`](super::Uct) lists them
    /// all at once as well.)
    #[default]
    One,
    /// All: the children are in the tree at once, and a descent that reaches one of them for the
    /// first time expands it in turn, so it goes one step deeper.
    All,
}
