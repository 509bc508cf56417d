//! Worked examples, a whole game, and invariants of random games.

use super::*;
use crate::policies::worth;
use crate::spelling::after;
use proptest::prelude::{ProptestConfig, prop, prop_assert, prop_assert_eq, proptest};
use sortilege::game::{Chance, Notation, Outcomes, Picture};
use sortilege::playout::{Policy, Uniform};
use sortilege::scene::{Gesture, Item, Kind as Thing, Scene};
use sortilege::testing::{Contract, odds};
use std::collections::HashSet;

const A: Player = Player(0);
const B: Player = Player(1);

fn at(position: &str) -> Ra {
    at_under(Rules::default(), position)
}

/// A position for tests: the game can be played on from it, although play may not lead to it.
fn at_under(rules: Rules, position: &str) -> Ra {
    Ra::new(rules).read_sound(position).unwrap_or_else(|error| panic!("{position}: {error}"))
}

/// A position of the first epoch in which no tile is gone and no player has scored.
fn table(ras: u8, suns: &str, own: &str, lot: &str, standing: &str) -> Ra {
    at(&format!(
        "epoch 1 ra {ras} centre 1 suns {suns} points 10/10 own {own} lot {lot} gone - {standing}"
    ))
}

fn moves(state: &Ra) -> String {
    let mut list = vec![];
    state.actions(&mut list);
    list.into_iter().map(|action| state.action_name(action)).collect::<Vec<_>>().join(" ")
}

/// The part of a position between two words.
fn part(state: &Ra, from: &str, to: &str) -> String {
    let text = state.position();
    let (_, rest) = text.split_once(&format!("{from} ")).expect("the first word");
    rest.split_once(&format!(" {to}")).expect("the second word").0.to_string()
}

fn variants() -> Vec<Rules> {
    let plain = Rules::default();
    vec![
        plain,
        Rules { gods: Gods::One, tie: Tie::Drawn, ..plain },
        Rules { gods: Gods::Idle, empty_auctions: false, floor: false, ..plain },
    ]
}

#[test]
fn keeps_the_contract() {
    for rules in variants() {
        let start = Ra::new(rules);
        let contract = Contract::new(&start).games(12).longest(LONGEST);
        contract
            .rules()
            .chance()
            .outcomes()
            .hidden()
            .observed()
            .notation()
            .picture()
            .evaluation(&mut Prospects);
        Contract::new(&start).games(100).longest(LONGEST).key();
    }
}

#[test]
fn setup() {
    let start = Ra::default();
    let mut outcomes = vec![];
    start.outcomes(&mut outcomes);
    assert_eq!(outcomes, [(Action::Deal(0), 0.5), (Action::Deal(1), 0.5)]);
    assert_eq!(start.position(), "deal");
    let first = after(&start, "nine-to-2");
    assert_eq!(first.turn(), Turn::Player(B));
    assert_eq!(
        first.position(),
        "epoch 1 ra 0 centre 1 suns 3,4,7,8/2,5,6,9 spent -/- points 10/10 own -/- lot - gone - turn 2 act"
    );
    let drawing = after(&first, "draw");
    drawing.outcomes(&mut outcomes);
    assert_eq!((drawing.turn(), outcomes.len()), (Turn::Chance, 23));
    let odds_of = |which: &dyn Fn(Kind) -> bool| {
        let p = |&(action, p): &(Action, f64)| match action {
            Action::Tile(kind) if which(kind) => p,
            _ => 0.0,
        };
        outcomes.iter().map(p).sum::<f64>()
    };
    assert_eq!(odds_of(&|kind| kind == Kind::Ra), 1.0 / 6.0);
    assert_eq!(odds_of(&|kind| kind == Kind::Pharaoh), 25.0 / 180.0);
    assert_eq!(odds_of(&|kind| kind == Kind::Sphinx), 1.0 / 36.0);
    assert!((odds_of(&|kind| Group::DISASTERS.has(kind)) - 1.0 / 18.0).abs() < 1e-15);
}

#[test]
fn e1_legal_moves() {
    let turn = |own, lot| table(0, "2,6/3,4,7,8 spent 5,9/-", own, lot, "turn 1 act");
    assert_eq!(moves(&turn("Go/-", "Go,Ni,Fu")), "draw invoke take-nile");
    assert_eq!(moves(&turn("Go/-", "Go,Fu")), "draw invoke");
    assert_eq!(moves(&turn("-/Go", "Go,Ni6,Fu")), "invoke");
    // The auction of a full track is involuntary: the player who started it may pass as well.
    let full = after(&turn("-/-", "Ni8"), "invoke");
    assert_eq!(moves(&full), "pass bid-3 bid-4 bid-7 bid-8");
    assert_eq!(moves(&after(&full, "pass")), "pass bid-2 bid-6");
}

#[test]
fn e2_a_voluntary_auction() {
    let state = table(0, "2,9/3,8 spent 5,6/4,7", "-/-", "Ni,Fl", "turn 1 act");
    let asked = after(&state, "invoke pass");
    assert_eq!((asked.turn(), moves(&asked)), (Turn::Player(A), "bid-2 bid-9".to_string()));
    let sold = after(&asked, "bid-2");
    assert_eq!(
        sold.position(),
        "epoch 1 ra 0 centre 2 suns 9/3,8 spent 1,5,6/4,7 points 10/10 own Ni,Fl/- lot - gone - turn 2 act"
    );
}

