//! Reachability checks of a position: consequences of how cards are drawn, played and used in
//! combat.

use super::cards::Kinds;
use super::{Magic, Phase};

/// Upper bounds on a player's past actions.
struct Course {
    /// Number of the player's finished turns.
    turns: u32,
    /// Number of cards that the player has drawn, including the opening hand.
    drawn: u32,
    /// Number of the player's finished combats.
    combats: u32,
}

impl Magic {
    /// Returns the first property that no game can lead to, if there is any.
    pub(super) fn check_course(&self) -> Result<(), String> {
        if self.phase == Phase::Deal {
            return Ok(());
        }
        (0..2).try_for_each(|seat| self.check_cards(seat))?;
        (0..2).try_for_each(|seat| self.check_lands(seat))?;
        (0..2).try_for_each(|seat| self.check_damage(seat))
    }

    fn course(&self, seat: usize) -> Course {
        let active = seat == self.active();
        let turns = u32::from((self.turn - seat as u16) / 2);
        let won = self.phase == Phase::Over && self.sides[1 - self.active()].life <= 0;
        let has_drawn =
            active && (won || matches!(self.phase, Phase::Attack | Phase::Block | Phase::Main));
        let has_fought = active && (won || self.phase == Phase::Main);
        let draws = turns + u32::from(has_drawn);
        let skipped = u32::from(seat == 0 && !self.table.first_draw && draws > 0);
        Course {
            turns,
            drawn: u32::from(self.table.hand) + draws - skipped,
            combats: turns + u32::from(has_fought),
        }
    }

    /// Checks that a player's cards in hand, in play and dead are as many as the drawn cards.
    fn check_cards(&self, seat: usize) -> Result<(), String> {
        let (drawn, side) = (self.course(seat).drawn, &self.sides[seat]);
        let shown = self.table.list.without(side.deck).total();
        if shown == drawn {
            return Ok(());
        }
        Err(format!(
            "by now player {} has drawn {drawn} cards, and {shown} are in hand, in play or dead",
            seat + 1
        ))
    }

    /// Checks one land a turn, and creatures that cost no more than the lands in play, turn by
    /// turn.
    fn check_lands(&self, seat: usize) -> Result<(), String> {
        let (Course { turns, .. }, side) = (self.course(seat), &self.sides[seat]);
        let now = seat == self.active();
        let landed = u32::from(now && self.landed);
        let lands = u32::from(side.lands);
        if lands > turns + landed {
            return Err(format!("player {} has played {lands} lands in {turns} turns", seat + 1));
        }
        let ever = self.ever(seat);
        let cost: u32 = ever.each().map(|kind| u32::from(self.table.cost[usize::from(kind)])).sum();
        let paid: u32 = (1..=turns).map(|turn| turn.min(lands - landed)).sum();
        let paid = paid + if now { u32::from(self.spent) } else { 0 };
        let too_dear =
            ever.each().find(|&kind| u32::from(self.table.cost[usize::from(kind)]) > lands);
        if cost > paid || too_dear.is_some() {
            return Err(format!(
                "player {} has cast creatures for {cost}, and {lands} lands in {turns} turns pay for {paid}",
                seat + 1
            ));
        }
        Ok(())
    }

    /// Checks losses: only creatures cause a loss of life or of creatures, and a creature attacks
    /// from the turn after it was cast.
    fn check_damage(&self, seat: usize) -> Result<(), String> {
        let enemies = self.ever(1 - seat);
        let power: u32 =
            enemies.each().map(|kind| u32::from(self.table.power[usize::from(kind)])).sum();
        let attacks = self.course(1 - seat).combats.saturating_sub(1);
        let lost = i32::from(self.table.life) - i32::from(self.sides[seat].life);
        if lost > (power * attacks) as i32 {
            return Err(format!(
                "player {} has lost {lost} life, and all creatures of the other deal {power} in each of {attacks} attacks",
                seat + 1
            ));
        }
        let dead = self.dead(seat).total();
        if dead > 0 && enemies == Kinds::NONE {
            return Err(format!(
                "player {} has lost creatures, and the other never had any",
                seat + 1
            ));
        }
        Ok(())
    }

    /// All creatures that were ever cast.
    fn ever(&self, seat: usize) -> Kinds {
        self.sides[seat].in_play().creatures.with(self.dead(seat).creatures)
    }
}
