//! Every game with every player that it claims, and everything that a table answers.

use sortilege::{Player, Rng, Turn};
use sortilege_catalogue::setting::{Field, Kind};
use sortilege_catalogue::{Agent, Capability, Error, Level, Spec, Table};
use sortilege_shelves::catalogue;
use std::time::Duration;

fn table(text: &str) -> Box<dyn Table> {
    catalogue().open(&text.parse().unwrap()).unwrap()
}

/// A player that thinks briefly, so that all pairs can be tried.
fn brief(name: &str) -> Spec {
    let kind = catalogue().player_kinds().iter().find(|kind| kind.name == name);
    let thinks = kind.is_none_or(|kind| kind.fields.iter().any(|field| field.name == "iterations"));
    match name {
        _ if !thinks => Spec::new(name),
        "determinized-uct" | "cheating-ensemble" => {
            format!("{name}:trees=3,iterations=4").parse().unwrap()
        }
        _ => format!("{name}:iterations=12").parse().unwrap(),
    }
}

/// Plays random moves until `moves` are made or the game is over.
fn play_on(table: &mut dyn Table, moves: usize, rng: &mut Rng) {
    for _ in 0..moves {
        table.chance(rng);
        for who in table.to_choose() {
            let legal = table.legal(who);
            table.play(who, &legal[rng.below(legal.len())]).unwrap();
        }
    }
    table.chance(rng);
}

/// Chance events depend on the seed and on the game so far only. A table that repeats the game from
/// its record, as after a restart, continues with the same events.
#[test]
fn the_same_seed_deals_the_same_cards() {
    for kind in catalogue().games() {
        let (mut table, mut made) = (table(kind.name()), Vec::<Vec<(Player, usize)>>::new());
        for _ in 0..6 {
            table.deal(7, 0);
            let mut again = catalogue().open(&table.full_spec()).unwrap();
            for moves in &made {
                again.deal(7, 0);
                for (who, number) in moves {
                    again.play_nth(*who, *number).unwrap();
                }
            }
            again.deal(7, 0);
            assert_eq!(again.position(), table.position(), "{}", kind.name());
            let number = |who| (made.len() % 2).min(table.legal(who).len() - 1);
            let choices: Vec<_> =
                table.to_choose().into_iter().map(|who| (who, number(who))).collect();
            for &(who, number) in &choices {
                table.play_nth(who, number).unwrap();
            }
            made.push(choices);
        }
    }
}

#[test]
fn every_player_makes_legal_decisions_at_every_game_it_fits() {
    for kind in catalogue().games() {
        for player in kind.players() {
            let mut rng = Rng::new(7);
            let mut table = table(kind.name());
            let mut agent = table.player(&brief(player.name)).unwrap();
            table.chance(&mut rng);
            while table.turn() != Turn::Over {
                for who in table.to_choose() {
                    let legal = table.legal(who);
                    let thought = table.think(&mut agent, who, &mut rng).unwrap();
                    let weighed: Vec<_> =
                        thought.candidates.iter().map(|it| it.action.clone()).collect();
                    assert_eq!(weighed, legal, "{} at {}", player.name, kind.name());
                    let visits: u64 = thought.candidates.iter().map(|it| it.visits).sum();
                    // Who follows a rule makes no simulation, and says what it would play by one
                    // visit.
                    assert!(
                        visits <= thought.iterations.max(1),
                        "{} at {}",
                        player.name,
                        kind.name()
                    );
                    table.play(who, &thought.action).unwrap();
                }
                table.chance(&mut rng);
            }
            assert!((0..table.seats()).all(|seat| table.payoff(Player(seat)).abs() <= 1.0));
        }
    }
}

#[test]
fn settings_reach_the_search() {
    let table = table("mnk");
    let think = |spec: &str| {
        let mut player = table.player(&spec.parse().unwrap()).unwrap();
        table.think(&mut player, Player(0), &mut Rng::new(1)).unwrap()
    };
    assert_eq!(think("uct:iterations=77").iterations, 77);
    assert_eq!(think("determinized-uct:trees=5,iterations=20").iterations, 100);
    assert_eq!(think("uct").iterations, 1000);
    assert!(think("uct:memory=64KiB").tree.bytes.abs_diff(64 << 10) < 8 << 10);
    assert!(think("uct:time=20ms").seconds < 5.0);
    assert_ne!(think("uct:c=0").candidates, think("uct:c=2").candidates);
    assert_ne!(think("uct:expansion=all").candidates, think("uct").candidates);
    assert_ne!(think("uct:playout=mast").candidates, think("uct").candidates);
    assert_ne!(think("uct:playout=cut-off(moves=1)").candidates, think("uct").candidates);
    assert_ne!(think("dpw:widening=1").candidates, think("dpw").candidates);
    let scaled = think("uct:iterations=1,reward=win-loss(win=10,loss=9)");
    assert!(scaled.candidates.iter().all(|it| it.visits == 0 || (9.0..=10.0).contains(&it.value)));
}

