//! Names of moves, positions in one line, and descriptions of events: the winner of a lot, the cost
//! of disasters, the end of an epoch.

use super::play::bury_and_dry;
use super::{Action, EPOCHS, Gods, Group, Kind, Phase, RAS, Ra, Suns, TRACK, Tiles};
use crate::text::{named, number};
use sortilege::game::Notation;
use sortilege::{Game, Player};

/// The position before suns are dealt.
const DEAL: &str = "deal";
const OVER: &str = "over";

impl Notation for Ra {
    fn action_name(&self, action: Action) -> String {
        match action {
            Action::Deal(who) => format!("nine-to-{}", who + 1),
            Action::Tile(kind) => kind.name().to_string(),
            Action::Draw => "draw".to_string(),
            Action::Invoke => "invoke".to_string(),
            Action::Take(kind) => format!("take-{}", kind.name()),
            Action::Stop => "stop".to_string(),
            Action::Bid(sun) => format!("bid-{sun}"),
            Action::Pass => "pass".to_string(),
            Action::Discard(kind) => format!("discard-{}", kind.name()),
        }
    }

    fn action_words(&self, action: Action) -> String {
        self.words(action)
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        named(self, text)
    }

    fn position(&self) -> String {
        if self.phase == Phase::Deal {
            return DEAL.to_string();
        }
        let ([a, b], [c, d]) = (self.up.map(list), self.down.map(list));
        let ([mine, theirs], [first, second]) = (self.scores, self.owned);
        format!(
            "epoch {} ra {} centre {} suns {a}/{b} spent {c}/{d} points {mine}/{theirs} own {first}/{second} \
             lot {} gone {} {}",
            self.epoch,
            self.ras,
            self.centre,
            self.track,
            Tiles::ALL.without(self.accounted()),
            self.standing()
        )
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let start = Ra::new(self.rules);
        if text == DEAL {
            return Ok(start);
        }
        let state = start.read_sound(text)?;
        state.check_course()?;
        Ok(state)
    }
}

impl Ra {
    /// All tiles that are still in the game: in the bag, on a track, or owned.
    pub(super) fn accounted(&self) -> Tiles {
        let mut all = self.bag.with(self.track).with(self.owned[0]).with(self.owned[1]);
        all.add(Kind::Ra, self.ras.into());
        all
    }

    /// The end of a position: the player on turn and the next event.
    fn standing(&self) -> String {
        let what = match self.phase {
            Phase::Act => "act".to_string(),
            Phase::Draw => "draw".to_string(),
            Phase::Again => "again".to_string(),
            Phase::Bid => {
                let auction = if self.voluntary { "called" } else { "forced" };
                match (self.decider == self.mover, self.bid) {
                    (false, _) => auction.to_string(),
                    (true, 0) => format!("{auction}/-"),
                    (true, bid) => format!("{auction}/{bid}"),
                }
            }
            Phase::Discard => {
                format!("discard/{}/{}/{}", self.decider + 1, self.losses[0], self.losses[1])
            }
            Phase::Deal | Phase::Over => return OVER.to_string(),
        };
        format!("turn {} {what}", self.mover + 1)
    }
}

/// Parsing, step by step. The steps accept more than valid text; the caller rejects the result if
/// the parsed position would be printed differently.
impl Ra {
    /// The state that `text` describes, if the game can be played on from it. Play need not be able
    /// to lead to it.
    pub(super) fn read_sound(self, text: &str) -> Result<Self, String> {
        let state = self.read(text)?.checked()?;
        match state.position() {
            right if right == text => Ok(state),
            right => Err(format!("this position is written {right:?}, not {text:?}")),
        }
    }

