//! The scratch of [`Game::random_action`] carries no information: a search does not use what a game
//! leaves in it, and its contents before a call do not matter.

use sortilege::game::{Deterministic, PerfectInfo, Sequential};
use sortilege::search::{Search, Setup, SoIsmcts, Uct};
use sortilege::testing::Contract;
use sortilege::{Budget, Game, Player, Rng, Turn};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Ten pieces with twelve moves each; one move wins.
const PIECES: u8 = 10;
const MOVES: u8 = 12;
const WIN: u8 = 77;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct OneWins {
    played: Option<u8>,
}

/// The same rules with different methods to draw a random move.
trait Draws: Clone + Default + std::fmt::Debug + Eq + std::hash::Hash + Send + Sync {
    const UNLISTED: bool;
    fn draw(scratch: &mut Vec<u8>, rng: &mut Rng) -> u8;
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Drawing<D> {
    game: OneWins,
    how: std::marker::PhantomData<D>,
}

impl<D: Draws> Game for Drawing<D> {
    type Action = u8;
    const DRAWS_UNLISTED: bool = D::UNLISTED;
    fn players(&self) -> usize {
        1
    }
    fn turn(&self) -> Turn {
        self.game.played.map_or(Turn::Player(Player(0)), |_| Turn::Over)
    }
    fn actions(&self, out: &mut Vec<u8>) {
        out.clear();
        out.extend(0..PIECES * MOVES);
    }
    fn apply(&mut self, action: u8) {
        self.game.played = Some(action);
    }
    fn payoff(&self, _: Player) -> f64 {
        if self.game.played == Some(WIN) { 1.0 } else { -1.0 }
    }
    fn random_action(&self, scratch: &mut Vec<u8>, rng: &mut Rng) -> u8 {
        D::draw(scratch, rng)
    }
}
impl<D: Draws> Deterministic for Drawing<D> {}
impl<D: Draws> PerfectInfo for Drawing<D> {}
impl<D: Draws> Sequential for Drawing<D> {}

fn moves_of_a_piece(rng: &mut Rng) -> impl Iterator<Item = u8> + use<> {
    let piece = rng.below(PIECES as usize) as u8;
    piece * MOVES..(piece + 1) * MOVES
}

/// Lists the moves of one random piece, which gives a uniform draw.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct ListsOnePiece;
impl Draws for ListsOnePiece {
    const UNLISTED: bool = false;
    fn draw(scratch: &mut Vec<u8>, rng: &mut Rng) -> u8 {
        scratch.clear();
        scratch.extend(moves_of_a_piece(rng));
        rng.pick(scratch)
    }
}

/// Draws without a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct Unlisted;
impl Draws for Unlisted {
    const UNLISTED: bool = true;
    fn draw(_: &mut Vec<u8>, rng: &mut Rng) -> u8 {
        rng.below((PIECES * MOVES) as usize) as u8
    }
}

/// Claims to draw without a list, and lists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct FalseClaim;
impl Draws for FalseClaim {
    const UNLISTED: bool = true;
    fn draw(scratch: &mut Vec<u8>, rng: &mut Rng) -> u8 {
        ListsOnePiece::draw(scratch, rng)
    }
}

/// Assumes that scratch is empty at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
struct TrustsScratch;
impl Draws for TrustsScratch {
    const UNLISTED: bool = false;
    fn draw(scratch: &mut Vec<u8>, rng: &mut Rng) -> u8 {
        scratch.extend(moves_of_a_piece(rng));
        let drawn = rng.pick(scratch);
        scratch.clear();
        drawn
    }
}

fn finds_the_win<D: Draws>() {
    let game = Drawing::<D>::default();
    for seed in 0..20 {
        let setup = || Setup::new(Budget::iterations(600));
        let searches: [&mut dyn Search<Drawing<D>>; 2] =
            [&mut Uct::new(setup()), &mut SoIsmcts::<Drawing<D>>::new(setup())];
        for search in searches {
            let decision = search.decide(&game, Player(0), &mut Rng::new(seed));
            let tried = decision.candidates.iter().filter(|one| one.visits > 0).count();
            assert_eq!((tried, decision.action), (120, WIN), "with seed {seed}");
        }
    }
}

#[test]
fn every_move_is_tried_however_a_game_draws() {
    finds_the_win::<ListsOnePiece>();
    finds_the_win::<Unlisted>();
}

fn keeps_the_contract<D: Draws>() -> bool {
    let game = Drawing::<D>::default();
    catch_unwind(AssertUnwindSafe(|| {
        Contract::new(&game).games(3).rules();
    }))
    .is_ok()
}

#[test]
fn the_contract_knows_who_minds_what_is_in_scratch() {
    assert!(keeps_the_contract::<ListsOnePiece>());
    assert!(keeps_the_contract::<Unlisted>());
    assert!(!keeps_the_contract::<FalseClaim>(), "a list behind the back of a claim was not found");
    assert!(!keeps_the_contract::<TrustsScratch>(), "moves drawn from rubbish were not found");
}
