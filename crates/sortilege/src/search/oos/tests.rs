use super::iteration::{Guide, Odds, SampledIteration};
use super::tables::{ActionStats, InfostateId, Tables, average, push_matched};
use super::target::{Target, TargetState, Targeting};
use super::*;
use crate::Budget;
use crate::Turn;
use crate::exact::toys::{CHIPS, Kuhn, Sketch, Toy};
use crate::exact::{GameTree, Tabulated, expected_payoffs, exploitability, histories_of_sets};
use crate::search::Search;
use crate::search::tree_search::observation::{ByObservation, Labels};
use crate::testing::random_tree::{RandomTree, TreeShape, Turns};

/// The reward of a payoff, scaled to [0, 1].
fn unit(payoff: f64) -> f64 {
    (payoff + 1.0) / 2.0
}

/// The first iteration by hand. The first player goes left or right, and after left the second
/// player responds. The first iteration adds the first player's set with uniform probabilities and
/// ends in a playout. The update player's regret is then half of the utility over the probability
/// 1/2 in favour of the sampled action.
#[test]
fn the_first_iteration_by_hand() {
    use Sketch::{Choose, End};
    static TREE: Sketch = Choose(0, &[End(&[0.6, -0.6]), End(&[0.6, -0.6])]);
    let mut search = Oos::from_start(Setup::new(Budget::iterations(1)), Toy::new(&TREE));
    search.algorithm.clear(true);
    search.iterate(0, Toy::new(&TREE), &mut Rng::new(1));
    let set = search.algorithm.tables.set(0).expect("a set of the first player");
    let slots = &search.algorithm.tables.slots[set.slots()];
    let taken = usize::from(slots[1].regret > 0.0);
    assert!((slots[taken].regret - 0.5 * 0.6 / 0.5).abs() < 1e-12, "{slots:?}");
    assert!((slots[1 - taken].regret + 0.5 * 0.6 / 0.5).abs() < 1e-12, "{slots:?}");
    assert_eq!(
        [slots[0].average, slots[1].average],
        [0.0; 2],
        "only the other players update their averages"
    );
    search.iterate(1, Toy::new(&TREE), &mut Rng::new(2));
    let slots = &search.algorithm.tables.slots[set.slots()];
    let tremble = search.algorithm.tremble;
    assert!((slots[taken].average - 1.0).abs() < 1e-12, "it plays what it regrets: {slots:?}");
    assert!(
        slots[1 - taken].average.abs() < 1e-12,
        "the tremble is not part of the average: {slots:?} {tremble}"
    );
}

/// Tables with all information sets of a game, and random regrets.
fn filled<G>(start: &G, seed: u64) -> Tables<Label<G::Action, G::Seen>>
where
    G: Outcomes + Observe + Simultaneous,
{
    let mut tables = Tables::default();
    (0..start.players()).for_each(|_| _ = tables.begin());
    fill(start, [0, 1], &mut tables);
    let mut rng = Rng::new(seed);
    tables.slots.iter_mut().for_each(|slot| slot.regret = rng.unit() - 0.3);
    tables
}

fn fill<G>(state: &G, known: [InfostateId; 2], tables: &mut Tables<Label<G::Action, G::Seen>>)
where
    G: Outcomes + Observe + Simultaneous,
{
    for (action, mover, _) in branches(state) {
        if let Some(who) = mover {
            let mut legal = vec![];
            state.actions(&mut legal);
            if legal.len() > 1 && tables.set(known[who.0]).is_none() {
                tables.add(known[who.0], legal.len(), 0);
            }
        }
        fill(&state.after(action), seen(state, action, mover, known, tables), tables);
    }
}

