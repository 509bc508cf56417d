//! The particle belief, compared with Bayes' rule over an enumeration of all histories, and its
//! leak test.

use sortilege::belief::{AnyMove, Belief, OpponentModel, Particles, Simulated};
use sortilege::game::{Hidden, Label, Observation, Observe, Outcomes, Redeal, Sequential};
use sortilege::search::{FlatUcb, MoIsmcts, Setup, SoIsmcts};
use sortilege::testing::leak::test_with_observations;
use sortilege::{Budget, Deadline, Game, Player, Rng, Turn};
use sortilege_games::kuhn::{self, Kuhn};
use sortilege_games::leduc::{self, Leduc};
use sortilege_games::phantom_mnk::PhantomMnk;
use std::collections::HashMap;
use std::fmt::Debug;
use std::hash::Hash;

/// A seat's observations: the acting player and the observed action.
type Observations<G> = Vec<(Option<Player>, Label<<G as Game>::Action, <G as Observe>::Seen>)>;

/// A player whose moves depend on its hidden information: the probability of an action is a fixed,
/// uneven function of the player's view and of the action's number.
fn habit<G: Observe>(state: &G, who: Player, actions: &[G::Action], odds: &mut Vec<f64>) {
    use std::hash::{DefaultHasher, Hasher};
    for number in 0..actions.len() {
        let mut hasher = DefaultHasher::new();
        (state.view(who), number).hash(&mut hasher);
        odds.push(0.05 + (hasher.finish() % 1000) as f64 / 1000.0);
    }
}

/// All histories that are consistent with the observations of `who`, with their weights, by
/// enumeration from the start.
struct Histories<'a, G: Observe> {
    who: Player,
    observations: &'a Observations<G>,
    found: HashMap<G, f64>,
}

impl<G: Outcomes + Observe + Sequential + Eq + Hash> Histories<'_, G> {
    /// Continues from a state after the first `at` observations.
    fn search(&mut self, state: &G, at: usize, weight: f64) {
        if at == self.observations.len() && state.turn() == Turn::Player(self.who) {
            *self.found.entry(state.clone()).or_default() += weight;
            return;
        }
        let (mover, listed) = listed(state, self.who);
        for (action, odds) in listed {
            let label = match mover == Some(self.who) {
                true => Label::Own(action),
                false => state.seen(action, self.who).map_or(Label::Unnoticed, Label::Seen),
            };
            if label == Label::Unnoticed {
                self.search(&state.after(action), at, weight * odds);
            } else if self.observations.get(at) == Some(&(mover, label)) {
                self.search(&state.after(action), at + 1, weight * odds);
            }
        }
    }
}

/// The acting player and the legal actions, with probabilities that add up to 1; the actions of
/// `who` have weight 1 each.
fn listed<G: Outcomes + Observe>(
    state: &G,
    who: Player,
) -> (Option<Player>, Vec<(G::Action, f64)>) {
    let (mut actions, mut outcomes, mut odds) = (vec![], vec![], vec![]);
    match state.turn() {
        Turn::Over | Turn::Together => (None, vec![]),
        Turn::Chance => {
            state.outcomes(&mut outcomes);
            (None, outcomes)
        }
        Turn::Player(mover) => {
            state.actions(&mut actions);
            habit(state, mover, &actions, &mut odds);
            let total: f64 = if mover == who { 0.0 } else { odds.iter().sum() };
            let share = |odds: f64| if mover == who { 1.0 } else { odds / total };
            (Some(mover), actions.into_iter().zip(odds.into_iter().map(share)).collect())
        }
    }
}

