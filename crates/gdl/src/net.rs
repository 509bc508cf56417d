//! A rulesheet as a propositional network: its inputs are fluents and moves; its outputs are legal
//! moves, termination, goals, percepts and the next state. Constants are folded, equal gates are
//! merged, and gates without effect are removed.

use crate::budget::Limits;
use crate::error::Error;
use crate::graph::{Lists, components};
use crate::ground::Grounding;
use crate::machine::Machine;
use crate::symbol::word;
use crate::term::{Ground, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Twice a node, plus one if it is negated. Node 0 is always true.
pub(crate) type Signal = u32;
/// Constant true.
pub(crate) const YES: Signal = 0;
/// Constant false.
pub(crate) const NO: Signal = 1;

/// Maximum number of rounds of constant folding.
const MOST_ROUNDS: usize = 8;

/// A move of a role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) term: Ground,
    pub(crate) legal: Signal,
    /// Node that is on if the move is made; 0 if nothing depends on it.
    pub(crate) does: u32,
}

/// Gates in topological order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Net {
    /// Number of nodes: the constant, fluents, moves and gates.
    pub(crate) nodes: usize,
    /// First gate.
    pub(crate) first_gate: usize,
    /// For each gate whether it is a conjunction; otherwise it is a disjunction.
    pub(crate) is_and: Vec<bool>,
    /// Inputs of each gate, as signals.
    pub(crate) inputs: Lists,
    /// Gates that each node feeds, without those of loops: twice the node of the gate, plus one if
    /// the input is negated.
    pub(crate) feeds: Lists,
    /// The same for gates of loops that do not contain the node.
    pub(crate) enters: Lists,
    /// Gates of its own loop that each node feeds; none of these inputs is negated.
    pub(crate) inner: Lists,
    /// Ends of the four parts of the gates: legal moves and termination, next state, percepts,
    /// goals.
    pub(crate) ends: [usize; 4],
    /// Loops: ranges of nodes that depend on each other.
    pub(crate) loops: Vec<(u32, u32)>,
    /// Fluents that can change, in order; their nodes begin with 1.
    pub(crate) fluents: Vec<Ground>,
    /// Fluents that always hold.
    pub(crate) always: Vec<Ground>,
    /// Fluents of the initial state, one bit each.
    pub(crate) initial: Vec<u64>,
    pub(crate) next: Vec<Signal>,
    pub(crate) moves: Vec<Vec<Move>>,
    pub(crate) terminal: Signal,
    pub(crate) goals: Vec<Vec<(Ground, Signal)>>,
    pub(crate) sees: Vec<Vec<(Ground, Signal)>>,
    pub(crate) terms: Terms,
}

/// Reason why there is no net.
#[derive(Clone, Debug)]
pub(crate) enum NoNet {
    /// It would be too large.
    TooLarge(Error),
    /// The rules are contradictory.
    Contradiction(Error),
}

impl NoNet {
    /// Error message.
    pub(crate) fn error(self) -> Error {
        match self {
            NoNet::TooLarge(error) | NoNet::Contradiction(error) => error,
        }
    }
}

impl From<Error> for NoNet {
    fn from(error: Error) -> Self {
        NoNet::TooLarge(error)
    }
}

impl Net {
    /// Builds the net of a machine, if it fits the limits.
    pub(crate) fn new(machine: &Machine, limits: &Limits) -> Result<Self, NoNet> {
        let grounding = Grounding::new(machine, limits)?;
        let mut known = FxHashMap::default();
        let mut draft = Draft::new(machine, &grounding, &known)?;
        for _ in 0..MOST_ROUNDS {
            let before = known.len();
            draft.constants(&mut known);
            if known.len() == before {
                break;
            }
            draft = Draft::new(machine, &grounding, &known)?;
        }
        Ok(draft.finish(grounding.terms))
    }

    fn take_feeds(&mut self, feeds: &[(u32, u32)]) {
        let loop_of = |node: u32| {
            let at = self.loops.partition_point(|&(_, end)| end <= node);
            self.loops.get(at).filter(|&&(first, _)| first <= node)
        };
        let (mut plain, mut enters, mut inner) = (vec![], vec![], vec![]);
        for &(node, feed) in feeds {
            match (loop_of(node), loop_of(feed / 2)) {
                (_, None) => plain.push((node, feed)),
                (own, other) if own == other => inner.push((node, feed / 2)),
                _ => enters.push((node, feed)),
            }
        }
        [self.feeds, self.enters, self.inner] =
            [plain, enters, inner].map(|pairs| Lists::new(self.nodes, &pairs));
    }

