//! UCT with double progressive widening.

use super::arms::{TOGETHER, together};
use super::common::{C, CHOICE, ITERATIONS, MEMORY, TIME};
use super::uct::tree_setup;
use crate::Error;
use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::kit::Kit;
use crate::parallel::{ROOTS, THREADS};
use crate::playouts::PLAYOUT;
use crate::rewards::REWARD;
use crate::roots;
use crate::setting::{Field, Kind, Schema, Settings};
use sortilege::game::{Outcomes, PerfectInfo};
use sortilege::search::Dpw;

/// See [`Dpw`].
pub static DPW: Schema = Schema {
    name: "dpw",
    help: "UCT with double progressive widening (SM §2.2)",
    fields: &[
        ITERATIONS,
        TIME,
        MEMORY,
        ROOTS,
        THREADS,
        C,
        Field::new("widening", Kind::Number(0.0, f64::INFINITY), "4", "C of the widening, ceil(C v^alpha)")
            .from("SM §4.2"),
        Field::new("alpha", Kind::Number(0.0, 1.0), "0.25", "the exponent of the widening").from("SM §4.2"),
        TOGETHER,
        PLAYOUT,
        REWARD,
        CHOICE,
    ],
};

pub fn dpw<G: Playable + PerfectInfo + Outcomes>(
    kit: &Kit<G>,
    settings: &Settings,
) -> Result<AnySearch<G>, Error> {
    roots::fair(settings, || {
        let mut search = Dpw::new(tree_setup(kit, settings)?);
        search.c = settings.number("c");
        search.widening = settings.number("widening");
        search.alpha = settings.number("alpha");
        search.together = together(settings)?;
        Ok(search)
    })
}
