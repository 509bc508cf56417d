use super::expert::{castable, most_attackers};
use super::*;
use crate::opposed::worth;
use crate::spelling::after;
use crate::text::possible;
use sortilege::Budget;
use sortilege::game::{Chance, Hidden, Notation, Observe};
use sortilege::playout::{Playout, Policy, Rollout};
use sortilege::reward::WinLoss;
use sortilege::search::{Decision, DeterminizedUct, Divisible, FinalChoice, Search, Setup, Uct};
use sortilege::testing::beliefs::{self, Promise};
use sortilege::testing::{Contract, odds};
use std::collections::HashSet;
use std::time::Duration;

/// A deck with all creatures of the worked examples.
fn studio() -> Magic {
    studio_with(Options::default())
}

fn studio_with(options: Options) -> Magic {
    let list = "17*L+2*6/6(7)+3*5/5(6)+2*4/4(5)+4/2(4)+2*3/3(4)+3/2(3)+2/4(4)+2/3(3)+6*2/2(2)+1/1(1)";
    let deck = list.parse().expect("a deck");
    Magic::new(&Settings { deck, options, ..Settings::default() }).expect("valid settings")
}

fn at(text: &str) -> Magic {
    at_with(Options::default(), text)
}

/// A position to study: the game could go on from it, though it may never have come to it.
fn at_with(options: Options, text: &str) -> Magic {
    studio_with(options).read_sound(text).unwrap_or_else(|error| panic!("{error}"))
}

/// A player without cards in hand or graveyard.
fn board(life: i16, play: &str) -> String {
    format!("life {life} lands 4 hand - play {play} dead -")
}

fn choice(mut rules: RulePlayer, state: &Magic) -> String {
    state.action_name(rules.action(state, &mut vec![], &mut Rng::new(1)))
}

fn expert(state: &Magic) -> String {
    choice(RulePlayer::default(), state)
}

fn printed() -> RulePlayer {
    RulePlayer::expert(Reading { need: Need::Printed, ..Reading::default() })
}

fn actions(state: &Magic) -> Vec<Action> {
    let mut list = vec![];
    state.actions(&mut list);
    list
}

fn names(state: &Magic) -> Vec<String> {
    actions(state).into_iter().map(|action| state.action_name(action)).collect()
}

/// E1.
#[test]
fn a_creature_attacks_where_nothing_stops_it() {
    let state = at(&format!("turn 9 attack | {} | {}", board(20, "4/4(5)+2/2(2)"), board(20, "2/3(3)")));
    assert_eq!(most_attackers(&state, Reading::default()), 2);
    assert_eq!(expert(&state), "attack-1");
    let state = after(&state, "attack-1");
    assert_eq!(expert(&state), "no-block");
    let state = after(&state, "no-block");
    assert_eq!((state.life(Player(0)), state.life(Player(1))), (20, 16));
    // Nobody holds cards, so the turn is over.
    assert_eq!((state.turn_number(), state.turn()), (10, Turn::Chance));
}

/// E2.
#[test]
fn creatures_that_would_die_for_nothing_stay() {
    let (own, theirs) = (board(6, "3/3(4)+3/3(4)+2/2(2)"), board(20, "5/5(6)+4/4(5)+1/1(1)"));
    let state = at(&format!("turn 9 attack | {own} | {theirs}"));
    assert_eq!(most_attackers(&state, Reading::default()), 2);
    assert_eq!(expert(&state), "no-attack");
    // As printed, the weakest three are lethal together, so that no blocker is to spare.
    let reading = Reading { need: Need::Printed, ..Reading::default() };
    assert_eq!(most_attackers(&state, reading), 0);
}

/// E3.
#[test]
fn everybody_attacks_for_the_win() {
    let (own, theirs) = (board(20, "2/2(2)+2/2(2)+2/2(2)+2/2(2)"), board(6, "6/6(7)"));
    let state = at(&format!("turn 9 attack | {own} | {theirs}"));
    assert_eq!(expert(&state), "attack-1+2+3+4");
}

