//! Names of moves, and positions in one line.

use super::cards::{Card, Cards, Kinds};
use super::side::{PLACES, Side, places};
use super::{Action, Magic, Main, Phase};
use crate::text::{named, number};
use sortilege::Player;
use sortilege::game::Notation;
use sortilege::game::subsets::Walk;

impl Notation for Magic {
    fn action_name(&self, action: Action) -> String {
        match action {
            Action::Draw(card) => format!("draw-{}", self.table.name(card)),
            Action::Attack(0) => "no-attack".to_string(),
            Action::Attack(mask) => {
                format!("attack-{}", joined(places(mask).map(|place| (place + 1).to_string())))
            }
            Action::Charge(place) => format!("charge-{}", place + 1),
            Action::Hold(place) => format!("hold-{}", place + 1),
            Action::Block(blocks) if blocks.0 == 0 => "no-block".to_string(),
            Action::Block(blocks) => {
                let guard = |place: u32| (blocks.0 >> (4 * place) & 15, place + 1);
                let guards = (0..16).map(guard).filter(|&(attacker, _)| attacker > 0);
                format!("block-{}", joined(guards.map(|(attacker, by)| format!("{by}>{attacker}"))))
            }
            Action::Guard(place, 0) => format!("stay-{}", place + 1),
            Action::Guard(place, attacker) => format!("guard-{}>{attacker}", place + 1),
            Action::Play(play) if !play.land && play.creatures == Kinds::NONE => "pass".to_string(),
            Action::Play(play) => {
                let cards = Cards { lands: play.land.into(), creatures: play.creatures };
                format!("play-{}", self.print(cards))
            }
            Action::Cast(card) => format!("cast-{}", self.table.name(card)),
            Action::Keep(card) => format!("keep-{}", self.table.name(card)),
        }
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        named(self, text)
    }

    fn position_words(&self) -> String {
        let hand = |who: usize| match self.print(self.sides[who].hand) {
            none if none == "-" => format!("{} holds no cards", self.seat(Player(who))),
            cards => format!("{} holds {cards}", self.seat(Player(who))),
        };
        [0, 1].map(hand).join("; ")
    }

    fn position(&self) -> String {
        let [first, second] = [0, 1].map(|seat| self.print_side(seat));
        format!("turn {} {} | {first} | {second}", self.turn, self.standing())
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let state = self.read_sound(text)?;
        state.check_course()?;
        Ok(state)
    }
}

fn joined(words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    if words.is_empty() { "-".to_string() } else { words.join("+") }
}

/// Printing.
impl Magic {
    pub(super) fn print(&self, cards: Cards) -> String {
        let count =
            |count: u8, name: String| if count == 1 { name } else { format!("{count}*{name}") };
        let lands = (cards.lands > 0).then(|| count(cards.lands, "L".to_string()));
        let creatures =
            cards.creatures.iter().map(|(kind, n)| count(n, self.table.name(Card(kind))));
        joined(lands.into_iter().chain(creatures))
    }

    /// The cards that have died.
    pub(super) fn dead(&self, seat: usize) -> Cards {
        let side = &self.sides[seat];
        self.table.list.without(side.hand).without(side.deck).without(side.in_play())
    }

    fn print_side(&self, seat: usize) -> String {
        let side = &self.sides[seat];
        let attacking = |place: usize| seat == self.active() && self.attackers >> place & 1 == 1;
        let creature = |(place, &kind): (usize, &u8)| {
            let mark = match self.guards[place] {
                _ if attacking(place) => ">".to_string(),
                attacker if seat != self.active() && attacker > 0 => format!("<{attacker}"),
                _ if side.tapped >> place & 1 == 1 => "~".to_string(),
                _ => String::new(),
            };
            self.table.name(Card(kind)) + &mark
        };
        let play = joined(side.creatures().iter().enumerate().map(creature));
        let (hand, dead) = (self.print(side.hand), self.print(self.dead(seat)));
        format!("life {} lands {} hand {hand} play {play} dead {dead}", side.life, side.lands)
    }

    fn standing(&self) -> String {
        match self.phase {
            Phase::Deal => "deal".to_string(),
            Phase::Draw => "draw".to_string(),
            Phase::Attack if self.attacks_at_once() => "attack".to_string(),
            Phase::Attack => format!("attack@{}", self.at + 1),
            Phase::Block if self.blocks_at_once() => "block".to_string(),
            Phase::Block => format!("block@{}", self.at + 1),
            Phase::Main if self.walk == Walk::START && self.spent == 0 && !self.landed => {
                "main".to_string()
            }
            Phase::Main => {
                let Walk { at, declined } = self.walk;
                format!("main:{}:{}:{at}:{declined}", self.spent, u8::from(self.landed))
            }
            Phase::Over => "over".to_string(),
        }
    }
}

/// Parsing, step by step. The steps accept more than valid text; the caller rejects the result if
/// the parsed position would be printed differently.
impl Magic {
    /// The state that `text` describes, if the game can be played on from it. Play need not be able
    /// to lead to it.
    pub(super) fn read_sound(&self, text: &str) -> Result<Self, String> {
        let state = self.read(text)?;
        state.check()?;
        match state.position() {
            right if right == text => Ok(state),
            right => Err(format!("this position is written {right:?}, not {text:?}")),
        }
    }

