//! Worked examples of each rule, the contract, and random games; the neighbouring files have the
//! other tests.

mod beliefs;
mod notation;

use super::board::GONE;
use super::cast::{FULL_HAND, PIECES};
use super::*;
use crate::spelling::{parsers_survive, sorted_names};
use crate::text::possible;
use sortilege::game::{Hidden, Notation, Observe, Picture};
use sortilege::scene::{Kind, Part};
use sortilege::testing::{Contract, odds};
use std::collections::{BTreeSet, HashMap};

/// Number of random games of the property test; a release build plays more.
const GAMES: u64 = if cfg!(debug_assertions) { 1_000 } else { 100_000 };

fn game_with(setup: Setup) -> Confrontation {
    Confrontation::new(Settings { setup, ..Settings::default() })
}

/// A position with full hands in which no character was shown.
fn table(mover: usize, dark: &str, light: &str) -> Confrontation {
    let mut game =
        Confrontation { phase: Phase::Move, mover: mover as u8, ..Confrontation::default() };
    for (side, text) in [dark, light].into_iter().enumerate() {
        game.sides[side] = Side::EMPTY;
        game.sides[side].hand = FULL_HAND[side];
        for word in text.split(' ') {
            let (who, at) = word.split_once('@').expect("who@where");
            let who = Character::all().find(|known| known.name() == who).expect("a character");
            let at = Region::all().find(|region| region.name() == at).expect("a region");
            assert_eq!(who.side(), side);
            game.sides[side].enter(who.index(), at);
        }
    }
    game
}

/// The hand without some cards.
fn used(side: usize, names: &str) -> u16 {
    let spent = |card: &Card| !names.split(' ').any(|name| name == card.name());
    cards(FULL_HAND[side]).filter(spent).fold(0, |hand, card| hand | card.bit())
}

/// Plays actions by name: `4/magic` are the cards of Dark and Light. Forced events of the
/// environment are omitted.
fn play(start: &Confrontation, script: &str) -> Confrontation {
    let mut state = forced(*start);
    for word in script.split_whitespace() {
        let parse = |name: &str| {
            let action = state.parse_action(name);
            action.unwrap_or_else(|| panic!("{name} is not possible in {}", state.position()))
        };
        if state.turn() == Turn::Together {
            let (dark, light) = word.split_once('/').expect("two cards");
            let choices = [parse(&format!("dark-{dark}")), parse(&format!("light-{light}"))];
            state.apply_together(&choices);
        } else {
            state.apply(parse(word));
        }
        state = forced(state);
        assert_eq!(state.check(), Ok(()), "after {word}: {}", state.position());
    }
    state
}

fn forced(mut state: Confrontation) -> Confrontation {
    while state.turn() == Turn::Chance {
        match possible(&state)[..] {
            [only] => state.apply(only),
            _ => break,
        }
    }
    state
}

/// The characters that died between two states.
fn fallen(before: &Confrontation, after: &Confrontation) -> String {
    let died =
        |who: &Character| before.region_of(*who).is_some() && after.region_of(*who).is_none();
    Character::all().filter(died).map(Character::name).collect::<Vec<_>>().join(" ")
}

/// The characters that die during a script.
fn toll(start: &Confrontation, script: &str) -> String {
    fallen(start, &play(start, script))
}

fn names(state: &Confrontation) -> String {
    sorted_names(state).join(" ")
}

fn count(state: &Confrontation) -> usize {
    possible(state).len()
}

/// E1.
#[test]
fn opening_moves() {
    let mut start = Confrontation::default();
    assert_eq!((start.turn(), count(&start)), (Turn::Player(Player(DARK)), 26));
    let rider: Vec<_> = names(&start)
        .split(' ')
        .filter(|name| name.starts_with("rider"))
        .map(String::from)
        .collect();
    assert_eq!(
        rider,
        ["dagorlad", "enedwaith", "eregion", "gondor", "rhudaur"]
            .map(|to| format!("rider:mordor>{to}"))
    );
    assert_eq!(names(&start).matches("nazgul").count(), 7);
    start.mover = LIGHT as u8;
    assert_eq!(count(&start), 19);
    for seed in 0..200 {
        let (mut rng, mut state) = (Rng::new(seed), game_with(Setup::Random));
        while state.turn() == Turn::Chance {
            state.apply(state.sample(&mut rng));
        }
        let short =
            matches!(state.region_of(Character::RIDER), Some(Region::MIRKWOOD | Region::ROHAN));
        assert_eq!(count(&state), if short { 25 } else { 26 }, "{}", state.position());
        state.mover = LIGHT as u8;
        assert_eq!(count(&state), 19);
    }
}

