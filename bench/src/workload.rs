//! Workloads and their kinds.

use sortilege::game::{Chance, Hidden, MAX_PLAYERS, Simultaneous};
use sortilege::playout::Playout;
use sortilege::search::Search;
use sortilege::{Game, Player, Rng, Turn};
use std::hint::black_box;

/// Does the same at each call and returns a checksum, which changes if other random numbers are
/// drawn or other trees are grown.
pub type Work = Box<dyn FnMut() -> u64>;

/// A named piece of work.
pub struct Workload {
    /// Name: the kind of work and the game.
    pub name: String,
    /// Number of playouts, iterations or determinizations.
    pub steps: u64,
    prepare: Box<dyn Fn() -> Work>,
}

impl Workload {
    /// Prepares everything that is not measured.
    pub fn prepare(&self) -> Work {
        (self.prepare)()
    }

    /// `steps` playouts from the initial state.
    pub fn playouts<G, P>(name: String, start: G, steps: u64, playout: fn() -> P) -> Self
    where
        G: Game + 'static,
        P: Playout<G> + 'static,
    {
        let prepare = move || -> Work {
            let (start, mut playout) = (start.clone(), playout());
            Box::new(move || {
                let (mut rng, mut values) = (Rng::new(1), [0.0; MAX_PLAYERS]);
                for _ in 0..steps {
                    let (mut state, players) = (start.clone(), start.players());
                    playout.finish(&mut state, &mut rng, &mut values[..players]);
                    black_box(&values);
                }
                rng.bits()
            })
        };
        Workload { name, steps, prepare: Box::new(prepare) }
    }

    /// `steps` determinizations of what the acting player observes after some random moves.
    pub fn determinizations<G>(name: String, start: G, moves: u32, steps: u64) -> Self
    where
        G: Chance + Hidden + Simultaneous + 'static,
    {
        let prepare = move || -> Work {
            let (state, who) = after(start.clone(), moves);
            let view = state.view(who);
            Box::new(move || {
                let mut rng = Rng::new(1);
                for _ in 0..steps {
                    black_box(G::determinize(black_box(&view), &mut rng));
                }
                rng.bits()
            })
        };
        Workload { name, steps, prepare: Box::new(prepare) }
    }

    /// One decision after some random moves, by a search with `steps` iterations.
    pub fn decision<G, S>(
        name: String,
        start: G,
        moves: u32,
        steps: u64,
        search: fn(u64) -> S,
    ) -> Self
    where
        G: Chance + Hidden + Simultaneous + 'static,
        S: Search<G> + 'static,
    {
        let prepare = move || -> Work {
            let (state, who) = after(start.clone(), moves);
            let (view, mut search) = (state.view(who), search(steps));
            Box::new(move || {
                let mut rng = Rng::new(1);
                search.new_game();
                let decision = search.decide(black_box(&view), who, &mut rng);
                assert!(
                    decision.iterations > 0,
                    "a decision without a search is nothing to measure"
                );
                let nodes = decision.tree.nodes as u64;
                decision
                    .candidates
                    .iter()
                    .fold(rng.bits() ^ nodes, |sum, one| sum.rotate_left(1) ^ one.visits)
            })
        };
        Workload { name, steps, prepare: Box::new(prepare) }
    }
}

/// State after `moves` random moves, and the acting player there.
pub fn after<G: Chance + Simultaneous>(mut state: G, mut moves: u32) -> (G, Player) {
    let (mut rng, mut scratch) = (Rng::new(1), vec![]);
    loop {
        match state.turn() {
            Turn::Chance => state.apply(state.sample(&mut rng)),
            Turn::Player(who) if moves == 0 => return (state, who),
            Turn::Together if moves == 0 => return (state, Player(0)),
            Turn::Player(_) => {
                state.apply(state.random_action(&mut scratch, &mut rng));
                moves -= 1;
            }
            Turn::Together => {
                let players = (0..state.players()).map(Player);
                let choices: Vec<_> =
                    players.map(|who| state.random_choice(who, &mut scratch, &mut rng)).collect();
                state.apply_together(&choices);
                moves -= 1;
            }
            Turn::Over => panic!("the game is over {moves} moves too early"),
        }
    }
}