#[test]
fn e3_an_involuntary_auction() {
    let state = table(2, "2,9/4,7 spent 5,6/3,8", "-/-", "Ni", "turn 1 draw");
    let asked = after(&state, "ra bid-4");
    assert_eq!((asked.ras(), moves(&asked)), (3, "pass bid-9".to_string()));
    let sold = after(&asked, "pass");
    assert_eq!(
        sold.position(),
        "epoch 1 ra 3 centre 4 suns 2,9/7 spent 5,6/1,3,8 points 10/10 own -/Ni lot - gone - turn 2 act"
    );
}

#[test]
fn e4_no_bid() {
    let state = table(2, "2,9/4,7 spent 5,6/3,8", "-/-", "Ni", "turn 1 draw");
    let unsold = after(&state, "ra pass pass");
    assert_eq!((part(&unsold, "lot", "gone"), unsold.turn()), ("Ni".to_string(), Turn::Player(B)));
    let full = table(0, "2,9/4,7 spent 5,6/3,8", "-/-", "Ni8", "turn 1 act");
    let cleared = after(&full, "invoke pass pass");
    assert_eq!(part(&cleared, "lot", "turn"), "- gone Ni8");
}

#[test]
fn e5_funerals_and_drought() {
    let state = table(0, "2,9/4,7 spent 5,6/3,8", "Ph,Ni3,Fl/-", "Ni,Fu2,Dr", "turn 1 act");
    let sold = after(&state, "invoke pass bid-2");
    assert_eq!(part(&sold, "own", "gone"), "Ni3/- lot -");
    assert_eq!(part(&sold, "gone", "turn"), "Ph,Ni,Fl,Fu2,Dr");
}

#[test]
fn e6_unrest() {
    let lot = |own, lot| table(0, "2,9/4,7 spent 5,6/3,8", own, lot, "turn 1 called/-");
    let losing = after(&lot("Ar,As,Wr/-", "Ar,Un"), "bid-9");
    assert_eq!(moves(&losing), "discard-art discard-astronomy discard-writing");
    assert!(losing.position().ends_with("turn 1 discard/1/2/0"), "{}", losing.position());
    for (choice, left) in
        [("discard-art discard-writing", "Ar,As"), ("discard-art discard-art", "As,Wr")]
    {
        assert_eq!(part(&after(&losing, choice), "own", "lot"), format!("{left}/-"));
    }
    assert_eq!(moves(&after(&losing, "discard-writing")), "discard-art discard-astronomy");
    // There is no choice: all tiles must go, or all are alike.
    assert_eq!(
        part(&after(&lot("Wr/-", "Ar,Un"), "bid-9"), "own", "turn"),
        "-/- lot - gone Ar,Wr,Un"
    );
    assert_eq!(
        part(&after(&lot("Wr3/-", "Wr,Un"), "bid-9"), "own", "turn"),
        "Wr2/- lot - gone Wr2,Un"
    );
}

#[test]
fn unrest_comes_before_an_earthquake() {
    let state = table(1, "2,9/4,7 spent 5,6/3,8", "-/Ar,Wr2,Fo,Te3", "Un,Eq", "turn 1 forced");
    let losing = after(&state, "bid-4 pass");
    assert_eq!(
        (losing.turn(), moves(&losing)),
        (Turn::Player(B), "discard-art discard-writing".to_string())
    );
    let shaken = after(&losing, "discard-art");
    assert_eq!(
        moves(&shaken),
        "discard-fortress discard-temple",
        "equal civilizations leave no choice"
    );
    let settled = after(&shaken, "discard-fortress");
    assert_eq!(part(&settled, "own", "gone"), "-/Wr,Te2 lot -");
    assert_eq!(settled.turn(), Turn::Player(B), "it was the turn of A");
}

#[test]
fn e7_the_score_of_an_epoch() {
    let state = at("epoch 1 ra 5 centre 1 suns 2,9/4,7 spent 5,6/3,8 points 10/6 \
                    own Go2,Au,Ph4,Ni3,Fl2,Ar2,Re,Wr/Ph,Ni5 lot Ni gone - turn 1 draw");
    let next = after(&state, "ra");
    assert_eq!(
        next.position(),
        "epoch 2 ra 0 centre 1 suns 2,5,6,9/3,4,7,8 spent -/- points 32/0 own Ph4,Ni3/Ph,Ni5 lot - \
         gone Ra6,Go2,Au,Ni,Fl2,Ar2,Re,Wr turn 1 act"
    );
    let open = Rules { floor: false, ..Rules::default() };
    assert_eq!(after(&at_under(open, &state.position()), "ra").score(B), -1);
}

/// The end of a game with these suns, points and tiles.
fn end(rules: Rules, suns: &str, points: &str, own: &str) -> Ra {
    let state = format!(
        "epoch 3 ra 5 centre 3 suns {suns} points {points} own {own} lot - gone Ra12 turn 1 draw"
    );
    let end = after(&at_under(rules, &state), "ra");
    assert_eq!(end.turn(), Turn::Over);
    end
}

