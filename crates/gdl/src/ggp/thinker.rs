//! Search of a match with perfect information: keeps its tree from move to move, and ponders during
//! the opponents' time.

use crate::bulk::Batched;
use crate::moves::{Action, Joint};
use crate::open::OpenGame;
use sortilege::game::Observation;
use sortilege::search::{Decision, Search, Setup, SoIsmcts};
use sortilege::{Budget, Game, Player, Rng, Stop, Turn};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// Memory limit of a tree in bytes.
pub(super) const MOST_BYTES: usize = 512 << 20;
/// Longest wait for a pondering search to stop.
pub(super) const PATIENCE: Duration = Duration::from_millis(200);

/// A search and the seat that it plays.
pub(super) struct Thinker {
    search: SoIsmcts<OpenGame, Batched<OpenGame>>,
    seat: Player,
    rng: Rng,
}

impl Thinker {
    pub(super) fn new(seat: Player, games: usize, seed: u64) -> Self {
        let budget = Budget { memory: Some(MOST_BYTES), ..Budget::iterations(1) };
        let mut search = SoIsmcts::new(Setup::with(budget, Batched::new(games)));
        search.reuse = true;
        Thinker { search, seat, rng: Rng::new(seed) }
    }

    /// Decides in `game`.
    pub(super) fn decide(
        &mut self,
        game: &OpenGame,
        budget: Budget,
        stop: Stop,
    ) -> Decision<Action> {
        self.search.setup.budget = Budget { memory: Some(MOST_BYTES), ..budget };
        self.search.setup.stop = stop;
        self.search.decide(game, self.seat, &mut self.rng)
    }

    /// Follows the joint move that was made in `before`. Begins a new tree after a simultaneous
    /// step.
    pub(super) fn observe(&mut self, before: &OpenGame, joint: &Joint) {
        let sheet = before.sheet().clone();
        let mut state = before.clone();
        while state.0.steps == before.0.steps {
            let (role, mover) = match state.turn() {
                Turn::Player(who) => (Some(sheet.role_of(who)), Some(who)),
                Turn::Chance => (sheet.random(), None),
                _ => return,
            };
            let Some(role) = role else { return };
            let after = state.after(joint[role]);
            if let Some(seen) = Observation::new(&state, joint[role], mover, &after, self.seat) {
                self.search.observe(self.seat, &seen);
            }
            state = after;
        }
    }

    /// Ponders about `game` for at most `longest`, on a separate thread.
    pub(super) fn ponder(mut self, game: OpenGame, longest: Duration) -> Pondering {
        let stop = Stop::default();
        let ((alive, is_alive), (sender, back)) = (channel::<()>(), channel());
        let (watched, stopped) = (stop.clone(), stop.clone());
        std::thread::spawn(move || {
            // Nothing was received: the time is up, or the match has ended.
            if is_alive.recv_timeout(longest) != Ok(()) {
                watched.now();
            }
        });
        std::thread::spawn(move || {
            self.search.ponder(&game, self.seat, &stopped, &mut self.rng);
            // If sending fails, the search is no longer wanted.
            let _ = sender.send(self);
        });
        Pondering { stop, back, _alive: alive }
    }
}

/// A pondering search. It stops when this value is dropped.
pub(super) struct Pondering {
    stop: Stop,
    back: Receiver<Thinker>,
    /// Dropping the sender notifies the watching thread.
    _alive: Sender<()>,
}

impl Pondering {
    /// Returns the search if it stops within `patience`.
    pub(super) fn end(self, patience: Duration) -> Option<Thinker> {
        self.stop.now();
        self.back.recv_timeout(patience).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sheet;
    use sortilege::game::Notation;

    const NIM: &str = "(role a) (role b) (init (n 9)) (init (turn a)) (s 0 1) (s 1 2) (s 2 3) (s 3 4) (s 4 5) (s 5 6) (s 6 7) (s 7 8) (s 8 9)
        (<= (legal ?p (take 1)) (true (turn ?p)) (true (n ?n)) (s ?m ?n))
        (<= (legal ?p (take 2)) (true (turn ?p)) (true (n ?n)) (s ?m ?n) (s ?k ?m))
        (<= (legal ?p wait) (role ?p) (not (true (turn ?p))))
        (<= (next (turn ?p)) (role ?p) (not (true (turn ?p))))
        (<= (next (n ?m)) (does ?p (take 1)) (true (n ?n)) (s ?m ?n))
        (<= (next (n ?k)) (does ?p (take 2)) (true (n ?n)) (s ?m ?n) (s ?k ?m))
        (<= terminal (true (n 0))) (<= (goal ?p 0) (true (turn ?p))) (<= (goal ?p 100) (role ?p) (not (true (turn ?p))))";

    fn joint(game: &OpenGame, names: [&str; 2]) -> Joint {
        let mut joint = [crate::moves::NOTHING; crate::moves::ROLES];
        for (role, name) in names.into_iter().enumerate() {
            let mut list = vec![];
            game.0.legal(role, &mut list);
            let is_meant = |action: &Action| game.sheet().move_name(*action) == name;
            joint[role] = list.into_iter().find(is_meant).expect(name);
        }
        joint
    }

    fn visits(decision: &Decision<Action>) -> u64 {
        decision.candidates.iter().map(|one| one.visits).sum()
    }

    /// The subtree of an answer that was searched while pondering is kept after the answer.
    #[test]
    fn a_tree_goes_on_from_move_to_move() {
        let game = OpenGame::new(Sheet::read(NIM, &Default::default()).unwrap());
        let mut thinker = Thinker::new(Player(0), 16, 1);
        let first = thinker.decide(&game, Budget::iterations(1000), Stop::default());
        assert!(visits(&first) <= first.iterations, "{first:?}");
        let made = joint(&game, ["take(1)", "wait"]);
        thinker.observe(&game, &made);
        let theirs = game.after(made[0]);
        let pondering = thinker.ponder(theirs.clone(), Duration::from_secs(600));
        let mut thinker = pondering.end(Duration::from_secs(600)).expect("it leaves off");
        let made = joint(&theirs, ["wait", "take(2)"]);
        thinker.observe(&theirs, &made);
        let ours = theirs.after(made[1]);
        assert_eq!(ours.position(), "2 - n(6) turn(a)");
        let second = thinker.decide(&ours, Budget::iterations(100), Stop::default());
        assert!(visits(&second) > second.iterations, "{second:?}");
    }
}
