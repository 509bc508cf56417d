//! Workloads of the searches that [`games`](crate::games) does not cover, each at games that suit
//! it.

use crate::Workload;
use sortilege::Budget;

use sortilege::game::{Chance, Hidden, Observe, Outcomes, Quality, Simultaneous};
use sortilege::playout::{EpsilonMix, LastGoodReply, Mast, Nast, Rollout};
use sortilege::reward::{Discerning, WinLoss};
use sortilege::search::{
    DeterminizedUct, Dpw, Epimc, FlatUcb, Grave, ImplicitMinimax, Memory, MoIsmcts, Oos, Opponents,
    PnMcts, Rule, Sampling, Search, Setup, Smoothing, SoIsmcts, SoIsmctsPom, StarMinimax,
    SubgameSolving, Uct,
};
use sortilege_games::breakthrough::{self, Breakthrough, Tactical};
use sortilege_games::cant_stop::{self, CantStop};
use sortilege_games::confrontation::Confrontation;
use sortilege_games::dou_di_zhu::{DouDiZhu, Ladders};
use sortilege_games::ewn::{Evaluation, Ewn};
use sortilege_games::goofspiel::Goofspiel;
use sortilege_games::kuhn::Kuhn;
use sortilege_games::magic::{
    CardSearch, Combat, Dealing, Magic, Main, Options, Order, Pruning, Reading, RulePlayer,
    RuleRollout, Unguided,
};
use sortilege_games::phantom_mnk::PhantomMnk;

/// Type of the search that [`ensemble`] returns.
pub type Ensemble<P> = CardSearch<DeterminizedUct<Magic, Unguided<P>, WinLoss, Dealing>>;

/// Number of trees among which determinized searches divide their iterations.
pub const TREES: u32 = 10;

pub(crate) fn workloads() -> Vec<Workload> {
    let mut all = hidden_information();
    all.extend(equilibria());
    all.extend(perfect_information());
    all
}

fn hidden_information() -> Vec<Workload> {
    let phantom = PhantomMnk::default;
    let dou_di_zhu = DouDiZhu::default;
    vec![
        Workload::decision("mo-ismcts phantom-mnk".into(), phantom(), 4, 1000, mo_ismcts),
        Workload::decision("so-ismcts-pom phantom-mnk".into(), phantom(), 4, 1000, so_ismcts_pom),
        Workload::decision("determinized-uct phantom-mnk".into(), phantom(), 4, 2000, by_trees),
        Workload::decision("flat-ucb phantom-mnk".into(), phantom(), 4, 2000, flat_ucb),
        Workload::decision("mo-ismcts dou-di-zhu".into(), dou_di_zhu(), 0, 300, mo_ismcts),
        Workload::decision("determinized-uct dou-di-zhu".into(), dou_di_zhu(), 0, 300, by_trees),
        Workload::decision(
            "mo-ismcts confrontation".into(),
            Confrontation::default(),
            8,
            200,
            mo_ismcts,
        ),
        Workload::decision("mo-ismcts goofspiel".into(), Goofspiel::default(), 0, 500, mo_ismcts),
        Workload::decision("mo-ismcts kuhn".into(), Kuhn::default(), 0, 3000, mo_ismcts),
        Workload::decision("mo-ismcts with doubts kuhn".into(), Kuhn::default(), 0, 3000, doubting),
        Workload::decision("so-ismcts with epic dou-di-zhu".into(), dou_di_zhu(), 0, 300, epic),
        Workload::decision("ensemble magic".into(), Magic::default(), 13, 200, by_rules),
    ]
}

/// Searches that return mixed strategies.
fn equilibria() -> Vec<Workload> {
    let phantom = PhantomMnk::default;
    vec![
        Workload::decision("oos phantom-mnk".into(), phantom(), 0, 500, oos),
        Workload::decision("smooth-uct phantom-mnk".into(), phantom(), 0, 500, smooth_uct),
        Workload::decision("epimc phantom-mnk".into(), phantom(), 4, 1000, |iterations| {
            Epimc::new(setup(iterations, Rollout::default()))
        }),
        Workload::decision(
            "subgame-solving phantom-mnk".into(),
            phantom(),
            4,
            1000,
            subgame_solving,
        ),
    ]
}

fn perfect_information() -> Vec<Workload> {
    let (board, ewn) = (Breakthrough::default, Ewn::default);
    vec![
        Workload::decision("uct with proofs breakthrough".into(), board(), 20, 800, solver),
        Workload::decision("uct with mast breakthrough".into(), board(), 0, 300, mast),
        Workload::decision(
            "uct with nast and replies breakthrough".into(),
            board(),
            0,
            300,
            nast_and_replies,
        ),
        Workload::decision("implicit-minimax breakthrough".into(), board(), 0, 300, |iterations| {
            ImplicitMinimax::new(
                setup(iterations, Rollout::default()),
                breakthrough::Evaluation::PieceSquare,
            )
        }),
        Workload::decision("pn-mcts breakthrough".into(), board(), 0, 300, |iterations| {
            PnMcts::new(setup(iterations, Rollout::default()))
        }),
        Workload::decision("grave breakthrough".into(), board(), 0, 300, |iterations| {
            Grave::new(setup(iterations, Rollout::default()))
        }),
        Workload::decision(
            "uct with discerning rewards breakthrough".into(),
            board(),
            0,
            300,
            discerning,
        ),
        Workload::decision("dpw ewn".into(), ewn(), 0, 1000, dpw),
        Workload::decision("expectimax ewn".into(), ewn(), 0, 20_000, |nodes| {
            StarMinimax::<Ewn, _>::expectimax(Budget::iterations(nodes), Evaluation::Mobility)
        }),
        Workload::decision("star1 ewn".into(), ewn(), 0, 20_000, |nodes| {
            StarMinimax::<Ewn, _>::star1(Budget::iterations(nodes), Evaluation::Mobility)
        }),
        Workload::decision("star2 ewn".into(), ewn(), 0, 20_000, |nodes| {
            StarMinimax::<Ewn, _>::star2(Budget::iterations(nodes), Evaluation::Mobility)
        }),
        Workload::decision("star2-ss cant-stop".into(), CantStop::default(), 0, 20_000, |nodes| {
            StarMinimax::<CantStop, _>::star2(
                Budget::iterations(nodes),
                cant_stop::Evaluation::Progress,
            )
            .sampling(Sampling::WithReplacement(18))
        }),
    ]
}

