//! The main phase: the choice of cards to play, at once or one after another.

use super::cards::{Card, Kinds, MAX_KINDS};
use super::{Action, Magic, Main, Order, Phase, Play, Pruning};
use sortilege::game::subsets::{Fork, Keep, Lot, Walk, each};

impl Magic {
    /// Number of lands that can still pay for creatures, including a land in hand if it may be
    /// played.
    #[inline]
    pub(super) fn mana(&self) -> u8 {
        let side = &self.sides[self.active()];
        side.lands + u8::from(self.may_land()) - self.spent
    }

    /// Returns whether the active player may play a land.
    #[inline]
    pub(super) fn may_land(&self) -> bool {
        !self.landed && self.sides[self.active()].hand.lands > 0
    }

    #[inline]
    fn keep(&self) -> Keep {
        if self.options.pruning == Pruning::Dominated { Keep::Maximal } else { Keep::All }
    }

    /// The kinds of creatures in the order of the decisions, with their numbers in hand.
    #[inline]
    fn lots(&self, order: &[u8]) -> [Lot; MAX_KINDS] {
        let mut lots = [Lot::default(); MAX_KINDS];
        for (lot, &kind) in lots.iter_mut().zip(order) {
            let copies = self.sides[self.active()].hand.creatures.count(kind);
            *lot = Lot { cost: self.table.cost[usize::from(kind)], copies };
        }
        lots
    }

    /// The kinds of creatures that yes/no decisions have passed by: all their bits.
    pub(super) fn declined(&self) -> Kinds {
        let Main::Binary(order) = self.options.main else { return self.kept };
        let passed = &self.order(order)[..usize::from(self.walk.at)];
        Kinds(passed.iter().fold(0, |kinds, kind| kinds | 15 << (4 * kind)))
    }

    /// The creatures in hand without a decision so far.
    #[inline]
    pub(super) fn undecided(&self) -> Kinds {
        Kinds(self.sides[self.active()].hand.creatures.0 & !self.declined().0)
    }