    /// Number of gates.
    pub(crate) fn gates(&self) -> usize {
        self.nodes - self.first_gate
    }
}

/// A gate under construction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Gate {
    is_and: bool,
    inputs: Vec<Signal>,
}

/// A net under construction. Nodes are numbered in the order of creation.
struct Draft {
    gates: Vec<Gate>,
    shared: FxHashMap<Gate, Signal>,
    /// Loops: ranges of gates that depend on each other.
    loops: Vec<(u32, u32)>,
    signals: FxHashMap<Ground, Signal>,
    /// Atoms of `true` with their fluents.
    fluents: Vec<(Ground, Ground)>,
    /// Atoms of `does`.
    moves: FxHashSet<Ground>,
    inputs: u32,
    out: Net,
    is_initial: Vec<bool>,
}

impl Draft {
    fn new(
        machine: &Machine,
        grounding: &Grounding,
        known: &FxHashMap<Ground, bool>,
    ) -> Result<Self, NoNet> {
        let mut draft = Draft {
            gates: vec![],
            shared: FxHashMap::default(),
            loops: vec![],
            signals: FxHashMap::default(),
            fluents: vec![],
            moves: FxHashSet::default(),
            inputs: 1,
            out: Net::default(),
            is_initial: vec![],
        };
        draft.take_inputs(machine, grounding, known);
        draft.take_rules(machine, grounding)?;
        draft.take_outputs(machine, grounding);
        Ok(draft)
    }

    fn take_inputs(
        &mut self,
        machine: &Machine,
        grounding: &Grounding,
        known: &FxHashMap<Ground, bool>,
    ) {
        let terms = &grounding.terms;
        let mut atoms: Vec<Ground> = (0..terms.len() as u32).map(Ground).collect();
        atoms.retain(|&atom| grounding.may_hold[atom.0 as usize] && is_input(terms, atom));
        atoms.sort_by(|&a, &b| terms.compare(a, b));
        for &atom in &atoms {
            match known.get(&atom) {
                Some(true) => _ = self.signals.insert(atom, YES),
                Some(false) => _ = self.signals.insert(atom, NO),
                None => {
                    self.signals.insert(atom, 2 * self.inputs);
                    self.inputs += 1;
                }
            }
            if terms.functor(atom) == word::DOES {
                self.moves.insert(atom);
            } else {
                let fluent = terms.arguments(atom)[0];
                match known.get(&atom) {
                    None => {
                        self.fluents.push((atom, fluent));
                        self.is_initial.push(machine.initial().binary_search(&fluent).is_ok());
                    }
                    Some(true) => self.out.always.push(fluent),
                    Some(false) => {}
                }
            }
        }
    }

    fn take_rules(&mut self, machine: &Machine, grounding: &Grounding) -> Result<(), NoNet> {
        let rules: Vec<(Ground, &[u32])> = grounding.rules().collect();
        let pairs: Vec<(u32, u32)> =
            rules.iter().enumerate().map(|(at, (head, _))| (head.0, at as u32)).collect();
        let by_head = Lists::new(grounding.terms.len(), &pairs);
        let depends = |&(head, body): &(Ground, &[u32])| {
            body.iter().map(move |&part| (head.0, part / 2)).collect::<Vec<_>>()
        };
        let mut edges: Vec<(u32, u32)> = rules.iter().flat_map(depends).collect();
        edges.retain(|&(_, to)| !is_input(&grounding.terms, Ground(to)));
        let edges = Lists::new(grounding.terms.len(), &edges);
        for component in components(grounding.terms.len(), |atom| edges.of(atom)) {
            let first = component[0] as usize;
            if component.len() == 1 && !edges.of(first).contains(&component[0]) {
                if !by_head.of(first).is_empty() {
                    let signal = self.atom(by_head.of(first), &rules, grounding);
                    self.signals.insert(Ground(component[0]), signal);
                }
            } else {
                let has_opposite = !self.take_loop(&component, &by_head, &rules, grounding);
                if has_opposite {
                    return Err(NoNet::Contradiction(contradiction(
                        &component, machine, grounding,
                    )));
                }
            }
        }
        Ok(())
    }

