//! Throws of four dice, with their splits into pairs, as tables.

use super::column::Column;
use sortilege::Rng;

/// A throw of four indistinguishable dice: one of 126.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dice(u8);

/// Precomputed properties of a throw.
#[derive(Clone, Copy)]
struct Roll {
    /// The faces, lowest first.
    faces: [u8; 4],
    /// The two columns of each split, the lower one first. Distinct splits come before repeated
    /// ones.
    splits: [[Column; 2]; 3],
    /// Number of distinct splits.
    count: u8,
    /// All columns of all splits, as bits.
    sums: u16,
    /// Number of the 1296 ordered throws that it stands for.
    ways: u8,
}

impl Dice {
    /// The throw with these faces, in any order.
    pub fn new(mut faces: [u8; 4]) -> Option<Self> {
        faces.sort_unstable();
        ROLLS.iter().position(|roll| roll.faces == faces).map(|number| Dice(number as u8))
    }

    /// The faces, lowest first.
    pub fn faces(self) -> [u8; 4] {
        self.roll().faces
    }

    /// Probability of the throw.
    pub fn probability(self) -> f64 {
        f64::from(self.roll().ways) / 1296.0
    }

    /// All throws, in the lexicographic order of their faces.
    pub fn all() -> impl Iterator<Item = Dice> {
        (0..ROLLS.len() as u8).map(Dice)
    }

    /// A random throw of fair dice.
    #[inline]
    pub(super) fn random(rng: &mut Rng) -> Self {
        Dice(rng.pick(&WAYS))
    }

    /// The columns of each split, the lower one first; equal splits count once.
    #[inline]
    pub(super) fn splits(self) -> &'static [[Column; 2]] {
        let roll = self.roll();
        &roll.splits[..usize::from(roll.count)]
    }

    /// All columns of all splits, as bits.
    #[inline]
    pub(super) fn sums(self) -> u16 {
        self.roll().sums
    }

    /// Index in the order of [`Dice::all`].
    #[inline]
    pub(super) fn number(self) -> u8 {
        self.0
    }

    #[inline]
    fn roll(self) -> &'static Roll {
        &ROLLS[usize::from(self.0)]
    }
}

/// All throws, in the lexicographic order of their faces.
static ROLLS: [Roll; 126] = all_rolls();

/// The index of the throw for each of the 1296 ordered ones.
static WAYS: [u8; 1296] = {
    let rolls = all_rolls();
    let (mut ways, mut way, mut number) = ([0; 1296], 0, 0);
    while number < rolls.len() {
        let end = way + rolls[number].ways as usize;
        while way < end {
            ways[way] = number as u8;
            way += 1;
        }
        number += 1;
    }
    ways
};

const fn all_rolls() -> [Roll; 126] {
    let none = Roll { faces: [0; 4], splits: [[Column(0); 2]; 3], count: 0, sums: 0, ways: 0 };
    let (mut rolls, mut number, mut code) = ([none; 126], 0, 0);
    while code < 1296_u16 {
        let faces = [code / 216, code / 36 % 6, code / 6 % 6, code % 6];
        let [a, b, c, d] =
            [faces[0] as u8 + 1, faces[1] as u8 + 1, faces[2] as u8 + 1, faces[3] as u8 + 1];
        if a <= b && b <= c && c <= d {
            rolls[number] = roll([a, b, c, d]);
            number += 1;
        }
        code += 1;
    }
    rolls
}

const fn roll(faces: [u8; 4]) -> Roll {
    let [a, b, c, d] = faces;
    // Faces ascend, so the first sum is the lower one of the first two splits.
    let (outer, inner) = (a + d, b + c);
    let last = if outer <= inner { [outer, inner] } else { [inner, outer] };
    let all = [[a + b, c + d], [a + c, b + d], last];
    let (mut splits, mut count, mut sums, mut at) = ([[Column(0); 2]; 3], 0, 0, 0);
    while at < 3 {
        let [low, high] = [all[at][0] - 2, all[at][1] - 2];
        // Splits differ if and only if their lower sums differ.
        let known = at > 0 && all[at][0] == all[at - 1][0];
        if !known {
            splits[count] = [Column(low), Column(high)];
            count += 1;
        }
        sums |= 1 << low | 1 << high;
        at += 1;
    }
    Roll { faces, splits, count: count as u8, sums, ways: ways(faces) }
}

/// 4! orders, divided by the permutations of equal faces.
const fn ways(faces: [u8; 4]) -> u8 {
    let (mut ways, mut equal, mut at) = (24, 1, 1);
    while at < 4 {
        equal = if faces[at] == faces[at - 1] { equal + 1 } else { 1 };
        ways /= equal;
        at += 1;
    }
    ways
}