/// Who is lost anyway attacks with everything; who can just hold the line does not.
#[test]
fn the_limits_of_attackers() {
    let theirs = board(20, "6/6(7)+6/6(7)+5/5(6)");
    let lost = at(&format!("turn 9 attack | {} | {theirs}", board(5, "1/1(1)")));
    assert_eq!(most_attackers(&lost, Reading::default()), -2);
    assert_eq!(expert(&lost), "attack-1");
    let just = at(&format!("turn 9 attack | {} | {theirs}", board(6, "6/6(7)+1/1(1)")));
    assert_eq!(most_attackers(&just, Reading::default()), 0);
    assert_eq!(expert(&just), "no-attack");
    // Creatures that are tapped now can strike back.
    let tapped =
        at(&format!("turn 9 attack | {} | {}", board(6, "5/5(6)+1/1(1)"), board(20, "6/6(7)~+1/1(1)")));
    assert_eq!(most_attackers(&tapped, Reading::default()), 1);
    assert_eq!(most_attackers(&tapped, Reading { need: Need::Printed, ..Reading::default() }), 2);
}

/// Algorithm 1, line 27: kept to block and kill something more expensive.
#[test]
fn a_creature_is_held_back_for_a_better_one() {
    let state = at(&format!("turn 9 attack | {} | {}", board(20, "3/2(3)"), board(20, "4/2(4)")));
    assert_eq!(expert(&state), "no-attack");
    let state =
        at(&format!("turn 9 attack | {} | {}", board(20, "3/3(4)+3/3(4)"), board(20, "5/5(6)~+4/4(5)")));
    assert_eq!(expert(&state), "no-attack");
    let equal = at(&format!("turn 9 attack | {} | {}", board(20, "2/2(2)"), board(20, "4/2(4)")));
    let reading = Reading { hold_for_equal: true, ..Reading::default() };
    assert_eq!(expert(&equal), "attack-1");
    assert_eq!(choice(RulePlayer::expert(reading), &equal), "no-attack");
}

/// E4.
#[test]
fn two_gang_up() {
    let state = at(&format!("turn 9 block | {} | {}", board(20, "4/4(5)>"), board(20, "2/3(3)+2/2(2)")));
    assert_eq!(expert(&state), "block-1>1+2>1");
    let state = after(&state, "block-1>1+2>1");
    assert_eq!(state.sides[0].len, 0, "the attacker dies");
    assert_eq!(state.sides[1].creatures().len(), 1);
    assert_eq!(
        state.table.creature(state.sides[1].places[0]).to_string(),
        "2/2(2)",
        "2/3 costs more and dies"
    );
}

/// Algorithm 2, line 27: print and prose part where the one that is lost costs as much as the attacker.
#[test]
fn a_gang_may_lose_what_the_attacker_costs() {
    let state = at(&format!("turn 9 block | {} | {}", board(20, "3/3(4)>"), board(20, "4/2(4)+2/4(4)")));
    let below = Reading { gang_below: true, ..Reading::default() };
    assert_eq!(expert(&state), "block-1>1+2>1");
    assert_eq!(choice(RulePlayer::expert(below), &state), "block-2>1", "then 2/4 is a wall");
}

/// E5.
#[test]
fn a_chump_block_saves_a_life() {
    let state =
        at(&format!("turn 9 block | {} | {}", board(20, "6/6(7)>+3/3(4)>"), board(5, "2/2(2)+1/1(1)")));
    assert_eq!(expert(&state), "block-2>1");
    assert_eq!(after(&state, "block-2>1").life(Player(1)), 2);
    assert_eq!(choice(printed(), &state), "block-1>2+2>1", "as printed it wastes 2/2");
}

/// E6.
#[test]
fn who_is_lost_does_not_block() {
    let state =
        at(&format!("turn 9 block | {} | {}", board(20, "5/5(6)>+5/5(6)>+5/5(6)>"), board(4, "2/2(2)")));
    assert_eq!(expert(&state), "no-block");
    assert_eq!(after(&state, "no-block").payoff(Player(0)), 1.0);
}

