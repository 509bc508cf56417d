//! Moves and positions as text, and the picture of the board.

use super::moves::{Move, Square};
use super::{Board, Breakthrough};
use crate::chessboard::{Place, chequered, name, path};
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Cell, Gesture, Part, Piece, PieceKind, Scene};
use sortilege::{Game, Player, Turn};

const SEATS: [&str; 2] = ["White", "Black"];
const SYMBOLS: [char; 2] = ['W', 'B'];

impl Board {
    fn parse(&self, text: &str) -> Option<Square> {
        self.size.parse(text).map(square)
    }
}

impl Breakthrough {
    fn owner(&self, square: Square) -> Option<usize> {
        (0..2).find(|&seat| self.pieces(seat) & square.bit() != 0)
    }

    /// The seat to move, or a dash once the game is over.
    fn turn_symbol(&self) -> char {
        match self.turn() {
            Turn::Player(Player(seat)) => SYMBOLS[seat],
            _ => '-',
        }
    }

    fn standing(&self) -> String {
        match self.turn() {
            Turn::Player(Player(seat)) => format!("{} to move", SEATS[seat]),
            _ => format!("{} has won", SEATS[self.winner()]),
        }
    }
}

impl Notation for Breakthrough {
    fn seat(&self, who: Player) -> String {
        SEATS[who.0].into()
    }

    fn action_name(&self, Move { from, to }: Move) -> String {
        let link = if self.other & to.bit() == 0 { '-' } else { 'x' };
        format!("{}{link}{}", name(place(from)), name(place(to)))
    }

    fn parse_action(&self, text: &str) -> Option<Move> {
        let (from, to) = text.split_once(['-', 'x'])?;
        let action = Move { from: self.board.parse(from)?, to: self.board.parse(to)? };
        (self.is_legal(action) && self.action_name(action) == text).then_some(action)
    }

    fn position(&self) -> String {
        let symbol = |place| self.owner(square(place)).map_or('.', |seat| SYMBOLS[seat]);
        format!("{} {}", self.board.size.rows_text(symbol), self.turn_symbol())
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let Some((rows, turn)) = text.split_once(' ') else {
            return Err(format!("{text:?} lacks who is to move, as in {:?}", self.position()));
        };
        let mut pieces = [0; 2];
        for (place, seat) in self.board.size.parse_rows(rows, &SYMBOLS)? {
            pieces[seat] |= square(place).bit();
        }
        let (mover, over) = match winner(&self.board, pieces)? {
            Some(winner) => (1 - winner, true),
            None => (usize::from(turn == "B"), false),
        };
        let [own, other] = [mover, 1 - mover].map(|seat| pieces[seat]);
        let state = Breakthrough { own, other, mover: mover as u8, over, board: self.board };
        if turn != state.turn_symbol().to_string() {
            let right = if over { "a dash, as the game is over" } else { "W or B" };
            return Err(format!("{turn:?} is not to move here: after the board comes {right}"));
        }
        Ok(state)
    }
}

/// The winner on a board with these `pieces`, or an error if play cannot lead to it.
fn winner(board: &Board, pieces: [u64; 2]) -> Result<Option<usize>, String> {
    for (seat, symbol) in SYMBOLS.iter().enumerate() {
        let (count, most) = (pieces[seat].count_ones(), board.pieces());
        if count > most {
            return Err(format!("{symbol} has {count} pieces; the most is {most}"));
        }
        if (pieces[seat] & board.goal(seat as u8)).count_ones() > 1 {
            return Err(format!(
                "{symbol} has two pieces on its goal row; the first one ended the game"
            ));
        }
    }
    let won =
        [0, 1].map(|seat| pieces[seat] & board.goal(seat as u8) != 0 || pieces[1 - seat] == 0);
    match won {
        [true, true] => Err("W and B have both won; the first one ended the game".into()),
        _ => Ok(won.iter().position(|&won| won)),
    }
}

fn square((file, rank): Place) -> Square {
    Square(8 * rank + file)
}

fn place(Square(square): Square) -> Place {
    (square % 8, square / 8)
}