    /// Disjunction of the rules of an atom.
    fn atom(&mut self, rules: &[u32], all: &[(Ground, &[u32])], grounding: &Grounding) -> Signal {
        let parts: Vec<Signal> =
            rules.iter().map(|&rule| self.body(all[rule as usize].1, grounding)).collect();
        self.gate(false, parts)
    }

    fn body(&mut self, body: &[u32], grounding: &Grounding) -> Signal {
        let parts = body
            .iter()
            .map(|&part| self.signal(Ground(part / 2), grounding) ^ (part & 1))
            .collect();
        self.gate(true, parts)
    }

    fn signal(&self, atom: Ground, grounding: &Grounding) -> Signal {
        match self.signals.get(&atom) {
            Some(&signal) => signal,
            None if grounding.always[atom.0 as usize] => YES,
            None => NO,
        }
    }

    /// Creates a gate, or returns an equal signal.
    fn gate(&mut self, is_and: bool, mut inputs: Vec<Signal>) -> Signal {
        let (neutral, decisive) = if is_and { (YES, NO) } else { (NO, YES) };
        inputs.sort_unstable();
        inputs.dedup();
        inputs.retain(|&input| input != neutral);
        if inputs.contains(&decisive) || inputs.windows(2).any(|pair| pair[0] ^ pair[1] == 1) {
            return decisive;
        }
        match inputs[..] {
            [] => neutral,
            [only] => only,
            _ => {
                let next = 2 * (self.inputs + self.gates.len() as u32);
                let gate = Gate { is_and, inputs };
                let signal = *self.shared.entry(gate.clone()).or_insert(next);
                if signal == next {
                    self.gates.push(gate);
                }
                signal
            }
        }
    }

    /// Creates the gates of mutually dependent atoms, side by side. Returns whether none depends on
    /// its own negation.
    fn take_loop(
        &mut self,
        component: &[u32],
        by_head: &Lists,
        rules: &[(Ground, &[u32])],
        grounding: &Grounding,
    ) -> bool {
        let mut component = component.to_vec();
        component.sort_unstable();
        let members: FxHashSet<u32> = component.iter().copied().collect();
        let start = self.gates.len() as u32;
        for &atom in &component {
            let node = self.inputs + self.gates.len() as u32;
            self.signals.insert(Ground(atom), 2 * node);
            self.gates.push(Gate { is_and: false, inputs: vec![] });
        }
        for (at, &atom) in component.iter().enumerate() {
            let mut parts = vec![];
            for &rule in by_head.of(atom as usize) {
                let (_, body) = rules[rule as usize];
                if body.iter().any(|&part| part & 1 == 1 && members.contains(&(part / 2))) {
                    return false;
                }
                parts.push(self.body(body, grounding));
            }
            parts.sort_unstable();
            parts.dedup();
            parts.retain(|&part| part != NO);
            self.gates[start as usize + at].inputs = parts;
        }
        self.loops.push((self.inputs + start, self.inputs + self.gates.len() as u32));
        true
    }

    fn take_outputs(&mut self, machine: &Machine, grounding: &Grounding) {
        let terms = &grounding.terms;
        let find = |symbol, arguments: &[Ground]| match terms.find(symbol, arguments) {
            Some(atom) => self.signal(atom, grounding),
            None => NO,
        };
        let next = self.fluents.iter().map(|&(_, fluent)| find(word::NEXT, &[fluent])).collect();
        let terminal = find(word::TERMINAL, &[]);
        let mut atoms: Vec<Ground> = (0..terms.len() as u32).map(Ground).collect();
        atoms.retain(|&atom| {
            let symbol = terms.functor(atom);
            let is_output = matches!(symbol, word::LEGAL | word::GOAL | word::SEES)
                && terms.arguments(atom).len() == 2;
            is_output && (grounding.may_hold[atom.0 as usize] || grounding.always[atom.0 as usize])
        });
        atoms.sort_by(|&a, &b| terms.compare(a, b));
        let roles = machine.roles();
        let mut moves = vec![vec![]; roles.len()];
        let (mut goals, mut sees) = (vec![vec![]; roles.len()], vec![vec![]; roles.len()]);
        for atom in atoms {
            let [role, what] = terms.arguments(atom) else { unreachable!("it has two arguments") };
            let Some(seat) = roles.iter().position(|known| known == role) else { continue };
            let signal = self.signal(atom, grounding);
            if signal == NO {
                continue;
            }
            match terms.functor(atom) {
                word::LEGAL => {
                    let does = find(word::DOES, &[*role, *what]);
                    moves[seat].push(Move { term: *what, legal: signal, does: does / 2 });
                }
                word::GOAL => goals[seat].push((*what, signal)),
                _ => sees[seat].push((*what, signal)),
            }
        }
        (self.out.next, self.out.terminal, self.out.moves) = (next, terminal, moves);
        (self.out.goals, self.out.sees) = (goals, sees);
    }

