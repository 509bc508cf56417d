//! Reachability checks of a position: consequences of the number of moves made and of the ways in
//! which games end.

use super::board::{FRONT, GONE, Region, regions};
use super::cast::{Character, FULL_HAND, PIECES};
use super::{Confrontation, DARK, LIGHT, LONGEST, Phase, WinRule};

/// The largest number of defenders that a move can meet, at home, and so of battles.
const MOST_BATTLES: u16 = 4;

const NAMES: [&str; 2] = ["dark", "light"];

impl Confrontation {
    /// Returns the first property that no game can lead to, if there is any.
    pub(super) fn check_course(&self) -> Result<(), String> {
        (0..2).try_for_each(|side| self.check_first_trail(side))?;
        if self.phase == Phase::Deal {
            let fresh =
                self.moves == 0 && (0..2).all(|side| self.sides[side].hand == FULL_HAND[side]);
            return fresh
                .then_some(())
                .ok_or_else(|| "pieces are dealt before the first move".into());
        }
        self.check_turn()?;
        self.check_end()?;
        (0..2).try_for_each(|side| self.check_losses(side))?;
        (0..2).try_for_each(|side| self.check_steps(side))
    }

    /// Number of moves made by a side; Dark moves first.
    fn moves_of(&self, side: usize) -> u16 {
        (self.moves + 1 - side as u16) / 2
    }

    fn is_over(&self) -> bool {
        matches!(self.phase, Phase::DarkWon | Phase::LightWon | Phase::Drawn)
    }

    /// Checks that the sides alternate. A move is counted as soon as it is made, so during a battle
    /// it counts.
    fn check_turn(&self) -> Result<(), String> {
        let awaits_move = matches!(self.phase, Phase::Move | Phase::Blocked);
        if self.is_over() {
            let right = (self.phase == Phase::Drawn) <= (self.moves == LONGEST);
            return right
                .then_some(())
                .ok_or_else(|| format!("a game is drawn after {LONGEST} moves"));
        }
        let made = self.moves + u16::from(awaits_move);
        if made == 0 || usize::from(made - 1) % 2 != self.mover() || made > LONGEST {
            let right = if made == 0 { 1 } else { usize::from(made - 1) % 2 };
            return Err(format!(
                "dark begins and sides take turns, up to {LONGEST} moves: with {} moves made, {} is on turn in \
                 phase {}",
                self.moves,
                NAMES[right],
                self.phase.name()
            ));
        }
        Ok(())
    }

    /// Checks that the game is over exactly if a side has won.
    fn check_end(&self) -> Result<(), String> {
        let (dark, light) = (&self.sides[DARK], &self.sides[LIGHT]);
        let needed = if self.settings.wins == WinRule::Paper { 4 } else { 3 };
        let invaded = dark.count(Region::SHIRE) >= needed;
        let routed = dark.occupied == 0;
        let stuck =
            |side: usize| self.mover() == side && self.plain_targets() == 0 && !self.can_move();
        let frodo = light.at[Character::FRODO.index()];
        let dark_won = frodo == GONE || invaded || stuck(LIGHT);
        let light_won = frodo == Region::MORDOR.0 || routed || stuck(DARK);
        match self.phase {
            Phase::DarkWon if !dark_won => Err(format!(
                "dark has won when Frodo is dead, {needed} dark pieces are in the shire, or light cannot move"
            )),
            Phase::LightWon if !light_won => Err(
                "light has won when Frodo is in mordor, or when dark has no piece or cannot move"
                    .into(),
            ),
            Phase::Move | Phase::Blocked | Phase::Tunnel if invaded => {
                Err(format!("dark has won with {needed} pieces in the shire"))
            }
            Phase::Move if routed && self.settings.wins == WinRule::Paper => {
                Err("light has won when all dark pieces are dead".into())
            }
            _ => Ok(()),
        }
    }

    /// Checks losses against moves. Pieces die and cards are played only in battles, and only moves
    /// lead to battles. A move costs at most the attacker and the defenders whom it meets.
    fn check_losses(&self, side: usize) -> Result<(), String> {
        let dead = self.sides[side].at.iter().filter(|&&at| at == GONE).count();
        let most = self.moves_of(side) + MOST_BATTLES * self.moves_of(1 - side);
        if dead > most.into() {
            return Err(format!(
                "{dead} {} pieces are dead, and {} moves can cost {most}",
                NAMES[side], self.moves
            ));
        }
        let used = (FULL_HAND[side] & !self.sides[side].hand).count_ones();
        if used > u32::from(MOST_BATTLES * self.moves) {
            return Err(format!("{} has played {used} cards in {} moves", NAMES[side], self.moves));
        }
        Ok(())
    }

    /// Checks trails before the first move, which is the first to show characters. Until then, the
    /// opponent knows only the characters that the setup keeps at home: the deal records nothing,
    /// so the trail of any other character would lead to its place before the deal.
    fn check_first_trail(&self, side: usize) -> Result<(), String> {
        let first = Confrontation::new(self.settings).sides[side].trail;
        if self.moves == 0 && self.sides[side].trail != first {
            return Err(format!(
                "before the first move, no character of {} was shown except those that the setup keeps at home",
                NAMES[side]
            ));
        }
        Ok(())
    }

    /// Checks steps against moves. Four pieces start at home and one in each region of the front. A
    /// move takes a piece one row forward; the Nazgul and the Rider go farther, and so does Light
    /// through the tunnel.
    fn check_steps(&self, side: usize) -> Result<(), String> {
        let row = |region: Region| {
            let rows = region.0 / 4 + region.0 % 4;
            u16::from(if side == DARK { 6 - rows } else { rows })
        };
        let far = [Character::NAZGUL, Character::RIDER].map(Character::index);
        let walks = |&index: &usize| {
            self.sides[side].at[index] != GONE && !(side == DARK && far.contains(&index))
        };
        let gone: u16 =
            (0..PIECES).filter(walks).map(|index| row(Region(self.sides[side].at[index]))).sum();
        let start: u16 = regions(FRONT[side]).map(row).sum();
        let stride = [1, 2][side];
        if gone > start + stride * self.moves_of(side) {
            return Err(format!(
                "{} pieces are farther from home than {} moves can have taken them",
                NAMES[side],
                self.moves_of(side)
            ));
        }
        Ok(())
    }
}
