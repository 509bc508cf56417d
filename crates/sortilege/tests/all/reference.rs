//! The fast searches build the same trees as the reference searches, node by node.

use sortilege::game::{Chance, Hidden, Observe, PerfectInfo, Recall, Sequential};
use sortilege::reference::comparison::{
    difference, ensemble, flat_ucb, mo_ismcts, so_ismcts, so_ismcts_pom, uct,
};
use sortilege::reference::{self, ReferenceNode, ReferenceTree};
use sortilege::search::{Search, Setup};
use sortilege::testing::hand_made::{HandMade, Place};
use sortilege::testing::random_tree::{RandomTree, TreeShape};
use sortilege::{Budget, Game, Player, Rng, Turn, search};

const ME: Player = Player(0);

/// Compares all searches with their references; returns the number of nodes.
fn compare_open<G>(game: &G, iterations: u64, seed: u64) -> usize
where
    G: Chance + PerfectInfo + Sequential,
{
    let found = uct(game, ME, iterations, seed)
        .unwrap_or_else(|error| fail("uct", iterations, seed, error));
    found + compare_hidden::<G>(game, iterations, seed)
}

/// The same without UCT.
fn compare_hidden<G>(view: &G::View, iterations: u64, seed: u64) -> usize
where
    G: Chance + Observe + Sequential,
{
    [
        ("so-ismcts", so_ismcts::<G>(view, ME, iterations, seed)),
        ("so-ismcts-pom", so_ismcts_pom::<G>(view, ME, iterations, seed)),
        ("mo-ismcts", mo_ismcts::<G>(view, ME, iterations, seed)),
        ("ensemble", ensemble::<G>(view, ME, 3, iterations, seed)),
        ("flat-ucb", flat_ucb::<G>(view, ME, iterations, seed)),
    ]
    .into_iter()
    .map(|(name, found)| found.unwrap_or_else(|error| fail(name, iterations, seed, error)))
    .sum()
}

fn fail(name: &str, iterations: u64, seed: u64, error: String) -> usize {
    panic!("{name}, {iterations} iterations, seed {seed}: {error}")
}

/// Moves of both players, consecutive chance events, a move that ends the game, one player twice in
/// a row.
const MIXED: &[Place] = &[
    Place::Choice(0, &[1, 2, 3]),
    Place::Choice(1, &[4, 5, 6]),
    Place::Chance(&[(1, 0.25), (7, 0.5), (6, 0.25)]),
    Place::Choice(0, &[4, 7]),
    Place::Chance(&[(8, 0.9), (9, 0.1)]),
    Place::Choice(0, &[8, 9, 10, 7]),
    Place::End(&[0.1, -0.1]),
    Place::Chance(&[(5, 0.3), (8, 0.7)]),
    Place::Choice(1, &[6, 9]),
    Place::End(&[-1.0, 1.0]),
    Place::End(&[0.7, -0.7]),
];

/// Three players with separate interests.
const THREE: &[Place] = &[
    Place::Choice(0, &[1, 2]),
    Place::Choice(1, &[3, 4, 5]),
    Place::Choice(2, &[3, 1, 6]),
    Place::Choice(2, &[5, 6]),
    Place::Chance(&[(5, 0.5), (6, 0.5)]),
    Place::End(&[0.9, 0.3, -0.9]),
    Place::End(&[-0.5, 0.1, 0.4]),
];

#[test]
fn hand_made_trees_are_the_same_after_every_iteration() {
    for places in [MIXED, THREE] {
        let game = HandMade::new(places);
        (1..=300).for_each(|iterations| _ = compare_open(&game, iterations, iterations % 7));
        (0..20).for_each(|seed| _ = compare_open(&game, 1000, seed));
    }
}

#[test]
fn random_trees_are_the_same() {
    for seed in 0..20 {
        for shape in [TreeShape::REGULAR, TreeShape::DRAWN] {
            let game = RandomTree::new(seed, shape);
            for iterations in [1, 2, 3, 10, 40, 100, 400, 1000] {
                compare_open(&game, iterations, seed);
            }
        }
    }
}