/// All branches of a state with their mover, and their probability if it is chance.
fn branches<G: Outcomes>(state: &G) -> Vec<(G::Action, Option<Player>, f64)> {
    let (mut outcomes, mut legal) = (vec![], vec![]);
    match state.turn() {
        Turn::Chance => {
            state.outcomes(&mut outcomes);
            outcomes.into_iter().map(|(outcome, odds)| (outcome, None, odds)).collect()
        }
        Turn::Player(who) => {
            state.actions(&mut legal);
            legal.into_iter().map(|action| (action, Some(who), 1.0)).collect()
        }
        _ => vec![],
    }
}

fn seen<G: Observe>(
    state: &G,
    action: G::Action,
    mover: Option<Player>,
    mut known: [InfostateId; 2],
    tables: &mut Tables<Label<G::Action, G::Seen>>,
) -> [InfostateId; 2] {
    for (seat, known) in known.iter_mut().enumerate() {
        let label = ByObservation { of: Player(seat) }.label(state, action, mover);
        if label != Label::Unnoticed {
            *known = tables.grow(*known, label);
        }
    }
    known
}

/// The expected updates of an iteration with update player `learner`, by enumeration of all
/// histories: counterfactual regrets, and averages by the owner's reach. Returns the value of the
/// state for the update player.
struct Exact<'a, G: Observe> {
    tables: &'a mut Tables<Label<G::Action, G::Seen>>,
    learner: Player,
    taught: Vec<ActionStats>,
}

impl<G: Outcomes + Observe + Simultaneous> Exact<'_, G> {
    fn visit(&mut self, state: &G, known: [InfostateId; 2], reach: [f64; 2], chance: f64) -> f64 {
        if state.turn() == Turn::Over {
            return state.payoff(self.learner);
        }
        let branches = branches(state);
        let set = match state.turn() {
            Turn::Player(who) if branches.len() > 1 => self.tables.set(known[who.0]),
            _ => None,
        };
        let mut sigma = vec![];
        match set {
            Some(set) => push_matched(&self.tables.slots[set.slots()], 0.0, &mut sigma),
            None => sigma.resize(branches.len(), 1.0),
        }
        let mut worth = vec![];
        for (&(action, mover, odds), &p) in branches.iter().zip(&sigma) {
            let mut reach = reach;
            if let Some(who) = mover {
                reach[who.0] *= p;
            }
            let known = seen(state, action, mover, known, self.tables);
            worth.push(self.visit(&state.after(action), known, reach, chance * odds));
        }
        let parts = branches.iter().zip(&sigma).zip(&worth);
        let value: f64 = parts.map(|((&(_, _, odds), p), worth)| odds * p * worth).sum();
        if let Some((set, Turn::Player(who))) = set.map(|set| (set, state.turn())) {
            for (at, slot) in self.taught[set.slots()].iter_mut().enumerate() {
                if who == self.learner {
                    slot.regret += chance * reach[1 - who.0] * (worth[at] - value);
                } else {
                    slot.average += chance * reach[who.0] * sigma[at];
                }
            }
        }
        value
    }
}

/// The mean of samples, and a test against an expected value.
#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, number: f64) {
        self.sum += number;
        self.squares += number * number;
    }

    /// Within six standard errors: one false alarm in 500 million.
    fn assert_fits(&self, n: f64, right: f64, what: &str) {
        let mean = self.sum / n;
        let error = ((self.squares / n - mean * mean).max(0.0) / n).sqrt();
        assert!(
            (mean - right).abs() <= 6.0 * error + 1e-9,
            "{what}: {mean} +- {error}, not {right}"
        );
    }
}