/// E2.
#[test]
fn river_sideways_and_aragorn() {
    let (dark, light) =
        ("witch-king@mirkwood orcs@gondor troll@gondor", "frodo@fangorn sam@fangorn aragorn@rohan");
    let of = |who: &str, from: &str, to: [&str; 3]| to.map(|to| format!("{who}:{from}>{to}"));
    let mut right = vec!["aragorn:rohan>gondor".to_string()];
    right.extend(of("frodo", "fangorn", ["dagorlad", "gondor", "rohan"]));
    right.extend(of("sam", "fangorn", ["dagorlad", "gondor", "rohan"]));
    assert_eq!(names(&table(LIGHT, dark, light)), right.join(" "));
    let right = "orcs:gondor>fangorn orcs:gondor>rohan troll:gondor>fangorn troll:gondor>rohan \
                 witch-king:mirkwood>fangorn witch-king:mirkwood>high-pass witch-king:mirkwood>misty-mountains";
    assert_eq!(names(&table(DARK, dark, light)), right);
}

/// E3.
#[test]
fn the_rider_cannot_pass_full_regions() {
    let dark = "nazgul@mordor rider@gondor orcs@misty-mountains troll@fangorn warg@fangorn";
    let state = table(DARK, dark, "frodo@rhudaur gandalf@shire sam@shire");
    let right = "nazgul:mordor>dagorlad nazgul:mordor>gondor nazgul:mordor>rhudaur \
                 orcs:misty-mountains>eregion orcs:misty-mountains>rhudaur rider:gondor>rohan rider:gondor>shire \
                 troll:fangorn>caradhras warg:fangorn>caradhras";
    assert_eq!(names(&state), right);
}

/// Aragorn attacks backwards and sideways; the tunnel of Moria is for Light, and only for forward
/// moves.
#[test]
fn aragorn_attacks_in_all_directions() {
    let state =
        table(LIGHT, "orcs@arthedain warg@rhudaur troll@mordor", "aragorn@eregion frodo@shire");
    let right = "aragorn:eregion>arthedain aragorn:eregion>caradhras aragorn:eregion>fangorn \
                 aragorn:eregion>misty-mountains aragorn:eregion>rhudaur frodo:shire>arthedain frodo:shire>cardolan";
    assert_eq!(names(&state), right);
    let state = table(LIGHT, "orcs@misty-mountains troll@mordor", "aragorn@caradhras frodo@shire");
    assert_eq!(
        names(&state).matches("aragorn").count(),
        2,
        "no piece goes sideways in the mountains"
    );
}

/// E4.
#[test]
fn orcs_attack_two() {
    let start = table(DARK, "orcs@eregion warg@mordor", "frodo@cardolan sam@cardolan");
    let met = play(&start, "orcs:eregion>cardolan orcs-meets-frodo");
    assert_eq!(names(&met), "fight retreat-to-arthedain sam-steps-in");
    let alone = play(&met, "retreat-to-arthedain");
    assert_eq!(
        (alone.turn(), alone.region_of(Character::FRODO)),
        (Turn::Together, Some(Region::ARTHEDAIN))
    );
    assert_eq!(toll(&alone, "1/2"), "orcs", "a plain battle, 3 against 4");
    assert_eq!(toll(&alone, "2/1"), "sam", "Sam is alone and counts 2");
    let next = play(&met, "sam-steps-in");
    assert_eq!(
        (fallen(&met, &next), names(&next)),
        ("sam".into(), "fight retreat-to-arthedain".into())
    );
    assert_eq!(play(&next, "retreat-to-arthedain").turn(), Turn::Player(Player(LIGHT)));
    assert_eq!(
        play(&next, "fight 1/3").sides[DARK].at[0],
        GONE,
        "the bonus is used up: 3 against 4"
    );
    assert_eq!(play(&met, "fight").phase, Phase::DarkWon, "the first defender dies");
    let other = play(&start, "orcs:eregion>cardolan orcs-meets-sam");
    let next = play(&other, "fight");
    assert_eq!(
        (fallen(&other, &next), names(&next)),
        ("sam".into(), "fight retreat-to-arthedain".into())
    );
    let odds: Vec<_> = {
        let mut list = vec![];
        let mut state = start;
        state.apply(state.parse_action("orcs:eregion>cardolan").expect("a move"));
        state.outcomes(&mut list);
        list.iter().map(|&(_, p)| p).collect()
    };
    assert_eq!(odds, [0.5, 0.5]);
}

/// Gimli kills Orcs before they strike, attacked or not; Merry and Legolas do the same to their
/// enemies.
#[test]
fn those_who_defeat_at_once() {
    for (light, dark) in [("gimli", "orcs"), ("merry", "witch-king"), ("legolas", "nazgul")] {
        let other = format!("{dark}@eregion warg@mordor");
        let start = table(DARK, &other, &format!("{light}@cardolan frodo@shire"));
        assert_eq!(toll(&start, &format!("{dark}:eregion>cardolan")), dark);
        let start = table(LIGHT, &other, &format!("{light}@cardolan frodo@shire"));
        assert_eq!(toll(&start, &format!("{light}:cardolan>eregion")), dark);
    }
}

