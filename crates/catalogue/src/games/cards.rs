//! Card games with hidden hands.

use crate::entry::{Entry, Preset};
use crate::listing::{GameKind, listed};
use crate::setting::{Field, Kind, Schema, Settings};
use sortilege_games::dou_di_zhu::{DouDiZhu, Moves};

pub(super) fn games() -> Vec<GameKind> {
    vec![listed(Entry::new(&DOU_DI_ZHU, dou_di_zhu).chance().hidden().observe().evaluate().key().presets([
        Preset {
            name: "is-determinized-uct",
            spec: "determinized-uct:trees=40,iterations=250,c=0.7",
            source: "IS §VII-B",
        },
        Preset { name: "is-so-ismcts", spec: "so-ismcts:iterations=10000,c=0.7", source: "IS §VII-B" },
        Preset { name: "is-mo-ismcts", spec: "mo-ismcts:iterations=10000,c=0.7", source: "IS §VII-B" },
    ]))]
}

static DOU_DI_ZHU: Schema = Schema {
    name: "dou-di-zhu",
    help: "Dou Di Zhu: the Landlord against two peasants, first to run out of cards",
    fields: &[Field::new(
        "moves",
        Kind::Word(&["two-steps", "whole"]),
        "two-steps",
        "whether what is played and its kickers are two decisions or one",
    )],
};

fn dou_di_zhu(settings: &Settings) -> Result<DouDiZhu, String> {
    Ok(DouDiZhu::new(if settings.word("moves") == "whole" { Moves::Whole } else { Moves::TwoSteps }))
}
