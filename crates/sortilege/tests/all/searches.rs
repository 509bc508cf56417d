//! Searches on trees of a few nodes: visit counts computed by hand, and positions with a known best
//! move.

use sortilege::evaluator::Even;
use sortilege::playout::{
    CutOff, EpsilonMix, LastGoodReply, Mast, Nast, Playout, Rollout, Uniform,
};
use sortilege::reward::{Bonus, Mode, QualityBased, Relative, Scale, WinLoss};
use sortilege::search::*;
use sortilege::testing::hand_made::{HandMade, Place};
use sortilege::testing::odds;
use sortilege::tree::{ROOT, Tree};
use sortilege::{Budget, Player, Rng, Stop};
use std::time::Duration;

const ME: Player = Player(0);

fn setup(iterations: u64) -> Setup<Rollout<HandMade>> {
    Setup::new(Budget::iterations(iterations))
}

fn visits(decision: &Decision<u8>) -> Vec<u64> {
    decision.candidates.iter().map(|one| one.visits).collect()
}

/// One move that wins at once, and one that loses.
const TWO_ENDS: &[Place] = &[Place::Choice(0, &[1, 2]), Place::End(&[1.0]), Place::End(&[-1.0])];

/// With rewards 1 and 0 and c = 1, the losing arm is selected a second time when sqrt(ln n) exceeds
/// 1 + sqrt(ln n / (n - 1)): 1.482 < 1.524 at n = 9, 1.517 > 1.506 at n = 10, so in the eleventh
/// iteration.
#[test]
fn uct_visits_a_hopeless_move_when_the_formula_says_so() {
    for (iterations, expected) in [(1, 1), (2, 1), (10, 1), (11, 2)] {
        let mut uct = Uct::<HandMade>::new(setup(iterations));
        uct.rules.c = 1.0;
        let decision = uct.decide(&HandMade::new(TWO_ENDS), ME, &mut Rng::new(2));
        let [good, bad] = visits(&decision)[..] else { panic!("two moves") };
        assert_eq!(good + bad, iterations);
        assert!(bad == expected || iterations == 1, "{bad} of {iterations}");
        if iterations > 2 {
            assert_eq!(decision.action, 0);
        }
    }
}

/// If every arm is always available, all these searches are the same, except for the availability
/// of opponents' arms, which does not affect the root of this game.
#[test]
fn with_nothing_hidden_information_set_searches_are_uct() {
    let game = HandMade::new(ZERO_SUM);
    for seed in 0..5 {
        let uct = Uct::<HandMade>::new(setup(300)).decide(&game, ME, &mut Rng::new(seed));
        let cheating = CheatingUct::<HandMade>::new(setup(300)).decide_knowing_all(
            &game,
            ME,
            &mut Rng::new(seed),
        );
        assert_eq!(visits(&uct), visits(&cheating));
        for answer in [
            SoIsmcts::<HandMade>::new(setup(300)).decide(&game, ME, &mut Rng::new(seed)),
            SoIsmctsPom::<HandMade>::new(setup(300)).decide(&game, ME, &mut Rng::new(seed)),
            MoIsmcts::<HandMade>::new(setup(300)).decide(&game, ME, &mut Rng::new(seed)),
        ] {
            assert_eq!(visits(&answer).iter().sum::<u64>(), 300);
            assert_eq!(visits(&answer), visits(&uct));
        }
    }
}

/// The searcher's branches are worth 0.5, -1 and 0.25 against the best reply, though playouts
/// favour the second.
const ZERO_SUM: &[Place] = &[
    Place::Choice(0, &[1, 2, 3]),
    Place::Choice(1, &[4, 5]),
    Place::Choice(1, &[6, 7, 8]),
    Place::Choice(1, &[9]),
    Place::End(&[0.5, -0.5]),
    Place::End(&[0.75, -0.75]),
    Place::End(&[1.0, -1.0]),
    Place::End(&[1.0, -1.0]),
    Place::End(&[-1.0, 1.0]),
    Place::End(&[0.25, -0.25]),
];