    fn read(mut self, text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split(' ').collect();
        let [
            "epoch",
            epoch,
            "ra",
            ras,
            "centre",
            centre,
            "suns",
            up,
            "spent",
            down,
            "points",
            points,
            "own",
            own,
            "lot",
            lot,
            "gone",
            gone,
            rest @ ..,
        ] = &words[..]
        else {
            return Err(format!("a position reads like {:?}, not {text:?}", example().position()));
        };
        self.epoch = in_range(epoch, 1, EPOCHS, "an epoch")?;
        self.ras = in_range(ras, 0, RAS, "the number of Ra tiles")?;
        self.centre = in_range(centre, 1, 9, "the sun in the centre")?;
        self.up = pair(up, read_suns)?;
        self.down = pair(down, read_suns)?;
        self.scores = pair(points, |points| {
            let error = || format!("a score is a number from -999 to 999, not {points:?}");
            number(points).filter(|points| (-999..1000).contains(points)).ok_or_else(error)
        })?;
        self.owned = pair(own, read_tiles)?;
        self.track = read_tiles(lot)?;
        self.fill_bag(read_tiles(gone)?)?;
        self.read_standing(rest)?;
        Ok(self)
    }

    /// Puts the tiles into the bag that are nowhere else.
    fn fill_bag(&mut self, gone: Tiles) -> Result<(), String> {
        self.bag = Tiles::NONE;
        let parts = [self.track, self.owned[0], self.owned[1], gone];
        for kind in Kind::ALL {
            let drawn = if kind == Kind::Ra { self.ras.into() } else { 0 };
            let out: u32 = drawn + parts.iter().map(|part| part.count(kind)).sum::<u32>();
            let all = Tiles::ALL.count(kind);
            let rest = all.checked_sub(out);
            let rest =
                rest.ok_or_else(|| format!("there are only {all} tiles of {}", kind.letters()))?;
            self.bag.add(kind, rest);
        }
        // Otherwise the bag might run out before an epoch ends.
        if gone.count(Kind::Ra) > u32::from(RAS * (self.epoch - 1)) {
            return Err(format!("at most {RAS} Ra tiles are gone for each epoch that is over"));
        }
        Ok(())
    }

    fn read_standing(&mut self, words: &[&str]) -> Result<(), String> {
        let error = || {
            format!(
                "a position ends in \"over\" or in something like \"turn 1 act\", not {words:?}"
            )
        };
        let &["turn", mover, what] = words else {
            self.phase = Phase::Over;
            return if words == [OVER] { Ok(()) } else { Err(error()) };
        };
        self.mover = read_seat(mover).ok_or_else(error)?;
        self.decider = self.mover;
        match what.split('/').collect::<Vec<_>>()[..] {
            ["act"] => self.phase = Phase::Act,
            ["draw"] => self.phase = Phase::Draw,
            ["again"] => self.phase = Phase::Again,
            ["discard", who, civilizations, monuments] => {
                self.phase = Phase::Discard;
                self.decider = read_seat(who).ok_or_else(error)?;
                self.losses = [
                    in_range(civilizations, 0, 8, "the number of civilizations to discard")?,
                    in_range(monuments, 0, 4, "the number of monuments to discard")?,
                ];
            }
            [auction @ ("called" | "forced"), ref bid @ ..] => {
                self.phase = Phase::Bid;
                self.voluntary = auction == "called";
                match bid {
                    [] => self.decider = 1 - self.mover,
                    ["-"] => {}
                    [bid] => self.bid = in_range(bid, 1, 9, "a bid")?,
                    _ => return Err(error()),
                }
            }
            _ => return Err(error()),
        }
        Ok(())
    }

    /// The state, if the game can be played on from it.
    fn checked(self) -> Result<Self, String> {
        self.check_tiles()?;
        self.check_suns()?;
        self.check_phase()?;
        Ok(self)
    }

    fn check_tiles(&self) -> Result<(), String> {
        let stray = |tiles: Tiles| !tiles.without(tiles.only(Group::OWNED)).is_empty();
        if self.owned.iter().any(|&tiles| stray(tiles)) {
            return Err("no player owns Ra tiles or disasters".to_string());
        }
        if self.track.count(Kind::Ra) > 0 || self.track.total() > TRACK {
            return Err(format!("the lot has at most {TRACK} tiles, and no Ra among them"));
        }
        Ok(())
    }