    /// Finds fluents that never change, and moves that are never legal.
    fn constants(&self, known: &mut FxHashMap<Ground, bool>) {
        for ((&(atom, _), &next), &is_initial) in
            self.fluents.iter().zip(&self.out.next).zip(&self.is_initial)
        {
            let own = self.signals[&atom];
            let gate = self.gate_of(next);
            let keeps =
                next == own || gate.is_some_and(|gate| !gate.is_and && gate.inputs.contains(&own));
            let needs =
                next == own || gate.is_some_and(|gate| gate.is_and && gate.inputs.contains(&own));
            if is_initial && (next == YES || keeps) {
                known.insert(atom, true);
            }
            if !is_initial && (next == NO || needs) {
                known.insert(atom, false);
            }
        }
        let mut is_live = vec![false; self.inputs as usize];
        self.fluents.iter().for_each(|(atom, _)| is_live[(self.signals[atom] / 2) as usize] = true);
        self.out.moves.iter().flatten().for_each(|one| is_live[one.does as usize] = true);
        for (&atom, &signal) in &self.signals {
            let node = (signal / 2) as usize;
            if node != 0
                && node < is_live.len()
                && !is_live[node]
                && signal & 1 == 0
                && self.is_move(atom)
            {
                known.insert(atom, false);
            }
        }
    }

    fn is_move(&self, atom: Ground) -> bool {
        self.moves.contains(&atom)
    }

    fn gate_of(&self, signal: Signal) -> Option<&Gate> {
        (signal & 1 == 0)
            .then(|| self.gates.get((signal / 2).checked_sub(self.inputs)? as usize))
            .flatten()
    }

    /// Removes unused gates and numbers the nodes in the order of evaluation.
    fn finish(self, terms: Terms) -> Net {
        let parts = self.parts();
        let mut out = self.out;
        // Order: fluents, moves with effects, then gates, part by part.
        let mut renamed = vec![u32::MAX; self.inputs as usize + self.gates.len()];
        renamed[0] = 0;
        let mut nodes = 1;
        let mut name = |node: u32, renamed: &mut Vec<u32>| {
            renamed[node as usize] = nodes;
            nodes += 1;
        };
        for (atom, _) in &self.fluents {
            name(self.signals[atom] / 2, &mut renamed);
        }
        let mut used = used_inputs(&self.gates, &parts, self.inputs);
        for signal in out.next.iter().chain(out.sees.iter().flatten().map(|(_, signal)| signal)) {
            used.get_mut((signal / 2) as usize).into_iter().for_each(|used| *used = true);
        }
        for one in out.moves.iter().flatten() {
            if one.does != 0 && used[one.does as usize] {
                name(one.does, &mut renamed);
            }
        }
        out.first_gate = nodes as usize;
        let mut order = vec![];
        for part in 0..4 {
            order.extend((0..self.gates.len()).filter(|&gate| parts[gate] == Some(part)));
            out.ends[part as usize] = out.first_gate + order.len();
        }
        for (at, &gate) in order.iter().enumerate() {
            renamed[self.inputs as usize + gate] = (out.first_gate + at) as u32;
        }
        out.nodes = out.first_gate + order.len();
        let rename = |signal: Signal| 2 * renamed[(signal / 2) as usize] + (signal & 1);
        let (mut inputs, mut feeds) = (vec![], vec![]);
        for (at, &gate) in order.iter().enumerate() {
            out.is_and.push(self.gates[gate].is_and);
            for &input in &self.gates[gate].inputs {
                let input = rename(input);
                inputs.push((at as u32, input));
                feeds.push((input / 2, 2 * (out.first_gate + at) as u32 + (input & 1)));
            }
        }
        out.inputs = Lists::new(order.len(), &inputs);
        for (from, to) in self.loops {
            // In each part the gates of a loop lie side by side.
            for part in 0..4 {
                let is_there = |node: &u32| parts[(node - self.inputs) as usize] == Some(part);
                let live: Vec<u32> =
                    (from..to).filter(is_there).map(|node| renamed[node as usize]).collect();
                if let (Some(&first), Some(&last)) = (live.first(), live.last()) {
                    out.loops.push((first, last + 1));
                }
            }
        }
        out.loops.sort_unstable();
        out.take_feeds(&feeds);
        let all = out.next.iter_mut().chain([&mut out.terminal]);
        let all = all
            .chain(out.goals.iter_mut().chain(&mut out.sees).flatten().map(|(_, signal)| signal));
        all.for_each(|signal| *signal = rename(*signal));
        for one in out.moves.iter_mut().flatten() {
            one.legal = rename(one.legal);
            one.does = match renamed[one.does as usize] {
                u32::MAX => 0,
                node => node,
            };
        }
        out.fluents = self.fluents.iter().map(|&(_, fluent)| fluent).collect();
        out.initial = vec![0; out.fluents.len().div_ceil(64)];
        for (at, _) in self.is_initial.iter().enumerate().filter(|(_, is_initial)| **is_initial) {
            out.initial[at / 64] |= 1 << (at % 64);
        }
        out.terms = terms;
        out
    }