/// The first branch is worth 0.9 x 0 + 0.1 x 1 = 0.1, the second 0.3.
const LOTTERY: &[Place] = &[
    Place::Choice(0, &[1, 2]),
    Place::Chance(&[(3, 0.9), (4, 0.1)]),
    Place::Chance(&[(5, 1.0)]),
    Place::End(&[0.0]),
    Place::End(&[1.0]),
    Place::End(&[0.3]),
];

/// Three players with separate interests: after the first branch the second player helps the third.
const THREE: &[Place] = &[
    Place::Choice(0, &[1, 2]),
    Place::Choice(1, &[3, 4]),
    Place::End(&[0.2, 0.0, -0.2]),
    Place::End(&[0.9, 0.0, -0.9]),
    Place::End(&[-0.5, 0.1, 0.4]),
];

/// Moves after chance, and consecutive chance events.
const DICE: &[Place] = &[
    Place::Choice(0, &[1, 2]),
    Place::Chance(&[(2, 0.5), (3, 0.5)]),
    Place::Choice(1, &[3, 4]),
    Place::Chance(&[(4, 0.3), (5, 0.7)]),
    Place::Choice(0, &[5, 6]),
    Place::End(&[1.0, -1.0]),
    Place::End(&[-0.5, 0.5]),
];

/// A node counts the iterations that reach it, by a move or by chance; this is the n of UCB1.
#[test]
fn nodes_are_visited_as_often_as_the_edges_that_lead_to_them() {
    let (game, rng) = (HandMade::new(DICE), &mut Rng::new(4));
    let mut uct = Uct::<HandMade>::new(setup(500));
    let mut so = SoIsmcts::<HandMade>::new(setup(500));
    uct.decide(&game, ME, rng);
    so.decide(&game, ME, rng);
    for tree in [uct.tree(), so.tree()] {
        let mut line = vec![(ROOT, 500)];
        while let Some((node, visits)) = line.pop() {
            assert_eq!(tree.visits(node), visits);
            let inner = tree
                .edges(node)
                .iter()
                .filter_map(|edge| Some((tree.child_of(edge)?, edge.arm.visits)));
            line.extend(inner);
        }
    }
}

/// Positions with the single acceptable move, which every tree search must find.
const SUITE: [(&str, &[Place], u8); 4] = [
    ("two ends", TWO_ENDS, 0),
    ("zero sum", ZERO_SUM, 0),
    ("lottery", LOTTERY, 1),
    ("three players", THREE, 1),
];

#[test]
fn every_tree_search_solves_the_suite() {
    for (name, places, right) in SUITE {
        let game = HandMade::new(places);
        let mut searches: Vec<(&str, Box<dyn Search<HandMade>>)> = vec![
            ("uct", Box::new(Uct::<HandMade>::new(setup(3000)))),
            ("dpw", Box::new(Dpw::<HandMade>::new(setup(3000)))),
            ("determinized-uct", Box::new(DeterminizedUct::<HandMade>::new(setup(500)))),
            ("so-ismcts", Box::new(SoIsmcts::<HandMade>::new(setup(3000)))),
            ("so-ismcts-pom", Box::new(SoIsmctsPom::<HandMade>::new(setup(3000)))),
            ("mo-ismcts", Box::new(MoIsmcts::<HandMade>::new(setup(3000)))),
        ];
        for (name, pruning) in
            [("expectimax", Pruning::None), ("star1", Pruning::Star1), ("star2", Pruning::Star2)]
        {
            searches.push((
                name,
                Box::new(StarMinimax::<HandMade, _>::new(pruning, Budget::iterations(3000), Even)),
            ));
        }
        let mut all_children = Uct::<HandMade>::new(setup(3000));
        all_children.rules.expansion = Expansion::All;
        searches.push(("uct, all children", Box::new(all_children)));
        for (search_name, search) in &mut searches {
            for seed in 0..3 {
                let decision = search.decide(&game, ME, &mut Rng::new(seed));
                // The opponent's replies are moves that look different, so POM models an actual
                // opponent here.
                assert_eq!(
                    decision.action, right,
                    "{search_name} on {name}: {:?}",
                    decision.candidates
                );
            }
        }
    }
}

