//! A game of hidden information in one file, and two searches that play it: `cargo run --release
//! --example hidden_game`.
//!
//! The hider puts a pea under one of three cups, or leaves with a payoff of 0. The guesser, who has
//! not seen where it went, lifts a cup. It wins if the pea is there; otherwise the hider wins. To
//! hide has the value 1/3 for the hider.

use sortilege::game::{Deterministic, Hidden, Observe, Recall, Redeal, Sequential};
use sortilege::search::{MoIsmcts, Search, Setup, SoIsmcts};
use sortilege::testing::{Contract, leak};
use sortilege::{Budget, Game, Player, Rng, Turn};

const HIDER: Player = Player(0);
const GUESSER: Player = Player(1);
const CUPS: u8 = 3;

/// The complete state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Cups {
    pea: Option<u8>,
    lifted: Option<u8>,
    left: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Action {
    Hide(u8),
    Leave,
    Lift(u8),
}

impl Game for Cups {
    type Action = Action;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.pea {
            _ if self.left || self.lifted.is_some() => Turn::Over,
            None => Turn::Player(HIDER),
            Some(_) => Turn::Player(GUESSER),
        }
    }

    fn actions(&self, out: &mut Vec<Action>) {
        out.clear();
        match self.pea {
            None => out.extend((0..CUPS).map(Action::Hide).chain([Action::Leave])),
            Some(_) => out.extend((0..CUPS).map(Action::Lift)),
        }
    }

    fn apply(&mut self, action: Action) {
        match action {
            Action::Hide(cup) => self.pea = Some(cup),
            Action::Leave => self.left = true,
            Action::Lift(cup) => self.lifted = Some(cup),
        }
    }

    fn payoff(&self, who: Player) -> f64 {
        match self.left {
            true => 0.0,
            false if (self.lifted == self.pea) == (who == GUESSER) => 1.0,
            false => -1.0,
        }
    }
}

/// What a seat knows: the table, without a pea that it does not see, and whether there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct View {
    table: Cups,
    hidden: bool,
}

impl Hidden for Cups {
    type View = View;

    fn view(&self, who: Player) -> View {
        let hidden = who == GUESSER && self.pea != self.lifted;
        View { table: Cups { pea: self.pea.filter(|_| !hidden), ..*self }, hidden }
    }

    /// Puts the pea under one of the cups that were not lifted, uniformly at random.
    fn determinize(view: &View, rng: &mut Rng) -> Cups {
        let cups: Vec<u8> = (0..CUPS).filter(|&cup| view.table.lifted != Some(cup)).collect();
        let pea = if view.hidden { Some(rng.pick(&cups)) } else { view.table.pea };
        Cups { pea, ..view.table }
    }
}

/// What a seat observes of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Seen {
    Open(Action),
    /// A pea was put somewhere.
    Hid,
    /// A cup was lifted, and the pea was there or not.
    Lifted(u8, bool),
}

impl Observe for Cups {
    type Seen = Seen;

    /// The view of a player on turn shows everything that it has observed.
    const RECALL: Recall = Recall::Perfect;

    fn seen(&self, action: Action, who: Player) -> Option<Seen> {
        Some(match action {
            Action::Hide(_) if who == GUESSER => Seen::Hid,
            Action::Lift(cup) => Seen::Lifted(cup, self.pea == Some(cup)),
            open => Seen::Open(open),
        })
    }
}

/// A second description of what is hidden, for the tests: the pea may be under any cup not lifted.
impl Redeal for Cups {
    fn redeal(&self, who: Player, rng: &mut Rng) -> Cups {
        match self.pea {
            Some(pea) if who == GUESSER && self.lifted != Some(pea) => {
                let Some(lifted) = self.lifted else {
                    return Cups { pea: Some(rng.below(3) as u8), ..*self };
                };
                Cups { pea: Some((lifted + 1 + rng.below(2) as u8) % CUPS), ..*self }
            }
            _ => *self,
        }
    }

    fn disguise(&self, action: Action, who: Player, rng: &mut Rng) -> Action {
        match action {
            Action::Hide(_) if who == GUESSER => Action::Hide(rng.below(3) as u8),
            open => open,
        }
    }
}

impl Deterministic for Cups {}
impl Sequential for Cups {}

fn main() {
    let start = Cups::default();
    // Determinization preserves views, observations determine views, and hidden information is
    // visible nowhere.
    Contract::new(&start).rules().hidden().observed().recall().twins();

    let setup = || Setup::new(Budget::iterations(20_000));
    let view = start.view(HIDER);
    let mut one_observer = SoIsmcts::<Cups>::new(setup());
    let fears = one_observer.decide(&view, HIDER, &mut Rng::new(1));
    let mut all_observe = MoIsmcts::<Cups>::new(setup());
    let knows = all_observe.decide(&view, HIDER, &mut Rng::new(1));
    for (name, decision) in [("so-ismcts", &fears), ("mo-ismcts", &knows)] {
        println!("{name}: {:?}", decision.action);
        for candidate in &decision.candidates {
            println!(
                "  {:?}: {:6} visits, value {:.3}",
                candidate.action, candidate.visits, candidate.value
            );
        }
    }
    assert_eq!(
        fears.action,
        Action::Leave,
        "with one tree the guesser seems to see where the pea goes"
    );
    assert!(matches!(knows.action, Action::Hide(_)), "in a tree of his own he does not");
    assert_eq!(
        leak::test_search(
            &start,
            20,
            &mut MoIsmcts::<Cups>::new(Setup::new(Budget::iterations(50)))
        )
        .leaks,
        0
    );
}
