//! Claims of QR that a few searches can check.

use sortilege::Rng;
use sortilege_lab::Catalogue;
use sortilege_lab::reproduce::Answer;

const GAMES: [&str; 6] = [
    "amazons:size=8",
    "breakthrough",
    "cannon",
    "checkers:draw=authors",
    "chinese-checkers:moves=forward",
    "pentalath:swap=true",
];

/// QR §4.4: a*, the value of a that minimises the variance, is too small to be of use. It is
/// measured for both bonuses at a few positions of each game, which are reached by random moves.
/// The bonus is a function of lambda, so a* is computed with lambda as the control variate.
pub(crate) fn optimal_a() -> Answer {
    const POSITIONS: u64 = 4;
    const SEVERAL: u64 = 6;
    let boards =
        Catalogue::new(sortilege_shelf_boards::games()).expect("every game has a name of its own");
    let mut found = vec![];
    for game in GAMES {
        let mut table =
            boards.open(&game.parse().expect("it is a spec")).expect("it is in the catalogue");
        let player = "qr-rb-qb:iterations=1000,solver=false".parse().expect("it is a spec");
        let mut players = [(); 2].map(|()| table.player(&player).expect("it fits"));
        let mut rng = Rng::new(1);
        let mut largest = [0.0_f64; 2];
        for _ in 0..POSITIONS {
            for _ in 0..SEVERAL {
                let [who] = table.to_choose()[..] else { break };
                let legal = table.legal(who);
                table.play(who, &legal[rng.below(legal.len())]).expect("it is legal");
            }
            let [who] = table.to_choose()[..] else { break };
            let thought = table.think(&mut players[who.0], who, &mut rng).expect("it is on turn");
            for (place, name) in ["rb a* of lambda", "qb a* of lambda"].iter().enumerate() {
                let noted = thought.notes.iter().find(|(known, _)| known == name);
                largest[place] = largest[place].max(noted.map_or(0.0, |(_, value)| value.abs()));
            }
        }
        found.push((game.split(':').next().unwrap_or(game), largest));
    }
    let listed = found.iter().map(|(game, [rb, qb])| format!("{game} {rb:.4} and {qb:.4}"));
    let said =
        format!("largest |a*| of lambda for rb and qb: {}", listed.collect::<Vec<_>>().join("; "));
    Answer::new(said, found.iter().all(|(_, largest)| largest.iter().all(|&a| a < 0.05)))
}
