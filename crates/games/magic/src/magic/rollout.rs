//! Fast playouts by rules.

use super::cards::Kinds;
use super::policy::shuffled;
use super::{
    Action, AttackRule, BlockRule, CardRule, Combat, Magic, Main, Phase, RulePlayer, expert,
};
use sortilege::evaluator::pay;
use sortilege::game::Chance;
use sortilege::playout::{Playout, Policy};
use sortilege::{Game, Rng, Turn};

/// Plays to the end by rules. It plays the same games as a [`Rollout`](sortilege::playout::Rollout)
/// of the same [`RulePlayer`], from the same random numbers, but faster: choices are applied
/// directly, without a list of actions.
#[derive(Clone, Debug)]
pub struct RuleRollout {
    rules: RulePlayer,
    scratch: Vec<Action>,
}

impl RuleRollout {
    /// A playout in which both sides follow `rules`.
    pub fn new(rules: RulePlayer) -> Self {
        RuleRollout { rules, scratch: vec![] }
    }

    /// Plays one move of the policy, or a chance event for a combat decision that players do not
    /// make.
    #[inline(never)]
    fn step(&mut self, state: &mut Magic, rng: &mut Rng) -> u32 {
        let asked = state.turn() != Turn::Chance;
        state.apply(match asked {
            true => self.rules.action(state, &mut self.scratch, rng),
            false => state.sample(rng),
        });
        u32::from(asked)
    }

    /// Draws a card for a player.
    #[inline]
    fn draw(state: &mut Magic, rng: &mut Rng) {
        let (card, active) = (state.next_card(rng), state.active());
        let side = &mut state.sides[active];
        side.deck.remove(card);
        side.hand.add(card);
        state.enter_attack();
    }

    /// Chooses attackers and blockers and resolves combat. Returns the number of moves, as all
    /// these functions do.
    #[inline]
    fn attack(&self, state: &mut Magic, rng: &mut Rng) -> u32 {
        let (combat, active) = (state.options.combat, state.active());
        let (side, whole) = (&state.sides[active], state.attacks_at_once());
        let moves = match (combat.is_settled(), whole) {
            (true, _) => 0,
            (_, true) => 1,
            _ => u32::from(side.len),
        };
        let attackers = match (combat, self.rules.attack) {
            (Combat::Expert(reading), _)
            | (Combat::Whole | Combat::Steps, AttackRule::Expert(reading)) => {
                expert::attackers(state, reading)
            }
            _ if whole => rng.bits() as u32 & side.all(),
            _ => (0..side.len).fold(0, |mask, place| mask | (rng.below(2) as u32) << place),
        };
        state.at = 0;
        if attackers == 0 {
            state.enter_main();
            return moves;
        }
        state.attackers = attackers;
        state.sides[active].tapped = attackers;
        state.phase = Phase::Block;
        moves + self.block(state, rng)
    }

    /// Chooses blockers, if there are any, and resolves combat.
    #[inline]
    fn block(&self, state: &mut Magic, rng: &mut Rng) -> u32 {
        let (combat, untapped) = (state.options.combat, state.sides[1 - state.active()].untapped());
        let moves = match combat.is_settled() {
            true => 0,
            false if untapped != 0 && state.blocks_at_once() => 1,
            false => untapped.count_ones(),
        };
        match (combat, self.rules.block) {
            (Combat::Expert(reading), _)
            | (Combat::Whole | Combat::Steps, BlockRule::Expert(reading)) => {
                state.guards = expert::guards(state, reading);
                state.finish_combat();
            }
            _ => {
                // One choice for each of the attackers, by its number among them, and one for no
                // block.
                let choices = state.attackers.count_ones() as usize + 1;
                let bands = state.bands(|_| rng.below(choices));
                state.fight(&bands, |number, _| number + 1);
                state.leave_combat();
            }
        }
        moves
    }

    /// Chooses cards.
    #[inline]
    fn play(&mut self, state: &mut Magic, rng: &mut Rng) -> u32 {
        if state.options.main != Main::Whole || self.rules.cards == CardRule::Random {
            return self.step(state, rng);
        }
        let (hand, mana, active, table) =
            (state.undecided(), state.mana(), state.active(), state.table.0);
        let (land, tosses) = (u8::from(state.may_land()), self.rules.tosses(state));
        let side = &mut state.sides[active];
        side.lands += land;
        side.hand.lands -= land;
        let cast = |kind: u8| {
            side.enter(kind);
            side.hand.creatures.0 -= Kinds::one(kind).0;
        };
        match self.rules.cards {
            CardRule::Greedy => expert::greedy(table, hand, mana).each().for_each(cast),
            _ => shuffled(table, hand, mana, tosses, rng).for_each(cast),
        }
        state.end_turn();
        1
    }
}

impl Playout<Magic> for RuleRollout {
    fn finish(&mut self, state: &mut Magic, rng: &mut Rng, values: &mut [f64]) -> u32 {
        let moves = self.run(state, rng);
        pay(state, values);
        moves
    }
}

impl RuleRollout {
    /// Plays to the end and returns the number of moves that players made.
    pub fn run(&mut self, state: &mut Magic, rng: &mut Rng) -> u32 {
        let mut moves = 0;
        // Completes a choice that has begun creature by creature.
        while state.at != state.first_asked() {
            moves += self.step(state, rng);
        }
        loop {
            match state.phase {
                Phase::Deal => state.draw(state.next_card(rng)),
                Phase::Draw => Self::draw(state, rng),
                Phase::Attack => moves += self.attack(state, rng),
                Phase::Block => moves += self.block(state, rng),
                Phase::Main => moves += self.play(state, rng),
                Phase::Over => return moves,
            };
        }
    }
}
