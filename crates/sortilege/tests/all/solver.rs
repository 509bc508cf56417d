//! MCTS-Solver on trees whose proofs are computed by hand.

use sortilege::bandit::Proven;
use sortilege::game::{Deterministic, PerfectInfo, Sequential};
use sortilege::search::{Decision, Search, Setup, Uct};
use sortilege::testing::hand_made::{HandMade, Place};
use sortilege::{Budget, Game, Player, Rng, Turn};

/// A hand-made tree without chance.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Open(HandMade);

impl Game for Open {
    type Action = u8;
    fn players(&self) -> usize {
        self.0.players()
    }
    fn turn(&self) -> Turn {
        self.0.turn()
    }
    fn actions(&self, out: &mut Vec<u8>) {
        self.0.actions(out);
    }
    fn apply(&mut self, action: u8) {
        self.0.apply(action);
    }
    fn payoff(&self, who: Player) -> f64 {
        self.0.payoff(who)
    }
}
impl Deterministic for Open {}
impl Sequential for Open {}
impl PerfectInfo for Open {}

const ME: Player = Player(0);
const WON: Place = Place::End(&[1.0, -1.0]);
const LOST: Place = Place::End(&[-1.0, 1.0]);
const DRAWN: Place = Place::End(&[0.0, 0.0]);

fn uct(iterations: u64) -> Uct<Open> {
    Uct::new(Setup::new(Budget::iterations(iterations)))
}

fn solve(places: &'static [Place], iterations: u64, seed: u64) -> Decision<u8> {
    uct(iterations).solving().decide(&Open(HandMade::new(places)), ME, &mut Rng::new(seed))
}

fn proven(decision: &Decision<u8>) -> Vec<Option<Proven>> {
    decision.candidates.iter().map(|one| one.proven).collect()
}

const WIN: Option<Proven> = Some(Proven::Win);
const LOSS: Option<Proven> = Some(Proven::Loss);

#[test]
fn a_win_at_once_is_seen_in_the_first_simulation() {
    const PLACES: &[Place] =
        &[Place::Choice(0, &[1, 2, 3, 4]), LOST, DRAWN, WON, Place::Choice(1, &[2])];
    for seed in 0..20 {
        let decision = solve(PLACES, 1000, seed);
        assert_eq!((decision.action, decision.iterations), (2, 1));
        assert_eq!(proven(&decision), [LOSS, None, WIN, None]);
        assert_eq!((decision.candidates[0].value, decision.candidates[2].value), (0.0, 1.0));
    }
}

/// Two simulations try the moves, and the third returns to one of them and finds the opponent's
/// win. The other move is then examined, and loses as well.
#[test]
fn a_loss_is_declared_after_a_look_at_the_moves_left() {
    const PLACES: &[Place] = &[
        Place::Choice(0, &[1, 2]),
        Place::Choice(1, &[3, 4]),
        Place::Choice(1, &[4, 4, 5]),
        DRAWN,
        LOST,
        Place::Choice(0, &[3]),
    ];
    for seed in 0..20 {
        let decision = solve(PLACES, 1000, seed);
        assert_eq!(proven(&decision), [LOSS, LOSS]);
        assert_eq!(decision.iterations, 3, "seed {seed}");
        assert!(decision.candidates.iter().all(|one| one.value == 0.0));
    }
}

/// The first move wins unless the opponent finds its one long refutation; the second is a draw.
#[test]
fn a_move_that_is_lost_for_sure_is_not_played() {
    const PLACES: &[Place] = &[
        Place::Choice(0, &[1, 2]),
        Place::Choice(1, &[3, 3, 3, 3, 3, 3, 3, 3, 4]),
        DRAWN,
        WON,
        Place::Choice(0, &[5, 6]),
        Place::Choice(1, &[7, 3]),
        Place::Choice(1, &[3, 7]),
        LOST,
    ];
    for seed in 0..20 {
        let decision = solve(PLACES, 3000, seed);
        assert_eq!((decision.action, decision.iterations), (1, 3000));
        assert_eq!(proven(&decision), [LOSS, None]);
        assert_eq!(decision.candidates[1].value, 0.5);
    }
    // A proven move receives no further simulations.
    let spent = |iterations| solve(PLACES, iterations, 1).candidates[0].visits;
    assert_eq!(spent(3000), spent(6000));
    // Before the refutation is found the first move looks best.
    assert_eq!(solve(PLACES, 4, 1).action, 0);
}