/// The expected update of samples equals that of all histories, for any target.
fn assert_unbiased<G>(start: &G, target: &Target<G>, odds: Odds, seed: u64)
where
    G: Outcomes + Observe + Simultaneous,
{
    const ITERATIONS: usize = 30_000;
    let mut tables = filled(start, seed);
    let before = tables.slots.clone();
    for learner in [Player(0), Player(1)] {
        let taught = vec![ActionStats::default(); before.len()];
        let mut exact = Exact { tables: &mut tables, learner, taught };
        exact.visit(start, [0, 1], [1.0; 2], 1.0);
        let right = exact.taught;
        let mut found = vec![[Mean::default(); 2]; before.len()];
        let (mut iteration, mut rng) = (SampledIteration::<G>::new(odds), Rng::new(seed));
        let mut hits = 0;
        for _ in 0..ITERATIONS {
            let mut state = start.clone();
            iteration.restart(learner, &[0, 1], Some(rng.unit() < odds.targeted));
            let list: ListOutcomes<G> = G::outcomes;
            let mut guide = Guide { tables: &mut tables, target, list: Some(list), full: false };
            iteration.descend(&mut guide, &mut state, &mut rng);
            assert_eq!(state.turn(), Turn::Over, "all sets are known");
            hits += u32::from(iteration.target_state == TargetState::Reached);
            iteration.back_up(&mut tables, &[0, 1].map(|seat| unit(state.payoff(Player(seat)))));
            for ((slot, before), means) in tables.slots.iter_mut().zip(&before).zip(&mut found) {
                means[0].add(slot.regret - before.regret);
                means[1].add(slot.average);
                *slot = *before;
            }
        }
        assert!(hits > 0, "the target is reached");
        for (at, (means, right)) in found.iter().zip(&right).enumerate() {
            means[0].assert_fits(
                ITERATIONS as f64,
                right.regret,
                &format!("regret {at} of {seed}"),
            );
            means[1].assert_fits(
                ITERATIONS as f64,
                right.average,
                &format!("average {at} of {seed}"),
            );
        }
    }
}

/// The observations of a seat up to one of its decisions in a random game.
fn some_target<G>(start: &G, targeting: Targeting, seed: u64) -> Target<G>
where
    G: Outcomes + Observe + Simultaneous,
{
    let mut rng = Rng::new(seed);
    let (mut state, mut seen) = (start.clone(), [vec![], vec![]]);
    let mut found = None;
    while state.turn() != Turn::Over {
        if let Turn::Player(who) = state.turn() {
            found = Some(Target { of: who, seen: seen[who.0].clone(), targeting });
        }
        let all = branches(&state);
        let odds: Vec<f64> = all.iter().map(|&(_, _, odds)| odds).collect();
        let (action, mover, _) = all[rng.weighted(&odds)];
        for (seat, seen) in seen.iter_mut().enumerate() {
            let label = ByObservation { of: Player(seat) }.label(&state, action, mover);
            seen.extend(Some(label).filter(|&label| label != Label::Unnoticed));
        }
        state = state.after(action);
    }
    found.expect("a player has a decision")
}

#[test]
fn samples_of_kuhn_poker_are_unbiased() {
    let start = Kuhn::default();
    for (seed, targeting) in [Targeting::InformationSet, Targeting::PublicSubgame]
        .into_iter()
        .cycle()
        .take(6)
        .enumerate()
    {
        let target = some_target(&start, targeting, seed as u64);
        for targeted in [0.0, 0.6] {
            let odds = Odds { targeted, exploration: 0.4, tremble: 0.0 };
            assert_unbiased(&start, &target, odds, seed as u64);
        }
    }
}

#[test]
fn samples_of_random_trees_are_unbiased() {
    let shape = TreeShape { steps: 5, moves: 3, outcomes: 3, turns: Turns::Drawn };
    let trees = (0..20).map(|seed| RandomTree::new(seed, shape));
    for (seed, start) in
        trees.enumerate().filter(|(_, start)| crate::exact::perft(start, 5) > 10).take(6)
    {
        let target = some_target(&start, Targeting::InformationSet, seed as u64);
        let odds = Odds { targeted: 0.5, exploration: 0.5, tremble: 0.0 };
        assert_unbiased(&start, &target, odds, seed as u64);
    }
}

