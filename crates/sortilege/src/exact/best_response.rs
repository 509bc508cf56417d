//! Expected payoffs, best responses and exploitability of policies.
//!
//! A best response knows the policies of all other players and maximises against them at its own
//! information sets. At a set, the value of an action is a sum over the states of the set, each
//! weighted by the probability that chance and the other players lead to it (counterfactual reach).
//! In sequence form this takes one pass over the endings and one pass over the responder's sets,
//! last ones first.

use super::policy::Tabulated;
use super::tree::GameTree;
use crate::Player;
use crate::game::Observe;

/// The expected payoff of each seat if all follow `policy`.
pub fn expected_payoffs<G: Observe>(tree: &GameTree<G>, policy: &Tabulated) -> Vec<f64> {
    let plan = policy.plan(tree);
    let mut means = vec![0.0; tree.players()];
    for (slots, payoffs) in tree.endings() {
        let reach: f64 = slots.iter().map(|&slot| plan[slot as usize]).product();
        means.iter_mut().zip(payoffs).for_each(|(mean, payoff)| *mean += reach * payoff);
    }
    means
}

/// A best response of one seat to the policy of the others.
#[derive(Clone, Debug, PartialEq)]
pub struct BestResponse {
    /// The expected payoff of the responder.
    pub value: f64,
    /// The policy with the responder's part replaced by the first of the best actions at each set.
    pub policy: Tabulated,
}

impl BestResponse {
    /// The best response of `who` to the other seats' part of `policy`.
    pub fn new<G: Observe>(tree: &GameTree<G>, policy: &Tabulated, who: Player) -> Self {
        let mut gains = gains_against_others(tree, &policy.plan(tree), who);
        let mut response = policy.clone();
        let sets: Vec<_> = tree.sets_of(who).collect();
        for &set in sets.iter().rev() {
            let slots = tree.slots(set);
            let best = slots
                .clone()
                .reduce(|best, next| if gains[next] > gains[best] { next } else { best });
            let best = best.expect("a legal action");
            gains[tree.parent(set)] += gains[best];
            let pure: Vec<f64> = slots.map(|slot| if slot == best { 1.0 } else { 0.0 }).collect();
            response.set(tree, set, &pure);
        }
        BestResponse { value: gains[who.0], policy: response }
    }
}

/// The sum over seats of the gain of a best response against `policy`: 0 at an equilibrium.
pub fn nash_conv<G: Observe>(tree: &GameTree<G>, policy: &Tabulated) -> f64 {
    let earned = expected_payoffs(tree, policy);
    let gain = |(who, mean)| BestResponse::new(tree, policy, Player(who)).value - mean;
    earned.into_iter().enumerate().map(gain).sum()
}

/// The mean of [`nash_conv`] over the seats. In a two-player zero-sum game it is the mean payoff of
/// the best response to `policy` over both seats.
pub fn exploitability<G: Observe>(tree: &GameTree<G>, policy: &Tabulated) -> f64 {
    nash_conv(tree, policy) / tree.players() as f64
}

/// For each slot of `who`, the payoff of the endings right after it, weighted by chance and the
/// plans of the other players.
fn gains_against_others<G: Observe>(
    tree: &GameTree<G>,
    plan: &[f64],
    Player(who): Player,
) -> Vec<f64> {
    let mut gains = vec![0.0; tree.size()];
    for (slots, payoffs) in tree.endings() {
        let others = slots.iter().enumerate().filter(|&(seat, _)| seat != who);
        let reach: f64 = others.map(|(_, &slot)| plan[slot as usize]).product();
        gains[slots[who] as usize] += reach * payoffs[who];
    }
    gains
}

#[cfg(test)]
mod tests {
    use super::super::expectimax;
    use super::super::toys::{Act, CHIPS, Kuhn, Sketch, Toy};
    use super::*;

    fn assert_close(found: f64, right: f64) {
        assert!((found - right).abs() < 1e-12, "{found}, not {right}");
    }