    /// Part in which each gate is evaluated: legal moves and termination, next state, percepts,
    /// goals, or `None`.
    fn parts(&self) -> Vec<Option<u8>> {
        let out = &self.out;
        let state =
            self.cone(out.moves.iter().flatten().map(|one| one.legal).chain([out.terminal]));
        let next = self.cone(out.next.iter().copied());
        let sees = self.cone(out.sees.iter().flatten().map(|&(_, signal)| signal));
        let goals = self.cone(out.goals.iter().flatten().map(|&(_, signal)| signal));
        let part = |gate: usize| match (state[gate], next[gate], sees[gate], goals[gate]) {
            (true, ..) => Some(0),
            (_, true, _, true) | (_, _, true, true) => Some(0),
            (_, true, ..) => Some(1),
            (_, _, true, _) => Some(2),
            (_, _, _, true) => Some(3),
            _ => None,
        };
        (0..self.gates.len()).map(part).collect()
    }

    /// Gates that signals depend on.
    fn cone(&self, signals: impl Iterator<Item = Signal>) -> Vec<bool> {
        let mut seen = vec![false; self.gates.len()];
        let mut todo: Vec<Signal> = signals.collect();
        while let Some(signal) = todo.pop() {
            let Some(gate) = (signal / 2).checked_sub(self.inputs) else { continue };
            if !std::mem::replace(&mut seen[gate as usize], true) {
                todo.extend(&self.gates[gate as usize].inputs);
            }
        }
        seen
    }
}

/// Error for an atom that depends on its own negation, with the rule responsible.
fn contradiction(component: &[u32], machine: &Machine, grounding: &Grounding) -> Error {
    let program = machine.program();
    let signature = |&atom: &u32| {
        let atom = Ground(atom);
        (grounding.terms.functor(atom), grounding.terms.arguments(atom).len())
    };
    let is_by = |group: &&crate::check::Group| {
        component.iter().any(|atom| group.negated.contains(&signature(atom)))
    };
    match program.groups.iter().find(is_by) {
        Some(group) => group.contradiction(&program.rules, &program.symbols),
        None => Error::new("something depends on its own negation, through `not`"),
    }
}

fn is_input(terms: &Terms, atom: Ground) -> bool {
    let arity = terms.arguments(atom).len();
    matches!((terms.functor(atom), arity), (word::TRUE, 1) | (word::DOES, 2))
}

fn used_inputs(gates: &[Gate], parts: &[Option<u8>], inputs: u32) -> Vec<bool> {
    let mut used = vec![false; inputs as usize];
    for (gate, _) in gates.iter().zip(parts).filter(|(_, part)| part.is_some()) {
        for &input in gate.inputs.iter().filter(|&&input| input / 2 < inputs) {
            used[(input / 2) as usize] = true;
        }
    }
    used
}
