//! A new search in a few lines: `cargo run --release --example add_a_search`.
//!
//! It searches one move ahead with a fixed number of random games for each move. It receives only a
//! view, so it can play every game and cannot use hidden information.

use sortilege::game::{Chance, Hidden, Simultaneous};
use sortilege::playout::Rollout;
use sortilege::search::{Candidate, Decision, Search};
use sortilege::testing::hand_made::{HandMade, Place};
use sortilege::testing::leak;
use sortilege::tree::TreeStats;
use sortilege::{Player, Rng};
use std::time::Instant;

/// Simulates every move `games` times and takes the best.
struct OnePly {
    games: u64,
}

impl<G> Search<G> for OnePly
where
    G: Chance + Hidden + Simultaneous,
{
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let began = Instant::now();
        let mut legal = vec![];
        G::determinize(view, rng).actions(&mut legal);
        let mut playout = Rollout::<G>::default();
        let candidates: Vec<_> = legal
            .into_iter()
            .map(|action| {
                let mut total = 0.0;
                for _ in 0..self.games {
                    let mut state = G::determinize(view, rng); // A new sample of the hidden state.
                    state.apply(action);
                    playout.run(&mut state, rng);
                    total += state.payoff(who);
                }
                Candidate {
                    action,
                    visits: self.games,
                    value: total / self.games as f64,
                    proven: None,
                }
            })
            .collect();
        let best =
            candidates.iter().max_by(|a, b| a.value.total_cmp(&b.value)).expect("a legal move");
        Decision {
            action: best.action,
            iterations: self.games * candidates.len() as u64,
            time: began.elapsed(),
            tree: TreeStats::default(),
            candidates,
        }
    }
}

fn main() {
    let game = HandMade::new(&[
        Place::Choice(0, &[1, 2]),
        Place::Chance(&[(3, 0.7), (4, 0.3)]),
        Place::End(&[0.2]),
        Place::End(&[0.0]),
        Place::End(&[1.0]),
    ]);
    let mut search = OnePly { games: 2000 };
    let decision = Search::<HandMade>::decide(&mut search, &game, Player(0), &mut Rng::new(1));
    println!("branch {} with values {:.3?}", decision.action, decision.candidates);
    assert_eq!(decision.action, 0, "0.3 is more than 0.2");
    assert_eq!(leak::test_search(&game, 10, &mut OnePly { games: 10 }).leaks, 0);
}
