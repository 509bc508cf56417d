use super::*;
use crate::census::worlds_are_uniform;
use crate::spelling::{after, parsers_survive, slips_are_refused_or_printed_again};
use sortilege::game::{Hidden, Notation, Picture};
use sortilege::scene::Gesture;
use sortilege::testing::{Contract, odds};
use std::collections::{BTreeMap, HashSet};

/// The legal plays do not depend on the player on turn, so hands are tested in isolation.
fn plays(hand: Hand, last: Option<Group>, moves: Moves) -> Vec<Action> {
    let mut list = vec![];
    moves::list_plays(hand, last, moves, &mut list);
    list
}

fn hand(text: &str) -> Hand {
    Hand::parse(text).unwrap_or_else(|| panic!("{text} is not a hand"))
}

fn random_hand(size: u32, rng: &mut Rng) -> Hand {
    Hand::DECK.split(size, rng)[0]
}

fn category(group: Group) -> &'static str {
    match (group.shape(), group.length()) {
        (Shape::Solo, 1) => "solo",
        (Shape::Solo, _) => "solo run",
        (Shape::Pair, 1) => "pair",
        (Shape::Pair, _) => "pair run",
        (Shape::Trio, 1) => "trio",
        (Shape::Trio, _) => "trio run",
        (Shape::TrioSolos, 1) => "trio+solo",
        (Shape::TrioSolos, _) => "trio run+solos",
        (Shape::TrioPairs, 1) => "trio+pair",
        (Shape::TrioPairs, _) => "trio run+pairs",
        (Shape::QuadSolos, _) => "quadplex solos",
        (Shape::QuadPairs, _) => "quadplex pairs",
        (Shape::Bomb, _) => "bomb",
        (Shape::Nuke, _) => "nuke",
    }
}

fn by_category(plays: &[Action]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for play in plays {
        *counts.entry(category(play.group().expect("a play"))).or_default() += 1;
    }
    counts
}

