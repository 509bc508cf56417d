//! Players: by rules, by search, and on interesting orders of cards.

use super::*;

/// Results of `games` games with alternating seats: the fraction that `one` wins, and the mean
/// number of turns.
fn results(mut one: RulePlayer, mut other: RulePlayer, games: u64) -> (f64, f64) {
    let (mut wins, mut turns, mut scratch) = (0, 0, vec![]);
    for game in 0..games {
        let (mut state, mut rng) = (Magic::default(), Rng::derive(&[7, game]));
        let first = Player((game % 2) as usize);
        while state.turn() != Turn::Over {
            let action = match state.turn() {
                Turn::Player(who) if who == first => one.action(&state, &mut scratch, &mut rng),
                Turn::Player(_) => other.action(&state, &mut scratch, &mut rng),
                _ => state.sample(&mut rng),
            };
            state.apply(action);
        }
        wins += u64::from(state.payoff(first) > 0.0);
        turns += u64::from(state.turn_number());
    }
    (wins as f64 / games as f64, turns as f64 / games as f64)
}

/// The ranking that ED §IV reports, and games as long as in ED §VI-D.
#[test]
fn the_expert_beats_the_reduced_player_beats_the_random_one() {
    let (expert, reduced, random) =
        (RulePlayer::default(), RulePlayer::REDUCED, RulePlayer::RANDOM);
    assert!(results(expert, reduced, 300).0 > 0.85);
    assert!(results(expert, random, 100).0 > 0.9);
    assert!(results(reduced, random, 300).0 > 0.7);
    let (_, turns) = results(expert, expert, 300);
    assert!((40.0..=60.0).contains(&turns), "{turns} turns on average");
}

/// A tree of cards only: the playout after it makes all decisions, and does not cast declined
/// creatures.
#[test]
fn unguided_playouts_ask_for_all_decisions() {
    let main = Main::Binary(Order::Descending);
    let options =
        Options { main, combat: Combat::Expert(Reading::default()), ..Options::default() };
    let own = "life 20 lands 5 hand 3/3(4)+2/2(2) play - dead -";
    let start = at_with(options, &format!("turn 9 main | {own} | {}", board(20, "-")));
    let mut playout = Unguided { playout: RuleRollout::new(RulePlayer::REDUCED) };
    let mut state = after(&start, "keep-3/3(4)");
    state.kept = state.declined();
    state.options.main = Main::Whole;
    assert_eq!(names(&state), ["pass", "play-2/2(2)"]);
    let mut state = after(&start, "keep-3/3(4)");
    assert!(playout.finish(&mut state, &mut Rng::new(8), &mut [0.0; 2]) > 0);
    assert_eq!((state.turn(), state.options().combat), (Turn::Over, Combat::Whole));
}

/// The fast playout plays the same games as the policy does move by move, from any state and for
/// any form of moves, and consumes the same random numbers.
#[test]
fn rule_rollouts_are_rollouts_of_the_rules() {
    let strict = Reading {
        need: Need::Printed,
        hold_for_equal: true,
        gang_below: true,
        ..Reading::default()
    };
    let coin = RulePlayer { cards: CardRule::Coin, ..RulePlayer::expert(Reading::CS) };
    let players = [
        RulePlayer::REDUCED,
        RulePlayer::RANDOM,
        RulePlayer::default(),
        RulePlayer::expert(strict),
        coin,
    ];
    let mixed = RulePlayer { attack: AttackRule::Expert(strict), ..RulePlayer::REDUCED };
    let players: Vec<RulePlayer> = players.into_iter().chain([mixed]).collect();
    let small: Deck = "9*L+15*1/2(1)+9*3/1(2)".parse().expect("a deck");
    let (mut rng, mut half_way) = (Rng::new(12), 0);
    for (at, options) in variants().into_iter().cycle().take(100).enumerate() {
        let deck = if at % 3 == 0 { small.clone() } else { Deck::default() };
        let mut state =
            Magic::new(&Settings { deck, options, ..Settings::default() }).expect("valid");
        state.order = if at % 5 == 0 { rng.bits() } else { 0 };
        while state.turn() != Turn::Over {
            half_way += usize::from(state.at != state.first_asked() || state.walk != Walk::START);
            let rules = rng.pick(&players);
            let unguided = rng.below(3) == 0;
            let (mut fast, mut slow) = (state.clone(), state.clone());
            let (mut one, mut other) = (rng.clone(), rng.clone());
            let values = &mut [0.0; 2];
            let moves = match unguided {
                true => [
                    Unguided { playout: RuleRollout::new(rules) }
                        .finish(&mut fast, &mut one, values),
                    Unguided { playout: Rollout::new(rules) }.finish(&mut slow, &mut other, values),
                ],
                false => [
                    RuleRollout::new(rules).run(&mut fast, &mut one),
                    Rollout::new(rules).run(&mut slow, &mut other),
                ],
            };
            assert!(fast == slow && one == other, "{rules:?} from {}", state.position());
            assert_eq!(moves[0], moves[1], "{rules:?} with {options:?} from {}", state.position());
            (0..=rng.below(4)).for_each(|_| {
                if state.turn() != Turn::Over {
                    state.apply(step(&state, &mut rng));
                }
            });
        }
    }
    assert!(half_way > 100, "only {half_way} were taken over half-way");
}

