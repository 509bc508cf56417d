//! Tests of views and determinizations against an enumeration of all arrangements.

use super::*;

/// A seat's knowledge of the opponent, computed by enumeration of all arrangements.
struct Belief {
    seat: usize,
    maps: BTreeSet<[u8; PIECES]>,
}

impl Belief {
    /// All arrangements with the same number of pieces in every region.
    fn new(state: &Confrontation, seat: usize) -> Self {
        let at = state.sides[1 - seat].at;
        let alive: Vec<usize> = (0..PIECES).filter(|&index| at[index] != GONE).collect();
        let mut maps = BTreeSet::from([at]);
        let mut todo = vec![at];
        while let Some(map) = todo.pop() {
            for &a in &alive {
                for &b in &alive {
                    let mut other = map;
                    other.swap(a, b);
                    if maps.insert(other) {
                        todo.push(other);
                    }
                }
            }
        }
        Belief { seat, maps }
    }

    /// Updates the belief with an action, as far as this seat observes it.
    fn follow(&mut self, before: &Confrontation, action: Action, after: &Confrontation) {
        let side = 1 - self.seat;
        let (old, new) = (before.sides[side].at, after.sides[side].at);
        let passes = action == Action::LetPass && side == LIGHT;
        let hidden = match before.seen(action, Player(self.seat)) {
            Some(Seen::Went { from, to }) if old != new => Some((from, to)),
            Some(_) if passes => Some((Region::EREGION, Region::FANGORN)),
            _ => None,
        };
        if let Some((from, to)) = hidden {
            let mut next = BTreeSet::new();
            for map in &self.maps {
                for index in (0..PIECES).filter(|&index| map[index] == from.0) {
                    let mut map = *map;
                    map[index] = to.0;
                    next.insert(map);
                }
            }
            self.maps = next;
            return;
        }
        let face_up = |index: usize| {
            let who = Character::of(side, index as u8);
            let named = match action {
                Action::Meet { attacker, defender } => who == attacker || who == defender,
                Action::StepIn => who == Character::SAM,
                Action::ShowFrodo => who == Character::FRODO,
                Action::Ambush => who == Character::BALROG,
                _ => false,
            };
            named || old[index] != new[index]
        };
        for index in (0..PIECES).filter(|&index| face_up(index)) {
            let known = self.maps.iter().filter(|map| map[index] == old[index]);
            self.maps = known
                .map(|&map| {
                    let mut map = map;
                    map[index] = new[index];
                    map
                })
                .collect();
        }
    }

    /// The arrangements that are consistent with a state like this one.
    fn possible(&self, state: &Confrontation) -> Vec<[u8; PIECES]> {
        let side = 1 - self.seat;
        let fits = |map: &&[u8; PIECES]| {
            let mut other = *state;
            other.sides[side].at = **map;
            let frodo = Character::FRODO.index();
            let won = side == LIGHT && state.turn() != Turn::Over && map[frodo] == Region::MORDOR.0;
            !won && (state.phase != Phase::Move || state.mover() != side || other.can_move())
        };
        self.maps.iter().filter(fits).copied().collect()
    }
}

/// Starts with few pieces, so that all arrangements can be counted.
fn small() -> [Confrontation; 4] {
    [
        table(
            DARK,
            "nazgul@gondor witch-king@gondor rider@rohan balrog@fangorn orcs@mordor",
            "frodo@eregion sam@eregion aragorn@rhudaur pippin@shire boromir@shire",
        ),
        table(
            LIGHT,
            "shelob@fangorn saruman@fangorn warg@caradhras balrog@dagorlad troll@dagorlad",
            "frodo@eregion merry@eregion gandalf@cardolan legolas@cardolan gimli@gap-of-rohan",
        ),
        table(
            LIGHT,
            "orcs@shire warg@shire nazgul@cardolan witch-king@arthedain",
            "frodo@gondor aragorn@dagorlad pippin@gondor sam@mirkwood merry@fangorn",
        ),
        table(
            LIGHT,
            "orcs@caradhras warg@rohan",
            "frodo@dagorlad sam@dagorlad pippin@gondor aragorn@gondor merry@fangorn",
        ),
    ]
}

