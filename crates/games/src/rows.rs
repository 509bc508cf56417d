//! Boards as people see them: rows from the top, points named by a letter and a number from the bottom
//! left, and moves made by a click where they go.

use sortilege::scene::{Item, Kind};

/// Column and row of a point, both from 0 at the bottom left.
pub(crate) type Point = (u8, u8);

/// The width and height of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) columns: u8,
    pub(crate) rows: u8,
}

impl Size {
    /// The points in reading order: from the top row, each row from the left.
    pub(crate) fn points(self) -> impl Iterator<Item = Point> {
        (0..self.rows).rev().flat_map(move |y| (0..self.columns).map(move |x| (x, y)))
    }

    /// The number of a point in reading order.
    pub(crate) fn index(self, (x, y): Point) -> usize {
        usize::from(self.rows - 1 - y) * usize::from(self.columns) + usize::from(x)
    }

    /// The letters of the columns from the left.
    pub(crate) fn column_names(self) -> Vec<String> {
        (0..self.columns).map(|x| char::from(b'a' + x).to_string()).collect()
    }

    /// The numbers of the rows from the top.
    pub(crate) fn row_names(self) -> Vec<String> {
        (1..=self.rows).rev().map(|y| y.to_string()).collect()
    }

    /// All rows from the top, separated by slashes.
    pub(crate) fn print(self, symbol: impl Fn(Point) -> char) -> String {
        let row = |y| (0..self.columns).map(|x| symbol((x, y))).collect();
        (0..self.rows).rev().map(row).collect::<Vec<String>>().join("/")
    }

    /// The points in what [`Size::print`] wrote that hold something, each with the number of its symbol; a
    /// dot is an empty point.
    pub(crate) fn parse(self, text: &str, symbols: &str) -> Result<Vec<(Point, usize)>, String> {
        let rows: Vec<&str> = text.split('/').collect();
        let fits = |row: &&str| row.chars().count() == usize::from(self.columns);
        if rows.len() != usize::from(self.rows) || !rows.iter().all(fits) {
            let Size { columns, rows } = self;
            return Err(format!(
                "{text:?} is not the board: it has {rows} rows of {columns} points, separated by slashes"
            ));
        }
        let mut found = vec![];
        for (point, symbol) in self.points().zip(rows.iter().flat_map(|row| row.chars())) {
            match symbols.chars().position(|known| known == symbol) {
                Some(at) => found.push((point, at)),
                None if symbol == '.' => {}
                None => {
                    return Err(format!("{symbol:?} is no piece: write one of {symbols:?}, or a dot"));
                }
            }
        }
        Ok(found)
    }
}

/// The name of a point, such as `b3`.
pub(crate) fn name((x, y): Point) -> String {
    format!("{}{}", char::from(b'a' + x), y + 1)
}

/// What a click makes: on a point the one move that goes there; moves that go to the same point are buttons.
pub(crate) struct Clicks {
    /// For each point in reading order.
    pub(crate) points: Vec<Option<String>>,
    pub(crate) buttons: Vec<Item>,
}

impl Clicks {
    /// For `moves`, each a point in reading order and a name, on a board of that size.
    pub(crate) fn new(size: Size, moves: &[(usize, String)]) -> Self {
        let mut points = vec![None; size.points().count()];
        let mut buttons = vec![];
        for (point, name) in moves {
            if moves.iter().filter(|other| other.0 == *point).count() == 1 {
                points[*point] = Some(name.clone());
            } else {
                buttons.push(Item::new(Kind::Button(name.clone())).clicked(name));
            }
        }
        Clicks { points, buttons }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { columns: 3, rows: 2 };

    #[test]
    fn rows_run_from_the_top() {
        let text = SIZE.print(|point| if point == (2, 0) { 'x' } else { '.' });
        assert_eq!(text, ".../..x");
        assert_eq!(SIZE.parse(&text, "ox"), Ok(vec![((2, 0), 1)]));
        assert_eq!(SIZE.parse("o../...", "ox"), Ok(vec![((0, 1), 0)]));
        assert!(SIZE.parse("..x", "ox").unwrap_err().contains("2 rows of 3 points"));
        assert!(SIZE.parse("../..x", "ox").unwrap_err().contains("2 rows of 3 points"));
        assert!(SIZE.parse(".../..y", "ox").unwrap_err().contains("'y' is no piece"));
    }

    #[test]
    fn points_are_named_from_the_bottom_left() {
        assert_eq!(SIZE.points().map(name).collect::<Vec<_>>(), ["a2", "b2", "c2", "a1", "b1", "c1"]);
        assert!(SIZE.points().enumerate().all(|(index, point)| SIZE.index(point) == index));
        assert_eq!((SIZE.column_names().concat(), SIZE.row_names().concat()), ("abc".into(), "21".into()));
    }

    #[test]
    fn moves_that_share_a_goal_are_buttons() {
        let clicks = Clicks::new(SIZE, &[(0, "p".into()), (4, "q".into()), (0, "r".into())]);
        assert_eq!(clicks.points.iter().flatten().collect::<Vec<_>>(), ["q"]);
        assert_eq!(clicks.points[4].as_deref(), Some("q"));
        let names: Vec<_> = clicks.buttons.iter().map(|item| item.action.as_deref().unwrap()).collect();
        assert_eq!(names, ["p", "r"]);
    }
}
