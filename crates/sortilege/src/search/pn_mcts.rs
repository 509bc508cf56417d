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

use super::decision::{Answer, Tally};
use super::setup::finish;
use super::tree_search::wide::{Node, ROOT, WideTree};
use super::{Decision, Note, Search, Setup, legal_actions};
use crate::bandit::{ArmScore, Proven, largest, ucb1};
use crate::budget::Clock;
use crate::game::{Chance, Deterministic, PerfectInfo, Sequential, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
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
///     search.c_pn = 0.5;
///     search.decide(state, Player(0), &mut Rng::new(1)).action
/// }
/// ```
pub struct PnMcts<G: Game, P = Rollout<G>, R = WinLoss> {
    /// Exploration constant: UCB1 = mean + c sqrt(ln n / n_j), rewards in [0, 1].
    pub c: f64,
    /// C_pn: weight of the rank; 0 is plain UCT.
    pub c_pn: f64,
    /// Budget, playout, reward and final choice.
    pub setup: Setup<P, R>,
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
    fn over<A>(children: &[Node<A, Numbers>], is_seeker: bool) -> Self {
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
struct Rule {
    c: f64,
    c_pn: f64,
    /// Width of the range of rewards, which scales the bonus.
    width: f64,
}

impl Rule {
    /// Selects by UCT-PN after `visits` visits; unvisited children come first.
    fn choose<A>(
        self,
        visits: u32,
        children: &[Node<A, Numbers>],
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
        let is_lost = |child: &Node<A, Numbers>| !is_seeker && child.known.proof == 0;
        let all_lost = children.iter().all(is_lost);
        let score = |child: &Node<A, Numbers>| {
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

impl<G: Game, P, R> PnMcts<G, P, R> {
    /// With C_pn = 1 and c = 0.7.
    pub fn new(setup: Setup<P, R>) -> Self {
        PnMcts { c: 0.7, c_pn: 1.0, setup, tree: WideTree::default(), scratch: Scratch::default() }
    }
}

impl<G, P, R> PnMcts<G, P, R>
where
    G: Chance + Deterministic + Sequential + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
{
    /// Makes one simulation from `state`, which it consumes.
    fn simulate(&mut self, mut state: G, seeker: Player, grows: bool, rng: &mut Rng) {
        let (least, most) = self.setup.reward.range();
        let rule = Rule { c: self.c, c_pn: self.c_pn, width: most - least };
        let room = &mut self.scratch;
        let choose =
            |nodes: &[Node<G::Action, Numbers>], node: usize, children: Range<usize>, who| {
                let visits = nodes[node].visits;
                children.start + rule.choose(visits, &nodes[children], who == seeker, room, rng)
            };
        let expanded =
            self.tree.descend(&mut state, grows, |next, _| Numbers::of(next, seeker), choose);
        let length = self.tree.moves.len() as u32;
        let values = finish(&mut state, &mut self.setup, &self.tree.moves, length, rng);
        self.tree.credit(&values);
        if expanded {
            self.back_up(seeker);
        }
    }

    /// Backs up proof numbers from the last node with children.
    fn back_up(&mut self, seeker: Player) {
        let WideTree { nodes, path, moves, .. } = &mut self.tree;
        for (at, &node) in path.iter().enumerate().rev() {
            // The next move of the path was made at this node, so its player is the acting player
            // here.
            let (Some(children), Some(&(who, _))) = (nodes[node].children(), moves.get(at)) else {
                continue;
            };
            nodes[node].known = Numbers::over(&nodes[children], who == seeker);
        }
    }

    /// Statistics of the root's children. Only wins are proven: a child that does not win may still
    /// draw.
    fn tallies(&self) -> Vec<Tally> {
        let tally = |child: &Node<G::Action, Numbers>| match child.known.proof {
            0 => Tally {
                value: self.setup.reward.range().1,
                proven: Some(Proven::Win),
                ..child.tally()
            },
            _ => child.tally(),
        };
        self.tree.candidates().iter().map(tally).collect()
    }

    fn grow(&mut self, state: &G, seeker: Player, clock: &mut Clock, rng: &mut Rng) {
        let is_proven = |tree: &WideTree<G, Numbers>| tree.nodes[ROOT].known.proof == 0;
        while !is_proven(&self.tree) && clock.tick(|| self.tree.bytes(), || !self.tree.has_room(1))
        {
            self.simulate(
                state.clone(),
                seeker,
                !clock.is_full() || self.tree.nodes.len() == 1,
                rng,
            );
            if clock.is_due() {
                self.setup.tell(clock, self.tallies());
            }
        }
    }
}

impl<G, P, R> Search<G> for PnMcts<G, P, R>
where
    G: Chance + Deterministic + PerfectInfo + Sequential + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
{
    fn decide(&mut self, view: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        assert!(view.players() == 2, "proof numbers are for two players");
        let mut clock = self.setup.start(view, who);
        let actions = legal_actions(view, who);
        self.tree.restart(actions[0], Numbers::OPEN);
        self.grow(view, who, &mut clock, rng);
        let answer = Answer::new(self.tallies(), &clock, self.tree.stats());
        Decision::new(&actions, &answer, self.setup.choice, view.turn(), rng)
    }

    fn new_game(&mut self) {
        self.setup.reward.new_game();
    }

    fn notes(&self) -> Vec<Note> {
        self.setup.reward.notes()
    }
}

#[cfg(test)]
mod tests;
