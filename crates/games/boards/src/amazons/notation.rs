//! Moves and positions as text, and the picture of the board.

use super::{Amazons, Move, NOWHERE, Square, square};
use crate::chessboard::{Chessboard, Place, chequered, name, path};
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Cell, Gesture, Part, Piece, PieceKind, Scene};
use sortilege::{Game, Player, Turn};

const SEATS: [&str; 2] = ["White", "Black"];
/// An amazon of each seat, then a burnt square.
const SYMBOLS: [char; 3] = ['W', 'B', 'x'];
const BURNT: usize = 2;

impl Amazons {
    fn board(&self) -> Chessboard {
        Chessboard { files: self.side, ranks: self.side }
    }

    fn parse_square(&self, text: &str) -> Option<Square> {
        self.board().parse(text).map(square)
    }

    fn owner(&self, square: Square) -> Option<usize> {
        self.amazons.iter().position(|amazons| amazons.contains(&square))
    }

    fn symbol(&self, square: Square) -> char {
        match self.owner(square) {
            Some(seat) => SYMBOLS[seat],
            None if self.lines.is_taken(square) => SYMBOLS[BURNT],
            None => '.',
        }
    }

    fn standing(&self) -> String {
        match self.turn() {
            Turn::Player(Player(seat)) => format!("{} to move", SEATS[seat]),
            _ => format!(
                "{} cannot move: {} has won",
                SEATS[self.mover as usize],
                SEATS[1 - self.mover as usize]
            ),
        }
    }
}

impl Notation for Amazons {
    fn seat(&self, who: Player) -> String {
        SEATS[who.0].into()
    }

    fn action_name(&self, action: Move) -> String {
        let [from, to, arrow] =
            [action.from(), action.to(), action.arrow()].map(|square| name(place(square)));
        format!("{from}-{to}/{arrow}")
    }

    fn parse_action(&self, text: &str) -> Option<Move> {
        let (from, rest) = text.split_once('-')?;
        let (to, arrow) = rest.split_once('/')?;
        let action =
            Move::new(self.parse_square(from)?, self.parse_square(to)?, self.parse_square(arrow)?);
        self.is_legal(action).then_some(action)
    }

    fn position(&self) -> String {
        let rows = self.board().rows_text(|place| self.symbol(square(place)));
        format!("{rows} {}", SYMBOLS[usize::from(self.mover)])
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let Some((rows, turn)) = text.split_once(' ') else {
            return Err(format!("{text:?} lacks who is to move, as in {:?}", self.position()));
        };
        let (mut amazons, mut burnt) = ([vec![], vec![]], vec![]);
        for (place, symbol) in self.board().parse_rows(rows, &SYMBOLS)? {
            let list = if symbol == BURNT { &mut burnt } else { &mut amazons[symbol] };
            list.push(square(place));
        }
        for (symbol, amazons) in SYMBOLS.iter().zip(&mut amazons) {
            if amazons.len() > 4 {
                return Err(format!("{symbol} has {} amazons; the most is 4", amazons.len()));
            }
            amazons.resize(4, NOWHERE);
        }
        let Some(mover) = ["W", "B"].iter().position(|&symbol| symbol == turn) else {
            return Err(format!("{turn:?} is not to move here: after the board comes W or B"));
        };
        let amazons = amazons.map(|amazons| [amazons[0], amazons[1], amazons[2], amazons[3]]);
        Ok(Amazons::set_up(self.side, amazons, &burnt, mover as u8))
    }
}

fn place(Square(square): Square) -> Place {
    (square % 10, square / 10)
}

impl Picture for Amazons {
    /// The squares that the last move left, reached and burnt are highlighted.
    fn picture(view: &Amazons, _: Player, last: Option<Move>) -> Scene {
        let touched = last.map(|action| [action.from(), action.to(), action.arrow()]);
        let cell = |place| {
            let square = square(place);
            let piece = || match view.owner(square) {
                Some(seat) => Piece::new(PieceKind::Stone, view.symbol(square), Player(seat)),
                None => Piece::block(view.symbol(square)),
            };
            Cell {
                piece: view.lines.is_taken(square).then(piece),
                shade: chequered(place),
                last: touched.is_some_and(|touched| touched.contains(&square)),
                ..Cell::default()
            }
        };
        Scene::default().label(view.standing()).with(Part::Board(view.board().draw(cell)))
    }

