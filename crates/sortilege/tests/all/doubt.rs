//! Opponents in a search that know too much or too little, in a game where hidden information
//! decides.

use sortilege::bandit::exp3::Trials;
use sortilege::game::{Chance, Hidden, Observe, Recall, Sequential};
use sortilege::playout::Rollout;
use sortilege::search::{Decision, Memory, MoIsmcts, Opponents, Search, Select, Setup};
use sortilege::testing::Contract;
use sortilege::{Budget, Game, Player, Rng, Turn};

const ME: Player = Player(0);
const NUMBERS: u8 = 8;

fn number(rng: &mut Rng) -> u8 {
    rng.below(NUMBERS.into()) as u8
}

/// Each of two players is dealt a secret number. The first player may decline, which pays it
/// `safe`, or dare. After a dare the second player guesses the number of player `asked`. If it is
/// right, it wins. If it is wrong, it loses, unless the first player then fails to say whether its
/// own number is odd.
#[derive(Clone, Debug, PartialEq)]
struct Secrets {
    numbers: Option<[u8; 2]>,
    asked: usize,
    safe: f64,
    said: Vec<Act>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Act {
    Deal([u8; 2]),
    Decline,
    Dare,
    Name(u8),
    Odd(bool),
}

impl Secrets {
    /// The game in which the second player guesses the number of player `asked`.
    fn new(asked: usize, safe: f64) -> Self {
        Secrets { numbers: None, asked, safe, said: vec![] }
    }
}

impl Game for Secrets {
    type Action = Act;
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        match (self.numbers, self.said.as_slice()) {
            (None, _) => Turn::Chance,
            (_, []) => Turn::Player(ME),
            (_, [Act::Dare]) => Turn::Player(Player(1)),
            (_, [_, _]) => Turn::Player(ME),
            _ => Turn::Over,
        }
    }
    fn actions(&self, out: &mut Vec<Act>) {
        out.clear();
        match self.said.len() {
            0 => out.extend([Act::Decline, Act::Dare]),
            1 => out.extend((0..NUMBERS).map(Act::Name)),
            _ => out.extend([false, true].map(Act::Odd)),
        }
    }
    fn apply(&mut self, action: Act) {
        match action {
            Act::Deal(numbers) => self.numbers = Some(numbers),
            said => self.said.push(said),
        }
    }
    fn payoff(&self, who: Player) -> f64 {
        let numbers = self.numbers.expect("dealt");
        let first = match self.said.as_slice() {
            [_, _, Act::Odd(odd)] if *odd != (numbers[0] % 2 == 1) => -1.0,
            [_, Act::Name(named), _] if *named == numbers[self.asked] => -1.0,
            [_, _, _] => 1.0,
            _ => self.safe,
        };
        if who == ME { first } else { -first }
    }
}

impl Chance for Secrets {
    fn sample(&self, rng: &mut Rng) -> Act {
        Act::Deal([number(rng), number(rng)])
    }
}
impl Sequential for Secrets {}

impl Hidden for Secrets {
    /// The seat, its number, the public actions, and the rules.
    type View = (usize, Option<u8>, Vec<Act>, usize, u64);
    fn view(&self, Player(who): Player) -> Self::View {
        (
            who,
            self.numbers.map(|numbers| numbers[who]),
            self.said.clone(),
            self.asked,
            self.safe.to_bits(),
        )
    }
    fn determinize((seat, own, said, asked, safe): &Self::View, rng: &mut Rng) -> Self {
        let numbers = own.map(|own| {
            let other = number(rng);
            if *seat == 0 { [own, other] } else { [other, own] }
        });
        let safe = f64::from_bits(*safe);
        Secrets { numbers, asked: *asked, safe, said: said.clone() }
    }
}

impl Observe for Secrets {
    type Seen = Result<Act, u8>;
    const RECALL: Recall = Recall::Perfect;
    fn seen(&self, action: Act, Player(who): Player) -> Option<Self::Seen> {
        Some(match action {
            Act::Deal(numbers) => Err(numbers[who]),
            said => Ok(said),
        })
    }
}

#[test]
fn the_game_keeps_its_contract() {
    Contract::new(&Secrets::new(0, 0.1)).rules().chance().hidden().observed();
}

