//! Board games for two without chance: those of QR.

use crate::Preset;
use crate::capability::Playable;
use crate::entry::Entry;
use crate::evaluations::Evaluations;
use crate::setting::{Field, Kind, Schema, Settings};
use crate::shelf::{Listed, listed};
use sortilege::evaluator::Evaluator;
use sortilege::game::{Deterministic, Key, PerfectInfo, Quality, Sequential};
use sortilege_games::amazons::{Amazons, Mobility, QueenFirst};
use sortilege_games::breakthrough::{Breakthrough, Evaluation, Tactical};
use sortilege_games::cannon::{self, Aggressive, Cannon, Soldiers};
use sortilege_games::checkers::{Checkers, Draw, Material};
use sortilege_games::chinese_checkers::{self, ChineseCheckers, Homeward, Size, StepsLeft};
use sortilege_games::pentalath::{Inward, OpenRows, Pentalath};

/// The players of QR at one game, as its authors' program had them: rewards of -1 and 1, wins and losses
/// proven, as many simulations as were expected in a second, and for each bonus the k of QR Tables 1 and 2.
macro_rules! qr {
    ($settings:literal, rb = $rb:literal, qb = $qb:literal) => {
        [
            qr!("qr-uct", $settings, "win-loss(win=1,loss=-1)"),
            qr!("qr-rb", $settings, concat!("rb(k=", $rb, ",mode=as-run)")),
            qr!("qr-qb", $settings, concat!("qb(k=", $qb, ",mode=as-run)")),
            qr!("qr-rb-qb", $settings, concat!("rb-qb(rb-k=", $rb, ",qb-k=", $qb, ",mode=as-run)")),
        ]
    };
    ($name:literal, $settings:literal, $reward:expr) => {
        Preset {
            name: $name,
            spec: concat!("uct:", $settings, ",solver=true,reward=", $reward),
            source: "QR §5 and its authors' program",
        }
    };
}

/// What all of them can do.
fn board<G, E>(
    schema: &'static Schema,
    start: fn(&Settings) -> Result<G, String>,
    evaluations: Evaluations<E>,
) -> Entry<G>
where
    G: Playable + PerfectInfo + Deterministic + Sequential + Quality + Key,
    E: Evaluator<G> + Copy + Sync + 'static,
{
    Entry::new(schema, start)
        .open()
        .provable()
        .evaluate(evaluations)
        .quality()
        .key()
        .star_minimax(evaluations)
}

pub fn games() -> Vec<Box<dyn Listed>> {
    vec![
        listed(
            board(
                &AMAZONS,
                |settings| Amazons::new(settings.whole("size") as usize),
                &[("mobility", Mobility)],
            )
            .policy(&QUEEN_FIRST, |_| QueenFirst)
            .presets(qr!(
                "iterations=3000,c=0.5,playout=mast(epsilon=0.3,untried=0,policy=queen-first)",
                rb = "2.2",
                qb = "1.6"
            )),
        ),
        listed(board(&BREAKTHROUGH, breakthrough, BREAKTHROUGHS).policy(&TACTICAL, |_| Tactical).presets(
            qr!(
                "iterations=17000,c=1,playout=mast(epsilon=0.7,untried=0,policy=tactical)",
                rb = "8",
                qb = "2"
            ),
        )),
        listed(
            board(&CANNON, cannon, &[("soldiers", Soldiers)])
                .policy(&AGGRESSIVE, |_| Aggressive)
                .presets(qr!("iterations=2000,c=0.8,playout=aggressive", rb = "3", qb = "4")),
        ),
        listed(board(&CHECKERS, checkers, &[("material", Material)]).presets(qr!(
            "iterations=24000,c=1",
            rb = "2.8",
            qb = "2"
        ))),
        listed(
            board(&CHINESE_CHECKERS, chinese_checkers, &[("steps", StepsLeft)])
                .policy(&HOMEWARD, |_| Homeward)
                .presets(qr!("iterations=14000,c=0.8,playout=homeward", rb = "1.2", qb = "2.8")),
        ),
        listed(board(&PENTALATH, pentalath, &[("rows", OpenRows)]).policy(&INWARD, |_| Inward).presets(qr!(
            "iterations=21000,c=0.8,playout=mast(epsilon=0.95,untried=0,policy=inward)",
            rb = "1",
            qb = "1.6"
        ))),
    ]
}