/// A tree that is complete never fills its memory.
#[test]
fn memory_alone_ends_a_search() {
    let mut table = table("kuhn");
    table.chance(&mut Rng::new(1));
    let mut player = table.player(&"so-ismcts:memory=16KiB".parse().unwrap()).unwrap();
    let thought = table.think(&mut player, Player(0), &mut Rng::new(1)).unwrap();
    assert_eq!(thought.iterations, 16 << 10);
}

/// Only players that are called cheating decide by what their seat cannot see.
#[test]
fn only_cheating_players_see_hidden_information() {
    for game in ["kuhn", "leduc", "liars-dice"] {
        let mut deals = vec![];
        for seed in 0..40 {
            let mut table = table(game);
            table.chance(&mut Rng::new(seed));
            deals.push(table);
        }
        let alike = |a: &dyn Table, b: &dyn Table| {
            a.picture(Player(0)) == b.picture(Player(0)) && a.position() != b.position()
        };
        for player in catalogue().games().iter().find(|kind| kind.name() == game).unwrap().players()
        {
            let mut agent = deals[0].player(&brief(player.name)).unwrap();
            // What it remembers of one game is nothing for the next.
            let mut think = |table: &dyn Table| {
                table.new_game(&mut agent).unwrap();
                let thought = table.think(&mut agent, Player(0), &mut Rng::new(9)).unwrap();
                (thought.action, thought.candidates)
            };
            let twins = deals
                .iter()
                .filter_map(|deal| Some((deal, deals.iter().find(|it| alike(&***it, &**deal))?)));
            let (mut pairs, mut same) = (0, 0);
            for (a, b) in twins {
                pairs += 1;
                same += u32::from(think(&**a) == think(&**b));
            }
            assert!(pairs >= 10, "{game} has pairs to test");
            assert_eq!(
                same < pairs,
                player.name.starts_with("cheating"),
                "{} at {game}",
                player.name
            );
        }
    }
}

#[test]
fn defaults_and_choices_are_those_of_the_schema() {
    for kind in catalogue().player_kinds() {
        let settings = kind.defaults();
        let full = settings.full_spec();
        assert_eq!(kind.read(&full.to_string().parse().unwrap()).unwrap().full_spec(), full);
        assert!(kind.fields.iter().all(|field| !field.help.is_empty()) && !kind.help.is_empty());
    }
    for kind in catalogue().games() {
        let full = table(kind.name()).full_spec();
        assert_eq!(table(&full.to_string()).full_spec(), full);
    }
}

/// Lists explain what reads alike once, so what reads alike has to have the same values.
#[test]
fn settings_that_read_alike_have_the_same_values() {
    let fields = || catalogue().player_kinds().iter().flat_map(|kind| kind.fields);
    for (one, other) in fields().flat_map(|one| fields().map(move |other| (one, other))) {
        let reads = |field: &Field| (field.name, field.default, field.help);
        if let (Kind::Part(parts), true) = (one.kind, reads(one) == reads(other)) {
            assert_eq!(other.kind, Kind::Part(parts), "{}: {}", one.name, one.help);
        }
    }
}

#[test]
fn capabilities_are_the_true_ones() {
    let words = |name: &str| table(name).capabilities().join(" ");
    assert_eq!(words("kuhn"), "chance outcomes hidden observe key");
    assert_eq!(words("rps"), "simultaneous key");
    assert_eq!(words("goofspiel"), "chance outcomes simultaneous key");
    assert_eq!(words("hidden-goofspiel"), "chance outcomes hidden observe simultaneous key");
    assert_eq!(words("mnk"), "evaluate key");
    assert_eq!(words("phantom-mnk"), "chance outcomes hidden observe key");
    assert_eq!(words("dark-hex"), "chance outcomes hidden observe key");
    assert_eq!(words("breakthrough"), "evaluate quality key");
    assert_eq!(words("pig"), "chance outcomes evaluate key");
    assert_eq!(words("gdl"), "quality key");
    assert_eq!(words("gdl:file=kuhn"), "chance outcomes hidden observe quality key");
    assert_eq!(words("gdl:file=dice-race"), "chance outcomes hidden observe quality key");
    assert_eq!(
        words("gdl:file=battleship"),
        "chance outcomes hidden observe simultaneous quality key"
    );
    assert_eq!(words("gdl:file=rock-paper-scissors"), "simultaneous quality key");
    for kind in catalogue().games() {
        let [hidden, chance, at_once] =
            [Capability::Hidden, Capability::Chance, Capability::Simultaneous]
                .map(|one| kind.default_table().has(one));
        let fits = |name: &str| kind.players().iter().any(|player| player.name == name);
        assert!(fits("uct") != hidden && fits("dpw") != hidden, "{}", kind.name());
        assert!(fits("mo-ismcts") || !hidden, "{}", kind.name());
        let (mut met_chance, mut met_choice) = (false, false);
        for settings in ["", ":order=random"] {
            let Ok(mut table) =
                catalogue().open(&format!("{}{settings}", kind.name()).parse().unwrap())
            else {
                continue;
            };
            met_chance |= table.turn() == Turn::Chance;
            let mut rng = Rng::new(1);
            for _ in 0..20 {
                met_choice |= table.turn() == Turn::Together;
                let before = table.log(Player(0)).len();
                play_on(&mut *table, 1, &mut rng);
                met_chance |=
                    table.log(Player(0))[before..].iter().any(|event| event.who.is_none());
            }
        }
        assert_eq!((met_chance, met_choice), (chance, at_once), "{}", kind.name());
    }
}