    fn read(&self, text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split(" | ").collect();
        let [head, first, second] = parts[..] else {
            return Err(format!(
                "{text:?} lacks the turn and both players, as in {:?}",
                self.position()
            ));
        };
        let sides = [self.read_side(first)?, self.read_side(second)?];
        let words: Vec<&str> = head.split(' ').collect();
        let ["turn", turn, standing] = words[..] else {
            return Err(format!("{head:?} is no turn: write as in \"turn 3 main\""));
        };
        let longest = 2 * self.table.list.total() as u16 + 2;
        let turn = number(turn).filter(|turn| (1..=longest).contains(turn));
        let turn =
            turn.ok_or_else(|| format!("a turn has a number from 1 to {longest}, in {head:?}"))?;
        let mut state = Magic { turn, phase: Phase::Over, at: 0, attackers: 0, ..self.clone() };
        (state.guards, state.spent, state.landed) = ([0; PLACES], 0, false);
        (state.walk, state.kept) = (Walk::START, Kinds::NONE);
        state.sides = sides.map(|(side, _)| side);
        let [active, defender] = [state.active(), 1 - state.active()].map(|seat| &sides[seat].1);
        state.attackers = active.attacking;
        state.guards = defender.guards;
        state.stand(standing)?;
        Ok(state)
    }

    fn stand(&mut self, text: &str) -> Result<(), String> {
        let error = || {
            let right = "deal, draw, attack, block, main or over, with @ and a number where creatures are asked";
            format!("{text:?} is no phase: write {right}")
        };
        let (word, at) = text.split_once('@').map_or((text, None), |(word, at)| (word, Some(at)));
        if let Some(at) = at {
            let at = number(at).filter(|at| (1..=PLACES as u8).contains(at));
            self.at = at.ok_or_else(error)? - 1;
        }
        let words: Vec<&str> = word.split(':').collect();
        self.phase = match words[..] {
            ["deal"] => Phase::Deal,
            ["draw"] => Phase::Draw,
            ["attack"] => Phase::Attack,
            ["block"] => {
                let active = self.active();
                self.sides[active].tapped = self.attackers;
                Phase::Block
            }
            ["main"] => Phase::Main,
            ["over"] => Phase::Over,
            ["main", spent, landed, at, declined] => {
                let byte = |text| number::<u8>(text).ok_or_else(error);
                (self.spent, self.landed) = (byte(spent)?, byte(landed)? == 1);
                self.walk = Walk { at: byte(at)?, declined: byte(declined)? };
                Phase::Main
            }
            _ => return Err(error()),
        };
        Ok(())
    }

    fn read_side(&self, text: &str) -> Result<(Side, Marks), String> {
        let words: Vec<&str> = text.split(' ').collect();
        let ["life", life, "lands", lands, "hand", hand, "play", play, "dead", dead] = words[..]
        else {
            return Err(format!("{text:?} is no player: write as in {:?}", self.print_side(0)));
        };
        let life = number(life).filter(|life| (-999..=self.table.life).contains(life));
        let life =
            life.ok_or_else(|| format!("life is at most {}, in {text:?}", self.table.life))?;
        let lands = number(lands).filter(|&lands: &u8| lands <= self.table.list.lands);
        let lands = lands.ok_or_else(|| {
            format!("there are at most {} lands, in {text:?}", self.table.list.lands)
        })?;
        let mut side = Side { lands, ..Side::new(life, self.table.list) };
        side.hand = self.read_cards(hand)?;
        let (places, marks) = self.read_play(play)?;
        places.iter().for_each(|&kind| side.enter(kind));
        side.tapped = marks.tapped;
        let seen = [side.hand, side.in_play(), self.read_cards(dead)?];
        let mut deck = side.deck;
        for cards in seen {
            if !deck.contains(cards) {
                return Err(format!("there are more cards in {text:?} than in the deck"));
            }
            deck = deck.without(cards);
        }
        side.deck = deck;
        Ok((side, marks))
    }

    fn read_cards(&self, text: &str) -> Result<Cards, String> {
        let mut cards = Cards::default();
        for word in text.split('+').filter(|_| text != "-") {
            let (count, name) = word.split_once('*').unwrap_or(("1", word));
            let card = self.table.card(name)?;
            let most = self.table.list.count(card);
            let count =
                number(count).filter(|&count: &u8| count <= most - cards.count(card).min(most));
            let count = count.ok_or_else(|| format!("{word:?}: the deck has {most} of {name}"))?;
            (0..count).for_each(|_| cards.add(card));
        }
        Ok(cards)
    }

