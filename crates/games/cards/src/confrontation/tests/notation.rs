//! Positions as text and as pictures, and a whole game, move by move.

use super::*;
use sortilege::scene::{Item, Region as Drawn};

#[test]
fn positions_with_slips_are_refused_or_printed_again() {
    let (start, letters) =
        (Confrontation::default(), "odark123@,-/ >?:".chars().collect::<Vec<_>>());
    let (mut rng, mut read) = (Rng::new(3), 0);
    for _ in 0..60 {
        let mut state = start;
        while state.turn() != Turn::Over {
            let mut text: Vec<char> = state.position().chars().collect();
            let from = rng.below(text.len());
            let to = text.len().min(from + rng.below(3));
            let with: Vec<char> = (0..rng.below(3)).map(|_| rng.pick(&letters)).collect();
            text.splice(from..to, with);
            let text: String = text.into_iter().collect();
            match start.parse_position(&text) {
                Ok(other) => {
                    assert_eq!(other.position(), text);
                    read += usize::from(other != state);
                    let mut other = other;
                    // Every accepted position can be played and viewed.
                    while other.turn() != Turn::Over {
                        for who in [0, 1].map(Player) {
                            assert_eq!(
                                Confrontation::determinize(&other.view(who), &mut rng).moves,
                                other.moves
                            );
                        }
                        step(&mut other, &mut rng);
                    }
                }
                Err(error) => assert!(!error.is_empty() && !error.contains('\n'), "{error:?}"),
            }
            step(&mut state, &mut rng);
        }
    }
    assert!(read > 0, "no slip made another position: nothing was tested");
    parsers_survive(
        &start,
        "(move|deal|meet|cards) (dark|light) [0-9]{1,3} \\| orcs@[a-z]{4,6} hand -",
    );
}

#[test]
fn wrong_positions_are_explained() {
    let start = Confrontation::default();
    let right = start.position();
    for (from, to, reason) in [
        ("orcs@fangorn", "orcs@rohan,orcs@rohan", "there twice"),
        ("warg@rohan", "warg@eregion", "both sides are in eregion"),
        ("frodo@shire", "frodo@mordor", "both sides are in mordor"),
        (
            "shelob@gondor,saruman@dagorlad,nazgul@mordor",
            "shelob@high-pass,saruman@high-pass,nazgul@mordor",
            "no room",
        ),
        ("hand 1,2,3,4,5,6", "hand 1,2,3,4,5", "equally large"),
        ("eye", "cloak", "other side"),
        ("trail - | frodo", "trail balrog:rohan>rohan/1 | frodo", "does not lead"),
        ("move dark 0", "move dark 301", "moves are counted"),
        ("move dark 0", "blocked dark 0", "can move"),
        ("move dark 0", "cards dark 0", "fighters"),
    ] {
        assert!(right.contains(from), "{from}");
        let error = start.parse_position(&right.replacen(from, to, 1)).expect_err(to);
        assert!(error.contains(reason), "{to}: {error}");
    }
}

/// All of these could be played on from, but no game leads to them.
#[test]
fn positions_that_no_game_comes_to_are_refused() {
    let start = Confrontation::default();
    let right = start.position();
    for (from, to, reason) in [
        ("move dark 0", "move light 0", "with 0 moves made, dark is on turn"),
        ("move dark 0", "move dark 1", "with 1 moves made, light is on turn"),
        ("move dark 0", "light-won dark 0", "light has won when"),
        ("move dark 0", "dark-won light 1", "dark has won when"),
        ("move dark 0", "drawn dark 4", "drawn after 300 moves"),
        ("move dark 0", "move dark 300", "up to 300 moves"),
        ("orcs@fangorn,", "", "1 dark pieces are dead, and 0 moves can cost 0"),
        ("gimli@enedwaith,", "", "1 light pieces are dead"),
        ("warg@rohan", "warg@gap-of-rohan", "farther from home than 0 moves"),
        ("legolas@eregion", "legolas@caradhras", "farther from home than 0 moves"),
        (
            "trail - | frodo",
            "trail balrog:mordor>mordor/4 | frodo",
            "before the first move, no character",
        ),
    ] {
        assert!(right.contains(from), "{from} in {right}");
        let error = start.parse_position(&right.replacen(from, to, 1)).expect_err(to);
        assert!(error.contains(reason), "{to}: {error}");
    }
    let fewer = right.replacen("hand 1,2", "hand 2", 2);
    let error = start.parse_position(&fewer).expect_err("cards that were not played");
    assert!(error.contains("has played 1 cards in 0 moves"), "{error}");
}