#[test]
fn a_position_can_be_set_up_again() {
    for kind in catalogue().games() {
        for moves in 0..4 {
            let mut table = table(kind.name());
            play_on(&mut *table, moves, &mut Rng::new(moves as u64));
            let mut other = self::table(kind.name());
            other.set_position(&table.position()).unwrap();
            assert_eq!(other.position(), table.position());
            assert_eq!(other.turn(), table.turn());
        }
    }
}

#[test]
fn moves_can_be_taken_back() {
    for kind in catalogue().games() {
        let mut table = table(kind.name());
        let mut rng = Rng::new(3);
        table.chance(&mut rng);
        let mut positions = vec![];
        while table.turn() != Turn::Over {
            positions.push((table.position(), table.log(Player(0))));
            play_on(&mut *table, 1, &mut rng);
        }
        for (position, log) in positions.into_iter().rev() {
            assert!(table.undo());
            assert_eq!((table.position(), table.log(Player(0))), (position, log));
        }
        assert!(!table.undo());
    }
}

#[test]
fn a_choice_waits_for_the_others() {
    let mut table = table("rps");
    assert_eq!(table.to_choose(), [Player(0), Player(1)]);
    let before = table.position();
    table.play(Player(1), "rock").unwrap();
    assert_eq!((table.to_choose(), table.position()), (vec![Player(0)], before));
    assert!(table.legal(Player(1)).is_empty());
    let twice = table.play(Player(1), "rock").unwrap_err().to_string();
    assert_eq!(twice, "Player 2 has nothing to choose now; to choose: Player 1");
    assert!(table.undo());
    assert_eq!(table.to_choose().len(), 2);
    table.play(Player(0), "paper").unwrap();
    table.play(Player(1), "rock").unwrap();
    assert_eq!((table.turn(), table.payoff(Player(0))), (Turn::Over, 1.0));
}

/// What one seat reads in its log may not depend on what it cannot see.
#[test]
fn logs_tell_nothing_that_is_hidden() {
    let mut kuhn = table("kuhn");
    kuhn.chance(&mut Rng::new(1));
    kuhn.play(Player(0), "bet").unwrap();
    let log = kuhn.log(Player(1));
    assert_eq!(log[0].who, None);
    assert!(
        log[0].text.starts_with("you are dealt ") && log[0].text.ends_with(", Player 1 a card"),
        "{log:?}"
    );
    assert_eq!((log[1].who, log[1].text.as_str()), (Some(Player(0)), "bet"));

    let mut phantom = table("phantom-mnk");
    phantom.play(Player(0), "b2").unwrap();
    phantom.chance(&mut Rng::new(1));
    let tried = |who| phantom.log(who).into_iter().filter(|event| event.text == "b2").count();
    assert_eq!((tried(Player(0)), tried(Player(1))), (1, 0));
}

/// The log of a seat, a line each, after these moves; chance has these outcomes, in brackets.
fn observations(game: &str, who: Player, moves: &[&str]) -> Vec<String> {
    let mut table = table(game);
    for name in moves {
        match name.strip_prefix('[').and_then(|name| name.strip_suffix(']')) {
            Some(outcome) => table.outcome(outcome).unwrap(),
            None => table.play(table.to_choose()[0], name).unwrap(),
        }
    }
    table.log(who).into_iter().map(|event| event.text).collect()
}