    fn gesture(_: &Amazons, _: Player, action: Move) -> Gesture {
        path([action.from(), action.to(), action.arrow()].map(place))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn small() -> Amazons {
        Amazons::new(6).unwrap()
    }

    #[test]
    fn starts_as_written() {
        assert_eq!(small().position(), ".B..B./B....B/....../....../W....W/.W..W. W");
        assert_eq!(
            Amazons::new(8).unwrap().position(),
            "..B..B../......../B......B/......../......../W......W/......../..W..W.. W"
        );
        assert_eq!(
            Amazons::default().position(),
            "...B..B.../........../........../B........B/........../........../W........W/........../........../...W..W... W"
        );
    }

    #[test]
    fn impossible_positions_are_refused() {
        for (position, reason) in [
            ("", "lacks who is to move"),
            (".B..B./B....B/....../....../W....W/.W..W.", "lacks who is to move"),
            (".B..B./B....B/....../....../W....W/.W..W. -", "after the board comes W or B"),
            (".B..B./B....B/....../....../W....W/.W..W. W ", "after the board comes W or B"),
            (".B..B./B....B/....../W....W/.W..W. W", "6 rows of 6 squares"),
            (".B..B./B....B/......./....../W....W/.W..W. W", "6 rows of 6 squares"),
            (".B..B./B....B/..X.../....../W....W/.W..W. W", "'X' is no square"),
            (".B..B./B....B/..B.../....../W....W/.W..W. W", "B has 5 amazons; the most is 4"),
        ] {
            let error = small().parse_position(position).unwrap_err();
            assert!(error.contains(reason), "{position:?}: {error}");
        }
    }

    #[test]
    fn moves_are_written_one_way_only() {
        assert!(small().parse_action("b1-b4/e4").is_some());
        for text in [
            "b1-b4",
            "b1b4/e4",
            "b1-b4-e4",
            "B1-b4/e4",
            "b1-b4/e4 ",
            "b1-b04/e4",
            "b1-g4/e4",
            "b6-b4/e4",
            "",
        ] {
            assert_eq!(small().parse_action(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_last_move_is_marked() {
        let start = small();
        let action = start.parse_action("b1-b4/e4").unwrap();
        let state = start.after(action);
        let scene = Amazons::picture(&state, Player(0), Some(action));
        let [Part::Label(label), Part::Board(board)] = &scene.parts[..] else {
            panic!("{scene:?}")
        };
        assert_eq!(label, "Black to move");
        let touched: Vec<usize> = (0..36).filter(|&cell| board.cells[cell].last).collect();
        assert_eq!(touched, [13, 16, 31]);
        let piece = |cell: usize| {
            board.cells[cell].piece.as_ref().map(|piece| (&piece.text[..], piece.owner))
        };
        let expected =
            [Some(("W", Some(Player(0)))), Some(("x", None)), None, Some(("B", Some(Player(1))))];
        assert_eq!([13, 16, 31, 1].map(piece), expected);
        let over = start.parse_position("Wx..../xx..../....../....../....../.....B W").unwrap();
        let scene = Amazons::picture(&over, Player(0), None);
        assert_eq!(scene.parts[0], Part::Label("White cannot move: Black has won".into()));
    }

    proptest! {
        #[test]
        fn whatever_is_read_is_written_back(text in "([x.]{5}[WB.]/){5}[WBx.]{6} [WB-]|[WBx./ -]{0,44}|.{0,20}") {
            if let Ok(state) = small().parse_position(&text) {
                prop_assert_eq!(state.position(), text);
            }
        }
        #[test]
        fn parsers_survive_any_text(text in ".{0,8}|[a-g][0-7]-[a-g][0-7]/[a-g][0-7]") {
            if let Some(action) = small().parse_action(&text) {
                prop_assert_eq!(small().action_name(action), text);
            }
        }
    }
}