/// The deal does not record anything: a character that was shown at home before the deal would be
/// tracked there for the whole game.
#[test]
fn no_character_is_shown_before_the_deal() {
    let known_at_home = game_with(Setup::Constrained).position();
    for setup in [Setup::Fixed, Setup::Random] {
        let error = game_with(setup).parse_position(&known_at_home).expect_err("trails at home");
        assert!(error.contains("before the first move, no character"), "{error}");
    }
    let start = game_with(Setup::Constrained);
    assert_eq!(start.parse_position(&known_at_home), Ok(start));
    for (from, to) in [("sam:shire>shire/4", "sam:shire>shire/2"), (",sam:", ",gandalf:")] {
        let error = start.parse_position(&known_at_home.replace(from, to)).expect_err(to);
        assert!(error.contains("before the first move, no character"), "{to}: {error}");
    }
}

/// The example of the module's header.
#[test]
fn the_documented_position() {
    let text = "cards dark 23 | orcs@mordor,rider@rohan hand 1,eye trail rider:rohan>rohan/1 \
                | frodo@shire,gimli@rohan hand 2,5 trail gimli:rohan>rohan/1 \
                | rohan rider/gimli first cards -/- now -/-";
    let state = Confrontation::default().parse_position(text).expect("a position");
    assert_eq!((state.turn(), toll(&state, "1/2")), (Turn::Together, "rider".into()));
}

#[test]
fn a_picture() {
    let start = Confrontation::default();
    let scene = Confrontation::picture(&start.view(Player(LIGHT)), Player(LIGHT), None);
    let Part::Map(map) = &scene.parts[1] else { panic!("{scene:?}") };
    let faces = |region: &Drawn| region.pieces.iter().map(Item::face).collect::<String>();
    let rows: Vec<String> = map
        .regions
        .chunk_by(|one, other| one.y == other.y)
        .map(|row| row.iter().map(|region| format!("{} {}, ", region.x, faces(region))).collect())
        .collect();
    let right = [
        "0 ????, ",
        "-1 ?, 1 ?, ",
        "-2 ?, 0 ?, 2 ?, ",
        "-3 , -1 , 1 , 3 , ",
        "-2 Gi, 0 Le, 2 Bo, ",
        "-1 Ga, 1 Ar, ",
        "0 FrSaPiMe, ",
    ];
    assert_eq!(rows, right);
    let gap = map.regions.iter().find(|region| region.name == "gap-of-rohan").expect("the gap");
    assert_eq!(
        (&gap.label[..], gap.room, &gap.neighbours[..]),
        ("Gap of Rohan", 1, &["enedwaith".to_string(), "rohan".to_string()][..])
    );
    let to = |region: &Drawn, other: &Drawn| region.neighbours.contains(&other.name);
    assert!(
        map.regions
            .iter()
            .all(|one| map.regions.iter().all(|other| to(one, other) == to(other, one)))
    );
    // The Nazgul has been shown, and now stands with another piece.
    let state = play(&start, "nazgul:mordor>rhudaur");
    assert_eq!(fallen(&start, &state), "nazgul boromir");
    let state = play(
        &table(LIGHT, "troll@gondor orcs@fangorn rider@dagorlad", "frodo@rohan aragorn@mirkwood"),
        "aragorn:mirkwood>dagorlad 1/retreat rider:dagorlad>fangorn aragorn:mirkwood>dagorlad rider:fangorn>caradhras",
    );
    let scene = Confrontation::picture(&state.view(Player(LIGHT)), Player(LIGHT), None);
    let tokens: Vec<String> = scene
        .parts
        .iter()
        .filter_map(|part| if let Part::Row(row) = part { Some(row) } else { None })
        .filter(|row| row.label == "Seen before")
        .flat_map(|row| row.items.iter().map(|item| format!("{:?}", item.kind)))
        .collect();
    assert_eq!(tokens, [format!("{:?}", Kind::Token("rider: caradhras or fangorn".into()))]);
}

/// Events of the table are described in words; actions of players use the notation.
#[test]
fn words_for_what_happens() {
    let words = |state: &Confrontation, name: &str| {
        state.action_words(state.parse_action(name).expect(name))
    };
    let dealt = game_with(Setup::Random);
    assert_eq!(words(&dealt, "orcs@rohan"), "orcs are sent to rohan");
    let mut met = table(DARK, "orcs@eregion warg@mordor", "frodo@cardolan sam@cardolan");
    assert_eq!(words(&met, "orcs:eregion>cardolan"), "orcs:eregion>cardolan");
    met.apply(met.parse_action("orcs:eregion>cardolan").expect("a move"));
    assert_eq!(words(&met, "orcs-meets-sam"), "orcs fight sam");
    let cards = met.action_words(Action::Resolve { dark: Card(4), light: Card::CLOAK });
    assert_eq!(cards, "Dark plays 4, Light plays cloak");
    assert_eq!(
        [Action::Blocked, Action::Free].map(|it| met.action_words(it)),
        ["Dark cannot move", "Dark can still move"]
    );
}