/// Ten simulations in each of two trees.
fn small_search(
    dealing: Dealing,
) -> DeterminizedUct<Magic, Unguided<RuleRollout>, WinLoss, Dealing> {
    let playout = Unguided { playout: RuleRollout::new(RulePlayer::REDUCED) };
    let setup = Setup::with(Budget::iterations(10), playout);
    DeterminizedUct { trees: 2, belief: dealing, uct: Uct::new(setup).fixed_chance() }
}

/// Players that search with their own options make legal moves in games with other options, and
/// leave combat to rules if they search for cards alone.
#[test]
fn cards_by_search() {
    let expert = Combat::Expert(Reading::default());
    let binary = Main::Binary(Order::Descending);
    for (at, (main, combat)) in [
        (binary, expert),
        (Main::Whole, expert),
        (binary, Combat::Steps),
        (Main::Whole, Combat::Whole),
    ]
    .into_iter()
    .chain([(binary, Combat::Reduced), (Main::Whole, Combat::Reduced)])
    .enumerate()
    {
        let options = Options { main, pruning: Pruning::Dominated, combat, most: 64 };
        for table in [
            Options { most: 64, ..Options::default() },
            Options { main: binary, combat: Combat::Steps, ..Options::default() },
        ] {
            let dealing = match at {
                0 => Dealing::Interesting(Interesting::new(10, RulePlayer::REDUCED)),
                _ => Dealing::Uniform,
            };
            let mut player =
                CardSearch { rules: RulePlayer::default(), options, search: small_search(dealing) };
            let start = Magic::new(&Settings { options: table, ..Settings::default() }).unwrap();
            let (mut state, mut rng, mut searched) = (start, Rng::new(10), 0);
            while state.turn() != Turn::Over {
                let action = match state.turn() {
                    Turn::Player(who) => {
                        let decision = player.decide(&state.view(who), who, &mut rng);
                        searched += decision.iterations;
                        let rules = combat == expert && !state.is_main();
                        assert!(!rules || decision.action == expert_action(&state));
                        decision.action
                    }
                    _ => state.sample(&mut rng),
                };
                assert!(state.allows(action), "{action:?} in {}", state.position());
                state.apply(action);
            }
            assert!(searched > 100, "{options:?} {table:?}: {searched}");
            assert_eq!(player.notes().is_empty(), at > 0);
        }
    }
}

/// ED's players do not use the expert: in the tree and in the actual game they attack and block at
/// random, and a tree keeps the sampled choice. In these positions the expert does nothing.
#[test]
fn the_reduced_player_fights_for_searches() {
    let options = Options { combat: Combat::Reduced, ..Options::default() };
    let attack = format!("turn 9 attack | {} | {}", board(20, "2/2(2)"), board(20, "5/5(6)"));
    let block = format!("turn 9 block | {} | {}", board(20, "5/5(6)>"), board(20, "2/2(2)"));
    for (text, who) in [(attack, Player(0)), (block, Player(1))] {
        let (table, searched) = (at(&text), at_with(options, &text));
        assert_eq!((searched.turn(), table.turn()), (Turn::Chance, Turn::Player(who)));
        let mut outcomes = vec![];
        searched.outcomes(&mut outcomes);
        assert_eq!(
            outcomes,
            actions(&table).into_iter().map(|action| (action, 0.5)).collect::<Vec<_>>()
        );
        let mut player = CardSearch {
            rules: RulePlayer::REDUCED,
            options,
            search: small_search(Dealing::Uniform),
        };
        let (mut sampled, mut played) = ([0; 2], [0; 2]);
        for seed in 0..400 {
            let mut rng = Rng::new(seed);
            sampled[usize::from(searched.sample(&mut rng) == outcomes[0].0)] += 1;
            let decision = player.decide(&table.view(who), who, &mut rng);
            assert_eq!(decision.iterations, 0);
            played[usize::from(decision.action == outcomes[0].0)] += 1;
        }
        odds::fit(&sampled, &[0.5; 2]).unwrap();
        odds::fit(&played, &[0.5; 2]).unwrap();
    }
}

