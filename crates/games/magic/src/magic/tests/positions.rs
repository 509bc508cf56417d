//! Positions and deck lists that are rejected, and those that are accepted.

use super::*;

/// The reachability checks never reject a position of a game.
#[test]
fn random_games_come_to_positions_that_can_be() {
    for (number, options) in
        (0..200).flat_map(|number| variants().into_iter().map(move |one| (number, one)))
    {
        let (mut state, mut rng) = (with(options), Rng::new(number));
        while state.turn() != Turn::Over {
            state.apply(step(&state, &mut rng));
            assert_eq!(state.check_course(), Ok(()), "{}", state.position());
        }
    }
}

/// Positions with an error are rejected with a reason, or printed again unchanged and played on
/// from.
#[test]
fn slips_are_refused_or_played_on_from() {
    let (mut rng, mut read) = (Rng::new(9), 0);
    let letters: Vec<char> = "0123456789L+*/()~><@:|- abdeimn".chars().collect();
    for options in variants() {
        let start = with(options);
        let mut state = start.clone();
        while state.turn() != Turn::Over {
            for _ in 0..4 {
                let mut text: Vec<char> = state.position().chars().collect();
                let from = rng.below(text.len());
                let to = text.len().min(from + rng.below(3));
                let with: Vec<char> = (0..rng.below(3)).map(|_| rng.pick(&letters)).collect();
                text.splice(from..to, with);
                let text: String = text.into_iter().collect();
                match start.parse_position(&text) {
                    Err(error) => assert!(!error.is_empty() && !error.contains('\n'), "{error}"),
                    Ok(mut other) => {
                        assert_eq!(other.position(), text);
                        read += 1;
                        for _ in 0..20 {
                            match other.turn() {
                                Turn::Over => break,
                                Turn::Chance => other.apply(other.sample(&mut rng)),
                                _ => other.apply(other.random_action(&mut vec![], &mut rng)),
                            }
                        }
                    }
                }
            }
            state.apply(step(&state, &mut rng));
        }
    }
    assert!(read > 50, "only {read} slips made other positions");
}

#[test]
fn deck_lists_are_strict() {
    let deck = Deck::default();
    assert_eq!(deck.size(), 40);
    let text = "17*L+2*6/6(7)+6/4(6)+5/5(6)+5/3(5)+2*4/4(5)+4/2(4)+3/5(5)+2*3/3(4)+2*3/2(3)+2/4(4)+2*2/3(3)+4*2/2(2)\
                +1/3(2)+2*1/1(1)";
    assert_eq!(deck.to_string(), text);
    assert_eq!(text.parse(), Ok(deck));
    assert_eq!(
        "2*1/1(1)+L".parse::<Deck>().map(|deck| deck.to_string()),
        Ok("L+2*1/1(1)".to_string())
    );
    for (wrong, why) in [
        ("", "is no card"),
        ("3*L+L", "named twice"),
        ("2/2(2)+2/2(2)", "named twice"),
        ("0*2/2(2)", "from 1 to 15"),
        ("+2*2/2(2)", "is no card"),
        ("2x2/2(2)", "is no card"),
        ("x*L", "lacks a number"),
        ("2/0(2)", "is no card"),
        ("2/2(0)", "is no card"),
        ("02*L", "lacks a number"),
        ("61*L", "at most 60"),
        ("0*L", "at least one"),
        ("15*2/2(2)+10*3/3(3)", "24 in all"),
    ] {
        let error = wrong.parse::<Deck>().expect_err(wrong);
        assert!(error.contains(why), "{wrong}: {error}");
    }
    let settings = |life, hand| Magic::new(&Settings { life, hand, ..Settings::default() });
    assert!(settings(0, 7).expect_err("no life").contains("1 to 999"));
    assert!(settings(20, 41).expect_err("no cards").contains("not as many"));
}