/// E5.
#[test]
fn the_warg_silences_frodo_and_sam() {
    let start = table(DARK, "warg@eregion", "frodo@cardolan sam@cardolan");
    let met = play(&start, "warg:eregion>cardolan warg-meets-frodo");
    assert_eq!(met.turn(), Turn::Together);
    let end = play(&met, "4/5");
    assert_eq!((end.phase, fallen(&start, &end)), (Phase::DarkWon, "warg frodo".into()));
    let met = play(&start, "warg:eregion>cardolan warg-meets-sam");
    assert_eq!(met.turn(), Turn::Together, "Sam counts 2, and there is no choice");
    // Boromir and Gandalf are silenced too.
    let start = table(DARK, "warg@eregion orcs@mordor", "boromir@cardolan frodo@shire");
    assert_eq!(toll(&start, "warg:eregion>cardolan 1/5"), "warg");
    let start = table(DARK, "warg@eregion orcs@mordor", "gandalf@cardolan frodo@shire");
    assert_eq!(toll(&start, "warg:eregion>cardolan 6/5"), "warg");
}

/// E6.
#[test]
fn the_troll_has_no_card() {
    let start = table(DARK, "troll@eregion orcs@mordor", "gimli@cardolan frodo@shire");
    let met = play(&start, "troll:eregion>cardolan");
    let after = play(&met, "6/5");
    assert_eq!(fallen(&met, &after), "gimli");
    assert_eq!(after.sides.map(|side| side.hand), [used(DARK, "6"), used(LIGHT, "5")]);
    assert_eq!(toll(&met, "6/sacrifice"), "troll gimli");
    assert_eq!(toll(&met, "6/cloak"), "gimli");
    assert_eq!(toll(&met, "retreat/sacrifice"), "troll gimli", "a Retreat is lost");
    // He does not have Magic either, not even before Gandalf, and his Eye does not stop Light's
    // Magic.
    let mut start = table(DARK, "troll@eregion orcs@mordor", "gandalf@cardolan frodo@shire");
    (start.sides[DARK].hand, start.sides[LIGHT].hand) = (used(DARK, "1 2"), used(LIGHT, "4 5"));
    let state = play(&start, "troll:eregion>cardolan dark-magic");
    assert_eq!(state.turn(), Turn::Player(Player(LIGHT)));
    assert_eq!(toll(&state, "light-magic fetch-4"), "troll gandalf", "5 + 4 against 9");
    assert_eq!(toll(&start, "troll:eregion>cardolan dark-eye light-magic fetch-5"), "troll");
}

/// E7.
#[test]
fn gandalf_against_saruman() {
    let start = table(LIGHT, "saruman@rohan orcs@mordor", "gandalf@caradhras frodo@shire");
    let met = play(&start, "gandalf:caradhras>rohan");
    assert_eq!(names(&met), "fight no-cards");
    let after = play(&met, "no-cards");
    assert_eq!(
        (fallen(&met, &after), after.sides.map(|side| side.hand)),
        ("saruman".into(), FULL_HAND)
    );
    let shown = play(&met, "fight dark-6");
    assert_eq!(shown.turn(), Turn::Player(Player(LIGHT)));
    assert_eq!(toll(&shown, "light-5"), "saruman gandalf");
    assert_eq!(toll(&shown, "light-sacrifice"), "saruman gandalf");
    assert_eq!(toll(&shown, "light-cloak"), "saruman");
    assert_eq!(toll(&shown, "light-4"), "gandalf");
}

/// Gandalf sees what Dark's Magic has become; a Retreat ends the battle all the same, and Light's
/// card is gone.
#[test]
fn gandalf_sees_magic() {
    let mut start = table(LIGHT, "balrog@rohan orcs@mordor", "gandalf@caradhras frodo@shire");
    (start.sides[DARK].hand, start.sides[LIGHT].hand) =
        (used(DARK, "5 retreat"), used(LIGHT, "1 2"));
    let state = play(&start, "gandalf:caradhras>rohan dark-magic");
    assert_eq!(
        (state.turn(), names(&state)),
        (Turn::Player(Player(DARK)), "fetch-5 fetch-retreat".into())
    );
    assert_eq!(toll(&state, "fetch-5 light-5"), "balrog gandalf");
    let after = play(&state, "fetch-retreat light-5");
    assert_eq!(
        (fallen(&state, &after), after.region_of(Character::BALROG)),
        ("".into(), Some(Region::FANGORN))
    );
    assert_eq!(
        after.sides.map(|side| side.hand),
        [used(DARK, "5 retreat magic"), used(LIGHT, "1 2 5")]
    );
}