/// Settings of a search with a number of iterations and a playout policy.
pub fn setup<P>(iterations: u64, playout: P) -> Setup<P> {
    Setup::with(Budget::iterations(iterations), playout)
}

/// UCT with a reward that includes the quality of the result.
fn discerning<G: Chance + Hidden + Quality + Simultaneous>(
    iterations: u64,
) -> Uct<G, Rollout<G>, Discerning<G>> {
    let reward = Discerning::new(WinLoss::default()).quality(G::quality);
    Uct::new(setup(iterations, Rollout::default()).reward(reward))
}

fn mo_ismcts<G: Chance + Observe + Simultaneous>(iterations: u64) -> MoIsmcts<G> {
    MoIsmcts::new(setup(iterations, Rollout::default()))
}

fn doubting(iterations: u64) -> MoIsmcts<Kuhn> {
    let opponents = Opponents::Doubting { share: 0.5, memory: Memory::Views };
    let mut search = mo_ismcts(iterations);
    search.algorithm.opponents = opponents;
    search
}

/// Online Outcome Sampling, from the initial state.
fn oos<G: Outcomes + Observe + Simultaneous + Default>(iterations: u64) -> Oos<G> {
    Oos::from_start(setup(iterations, Rollout::default()), G::default())
}

fn smooth_uct(iterations: u64) -> Oos<PhantomMnk> {
    oos(iterations).by(Rule::Smooth(Smoothing::default()))
}

fn subgame_solving<G: Chance + Observe + Simultaneous>(iterations: u64) -> SubgameSolving<G> {
    SubgameSolving::new(setup(iterations, Rollout::default()))
}

/// Playouts with learned ladder moves.
fn epic(iterations: u64) -> impl Search<DouDiZhu> {
    SoIsmcts::new(setup(iterations, Rollout::new(Ladders::default())))
}

fn so_ismcts_pom(iterations: u64) -> SoIsmctsPom<PhantomMnk> {
    SoIsmctsPom::new(setup(iterations, Rollout::default()))
}

fn flat_ucb(iterations: u64) -> FlatUcb<PhantomMnk> {
    FlatUcb::new(setup(iterations, Rollout::default()))
}

/// UCT on [`TREES`] determinizations, which divide the iterations among them.
pub fn determinized<G: Chance + Hidden + Simultaneous, P>(
    iterations: u64,
    playout: P,
) -> DeterminizedUct<G, P> {
    DeterminizedUct {
        trees: TREES,
        ..DeterminizedUct::new(setup(iterations / u64::from(TREES), playout))
    }
}

/// The player of the ensemble paper (ED) with binary trees, without dominated moves, and with
/// rule-based playouts. Its trees divide the iterations among them.
pub fn ensemble<P>(iterations: u64, playout: P) -> Ensemble<P> {
    let playout = Unguided { playout };
    let uct = Uct::new(setup(iterations / u64::from(TREES), playout)).fixed_chance();
    let options = Options {
        main: Main::Binary(Order::Descending),
        pruning: Pruning::Dominated,
        combat: Combat::Expert(Reading::default()),
        ..Options::default()
    };
    let search = DeterminizedUct { trees: TREES, belief: Dealing::Uniform, uct };
    CardSearch { rules: RulePlayer::default(), options, search }
}

fn by_trees<G: Chance + Hidden + Simultaneous>(iterations: u64) -> DeterminizedUct<G> {
    determinized(iterations, Rollout::default())
}

fn by_rules(iterations: u64) -> Ensemble<RuleRollout> {
    ensemble(iterations, RuleRollout::new(RulePlayer::REDUCED))
}

fn solver(iterations: u64) -> Uct<Breakthrough> {
    Uct::new(setup(iterations, Rollout::default())).solving()
}

/// Playouts of the Breakthrough player of the QR paper.
fn mast(iterations: u64) -> impl Search<Breakthrough> {
    let policy = EpsilonMix { epsilon: 0.7, policy: Mast::default(), other: Tactical };
    Uct::new(setup(iterations, Rollout::new(policy)))
}

/// Playouts with NAST and the last-good-reply policy.
fn nast_and_replies(iterations: u64) -> impl Search<Breakthrough> {
    let policy = EpsilonMix { epsilon: 0.7, policy: Nast::default(), other: Tactical };
    Uct::new(setup(iterations, Rollout::new(LastGoodReply::or(policy))))
}

fn dpw(iterations: u64) -> Dpw<Ewn> {
    Dpw::new(setup(iterations, Rollout::default()))
}
