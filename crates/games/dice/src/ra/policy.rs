//! A rule-based player, for playouts and as an opponent.

use super::evaluation::Hour;
use super::play::bury_and_dry;
use super::{Action, Group, Kind, Phase, RAS, Ra, Suns, Tiles};
use sortilege::Rng;
use sortilege::playout::Policy;

/// Bids by the values of a lot to both players.
///
/// The value of a lot is the increase in the owner's expected points, and the value of a sun is
/// what it could win later; both as in the [evaluation](super::Prospects) of the game. In an
/// auction each player is assumed to overbid exactly if that is better for the player. Each bid
/// therefore has a value, and so has the auction. The policy is deterministic and does not look
/// beyond the auction.
#[derive(Clone, Copy, Debug)]
pub struct Bidder {
    /// The gain in points at which Ra is invoked.
    pub patience: f64,
    /// The gain in points at which a god is used.
    pub devotion: f64,
    /// The gain at which a player without rivals takes a lot that the last Ra tile does not
    /// threaten.
    pub greed: f64,
}

impl Default for Bidder {
    fn default() -> Self {
        Bidder { patience: 0.0, devotion: 0.0, greed: 10.0 }
    }
}

impl Policy<Ra> for Bidder {
    fn action(&mut self, state: &Ra, _: &mut Vec<Action>, _: &mut Rng) -> Action {
        match state.phase {
            Phase::Act => {
                let god = self.god(state).map(Action::Take);
                god.unwrap_or_else(
                    || if self.invokes(state) { Action::Invoke } else { Action::Draw },
                )
            }
            Phase::Again => self.god(state).map_or(Action::Stop, Action::Take),
            Phase::Bid => match Auction::new(state).best(state) {
                0 => Action::Pass,
                sun => Action::Bid(sun),
            },
            _ => Action::Discard(discard(state)),
        }
    }
}

impl Bidder {
    /// The tile that is worth the use of a god, if there is one.
    fn god(&self, state: &Ra) -> Option<Kind> {
        let takeable = state.takeable();
        if takeable.is_empty() {
            return None;
        }
        let (me, hour) = (usize::from(state.mover), state.hour());
        let (mine, theirs) = (state.owned[me], state.owned[1 - me]);
        let mut spent = mine;
        spent.remove(Kind::God, 1);
        let (kind, value) = best(takeable, |kind| {
            let mut after = spent;
            after.add(kind, 1);
            hour.worth(after, theirs)
        });
        (value - hour.worth(mine, theirs) >= self.devotion).then_some(kind)
    }

    fn invokes(&self, state: &Ra) -> bool {
        if !state.may_draw() || state.track.is_empty() {
            return !state.may_draw();
        }
        let me = usize::from(state.mover);
        let mut auction = Auction::without_lots(state);
        auction.lots[me] = lot(state, me);
        let alone = auction.last(me, 0, false).gain;
        if state.up[1 - me].is_empty() {
            return alone >= self.price_alone(state, auction.lots[me]);
        }
        // A rival can only reduce this gain.
        if alone < self.patience {
            return false;
        }
        auction.lots[1 - me] = lot(state, 1 - me);
        -auction.first(1 - me, true).gain >= self.patience
    }

    /// The least value of a lot that a player without rivals takes: a last Ra tile would remove the
    /// lot.
    fn price_alone(&self, state: &Ra, lot: f64) -> f64 {
        let ra = f64::from(state.bag.count(Kind::Ra)) / f64::from(state.bag.total());
        if state.ras + 1 == RAS && lot * ra > 1.0 { f64::NEG_INFINITY } else { self.greed }
    }
}

/// A bid, or 0 for a pass, with its value for the bidder minus the other player's gain.
#[derive(Clone, Copy)]
struct Offer {
    sun: u8,
    gain: f64,
}

impl Offer {
    #[inline]
    fn or(self, other: Offer) -> Offer {
        if other.gain > self.gain { other } else { self }
    }
}

/// The stakes of an auction for each player.
struct Auction {
    up: [Suns; 2],
    centre: u8,
    lots: [f64; 2],
    suns_ahead: [f64; 2],
    hour: Hour,
}

