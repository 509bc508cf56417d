//! The suite can fail: games with one planted fault each, which the suite must find.

use sortilege::game::{Chance, Hidden, Outcomes, Sequential};
use sortilege::search::{CheatingUct, Setup, SoIsmcts};
use sortilege::testing::{Contract, leak};
use sortilege::{Budget, Game, Player, Rng, Turn};
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What is wrong with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// The view carries the coin, though it is the same for `==`.
    Leak,
    /// The determinization forgets what the player has done.
    Forgetful,
    /// One guess is listed twice.
    Repeated,
    /// The random guess is nearly always the first.
    Biased,
    /// Payoffs beyond 1.
    Payoff,
    /// The coin is not as fair as its stated odds.
    Loaded,
    /// Nobody ever wins.
    Endless,
}

/// A coin falls unseen, one player looks away and then guesses it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Guess {
    coin: Option<u8>,
    waited: bool,
    guess: Option<u8>,
    fault: FaultOf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FaultOf(Fault);
impl Hash for FaultOf {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Guess {
    fn with(fault: Fault) -> Self {
        Guess { coin: None, waited: false, guess: None, fault: FaultOf(fault) }
    }
    fn has(&self, fault: Fault) -> bool {
        self.fault.0 == fault
    }
}

impl Game for Guess {
    type Action = u8;
    fn players(&self) -> usize {
        1
    }
    fn turn(&self) -> Turn {
        match (self.coin, self.guess) {
            (None, _) => Turn::Chance,
            (_, None) => Turn::Player(Player(0)),
            _ if self.has(Fault::Endless) => Turn::Player(Player(0)),
            _ => Turn::Over,
        }
    }
    fn actions(&self, out: &mut Vec<u8>) {
        out.clear();
        match self.waited {
            false => out.push(9),
            true if self.has(Fault::Repeated) => out.extend([0, 1, 0]),
            true => out.extend([0, 1]),
        }
    }
    fn apply(&mut self, action: u8) {
        match (self.coin, self.waited) {
            (None, _) => self.coin = Some(action),
            (_, false) => self.waited = true,
            _ => self.guess = Some(action),
        }
    }
    fn payoff(&self, _: Player) -> f64 {
        let win = if self.has(Fault::Payoff) { 2.0 } else { 1.0 };
        if self.guess == self.coin { win } else { -1.0 }
    }
    fn random_action(&self, scratch: &mut Vec<u8>, rng: &mut Rng) -> u8 {
        self.actions(scratch);
        if self.has(Fault::Biased) && rng.below(10) > 0 { scratch[0] } else { rng.pick(scratch) }
    }
}

impl Chance for Guess {
    fn sample(&self, rng: &mut Rng) -> u8 {
        let sides = if self.has(Fault::Loaded) { 3 } else { 2 };
        (rng.below(sides) as u8).min(1)
    }
}

impl Outcomes for Guess {
    fn outcomes(&self, out: &mut Vec<(u8, f64)>) {
        *out = vec![(0, 0.5), (1, 0.5)];
    }
}

/// What the player knows, and a pocket for what it should not know, which `==` does not see.
#[derive(Clone, Debug)]
struct View {
    seen: Guess,
    smuggled: Option<u8>,
}
impl PartialEq for View {
    fn eq(&self, other: &View) -> bool {
        self.seen == other.seen
    }
}
impl Eq for View {}
impl Hash for View {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.seen.hash(hasher);
    }
}

impl Hidden for Guess {
    type View = View;
    fn view(&self, _: Player) -> View {
        let smuggled = self.coin.filter(|_| self.has(Fault::Leak));
        let coin = self.coin.filter(|_| self.guess.is_some()).or(self.coin.map(|_| 7));
        View { seen: Guess { coin, ..self.clone() }, smuggled }
    }
    fn determinize(view: &View, rng: &mut Rng) -> Self {
        let mut state = view.seen.clone();
        if state.coin == Some(7) {
            state.coin = view.smuggled.or_else(|| Some(rng.below(2) as u8));
        }
        state.waited &= !state.has(Fault::Forgetful);
        state
    }
}
impl Sequential for Guess {}

fn passes<T>(part: impl FnOnce() -> T) -> bool {
    catch_unwind(AssertUnwindSafe(part)).is_ok()
}

#[test]
fn a_sound_game_passes() {
    let game = Guess::with(Fault::None);
    Contract::new(&game).rules().chance().outcomes().hidden();
    assert_eq!(leak_of(Fault::None).leaks, 0);
}

#[test]
fn planted_rule_bugs_are_found() {
    for fault in [Fault::Repeated, Fault::Biased, Fault::Payoff, Fault::Endless] {
        let game = Guess::with(fault);
        assert!(!passes(|| Contract::new(&game).longest(50).rules()), "{fault:?} was not found");
    }
    let loaded = Guess::with(Fault::Loaded);
    assert!(!passes(|| Contract::new(&loaded).outcomes()), "the loaded coin was not found");
    let forgetful = Guess::with(Fault::Forgetful);
    assert!(!passes(|| Contract::new(&forgetful).hidden()), "forgetting was not found");
}

#[test]
fn a_planted_leak_is_found() {
    let smuggling = Guess::with(Fault::Leak);
    Contract::new(&smuggling).hidden(); // The laws of views alone do not show it.
    let found = leak_of(Fault::Leak);
    assert!(found.pairs > 0 && found.leaks == found.pairs, "{found:?}");
}

#[test]
fn a_cheater_is_found() {
    let mut cheater = CheatingUct::<Guess>::new(Setup::new(Budget::iterations(50)));
    let found = leak::test_cheating(&Guess::with(Fault::None), 20, &mut cheater);
    assert!(found.pairs > 0 && found.leaks > 0, "{found:?}");
}

fn leak_of(fault: Fault) -> leak::Tested {
    let mut search = SoIsmcts::<Guess>::new(Setup::new(Budget::iterations(50)));
    let found = leak::test_search(&Guess::with(fault), 20, &mut search);
    assert!(found.pairs > 0);
    found
}