/// E8.
#[test]
fn magic_brings_retreat_back() {
    let with_used = |mut state: Confrontation| {
        (state.sides[DARK].hand, state.sides[LIGHT].hand) =
            (used(DARK, "retreat 3"), used(LIGHT, "1 2"));
        state
    };
    let start =
        with_used(table(LIGHT, "witch-king@rohan orcs@mordor", "aragorn@caradhras frodo@shire"));
    let state = play(&start, "aragorn:caradhras>rohan magic/sacrifice");
    assert_eq!(names(&state), "fetch-3 fetch-retreat");
    let after = play(&state, "fetch-retreat");
    assert_eq!(
        (fallen(&start, &after), after.region_of(Character::WITCH_KING)),
        ("".into(), Some(Region::FANGORN))
    );
    assert_eq!(toll(&state, "fetch-3"), "witch-king aragorn");
    for (place, others) in [
        ("rohan", "orcs@fangorn warg@fangorn troll@mordor"),
        ("misty-mountains", "orcs@fangorn warg@mordor"),
    ] {
        let from = if place == "rohan" { "caradhras" } else { "rhudaur" };
        let dark = format!("witch-king@{place} {others}");
        let start = with_used(table(LIGHT, &dark, &format!("aragorn@{from} frodo@shire")));
        let script = format!("aragorn:{from}>{place} magic/sacrifice fetch-retreat");
        assert_eq!(toll(&start, &script), "witch-king aragorn", "there is no way out of {place}");
    }
    let start =
        with_used(table(LIGHT, "witch-king@rohan orcs@mordor", "aragorn@caradhras frodo@fangorn"));
    assert_eq!(
        toll(&start, "aragorn:caradhras>rohan magic/sacrifice fetch-retreat"),
        "witch-king aragorn"
    );
}

/// E9.
#[test]
fn the_eye_blanks_text() {
    let start = table(LIGHT, "balrog@rohan orcs@mordor", "legolas@caradhras frodo@shire");
    let met = play(&start, "legolas:caradhras>rohan");
    for (cards, toll_of) in [
        ("eye/cloak", "legolas"),
        ("eye/sacrifice", "legolas"),
        ("eye/retreat", "legolas"),
        ("eye/magic", "legolas"),
        ("eye/4", "balrog"),
        ("6/cloak", "legolas"),
        ("6/sacrifice", "balrog legolas"),
    ] {
        assert_eq!(toll(&met, cards), toll_of, "{cards}");
    }
}

/// R5: an Eye that Magic has brought stops text, but not Magic.
#[test]
fn both_play_magic() {
    let mut start = table(LIGHT, "balrog@rohan orcs@mordor", "legolas@caradhras frodo@shire");
    (start.sides[DARK].hand, start.sides[LIGHT].hand) =
        (used(DARK, "1 eye"), used(LIGHT, "5 cloak"));
    let state = play(&start, "legolas:caradhras>rohan magic/magic fetch-eye");
    assert_eq!(names(&state), "fetch-5 fetch-cloak");
    assert_eq!(toll(&state, "fetch-5"), "balrog");
    assert_eq!(toll(&state, "fetch-cloak"), "legolas");
    let after = play(&state, "fetch-5");
    assert_eq!(
        after.sides.map(|side| side.hand),
        [used(DARK, "1 eye magic"), used(LIGHT, "5 cloak magic")]
    );
    // With a single card to fetch there is no decision, and with none Magic is blank.
    (start.sides[DARK].hand, start.sides[LIGHT].hand) = (used(DARK, "6"), used(LIGHT, "2"));
    assert_eq!(toll(&start, "legolas:caradhras>rohan magic/4"), "legolas", "5 + 6 against 3 + 4");
    assert_eq!(toll(&start, "legolas:caradhras>rohan 1/magic"), "legolas", "5 + 1 against 3 + 2");
    let start = table(LIGHT, "balrog@rohan orcs@mordor", "legolas@caradhras frodo@shire");
    assert_eq!(toll(&start, "legolas:caradhras>rohan magic/3"), "balrog", "5 against 3 + 3");
}

