//! PN-MCTS: J. Kowalski, E. Doe, M. H. M. Winands, D. Górski and D. J. N. J. Soemers, "Proof number
//! based Monte-Carlo tree search", IEEE Transactions on Games, 2024. It is UCT with a bias towards
//! moves with a short proof.
//!
//! Every node has two numbers in addition to the mean of its simulations (Allis, van der Meulen &
//! van den Herik 1994). Its proof number is the least number of leaves that must be won to prove a
//! win of the root player. Its disproof number is the least number of leaves that must not be won
//! to disprove it. Selection ranks the children by the number that the acting player wants to
//! reduce to 0, and adds a bonus for good ranks: UCT-PN = UCB1 + C_pn (1 - rank / worst rank). The
//! search ends as soon as the root is proven.
//!
//! It is for two players with opposed interests, without chance. A draw is no win, and disproves
//! like a loss. Departures: an opponent does not select a child that is a proven loss while another
//! one is left, as in MCTS-Solver; and a player may act twice in a row.

use super::algorithm::{Algorithm, FromView, Start};
use super::decision::Tally;
use super::driver::Searcher;
use super::tree_search::wide::{PostponedNodes, ROOT, WideNode, WideTree, wide_tree};
use super::{Setup, legal_actions};
use crate::bandit::{ArmScore, Proven, largest, ucb1};
use crate::game::{Chance, Deterministic, Hidden, PerfectInfo, Sequential, Simultaneous, Values};
use crate::playout::{Playout, Rollout};
use crate::reward::WinLoss;
use crate::tree::TreeStats;
use crate::{Game, Player, Rng, Turn};
use std::ops::Range;

/// PN-MCTS: UCT with a bias towards proofs.
///
/// ```
/// use sortilege::game::{Deterministic, PerfectInfo, Sequential};
/// use sortilege::search::{PnMcts, Search, Setup};
/// use sortilege::{Budget, Game, Player, Rng};
/// fn play<G: Game + Deterministic + PerfectInfo + Sequential>(state: &G) -> G::Action {
///     let mut search = PnMcts::<G>::new(Setup::new(Budget::iterations(1000)));
///     search.algorithm.c_pn = 0.5;
///     search.decide(state, Player(0), &mut Rng::new(1)).action
/// }
/// ```
pub type PnMcts<G, P = Rollout<G>, R = WinLoss> = Searcher<G, ProofTree<G>, P, R>;

/// A tree whose nodes have proof numbers.
pub struct ProofTree<G: Game> {
    /// C_pn: weight of the rank; 0 is plain UCT.
    pub c_pn: f64,
    rule: UctPnRule,
    /// The player whose win is to be proven.
    seeker: Player,
    tree: WideTree<G, Numbers>,
    scratch: Scratch,
}

/// Proof numbers of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    /// Proof number: least number of leaves that must be won; 0 if the root player wins.
    proof: u32,
    /// Disproof number: least number of leaves that must not be won; 0 if the root player does not
    /// win.
    disproof: u32,
}

/// Accessor of one of the two numbers.
type Number = fn(&Numbers) -> u32;

/// Infinity: more leaves than any tree has.
const INFINITE: u32 = u32::MAX;

impl Numbers {
    const OPEN: Numbers = Numbers { proof: 1, disproof: 1 };
    const WIN: Numbers = Numbers { proof: 0, disproof: INFINITE };
    const NO_WIN: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    /// Initial numbers of a state for `seeker`, whose win is to be proven.
    fn of<G: Game>(state: &G, seeker: Player) -> Self {
        match state.turn() {
            Turn::Over if state.payoff(seeker) == 1.0 => Numbers::WIN,
            Turn::Over => Numbers::NO_WIN,
            _ => Numbers::OPEN,
        }
    }

    /// Numbers of a node by its children: the acting player needs one of them, the other player all
    /// of them.
    fn over<A>(children: &[WideNode<A, Numbers>], is_seeker: bool) -> Self {
        let least = |number: Number| children.iter().map(|child| number(&child.known)).min();
        let all = |number: Number| {
            children.iter().fold(0u32, |sum, child| sum.saturating_add(number(&child.known)))
        };
        let (proof, disproof): (Number, Number) =
            (|numbers| numbers.proof, |numbers| numbers.disproof);
        match is_seeker {
            true => Numbers { proof: least(proof).unwrap_or(INFINITE), disproof: all(disproof) },
            false => Numbers { proof: all(proof), disproof: least(disproof).unwrap_or(INFINITE) },
        }
    }

    /// The number that the acting player wants to reduce to 0.
    fn wanted(self, is_seeker: bool) -> u32 {
        if is_seeker { self.proof } else { self.disproof }
    }
}

/// Scratch memory of the selection at a node.
#[derive(Default)]
struct Scratch {
    scores: Vec<f32>,
    wanted: Vec<u32>,
}

