//! Claims of ED and CS about the size of their game, without any search: the number of choices and
//! the length of games. ED's expert plays against itself, and choices and turns are counted.
//! Experts cast as many cards as they can and so have few cards in hand. The results therefore also
//! have the numbers of random play, in which hands are larger.

use sortilege::game::{Chance, Outcomes};
use sortilege::playout::Policy;
use sortilege::{Game, Rng, Turn};
use sortilege_games_magic::magic::{Magic, Options, Pruning, RulePlayer};
use sortilege_lab::report::{Axis, AxisScale, Curve, Curves, Estimate, Format, Point, Stroke};
use sortilege_lab::reproduce::Answer;

const GAMES: u64 = 1000;
/// Discount factor of ED §VI-D.
const DISCOUNT: f64 = 0.99;
const PRUNINGS: [Pruning; 3] = [Pruning::None, Pruning::NonLand, Pruning::Dominated];

/// Running mean.
#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    count: u64,
    sum: f64,
}

impl Mean {
    fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
    }

    fn value(&self) -> f64 {
        self.sum / self.count as f64
    }
}

/// Statistics of games.
#[derive(Clone, Debug, Default)]
struct Census {
    turns: Mean,
    /// Discount of a result from the end to the start of a game.
    discount: Mean,
    /// Number of ways to play cards where there are several, for each pruning.
    moves: [Mean; 3],
    /// Number of different cards that can be drawn.
    draws: Mean,
    /// Number of ways to play cards in each turn of a player, from the first.
    by_turn: Vec<Mean>,
}

impl Census {
    /// Statistics of games of a player against itself.
    fn new(player: RulePlayer, games: u64) -> Self {
        let mut census = Census::default();
        (0..games).for_each(|game| census.play(player, &mut Rng::derive(&[2012, game])));
        census
    }

    /// Statistics of expert players, and of random players.
    fn both() -> [Self; 2] {
        [RulePlayer::default(), RulePlayer::RANDOM].map(|player| Census::new(player, GAMES))
    }

    fn play(&mut self, mut player: RulePlayer, rng: &mut Rng) {
        let mut game = Magic::default();
        let (mut legal, mut cards, mut begun) = (vec![], vec![], false);
        loop {
            let action = match game.turn() {
                Turn::Chance => {
                    // Opening hands are not draws of a turn.
                    if begun {
                        game.outcomes(&mut cards);
                        self.draws.add(cards.len() as f64);
                    }
                    game.sample(rng)
                }
                Turn::Over => break,
                _ => {
                    begun = true;
                    if game.is_main() {
                        self.count(&game, &mut legal);
                    }
                    player.action(&game, &mut legal, rng)
                }
            };
            game.apply(action);
        }
        let turns = f64::from(game.turn_number());
        self.turns.add(turns);
        self.discount.add(DISCOUNT.powf(turns));
    }

    fn count(&mut self, game: &Magic, legal: &mut Vec<sortilege_games_magic::magic::Action>) {
        let [all, land, best] = PRUNINGS.map(|pruning| {
            game.with_options(Options { pruning, ..Options::default() }).actions(legal);
            legal.len() as f64
        });
        if all > 1.0 {
            self.moves.iter_mut().zip([all, land, best]).for_each(|(mean, moves)| mean.add(moves));
        }
        let turn = usize::from(game.turn_number() - 1) / 2;
        if self.by_turn.len() <= turn {
            self.by_turn.resize(turn + 1, Mean::default());
        }
        self.by_turn[turn].add(all);
    }
}

/// ED §VI: a player has 5 or 6 ways to play cards to choose from.
pub(crate) fn moves_of_a_decision() -> Answer {
    let [experts, random] = Census::both().map(|census| census.moves.map(|mean| mean.value()));
    let text = |[all, land, best]: [f64; 3]| {
        format!(
            "{all:.2} ways to play cards, {land:.2} without those that keep a land, {best:.2} not dominated"
        )
    };
    let found = format!("experts have {}; in random play {}", text(experts), text(random));
    Answer::new(found, (5.0..=6.0).contains(&experts[0]))
}