/// R6, and the paths of both sides.
#[test]
fn retreats_by_card() {
    let start =
        table(LIGHT, "balrog@fangorn orcs@mordor", "legolas@caradhras frodo@shire sam@cardolan");
    let met = play(&start, "legolas:caradhras>fangorn");
    let state = play(&met, "retreat/retreat");
    assert_eq!(names(&state), "retreat-to-mirkwood retreat-to-rohan", "across the river, too");
    let after = play(&state, "retreat-to-mirkwood");
    assert_eq!(
        (after.region_of(Character::LEGOLAS), after.region_of(Character::BALROG)),
        (Some(Region::FANGORN), Some(Region::MIRKWOOD)),
        "Dark's card comes first, and Light stays"
    );
    let state = play(&met, "6/retreat");
    assert_eq!(names(&state), "retreat-to-caradhras retreat-to-misty-mountains");
    let after = play(&state, "retreat-to-caradhras");
    assert_eq!((after.turn(), fallen(&met, &after)), (Turn::Player(Player(DARK)), "".into()));
    // The tunnel does not lead back, and a region with enemies is not available either.
    let start = table(
        LIGHT,
        "balrog@fangorn orcs@caradhras warg@misty-mountains",
        "legolas@eregion frodo@shire",
    );
    assert_eq!(toll(&start, "legolas:eregion>fangorn let-pass 1/retreat"), "legolas");
}

/// When a defender retreats, the attacker meets the next one.
#[test]
fn the_attacker_meets_the_next_defender() {
    let start = table(
        DARK,
        "balrog@eregion orcs@mordor",
        "legolas@cardolan gimli@cardolan frodo@arthedain",
    );
    let met = play(&start, "balrog:eregion>cardolan balrog-meets-legolas");
    let state = play(&met, "1/retreat");
    assert_eq!(state.region_of(Character::LEGOLAS), Some(Region::SHIRE));
    assert_eq!((state.turn(), state.fighter(LIGHT)), (Turn::Together, Character::GIMLI));
    let state = play(&met, "6/1 5/2");
    assert_eq!(fallen(&met, &state), "legolas gimli");
    assert_eq!(state.turn(), Turn::Player(Player(LIGHT)));
}

/// E10.
#[test]
fn shelob_goes_to_gondor() {
    let light = "gimli@enedwaith pippin@enedwaith frodo@shire";
    let start = table(DARK, "shelob@caradhras troll@mordor", light);
    let met = play(&start, "shelob:caradhras>enedwaith shelob-meets-gimli");
    let after = play(&met, "6/1");
    assert_eq!(
        (fallen(&met, &after), after.region_of(Character::SHELOB)),
        ("gimli".into(), Some(Region::GONDOR))
    );
    assert_eq!(after.turn(), Turn::Player(Player(LIGHT)), "Pippin is left alone");
    assert_eq!(toll(&met, "1/3"), "shelob gimli");
    let crowded = table(DARK, "shelob@caradhras orcs@gondor warg@gondor", light);
    assert_eq!(toll(&crowded, "shelob:caradhras>enedwaith shelob-meets-gimli 6/1"), "shelob gimli");
    let taken =
        table(DARK, "shelob@caradhras orcs@mordor", "gimli@enedwaith merry@gondor frodo@shire");
    assert_eq!(toll(&taken, "shelob:caradhras>enedwaith 6/1"), "shelob gimli");
    // Attacked, she also moves; in Gondor she stays and fights on.
    let attacked = table(LIGHT, "shelob@fangorn orcs@fangorn", "gimli@caradhras frodo@shire");
    let after = play(&attacked, "gimli:caradhras>fangorn gimli-meets-shelob");
    assert_eq!(after.phase, Phase::Cards);
    let after = play(&after, "6/1");
    assert_eq!(
        (fallen(&attacked, &after), after.region_of(Character::SHELOB)),
        ("gimli".into(), Some(Region::GONDOR))
    );
    let at_home = table(DARK, "shelob@mordor orcs@mordor", "gimli@gondor merry@gondor frodo@shire");
    assert_eq!(toll(&at_home, "shelob:mordor>gondor shelob-meets-gimli 6/1 5/2"), "merry gimli");
}

/// E11.
#[test]
fn the_balrog_in_the_tunnel() {
    let start =
        table(LIGHT, "balrog@caradhras orcs@fangorn troll@fangorn", "boromir@eregion frodo@shire");
    let asked = play(&start, "boromir:eregion>fangorn");
    assert_eq!(
        (asked.turn(), names(&asked)),
        (Turn::Player(Player(DARK)), "balrog-strikes let-pass".into())
    );
    let struck = play(&asked, "balrog-strikes");
    assert_eq!(fallen(&start, &struck), "boromir");
    let view = struck.view(Player(LIGHT));
    assert_eq!(view.arrangements(), 1, "two are in fangorn, and the Balrog has been seen");
    assert_eq!(struck.sides[DARK].trail.tracked, Character::BALROG.bit());
    let passed = play(&asked, "let-pass");
    assert_eq!(names(&passed), "boromir-meets-orcs boromir-meets-troll");
    assert_eq!(toll(&passed, "boromir-meets-orcs"), "orcs boromir");
    // Light does not know the character in Caradhras, so Dark is asked in every case.
    let start =
        table(LIGHT, "warg@caradhras balrog@mordor", "boromir@eregion merry@eregion frodo@shire");
    let asked = play(&start, "boromir:eregion>fangorn");
    assert_eq!(names(&asked), "let-pass");
    // Dark does not know the walking character either.
    let view = asked.view(Player(DARK));
    let mut seen = BTreeSet::new();
    for seed in 0..100 {
        seen.insert(Confrontation::determinize(&view, &mut Rng::new(seed)).attacker());
    }
    assert_eq!(seen.len(), 3, "any of Light's three characters may be in eregion and walk");
    let start = table(LIGHT, "warg@caradhras troll@mordor", "boromir@eregion frodo@shire");
    assert_eq!(play(&start, "boromir:eregion>fangorn").phase, Phase::Move, "the Balrog is dead");
    let start = table(LIGHT, "balrog@caradhras troll@mordor", "frodo@eregion sam@shire");
    assert_eq!(play(&start, "frodo:eregion>fangorn balrog-strikes").phase, Phase::DarkWon);
}