#[test]
fn observations_of_hidden_moves_are_sentences() {
    let poker = ["[KsJh]", "raise", "call", "[Qs]", "call"];
    let first = ["you are dealt Ks, Player 2 a card", "raise", "call", "Qs is turned up", "call"];
    assert_eq!(observations("leduc", Player(0), &poker), first);
    assert_eq!(observations("leduc", Player(1), &poker)[0], "you are dealt Jh, Player 1 a card");
    let phantom = ["b2", "[valid]", "b2", "[invalid]", "a1", "[valid]"];
    let found = ["X has marked a cell", "b2", "you find X at b2", "a1", "a1 is yours"];
    assert_eq!(observations("phantom-mnk", Player(1), &phantom), found);
    assert_eq!(
        observations("phantom-mnk", Player(0), &phantom),
        ["b2", "b2 is yours", "O has marked a cell"]
    );
    let hex = ["b2", "[placed]", "b2", "[taken]"];
    let found = [
        "X has put down a stone, or found one of yours",
        "b2",
        "you find X at b2, and lose the turn",
    ];
    assert_eq!(observations("dark-hex:reveal=abrupt", Player(1), &hex), found);
    let bids = ["h5", "s1", "[hearts]", "h2", "s2", "[tie]"];
    let answers = ["Player 1 takes the 5", "the bids are equal, the 4 is discarded"];
    for (seat, [one, two]) in [(0, ["h5", "h2"]), (1, ["s1", "s2"])] {
        assert_eq!(
            observations("hidden-goofspiel", Player(seat), &bids),
            [one, answers[0], two, answers[1]]
        );
    }
    let walk = ["orcs:fangorn>caradhras"];
    let seen = |who| observations("confrontation", Player(who), &walk).pop();
    assert_eq!(seen(1).as_deref(), Some("moves ? from fangorn to caradhras"));
    assert_eq!(seen(0).as_deref(), Some("orcs:fangorn>caradhras"));
}

#[test]
fn outcomes_are_refused_without_a_word_on_others() {
    let mut phantom = table("phantom-mnk");
    let early = phantom.outcome("valid").unwrap_err().to_string();
    assert_eq!(
        early,
        "`valid` is not an outcome that chance can have here; let chance draw one instead"
    );
    phantom.play(Player(0), "b2").unwrap();
    assert!(phantom.outcome("invalid").is_err() && phantom.outcome("valid").is_ok());
}

#[test]
fn perft_counts_moves() {
    assert_eq!(table("mnk:m=3,n=3,k=3").analysis().perft(6), Ok(54_720));
    assert_eq!(table("phantom-mnk:m=3,n=3,k=3").analysis().perft(4), Ok(5_112));
    assert_eq!(table("rps").analysis().perft(1), Ok(9));
    assert_eq!(table("goofspiel:cards=3").analysis().perft(2), Ok(36));
    let refusal = table("kuhn").analysis().perft(2).unwrap_err();
    assert_eq!(refusal.to_string(), "`kuhn` has chance; perft counts moves of games without");
    assert!(table("goofspiel:cards=3,order=random").analysis().perft(2).is_err());
}

#[test]
fn speed_is_measured() {
    let table = table("leduc");
    let playouts = table.analysis().bench_playouts(Duration::from_millis(20));
    assert!(playouts.playouts_per_second() > 0.0 && (1.5..6.0).contains(&playouts.mean_length()));
    let mut player = table.player(&"so-ismcts:iterations=100".parse().unwrap()).unwrap();
    let search = table.analysis().bench_search(&mut player, Duration::from_millis(20)).unwrap();
    assert_eq!(search.iterations, 100 * search.decisions);
    assert!(
        search.nodes > 2.0 && search.bytes_per_node > 8.0 && search.iterations_per_second() > 0.0
    );
}

fn refusal(game: &str, player: &str) -> Error {
    let built = game
        .parse()
        .and_then(|spec| catalogue().open(&spec))
        .and_then(|table| table.player(&player.parse()?));
    built.err().expect("something is wrong")
}

#[test]
fn errors_say_what_would_be_right() {
    let text = |game: &str, player: &str| refusal(game, player).to_string();
    assert!(
        text("kunh", "random")
            .starts_with("there is no game named `kunh`; did you mean `kuhn`? (there are ")
    );
    assert!(text("phantom-mkn", "random").contains("; did you mean `phantom-mnk`?"));
    assert_eq!(
        text("mnk:x=3", "random"),
        "there is no setting of `mnk` named `x` (there are m, n, k)"
    );
    assert_eq!(text("mnk:m=0", "random"), "`m` of `mnk` is a whole number from 1 to 64, not `0`");
    assert!(
        text("mnk:m=20,n=9", "random").starts_with("the settings of `mnk` do not go together: ")
    );
    assert!(text("kuhn", "so-ismtcs").contains("; did you mean `so-ismcts`?"));
    assert_eq!(
        text("kuhn", "uct"),
        "`uct` does not fit `kuhn`; what does: random, flat-mc, flat-ucb, cheating-uct, cheating-ensemble, \
         determinized-uct, so-ismcts, so-ismcts-pom, mo-ismcts, oos, smooth-uct, epimc, subgame-solving"
    );
    assert!(text("kuhn", "human").starts_with("`human` sits down at the table of `play` only"));
    assert_eq!(
        text("kuhn", "so-ismcts:iterations=0"),
        "`iterations` of `so-ismcts` is a whole number from 1 to 4294967295, not `0`"
    );
    assert_eq!(
        text("kuhn", "so-ismcts:time=0s"),
        "`time` of `so-ismcts` is a time above 0 such as 1.5s or 200ms, not `0s`"
    );
    assert_eq!(
        text("kuhn", "so-ismcts:playout=cut-off"),
        "`cut-off` does not fit `kuhn`; what does: uniform, mast, nast, lgr, epsilon, guided, many"
    );
    assert_eq!(
        text("kuhn", "so-ismcts:reward=win-loss(win=0,loss=1)"),
        "the settings of `win-loss` do not go together: `win` must be above `loss`, which is 1"
    );
    assert_eq!(
        text("rps", "uct:time=1s,together=exp3(trials=budget)"),
        "the settings of `uct` do not go together: `exp3(trials=budget)` needs `iterations` to be set"
    );
}

