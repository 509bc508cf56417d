//! Chance, and each seat's information: everything but the opponent's hand.

use super::cards::{Card, Cards, Kinds};
use super::{Action, Combat, Magic, Main, Options, Phase, Reading, expert};
use sortilege::game::subsets::Walk;
use sortilege::game::{Chance, Hidden, Key, Observe, Outcomes, Recall, Redeal};
use sortilege::{Game, Player, Rng};

impl Magic {
    /// The card that is drawn next.
    #[inline]
    pub(super) fn next_card(&self, rng: &mut Rng) -> Card {
        let drawer = self.drawer();
        let deck = self.sides[drawer].deck;
        match self.order {
            0 => deck.random(rng),
            // The rest of a deck depends only on the draws before, so every line of play draws the
            // same cards.
            order => deck.random(&mut Rng::derive(&[order, drawer as u64, deck.total().into()])),
        }
    }

    /// A sample of the combat decision that players do not make.
    fn settled(&self, rng: &mut Rng) -> Action {
        match self.options.combat {
            Combat::Expert(reading) => self.by_rule(reading),
            _ => self.random_combat(rng),
        }
    }

    /// The expert's decision in combat.
    fn by_rule(&self, reading: Reading) -> Action {
        match self.phase {
            Phase::Attack => Action::Attack(expert::attackers(self, reading)),
            _ => self.as_action(&expert::guards(self, reading)),
        }
    }

    /// Blocks as an action, or the next one as a step.
    #[inline]
    pub(super) fn as_action(&self, guards: &[u8; super::PLACES]) -> Action {
        if !self.blocks_at_once() {
            return Action::Guard(self.at, guards[usize::from(self.at)]);
        }
        let word =
            |half: &[u8]| half.iter().rev().fold(0, |word, &guard| word << 4 | u64::from(guard));
        Action::Block(super::Blocks(word(&guards[..16])))
    }
}

impl Chance for Magic {
    #[inline]
    fn sample(&self, rng: &mut Rng) -> Action {
        match self.phase {
            Phase::Deal | Phase::Draw => Action::Draw(self.next_card(rng)),
            _ => self.settled(rng),
        }
    }
}

impl Magic {
    /// The outcomes of a combat decision that players do not make, with their probabilities.
    fn settled_outcomes(&self, out: &mut Vec<(Action, f64)>) {
        if let Combat::Expert(reading) = self.options.combat {
            return out.push((self.by_rule(reading), 1.0));
        }
        let mut all = vec![];
        self.actions(&mut all);
        let each = 1.0 / all.len() as f64;
        out.extend(all.into_iter().map(|action| (action, each)));
    }
}

impl Outcomes for Magic {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        out.clear();
        if !matches!(self.phase, Phase::Deal | Phase::Draw) {
            return self.settled_outcomes(out);
        }
        let deck = self.sides[self.drawer()].deck;
        let total = f64::from(deck.total());
        let outcome = |(card, count): (Card, u8)| (Action::Draw(card), f64::from(count) / total);
        out.extend((deck.lands > 0).then(|| outcome((Card::LAND, deck.lands))));
        out.extend(deck.creatures.iter().map(|(kind, count)| outcome((Card(kind), count))));
    }
}

/// A seat's information.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    pub(super) seat: Player,
    /// The state with the opponent's hand put back into the deck.
    pub(super) table: Magic,
    /// Number of cards in the opponent's hand.
    pub(super) held: u8,
}

impl View {
    /// The same information in a game with other options. Must be called at the beginning of a
    /// choice.
    pub fn with_options(&self, options: Options) -> Self {
        View { table: self.table.with_options(options), ..self.clone() }
    }

    /// Returns whether the next decision is the choice of cards to play.
    pub fn is_main(&self) -> bool {
        self.table.is_main()
    }
}

impl Hidden for Magic {
    type View = View;

    #[inline]
    fn view(&self, seat: Player) -> View {
        let mut table = self.clone();
        let other = &mut table.sides[1 - seat.0];
        let held = other.hand.total() as u8;
        other.deck = other.deck.with(other.hand);
        other.hand = Cards::default();
        if seat.0 != self.active() {
            table.walk = Walk::START;
        }
        table.order = 0;
        View { seat, table, held }
    }

    /// All unseen cards are equally likely to be in the opponent's hand; the information in the
    /// opponent's play is ignored.
    #[inline]
    fn determinize(view: &View, rng: &mut Rng) -> Self {
        let mut state = view.table.clone();
        let other = 1 - view.seat.0;
        for _ in 0..view.held {
            let card = state.sides[other].deck.random(rng);
            state.sides[other].deck.remove(card);
            state.sides[other].hand.add(card);
        }
        state
    }
}

