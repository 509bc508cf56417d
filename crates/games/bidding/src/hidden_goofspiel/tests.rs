//! Tests of Goofspiel with hidden bids.

use super::fitting::Row;
use super::*;
use crate::census::{every_state, histories};
use crate::spelling::strict_notation;
use sortilege::exact::{GameTree, Tabulated, cfr, expected_payoffs, exploitability};
use sortilege::game::{Describe, Hidden, Notation, Observe, Picture};
use sortilege::scene::{Gesture, Item, Kind, Scene};
use sortilege::testing::Contract;
use sortilege::testing::beliefs::{self, Promise};
use std::cmp::Ordering;
use std::collections::HashSet;

#[test]
fn rules_can_be_followed() {
    sortilege::testing::handbook(&HiddenGoofspiel::default(), RULES);
}

fn new(cards: u8, order: Order) -> HiddenGoofspiel {
    HiddenGoofspiel::new(cards, order).expect("valid settings")
}

fn at(start: &HiddenGoofspiel, position: &str) -> HiddenGoofspiel {
    start.parse_position(position).unwrap_or_else(|error| panic!("{error}"))
}

fn bids(first: u8, second: u8) -> [Action; 2] {
    [Action::Bid { seat: 0, card: first }, Action::Bid { seat: 1, card: second }]
}

const FIRST: Player = Player(0);
const SECOND: Player = Player(1);

#[test]
fn keeps_the_contract() {
    for game in [
        HiddenGoofspiel::default(),
        new(13, Order::Ascending),
        new(6, Order::Random),
        new(1, Order::Random),
    ] {
        let contract = Contract::new(&game).games(30).longest(39);
        contract.rules().chance().outcomes().hidden().observed().notation().picture().key();
    }
}

#[test]
fn what_is_hidden_does_not_show() {
    for (cards, order, games) in [
        (4, Order::Descending, 50),
        (5, Order::Random, 50),
        (13, Order::Random, 10),
        (13, Order::Ascending, 10),
    ] {
        Contract::new(&new(cards, order)).games(games).recall().twins();
    }
}

#[test]
fn notation_is_strict() {
    strict_notation(&new(3, Order::Descending));
    strict_notation(&new(3, Order::Ascending));
    strict_notation(&new(2, Order::Random));
}

/// Every view of every game with up to four cards, against all consistent bids.
#[test]
fn beliefs_are_those_of_chance() {
    for (cards, order, views) in
        [(3, Order::Descending, 60), (3, Order::Random, 300), (4, Order::Ascending, 800)]
    {
        let compared = beliefs::test(&new(cards, order), Promise::Chance, |state, _| state.clone());
        assert!(compared >= views, "{cards} cards, {order:?}: {compared}");
    }
}

#[test]
fn the_higher_bid_takes_the_card_and_equal_bids_discard_it() {
    let mut game = new(4, Order::Descending);
    for (first, second, answer, position) in [
        (4, 1, Action::Won(0), "4:4/1 3:"),
        (2, 2, Action::Tie, "4:4/1 3:2/2 2:"),
        (1, 4, Action::Won(1), "4:4/1 3:2/2 2:1/4 1:"),
        (3, 3, Action::Tie, "4:4/1 3:2/2 2:1/4 1:3/3"),
    ] {
        assert_eq!(game.turn(), Turn::Together);
        game.apply_together(&bids(first, second));
        let mut outcomes = vec![];
        game.outcomes(&mut outcomes);
        assert_eq!((game.turn(), outcomes), (Turn::Chance, vec![(answer, 1.0)]));
        game.apply(answer);
        assert_eq!(game.position(), position);
    }
    assert_eq!((game.turn(), game.payoff(FIRST), game.payoff(SECOND)), (Turn::Over, 1.0, -1.0));
    assert_eq!(game.position_words(), "Player 1 has bid 4, 2, 1, 3; Player 2 has bid 1, 2, 4, 3");
}

