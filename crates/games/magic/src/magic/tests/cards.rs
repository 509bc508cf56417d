//! Tests of cards: legal plays, forms of moves, and draws.

use super::*;

/// E7.
#[test]
fn cards_to_play() {
    let hand = |phase: &str| {
        let own = "life 20 lands 4 hand L+4/4(5)+3/3(4)+2/2(2) play 1/1(1) dead -";
        at(&format!("turn 9 {phase} | {own} | {}", board(20, "-")))
    };
    assert_eq!(castable(hand("attack").table.0, &hand("attack").sides[0]), 1);
    let state = hand("main");
    assert_eq!(expert(&state), "play-L+4/4(5)");
    let (mut counts, mut rng, mut reduced) = ([0; 3], Rng::new(2), RulePlayer::REDUCED);
    for _ in 0..3000 {
        let action = reduced.action(&state, &mut vec![], &mut rng);
        let moves = ["play-L+4/4(5)", "play-L+3/3(4)", "play-L+2/2(2)"];
        let at = moves.iter().position(|&name| name == state.action_name(action));
        counts[at.expect("one of three")] += 1;
    }
    odds::fit(&counts, &[1.0 / 3.0; 3]).expect("any order of three");
}

/// The example of move counts and pruning, and ED Fig. 3 and 4.
#[test]
fn main_moves() {
    let hand = |options: Options, hand: &str, lands: u8| {
        let own = format!("life 20 lands {lands} hand {hand} play - dead -");
        at_with(options, &format!("turn 9 main | {own} | {}", board(20, "-")))
    };
    let pruned = |pruning| hand(Options { pruning, ..Options::default() }, "L+4/4(5)+2*2/2(2)", 4);
    let all = [
        "pass",
        "play-2/2(2)",
        "play-2*2/2(2)",
        "play-L",
        "play-L+2/2(2)",
        "play-L+2*2/2(2)",
        "play-L+4/4(5)",
    ];
    assert_eq!(names(&pruned(Pruning::None)), all);
    assert_eq!(names(&pruned(Pruning::NonLand)), all[3..]);
    assert_eq!(names(&pruned(Pruning::Dominated)), all[5..]);
    let figure = |pruning| {
        let main = Main::Binary(Order::Descending);
        let mut ends: Vec<String> =
            ends(&hand(Options { main, pruning, ..Options::default() }, "3/3(4)+3/2(3)+2/2(2)", 5))
                .iter()
                .map(|state| state.print_play(0))
                .collect();
        ends.sort();
        ends
    };
    assert_eq!(figure(Pruning::None), ["-", "2/2(2)", "3/2(3)", "3/2(3)+2/2(2)", "3/3(4)"]);
    assert_eq!(figure(Pruning::Dominated), ["3/2(3)+2/2(2)", "3/3(4)"]);
    // The land is played automatically, even if no creature is affordable.
    let binary = Options { main: Main::Binary(Order::Descending), ..Options::default() };
    assert_eq!(names(&hand(binary, "L+6/6(7)", 4)), ["play-L"]);
    assert_eq!(names(&hand(binary, "6/6(7)", 4)), ["pass"]);
    assert_eq!(names(&hand(binary, "L+4/4(5)", 4)), ["cast-4/4(5)", "keep-4/4(5)"]);
}

impl Magic {
    /// The creatures of a player in the notation of positions.
    fn print_play(&self, seat: usize) -> String {
        let text = self.position();
        let side = text.split(" | ").nth(seat + 1).expect("a side");
        side.split(' ').nth(7).expect("creatures").to_string()
    }
}

/// All states that the main phase can end in.
fn ends(state: &Magic) -> Vec<Magic> {
    let (mut open, mut ends) = (vec![state.clone()], vec![]);
    while let Some(state) = open.pop() {
        for action in actions(&state) {
            let next = state.after(action);
            if next.turn == state.turn && next.phase == Phase::Main {
                open.push(next)
            } else {
                ends.push(next)
            }
        }
    }
    ends
}

/// Yes/no decisions lead to the same end states as moves at once, in every order, each end state
/// once.
#[test]
fn yes_and_no_lead_to_the_same_moves() {
    let (mut rng, mut phases) = (Rng::new(3), 0);
    for _ in 0..60 {
        let mut state = Magic::default();
        while state.turn() != Turn::Over {
            if state.phase == Phase::Main {
                phases += 1;
                for pruning in [Pruning::NonLand, Pruning::Dominated] {
                    let of = |main| {
                        let options = Options { main, pruning, ..Options::default() };
                        let plain = |state: Magic| state.with_options(Options::default());
                        ends(&state.with_options(options))
                            .into_iter()
                            .map(plain)
                            .collect::<Vec<_>>()
                    };
                    let whole = of(Main::Whole);
                    let set: HashSet<&Magic> = whole.iter().collect();
                    assert_eq!(set.len(), whole.len());
                    for order in [Order::Descending, Order::Ascending, Order::Random] {
                        let walked = of(Main::Binary(order));
                        assert_eq!(walked.len(), whole.len(), "{}", state.position());
                        assert!(walked.iter().all(|end| set.contains(end)), "{}", state.position());
                    }
                }
            }
            state.apply(step(&state, &mut rng));
        }
    }
    assert!(phases > 1000, "only {phases} main phases");
}

/// Each creature has one number, and a draw finds it.
#[test]
fn creatures_by_number() {
    let mut rng = Rng::new(13);
    for _ in 0..500 {
        let mut kinds = Kinds::NONE;
        (0..rng.below(PLACES) + 1).for_each(|_| {
            let kind = rng.below(16) as u8;
            kinds = if kinds.count(kind) < 15 { kinds.with(Kinds::one(kind)) } else { kinds };
        });
        let each = (0..kinds.total()).map(|n| Kinds::one(kinds.nth(n)));
        assert_eq!(each.fold(Kinds::NONE, Kinds::with), kinds);
    }
}
