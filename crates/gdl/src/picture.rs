//! Pictures of any game: a board if fluents form one, and tables of facts for the rest.

use crate::hidden::{HiddenGame, Knowledge, Seen};
use crate::moves::Action;
use crate::notation::percept_words;
use crate::open::OpenGame;
use crate::sheet::Sheet;
use crate::symbol::Symbol;
use crate::term::{Ground, Terms};
use sortilege::Player;
use sortilege::game::{Picture, Simultaneous};
use sortilege::scene::{Board, Cell, Gesture, Part, Piece, PieceKind, Scene, Shape};
use std::collections::BTreeMap;

/// Limit of moves whose gestures are compared to keep them distinct; with more moves all are
/// buttons.
const MOST_COMPARED: usize = 500;
/// Limit of moves and percepts in a picture of a game with hidden information; the log has all.
const MOST_MOMENTS: usize = 100;
/// Maximum side of a board.
const LONGEST: usize = 40;

impl Picture for OpenGame {
    fn picture(game: &OpenGame, _: Player, _: Option<Action>) -> Scene {
        let sheet = &game.0.sheet;
        let fluents = sheet.fluents(&game.0.state);
        let mut scene = Scene::default();
        let layout = layout(sheet, &fluents);
        if let Some(layout) = &layout {
            let roles: Vec<String> = (0..sheet.players())
                .map(|seat| sheet.role_name(sheet.role_of(Player(seat))))
                .collect();
            let board = sheet.with_terms(|terms| layout.board(sheet, &roles, terms, &fluents));
            scene = scene.with(Part::Board(board));
        }
        for (name, facts) in tables(sheet, &fluents, layout.as_ref()) {
            scene = scene.label(format!("{name}: {facts}"));
        }
        scene.label(format!("step {}", game.0.steps))
    }

    /// Gesture of a move: the cells that it names, unless another move names the same cells.
    fn gesture(game: &OpenGame, seat: Player, action: Action) -> Gesture {
        let sheet = &game.0.sheet;
        let layout = layout(sheet, &sheet.fluents(&game.0.state));
        let points = |action: Action| {
            let term = sheet.term(action, sheet.role_of(seat));
            layout
                .as_ref()
                .and_then(|layout| sheet.with_terms(|terms| layout.points(sheet, terms, term)))
        };
        let mut legal = vec![];
        game.options(seat, &mut legal);
        match points(action) {
            Some(path) if legal.len() <= MOST_COMPARED && is_alone(&path, &legal, &points) => {
                Gesture::Path(path)
            }
            _ => Gesture::Button(sheet.move_name(action)),
        }
    }
}

impl Picture for HiddenGame {
    fn picture(view: &Knowledge, seat: Player, _: Option<Seen>) -> Scene {
        let sheet = view.sheet();
        let mut scene = Scene::default().label(format!(
            "{} after {} steps",
            sheet.role_name(sheet.role_of(seat)),
            view.moments.len()
        ));
        let earlier = view.moments.len().saturating_sub(MOST_MOMENTS);
        if earlier > 0 {
            scene = scene.label(format!("steps 1 to {earlier}: see the log"));
        }
        for (at, &(action, percept)) in view.moments.iter().enumerate().skip(earlier) {
            let words = percept_words(sheet, sheet.role_of(seat), percept);
            scene = scene.label(format!("{}. {}: {words}", at + 1, sheet.move_name(action)));
        }
        scene
    }

    fn gesture(view: &Knowledge, _: Player, action: Action) -> Gesture {
        Gesture::Button(view.sheet().move_name(action))
    }
}

/// Whether only one of these moves has this path.
fn is_alone(
    path: &[String],
    legal: &[Action],
    points: &dyn Fn(Action) -> Option<Vec<String>>,
) -> bool {
    legal.iter().filter(|&&other| points(other).as_deref() == Some(path)).count() == 1
}

fn layout(sheet: &Sheet, fluents: &[Ground]) -> Option<Layout> {
    sheet.with_terms(|terms| Layout::find(&all_fluents(sheet, fluents), terms))
}

/// Fluents that may hold, as far as they are known.
fn all_fluents(sheet: &Sheet, now: &[Ground]) -> Vec<Ground> {
    match sheet.net() {
        Some(net) => net.fluents.iter().chain(&net.always).copied().collect(),
        None => now.to_vec(),
    }
}

/// Fluents of one functor with two coordinates and a third argument.
struct Layout {
    functor: Symbol,
    columns: Vec<Ground>,
    rows: Vec<Ground>,
}

impl Layout {
    /// Functor with the most cells, if it forms a board.
    fn find(fluents: &[Ground], terms: &Terms) -> Option<Layout> {
        let mut found: BTreeMap<Symbol, (Vec<Ground>, Vec<Ground>)> = BTreeMap::new();
        for &fluent in fluents {
            if let [x, y, _] = terms.arguments(fluent) {
                let (columns, rows) = found.entry(terms.functor(fluent)).or_default();
                columns.push(*x);
                rows.push(*y);
            }
        }
        let boards = found.into_iter().map(|(functor, (columns, rows))| Layout {
            functor,
            columns: in_order(columns, terms),
            rows: in_order(rows, terms),
        });
        let is_board = |layout: &Layout| {
            let range = 2..=LONGEST;
            range.contains(&layout.columns.len()) && range.contains(&layout.rows.len())
        };
        boards.filter(is_board).max_by_key(|layout| layout.columns.len() * layout.rows.len())
    }