/// Flat searches have no tree, so the opponent plays at random. The mean of the second branch is (1
/// + 1 - 1) / 3, more than 0.25 but less than 0.625, so they too take the first branch.
#[test]
fn flat_searches_take_the_best_mean() {
    for (places, right) in [(TWO_ENDS, 0), (ZERO_SUM, 0), (LOTTERY, 1)] {
        let game = HandMade::new(places);
        let flat = FlatMc::<HandMade>::new(setup(2000)).decide(&game, ME, &mut Rng::new(1));
        assert_eq!(flat.action, right);
        let shares = visits(&flat);
        assert!(
            shares.iter().all(|&share| share.abs_diff(shares[0]) <= 1),
            "{shares:?} are not equal shares"
        );
        let ucb = FlatUcb::<HandMade>::new(setup(2000)).decide(&game, ME, &mut Rng::new(1));
        assert_eq!(ucb.action, right);
        assert!(visits(&ucb)[right as usize] > 1000);
        let improved = PolicyImprovement::<HandMade, _>::new(Uniform, Budget::iterations(2000));
        assert_eq!({ improved }.decide(&game, ME, &mut Rng::new(1)).action, right);
    }
}

fn chance_visits(tree: &Tree<u8>, branch: u8) -> Vec<u32> {
    let at = tree.find(ROOT, branch).expect("visited");
    let node = tree.child_of(&tree.edges(ROOT)[at]).expect("expanded");
    let mut visits: Vec<(u8, u32)> =
        tree.edges(node).iter().map(|edge| (edge.label, edge.arm.visits)).collect();
    visits.sort();
    visits.into_iter().map(|(_, visits)| visits).collect()
}

#[test]
fn chance_is_sampled_by_probability_or_visited_in_turn() {
    let game = HandMade::new(LOTTERY);
    let mut sampled = Uct::<HandMade>::new(setup(20_000));
    sampled.rules.c = 10.0; // Visits the worse branch often.
    sampled.decide(&game, ME, &mut Rng::new(1));
    let drawn: Vec<u64> = chance_visits(sampled.tree(), 0).iter().map(|&n| u64::from(n)).collect();
    odds::fit(&drawn, &[0.9, 0.1]).unwrap();
    let mut permuted = Uct::<HandMade>::new(setup(2000)).permuted();
    permuted.decide(&game, ME, &mut Rng::new(1));
    let drawn = chance_visits(permuted.tree(), 0);
    assert!(drawn[0].abs_diff(drawn[1]) <= 1, "{drawn:?}");
}

#[test]
fn fixed_chance_is_drawn_once_a_tree() {
    let mut fixed = Uct::<HandMade>::new(setup(100)).fixed_chance();
    let mut first = [0, 0];
    for seed in 0..1000 {
        fixed.decide(&HandMade::new(LOTTERY), ME, &mut Rng::new(seed));
        let at = fixed.tree().find(ROOT, 0).expect("visited");
        let node = fixed.tree().child_of(&fixed.tree().edges(ROOT)[at]).expect("expanded");
        let [outcome] = fixed.tree().edges(node) else { panic!("one outcome, and no other") };
        first[usize::from(outcome.label)] += 1;
    }
    odds::fit(&first, &[0.9, 0.1]).unwrap();
}

/// Stored states equal replayed states: same draws, same tree.
#[test]
fn without_chance_fixed_chance_is_uct() {
    let game = HandMade::new(ZERO_SUM);
    for expansion in [Expansion::One, Expansion::All] {
        let [plain, fixed] =
            [Uct::<HandMade>::new(setup(300)), Uct::new(setup(300)).fixed_chance()].map(
                |mut uct| {
                    uct.rules.expansion = expansion;
                    uct.decide(&game, ME, &mut Rng::new(3))
                },
            );
        assert_eq!((visits(&plain), plain.tree), (visits(&fixed), fixed.tree));
    }
}