/// E12.
#[test]
fn ends() {
    let start = table(
        LIGHT,
        "balrog@mordor orcs@mordor warg@mordor troll@mordor",
        "frodo@gondor sam@shire",
    );
    let end = play(&start, "frodo:gondor>mordor");
    assert_eq!((end.turn(), [0, 1].map(|who| end.payoff(Player(who)))), (Turn::Over, [-1.0, 1.0]));
    let three = "balrog@shire orcs@shire warg@shire";
    let start = table(DARK, &format!("{three} troll@cardolan"), "frodo@eregion");
    let end = play(&start, "troll:cardolan>shire");
    assert_eq!(
        (end.phase, [0, 1].map(|who| end.payoff(Player(who)))),
        (Phase::DarkWon, [1.0, -1.0])
    );
    let start = table(DARK, &format!("{three} troll@cardolan"), "pippin@shire frodo@eregion");
    let mut met = start;
    met.apply(met.parse_action("troll:cardolan>shire").expect("a move"));
    met.apply(met.parse_action("troll-meets-pippin").expect("a battle"));
    assert_eq!(met.turn(), Turn::Together, "battle first");
    let choose = |cards: [Action; 2]| {
        let mut end = met;
        end.apply_together(&cards);
        forced(end).phase
    };
    let one = Action::DarkCard(Card(1));
    assert_eq!(choose([one, Action::LightCard(Card(1))]), Phase::DarkWon);
    assert_eq!(
        choose([one, Action::LightCard(Card::SACRIFICE)]),
        Phase::Move,
        "three are not enough"
    );
}

#[test]
fn wins_by_blocking_and_killing() {
    // The last Dark piece dies: Light wins, unless Frodo dies with it.
    let start = table(DARK, "orcs@eregion", "gimli@cardolan frodo@shire");
    assert_eq!(play(&start, "orcs:eregion>cardolan").phase, Phase::LightWon);
    let start = table(LIGHT, "balrog@rohan", "frodo@caradhras sam@shire");
    assert_eq!(play(&start, "frodo:caradhras>rohan 1/5").phase, Phase::DarkWon);
    // Light in mordor cannot move on.
    let start = table(
        DARK,
        "orcs@rohan",
        "frodo@gondor sam@mordor pippin@mordor merry@mordor gimli@mordor",
    );
    let state = play(&start, "orcs:rohan>caradhras");
    assert_eq!(state.phase, Phase::DarkWon, "mordor is full and Frodo is alone before it");
    // Only Aragorn can save his side; the environment announces that he is there.
    let start = table(
        DARK,
        "orcs@rohan",
        "frodo@gondor aragorn@gondor pippin@mordor merry@mordor gimli@mordor sam@mordor",
    );
    assert_eq!(
        play(&start, "orcs:rohan>caradhras").phase,
        Phase::DarkWon,
        "no enemy is near Aragorn"
    );
    let start = table(
        DARK,
        "orcs@gondor",
        "frodo@dagorlad aragorn@dagorlad pippin@mordor merry@mordor gimli@mordor sam@mordor",
    );
    let state = play(&start, "orcs:gondor>fangorn");
    assert_eq!(names(&state), "aragorn:dagorlad>fangorn");
    let view = state.view(Player(DARK));
    for seed in 0..20 {
        let drawn = Confrontation::determinize(&view, &mut Rng::new(seed));
        assert_eq!(drawn.region_of(Character::ARAGORN), Some(Region::DAGORLAD));
        assert_ne!(drawn.region_of(Character::FRODO), Some(Region::MORDOR));
    }
    // Dark in the Shire cannot move on.
    let start = table(LIGHT, "orcs@shire", "frodo@gondor sam@rohan");
    assert_eq!(play(&start, "sam:rohan>gondor").phase, Phase::LightWon);
}