impl Picture for Breakthrough {
    /// The squares that the last move left and reached are highlighted.
    fn picture(view: &Breakthrough, _: Player, last: Option<Move>) -> Scene {
        let touched = last.map_or(0, |action| action.from.bit() | action.to.bit());
        let piece = |seat: usize| Piece::new(PieceKind::Stone, SYMBOLS[seat], Player(seat));
        let cell = |place| Cell {
            piece: view.owner(square(place)).map(piece),
            shade: chequered(place),
            last: touched & square(place).bit() != 0,
            ..Cell::default()
        };
        Scene::default().label(view.standing()).with(Part::Board(view.board.size.draw(cell)))
    }

    fn gesture(_: &Breakthrough, _: Player, Move { from, to }: Move) -> Gesture {
        path([from, to].map(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spelling::sorted_names;
    use proptest::prelude::*;

    fn small() -> Breakthrough {
        Breakthrough::new(4, 3, 1).unwrap()
    }

    #[test]
    fn impossible_positions_are_refused() {
        for (position, reason) in [
            ("", "lacks who is to move"),
            ("BBB/.../.../WWW", "lacks who is to move"),
            ("BBB/.../.../WWW -", "comes W or B"),
            ("BBB/.../.../WWW W ", "comes W or B"),
            ("BBB/.../.../WWW w", "comes W or B"),
            ("BBB/.../WWW W", "4 rows of 3 squares"),
            ("BBB/..../.../WWW W", "4 rows of 3 squares"),
            ("BBB/.X./.../WWW W", "'X' is no square"),
            ("BBB/..B/.../WWW W", "B has 4 pieces; the most is 3"),
            ("WW./..B/.../W.. -", "W has two pieces on its goal row"),
            ("W../..B/.../..B -", "W and B have both won"),
            (".../.../.../... -", "W and B have both won"),
            ("W../..B/.../... W", "a dash, as the game is over"),
            (".../..W/.../... B", "a dash, as the game is over"),
        ] {
            let error = small().parse_position(position).unwrap_err();
            assert!(error.contains(reason), "{position:?}: {error}");
        }
    }

    #[test]
    fn moves_are_written_one_way_only() {
        let state = small().parse_position("B.B/.W./.B./W.W W").unwrap();
        assert_eq!(
            sorted_names(&state),
            ["a1-a2", "a1xb2", "b3-b4", "b3xa4", "b3xc4", "c1-c2", "c1xb2"]
        );
        for text in
            ["a1xa2", "a1-b2", "b3a4", "b3-b2", "a1--a2", "a1-a2 ", "A1-a2", "b2-b1", "a2-a3", ""]
        {
            assert_eq!(state.parse_action(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_last_move_is_marked() {
        let start = Breakthrough::default();
        let action = start.parse_action("d2-e3").unwrap();
        let state = start.after(action);
        let scene = Breakthrough::picture(&state, Player(0), Some(action));
        let [Part::Label(label), Part::Board(board)] = &scene.parts[..] else {
            panic!("{scene:?}")
        };
        assert_eq!(label, "Black to move");
        let touched: Vec<usize> = (0..64).filter(|&cell| board.cells[cell].last).collect();
        assert_eq!(touched, [5 * 8 + 4, 6 * 8 + 3]);
        let owner = |cell: usize| board.cells[cell].piece.as_ref().and_then(|piece| piece.owner);
        assert_eq!(
            [0, 43, 44, 51, 63].map(owner),
            [Some(1), None, Some(0), None, Some(0)].map(|s| s.map(Player))
        );
    }

    #[test]
    fn all_pieces_are_on_the_board_once() {
        let start = Breakthrough::default();
        assert_eq!((start.own | start.other).count_ones(), 32);
        assert_eq!(
            start.position(),
            "BBBBBBBB/BBBBBBBB/......../......../......../......../WWWWWWWW/WWWWWWWW W"
        );
    }

    proptest! {
        #[test]
        fn whatever_is_read_is_written_back(text in "([WB.]{3}/){3}[WB.]{3} [WB-]|[WB./ -]{0,18}|.{0,20}") {
            if let Ok(state) = small().parse_position(&text) {
                prop_assert_eq!(state.position(), text);
            }
        }
        #[test]
        fn parsers_survive_any_text(text in ".{0,8}|[a-d][0-9][-x][a-d][0-9]") {
            if let Some(action) = small().parse_action(&text) {
                prop_assert_eq!(small().action_name(action), text);
            }
        }
    }
}
