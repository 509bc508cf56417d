//! Tree parallelism with virtual loss (Chaslot, Winands & van den Herik 2008): several threads grow one tree.
//!
//! The tree is behind a lock, which a thread holds while it descends and while it credits what came of that;
//! playouts, most of an iteration, run outside. A thread takes several leaves at a time, so that the lock and the
//! memory behind it change hands seldom; only one at first, for a small tree has few places worth a look.
//!
//! On the way down every arm is lent a visit with the least reward there is, lest the next descent go the same way;
//! on the way up the reward takes its place. Rules that look for a mix are lent the visit alone.
//!
//! Which thread comes first is up to the machine, and so is the answer.

use super::descent::{Credit, Descent, Step};
use super::selection::Eyes;
use super::{Setup, finish};
use crate::budget::Clock;
use crate::game::{Chance, MAX_PLAYERS, Simultaneous};
use crate::playout::{Playout, Values};
use crate::reward::Reward;
use crate::{Game, Player, Rng};
use std::mem::swap;
use std::sync::Mutex;
use std::thread;

/// Leaves that a thread takes at a time, at most.
const MOST_LEAVES: usize = 32;
/// For every so many iterations made, a thread takes one leaf more.
const ITERATIONS_PER_LEAF: u64 = 64;

/// How a simulation goes down a tree, and what is to be done once it is credited.
pub(super) struct Way<G: Game, E: Eyes<G>> {
    pub(super) descend: fn(&mut Descent<G, E>, &mut G, &mut Rng),
    /// Given the root; says whether there is nothing left to search for.
    pub(super) settle: fn(&mut Descent<G, E>, &G) -> bool,
}

/// Grows a tree until the clock says stop, on this thread and on one for each of `workers`, who have playouts and
/// rewards of their own. Every simulation begins in a state of `start`.
pub(super) fn grow<G, E, P, R, S>(
    mut work: Work<'_, G, E>,
    (own, workers): (&mut Setup<P, R>, &mut [Setup<P, R>]),
    start: S,
    rng: &mut Rng,
) where
    G: Chance + Simultaneous + Send,
    G::Action: Send,
    E: Eyes<G> + Send,
    E::Label: Send,
    P: Playout<G>,
    R: Reward<G>,
    S: Fn(&mut Rng) -> G + Clone + Send,
{
    let seed = rng.bits();
    work.ended = false;
    let work = &Mutex::new(work);
    thread::scope(|scope| {
        for (number, setup) in (1..).zip(workers) {
            let start = start.clone();
            scope.spawn(move || take_part(work, setup, start, Rng::derive(&[seed, number])));
        }
        take_part(work, own, start, Rng::derive(&[seed, 0]));
    });
}

/// What threads do: take leaves, play out, give back.
fn take_part<G, E, P, R>(
    work: &Mutex<Work<'_, G, E>>,
    setup: &mut Setup<P, R>,
    start: impl Fn(&mut Rng) -> G,
    mut rng: Rng,
) where
    G: Chance + Simultaneous,
    E: Eyes<G>,
    P: Playout<G>,
    R: Reward<G>,
{
    let mut leaves: Vec<_> = (0..MOST_LEAVES).map(|_| Leaf::new(start(&mut rng))).collect();
    let mut taken = 0;
    loop {
        let range = setup.reward.range();
        {
            let mut work = work.lock().expect("no thread has panicked");
            leaves[..taken].iter_mut().for_each(|leaf| work.give_back(leaf, range));
            taken = work.take(&mut leaves, range.0, &mut rng);
        }
        if taken == 0 {
            return;
        }
        for leaf in &mut leaves[..taken] {
            leaf.values = finish(&mut leaf.state, setup, &leaf.moves, leaf.length, &mut rng);
            leaf.state = start(&mut rng);
        }
    }
}

/// The tree and all that threads have in common.
pub(super) struct Work<'a, G: Game, E: Eyes<G>> {
    pub(super) descent: &'a mut Descent<G, E>,
    pub(super) clock: &'a mut Clock,
    pub(super) way: Way<G, E>,
    pub(super) root: G,
    pub(super) ended: bool,
}

/// Where a descent has come to, and how.
struct Leaf<G: Game, L> {
    state: G,
    path: Vec<Step>,
    /// Those of the arms on the path, which may move while the leaf is away.
    labels: Vec<L>,
    moves: Vec<(Player, G::Action)>,
    length: u32,
    /// The reward that arms were lent.
    lent: f64,
    values: Values,
}

impl<G: Game, L> Leaf<G, L> {
    fn new(state: G) -> Self {
        let values = [0.0; MAX_PLAYERS];
        Leaf { state, path: vec![], labels: vec![], moves: vec![], length: 0, lent: 0.0, values }
    }
}

