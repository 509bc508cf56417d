//! Players on several threads: the same answers where they must be the same, and refusals that say
//! what would be right.

use sortilege::progress::{Progress, Watch};
use sortilege::{Player, Rng, Stop, Turn};
use sortilege_catalogue::table::Thought;
use sortilege_catalogue::{Error, Table};
use sortilege_shelves::catalogue;
use std::sync::{Arc, OnceLock};

fn table(text: &str) -> Box<dyn Table> {
    catalogue().open(&text.parse().unwrap()).unwrap()
}

/// What a player thinks of the first decision, without the time that it took.
fn think(table: &dyn Table, spec: &str) -> Thought {
    let mut player =
        table.player(&spec.parse().unwrap()).unwrap_or_else(|error| panic!("{spec}: {error}"));
    let who = table.to_choose()[0];
    Thought { seconds: 0.0, ..table.think(&mut player, who, &mut Rng::new(1)).unwrap() }
}

fn visits(thought: &Thought) -> u64 {
    thought.candidates.iter().map(|it| it.visits).sum()
}

/// The setting of `iterations` that makes a player think briefly.
fn brief(player: &str) -> &'static str {
    match player {
        "determinized-uct" | "cheating-ensemble" | "ensemble" => "trees=5,iterations=8",
        _ => "iterations=40",
    }
}

/// At every game, every player that can have several roots decides the same on any number of
/// threads, and spends what one search would.
#[test]
fn roots_do_not_depend_on_threads() {
    let mut pairs = 0;
    for kind in catalogue().games() {
        let mut table = table(kind.name());
        let mut rng = Rng::new(2);
        table.chance(&mut rng);
        for player in kind.players().iter().filter(|player| has(player.name, "roots")) {
            let spec = |more: &str| format!("{}:{}{more}", player.name, brief(player.name));
            let [one, two, four] = ["", ",threads=2", ",threads=4"]
                .map(|threads| think(&*table, &spec(&format!(",roots=4{threads}"))));
            assert_eq!((&two, &four), (&one, &one), "{} at {}", player.name, kind.name());
            // Magic's own players do not search where there is nothing to choose.
            assert_eq!(
                one.iterations,
                think(&*table, &spec("")).iterations,
                "{} at {}",
                player.name,
                kind.name()
            );
            pairs += 1;
        }
    }
    assert!(pairs > 100, "{pairs}");
}

fn has(player: &str, setting: &str) -> bool {
    let kind = catalogue().player_kinds().iter().find(|kind| kind.name == player).unwrap();
    kind.fields.iter().any(|field| field.name == setting)
}

#[test]
fn who_has_roots_has_threads() {
    let with = |setting| {
        catalogue()
            .player_kinds()
            .iter()
            .map(|kind| kind.name)
            .filter(|name| has(name, setting))
            .collect()
    };
    let (roots, threads): (Vec<&str>, Vec<&str>) = (with("roots"), with("threads"));
    assert_eq!(roots, threads);
    assert_eq!(
        roots.join(" "),
        "flat-mc flat-ucb uct dpw cheating-uct cheating-ensemble determinized-uct so-ismcts \
         so-ismcts-pom mo-ismcts oos smooth-uct policy-improvement ensemble card-ucb"
    );
}

/// One root is a plain search; several are another one.
#[test]
fn roots_reach_the_search() {
    let table = table("mnk");
    assert_eq!(think(&*table, "uct:roots=1"), think(&*table, "uct"));
    let several = think(&*table, "uct:roots=3");
    assert_ne!(several.candidates, think(&*table, "uct").candidates);
    assert_eq!(visits(&several), 1000);
    assert_ne!(
        think(&*self::table("rps"), "uct:roots=4,together=exp3(trials=budget)").candidates,
        think(&*self::table("rps"), "uct:roots=4").candidates
    );
}

/// Threads at one tree make every iteration once, whatever the parts of the player are.
#[test]
fn threads_grow_one_tree() {
    let mut leduc = table("leduc");
    leduc.chance(&mut Rng::new(1));
    for (table, spec) in [
        (table("breakthrough"), "uct:threads=2"),
        (table("breakthrough"), "uct:threads=3,playout=mast(policy=tactical),reward=rb-qb"),
        (
            table("breakthrough:rows=5,columns=5,home=1"),
            "uct:threads=2,reuse=true,memory=20KiB,iterations=1000",
        ),
        (table("pig"), "uct:threads=2,chance=fixed"),
        (table("pig"), "uct:threads=2,chance=permuted"),
        (table("goofspiel"), "uct:threads=2"),
        (table("pig"), "dpw:threads=2"),
        (table("breakthrough"), "uct:threads=2,select=puct"),
        (leduc.copy(), "so-ismcts:threads=2"),
        (leduc.copy(), "so-ismcts:threads=2,belief=learnt"),
        (leduc, "mo-ismcts:threads=2"),
    ] {
        let thought = think(&*table, spec);
        assert_eq!(
            (thought.iterations, visits(&thought)),
            (1000, 1000),
            "{spec} at {}",
            table.spec()
        );
    }
    assert_eq!(think(&*table("phantom-mnk"), "so-ismcts-pom:threads=2").iterations, 1000);
    // A forced win is proven by threads, too.
    let mut won = table("mnk:m=3,n=3,k=3");
    for (seat, cell) in [(0, "a1"), (1, "c1"), (0, "a2"), (1, "c2")] {
        won.play(Player(seat), cell).unwrap();
    }
    assert_eq!(think(&*won, "uct:threads=2,solver=true").action, "a3");
    assert_eq!(think(&*won, "uct:roots=3,threads=2,solver=true").action, "a3");
}