/// The width is ceil(1 v^0.5), so the k-th action is added after (k - 1)^2 visits.
#[test]
fn double_progressive_widening_opens_actions_one_by_one() {
    const WIDE: &[Place] = &[Place::Choice(0, &[1, 1, 1, 1, 1, 1]), Place::End(&[0.0])];
    for (iterations, open) in [(1, 1), (2, 1), (3, 2), (5, 2), (6, 3), (10, 3), (11, 4), (100, 6)] {
        let mut dpw = Dpw::<HandMade>::new(setup(iterations));
        dpw.algorithm.widening = Widening { scale: 1.0, alpha: 0.5 };
        let decision = dpw.decide(&HandMade::new(WIDE), ME, &mut Rng::new(1));
        let tried = visits(&decision).iter().filter(|&&n| n > 0).count();
        assert_eq!(tried, open, "after {iterations} iterations");
        assert!(
            visits(&decision)[..open].iter().all(|&n| n > 0),
            "actions come in in the game's order"
        );
    }
}

#[test]
fn double_progressive_widening_keeps_a_set_of_outcomes_with_their_odds() {
    const DIE: &[Place] = &[
        Place::Choice(0, &[1]),
        Place::Chance(&[(2, 0.5), (2, 0.3), (2, 0.1), (2, 0.1)]),
        Place::End(&[0.0]),
    ];
    let mut dpw = Dpw::<HandMade>::new(setup(40_000));
    dpw.algorithm.widening = Widening { scale: 2.0, alpha: 0.0 }; // Always two outcomes.
    dpw.decide(&HandMade::new(DIE), ME, &mut Rng::new(8));
    let tree = dpw.tree();
    let node = tree.child_of(&tree.edges(ROOT)[0]).expect("expanded");
    let kept: Vec<(f64, u64)> = tree
        .edges(node)
        .iter()
        .map(|edge| ([0.5, 0.3, 0.1, 0.1][edge.label as usize], edge.arm.visits.into()))
        .collect();
    let total: f64 = kept.iter().map(|&(p, _)| p).sum();
    assert_eq!(kept.len(), 2);
    let odds_within: Vec<f64> = kept.iter().map(|&(p, _)| p / total).collect();
    odds::fit(&kept.iter().map(|&(_, n)| n).collect::<Vec<_>>(), &odds_within).unwrap();
}

#[test]
fn the_final_choice_follows_its_rule() {
    let game = HandMade::new(LOTTERY);
    let mut counts = [0; 2];
    for seed in 0..2000 {
        let sampling = Setup { choice: FinalChoice::SampledVisits, ..setup(40) };
        let mut uct = Uct::<HandMade>::new(sampling);
        let decision = uct.decide(&game, ME, &mut Rng::new(seed));
        counts[usize::from(decision.action)] += visits(&decision)[0];
    }
    assert!(counts[0] > 0, "the less visited move is drawn as well");
    let best = Setup { choice: FinalChoice::BestValue, ..setup(200) };
    let decision = Uct::<HandMade>::new(best).decide(&game, ME, &mut Rng::new(1));
    let value = |at: usize| decision.candidates[at].value;
    assert_eq!(decision.action, u8::from(value(1) > value(0)));
}

#[test]
fn playouts_and_rewards_compose_with_every_search() {
    let game = HandMade::new(ZERO_SUM);
    let reward = WinLoss { win: 1.0, loss: -1.0, discount: 0.9 };
    let mast = EpsilonMix { epsilon: 0.3, policy: Mast::default(), other: Uniform };
    let with_mast = setup(3000).playout(Rollout::<HandMade, _>::new(mast)).reward(reward);
    assert_eq!(Uct::new(with_mast.clone()).decide(&game, ME, &mut Rng::new(1)).action, 0);
    assert_eq!(SoIsmcts::new(with_mast.clone()).decide(&game, ME, &mut Rng::new(1)).action, 0);
    assert_eq!(MoIsmcts::new(with_mast).decide(&game, ME, &mut Rng::new(1)).action, 0);
    let nast = EpsilonMix { epsilon: 0.3, policy: Nast::default(), other: Uniform };
    let replying = setup(3000).playout(Rollout::<HandMade, _>::new(LastGoodReply::or(nast)));
    assert_eq!(Uct::new(replying.clone()).decide(&game, ME, &mut Rng::new(1)).action, 0);
    assert_eq!(MoIsmcts::new(replying).decide(&game, ME, &mut Rng::new(1)).action, 0);
    // With playouts of length 0 the evaluator decides.
    let cut = setup(500).playout(CutOff::<HandMade, _, _>::new(0, Uniform, Even));
    let decision = FlatMc::new(cut).decide(&game, ME, &mut Rng::new(1));
    assert!(decision.candidates.iter().all(|one| one.value == 0.5), "{:?}", decision.candidates);
}