/// A whole game: the actions, the fallen pieces, and the numbers of arrangements that Dark and
/// Light consider possible.
#[test]
fn a_golden_game() {
    let script = [
        ("shelob:gondor>fangorn gandalf:cardolan>eregion", "", [7560, 7560]),
        ("troll:mirkwood>misty-mountains sam:shire>cardolan", "", [30240, 7560]),
        // The Black Rider goes a long way to meet Boromir.
        ("rider:mordor>rhudaur", "rider boromir", [3360, 3360]),
        (
            "merry:shire>arthedain saruman:dagorlad>mirkwood frodo:shire>cardolan warg:rohan>caradhras",
            "",
            [5040, 3360],
        ),
        ("merry:arthedain>rhudaur witch-king:mordor>gondor", "", [10080, 10080]),
        // Dark lets Legolas walk through Moria. He beats the Orcs, 6 against 2, and Shelob beats
        // him.
        ("legolas:eregion>fangorn let-pass legolas-meets-orcs eye/3", "orcs", [2520, 360]),
        ("2/2", "legolas", [2520, 360]),
        // Aragorn retreats before the Nazgul, Pippin from him.
        ("nazgul:mordor>arthedain 4/retreat", "", [360, 120]),
        ("pippin:shire>arthedain retreat-to-shire", "", [60, 120]),
        // The cloak makes Dark's 5 a blank, but Gandalf's text has no effect on the Warg.
        ("warg:caradhras>eregion 5/cloak", "warg", [12, 24]),
        ("merry:rhudaur>misty-mountains retreat/sacrifice", "troll merry", [3, 6]),
        (
            "saruman:mirkwood>misty-mountains frodo:cardolan>enedwaith shelob:gondor>fangorn",
            "",
            [3, 12],
        ),
        ("gandalf:eregion>misty-mountains no-cards", "saruman", [3, 4]),
        // Gandalf falls, and there is no room for Shelob in Gondor.
        ("balrog:mordor>gondor aragorn:shire>cardolan", "", [6, 3]),
        ("shelob:fangorn>misty-mountains dark-magic fetch-2 light-1", "shelob gandalf", [6, 1]),
        ("pippin:shire>arthedain fight 1/magic fetch-retreat", "", [3, 1]),
        ("nazgul:arthedain>shire 3/4", "pippin", [3, 1]),
        ("gimli:enedwaith>caradhras nazgul:shire>enedwaith retreat-to-eregion", "", [2, 1]),
        ("sam:cardolan>enedwaith 6/5", "sam", [1, 1]),
        ("witch-king:gondor>fangorn gimli:caradhras>fangorn eye/retreat", "gimli", [1, 1]),
        (
            "witch-king:fangorn>misty-mountains frodo:eregion>caradhras witch-king:misty-mountains>rhudaur",
            "",
            [1, 1],
        ),
        ("frodo:caradhras>fangorn balrog:gondor>fangorn retreat-to-mirkwood", "", [1, 1]),
        ("frodo:mirkwood>fangorn 2/magic retreat-to-misty-mountains", "", [1, 1]),
        (
            "balrog:fangorn>caradhras aragorn:cardolan>eregion nazgul:enedwaith>misty-mountains retreat/4",
            "nazgul",
            [1, 1],
        ),
        ("aragorn:eregion>fangorn balrog-strikes", "aragorn", [1, 1]),
        (
            "balrog:caradhras>eregion frodo:misty-mountains>fangorn balrog:eregion>arthedain",
            "",
            [1, 1],
        ),
        (
            "frodo:fangorn>rohan balrog:arthedain>shire frodo:rohan>gondor witch-king:rhudaur>arthedain",
            "",
            [1, 1],
        ),
        ("frodo:gondor>mordor", "", [1, 1]),
    ];
    let mut state = Confrontation::default();
    let mut found = vec![];
    for (part, ..) in script {
        let after = play(&state, part);
        let guesses = [DARK, LIGHT].map(|seat| after.view(Player(seat)).arrangements());
        found.push((part, fallen(&state, &after), guesses));
        state = after;
    }
    let right: Vec<_> =
        script.map(|(part, toll, guesses)| (part, toll.to_string(), guesses)).into();
    assert_eq!(found, right);
    assert_eq!((state.phase, state.moves()), (Phase::LightWon, 48));
    assert_eq!([0, 1].map(|who| state.payoff(Player(who))), [-1.0, 1.0]);
}
