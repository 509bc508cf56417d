//! The players of the papers on Magic.

use sortilege_catalogue::Preset;

/// A player of ED, by its differences from the basic one, BA.
macro_rules! ed {
    ($name:literal) => {
        Preset { name: $name, spec: "ensemble:trees=40,iterations=250,combat=reduced", source: "ED §VII" }
    };
    ($name:literal, $($setting:literal),+) => {
        Preset {
            name: $name,
            spec: concat!("ensemble:trees=40,iterations=250,combat=reduced", $(",", $setting),+),
            source: "ED §VII",
        }
    };
}

/// The players of ED Tables II to VI, which leave combat to the reduced player: the seven of the
/// tournament, and the other combinations of BT (binary trees), MP (dominated moves pruned), NL
/// (negative reward for losses) and IR (interesting orders at the root).
pub const ED: [Preset; 18] = [
    Preset {
        name: "ed-ap",
        spec: "ensemble:trees=1,iterations=10000,combat=reduced,draws=all,pruning=none,discount=1,playout=uniform",
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

/// A player of CS Table I: attack and block at random (R) or by rules (S), cards at random, by
/// rules, or by Monte Carlo.
macro_rules! cs {
    ($name:literal, $attack:literal, $block:literal, $spec:literal) => {
        Preset {
            name: concat!("cs-", $name),
            spec: concat!(
                $spec,
                ",attack=",
                $attack,
                ",block=",
                $block,
                ",need=infinite,race=true,survival=false,gangs=false"
            ),
            source: "CS Table I",
        }
    };
}

/// The same with attacks and blocks of ED's expert.
macro_rules! cs_ed {
    ($name:literal, $attack:literal, $block:literal, $spec:literal) => {
        Preset {
            name: concat!("cs-ed-", $name),
            spec: concat!($spec, ",attack=", $attack, ",block=", $block),
            source: "CS Table I, by the rules of ED",
        }
    };
}

/// The players of CS Table I, with the rules that CS §IV describes: a race first, and profitable
/// blocks. Random cards are a land and a coin toss for each creature. Among the Monte Carlo players
/// only the first plays random cards in its simulations.
pub const CS: [Preset; 12] = [
    cs!("ra-rb-rp", "random", "random", "rules:cards=coin"),
    cs!("ra-rb-sp", "random", "random", "rules:cards=greedy"),
    cs!("ra-rb-mc", "random", "random", "card-ucb:cards=coin"),
    cs!("ra-sb-rp", "random", "expert", "rules:cards=coin"),
    cs!("ra-sb-sp", "random", "expert", "rules:cards=greedy"),
    cs!("ra-sb-mc", "random", "expert", "card-ucb:cards=greedy"),
    cs!("sa-rb-rp", "expert", "random", "rules:cards=coin"),
    cs!("sa-rb-sp", "expert", "random", "rules:cards=greedy"),
    cs!("sa-rb-mc", "expert", "random", "card-ucb:cards=greedy"),
    cs!("sa-sb-rp", "expert", "expert", "rules:cards=coin"),
    cs!("sa-sb-sp", "expert", "expert", "rules:cards=greedy"),
    cs!("sa-sb-mc", "expert", "expert", "card-ucb:cards=greedy"),
];

/// The first reading of the same players: ED's expert attacks and blocks, and random cards are any
/// legal choice.
pub const CS_ED: [Preset; 12] = [
    cs_ed!("ra-rb-rp", "random", "random", "rules:cards=random"),
    cs_ed!("ra-rb-sp", "random", "random", "rules:cards=greedy"),
    cs_ed!("ra-rb-mc", "random", "random", "card-ucb:cards=random"),
    cs_ed!("ra-sb-rp", "random", "expert", "rules:cards=random"),
    cs_ed!("ra-sb-sp", "random", "expert", "rules:cards=greedy"),
    cs_ed!("ra-sb-mc", "random", "expert", "card-ucb:cards=greedy"),
    cs_ed!("sa-rb-rp", "expert", "random", "rules:cards=random"),
    cs_ed!("sa-rb-sp", "expert", "random", "rules:cards=greedy"),
    cs_ed!("sa-rb-mc", "expert", "random", "card-ucb:cards=greedy"),
    cs_ed!("sa-sb-rp", "expert", "expert", "rules:cards=random"),
    cs_ed!("sa-sb-sp", "expert", "expert", "rules:cards=greedy"),
    cs_ed!("sa-sb-mc", "expert", "expert", "card-ucb:cards=greedy"),
];