static AMAZONS: Schema = Schema {
    name: "amazons",
    help: "Amazons: queens move and shoot; who cannot move has lost",
    fields: &[Field::new("size", Kind::Whole(6, 10), "10", "squares in a row: 6, 8 or 10")],
};
static QUEEN_FIRST: Schema = Schema {
    name: "queen-first",
    help: "an amazon that can move, then one of its moves and shots (amazons; QR)",
    fields: &[],
};
static BREAKTHROUGH: Schema = Schema {
    name: "breakthrough",
    help: "Breakthrough: get one piece to the other side",
    fields: &[
        Field::new("rows", Kind::Whole(2, 8), "8", "rows of the board"),
        Field::new("columns", Kind::Whole(2, 8), "8", "columns of the board"),
        Field::new("home", Kind::Whole(1, 4), "2", "rows that are full of pieces at the start"),
    ],
};
static TACTICAL: Schema =
    Schema { name: "tactical", help: "wins, parries, and prefers captures (breakthrough; QR)", fields: &[] };
static CANNON: Schema = Schema {
    name: "cannon",
    help: "Cannon: three soldiers in a row shoot; who takes the enemy town wins",
    fields: &[
        Field::new("clear", Kind::FLAG, "false", "whether shots need an empty line up to their target"),
        Field::new("check", Kind::FLAG, "false", "whether moves that leave the own town open are illegal"),
        Field::new("merge", Kind::FLAG, "false", "whether shots at the same target are one move"),
    ],
};
static AGGRESSIVE: Schema = Schema {
    name: "aggressive",
    help: "takes the town, else shoots and captures where it can (cannon; QR)",
    fields: &[],
};
static CHECKERS: Schema = Schema {
    name: "checkers",
    help: "Checkers, or English draughts: captures are compulsory",
    fields: &[Field::new(
        "draw",
        Kind::Word(&["forty", "authors", "tournament"]),
        "forty",
        "after 40 plies without a capture; as the authors of QR played it; or after 80 plies without a \
         capture or a man's move",
    )],
};
static CHINESE_CHECKERS: Schema = Schema {
    name: "chinese-checkers",
    help: "Chinese Checkers for two: hop across the star",
    fields: &[
        Field::new("star", Kind::Word(&["small", "large"]), "small", "73 fields and 6 pieces, or 121 and 10"),
        Field::new(
            "moves",
            Kind::Word(&["all", "forward"]),
            "all",
            "whether moves that lead away from the target are legal where others are left",
        ),
        Field::new("stay", Kind::FLAG, "true", "whether pieces must stay in their target"),
        Field::new("block", Kind::FLAG, "false", "whether an enemy piece in the target prevents the win"),
    ],
};
static HOMEWARD: Schema = Schema {
    name: "homeward",
    help: "brings pieces home, by long chains of hops (chinese-checkers; QR)",
    fields: &[],
};
static PENTALATH: Schema = Schema {
    name: "pentalath",
    help: "Pentalath: five in a row, and enclosed groups are captured",
    fields: &[
        Field::new("side", Kind::Whole(2, 5), "5", "cells at an edge of the hexagon"),
        Field::new("row", Kind::Whole(2, 9), "5", "stones in a row that win"),
        Field::new("swap", Kind::FLAG, "false", "whether the second player may take over the first stone"),
    ],
};
static INWARD: Schema =
    Schema { name: "inward", help: "prefers cells with many neighbours (pentalath; QR)", fields: &[] };

/// By pieces and the most advanced one, or by where pieces stand.
const BREAKTHROUGHS: Evaluations<Evaluation> =
    &[("progress", Evaluation::MaterialAndProgress), ("squares", Evaluation::PieceSquare)];

fn breakthrough(settings: &Settings) -> Result<Breakthrough, String> {
    let [rows, columns, home] = ["rows", "columns", "home"].map(|name| settings.whole(name) as usize);
    Breakthrough::new(rows, columns, home)
}

fn cannon(settings: &Settings) -> Result<Cannon, String> {
    let [clear_line, check_rule, merge_shots] = ["clear", "check", "merge"].map(|name| settings.flag(name));
    Ok(Cannon::new(cannon::Rules { clear_line, check_rule, merge_shots }))
}

fn checkers(settings: &Settings) -> Result<Checkers, String> {
    Ok(Checkers::new(match settings.word("draw") {
        "authors" => Draw::Authors,
        "tournament" => Draw::Tournament,
        _ => Draw::FortyPlies,
    }))
}

fn chinese_checkers(settings: &Settings) -> Result<ChineseCheckers, String> {
    Ok(ChineseCheckers::new(chinese_checkers::Rules {
        size: if settings.word("star") == "large" { Size::Large } else { Size::Small },
        stay_home: settings.flag("stay"),
        block: settings.flag("block"),
        forward_only: settings.word("moves") == "forward",
    }))
}

fn pentalath(settings: &Settings) -> Result<Pentalath, String> {
    let [side, row] = ["side", "row"].map(|name| settings.whole(name) as usize);
    Pentalath::new(side, row, settings.flag("swap"))
}
