//! Magic: The Gathering, as ED and CS play it, and the players that are made for it.

use crate::Error;
use crate::Preset;
use crate::any_search::AnySearch;
use crate::entry::Entry;
use crate::kit::Kit;
use crate::parallel::{ROOTS, THREADS};
use crate::players::common::{
    self, CHOICE, EXPLORATION, ITERATIONS_FLAT, ITERATIONS_PER_TREE, MEMORY, TIME, TREES,
};
use crate::playouts::UNIFORM;
use crate::roots;
use crate::setting::{Field, Kind, Schema, Settings};
use crate::shelf::{Listed, listed};
use sortilege::playout::AnyPlayout;
use sortilege::reward::{AnyReward, PerTurn, WinLoss};
use sortilege::search::{DeterminizedUct, Divisible, FlatUcb, Search, Setup, SoIsmcts, Uct};
use sortilege_games::magic::{
    self, AttackRule, BlockRule, CardRule, CardSearch, Combat, Dealing, Deck, Interesting, InterestingLeaves,
    Magic, Main, Need, Options, Order, Pruning, Reading, RulePlayer, RuleRollout, Strength, Unguided,
};

pub fn games() -> Vec<Box<dyn Listed>> {
    vec![listed(
        Entry::new(&MAGIC, magic)
            .chance()
            .outcomes()
            .hidden()
            .observe()
            .policy(&EXPERT, rules)
            .policy(&REDUCED, rules)
            .policy(&RULES, rules)
            .evaluate(&[("strength", Strength)])
            .key()
            .player(&PLAYERS[0], ensemble)
            .player(&PLAYERS[1], card_ucb)
            .presets(ED)
            .presets(CS),
    )]
}

const MAIN: Field = Field::new(
    "main",
    Kind::Word(&["whole", "descending", "ascending", "random"]),
    "whole",
    "whether cards are chosen at once, or one by one in an order of cost",
);
const PRUNING: Field = Field::new(
    "pruning",
    Kind::Word(&["none", "non-land", "dominated"]),
    "none",
    "which choices of cards are left out: those without a land, or all to which a card can be added",
);
const MOST: Field = Field::new(
    "most",
    Kind::Whole(1, 1 << 20),
    "1024",
    "attackers and blockers with more possibilities than this are chosen one by one",
);

static MAGIC: Schema = Schema {
    name: "magic",
    help: "Magic: The Gathering with lands and plain creatures",
    fields: &[
        Field::new(
            "deck",
            Kind::Text("`default`, or a list such as 17*L+2*1/1/1+4*2/2/2 (power, toughness, cost)"),
            "default",
            "what both players have in their decks",
        ),
        Field::new("life", Kind::Whole(1, 999), "20", "the life of each player"),
        Field::new("hand", Kind::Whole(0, 60), "7", "cards in an opening hand"),
        Field::new("first-draw", Kind::FLAG, "false", "whether player 1 draws in the first turn")
            .from("CS §VI"),
        MAIN,
        PRUNING,
        Field::new(
            "combat",
            Kind::Word(&["whole", "steps"]),
            "whole",
            "whether attackers and blockers are chosen at once or one by one",
        ),
        MOST,
    ],
};

fn magic(settings: &Settings) -> Result<Magic, String> {
    let deck = match settings.text("deck") {
        "default" => Deck::default(),
        list => list.parse()?,
    };
    Magic::new(&magic::Settings {
        deck,
        life: settings.whole("life") as i16,
        hand: settings.whole("hand") as u8,
        first_draw: settings.flag("first-draw"),
        options: Options {
            main: main(settings.word("main")),
            pruning: pruning(settings),
            combat: if settings.word("combat") == "steps" { Combat::Steps } else { Combat::Whole },
            most: settings.whole("most") as u32,
        },
    })
}

fn main(word: &str) -> Main {
    match word {
        "descending" => Main::Binary(Order::Descending),
        "ascending" => Main::Binary(Order::Ascending),
        "random" => Main::Binary(Order::Random),
        _ => Main::Whole,
    }
}

fn pruning(settings: &Settings) -> Pruning {
    match settings.word("pruning") {
        "non-land" => Pruning::NonLand,
        "dominated" => Pruning::Dominated,
        _ => Pruning::None,
    }
}

