//! Tests of combat: attackers, blockers, and results.

use super::*;

/// E1.
#[test]
fn a_creature_attacks_where_nothing_stops_it() {
    let state =
        at(&format!("turn 9 attack | {} | {}", board(20, "4/4(5)+2/2(2)"), board(20, "2/3(3)")));
    assert_eq!(most_attackers(&state, Reading::default()), 2);
    assert_eq!(expert(&state), "attack-1");
    let state = after(&state, "attack-1");
    assert_eq!(expert(&state), "no-block");
    let state = after(&state, "no-block");
    assert_eq!((state.life(Player(0)), state.life(Player(1))), (20, 16));
    // Both hands are empty, so the turn is over.
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

/// A player who is lost anyway attacks with everything; a player who can just survive does not.
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
    let tapped = at(&format!(
        "turn 9 attack | {} | {}",
        board(6, "5/5(6)+1/1(1)"),
        board(20, "6/6(7)~+1/1(1)")
    ));
    assert_eq!(most_attackers(&tapped, Reading::default()), 1);
    assert_eq!(most_attackers(&tapped, Reading { need: Need::Printed, ..Reading::default() }), 2);
}

/// Algorithm 1, line 27: held back to block and kill a more expensive creature.
#[test]
fn a_creature_is_held_back_for_a_better_one() {
    let state = at(&format!("turn 9 attack | {} | {}", board(20, "3/2(3)"), board(20, "4/2(4)")));
    assert_eq!(expert(&state), "no-attack");
    let state = at(&format!(
        "turn 9 attack | {} | {}",
        board(20, "3/3(4)+3/3(4)"),
        board(20, "5/5(6)~+4/4(5)")
    ));
    assert_eq!(expert(&state), "no-attack");
    let equal = at(&format!("turn 9 attack | {} | {}", board(20, "2/2(2)"), board(20, "4/2(4)")));
    let reading = Reading { hold_for_equal: true, ..Reading::default() };
    assert_eq!(expert(&equal), "attack-1");
    assert_eq!(choice(RulePlayer::expert(reading), &equal), "no-attack");
}

