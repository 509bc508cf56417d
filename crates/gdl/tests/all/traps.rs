//! Tests of constructs in real sheets that simple implementations get wrong. Net and machine must
//! agree.

use sortilege::game::Notation;
use sortilege::{Game, Player, Rng, Turn};
use sortilege_gdl::testing::Twin;
use sortilege_gdl::{Engines, Limits, OpenGame, Options, Sheet};
use std::sync::Arc;

fn sheet(text: &str, engines: Engines) -> Arc<Sheet> {
    Sheet::read(text, &Options { engines, longest: 50, ..Options::default() })
        .unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Opens the game after random games in which net and machine agreed.
fn agreed(text: &str) -> OpenGame {
    let mut twin = Twin::new(sheet(text, Engines::Net), sheet(text, Engines::Machine));
    let mut rng = Rng::new(1);
    for _ in 0..50 {
        twin.play(&mut rng).unwrap_or_else(|error| panic!("{error}: {text}"));
    }
    OpenGame::new(sheet(text, Engines::Net))
}

fn played(text: &str, moves: &[&str]) -> OpenGame {
    let mut game = agreed(text);
    for name in moves {
        let action =
            game.parse_action(name).unwrap_or_else(|| panic!("{name} in {}", game.position()));
        game.apply(action);
    }
    game
}

/// Goal value of a seat, as in the sheet.
fn goal(game: &OpenGame, seat: usize) -> f64 {
    (game.payoff(Player(seat)) * 50.0 + 50.0).round()
}

/// One variable that matches fluents of several forms, one with nested functions; negated and
/// compared.
#[test]
fn a_variable_can_be_any_fluent() {
    let text = "(role a) (init (on (box 1))) (init lamp) (init (pair x (f y)))
        (<= (legal a (drop ?f)) (true ?f)) (<= (next ?f) (true ?f) (not (does a (drop ?f))))
        (<= some (true ?f)) (<= terminal (not some))
        (<= (goal a 100) (not some)) (<= (goal a 0) some)";
    let game = played(text, &["drop(lamp)", "drop(pair(x,f(y)))"]);
    assert_eq!(game.position(), "2 - on(box(1))");
    let game = played(text, &["drop(on(box(1)))", "(drop lamp)", "drop(pair(x,f(y)))"]);
    assert_eq!((game.turn(), game.payoff(Player(0))), (Turn::Over, 1.0));
}

/// No goal counts as 0, of two goals the higher counts, and a value can be a variable.
#[test]
fn goals_can_be_missing_or_many() {
    let text =
        "(role a) (role b) (init s) (score 30) (score 80) (legal a go) (legal b go) (legal b stay)
        (<= (next (end ?m)) (does b ?m)) (<= terminal (true (end ?m)))
        (<= (goal a ?v) (true (end go)) (score ?v)) (<= (goal b 10) (true (end stay)))";
    let game = played(text, &["go"]);
    assert_eq!([0, 1].map(|seat| goal(&game, seat)), [80.0, 0.0]);
    let game = played(text, &["stay"]);
    assert_eq!([0, 1].map(|seat| goal(&game, seat)), [0.0, 10.0]);
}

#[test]
fn or_can_be_nested_and_negated() {
    let text = "(role a) (init (n 0)) (s 0 1) (s 1 2) (s 2 3) (legal a x) (legal a y)
        (<= (next (n ?m)) (true (n ?n)) (or (and (s ?n ?m) (does a x)) (and (s ?m ?n) (or (does a y) (does a z)))))
        (<= (next (n 0)) (true (n 0)) (not (or (does a x) (and (does a y) (true (n 1))))))
        (<= terminal (or (true (n 3)) (and (true (n 2)) (not (or (true (n 1)) (true (n 0)))) (not (true (n 2))))))
        (<= (goal a 100) (true (n 3))) (<= (goal a 50) (not (true (n 3))))";
    let game = played(text, &["x", "y", "y", "x", "x", "x"]);
    assert_eq!((game.turn(), game.payoff(Player(0))), (Turn::Over, 1.0));
}

/// Connection of two sides of a small board: the definition of connected cells is cyclic.
#[test]
fn nets_can_go_in_circles() {
    let text = "(role a) (role b) (other a b) (other b a) (n 1) (n 2) (n 3) (s 1 2) (s 2 3) (init (turn a))
        (<= (adj ?x ?y ?x ?z) (n ?x) (s ?y ?z)) (<= (adj ?x ?y ?z ?y) (n ?y) (s ?x ?z))
        (<= (near ?a ?b ?c ?d) (adj ?a ?b ?c ?d)) (<= (near ?a ?b ?c ?d) (adj ?c ?d ?a ?b))
        (<= (taken ?x ?y) (true (at ?x ?y ?p)))
        (<= (legal ?p (put ?x ?y)) (true (turn ?p)) (n ?x) (n ?y) (not (taken ?x ?y)))
        (<= (legal ?p wait) (true (turn ?q)) (other ?q ?p))
        (<= (next (at ?x ?y ?p)) (does ?p (put ?x ?y))) (<= (next (at ?x ?y ?p)) (true (at ?x ?y ?p)))
        (<= (next (turn ?q)) (true (turn ?p)) (other ?p ?q))
        (<= (linked ?p ?x 1) (true (at ?x 1 ?p)))
        (<= (linked ?p ?x ?y) (true (at ?x ?y ?p)) (near ?x ?y ?z ?w) (linked ?p ?z ?w))
        (<= (through ?p) (linked ?p ?x 3)) (<= free (n ?x) (n ?y) (not (taken ?x ?y)))
        (<= terminal (through ?p)) (<= terminal (not free))
        (<= (goal ?p 100) (through ?p)) (<= (goal ?p 0) (role ?p) (not (through ?p)))";
    let game = played(
        text,
        &["put(1,1)", "put(3,1)", "put(1,2)", "put(3,3)", "put(2,2)", "put(1,3)", "put(2,3)"],
    );
    assert_eq!((game.turn(), game.payoff(Player(0))), (Turn::Over, 1.0));
}

/// A rule of eight variables over ten things is split; otherwise it would have 10^8 instances.
#[test]
fn long_bodies_are_cut() {
    let things: String = (0..10).map(|n| format!("(t {n}) (init (v {n} {n})) ")).collect();
    let chain: String = (0..7).map(|n| format!("(true (v ?{n} ?{}))", n + 1)).collect();
    let text = format!(
        "(role a) {things} (<= (legal a (set ?x ?y)) (t ?x) (t ?y)) (<= (next (v ?x ?y)) (does a (set ?x ?y)))
         (<= (next (v ?x ?y)) (true (v ?x ?y))) (<= path {chain}) (<= (next far) path (true (v 0 9)))
         (<= terminal (true far)) (<= (goal a 100) (true far)) (<= (goal a 0) (not (true far)))"
    );
    let sheet = sheet(&text, Engines::Net);
    assert!(sheet.gates().is_some_and(|gates| gates < 20_000), "{:?}", sheet.gates());
    let short = |engines| {
        Sheet::read(&text, &Options { engines, longest: 5, ..Options::default() }).unwrap()
    };
    let mut twin = Twin::new(short(Engines::Net), short(Engines::Machine));
    twin.play(&mut Rng::new(1)).unwrap();
}

/// A sheet that does not fit a net runs on the Datalog machine.
#[test]
fn the_machine_runs_what_does_not_ground() {
    let digits: String = (0..10).map(|n| format!("(d {n}) ")).collect();
    let text = format!(
        "(role a) {digits} (init (n 0 0 0 0 0 0 0)) (<= (legal a (turn ?d)) (d ?d))
         (<= (next (n ?b ?c ?d ?e ?f ?g ?x)) (true (n ?a ?b ?c ?d ?e ?f ?g)) (does a (turn ?x)))
         (<= terminal (true (n 1 ?b ?c ?d ?e ?f ?g))) (<= (goal a 100) terminal) (<= (goal a 0) (not terminal))"
    );
    let limits = Limits { instances: 10_000, ..Limits::default() };
    let sheet = Sheet::read(&text, &Options { limits, ..Options::default() }).unwrap();
    assert_eq!(sheet.gates(), None);
    assert!(sheet.why_no_net().is_some());
    let mut game = OpenGame::new(sheet);
    for digit in [1, 2, 3, 4, 5, 6, 7] {
        assert_eq!(game.turn(), Turn::Player(Player(0)));
        let action = game.parse_action(&format!("turn({digit})")).unwrap();
        game.apply(action);
    }
    assert_eq!((game.turn(), game.payoff(Player(0))), (Turn::Over, 1.0));
}

/// Nine men's morris: the moves name the captured man, so there would be more than a million ground
/// rules.
#[test]
fn large_sheets_are_run_by_the_machine() {
    let text = include_str!("../sheets/nine-mens-morris.kif");
    let large = Sheet::read(text, &Options { longest: 20, ..Options::default() }).unwrap();
    assert_eq!(large.gates(), None);
    let note = large.note().expect("a note says so");
    assert!(note.contains("more than 400000 ground rules"), "{note}");
    let mut game = OpenGame::new(large);
    for name in ["go(hand,p11,none)", "go(hand,p31,none)", "go(hand,p12,none)", "go(hand,p32,none)"]
    {
        let action =
            game.parse_action(name).unwrap_or_else(|| panic!("{name} in {}", game.position()));
        game.apply(action);
    }
    // A mill captures one man of the opponent.
    let mut moves = vec![];
    game.actions(&mut moves);
    let names: Vec<String> = moves.iter().map(|&action| game.action_name(action)).collect();
    let closing: Vec<&String> =
        names.iter().filter(|name| name.starts_with("go(hand,p13,")).collect();
    assert_eq!(closing, ["go(hand,p13,p31)", "go(hand,p13,p32)"]);
}

/// The work of grounding is counted, so its bound selects the same engine on every machine.
#[test]
fn the_work_of_grounding_is_bounded() {
    let text = include_str!("../../../../games/gdl/reversi.kif");
    let read = |work| {
        let limits = Limits { work, ..Limits::default() };
        Sheet::read(text, &Options { limits, ..Options::default() }).unwrap()
    };
    assert!(read(Limits::default().work).gates().is_some());
    let bounded = read(30_000);
    assert_eq!(bounded.gates(), None);
    assert!(bounded.note().unwrap().contains("writing out the rules takes too much work"));
}

/// A game in which a role has no legal move ends there, and a game without an end stops at the step
/// limit.
#[test]
fn games_end_whatever_the_rules_say() {
    let stuck = "(role a) (init x) (<= (legal a go) (true x)) (<= (next y) (does a go)) (<= terminal (true z)) (goal a 70)";
    let game = played(stuck, &["go"]);
    assert_eq!((game.turn(), goal(&game, 0)), (Turn::Over, 70.0));
    let endless =
        "(role a) (init x) (legal a go) (<= (next x) (true x)) (<= terminal (true z)) (goal a 100)";
    let mut game = agreed(endless);
    for _ in 0..50 {
        assert_eq!(game.turn(), Turn::Player(Player(0)));
        let action = game.parse_action("go").unwrap();
        game.apply(action);
    }
    assert_eq!(game.turn(), Turn::Over);
}

/// `random` may be at any position among the roles, and without `sees` every role observes its
/// moves.
#[test]
fn chance_can_sit_in_the_middle() {
    let text = "(role a) (role random) (role b) (face 1) (face 2) (face 3) (init s)
        (<= (legal random (roll ?f)) (face ?f)) (legal a go) (legal b go) (legal b stay)
        (<= (next (end ?f ?m)) (does random (roll ?f)) (does b ?m)) (<= terminal (true (end ?f ?m)))
        (<= (goal a 100) (true (end 3 ?m))) (<= (goal b 100) (true (end ?f stay)))";
    let game = agreed(text);
    assert_eq!((game.players(), game.seat(Player(1))), (2, "b".to_string()));
    let game = played(text, &["stay", "roll(3)"]);
    assert_eq!([0, 1].map(|seat| game.payoff(Player(seat))), [1.0, 1.0]);
}

/// Tic-tac-toe in the infix form of recent textbooks.
const INFIX: &str = "
% whose turn it is comes first
role(cross) role(nought)
init(turn(cross)).
n(1) & n(2) & n(3)
other(cross,nought) other(nought,cross)
taken(X,Y) :- true(at(X,Y,_))
legal(P,mark(X,Y)) :- true(turn(P)) & n(X) & n(Y) & ~taken(X,Y)
legal(P,wait) :- true(turn(Q)) & other(P,Q)
next(turn(Q)) :- true(turn(P)), other(P,Q).
next(at(X,Y,P)) :- does(P,mark(X,Y)) | true(at(X,Y,P))
row(P) :- true(at(X,1,P)) & true(at(X,2,P)) & true(at(X,3,P))
row(P) :- true(at(1,Y,P)) & true(at(2,Y,P)) & true(at(3,Y,P))
row(P) :- true(at(2,2,P)) & (true(at(1,1,P)) & true(at(3,3,P)) | true(at(1,3,P)) & true(at(3,1,P)))
room :- n(X) & n(Y) & not taken(X,Y)
terminal :- row(P)
terminal :- not(room)
goal(P,100) :- row(P)
goal(P,0) :- row(Q) & other(P,Q) & P != Q
goal(P,50) :- role(P) & ~row(cross) & ~row(nought)
";

#[test]
fn the_infix_form_is_read() {
    let game = agreed(INFIX);
    let counts: Vec<u64> = (1..=4).map(|depth| sortilege::exact::perft(&game, depth)).collect();
    assert_eq!(counts, [9, 72, 504, 3024]);
    let game = played(INFIX, &["mark(1,1)", "mark(1,2)", "mark(2,2)", "mark(1,3)", "mark(3,3)"]);
    assert_eq!([0, 1].map(|seat| goal(&game, seat)), [100.0, 0.0]);
}

/// Whether a heap is won depends on whether smaller ones are not. So the predicate `won` depends
/// negatively on itself, and no atom does.
#[test]
fn circles_through_not_are_fine_where_no_atom_is_in_one() {
    let text =
        "(role a) (role b) (s 0 1) (s 1 2) (s 2 3) (s 3 4) (s 4 5) (s 5 6) (init (heap 6)) (init (turn a))
        (<= (won ?n) (s ?m ?n) (not (won ?m))) (<= (won ?n) (s ?m ?n) (s ?k ?m) (not (won ?k)))
        (<= (legal ?p (take 1)) (true (turn ?p)) (true (heap ?n)) (s ?m ?n))
        (<= (legal ?p (take 2)) (true (turn ?p)) (true (heap ?n)) (s ?m ?n) (s ?k ?m))
        (<= (legal ?p wait) (role ?p) (not (true (turn ?p))))
        (<= (next (turn ?p)) (role ?p) (not (true (turn ?p))))
        (<= (next (heap ?m)) (does ?p (take 1)) (true (heap ?n)) (s ?m ?n))
        (<= (next (heap ?k)) (does ?p (take 2)) (true (heap ?n)) (s ?m ?n) (s ?k ?m))
        (<= (lamp ?n) (true (heap ?n))) (<= (lamp ?m) (s ?m ?n) (not (lamp ?n)) (true (turn a)))
        (<= terminal (true (heap 0)) ) (<= terminal (true (heap ?n)) (not (won ?n)) (lamp ?n) (true (turn b)))
        (<= (goal ?p 0) (true (turn ?p)) (true (heap ?n)) (not (won ?n)))
        (<= (goal ?p 100) (role ?p) (not (goal ?p 0)))";
    let game = played(text, &["take(2)", "take(1)"]);
    assert_eq!(game.turn(), Turn::Player(Player(0)));
    assert_eq!(goal(&game, 0), 0.0, "three can be divided by three");
    let game = played(text, &["take(2)", "take(2)", "take(2)"]);
    assert_eq!((game.turn(), goal(&game, 0), goal(&game, 1)), (Turn::Over, 100.0, 0.0));
}

/// An auxiliary rule is split again if it has variables that occur nowhere else: four of them would
/// give 65,536 rules.
#[test]
fn parts_of_bodies_are_cut_again() {
    let things: String = (0..16).map(|n| format!("(t {n}) ")).collect();
    let text = format!(
        "(role p) {things} (d 1) (d 2) (<= (init (a ?x ?y ?d)) (t ?x) (t ?y) (d ?d)) (<= (init (b ?x)) (t ?x))
         (<= (legal p (drop ?x)) (true (b ?x))) (<= (legal p stop) (not some)) (<= some (true (b ?x)))
         (<= (next (a ?x ?y ?d)) (true (a ?x ?y ?d)) (not (does p (drop ?x))))
         (<= (next (b ?x)) (true (b ?x)) (not (does p (drop ?x))))
         (<= (linked ?u ?v) (true (a ?u ?z ?i)) (true (a ?z ?c ?j)) (true (a ?u ?v ?l)) (true (a ?c ?e ?m)))
         (<= far (linked ?x ?y) (distinct ?x ?y))
         (<= terminal (not far)) (<= (goal p 100) (not far)) (<= (goal p 0) far)"
    );
    let limits = Limits { instances: 20_000, ..Limits::default() };
    let sheet =
        Sheet::read(&text, &Options { limits, engines: Engines::Net, ..Options::default() })
            .unwrap();
    let mut game = OpenGame::new(sheet);
    for n in 0..16 {
        assert_eq!(goal(&game, 0), 0.0);
        let action = game.parse_action(&format!("drop({n})")).unwrap();
        game.apply(action);
    }
    assert_eq!((game.turn(), goal(&game, 0)), (Turn::Over, 100.0));
}

/// Reachability over bridges that come and go: a cycle must not support itself when the way to it
/// is gone.
#[test]
fn circles_fall_when_nothing_holds_them_up() {
    let text = "(role a) (e 1 2) (e 2 3) (e 3 4) (e 4 2) (e 4 5) (e 5 1) (s 0 1) (s 1 2) (s 2 3) (s 3 4) (s 4 5) (s 5 6) (s 6 7) (s 7 8)
        (init (t 0)) (<= (init (up ?x ?y)) (e ?x ?y))
        (<= (legal a (turn ?x ?y)) (e ?x ?y))
        (<= (next (up ?x ?y)) (true (up ?x ?y)) (not (does a (turn ?x ?y))))
        (<= (next (up ?x ?y)) (does a (turn ?x ?y)) (not (true (up ?x ?y))))
        (<= (next (t ?m)) (true (t ?n)) (s ?n ?m))
        (<= (way ?x ?y) (true (up ?x ?y))) (<= (way ?x ?z) (way ?x ?y) (true (up ?y ?z)))
        (<= (legal a (jump ?x)) (way 1 ?x))
        (<= terminal (true (t 8))) (<= (goal a 100) (way 1 4)) (<= (goal a 50) (not (way 1 4)) (way 5 1)) (<= (goal a 0) (not (way 1 4)))";
    let game = played(text, &["turn(1,2)"]);
    let mut list = vec![];
    game.actions(&mut list);
    assert_eq!((list.len(), goal(&game, 0)), (6, 50.0), "only bridges can be turned");
    assert_eq!(goal(&played(text, &["turn(1,2)", "turn(5,1)", "turn(1,2)"]), 0), 100.0);
}

/// Two players flip lights. `next` is used by percepts, by auxiliary predicates with `not`, by
/// itself, and recursively.
fn lights(next: &str) -> String {
    format!(
        "(role left) (role right) (light 1) (light 2) (light 3) (light 4) (after 1 2) (after 2 3) (after 3 4)
        (after 0 1) (init (on 2)) (init (step 0)) (init dark)
        (<= (legal ?who (flip ?l)) (role ?who) (light ?l) (not (true (on 4))))
        (<= (legal ?who rest) (role ?who))
        (<= (flips ?l) (does left (flip ?l)) (not (does right (flip ?l))))
        (<= (flips ?l) (does right (flip ?l)) (not (does left (flip ?l))))
        (<= (stays ?l) (true (on ?l)) (not (flips ?l)))
        (<= (starts ?l) (light ?l) (flips ?l) (not (true (on ?l))))
        (<= (next (on ?l)) (stays ?l))
        (<= (next (on ?l)) (starts ?l))
        (<= (will ?l) (stays ?l))
        (<= (will ?l) (starts ?l))
        (<= (next (step ?m)) (true (step ?n)) (after ?n ?m))
        (<= some-dark (light ?l) (not {next}))
        (<= (next dark) some-dark)
        (<= (reaches 1) (light ?l) {next} (not (distinct ?l 1)))
        (<= (reaches ?m) (reaches ?k) (after ?k ?m) (light ?l) {next} (not (distinct ?l ?m)))
        (<= (next (row ?l)) (reaches ?l))
        (<= (sees ?who (lit ?l)) (role ?who) (light ?l) {next})
        (<= terminal (not (true dark)))
        (<= terminal (true (step 4)))
        (<= (goal ?who 100) (role ?who) (true (row 2)))
        (<= (goal ?who 0) (role ?who) (not (true (row 2))))"
    )
}

#[test]
fn next_can_be_a_condition() {
    let (with, without) = (lights("(next (on ?l))"), lights("(will ?l)"));
    for [one, other] in [
        [sheet(&with, Engines::Net), sheet(&without, Engines::Net)],
        [sheet(&with, Engines::Machine), sheet(&without, Engines::Machine)],
        [sheet(&with, Engines::Net), sheet(&without, Engines::Machine)],
    ] {
        let (mut twin, mut rng) = (Twin::new(one, other), Rng::new(1));
        (0..200).for_each(|_| _ = twin.play(&mut rng).unwrap_or_else(|error| panic!("{error}")));
    }
}

/// `next` may depend on itself, if the recursion ends.
#[test]
fn next_can_be_recursive() {
    let rules = |next: &str| {
        format!(
            "(role a) (after 0 1) (after 1 2) (after 2 3) (after 3 4) (init (n 0)) (init (to 0)) (size 1) (size 2)
            (<= (legal a (add ?k)) (size ?k))
            (<= (next (n ?m)) (true (n ?k)) (after ?k ?m))
            (<= (to ?m) (true (n ?k)) (does a (add 1)) (after ?k ?m))
            (<= (to ?j) (true (n ?k)) (does a (add 2)) (after ?k ?m) (after ?m ?j))
            (<= (next (to ?m)) (to ?m))
            (<= (next (to ?k)) (after ?k ?m) {next})
            (<= (to ?k) (after ?k ?m) (to ?m))
            (<= terminal (true (n 3)))
            (<= (goal a 100) (true (to 4))) (<= (goal a 0) (not (true (to 4))))"
        )
    };
    let (with, without) = (rules("(next (to ?m))"), rules("(to ?m)"));
    agreed(&with);
    let mut twin = Twin::new(sheet(&with, Engines::Net), sheet(&without, Engines::Net));
    let mut rng = Rng::new(1);
    (0..50).for_each(|_| _ = twin.play(&mut rng).unwrap_or_else(|error| panic!("{error}")));
}

#[test]
fn next_that_means_nothing_is_refused() {
    let refused = |rules: &str, engines: Engines| {
        let text =
            format!("(role a) (init x) (legal a go) (<= terminal (true z)) (goal a 100)\n{rules}");
        Sheet::read(&text, &Options { engines, ..Options::default() }).unwrap_err().to_string()
    };
    for engines in [Engines::Net, Engines::Machine, Engines::Fastest] {
        assert_eq!(
            refused("(<= (next y) (true x) (not (next y)))", engines),
            "line 2, column 1: `next` depends on its own negation, through `not`, by this rule"
        );
        assert_eq!(
            refused("(<= (next y) (does a go)) (<= (legal a stop) (next y))", engines),
            "line 2, column 27: `legal` depends on `does` by this rule, which it cannot"
        );
        assert_eq!(
            refused("(<= (next y) (true x)) (<= (next (f ?s)) (next ?s))", engines),
            "line 2, column 24: `next` depends on itself by this rule in a way that can make its terms larger without end"
        );
    }
}
