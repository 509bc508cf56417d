//! The smallest game whose views forget: a strategy that is right by information sets is wrong by
//! views.
//!
//! Chance gives the first player one of two tickets, which the second player does not see. The
//! first player walks about, and finally has to name the ticket: the right name wins, the wrong one
//! loses. It has seen the ticket, so it can name it, but its view does not show the ticket after
//! the walk. Before or after the walk, the second player chooses whether to dare the first player
//! to name it. If not, the game ends and pays the first player 1/2.
//!
//! **Known values** for the first player: 1/2, because a player that remembers wins every dare. For
//! a player that uses the view alone a dare is worth 0.

use crate::game::{Chance, Hidden, Observe, Outcomes, Recall, Redeal, Sequential};
use crate::{Game, Player, Rng, Turn};

/// A state of the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cloakroom {
    /// Whether the second player chooses after the walk.
    late: bool,
    ticket: Option<u8>,
    walked: bool,
    dared: Option<bool>,
    named: Option<u8>,
}

/// An action of a player or an outcome of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Chance hands out a ticket, 0 or 1.
    Ticket(u8),
    /// The first player walks about; this move is forced.
    Walk,
    /// The second player dares the first to name the ticket, or does not.
    Dare(bool),
    /// The first player names a ticket.
    Name(u8),
}

/// What a seat observes of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    /// A ticket was handed to the other player.
    Handed,
    /// The action in full.
    Full(Action),
}

/// The seat, and the state without a ticket that the seat does not see.
pub type View = (Player, Cloakroom);

const FIRST: Player = Player(0);
const SECOND: Player = Player(1);

impl Cloakroom {
    /// The start of the game in which the second player chooses before the walk.
    pub const EARLY: Cloakroom =
        Cloakroom { late: false, ticket: None, walked: false, dared: None, named: None };

    /// The start of the game in which the second player chooses after the walk.
    pub const LATE: Cloakroom = Cloakroom { late: true, ..Cloakroom::EARLY };
}

impl Game for Cloakroom {
    type Action = Action;
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        match (self.ticket, self.walked, self.dared, self.named) {
            (None, ..) => Turn::Chance,
            (_, _, Some(false), _) | (.., Some(_)) => Turn::Over,
            (_, walked, None, _) if walked == self.late => Turn::Player(SECOND),
            _ => Turn::Player(FIRST),
        }
    }
    fn actions(&self, out: &mut Vec<Action>) {
        out.clear();
        match self.turn() {
            Turn::Player(SECOND) => out.extend([false, true].map(Action::Dare)),
            _ if self.walked => out.extend([0, 1].map(Action::Name)),
            _ => out.push(Action::Walk),
        }
    }
    fn apply(&mut self, action: Action) {
        match action {
            Action::Ticket(ticket) => self.ticket = Some(ticket),
            Action::Walk => self.walked = true,
            Action::Dare(dares) => self.dared = Some(dares),
            Action::Name(ticket) => self.named = Some(ticket),
        }
    }
    fn payoff(&self, who: Player) -> f64 {
        let first = match self.named {
            None => 0.5,
            named if named == self.ticket => 1.0,
            _ => -1.0,
        };
        if who == FIRST { first } else { -first }
    }
}

impl Chance for Cloakroom {
    fn sample(&self, rng: &mut Rng) -> Action {
        Action::Ticket(rng.below(2) as u8)
    }
}

impl Outcomes for Cloakroom {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        *out = [0, 1].map(|ticket| (Action::Ticket(ticket), 0.5)).to_vec();
    }
}

impl Sequential for Cloakroom {}

/// In a view, a ticket that was handed out and is not visible.
const UNSEEN: u8 = 2;

impl Hidden for Cloakroom {
    type View = View;
    fn view(&self, who: Player) -> View {
        let before_the_eyes = who == FIRST && !self.walked;
        let ticket = self.ticket.map(|ticket| if before_the_eyes { ticket } else { UNSEEN });
        (who, Cloakroom { ticket, ..self.clone() })
    }
    fn determinize((_, seen): &View, rng: &mut Rng) -> Self {
        let ticket =
            seen.ticket.map(|ticket| if ticket == UNSEEN { rng.below(2) as u8 } else { ticket });
        Cloakroom { ticket, ..seen.clone() }
    }
}

impl Observe for Cloakroom {
    type Seen = Seen;
    /// After the walk, the first player has observed its ticket and its view does not show it.
    const RECALL: Recall = Recall::Forgets;
    fn seen(&self, action: Action, who: Player) -> Option<Seen> {
        Some(match action {
            Action::Ticket(_) if who == SECOND => Seen::Handed,
            _ => Seen::Full(action),
        })
    }
}

impl Redeal for Cloakroom {
    fn redeal(&self, who: Player, rng: &mut Rng) -> Self {
        match self.ticket {
            Some(_) if who == SECOND => {
                Cloakroom { ticket: Some(rng.bits() as u8 % 2), ..self.clone() }
            }
            _ => self.clone(),
        }
    }
    fn disguise(&self, action: Action, who: Player, _: &mut Rng) -> Action {
        match action {
            Action::Ticket(ticket) if who == SECOND => Action::Ticket(1 - ticket),
            _ => action,
        }
    }
}