    fn check_suns(&self) -> Result<(), String> {
        let all = [self.up[0], self.up[1], self.down[0], self.down[1], Suns::one(self.centre)];
        let union = all.into_iter().fold(Suns::NONE, Suns::with);
        let count: u32 = all.into_iter().map(Suns::count).sum();
        let four = |who| self.suns(Player(who)).count() == 4;
        if union != Suns::ALL || count != union.count() || !four(0) || !four(1) {
            return Err("each player has 4 of the suns 1 to 9, and the last one is in the centre"
                .to_string());
        }
        Ok(())
    }

    fn check_phase(&self) -> Result<(), String> {
        let full = self.ras == RAS;
        let done = full || self.up == [Suns::NONE; 2];
        let refuse = |wrong: bool, why: &str| if wrong { Err(why.to_string()) } else { Ok(()) };
        if self.phase == Phase::Over {
            let wrong = self.epoch < EPOCHS || !done || !self.track.is_empty();
            return refuse(
                wrong,
                "a game is over when the third epoch has ended and the lot is gone",
            );
        }
        refuse(full, "with the sixth Ra tile the epoch is over")?;
        if self.phase == Phase::Discard {
            return self.check_losses();
        }
        refuse(self.up[usize::from(self.mover)].is_empty(), "the player on turn has a usable sun")?;
        match self.phase {
            Phase::Draw => refuse(!self.may_draw(), "no tile is drawn when the track is full"),
            Phase::Again => {
                let wrong = self.rules.gods != Gods::Several || self.takeable().is_empty();
                refuse(wrong, "another god needs a god and a tile for it to take")
            }
            Phase::Bid => self.check_auction(),
            _ => Ok(()),
        }
    }

    fn check_auction(&self) -> Result<(), String> {
        let (full, suns) = (!self.may_draw(), self.biddable().count());
        let theirs = self.up[usize::from(1 - self.mover)];
        let started =
            if self.voluntary { !full && self.may_invoke() } else { full || self.ras > 0 };
        if !started {
            return Err("an auction is forced by a Ra tile or a full track, and called otherwise"
                .to_string());
        }
        if self.bid != 0 && !theirs.has(self.bid) {
            return Err(
                "a bid on the table is a usable sun of the player who was asked first".to_string()
            );
        }
        if suns == 0 || suns == 1 && !self.may_pass() {
            return Err("a player who is asked in an auction has a choice".to_string());
        }
        Ok(())
    }

    fn check_losses(&self) -> Result<(), String> {
        let tiles = self.discardable();
        let n = if self.losses[0] > 0 { self.losses[0] } else { self.losses[1] };
        if n == 0 || tiles.kinds() < 2 || tiles.total() <= n.into() || !self.track.is_empty() {
            return Err("the player who discards has taken the lot and has a choice what to keep"
                .to_string());
        }
        Ok(())
    }
}

/// A position that shows the notation.
fn example() -> Ra {
    let mut state = Ra::default();
    state.deal(0);
    state
}

fn list(suns: Suns) -> String {
    match suns.is_empty() {
        true => "-".to_string(),
        false => suns.iter().map(|sun| sun.to_string()).collect::<Vec<_>>().join(","),
    }
}

fn in_range(text: &str, low: u8, high: u8, what: &str) -> Result<u8, String> {
    let found = number(text).filter(|found| (low..=high).contains(found));
    found.ok_or_else(|| format!("{what} is from {low} to {high}, not {text:?}"))
}

fn read_seat(text: &str) -> Option<u8> {
    number(text).filter(|seat| (1..=2).contains(seat)).map(|seat: u8| seat - 1)
}