#[test]
fn moves_and_positions_are_checked() {
    let mut table = table("mnk");
    let wrong = table.play(Player(0), "z9").unwrap_err().to_string();
    assert!(
        wrong.starts_with("`z9` is not a legal move here; the nearest of 16 legal moves are a1, "),
        "{wrong}"
    );
    let early = table.play(Player(1), "a1").unwrap_err().to_string();
    assert!(early.contains("has nothing to choose now; to choose: "), "{early}");
    let before = table.position();
    let unread = table.set_position("nonsense").unwrap_err().to_string();
    assert!(unread.starts_with("this position cannot be read: "), "{unread}");
    assert_eq!(table.position(), before);
    let mut kuhn = self::table("kuhn");
    let first = kuhn.play(Player(0), "bet").unwrap_err().to_string();
    assert_eq!(first, "Player 1 has nothing to choose now; chance has to act first");
}

#[test]
fn presets_are_players_that_take_settings() {
    let mut seen = 0;
    for kind in catalogue().games() {
        let table = table(kind.name());
        for preset in table.presets() {
            let written: Spec = preset.spec.parse().unwrap();
            let player = table.player(&Spec::new(preset.name)).unwrap();
            assert_eq!(player.spec().name, written.name, "{}", preset.name);
            seen += 1;
            if player.full_spec().get("iterations").is_none() {
                continue;
            }
            let brief = table.player(&brief(preset.name)).unwrap();
            assert_eq!(
                brief.full_spec().get("iterations"),
                Some(&Spec::new("12")),
                "{}",
                preset.name
            );
            assert_eq!(
                brief.full_spec().settings.len(),
                player.full_spec().settings.len(),
                "a setting that is written takes the place of the preset's"
            );
        }
    }
    assert!(seen > 0);
    let unknown = table("phantom-mnk").player(&Spec::new("is-mo-ismct")).err().unwrap().to_string();
    assert!(unknown.contains("did you mean `is-mo-ismcts`?"), "{unknown}");
}

/// Levels differ in their players, not only in time: no two levels of a game are the same player.
#[test]
fn every_game_has_an_opponent_at_every_level() {
    for kind in catalogue().games() {
        let mut table = table(kind.name());
        table.chance(&mut Rng::new(3));
        let who = table.to_choose()[0];
        for level in Level::ALL {
            let spec = table.level(level);
            let named = Spec::new(level.name());
            let built = table.player(&named).unwrap();
            assert_eq!(
                table.player(&spec).unwrap().spec(),
                built.spec(),
                "{level:?} at {}",
                kind.name()
            );
            assert_eq!(Level::named(level.name()), Some(level));
            if level < Level::Strong {
                let mut agent = table.player(&named).unwrap();
                let thought = table.think(&mut agent, who, &mut Rng::new(1)).unwrap();
                assert!(table.legal(who).contains(&thought.action), "{level:?} at {}", kind.name());
            }
        }
        let mut all = Level::ALL.map(|level| table.level(level).to_string()).to_vec();
        all.dedup();
        assert_eq!(all.len(), Level::ALL.len(), "two levels of {} are one player", kind.name());
    }
}

#[test]
fn levels_take_settings_and_are_named_in_errors() {
    let table = table("mnk");
    let player = table.player(&"normal:iterations=7".parse().unwrap()).unwrap();
    assert!(player.spec().to_string().contains("iterations=7"), "{}", player.spec());
    let refusal = table.player(&Spec::new("stronk")).err().unwrap().to_string();
    assert!(refusal.contains("strong"), "{refusal}");
}