/// E4.
#[test]
fn two_gang_up() {
    let state =
        at(&format!("turn 9 block | {} | {}", board(20, "4/4(5)>"), board(20, "2/3(3)+2/2(2)")));
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

/// Algorithm 2, line 27: print and prose differ if the lost creature costs as much as the attacker.
#[test]
fn a_gang_may_lose_what_the_attacker_costs() {
    let state =
        at(&format!("turn 9 block | {} | {}", board(20, "3/3(4)>"), board(20, "4/2(4)+2/4(4)")));
    let below = Reading { gang_below: true, ..Reading::default() };
    assert_eq!(expert(&state), "block-1>1+2>1");
    assert_eq!(choice(RulePlayer::expert(below), &state), "block-2>1", "then 2/4 is a wall");
}

/// E5.
#[test]
fn a_chump_block_saves_a_life() {
    let state = at(&format!(
        "turn 9 block | {} | {}",
        board(20, "6/6(7)>+3/3(4)>"),
        board(5, "2/2(2)+1/1(1)")
    ));
    assert_eq!(expert(&state), "block-2>1");
    assert_eq!(after(&state, "block-2>1").life(Player(1)), 2);
    assert_eq!(choice(printed(), &state), "block-1>2+2>1", "as printed it wastes 2/2");
}

/// E6.
#[test]
fn who_is_lost_does_not_block() {
    let state = at(&format!(
        "turn 9 block | {} | {}",
        board(20, "5/5(6)>+5/5(6)>+5/5(6)>"),
        board(4, "2/2(2)")
    ));
    assert_eq!(expert(&state), "no-block");
    assert_eq!(after(&state, "no-block").payoff(Player(0)), 1.0);
}

/// CS §IV: nothing is blocked if the own damage next turn exceeds the damage taken now. Tapped
/// creatures attack then, too.
#[test]
fn a_race_is_run_without_blocks() {
    let block = |reading, life, attack: &str, defence: &str| {
        let state = at(&format!("turn 9 block | {} | {}", board(20, attack), board(life, defence)));
        choice(RulePlayer::expert(reading), &state)
    };
    let race = Reading { race: true, ..Reading::default() };
    let defence = "6/6(7)~+4/4(5)";
    assert_eq!(block(Reading::default(), 20, "3/2(3)>", defence), "block-2>1");
    assert_eq!(block(race, 20, "3/2(3)>", defence), "no-block", "10 against 3");
    assert_eq!(block(race, 20, "2/2(2)>", "2/3(3)"), "block-1>1", "2 are not more than 2");
    assert_eq!(block(race, 3, "3/2(3)>", defence), "block-2>1", "who is dead does not strike back");
}

/// Without blocks for survival no creature is sacrificed, and without gangs no two creatures block
/// together.
#[test]
fn rules_for_blocks_can_be_left_out() {
    let state = at(&format!(
        "turn 9 block | {} | {}",
        board(20, "6/6(7)>+3/3(4)>"),
        board(5, "2/2(2)+1/1(1)")
    ));
    let bold = Reading { survival: false, ..Reading::default() };
    assert_eq!(expert(&state), "block-2>1");
    assert_eq!(choice(RulePlayer::expert(bold), &state), "no-block");
    let state =
        at(&format!("turn 9 block | {} | {}", board(20, "4/4(5)>"), board(20, "2/3(3)+2/2(2)")));
    let alone = Reading { gangs: false, ..Reading::default() };
    assert_eq!(expert(&state), "block-1>1+2>1");
    assert_eq!(choice(RulePlayer::expert(alone), &state), "no-block");
}

/// Algorithm 1, line 8: if the opponent's creatures are not lethal, there is no smallest lethal
/// number of them. As 0 it lets every creature attack that has a reason to; as infinity all
/// creatures attack without further checks.
#[test]
fn the_minimum_of_nothing() {
    let state = at(&format!("turn 9 attack | {} | {}", board(20, "2/2(2)"), board(20, "5/5(6)")));
    let infinite = Reading { need: Need::Infinite, ..Reading::default() };
    assert_eq!(choice(printed(), &state), "no-attack");
    assert_eq!(choice(RulePlayer::expert(infinite), &state), "attack-1");
    let lethal = at(&format!("turn 9 attack | {} | {}", board(5, "2/2(2)"), board(20, "5/5(6)")));
    assert_eq!(choice(RulePlayer::expert(infinite), &lethal), "no-attack", "there the number is 1");
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

/// E8.
#[test]
fn damage_is_dealt_at_once() {
    let state = at(&format!("turn 9 block | {} | {}", board(20, "3/2(3)>"), board(20, "2/2(2)")));
    let state = after(&state, "block-1>1");
    assert_eq!((state.sides[0].len, state.sides[1].len, state.life(Player(1))), (0, 0, 20));
    let state =
        at(&format!("turn 9 block | {} | {}", board(20, "6/6(7)>"), board(20, "4/2(4)+2/4(4)")));
    let state = after(&state, "block-1>1+2>1");
    assert_eq!((state.sides[0].len, state.sides[1].len, state.life(Player(1))), (0, 0, 20));
}

/// Three blockers for 4 damage: the largest cost counts, not the number of creatures.
#[test]
fn damage_is_split_by_cost() {
    let state = at(&format!(
        "turn 9 block | {} | {}",
        board(20, "4/4(5)>"),
        board(20, "2/4(4)+2/2(2)+1/1(1)")
    ));
    let state = after(&state, "block-1>1+2>1+3>1");
    assert!(state.position().ends_with("play 2/2(2)+1/1(1) dead 2/4(4)"), "{}", state.position());
    let state = at(&format!(
        "turn 9 block | {} | {}",
        board(20, "4/4(5)>"),
        board(20, "2/3(3)+2/2(2)+1/1(1)")
    ));
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
    assert_eq!(
        names(&state),
        ["no-attack", "attack-1"],
        "what was cast on turn 6 attacks on turn 8"
    );
    // A creature that was cast on turn 5 can block on turn 6.
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
    let whole =
        after(&at(&format!("turn 9 attack | {own} | {theirs}")), "attack-1+2 block-1>1+3>2");
    assert_eq!(after(&state, same).position(), whole.position());
}

/// A choice among too many possibilities is made creature by creature.
#[test]
fn large_choices_are_made_in_steps() {
    let options = Options { most: 26, ..Options::default() };
    let (own, theirs) = (board(20, "4/4(5)+2/2(2)"), board(20, "3/3(4)+3/3(4)+2/2(2)"));
    let state =
        after(&at_with(options, &format!("turn 9 attack | {own} | {theirs}")), "attack-1+2");
    assert_eq!(names(&state), ["stay-1", "guard-1>1", "guard-1>2"]);
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

/// Attackers and cards are selected; for blocks, the blocker is selected before the attacker that
/// it blocks.
#[test]
fn moves_are_made_by_pointing() {
    let gesture = |state: &Magic, seat: usize, name: &str| {
        Magic::gesture(
            &state.view(Player(seat)),
            Player(seat),
            state.parse_action(name).expect(name),
        )
    };
    let set = |names: &[&str]| Gesture::Set(names.iter().map(|name| name.to_string()).collect());
    let board = |life, play| board(life, play).replace("hand -", "hand 2*L+2/2(2)");
    let state =
        at(&format!("turn 9 attack | {} | {}", board(20, "4/4(5)+2/2(2)"), board(20, "2/3(3)")));
    assert_eq!(gesture(&state, 0, "attack-1+2"), set(&["own.1", "own.2"]));
    assert_eq!(gesture(&state, 0, "no-attack"), Gesture::button("No attack"));
    let state =
        at(&format!("turn 9 block | {} | {}", board(20, "4/4(5)>"), board(20, "2/3(3)+2/2(2)")));
    assert_eq!(
        gesture(&state, 1, "block-1>1+2>1"),
        Gesture::path(["own.1", "other.1", "own.2", "other.1"])
    );
    let state = at(&format!("turn 9 main | {} | {}", board(20, "-"), board(20, "-")));
    assert_eq!(gesture(&state, 0, "play-L+2/2(2)"), set(&["hand.L", "hand.2/2(2)"]));
    let scene = Magic::picture(&state.view(Player(0)), Player(0), None);
    assert!(scene.names().any(|name| name == "hand.L#2"), "{scene:?}");
    let one_land = at(&format!(
        "turn 9 main | {} | {}",
        board(20, "-").replace("lands 4", "lands 1"),
        board(20, "-")
    ));
    let scene = Magic::picture(&one_land.view(Player(0)), Player(0), None);
    assert!(format!("{scene:?}").contains("20 life, 1 land, "), "{scene:?}");
}
