//! Names of moves, and positions in one line.

use super::board::{GONE, Region};
use super::cast::{CARD_NAMES, Card, Character, FULL_HAND, cards};
use super::side::{Battle, Pool, Side};
use super::trail::{Event, SOMEBODY, Trail};
use super::{Action, Confrontation, DARK, LIGHT, LONGEST, Phase};
use crate::text::{named, number};
use sortilege::Player;
use sortilege::game::Notation;

impl Notation for Confrontation {
    fn seat(&self, Player(who): Player) -> String {
        ["Dark", "Light"][who].into()
    }

    fn action_name(&self, action: Action) -> String {
        let fixed = match action {
            Action::Place(who, region) => return format!("{}@{}", who.name(), region.name()),
            Action::Move { who, from, to } => {
                return format!("{}:{}>{}", who.name(), from.name(), to.name());
            }
            Action::Meet { attacker, defender } => {
                return format!("{}-meets-{}", attacker.name(), defender.name());
            }
            Action::Retreat(region) => return format!("retreat-to-{}", region.name()),
            Action::DarkCard(card) => return format!("dark-{}", card.name()),
            Action::LightCard(card) => return format!("light-{}", card.name()),
            Action::Fetch(card) => return format!("fetch-{}", card.name()),
            Action::Resolve { dark, light } => {
                return format!("cards-{}/{}", dark.name(), light.name());
            }
            Action::Blocked => "blocked",
            Action::Free => "free",
            Action::Ambush => "balrog-strikes",
            Action::LetPass => "let-pass",
            Action::Take => "take-frodo",
            Action::Draw => "draw",
            Action::Fight => "fight",
            Action::StepIn => "sam-steps-in",
            Action::ShowFrodo => "show-frodo",
            Action::NoCards => "no-cards",
        };
        fixed.into()
    }

    fn action_words(&self, action: Action) -> String {
        let several = |who: Character| who == Character::ORCS;
        match action {
            Action::Place(who, region) => {
                let is = if several(who) { "are" } else { "is" };
                format!("{} {is} sent to {}", who.name(), region.name())
            }
            Action::Meet { attacker, defender } => {
                let fights = if several(attacker) { "fight" } else { "fights" };
                format!("{} {fights} {}", attacker.name(), defender.name())
            }
            Action::Resolve { dark, light } => {
                format!("Dark plays {}, Light plays {}", dark.name(), light.name())
            }
            Action::Blocked => format!("{} cannot move", self.seat(Player(self.mover()))),
            Action::Free => format!("{} can still move", self.seat(Player(self.mover()))),
            _ => self.action_name(action),
        }
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        named(self, text)
    }

    fn position_words(&self) -> String {
        let place = |who: Character| {
            let at = self.sides[who.side()].at[who.index()];
            (at != GONE).then(|| format!("{} in {}", who.name(), Region(at).name()))
        };
        let side = |side: usize| {
            let all = Character::all().filter(|who| who.side() == side);
            format!(
                "{} has {}",
                self.seat(Player(side)),
                all.filter_map(place).collect::<Vec<_>>().join(", ")
            )
        };
        [DARK, LIGHT].map(side).join("; ")
    }

    fn position(&self) -> String {
        let mover = ["dark", "light"][self.mover()];
        let [dark, light] = [DARK, LIGHT].map(|side| print_side(side, &self.sides[side]));
        let battle =
            if self.battle == Battle::NONE { "-".into() } else { print_battle(&self.battle) };
        format!("{} {mover} {} | {dark} | {light} | {battle}", self.phase.name(), self.moves)
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let state = self.read(text)?;
        state.check()?;
        state.check_course()?;
        match state.position() {
            right if right == text => Ok(state),
            right => Err(format!("this position is written {right:?}, not {text:?}")),
        }
    }
}

