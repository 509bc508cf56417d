//! Deterministic board games for two players: those of QR.

use sortilege::evaluator::Evaluator;
use sortilege::game::{Deterministic, Key, PerfectInfo, Quality, Sequential};
use sortilege_catalogue::setting::{Choice, Schema, Setting, Settings};
use sortilege_catalogue::{
    Evaluations, Family, GameEntry, Playable, Preset, RegisteredGame, listed,
};
use sortilege_games_boards::amazons::{self, Amazons, Mobility, QueenFirst};
use sortilege_games_boards::breakthrough::{self, Breakthrough, Evaluation, Tactical};
use sortilege_games_boards::cannon::{self, Aggressive, Cannon, Soldiers};
use sortilege_games_boards::checkers::{self, Checkers, Draw, Material};
use sortilege_games_boards::chinese_checkers::{self, ChineseCheckers, Homeward, Size, StepsLeft};
use sortilege_games_boards::pentalath::{self, Inward, OpenRows, Pentalath};

/// The players of QR at one game, with the settings of its authors' program: rewards of -1 and 1, a
/// solver for wins and losses, as many simulations as were expected in a second, and for each bonus
/// the k of QR Tables 1 and 2.
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

/// Claims the capabilities that all games of this shelf share.
fn board<G, E>(
    schema: &'static Schema,
    start: fn(&Settings) -> Result<G, String>,
    evaluations: Evaluations<E>,
) -> GameEntry<G>
where
    G: Playable + PerfectInfo + Deterministic + Sequential + Quality + Key,
    E: Evaluator<G> + Copy + Sync + 'static,
{
    let entry = GameEntry::new(schema, start)
        .family(Family::Boards)
        .open()
        .provable()
        .evaluate(evaluations)
        .implicit_minimax(evaluations);
    entry.quality().key().star_minimax(evaluations)
}

/// Returns the games of this shelf, in the order in which they are listed.
pub fn games() -> Vec<Box<dyn RegisteredGame>> {
    vec![
        listed(
            board(
                &AMAZONS,
                |settings| Amazons::new(settings.get(&SIZE)),
                &[("mobility", Mobility)],
            )
            .rules(amazons::RULES)
            .recommend("uct:solver=true,reward=rb-qb")
            .policy(&QUEEN_FIRST, |_| QueenFirst)
            .presets(qr!(
                "iterations=3000,c=0.5,playout=mast(epsilon=0.3,untried=0,policy=queen-first)",
                rb = "2.2",
                qb = "1.6"
            )),
        ),
        listed(
            board(&BREAKTHROUGH, breakthrough, BREAKTHROUGH_EVALUATIONS)
                .rules(breakthrough::RULES)
                .recommend("star2:evaluation=squares")
                .policy(&TACTICAL, |_| Tactical)
                .presets(qr!(
                    "iterations=17000,c=1,playout=mast(epsilon=0.7,untried=0,policy=tactical)",
                    rb = "8",
                    qb = "2"
                )),
        ),
        listed(
            board(&CANNON, cannon, &[("soldiers", Soldiers)])
                .rules(cannon::RULES)
                .recommend("uct:solver=true,playout=aggressive")
                .policy(&AGGRESSIVE, |_| Aggressive)
                .presets(qr!("iterations=2000,c=0.8,playout=aggressive", rb = "3", qb = "4")),
        ),
        listed(
            board(&CHECKERS, checkers, &[("material", Material)])
                .also("draughts", "checkers")
                .rules(checkers::RULES)
                .recommend("uct:solver=true")
                .presets(qr!("iterations=24000,c=1", rb = "2.8", qb = "2")),
        ),
        listed(
            board(&CHINESE_CHECKERS, chinese_checkers, &[("steps", StepsLeft)])
                .rules(chinese_checkers::RULES)
                .recommend("star2")
                .policy(&HOMEWARD, |_| Homeward)
                .presets(qr!("iterations=14000,c=0.8,playout=homeward", rb = "1.2", qb = "2.8")),
        ),
        listed(
            board(&PENTALATH, pentalath, &[("rows", OpenRows)])
                .rules(pentalath::RULES)
                .recommend("uct:solver=true,playout=cut-off(moves=4,policy=inward)")
                .policy(&INWARD, |_| Inward)
                .presets(qr!(
                    "iterations=21000,c=0.8,playout=mast(epsilon=0.95,untried=0,policy=inward)",
                    rb = "1",
                    qb = "1.6"
                )),
        ),
    ]
}

const SIZE: Setting<usize> = Setting::whole("size", 6, 10, "10", "squares in a row: 6, 8 or 10");
static AMAZONS: Schema = Schema {
    name: "amazons",
    help: "Amazons: queens move and shoot; a player who cannot move loses",
    fields: &[SIZE.field()],
};
static QUEEN_FIRST: Schema = Schema {
    name: "queen-first",
    help: "a random amazon that can move, then one of its moves and shots (amazons; QR)",
    fields: &[],
};