/// Determinization samples exactly the arrangements that the enumeration does not rule out, all
/// equally often.
#[test]
fn determinizations_are_uniform() {
    let (mut compared, mut drawn, mut refuted) = (0, 0, 0);
    for number in 0..400 {
        let mut rng = Rng::derive(&[5, number]);
        let mut state = small()[number as usize % 4];
        let mut beliefs = [0, 1].map(|seat| Belief::new(&state, seat));
        while state.turn() != Turn::Over {
            for belief in &beliefs {
                let right = belief.possible(&state);
                let view = state.view(Player(belief.seat));
                let side = 1 - belief.seat;
                assert!(view.arrangements() as usize >= right.len(), "{}", state.position());
                refuted += usize::from(view.arrangements() as usize > right.len());
                compared += 1;
                let often = rng.below(8) == 0;
                let draws = if often { 20 * right.len().max(50) } else { 2 };
                let mut counts: HashMap<[u8; PIECES], u64> =
                    right.iter().map(|&map| (map, 0)).collect();
                for _ in 0..draws {
                    let at = Confrontation::determinize(&view, &mut rng).sides[side].at;
                    *counts
                        .get_mut(&at)
                        .unwrap_or_else(|| panic!("{at:?} in {}", state.position())) += 1;
                }
                if often {
                    let counts: Vec<u64> = counts.into_values().collect();
                    odds::fit(&counts, &vec![1.0 / counts.len() as f64; counts.len()])
                        .unwrap_or_else(|error| panic!("{error} in {}", state.position()));
                    drawn += 1;
                }
            }
            let before = state;
            for action in step(&mut state, &mut rng) {
                beliefs.iter_mut().for_each(|belief| belief.follow(&before, action, &state));
            }
        }
    }
    assert!(compared > 10_000 && drawn > 1_000 && refuted > 10, "{compared} {drawn} {refuted}");
}

/// Moves in another order lead to the same view.
#[test]
fn views_forget() {
    Contract::new(&small()[1]).games(300).recall();
}

/// A known piece that meets another one and parts from it is uncertain again.
#[test]
fn knowledge_can_decrease() {
    let start =
        table(LIGHT, "troll@gondor orcs@fangorn rider@dagorlad", "frodo@rohan aragorn@mirkwood");
    let state = play(&start, "aragorn:mirkwood>dagorlad 1/retreat");
    let at_of = |state: &Confrontation, seat: usize, who: Character| {
        let view = state.view(Player(seat));
        let all: BTreeSet<_> = (0..200)
            .filter_map(|seed| {
                Confrontation::determinize(&view, &mut Rng::new(seed)).region_of(who)
            })
            .map(Region::name)
            .collect();
        all.into_iter().collect::<Vec<_>>().join(" ")
    };
    assert_eq!(at_of(&state, LIGHT, Character::RIDER), "dagorlad");
    assert_eq!(at_of(&state, LIGHT, Character::TROLL), "fangorn gondor");
    assert_eq!(at_of(&state, DARK, Character::ARAGORN), "mirkwood");
    let met = play(&state, "rider:dagorlad>fangorn aragorn:mirkwood>dagorlad");
    assert_eq!(at_of(&met, LIGHT, Character::RIDER), "fangorn");
    let parted = play(&met, "rider:fangorn>caradhras");
    assert_eq!(at_of(&parted, LIGHT, Character::RIDER), "caradhras fangorn");
    assert_eq!(at_of(&parted, DARK, Character::ARAGORN), "dagorlad");
    assert_eq!(parted.view(Player(LIGHT)).arrangements(), 4);
}

/// A quiet move hides the piece that makes it, and a special move reveals it.
#[test]
fn what_is_seen() {
    let start = Confrontation::default();
    let see =
        |name: &str, who: usize| start.seen(start.parse_action(name).expect("a move"), Player(who));
    let (from, to) = (Region::MORDOR, Region::GONDOR);
    assert_eq!(see("balrog:mordor>gondor", LIGHT), Some(Seen::Went { from, to }));
    assert_eq!(see("balrog:mordor>gondor", LIGHT), see("rider:mordor>gondor", LIGHT));
    assert_ne!(see("balrog:mordor>gondor", DARK), see("rider:mordor>gondor", DARK));
    let special = start.parse_action("nazgul:mordor>eregion").expect("a move");
    assert_eq!(see("nazgul:mordor>eregion", LIGHT), Some(Seen::Open(special)));
    let cards = play(&start, "nazgul:mordor>arthedain");
    assert_eq!(cards.turn(), Turn::Together);
    assert_eq!(cards.seen(Action::DarkCard(Card(6)), Player(LIGHT)), None);
    assert!(cards.seen(Action::DarkCard(Card(6)), Player(DARK)).is_some());
    let mut chosen = cards;
    chosen.apply_together(&[Action::DarkCard(Card(6)), Action::LightCard(Card(1))]);
    let other = {
        let mut other = cards;
        other.apply_together(&[Action::DarkCard(Card(2)), Action::LightCard(Card(1))]);
        other
    };
    assert_eq!(chosen.view(Player(LIGHT)), other.view(Player(LIGHT)));
    assert_ne!(chosen.view(Player(DARK)), other.view(Player(DARK)));
}