/// A playout that starts in the middle of a chance decision completes it and keeps the choices made
/// so far.
#[test]
fn unguided_playouts_finish_what_chance_began() {
    let options = Options { combat: Combat::Reduced, most: 2, ..Options::default() };
    let own = board(20, "4/4(5)+2/2(2)+1/1(1)");
    let start = at_with(options, &format!("turn 9 attack@1 | {own} | {}", board(20, "-")));
    let mut state = after(&start, "charge-1 hold-2");
    state.unguide();
    assert_eq!(names(&state), ["hold-3", "charge-3"]);
    assert_eq!(after(&state, "hold-3").life(Player(1)), 16);
    let mut fresh = start.clone();
    fresh.unguide();
    assert!(fresh.attacks_at_once(), "nothing was begun, so all is chosen at once");
}

/// Coin flips: with 5 mana for {L, 4/4(5), 2/2(2)} each creature may come first. The land is always
/// played, half of the first creatures stay in hand, and the other is affordable if the first
/// stayed.
#[test]
fn a_coin_decides_on_each_creature() {
    let own = "life 20 lands 4 hand L+4/4(5)+2/2(2) play - dead -";
    let state = at(&format!("turn 9 main | {own} | {}", board(20, "-")));
    let mut rules = RulePlayer { cards: CardRule::Coin, ..RulePlayer::REDUCED };
    let mut counts = [0; 3];
    for seed in 0..4000 {
        let action = rules.action(&state, &mut vec![], &mut Rng::new(seed));
        let name = state.action_name(action);
        let known =
            ["play-L", "play-L+4/4(5)", "play-L+2/2(2)"].iter().position(|one| *one == name);
        counts[known.unwrap_or_else(|| panic!("{name}"))] += 1;
    }
    odds::fit(&counts, &[0.25, 0.375, 0.375]).unwrap();
    let pruned = state.with_options(Options { pruning: Pruning::Dominated, ..Options::default() });
    for seed in 0..50 {
        let action = rules.action(&pruned, &mut vec![], &mut Rng::new(seed));
        assert!(pruned.allows(action), "{action:?}");
    }
}

fn neighbours(state: &Magic, choice: &str) -> Vec<String> {
    let mut near = vec![];
    let choice = state.parse_action(choice).expect("a move");
    RulePlayer::default().neighbours(state, Player(0), choice, &mut near);
    near.into_iter().map(|action| state.action_name(action)).collect()
}

/// Nothing, everything, and one creature changed; creatures of a kind are interchangeable.
#[test]
fn neighbours_of_a_choice() {
    let (own, theirs) = (board(20, "4/4(5)+2/2(2)+2/2(2)+1/1(1)"), board(20, "3/3(4)+3/3(4)"));
    let attack = at(&format!("turn 9 attack | {own} | {theirs}"));
    let all = "attack-1+2+3+4";
    assert_eq!(
        neighbours(&attack, "attack-1"),
        ["no-attack", "attack-1", "attack-1+2", "attack-1+4", all],
        "of two 2/2 one is enough"
    );
    assert_eq!(
        neighbours(&attack, "attack-1+3"),
        ["no-attack", "attack-1", "attack-3", "attack-1+3", "attack-1+2+3", "attack-1+3+4", all]
    );
    let block = after(&attack, "attack-1+2+3");
    assert_eq!(
        neighbours(&block, "no-block"),
        ["no-block", "block-1>1", "block-1>2"],
        "one of two blockers and one of two attackers"
    );
    assert_eq!(
        neighbours(&block, "block-1>1"),
        ["no-block", "block-1>1", "block-1>2", "block-1>1+2>1", "block-1>1+2>2"]
    );
    let cards = "life 20 lands 4 hand L+4/4(5)+2*2/2(2) play - dead -";
    let main = at(&format!("turn 9 main | {cards} | {}", board(20, "-")));
    let mut near = neighbours(&main, "play-L+4/4(5)");
    near.sort();
    assert_eq!(near, ["play-L", "play-L+2*2/2(2)", "play-L+2/2(2)", "play-L+4/4(5)"]);
    let steps = Options { combat: Combat::Steps, ..Options::default() };
    let asked = at_with(steps, &format!("turn 9 attack@1 | {own} | {theirs}"));
    assert_eq!(neighbours(&asked, "hold-1"), ["hold-1", "charge-1"]);
}

