//! Larger games with hidden information: those of IS.

use sortilege_catalogue::setting::{Choice, Schema, Setting, Settings};
use sortilege_catalogue::{EPSILON, Family, GameEntry, Preset, RegisteredGame, listed};
use sortilege_games_cards::confrontation::{self, CardRule, Confrontation, Setup, WinRule};
use sortilege_games_cards::dou_di_zhu::{self, CardsLeft, DouDiZhu, Ladders, Moves};

/// Returns the games of this shelf, in the order in which they are listed.
pub fn games() -> Vec<Box<dyn RegisteredGame>> {
    vec![
        listed(
            GameEntry::new(&CONFRONTATION, |settings| Ok(confrontation(settings)))
                .family(Family::Bluff)
                .also("lord-of-the-rings", "confrontation")
                .rules(confrontation::RULES)
                .chance()
                .outcomes()
                .hidden()
                .observe()
                .simultaneous()
                .key()
                .presets(ON_CONFRONTATION),
        ),
        listed(
            GameEntry::new(&DOU_DI_ZHU, dou_di_zhu)
                .family(Family::Bluff)
                .also("doudizhu", "dou-di-zhu")
                .also("fight-the-landlord", "dou-di-zhu")
                .rules(dou_di_zhu::RULES)
                .chance()
                .hidden()
                .observe()
                .evaluate(&[("cards", CardsLeft)])
                .key()
                .learning_policy(&EPIC, epic)
                .recommend("so-ismcts:playout=epic")
                .presets(ON_DOU_DI_ZHU),
        ),
    ]
}

/// The players of IS §V-C. Determinized UCT has one tree for Light and ten for Dark.
const ON_CONFRONTATION: [Preset; 7] = Preset::of(
    "IS §V-C",
    [
        ("is-cheating-uct", "cheating-uct:iterations=10000,c=0.7"),
        ("is-cheating-ensemble", "cheating-ensemble:trees=10,iterations=1000,c=0.7"),
        ("is-determinized-uct-light", "determinized-uct:trees=1,iterations=10000,c=0.7"),
        ("is-determinized-uct-dark", "determinized-uct:trees=10,iterations=1000,c=0.7"),
        ("is-so-ismcts", "so-ismcts:iterations=10000,c=0.7"),
        ("is-so-ismcts-pom", "so-ismcts-pom:iterations=10000,c=0.7"),
        ("is-mo-ismcts", "mo-ismcts:iterations=10000,c=0.7"),
    ],
);

/// The players of IS §VII-B. All moves are observed here, so the variants of information set MCTS
/// are the same.
const ON_DOU_DI_ZHU: [Preset; 4] = Preset::of(
    "IS §VII-B",
    [
        ("is-cheating-ensemble", "cheating-ensemble:trees=40,iterations=250,c=0.7"),
        ("is-determinized-uct", "determinized-uct:trees=40,iterations=250,c=0.7"),
        ("is-so-ismcts", "so-ismcts:iterations=10000,c=0.7"),
        ("is-mo-ismcts", "mo-ismcts:iterations=10000,c=0.7"),
    ],
);

static SETUP: Choice<Setup, 3> = Choice::new(
    "setup",
    [("fixed", Setup::Fixed), ("random", Setup::Random), ("constrained", Setup::Constrained)],
    "fixed",
    "initial placement of the characters: as a player might place them (`fixed`), anywhere \
     (`random`), or anywhere except Frodo, Sam and the Balrog, who are at home (`constrained`)",
)
.from("IS §V");
static WINS: Choice<WinRule, 2> = Choice::new(
    "wins",
    [("paper", WinRule::Paper), ("published", WinRule::Published)],
    "paper",
    "victory conditions: Dark needs four pieces in the Shire and Light wins by killing all \
     (`paper`), or Dark needs three and Light does not (`published`)",
)
.from("IS §V-A");
static CARDS: Choice<CardRule, 2> = Choice::new(
    "cards",
    [("return", CardRule::Return), ("spent", CardRule::Spent)],
    "return",
    "whether cards return when all are played, or stay out of the game",
);
static CONFRONTATION: Schema = Schema {
    name: "confrontation",
    help: "The Lord of the Rings: The Confrontation, with hidden identities of the enemy pieces",
    fields: &[SETUP.field(), WINS.field(), CARDS.field()],
};

fn confrontation(settings: &Settings) -> Confrontation {
    Confrontation::new(confrontation::Settings {
        setup: settings.get(&SETUP),
        wins: settings.get(&WINS),
        cards: settings.get(&CARDS),
    })
}

const LEAST: Setting<u32> = Setting::whole(
    "least",
    1,
    u32::MAX as u64,
    "7",
    "minimum number of simulations with a move at a place for its mean to be used",
);
static EPIC: Schema = Schema {
    name: "epic",
    help: "EPIC, epsilon-greedy: argmax_a Q(i, a) with probability 1 - epsilon, Q(i, a) the mean \
           payoff of all simulations of this decision with move a at place i of a ladder, MAST's \
           Q(a) where there are fewer than `least`; otherwise a random move (dou-di-zhu)",
    fields: &[EPSILON.field(), LEAST.field()],
};

fn epic(settings: &Settings) -> Ladders {
    let mut epic = Ladders::default();
    (epic.epsilon, epic.least) = (settings.get(&EPSILON), settings.get(&LEAST));
    epic
}

static MOVES: Choice<Moves, 2> = Choice::new(
    "moves",
    [("two-steps", Moves::TwoSteps), ("whole", Moves::Whole)],
    "two-steps",
    "whether a group and its kickers are two successive moves or one",
);
static DOU_DI_ZHU: Schema = Schema {
    name: "dou-di-zhu",
    help: "Dou Di Zhu: the Landlord against two peasants, first to run out of cards",
    fields: &[MOVES.field()],
};

fn dou_di_zhu(settings: &Settings) -> Result<DouDiZhu, String> {
    Ok(DouDiZhu::new(settings.get(&MOVES)))
}
