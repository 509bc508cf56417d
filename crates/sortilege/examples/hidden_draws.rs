//! A card that is drawn face down: `cargo run --release --example hidden_draws`.
//!
//! A guesser may stay out, which pays 1/2, or pay to enter. Then one of two cards, red and black,
//! is drawn and laid face down. The guesser names its colour, which wins or loses everything, or
//! leaves with 1/4. Without seeing the card, it is best to stay out.
//!
//! [`SoIsmcts`] has an edge for every outcome of chance, visible or not. Below the edge of the red
//! card it names red, as if it would know the colour. This example shows two remedies: a search
//! whose edges are observations, and a card that is drawn before the first decision, so that no
//! draw is left to branch on.

use sortilege::game::{Chance, Hidden, Observe, Recall, Redeal, Sequential};
use sortilege::search::{Decision, MoIsmcts, Search, Setup, SoIsmcts, SoIsmctsPom};
use sortilege::testing::Contract;
use sortilege::{Budget, Game, Player, Rng, Turn};

const GUESSER: Player = Player(0);

/// The time at which the card is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Draw {
    /// When it is needed: a chance turn in the middle of the game.
    Late,
    /// Before the first decision, like the shuffling of a deck.
    Early,
}

/// The complete state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Guess {
    draw: Draw,
    card: Option<Colour>,
    entered: bool,
    end: Option<Action>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Colour {
    Red,
    Black,
}

const COLOURS: [Colour; 2] = [Colour::Red, Colour::Black];

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Action {
    /// An outcome of chance.
    Card(Colour),
    StayOut,
    Enter,
    Name(Colour),
    Leave,
}

impl Guess {
    fn new(draw: Draw) -> Self {
        Guess { draw, card: None, entered: false, end: None }
    }
}

impl Game for Guess {
    type Action = Action;

    fn players(&self) -> usize {
        1
    }

    fn turn(&self) -> Turn {
        let due = self.card.is_none() && (self.entered || self.draw == Draw::Early);
        match self.end {
            Some(_) => Turn::Over,
            None if due => Turn::Chance,
            None => Turn::Player(GUESSER),
        }
    }

    fn actions(&self, out: &mut Vec<Action>) {
        out.clear();
        match self.entered {
            false => out.extend([Action::StayOut, Action::Enter]),
            true => {
                out.extend([Action::Name(Colour::Red), Action::Name(Colour::Black), Action::Leave])
            }
        }
    }

    fn apply(&mut self, action: Action) {
        match action {
            Action::Card(colour) => self.card = Some(colour),
            Action::Enter => self.entered = true,
            last => self.end = Some(last),
        }
    }

    fn payoff(&self, _: Player) -> f64 {
        match self.end {
            Some(Action::StayOut) => 0.5,
            Some(Action::Leave) => 0.25,
            Some(Action::Name(colour)) if self.card == Some(colour) => 1.0,
            _ => -1.0,
        }
    }
}

impl Chance for Guess {
    fn sample(&self, rng: &mut Rng) -> Action {
        Action::Card(rng.pick(&COLOURS))
    }
}

/// What the guesser knows: the state without the card, and whether a card lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct View {
    table: Guess,
    lies: bool,
}

impl Hidden for Guess {
    type View = View;

    fn view(&self, _: Player) -> View {
        View { table: Guess { card: None, ..*self }, lies: self.card.is_some() }
    }

    fn determinize(view: &View, rng: &mut Rng) -> Guess {
        Guess { card: view.lies.then(|| rng.pick(&COLOURS)), ..view.table }
    }
}

/// What the guesser observes of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Seen {
    Own(Action),
    FaceDown,
}

// ANCHOR: seen
impl Observe for Guess {
    type Seen = Seen;
    const RECALL: Recall = Recall::Perfect;

    /// The action contains the card; the observation shows that a card was laid down, not which.
    fn seen(&self, action: Action, _: Player) -> Option<Seen> {
        Some(match action {
            Action::Card(_) => Seen::FaceDown,
            own => Seen::Own(own),
        })
    }
}
// ANCHOR_END: seen

/// A second description of what is hidden, for the tests.
impl Redeal for Guess {
    fn redeal(&self, _: Player, rng: &mut Rng) -> Guess {
        Guess { card: self.card.map(|_| COLOURS[rng.below(2)]), ..*self }
    }

    fn disguise(&self, action: Action, _: Player, rng: &mut Rng) -> Action {
        match action {
            Action::Card(_) => Action::Card(COLOURS[rng.below(2)]),
            own => own,
        }
    }
}

impl Sequential for Guess {}

/// The first decision of a search, before any card is drawn or seen.
fn first_decision(mut search: impl Search<Guess>, draw: Draw) -> Decision<Action> {
    let mut start = Guess::new(draw);
    let rng = &mut Rng::new(1);
    while start.turn() == Turn::Chance {
        start.apply(start.sample(rng));
    }
    search.decide(&start.view(GUESSER), GUESSER, rng)
}

fn main() {
    for draw in [Draw::Late, Draw::Early] {
        Contract::new(&Guess::new(draw)).rules().hidden().observed().recall().twins();
    }
    let setup = || Setup::new(Budget::iterations(20_000));
    // ANCHOR: searches
    let decisions = [
        ("so-ismcts, drawn late", first_decision(SoIsmcts::<Guess>::new(setup()), Draw::Late)),
        (
            "so-ismcts-pom, drawn late",
            first_decision(SoIsmctsPom::<Guess>::new(setup()), Draw::Late),
        ),
        ("mo-ismcts, drawn late", first_decision(MoIsmcts::<Guess>::new(setup()), Draw::Late)),
        ("so-ismcts, drawn early", first_decision(SoIsmcts::<Guess>::new(setup()), Draw::Early)),
    ];
    // ANCHOR_END: searches
    for (name, decision) in &decisions {
        let value = |wanted| {
            decision.candidates.iter().find(|one| one.action == wanted).map(|one| one.value)
        };
        // Values are rewards in [0, 1]; payoffs are in [-1, 1].
        let enter = value(Action::Enter).map_or(f64::NAN, |value| 2.0 * value - 1.0);
        println!("{name}: {:?}; to enter seems worth {enter:+.2}", decision.action);
    }
    let [fooled, others @ ..] = decisions;
    assert_eq!(fooled.1.action, Action::Enter, "it thinks that it will see the card");
    for (name, decision) in others {
        assert_eq!(decision.action, Action::StayOut, "{name} knows that it will not");
    }
}