/// ED §VI: with the draw of a card that makes 75 to 90 successors.
pub(crate) fn moves_and_draws() -> Answer {
    let [experts, random] =
        Census::both().map(|census| (census.moves[0].value(), census.draws.value()));
    let text =
        |(moves, draws): (f64, f64)| format!("{moves:.2} by {draws:.2}, {:.0}", moves * draws);
    let found = format!(
        "moves by kinds of cards that can be drawn: {} for experts; {} in random play",
        text(experts),
        text(random)
    );
    Answer::new(found, (75.0..=90.0).contains(&(experts.0 * experts.1)))
}

/// ED §VI-D: a game takes 40 to 60 turns of either player, which leaves 0.7 to 0.5 of a reward.
pub(crate) fn turns_of_a_game() -> Answer {
    let census = Census::new(RulePlayer::default(), GAMES);
    let (turns, discount) = (census.turns.value(), census.discount.value());
    let found = format!("{turns:.1} turns on average, which leave {discount:.3} of a reward");
    Answer::new(found, (40.0..=60.0).contains(&turns) && (0.5..=0.7).contains(&discount))
}

/// CS §IV: few ways to play cards before the fourth turn, about 30 after it, and fewer again late.
pub(crate) fn plays_by_turn() -> Answer {
    let [experts, random] = Census::both().map(|census| census.by_turn);
    let found = format!(
        "ways to play cards in turns 1, 2, 3, 4, 6, 8, 10 and 15 of a player: {} for experts; {} in random play",
        listed(&experts),
        listed(&random)
    );
    let mean = |turn: usize| experts.get(turn - 1).map_or(f64::NAN, Mean::value);
    let peak = (1..=experts.len()).max_by(|&a, &b| mean(a).total_cmp(&mean(b))).unwrap_or(1);
    let right =
        peak > 4 && (20.0..=40.0).contains(&mean(peak)) && mean(3).max(mean(15)) < mean(peak) / 2.0;
    let charts = vec![chart(&[("experts", &experts), ("random play", &random)])];
    Answer { charts, ..Answer::new(found, right) }
}

fn listed(by_turn: &[Mean]) -> String {
    let mean = |turn: usize| {
        by_turn.get(turn - 1).map_or("none".to_string(), |it| format!("{:.1}", it.value()))
    };
    [1, 2, 3, 4, 6, 8, 10, 15].map(mean).join(", ")
}

fn chart(all: &[(&str, &[Mean])]) -> Curves {
    let point =
        |(at, mean): (usize, &Mean)| Point { x: at as f64 + 1.0, y: Estimate::from(mean.value()) };
    let curve = |(name, by_turn): &(&str, &[Mean])| Curve {
        name: name.to_string(),
        points: by_turn.iter().enumerate().map(point).collect(),
        stroke: Stroke::Solid,
    };
    let axis = |label: &str| Axis {
        label: label.into(),
        format: Format::Number(0),
        scale: AxisScale::Linear,
    };
    Curves {
        title: "Ways to play cards".to_string(),
        caption: format!("Means over {GAMES} games of players against themselves."),
        x: axis("turn of the player"),
        y: axis("ways to play cards"),
        curves: all.iter().map(curve).collect(),
        reference: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sortilege_lab::report::Verdict;

    /// An expert's game takes 44 turns on average in a simulator of the same rules in another
    /// language.
    #[test]
    fn everything_is_counted() {
        let census = Census::new(RulePlayer::default(), 200);
        assert_eq!(census.turns.count, 200);
        assert!((40.0..=48.0).contains(&census.turns.value()), "{:?}", census.turns);
        let [all, land, best] = census.moves.map(|mean| mean.value());
        assert!(all > land && land > best && best >= 1.0, "{all} {land} {best}");
        assert!((1.0..=15.0).contains(&census.draws.value()), "14 kinds of creatures, and lands");
        // Seven or eight cards, and one land at most: with it a creature for 1, or none.
        assert!(census.by_turn[0].value() <= 3.0 && census.by_turn[4].value() > 4.0);
    }

    #[test]
    fn answers_are_the_same_every_time() {
        let found = plays_by_turn();
        assert_eq!(found, plays_by_turn());
        assert_eq!(found.charts[0].curves.len(), 2);
        assert_eq!(turns_of_a_game().verdict, Verdict::Holds, "{}", turns_of_a_game().found);
        for answer in [moves_of_a_decision(), moves_and_draws()] {
            assert!(answer.found.contains("random play"), "{}", answer.found);
        }
    }
}