/// The average strategy of a search at all sets that it has reached, and the uniform one elsewhere.
fn averages<G>(tree: &GameTree<G>, start: &G, search: &Oos<G>) -> Tabulated
where
    G: Outcomes + Observe + Simultaneous,
{
    let mut policy = Tabulated::uniform(tree);
    for (set, history) in tree.sets().zip(histories_of_sets(tree, start)) {
        let labels: Vec<_> = history.iter().map(|one| one.label).collect();
        if let Some(mix) = search.average(tree.owner(set), &labels) {
            policy.set(tree, set, &mix);
        }
    }
    policy
}

/// Kuhn poker has the value -1/18 chip for the first player, and averages approach an equilibrium.
#[test]
fn kuhn_poker_is_learnt_ever_better() {
    let start = Kuhn::default();
    let tree = GameTree::new(&start);
    let mut search = Oos::from_start(Setup::new(Budget::iterations(1)), start.clone());
    search.algorithm.tremble = 0.0;
    let (mut rng, mut gaps) = (Rng::new(5), vec![]);
    for iterations in [300, 9_700, 290_000] {
        search.train(iterations, &mut rng);
        gaps.push(exploitability(&tree, &averages(&tree, &start, &search)));
    }
    assert!(gaps.is_sorted_by(|before, after| before > after), "{gaps:?}");
    assert!(CHIPS * gaps[2] < 0.02, "{gaps:?}");
    let value = CHIPS * expected_payoffs(&tree, &averages(&tree, &start, &search))[0];
    assert!((value + 1.0 / 18.0).abs() < 0.01, "{value}");
}

/// Smooth UCT comes closer to an equilibrium than UCT, which is the same without averages.
#[test]
fn kuhn_poker_is_learnt_smoothly() {
    let start = Kuhn::default();
    let tree = GameTree::new(&start);
    let gap = |smoothing| {
        let setup = Setup::new(Budget::iterations(1));
        let mut search = Oos::from_start(setup, start.clone()).by(Rule::Smooth(smoothing));
        search.train(300_000, &mut Rng::new(5));
        CHIPS * exploitability(&tree, &averages(&tree, &start, &search))
    };
    let smooth = Smoothing::default();
    let (smooth, plain) = (gap(smooth), gap(Smoothing { eta: 1.0, gamma: 1.0, ..smooth }));
    assert!(smooth < 0.5 * plain, "{smooth} {plain}");
}

/// Simultaneous choices are hidden decisions: both players mix 2/5 and 3/5.
#[test]
fn a_matrix_is_solved() {
    use Sketch::{End, Together};
    static TREE: Sketch = Together(&[
        &[End(&[1.0, -1.0]), End(&[-0.5, 0.5])],
        &[End(&[-0.5, 0.5]), End(&[0.5, -0.5])],
    ]);
    let start = Toy::new(&TREE);
    let mut search = Oos::from_start(Setup::new(Budget::iterations(100_000)), start.clone());
    for who in [Player(0), Player(1)] {
        search.new_game();
        let decision = search.decide(&start, who, &mut Rng::new(3));
        let share = decision.candidates[0].visits as f64 / 100_000.0;
        assert!((share - 0.4).abs() < 0.03, "{share}");
        assert_eq!(decision.candidates.iter().map(|one| one.visits).sum::<u64>(), 100_000);
    }
}