/// A random game of hidden information. Hashes determine everything: a secret dealt to each player,
/// each player's observations, and the actions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Veiled {
    rules: Rules,
    step: u64,
    turn: Turn,
    /// A hash of all actions, which determines the player on turn.
    actions: u64,
    /// A hash of all actions and secrets, which determines the winner.
    truth: u64,
    /// A hash of each player's knowledge, which determines its legal actions.
    known: Vec<u64>,
}

/// The parameters of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Rules {
    seed: u64,
    players: usize,
    /// What players observe.
    notice: Notice,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Notice {
    /// Every move is noticed, with partial information about it.
    Everything,
    /// Some moves go unnoticed, but a player always notices its own next turn and the end of the
    /// game.
    Turns,
}

const STEPS: u64 = 7;

fn hash(parts: &[u64]) -> u64 {
    Rng::derive(parts).bits() >> 8
}

impl Veiled {
    fn deal(rules: Rules, secrets: &[u64]) -> Self {
        let known = secrets.iter().map(|&secret| hash(&[rules.seed, secret])).collect();
        let (actions, truth) = (rules.seed, hash(secrets) ^ rules.seed);
        Veiled { rules, step: 0, turn: Turn::Player(ME), actions, truth, known }
    }

    /// The turn after an action: any player's or chance's, but not that of the same player again.
    fn next_turn(&self, action: u64) -> Turn {
        if self.step + 1 == STEPS {
            return Turn::Over;
        }
        let players = (0..self.rules.players).map(|who| Turn::Player(Player(who)));
        let others: Vec<Turn> =
            players.chain([Turn::Chance]).filter(|&turn| turn != self.turn).collect();
        others[hash(&[self.actions, action]) as usize % others.len()]
    }
}

impl Game for Veiled {
    type Action = u64;
    fn players(&self) -> usize {
        self.rules.players
    }
    fn turn(&self) -> Turn {
        self.turn
    }
    /// A subset of four actions, or a fifth action if the subset is empty.
    fn actions(&self, out: &mut Vec<u64>) {
        let Turn::Player(Player(who)) = self.turn else { panic!("no player is on turn") };
        out.clear();
        out.extend((0..4).filter(|&action| !hash(&[self.known[who], action]).is_multiple_of(3)));
        if out.is_empty() {
            out.push(4);
        }
    }
    fn apply(&mut self, action: u64) {
        for who in 0..self.known.len() {
            let own = self.turn == Turn::Player(Player(who));
            let seen = self.seen(action, Player(who)).filter(|_| !own);
            if let Some(noticed) = seen.or(own.then_some((action, None))) {
                let on_turn = noticed.1 == Some(Turn::Player(Player(who)));
                self.known[who] =
                    hash(&[self.known[who], noticed.0, u64::from(own), u64::from(on_turn)]);
            }
        }
        self.turn = self.next_turn(action);
        (self.truth, self.actions) = (hash(&[self.truth, action]), hash(&[self.actions, action]));
        self.step += 1;
    }
    fn payoff(&self, Player(who): Player) -> f64 {
        hash(&[self.truth, who as u64]) as f64 % 21.0 / 10.0 - 1.0
    }
}

impl Chance for Veiled {
    fn sample(&self, rng: &mut Rng) -> u64 {
        rng.below(3) as u64
    }
}

/// Views are used at the start only: the viewer's own seat and secret.
impl Hidden for Veiled {
    type View = (Rules, Player, u64);
    fn view(&self, who: Player) -> Self::View {
        (self.rules, who, self.known[who.0])
    }
    fn determinize(&(rules, who, secret): &Self::View, rng: &mut Rng) -> Self {
        let mut secrets: Vec<u64> = (0..rules.players).map(|_| rng.below(3) as u64).collect();
        secrets[who.0] = secret;
        Veiled::deal(rules, &secrets)
    }
}

impl Observe for Veiled {
    /// Partial information about an action, and whether it leads to the observer's turn or to the
    /// end.
    type Seen = (u64, Option<Turn>);
    const RECALL: Recall = Recall::Perfect;
    /// Of some moves the observer learns the action, of others only its parity; some go unnoticed.
    fn seen(&self, action: u64, who: Player) -> Option<Self::Seen> {
        let next = self.next_turn(action);
        let concerned = [Turn::Player(who), Turn::Over].contains(&next);
        let seen = Some(next).filter(|_| concerned);
        match (hash(&[self.rules.seed, self.step, action, who.0 as u64]) % 4, self.rules.notice) {
            (0, Notice::Turns) if !concerned => None,
            (0 | 1, _) => Some((10 + action % 2, seen)),
            _ => Some((action, seen)),
        }
    }
}