#[test]
fn e8_monuments() {
    let suns = "1,2,8,9/4,5,6,7 spent -/-";
    for (own, points) in [
        ("Fo2,Py4,Sx,Te3", 19),
        ("Fo,Ob,Pa,Py,Sx,St,Sp,Te", 15),
        ("Py2", 1),
        ("Pa5", 16),
        ("Fo,Ob,Pa,Py,Sx,St,Sp", 10),
        ("Fo,Ob,Pa,Py,Sx,St", 6),
    ] {
        let end = end(Rules::default(), suns, "10/20", &format!("{own}/-"));
        // Neither has a civilization, and player 1 has the smaller sum of suns: 10 - 5 - 5 and 20 -
        // 5 + 5.
        assert_eq!((end.score(A), end.score(B)), (points, 20), "{own}");
    }
}

#[test]
fn e9_suns_and_ties() {
    for (rules, payoff) in
        [(Rules::default(), 1.0), (Rules { tie: Tie::Drawn, ..Rules::default() }, 0.0)]
    {
        let end = end(rules, "1,2,8,9/4,5,6,7 spent -/-", "41/31", "-/-");
        assert_eq!([end.score(A), end.score(B)], [31, 31]);
        assert_eq!([end.payoff(A), end.payoff(B)], [payoff, -payoff]);
    }
    let ahead = end(Rules::default(), "2,9/6 spent 1,8/4,5,7", "41/32", "-/-");
    assert_eq!((ahead.score(B), ahead.payoff(A), ahead.payoff(B)), (32, -1.0, 1.0));
}

#[test]
fn e10_alone() {
    let state = table(3, "5/- spent 2,6,9/3,4,7,8", "-/-", "Ni", "turn 1 act");
    let drawn = after(&state, "draw flood");
    assert_eq!((drawn.turn(), moves(&drawn)), (Turn::Player(A), "draw invoke".to_string()));
    assert_eq!(moves(&after(&drawn, "draw ra")), "pass bid-5");
    assert_eq!(after(&drawn, "draw ra pass").turn(), Turn::Player(A));
    // The one sun that must be bid is no decision, and the epoch ends with it.
    let scored = after(&drawn, "invoke");
    assert_eq!(
        (scored.epoch(), scored.ras(), part(&scored, "centre", "spent")),
        (2, 0, "5 suns 1,2,6,9/3,4,7,8".into())
    );
    assert_eq!(
        part(&scored, "points", "own"),
        "7/5",
        "a river of 2 and no civilization; none for B"
    );
    let last = after(&table(5, "5/- spent 2,6,9/3,4,7,8", "-/-", "Ni,Fl", "turn 1 draw"), "ra");
    assert_eq!(part(&last, "centre", "lot"), "1 suns 2,5,6,9/3,4,7,8 spent -/- points 5/5 own -/-");
    assert_eq!(part(&last, "gone", "turn"), "Ra6,Ni,Fl");
}

#[test]
fn e11_the_next_epoch() {
    let state = at(
        "epoch 1 ra 5 centre 6 suns 1,2/9 spent 7,8/3,4,5 points 10/10 own -/- lot - gone - turn 1 draw",
    );
    let next = after(&state, "ra");
    assert_eq!(part(&next, "centre", "points"), "6 suns 1,2,7,8/3,4,5,9 spent -/-");
    assert_eq!(next.turn(), Turn::Player(B));
}

#[test]
fn gods() {
    let lot = "epoch 1 ra 0 centre 1 suns 2,9/4,7 spent 5,6/3,8 points 10/10 own Go2/- lot Ni2,Fl \
         gone - turn 1 act";
    let several = after(&at(lot), "take-nile");
    assert_eq!(
        (several.turn(), moves(&several)),
        (Turn::Player(A), "stop take-nile take-flood".to_string())
    );
    assert_eq!(part(&after(&several, "take-flood"), "own", "gone"), "Ni,Fl/- lot Ni");
    assert_eq!(after(&several, "take-flood").turn(), Turn::Player(B), "there is no god left");
    assert_eq!(after(&several, "stop").turn(), Turn::Player(B));
    let one = Rules { gods: Gods::One, ..Rules::default() };
    assert_eq!(after(&at_under(one, lot), "take-nile").turn(), Turn::Player(B));
    let idle = Rules { gods: Gods::Idle, ..Rules::default() };
    assert_eq!(moves(&at_under(idle, lot)), "draw invoke");
}

#[test]
fn an_empty_track_can_be_auctioned() {
    let first = after(&Ra::default(), "nine-to-1");
    assert_eq!(moves(&first), "draw invoke");
    let swapped = after(&first, "invoke pass bid-2");
    assert_eq!(part(&swapped, "centre", "points"), "2 suns 5,6,9/3,4,7,8 spent 1/-");
    let strict = Ra::new(Rules { empty_auctions: false, ..Rules::default() });
    assert_eq!(moves(&after(&strict, "nine-to-1")), "draw");
}

/// A player who cannot beat a bid is not asked.
#[test]
fn a_bid_that_cannot_be_beaten_wins_at_once() {
    let state = table(0, "2,6/3,7 spent 5,9/4,8", "-/-", "Ni", "turn 1 called");
    let sold = after(&state, "bid-7");
    assert_eq!((sold.owned(B).to_string(), sold.turn()), ("Ni".to_string(), Turn::Player(B)));
    assert_eq!(moves(&after(&state, "bid-3")), "pass bid-6");
}

