//! Match between a search with several parallel playouts per leaf and one with a single playout, at
//! equal time: `cargo run --release -p sortilege-gdl --example duel FILE GAMES MILLISECONDS
//! GAMES_A_LEAF`

use sortilege::game::Simultaneous;
use sortilege::playout::{Playout, Rollout};
use sortilege::search::{Search, Setup, SoIsmcts};
use sortilege::{Budget, Game, Player, Rng, Turn};
use sortilege_gdl::bulk::Batched;
use sortilege_gdl::{Action, OpenGame, Options, Sheet};
use std::time::Duration;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [file, games, milliseconds, each] = &words[..] else {
        return println!("FILE GAMES MILLISECONDS GAMES_A_LEAF");
    };
    let number = |text: &String| text.parse::<u64>().expect("a number");
    let sheet = match Sheet::open(file.as_ref(), &Options::default()) {
        Ok(sheet) => sheet,
        Err(error) => return println!("{error}"),
    };
    let budget = Budget::time(Duration::from_millis(number(milliseconds)));
    let (mut sum, mut squares) = (0.0, 0.0);
    for game in 0..number(games) {
        let many = Player(game as usize % 2);
        let mut state = OpenGame::new(sheet.clone());
        let mut rng = Rng::derive(&[1, game]);
        let mut batched =
            SoIsmcts::new(Setup::with(budget, Batched::<OpenGame>::new(number(each) as usize)));
        let mut plain = SoIsmcts::new(Setup::with(budget, Rollout::<OpenGame>::default()));
        while state.turn() != Turn::Over {
            let Turn::Player(who) = state.turn() else {
                return println!("players must move in turn");
            };
            let action = match who == many {
                true => decide(&mut batched, &state, who, &mut rng),
                false => decide(&mut plain, &state, who, &mut rng),
            };
            state.apply(action);
        }
        let score = (state.payoff(many) + 1.0) / 2.0;
        sum += score;
        squares += score * score;
    }
    let count = number(games) as f64;
    let mean = sum / count;
    let error = ((squares / count - mean * mean) / count).sqrt();
    println!(
        "{file}: score {mean:.3} with {each} games a leaf, standard error {error:.3}, {count} games"
    );
}

fn decide<P: Playout<OpenGame>>(
    search: &mut SoIsmcts<OpenGame, P>,
    state: &OpenGame,
    who: Player,
    rng: &mut Rng,
) -> Action {
    let mut list = vec![];
    state.options(who, &mut list);
    if let [only] = list[..] { only } else { search.decide(state, who, rng).action }
}
