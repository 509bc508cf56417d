//! UCT with double progressive widening (Couëtoux et al. 2011; SM §2.2): a node with v visits considers
//! its first ceil(C v^alpha) actions, or as many outcomes of chance, so the tree grows deep before it grows
//! wide.
//!
//! An outcome is drawn; if it is new and there is room it joins the set, and if there is none, one of the
//! set takes its place, by its probability within the set.

use super::decision::Answer;
use super::paused::Paused;
use super::tree_search::descent::{ChanceRule, Constant, Descent};
use super::tree_search::naming::name_known;
use super::tree_search::observation::ByAction;
use super::{Decision, Name, Note, Search, Setup, TreeRules, Widening, legal_actions};
use crate::budget::Clock;
use crate::game::{Outcomes, PerfectInfo, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::tree::{Extent, Outline, Tree};
use crate::{Budget, Game, Player, Rng};

/// UCT with double progressive widening.
pub struct Dpw<G: Game, P = Rollout<G>, R = WinLoss> {
    /// How the tree is descended; c is C_1 in SM §4.2. Where all choose at once nothing is widened.
    pub rules: TreeRules,
    /// How many moves and outcomes of chance are considered; its scale is C_2 in SM §4.2.
    pub widening: Widening,
    /// Budget, playout, reward, final choice.
    pub setup: Setup<P, R>,
    paused: Paused<G>,
    descent: Descent<G, ByAction>,
}

impl<G: Outcomes + Simultaneous, P, R> Dpw<G, P, R> {
    /// Widening by ceil(4 v^0.25), SM's setting for EinStein würfelt nicht, and c = 0.7.
    pub fn new(setup: Setup<P, R>) -> Self {
        let rules = TreeRules::default();
        let descent = Descent::new(ByAction, Constant::Everybody, rules);
        let widening = Widening { scale: 4.0, alpha: 0.25 };
        Dpw { rules, widening, setup, paused: Paused::default(), descent }
    }

    /// The tree of the last decision.
    pub fn tree(&self) -> &Tree<G::Action> {
        &self.descent.tree
    }
}

impl<G, P, R> Dpw<G, P, R>
where
    G: Outcomes + PerfectInfo + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
{
    /// Searches on in the tree that there is.
    fn search_on(&mut self, view: &G, who: Player, mut clock: Clock, rng: &mut Rng) -> Decision<G::Action> {
        let descent = &mut self.descent;
        while descent.goes_on(&mut clock) {
            descent.simulate(view.clone(), &mut self.setup, rng);
            if clock.is_due() {
                descent.tell(view, &self.setup, &clock);
            }
        }
        self.paused.end(view, who, &clock, rng);
        let actions = legal_actions(view, who);
        let tallies = descent.tallies(view, who, &actions, self.setup.reward.range());
        let answer = Answer::new(tallies, &clock, descent.tree.stats());
        Decision::new(&actions, &answer, self.setup.choice, view.turn(), rng)
    }
}

impl<G, P, R> Search<G> for Dpw<G, P, R>
where
    G: Outcomes + PerfectInfo + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
{
    fn decide(&mut self, view: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let clock = self.setup.start(view, who);
        let descent = &mut self.descent;
        descent.tree.clear();
        descent.chance = ChanceRule::Widened(G::outcomes, self.widening);
        descent.selection.widening = Some(self.widening);
        descent.selection.set_rules(&self.rules);
        self.search_on(view, who, clock, rng)
    }

    fn go_on(&mut self, view: &G, who: Player, more: &Budget, rng: &mut Rng) -> Option<Decision<G::Action>> {
        let clock = self.paused.go_on((view, who), more, &self.setup.stop, rng)?;
        let clock = self.setup.go_on(clock);
        Some(self.search_on(view, who, clock, rng))
    }

    fn new_game(&mut self) {
        self.paused = Paused::default();
        self.setup.reward.new_game();
    }

    fn outline(&self, view: &G, extent: &Extent, name: &Name<'_, G>) -> Option<Outline> {
        Some(Outline::new(self.tree().root(), extent, |path| name_known(view, path, name)))
    }

    fn notes(&self) -> Vec<Note> {
        self.setup.reward.notes()
    }
}