/// A whole game; an independent program replayed it with the same scores. One epoch ends with the
/// sixth Ra tile; a full track is cleared; a god is used, and an earthquake leaves a choice.
#[test]
fn golden_playthrough() {
    let first = after(
        &Ra::default(),
        "nine-to-2 invoke pass bid-9 draw nile draw temple draw art invoke pass bid-2 draw obelisk \
     invoke bid-7 draw agriculture invoke pass bid-5 invoke pass bid-8 invoke pass draw ra pass \
     invoke bid-3 invoke",
    );
    // Player 1 has no civilization, -5; neither player has a pharaoh or a flood.
    assert_eq!(
        first.position(),
        "epoch 2 ra 0 centre 4 suns 2,3,5,6/1,7,8,9 spent -/- points 5/10 own Ob/Ni,Te lot - \
         gone Ra,Ag,Ar turn 2 act"
    );
    let second = after(
        &first,
        "draw pharaoh invoke pass bid-5 draw gold draw ra pass bid-2 invoke pass bid-8 draw sphinx \
     draw statue invoke pass bid-6 draw palace draw ra bid-7 draw palace draw astronomy draw \
     nile invoke pass invoke bid-9 draw drought draw fortress draw writing draw nile invoke",
    );
    // Player 1: gold 3, most pharaohs 5. Player 2: fewest -2.
    assert_eq!(
        second.position(),
        "epoch 3 ra 0 centre 1 suns 4,5,7,8/2,3,6,9 spent -/- points 13/8 own \
         Ph,Ni,Ob,Pa,Sx,St/Fo,Pa,Te lot - gone Ra3,Au,Ni2,Dr,Ag,Ar,As,Wr turn 2 act"
    );
    let end = after(
        &second,
        "invoke pass bid-2 draw god draw statue draw pharaoh draw ra pass bid-3 draw palace draw \
     gold draw unrest draw ra pass bid-9 draw temple draw fortress invoke pass bid-7 draw \
     drought draw temple draw ra pass pass draw agriculture draw nile draw nile draw \
     step-pyramid draw funeral draw nile invoke pass pass draw earthquake draw nile take-nile draw \
     god draw ra bid-8 discard-obelisk discard-fortress draw ra pass bid-5 draw flood draw \
     pharaoh draw writing take-flood draw ra",
    );
    // Player 1: river 2, no civilization -5, four monuments 4, suns 5. Player 2: gold 3, -5, 4, -5.
    assert_eq!(
        end.position(),
        "epoch 3 ra 6 centre 5 suns 4/6 spent 7,8,9/1,2,3 points 19/5 own \
         Ph,Ni,Fl,Pa,Sx,St,Te/Au,Ph,Ni,Fo,Pa2,St,Te lot - gone \
         Ra3,Go2,Au,Ph,Ni5,Fu,Dr2,Ag2,Ar,As,Wr2,Un,Eq,Fo,Ob,Sp,Te over"
    );
    assert_eq!((end.turn(), end.payoff(A), end.payoff(B)), (Turn::Over, 1.0, -1.0));
}

/// Plays a random game and calls `look` at every step with the state, the action, and the state
/// after it. In every other game players prefer to draw and to pass, so that epochs are long and
/// tracks fill up.
fn random_game(rules: Rules, seed: u64, mut look: impl FnMut(&Ra, Action, &Ra)) -> Ra {
    let (mut state, mut rng) = (Ra::new(rules), Rng::new(seed));
    for _ in 0..=LONGEST {
        let action = match state.turn() {
            Turn::Over => return state,
            Turn::Chance => state.sample(&mut rng),
            _ => {
                let lazy =
                    [Action::Draw, Action::Pass].into_iter().find(|&action| state.allows(action));
                let lazy = lazy.filter(|_| seed % 2 == 1 && rng.below(8) > 0);
                lazy.unwrap_or_else(|| state.random_action(&mut vec![], &mut rng))
            }
        };
        let before = state;
        state.apply(action);
        look(&before, action, &state);
    }
    panic!("no end: {}", state.position())
}

#[test]
fn random_games_keep_tiles_and_suns_together() {
    let mut outcomes = vec![];
    for (rules, seed) in
        variants().into_iter().flat_map(|rules| (0..100).map(move |seed| (rules, seed)))
    {
        let mut drawn = Tiles::NONE;
        random_game(rules, seed, |before, action, state| {
            if let Action::Tile(kind) = action {
                drawn.add(kind, 1);
                before.outcomes(&mut outcomes);
                let total: f64 = outcomes.iter().map(|&(_, p)| p).sum();
                assert!((total - 1.0).abs() < 1e-12, "{total}");
            }
            assert_eq!(state.bag.with(drawn), Tiles::ALL);
            assert_eq!(state.check_course(), Ok(()), "{}", state.position());
            for kind in Kind::ALL {
                let out =
                    [state.track, state.owned[0], state.owned[1]].map(|heap| heap.count(kind));
                assert!(
                    out.iter().sum::<u32>() <= drawn.count(kind),
                    "{kind:?} in {}",
                    state.position()
                );
            }
            assert!(state.track.total() <= TRACK && state.track.count(Kind::Ra) == 0);
            let sets =
                [state.up[0], state.down[0], state.up[1], state.down[1], Suns::one(state.centre)];
            let union = sets.iter().fold(Suns::NONE, |union, &suns| union.with(suns));
            assert_eq!(union, Suns::ALL);
            assert_eq!(sets.map(Suns::count).iter().sum::<u32>(), 9);
            if state.phase != Phase::Over && state.epoch == before.epoch {
                assert!(state.scores == before.scores && state.ras < RAS);
            }
        });
    }
}

