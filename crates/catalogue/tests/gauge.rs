//! The values of moves from all players are printed on one scale.

use sortilege_catalogue::{PayoffUnit, Spec, ValueFormat};

fn gauge(player: &str, stakes: Option<PayoffUnit>) -> ValueFormat {
    ValueFormat::new(&player.parse::<Spec>().unwrap(), stakes)
}

/// Three quarters of the way from a loss to a win, as a value of each player.
const SAME: [(&str, f64); 6] = [
    ("uct:iterations=10,reward=win-loss(win=1,loss=0,discount=1)", 0.75),
    ("uct:iterations=10,reward=rb(win=1,loss=-1)", 0.5),
    ("ensemble:iterations=10,win=100,loss=-100", 50.0),
    ("star2:depth=3", 0.5),
    ("scheduled-star:time=1s", 0.5),
    ("card-ucb:iterations=350", 0.75),
];

#[test]
fn scores_of_all_players_go_from_0_to_1() {
    for (player, value) in SAME {
        assert_eq!(gauge(player, None).text(value), "0.750", "{player}");
        assert_eq!(gauge(player, None).unit(), "score");
    }
}

#[test]
fn values_of_games_with_stakes_have_their_unit() {
    let chips = Some(PayoffUnit { unit: "chips", factor: 2.0 });
    for (player, value) in SAME {
        assert_eq!(gauge(player, chips).text(value), "+1.000", "{player}");
    }
    assert_eq!((gauge("uct", chips).unit(), gauge("uct", chips).span()), ("chips", 4.0));
}

#[test]
fn rule_based_players_give_no_values_of_moves() {
    for player in ["optimal", "random", "hold-at:total=20"] {
        assert_eq!(
            (gauge(player, None).read(0.0), gauge(player, None).text(0.0)),
            (None, "-".to_string())
        );
    }
}