impl Sequential for Veiled {}

/// The information set of the first player in the game with this seed.
fn veiled(seed: u64, notice: Notice) -> <Veiled as Hidden>::View {
    (Rules { seed, players: 2 + seed as usize % 2, notice }, ME, seed % 3)
}

#[test]
fn random_games_of_hidden_information_are_the_same() {
    for seed in 0..8 {
        for notice in [Notice::Everything, Notice::Turns] {
            let view = veiled(seed, notice);
            (1..=50).for_each(|iterations| _ = compare_hidden::<Veiled>(&view, iterations, seed));
            compare_hidden::<Veiled>(&view, 1000, seed);
        }
    }
}

/// The first difference between SO-ISMCTS and a reference with constant `c` whose tree is changed
/// by `spoil` after every iteration.
fn difference_to_spoilt(
    seed: u64,
    c: f64,
    spoil: impl Fn(&mut ReferenceTree<u64>),
) -> Result<usize, String> {
    let view = veiled(seed, Notice::Everything);
    let (mut rng, mut same) = (Rng::new(seed), Rng::new(seed));
    let mut fast = search::SoIsmcts::<Veiled>::new(Setup::new(Budget::iterations(400)));
    fast.decide(&view, ME, &mut rng);
    let mut plain = reference::SoIsmcts::<Veiled>::new(&view, ME, c);
    for _ in 0..400 {
        plain.iterate(&mut same);
        spoil(&mut plain.tree);
    }
    difference(fast.tree(), &plain.tree, |action| action)
}

/// Replaces availability by the number of visits to the parent.
fn forget_availability(tree: &mut ReferenceTree<u64>) {
    let counted = tree.iter().filter(|(_, node)| node.availability > 0);
    let visits: Vec<_> =
        counted.map(|(v, _)| (v.clone(), tree[&v[..v.len() - 1]].visits)).collect();
    for (v, visits) in visits {
        tree.get_mut(&v).expect("a node").availability = visits;
    }
}

#[test]
fn wrong_searches_are_found() {
    for seed in 0..10 {
        difference_to_spoilt(seed, 0.7, |_| ()).expect("the same search");
        difference_to_spoilt(seed, 0.71, |_| ()).expect_err("another constant");
        difference_to_spoilt(seed, 0.7, forget_availability)
            .expect_err("availability is not counted");
        let unkind = |tree: &mut ReferenceTree<u64>| {
            tree.values_mut()
                .filter(|v| v.availability > 0)
                .for_each(|v| v.total = v.total.min(0.5))
        };
        difference_to_spoilt(seed, 0.7, unkind).expect_err("opponents are not credited");
    }
}

/// The comparison finds one wrong number in one node, and one missing child.
#[test]
fn wrong_nodes_are_found() {
    let view = veiled(1, Notice::Everything);
    let mut fast = search::SoIsmcts::<Veiled>::new(Setup::new(Budget::iterations(50)));
    fast.decide(&view, ME, &mut Rng::new(1));
    let (mut plain, mut rng) = (reference::SoIsmcts::<Veiled>::new(&view, ME, 0.7), Rng::new(1));
    (0..50).for_each(|_| plain.iterate(&mut rng));
    let spoils: [fn(&mut ReferenceNode<u64>); 4] = [
        |node| node.visits += 1,
        |node| node.availability += 1,
        |node| node.total = node.total.next_up(),
        |node| node.children.push(7),
    ];
    for v in plain.tree.keys().filter(|v| !v.is_empty()) {
        for spoil in spoils {
            let mut spoilt = plain.tree.clone();
            spoil(spoilt.get_mut(v).expect("a node"));
            difference(fast.tree(), &spoilt, |action| action).expect_err("a wrong node");
        }
        let mut pruned = plain.tree.clone();
        pruned.remove(v);
        difference(fast.tree(), &pruned, |action| action).expect_err("a missing node");
    }
}