/// The other rules of Algorithm 2: kill for free with the cheapest set, a good trade, a wall.
#[test]
fn blocks_in_order_of_preference() {
    let block = |attack: &str, defence: &str| {
        expert(&at(&format!("turn 9 block | {} | {}", board(20, attack), board(20, defence))))
    };
    assert_eq!(block("3/2(3)>", "6/6(7)+5/5(6)"), "block-2>1");
    assert_eq!(block("1/1(1)>", "3/3(4)+2/2(2)"), "block-2>1");
    assert_eq!(block("4/4(5)>", "6/6(7)~+4/2(4)"), "block-2>1");
    assert_eq!(block("3/3(4)>", "2/4(4)"), "block-1>1");
    assert_eq!(block("6/6(7)>", "2/2(2)"), "no-block");
}

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

/// E8.
#[test]
fn damage_is_dealt_at_once() {
    let state = at(&format!("turn 9 block | {} | {}", board(20, "3/2(3)>"), board(20, "2/2(2)")));
    let state = after(&state, "block-1>1");
    assert_eq!((state.sides[0].len, state.sides[1].len, state.life(Player(1))), (0, 0, 20));
    let state = at(&format!("turn 9 block | {} | {}", board(20, "6/6(7)>"), board(20, "4/2(4)+2/4(4)")));
    let state = after(&state, "block-1>1+2>1");
    assert_eq!((state.sides[0].len, state.sides[1].len, state.life(Player(1))), (0, 0, 20));
}

/// Three blockers for 4 damage: the most cost, not the most creatures.
#[test]
fn damage_is_split_by_cost() {
    let state =
        at(&format!("turn 9 block | {} | {}", board(20, "4/4(5)>"), board(20, "2/4(4)+2/2(2)+1/1(1)")));
    let state = after(&state, "block-1>1+2>1+3>1");
    assert!(state.position().ends_with("play 2/2(2)+1/1(1) dead 2/4(4)"), "{}", state.position());
    let state =
        at(&format!("turn 9 block | {} | {}", board(20, "4/4(5)>"), board(20, "2/3(3)+2/2(2)+1/1(1)")));
    let state = after(&state, "block-1>1+2>1+3>1");
    assert!(state.position().ends_with("play 2/2(2) dead 2/3(3)+1/1(1)"), "{}", state.position());
}

/// E9.
#[test]
fn attackers_are_tapped_for_a_turn() {
    let state = at(&format!("turn 5 attack | {} | {}", board(20, "4/4(5)+2/2(2)"), board(20, "-")));
    let state = after(&state, "attack-1");
    assert_eq!((state.turn_number(), state.sides[0].untapped()), (6, 0b10));
    let state = after(&state, "draw-2/2(2)");
    let state = after(&state, "play-2/2(2)");
    assert_eq!((state.turn_number(), state.sides[0].untapped()), (7, 0b11));
    let state = after(&state, "draw-L no-attack pass draw-L");
    assert_eq!(names(&state), ["no-attack", "attack-1"], "what was cast on turn 6 attacks on turn 8");
    // What was cast on turn 5 can block on turn 6.
    let own = "life 20 lands 4 hand 2/2(2) play - dead -";
    let state = at(&format!("turn 5 main | {own} | {}", board(20, "4/4(5)")));
    let state = after(&state, "play-2/2(2) draw-L attack-1");
    assert_eq!(
        (state.turn(), names(&state)),
        (Turn::Player(Player(0)), vec!["no-block".into(), "block-1>1".into()])
    );
}

/// E10.
#[test]
fn the_number_of_blocks() {
    let (own, theirs) = (board(20, "4/4(5)+2/2(2)"), board(20, "3/3(4)+3/3(4)+2/2(2)"));
    let state = at(&format!("turn 9 attack | {own} | {theirs}"));
    assert_eq!(names(&state), ["no-attack", "attack-1", "attack-2", "attack-1+2"]);
    assert_eq!(actions(&after(&state, "attack-1+2")).len(), 27);
    assert_eq!(after(&state, "no-attack").turn_number(), 10, "no block is asked for");
    let stepwise = Options { combat: Combat::Steps, ..Options::default() };
    let mut state = at_with(stepwise, &format!("turn 9 attack@1 | {own} | {theirs}"));
    assert_eq!(names(&state), ["hold-1", "charge-1"]);
    state = after(&state, "charge-1 charge-2");
    assert_eq!(names(&state), ["stay-1", "guard-1>1", "guard-1>2"]);
    let same = "guard-1>1 stay-2 guard-3>2";
    let whole = after(&at(&format!("turn 9 attack | {own} | {theirs}")), "attack-1+2 block-1>1+3>2");
    assert_eq!(after(&state, same).position(), whole.position());
}