const ROWS: Setting<usize> = Setting::whole("rows", 2, 8, "8", "rows of the board");
const COLUMNS: Setting<usize> = Setting::whole("columns", 2, 8, "8", "columns of the board");
const HOME: Setting<usize> =
    Setting::whole("home", 1, 4, "2", "rows that are full of pieces at the start");
/// Evaluations by pieces and the most advanced one, or by the squares of the pieces.
const BREAKTHROUGH_EVALUATIONS: Evaluations<Evaluation> =
    &[("progress", Evaluation::MaterialAndProgress), ("squares", Evaluation::PieceSquare)];
static BREAKTHROUGH: Schema = Schema {
    name: "breakthrough",
    help: "Breakthrough: get one piece to the other side",
    fields: &[ROWS.field(), COLUMNS.field(), HOME.field()],
};
static TACTICAL: Schema = Schema {
    name: "tactical",
    help: "wins, parries, and prefers captures (breakthrough; QR)",
    fields: &[],
};

fn breakthrough(settings: &Settings) -> Result<Breakthrough, String> {
    Breakthrough::new(settings.get(&ROWS), settings.get(&COLUMNS), settings.get(&HOME))
}

const CLEAR: Setting<bool> =
    Setting::flag("clear", false, "shots need an empty line up to their target");
const CHECK: Setting<bool> =
    Setting::flag("check", false, "moves that leave the own town open to capture are illegal");
const MERGE: Setting<bool> = Setting::flag("merge", false, "shots at the same target are one move");
static CANNON: Schema = Schema {
    name: "cannon",
    help: "Cannon: three soldiers in a row shoot; capturing the enemy town wins",
    fields: &[CLEAR.field(), CHECK.field(), MERGE.field()],
};
static AGGRESSIVE: Schema = Schema {
    name: "aggressive",
    help: "takes the town, else shoots and captures where it can (cannon; QR)",
    fields: &[],
};

fn cannon(settings: &Settings) -> Result<Cannon, String> {
    Ok(Cannon::new(cannon::Rules {
        clear_line: settings.get(&CLEAR),
        check_rule: settings.get(&CHECK),
        merge_shots: settings.get(&MERGE),
    }))
}

static DRAW: Choice<Draw, 3> = Choice::new(
    "draw",
    [("forty", Draw::FortyPlies), ("authors", Draw::Authors), ("tournament", Draw::Tournament)],
    "forty",
    "rule for draws: after 40 plies without a capture (`forty`), as the authors of QR played it \
     (`authors`), or after 80 plies without a capture or a move of a man (`tournament`)",
);
static CHECKERS: Schema = Schema {
    name: "checkers",
    help: "Checkers, or English draughts: captures are compulsory",
    fields: &[DRAW.field()],
};

fn checkers(settings: &Settings) -> Result<Checkers, String> {
    Ok(Checkers::new(settings.get(&DRAW)))
}

static STAR: Choice<Size, 2> = Choice::new(
    "star",
    [("small", Size::Small), ("large", Size::Large)],
    "small",
    "size of the star: 73 fields and 6 pieces a side, or 121 and 10",
);
static FORWARD_ONLY: Choice<bool, 2> = Choice::new(
    "moves",
    [("all", false), ("forward", true)],
    "all",
    "whether moves away from the target are legal while other moves are left",
);
const STAY: Setting<bool> = Setting::flag("stay", true, "pieces must stay in their target");
const BLOCK: Setting<bool> =
    Setting::flag("block", false, "an enemy piece in the target prevents the win");
static CHINESE_CHECKERS: Schema = Schema {
    name: "chinese-checkers",
    help: "Chinese Checkers for two: hop across the star",
    fields: &[STAR.field(), FORWARD_ONLY.field(), STAY.field(), BLOCK.field()],
};
static HOMEWARD: Schema = Schema {
    name: "homeward",
    help: "brings pieces home, by long chains of hops (chinese-checkers; QR)",
    fields: &[],
};

fn chinese_checkers(settings: &Settings) -> Result<ChineseCheckers, String> {
    Ok(ChineseCheckers::new(chinese_checkers::Rules {
        size: settings.get(&STAR),
        stay_home: settings.get(&STAY),
        block: settings.get(&BLOCK),
        forward_only: settings.get(&FORWARD_ONLY),
    }))
}

const SIDE: Setting<usize> = Setting::whole("side", 2, 5, "5", "cells at an edge of the hexagon");
const ROW: Setting<usize> = Setting::whole("row", 2, 9, "5", "number of stones in a row that wins");
const SWAP: Setting<bool> =
    Setting::flag("swap", false, "the second player may take over the first stone");
static PENTALATH: Schema = Schema {
    name: "pentalath",
    help: "Pentalath: five in a row, and enclosed groups are captured",
    fields: &[SIDE.field(), ROW.field(), SWAP.field()],
};
static INWARD: Schema = Schema {
    name: "inward",
    help: "prefers cells with many neighbours (pentalath; QR)",
    fields: &[],
};

fn pentalath(settings: &Settings) -> Result<Pentalath, String> {
    Pentalath::new(settings.get(&SIDE), settings.get(&ROW), settings.get(&SWAP))
}
