//! Games for the tests of this module: explicit trees, and Kuhn poker, whose solution is known
//! (Kuhn 1950).

use super::as_played::{AsPlayed, Estimate, Plays};
use super::tree::GameTree;
use crate::game::{
    Chance, Hidden, Key, Observation, Observe, Outcomes, PerfectInfo, Recall, Sequential,
    Simultaneous,
};
use crate::search::Search;
use crate::{Game, Player, Rng, Turn};
use std::hash::{Hash, Hasher};

/// An explicit game tree. `End` pays each seat; `Together` has a row for each choice of seat 0 and
/// a column for each choice of seat 1.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sketch {
    End(&'static [f64]),
    Choose(usize, &'static [Sketch]),
    Chance(&'static [(f64, Sketch)]),
    Together(&'static [&'static [Sketch]]),
}

/// A state of the game that a [`Sketch`] describes. Every place in the tree is a separate state.
#[derive(Clone, Debug)]
pub(crate) struct Toy {
    at: &'static Sketch,
    players: usize,
}

impl Toy {
    pub(crate) fn new(at: &'static Sketch) -> Self {
        Toy { at, players: seats(at) }
    }
}

fn seats(at: &Sketch) -> usize {
    match at {
        Sketch::End(payoffs) => payoffs.len(),
        Sketch::Choose(_, next) => seats(&next[0]),
        Sketch::Chance(next) => seats(&next[0].1),
        Sketch::Together(next) => seats(&next[0][0]),
    }
}

impl PartialEq for Toy {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.at, other.at)
    }
}
impl Eq for Toy {}
impl Hash for Toy {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.key());
    }
}
impl Key for Toy {
    fn key(&self) -> u64 {
        std::ptr::from_ref(self.at) as u64
    }
}
impl PerfectInfo for Toy {}

impl Game for Toy {
    type Action = usize;
    fn players(&self) -> usize {
        self.players
    }
    fn turn(&self) -> Turn {
        match self.at {
            Sketch::End(_) => Turn::Over,
            Sketch::Choose(who, _) => Turn::Player(Player(*who)),
            Sketch::Chance(_) => Turn::Chance,
            Sketch::Together(_) => Turn::Together,
        }
    }
    fn actions(&self, out: &mut Vec<usize>) {
        let Sketch::Choose(_, next) = self.at else { panic!("no player is on turn") };
        out.clear();
        out.extend(0..next.len());
    }
    fn apply(&mut self, action: usize) {
        self.at = match self.at {
            Sketch::Choose(_, next) => &next[action],
            Sketch::Chance(next) => &next[action].1,
            _ => panic!("no single action here"),
        }
    }
    fn payoff(&self, who: Player) -> f64 {
        let Sketch::End(payoffs) = self.at else { panic!("not over yet") };
        payoffs[who.0]
    }
}
impl Chance for Toy {
    fn sample(&self, rng: &mut Rng) -> usize {
        let Sketch::Chance(next) = self.at else { panic!("no chance here") };
        rng.weighted(&next.iter().map(|&(p, _)| p).collect::<Vec<_>>())
    }
}
impl Outcomes for Toy {
    fn outcomes(&self, out: &mut Vec<(usize, f64)>) {
        let Sketch::Chance(next) = self.at else { panic!("no chance here") };
        out.clear();
        out.extend(next.iter().map(|&(p, _)| p).enumerate());
    }
}
impl Simultaneous for Toy {
    fn choices(&self, who: Player, out: &mut Vec<usize>) {
        let Sketch::Together(next) = self.at else { panic!("not together") };
        out.clear();
        out.extend(0..if who.0 == 0 { next.len() } else { next[0].len() });
    }
    fn apply_together(&mut self, choices: &[usize]) {
        let Sketch::Together(next) = self.at else { panic!("not together") };
        self.at = &next[choices[0]][choices[1]];
    }
}

/// Kuhn poker: cards 0 to 2, ante 1, one bet of 1. Payoffs are in units of two chips.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Kuhn {
    pub(crate) cards: Option<[u8; 2]>,
    pub(crate) bets: Vec<Act>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Act {
    Deal([u8; 2]),
    Pass,
    Bet,
}

/// The number of chips for a payoff of 1.
pub(crate) const CHIPS: f64 = 2.0;