/// Neighbours are legal moves, the choice is one of them, and no two attacks or plays have the same
/// effect, in whole games.
#[test]
fn neighbours_are_legal_and_differ() {
    let (mut near, mut most) = (vec![], 0);
    for seed in 0..20 {
        let (mut state, mut rng) = (Magic::default(), Rng::new(seed));
        while state.turn() != Turn::Over {
            let action = step(&state, &mut rng);
            if let Turn::Player(who) = state.turn() {
                RulePlayer::default().neighbours(&state, who, action, &mut near);
                assert!(near.contains(&action) && near.iter().all(|&one| state.allows(one)));
                let tables: HashSet<Magic> =
                    near.iter().map(|&one| same_kind(state.after(one))).collect();
                let blocks = matches!(action, Action::Block(_));
                assert!(blocks || tables.len() == near.len(), "{near:?} in {}", state.position());
                most = most.max(near.len());
            }
            state.apply(action);
        }
    }
    assert!((10..100).contains(&most), "{most} neighbours at most");
}

/// The state in which, of several creatures of a kind, the first ones are tapped and attack.
fn same_kind(mut state: Magic) -> Magic {
    let packed = |side: &Side, mask: u32| {
        let count = |place: usize| {
            let before =
                (0..place).filter(|&other| side.places[other] == side.places[place]).count();
            let set =
                places(mask).filter(|&other| side.places[other] == side.places[place]).count();
            u32::from(before < set) << place
        };
        (0..usize::from(side.len)).map(count).sum::<u32>()
    };
    for seat in 0..2 {
        let side = &state.sides[seat];
        let (tapped, attackers) = (packed(side, side.tapped), packed(side, state.attackers));
        if seat == state.active() {
            state.attackers = attackers;
        }
        state.sides[seat].tapped = tapped;
    }
    state
}

/// A search that records its time limit and uses all of it.
struct Timed {
    budget: Budget,
    given: Vec<Duration>,
}

impl Search<Magic> for Timed {
    fn decide(&mut self, view: &View, who: Player, rng: &mut Rng) -> Decision<Action> {
        let time = self.budget.time.expect("it is limited");
        self.given.push(time);
        let decision = small_search(Dealing::Uniform).decide(view, who, rng);
        Decision { time, ..decision }
    }
}

impl Divisible for Timed {
    fn budget_mut(&mut self) -> &mut Budget {
        &mut self.budget
    }
    fn choice(&self) -> FinalChoice {
        FinalChoice::MostVisits
    }
}

/// All steps of a choice together get the time of one decision, however many they are.
#[test]
fn steps_share_the_time() {
    let limit = Duration::from_millis(100);
    let options = Options {
        main: Main::Binary(Order::Descending),
        combat: Combat::Steps,
        ..Options::default()
    };
    let state = at(
        "turn 9 main | life 20 lands 8 hand 3/3(4)+2/3(3)+2/2(2) play - dead - | life 20 lands 4 hand - play - dead -",
    );
    for seed in 0..5 {
        let search = Timed { budget: Budget::time(limit), given: vec![] };
        let mut player = CardSearch { rules: RulePlayer::default(), options, search };
        let decision = player.decide(&state.view(Player(0)), Player(0), &mut Rng::new(seed));
        assert!(
            player.search.given.len() > 1 && decision.time <= limit,
            "{:?}",
            player.search.given
        );
        assert!(player.search.given.iter().all(|&time| time > Duration::ZERO));
        assert_eq!(player.search.budget.time, Some(limit));
    }
}