/// The rules are those of the game with open bids: the same bids lead to the same hands, point
/// cards and points.
#[test]
fn every_game_goes_as_with_open_bids() {
    for order in [Order::Descending, Order::Ascending, Order::Random] {
        for state in every_state(&new(3, order)).iter().filter(|state| !state.awaits_answer()) {
            let mut open = Goofspiel::new(3, order).expect("valid settings");
            let over = state.answers.len();
            for (round, points) in (0..).zip(state.points.iter()) {
                if open.turn() == Turn::Chance {
                    open.apply(goofspiel::Action::Reveal(points));
                }
                if round < over {
                    let bid =
                        |row: Row| row.iter().nth(round as usize).expect("a bid in each round");
                    open.apply_together(&state.bids.map(bid).map(goofspiel::Action::Bid));
                }
            }
            assert_eq!(open, state.table, "{}", state.position());
        }
    }
}

#[test]
fn a_game_as_the_seats_see_it() {
    let mut game = new(3, Order::Random);
    let mut seen = [vec![], vec![]];
    let mut watch = |game: &HiddenGoofspiel, actions: &[Action]| {
        for who in [FIRST, SECOND] {
            seen[who.0].extend(actions.iter().filter_map(|&action| game.seen(action, who)));
        }
    };
    for (points, first, second) in [(2, 3, 1), (3, 2, 2), (1, 1, 3)] {
        watch(&game, &[Action::Reveal(points)]);
        game.apply(Action::Reveal(points));
        watch(&game, &bids(first, second));
        game.apply_together(&bids(first, second));
        watch(&game, &[game.answer()]);
        game.apply(game.answer());
    }
    use Seen::{Bid, Revealed, Tie, Won};
    let [first, second] = seen;
    let answers = [Won(0), Tie, Won(1)];
    for (seen, [one, two, three]) in [(first, [3, 2, 1]), (second, [1, 2, 3])] {
        let right = [
            [Revealed(2), Bid(one), answers[0]],
            [Revealed(3), Bid(two), answers[1]],
            [Revealed(1), Bid(three), answers[2]],
        ];
        assert_eq!(seen, right.concat());
    }
}

/// A bid without an answer gives the other player no information.
#[test]
fn bids_on_the_table_do_not_show() {
    let start = new(4, Order::Descending);
    let [one, two] = ["4:3/1 3:2/4?", "4:3/2 3:2/1?"].map(|position| at(&start, position));
    assert_eq!(one.view(FIRST), two.view(FIRST));
    assert_ne!(one.view(SECOND), two.view(SECOND));
    // The bid is lower than three; the next one is arbitrary.
    let (view, mut rng) = (one.view(FIRST), Rng::new(1));
    let drawn: HashSet<Row> =
        (0..200).map(|_| HiddenGoofspiel::determinize(&view, &mut rng).bids[1]).collect();
    let right = [[1, 2], [1, 3], [1, 4], [2, 1], [2, 3], [2, 4]];
    assert_eq!(drawn, right.map(|row| row.into_iter().collect::<Row>()).into_iter().collect());
}

/// A player who lost with the second highest card and won with the second lowest knows both of the
/// other's bids.
#[test]
fn answers_can_tell_everything() {
    let game = at(&new(4, Order::Descending), "4:3/4 3:2/1 2:");
    for seed in 0..100 {
        assert_eq!(HiddenGoofspiel::determinize(&game.view(FIRST), &mut Rng::new(seed)), game);
    }
}

/// The number of information sets with a choice and of finished games, computed without the game:
/// all orders of both players' bids and, if they are random, of point cards.
fn reckoned(cards: u8, order: Order) -> ([usize; 2], usize) {
    let orders = permutations(cards);
    let points = match order {
        Order::Random => orders.clone(),
        Order::Ascending => vec![(1..=cards).collect()],
        Order::Descending => vec![(1..=cards).rev().collect()],
    };
    let (mut sets, mut ends) = ([HashSet::new(), HashSet::new()], 0);
    for points in &points {
        for first in &orders {
            for second in &orders {
                ends += 1;
                // The last card is no choice.
                for over in 0..usize::from(cards) - 1 {
                    let answers: Vec<_> =
                        (0..over).map(|round| first[round].cmp(&second[round])).collect();
                    for (sets, own) in sets.iter_mut().zip([first, second]) {
                        sets.insert((
                            points[..=over].to_vec(),
                            own[..over].to_vec(),
                            answers.clone(),
                        ));
                    }
                }
            }
        }
    }
    (sets.map(|sets| sets.len()), ends)
}