#[test]
fn positions_that_cannot_be() {
    let refused = |text: String, why: &str| {
        let error = studio().read_sound(&text).expect_err(&text);
        assert!(error.contains(why), "{text}: {error}");
    };
    let (own, none) = (board(20, "4/4(5)"), board(20, "-"));
    refused(format!("turn 0 draw | {none} | {none}"), "from 1 to");
    refused(format!("turn 3 sleep | {none} | {none}"), "is no phase");
    refused(format!("turn 3 attack | {none} | {none}"), "asked one after another");
    refused(format!("turn 3 attack | {} | {none}", board(20, "4/4(5)~")), "untap");
    refused(format!("turn 3 draw | {} | {none}", board(20, "4/4(5)>")), "only in combat");
    refused(format!("turn 3 block | {own} | {own}"), "which attacker");
    refused(format!("turn 3 main | {own} | {none}"), "has cards");
    refused(format!("turn 3 draw | {} | {none}", board(21, "-")), "at most 20");
    refused(format!("turn 3 draw | {} | {none}", board(0, "-")), "life left");
    refused(format!("turn 3 draw | {none} | {}", board(0, "-")), "is over");
    refused(format!("turn 3 over | {none} | {none}"), "a game ends");
    refused(format!("turn 3 draw | {} | {none}", board(20, "2/2(2)+4/4(5)")), "strongest");
    refused(format!("turn 3 draw | {} | {none}", board(20, "9/9(9)")), "not in the deck");
    refused(format!("turn 3 draw | {} | {none}", board(20, "4/4(5)+4/4(5)+4/4(5)")), "more cards");
    refused(format!("turn 3 draw | {none}"), "both players");
    refused("turn 3 draw | life 20 | life 20".to_string(), "no player");
    refused(format!("turn 3 deal | {own} | {none}"), "before the first turn");
}

/// All of these could be played on from, but no game leads to them.
#[test]
fn positions_that_no_game_comes_to() {
    let documented = "turn 7 block | life 20 lands 3 hand 3*L+2*6/6(7)+1/1(1) play 2/2(2)> dead - | \
                      life 18 lands 3 hand 4*L+6/6(7) play 1/1(1)+1/1(1)~ dead -";
    let start = Magic::default();
    assert_eq!(
        start.parse_position(documented).expect("the documented position").position(),
        documented
    );
    for (from, to, why) in [
        ("turn 7", "turn 9", "has drawn 11 cards, and 10 are"),
        ("hand 3*L+", "hand 2*L+", "has drawn 10 cards, and 9 are"),
        ("hand 4*L+", "hand 5*L+", "has drawn 10 cards, and 11 are"),
        ("lands 3 hand 3*L", "lands 4 hand 2*L", "has played 4 lands in 3 turns"),
        (
            "+2*6/6(7)+1/1(1) play 2/2(2)>",
            "+6/6(7)+1/1(1) play 6/6(7)>+2/2(2)>",
            "3 lands in 3 turns pay for 6",
        ),
        (
            "life 20",
            "life 13",
            "has lost 7 life, and all creatures of the other deal 2 in each of 2 attacks",
        ),
        ("life 18", "life 15", "has lost 5 life"),
    ] {
        let bad = documented.replacen(from, to, 1);
        let error = start.parse_position(&bad).expect_err(&bad);
        assert!(error.contains(why), "{bad}: {error}");
    }
    for (bad, why) in [
        (
            "turn 1 attack | life 20 lands 0 hand 6*L play 1/1(1) dead - | life 20 lands 0 hand 7*L play - dead -",
            "creatures",
        ),
        (
            "turn 3 draw | life 20 lands 1 hand 5*L play - dead 1/1(1) | life 20 lands 1 hand 7*L play - dead -",
            "never had any",
        ),
        (
            "turn 3 draw | life 20 lands 1 hand 6*L play - dead - | life 19 lands 1 hand 7*L play - dead -",
            "has lost 1 life",
        ),
    ] {
        let error = start.parse_position(bad).expect_err(bad);
        assert!(error.contains(why), "{bad}: {error}");
    }
}