const NEED: Field = Field::new(
    "need",
    Kind::Word(&["prose", "printed"]),
    "prose",
    "whether blockers that survival takes are counted as ED's text or its formula has it",
);
const HOLD_FOR_EQUAL: Field = Field::new(
    "hold-for-equal",
    Kind::FLAG,
    "false",
    "whether a creature is held back to block one that it would just kill",
);
const GANG_BELOW: Field = Field::new(
    "gang-below",
    Kind::FLAG,
    "false",
    "whether what is lost in a block of two must be cheaper than the attacker",
);
const BY_RULES: Kind = Kind::Word(&["expert", "random"]);
const ATTACK: Field = Field::new("attack", BY_RULES, "expert", "how attackers are chosen");
const BLOCK: Field = Field::new("block", BY_RULES, "expert", "how blockers are chosen");
const CARDS: Field = Field::new(
    "cards",
    Kind::Word(&["greedy", "shuffled", "random"]),
    "greedy",
    "how cards are chosen: the most expensive first, in random order, or any legal choice",
);
static EXPERT: Schema = Schema {
    name: "expert",
    help: "attacks, blocks and casts by the expert's rules (magic; ED §IV-A)",
    fields: &[NEED, HOLD_FOR_EQUAL, GANG_BELOW],
};
static REDUCED: Schema = Schema {
    name: "reduced",
    help: "attacks and blocks at random, casts what it can in random order (magic; ED §IV-B)",
    fields: &[],
};
static RULES: Schema = Schema {
    name: "rules",
    help: "rules of one's choice to attack, to block and for cards (magic; CS §VI)",
    fields: &[ATTACK, BLOCK, CARDS, NEED, HOLD_FOR_EQUAL, GANG_BELOW],
};
/// How simulations of players that are made for Magic can be finished.
const BY_RULES_OF_MAGIC: [Schema; 4] = [REDUCED, EXPERT, UNIFORM, RULES];

/// The rules that settings describe: those of a player, or of a playout.
fn rules(settings: &Settings) -> RulePlayer {
    match settings.schema().name {
        "reduced" => RulePlayer::REDUCED,
        "uniform" => RulePlayer::RANDOM,
        "expert" => RulePlayer::expert(reading(settings)),
        _ => chosen_rules(settings, reading(settings)),
    }
}

fn chosen_rules(settings: &Settings, reading: Reading) -> RulePlayer {
    let by_expert = |decision| settings.word(decision) == "expert";
    RulePlayer {
        attack: if by_expert("attack") { AttackRule::Expert(reading) } else { AttackRule::Random },
        block: if by_expert("block") { BlockRule::Expert(reading) } else { BlockRule::Random },
        cards: match settings.word("cards") {
            "shuffled" => CardRule::Shuffled,
            "random" => CardRule::Random,
            _ => CardRule::Greedy,
        },
    }
}

fn reading(settings: &Settings) -> Reading {
    Reading {
        need: if settings.word("need") == "printed" { Need::Printed } else { Need::Prose },
        hold_for_equal: settings.flag("hold-for-equal"),
        gang_below: settings.flag("gang-below"),
    }
}

/// Players that are made for Magic.
static PLAYERS: [Schema; 2] = [
    Schema {
        name: "ensemble",
        help: "ensemble determinization for cards, and the expert's rules in combat (magic; ED §VI)",
        fields: &[
            TREES.from("ED §VII"),
            ITERATIONS_PER_TREE.from("ED §VII"),
            TIME,
            MEMORY,
            ROOTS,
            THREADS,
            Field::new("c", EXPLORATION, "1.5", "how much to explore").from("ED §VII"),
            Field {
                help: "whether cards are searched for at once, or one by one in an order of cost",
                ..MAIN
            }
            .from("ED §VI"),
            Field { default: "non-land", ..PRUNING }.from("ED §VI"),
            Field::new("win", Kind::Number(-1000.0, 1000.0), "1", "the reward of a win"),
            Field::new("loss", Kind::Number(-1000.0, 1000.0), "0", "the reward of a loss").from("ED §VI"),
            Field::new("discount", Kind::Number(0.0, 1.0), "0.99", "what a result loses with each turn")
                .from("ED §VI"),
            Field::new(
                "interesting",
                Kind::Word(&["nowhere", "root", "leaf"]),
                "nowhere",
                "where orders of cards are looked for in which it matters what is played",
            )
            .from("ED §VI-A"),
            Field::new(
                "share",
                Kind::Number(0.0, 1.0),
                "",
                "the part of all simulations that may be spent on such an order; 0.05 at the root, 0.01 at a leaf",
            ),
            Field::new(
                "draws",
                Kind::Word(&["fixed", "all"]),
                "fixed",
                "whether a tree keeps to one card for each draw, or has all of them in it",
            )
            .from("ED §VI"),
            Field::new(
                "combat",
                Kind::Word(&["expert", "whole", "steps"]),
                "expert",
                "whether attackers and blockers follow the expert's rules, or are searched for, at once or one by one",
            ),
            MOST,
            Field::new("playout", Kind::Part(&BY_RULES_OF_MAGIC), "reduced", "how simulations are finished")
                .from("ED §VII-B"),
            CHOICE,
        ],
    },
    Schema {
        name: "card-ucb",
        help: "flat UCB1 for cards, and rules in combat (magic; CS §V)",
        fields: &[
            Field { default: "350", ..ITERATIONS_FLAT }.from("CS §VI"),
            TIME,
            ROOTS,
            THREADS,
            Field::new("c", EXPLORATION, "0.7", "how much to explore"),
            ATTACK,
            BLOCK,
            Field { help: "how cards are chosen in simulations", ..CARDS },
            PRUNING,
            CHOICE,
        ],
    },
];

