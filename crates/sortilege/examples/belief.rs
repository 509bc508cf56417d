//! A belief that learns from the moves of an opponent: `cargo run --release --example belief`.
//!
//! A coin lies under a cup. The dealer, who has seen it, makes a statement about it. This dealer
//! says "heads" with probability 9/10 if the coin shows heads, and with probability 1/10 otherwise.
//! A guesser that ignores the statement guesses blindly.

use sortilege::belief::Particles;
use sortilege::game::{Chance, Hidden, Observation, Observe, Outcomes, Recall, Sequential};
use sortilege::search::{Search, Setup, SoIsmcts};
use sortilege::{Budget, Game, Player, Rng, Turn};

const DEALER: Player = Player(0);
const GUESSER: Player = Player(1);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Cup {
    heads: Option<bool>,
    said: Option<bool>,
    guessed: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Action {
    Toss(bool),
    Say(bool),
    Guess(bool),
}

impl Game for Cup {
    type Action = Action;
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        match (self.heads, self.said, self.guessed) {
            (None, ..) => Turn::Chance,
            (_, None, _) => Turn::Player(DEALER),
            (.., None) => Turn::Player(GUESSER),
            _ => Turn::Over,
        }
    }
    fn actions(&self, out: &mut Vec<Action>) {
        let action = if self.said.is_none() { Action::Say } else { Action::Guess };
        *out = vec![action(true), action(false)];
    }
    fn apply(&mut self, action: Action) {
        match action {
            Action::Toss(heads) => self.heads = Some(heads),
            Action::Say(heads) => self.said = Some(heads),
            Action::Guess(heads) => self.guessed = Some(heads),
        }
    }
    fn payoff(&self, who: Player) -> f64 {
        if (self.guessed == self.heads) == (who == GUESSER) { 1.0 } else { -1.0 }
    }
}

impl Chance for Cup {
    fn sample(&self, rng: &mut Rng) -> Action {
        Action::Toss(rng.below(2) == 0)
    }
}

impl Outcomes for Cup {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        *out = vec![(Action::Toss(true), 0.5), (Action::Toss(false), 0.5)];
    }
}

impl Sequential for Cup {}

impl Hidden for Cup {
    /// The guesser sees whether the coin was tossed, not its side; its view always shows heads.
    type View = (Player, Cup);
    fn view(&self, who: Player) -> (Player, Cup) {
        let heads = if who == GUESSER { self.heads.map(|_| true) } else { self.heads };
        (who, Cup { heads, ..*self })
    }
    fn determinize(&(who, cup): &(Player, Cup), rng: &mut Rng) -> Cup {
        let heads = if who == GUESSER { cup.heads.map(|_| rng.below(2) == 0) } else { cup.heads };
        Cup { heads, ..cup }
    }
}

impl Observe for Cup {
    type Seen = Option<Action>;
    const RECALL: Recall = Recall::Perfect;
    fn seen(&self, action: Action, who: Player) -> Option<Option<Action>> {
        Some(Some(action).filter(|action| who == DEALER || !matches!(action, Action::Toss(_))))
    }
}

/// The dealer's strategy.
fn habit(cup: &Cup, _: Player, actions: &[Action], odds: &mut Vec<f64>) {
    odds.extend(actions.iter().map(|&action| match action {
        Action::Say(heads) if Some(heads) == cup.heads => 0.9,
        _ => 0.1,
    }));
}

fn main() {
    let belief = Particles::new(100, habit).from_start(Cup::default()).enumerating();
    let setup = Setup::new(Budget::iterations(2000)).belief(belief);
    let mut search = SoIsmcts::<Cup, _, _, _>::new(setup);

    // The coin falls, the dealer says "tails", and the guesser observes this.
    let mut cup = Cup::default();
    for (mover, action) in [(None, Action::Toss(false)), (Some(DEALER), Action::Say(false))] {
        let after = cup.after(action);
        let seen =
            Observation::new(&cup, action, mover, &after, GUESSER).expect("the guesser notices");
        search.observe(GUESSER, &seen);
        cup = after;
    }
    let decision = search.decide(&cup.view(GUESSER), GUESSER, &mut Rng::new(1));
    for (world, weight) in search.setup.belief.worlds() {
        println!("{}: {weight:.3}", if world.heads == Some(true) { "heads" } else { "tails" });
    }
    for one in &decision.candidates {
        println!("{:?}: {:4} visits, value {:.3}", one.action, one.visits, one.value);
    }
    assert_eq!(decision.action, Action::Guess(false));
}
