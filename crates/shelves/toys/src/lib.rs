//! Toy games of the papers.

use sortilege_catalogue::setting::{Choice, Schema, Setting, Settings};
use sortilege_catalogue::{GameEntry, PayoffUnit, RegisteredGame, listed};
use sortilege_games_toys::toy_fusion::{self, ToyFusion};
use sortilege_games_toys::toy_subset::{self, ToySubset};

/// Returns the games of this shelf, in the order in which they are listed.
pub fn games() -> Vec<Box<dyn RegisteredGame>> {
    vec![
        listed(
            GameEntry::new(&TOY_FUSION, |_| Ok(ToyFusion::default()))
                .rules(toy_fusion::RULES)
                .stakes(|_| Some(PayoffUnit { unit: "reward", factor: 1.0 }))
                .chance()
                .outcomes()
                .hidden()
                .observe()
                .equilibria()
                .exact()
                .key(),
        ),
        listed(
            GameEntry::new(&TOY_SUBSET, toy_subset)
                .rules(toy_subset::RULES)
                .stakes(|_| Some(PayoffUnit { unit: "reward", factor: 1.0 }))
                .chance()
                .outcomes()
                .hidden()
                .observe()
                .equilibria()
                .exact()
                .key(),
        ),
    ]
}

static TOY_FUSION: Schema = Schema {
    name: "toy-fusion",
    help: "one-player game in which determinization suffers from strategy fusion (IS Fig. 1)",
    fields: &[],
};

const R2: Setting<f64> =
    Setting::number("r2", -1.0, 1.0, "0.4", "the reward of a2, in thousandths");
static MOVES: Choice<toy_subset::Moves, 2> = Choice::new(
    "moves",
    [("open", toy_subset::Moves::Open), ("hidden", toy_subset::Moves::Hidden)],
    "open",
    "whether players see each other's moves",
);
static TOY_SUBSET: Schema = Schema {
    name: "toy-subset",
    help: "game whose moves are not always available (IS Fig. 3, or Fig. 5 with hidden moves)",
    fields: &[R2.field(), MOVES.field()],
};

fn toy_subset(settings: &Settings) -> Result<ToySubset, String> {
    ToySubset::new(settings.get(&R2), settings.get(&MOVES))
}
