//! The options of the information set searches that the paper's authors suggest, on games with
//! known best play.

use sortilege::bandit::exp3::Trials;
use sortilege::exact::{Tabulated, Tree, exploitability};
use sortilege::game::{Observe, Outcomes, Sequential};
use sortilege::search::{Memory, MoIsmcts, Opponents, Search, Select, Setup};
use sortilege::{Budget, Rng};
use sortilege_games::kuhn::Kuhn;

/// The gain of a best response to a player who searches with that many iterations and samples moves
/// in proportion to their visits.
fn exploited<G>(start: &G, iterations: u64, opponents: Opponents, select: Select) -> f64
where
    G: Outcomes + Observe + Sequential,
{
    let tree = Tree::new(start);
    let mut search = MoIsmcts::<G>::new(Setup::new(Budget::iterations(iterations)));
    (search.algorithm.opponents, search.rules.select) = (opponents, select);
    let mut rng = Rng::new(1);
    let policy = Tabulated::from_fn(&tree, |view, who, _| {
        let decision = search.decide(view, who, &mut rng);
        let visits: u64 = decision.candidates.iter().map(|one| one.visits).sum();
        decision.candidates.iter().map(|one| one.visits as f64 / visits as f64).collect()
    });
    exploitability(&tree, &policy)
}

/// Random play in Kuhn poker can be exploited for 0.229. No search reaches 0 by deciding each
/// decision separately, as if the opponent had played at random before; but each must be far better
/// than random play.
#[test]
fn every_option_plays_sensible_poker() {
    let doubting =
        [Memory::Views, Memory::Nothing].map(|memory| Opponents::Doubting { share: 0.5, memory });
    for select in [Select::Ucb1, Select::RegretMatching, Select::Exp3(Trials::SoFar)] {
        for opponents in [Opponents::Knowing, doubting[0], doubting[1]] {
            let exploited = exploited(&Kuhn::default(), 20_000, opponents, select);
            assert!(exploited < 0.1, "{select:?}, {opponents:?}: {exploited}");
        }
    }
}