/// With a discount, a near win is better than a distant one.
#[test]
fn discounted_wins_are_sought_soon() {
    const FAR_AND_NEAR: &[Place] = &[
        Place::Choice(0, &[2, 1]),
        Place::End(&[1.0]),
        Place::Choice(0, &[3]),
        Place::Choice(0, &[1]),
    ];
    let hurried = Setup { reward: WinLoss { discount: 0.9, ..WinLoss::default() }, ..setup(500) };
    let decision =
        Uct::<HandMade>::new(hurried).decide(&HandMade::new(FAR_AND_NEAR), ME, &mut Rng::new(1));
    assert_eq!(decision.action, 1);
    assert!((decision.candidates[1].value - 0.9).abs() < 1e-12);
    assert!((decision.candidates[0].value - 0.9f64.powi(3)).abs() < 1e-12);
}

fn with_relative_bonus(mode: Mode, a: Scale) -> Setup<Rollout<HandMade>, QualityBased<Relative>> {
    setup(600).reward(QualityBased::relative(Bonus::new(mode, 2.0, a)))
}

/// With a = 0, a whole search equals the search with plain rewards to the last bit.
#[test]
fn a_bonus_of_nothing_changes_nothing() {
    let game = HandMade::new(ZERO_SUM);
    let plain = Setup { reward: WinLoss { win: 1.0, loss: -1.0, discount: 1.0 }, ..setup(600) };
    for mode in [Mode::Paper, Mode::AsRun, Mode::Fixed] {
        let mut uct = Uct::<HandMade>::new(plain.clone());
        let mut bonused = Uct::new(with_relative_bonus(mode, Scale::Constant(0.0)));
        for seed in 0..3 {
            let right = uct.decide(&game, ME, &mut Rng::new(seed));
            let found = bonused.decide(&game, ME, &mut Rng::new(seed));
            assert_eq!((found.action, found.candidates), (right.action, right.candidates));
        }
    }
}

/// Both branches win, the second one sooner. Plain rewards do not distinguish them. The bonus does,
/// except in the first decision of a game in the modes without a bonus there.
#[test]
fn the_relative_bonus_seeks_wins_that_come_soon() {
    const SLOW_OR_QUICK: &[Place] = &[
        Place::Choice(0, &[1, 3]),
        Place::Choice(0, &[2]),
        Place::Choice(0, &[3]),
        Place::End(&[1.0]),
    ];
    let game = HandMade::new(SLOW_OR_QUICK);
    for (mode, at_first) in [(Mode::Paper, true), (Mode::Fixed, false), (Mode::AsRun, false)] {
        let mut uct = Uct::new(with_relative_bonus(mode, Scale::Constant(0.25)));
        let mut prefers_quick = || {
            let decision = uct.decide(&game, ME, &mut Rng::new(4));
            let [slow, quick] = decision.candidates[..] else { panic!("two moves") };
            quick.value > 1.0 && slow.value < 1.0 && quick.visits > slow.visits
        };
        assert_eq!([prefers_quick(), prefers_quick()], [at_first, true], "{mode:?}");
        Search::<HandMade>::new_game(&mut uct);
        let decision = uct.decide(&game, ME, &mut Rng::new(4));
        assert_eq!(decision.candidates[1].value > 1.0, at_first, "{mode:?}: another game");
    }
}

/// QR's Algorithm 1 adds all children at once and plays out from unvisited ones in random order
/// before any formula decides.
#[test]
fn every_move_is_tried_once_in_random_order() {
    const FIVE: &[Place] = &[Place::Choice(0, &[1, 1, 1, 1, 1]), Place::End(&[0.5])];
    let game = HandMade::new(FIVE);
    let mut firsts = [0; 5];
    for seed in 0..2000 {
        let decision = Uct::<HandMade>::new(setup(5)).decide(&game, ME, &mut Rng::new(seed));
        assert_eq!(visits(&decision), [1; 5]);
        let first = Uct::<HandMade>::new(setup(1)).decide(&game, ME, &mut Rng::new(seed));
        firsts[usize::from(first.action)] += 1;
    }
    odds::fit(&firsts, &[0.2; 5]).unwrap();
}

