//! A player of a few rules, for playouts and as an opponent.

use super::evaluate::{later_suns, worth};
use super::play::bury_and_dry;
use super::{Action, Group, Kind, Phase, Ra, Suns, Tiles};
use sortilege::playout::Policy;
use sortilege::{Player, Rng};

/// Bids what a lot is worth to it, and knows what it is worth to the other player.
///
/// A lot is worth what its tiles add to the owner's expected points, and a sun what it could win later; both
/// as in the [evaluation](sortilege::game::Evaluate) of the game. In an auction each player is taken to
/// overbid just if that is better for him, so each bid has a value; Ra is invoked when that of the auction is
/// good enough. Nothing is random, and nothing is foreseen beyond the auction.
#[derive(Clone, Copy, Debug)]
pub struct Bidder {
    /// The gain in points, over what waiting brings, for which Ra is invoked.
    pub patience: f64,
    /// The gain in points for which a god is used.
    pub devotion: f64,
}

impl Default for Bidder {
    fn default() -> Self {
        Bidder { patience: 1.0, devotion: 1.5 }
    }
}

impl Policy<Ra> for Bidder {
    fn action(&mut self, state: &Ra, _: &mut Vec<Action>, _: &mut Rng) -> Action {
        let me = usize::from(state.decider);
        match state.phase {
            Phase::Act => {
                let taken = self.god(state).map(Action::Take);
                taken.unwrap_or_else(|| if self.invokes(state) { Action::Invoke } else { Action::Draw })
            }
            Phase::Again => self.god(state).map_or(Action::Stop, Action::Take),
            Phase::Bid => {
                let bid = if state.decider == state.mover {
                    Prices::new(state).last(me, state.bid, state.may_pass())
                } else {
                    Prices::new(state).first(me, state.voluntary)
                };
                if bid.sun == 0 { Action::Pass } else { Action::Bid(bid.sun) }
            }
            _ => Action::Discard(cheapest(
                state.owned[me],
                state.owned[1 - me],
                state.discardable(),
                state.later(),
            )),
        }
    }
}

impl Bidder {
    /// The tile that is worth a god, if there is one.
    fn god(&self, state: &Ra) -> Option<Kind> {
        let takeable = state.takeable();
        if takeable.is_empty() {
            return None;
        }
        let me = usize::from(state.mover);
        let (mine, theirs) = (state.owned[me], state.owned[1 - me]);
        let value = |kind| {
            let mut after = mine;
            after.remove(Kind::God, 1);
            after.add(kind, 1);
            worth(after, theirs, state.later())
        };
        let options = takeable.iter().map(|(kind, _)| (value(kind), kind));
        let (best, kind) = options.max_by(|a, b| a.0.total_cmp(&b.0))?;
        (best - worth(mine, theirs, state.later()) >= self.devotion).then_some(kind)
    }

    fn invokes(&self, state: &Ra) -> bool {
        if !state.may_draw() {
            return true;
        }
        if !state.may_invoke() {
            return false;
        }
        let me = usize::from(state.mover);
        let prices = Prices::new(state);
        if state.up[1 - me].is_empty() {
            return prices.last(me, 0, false).gain >= self.alone(state, &prices, me);
        }
        // Now the other player is asked first; if I wait, he may invoke Ra and ask me first.
        let now = -prices.first(1 - me, true).gain;
        let waiting = prices.first(me, true).gain.min(0.0);
        now - waiting >= self.patience && now > 0.0
    }

    /// How good a lot must be for a player who has no rival left: the last Ra tile would take it away.
    fn alone(&self, state: &Ra, prices: &Prices, me: usize) -> f64 {
        let lost = f64::from(state.bag.count(Kind::Ra)) / f64::from(state.bag.total());
        match state.ras {
            5 if prices.lots[me] * lost > self.patience => f64::NEG_INFINITY,
            _ => 12.0,
        }
    }
}

/// A bid, or 0 for a pass, and what comes of it for whoever makes it, less what the other player gains.
#[derive(Clone, Copy)]
struct Offer {
    sun: u8,
    gain: f64,
}

/// What an auction is about: what the lot and the suns are worth to each player.
struct Prices<'a> {
    state: &'a Ra,
    lots: [f64; 2],
}

impl<'a> Prices<'a> {
    fn new(state: &'a Ra) -> Self {
        Prices { state, lots: [0, 1].map(|who| lot(state, who)) }
    }

    /// What `who` gains if `sun` wins the lot.
    fn win(&self, who: usize, sun: u8) -> f64 {
        let state = self.state;
        let [mine, theirs] = [who, 1 - who].map(|who| f64::from(state.suns(Player(who)).sum()));
        let (lead, swap) = (mine - theirs, f64::from(state.centre) - f64::from(sun));
        let later = |lead| later_suns(lead, state.later());
        self.lots[who] - state.hope(Suns::one(sun)) + later(lead + swap) - later(lead)
    }

    /// The best answer of the Ra player `who` to a `bid` of the other one, or to his pass.
    fn last(&self, who: usize, bid: u8, may_pass: bool) -> Offer {
        let pass = match bid {
            0 if may_pass => Offer { sun: 0, gain: 0.0 },
            0 => Offer { sun: 0, gain: f64::NEG_INFINITY },
            bid => Offer { sun: 0, gain: -self.win(1 - who, bid) },
        };
        let offers = self.state.up[who].above(bid).iter().map(|sun| Offer { sun, gain: self.win(who, sun) });
        offers.fold(pass, better)
    }

    /// The best bid of `who`, whom the Ra player asks first.
    fn first(&self, who: usize, voluntary: bool) -> Offer {
        let after = |sun| Offer { sun, gain: -self.last(1 - who, sun, sun > 0 || !voluntary).gain };
        self.state.up[who].iter().map(after).fold(after(0), better)
    }
}

fn better(a: Offer, b: Offer) -> Offer {
    if b.gain > a.gain { b } else { a }
}

/// What the lot on the track, with its disasters, adds to the tiles of `who`.
fn lot(state: &Ra, who: usize) -> f64 {
    let (mine, theirs, track) = (state.owned[who], state.owned[1 - who], state.track);
    let mut after = mine.with(track.only(Group::OWNED));
    if !track.only(Group::DISASTERS).is_empty() {
        bury_and_dry(&mut after, track);
        for (disaster, group) in [(Kind::Unrest, Group::CIVILIZATIONS), (Kind::Earthquake, Group::MONUMENTS)]
        {
            for _ in 0..2 * track.count(disaster).min(after.only(group).total()) {
                let tiles = after.only(group);
                if !tiles.is_empty() {
                    after.remove(cheapest(after, theirs, tiles, state.later()), 1);
                }
            }
        }
    }
    worth(after, theirs, state.later()) - worth(mine, theirs, state.later())
}

/// The kind of `choice` that `owned` can best do without.
fn cheapest(owned: Tiles, theirs: Tiles, choice: Tiles, later: usize) -> Kind {
    let value = |kind| {
        let mut after = owned;
        after.remove(kind, 1);
        worth(after, theirs, later)
    };
    let options = choice.iter().map(|(kind, _)| (value(kind), kind));
    options.max_by(|a, b| a.0.total_cmp(&b.0)).expect("a tile to choose").1
}
