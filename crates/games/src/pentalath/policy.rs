//! The playout policy of QR's Pentalath.

use super::{Cell, Pentalath};
use sortilege::playout::Policy;
use sortilege::rng::nth_bit;
use sortilege::{Game, Rng};

/// Prefers the inside of the board: a cell with more than four neighbours is twice as likely as another legal
/// one. QR does not tell its playouts; this is what its authors' program did.
#[derive(Clone, Copy, Debug, Default)]
pub struct Inward;

impl Policy<Pentalath> for Inward {
    #[inline]
    fn action(&mut self, state: &Pentalath, _: &mut Vec<Cell>, rng: &mut Rng) -> Cell {
        let (open, inner) = (state.open(), state.board.inner);
        // Drawing again where it would be suicide leaves the odds between legal cells as they are.
        loop {
            let cell = draw(open & inner, open & !inner, rng);
            if state.is_legal(cell) {
                return cell;
            }
        }
    }

    /// All legal cells, and those inside twice.
    fn shortlist(&mut self, state: &Pentalath, out: &mut Vec<Cell>, _: &mut Rng) {
        state.actions(out);
        let inner = state.board.inner;
        for at in 0..out.len() {
            if inner >> out[at].0 & 1 == 1 {
                out.push(out[at]);
            }
        }
    }
}

/// One of the cells, those of `twice` with weight 2 and those of `once` with weight 1.
#[inline]
fn draw(twice: u64, once: u64, rng: &mut Rng) -> Cell {
    let heavy = 2 * twice.count_ones();
    let at = rng.below((heavy + once.count_ones()) as usize) as u32;
    Cell(if at < heavy { nth_bit(twice, at / 2) } else { nth_bit(once, at - heavy) } as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pentalath::tests::at;
    use sortilege::testing::{Contract, odds};

    /// The policy's moves in `state` against the weights of legal cells.
    fn assert_weights(state: &Pentalath) -> [usize; 2] {
        let (mut legal, mut rng) = (vec![], Rng::new(1));
        state.actions(&mut legal);
        let inner = |cell: &Cell| state.board.next_to(*cell).count_ones() > 4;
        let weights: Vec<f64> = legal.iter().map(|cell| if inner(cell) { 2.0 } else { 1.0 }).collect();
        let mut counts = vec![0; legal.len()];
        for _ in 0..200 * legal.len() {
            let drawn = Inward.action(state, &mut vec![], &mut rng);
            counts[legal.iter().position(|&cell| cell == drawn).expect("a legal move")] += 1;
        }
        let total: f64 = weights.iter().sum();
        odds::fit(&counts, &weights.iter().map(|weight| weight / total).collect::<Vec<_>>()).unwrap();
        let mut listed = vec![];
        Inward.shortlist(state, &mut listed, &mut rng);
        let times = |cell| listed.iter().filter(|&&other| other == cell).count() as f64;
        assert!(legal.iter().map(|&cell| times(cell)).eq(weights.iter().copied()));
        let inside = legal.iter().filter(|cell| inner(cell)).count();
        [inside, legal.len() - inside]
    }

    #[test]
    fn inner_cells_are_twice_as_likely() {
        assert_eq!(assert_weights(&Pentalath::default()), [37, 24]);
    }

    /// X may not play the corner i1.
    #[test]
    fn suicide_is_never_played() {
        let position = "...O./....OO/......./......../........./......../......./....../.X... X 6";
        let state = at(&Pentalath::default(), position);
        assert_eq!(assert_weights(&state), [36, 20]);
    }

    /// On a board of side 2 one cell of seven is inside.
    #[test]
    fn the_stone_that_can_be_swapped_has_its_weight_too() {
        let start = Pentalath::new(2, 3, true).unwrap();
        assert_eq!(assert_weights(&at(&start, "../.X./.. O 1")), [1, 6]);
        assert_eq!(assert_weights(&at(&start, "X./.../.. O 1")), [1, 6]);
        Contract::new(&start).games(20).rules();
    }
}