#[test]
fn random_games_go_through_three_epochs() {
    let (mut by_ra, mut by_suns) = (0, 0);
    for seed in 0..300 {
        let mut epochs = vec![];
        let end = random_game(Rules::default(), seed, |before, action, state| {
            if state.epoch == before.epoch && state.phase != Phase::Over {
                return;
            }
            epochs.push(before.epoch);
            if action == Action::Tile(Kind::Ra) && before.ras + 1 == RAS {
                by_ra += 1;
            } else {
                by_suns += 1;
                assert!(before.up[0].count() + before.up[1].count() <= 1, "{}", before.position());
            }
            assert!(state.track.is_empty());
            if state.phase != Phase::Over {
                assert_eq!((state.ras, state.down), (0, [Suns::NONE; 2]));
                assert!(state.owned.iter().all(|tiles| *tiles == tiles.only(Group::KEPT)));
                let highest = state.up[0].with(state.up[1]).highest();
                assert!(state.up[usize::from(state.mover)].has(highest));
            }
        });
        assert_eq!(epochs, [1, 2, 3]);
        assert_eq!(end.payoff(A).abs(), 1.0);
        assert_eq!(worth(Prospects, &end, A), end.payoff(A));
    }
    assert!(by_ra > 0 && by_suns > 0, "{by_ra} epochs ended by Ra and {by_suns} by suns");
}

#[test]
fn evaluation_is_fair_and_sensible() {
    for seed in 0..30 {
        random_game(Rules::default(), seed, |_, _, state| {
            assert_eq!(
                worth(Prospects, state, A),
                -worth(Prospects, state, B),
                "{}",
                state.position()
            );
        });
    }
    assert_eq!(worth(Prospects, &Ra::default(), A), 0.0);
    let base = "epoch 2 ra 1 centre 1 suns 2,5,6,9/3,4,7,8 spent -/- points 20/20 own";
    let value = |own: &str, rest: &str| {
        worth(Prospects, &at(&format!("{base} {own} lot - gone - {rest}")), A)
    };
    let even = value("-/-", "turn 1 act");
    for better in
        ["Au/-", "Ph/-", "Ni/-", "Fl/-", "Wr/-", "Te/-", "-/Ph", "Ar,Re,Wr/Ar,Re", "Sx,Te2/Sx,Te"]
    {
        let gain = value(better, "turn 1 act") - even;
        assert_eq!(gain > 0.0, better != "-/Ph", "{better} is worth {gain}");
    }
    assert!(
        value("Ni3,Fl/-", "turn 1 act") - value("Ni3/-", "turn 1 act")
            > value("Fl/-", "turn 1 act") - even
    );
}

/// The evaluation at the start of the last epoch predicts the results of games between bidders,
/// beyond Hoeffding's bound for one in a million.
#[test]
fn evaluation_foresees_the_winner() {
    const GAMES: u64 = 600;
    let mut total = 0.0;
    for game in 0..GAMES {
        let (mut state, mut rng, mut expected) = (Ra::default(), Rng::derive(&[6, game]), None);
        while state.turn() != Turn::Over {
            let action = match state.turn() {
                Turn::Chance => state.sample(&mut rng),
                _ => Bidder::default().action(&state, &mut vec![], &mut rng),
            };
            state.apply(action);
            if state.epoch == EPOCHS {
                expected.get_or_insert(worth(Prospects, &state, A));
            }
        }
        total += expected.expect("a last epoch") * state.payoff(A);
    }
    let mean = total / GAMES as f64;
    assert!(mean > odds::mean_bound(GAMES, -1.0, 1.0), "a mean product of {mean}");
}

/// 400 games, seats and suns in turn. Hoeffding's bound for one in a million lies 0.27 below the
/// mean.
#[test]
fn a_bidder_beats_random_play() {
    const GAMES: u64 = 400;
    let (mut total, mut scratch) = (0.0, vec![]);
    for game in 0..GAMES {
        let (bidder, mut rng) = (Player(game as usize % 2), Rng::derive(&[5, game]));
        let mut state = Ra::default();
        state.apply(Action::Deal((game / 2 % 2) as u8));
        loop {
            let action = match state.turn() {
                Turn::Over => break,
                Turn::Chance => state.sample(&mut rng),
                Turn::Player(who) if who == bidder => {
                    Bidder::default().action(&state, &mut scratch, &mut rng)
                }
                _ => Uniform.action(&state, &mut scratch, &mut rng),
            };
            state.apply(action);
        }
        total += state.payoff(bidder);
    }
    let mean = total / GAMES as f64;
    assert!(mean - odds::mean_bound(GAMES, -1.0, 1.0) > 0.5, "a mean payoff of {mean}");
}

