//! UCT: Monte Carlo tree search with UCB1 (Kocsis & Szepesvári 2006; IS §III-A, SM §2.2, QR §2), for games
//! of perfect information with any number of players, chance, and choices made at once.

use super::descent::{ChanceRule, Constant, Descent, Expansion};
use super::selection::{AllSeeing, Together};
use super::{Decision, Note, Search, Setup};
use crate::budget::Clock;
use crate::game::{Chance, Deterministic, Outcomes, PerfectInfo, Sequential, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::tree::{Tree, TreeStats};
use crate::{Game, Player, Rng};

/// UCT on a state that is known.
pub struct Uct<G: Game, P = Rollout<G>, R = WinLoss> {
    /// The exploration constant; IS §IV-A found 0.5 to 1 about equally good.
    pub c: f64,
    /// How many children a leaf gets at once.
    pub expansion: Expansion,
    /// How players choose where all choose at once.
    pub together: Together,
    /// Budget, playout, reward, final choice.
    pub setup: Setup<P, R>,
    chance: ChanceRule<G>,
    solves: bool,
    descent: Descent<G, AllSeeing>,
}

impl<G: Chance + Simultaneous, P, R> Uct<G, P, R> {
    /// UCT with c = 0.7, one child an expansion, sampled chance and EXP3.
    pub fn new(setup: Setup<P, R>) -> Self {
        let (c, together) = (0.7, Together::default());
        Uct {
            c,
            expansion: Expansion::default(),
            together,
            setup,
            chance: ChanceRule::Sampled,
            solves: false,
            descent: Descent::new(AllSeeing, Constant::Everybody, c, together),
        }
    }

    /// Visits all outcomes of a chance event equally often instead of by probability (IS §III-C2, where they
    /// are equally likely).
    pub fn permuted(self) -> Self
    where
        G: Outcomes,
    {
        Uct { chance: ChanceRule::Permuted(G::outcomes), ..self }
    }

    /// Draws an outcome of chance when it is met first, and keeps to it in the rest of the tree: the lazy
    /// determinization of ED §VI.
    pub fn fixed_chance(self) -> Self {
        Uct { chance: ChanceRule::Fixed, ..self }
    }

    /// Proves wins and losses as it goes: MCTS-Solver. For two players with opposite interests; payoffs
    /// between -1 and 1 are never proven. See [`Candidate::proven`](super::Candidate::proven). Searches that add
    /// up several trees prove nothing.
    ///
    /// ```
    /// use sortilege::search::Uct;
    /// # fn solver<G: sortilege::game::Deterministic + sortilege::game::Sequential>(uct: Uct<G>) -> Uct<G> {
    /// uct.solving()
    /// # }
    /// ```
    pub fn solving(self) -> Self
    where
        G: Deterministic + Sequential,
    {
        Uct { solves: true, ..self }
    }

    /// The tree of the last decision.
    pub fn tree(&self) -> &Tree<G::Action> {
        &self.descent.tree
    }
}

impl<G, P, R> Uct<G, P, R>
where
    G: Chance + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
{
    /// Grows a fresh tree from `state` until `clock` says stop; with proofs, until the last of them is that of
    /// the root. One loop for both, because a second one would cost the first its inlined playouts.
    pub(super) fn grow(&mut self, state: &G, proofs: bool, clock: &mut Clock, rng: &mut Rng) -> TreeStats {
        self.prepare();
        let (descent, setup) = (&mut self.descent, &mut self.setup);
        let mut proven = false;
        while !proven && descent.goes_on(clock) {
            let mut leaf = state.clone();
            match proofs {
                true => descent.descend_to_a_proof(&mut leaf, rng),
                false => descent.descend(&mut leaf, rng),
            }
            descent.finish(leaf, setup, rng);
            proven = proofs && descent.back_up_proof(state);
        }
        descent.tree.stats()
    }

    fn prepare(&mut self) {
        self.descent.tree.clear();
        self.descent.recall.clear();
        self.descent.expansion = self.expansion;
        self.descent.chance = self.chance;
        self.descent.selection.c = self.c as f32;
        self.descent.selection.together = self.together;
    }

    /// What the tree says of every action of `who` at its root.
    pub(super) fn candidates(&mut self, root: &G, who: Player) -> Vec<super::Candidate<G::Action>> {
        self.descent.candidates(root, who, self.setup.reward.range())
    }

    /// Searches from `state` for `who`.
    pub(super) fn search(&mut self, state: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let mut clock = self.setup.start(state, who);
        assert!(!self.solves || state.players() == 2, "a solver is for two players");
        let stats = self.grow(state, self.solves, &mut clock, rng);
        let candidates = self.candidates(state, who);
        Decision::new(candidates, self.setup.choice, state.turn(), &clock, stats, rng)
    }
}

impl<G, P, R> Search<G> for Uct<G, P, R>
where
    G: Chance + PerfectInfo + Simultaneous + Send,
    G::Action: Send,
    P: Playout<G>,
    R: Reward<G>,
{
    fn decide(&mut self, view: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        self.search(view, who, rng)
    }

    fn new_game(&mut self) {
        self.setup.reward.new_game();
    }

    fn notes(&self) -> Vec<Note> {
        self.setup.reward.notes()
    }
}