    fn order(&self, order: Order) -> &'static [u8] {
        let table = self.table.0;
        match order {
            Order::Descending => &table.descending,
            Order::Ascending => &table.ascending,
            Order::Random => table.shuffled(self.turn),
        }
    }

    /// The creature of the next decision and its possible answers, in a binary main phase.
    pub(super) fn fork(&self) -> Option<(u8, Fork)> {
        let Main::Binary(order) = self.options.main else { return None };
        let (order, mana) = (self.order(order), self.mana());
        let asked =
            self.sides[self.active()].hand.creatures.0 & self.table.affordable[usize::from(mana)];
        if asked == 0 {
            return None;
        }
        let fork = match self.keep() {
            Keep::All => {
                let from = usize::from(self.walk.at);
                let lot =
                    from + order[from..].iter().position(|&kind| Kinds(asked).count(kind) > 0)?;
                Fork { lot, yes: true, no: true }
            }
            keep => self.walk.next(&self.lots(order)[..order.len()], mana, keep)?,
        };
        Some((order[fork.lot], fork))
    }

    /// Adds the moves of the main phase to `out`.
    pub(super) fn main_actions(&self, out: &mut Vec<Action>) {
        if self.options.main == Main::Whole {
            return self.whole_main_actions(out);
        }
        match self.fork() {
            None => out.push(Action::Play(Play { land: self.may_land(), creatures: Kinds::NONE })),
            Some((kind, fork)) => {
                out.extend(fork.yes.then_some(Action::Cast(Card(kind))));
                out.extend(fork.no.then_some(Action::Keep(Card(kind))));
            }
        }
    }

    fn whole_main_actions(&self, out: &mut Vec<Action>) {
        let (hand, mana) = (self.undecided(), self.mana());
        let mut add = |land: bool, mana: u8| {
            // Lists only affordable cards in hand: fewer kinds make the enumeration faster.
            let (mut lots, mut kinds, mut len) = ([Lot::default(); MAX_KINDS], [0; MAX_KINDS], 0);
            for (kind, copies) in Kinds(hand.0 & self.table.affordable[usize::from(mana)]).iter() {
                (lots[len], kinds[len]) =
                    (Lot { cost: self.table.cost[usize::from(kind)], copies }, kind);
                len += 1;
            }
            each(&lots[..len], mana, self.keep(), &mut |taken| {
                let spread =
                    |creatures, at| creatures | (taken >> (4 * at) & 15) << (4 * kinds[at]);
                let creatures = Kinds((0..len).fold(0, spread));
                out.push(Action::Play(Play { land, creatures }));
            });
        };
        match (self.may_land(), self.options.pruning) {
            (false, _) => add(false, mana),
            (true, Pruning::None) => {
                add(false, mana - 1);
                add(true, mana);
            }
            (true, _) => add(true, mana),
        }
    }

    /// Returns whether all of `play` can be played at once.
    pub(super) fn allows_play(&self, play: Play) -> bool {
        if self.options.main != Main::Whole {
            return self.fork().is_none()
                && play == Play { land: self.may_land(), creatures: Kinds::NONE };
        }
        let mana = self.mana() - u8::from(self.may_land() && !play.land);
        let price = |(kind, count): (u8, u8)| {
            u32::from(self.table.cost[usize::from(kind)]) * u32::from(count)
        };
        let (hand, cost) = (self.undecided(), play.creatures.iter().map(price).sum::<u32>());
        if !hand.contains(play.creatures) || cost > mana.into() || play.land && !self.may_land() {
            return false;
        }
        let addable = hand.without(play.creatures).0
            & self.table.affordable[usize::from(mana) - cost as usize];
        match self.options.pruning {
            Pruning::None => true,
            Pruning::NonLand => play.land == self.may_land(),
            Pruning::Dominated => play.land == self.may_land() && addable == 0,
        }
    }

    /// Plays a land if there is one and none was played yet.
    fn land(&mut self) {
        if self.may_land() {
            self.play_land();
        }
    }

    #[inline]
    fn play_land(&mut self) {
        let active = self.active();
        let side = &mut self.sides[active];
        side.hand.remove(Card::LAND);
        side.lands += 1;
        self.landed = true;
    }

    #[inline]
    fn cast(&mut self, kind: u8) {
        let active = self.active();
        let side = &mut self.sides[active];
        side.hand.remove(Card(kind));
        side.enter(kind);
        self.spent += self.table.cost[usize::from(kind)];
    }

    /// Plays a whole main phase.
    #[inline]
    pub(super) fn play(&mut self, play: Play) {
        if play.land {
            self.play_land();
        }
        for kind in play.creatures.each() {
            self.cast(kind);
        }
        self.end_turn();
    }

    /// Answers the decision on a creature with yes or no. Following decisions with a single answer
    /// are made at once, and after the last creature the turn ends.
    pub(super) fn step(&mut self, yes: bool) {
        let (kind, fork) = self.fork().expect("a creature to decide on");
        self.land();
        self.answer(kind, fork, yes);
        while let Some((kind, fork)) = self.fork() {
            if fork.yes && fork.no {
                return;
            }
            self.answer(kind, fork, fork.yes);
        }
        self.end_turn();
    }

    fn answer(&mut self, kind: u8, fork: Fork, yes: bool) {
        debug_assert_eq!(self.phase, Phase::Main);
        if yes {
            self.walk = self.walk.taken(fork.lot);
            self.cast(kind);
        } else {
            self.walk = self.walk.declined(fork.lot, self.table.cost[usize::from(kind)]);
        }
    }

    /// Enters the main phase. An empty hand is public and leaves no decision. Otherwise there is a
    /// decision even if it has a single answer, since skipping it would reveal that to the
    /// opponent.
    #[inline]
    pub(super) fn enter_main(&mut self) {
        if self.sides[self.active()].hand.is_empty() {
            return self.end_turn();
        }
        self.phase = Phase::Main;
    }

    #[inline]
    pub(super) fn end_turn(&mut self) {
        (self.walk, self.kept, self.spent, self.landed) = (Walk::START, Kinds::NONE, 0, false);
        self.turn += 1;
        self.begin_turn();
    }
}
