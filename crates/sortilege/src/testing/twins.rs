//! A test that states that look alike by the rules look alike in every other way.

use super::walk::{Step, after, deciding, legal_for, random_step};
use crate::game::{Chance, Redeal, Simultaneous};
use crate::{Player, Rng, Turn};
use std::fmt::{Debug, Write};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Total number of determinizations to compare.
const DRAWS: u64 = 100_000;

/// Number of pairs of twins to keep for them.
const PAIRS: usize = 100;

/// One in this many determinizations is compared as text, because formatting is slow.
const TEXTS: u64 = 50;

/// The twins of some random games.
pub(super) struct TwinPairs<G> {
    /// Some pairs that differ, each with the seat that cannot distinguish them.
    kept: Vec<(G, G, Player)>,
    differed: u64,
    disguised: u64,
}

// A derived implementation would require that the game has a default.
impl<G> Default for TwinPairs<G> {
    fn default() -> Self {
        TwinPairs { kept: vec![], differed: 0, disguised: 0 }
    }
}

impl<G: Chance + Redeal + Simultaneous + Debug + PartialEq> TwinPairs<G> {
    /// Compares a state with its twins.
    pub(super) fn look(&mut self, state: &G, rng: &mut Rng) {
        for who in (0..state.players()).map(Player) {
            let twin = state.redeal(who, rng);
            assert_alike(state, &twin, who);
            if let Some(step) = random_step(state, rng) {
                self.disguised += u64::from(disguise(state, &step, who, rng));
                assert_unnoticed(state, &step, who);
                if is_possible(&twin, state, &step) {
                    assert_seen_alike(state, &twin, &step, who);
                }
            }
            if twin != *state {
                self.differed += 1;
                self.keep((state.clone(), twin, who), rng);
            }
        }
    }

    /// Reservoir sampling: keeps every pair of twins with the same probability.
    fn keep(&mut self, pair: (G, G, Player), rng: &mut Rng) {
        if self.kept.len() < PAIRS {
            return self.kept.push(pair);
        }
        if let Some(place) = self.kept.get_mut(rng.below(self.differed as usize)) {
            *place = pair;
        }
    }

    /// Compares determinizations, and checks that there was something to compare.
    pub(super) fn finish(self) {
        assert!(self.differed > 0, "no twin ever differed, so nothing was tested");
        assert!(self.disguised > 0, "no action ever looked like another, so nothing was tested");
        let views = |(state, twin, who): &(G, G, Player)| [state.view(*who), twin.view(*who)];
        let views: Vec<[G::View; 2]> = self.kept.iter().map(views).collect();
        for draw in 0..DRAWS {
            let [one, other] = &views[draw as usize % views.len()];
            let [one, other] =
                [one, other].map(|view| G::determinize(view, &mut Rng::derive(&[5, draw])));
            let same = one == other && (draw % TEXTS > 0 || digest(&one) == digest(&other));
            assert!(
                same,
                "the same draws give {one:?} and {other:?} for states that look the same"
            );
        }
    }
}

/// Asserts that the two states are the same to `who` in every respect.
fn assert_alike<G: Redeal + Simultaneous + Debug>(state: &G, twin: &G, who: Player) {
    let [here, there] = [state, twin].map(|one| one.view(who));
    let context = format!("{who:?}, who cannot distinguish {state:?} and {twin:?}");
    assert!(here == there, "{context}, has the views {here:?} and {there:?}");
    let [one, other] = [&here, &there].map(hash);
    assert_eq!(one, other, "{context}, has equal views with different hashes");
    assert!(
        digest(&here) == digest(&there),
        "{context}, has the equal views {here:?} and {there:?} with different texts"
    );
    assert_eq!(legal_for(state, who), legal_for(twin, who), "{context}, has different moves");
    let over = [state, twin].map(|one| one.turn() == Turn::Over);
    assert_eq!(over[0], over[1], "{context}, does not know whether the game is over");
}

/// Whether `step`, which is possible in `state`, is certainly possible in `twin`.
fn is_possible<G: Simultaneous>(twin: &G, state: &G, step: &Step<G>) -> bool {
    let mut list = vec![];
    match (state.turn(), twin.turn()) {
        (Turn::Player(here), Turn::Player(there)) if here == there => {
            twin.actions(&mut list);
            list.contains(&step[0])
        }
        (Turn::Together, Turn::Together) => step.iter().enumerate().all(|(who, choice)| {
            twin.choices(Player(who), &mut list);
            list.contains(choice)
        }),
        _ => false,
    }
}

/// Asserts that a step looks the same in both states, or that the views differ after it.
fn assert_seen_alike<G: Redeal + Simultaneous + Debug>(
    state: &G,
    twin: &G,
    step: &Step<G>,
    who: Player,
) {
    let [here, there] = [state, twin].map(|one| looks(one, step, who));
    if here != there {
        let [here, there] = [state, twin].map(|one| after(one, step).view(who));
        assert!(here != there, "{who:?} sees {step:?} in {state:?} and in {twin:?} differently");
    }
}

/// Asserts that an action of another player that does not change the view is not observed. A view
/// may forget later, but what it never showed was never observed.
fn assert_unnoticed<G: Redeal + Simultaneous + Debug>(state: &G, step: &Step<G>, who: Player) {
    if !deciding(state).contains(&who) && after(state, step).view(who) == state.view(who) {
        let seen = looks(state, step, who);
        assert!(seen.is_empty(), "{who:?} sees {seen:?} of {step:?} in {state:?}, which it cannot");
    }
}

/// Asserts that a step that looks like `step` by the rules has the same observations. Returns
/// whether there is a different one.
fn disguise<G: Redeal + Simultaneous + Debug>(
    state: &G,
    step: &Step<G>,
    who: Player,
    rng: &mut Rng,
) -> bool {
    let other: Step<G> = step.iter().map(|&action| state.disguise(action, who, rng)).collect();
    let [one, two] = [step, &other].map(|step| looks(state, step, who));
    assert_eq!(one, two, "{who:?} sees {step:?} and {other:?} in {state:?}, which look alike");
    let [one, two] = [step, &other].map(|step| after(state, step).view(who));
    assert_eq!(
        one, two,
        "{who:?} can distinguish {step:?} and {other:?} in {state:?}, which look alike"
    );
    other != *step
}

fn looks<G: Redeal>(state: &G, step: &Step<G>, who: Player) -> Vec<G::Seen> {
    step.iter().filter_map(|&action| state.seen(action, who)).collect()
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// A hash of the `Debug` output, which contains every field if `Debug` is derived.
pub(super) fn digest(value: &impl Debug) -> u64 {
    let mut text = Digest(DefaultHasher::new());
    write!(text, "{value:?}").expect("a hash takes any text");
    text.0.finish()
}

struct Digest(DefaultHasher);

impl Write for Digest {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}