    /// Computed by hand: over the six deals, uniform play earns the first player 1/8 chip; best
    /// responses gain 3/8 and 13/24 chip over it.
    #[test]
    fn uniform_kuhn_poker() {
        let tree = GameTree::new(&Kuhn::default());
        let uniform = Tabulated::uniform(&tree);
        let earned = expected_payoffs(&tree, &uniform);
        assert_close(CHIPS * earned[0], 0.125);
        assert_close(CHIPS * earned[1], -0.125);
        let best = [0, 1].map(|who| BestResponse::new(&tree, &uniform, Player(who)).value);
        assert_close(CHIPS * (best[0] - earned[0]), 0.375);
        assert_close(CHIPS * (best[1] - earned[1]), 13.0 / 24.0);
        assert_close(CHIPS * nash_conv(&tree, &uniform), 11.0 / 12.0);
        assert_close(CHIPS * exploitability(&tree, &uniform), 11.0 / 24.0);
    }

    #[test]
    fn a_best_response_earns_what_it_promises() {
        let tree = GameTree::new(&Kuhn::default());
        let policy = Tabulated::from_fn(&tree, |view, _, _| {
            if view.1 == Some(1) { vec![0.9, 0.1] } else { vec![0.4, 0.6] }
        });
        for who in [0, 1] {
            let response = BestResponse::new(&tree, &policy, Player(who));
            assert_close(expected_payoffs(&tree, &response.policy)[who], response.value);
            for set in tree.sets_of(Player(1 - who)) {
                assert_eq!(response.policy.at(&tree, set), policy.at(&tree, set));
            }
        }
    }

    /// Kuhn's equilibria: one for each alpha in [0, 1/3].
    #[test]
    fn best_responses_gain_nothing_against_an_equilibrium() {
        let tree = GameTree::new(&Kuhn::default());
        for alpha in [0.0, 0.1, 1.0 / 3.0] {
            let policy = Tabulated::from_fn(&tree, |(seat, card, bets), _, _| {
                let bet = match (*seat, card.expect("dealt"), bets.as_slice()) {
                    (0, 0, []) => alpha,
                    (0, 2, []) => 3.0 * alpha,
                    (0, 1, [_, _]) => alpha + 1.0 / 3.0,
                    (1, 1, [Act::Bet]) | (1, 0, [Act::Pass]) => 1.0 / 3.0,
                    (0, 2, [_, _]) | (1, 2, _) => 1.0,
                    _ => 0.0,
                };
                vec![1.0 - bet, bet]
            });
            assert_close(CHIPS * expected_payoffs(&tree, &policy)[0], -1.0 / 18.0);
            assert_close(nash_conv(&tree, &policy), 0.0);
        }
    }

    /// With one player, a best response solves the game; with three, the others keep their policy.
    #[test]
    fn one_and_three_players() {
        use Sketch::*;
        static ALONE: Sketch = Choose(
            0,
            &[
                End(&[0.5]),
                Chance(&[(0.75, End(&[0.75])), (0.25, Choose(0, &[End(&[-1.0]), End(&[0.5])]))]),
            ],
        );
        let tree = GameTree::new(&Toy::new(&ALONE));
        let alone = BestResponse::new(&tree, &Tabulated::uniform(&tree), Player(0));
        assert_close(alone.value, expectimax::value(&Toy::new(&ALONE))[0]);
        assert_close(nash_conv(&tree, &alone.policy), 0.0);

        static THREE: Sketch = Choose(
            0,
            &[
                Choose(
                    1,
                    &[
                        End(&[0.1, 0.2, 0.3]),
                        Choose(2, &[End(&[0.9, 0.1, 0.5]), End(&[0.0, 0.9, 0.5])]),
                    ],
                ),
                End(&[0.05, 1.0, 1.0]),
            ],
        );
        let tree = GameTree::new(&Toy::new(&THREE));
        let best = |who| BestResponse::new(&tree, &Tabulated::uniform(&tree), Player(who)).value;
        assert_close(best(0), 0.5 * 0.1 + 0.25 * 0.9);
        assert_close(best(1), 0.5 * 1.0 + 0.5 * 0.5);
        assert_close(best(2), 0.5 * 1.0 + 0.25 * 0.3 + 0.25 * 0.5);
    }
}