fn pair<T>(text: &str, part: impl Fn(&str) -> Result<T, String>) -> Result<[T; 2], String> {
    let error = || format!("{text:?} lacks the slash between player 1 and player 2");
    let (first, second) = text.split_once('/').ok_or_else(error)?;
    Ok([part(first)?, part(second)?])
}

fn read_suns(text: &str) -> Result<Suns, String> {
    let words = text.split(',').filter(|_| text != "-");
    words
        .map(|word| in_range(word, 1, 9, "a sun"))
        .try_fold(Suns::NONE, |suns, sun| Ok(suns.with(Suns::one(sun?))))
}

fn read_tiles(text: &str) -> Result<Tiles, String> {
    let mut tiles = Tiles::NONE;
    for word in text.split(',').filter(|_| text != "-") {
        let error =
            || format!("tiles are two letters and a number, as in \"Ni3,Fl\", not {word:?}");
        let (letters, count) = word.split_at_checked(2).ok_or_else(error)?;
        let kind = Kind::of_letters(letters).ok_or_else(error)?;
        let count = if count.is_empty() { 1 } else { number(count).ok_or_else(error)? };
        if tiles.count(kind) > 0 || count > Tiles::ALL.count(kind) {
            return Err(format!(
                "there are only {} of {letters}, named once",
                Tiles::ALL.count(kind)
            ));
        }
        tiles.add(kind, count);
    }
    Ok(tiles)
}

impl Ra {
    /// An action and its automatic consequences.
    pub(super) fn words(&self, action: Action) -> String {
        let done = match action {
            Action::Deal(who) => format!("Player {} gets the sun 9", who + 1),
            Action::Tile(kind) => format!("a tile: {}", kind.name()),
            _ => self.action_name(action),
        };
        let after = self.after(action);
        let parts = [Some(done), self.lot_words(&after), self.epoch_words(&after)];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// The fate of the lot: a player has paid for it if there is another sun in the centre.
    fn lot_words(&self, after: &Ra) -> Option<String> {
        let (lot, sun) = (self.track, after.centre);
        let Some(winner) = (0..2).find(|&who| sun != self.centre && self.up[who].has(sun)) else {
            let gone = lot.total() == TRACK && after.track.is_empty() && !self.ends_epoch(after);
            return gone.then(|| "both players pass, and the lot is discarded".to_string());
        };
        let name = self.seat(Player(winner));
        let won = if lot.is_empty() { "an empty lot".to_string() } else { listed(lot) };
        let lost = match self.lost(winner, after) {
            lost if lost.is_empty() => String::new(),
            lost => format!(", and disasters take {}", listed(lost)),
        };
        Some(format!("{name} wins {won} with the sun {sun}{lost}"))
    }

    /// The tiles that disasters in the lot take at once from its winner. At the end of an epoch
    /// further tiles are removed.
    fn lost(&self, winner: usize, after: &Ra) -> Tiles {
        let mine = self.owned[winner].with(self.track.only(Group::OWNED));
        let mut left = mine;
        bury_and_dry(&mut left, self.track);
        mine.without(if self.ends_epoch(after) { left } else { after.owned[winner] })
    }

    fn epoch_words(&self, after: &Ra) -> Option<String> {
        let points =
            |who: usize| format!("{} has {} points", self.seat(Player(who)), after.scores[who]);
        self.ends_epoch(after)
            .then(|| format!("epoch {} ends: {}, {}", self.epoch, points(0), points(1)))
    }

    fn ends_epoch(&self, after: &Ra) -> bool {
        after.epoch != self.epoch || after.phase == Phase::Over
    }
}

/// Tiles in words, `nile 2, god`.
fn listed(tiles: Tiles) -> String {
    let name = |(kind, count): (Kind, u32)| match count {
        1 => kind.name().to_string(),
        _ => format!("{} {count}", kind.name()),
    };
    tiles.iter().map(name).collect::<Vec<_>>().join(", ")
}
