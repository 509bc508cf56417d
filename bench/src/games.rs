//! All games of the catalogue with their workloads: playouts, iterations of the plainest tree
//! search that fits, and determinizations if the game has hidden information. With perfect
//! information determinizations are copies and not measured.

use crate::Workload;
use sortilege::Budget;
use sortilege::game::{Chance, Observe, PerfectInfo, Simultaneous};
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

/// Visitor of all games. The numbers of steps are chosen for about five million instructions each.
pub trait Visitor {
    /// A game with perfect information. `steps` are the numbers of playouts and iterations of its
    /// workloads.
    fn open<G>(&mut self, name: &str, start: G, steps: [u64; 2])
    where
        G: Chance + PerfectInfo + Simultaneous + Send + 'static,
        G::Action: Send;

    /// A game with hidden information. Determinizations are sampled after `moves` random moves.
    /// `steps` are the numbers of playouts, iterations and determinizations of its workloads.
    fn hidden<G>(&mut self, name: &str, start: G, moves: u32, steps: [u64; 3])
    where
        G: Chance + Observe + Simultaneous + Send + 'static,
        G::Action: Send,
        G::Seen: Send;
}

/// Passes all games to the visitor.
pub fn visit(games: &mut impl Visitor) {
    games.open("amazons", Amazons::default(), [50, 20]);
    games.open("breakthrough", Breakthrough::default(), [800, 800]);
    games.open("cannon", Cannon::default(), [30, 30]);
    games.open("cant-stop", CantStop::default(), [200, 200]);
    games.open("checkers", Checkers::default(), [300, 300]);
    games.open("chinese-checkers", forward(), [20, 20]);
    games.open("ewn", Ewn::default(), [1000, 1000]);
    games.open("goofspiel", Goofspiel::default(), [5000, 500]);
    games.open("mnk", Mnk::default(), [4000, 2000]);
    games.open("oshi-zumo", OshiZumo::default(), [8000, 400]);
    games.open("pentalath", Pentalath::default(), [500, 500]);
    games.open("pig", Pig::default(), [1000, 1000]);
    games.open("ra", Ra::default(), [400, 400]);
    games.open("rps", Rps::default(), [40_000, 2000]);
    games.hidden("confrontation", Confrontation::default(), 8, [200, 200, 10_000]);
    games.hidden("dou-di-zhu", DouDiZhu::default(), 4, [300, 300, 20_000]);
    games.hidden("kuhn", Kuhn::default(), 1, [40_000, 5000, 100_000]);
    games.hidden("leduc", Leduc::default(), 1, [10_000, 2000, 100_000]);
    games.hidden("liars-dice", LiarsDice::default(), 1, [20_000, 2000, 100_000]);
    games.hidden("magic", Magic::default(), 8, [100, 100, 10_000]);
    games.hidden("phantom-mnk", PhantomMnk::default(), 8, [2000, 2000, 20_000]);
    games.hidden("toy-fusion", ToyFusion::default(), 0, [40_000, 10_000, 100_000]);
    games.hidden("toy-subset", ToySubset::default(), 1, [40_000, 10_000, 100_000]);
}

pub(crate) fn workloads() -> Vec<Workload> {
    let mut all = vec![];
    visit(&mut all);
    let by_rules = || RuleRollout::new(RulePlayer::REDUCED);
    all.push(Workload::playouts("playouts magic by rules".into(), Magic::default(), 200, by_rules));
    all
}

impl Visitor for Vec<Workload> {
    fn open<G>(&mut self, name: &str, start: G, [playouts, iterations]: [u64; 2])
    where
        G: Chance + PerfectInfo + Simultaneous + Send + 'static,
        G::Action: Send,
    {
        let uct = |iterations| Uct::<G>::new(Setup::new(Budget::iterations(iterations)));
        self.push(Workload::playouts(
            format!("playouts {name}"),
            start.clone(),
            playouts,
            Rollout::default,
        ));
        self.push(Workload::decision(format!("uct {name}"), start, 0, iterations, uct));
    }

    fn hidden<G>(&mut self, name: &str, start: G, moves: u32, steps: [u64; 3])
    where
        G: Chance + Observe + Simultaneous + Send + 'static,
        G::Action: Send,
    {
        let [playouts, iterations, determinizations] = steps;
        let so_ismcts = |iterations| SoIsmcts::<G>::new(Setup::new(Budget::iterations(iterations)));
        self.push(Workload::playouts(
            format!("playouts {name}"),
            start.clone(),
            playouts,
            Rollout::default,
        ));
        self.push(Workload::decision(
            format!("so-ismcts {name}"),
            start.clone(),
            0,
            iterations,
            so_ismcts,
        ));
        self.push(Workload::determinizations(
            format!("determinize {name}"),
            start,
            moves,
            determinizations,
        ));
    }
}

/// Random games with all moves of Chinese Checkers hardly ever end.
fn forward() -> ChineseCheckers {
    ChineseCheckers::new(Rules { forward_only: true, ..Rules::default() })
}