/// What the simulations of a search begin with and end with.
type CardSetup = Setup<AnyPlayout<Magic>, AnyReward<Magic>>;

fn ensemble(kit: &Kit<Magic>, settings: &Settings) -> Result<AnySearch<Magic>, Error> {
    let (options, rules, c) = (searched(settings), RulePlayer::default(), settings.number("c"));
    if settings.word("draws") == "fixed" {
        return card_player(settings, options, rules, || {
            let (trees, deal, setup) = ensemble_setup(kit, settings)?;
            let mut uct = Uct::new(setup).fixed_chance();
            uct.c = c;
            Ok(DeterminizedUct { trees, deal, uct })
        });
    }
    if settings.whole("trees") > 1 || settings.word("interesting") == "root" {
        return Err(refusal("`draws=all` takes `trees=1`, and no interesting orders at the root"));
    }
    card_player(settings, options, rules, || {
        let (_, _, setup) = ensemble_setup(kit, settings)?;
        let mut search = SoIsmcts::new(setup);
        search.c = c;
        Ok(search)
    })
}

/// How many trees, how each begins, and all else that they have in common.
fn ensemble_setup(kit: &Kit<Magic>, settings: &Settings) -> Result<(u32, Dealing, CardSetup), Error> {
    let trees = settings.whole("trees") as u32;
    let (dealing, playout) = simulations(settings, trees)?;
    let setup = CardSetup {
        budget: common::budget(settings),
        playout,
        reward: reward(settings)?,
        choice: common::choice(settings),
        stop: kit.stop.clone(),
    };
    Ok((trees, dealing, setup))
}

fn refusal(why: impl Into<String>) -> Error {
    Error::Settings { owner: PLAYERS[0].name.to_string(), why: why.into() }
}

/// How trees begin, and how simulations end.
fn simulations(settings: &Settings, trees: u32) -> Result<(Dealing, AnyPlayout<Magic>), Error> {
    let (place, rules) = (settings.word("interesting"), rules(settings.part("playout")));
    let unguided = Unguided { playout: RuleRollout::new(rules) };
    if place == "nowhere" {
        return Ok((Dealing::Uniform, AnyPlayout::Other(Box::new(unguided))));
    }
    let iterations = common::whole(settings, "iterations")
        .ok_or_else(|| refusal("`interesting` needs `iterations`, of which it takes a share"))?;
    let usual = if place == "root" { 0.05 } else { 0.01 };
    let share = settings.get("share").map_or(usual, |_| settings.number("share"));
    let orders = Interesting::new((share * iterations as f64 * f64::from(trees)) as u32, rules);
    Ok(match place {
        "root" => (Dealing::Interesting(orders), AnyPlayout::Other(Box::new(unguided))),
        _ => (Dealing::Uniform, AnyPlayout::Other(Box::new(InterestingLeaves { orders, unguided }))),
    })
}

fn reward(settings: &Settings) -> Result<AnyReward<Magic>, Error> {
    let [win, loss, discount] = ["win", "loss", "discount"].map(|name| settings.number(name));
    if win <= loss {
        return Err(refusal(format!("`win` must be above `loss`, which is {loss}")));
    }
    let turns = |state: &Magic| state.turn_number().into();
    Ok(AnyReward::Other(Box::new(PerTurn::new(WinLoss { win, loss, discount }, turns))))
}

/// How moves are made in the game that is searched.
fn searched(settings: &Settings) -> Options {
    Options {
        main: main(settings.word("main")),
        pruning: pruning(settings),
        combat: match settings.word("combat") {
            "whole" => Combat::Whole,
            "steps" => Combat::Steps,
            _ => Combat::Expert(Reading::default()),
        },
        most: settings.whole("most") as u32,
    }
}

/// A player whose cards are chosen by the search that `make` gives, or by several.
fn card_player<S: Search<Magic> + Divisible + 'static>(
    settings: &Settings,
    options: Options,
    rules: RulePlayer,
    make: impl Fn() -> Result<S, Error>,
) -> Result<AnySearch<Magic>, Error> {
    Ok(match roots::fair_roots(settings, &make)? {
        Some(search) => AnySearch::fair(CardSearch { rules, options, search }),
        None => AnySearch::fair(CardSearch { rules, options, search: make()? }),
    })
}