/// R3: another character can be drawn only with three or more defenders.
#[test]
fn frodo_is_face_up_after_sam_stepped_in() {
    let start =
        table(DARK, "troll@cardolan warg@mordor", "frodo@shire sam@shire merry@shire pippin@shire");
    let state = play(&start, "troll:cardolan>shire troll-meets-frodo sam-steps-in 1/1");
    assert_eq!((fallen(&start, &state), names(&state)), ("sam".into(), "draw take-frodo".into()));
    assert_eq!(play(&state, "take-frodo 2/2").phase, Phase::DarkWon);
    assert_eq!(names(&play(&state, "draw")), "troll-meets-merry troll-meets-pippin");
    let next = play(&state, "draw troll-meets-merry 2/2");
    assert_eq!(names(&next), "draw take-frodo", "he stays face up");
    let last = play(&next, "draw 3/3");
    assert_eq!(
        (last.phase, last.fighter(LIGHT)),
        (Phase::Cards, Character::FRODO),
        "no other defender is left to draw"
    );
}

#[test]
fn sam_is_strong_beside_frodo() {
    let start = table(
        DARK,
        "rider@eregion warg@mordor",
        "frodo@cardolan sam@cardolan merry@arthedain gimli@arthedain",
    );
    let met = play(&start, "rider:eregion>cardolan rider-meets-sam");
    assert_eq!(names(&met), "fight show-frodo");
    assert_eq!(toll(&met, "fight 1/1"), "sam", "3 against 2");
    let shown = play(&met, "show-frodo");
    assert_eq!(toll(&shown, "1/1"), "rider", "5 against 3");
    assert_eq!(shown.sides[LIGHT].trail.tracked, Character::FRODO.bit() | Character::SAM.bit());
    let met = play(&start, "rider:eregion>cardolan rider-meets-frodo");
    assert_eq!(names(&met), "fight sam-steps-in", "arthedain is full");
    assert_eq!(toll(&met, "sam-steps-in 1/1"), "rider");
    // Dark must not see a difference that depends on the character next to Sam.
    let start = table(DARK, "rider@eregion warg@mordor", "merry@cardolan sam@cardolan frodo@shire");
    assert_eq!(names(&play(&start, "rider:eregion>cardolan rider-meets-sam")), "fight");
    // As an attacker he is alone.
    let start = table(LIGHT, "rider@eregion warg@mordor", "frodo@cardolan sam@cardolan");
    assert_eq!(toll(&start, "sam:cardolan>eregion 1/1"), "sam");
}

#[test]
fn pippin_attacks_and_retreats() {
    let start = table(LIGHT, "troll@rohan orcs@rohan warg@fangorn", "pippin@caradhras frodo@shire");
    let met = play(&start, "pippin:caradhras>rohan pippin-meets-troll");
    assert_eq!(met.phase, Phase::Ability, "{}", met.position());
    assert_eq!(names(&met), "fight retreat-to-caradhras retreat-to-gap-of-rohan");
    let after = play(&met, "retreat-to-gap-of-rohan");
    assert_eq!((after.turn(), fallen(&start, &after)), (Turn::Player(Player(DARK)), "".into()));
    assert_eq!(after.region_of(Character::PIPPIN), Some(Region::GAP_OF_ROHAN));
    assert_eq!(toll(&met, "fight 1/2"), "pippin");
    let defends = table(DARK, "troll@rohan warg@fangorn", "pippin@caradhras frodo@shire");
    assert_eq!(play(&defends, "troll:rohan>caradhras").phase, Phase::Cards);
    let silenced = table(LIGHT, "warg@rohan", "pippin@caradhras frodo@shire");
    assert_eq!(play(&silenced, "pippin:caradhras>rohan").phase, Phase::Cards);
}

/// R7, and the paper's rule.
#[test]
fn nine_cards() {
    let mut start =
        table(DARK, "balrog@eregion orcs@mordor", "legolas@cardolan gimli@cardolan frodo@shire");
    (start.sides[DARK].hand, start.sides[LIGHT].hand) = (Card(6).bit(), Card(1).bit());
    let script = "balrog:eregion>cardolan balrog-meets-legolas 6/1";
    let after = play(&start, script);
    assert_eq!((after.phase, after.sides.map(|side| side.hand)), (Phase::Cards, FULL_HAND));
    start.settings.cards = CardRule::Spent;
    let after = play(&start, script);
    assert_eq!(fallen(&start, &after), "legolas gimli", "5 against 3, without cards");
    assert_eq!(after.sides.map(|side| side.hand), [0, 0]);
    let mut saruman = table(LIGHT, "saruman@rohan orcs@mordor", "aragorn@caradhras frodo@shire");
    saruman.settings.cards = CardRule::Spent;
    saruman.sides.iter_mut().for_each(|side| side.hand = 0);
    assert_eq!(
        toll(&saruman, "aragorn:caradhras>rohan"),
        "saruman aragorn",
        "there is nothing to forbid"
    );
}

