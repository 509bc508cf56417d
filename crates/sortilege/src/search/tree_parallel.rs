//! Tree parallelism with virtual loss (Chaslot, Winands & van den Herik 2008): several threads grow one tree.
//!
//! The tree belongs to one thread, which descends and credits for all. Playouts, most of an iteration, are errands
//! that it sends the others on; it makes those itself that nobody else has time for. So the tree stays in the cache
//! of one core, and what goes between cores is a state one way and its payoffs the other. (Behind a lock the tree
//! goes back and forth as a whole, and two threads are hardly faster than one.) As many threads have something to do
//! as a whole iteration takes longer than its part in the tree.
//!
//! While a leaf is away every arm on the way to it has been lent a visit with the least reward there is, lest the
//! next descent go the same way; when it is back the reward takes its place. Rules that look for a mix are lent the
//! visit alone. At first only few leaves are sent away, for a small tree has few places worth a look.
//!
//! Who comes back first is up to the machine, and so is the answer.

use super::Setup;
use super::descent::{Credit, Descent, Step, unit_reward};
use super::errands::{Batch, Closing, Desk, Errand};
use super::selection::Eyes;
use crate::budget::Clock;
use crate::game::{Chance, Simultaneous};
use crate::playout::Playout;
use crate::reward::Reward;
use crate::{Game, Rng};
use std::mem::swap;
use std::thread;

/// For every so many iterations made, there may be one leaf more in a batch.
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
    mut owner: Owner<'_, G, E>,
    (own, workers): (&mut Setup<P, R>, &mut [Setup<P, R>]),
    start: S,
    rng: &mut Rng,
) where
    G: Chance + Simultaneous + Send,
    G::Action: Send,
    E: Eyes<G>,
    P: Playout<G>,
    R: Reward<G>,
    S: Fn(&mut Rng) -> G,
{
    let seed = rng.bits();
    let desks: Vec<Desk<G>> = workers.iter().map(|_| Desk::new(&owner.root)).collect();
    thread::scope(|scope| {
        let _closing = Closing(&desks);
        for (number, (setup, desk)) in (0..).zip(workers.iter_mut().zip(&desks)) {
            scope.spawn(move || desk.serve(setup, Rng::derive(&[seed, number])));
        }
        owner.grow(&desks, own, &start, rng);
    });
}

/// The tree, and what its owner needs to grow it.
pub(super) struct Owner<'a, G: Game, E: Eyes<G>> {
    pub(super) descent: &'a mut Descent<G, E>,
    pub(super) clock: &'a mut Clock,
    pub(super) way: Way<G, E>,
    pub(super) root: G,
    /// Whether the search is over.
    pub(super) ended: bool,
}

/// How a leaf that is away was come to.
struct Loan<L> {
    path: Vec<Step>,
    /// Those of the arms on the path, which may move in the meantime.
    labels: Vec<L>,
}

impl<L> Default for Loan<L> {
    fn default() -> Self {
        Loan { path: vec![], labels: vec![] }
    }
}

impl<G: Chance + Simultaneous, E: Eyes<G>> Owner<'_, G, E> {
    fn grow<P: Playout<G>, R: Reward<G>>(
        &mut self,
        desks: &[Desk<G>],
        setup: &mut Setup<P, R>,
        start: &impl Fn(&mut Rng) -> G,
        rng: &mut Rng,
    ) {
        let batches = || desks.iter().flat_map(|desk| desk.batches.iter().map(move |batch| (desk, batch)));
        let mut loans: Vec<Vec<Loan<E::Label>>> = batches().map(|_| vec![]).collect();
        while !self.ended {
            let range = setup.reward.range();
            let mut busy = false;
            for ((_, batch), loans) in batches().zip(&mut loans).filter(|((_, batch), _)| batch.is_back()) {
                self.renew(batch, loans, range, start, rng);
                busy = true;
            }
            if !busy && self.may_go_on() {
                let mut leaf = start(rng);
                (self.way.descend)(self.descent, &mut leaf, rng);
                self.descent.finish(leaf, setup, rng);
                self.ended |= (self.way.settle)(self.descent, &self.root);
            }
        }
        for ((desk, batch), loans) in batches().zip(&mut loans) {
            if desk.wait_for(batch) {
                self.renew(batch, loans, setup.reward.range(), start, rng);
            }
        }
    }

    /// Whether there is one more iteration to be made, which then counts as made.
    fn may_go_on(&mut self) -> bool {
        self.ended = self.ended || !self.descent.goes_on(self.clock);
        !self.ended
    }

    /// Credits what has come back, and sends other leaves away if the search is not over.
    fn renew(
        &mut self,
        batch: &Batch<G>,
        loans: &mut Vec<Loan<E::Label>>,
        range: (f64, f64),
        start: &impl Fn(&mut Rng) -> G,
        rng: &mut Rng,
    ) {
        batch.look_after(|errands, many| {
            loans.resize_with(errands.len(), Loan::default);
            for (errand, loan) in errands[..many].iter_mut().zip(&mut *loans) {
                self.give_back(errand, loan, range);
            }
            let most = 1 + (self.clock.iterations() / ITERATIONS_PER_LEAF) as usize;
            let mut taken = 0;
            for (errand, loan) in errands.iter_mut().zip(loans).take(most) {
                if !self.may_go_on() {
                    break;
                }
                errand.state = start(rng);
                (self.way.descend)(self.descent, &mut errand.state, rng);
                self.lend(errand, loan, range.0);
                taken += 1;
            }
            taken
        });
    }

    /// Lends every arm on the path of a descent a visit with the least reward, and notes where they are.
    fn lend(&mut self, errand: &mut Errand<G>, loan: &mut Loan<E::Label>, least: f64) {
        loan.labels.clear();
        for &Step { node, place, credit } in &self.descent.path {
            let (tree, place) = (&mut self.descent.tree, place as usize);
            loan.labels.push(tree.edges(node)[place].label);
            tree.credit(node, place, if matches!(credit, Credit::Reward(_)) { least } else { 0.0 });
        }
        errand.length = self.descent.length;
        self.change_places(errand, loan);
    }

    /// Puts rewards in the place of what arms were lent.
    fn give_back(&mut self, errand: &mut Errand<G>, loan: &mut Loan<E::Label>, range: (f64, f64)) {
        let tree = &mut self.descent.tree;
        for (Step { node, place, credit }, &label) in loan.path.iter_mut().zip(&loan.labels) {
            // Other descents may have put an arm before it.
            if tree.edges(*node)[*place as usize].label != label {
                *place = tree.find(*node, label).expect("arms stay at their nodes") as u32;
            }
            let (node, place) = (*node, *place as usize);
            match *credit {
                Credit::Visit => {}
                Credit::Reward(who) => tree.correct(node, place, errand.values[who.0] - range.0),
                Credit::Weighted(who, probability) => {
                    let unit = unit_reward(errand.values[who.0], range);
                    tree.correct(node, place, unit / probability);
                    tree.earn(node, unit);
                }
            }
        }
        self.change_places(errand, loan);
        self.ended |= (self.way.settle)(self.descent, &self.root);
    }

    /// The path to a leaf and that of the last descent change places.
    fn change_places(&mut self, errand: &mut Errand<G>, loan: &mut Loan<E::Label>) {
        swap(&mut loan.path, &mut self.descent.path);
        swap(&mut errand.moves, &mut self.descent.moves);
    }
}