impl Game for Kuhn {
    type Action = Act;
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        match (self.cards, self.bets.as_slice()) {
            (None, _) => Turn::Chance,
            (_, []) | (_, [Act::Pass, Act::Bet]) => Turn::Player(Player(0)),
            (_, [_]) => Turn::Player(Player(1)),
            _ => Turn::Over,
        }
    }
    fn actions(&self, out: &mut Vec<Act>) {
        out.clear();
        out.extend([Act::Pass, Act::Bet]);
    }
    fn apply(&mut self, action: Act) {
        match action {
            Act::Deal(cards) => self.cards = Some(cards),
            bet => self.bets.push(bet),
        }
    }
    fn payoff(&self, who: Player) -> f64 {
        let cards = self.cards.expect("dealt");
        let showdown = if cards[0] > cards[1] { 1.0 } else { -1.0 };
        let first = match self.bets.as_slice() {
            [Act::Pass, Act::Pass] => showdown,
            [Act::Bet, Act::Pass] => 1.0,
            [Act::Pass, Act::Bet, Act::Pass] => -1.0,
            _ => 2.0 * showdown,
        };
        if who == Player(0) { first / CHIPS } else { -first / CHIPS }
    }
}
impl Chance for Kuhn {
    fn sample(&self, rng: &mut Rng) -> Act {
        let mut cards = [0, 1, 2];
        rng.shuffle(&mut cards);
        Act::Deal([cards[0], cards[1]])
    }
}
impl Outcomes for Kuhn {
    fn outcomes(&self, out: &mut Vec<(Act, f64)>) {
        out.clear();
        for (mine, theirs) in [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)] {
            out.push((Act::Deal([mine, theirs]), 1.0 / 6.0));
        }
    }
}
impl Sequential for Kuhn {}
impl Hidden for Kuhn {
    /// The seat, its own card and the bets.
    type View = (usize, Option<u8>, Vec<Act>);
    fn view(&self, who: Player) -> Self::View {
        (who.0, self.cards.map(|cards| cards[who.0]), self.bets.clone())
    }
    fn determinize((seat, card, bets): &Self::View, rng: &mut Rng) -> Self {
        let deal = |&own: &u8| {
            let other = (own + 1 + rng.below(2) as u8) % 3;
            if *seat == 0 { [own, other] } else { [other, own] }
        };
        Kuhn { cards: card.as_ref().map(deal), bets: bets.clone() }
    }
}
impl Observe for Kuhn {
    /// A bet in full; of a deal, the seat's own card.
    type Seen = Result<Act, u8>;
    const RECALL: Recall = Recall::Perfect;
    fn seen(&self, action: Act, who: Player) -> Option<Self::Seen> {
        Some(match action {
            Act::Deal(cards) => Err(cards[who.0]),
            bet => Ok(bet),
        })
    }
}

#[test]
fn the_toys_keep_the_contract_of_a_game() {
    use crate::testing::Contract;
    use Sketch::*;
    static TREE: Sketch = Chance(&[
        (0.25, Choose(1, &[End(&[0.5, -0.5]), End(&[-1.0, 1.0])])),
        (0.75, Together(&[&[End(&[1.0, -1.0]), End(&[0.0, 0.0])]])),
    ]);
    Contract::new(&Kuhn::default()).games(20).rules().chance().outcomes().hidden().observed();
    Contract::new(&Toy::new(&TREE)).games(20).rules().chance().outcomes().hidden().observed().key();
}

/// A search as a player that samples its moves in proportion to visits. With `fresh`, it discards
/// its memory of earlier decisions before each decision: a new game, and the same observations
/// again.
pub(crate) struct VisitSampler<G: Observe, S> {
    pub(crate) search: S,
    pub(crate) rng: Rng,
    pub(crate) fresh: bool,
    history: Vec<Observation<G>>,
}

impl<G: Observe, S> VisitSampler<G, S> {
    pub(crate) fn new(search: S, fresh: bool) -> Self {
        VisitSampler { search, rng: Rng::new(1), fresh, history: vec![] }
    }
}

impl<G: Observe, S: Search<G>> Plays<G> for VisitSampler<G, S> {
    fn new_game(&mut self) {
        self.search.new_game();
        self.history.clear();
    }
    fn observe(&mut self, who: Player, seen: &Observation<G>) {
        self.search.observe(who, seen);
        self.history.push(seen.clone());
    }
    fn decide(&mut self, view: &G::View, who: Player, actions: &[G::Action]) -> Vec<f64> {
        if self.fresh {
            self.search.new_game();
            self.history.iter().for_each(|seen| self.search.observe(who, seen));
        }
        let decision = self.search.decide(view, who, &mut self.rng);
        let all: u64 = decision.candidates.iter().map(|one| one.visits).sum();
        assert_eq!(decision.candidates.len(), actions.len());
        decision.candidates.iter().map(|one| one.visits as f64 / all as f64).collect()
    }
}

/// The exploitability of a search as it plays, or of a fresh search at each decision, after a
/// number of replays.
pub(crate) fn as_played<G, S>(start: &G, search: S, replays: u64, fresh: bool) -> Estimate
where
    G: Outcomes + Observe + Simultaneous,
    S: Search<G>,
{
    let tree = GameTree::new(start);
    let mut played = AsPlayed::new(&tree, start);
    let mut player = VisitSampler::new(search, fresh);
    (0..replays).for_each(|_| assert!(played.replay(&mut player, replays, &mut |_| true)));
    played.exploitability()
}
