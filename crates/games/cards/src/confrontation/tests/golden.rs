//! A whole game, move by move.

use super::*;

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