#[test]
fn playouts_have_a_length() {
    let table = table("mnk:m=3,n=3,k=3");
    let length = table.analysis().playout_length(&Spec::new("uct"), 1000).unwrap();
    // A random game of noughts and crosses has 7.6 moves.
    assert!((7.4..7.9).contains(&length), "{length}");
    assert!(matches!(
        table.analysis().playout_length(&Spec::new("random"), 10),
        Err(Error::Refused(_))
    ));
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let refusal = |game: &str, player: &str| {
        let built = table(game).player(&player.parse().unwrap());
        built.err().unwrap_or_else(|| panic!("{player} fits {game}")).to_string()
    };
    for (game, player, part) in [
        ("mnk", "uct:reward=qb", "`qb`"),
        ("mnk", "uct:reward=rb-qb", "`rb-qb`"),
        ("mnk", "uct:playout=tactical", "`tactical`"),
        ("mnk", "uct:playout=mast(policy=inward)", "`inward`"),
        ("kuhn", "flat-mc:playout=cut-off", "`cut-off`"),
        ("pig", "uct:solver=true", "`solver=true`"),
        ("breakthrough", "bidder", "`bidder`"),
        ("kuhn", "star2", "`star2`"),
    ] {
        let text = refusal(game, player);
        assert!(text.contains(part) && text.contains(game), "{text}");
    }
    assert!(refusal("breakthrough", "uct:reward=rb(a=sometimes)").contains("or online"));
    assert!(
        refusal("breakthrough", "uct:reward=rb(win=-2)").contains("`win` must be above `loss`")
    );
}

/// Whatever a game's line claims first: its policies finish simulations at its end and before, and
/// count for MAST.
#[test]
fn policies_of_games_are_parts_of_playouts() {
    let mut built = 0;
    for kind in catalogue().games() {
        let table = table(kind.name());
        let rules = kind.players().iter().filter(|player| is_policy(player.name));
        for policy in rules.map(|player| player.name) {
            let needs_evaluation = ["cut-off(policy=P)", "guided(policy=P,playout=evaluated)"];
            let needs_nothing = [
                policy,
                "mast(policy=P)",
                "nast(policy=P)",
                "lgr(policy=nast(policy=P))",
                "epsilon(policy=mast(policy=P))",
            ];
            let has_evaluation = kind.default_table().has(Capability::Evaluate);
            let evaluated = needs_evaluation.into_iter().filter(|_| has_evaluation);
            for playout in needs_nothing.into_iter().chain(evaluated) {
                let spec = format!("flat-mc:iterations=2,playout={}", playout.replace('P', policy));
                table
                    .player(&spec.parse().unwrap())
                    .unwrap_or_else(|error| panic!("{spec}: {error}"));
                built += 1;
            }
        }
    }
    assert!(built >= 5 * 14, "{built}");
}

/// Players of one game can differ in what they take states to be worth; the game's first evaluation
/// counts unless said, and records of players say nothing of it then.
#[test]
fn evaluations_are_a_choice_of_players() {
    let think = |game: &str, spec: String| {
        let mut table = table(game);
        table.chance(&mut Rng::new(1));
        let mut player = table.player(&spec.parse().unwrap()).unwrap();
        table.think(&mut player, Player(0), &mut Rng::new(1)).unwrap().candidates
    };
    for (game, usual, other) in [
        ("pig", "fitted", "simple"),
        ("pig", "fitted", "banked"),
        ("ewn:setup=fixed", "mobility", "distance"),
        ("ewn:setup=fixed", "mobility", "material"),
        ("ewn:setup=fixed", "mobility", "none"),
        ("breakthrough", "progress", "squares"),
    ] {
        for (player, end) in [
            ("star1:depth=2,evaluation=", ""),
            ("uct:iterations=50,playout=cut-off(moves=2,evaluation=", ")"),
            ("flat-mc:playout=evaluated(evaluation=", ")"),
        ] {
            let omit_default = player.trim_end_matches("evaluation=").trim_end_matches([',', '(']);
            let omit_default = format!(
                "{omit_default}{}",
                if omit_default.ends_with("evaluated") { "" } else { end }
            );
            let [usual, other] =
                [usual, other].map(|word| think(game, format!("{player}{word}{end}")));
            assert_eq!(usual, think(game, omit_default), "{player} at {game}");
            assert_ne!(usual, other, "{player} at {game}");
        }
    }
    // At depth 1 both agree at Can't Stop, where no runner is on the board before the first throw.
    let [progress, banked] = ["progress", "banked"]
        .map(|word| think("cant-stop", format!("star1:depth=2,evaluation={word}")));
    assert_ne!(progress, banked);
    let full = |spec: &str| {
        let player = table("pig").player(&spec.parse().unwrap()).unwrap();
        player.full_spec().to_string()
    };
    assert!(!full("star1").contains("evaluation"));
    assert!(full("star1:evaluation=simple").ends_with(",evaluation=simple"));
    for (game, player, text) in [
        (
            "pig",
            "star1:evaluation=lines",
            "`evaluation` of `star1` is one of fitted, simple, banked, not `lines`",
        ),
        (
            "mnk",
            "uct:playout=cut-off(evaluation=fitted)",
            "`evaluation` of `cut-off` is one of lines, not `fitted`",
        ),
        (
            "pig:evaluation=simple",
            "random",
            "there is no setting of `pig` named `evaluation` (there are goal, throws)",
        ),
        (
            "kuhn",
            "flat-mc:playout=evaluated",
            "`evaluated` does not fit `kuhn`; what does: uniform, mast, nast, lgr, epsilon, guided, many",
        ),
    ] {
        assert_eq!(refusal(game, player).to_string(), text);
    }
}

