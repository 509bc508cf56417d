//! MCTS-Solver, compared with exact values: its proofs are correct, and it finds proofs in decided
//! positions.

use sortilege::bandit::Proven;
use sortilege::exact::Expectimax;
use sortilege::game::{Deterministic, Key, PerfectInfo, Sequential};
use sortilege::reward::{Bonus, Mode, QualityBased, Scale};
use sortilege::search::{Decision, Expansion, Search, Setup, Uct};
use sortilege::{Budget, Player, Rng, Turn, playout::Rollout};
use sortilege_games::mnk::Mnk;

/// A position after a number of random moves, or `None` if the game was over before.
fn random_position<G: sortilege::Game>(
    start: &G,
    moves: usize,
    rng: &mut Rng,
) -> Option<(G, Player)> {
    let mut state = start.clone();
    for _ in 0..moves {
        let Turn::Player(_) = state.turn() else { return None };
        let action = state.random_action(&mut vec![], rng);
        state.apply(action);
    }
    match state.turn() {
        Turn::Player(who) => Some((state, who)),
        _ => None,
    }
}

/// Checks that every proven candidate has the proven value, and that the chosen move is consistent
/// with it.
fn assert_sound<G>(
    state: &G,
    who: Player,
    decision: &Decision<G::Action>,
    exact: &mut Expectimax<G>,
) -> bool
where
    G: Deterministic + PerfectInfo + Sequential + Key,
{
    let values = exact.action_values(state);
    let mut best = -1.0;
    for (candidate, (action, values)) in decision.candidates.iter().zip(&values) {
        let value = values[who.0];
        best = f64::max(best, value);
        let right = candidate
            .proven
            .is_none_or(|proven| value == if proven == Proven::Win { 1.0 } else { -1.0 });
        assert!(
            right,
            "{action:?} is worth {value} and proven {:?} in {state:?}",
            candidate.proven
        );
    }
    let played =
        values.iter().find(|(action, _)| *action == decision.action).expect("legal").1[who.0];
    let won = decision.candidates.iter().any(|one| one.proven == Some(Proven::Win));
    let lost = decision.candidates.iter().all(|one| one.proven == Some(Proven::Loss));
    assert!(!won || played == 1.0, "a proven win is played in {state:?}");
    won && best == 1.0 || lost && best == -1.0
}

/// Searches positions of a game and compares; returns the numbers of decided positions and of those
/// that were proven.
fn compare<G>(
    start: &G,
    from: usize,
    positions: usize,
    iterations: u64,
    expansion: Expansion,
) -> [usize; 2]
where
    G: Deterministic + PerfectInfo + Sequential + Key,
{
    let (mut exact, mut rng) = (Expectimax::with_memo(), Rng::new(7));
    let (mut decided, mut proven) = (0, 0);
    for at in 0..positions {
        let Some((state, who)) = random_position(start, from + at % 4, &mut rng) else { continue };
        let mut search = Uct::<G>::new(Setup::new(Budget::iterations(iterations))).solving();
        search.rules.expansion = expansion;
        let decision = search.decide(&state, who, &mut rng);
        let value = exact.value(&state)[who.0];
        decided += usize::from(value != 0.0);
        proven += usize::from(assert_sound(&state, who, &decision, &mut exact));
    }
    [decided, proven]
}

#[test]
fn proofs_of_noughts_and_crosses_are_right_and_complete() {
    let start = Mnk::new(3, 3, 3).expect("a board");
    for expansion in [Expansion::One, Expansion::All] {
        let [decided, proven] = compare(&start, 3, 1500, 4000, expansion);
        assert!(decided > 500, "only {decided} positions are decided");
        assert_eq!(decided, proven);
    }
}

#[test]
fn proofs_on_a_larger_board_are_right_and_nearly_complete() {
    let start = Mnk::new(4, 3, 3).expect("a board");
    let [decided, proven] = compare(&start, 3, 1500, 2000, Expansion::One);
    assert!(decided > 1000 && 100 * proven > 95 * decided, "{proven} of {decided} are proven");
}

/// The first player wins the 4,3,3-game.
#[test]
fn a_whole_game_is_proven() {
    let start = Mnk::new(4, 3, 3).expect("a board");
    let mut search = Uct::<Mnk>::new(Setup::new(Budget::iterations(200_000))).solving();
    let decision = search.decide(&start, Player(0), &mut Rng::new(1));
    let won = decision.candidates.iter().find(|one| one.action == decision.action).expect("legal");
    assert_eq!(won.proven, Some(Proven::Win));
    assert!(decision.iterations < 200_000);
}

/// Rewards with a bonus are finite; infinite values are not added to them.
#[test]
fn a_solver_and_a_bonus_go_together() {
    let start = Mnk::new(4, 3, 3).expect("a board");
    let reward = QualityBased::relative(Bonus::new(Mode::Paper, 2.0, Scale::Online));
    let setup = Setup::<Rollout<Mnk>>::new(Budget::iterations(2000)).reward(reward);
    let (mut search, mut exact, mut rng) =
        (Uct::new(setup).solving(), Expectimax::with_memo(), Rng::new(3));
    for at in 0..200 {
        let Some((state, who)) = random_position(&start, at % 6, &mut rng) else { continue };
        let decision = search.decide(&state, who, &mut rng);
        assert_sound(&state, who, &decision, &mut exact);
        assert!(
            decision.candidates.iter().all(|one| one.value.is_finite()),
            "{:?}",
            decision.candidates
        );
    }
}