/// With all observations a search uses them, and mixes where an equilibrium does; without them it
/// takes the opponent's cards for equally likely.
#[test]
fn observations_give_the_meaning_of_a_bet() {
    let start = Kuhn::default();
    let tree = GameTree::new(&start);
    let queen_after_bet = |set| *tree.view(set) == (1, Some(1), vec![crate::exact::toys::Act::Bet]);
    let at = tree.sets().position(queen_after_bet).expect("an information set");
    let history = &histories_of_sets(&tree, &start)[at];
    let view = &history.last().expect("a bet").view;
    let mut search = Oos::from_start(Setup::new(Budget::iterations(50_000)), start.clone());
    let call = |search: &mut Oos<Kuhn>| {
        let decision = search.decide(view, Player(1), &mut Rng::new(1));
        decision.candidates[1].visits as f64 / decision.iterations as f64
    };
    let unobserved = call(&mut search);
    assert!(unobserved > 0.9, "against any card a call is right: {unobserved}");
    search.new_game();
    history.iter().for_each(|seen| search.observe(Player(1), seen));
    let observed = call(&mut search);
    assert!((0.2..0.7).contains(&observed), "1/3 in the long run, and never always: {observed}");
    assert_eq!(search.notes()[0].0, "oos came to the decision");
    assert!(search.notes()[0].1 > 40_000.0, "{:?}", search.notes());
}

/// A continued decision equals one with the total budget.
#[test]
fn more_of_a_decision_is_a_longer_one() {
    let start = Kuhn { cards: Some([1, 2]), bets: vec![] };
    let view = crate::game::Hidden::view(&start, Player(0));
    let decide = |first, then: Option<u64>| {
        let mut search = Oos::<Kuhn>::new(Setup::new(Budget::iterations(first)));
        let mut rng = Rng::new(9);
        let decision = search.decide(&view, Player(0), &mut rng);
        then.map_or(decision, |more| {
            search
                .go_on(&view, Player(0), &Budget::iterations(more), &mut rng)
                .expect("the tables are there")
        })
    };
    assert_eq!(decide(500, None), decide(200, Some(300)));
}

/// The observations of the first seat at its second decision with a queen, after a pass and a bet.
/// The first two observations precede its first decision.
fn queen_bet_against(tree: &GameTree<Kuhn>, start: &Kuhn) -> Vec<crate::game::Observation<Kuhn>> {
    use crate::exact::toys::Act;
    let there = |set| *tree.view(set) == (0, Some(1), vec![Act::Pass, Act::Bet]);
    let at = tree.sets().position(there).expect("an information set");
    histories_of_sets(tree, start).swap_remove(at)
}

/// Regrets and averages of all slots.
fn sums(search: &Oos<Kuhn>) -> Vec<[f64; 2]> {
    search.algorithm.tables.slots.iter().map(|slot| [slot.regret, slot.average]).collect()
}

/// Number of slots that differ from their earlier values times `scale`.
fn changed(before: &[[f64; 2]], after: &[[f64; 2]], scale: f64) -> usize {
    let differs = |(old, new): &(&[f64; 2], &[f64; 2])| {
        (0..2).any(|at| (old[at] * scale - new[at]).abs() > 1e-9 * (1.0 + old[at].abs()))
    };
    before.iter().zip(after).filter(differs).count()
}

/// At a new decision all tables are multiplied by f / (delta + (1 - delta) f), where f is the
/// fraction of old simulations that reached it. At the same decision, or with another rule than
/// regret matching, the factor is 1. A single further simulation changes at most four sets of two
/// slots.
#[test]
fn tables_are_scaled_to_a_new_decision_once() {
    let start = Kuhn::default();
    let tree = GameTree::new(&start);
    let history = queen_bet_against(&tree, &start);
    let (first, last) = (history.len() - 2, history.len());
    for (rule, trained) in
        [(Rule::Regrets, 0), (Rule::Regrets, 5000), (Rule::Smooth(Smoothing::default()), 0)]
    {
        let setup = Setup::new(Budget::iterations(3000));
        let mut search = Oos::from_start(setup, start.clone()).by(rule);
        let mut rng = Rng::new(3);
        if trained > 0 {
            search.train(trained, &mut rng);
        }
        history[..first].iter().for_each(|seen| search.observe(Player(0), seen));
        search.decide(&history[first - 1].view, Player(0), &mut rng);
        history[first..].iter().for_each(|seen| search.observe(Player(0), seen));
        let before = sums(&search);
        let known = search
            .algorithm
            .follow_labels(Player(0), &search.algorithm.target.seen)
            .expect("it is known");
        let slots = search.algorithm.tables.set(known).expect("it was reached").slots();
        let reached: u64 = search.algorithm.tables.slots[slots].iter().map(|slot| slot.plays).sum();
        let f = reached as f64 / search.algorithm.weight;
        assert!((0.001..0.5).contains(&f), "{reached} {f}");
        let scale = if rule == Rule::Regrets { f / (0.9 + 0.1 * f) } else { 1.0 };
        search.setup.budget = Budget::iterations(1);
        for scale in [scale, 1.0] {
            let before = sums(&search);
            search.decide(&history[last - 1].view, Player(0), &mut rng);
            let after = sums(&search);
            assert!(changed(&before, &after, scale) <= 8, "{scale}: {before:?} {after:?}");
        }
        assert!(before.len() > 20);
    }
}