/// A player may move twice in a row; a proof of the second move then applies to the first.
#[test]
fn proofs_know_whose_moves_they_are() {
    const TWICE: &[Place] = &[
        Place::Choice(0, &[1, 2]),
        Place::Choice(0, &[3, 4]),
        Place::Choice(1, &[5, 3]),
        DRAWN,
        Place::Choice(0, &[3, 6]),
        LOST,
        WON,
    ];
    for seed in 0..20 {
        let decision = solve(TWICE, 1000, seed);
        assert_eq!((decision.action, proven(&decision)[0]), (0, WIN));
        assert!(decision.iterations < 1000);
    }
    const FORCED: &[Place] =
        &[Place::Choice(0, &[1, 1]), Place::Choice(0, &[2]), Place::Choice(0, &[3, 3, 3]), LOST];
    for seed in 0..20 {
        let decision = solve(FORCED, 1000, seed);
        assert_eq!(proven(&decision), [LOSS, LOSS]);
        assert!(decision.iterations < 1000);
    }
}

/// With only draws and small payoffs, the tree equals the one without a solver, with the same draws
/// of chance.
#[test]
fn where_nothing_can_be_proven_it_is_uct() {
    const NARROW: &[Place] = &[
        Place::Choice(0, &[1, 2, 3]),
        Place::Choice(1, &[4, 5]),
        Place::Choice(1, &[5, 6, 4]),
        Place::Choice(0, &[6, 7]),
        DRAWN,
        Place::End(&[0.5, -0.5]),
        Place::End(&[-0.75, 0.75]),
        Place::Choice(1, &[5, 6]),
    ];
    let game = Open(HandMade::new(NARROW));
    for seed in 0..5 {
        let (mut plain, mut solver) = (uct(500), uct(500).solving());
        let right = plain.decide(&game, ME, &mut Rng::new(seed));
        let found = solver.decide(&game, ME, &mut Rng::new(seed));
        assert_eq!((found.action, found.candidates), (right.action, right.candidates));
        // A solver adds all arms of a node at once, which takes more memory.
        let right = sortilege::tree::TreeStats { bytes: found.tree.bytes, ..right.tree };
        assert_eq!(found.tree, right);
    }
}

/// Two moves of which every reply is won: the proof takes a few simulations, and the search ends
/// then even if its budget allows more.
#[test]
fn a_proof_is_the_end_of_a_search_that_goes_on() {
    const PLACES: &[Place] =
        &[Place::Choice(0, &[1, 2]), LOST, Place::Choice(1, &[3, 4]), WON, WON];
    let game = Open(HandMade::new(PLACES));
    let (mut uct, mut rng) = (uct(50).solving(), Rng::new(1));
    let decision = uct.decide(&game, ME, &mut rng);
    assert!(decision.iterations < 50 && decision.candidates[1].proven == WIN, "{decision:?}");
    assert_eq!(uct.go_on(&game, ME, &Budget::iterations(1000), &mut rng), Some(decision));
}

/// A proof by one thread is shared with all threads and ends the search.
#[test]
fn threads_share_what_is_proven() {
    const PLACES: &[Place] = &[
        Place::Choice(0, &[1, 2, 3]),
        Place::Choice(1, &[4, 5]),
        Place::Choice(1, &[6, 7]),
        DRAWN,
        Place::Choice(0, &[8, 9]),
        WON,
        Place::Choice(0, &[9, 9]),
        Place::Choice(0, &[8, 3]),
        WON,
        LOST,
    ];
    let game = Open(HandMade::new(PLACES));
    for threads in [2, 3, 16] {
        for seed in 0..20 {
            let mut uct = uct(10_000).solving();
            uct.workers = vec![uct.setup.clone(); threads - 1];
            let (decision, mut rng) = (uct.decide(&game, ME, &mut Rng::new(seed)), Rng::new(seed));
            assert_eq!((decision.action, proven(&decision)[0]), (0, WIN), "{decision:?}");
            assert!(decision.iterations < 10_000);
            let more = uct.go_on(&game, ME, &Budget::iterations(1000), &mut rng);
            assert!(more.is_some_and(|more| proven(&more)[0] == WIN));
        }
    }
}