/// Plays random games, updates a belief with the observations, and compares the belief with Bayes'
/// rule at each decision.
fn compare<G, M>(
    start: &G,
    games: u64,
    make: impl Fn() -> Particles<G, M>,
    mut check: impl FnMut(HashMap<G, f64>, HashMap<G, f64>),
) where
    G: Outcomes + Observe + Sequential + Eq + Hash + Debug,
    M: OpponentModel<G>,
{
    for game in 0..games {
        let (mut rng, mut state) = (Rng::derive(&[9, game]), start.clone());
        let mut seats: Vec<(Particles<G, M>, Observations<G>)> =
            (0..2).map(|_| (make(), vec![])).collect();
        while state.turn() != Turn::Over {
            if let Turn::Player(who) = state.turn() {
                let (belief, observations) = &mut seats[who.0];
                belief.begin(&state.view(who), who, &Deadline::default(), &mut rng);
                let mut all = Histories { who, observations, found: HashMap::new() };
                all.search(start, 0, 1.0);
                let total: f64 = all.found.values().sum();
                all.found.values_mut().for_each(|weight| *weight /= total);
                let mut believed = HashMap::new();
                belief.worlds().for_each(|(world, weight)| {
                    *believed.entry(world.clone()).or_default() += weight
                });
                check(believed, all.found);
            }
            let (mover, listed) = listed(&state, Player(9));
            let odds: Vec<f64> = listed.iter().map(|&(_, odds)| odds).collect();
            let action = listed[rng.weighted(&odds)].0;
            let after = state.after(action);
            for (seat, (belief, observations)) in seats.iter_mut().enumerate() {
                let who = Player(seat);
                if let Some(seen) = Observation::new(&state, action, mover, &after, who) {
                    observations.push((seen.mover, seen.label));
                    belief.observe(who, &seen);
                }
            }
            state = after;
        }
    }
}

fn is_bayes<G>(start: &G, games: u64, reuse: bool)
where
    G: Outcomes + Observe + Sequential + Eq + Hash + Debug,
{
    let make = || {
        let mut belief =
            Particles::new(100_000, habit::<G>).from_start(start.clone()).enumerating();
        belief.reuse = reuse;
        belief
    };
    let mut checks = 0;
    compare(start, games, make, |believed, truth| {
        assert_eq!(believed.len(), truth.len());
        for (world, weight) in truth {
            assert!(
                (believed[&world] - weight).abs() < 1e-9,
                "{world:?}: {} for {weight}",
                believed[&world]
            );
        }
        checks += 1;
    });
    assert!(checks > games, "only {checks} decisions");
}

#[test]
fn enumerated_weights_are_those_of_bayes() {
    for reuse in [true, false] {
        is_bayes(&Kuhn::default(), 50, reuse);
        is_bayes(&Leduc::default(), 50, reuse);
        is_bayes(&PhantomMnk::new(2, 2, 2).expect("a board"), 30, reuse);
    }
}

/// With sampled worlds, every weight is within five standard deviations of a sample of half the
/// size: repeated resampling reduces the effective size. The seeds are fixed; with other seeds a
/// false alarm is rarer than one in ten thousand.
#[test]
fn sampled_weights_are_close_to_those_of_bayes() {
    let (start, worlds) = (Leduc::default(), 20_000);
    let (mut checks, mut far) = (0, 0);
    let make = || Particles::new(worlds, habit::<Leduc>);
    compare(&start, 40, make, |believed, truth| {
        for (world, weight) in truth {
            let found = believed.get(&world).copied().unwrap_or(0.0);
            let deviation = (weight * (1.0 - weight) / (worlds as f64 / 2.0)).sqrt();
            checks += 1;
            far += usize::from((found - weight).abs() > 5.0 * deviation);
        }
    });
    assert!(checks > 200 && far == 0, "{far} of {checks} weights are off");
}

/// Kuhn poker against an opponent who bets only with the king: after a bet the opponent has the
/// king.
#[test]
fn a_bet_gives_the_king_away() {
    let model = |state: &Kuhn, who: Player, actions: &[kuhn::Action], odds: &mut Vec<f64>| {
        let king = format!("{:?}", state.view(who)).contains("King");
        odds.extend(actions.iter().map(|&action| f64::from((action == kuhn::Action::Bet) == king)));
    };
    let mut belief = Particles::new(100, model).from_start(Kuhn::default()).enumerating();
    let (mut state, me, mut rng) = (Kuhn::default(), Player(1), Rng::new(1));
    for (mover, action) in [
        (None, kuhn::Action::Deal([kuhn::Card::King, kuhn::Card::Queen])),
        (Some(Player(0)), kuhn::Action::Bet),
    ] {
        let after = state.after(action);
        belief
            .observe(me, &Observation::new(&state, action, mover, &after, me).expect("it is seen"));
        state = after;
    }
    belief.begin(&state.view(me), me, &Deadline::default(), &mut rng);
    assert_eq!(
        belief.worlds().map(|(world, weight)| (world.clone(), weight)).collect::<Vec<_>>(),
        [(state, 1.0)]
    );
}