/// A tree is kept from one move of a seat to its next, but not for another seat, and not from game
/// to game.
#[test]
fn trees_are_reused() {
    let mut table = table("breakthrough");
    let mut player = |spec: &str| table_player(&*table, spec);
    let [mut plain, mut reusing, mut roots] = [
        "uct:iterations=3000",
        "uct:iterations=3000,reuse=true",
        "uct:iterations=3000,reuse=true,roots=2",
    ]
    .map(&mut player);
    let first = table.think(&mut reusing, Player(0), &mut Rng::new(1)).unwrap();
    assert_eq!(
        first.candidates,
        table.think(&mut plain, Player(0), &mut Rng::new(1)).unwrap().candidates
    );
    table.think(&mut roots, Player(0), &mut Rng::new(1)).unwrap();
    table.play(Player(0), &first.action).unwrap();
    let reply = table.think(&mut plain, Player(1), &mut Rng::new(2)).unwrap();
    let mut visitor = table_player(&*table, "uct:iterations=3000,reuse=true");
    table.undo();
    table.think(&mut visitor, Player(0), &mut Rng::new(1)).unwrap();
    table.play(Player(0), &first.action).unwrap();
    assert_eq!(
        table.think(&mut visitor, Player(1), &mut Rng::new(2)).unwrap().candidates,
        reply.candidates
    );
    table.play(Player(1), &reply.action).unwrap();
    let fresh = table.think(&mut plain, Player(0), &mut Rng::new(3)).unwrap();
    for player in [&mut reusing, &mut roots] {
        let later = table.think(player, Player(0), &mut Rng::new(3)).unwrap();
        assert_eq!(later.iterations, 3000);
        assert!(visits(&later) > 3000, "{} visits", visits(&later));
        table.new_game(player).unwrap();
        let anew = table.think(player, Player(0), &mut Rng::new(3)).unwrap();
        assert_eq!(visits(&anew), 3000);
    }
    table.new_game(&mut reusing).unwrap();
    assert_eq!(
        table.think(&mut reusing, Player(0), &mut Rng::new(3)).unwrap().candidates,
        fresh.candidates
    );
}

fn table_player(table: &dyn Table, spec: &str) -> sortilege_catalogue::Agent {
    table.player(&spec.parse().unwrap()).unwrap()
}

/// Trees are full and the search goes on.
#[test]
fn memory_ends_growth_alone() {
    let table = table("breakthrough");
    for spec in [
        "uct:iterations=20000",
        "uct:iterations=20000,roots=2,threads=2",
        "uct:iterations=20000,threads=2",
    ] {
        let free = think(&*table, spec);
        let full = think(&*table, &format!("{spec},memory=256KiB"));
        assert_eq!((free.iterations, full.iterations), (20_000, 20_000));
        assert!(free.tree.bytes > 512 << 10, "{spec}: {} bytes", free.tree.bytes);
        assert!(full.tree.bytes < 300 << 10, "{spec}: {} bytes", full.tree.bytes);
    }
}

/// Budgets of trees, and of time, are shared too.
#[test]
fn other_budgets_are_shared() {
    let mut table = table("leduc");
    table.chance(&mut Rng::new(1));
    assert_eq!(table.turn(), Turn::Player(Player(0)));
    assert_eq!(
        think(&*table, "determinized-uct:trees=7,iterations=10,roots=3,threads=3").iterations,
        70
    );
    let mut player = table_player(&*table, "so-ismcts:time=30ms,roots=4,threads=2");
    let seconds = table.think(&mut player, Player(0), &mut Rng::new(1)).unwrap().seconds;
    assert!(seconds >= 0.03, "{seconds} s");
}

#[test]
fn settings_say_what_depends_on_the_machine() {
    let table = table("mnk");
    for (spec, threads, machine) in [
        ("uct", 1, false),
        ("uct:roots=4", 1, false),
        ("uct:roots=4,threads=2", 2, false),
        ("uct:threads=2", 2, true),
        ("uct:roots=1,threads=2", 2, true),
        ("uct:time=1s", 1, true),
        ("uct:time=1s,roots=2,threads=2", 2, true),
        ("random", 1, false),
    ] {
        let player = table_player(&*table, spec);
        let profile = player.profile();
        assert_eq!((profile.threads, profile.depends_on_machine), (threads, machine), "{spec}");
    }
}