/// `solo 5, solo run 1` as a map.
fn counts(text: &'static str) -> BTreeMap<&'static str, usize> {
    let part = |part: &'static str| part.rsplit_once(' ').expect("a name and a number");
    text.split(", ")
        .map(part)
        .map(|(name, count)| (name, count.parse().expect("a number")))
        .collect()
}

#[test]
fn leading_plays() {
    for (cards, total, categories) in [
        ("34567", 6, "solo 5, solo run 1"),
        ("33445566", 11, "solo 4, pair 4, pair run 3"),
        ("333444BR", 18, "solo 4, pair 2, trio 2, trio+solo 6, trio+pair 2, trio run 1, nuke 1"),
        (
            "33334455",
            15,
            "solo 3, pair 3, trio 1, trio+solo 2, trio+pair 2, bomb 1, quadplex solos 1, quadplex pairs 1, \
             pair run 1",
        ),
        ("32222BR", 13, "solo 4, pair 1, trio 1, trio+solo 3, bomb 1, quadplex solos 2, nuke 1"),
        (
            "3334445566",
            28,
            "solo 4, pair 4, trio 2, trio+solo 6, trio+pair 6, pair run 3, trio run 1, trio run+solos 1, \
             trio run+pairs 1",
        ),
        (
            "KKKAAA22BR",
            26,
            "solo 5, pair 3, trio 2, trio+solo 8, trio+pair 4, trio run 1, trio run+solos 2, nuke 1",
        ),
        (
            "QQQKKKAAA222",
            44,
            "solo 4, pair 4, trio 4, trio+solo 12, trio+pair 12, pair run 1, trio run 3, trio run+solos 2, \
             trio run+pairs 2",
        ),
        (
            "333444555666",
            51,
            "solo 4, pair 4, trio 4, trio+solo 12, trio+pair 12, pair run 3, trio run 6, trio run+solos 3, \
             trio run+pairs 3",
        ),
        (
            "33344556789TJQKA2",
            68,
            "solo 13, pair 3, trio 1, trio+solo 12, trio+pair 2, solo run 36, pair run 1",
        ),
        ("345678899TJJQKA2R", 53, "solo 14, pair 3, solo run 36"),
        ("3344556677889TJQKA2B", 66, "solo 14, pair 6, solo run 36, pair run 10"),
        (
            "333444555666777789TJ",
            311,
            "solo 9, pair 5, trio 5, trio+solo 40, trio+pair 20, bomb 1, quadplex solos 28, \
             quadplex pairs 6, solo run 15, pair run 6, trio run 10, trio run+solos 154, trio run+pairs 12",
        ),
    ] {
        let plays = plays(hand(cards), None, Moves::Whole);
        assert_eq!((plays.len(), by_category(&plays)), (total, counts(categories)), "{cards}");
    }
}

#[test]
fn bases_and_kickers() {
    for (cards, bases, needy, kickers) in
        [("3334445566", 20, 6, 14), ("333444555666777789TJ", 76, 25, 260)]
    {
        let hand = hand(cards);
        let list = plays(hand, None, Moves::TwoSteps);
        let groups = list.iter().map(|play| play.group().expect("a group"));
        let groups: Vec<Group> = groups.filter(|group| group.shape().kicker_copies() > 0).collect();
        let mut sets = vec![];
        groups.iter().for_each(|&group| moves::list_kickers(hand, group, &mut sets));
        assert_eq!((list.len(), groups.len(), sets.len()), (bases, needy, kickers), "{cards}");
    }
}

#[test]
fn following_plays() {
    for (cards, last, right) in [
        ("3456789T", "34567", "45678 56789 6789T"),
        ("5556667789", "333444", "555666"),
        ("444455BR", "3334", "4445 444B 444R 4444 BR"),
        ("5557779R", "4446", "5557 5559 555R 5777 7779 777R"),
        ("77778899", "666699JJ", "77778899 7777"),
        ("7777889QQ", "5555", "7777"),
        ("4556789TT2222", "3", "4 5 6 7 8 9 T 2 2222"),
        ("3333444455556666777", "BR", ""),
        ("32222BR", "33334455", "2222 BR"),
        // A bomb is beaten by higher ones, and by the nuke.
        ("333355556666BR", "4444", "5555 6666 BR"),
        // Kickers are of the same kind, and do not count.
        ("444555", "33322", "44455 44555"),
        ("4445", "333R", "4445"),
        ("44455566", "3334", "4445 4446 4555 5556"),
        // The same length.
        ("333444555666", "333444555", "444555666"),
        ("445566778899", "334455", "445566 556677 667788 778899"),
        ("9TJQKA2", "89TJQ", "9TJQK TJQKA"),
        ("2BR", "A", "2 B R BR"),
        ("2BR", "B", "R BR"),
        ("222", "AA", "22"),
    ] {
        let (cards, last) = (hand(cards), notation::read_play(hand(last)).expect("a play").0);
        let found: HashSet<String> =
            plays(cards, Some(last), Moves::Whole).iter().map(Action::to_string).collect();
        let right = right.split_whitespace().chain(["pass"]).map(str::to_string).collect();
        assert_eq!(found, right, "{cards} on {last:?}");
    }
}

#[test]
fn what_is_not_a_play() {
    let cards = "AA22 JQKA2 TJQKA2 2BR 333BR 33344455 333344 333444BR 3334445 34 3344 KKAA22 AAA222 33BR 345 \
                 33334 3456 333444555666777 33334445566";
    for cards in cards.split_whitespace() {
        // Five trios are a run, but no hand has kickers for six.
        let right = (cards == "333444555666777").then_some("trio run");
        assert_eq!(
            notation::read_play(hand(cards)).map(|(group, _)| category(group)),
            right,
            "{cards}"
        );
    }
    let four = notation::read_play(hand("3333")).expect("a play").0;
    assert_eq!(four.shape(), Shape::Bomb);
}

#[test]
fn all_plays() {
    let all = plays(Hand::DECK, None, Moves::Whole);
    let right = "solo 15, solo run 36, pair 13, pair run 52, trio 13, trio run 45, trio+solo 182, trio+pair 156, \
                 trio run+solos 7161, trio run+pairs 2939, quadplex solos 1170, quadplex pairs 858, bomb 13, \
                 nuke 1";
    assert_eq!((all.len(), by_category(&all)), (12_654, counts(right)));
    let mut lengths: BTreeMap<(usize, u32), usize> = BTreeMap::new();
    for group in all.iter().filter_map(|play| play.group()).filter(|group| group.length() > 1) {
        *lengths.entry((group.shape() as usize, group.length())).or_default() += 1;
    }
    let of =
        |shape| lengths.iter().filter(move |((s, _), _)| *s == shape as usize).map(|(_, &n)| n);
    assert_eq!(of(Shape::TrioSolos).collect::<Vec<_>>(), [847, 2100, 2646, 1568]);
    assert_eq!(of(Shape::TrioPairs).collect::<Vec<_>>(), [605, 1200, 1134]);
    // All plays have different cards, and no play has more cards than a hand.
    let cards: HashSet<String> = all.iter().map(Action::to_string).collect();
    assert_eq!(cards.len(), 12_654);
    assert_eq!(cards.iter().map(String::len).max(), Some(20));
    let bases = plays(Hand::DECK, None, Moves::TwoSteps);
    let needy =
        |play: &&Action| play.group().is_some_and(|group| group.shape().kicker_copies() > 0);
    assert_eq!((bases.len(), bases.iter().filter(needy).count()), (308, 26 + 38 + 30 + 26));
}

/// Both kinds of moves lead to the same plays, and the plays are exactly those whose cards are in
/// the hand.
#[test]
fn two_steps_make_whole_moves() {
    let mut rng = Rng::new(1);
    let all = plays(Hand::DECK, None, Moves::Whole);
    let cards = |play: &Action| match play.what() {
        What::Play(group, kickers) => group.cards().plus(kickers),
        what => panic!("{what:?} is not a play"),
    };
    let all: Vec<(Action, Hand)> = all.iter().map(|play| (*play, cards(play))).collect();
    for round in 0..300 {
        let hand = random_hand(1 + round % 20, &mut rng);
        let whole: HashSet<Action> = plays(hand, None, Moves::Whole).into_iter().collect();
        let held = all.iter().filter(|(_, cards)| hand.contains(*cards)).map(|(play, _)| *play);
        assert_eq!(whole, held.collect(), "{hand}");
        let mut joined = HashSet::new();
        for group in plays(hand, None, Moves::TwoSteps).iter().filter_map(|play| play.group()) {
            let mut sets = vec![Action::PASS];
            if group.shape().kicker_copies() > 0 {
                sets.clear();
                moves::list_kickers(hand, group, &mut sets);
                assert!(!sets.is_empty(), "{group:?} has no kickers in {hand}");
            }
            joined.extend(sets.iter().map(|set| Action::play(group, set.kicker_ranks())));
        }
        assert_eq!(whole, joined, "{hand}");
    }
}

/// The rules for following, checked for pairs of plays: the same category, length and kickers and a
/// higher rank; a bomb on anything but a bomb or the nuke; the nuke.
#[test]
fn a_play_is_beaten_by_its_like_bombs_and_the_nuke() {
    let mut rng = Rng::new(2);
    for _ in 0..300 {
        let n = 1 + rng.below(20) as u32;
        let hand = random_hand(n, &mut rng);
        let leads = plays(hand, None, Moves::Whole);
        let other = random_hand(17, &mut rng);
        let last = rng.pick(&plays(other, None, Moves::Whole)).group().expect("a play");
        let beats = |group: Group| match group.shape() {
            Shape::Nuke => last.shape() != Shape::Nuke,
            Shape::Bomb if last.shape() != Shape::Bomb => last.shape() != Shape::Nuke,
            shape => {
                (shape, group.length()) == (last.shape(), last.length()) && group.low() > last.low()
            }
        };
        let right: HashSet<Action> = leads
            .into_iter()
            .filter(|play| play.group().is_some_and(beats))
            .chain([Action::PASS])
            .collect();
        let found: HashSet<Action> = plays(hand, Some(last), Moves::Whole).into_iter().collect();
        assert_eq!(found, right, "{hand} on {last:?}");
    }
}

/// IS §VII-A3: "around 40" leading plays. Averages and medians of 17 and 20 cards.
#[test]
fn typical_numbers_of_leading_plays() {
    let mut rng = Rng::new(3);
    for (size, mean, median) in [(17, 44.0, 38), (20, 78.3, 67)] {
        let mut numbers: Vec<usize> = (0..20_000)
            .map(|_| plays(random_hand(size, &mut rng), None, Moves::Whole).len())
            .collect();
        numbers.sort_unstable();
        let found = numbers.iter().sum::<usize>() as f64 / numbers.len() as f64;
        assert!((found / mean - 1.0).abs() < 0.01, "{found} on average for {size} cards");
        assert!(
            numbers[10_000].abs_diff(median) <= 1,
            "{} in the middle for {size} cards",
            numbers[10_000]
        );
    }
}

/// IS Table II, within 1 %.
#[test]
fn table_two() {
    let LeadingPlays { dealt, drawn, unique: [a, b, c] } = LeadingPlays::count(3000);
    for (ours, paper) in
        [dealt, drawn, a, b, c].into_iter().zip([87.7, 87.8, 754.0, 1230.0, 1500.0])
    {
        assert!((ours / paper - 1.0).abs() < 0.01, "{ours} instead of {paper}");
    }
}

#[test]
fn keeps_the_contract() {
    for moves in [Moves::TwoSteps, Moves::Whole] {
        let start = DouDiZhu::new(moves);
        let contract = Contract::new(&start).games(12).longest(LONGEST);
        contract
            .rules()
            .chance()
            .hidden()
            .observed()
            .twins()
            .notation()
            .picture()
            .key()
            .evaluation(&mut CardsLeft);
    }
}

/// Played cards are a set: 3 and then 4, or 4 and then 3, with passes in between.
#[test]
fn views_forget() {
    let start = DouDiZhu::default().parse_position("3345/456/567 lead 1").expect("a position");
    Contract::new(&start).recall();
}

/// Hands with every kind of move, so that samples of all kinds are compared with the list.
#[test]
fn random_moves_of_rich_hands_are_uniform() {
    let mut rng = Rng::new(4);
    for cards in ["333444555666777789TJ", "33334444555566BR", "KKKAAA2222BR", "444555666778899TJBR"]
    {
        for (moves, last) in
            [(Moves::TwoSteps, None), (Moves::Whole, None), (Moves::Whole, Some("3337"))]
        {
            let (cards, last) =
                (hand(cards), last.map(|text| notation::read_play(hand(text)).expect("a play").0));
            let list = plays(cards, last, moves);
            assert_uniform(&list, || moves::random_play(cards, last, moves, &mut rng));
            for group in list.iter().filter_map(|play| play.group()) {
                let mut sets = vec![];
                if group.shape().kicker_copies() > 0 && moves == Moves::TwoSteps {
                    moves::list_kickers(cards, group, &mut sets);
                    assert_uniform(&sets, || moves::random_kickers(cards, group, &mut rng));
                }
            }
        }
    }
}

fn assert_uniform(list: &[Action], mut draw: impl FnMut() -> Action) {
    let places: std::collections::HashMap<Action, usize> =
        list.iter().enumerate().map(|(at, &action)| (action, at)).collect();
    let mut counts = vec![0; list.len()];
    (0..20 * list.len()).for_each(|_| counts[places[&draw()]] += 1);
    odds::fit(&counts, &vec![1.0 / list.len() as f64; list.len()]).expect("equal odds");
}

#[test]
fn random_games_keep_the_cards_and_end() {
    for seed in 0..400 {
        let mut rng = Rng::new(seed);
        let mut game = DouDiZhu::new(if seed % 2 == 0 { Moves::TwoSteps } else { Moves::Whole });
        game.apply(game.sample(&mut rng));
        assert_eq!(game.hands.map(Hand::len), SIZES);
        let (mut played, mut passes, mut steps, mut leader) = (Hand::EMPTY, 2, 1, 0);
        while let Turn::Player(Player(mover)) = game.turn() {
            let action = game.random_action(&mut vec![], &mut rng);
            assert!(action.what() != What::Pass || passes < 2, "a leader has passed");
            let before = game.hands[mover];
            game.apply(action);
            let cards = match action.what() {
                What::Pass => Hand::EMPTY,
                What::Play(group, kickers) => group.cards().plus(kickers),
                What::Kickers(cards) => cards,
                What::Deal(_) => panic!("a second deal"),
            };
            assert_eq!(game.hands[mover], before.minus(cards));
            played = played.plus(cards);
            let [a, b, c] = game.hands;
            assert_eq!(played.plus(a).plus(b).plus(c), Hand::DECK);
            (passes, leader) = if cards.is_empty() { (passes + 1, leader) } else { (0, mover) };
            if passes == 2 {
                assert_eq!((game.turn(), game.last()), (Turn::Player(Player(leader)), None));
            }
            steps += 1;
        }
        assert!(steps <= LONGEST, "{steps} actions");
        let winner = (0..3).find(|&who| game.hands[who].is_empty()).expect("a winner");
        let payoffs = [0, 1, 2].map(|who| game.payoff(Player(who)));
        assert_eq!(payoffs, if winner == 0 { [1.0, -1.0, -1.0] } else { [-1.0, 1.0, 1.0] });
    }
}

/// A deal that leaves the Landlord few cards after the first play.
const DEALT: &str = "33344455566678TJQKA2/3456777889999TTBR/8TJJJQQQKKKAAA222";

#[test]
fn a_golden_game() {
    let game = after(&DouDiZhu::default(), DEALT);
    assert_eq!(game.position(), format!("{DEALT} lead 1"));
    let game = after(&game, "333444555666+solos");
    assert_eq!(
        game.position(),
        "78TJQKA2/3456777889999TTBR/8TJJJQQQKKKAAA222 base 333444555666+solos by 1"
    );
    let game = after(&game, "+78TJ");
    assert_eq!(
        game.position(),
        "QKA2/3456777889999TTBR/8TJJJQQQKKKAAA222 last 33344455566678TJ by 1 turn 2"
    );
    let game = after(&game, "pass pass");
    assert_eq!(game.position(), "QKA2/3456777889999TTBR/8TJJJQQQKKKAAA222 lead 1");
    assert_eq!(game.last(), None);
    let game = after(&game, "Q pass K");
    assert_eq!(game.position(), "KA2/3456777889999TTBR/8TJJJQQQKKAAA222 last K by 3 turn 1");
    // A player who has passed may still play later.
    let game = after(&game, "pass 9999");
    assert_eq!(game.position(), "KA2/345677788TTBR/8TJJJQQQKKAAA222 last 9999 by 2 turn 3");
    assert_eq!(listed(&game), "pass");
    let game = after(&game, "pass pass 34567 pass pass");
    assert_eq!(game.position(), "KA2/7788TTBR/8TJJJQQQKKAAA222 lead 2");
    assert_eq!(listed(&game), "7 8 T B R 77 88 TT BR");
    let game = after(&game, "77 JJ pass");
    assert_eq!(game.position(), "KA2/88TTBR/8TJQQQKKAAA222 last JJ by 3 turn 2");
    assert_eq!(
        game.last(),
        Some((notation::read_play(hand("JJ")).expect("a pair").0, Hand::EMPTY, Player(2)))
    );
    assert_eq!(listed(&game), "pass BR");
    let game = after(&game, "BR");
    assert_eq!(listed(&game), "pass");
    let game = after(&game, "pass pass 88 pass pass TT");
    assert_eq!(game.position(), "KA2/-/8TJQQQKKAAA222 last TT by 2 over");
    assert_eq!(
        (game.turn(), [0, 1, 2].map(|who| game.payoff(Player(who)))),
        (Turn::Over, [-1.0, 1.0, 1.0])
    );
}

fn listed(game: &DouDiZhu) -> String {
    let mut list = vec![];
    game.actions(&mut list);
    list.iter().map(Action::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn whole_moves_lead_to_the_same_positions() {
    let game = after(
        &DouDiZhu::new(Moves::Whole),
        &format!("{DEALT} 33344455566678TJ pass pass Q pass K"),
    );
    assert_eq!(game.position(), "KA2/3456777889999TTBR/8TJJJQQQKKAAA222 last K by 3 turn 1");
}

#[test]
fn a_game_starts_with_given_hands() {
    let hands: Vec<Hand> = DEALT.split('/').map(hand).collect();
    let [a, b, c] = hands[..] else { panic!("three hands") };
    let game = DouDiZhu::dealt([a, b, c], Moves::TwoSteps).expect("a deal");
    assert_eq!(game, after(&DouDiZhu::default(), DEALT));
    assert_eq!(DouDiZhu::default().parse_position(&format!("{DEALT} lead 1")), Ok(game));
    assert!(DouDiZhu::dealt([b, a, c], Moves::TwoSteps).is_err());
    assert!(DouDiZhu::dealt([a, b, b], Moves::TwoSteps).is_err());
    assert_eq!(game.hand(Player(1)), b);
}

#[test]
fn bad_positions_are_refused() {
    let refused = |moves, text: &str| {
        let error = DouDiZhu::new(moves).parse_position(text).expect_err(text);
        assert!(!error.is_empty() && !error.contains('\n'), "{error:?}");
    };
    for text in [
        "",
        "deal ",
        "34/55/789T",
        "34/55 lead 1",
        "34/55/66/77 lead 1",
        "43/55/66 lead 1",
        "34/55/66 lead 0",
        "34/55/66 lead 4",
        "34/-/66 lead 1",
        "-/55/66 lead 2",
        "34/33/33 lead 1",
        "34/55/66 lead 1 ",
        "34/55/66  lead 1",
        "34/55/66 last 55 by 1 turn 1",
        "34/55/66 last 555 by 1 turn 2",
        "34/55/66 last 78 by 1 turn 2",
        "34/55/66 last 7 by 1 over",
        "-/55/66 last 7 by 2 over",
        "-/55/66 last 7 by 1 turn 2",
        "-/55/- last 7 by 1 over",
        "34/55/66 base 777 by 1",
        "34/55/66 base 777+pair by 1",
        "3/55/66 base 7777+solos by 1",
        "34/55/66 base 7778+solo by 1",
        "34/55/66 base 777+kicker by 1",
        // No player plays before the Landlord, and a player who leads has played.
        "33344455566678TJQKA2/3456777889999TTBR/8TJJJQQQKKKAAA22 lead 1",
        "33344455566678TJQKA2/3456777889999TTBR/8TJJJQQQKKKAAA222 lead 2",
        "33344455566678TJQKA/3456777889999TTBR/8TJJJQQQKKKAAA222 lead 2",
        "33344455566678TJQKA/3456777889999TTBR/8TJJJQQQKKKAAA222 last 22 by 1 turn 2",
        "33344455566678TJQKA/3456777889999TTBR/8TJJJQQQKKKAAA22 last 2 by 1 turn 2",
    ] {
        refused(Moves::TwoSteps, text);
    }
    refused(Moves::Whole, "34/55/66 base 777+solo by 1");
    assert!(DouDiZhu::default().parse_position("34/55/66 base 777+solo by 1").is_ok());
    let first = "33344455566678TJQKA/3456777889999TTBR/8TJJJQQQKKKAAA222 last 2 by 1 turn 3";
    assert!(DouDiZhu::default().parse_position(first).is_ok());
}

#[test]
fn any_text_is_survived() {
    let alike = "deal|pass|[3-9TJQKA2BR]{1,3}(\\+(solo|pair)s?)?|\\+[3-9]{1,2}|\
                 [3-5]{1,4}/[6-9]{1,3}/(A|K2|BR|-)( (lead|last [TJ]{1,4} by|base (AAA|9999)\\+solos? by) [123]\
                 ( turn [123]| over)?)?";
    parsers_survive(&DouDiZhu::default(), alike);
    parsers_survive(&DouDiZhu::new(Moves::Whole), alike);
}

#[test]
fn slips_are_noticed() {
    for moves in [Moves::TwoSteps, Moves::Whole] {
        let start = after(&DouDiZhu::new(moves), DEALT);
        slips_are_refused_or_printed_again(&start, "3457TKA2BR-/+ 123leadsolpturnbyv");
    }
}

#[test]
fn unseen_cards_are_dealt_evenly() {
    let state = |text: &str| DouDiZhu::default().parse_position(text).expect("a position");
    worlds_are_uniform(&state("33/45/678 lead 1"), Player(0), 10);
    worlds_are_uniform(&state("34/5/J lead 1"), Player(1), 3);
    worlds_are_uniform(&state("34/5/JQKA last 7 by 1 turn 2"), Player(2), 3);
    // Cards are dealt, not ranks: of 3, 3, 3, 4 and 5 two go to the Landlord.
    let (view, mut rng) = (state("34/66/335 lead 1").view(Player(1)), Rng::new(5));
    let mut counts = BTreeMap::new();
    for _ in 0..20_000 {
        let world = DouDiZhu::determinize(&view, &mut rng);
        *counts.entry(world.hands[0].to_string()).or_insert(0) += 1;
    }
    let (hands, counts): (Vec<String>, Vec<u64>) = counts.into_iter().unzip();
    assert_eq!(hands, ["33", "34", "35", "45"]);
    odds::fit(&counts, &[0.3, 0.3, 0.3, 0.1]).expect("odds of cards");
}

/// The Landlord's share of the four 3s, and of the jokers, against the hypergeometric law.
#[test]
fn deals_are_even() {
    let (mut rng, start) = (Rng::new(6), DouDiZhu::default());
    let (mut threes, mut jokers) = ([0; 5], [[0; 3]; 3]);
    for _ in 0..40_000 {
        let What::Deal(hands) = start.sample(&mut rng).what() else { panic!("not a deal") };
        threes[hands[0].count(0) as usize] += 1;
        let holder =
            |rank| (0..3).position(|who| hands[who].count(rank) == 1).expect("a hand has it");
        jokers[holder(13)][holder(14)] += 1;
    }
    let choose =
        |n: u32, k: u32| (0..k).map(|i| f64::from(n - i) / f64::from(i + 1)).product::<f64>();
    let law = [0, 1, 2, 3, 4].map(|k| choose(20, k) * choose(34, 4 - k) / choose(54, 4));
    odds::fit(&threes, &law).expect("hypergeometric odds");
    let both = |a: usize, b: usize| {
        f64::from(SIZES[a] * (SIZES[b] - u32::from(a == b))) / f64::from(54 * 53)
    };
    let law: Vec<f64> = (0..9).map(|at| both(at / 3, at % 3)).collect();
    odds::fit(jokers.as_flattened(), &law).expect("even odds");
}

#[test]
fn a_picture_shows_the_own_hand_and_backs() {
    let game = after(&DouDiZhu::default(), &format!("{DEALT} 333444555666+solos +78TJ"));
    let scene = DouDiZhu::picture(&game.view(Player(1)), Player(1), None);
    let text = format!("{scene:?}");
    assert_eq!(text.matches("CardBack").count(), 4 + 17);
    assert_eq!(text.matches("kind: Card(").count(), 17 + 16);
    assert_eq!(game.view(Player(1)).played().to_string(), "33344455566678TJ");
    assert_eq!(game.view(Player(1)).unseen(), game.hands[0].plus(game.hands[2]));
    assert_eq!(
        (game.view(Player(1)).size(Player(0)), game.view(Player(1)).hand()),
        (4, game.hands[1])
    );
}

#[test]
fn cards_are_chosen_from_the_hand() {
    let game = after(&DouDiZhu::default(), DEALT);
    let view = game.view(Player(0));
    let gesture = |name| DouDiZhu::gesture(&view, Player(0), game.parse_action(name).expect(name));
    assert_eq!(gesture("33"), Gesture::Set(["hand.3", "hand.3#2"].map(String::from).into()));
    assert_eq!(gesture("333+solo"), Gesture::button("333 with a solo"));
    assert_eq!(gesture("333444+pairs"), Gesture::button("333444 with pairs"));
}

/// A view does not contain the distribution of the unseen cards.
#[test]
fn others_hands_are_not_seen() {
    let one = after(&DouDiZhu::default(), DEALT);
    let other = "33344455566678TJQKA2/3456777889999TTTB/8JJJQQQKKKAAA222R";
    let other = after(&DouDiZhu::default(), other);
    assert_eq!(one.view(Player(0)), other.view(Player(0)));
    assert!(one.view(Player(1)) != other.view(Player(1)));
}

#[test]
fn a_move_and_a_state_are_small() {
    assert_eq!((size_of::<Action>(), size_of::<Seen>(), size_of::<DouDiZhu>()), (8, 8, 32));
}

#[test]
fn rules_can_be_followed() {
    sortilege::testing::handbook(&super::DouDiZhu::default(), super::RULES);
}