    /// Cells that a move names, if it names nothing else: pairs of a column and a row.
    fn points(&self, sheet: &Sheet, terms: &Terms, term: Ground) -> Option<Vec<String>> {
        let pairs = terms.arguments(term).chunks(2);
        let cell = |pair: &[Ground]| match *pair {
            [x, y] if self.columns.contains(&x) && self.rows.contains(&y) => {
                Some(self.cell_name(sheet, terms, x, y))
            }
            _ => None,
        };
        pairs.map(cell).collect::<Option<Vec<_>>>().filter(|points| !points.is_empty())
    }

    /// Name of a cell. Columns and rows may both be numbers, so they need a separator.
    fn cell_name(&self, sheet: &Sheet, terms: &Terms, x: Ground, y: Ground) -> String {
        format!("{},{}", terms.name(x, sheet.symbols()), terms.name(y, sheet.symbols()))
    }

    /// Board with columns from left to right and the highest row at the top.
    fn board(&self, sheet: &Sheet, roles: &[String], terms: &Terms, now: &[Ground]) -> Board {
        let name = |term: &Ground| terms.name(*term, sheet.symbols());
        let mut cells = vec![Cell::default(); self.columns.len() * self.rows.len()];
        let place = |x: &Ground, y: &Ground| {
            let column = self.columns.iter().position(|known| known == x)?;
            let row = self.rows.iter().position(|known| known == y)?;
            Some((self.rows.len() - 1 - row) * self.columns.len() + column)
        };
        let on_board: Vec<&[Ground]> = now
            .iter()
            .filter(|&&fluent| terms.functor(fluent) == self.functor)
            .map(|&fluent| terms.arguments(fluent))
            .collect();
        for arguments in &on_board {
            let [x, y, what] = arguments else { continue };
            if is_blank(&name(what)) {
                continue;
            }
            let owner = roles.iter().position(|role| *role == name(what)).map(Player);
            if let Some(at) = place(x, y) {
                let text: String = name(what).chars().take(2).collect();
                cells[at].piece = Some(match owner {
                    Some(owner) => Piece::new(PieceKind::Labelled, text, owner),
                    None => Piece::block(text),
                });
            }
        }
        for (at, cell) in cells.iter_mut().enumerate() {
            let (row, column) =
                (self.rows.len() - 1 - at / self.columns.len(), at % self.columns.len());
            cell.name = Some(self.cell_name(sheet, terms, self.columns[column], self.rows[row]));
        }
        Board {
            shape: Shape::Squares,
            columns: self.columns.len(),
            cells,
            column_names: self.columns.iter().map(name).collect(),
            row_names: self.rows.iter().rev().map(name).collect(),
        }
    }
}

fn is_blank(name: &str) -> bool {
    matches!(name.to_lowercase().as_str(), "b" | "blank" | "empty" | "e")
}

/// Distinct terms in order: by value if they are numbers.
fn in_order(mut terms_in: Vec<Ground>, terms: &Terms) -> Vec<Ground> {
    terms_in.sort_unstable_by(|&a, &b| terms.compare(a, b));
    terms_in.dedup();
    terms_in
}

/// Facts by functor, without those of the board.
fn tables(sheet: &Sheet, fluents: &[Ground], board: Option<&Layout>) -> Vec<(String, String)> {
    let mut out: Vec<(String, Vec<String>)> = vec![];
    for &fluent in fluents {
        let (functor, name, whole) = sheet.with_terms(|terms| {
            let symbols = sheet.symbols();
            let arguments: Vec<String> =
                terms.arguments(fluent).iter().map(|&term| terms.name(term, symbols)).collect();
            (
                terms.functor(fluent),
                symbols.text(terms.functor(fluent)).to_string(),
                arguments.join(" "),
            )
        });
        let is_on_board = board.is_some_and(|board| {
            board.functor == functor && sheet.with_terms(|terms| terms.arguments(fluent).len() == 3)
        });
        match out.iter_mut().find(|(known, _)| *known == name) {
            _ if is_on_board => {}
            Some((_, facts)) => facts.push(whole),
            None => out.push((name, vec![whole])),
        }
    }
    out.into_iter().map(|(name, facts)| (name, facts.join(", "))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HiddenGame, Options};
    use sortilege::game::{Chance, Hidden};
    use sortilege::{Game, Rng, Turn};

    /// A picture is shown after every step, so its size must not grow with the length of the game.
    #[test]
    fn a_picture_shows_the_last_moments() {
        let text = "(role a) (role random) (init s) (legal a go) (legal random x) (legal random y)
            (<= (next s) (true s)) (<= (sees a ?m) (does random ?m))
            (<= terminal (not (true s))) (goal a 0)";
        let sheet = Sheet::read(text, &Options::default()).unwrap();
        let (mut game, mut rng) = (HiddenGame::new(sheet), Rng::new(1));
        let parts = |game: &HiddenGame| {
            HiddenGame::picture(&game.view(Player(0)), Player(0), None).parts.len()
        };
        let mut longest = 0;
        for _ in 0..3 * MOST_MOMENTS {
            let action = match game.turn() {
                Turn::Chance => game.sample(&mut rng),
                _ => game.random_action(&mut vec![], &mut rng),
            };
            game.apply(action);
            longest = longest.max(parts(&game));
        }
        assert_eq!(longest, MOST_MOMENTS + 2);
    }
}