/// A choice among too many possibilities is made creature by creature.
#[test]
fn large_choices_are_made_in_steps() {
    let options = Options { most: 26, ..Options::default() };
    let (own, theirs) = (board(20, "4/4(5)+2/2(2)"), board(20, "3/3(4)+3/3(4)+2/2(2)"));
    let state = after(&at_with(options, &format!("turn 9 attack | {own} | {theirs}")), "attack-1+2");
    assert_eq!(names(&state), ["stay-1", "guard-1>1", "guard-1>2"]);
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
    // The land comes by itself, even if no creature is affordable.
    let binary = Options { main: Main::Binary(Order::Descending), ..Options::default() };
    assert_eq!(names(&hand(binary, "L+6/6(7)", 4)), ["play-L"]);
    assert_eq!(names(&hand(binary, "6/6(7)", 4)), ["pass"]);
    assert_eq!(names(&hand(binary, "L+4/4(5)", 4)), ["cast-4/4(5)", "keep-4/4(5)"]);
}

impl Magic {
    /// The creatures of a player, as a position has them.
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

/// Yes/no decisions end where moves that are made at once do, in every order, each end once.
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
                        ends(&state.with_options(options)).into_iter().map(plain).collect::<Vec<_>>()
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

/// What a reduced player or chance does.
fn step(state: &Magic, rng: &mut Rng) -> Action {
    let mut reduced = RulePlayer::REDUCED;
    match state.turn() {
        Turn::Chance => state.sample(rng),
        _ => reduced.action(state, &mut vec![], rng),
    }
}

/// A game on a small deck from start to end.
#[test]
fn golden_playthrough() {
    let deck: Deck = "3*L+3*2/2(1)".parse().expect("a deck");
    let start = Magic::new(&Settings { deck, life: 4, hand: 2, ..Settings::default() }).expect("settings");
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
    assert_eq!((state.life(Player(1)), state.turn_number()), (2, 3), "nobody was there to block");
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

/// Who cannot draw loses: with nothing ever played, player 2 on turn 68.
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

fn variants() -> Vec<Options> {
    let small = Options { most: 30, ..Options::default() };
    let binary = |order| Main::Binary(order);
    vec![
        small,
        Options { pruning: Pruning::NonLand, most: 8, ..small },
        Options { pruning: Pruning::Dominated, combat: Combat::Steps, ..small },
        Options { main: binary(Order::Descending), combat: Combat::Steps, ..small },
        Options { main: binary(Order::Random), pruning: Pruning::Dominated, ..small },
        Options { main: binary(Order::Ascending), combat: Combat::Expert(Reading::default()), ..small },
        Options { pruning: Pruning::Dominated, combat: Combat::Expert(Reading::default()), ..small },
    ]
}

fn with(options: Options) -> Magic {
    Magic::new(&Settings { options, ..Settings::default() }).expect("valid settings")
}

#[test]
fn contract() {
    for options in variants() {
        let start = with(options);
        Contract::new(&start).games(2).longest(2000).rules();
        Contract::new(&start).games(4).chance().outcomes();
        Contract::new(&start).games(10).hidden().twins().notation().picture().evaluation(&mut Strength).key();
    }
}

/// On a small deck histories repeat, so that equal observations meet.
#[test]
fn contract_of_observations() {
    for options in variants() {
        let deck: Deck = "4*L+2*2/2(1)+1/1(1)+3/3(2)".parse().expect("a deck");
        let start = Magic::new(&Settings { deck, life: 3, hand: 2, first_draw: true, options });
        Contract::new(&start.expect("valid settings")).games(400).observed().recall();
    }
}

/// In every view that a game with six cards can come to.
#[test]
fn beliefs_are_those_of_chance() {
    let deck: Deck = "L+1/1(1)+2/1(1)".parse().expect("a deck");
    let settings = Settings { deck, life: 2, hand: 1, ..Settings::default() };
    let start = Magic::new(&settings).expect("valid settings");
    let compared = beliefs::test(&start, Promise::Chance, |state, _| state.clone());
    assert!(compared >= 20, "{compared}");
}

/// The opponent's hand is dealt from what has not been seen: three lands to one creature.
#[test]
fn worlds_are_drawn_in_proportion() {
    let deck: Deck = "4*L+2*2/2(1)".parse().expect("a deck");
    let start = Magic::new(&Settings { deck, hand: 2, ..Settings::default() }).expect("valid settings");
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

/// Rules decide by what the player on turn may know: the same where the opponent's hand differs.
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
                    let [here, there] =
                        [&state, &twin].map(|one| player.action(one, &mut vec![], &mut Rng::new(seed)));
                    assert_eq!(here, there, "{player:?} in {}", state.position());
                    assert!(state.allows(here), "{player:?} plays {here:?} in {}", state.position());
                }
            }
            state.apply(step(&state, &mut rng));
        }
    }
    assert!(different > 300, "only {different} twins differ");
}

