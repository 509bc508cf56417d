//! Move ordering: the sooner a good move is searched, the more is pruned (SM §4.2).

use super::bounds::Side;
use super::lookahead::{Lookahead, Ordering};
use crate::Turn;
use crate::evaluator::Evaluator;
use crate::game::{Key, Outcomes};

impl<G: Outcomes + Key, E: Evaluator<G>> Lookahead<G, E> {
    /// Sorts the moves into the order of the search.
    #[inline]
    pub(super) fn arrange(
        &mut self,
        state: &G,
        key: u64,
        side: Side,
        depth: u32,
        moves: &mut [G::Action],
    ) {
        if self.rules.ordering == Ordering::Evaluated && depth > 1 {
            self.sort_by_evaluation(state, side, moves);
        }
        let remembered = self.table.recall(key);
        if let Some(at) =
            remembered.and_then(|best| moves.iter().position(|&action| action == best))
        {
            moves[..=at].rotate_right(1);
        }
    }

    /// The move that [`Lookahead::arrange`] would put first.
    #[inline]
    pub(super) fn first(
        &mut self,
        state: &G,
        side: Side,
        depth: u32,
        moves: &[G::Action],
    ) -> G::Action {
        let remembered = self.table.recall(state.key());
        match remembered.filter(|best| moves.contains(best)) {
            Some(best) => best,
            None if self.rules.ordering == Ordering::Evaluated && depth > 1 => {
                self.first_by_evaluation(state, side, moves)
            }
            None => moves[0],
        }
    }

    fn first_by_evaluation(&mut self, state: &G, side: Side, moves: &[G::Action]) -> G::Action {
        let (mut first, mut best) = (moves[0], side.worst());
        for &action in moves {
            let estimate = self.static_value(&state.after(action));
            if side.prefers(estimate, best) {
                (first, best) = (action, estimate);
            }
        }
        first
    }

    fn sort_by_evaluation(&mut self, state: &G, side: Side, moves: &mut [G::Action]) {
        let mut scored = std::mem::take(&mut self.scored);
        scored.clear();
        scored
            .extend(moves.iter().map(|&action| (self.static_value(&state.after(action)), action)));
        // An insertion sort is stable and needs no buffer: the lists are short, and the game's
        // order is often good.
        for i in 1..scored.len() {
            let better = |one: f64, other: f64| side.prefers(one, other);
            let to = scored[..i]
                .iter()
                .rposition(|other| !better(scored[i].0, other.0))
                .map_or(0, |at| at + 1);
            scored[to..=i].rotate_right(1);
        }
        moves.iter_mut().zip(&scored).for_each(|(to, &(_, from))| *to = from);
        self.scored = scored;
    }

    /// Static value of `state` for the root player: its payoff or its evaluation.
    pub(super) fn static_value(&mut self, state: &G) -> f64 {
        match state.turn() {
            Turn::Over => state.payoff(self.rules.me),
            _ => self.opinion(state),
        }
    }
}
