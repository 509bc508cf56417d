//! Every game: its playouts, the steps of the plainest tree search that fits it, and if something is hidden its
//! determinizations. Where nothing is hidden these are copies, and not worth a line.
//!
//! The numbers of steps are chosen for some five million instructions each.

use crate::Workload;
use sortilege::Budget;
use sortilege::game::{Chance, Hidden, PerfectInfo, Simultaneous};
use sortilege::playout::Rollout;
use sortilege::search::{Setup, SoIsmcts, Uct};
use sortilege_games::amazons::Amazons;
use sortilege_games::breakthrough::Breakthrough;
use sortilege_games::cannon::Cannon;
use sortilege_games::cant_stop::CantStop;
use sortilege_games::checkers::Checkers;
use sortilege_games::chinese_checkers::{ChineseCheckers, Rules};
use sortilege_games::confrontation::Confrontation;
use sortilege_games::dou_di_zhu::DouDiZhu;
use sortilege_games::ewn::Ewn;
use sortilege_games::goofspiel::Goofspiel;
use sortilege_games::kuhn::Kuhn;
use sortilege_games::leduc::Leduc;
use sortilege_games::liars_dice::LiarsDice;
use sortilege_games::magic::{Magic, RulePlayer, RuleRollout};
use sortilege_games::mnk::Mnk;
use sortilege_games::oshi_zumo::OshiZumo;
use sortilege_games::pentalath::Pentalath;
use sortilege_games::phantom_mnk::PhantomMnk;
use sortilege_games::pig::Pig;
use sortilege_games::ra::Ra;
use sortilege_games::rps::Rps;
use sortilege_games::toy_fusion::ToyFusion;
use sortilege_games::toy_subset::ToySubset;

pub(crate) fn workloads() -> Vec<Workload> {
    let mut all = vec![];
    open(&mut all, "amazons", Amazons::default(), 50, 20);
    open(&mut all, "breakthrough", Breakthrough::default(), 800, 800);
    open(&mut all, "cannon", Cannon::default(), 30, 30);
    open(&mut all, "cant-stop", CantStop::default(), 200, 200);
    open(&mut all, "checkers", Checkers::default(), 300, 300);
    open(&mut all, "chinese-checkers", forward(), 20, 20);
    open(&mut all, "ewn", Ewn::default(), 1000, 1000);
    open(&mut all, "goofspiel", Goofspiel::default(), 5000, 500);
    open(&mut all, "mnk", Mnk::default(), 4000, 2000);
    open(&mut all, "oshi-zumo", OshiZumo::default(), 8000, 400);
    open(&mut all, "pentalath", Pentalath::default(), 500, 500);
    open(&mut all, "pig", Pig::default(), 1000, 1000);
    open(&mut all, "ra", Ra::default(), 400, 400);
    open(&mut all, "rps", Rps::default(), 40_000, 2000);
    hidden(&mut all, "confrontation", Confrontation::default(), 8, [200, 200, 10_000]);
    hidden(&mut all, "dou-di-zhu", DouDiZhu::default(), 4, [300, 300, 20_000]);
    hidden(&mut all, "kuhn", Kuhn::default(), 1, [40_000, 5000, 100_000]);
    hidden(&mut all, "leduc", Leduc::default(), 1, [10_000, 2000, 100_000]);
    hidden(&mut all, "liars-dice", LiarsDice::default(), 1, [20_000, 2000, 100_000]);
    hidden(&mut all, "magic", Magic::default(), 8, [100, 100, 10_000]);
    hidden(&mut all, "phantom-mnk", PhantomMnk::default(), 8, [2000, 2000, 20_000]);
    hidden(&mut all, "toy-fusion", ToyFusion::default(), 0, [40_000, 10_000, 100_000]);
    hidden(&mut all, "toy-subset", ToySubset::default(), 1, [40_000, 10_000, 100_000]);
    let by_rules = || RuleRollout::new(RulePlayer::REDUCED);
    all.push(Workload::playouts("playouts magic by rules".into(), Magic::default(), 200, by_rules));
    all
}

/// A game in which everybody sees everything.
fn open<G>(all: &mut Vec<Workload>, name: &str, start: G, playouts: u64, iterations: u64)
where
    G: Chance + PerfectInfo + Simultaneous + Send + 'static,
    G::Action: Send,
{
    let uct = |iterations| Uct::<G>::new(Setup::new(Budget::iterations(iterations)));
    all.push(Workload::playouts(format!("playouts {name}"), start.clone(), playouts, Rollout::default));
    all.push(Workload::decision(format!("uct {name}"), start, 0, iterations, uct));
}

/// A game with hidden information, whose determinizations are drawn after so many random `moves`.
fn hidden<G>(all: &mut Vec<Workload>, name: &str, start: G, moves: u32, steps: [u64; 3])
where
    G: Chance + Hidden + Simultaneous + Send + 'static,
    G::Action: Send,
{
    let [playouts, iterations, determinizations] = steps;
    let so_ismcts = |iterations| SoIsmcts::<G>::new(Setup::new(Budget::iterations(iterations)));
    all.push(Workload::playouts(format!("playouts {name}"), start.clone(), playouts, Rollout::default));
    all.push(Workload::decision(format!("so-ismcts {name}"), start.clone(), 0, iterations, so_ismcts));
    all.push(Workload::determinizations(format!("determinize {name}"), start, moves, determinizations));
}

/// Random games among all moves of Chinese Checkers hardly ever end.
fn forward() -> ChineseCheckers {
    ChineseCheckers::new(Rules { forward_only: true, ..Rules::default() })
}