const VIEWS: Opponents = Opponents::Doubting { share: 0.5, memory: Memory::Views };
const NOTHING: Opponents = Opponents::Doubting { share: 0.5, memory: Memory::Nothing };

fn decide(
    iterations: u64,
    game: &Secrets,
    opponents: Opponents,
    select: Select,
    seed: u64,
) -> Decision<Act> {
    let mut game = game.clone();
    game.apply(Act::Deal([3, 5]));
    let mut search =
        MoIsmcts::<Secrets>::new(Setup::<Rollout<Secrets>>::new(Budget::iterations(iterations)));
    search.algorithm.opponents = opponents;
    search.rules.select = select;
    search.decide(&game.view(ME), ME, &mut Rng::new(seed))
}

/// The mean reward, in [0, 1], of the second candidate, which is to dare.
fn of_daring(decision: &Decision<Act>) -> f64 {
    decision.candidates[1].value
}

/// The searcher's own number is guessed. To dare is worth 3/4 against an opponent that cannot know
/// the number, and -1 against one that does. The searcher needs its number at the end, so sampling
/// it again for the whole simulation would not help.
#[test]
fn an_opponent_who_doubts_does_not_know_what_i_hide() {
    let game = Secrets::new(0, 0.1);
    let mut daring = vec![];
    for seed in 0..8 {
        let knowing = decide(20_000, &game, Opponents::Knowing, Select::Ucb1, seed);
        assert_eq!(knowing.action, Act::Decline, "{knowing:?}");
        for doubting in [VIEWS, NOTHING] {
            let doubting = decide(20_000, &game, doubting, Select::Ucb1, seed);
            assert_eq!(doubting.action, Act::Dare, "{doubting:?}");
            daring.push(of_daring(&doubting));
        }
    }
    // 3/4 is 7/8 on the scale of rewards; the mean is lower because the searcher learns its last
    // answer late.
    let mean = daring.iter().sum::<f64>() / daring.len() as f64;
    assert!((0.82..0.88).contains(&mean), "{mean}: {daring:?}");
}

/// The opponent's own number is guessed, and the opponent knows it, so to dare is worth -1. The
/// paper's algorithm has one root for all possible numbers, and treats the opponent as if it had to
/// guess.
#[test]
fn an_opponent_who_remembers_knows_what_he_holds() {
    let game = Secrets::new(1, 0.0);
    for seed in 0..8 {
        for forgetful in [Opponents::Knowing, NOTHING] {
            let forgetful = decide(20_000, &game, forgetful, Select::Ucb1, seed);
            assert_eq!(forgetful.action, Act::Dare, "{forgetful:?}");
        }
        let doubting = decide(20_000, &game, VIEWS, Select::Ucb1, seed);
        assert_eq!(doubting.action, Act::Decline, "{doubting:?}");
    }
}

/// Half of the iterations are the searcher's, and only these count for its candidates.
#[test]
fn what_opponents_imagine_is_not_counted_at_the_root() {
    for (opponents, counted) in [(Opponents::Knowing, 20_000), (VIEWS, 10_000), (NOTHING, 10_000)] {
        let decision = decide(20_000, &Secrets::new(0, 0.1), opponents, Select::Ucb1, 1);
        assert_eq!(decision.iterations, 20_000);
        assert_eq!(decision.candidates.iter().map(|one| one.visits).sum::<u64>(), counted);
    }
}

/// Selection rules for mixed strategies reach the same conclusions, with more iterations.
#[test]
fn mixing_players_are_right_as_well() {
    for select in [Select::RegretMatching, Select::Exp3(Trials::SoFar)] {
        for seed in 0..4 {
            let daring = |asked, safe, opponents| {
                let decision = decide(100_000, &Secrets::new(asked, safe), opponents, select, seed);
                let [decline, dare] = [0, 1].map(|at| decision.candidates[at].visits as f64);
                dare / (decline + dare)
            };
            let [knowing, doubting] =
                [Opponents::Knowing, VIEWS].map(|opponents| daring(0, 0.1, opponents));
            let remembering = daring(1, 0.0, VIEWS);
            let right = knowing < 0.3 && doubting > 0.7 && remembering < 0.5;
            assert!(right, "{select:?}: {knowing}, {doubting}, {remembering}");
        }
    }
}