#[test]
fn published_wins() {
    let mut start = table(DARK, "balrog@shire orcs@shire troll@cardolan", "frodo@eregion");
    assert_eq!(play(&start, "troll:cardolan>shire").phase, Phase::Move);
    start.settings.wins = WinRule::Published;
    assert_eq!(play(&start, "troll:cardolan>shire").phase, Phase::DarkWon);
    let mut start = table(DARK, "orcs@eregion", "gimli@cardolan frodo@shire");
    start.settings.wins = WinRule::Published;
    let state = play(&start, "orcs:eregion>cardolan");
    assert_eq!(state.phase, Phase::Move, "Light has to move once more");
    assert_eq!(play(&state, "frodo:shire>arthedain").phase, Phase::LightWon);
}

#[test]
fn the_longest_game_is_drawn() {
    let mut start = table(DARK, "balrog@rohan orcs@mordor", "frodo@shire");
    start.moves = LONGEST - 1;
    let end = play(&start, "orcs:mordor>gondor");
    assert_eq!((end.turn(), end.payoff(Player(0))), (Turn::Over, 0.0));
}

/// IS §V-A5 and §V-D.
#[test]
fn numbers_of_setups() {
    for (setup, light, dark) in [
        (Setup::Fixed, 15_120, 15_120),
        (Setup::Random, 15_120, 15_120),
        (Setup::Constrained, 2_520, 6_720),
    ] {
        let mut state = game_with(setup);
        let mut rng = Rng::new(1);
        let mut ways = [1, 1];
        while state.turn() == Turn::Chance {
            let outcome = state.sample(&mut rng);
            let Action::Place(who, _) = outcome else { panic!("{outcome:?}") };
            ways[who.side()] *= count(&state);
            state.apply(outcome);
        }
        assert!(setup == Setup::Fixed || ways == [dark, light]);
        let unknown = [DARK, LIGHT].map(|seat| state.view(Player(seat)).arrangements() as usize);
        assert_eq!(unknown, [light, dark], "{setup:?}");
    }
}

#[test]
fn contract() {
    for setup in [Setup::Fixed, Setup::Random, Setup::Constrained] {
        for (wins, cards) in
            [(WinRule::Paper, CardRule::Return), (WinRule::Published, CardRule::Spent)]
        {
            let game = Confrontation::new(Settings { setup, wins, cards });
            Contract::new(&game).games(10).longest(1000).rules().chance().outcomes();
            Contract::new(&game)
                .games(20)
                .longest(1000)
                .hidden()
                .observed()
                .twins()
                .notation()
                .key()
                .picture();
        }
    }
}

/// Plays a random step and returns its actions.
fn step(state: &mut Confrontation, rng: &mut Rng) -> Vec<Action> {
    let mut scratch = vec![];
    match state.turn() {
        Turn::Over => vec![],
        Turn::Together => {
            let joint: Vec<_> =
                [0, 1].map(|who| state.random_choice(Player(who), &mut scratch, rng)).into();
            state.apply_together(&joint);
            joint
        }
        turn => {
            let action = if turn == Turn::Chance {
                state.sample(rng)
            } else {
                state.random_action(&mut scratch, rng)
            };
            state.apply(action);
            vec![action]
        }
    }
}

/// In all random games places, cards and trails are consistent, views hide identities, and the game
/// ends.
#[test]
fn invariants_of_random_games() {
    let (mut longest, mut longest_trail) = (0, 0);
    for number in 0..GAMES {
        let setup = [Setup::Fixed, Setup::Random, Setup::Constrained][number as usize % 3];
        let mut rng = Rng::derive(&[9, number]);
        let mut state = game_with(setup);
        while state.turn() != Turn::Over {
            let before = state;
            step(&mut state, &mut rng);
            assert_eq!(state.check().and(state.check_course()), Ok(()), "{}", state.position());
            let alive = |state: &Confrontation| {
                Character::all().filter(|who| state.region_of(*who).is_some()).count()
            };
            assert!(alive(&state) <= alive(&before) && state.moves - before.moves <= 1);
            longest_trail = state
                .sides
                .iter()
                .map(|side| side.trail.events().len())
                .fold(longest_trail, usize::max);
        }
        longest = longest.max(state.moves);
        assert!(state.moves < LONGEST && state.phase != Phase::Drawn);
    }
    assert!((30..100).contains(&longest), "{longest} moves");
    assert!((10..60).contains(&longest_trail), "{longest_trail} events");
}

#[test]
fn rules_can_be_followed() {
    sortilege::testing::handbook(&super::Confrontation::default(), super::RULES);
}