/// All moves of a bidder are legal, in any position.
#[test]
fn a_bidder_keeps_to_the_rules() {
    let mut asked = HashSet::new();
    for (rules, seed) in
        variants().into_iter().flat_map(|rules| (0..100).map(move |seed| (rules, seed)))
    {
        random_game(rules, seed, |state, _, _| {
            if matches!(state.turn(), Turn::Player(_)) {
                let action = Bidder::default().action(state, &mut vec![], &mut Rng::new(1));
                assert!(state.allows(action), "{action:?} in {}", state.position());
                asked.insert(std::mem::discriminant(&action));
            }
        });
    }
    assert_eq!(asked.len(), 7, "draw, invoke, take, stop, bid, pass, discard");
}

/// Any change of a state changes both halves of its key.
#[test]
fn keys_depend_on_everything() {
    let state = table(1, "2,5,6,9/3,4,7,8 spent -/-", "Go,Ni2/Ph", "Ni,Fu", "turn 1 act");
    let rules = state.rules;
    let mut bagged = state.bag;
    bagged.remove(Kind::Temple, 1);
    let mut others = vec![
        state,
        Ra { bag: bagged, ..state },
        Ra { track: state.owned[0], ..state },
        Ra { owned: [state.owned[1], state.owned[0]], ..state },
        Ra { up: [state.up[1], state.up[0]], ..state },
        Ra { down: state.up, up: state.down, ..state },
        Ra { scores: [11, 10], ..state },
        Ra { scores: [10, 11], ..state },
        Ra { scores: [10, -1], ..state },
        Ra { centre: 2, ..state },
        Ra { epoch: 2, ..state },
        Ra { ras: 2, ..state },
        Ra { mover: 1, ..state },
        Ra { decider: 1, ..state },
        Ra { bid: 3, ..state },
        Ra { voluntary: true, ..state },
        Ra { losses: [1, 0], ..state },
        Ra { losses: [0, 1], ..state },
        Ra { phase: Phase::Draw, ..state },
        Ra { phase: Phase::Bid, ..state },
        Ra { rules: Rules { gods: Gods::One, ..rules }, ..state },
        Ra { rules: Rules { tie: Tie::Drawn, ..rules }, ..state },
        Ra { rules: Rules { floor: false, ..rules }, ..state },
        Ra { rules: Rules { empty_auctions: false, ..rules }, ..state },
    ];
    others.extend(Kind::ALL.iter().filter(|&&kind| kind != Kind::Nile).map(|&kind| {
        let mut track = state.track;
        track.add(kind, 1);
        Ra { track, ..state }
    }));
    let halves = |shift: u32| {
        others.iter().map(|state| (state.key() >> shift) as u32).collect::<HashSet<_>>()
    };
    assert_eq!((halves(0).len(), halves(32).len()), (others.len(), others.len()));
}

#[test]
fn a_bidder_takes_what_is_good() {
    let choose = |state: &Ra| {
        let action = Bidder::default().action(state, &mut vec![], &mut Rng::new(1));
        state.action_name(action)
    };
    let suns = "2,5,6,9/3,4,7,8 spent -/-";
    let rich = table(2, suns, "Ni3/-", "Au,Ni2,Fl2,Ar,Re,Wr", "turn 1 forced/-");
    assert!(choose(&rich).starts_with("bid"), "a rich lot");
    let ruin = table(2, suns, "Ph4,Ni3,Fl/-", "Fu2,Dr2", "turn 1 forced/-");
    assert_eq!(choose(&ruin), "pass", "nothing but disasters");
    let flood = table(2, suns, "Go,Ni5/-", "Ph,Fl", "turn 1 act");
    assert_eq!(choose(&flood), "take-flood", "five Niles and no flood");
    let unrest = table(2, suns, "Ar2,Re,Wr/-", "-", "turn 1 discard/1/1/0");
    assert_eq!(choose(&unrest), "discard-art", "three types are kept");
}

