//! Tests of sheets with more hidden states than a layer can hold: every player returns legal
//! decisions.

use sortilege::game::{Chance, Hidden, Notation, Simultaneous};
use sortilege::search::{DeterminizedUct, FlatMc, MoIsmcts, Random, Search, Setup, SoIsmcts};
use sortilege::{Budget, Game, Player, Rng, Turn};
use sortilege_gdl::{HiddenGame, Options, Sheet};
use std::sync::Arc;

/// Chance draws a hidden number from 1 to 200 twice. The player then observes both, and has to name
/// the first one to win.
fn two_draws() -> Arc<Sheet> {
    let numbers: String = (1..=200).map(|number| format!("(number {number}) ")).collect();
    let rules = "(role player) (role random) (init (stage 1)) (after 1 2) (after 2 3) (after 3 4) (after 4 5)
        (<= (next (stage ?next)) (true (stage ?stage)) (after ?stage ?next))
        (<= draws (true (stage 1)))
        (<= draws (true (stage 2)))
        (<= (legal random (draw ?n)) draws (number ?n))
        (<= (legal random wait) (not draws))
        (<= (legal player wait) (not (true (stage 4))))
        (<= (legal player (name ?n)) (true (stage 4)) (number ?n))
        (<= (next (drawn ?stage ?n)) (true (stage ?stage)) (does random (draw ?n)))
        (<= (next (drawn ?stage ?n)) (true (drawn ?stage ?n)))
        (<= (next (named ?n)) (does player (name ?n)))
        (<= (sees player (drew ?stage ?n)) (true (stage 3)) (true (drawn ?stage ?n)))
        (<= terminal (true (stage 5)))
        (<= right (true (named ?n)) (true (drawn 1 ?n)))
        (<= (goal player 100) right)
        (<= (goal player 0) (not right))";
    Sheet::read(&(rules.to_string() + &numbers), &Options::default()).unwrap()
}

/// Chance draws three hidden numbers from 1 to 60. The player observes only whether they are 7, 8,
/// 9; then there is one more move. One history in 216,000 is consistent with this, and none of
/// the others is closer to it than any other.
fn jackpot() -> Arc<Sheet> {
    let numbers: String = (1..=60).map(|number| format!("(number {number}) ")).collect();
    let rules = "(role player) (role random) (init (stage 1)) (after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6)
        (<= (next (stage ?next)) (true (stage ?stage)) (after ?stage ?next))
        (<= draws (true (stage ?stage)) (after ?stage ?next) (after ?next ?then) (distinct ?then 6) (distinct ?then 7))
        (<= (legal random (draw ?n)) draws (number ?n))
        (<= (legal random wait) (not draws))
        (<= (next (drawn ?stage ?n)) (true (stage ?stage)) (does random (draw ?n)))
        (<= (next (drawn ?stage ?n)) (true (drawn ?stage ?n)))
        (<= hit (true (drawn 1 7)) (true (drawn 2 8)) (true (drawn 3 9)))
        (<= (sees player jackpot) (true (stage 4)) hit)
        (<= (legal player wait) (not (true (stage 5))))
        (<= (legal player stop) (true (stage 5)))
        (<= (legal player again) (true (stage 5)) (not hit))
        (<= (legal player take) (true (stage 5)) hit)
        (<= (next taken) (does player take))
        (<= terminal (true (stage 6)))
        (<= (goal player 100) (true taken))
        (<= (goal player 0) (not (true taken)))";
    Sheet::read(&(rules.to_string() + &numbers), &Options::default()).unwrap()
}

fn players() -> Vec<(&'static str, Box<dyn Search<HiddenGame>>)> {
    let setup = || Setup::new(Budget::iterations(400));
    vec![
        ("so-ismcts", Box::new(SoIsmcts::new(setup()))),
        ("mo-ismcts", Box::new(MoIsmcts::new(setup()))),
        ("flat-mc", Box::new(FlatMc::new(setup()))),
        ("determinized-uct", Box::new(DeterminizedUct::new(setup()))),
        ("random", Box::new(Random)),
    ]
}

/// Requests a decision of a player at the seat to act.
fn decide(
    game: &HiddenGame,
    player: &mut dyn Search<HiddenGame>,
    seat: Player,
    rng: &mut Rng,
) -> String {
    let (mut legal, view) = (vec![], game.view(seat));
    game.options(seat, &mut legal);
    let action = player.decide(&view, seat, rng).action;
    assert!(legal.contains(&action), "{action:?} is not one of {legal:?}");
    game.action_name(action)
}

#[test]
fn a_reveal_after_many_unseen_draws_is_understood() {
    let sheet = two_draws();
    for seed in 0..6 {
        let mut rng = Rng::derive(&[4, seed]);
        let mut game = HiddenGame::new(sheet.clone());
        while game.turn() == Turn::Chance {
            let outcome = game.sample(&mut rng);
            game.apply(outcome);
        }
        let position = game.position();
        let first = position.split(' ').nth(1).unwrap().trim_start_matches("wait|draw").to_string();
        for (name, mut player) in players() {
            let named = decide(&game, &mut *player, Player(0), &mut rng);
            if name != "random" {
                assert_eq!(named, format!("name{first}"), "{name}, seed {seed}, {position}");
            }
        }
        let view = game.view(Player(0));
        let drawn = HiddenGame::determinize(&view, &mut rng);
        assert_eq!((drawn.view(Player(0)), drawn.position()), (view, position));
    }
}

#[test]
fn without_a_history_that_fits_players_decide_legally() {
    let start = HiddenGame::new(jackpot());
    let steps = "start wait|draw(7) wait|draw(8) wait|draw(9) wait|wait";
    let game = start.parse_position(steps).unwrap();
    let view = game.view(Player(0));
    assert_eq!(game.turn(), Turn::Player(Player(0)));
    for seed in 0..3 {
        let drawn = HiddenGame::determinize(&view, &mut Rng::new(seed));
        assert_ne!(
            drawn.position(),
            game.position(),
            "a history was found: the sheet tests nothing"
        );
        assert_eq!(drawn.view(Player(0)), view);
        let mut moves = vec![];
        drawn.actions(&mut moves);
        assert_eq!(moves, view.options());
    }
    for (_, mut player) in players() {
        decide(&game, &mut *player, Player(0), &mut Rng::new(1));
    }
}

/// Layers are smaller on the Datalog machine, because it is slow.
#[test]
fn the_machine_draws_states_too() {
    let text = include_str!("../sheets/phantom-tic-tac-toe-5.kif");
    let options = Options { engines: sortilege_gdl::Engines::Machine, ..Options::default() };
    let mut game = HiddenGame::new(Sheet::read(text, &options).unwrap());
    let mut rng = Rng::new(5);
    for _ in 0..8 {
        let Turn::Player(seat) = game.turn() else { break };
        let view = game.view(seat);
        assert_eq!(HiddenGame::determinize(&view, &mut rng).view(seat), view);
        let action = game.random_action(&mut vec![], &mut rng);
        game.apply(action);
        while game.turn() == Turn::Chance {
            let outcome = game.sample(&mut rng);
            game.apply(outcome);
        }
    }
}
