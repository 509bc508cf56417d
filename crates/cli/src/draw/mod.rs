//! Draws a [`Scene`] for a terminal of some width: boards with lines around their cells, cards `[K]`,
//! cards face down `[?]`, dice `{4}`, tokens `(2)` and buttons `‹bet›`.
//!
//! The picture can be read without colour: what the last move touched stands in brackets on a board and
//! has a star behind it in a row; what can be played has a dot. Colour adds whose it is.

mod board;
mod canvas;
mod map;
mod row;

pub use canvas::{Canvas, Colour, Style, WIDTH};

use sortilege::scene::{Part, Row, Scene};

/// The picture as lines of text, each with its line break, at most so wide where that is possible.
pub fn draw(scene: &Scene, colour: Colour, width: usize) -> String {
    let mut blocks = Vec::new();
    let mut rest = &scene.parts[..];
    while let Some((first, others)) = rest.split_first() {
        let canvas = match first {
            Part::Board(board) => board::draw(board, width),
            Part::Map(map) => board::draw(&map::board(map), width),
            Part::Label(text) => label(text, width),
            // Neighbouring rows share one column for their labels.
            Part::Row(_) => {
                let rows: Vec<&Row> = rest.iter().map_while(as_row).collect();
                rest = &rest[rows.len()..];
                blocks.push(row::draw(&rows, width).render(colour));
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

    fn plain(scene: Scene) -> String {
        draw(&scene, Colour::Never, WIDTH)
    }

    #[test]
    fn a_label_is_a_line() {
        assert_eq!(plain(Scene::default().label("Pot: 4").label("X to move")), "Pot: 4\nX to move\n");
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
        let cards = (0..40).map(|n| sortilege::scene::Item::new(sortilege::scene::Kind::Die(n))).collect();
        let scene = Scene::default().label("word ".repeat(40)).row("Dice", cards);
        for width in [40, 60, 120] {
            let drawn = draw(&scene, Colour::Never, width);
            let widest = drawn.lines().map(str::len).max().unwrap();
            assert!(widest <= width && widest > width - 10, "{drawn}");
        }
    }
}
