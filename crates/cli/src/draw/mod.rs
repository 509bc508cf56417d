//! Draws a [`Scene`] for a terminal of some width: boards with lines around their cells, cards
//! `[K]`, cards face down `[?]`, dice `{4}` and tokens `(2)`.
//!
//! The picture can be read without colour: what the last move touched stands in brackets on a board
//! and has a star behind it in a row; where just one move goes there is a dot. Colour adds whose it
//! is.

mod board;
mod canvas;
mod goals;
mod map;
mod row;

pub use canvas::{Canvas, Colour, Style, WIDTH};

use goals::goals;
use sortilege::scene::{Gesture, Part, Row, Scene};

/// The picture as lines of text, each with its line break, at most so wide where that is possible.
/// It shows where moves go that can be made now.
pub fn draw(scene: &Scene, moves: &[(String, Gesture)], colour: Colour, width: usize) -> String {
    let goals = goals(moves);
    let mut blocks = Vec::new();
    let mut rest = &scene.parts[..];
    while let Some((first, others)) = rest.split_first() {
        let canvas = match first {
            Part::Board(board) => board::draw(board, &goals, width),
            Part::Map(map) => board::draw(&map::board(map), &goals, width),
            Part::Label(text) => label(text, width),
            // Neighbouring rows share one column for their labels.
            Part::Row(_) => {
                let rows: Vec<&Row> = rest.iter().map_while(as_row).collect();
                rest = &rest[rows.len()..];
                blocks.push(row::draw(&rows, &goals, width).render(colour));
                continue;
            }
        };
        blocks.push(canvas.render(colour));
        rest = others;
    }
    blocks.concat()
}

fn as_row(part: &Part) -> Option<&Row> {
    match part {
        Part::Row(row) => Some(row),
        _ => None,
    }
}

/// A line of text, broken between words where it is too long.
fn label(text: &str, most: usize) -> Canvas {
    let mut canvas = Canvas::default();
    let (mut x, mut y) = (0, 0);
    for word in text.split_whitespace() {
        let width = word.chars().count();
        if x > 0 && x + width > most {
            (x, y) = (0, y + 1);
        }
        canvas.put(x, y, word, Style::default());
        x += width + 1;
    }
    canvas.at_least(y + 1);
    canvas
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortilege::scene::{Item, Kind, Map, Region, Shade};

    fn plain(scene: Scene) -> String {
        draw(&scene, &[], Colour::Never, WIDTH)
    }

    #[test]
    fn a_label_is_a_line() {
        assert_eq!(
            plain(Scene::default().label("Pot: 4").label("X to move")),
            "Pot: 4\nX to move\n"
        );
        assert_eq!(plain(Scene::default()), "");
    }

    #[test]
    fn a_long_label_is_broken_between_words() {
        let text = "word ".repeat(20);
        let drawn = plain(Scene::default().label(text.trim()));
        assert_eq!(drawn.lines().map(str::len).collect::<Vec<_>>(), [79, 19]);
    }

    #[test]
    fn a_narrow_terminal_is_not_overrun() {
        let cards = (0..40).map(|n| Item::new(Kind::Die(n))).collect();
        let scene = Scene::default().label("word ".repeat(40)).row("Dice", cards);
        for width in [40, 60, 120] {
            let drawn = draw(&scene, &[], Colour::Never, width);
            let widest = drawn.lines().map(str::len).max().unwrap();
            assert!(widest <= width && widest > width - 10, "{drawn}");
        }
    }

    #[test]
    fn where_each_place_has_one_move_there_are_dots() {
        let card = |text: &str| Item::new(Kind::Card(text.to_string()));
        let scene =
            Scene::default().hand("hand", "Hand", vec![card("7"), card("7"), card("K"), card("Q")]);
        let moves = [("7", "hand.7"), ("K", "hand.K"), ("K-again", "hand.K")]
            .map(|(name, point)| (name.to_string(), Gesture::path([point])));
        assert_eq!(draw(&scene, &moves[..2], Colour::Never, WIDTH), "Hand  [7]· [7]· [K]· [Q]\n");
        assert_eq!(draw(&scene, &moves, Colour::Never, WIDTH), "Hand  [7] [7] [K] [Q]\n");
    }

    #[test]
    fn a_map_has_its_regions_in_rows() {
        let region = |name: &str, x, y, room| Region {
            name: name.to_string(),
            pieces: vec![Item::new(Kind::Token("?".to_string())).named(format!("{name}-piece"))],
            room,
            x,
            y,
            ..Region::default()
        };
        let regions = vec![
            region("home", 0, 0, 4),
            region("left", -1, 1, 2),
            Region { shade: Shade::Dark, last: true, ..region("gap-of-the-right", 1, 1, 1) },
        ];
        let scene = Scene::default().with(Part::Map(Map { regions }));
        let moves = [("go".to_string(), Gesture::path(["home-piece", "left"]))];
        let drawn = "
              ┌───┬───┐
     home     │ ? │   │
              ├───┼───┤
              │   │   │
          ┌───┼───┼───┼───┐
 left gap │·?·│ · │[?]│[ ]│
          └───┴───┴───┴───┘
";
        assert_eq!(draw(&scene, &moves, Colour::Never, WIDTH), drawn[1..]);
    }
}