/// An opponent with a small search calls a raise with a king rather than with a jack: afterwards a
/// king is more probable, although chance deals both equally. The probabilities depend only on the
/// opponent's view.
#[test]
fn opponents_who_think_give_themselves_away() {
    use leduc::{Action, Card};
    let model = || {
        let mut model = Simulated::new();
        (model.simulations, model.temperature) = (200, 0.05);
        model
    };
    let (me, you, mut rng) = (Player(0), Player(1), Rng::new(1));
    let mut belief = Particles::new(1000, model()).from_start(Leduc::default()).enumerating();
    let mut state = Leduc::default();
    let course = [
        (None, Action::Deal([Card::Qs, Card::Jh])),
        (Some(me), Action::Raise),
        (Some(you), Action::Call),
        (None, Action::Reveal(Card::Qh)),
    ];
    for (mover, action) in course {
        let after = state.after(action);
        belief
            .observe(me, &Observation::new(&state, action, mover, &after, me).expect("it is seen"));
        state = after;
    }
    belief.begin(&state.view(me), me, &Deadline::default(), &mut rng);
    let with = |card| {
        let happened = |state: Leduc, &(_, action): &(_, Action)| match action {
            Action::Deal([mine, _]) => state.after(Action::Deal([mine, card])),
            _ => state.after(action),
        };
        let world = course.iter().fold(Leduc::default(), happened);
        belief.worlds().find(|(other, _)| **other == world).expect("a world").1
    };
    assert!(with(Card::Ks) > 1.2 * with(Card::Js), "{} and {}", with(Card::Ks), with(Card::Js));
    let odds = |mine, his| {
        let (mut actions, mut odds) = (vec![], vec![]);
        let state = Leduc::default().after(Action::Deal([mine, his])).after(Action::Raise);
        state.actions(&mut actions);
        model().odds(&state, you, &actions, &mut odds);
        odds
    };
    assert_eq!(odds(Card::Qs, Card::Kh), odds(Card::Js, Card::Kh));
    assert_ne!(odds(Card::Qs, Card::Kh), odds(Card::Qs, Card::Jh));
}

/// The decisions of a search with this belief depend only on its seat's observations.
#[test]
fn nothing_leaks() {
    fn tight<G: Outcomes + Redeal + Sequential + PartialEq + Debug>(
        name: &str,
        start: &G,
        games: u64,
    ) {
        let belief = || Particles::new(60, AnyMove);
        let known = || Particles::new(500, habit::<G>).from_start(start.clone()).enumerating();
        let thinking = || {
            let mut belief = Particles::new(40, Simulated::new());
            belief.fresh = 0.2;
            belief
        };
        let setup = || Setup::<sortilege::playout::Rollout<G>>::new(Budget::iterations(32));
        let found = [
            test_with_observations(start, games, || SoIsmcts::new(setup().belief(belief()))),
            test_with_observations(start, games, || MoIsmcts::new(setup().belief(known()))),
            test_with_observations(start, games, || FlatUcb::new(setup().belief(known()))),
            test_with_observations(start, games, || SoIsmcts::new(setup().belief(thinking()))),
        ];
        for tested in found {
            assert!(tested.pairs >= 10 && tested.leaks == 0, "{name}: {tested:?}");
        }
    }
    tight("kuhn", &Kuhn::default(), 100);
    tight("leduc", &Leduc::default(), 400);
    tight("phantom 2,2,2", &PhantomMnk::new(2, 2, 2).expect("a board"), 100);
}
