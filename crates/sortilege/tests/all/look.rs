//! Inspection of searches: their trees, and their candidates while they run.

use sortilege::bandit::Proven;
use sortilege::playout::Uniform;
use sortilege::progress::{Progress, Watch};
use sortilege::search::*;
use sortilege::testing::hand_made::{HandMade, Place};
use sortilege::testing::random_tree::{RandomTree, TreeShape};
use sortilege::tree::{Branch, Extent, Outline};
use sortilege::{Budget, Player, Rng, Stop};
use std::sync::{Arc, Mutex};

const ME: Player = Player(0);

fn game() -> RandomTree {
    RandomTree::new(5, TreeShape { steps: 20, ..TreeShape::REGULAR })
}

fn name(_: &RandomTree, action: u8) -> String {
    format!("move {action}")
}

fn outlined(search: &mut dyn Search<RandomTree>, extent: &Extent) -> Outline {
    search.decide(&game(), ME, &mut Rng::new(1));
    search.outline(&game(), extent, &name).expect("a search with a tree")
}

fn searches() -> [Box<dyn Search<RandomTree>>; 6] {
    let setup = || Setup::new(Budget::iterations(500));
    [
        Box::new(Uct::new(setup())),
        Box::new(Dpw::new(setup())),
        Box::new(SoIsmcts::new(setup())),
        Box::new(SoIsmctsPom::new(setup())),
        Box::new(MoIsmcts::new(setup())),
        Box::new(RootParallel::new(1, 1, || Uct::new(setup()))),
    ]
}

#[test]
fn every_tree_can_be_looked_at() {
    for mut search in searches() {
        let outline = outlined(&mut *search, &Extent::default());
        assert_eq!(outline.visits, 500);
        let first = outline.edges.iter().filter(|edge| edge.after.is_none());
        assert_eq!(first.map(|edge| edge.visits).sum::<u32>(), 500);
        for (number, edge) in outline.edges.iter().enumerate() {
            assert!(
                edge.after.is_none_or(
                    |after| after < number && outline.edges[after].visits >= edge.visits
                )
            );
        }
        assert!(outline.edges.iter().any(|edge| edge.name.starts_with("move ")), "{outline:?}");
    }
    assert!(Random.outline(&game(), &Extent::default(), &name).is_none());
}

#[test]
fn outlines_respect_their_extent() {
    for mut search in searches() {
        let extent = Extent { depth: 2, least_visits: 5, most_edges: 7 };
        let outline = outlined(&mut *search, &extent);
        assert!(outline.edges.len() <= 7);
        for edge in &outline.edges {
            assert!(edge.visits >= 5);
            assert!(
                edge.after.is_none_or(|after| outline.edges[after].after.is_none()),
                "too deep"
            );
        }
    }
}

/// A solver's tree as text, compared exactly.
#[test]
fn a_tree_as_json_and_as_a_graph() {
    let edge = |after, name: &str, visits, mean, proof, prior| Branch {
        after,
        name: name.to_string(),
        visits,
        mean,
        proof,
        prior,
    };
    let outline = Outline {
        visits: 3,
        edges: vec![
            edge(None, "say \"a\\b\"\n", 2, Some(0.5), None, Some(0.25)),
            edge(Some(0), "b", 1, None, Some(Proven::Win), None),
        ],
    };
    assert_eq!(
        outline.to_json(),
        "{\"visits\":3,\"edges\":[\n\
         {\"after\":null,\"move\":\"say \\\"a\\\\b\\\"\\u000a\",\"visits\":2,\"mean\":0.5,\"proof\":null,\"prior\":0.25},\n\
         {\"after\":0,\"move\":\"b\",\"visits\":1,\"mean\":null,\"proof\":\"win\",\"prior\":null}\n]}\n"
    );
    let dot = outline.to_dot();
    assert!(
        dot.contains("root -> n0 [label=\"say \\\"a\\\\b\\\"")
            && dot.contains("n0 -> n1 [label=\"b\\n1  win\"")
    );
}

#[test]
fn the_principal_variation_goes_by_visits() {
    let mut uct = Uct::<RandomTree>::new(Setup::new(Budget::iterations(500)));
    uct.decide(&game(), ME, &mut Rng::new(1));
    let line = uct.tree().root().principal_variation();
    assert!(line.len() > 3);
    for (edge, next) in line.iter().zip(&line[1..]) {
        let child = edge.child().expect("there is more");
        assert!(child.edges().all(|other| other.visits() <= next.visits()));
    }
}

/// A search without a limit, stopped by its listener at the first report.
#[test]
fn progress_is_reported_to_the_listener() {
    const TWO: &[Place] = &[Place::Choice(0, &[1, 2]), Place::End(&[0.2]), Place::End(&[0.8])];
    let reports: Arc<Mutex<Vec<Progress>>> = Arc::default();
    let setup = || {
        let (stop, reports) = (Stop::default(), reports.clone());
        let handle = stop.clone();
        let watch = Watch::new(move |progress| {
            reports.lock().expect("no thread panics").push(progress.clone());
            handle.now();
        });
        Setup::new(Budget::default()).stop(stop).watch(watch)
    };
    let (mut guided, mut guided_by_one) = (MoIsmcts::new(setup()), SoIsmcts::new(setup()));
    (guided.rules.select, guided_by_one.rules.select) = (Select::Puct, Select::Puct);
    let mut doubting = MoIsmcts::new(setup());
    doubting.algorithm.opponents = Opponents::Doubting { share: 0.5, memory: Memory::Views };
    let searches: [Box<dyn Search<HandMade>>; 12] = [
        Box::new(guided),
        Box::new(guided_by_one),
        Box::new(doubting),
        Box::new(Oos::new(setup())),
        Box::new(Uct::new(setup())),
        Box::new(Dpw::new(setup())),
        Box::new(SoIsmcts::new(setup())),
        Box::new(SoIsmctsPom::new(setup())),
        Box::new(MoIsmcts::new(setup())),
        Box::new(FlatMc::new(setup())),
        Box::new(FlatUcb::new(setup())),
        Box::new(PolicyImprovement::of_policy(Uniform, setup())),
    ];
    for mut search in searches {
        reports.lock().expect("no thread panics").clear();
        let decision = search.decide(&HandMade::new(TWO), ME, &mut Rng::new(1));
        let reports = reports.lock().expect("no thread panics");
        let [progress] = &reports[..] else { panic!("{} reports", reports.len()) };
        assert!(search.reports_progress());
        let visits: u64 = progress.candidates.iter().map(|one| one.visits).sum();
        assert_eq!(visits, progress.iterations);
        assert!(progress.iterations <= decision.iterations);
        assert!(progress.candidates[1].value > progress.candidates[0].value);
    }
}