/// Without reuse a decision begins like one after a new game with the same observations; only the
/// first one keeps the trained tables.
#[test]
fn without_reuse_tables_are_those_of_the_decision() {
    let start = Kuhn::default();
    let tree = GameTree::new(&start);
    let history = queen_bet_against(&tree, &start);
    let (first, view) = (history.len() - 2, &history[history.len() - 1].view);
    let search = || {
        let mut search = Oos::from_start(Setup::new(Budget::iterations(500)), start.clone());
        search.reuse = false;
        search
    };
    let mut kept = search();
    history[..first].iter().for_each(|seen| kept.observe(Player(0), seen));
    kept.decide(&history[first - 1].view, Player(0), &mut Rng::new(1));
    history[first..].iter().for_each(|seen| kept.observe(Player(0), seen));
    let mut fresh = search();
    history.iter().for_each(|seen| fresh.observe(Player(0), seen));
    let decide = |search: &mut Oos<Kuhn>| search.decide(view, Player(0), &mut Rng::new(2));
    assert_eq!(decide(&mut kept), decide(&mut fresh));
    let mut trained = search();
    trained.train(1000, &mut Rng::new(3));
    let before = trained.algorithm.tables.stats().nodes;
    history.iter().for_each(|seen| trained.observe(Player(0), seen));
    decide(&mut trained);
    assert!(
        trained.algorithm.weight > 500.0 && trained.algorithm.tables.stats().nodes >= before,
        "{}",
        trained.algorithm.weight
    );
}

/// Full tables do not grow, and their updates are still correct.
#[test]
fn memory_ends_growth_and_not_the_search() {
    let start = RandomTree::new(3, TreeShape::REGULAR);
    let budget = Budget { memory: Some(20_000), ..Budget::iterations(5000) };
    let mut search = Oos::from_start(Setup::new(budget), start);
    let decision = search.decide(&start, Player(0), &mut Rng::new(1));
    assert_eq!(decision.iterations, 5000);
    assert!(decision.tree.bytes < 60_000, "{}", decision.tree.bytes);
    let mut free = Oos::from_start(Setup::new(Budget::iterations(5000)), start);
    assert!(free.decide(&start, Player(0), &mut Rng::new(1)).tree.bytes > 100_000);
}

/// A single player also updates its average strategy.
#[test]
fn one_player_finds_the_best_end() {
    use Sketch::{Chance, Choose, End};
    static TREE: Sketch =
        Choose(0, &[End(&[0.1]), Chance(&[(0.5, End(&[1.0])), (0.5, End(&[-0.5]))]), End(&[-0.2])]);
    let start = Toy::new(&TREE);
    let mut search = Oos::from_start(Setup::new(Budget::iterations(5000)), start.clone());
    let decision = search.decide(&start, Player(0), &mut Rng::new(1));
    assert!(decision.candidates[1].visits > 4000, "{decision:?}");
}

#[test]
fn averages_without_visits_are_uniform() {
    assert_eq!(average(&[ActionStats::default(); 4]), [0.25; 4]);
}