/// A sampler of interesting orders without a limit stops when the search is over.
#[test]
fn orders_are_sought_until_the_search_is_over() {
    let state = at(
        "turn 9 main | life 1 lands 4 hand 3/3(4) play - dead - | life 20 lands 4 hand - play 6/6(7)+6/6(7)+5/5(6)+4/4(5)+3/3(4)+3/3(4)+2/2(2)+2/2(2)+2/2(2) dead -",
    );
    let endless = || {
        let mut orders = Interesting::new(u32::MAX, RulePlayer::REDUCED);
        orders.pairs = u32::MAX;
        orders
    };
    let mut root = small_search(Dealing::Interesting(endless()));
    root.uct.setup.stop.now();
    assert_eq!(root.decide(&state.view(Player(0)), Player(0), &mut Rng::new(1)).iterations, 1);
    let unguided = Unguided { playout: RuleRollout::new(RulePlayer::REDUCED) };
    let mut leaves = InterestingLeaves { orders: endless(), unguided };
    leaves.set_deadline(&root.uct.setup.budget.deadline(&root.uct.setup.stop));
    leaves.finish(&mut state.clone(), &mut Rng::new(1), &mut [0.0; 2]);
}

/// With an order of cards all lines of play see the same draws, and an order is as random as a
/// shuffled deck.
#[test]
fn an_order_fixes_all_draws() {
    let mut first = [0; 3];
    for seed in 1..=2000 {
        let draws = |rules: RulePlayer, line: u64| {
            let (mut state, mut rng, mut draws, mut rules) =
                (Magic::default(), Rng::new(line), vec![], rules);
            state.order = seed;
            while state.turn() != Turn::Over && draws.len() < 30 {
                let action = match state.turn() {
                    Turn::Chance => state.sample(&mut rng),
                    _ => rules.action(&state, &mut vec![], &mut rng),
                };
                draws.extend(matches!(action, Action::Draw(_)).then_some(action));
                state.apply(action);
            }
            draws
        };
        let [one, other] =
            [draws(RulePlayer::REDUCED, 2 * seed), draws(RulePlayer::RANDOM, 2 * seed + 1)];
        let both = one.len().min(other.len());
        assert!(both > 14 && one[..both] == other[..both]);
        let Action::Draw(card) = one[17] else { unreachable!("draws alone") };
        first[match card.kind() {
            None => 0,
            Some(kind) if Magic::default().table.creature(kind).to_string() == "2/2(2)" => 1,
            _ => 2,
        }] += 1;
    }
    odds::fit(&first, &[17.0 / 40.0, 4.0 / 40.0, 19.0 / 40.0]).unwrap();
}

/// In a lost position no order is interesting, and all simulations are spent. If the game depends
/// on the next creature, most orders are found soon.
#[test]
fn interesting_orders() {
    let at = |life: u8, enemy: &str| {
        let own = format!("life {life} lands 4 hand 3/3(4) play - dead -");
        at(&format!("turn 9 main | {own} | {}", board(20, enemy)))
    };
    let mut rng = Rng::new(3);
    let mut orders = Interesting::new(20, RulePlayer::REDUCED);
    let lost = at(1, "6/6(7)+6/6(7)+5/5(6)+4/4(5)+3/3(4)+3/3(4)+2/2(2)+2/2(2)+2/2(2)");
    for _ in 0..20 {
        assert!(orders.seek(|_| lost.clone(), &mut rng).order != 0);
    }
    let [sought, tested, found] = orders.tally;
    assert_eq!(sought, 20);
    // Ten pairs are three orders and one pair of a fourth. The enemy attacks with chance 1/2 each:
    // survival is very unlikely.
    assert!(tested >= 4 * (20 - found) && found <= 4, "{tested} {found}");
    orders.tally = [0; 3];
    let open = at(20, "2/2(2)");
    (0..200).for_each(|_| assert!(orders.seek(|_| open.clone(), &mut rng).order != 0));
    let [_, tested, found] = orders.tally;
    assert!(found >= 150 && tested < 400, "{tested} {found}");
    // Simulations from leaves use them.
    let unguided = Unguided { playout: RuleRollout::new(RulePlayer::REDUCED) };
    let mut leaves = InterestingLeaves { orders, unguided };
    let mut state = open.clone();
    assert!(leaves.finish(&mut state, &mut rng, &mut [0.0; 2]) > 0);
    assert!(state.turn() == Turn::Over && state.order != 0 && leaves.orders.tally[0] == 201);
}