#[test]
fn refusals_say_what_would_be_right() {
    let refusal = |game: &str, player: &str| {
        let error: Error =
            table(game).player(&player.parse().unwrap()).err().expect("something is wrong");
        error.to_string()
    };
    assert_eq!(
        refusal("mnk", "uct:threads=0"),
        "`threads` of `uct` is a whole number from 1 to 1024, not `0`"
    );
    assert_eq!(
        refusal("mnk", "uct:roots=9999"),
        "`roots` of `uct` is a whole number from 1 to 1024, not `9999`"
    );
    assert_eq!(
        refusal("mnk", "flat-mc:threads=2"),
        "the settings of `flat-mc` do not go together: threads cannot grow a tree together here, \
         so `threads=2` needs `roots=2` or more"
    );
    assert_eq!(
        refusal("mnk", "uct:roots=2,threads=3"),
        "the settings of `uct` do not go together: `threads` search the roots, so with `roots=2` \
         they are 2 at most"
    );
    assert_eq!(
        refusal("kuhn", "determinized-uct:trees=3,roots=4"),
        "the settings of `determinized-uct` do not go together: `roots` share out the trees, so \
         with `trees=3` they are 3 at most"
    );
    for player in
        ["flat-mc", "flat-ucb", "cheating-uct", "cheating-ensemble", "determinized-uct", "oos"]
    {
        assert!(
            refusal("kuhn", &format!("{player}:threads=2")).contains("needs `roots=2`"),
            "{player}"
        );
    }
    for player in ["ensemble", "card-ucb", "ed-ba", "policy-improvement"] {
        assert!(
            refusal("magic", &format!("{player}:threads=2")).contains("needs `roots=2`"),
            "{player}"
        );
    }
    assert!(refusal("pig", "uct:reuse=true,chance=fixed").contains("leave out one"));
    assert!(refusal("pig", "uct:select=puct,chance=fixed").contains("leave out one"));
    assert!(
        refusal("kuhn", "mo-ismcts:opponents=doubting,threads=2")
            .contains("as many `roots` as `threads`")
    );
    assert!(refusal("pig", "dpw:reuse=true").contains("no setting of `dpw` named `reuse`"));
    assert!(refusal("pig", "star2:roots=2").contains("no setting of `star2` named `roots`"));
}

/// Returns the first progress report of an endless search, which is then stopped.
fn first_report(table: &dyn Table, spec: &str) -> Option<Progress> {
    let first = Arc::new(OnceLock::new());
    let stop = Arc::new(OnceLock::<Stop>::new());
    let (reported, end) = (first.clone(), stop.clone());
    let watch = Watch::new(move |progress| {
        let _ = reported.set(progress.clone());
        end.get().expect("it has been set").now();
    });
    let mut player = table.watched_player(&spec.parse().unwrap(), watch).unwrap();
    assert!(stop.set(player.stop()).is_ok());
    table.think(&mut player, table.to_choose()[0], &mut Rng::new(1)).unwrap();
    first.get().cloned()
}

/// A progress listener receives a candidate for each legal move, from every player that searches.
#[test]
fn players_can_be_watched() {
    let mut watched = 0;
    for game in ["leduc", "mnk", "ewn", "dou-di-zhu"] {
        let mut table = table(game);
        table.chance(&mut Rng::new(1));
        let legal = table.legal(table.to_choose()[0]).len();
        for player in table.players() {
            let has = |name: &str| player.fields.iter().any(|field| field.name == name);
            if !has("time") {
                continue;
            }
            // The listener stops the search, so the budget is not used up.
            let budget =
                if has("iterations") { "iterations=4000000000" } else { "nodes=4000000000" };
            let roots = if has("roots") { &["", ",roots=3"][..] } else { &[""] };
            for roots in roots {
                let spec = format!("{}:{budget}{roots}", player.name);
                let report =
                    first_report(&*table, &spec).unwrap_or_else(|| panic!("{game} {spec}"));
                assert_eq!(report.candidates.len(), legal, "{game} {spec}");
                watched += 1;
            }
        }
    }
    assert!(watched >= 40, "{watched}");
}

/// Searches with several roots report the sum over all of them.
#[test]
fn several_roots_report_their_sum() {
    let mut table = table("leduc");
    table.chance(&mut Rng::new(1));
    let reports = Arc::new(std::sync::Mutex::new(vec![]));
    let all = reports.clone();
    let watch = Watch::new(move |progress: &Progress| all.lock().unwrap().push(progress.clone()));
    let spec = "so-ismcts:iterations=400000,roots=4".parse().unwrap();
    let mut player = table.watched_player(&spec, watch).unwrap();
    for _ in 0..2 {
        let thought = table.think(&mut player, table.to_choose()[0], &mut Rng::new(1)).unwrap();
        for report in reports.lock().unwrap().drain(..) {
            let visits: u64 = report.candidates.iter().map(|one| one.visits).sum();
            assert!(report.iterations <= thought.iterations, "{report:?}");
            assert!(visits <= report.iterations, "{report:?}");
        }
    }
}