#[test]
fn impossible_positions_are_refused() {
    let good = "epoch 1 ra 1 centre 1 suns 2,5,6,9/3,4,7,8 spent -/- points 10/10 own Go,Ni2/- lot \
         Ni,Fu gone - turn 1 act";
    assert_eq!(at(good).position(), good);
    for (from, to, reason) in [
        ("epoch 1", "epoch 4", "from 1 to 3"),
        ("epoch 1", "epoch 01", "from 1 to 3"),
        ("ra 1", "ra 6", "the epoch is over"),
        ("centre 1", "centre 2", "suns 1 to 9"),
        ("2,5,6,9", "5,2,6,9", "is written"),
        ("2,5,6,9", "2,2,5,6,9", "is written"),
        ("2,5,6,9/3,4,7,8 spent -", "2,5,6/3,4,7,8 spent -", "suns 1 to 9"),
        ("2,5,6,9/3,4,7,8 spent -/-", "2,5,6,9/3,4,7,8 spent -/3", "suns 1 to 9"),
        ("2,5,6,9/3,4,7,8", "2,5,6,8,9/3,4,7", "suns 1 to 9"),
        ("2,5,6,9/3,4,7,8 spent -/-", "-/3,4,7,8 spent 2,5,6,9/-", "a usable sun"),
        ("points 10/10", "points 10", "lacks the slash"),
        ("points 10/10", "points 10/1000", "a number from -999"),
        ("Ni2/-", "Nil/-", "two letters"),
        ("Ni2/-", "Ni26/-", "only 25"),
        ("Ni2/-", "Ni1/-", "is written"),
        ("Ni2/-", "Ni,Ni/-", "named once"),
        ("Ni2/-", "Fu/-", "no player owns"),
        ("lot Ni,Fu", "lot Ra,Ni", "no Ra among them"),
        ("lot Ni,Fu", "lot Ni9", "at most 8"),
        ("gone -", "gone Ni23", "only 25 tiles of Ni"),
        ("gone -", "gone Ra", "at most 6 Ra tiles are gone"),
        ("turn 1 act", "turn 3 act", "a position ends"),
        ("turn 1 act", "turn 1 rest", "a position ends"),
        ("turn 1 act", "over", "the third epoch"),
        ("turn 1 act", "turn 2 again", "another god"),
        ("turn 1 act", "turn 1 called/4/4", "a position ends"),
        ("turn 1 act", "turn 1 called/5", "a usable sun of the player"),
        ("turn 1 act", "turn 1 called/0", "from 1 to 9"),
        ("turn 1 act", "turn 1 discard/1/2/0", "has a choice what to keep"),
        (" act", " act ", "a position ends"),
        ("epoch 1", "epoch  1", "reads like"),
    ] {
        let bad = good.replacen(from, to, 1);
        let error = Ra::default().read_sound(&bad).expect_err(&bad);
        assert!(error.contains(reason), "{bad}: {error}");
    }
    for (bad, reason) in [
        (
            "ra 0 centre 1 suns 2,5,6,9/3,4,7,8 spent -/- points 10/10 own -/- lot Ni gone - turn 1 forced",
            "forced by",
        ),
        (
            "ra 1 centre 1 suns 2,5,6,9/3,4,7,8 spent -/- points 10/10 own -/- lot Ni8 gone - turn 1 called",
            "forced by",
        ),
        (
            "ra 1 centre 1 suns 2,5,6,9/3,4,7,8 spent -/- points 10/10 own -/- lot Ni8 gone - turn 1 draw",
            "is full",
        ),
        (
            "ra 1 centre 1 suns 5/8 spent 2,6,9/3,4,7 points 10/10 own -/- lot Ni gone - turn 1 forced/8",
            "has a choice",
        ),
        (
            "ra 1 centre 1 suns 5/8 spent 2,6,9/3,4,7 points 10/10 own -/- lot Ni gone - turn 1 called/-",
            "has a choice",
        ),
    ] {
        let error = Ra::default().read_sound(&format!("epoch 1 {bad}")).expect_err(bad);
        assert!(error.contains(reason), "{bad}: {error}");
    }
}

