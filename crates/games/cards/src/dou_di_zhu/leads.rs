//! Number of leading plays: IS §VII-A3, and §VII-C with Table II.

use super::group::{Action, What};
use super::hand::Hand;
use super::{DouDiZhu, Moves, moves};
use sortilege::game::{Chance, Hidden};
use sortilege::{Game, Player, Rng};

/// Leading plays of the two peasants together, averaged over deals. A play counts once for each
/// peasant, and each set of kickers makes a separate play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeadingPlays {
    /// For the hands that were dealt.
    pub dealt: f64,
    /// For the hands of the Landlord's determinizations, on average.
    pub drawn: f64,
    /// Number of different plays after each of [`LeadingPlays::STOPS`] determinizations.
    pub unique: [f64; 3],
}

impl LeadingPlays {
    /// The numbers of determinizations after which different plays are counted.
    pub const STOPS: [usize; 3] = [40, 250, 1000];

    /// Counts over `deals` deals, always the same ones; the dealt hands use 40,000 deals.
    pub fn count(deals: u64) -> Self {
        let (mut met, mut list) = ([Met::new(), Met::new()], vec![]);
        let (mut drawn, mut unique) = (0, [0; 3]);
        let last = Self::STOPS[2];
        for deal in 0..deals {
            let mut rng = Rng::derive(&[2, deal]);
            let mut game = DouDiZhu::default();
            game.apply(game.sample(&mut rng));
            let view = game.view(Player(0));
            met.iter_mut().for_each(|met| met.marks.fill(false));
            let mut new = 0;
            for number in 1..=last {
                let world = DouDiZhu::determinize(&view, &mut rng);
                for (who, met) in met.iter_mut().enumerate() {
                    list_leads(world.hands[1 + who], &mut list);
                    drawn += list.len();
                    new += list.iter().filter(|&&play| met.is_new(play)).count();
                }
                if let Some(at) = Self::STOPS.iter().position(|&stop| stop == number) {
                    unique[at] += new;
                }
            }
        }
        LeadingPlays {
            dealt: dealt(),
            drawn: drawn as f64 / (deals * last as u64) as f64,
            unique: unique.map(|unique| unique as f64 / deals as f64),
        }
    }
}

/// Number of deals for the dealt hands. Their counts vary most from deal to deal and cost least for
/// each deal.
pub const DEALT: usize = 40_000;

fn dealt() -> f64 {
    let (mut rng, start, mut list) = (Rng::new(2), DouDiZhu::default(), vec![]);
    let mut leads = |hand: Hand| {
        list_leads(hand, &mut list);
        list.len()
    };
    let both = (0..DEALT).map(|_| match start.sample(&mut rng).what() {
        What::Deal([_, first, second]) => leads(first) + leads(second),
        what => unreachable!("{what:?} is not a deal"),
    });
    both.sum::<usize>() as f64 / DEALT as f64
}

fn list_leads(hand: Hand, out: &mut Vec<Action>) {
    out.clear();
    moves::list_plays(hand, None, Moves::Whole, out);
}

/// The set of plays seen so far, out of 12,654.
struct Met {
    /// The index of a base, by its code, and of a set of kickers among those of its size.
    bases: Vec<usize>,
    sets: Vec<usize>,
    marks: Vec<bool>,
}

/// Largest number of sets of kickers of one size: 5 of 15.
const MOST_SETS: usize = 3003;

impl Met {
    fn new() -> Met {
        let (mut bases, mut all) = (vec![0; 1 << 12], vec![]);
        moves::list_plays(Hand::DECK, None, Moves::TwoSteps, &mut all);
        for (at, play) in all.iter().enumerate() {
            bases[play.0 as usize] = at;
        }
        let mut seen = [0; 16];
        let place = |mask: u32| {
            let size = mask.count_ones() as usize;
            seen[size] += 1;
            seen[size] - 1
        };
        let sets = (0..1 << 15).map(place).collect();
        Met { bases, sets, marks: vec![false; all.len() * MOST_SETS] }
    }

    /// Returns whether this is the first occurrence of a play, and records it.
    fn is_new(&mut self, play: Action) -> bool {
        let base = self.bases[usize::from(play.0 as u16)];
        let at = base * MOST_SETS + self.sets[usize::from(play.kicker_ranks())];
        !std::mem::replace(&mut self.marks[at], true)
    }
}
