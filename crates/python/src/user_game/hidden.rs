//! Games in Python with hidden information.

use super::open::delegate;
use super::position::{Move, Position, one_line};
use super::random::with_random;
use super::rules::{Rules, ask};
use pyo3::prelude::*;
use sortilege::game::{
    Chance, Describe, Hidden, Notation, Observe, Outcomes, Picture, Recall, Redeal, Simultaneous,
};
use sortilege::scene::{Gesture, Scene};
use sortilege::{Game, Player, Rng, Turn};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A state of a game with hidden information.
#[derive(Clone, Debug, PartialEq)]
pub struct HiddenUserGame(pub Position);

delegate!(HiddenUserGame);

/// View of a seat: any hashable object.
#[derive(Clone)]
pub struct Veil {
    object: Arc<Py<PyAny>>,
    hash: isize,
    who: Player,
    rules: Arc<Rules>,
}

/// Observation of a seat, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sight(u32);

impl fmt::Debug for Veil {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", ask(|py| Ok(self.object.bind(py).repr()?.to_string())))
    }
}

impl PartialEq for Veil {
    fn eq(&self, other: &Self) -> bool {
        self.who == other.who
            && self.hash == other.hash
            && ask(|py| self.object.bind(py).eq(other.object.bind(py)))
    }
}

impl Eq for Veil {}

impl Hash for Veil {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.who, self.hash).hash(hasher);
    }
}

impl Hidden for HiddenUserGame {
    type View = Veil;

    fn view(&self, who: Player) -> Veil {
        ask(|py| {
            let object = self.0.object(py).call_method1("view", (who.0,))?;
            let (hash, rules) = (object.hash()?, self.0.rules().clone());
            Ok(Veil { object: Arc::new(object.unbind()), hash, who, rules })
        })
    }

    fn determinize(view: &Veil, rng: &mut Rng) -> Self {
        with_random(rng, |py, random| {
            let start = view.rules.start.bind(py);
            let state = start.call_method1("determinize", (&*view.object, view.who.0, random))?;
            Ok(HiddenUserGame(Position::new(view.rules.clone(), &state)?))
        })
    }
}

impl Observe for HiddenUserGame {
    type Seen = Sight;
    const RECALL: Recall = Recall::Forgets;

    fn seen(&self, made: Move, who: Player) -> Option<Sight> {
        ask(|py| {
            let made = self.0.rules().moves.object(py, made.0);
            let seen = self.0.object(py).call_method1("seen", (made, who.0))?;
            if seen.is_none() {
                return Ok(None);
            }
            self.0.rules().sights.number(&seen).map(|number| Some(Sight(number)))
        })
    }
}

/// For tests only: the object returns states that the seat cannot distinguish.
impl Redeal for HiddenUserGame {
    fn redeal(&self, who: Player, rng: &mut Rng) -> Self {
        with_random(rng, |py, random| {
            let twin = self.0.object(py).call_method1("redeal", (who.0, random))?;
            Ok(HiddenUserGame(Position::new(self.0.rules().clone(), &twin)?))
        })
    }
    fn disguise(&self, made: Move, _: Player, _: &mut Rng) -> Move {
        made
    }
}

impl Picture for HiddenUserGame {
    fn picture(view: &Veil, _: Player, _: Option<Sight>) -> Scene {
        Scene::default().label(ask(|py| one_line(view.object.bind(py))))
    }
    fn gesture(view: &Veil, _: Player, made: Move) -> Gesture {
        Gesture::button(view.rules.moves.name(made.0))
    }
}

impl Describe for HiddenUserGame {
    fn describe(view: &Veil, _: Player, seen: Sight) -> String {
        view.rules.sights.name(seen.0)
    }
}