/// A playout without moves returns the evaluation alone. A policy of a playout has an effect only
/// in a search that uses it.
#[test]
fn evaluated_is_cut_off_at_once_and_guided_is_what_it_guides() {
    let mut table = table("breakthrough");
    // White can capture, which its policy prefers.
    table
        .set_position("BBBBBBBB/BBBBBBB./......../...B..../....W.../......../WWWWWWWW/WWWWWWW. W")
        .unwrap();
    let think = |playout: &str| {
        let spec = format!("uct:iterations=300,playout={playout}");
        let mut player = table.player(&spec.parse().unwrap()).unwrap();
        table.think(&mut player, Player(0), &mut Rng::new(1)).unwrap().candidates
    };
    assert_eq!(think("evaluated"), think("cut-off(moves=0)"));
    assert_eq!(think("guided(policy=tactical)"), think("uniform"));
    assert_eq!(think("guided(policy=tactical,floor=1,playout=evaluated)"), think("evaluated"));
    assert_ne!(think("guided(policy=tactical),select=puct"), think("uniform,select=puct"));
}

/// Whether the name is that of a playout policy.
fn is_policy(name: &str) -> bool {
    let flat = catalogue().player_kinds().iter().find(|kind| kind.name == "flat-mc").unwrap();
    let playout = flat.fields.iter().find(|field| field.name == "playout").unwrap();
    matches!(playout.kind, Kind::Part(parts) if parts.iter().any(|part| part.name == name))
}

#[test]
fn bonuses_tell_what_they_measured() {
    let table = table("breakthrough:rows=5,columns=5,home=1");
    let mut player =
        table.player(&"uct:iterations=400,reward=rb-qb(mode=paper)".parse().unwrap()).unwrap();
    let thought = table.think(&mut player, Player(0), &mut Rng::new(1)).unwrap();
    let names: Vec<&str> = thought.notes.iter().map(|(name, _)| *name).collect();
    let all = ["rb a'", "rb a*", "rb a* of lambda", "qb a'", "qb a*", "qb a* of lambda"];
    assert_eq!(names, all);
    assert!(thought.notes.iter().all(|(_, value)| value.is_finite()));
}

/// Bonuses keep statistics from decision to decision: of one seat of one game, and of no other.
#[test]
fn what_is_learnt_stays_in_its_seat_and_its_game() {
    let mut table = table("dou-di-zhu");
    table.chance(&mut Rng::new(1));
    let spec = "so-ismcts:iterations=200,reward=rb".parse().unwrap();
    let [mut fresh, mut visitor, mut veteran] = [(); 3].map(|()| table.player(&spec).unwrap());
    let before = table.position();
    let choose = |table: &mut dyn Table, player: &mut Agent, seed: u64| {
        let [who] = table.to_choose()[..] else { panic!("one is to choose") };
        let thought = table.think(player, who, &mut Rng::new(seed)).unwrap();
        table.play(who, &thought.action).unwrap();
        (who, thought.candidates, thought.notes)
    };
    // `visitor` decides in the first seat before it takes the next.
    let (first, ..) = choose(&mut *table, &mut visitor, 1);
    let next = table.position();
    let (second, seen, noted) = choose(&mut *table, &mut visitor, 2);
    assert_ne!(first, second);
    table.set_position(&next).unwrap();
    assert_eq!(choose(&mut *table, &mut fresh, 2), (second, seen, noted));
    // `veteran` has played a game before this one.
    table.set_position(&before).unwrap();
    while table.turn() != Turn::Over {
        choose(&mut *table, &mut veteran, 3);
    }
    table.set_position(&before).unwrap();
    table.new_game(&mut veteran).unwrap();
    table.new_game(&mut fresh).unwrap();
    let again = choose(&mut *table, &mut veteran, 4);
    table.set_position(&before).unwrap();
    assert_eq!(choose(&mut *table, &mut fresh, 4), again);
}

#[test]
fn rules_are_players() {
    let table = table("pig");
    let [mut optimal, mut timid] =
        ["optimal", "hold-at:total=1"].map(|spec| table.player(&spec.parse().unwrap()).unwrap());
    let (mut dice, mut minds) = (Rng::new(1), [Rng::new(2), Rng::new(3)]);
    let mut wins = 0;
    for _ in 0..200 {
        let record =
            table.play_game(&mut [&mut optimal, &mut timid], &mut dice, &mut minds).unwrap();
        wins += u32::from(record.seats[0].payoff > 0.0);
    }
    // Who never rolls twice is no match for best play: half of the games has odds below one in a
    // million.
    assert!(wins > 100, "{wins} of 200");
}

