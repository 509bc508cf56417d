//! Whole games: a golden one, the contract, beliefs, and invariants.

use super::*;

/// A game on a small deck from start to end.
#[test]
fn golden_playthrough() {
    let deck: Deck = "3*L+3*2/2(1)".parse().expect("a deck");
    let start =
        Magic::new(&Settings { deck, life: 4, hand: 2, ..Settings::default() }).expect("settings");
    let untouched = "life 4 lands 0 hand - play - dead -";
    assert_eq!(start.position(), format!("turn 1 deal | {untouched} | {untouched}"));
    assert_eq!(possible(&start).len(), 2);
    let state = after(&start, "draw-L draw-2/2(1) draw-L draw-L");
    assert_eq!(
        (state.turn(), state.turn_number()),
        (Turn::Player(Player(0)), 1),
        "no card in the first turn"
    );
    assert_eq!(names(&state), ["pass", "play-L", "play-L+2/2(1)"]);
    assert_eq!(state.view(Player(0)).held, 2);
    let draw = Action::Draw(Card::LAND);
    let drawing = after(&state, "play-L+2/2(1)");
    assert_eq!(drawing.seen(draw, Player(1)), Some(Seen::Drawn(Card::LAND)));
    assert_eq!(drawing.seen(draw, Player(0)), Some(Seen::Drew));
    let state = after(&drawing, "draw-2/2(1) play-L draw-2/2(1) attack-1");
    assert_eq!((state.life(Player(1)), state.turn_number()), (2, 3), "no creature could block");
    let state = after(&state, "play-2/2(1) draw-2/2(1) play-L+2*2/2(1) draw-L attack-1+2");
    assert_eq!(
        state.position(),
        "turn 5 block | life 4 lands 1 hand L play 2/2(1)>+2/2(1)> dead - | \
         life 2 lands 2 hand - play 2/2(1)+2/2(1) dead -"
    );
    let state = after(&state, "block-1>1");
    assert_eq!(state.turn(), Turn::Over);
    assert_eq!([0, 1].map(|who| state.payoff(Player(who))), [1.0, -1.0]);
    assert_eq!(
        state.position(),
        "turn 5 over | life 4 lands 1 hand L play 2/2(1)~ dead 2/2(1) | life 0 lands 2 hand - play 2/2(1) dead 2/2(1)"
    );
}

/// A player who cannot draw loses: if no card is ever played, player 2 on turn 68.
#[test]
fn decks_run_out() {
    let mut rng = Rng::new(4);
    let mut state = Magic::default();
    while state.turn() != Turn::Over {
        let action = match state.turn() {
            Turn::Chance => state.sample(&mut rng),
            _ => state.parse_action("pass").expect("nothing need be played"),
        };
        state.apply(action);
    }
    assert_eq!((state.turn_number(), state.payoff(Player(1))), (68, -1.0));
}

#[test]
fn contract() {
    for options in variants() {
        let start = with(options);
        Contract::new(&start).games(2).longest(2000).rules();
        Contract::new(&start).games(4).chance().outcomes();
        Contract::new(&start)
            .games(10)
            .hidden()
            .twins()
            .notation()
            .picture()
            .evaluation(&mut Strength)
            .key();
    }
}

/// On a small deck histories repeat, so that equal observations occur.
#[test]
fn contract_of_observations() {
    for options in variants() {
        let deck: Deck = "4*L+2*2/2(1)+1/1(1)+3/3(2)".parse().expect("a deck");
        let start = Magic::new(&Settings { deck, life: 3, hand: 2, first_draw: true, options });
        Contract::new(&start.expect("valid settings")).games(400).observed().recall();
    }
}

/// Every view that a game with six cards can lead to.
#[test]
fn beliefs_are_those_of_chance() {
    let deck: Deck = "L+1/1(1)+2/1(1)".parse().expect("a deck");
    let settings = Settings { deck, life: 2, hand: 1, ..Settings::default() };
    let start = Magic::new(&settings).expect("valid settings");
    let compared = beliefs::test(&start, Promise::Chance, |state, _| state.clone());
    assert!(compared >= 20, "{compared}");
}

/// The opponent's hand is dealt from the unseen cards: three lands to one creature.
#[test]
fn worlds_are_drawn_in_proportion() {
    let deck: Deck = "4*L+2*2/2(1)".parse().expect("a deck");
    let start =
        Magic::new(&Settings { deck, hand: 2, ..Settings::default() }).expect("valid settings");
    let state = after(&start, "draw-L draw-L draw-L draw-2/2(1) play-L draw-L play-L+2/2(1)");
    let (view, mut rng, mut lands) = (state.view(Player(0)), Rng::new(5), 0);
    for _ in 0..4000 {
        lands += u64::from(Magic::determinize(&view, &mut rng).sides[1].hand.lands);
    }
    odds::fit(&[lands, 4000 - lands], &[0.75, 0.25]).expect("three to one");
}

/// Cards are neither lost nor made, creatures stand in order, and the game ends in time.
#[test]
fn invariants_of_random_games() {
    let mut rng = Rng::new(6);
    for game in 0..200 {
        let mut state = with(variants()[game % 7]);
        while state.turn() != Turn::Over {
            for (seat, side) in state.sides.iter().enumerate() {
                let cards = side.hand.with(side.deck).with(side.in_play()).with(state.dead(seat));
                assert_eq!(cards, state.table.list);
                assert!(side.creatures().is_sorted() && side.life > 0);
                assert!(side.places[usize::from(side.len)..].iter().all(|&place| place == 0));
                assert_eq!(side.tapped & !side.all(), 0);
                assert!(u16::from(side.lands) <= state.turn.div_ceil(2));
            }
            let action = match state.turn() {
                Turn::Chance => state.sample(&mut rng),
                _ => state.random_action(&mut vec![], &mut rng),
            };
            state.apply(action);
        }
        assert!(state.turn <= 68);
        assert_eq!(worth(Strength, &state, Player(0)), state.payoff(Player(0)));
    }
}

/// Rules decide by the information of the player on turn: the decision is the same for different
/// hands of the opponent.
#[test]
fn rules_do_not_peek() {
    let players = [RulePlayer::default(), printed(), RulePlayer::REDUCED, RulePlayer::RANDOM];
    let mut different = 0;
    for (game, options) in variants().into_iter().cycle().take(14).enumerate() {
        let (mut state, mut rng) = (with(options), Rng::new(game as u64));
        while state.turn() != Turn::Over {
            if let Turn::Player(who) = state.turn() {
                let twin = Magic::determinize(&state.view(who), &mut rng);
                different += usize::from(twin != state);
                for mut player in players {
                    let seed = rng.bits();
                    let [here, there] = [&state, &twin]
                        .map(|one| player.action(one, &mut vec![], &mut Rng::new(seed)));
                    assert_eq!(here, there, "{player:?} in {}", state.position());
                    assert!(
                        state.allows(here),
                        "{player:?} plays {here:?} in {}",
                        state.position()
                    );
                }
            }
            state.apply(step(&state, &mut rng));
        }
    }
    assert!(different > 300, "only {different} twins differ");
}
