//! A subgame: its initial worlds, and the histories grown from them.

use super::infostate_table::InfostateTable;
use super::solver::{NONE, SubgameSolver};
use super::tree::{HistoryNode, TurnKind, values};
use crate::game::{Label, Observe, Simultaneous};
use crate::{Player, Turn};
use rustc_hash::FxHashMap;

/// The label of an action for an observer.
pub(super) type LabelOf<G> = Label<<G as crate::Game>::Action, <G as Observe>::Seen>;

/// A growing subgame.
pub(super) struct Subgame<G: Observe> {
    /// The initial states; they belong to the first nodes.
    pub(super) worlds: Vec<G>,
    pub(super) nodes: Vec<HistoryNode>,
    /// The action that led to each node after those of the worlds.
    actions: Vec<G::Action>,
    pub(super) infostates: InfostateTable<G::View, LabelOf<G>>,
    pub(super) solver: SubgameSolver,
    /// Number of leaves at which the game is not over.
    pub(super) open: usize,
    deepest: u32,
    depths: u64,
}

impl<G: Observe + Simultaneous> Subgame<G> {
    /// The subgame that begins with one of these worlds, with probabilities in proportion to their
    /// weights. In a world each seat knows its view. Where the opponent of `who` has a view in
    /// `alternatives`, a gadget lets it decline the subgame for that value.
    pub(super) fn new(
        worlds: Vec<(G, f64)>,
        alternatives: &FxHashMap<G::View, f64>,
        who: Player,
    ) -> Self {
        let total: f64 = worlds.iter().map(|(_, weight)| weight).sum();
        let other = 1 - who.0;
        let mut declined: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
        let mut subgame = Subgame {
            worlds: Vec::with_capacity(worlds.len()),
            nodes: vec![],
            actions: vec![],
            infostates: InfostateTable::default(),
            solver: SubgameSolver::new(),
            open: 0,
            deepest: 0,
            depths: 0,
        };
        for (world, weight) in worlds {
            let views = [0, 1].map(|seat| world.view(Player(seat)));
            let (odds, mut slots) = (weight / total, [0, 1]);
            let alternative = alternatives.get(&views[other]).copied();
            let mut seats = [Player(0), Player(1)].into_iter();
            let known =
                views.map(|view| subgame.infostates.begin(seats.next().expect("two seats"), view));
            if let Some(value) = alternative {
                let solver = &mut subgame.solver;
                let gadget =
                    declined.entry(known[other]).or_insert_with(|| solver.add_gadget(other, value));
                solver.add_odds(gadget.1, odds);
                slots[other] = gadget.0;
            }
            subgame.push(HistoryNode::new(stage(&world), 0, odds, slots, known));
            subgame.worlds.push(world);
        }
        subgame
    }

    /// Adds a node as a leaf.
    fn push(&mut self, mut node: HistoryNode) -> u32 {
        node.leaf = self.solver.add_leaf(node.slots, node.odds);
        self.open += usize::from(node.stage != TurnKind::Over);
        self.deepest = self.deepest.max(node.depth);
        self.depths += u64::from(node.depth);
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }

    /// Adds a node to which an action leads.
    pub(super) fn push_child(&mut self, node: HistoryNode, action: G::Action) -> u32 {
        self.actions.push(action);
        self.push(node)
    }

    /// The action that led to a node other than that of a world.
    pub(super) fn action(&self, node: u32) -> G::Action {
        self.actions[node as usize - self.worlds.len()]
    }

    /// Removes the leaf of a node that is about to be expanded.
    pub(super) fn open_up(&mut self, node: u32) -> HistoryNode {
        let old = &mut self.nodes[node as usize];
        self.solver.remove_leaf(std::mem::replace(&mut old.leaf, NONE));
        self.open -= 1;
        *old
    }

    /// The first slot of the information set of `seat` at a node with `actions` actions. Adds the
    /// set if it is new.
    pub(super) fn slots_at(&mut self, node: &HistoryNode, seat: usize, actions: usize) -> u32 {
        let known = node.known[seat];
        if self.infostates.set(known) == NONE {
            let set = self.solver.add_set(seat, node.slots[seat], actions);
            self.infostates.put_set(known, set);
        }
        let set = self.infostates.set(known);
        debug_assert_eq!(
            self.solver.actions(set),
            actions,
            "all states of an information set have the same actions"
        );
        self.solver.first_slot(set)
    }

    /// Extends the infostates of both seats by their observations of `mover` taking `action` in
    /// `state`.
    pub(super) fn watch(
        &mut self,
        known: &mut [u32; 2],
        state: &G,
        action: G::Action,
        mover: Option<Player>,
    ) {
        for (seat, known) in known.iter_mut().enumerate() {
            let label = match mover == Some(Player(seat)) {
                true => Label::Own(action),
                false => match state.seen(action, Player(seat)) {
                    Some(seen) => Label::Seen(seen),
                    None => continue,
                },
            };
            *known = self.infostates.grow(*known, label);
        }
    }

    /// The average strategy of `who` at the infostate `known` with `actions` actions, and the value
    /// of each action for it, in [-1, 1].
    pub(super) fn answer(&self, who: Player, known: u32, actions: usize) -> (Vec<f64>, Vec<f64>) {
        let set = self.infostates.set(known);
        if set == NONE {
            return (vec![1.0 / actions as f64; actions], vec![0.0; actions]);
        }
        let averages = self.solver.averages();
        let worth = values(&self.nodes, &self.solver, &averages);
        let (mut sums, mut mass) = (vec![0.0; actions], 0.0);
        let there =
            |node: &&HistoryNode| node.known[who.0] == known && node.stage.chooser() == Some(who.0);
        for node in self.nodes.iter().filter(there).filter(|node| node.is_expanded()) {
            let reach = node.odds * averages[node.slots[1 - who.0] as usize][1];
            mass += reach;
            sums.iter_mut()
                .zip(node.children())
                .for_each(|(sum, child)| *sum += reach * worth[child as usize]);
        }
        let sign = if who.0 == 0 { 1.0 } else { -1.0 };
        let scale = if mass > 0.0 { sign / mass } else { 0.0 };
        (self.solver.average(set).collect(), sums.into_iter().map(|sum| scale * sum).collect())
    }

    /// Memory in use.
    pub(super) fn bytes(&self) -> usize {
        self.worlds.len() * size_of::<G>()
            + self.nodes.len() * size_of::<HistoryNode>()
            + self.actions.len() * size_of::<G::Action>()
            + self.infostates.bytes()
            + self.solver.bytes()
    }

    /// Whether the index range of nodes is exhausted.
    pub(super) fn is_at_its_end(&self) -> bool {
        self.nodes.len() >= 1 << 30
    }

    /// Statistics of the tree.
    pub(super) fn stats(&self) -> crate::tree::TreeStats {
        crate::tree::TreeStats {
            nodes: self.nodes.len() as u64,
            depth: f64::from(self.deepest),
            mean_depth: self.depths as f64 / self.nodes.len().max(1) as f64,
            bytes: self.bytes(),
        }
    }
}

/// The kind of turn of a state.
pub(super) fn stage<G: crate::Game>(state: &G) -> TurnKind {
    match state.turn() {
        Turn::Over => TurnKind::Over,
        Turn::Chance => TurnKind::Chance,
        Turn::Player(who) => TurnKind::Choice(who.0),
        Turn::Together => TurnKind::First,
    }
}