fn permutations(cards: u8) -> Vec<Vec<u8>> {
    let mut all = vec![vec![]];
    for _ in 0..cards {
        let longer = |row: &Vec<u8>| {
            let row = row.clone();
            let next = (1..=cards).filter(|card| !row.contains(card)).collect::<Vec<_>>();
            next.into_iter().map(move |card| [row.clone(), vec![card]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// The numbers in the table of the module header.
#[test]
fn information_sets_and_ends_are_counted() {
    for (cards, order, sets, ends) in [
        (2, Order::Descending, 1, 4),
        (3, Order::Descending, 8, 36),
        (3, Order::Ascending, 8, 36),
        (3, Order::Random, 45, 216),
        (4, Order::Descending, 81, 576),
        (4, Order::Random, 1804, 13_824),
    ] {
        let game = new(cards, order);
        let tree = GameTree::new(&game);
        let of = |who: Player| tree.sets().filter(|&set| tree.owner(set) == who).count();
        let found = ([of(FIRST), of(SECOND)], histories(&game) as usize);
        assert_eq!(found, reckoned(cards, order), "{cards} cards, {order:?}");
        assert_eq!(found, ([sets; 2], ends), "{cards} cards, {order:?}");
    }
}

/// The game has value 0, and the result of CFR+ is hardly exploitable.
#[test]
fn the_game_is_fair() {
    for (cards, order) in
        [(3, Order::Descending), (3, Order::Ascending), (3, Order::Random), (4, Order::Descending)]
    {
        let tree = GameTree::new(&new(cards, order));
        let found = cfr::solve(&tree, 1000);
        let (payoffs, gap) = (expected_payoffs(&tree, &found), exploitability(&tree, &found));
        assert!(
            payoffs[0].abs() < 1e-5 && gap < 1e-3,
            "{cards} cards, {order:?}: {payoffs:?}, {gap}"
        );
    }
}

/// The largest expected win against an opponent whose bids come in one of `orders`, all equally
/// likely. The cards `own` have been bid and have led to a lead of `lead` points, and the point
/// cards `left` are still to come. The computation does not use the game: an opponent who bids at
/// random bids in a random order.
fn most_won(order: Order, left: &[u8], own: &[u8], lead: i32, orders: &[Vec<u8>]) -> f64 {
    let next = match (order, left) {
        (_, []) => return f64::from(lead.signum()),
        (Order::Ascending, [first, ..]) => &[*first][..],
        (Order::Descending, [.., last]) => &[*last][..],
        (Order::Random, all) => all,
    };
    let most_for = |&points: &u8| {
        let left: Vec<u8> = left.iter().copied().filter(|&one| one != points).collect();
        let worth = |card: u8| -> f64 {
            let bids = [own, &[card]].concat();
            let after = |answer: Ordering| {
                let fit = |order: &&Vec<u8>| card.cmp(&order[own.len()]) == answer;
                let fitting: Vec<Vec<u8>> = orders.iter().filter(fit).cloned().collect();
                let share = fitting.len() as f64 / orders.len() as f64;
                let lead = lead + i32::from(points) * (answer as i32);
                if fitting.is_empty() {
                    0.0
                } else {
                    share * most_won(order, &left, &bids, lead, &fitting)
                }
            };
            [Ordering::Less, Ordering::Equal, Ordering::Greater].map(after).iter().sum()
        };
        let cards = 1..=orders[0].len() as u8;
        cards.filter(|card| !own.contains(card)).map(worth).fold(-1.0, f64::max)
    };
    next.iter().map(most_for).sum::<f64>() / next.len() as f64
}

/// The value of a best response to an opponent who bids at random, the last column of the module's
/// table.
#[test]
fn random_bids_can_be_exploited() {
    for (cards, value) in [(3, 2.0 / 3.0), (4, 17.0 / 24.0)] {
        for order in [Order::Descending, Order::Ascending, Order::Random] {
            let tree = GameTree::new(&new(cards, order));
            let found = exploitability(&tree, &Tabulated::uniform(&tree));
            assert!((found - value).abs() < 1e-12, "{cards} cards, {order:?}: {found}");
            let all: Vec<u8> = (1..=cards).collect();
            let reckoned = most_won(order, &all, &[], 0, &permutations(cards));
            assert!((reckoned - value).abs() < 1e-12, "{cards} cards, {order:?}: {reckoned}");
        }
    }
}

#[test]
fn keys_of_all_states_differ() {
    let mut keys = HashSet::new();
    for game in [
        new(3, Order::Random),
        new(3, Order::Descending),
        new(3, Order::Ascending),
        new(2, Order::Ascending),
    ] {
        assert!(every_state(&game).iter().all(|state| keys.insert(state.key())));
    }
}

#[test]
fn impossible_settings_and_positions_are_refused() {
    assert!(HiddenGoofspiel::new(0, Order::Random).is_err());
    assert!(HiddenGoofspiel::new(14, Order::Random).is_err());
    for (order, wrong, reason) in [
        (Order::Descending, "", "reads like 5:2/3"),
        (Order::Descending, "-", "should read \"3:\""),
        (Order::Descending, "3", "reads like 5:2/3"),
        (Order::Descending, "2:", "not due here"),
        (Order::Descending, "3:1/1", "should read \"3:1/1 2:\""),
        (Order::Descending, "3: 2:", "not due here"),
        (Order::Descending, "3:1/1? 2:", "not due here"),
        (Order::Descending, "3:1-1", "have / between"),
        (Order::Descending, "3:1/4", "cards in the hand"),
        (Order::Descending, "3:01/1", "cards in the hand"),
        (Order::Descending, "3:1/1 2:1/2", "cards in the hand"),
        (Order::Descending, "03:1/1 2:", "is a number"),
        (Order::Descending, "3:1/1 2:2/2 1:3/3 1:", "not due here"),
        (Order::Random, "3:1/1 3:", "not due here"),
        (Order::Random, "200:1/1", "not due here"),
        (Order::Random, "0:1/1", "not due here"),
    ] {
        let error = new(3, order).parse_position(wrong).expect_err(wrong);
        assert!(error.contains(reason), "{wrong:?}: {error}");
    }
}

#[test]
fn a_picture_has_the_own_bids_and_covers_the_others() {
    let game = at(&new(4, Order::Descending), "4:4/1 3:2/2 2:");
    let card = |text: &str| Item::new(Kind::Card(text.to_string()));
    let [me, other] = [SECOND, FIRST];
    let expected = Scene::default()
        .row("Point cards to come", vec![card("1")])
        .row("Point card", vec![card("2")])
        .row("Point cards gone", vec![card("4").of(other), card("3")])
        .row("Your bids for them", vec![card("1").of(me), card("2").of(me)])
        .row("Player 1: 4 points, hand", vec![Item::new(Kind::CardBack).of(other); 2])
        .row(
            "Player 2: 0 points, hand",
            vec![card("3").of(me).named("hand.3"), card("4").of(me).named("hand.4")],
        );
    let view = game.view(me);
    assert_eq!(HiddenGoofspiel::picture(&view, me, None), expected);
    assert_eq!(
        HiddenGoofspiel::gesture(&view, me, Action::Bid { seat: 1, card: 4 }),
        Gesture::path(["hand.4"])
    );
    assert_eq!(HiddenGoofspiel::describe(&view, me, Seen::Bid(4)), "s4");
    assert_eq!(HiddenGoofspiel::describe(&view, me, Seen::Won(0)), "Player 1 takes the 2");
    assert_eq!(
        HiddenGoofspiel::describe(&view, me, Seen::Tie),
        "the bids are equal, the 2 is discarded"
    );
    assert_eq!(HiddenGoofspiel::describe(&view, me, Seen::Revealed(1)), "p1");
}