/// Results of `games` games in which the players change seats: the share that `one` wins, and the mean number
/// of turns.
fn results(mut one: RulePlayer, mut other: RulePlayer, games: u64) -> (f64, f64) {
    let (mut wins, mut turns, mut scratch) = (0, 0, vec![]);
    for game in 0..games {
        let (mut state, mut rng) = (Magic::default(), Rng::derive(&[7, game]));
        let first = Player((game % 2) as usize);
        while state.turn() != Turn::Over {
            let action = match state.turn() {
                Turn::Player(who) if who == first => one.action(&state, &mut scratch, &mut rng),
                Turn::Player(_) => other.action(&state, &mut scratch, &mut rng),
                _ => state.sample(&mut rng),
            };
            state.apply(action);
        }
        wins += u64::from(state.payoff(first) > 0.0);
        turns += u64::from(state.turn_number());
    }
    (wins as f64 / games as f64, turns as f64 / games as f64)
}

/// The order that ED §IV finds, and games as long as ED §VI-D says.
#[test]
fn the_expert_beats_the_reduced_player_beats_the_random_one() {
    let (expert, reduced, random) = (RulePlayer::default(), RulePlayer::REDUCED, RulePlayer::RANDOM);
    assert!(results(expert, reduced, 300).0 > 0.85);
    assert!(results(expert, random, 100).0 > 0.9);
    assert!(results(reduced, random, 300).0 > 0.7);
    let (_, turns) = results(expert, expert, 300);
    assert!((40.0..=60.0).contains(&turns), "{turns} turns on average");
}

/// A tree of cards only: the playout that leaves it asks for everything, and does not cast what was declined.
#[test]
fn unguided_playouts_ask_for_all_decisions() {
    let main = Main::Binary(Order::Descending);
    let options = Options { main, combat: Combat::Expert(Reading::default()), ..Options::default() };
    let own = "life 20 lands 5 hand 3/3(4)+2/2(2) play - dead -";
    let start = at_with(options, &format!("turn 9 main | {own} | {}", board(20, "-")));
    let mut playout = Unguided { playout: RuleRollout::new(RulePlayer::REDUCED) };
    let mut state = after(&start, "keep-3/3(4)");
    state.kept = state.declined();
    state.options.main = Main::Whole;
    assert_eq!(names(&state), ["pass", "play-2/2(2)"]);
    let mut state = after(&start, "keep-3/3(4)");
    assert!(playout.finish(&mut state, &mut Rng::new(8), &mut [0.0; 2]) > 0);
    assert_eq!((state.turn(), state.options().combat), (Turn::Over, Combat::Whole));
}