#[cfg(test)]
mod tests {
    use super::super::descent::Constant;
    use super::super::selection::{AllSeeing, Together};
    use super::*;
    use crate::game::MAX_PLAYERS;
    use crate::testing::hand_made::{HandMade, Place};
    use crate::tree::ROOT;
    use crate::{Budget, Player, Stop};

    const THREE: &[Place] = &[Place::Choice(0, &[1, 1, 1]), Place::Choice(0, &[2, 2]), Place::End(&[1.0])];

    type Away = (Errand<HandMade>, Loan<u8>);

    /// Sends leaves away one by one, does `check`, and has them come back with a reward for each.
    fn send(
        constant: Constant,
        leaves: usize,
        (least, most): (f64, f64),
        check: impl FnOnce(&Owner<'_, HandMade, AllSeeing>, &[Away]),
        reward: impl Fn(usize) -> f64,
    ) -> Vec<(u8, u32, f64)> {
        let mut descent = Descent::new(AllSeeing, constant, 0.7, Together::default());
        let mut clock = Budget::iterations(leaves as u64).start(&Stop::default());
        let way = Way { descend: Descent::descend, settle: |_, _| false };
        let root = HandMade::new(THREE);
        let mut owner = Owner { descent: &mut descent, clock: &mut clock, way, root, ended: false };
        let mut away: Vec<Away> = vec![];
        while owner.may_go_on() {
            let mut errand = Errand { state: root, moves: vec![], length: 0, values: [0.0; MAX_PLAYERS] };
            let mut loan = Loan::default();
            owner.descent.descend(&mut errand.state, &mut Rng::new(away.len() as u64));
            owner.lend(&mut errand, &mut loan, least);
            away.push((errand, loan));
        }
        check(&owner, &away);
        for (number, (errand, loan)) in away.iter_mut().enumerate() {
            errand.values[0] = reward(number);
            owner.give_back(errand, loan, (least, most));
        }
        owner
            .descent
            .tree
            .edges(ROOT)
            .iter()
            .map(|edge| (edge.label, edge.arm.visits, edge.arm.total))
            .collect()
    }

    /// Three leaves sent away are three different moves, a fourth goes on where one of them is; when all are back,
    /// arms hold nothing but what was earned.
    #[test]
    fn what_is_lent_is_given_back() {
        let check = |owner: &Owner<'_, HandMade, AllSeeing>, away: &[Away]| {
            let arms = owner.descent.tree.edges(ROOT).iter().map(|edge| (edge.arm.visits, edge.arm.total));
            let mut lent: Vec<_> = arms.collect();
            lent.sort_by_key(|&(visits, _)| visits);
            assert_eq!(lent, [(1, -1.0), (1, -1.0), (2, -2.0)]);
            assert_eq!(away.iter().map(|(_, loan)| loan.path.len()).collect::<Vec<_>>(), [1, 1, 1, 2]);
        };
        let arms = send(Constant::Everybody, 4, (-1.0, 1.0), check, |_| 0.25);
        assert!(arms.iter().all(|&(_, visits, total)| total == 0.25 * f64::from(visits)), "{arms:?}");
    }

    /// An arm is found again that others have moved while a leaf was away.
    #[test]
    fn arms_are_credited_wherever_they_are() {
        let mut first = vec![];
        let note = |_: &Owner<'_, HandMade, AllSeeing>, away: &[Away]| {
            first.extend(away.iter().map(|(_, loan)| loan.labels[0]));
        };
        let arms = send(Constant::Only(Player(1)), 3, (0.0, 3.0), note, |number| number as f64 + 1.0);
        for (label, visits, total) in arms {
            let number = first.iter().position(|&other| other == label).expect("it was tried");
            assert_eq!((visits, total), (1, number as f64 + 1.0));
        }
    }
}