/// All of these could be played on from, but no game leads to them.
#[test]
fn positions_that_no_game_comes_to_are_refused() {
    let good = "epoch 1 ra 2 centre 4 suns 2,5,9/3,7,8 spent 1/6 points 10/10 own Ni2,Fl/Go lot Ph,Fu gone - turn 1 act";
    assert_eq!(Ra::default().parse_position(good).expect("a position").position(), good);
    for (from, to, reason) in [
        ("points 10/10", "points 11/10", "from 10 to 10 points"),
        (
            "centre 4 suns 2,5,9/3,7,8 spent 1/6",
            "centre 1 suns 2,5,6,9/3,4,7,8 spent -/-",
            "spent suns can have won",
        ),
        (
            "centre 4 suns 2,5,9/3,7,8 spent 1/6",
            "centre 4 suns 2,5,7/3,8,9 spent 1/6",
            "usable suns are of 2, 5, 6, 9",
        ),
        ("own Ni2,Fl/Go", "own Ni9/Go", "more tiles than 1 spent suns"),
        ("lot Ph,Fu gone - turn 1 act", "lot Ph gone Fu turn 1 again", "another god"),
        (
            "own Ni2,Fl/Go lot Ph,Fu gone - turn 1 act",
            "own Ar,Re,Wr/- lot - gone - turn 1 discard/1/1/0",
            "costs at most two",
        ),
    ] {
        let bad = good.replacen(from, to, 1);
        assert_ne!(bad, good, "{from}");
        let error = Ra::default().parse_position(&bad).expect_err(&bad);
        assert!(error.contains(reason), "{bad}: {error}");
    }
    for (bad, reason) in [
        (
            "epoch 1 ra 0 centre 1 suns 2,5,6,9/3,4,7,8 spent -/- points 10/10 own -/- lot - gone - turn 2 act",
            "begins",
        ),
        (
            "epoch 1 ra 0 centre 1 suns 2,5,6,9/3,4,7,8 spent -/- points 10/10 own -/- lot Ni gone - turn 1 act",
            "begins",
        ),
        (
            "epoch 2 ra 0 centre 1 suns 2,5,6,9/3,4,7,8 spent -/- points 10/200 own -/- lot - gone - turn 1 act",
            "points",
        ),
        (
            "epoch 2 ra 0 centre 1 suns 2,5,6,9/3,4,7,8 spent -/- points -1/10 own -/- lot - gone - turn 1 act",
            "points",
        ),
        (
            "epoch 2 ra 0 centre 1 suns 2,5,6,9/3,4,7,8 spent -/- points 9/10 own -/Au lot - gone - turn 1 act",
            "tiles",
        ),
    ] {
        let error = Ra::default().parse_position(bad).expect_err(bad);
        assert!(error.contains(reason), "{bad}: {error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// A position with an error is rejected, or printed again unchanged and played on from.
    #[test]
    fn whatever_is_read_is_written_back(
        seed: u64, steps in 0..300_usize, place: prop::sample::Index, length in 0..3_usize,
        with in "[a-zA-Z0-9 ,/-]{0,3}"
    ) {
        let (mut state, mut rng) = (Ra::default(), Rng::new(seed));
        for _ in 0..steps {
            match state.turn() {
                Turn::Over => break,
                Turn::Chance => state.apply(state.sample(&mut rng)),
                _ => state.apply(state.random_action(&mut vec![], &mut rng)),
            }
        }
        let mut text = state.position();
        let from = place.index(text.len());
        text.replace_range(from..(from + length).min(text.len()), &with);
        if let Some(action) = state.parse_action(&text) {
            prop_assert_eq!(state.action_name(action), &text[..]);
        }
        if let Ok(mut read) = state.parse_position(&text) {
            prop_assert_eq!(read.position(), text);
            while read.turn() != Turn::Over {
                let action = match read.turn() {
                    Turn::Chance => read.sample(&mut rng),
                    _ => read.random_action(&mut vec![], &mut rng),
                };
                read.apply(action);
            }
        }
    }

    #[test]
    fn noise_is_refused(text in "\\PC{0,40}|epoch [0-9] ra [0-9] .{0,40}") {
        prop_assert!(Ra::default().parse_position(&text).is_err());
        prop_assert_eq!(after(&Ra::default(), "nine-to-1").parse_action(&text), None);
    }
}

#[test]
fn a_picture_shows_tracks_suns_and_tiles() {
    let state = table(2, "2,9/4,7 spent 5,6/3,8", "Go,Ni2/Ph", "Ni,Fu", "turn 1 act");
    let (card, token) = (
        |text: &str| Item::new(Thing::Card(text.into())),
        |text: &str| Item::new(Thing::Token(text.into())),
    );
    let mine = |place: &str, name: &str, item: Item| item.of(A).named(format!("{place}.{name}"));
    let expected = Scene::default()
        .label("Epoch 1: turn of Player 1")
        .row("Ra track", ["Ra", "Ra", ".", ".", ".", "."].map(token).into())
        .row("Centre", vec![token("1")])
        .row(
            "Auction track",
            vec![
                Item { last: true, ..card("nile").named("lot.nile") },
                card("funeral").named("lot.funeral"),
            ],
        )
        .row(
            "Player 2: 10 points, suns",
            ["4", "7", "(3)", "(8)"].map(|text| token(text).of(B)).into(),
        )
        .row("Tiles", vec![card("pharaoh").of(B)])
        .row(
            "Player 1: 10 points, suns",
            vec![
                mine("suns", "2", token("2")),
                mine("suns", "9", token("9")),
                token("(5)").of(A),
                token("(6)").of(A),
            ],
        )
        .row(
            "Tiles",
            vec![mine("tiles", "god", card("god")), mine("tiles", "nile", card("nile 2"))],
        );
    assert_eq!(Ra::picture(&state, A, Some(Action::Tile(Kind::Nile))), expected);
    let gesture = |action| Ra::gesture(&state, A, action);
    assert_eq!(gesture(Action::Take(Kind::Nile)), Gesture::path(["lot.nile"]));
    assert_eq!(gesture(Action::Draw), Gesture::button("Draw a tile"));
}

#[test]
fn rules_can_be_followed() {
    sortilege::testing::handbook(&super::Ra::default(), super::RULES);
}

/// The description of a move includes its automatic consequences, so that the log is complete.
#[test]
fn the_log_tells_of_lots_disasters_and_epochs() {
    let words = |state: &Ra, name: &str| state.action_words(state.parse_action(name).expect(name));
    let auction =
        after(&table(2, "2,9/4,7 spent 5,6/3,8", "Ph3,Ni2/Ph", "Ni,Fu", "turn 1 act"), "invoke");
    assert_eq!(words(&auction, "pass"), "pass");
    let bid = after(&auction, "bid-4");
    assert_eq!(
        words(&bid, "pass"),
        "pass; Player 2 wins nile, funeral with the sun 4, and disasters take pharaoh"
    );
    let won = "bid-9; Player 1 wins nile, funeral with the sun 9, and disasters take pharaoh 2";
    assert_eq!(words(&bid, "bid-9"), won);
    let last = after(&table(5, "2,9/4,7 spent 5,6/3,8", "Ph/-", "Ni", "turn 1 act"), "draw");
    let end = last.action_words(Action::Tile(Kind::Ra));
    assert_eq!(end, "a tile: ra; epoch 1 ends: Player 1 has 10 points, Player 2 has 3 points");
}