const PHASES: [(Phase, &str); 19] = [
    (Phase::Deal, "deal"),
    (Phase::Blocked, "blocked"),
    (Phase::Move, "move"),
    (Phase::Tunnel, "tunnel"),
    (Phase::Target, "target"),
    (Phase::Meet, "meet"),
    (Phase::Ability, "ability"),
    (Phase::Saruman, "saruman"),
    (Phase::Cards, "cards"),
    (Phase::DarkCard, "dark-card"),
    (Phase::LightCard, "light-card"),
    (Phase::Resolve, "resolve"),
    (Phase::DarkMagic, "dark-magic"),
    (Phase::DarkRetreat, "dark-retreat"),
    (Phase::LightMagic, "light-magic"),
    (Phase::LightRetreat, "light-retreat"),
    (Phase::DarkWon, "dark-won"),
    (Phase::LightWon, "light-won"),
    (Phase::Drawn, "drawn"),
];

impl Phase {
    pub(super) fn name(self) -> &'static str {
        PHASES[self as usize].1
    }
}

fn joined(separator: &str, words: impl Iterator<Item = String>) -> String {
    let words: Vec<String> = words.collect();
    if words.is_empty() { "-".into() } else { words.join(separator) }
}

fn print_side(number: usize, side: &Side) -> String {
    let alive = (0..).zip(side.at).filter(|&(_, at)| at < GONE);
    let places = alive.map(|(index, at)| {
        format!("{}@{}", Character::of(number, index).name(), Region(at).name())
    });
    let hand = cards(side.hand).map(|card| card.name().to_string());
    let trail = side.trail.events().iter().map(|&event| print_event(number, event));
    format!("{} hand {} trail {}", joined(",", places), joined(",", hand), joined(",", trail))
}

fn print_event(side: usize, event: Event) -> String {
    let who = if event.who() == SOMEBODY { "?" } else { Character::of(side, event.who()).name() };
    let to = if event.to() == GONE { "-" } else { Region(event.to()).name() };
    format!("{who}:{}>{to}/{}", Region(event.from()).name(), event.count())
}

/// The flags of a battle, besides its place, fighters and cards.
const FLAGS: [&str; 5] = ["first", "strong", "frodo-up", "frodo-next", "others-next"];

fn print_battle(battle: &Battle) -> String {
    let [dark, light] = battle.fighters.map(|who| who.map_or("-", Character::name));
    let set = [
        battle.first,
        battle.strong,
        battle.frodo_up,
        battle.pool == Pool::Frodo,
        battle.pool == Pool::Others,
    ];
    let flags =
        FLAGS.into_iter().zip(set).filter(|&(_, set)| set).map(|(flag, _)| flag.to_string());
    let pair = |cards: [Card; 2]| format!("{}/{}", cards[DARK].name(), cards[LIGHT].name());
    let (played, now) = (pair(battle.played), pair(battle.effect));
    format!(
        "{} {dark}/{light} {} cards {played} now {now}",
        battle.place.name(),
        joined("+", flags)
    )
}

/// Parsing, step by step. The steps accept more than valid text; the caller rejects the result if
/// the parsed position would be printed differently.
impl Confrontation {
    fn read(&self, text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.split(" | ").collect();
        let [head, dark, light, battle] = parts[..] else {
            return Err(format!(
                "{text:?} lacks turn, both sides and battle, as in {:?}",
                self.position()
            ));
        };
        let head: Vec<&str> = head.split(' ').collect();
        let [phase, mover, moves] = head[..] else {
            return Err(format!(
                "a position begins with words such as \"move dark 0\", not {head:?}"
            ));
        };
        let phase = PHASES.iter().find(|(_, name)| *name == phase).map(|&(phase, _)| phase);
        let moves = number(moves).filter(|&moves: &u16| moves <= LONGEST);
        Ok(Confrontation {
            sides: [read_side(DARK, dark)?, read_side(LIGHT, light)?],
            battle: read_battle(battle)?,
            phase: phase.ok_or_else(|| {
                format!("there is no phase {:?}; an example is \"move\"", head[0])
            })?,
            mover: match mover {
                "dark" => DARK as u8,
                "light" => LIGHT as u8,
                _ => return Err(format!("the side on turn is dark or light, not {mover:?}")),
            },
            moves: moves.ok_or_else(|| {
                format!("moves are counted from 0 to {LONGEST}, not {:?}", head[2])
            })?,
            settings: self.settings,
        })
    }
}