impl Auction {
    fn new(state: &Ra) -> Self {
        Auction { lots: [lot(state, 0), lot(state, 1)], ..Auction::without_lots(state) }
    }

    #[inline]
    fn without_lots(state: &Ra) -> Self {
        let ahead = state.suns_ahead(0);
        let (up, centre, hour) = (state.up, state.centre, state.hour());
        Auction { up, centre, lots: [0.0; 2], suns_ahead: [ahead, -ahead], hour }
    }

    /// The sun that the decider should bid, or 0 to pass.
    fn best(&self, state: &Ra) -> u8 {
        let me = usize::from(state.decider);
        match state.decider == state.mover {
            true => self.last(me, state.bid, state.may_pass()).sun,
            false => self.first(me, state.voluntary).sun,
        }
    }

    /// The gain of `who` if `sun` wins the lot.
    #[inline]
    fn win(&self, who: usize, sun: u8) -> f64 {
        let (ahead, swap) = (self.suns_ahead[who], f64::from(self.centre) - f64::from(sun));
        let suns = self.hour.sun_lead(ahead + swap) - self.hour.sun_lead(ahead);
        self.lots[who] + suns - self.hour.hope(Suns::one(sun))
    }

    /// The best answer of the Ra player `who` to the other player's `bid` or pass. Of the suns that
    /// beat the bid, the lowest is always best.
    #[inline]
    fn last(&self, who: usize, bid: u8, may_pass: bool) -> Offer {
        let gain = match bid {
            0 if may_pass => 0.0,
            0 => f64::NEG_INFINITY,
            bid => -self.win(1 - who, bid),
        };
        let (pass, suns) = (Offer { sun: 0, gain }, self.up[who].above(bid));
        match suns.is_empty() {
            true => pass,
            false => pass.or(Offer { sun: suns.lowest(), gain: self.win(who, suns.lowest()) }),
        }
    }

    /// The best bid of `who`, the opponent of the Ra player, who bids first.
    #[inline]
    fn first(&self, who: usize, voluntary: bool) -> Offer {
        let after = |sun| Offer { sun, gain: -self.last(1 - who, sun, !voluntary).gain };
        let mut best = after(0);
        for sun in self.up[who].iter() {
            best = best.or(after(sun));
        }
        best
    }
}

/// The value of the lot on the track for `who`, including its disasters.
fn lot(state: &Ra, who: usize) -> f64 {
    let (mine, theirs, track, hour) =
        (state.owned[who], state.owned[1 - who], state.track, state.hour());
    let mut after = mine.with(track.only(Group::OWNED));
    if !track.only(Group::DISASTERS).is_empty() {
        bury_and_dry(&mut after, track);
        for (disaster, group) in
            [(Kind::Unrest, Group::CIVILIZATIONS), (Kind::Earthquake, Group::MONUMENTS)]
        {
            for _ in 0..(2 * track.count(disaster)).min(after.only(group).total()) {
                let kind = cheapest(after, theirs, after.only(group), hour);
                after.remove(kind, 1);
            }
        }
    }
    hour.worth(after, theirs) - hour.worth(mine, theirs)
}

/// The tile with the least value to the decider.
fn discard(state: &Ra) -> Kind {
    let me = usize::from(state.decider);
    cheapest(state.owned[me], state.owned[1 - me], state.discardable(), state.hour())
}

/// The kind in `choice` with the least value to the owner of `owned`.
fn cheapest(owned: Tiles, theirs: Tiles, choice: Tiles, hour: Hour) -> Kind {
    let (kind, _) = best(choice, |kind| {
        let mut after = owned;
        after.remove(kind, 1);
        hour.worth(after, theirs)
    });
    kind
}

/// The kind in `choice` with the highest value, the first of several, and that value.
fn best(choice: Tiles, value: impl Fn(Kind) -> f64) -> (Kind, f64) {
    let mut options = choice.iter().map(|(kind, _)| (kind, value(kind)));
    let first = options.next().expect("a tile to choose");
    options.fold(first, |best, next| if next.1 > best.1 { next } else { best })
}