/// Constants of the selection rule.
#[derive(Clone, Copy)]
struct UctPnRule {
    c: f64,
    c_pn: f64,
    /// Width of the range of rewards, which scales the bonus.
    width: f64,
}

impl UctPnRule {
    /// Selects by UCT-PN after `visits` visits; unvisited children come first.
    fn choose<A>(
        self,
        visits: u32,
        children: &[WideNode<A, Numbers>],
        is_seeker: bool,
        room: &mut Scratch,
        rng: &mut Rng,
    ) -> usize {
        let Scratch { scores, wanted } = room;
        wanted.clear();
        wanted.extend(children.iter().map(|child| child.known.wanted(is_seeker)));
        wanted.sort_unstable();
        wanted.dedup();
        let exploration_term = ucb1::exploration_term(visits.into(), ucb1::constant(self.c));
        // An opponent avoids proven losses if there is any other move.
        let is_lost = |child: &WideNode<A, Numbers>| !is_seeker && child.known.proof == 0;
        let all_lost = children.iter().all(is_lost);
        let score = |child: &WideNode<A, Numbers>| {
            if is_lost(child) && !all_lost {
                return f32::NEG_INFINITY;
            }
            let better = wanted.partition_point(|&other| other < child.known.wanted(is_seeker));
            let rank = (better + 1) as f64 / wanted.len() as f64;
            let bonus = self.width * self.c_pn * (1.0 - rank);
            ArmScore::new(child.total, child.visits.into()).upper_bound(exploration_term)
                + bonus as f32
        };
        scores.clear();
        scores.extend(children.iter().map(score));
        largest(scores, rng)
    }
}

impl<G: Game + PerfectInfo, P, R> PnMcts<G, P, R> {
    /// With C_pn = 1 and c = 0.7.
    pub fn new(setup: Setup<P, R>) -> Self {
        let tree = ProofTree {
            c_pn: 1.0,
            rule: UctPnRule { c: 0.0, c_pn: 0.0, width: 0.0 },
            seeker: Player(0),
            tree: WideTree::default(),
            scratch: Scratch::default(),
        };
        Searcher::with(tree, setup)
    }
}

impl<G: Game> ProofTree<G> {
    /// Backs up proof numbers from the last node with children.
    fn back_up_numbers(&mut self) {
        let WideTree { nodes, path, moves, .. } = &mut self.tree;
        for (at, &node) in path.iter().enumerate().rev() {
            // The next move of the path was made at this node, so its player is the acting player
            // here.
            let (Some(children), Some(&(who, _))) = (nodes[node].children(), moves.get(at)) else {
                continue;
            };
            nodes[node].known = Numbers::over(&nodes[children], who == self.seeker);
        }
    }
}

impl<G> Algorithm<G> for ProofTree<G>
where
    G: Chance + Deterministic + Hidden + Sequential + Simultaneous,
{
    wide_tree!();

    #[inline]
    fn back_up(&mut self, _: &[(Player, G::Action)], rewards: &Values, _: (f64, f64)) {
        self.tree.credit(rewards);
    }

    #[inline]
    fn bytes(&self) -> usize {
        self.tree.bytes()
    }

    fn start(&mut self, start: &Start<'_, G>, _: &mut Rng) {
        assert!(start.root.players() == 2, "proof numbers are for two players");
        let (least, most) = start.range;
        self.rule = UctPnRule { c: start.rules.c, c_pn: self.c_pn, width: most - least };
        self.seeker = start.who;
        self.tree.restart(legal_actions(start.root, start.who)[0], Numbers::OPEN);
    }

    fn descend<P: Playout<G>>(&mut self, state: &mut G, _: &mut P, rng: &mut Rng) {
        let ProofTree { rule, seeker, ref mut tree, ref mut scratch, .. } = *self;
        let choose =
            |nodes: &[WideNode<G::Action, Numbers>], node: usize, children: Range<usize>, who| {
                let visits = nodes[node].visits;
                children.start + rule.choose(visits, &nodes[children], who == seeker, scratch, rng)
            };
        if tree.descend(state, |next, _| Numbers::of(next, seeker), choose) {
            self.back_up_numbers();
        }
    }

    #[inline]
    fn is_proven(&self) -> bool {
        self.tree.nodes[ROOT].known.proof == 0
    }

    /// Only wins are proven: a child that does not win may still draw.
    fn tallies(&mut self, _: &G, _: Player, _: &[G::Action], (_, most): (f64, f64)) -> Vec<Tally> {
        let tally = |child: &WideNode<G::Action, Numbers>| match child.known.proof {
            0 => Tally { value: most, proven: Some(Proven::Win), ..child.tally() },
            _ => child.tally(),
        };
        self.tree.candidates().iter().map(tally).collect()
    }
}

impl<G> FromView<G> for ProofTree<G> where
    G: Chance + Deterministic + PerfectInfo + Sequential + Simultaneous
{
}

#[cfg(test)]
mod tests;