/// What a seat observes of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    /// A card that this seat has drawn.
    Drawn(Card),
    /// The opponent has drawn a card.
    Drew,
    /// A public move.
    Open(Action),
    /// The visible effect of the opponent's yes/no decision: a land, creatures, the end of the
    /// turn.
    Step {
        /// Whether a land was played.
        land: bool,
        /// The creatures that were cast.
        creatures: Kinds,
        /// Whether the turn has ended.
        done: bool,
    },
}

impl Observe for Magic {
    type Seen = Seen;
    /// A view has the table, not the turns that led to it.
    const RECALL: Recall = Recall::Forgets;

    fn seen(&self, action: Action, Player(who): Player) -> Option<Seen> {
        match action {
            Action::Draw(card) if who == self.drawer() => Some(Seen::Drawn(card)),
            Action::Draw(_) => Some(Seen::Drew),
            Action::Cast(_) | Action::Keep(_) if who != self.active() => {
                let after = self.after(action);
                let [before, now] = [self, &after].map(|state| &state.sides[self.active()]);
                let land = before.lands != now.lands;
                let creatures = before.hand.creatures.without(now.hand.creatures);
                let done = after.turn != self.turn;
                (land || creatures != Kinds::NONE || done).then_some(Seen::Step {
                    land,
                    creatures,
                    done,
                })
            }
            _ => Some(Seen::Open(action)),
        }
    }
}

impl Redeal for Magic {
    /// The hidden part is the opponent's hand, a part of the opponent's cards that are not in play,
    /// and the creatures that the opponent has decided to keep in it.
    fn redeal(&self, seat: Player, rng: &mut Rng) -> Self {
        let mut twin = self.clone();
        let side = &mut twin.sides[1 - seat.0];
        let mut cards = list(side.hand);
        cards.extend(list(side.deck));
        rng.shuffle(&mut cards);
        let (hand, deck) = cards.split_at(side.hand.total() as usize);
        (side.hand, side.deck) = (heap(hand), heap(deck));
        let decides = self.phase == Phase::Main
            && seat.0 != self.active()
            && self.options.main != Main::Whole;
        if !decides {
            return twin;
        }
        for _ in 0..100 {
            twin.walk = any_walk(&self.table.cost, self.table.descending.len(), rng);
            if twin.check().is_ok() {
                return twin;
            }
        }
        self.clone()
    }

    fn disguise(&self, action: Action, Player(who): Player, rng: &mut Rng) -> Action {
        match action {
            Action::Draw(_) if who != self.drawer() => {
                Action::Draw(rng.pick(&list(self.sides[self.drawer()].deck)))
            }
            _ => action,
        }
    }
}

/// The cards one by one.
fn list(cards: Cards) -> Vec<Card> {
    let lands = std::iter::repeat_n(Card::LAND, cards.lands.into());
    lands.chain(cards.creatures.each().map(Card)).collect()
}

fn heap(cards: &[Card]) -> Cards {
    let mut heap = Cards::default();
    cards.iter().for_each(|&card| heap.add(card));
    heap
}

/// A random state of a walk through that many kinds, which need not be consistent.
fn any_walk(costs: &[u8], kinds: usize, rng: &mut Rng) -> Walk {
    let declined = if rng.below(2) == 0 { u8::MAX } else { costs[rng.below(kinds)] };
    Walk { at: rng.below(kinds + 1) as u8, declined }
}

impl Key for Magic {
    fn key(&self) -> u64 {
        let mut hash = 0;
        for side in &self.sides {
            let words = side
                .places
                .chunks_exact(8)
                .map(|part| part.try_into().map_or(0, u64::from_le_bytes));
            hash = words.fold(hash, mix);
            hash = [side.hand, side.deck]
                .iter()
                .fold(hash, |hash, cards| mix(hash, cards.creatures.0));
            let small = [side.len, side.lands, side.hand.lands, side.deck.lands, 0, 0, 0, 0];
            hash = mix(hash, u64::from_le_bytes(small) | u64::from(side.tapped) << 32);
            hash = mix(hash, side.life as u64);
        }
        let words =
            self.guards.chunks_exact(8).map(|part| part.try_into().map_or(0, u64::from_le_bytes));
        hash = words.fold(hash, mix);
        hash = mix(hash, u64::from(self.attackers) | u64::from(self.turn) << 32);
        let walk = [self.walk.at, self.walk.declined];
        let small =
            [self.phase as u8, self.at, self.spent, self.landed.into(), walk[0], walk[1], 0, 0];
        mix(hash, u64::from_le_bytes(small))
    }
}

/// Mixes `word` into `hash` with both halves of the full product, so that every bit affects every
/// other.
#[inline]
fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(hash ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
    product as u64 ^ (product >> 64) as u64
}