fn card_ucb(kit: &Kit<Magic>, settings: &Settings) -> Result<AnySearch<Magic>, Error> {
    let rules = chosen_rules(settings, Reading::default());
    let combat = Combat::Expert(Reading::default());
    let options = Options { main: Main::Whole, pruning: pruning(settings), combat, most: u32::MAX };
    card_player(settings, options, rules, || {
        let mut search = FlatUcb::new(CardSetup {
            budget: common::flat_budget(settings),
            playout: AnyPlayout::Other(Box::new(Unguided { playout: RuleRollout::new(rules) })),
            reward: AnyReward::WinLoss(WinLoss::default()),
            choice: common::choice(settings),
            stop: kit.stop.clone(),
        });
        search.c = settings.number("c");
        Ok(search)
    })
}

/// A player of ED: what sets it off from the basic one, BA.
macro_rules! ed {
    ($name:literal) => {
        Preset { name: $name, spec: "ensemble:trees=40,iterations=250", source: "ED §VII" }
    };
    ($name:literal, $($setting:literal),+) => {
        Preset {
            name: $name,
            spec: concat!("ensemble:trees=40,iterations=250", $(",", $setting),+),
            source: "ED §VII",
        }
    };
}

/// The players of ED Tables II to VI: the seven of the tournament, and what combinations of BT (binary trees), MP
/// (dominated moves pruned), NL (negative reward for losses) and IR (interesting orders at the root) there are
/// besides.
const ED: [Preset; 18] = [
    Preset {
        name: "ed-ap",
        spec: "ensemble:trees=1,iterations=10000,draws=all,pruning=none,discount=1,playout=uniform",
        source: "ED §VII",
    },
    ed!("ed-ba"),
    ed!("ed-il", "interesting=leaf"),
    ed!("ed-ir", "interesting=root"),
    ed!("ed-nl", "loss=-1"),
    ed!("ed-mp", "pruning=dominated"),
    ed!("ed-bt", "main=descending"),
    ed!("ed-bt-mp", "main=descending", "pruning=dominated"),
    ed!("ed-bt-nl", "main=descending", "loss=-1"),
    ed!("ed-bt-ir", "main=descending", "interesting=root"),
    ed!("ed-mp-nl", "pruning=dominated", "loss=-1"),
    ed!("ed-mp-ir", "pruning=dominated", "interesting=root"),
    ed!("ed-nl-ir", "loss=-1", "interesting=root"),
    ed!("ed-bt-mp-nl", "main=descending", "pruning=dominated", "loss=-1"),
    ed!("ed-bt-mp-ir", "main=descending", "pruning=dominated", "interesting=root"),
    ed!("ed-bt-nl-ir", "main=descending", "loss=-1", "interesting=root"),
    ed!("ed-mp-nl-ir", "pruning=dominated", "loss=-1", "interesting=root"),
    ed!("ed-bt-mp-nl-ir", "main=descending", "pruning=dominated", "loss=-1", "interesting=root"),
];

/// The players of CS Table I: attack and block at random (R) or by rules (S), cards at random, by rules, or by Monte
/// Carlo. Only the first of these plays random cards in its simulations.
macro_rules! cs {
    ($name:literal, $attack:literal, $block:literal, $spec:literal) => {
        Preset {
            name: $name,
            spec: concat!($spec, ",attack=", $attack, ",block=", $block),
            source: "CS Table I",
        }
    };
}

const CS: [Preset; 12] = [
    cs!("cs-ra-rb-rp", "random", "random", "rules:cards=random"),
    cs!("cs-ra-rb-sp", "random", "random", "rules:cards=greedy"),
    cs!("cs-ra-rb-mc", "random", "random", "card-ucb:cards=random"),
    cs!("cs-ra-sb-rp", "random", "expert", "rules:cards=random"),
    cs!("cs-ra-sb-sp", "random", "expert", "rules:cards=greedy"),
    cs!("cs-ra-sb-mc", "random", "expert", "card-ucb:cards=greedy"),
    cs!("cs-sa-rb-rp", "expert", "random", "rules:cards=random"),
    cs!("cs-sa-rb-sp", "expert", "random", "rules:cards=greedy"),
    cs!("cs-sa-rb-mc", "expert", "random", "card-ucb:cards=greedy"),
    cs!("cs-sa-sb-rp", "expert", "expert", "rules:cards=random"),
    cs!("cs-sa-sb-sp", "expert", "expert", "rules:cards=greedy"),
    cs!("cs-sa-sb-mc", "expert", "expert", "card-ucb:cards=greedy"),
];