/// The answer lists all moves, even if there are many.
#[test]
fn a_root_with_many_moves_is_searched_like_any_other() {
    const CROWD: &[Place] = &[Place::Choice(0, &CROWDED), Place::End(&[-1.0]), Place::End(&[1.0])];
    const CROWDED: [usize; 120] = {
        let mut branches = [1; 120];
        branches[77] = 2;
        branches
    };
    let game = HandMade::new(CROWD);
    let mut dpw = Dpw::<HandMade>::new(setup(1000));
    dpw.algorithm.widening.scale = 120.0;
    let searches: [&mut dyn Search<HandMade>; 3] = [
        &mut Uct::<HandMade>::new(setup(1000)),
        &mut dpw,
        &mut SoIsmcts::<HandMade>::new(setup(1000)),
    ];
    for search in searches {
        let decision = search.decide(&game, ME, &mut Rng::new(1));
        assert_eq!(visits(&decision).iter().sum::<u64>(), 1000);
        assert_eq!(decision.action, 77);
    }
}

#[test]
fn a_rule_based_player_does_what_its_policy_says() {
    let mut mast = Mast::default();
    sortilege::playout::Policy::<HandMade>::learn(
        &mut mast,
        None,
        &[(ME, 0), (ME, 1)],
        &[-1.0, 1.0],
    );
    let player: &mut dyn Search<HandMade> = &mut RuleBased { policy: mast };
    for seed in 0..20 {
        let decision = player.decide(&HandMade::new(ZERO_SUM), ME, &mut Rng::new(seed));
        assert_eq!(decision.action, 2, "the one that was never tried");
        assert_eq!(visits(&decision), [0, 0, 1]);
    }
}

/// A playout that stops the search after a number of calls.
struct Stopping {
    rollout: Rollout<HandMade>,
    left: u32,
    stop: Stop,
}

impl Playout<HandMade> for Stopping {
    fn finish(&mut self, state: &mut HandMade, rng: &mut Rng, values: &mut [f64]) -> u32 {
        self.left -= 1;
        if self.left == 0 {
            self.stop.now();
        }
        self.rollout.finish(state, rng, values)
    }
}

#[test]
fn a_search_without_a_limit_runs_until_it_is_stopped() {
    let stop = Stop::default();
    let playout = Stopping { rollout: Rollout::default(), left: 500, stop: stop.clone() };
    let endless = Setup::with(Budget::default(), playout).stop(stop);
    let decision =
        Uct::<HandMade, _>::new(endless).decide(&HandMade::new(ZERO_SUM), ME, &mut Rng::new(1));
    assert_eq!((decision.action, decision.iterations), (0, 500));
}

/// An opponent with 50 moves: after n selections, ceil(sqrt(n - 1)) of them have been considered,
/// and UCB1 selects among these. The searcher's own moves are not widened.
#[test]
fn widening_bounds_the_moves_of_opponents() {
    let mut places =
        vec![Place::Choice(0, &[1, 1, 1]), Place::Choice(1, Box::leak(Box::new([2; 50])))];
    places.push(Place::End(&[0.0, 0.0]));
    let game = HandMade::new(places.leak());
    for (iterations, choices) in
        [(3, 0), (4, 1), (5, 2), (20, 17), (103, 100), (104, 101), (105, 102)]
    {
        let mut search = SoIsmcts::<HandMade>::new(setup(iterations));
        search.rules.widening = Some(Widening { scale: 1.0, alpha: 0.5 });
        search.decide(&game, ME, &mut Rng::new(4));
        let tree = search.tree();
        let below =
            |edge| tree.child_of(edge).map(|node| (tree.edges(node).len(), tree.visits(node) - 1));
        let found: Vec<(usize, u32)> = tree.edges(ROOT).iter().filter_map(below).collect();
        assert_eq!(found.iter().map(|&(_, chosen)| chosen).sum::<u32>(), choices);
        for (arms, chosen) in found {
            let expected = f64::from(chosen - 1).sqrt().ceil().max(1.0);
            assert_eq!(arms as f64, expected, "after {chosen} choices");
        }
    }
}