fn words(separator: char, text: &str) -> impl Iterator<Item = &str> {
    text.split(separator).filter(move |_| text != "-")
}

fn character(name: &str) -> Result<Character, String> {
    let found = Character::all().find(|who| who.name() == name);
    found.ok_or_else(|| format!("there is no character {name:?}; an example is \"frodo\""))
}

fn region(name: &str) -> Result<Region, String> {
    let found = Region::all().find(|region| region.name() == name);
    found.ok_or_else(|| format!("there is no region {name:?}; an example is \"shire\""))
}

fn card(name: &str) -> Result<Card, String> {
    let found = CARD_NAMES.iter().position(|&known| known == name);
    found
        .map(|at| Card(at as u8))
        .ok_or_else(|| format!("there is no card {name:?}; an example is \"magic\""))
}

fn read_side(side: usize, text: &str) -> Result<Side, String> {
    let parts: Vec<&str> = text.split(' ').collect();
    let [places, "hand", hand, "trail", trail] = parts[..] else {
        return Err(format!("a side reads like \"orcs@rohan hand 1,2 trail -\", not {text:?}"));
    };
    let mut read = Side::EMPTY;
    for word in words(',', places) {
        let (who, at) =
            word.split_once('@').ok_or_else(|| format!("{word:?} should be like orcs@rohan"))?;
        let who = character(who)?;
        if who.side() != side || read.alive(who) {
            return Err(format!("{word:?} is on the wrong side, or there twice"));
        }
        read.enter(who.index(), region(at)?);
    }
    for name in words(',', hand) {
        read.hand |= card(name)?.bit();
    }
    if read.hand & !FULL_HAND[side] != 0 {
        return Err(format!("the other side has one of the cards {hand:?}"));
    }
    read.trail = Trail::NEW;
    for word in words(',', trail) {
        read.trail.push(read_event(side, word)?);
    }
    Ok(read)
}

fn read_event(side: usize, text: &str) -> Result<Event, String> {
    let error =
        || format!("an event reads like frodo:shire>cardolan/4 or ?:shire>-/4, not {text:?}");
    let (who, rest) = text.split_once(':').ok_or_else(error)?;
    let (from, rest) = rest.split_once('>').ok_or_else(error)?;
    let (to, count) = rest.split_once('/').ok_or_else(error)?;
    let who = match who {
        "?" => SOMEBODY,
        name => character(name)?.index() as u8,
    };
    let to = match to {
        "-" if who != SOMEBODY => GONE,
        name => region(name)?.0,
    };
    let count = number(count).filter(|count| (1..=4).contains(count)).ok_or_else(error)?;
    let event = Event::new(who, region(from)?.0, to, count);
    if print_event(side, event) == text { Ok(event) } else { Err(error()) }
}

fn read_battle(text: &str) -> Result<Battle, String> {
    if text == "-" {
        return Ok(Battle::NONE);
    }
    let error = || {
        format!("a battle reads like \"rohan warg/frodo first cards -/- now -/-\", not {text:?}")
    };
    let parts: Vec<&str> = text.split(' ').collect();
    let [place, fighters, flags, "cards", played, "now", effect] = parts[..] else {
        return Err(error());
    };
    let pair = |text| -> Result<[Card; 2], String> {
        let (dark, light) = str::split_once(text, '/').ok_or_else(error)?;
        Ok([card(dark)?, card(light)?])
    };
    let fighter = |name: &str| if name == "-" { Ok(None) } else { character(name).map(Some) };
    let (dark, light) = fighters.split_once('/').ok_or_else(error)?;
    let mut battle = Battle {
        place: region(place)?,
        fighters: [fighter(dark)?, fighter(light)?],
        played: pair(played)?,
        effect: pair(effect)?,
        ..Battle::NONE
    };
    for flag in words('+', flags) {
        match FLAGS.iter().position(|&known| known == flag) {
            Some(0) => battle.first = true,
            Some(1) => battle.strong = true,
            Some(2) => battle.frodo_up = true,
            Some(3) => battle.pool = Pool::Frodo,
            Some(4) => battle.pool = Pool::Others,
            _ => return Err(error()),
        }
    }
    Ok(battle)
}