impl<G: Chance + Simultaneous, E: Eyes<G>> Work<'_, G, E> {
    /// Descends from the states of some leaves; says of how many, none if the search is over.
    fn take(&mut self, leaves: &mut [Leaf<G, E::Label>], least: f64, rng: &mut Rng) -> usize {
        let many = 1 + self.clock.iterations() / ITERATIONS_PER_LEAF;
        let mut taken = 0;
        for leaf in leaves.iter_mut().take(many as usize) {
            self.ended = self.ended || !self.descent.goes_on(self.clock);
            if self.ended {
                break;
            }
            (self.way.descend)(self.descent, &mut leaf.state, rng);
            self.lend(leaf, least);
            taken += 1;
        }
        taken
    }

    /// Lends every arm on the path of a descent a visit, and hands the path over to its leaf.
    fn lend(&mut self, leaf: &mut Leaf<G, E::Label>, least: f64) {
        leaf.labels.clear();
        for &Step { node, place, credit } in &self.descent.path {
            let edge = &mut self.descent.tree.edges_mut(node)[place as usize];
            leaf.labels.push(edge.label);
            edge.arm.visit(if matches!(credit, Credit::Reward(_)) { least } else { 0.0 });
        }
        self.change_places(leaf);
        (leaf.length, leaf.lent) = (self.descent.length, least);
    }

    /// Puts rewards in the place of what arms were lent.
    fn give_back(&mut self, leaf: &mut Leaf<G, E::Label>, range: (f64, f64)) {
        let tree = &mut self.descent.tree;
        for (Step { node, place, credit }, &label) in leaf.path.iter_mut().zip(&leaf.labels) {
            // Others may have put an arm before it.
            if tree.edges(*node)[*place as usize].label != label {
                *place = tree.find(*node, label).expect("arms stay at their nodes") as u32;
            }
            let arm = &mut tree.edges_mut(*node)[*place as usize].arm;
            match *credit {
                Credit::Visit => {}
                Credit::Reward(who) => arm.total += leaf.values[who.0] - leaf.lent,
                Credit::Weighted(who, probability) => {
                    let unit = (leaf.values[who.0] - range.0) / (range.1 - range.0);
                    arm.total += unit / probability;
                    tree.earn(*node, unit);
                }
            }
        }
        self.change_places(leaf);
        self.ended |= (self.way.settle)(self.descent, &self.root);
    }

    /// The path of a leaf and that of the last descent change places.
    fn change_places(&mut self, leaf: &mut Leaf<G, E::Label>) {
        swap(&mut leaf.path, &mut self.descent.path);
        swap(&mut leaf.moves, &mut self.descent.moves);
    }
}

#[cfg(test)]
mod tests {
    use super::super::descent::Constant;
    use super::super::selection::{AllSeeing, Together};
    use super::*;
    use crate::testing::hand_made::{HandMade, Place};
    use crate::tree::ROOT;
    use crate::{Budget, Stop};

    const THREE: &[Place] = &[Place::Choice(0, &[1, 1, 1]), Place::Choice(0, &[2, 2]), Place::End(&[1.0])];

    /// Three leaves taken at once are three different moves, a fourth goes on where one of them is away; when all are
    /// back, arms hold nothing but what was earned.
    #[test]
    fn what_is_lent_is_given_back() {
        let mut descent = Descent::new(AllSeeing, Constant::Everybody, 0.7, Together::default());
        let mut clock = Budget::iterations(4).start(&Stop::default());
        let way = Way { descend: Descent::descend, settle: |_, _| false };
        let root = HandMade::new(THREE);
        let mut work = Work { descent: &mut descent, clock: &mut clock, way, root, ended: false };
        let (mut rng, mut leaves) = (Rng::new(1), vec![]);
        for _ in 0..4 {
            let mut leaf = [Leaf::new(root)];
            assert_eq!(work.take(&mut leaf, -1.0, &mut rng), 1);
            leaves.extend(leaf);
        }
        assert_eq!(work.take(&mut [Leaf::new(root)], -1.0, &mut rng), 0, "the budget is spent");
        let arms = |work: &Work<'_, HandMade, AllSeeing>| -> Vec<(u32, f64)> {
            work.descent.tree.edges(ROOT).iter().map(|edge| (edge.arm.visits, edge.arm.total)).collect()
        };
        let mut lent = arms(&work);
        lent.sort_by_key(|&(visits, _)| visits);
        assert_eq!(lent, [(1, -1.0), (1, -1.0), (2, -2.0)]);
        assert_eq!(leaves.iter().map(|leaf| leaf.path.len()).collect::<Vec<_>>(), [1, 1, 1, 2]);
        for leaf in &mut leaves {
            leaf.values[0] = 0.25;
            work.give_back(leaf, (-1.0, 1.0));
        }
        assert!(arms(&work).iter().all(|&(visits, total)| total == 0.25 * f64::from(visits)));
    }

    /// An arm is found again that others have moved while a leaf was away.
    #[test]
    fn arms_are_credited_wherever_they_are() {
        let mut descent = Descent::new(AllSeeing, Constant::Only(Player(1)), 0.7, Together::default());
        let mut clock = Budget::default().start(&Stop::default());
        let way = Way { descend: Descent::descend, settle: |_, _| false };
        let root = HandMade::new(THREE);
        let mut work = Work { descent: &mut descent, clock: &mut clock, way, root, ended: false };
        let mut leaves: Vec<_> = (0..3).map(|_| Leaf::new(root)).collect();
        for (number, leaf) in leaves.iter_mut().enumerate() {
            work.take(std::slice::from_mut(leaf), 0.0, &mut Rng::new(number as u64));
        }
        let mut earned = [0.0; 3];
        for (number, leaf) in leaves.iter_mut().enumerate() {
            leaf.values[0] = f64::from(number as u8 + 1);
            earned[usize::from(leaf.labels[0])] = leaf.values[0];
            work.give_back(leaf, (0.0, 3.0));
        }
        for edge in work.descent.tree.edges(ROOT) {
            assert_eq!((edge.arm.visits, edge.arm.total), (1, earned[usize::from(edge.label)]));
        }
    }
}