#[test]
fn memory_and_time_end_a_search_too() {
    let lean = Setup { budget: Budget { memory: Some(300), ..Budget::default() }, ..setup(0) };
    let decision =
        Uct::<HandMade>::new(lean).decide(&HandMade::new(ZERO_SUM), ME, &mut Rng::new(1));
    assert!(
        decision.tree.bytes >= 300 && decision.tree.bytes < 600,
        "{} bytes",
        decision.tree.bytes
    );
    let brief = Setup { budget: Budget::time(Duration::from_millis(30)), ..setup(0) };
    let decision = DeterminizedUct::<HandMade>::new(brief).decide(
        &HandMade::new(ZERO_SUM),
        ME,
        &mut Rng::new(1),
    );
    assert!(decision.time >= Duration::from_millis(30));
}

#[test]
fn determinized_uct_adds_up_its_trees() {
    let mut search = DeterminizedUct::<HandMade>::new(setup(25));
    search.trees = 8;
    let decision = search.decide(&HandMade::new(ZERO_SUM), ME, &mut Rng::new(1));
    assert_eq!(decision.iterations, 200);
    assert_eq!(visits(&decision).iter().sum::<u64>(), 200);
}

/// The root tables at a fixed seed: any change in the play of a search shows here, and a commit
/// that changes the numbers must explain it.
#[test]
fn golden_root_tables() {
    let game = HandMade::new(ZERO_SUM);
    let rng = || Rng::new(42);
    let tables = [
        visits(&Uct::<HandMade>::new(setup(100)).decide(&game, ME, &mut rng())),
        visits(&SoIsmcts::<HandMade>::new(setup(100)).decide(&game, ME, &mut rng())),
        visits(&SoIsmctsPom::<HandMade>::new(setup(100)).decide(&game, ME, &mut rng())),
        visits(&MoIsmcts::<HandMade>::new(setup(100)).decide(&game, ME, &mut rng())),
        visits(&Dpw::<HandMade>::new(setup(100)).decide(&game, ME, &mut rng())),
        visits(&FlatUcb::<HandMade>::new(setup(100)).decide(&game, ME, &mut rng())),
        visits(&PolicyImprovement::<HandMade, _>::new(Uniform, Budget::iterations(100)).decide(
            &game,
            ME,
            &mut rng(),
        )),
    ];
    assert_eq!(tables, GOLDEN);
}
const GOLDEN: [[u64; 3]; 7] =
    [[73, 6, 21], [73, 6, 21], [73, 6, 21], [73, 6, 21], [72, 8, 20], [47, 39, 14], [57, 31, 12]];

/// Large lists of moves are sampled before they are listed. No move is tried twice before all are
/// tried once, and every order is equally likely.
#[test]
fn many_moves_are_tried_in_random_order() {
    const MANY: &[Place] =
        &[Place::Choice(0, &[1; 120]), Place::Choice(0, &[2; 150]), Place::End(&[0.5])];
    let game = HandMade::new(MANY);
    let mut uct = Uct::<HandMade>::new(setup(4000));
    let decision = uct.decide(&game, Player(0), &mut Rng::new(1));
    assert_eq!(decision.candidates.iter().map(|one| one.visits).sum::<u64>(), 4000);
    assert!(decision.candidates.iter().all(|one| (25..=45).contains(&one.visits)), "{decision:?}");
    for edge in uct.tree().edges(ROOT) {
        let child = uct.tree().child_of(edge).expect("it was visited more than once");
        let mut moves: Vec<u8> = uct.tree().edges(child).iter().map(|edge| edge.label).collect();
        moves.sort_unstable();
        moves.dedup();
        assert_eq!(moves.len() as u32 + 1, edge.arm.visits, "one new move a visit");
    }
    let mut counts = [0; 120];
    for seed in 0..800 {
        let mut uct = Uct::<HandMade>::new(setup(30));
        let decision = uct.decide(&game, Player(0), &mut Rng::new(seed));
        assert!(decision.candidates.iter().all(|one| one.visits <= 1));
        decision.candidates.iter().zip(&mut counts).for_each(|(one, count)| *count += one.visits);
    }
    odds::fit(&counts, &[1.0 / 120.0; 120]).unwrap();
}
