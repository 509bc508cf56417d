//! Rows of cards, dice and tokens.

use super::goals::{Goals, is_goal};
use super::{Canvas, Style};
use sortilege::scene::{Item, Kind, Row};

/// Labels longer than this stand on a line of their own.
const LONGEST_LABEL: usize = 30;

/// The rows one below the other, their items beginning in the same column.
pub fn draw(rows: &[&Row], goals: &Goals<'_>, most: usize) -> Canvas {
    let width = |row: &&Row| row.label.chars().count();
    let indent =
        rows.iter().map(width).filter(|&width| width <= LONGEST_LABEL).max().map_or(2, |w| w + 2);
    let mut canvas = Canvas::default();
    let mut y = 0;
    for row in rows {
        canvas.put(0, y, &row.label, Style::default());
        y += usize::from(width(row) > LONGEST_LABEL && !row.items.is_empty());
        let faces = row.items.iter().map(|item| face(item, is_goal(goals, item.name.as_deref())));
        y = draw_items(&mut canvas, (indent, most), y, faces) + 1;
    }
    canvas.at_least(y);
    canvas
}

/// Draws from `(indent, y)`, no wider than `most` and over as many lines as it takes, and returns
/// the last of them.
fn draw_items(
    canvas: &mut Canvas,
    (indent, most): (usize, usize),
    mut y: usize,
    faces: impl Iterator<Item = (String, Style)>,
) -> usize {
    let mut x = indent;
    for (text, style) in faces {
        let width = text.chars().count();
        if x > indent && x + width > most {
            (x, y) = (indent, y + 1);
        }
        canvas.put(x, y, &text, style);
        x += width + 1;
    }
    y
}

fn face(item: &Item, goal: bool) -> (String, Style) {
    let style = Style { bold: item.last, ..Style::of(item.owner) };
    let (text, style) = match &item.kind {
        Kind::Card(card) => (format!("[{card}]"), style),
        Kind::CardBack => ("[?]".to_string(), Style { dim: true, ..style }),
        Kind::Die(pips) => (format!("{{{pips}}}"), style),
        Kind::DieHidden => ("{?}".to_string(), Style { dim: true, ..style }),
        Kind::Token(token) => (format!("({token})"), style),
    };
    let dot = if goal { "·" } else { "" };
    let star = if item.last { "*" } else { "" };
    (text + dot + star, style)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Colour, WIDTH};
    use sortilege::Player;

    fn row(label: &str, items: Vec<Item>) -> Row {
        Row { label: label.to_string(), items }
    }

    fn plain(rows: &[&Row]) -> String {
        draw(rows, &Goals::from(["hand.7"]), WIDTH).render(Colour::Never)
    }

    #[test]
    fn a_table_of_poker() {
        let card = |card: &str| Item::new(Kind::Card(card.to_string()));
        let chips = |n: &str| Item::new(Kind::Token(n.to_string()));
        let mine = row("Player 1 (you)", vec![card("K").of(Player(0)), chips("1")]);
        let theirs =
            row("Player 2", vec![Item::new(Kind::CardBack), Item { last: true, ..chips("2") }]);
        let drawn = "\
Player 1 (you)  [K] (1)
Player 2        [?] (2)*
";
        assert_eq!(plain(&[&mine, &theirs]), drawn);
    }

    #[test]
    fn dice_and_playable_cards() {
        let dice = row("Dice", vec![Item::new(Kind::Die(4)), Item::new(Kind::DieHidden)]);
        let hand = row("Hand", vec![Item::new(Kind::Card("7".into())).named("hand.7")]);
        assert_eq!(plain(&[&dice, &hand]), "Dice  {4} {?}\nHand  [7]·\n");
    }

    #[test]
    fn a_long_row_goes_on_below_itself() {
        let cards = (0..20).map(|n| Item::new(Kind::Card(n.to_string()))).collect();
        let drawn = "\
Hand  [0] [1] [2] [3] [4] [5] [6] [7] [8] [9] [10] [11] [12] [13] [14] [15] [16]
      [17] [18] [19]
";
        assert_eq!(plain(&[&row("Hand", cards)]), drawn);
    }

    #[test]
    fn a_long_label_and_an_empty_row_have_lines_of_their_own() {
        let long = "Cards that have been played in this round";
        let drawn = plain(&[&row(long, vec![Item::new(Kind::Die(1))]), &row("Hand", vec![])]);
        assert_eq!(drawn, format!("{long}\n      {{1}}\nHand\n"));
    }
}