    fn read_play(&self, text: &str) -> Result<(Vec<u8>, Marks), String> {
        let mut marks = Marks { tapped: 0, attacking: 0, guards: [0; PLACES] };
        let mut kinds = vec![];
        for (place, word) in text.split('+').filter(|_| text != "-").enumerate() {
            let end = word.find(')').map_or(word.len(), |at| at + 1);
            let (name, mark) = word.split_at(end);
            let kind = self.table.card(name)?.kind().ok_or("lands in play are a number")?;
            if place >= PLACES || kinds.last().is_some_and(|&last| last > kind) {
                return Err(format!(
                    "creatures in play are written from the strongest on, unlike {text:?}"
                ));
            }
            kinds.push(kind);
            match mark {
                "" => {}
                "~" => marks.tapped |= 1 << place,
                ">" => marks.attacking |= 1 << place,
                _ => {
                    let attacker =
                        mark.strip_prefix('<').and_then(number).filter(|at| (1..=24).contains(at));
                    let error =
                        || format!("{mark:?} marks no creature: write ~, > or < with a number");
                    marks.guards[place] = attacker.ok_or_else(error)?;
                }
            }
        }
        Ok((kinds, marks))
    }
}

/// The meaning of the marks behind creatures.
#[derive(Clone, Copy)]
struct Marks {
    tapped: u32,
    attacking: u32,
    guards: [u8; PLACES],
}

/// Checks that the game can be played on from a position.
impl Magic {
    pub(super) fn check(&self) -> Result<(), String> {
        let refuse = |wrong: bool, why: &str| if wrong { Err(why.to_string()) } else { Ok(()) };
        let [active, other] = [self.active(), 1 - self.active()].map(|seat| &self.sides[seat]);
        let lost = other.life <= 0;
        refuse((0..2).any(|seat| self.dead(seat).lands > 0), "lands in play never die")?;
        refuse(active.life <= 0, "the active player has life left")?;
        refuse(lost && self.phase != Phase::Over, "the game is over when life is lost")?;
        match self.phase {
            Phase::Over => refuse(
                !lost && !active.deck.is_empty(),
                "a game ends without life or cards to draw",
            )?,
            Phase::Deal => self.check_deal()?,
            Phase::Draw => {
                refuse(active.deck.is_empty(), "a card is drawn from a deck that has one")?
            }
            Phase::Attack => self.check_attack()?,
            Phase::Block => self.check_block()?,
            Phase::Main => self.check_main()?,
        }
        let fresh = matches!(self.phase, Phase::Draw | Phase::Attack | Phase::Deal);
        refuse(fresh && active.tapped != 0, "creatures untap at the beginning of a turn")?;
        let combat = matches!(self.phase, Phase::Attack | Phase::Block);
        refuse(!combat && self.attackers != 0, "creatures attack only in combat")?;
        refuse(
            self.phase != Phase::Block && self.guards != [0; PLACES],
            "creatures block only in combat",
        )
    }

    fn check_deal(&self) -> Result<(), String> {
        let [first, second] = self.sides.map(|side| side.hand.total());
        let full = u32::from(self.table.hand);
        let untouched = |side: &Side| {
            side.life == self.table.life
                && side.hand.with(side.deck) == self.table.list
                && side.tapped == 0
        };
        let untouched = self.sides.iter().all(untouched);
        if self.turn != 1
            || !untouched
            || first > full
            || second >= full
            || first < full && second > 0
        {
            return Err("hands are dealt before the first turn, player 1's first".to_string());
        }
        Ok(())
    }

    fn check_attack(&self) -> Result<(), String> {
        let side = &self.sides[self.active()];
        let asked = if self.attacks_at_once() { 0 } else { self.at };
        if asked != self.at || self.at >= side.len || self.attackers >> self.at != 0 {
            return Err(
                "creatures are asked one after another whether they attack, if there are any"
                    .to_string(),
            );
        }
        Ok(())
    }

    fn check_block(&self) -> Result<(), String> {
        let untapped = self.sides[1 - self.active()].untapped();
        let asked = if self.blocks_at_once() { 0 } else { self.at };
        let guarding = self.guards.iter().enumerate().filter(|&(_, &guard)| guard > 0);
        let fits = |(place, &guard): (usize, &u8)| {
            place < self.at.into()
                && untapped >> place & 1 == 1
                && u64::from(self.attackers) >> (guard - 1) & 1 == 1
        };
        let open = asked == self.at && (self.blocks_at_once() || untapped >> self.at & 1 == 1);
        if self.attackers == 0 || untapped == 0 || !open || !guarding.into_iter().all(fits) {
            return Err("untapped creatures are asked one after another which attacker they block"
                .to_string());
        }
        Ok(())
    }

    fn check_main(&self) -> Result<(), String> {
        let side = &self.sides[self.active()];
        let in_steps = self.options.main != Main::Whole;
        let begun = self.walk != Walk::START || self.spent > 0 || self.landed;
        let sound = u32::from(self.walk.at) <= self.table.descending.len() as u32
            && self.spent <= side.lands
            && (!self.landed || side.lands > 0);
        let open = !begun || sound && self.fork().is_some_and(|(_, fork)| fork.yes && fork.no);
        if side.hand.is_empty() || begun && !in_steps || !sound || !open {
            return Err(
                "in the main phase the active player has cards, and a choice once it has begun"
                    .to_string(),
            );
        }
        Ok(())
    }
}