/// The fast playout plays the same games as the policy move by move, wherever it takes over and however moves are
/// made, and leaves the same random numbers.
#[test]
fn rule_rollouts_are_rollouts_of_the_rules() {
    let strict = Reading { need: Need::Printed, hold_for_equal: true, gang_below: true };
    let players =
        [RulePlayer::REDUCED, RulePlayer::RANDOM, RulePlayer::default(), RulePlayer::expert(strict)];
    let mixed = RulePlayer { attack: AttackRule::Expert(strict), ..RulePlayer::REDUCED };
    let players: Vec<RulePlayer> = players.into_iter().chain([mixed]).collect();
    let small: Deck = "9*L+15*1/2(1)+9*3/1(2)".parse().expect("a deck");
    let (mut rng, mut half_way) = (Rng::new(12), 0);
    for (at, options) in variants().into_iter().cycle().take(70).enumerate() {
        let deck = if at % 3 == 0 { small.clone() } else { Deck::default() };
        let mut state = Magic::new(&Settings { deck, options, ..Settings::default() }).expect("valid");
        state.order = if at % 5 == 0 { rng.bits() } else { 0 };
        while state.turn() != Turn::Over {
            half_way += usize::from(state.at != state.first_asked() || state.walk != Walk::START);
            let rules = rng.pick(&players);
            let unguided = rng.below(3) == 0;
            let (mut fast, mut slow) = (state.clone(), state.clone());
            let (mut one, mut other) = (rng.clone(), rng.clone());
            let values = &mut [0.0; 2];
            let moves = match unguided {
                true => [
                    Unguided { playout: RuleRollout::new(rules) }.finish(&mut fast, &mut one, values),
                    Unguided { playout: Rollout::new(rules) }.finish(&mut slow, &mut other, values),
                ],
                false => [
                    RuleRollout::new(rules).run(&mut fast, &mut one),
                    Rollout::new(rules).run(&mut slow, &mut other),
                ],
            };
            assert!(fast == slow && one == other, "{rules:?} from {}", state.position());
            assert_eq!(moves[0], moves[1], "{rules:?} with {options:?} from {}", state.position());
            (0..=rng.below(4)).for_each(|_| {
                if state.turn() != Turn::Over {
                    state.apply(step(&state, &mut rng));
                }
            });
        }
    }
    assert!(half_way > 100, "only {half_way} were taken over half-way");
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

/// Of two blockers the better one is killed, as of any number.
#[test]
fn the_better_of_two_blockers_is_killed() {
    let table = Magic::default().table.0;
    for first in 0..14 {
        for second in first..14 {
            let mut side = Side::new(20, table.list);
            [9, first, second].into_iter().for_each(|kind| side.enter(kind));
            let [one, other] = [first, second].map(|kind| {
                side.creatures().iter().rposition(|&there| there == kind).expect("it has entered")
            });
            let one = if first == second { one - 1 } else { one };
            let toughness = [first, second].map(|kind| table.toughness[usize::from(kind)]);
            for power in 0..toughness[0] + toughness[1] {
                let pair = 1 << one | 1 << other;
                let [quick, thorough] = [combat::better_kill, combat::best_kill];
                assert_eq!(quick(table, power, &side, pair), thorough(table, power, &side, pair));
            }
        }
    }
}

/// Ten simulations in each of two trees.
fn small_search(dealing: Dealing) -> DeterminizedUct<Magic, Unguided<RuleRollout>, WinLoss, Dealing> {
    let playout = Unguided { playout: RuleRollout::new(RulePlayer::REDUCED) };
    let setup = Setup::with(Budget::iterations(10), playout);
    DeterminizedUct { trees: 2, belief: dealing, uct: Uct::new(setup).fixed_chance() }
}

/// Players who search with options of their own make legal moves at tables that ask in other ways, and leave
/// combat to the expert if they search for cards alone.
#[test]
fn cards_by_search() {
    let expert = Combat::Expert(Reading::default());
    let binary = Main::Binary(Order::Descending);
    for (at, (main, combat)) in
        [(binary, expert), (Main::Whole, expert), (binary, Combat::Steps), (Main::Whole, Combat::Whole)]
            .into_iter()
            .enumerate()
    {
        let options = Options { main, pruning: Pruning::Dominated, combat, most: 64 };
        for table in [
            Options { most: 64, ..Options::default() },
            Options { main: binary, combat: Combat::Steps, ..Options::default() },
        ] {
            let dealing = match at {
                0 => Dealing::Interesting(Interesting::new(10, RulePlayer::REDUCED)),
                _ => Dealing::Uniform,
            };
            let mut player =
                CardSearch { rules: RulePlayer::default(), options, search: small_search(dealing) };
            let start = Magic::new(&Settings { options: table, ..Settings::default() }).unwrap();
            let (mut state, mut rng, mut searched) = (start, Rng::new(10), 0);
            while state.turn() != Turn::Over {
                let action = match state.turn() {
                    Turn::Player(who) => {
                        let decision = player.decide(&state.view(who), who, &mut rng);
                        searched += decision.iterations;
                        let rules = combat == expert && !state.is_main();
                        assert!(!rules || decision.action == expert_action(&state));
                        decision.action
                    }
                    _ => state.sample(&mut rng),
                };
                assert!(state.allows(action), "{action:?} in {}", state.position());
                state.apply(action);
            }
            assert!(searched > 100, "{options:?} {table:?}: {searched}");
            assert_eq!(player.notes().is_empty(), at > 0);
        }
    }
}

/// A search that notes what time it is given, and takes all of it.
struct Timed {
    budget: Budget,
    given: Vec<Duration>,
}

impl Search<Magic> for Timed {
    fn decide(&mut self, view: &View, who: Player, rng: &mut Rng) -> Decision<Action> {
        let time = self.budget.time.expect("it is limited");
        self.given.push(time);
        let decision = small_search(Dealing::Uniform).decide(view, who, rng);
        Decision { time, ..decision }
    }
}

impl Divisible for Timed {
    fn budget_mut(&mut self) -> &mut Budget {
        &mut self.budget
    }
    fn choice(&self) -> FinalChoice {
        FinalChoice::MostVisits
    }
}

/// However many steps a choice has, all of them together get the time of one decision.
#[test]
fn steps_share_the_time() {
    let limit = Duration::from_millis(100);
    let options =
        Options { main: Main::Binary(Order::Descending), combat: Combat::Steps, ..Options::default() };
    let state = at(
        "turn 9 main | life 20 lands 8 hand 3/3(4)+2/3(3)+2/2(2) play - dead - | life 20 lands 4 hand - play - dead -",
    );
    for seed in 0..5 {
        let search = Timed { budget: Budget::time(limit), given: vec![] };
        let mut player = CardSearch { rules: RulePlayer::default(), options, search };
        let decision = player.decide(&state.view(Player(0)), Player(0), &mut Rng::new(seed));
        assert!(player.search.given.len() > 1 && decision.time <= limit, "{:?}", player.search.given);
        assert!(player.search.given.iter().all(|&time| time > Duration::ZERO));
        assert_eq!(player.search.budget.time, Some(limit));
    }
}

/// Whoever looks for an interesting order without end leaves off when the search is over.
#[test]
fn orders_are_sought_until_the_search_is_over() {
    let state = at(
        "turn 9 main | life 1 lands 4 hand 3/3(4) play - dead - | life 20 lands 4 hand - play 6/6(7)+6/6(7)+5/5(6)+4/4(5)+3/3(4)+3/3(4)+2/2(2)+2/2(2)+2/2(2) dead -",
    );
    let endless = || {
        let mut orders = Interesting::new(u32::MAX, RulePlayer::REDUCED);
        orders.pairs = u32::MAX;
        orders
    };
    let mut root = small_search(Dealing::Interesting(endless()));
    root.uct.setup.stop.now();
    assert_eq!(root.decide(&state.view(Player(0)), Player(0), &mut Rng::new(1)).iterations, 1);
    let unguided = Unguided { playout: RuleRollout::new(RulePlayer::REDUCED) };
    let mut leaves = InterestingLeaves { orders: endless(), unguided };
    leaves.heed(&root.uct.setup.budget.deadline(&root.uct.setup.stop));
    leaves.finish(&mut state.clone(), &mut Rng::new(1), &mut [0.0; 2]);
}

/// With an order of cards all lines of play meet the same draws, and an order is as random as a shuffled deck.
#[test]
fn an_order_fixes_all_draws() {
    let mut first = [0; 3];
    for seed in 1..=2000 {
        let draws = |rules: RulePlayer, line: u64| {
            let (mut state, mut rng, mut draws, mut rules) =
                (Magic::default(), Rng::new(line), vec![], rules);
            state.order = seed;
            while state.turn() != Turn::Over && draws.len() < 30 {
                let action = match state.turn() {
                    Turn::Chance => state.sample(&mut rng),
                    _ => rules.action(&state, &mut vec![], &mut rng),
                };
                draws.extend(matches!(action, Action::Draw(_)).then_some(action));
                state.apply(action);
            }
            draws
        };
        let [one, other] = [draws(RulePlayer::REDUCED, 2 * seed), draws(RulePlayer::RANDOM, 2 * seed + 1)];
        let both = one.len().min(other.len());
        assert!(both > 14 && one[..both] == other[..both]);
        let Action::Draw(card) = one[17] else { unreachable!("draws alone") };
        first[match card.kind() {
            None => 0,
            Some(kind) if Magic::default().table.creature(kind).to_string() == "2/2(2)" => 1,
            _ => 2,
        }] += 1;
    }
    odds::fit(&first, &[17.0 / 40.0, 4.0 / 40.0, 19.0 / 40.0]).unwrap();
}

/// Where all is lost no order is interesting, and the simulations are spent; where a game hangs on the next
/// creature most are found soon.
#[test]
fn interesting_orders() {
    let at = |life: u8, enemy: &str| {
        let own = format!("life {life} lands 4 hand 3/3(4) play - dead -");
        at(&format!("turn 9 main | {own} | {}", board(20, enemy)))
    };
    let mut rng = Rng::new(3);
    let mut orders = Interesting::new(20, RulePlayer::REDUCED);
    let lost = at(1, "6/6(7)+6/6(7)+5/5(6)+4/4(5)+3/3(4)+3/3(4)+2/2(2)+2/2(2)+2/2(2)");
    for _ in 0..20 {
        assert!(orders.seek(|_| lost.clone(), &mut rng).order != 0);
    }
    let [sought, tested, found] = orders.tally;
    assert_eq!(sought, 20);
    // Ten pairs are three orders and one pair of a fourth. The enemy attacks with chance 1/2 each: it takes a
    // miracle to live.
    assert!(tested >= 4 * (20 - found) && found <= 4, "{tested} {found}");
    orders.tally = [0; 3];
    let open = at(20, "2/2(2)");
    (0..200).for_each(|_| assert!(orders.seek(|_| open.clone(), &mut rng).order != 0));
    let [_, tested, found] = orders.tally;
    assert!(found >= 150 && tested < 400, "{tested} {found}");
    // Simulations from leaves use them.
    let unguided = Unguided { playout: RuleRollout::new(RulePlayer::REDUCED) };
    let mut leaves = InterestingLeaves { orders, unguided };
    let mut state = open.clone();
    assert!(leaves.finish(&mut state, &mut rng, &mut [0.0; 2]) > 0);
    assert!(state.turn() == Turn::Over && state.order != 0 && leaves.orders.tally[0] == 201);
}

fn expert_action(state: &Magic) -> Action {
    RulePlayer::default().action(state, &mut vec![], &mut Rng::new(1))
}

/// What is refused because no game comes to it is never what a game comes to.
#[test]
fn random_games_come_to_positions_that_can_be() {
    for (number, options) in (0..200).flat_map(|number| variants().into_iter().map(move |one| (number, one)))
    {
        let (mut state, mut rng) = (with(options), Rng::new(number));
        while state.turn() != Turn::Over {
            state.apply(step(&state, &mut rng));
            assert_eq!(state.check_course(), Ok(()), "{}", state.position());
        }
    }
}

/// Positions with a slip are refused with a reason, or printed as they were read and played on from.
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
    assert_eq!("2*1/1(1)+L".parse::<Deck>().map(|deck| deck.to_string()), Ok("L+2*1/1(1)".to_string()));
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

/// The game could go on from all of these, and can come to none.
#[test]
fn positions_that_no_game_comes_to() {
    let documented = "turn 7 block | life 20 lands 3 hand 3*L+2*6/6(7)+1/1(1) play 2/2(2)> dead - | \
                      life 18 lands 3 hand 4*L+6/6(7) play 1/1(1)+1/1(1)~ dead -";
    let start = Magic::default();
    assert_eq!(start.parse_position(documented).expect("the documented position").position(), documented);
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
        ("life 20", "life 13", "has lost 7 life, and all creatures of the other deal 2 in each of 2 attacks"),
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