#[test]
fn every_game_has_rules_that_tell_of_every_setting() {
    for game in catalogue().games() {
        let rules = game.rules().unwrap_or_else(|| panic!("{} has no rules", game.name()));
        let settings = rules.split("\n## ").find(|section| section.starts_with("Settings\n"));
        let settings = settings.unwrap_or_else(|| panic!("{} describes no settings", game.name()));
        for Field { name, .. } in game.schema().fields {
            let documented = [format!("`{name}`"), format!("`{name}=")];
            assert!(
                documented.iter().any(|name| settings.contains(name)),
                "{}: {name}",
                game.name()
            );
        }
        assert_eq!(
            game.schema().fields.is_empty(),
            settings.contains("There are none."),
            "{}",
            game.name()
        );
    }
}

/// ED's players know no expert: they attack and block as the reduced player does. Those of CS go by
/// its own rules as far as it describes them, and by ED's under another name.
#[test]
fn players_of_papers_on_magic_fight_as_the_papers_say() {
    let table = table("magic");
    let setting = |player: &str, name: &str| {
        table.player(&Spec::new(player)).unwrap().spec().get(name).map(|value| value.to_string())
    };
    let (mut ed, mut cs) = (0, 0);
    for name in table.presets().iter().map(|preset| preset.name) {
        if name.starts_with("ed-") {
            assert_eq!(setting(name, "combat").as_deref(), Some("reduced"), "{name}");
            ed += 1;
        } else {
            let race = (!name.starts_with("cs-ed-")).then(|| "true".to_string());
            assert_eq!(setting(name, "race"), race, "{name}");
            let cards = setting(name, "cards").expect("they say how cards are chosen");
            assert_eq!(
                cards == "coin",
                name.ends_with("rp") && race.is_some() || name == "cs-ra-rb-mc",
                "{name}"
            );
            cs += 1;
        }
    }
    assert_eq!((ed, cs), (18, 24));
    assert!(setting("ensemble", "combat").is_none());
    assert!(table.player(&"ed-ba:combat=expert".parse().unwrap()).is_ok());
}

/// Every game with rules of thumb has a player who improves on them, the first of them unless said.
#[test]
fn policies_are_improved_on() {
    let mut games = 0;
    for kind in catalogue().games() {
        let mut table = table(kind.name());
        let Ok(mut usual) = table.player(&"policy-improvement:iterations=30".parse().unwrap())
        else {
            continue;
        };
        let mut rng = Rng::new(5);
        play_on(&mut *table, 6, &mut rng);
        if table.turn() == Turn::Over {
            continue;
        }
        let who = table.to_choose()[0];
        let think =
            |agent: &mut Agent| table.think(agent, who, &mut Rng::new(1)).unwrap().candidates;
        let uniform = "policy-improvement:iterations=30,policy=uniform".parse().unwrap();
        think(&mut usual);
        think(&mut table.player(&uniform).unwrap());
        games += 1;
    }
    assert!(games >= 8, "{games}");
    let table = table("magic");
    let unfit = table.player(&"policy-improvement:policy=tactical".parse().unwrap()).err().unwrap();
    assert!(unfit.to_string().contains("`tactical` does not fit `magic`"), "{unfit}");
    let level = table.level(Level::Best).to_string();
    assert!(level.starts_with("policy-improvement") && level.contains("policy=expert"), "{level}");
}

/// What the values of players mean is a property of the player that was built.
#[test]
fn players_state_what_their_values_mean() {
    use sortilege_catalogue::{ValueKind, ValueRange};
    let rewards = |loss, win| ValueKind::Rewards(ValueRange { loss, win });
    for (game, player, values) in [
        ("mnk", "uct:iterations=10,reward=win-loss(win=1,loss=0,discount=1)", rewards(0.0, 1.0)),
        ("mnk", "uct:iterations=10,reward=rb(win=1,loss=-1)", rewards(-1.0, 1.0)),
        ("magic", "ensemble:iterations=10,win=100,loss=-100", rewards(-100.0, 100.0)),
        ("magic", "card-ucb:iterations=350", rewards(0.0, 1.0)),
        ("leduc", "oos", rewards(0.0, 1.0)),
        ("pig", "star2:depth=3", ValueKind::Bounds),
        ("pig", "scheduled-star:time=1s", ValueKind::Payoffs),
        ("pig", "optimal", ValueKind::None),
        ("pig", "hold-at:total=20", ValueKind::None),
        ("pig", "random", ValueKind::None),
    ] {
        let table = catalogue().open(&game.parse().unwrap()).unwrap();
        let built = table.player(&player.parse().unwrap()).unwrap();
        assert_eq!(built.profile().values, values, "{player}");
    }
}
