//! Games of sheets with percepts: everything else is hidden.

use crate::belief;
use crate::core::{Core, Led};
use crate::joint_moves::{self, for_each_joint};
use crate::layers::{Layer, Moment, Node};
use crate::log::{Log, Moments};
use crate::moves::{Action, NOTHING, Percept, ROLES, State};
use crate::sheet::Sheet;
use sortilege::game::{
    Chance, Hidden, Key, Observe, Outcomes, Quality, Recall, Redeal, Simultaneous,
};
use sortilege::{Game, Player, Rng, Turn};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A game with hidden information, whose sheet defines the percepts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HiddenGame {
    pub(crate) core: Core,
    /// All steps so far: joint moves and percepts.
    pub(crate) log: Log,
    /// Turn as the seat knows it, in a determinization that disagrees with it. Valid until the next
    /// action.
    known: Option<Arc<KnownTurn>>,
}

/// Turn as a seat knows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct KnownTurn {
    seat: Player,
    status: Status,
    chosen: Option<Option<Action>>,
}

/// Information set of a seat: its moves, its percepts, and its present choice.
#[derive(Clone)]
pub struct Knowledge {
    sheet: Arc<Sheet>,
    seat: Player,
    pub(crate) moments: Moments,
    /// Whether a player has chosen while chance has still to act, and the choice if it was this
    /// seat's.
    chosen: Option<Option<Action>>,
    status: Status,
}

/// Present choice of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Status {
    Asked(Vec<Action>),
    /// Simultaneous with other seats.
    AskedToo(Vec<Action>),
    Waits,
    Over,
}

impl PartialEq for Knowledge {
    fn eq(&self, other: &Self) -> bool {
        let parts = |one: &Self| (one.seat, one.chosen);
        Arc::ptr_eq(&self.sheet, &other.sheet)
            && parts(self) == parts(other)
            && self.moments == other.moments
            && self.status == other.status
    }
}

impl Eq for Knowledge {}

impl Hash for Knowledge {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.seat, &self.moments, self.chosen, &self.status).hash(hasher);
    }
}

impl std::fmt::Debug for Knowledge {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(
            out,
            "{:?} after {:?}, {:?}, {:?}",
            self.seat, self.moments, self.chosen, self.status
        )
    }
}

/// Observation of an action by a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Seen {
    /// Move of the seat itself, if it made one.
    pub(crate) own: Option<Action>,
    /// Percept of the seat, if a step was made.
    pub(crate) percept: Option<Percept>,
}

impl HiddenGame {
    /// Initial state.
    pub fn new(sheet: Arc<Sheet>) -> Self {
        HiddenGame::at(Core::new(sheet))
    }

    /// Whether several seats choose in one step.
    pub fn is_simultaneous(&self) -> bool {
        self.core.is_simultaneous()
    }

    /// Sheet of the game.
    pub fn sheet(&self) -> &Arc<Sheet> {
        &self.core.sheet
    }

    /// A game without a log.
    fn at(core: Core) -> Self {
        HiddenGame { core, log: Log::default(), known: None }
    }

    fn note(&mut self, led: Led) {
        self.known = None;
        if let Led::Stepped(joint, percepts) = led {
            self.log.push(self.core.sheet.roles(), (joint, percepts));
        }
    }

    pub(crate) fn role(&self, who: Player) -> usize {
        self.core.sheet.role_of(who)
    }

    /// Replaces `out` with the legal moves of a player.
    fn moves_of(&self, who: Player, out: &mut Vec<Action>) {
        match &self.known {
            Some(known) if known.seat == who => {
                out.clear();
                out.extend_from_slice(known.status.options());
            }
            _ => self.core.legal(self.role(who), out),
        }
    }

    fn random_move_of(&self, who: Player, rng: &mut Rng) -> Action {
        match &self.known {
            Some(known) if known.seat == who => rng.pick(known.status.options()),
            _ => self.core.draw(self.role(who), rng),
        }
    }

    fn status(&self, who: Player) -> Status {
        if let Some(known) = self.known.as_ref().filter(|known| known.seat == who) {
            return known.status.clone();
        }
        let is_asked = match self.core.turn {
            Turn::Over => return Status::Over,
            Turn::Player(mover) => mover == who,
            Turn::Together => true,
            Turn::Chance => false,
        };
        if !is_asked {
            return Status::Waits;
        }
        let mut list = vec![];
        self.core.legal(self.role(who), &mut list);
        match self.core.turn {
            Turn::Together => Status::AskedToo(list),
            _ => Status::Asked(list),
        }
    }

    /// Choice of a seat that is not applied yet; the seat then had more than one legal move.
    fn pending(&self, who: Player) -> Option<Option<Action>> {
        if let Some(known) = self.known.as_ref().filter(|known| known.seat == who) {
            return known.chosen;
        }
        let role = self.role(who);
        self.core.chosen.map(|joint| (self.core.count(role) > 1).then_some(joint[role]))
    }

    /// Information set of a seat after these moves and percepts, for a player in a match over a
    /// network. Its legal moves are those of the most likely state. `None` if the game is over in
    /// all states that were found.
    pub fn knowledge_of(
        sheet: &Arc<Sheet>,
        seat: Player,
        moments: Vec<(Action, u64)>,
    ) -> Option<Knowledge> {
        let state = likely_state(sheet, seat, &moments)?;
        let core = Core::at(sheet.clone(), state, moments.len() as u32, None);
        let status = HiddenGame::at(core).status(seat);
        Some(Knowledge {
            sheet: sheet.clone(),
            seat,
            moments: moments.into(),
            chosen: None,
            status,
        })
    }
}

/// Most likely state after these moves and percepts of a seat, among the states in which the game
/// is not over.
pub(crate) fn likely_state(sheet: &Sheet, seat: Player, moments: &[Moment]) -> Option<State> {
    let layer = belief::layer(sheet, sheet.role_of(seat), moments);
    let goes_on = |node: &&Node| joint_moves::options(sheet, &node.state).is_some();
    let likely = layer.nodes.iter().filter(goes_on).max_by(|a, b| a.weight.total_cmp(&b.weight))?;
    Some(likely.state.clone())
}

impl Status {
    fn options(&self) -> &[Action] {
        match self {
            Status::Asked(list) | Status::AskedToo(list) => list,
            Status::Waits | Status::Over => &[],
        }
    }
}

impl Knowledge {
    /// Legal moves, if the seat has to choose.
    pub fn options(&self) -> &[Action] {
        self.status.options()
    }

    pub(crate) fn sheet(&self) -> &Arc<Sheet> {
        &self.sheet
    }
}

impl Game for HiddenGame {
    type Action = Action;
    const DRAWS_UNLISTED: bool = true;

    fn players(&self) -> usize {
        self.core.sheet.players()
    }
    #[inline]
    fn turn(&self) -> Turn {
        self.core.turn
    }
    fn actions(&self, out: &mut Vec<Action>) {
        let Turn::Player(who) = self.core.turn else { return out.clear() };
        self.moves_of(who, out);
    }
    fn apply(&mut self, action: Action) {
        let led = self.core.apply(action);
        self.note(led);
    }
    fn payoff(&self, who: Player) -> f64 {
        self.core.payoff(who)
    }
    fn random_action(&self, _: &mut Vec<Action>, rng: &mut Rng) -> Action {
        let Turn::Player(who) = self.core.turn else { unreachable!("a player is on turn") };
        self.random_move_of(who, rng)
    }
}

impl Chance for HiddenGame {
    fn sample(&self, rng: &mut Rng) -> Action {
        self.core.sample(rng)
    }
}

impl Outcomes for HiddenGame {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        let mut list = vec![];
        self.core.outcomes(&mut list);
        out.clear();
        out.extend(list.iter().map(|&outcome| (outcome, 1.0 / list.len() as f64)));
    }
}

impl Simultaneous for HiddenGame {
    fn choices(&self, who: Player, out: &mut Vec<Action>) {
        self.moves_of(who, out);
    }
    fn apply_together(&mut self, choices: &[Action]) {
        let led = self.core.apply_together(choices);
        self.note(led);
    }
    fn random_choice(&self, who: Player, _: &mut Vec<Action>, rng: &mut Rng) -> Action {
        self.random_move_of(who, rng)
    }
}

impl Hidden for HiddenGame {
    type View = Knowledge;

    fn view(&self, who: Player) -> Knowledge {
        let sheet = self.core.sheet.clone();
        let moments = Moments::of(&self.log, self.role(who));
        Knowledge { sheet, seat: who, moments, chosen: self.pending(who), status: self.status(who) }
    }

    /// Samples a state with its probability by chance alone; every history of the players counts
    /// equally. If there are too many states, the state comes from a weighted sample. If no
    /// consistent history is found, the state is the one that fits best, with the legal moves that
    /// the seat knows.
    fn determinize(view: &Knowledge, rng: &mut Rng) -> HiddenGame {
        let role = view.sheet.role_of(view.seat);
        let layer = belief::layer(&view.sheet, role, &view.moments);
        let steps = view.moments.len() as u32;
        // The first draw nearly always fits, because a history mostly determines the turn.
        for _ in 0..32 {
            let weights = layer.nodes.iter().map(|node| node.weight);
            let at = draw(weights, rng);
            let games = games(view, role, &layer.nodes[at].state, steps);
            // If there are several ways to have chosen, each counts.
            let most = view.most_games(role, &layer.nodes[at].state);
            if !games.is_empty() && (most == 1 || rng.below(most) < games.len()) {
                return with_history(games[rng.below(games.len())].clone(), &layer, at, rng);
            }
        }
        let all: Vec<(usize, Vec<Core>)> = (0..layer.nodes.len())
            .map(|at| (at, games(view, role, &layer.nodes[at].state, steps)))
            .collect();
        if all.iter().all(|(_, games)| games.is_empty()) {
            return view.as_known(&layer, rng);
        }
        let weights = all.iter().map(|(at, games)| layer.nodes[*at].weight * games.len() as f64);
        let (at, games) = &all[draw(weights, rng)];
        with_history(games[rng.below(games.len())].clone(), &layer, *at, rng)
    }

    fn legal_actions(view: &Knowledge) -> Option<Vec<Action>> {
        Some(view.options().to_vec())
    }
}

/// Samples an index in proportion to weights.
fn draw(weights: impl Iterator<Item = f64>, rng: &mut Rng) -> usize {
    let weights: Vec<f64> = weights.collect();
    rng.weighted(&weights)
}

impl Knowledge {
    /// Upper bound of the number of ways in which the other players can have chosen.
    fn most_games(&self, _: usize, state: &State) -> usize {
        if self.chosen.is_none() {
            return 1;
        }
        let (_, counts) = self.sheet.survey(state);
        (0..self.sheet.players())
            .map(|seat| counts[self.sheet.role_of(Player(seat))] as usize)
            .product()
    }
}

impl Knowledge {
    /// A game at one of the states of a layer, none of which agrees with the turn that the seat
    /// knows. The seat gets the turn and the legal moves that it knows.
    fn as_known(&self, layer: &Layer, rng: &mut Rng) -> HiddenGame {
        let weights = layer.nodes.iter().map(|node| node.weight);
        let at = draw(weights, rng);
        let state = &layer.nodes[at].state;
        let is_stuck =
            self.status != Status::Over && joint_moves::options(&self.sheet, state).is_none();
        // The game is over in that state. The initial state is used: it is not over, as the seat
        // would know.
        let state = if is_stuck { self.sheet.start() } else { state };
        let core = Core::at(self.sheet.clone(), state.clone(), self.moments.len() as u32, None);
        let chosen = self
            .chosen
            .map(|own| core.any_joint(own.map(|own| (self.sheet.role_of(self.seat), own))));
        let turn = match &self.status {
            Status::Asked(_) => Turn::Player(self.seat),
            Status::AskedToo(_) => Turn::Together,
            Status::Waits
                if core.turn == Turn::Player(self.seat) || core.turn == Turn::Together =>
            {
                Turn::Chance
            }
            Status::Waits if chosen.is_some() => Turn::Chance,
            Status::Waits => core.turn,
            Status::Over => Turn::Over,
        };
        let known = KnownTurn { seat: self.seat, status: self.status.clone(), chosen: self.chosen };
        let game = with_history(core.with_turn(turn, chosen), layer, at, rng);
        HiddenGame { known: Some(Arc::new(known)), ..game }
    }
}

/// Games at a state that agree with the knowledge of a seat.
fn games(view: &Knowledge, role: usize, state: &State, steps: u32) -> Vec<Core> {
    let at = |chosen| Core::at(view.sheet.clone(), state.clone(), steps, chosen);
    let fits = |core: &Core| {
        let game = HiddenGame::at(core.clone());
        game.status(view.seat) == view.status && game.pending(view.seat) == view.chosen
    };
    let Some(own) = view.chosen else { return vec![at(None)].into_iter().filter(fits).collect() };
    let mut lists: Vec<Vec<Action>> = vec![vec![]; view.sheet.roles()];
    for (other, list) in lists.iter_mut().enumerate() {
        match Some(other) == view.sheet.random() {
            true => *list = vec![NOTHING],
            false => view.sheet.legal(state, other, list),
        }
    }
    let own = own.unwrap_or_else(|| lists[role].first().copied().unwrap_or(NOTHING));
    let mut out = vec![];
    lists[role] = vec![own];
    for_each_joint(&lists, &mut |joint| {
        let mut joint = *joint;
        if let Some(random) = view.sheet.random() {
            let mut list = vec![];
            view.sheet.legal(state, random, &mut list);
            joint[random] = if list.len() == 1 { list[0] } else { NOTHING };
        }
        out.push(at(Some(joint)));
    });
    out.retain(fits);
    out
}

fn with_history(core: Core, layer: &Layer, at: usize, rng: &mut Rng) -> HiddenGame {
    let ways = layer.history(at, rng);
    let mut log = Log::default();
    for way in ways.into_iter().rev() {
        log.push(core.sheet.roles(), (way.joint, way.percepts));
    }
    HiddenGame { log, ..HiddenGame::at(core) }
}

impl Observe for HiddenGame {
    type Seen = Seen;
    const RECALL: Recall = Recall::Perfect;

    fn seen(&self, action: Action, who: Player) -> Option<Seen> {
        let role = self.role(who);
        let percept = self.core.joint(action).map(|joint| self.core.percepts(&joint)[role]);
        match self.core.turn {
            Turn::Player(mover) => Some(Seen { own: (mover == who).then_some(action), percept }),
            Turn::Together => {
                let is_own = self.core.sheet.role_of_action(action) == role;
                is_own.then_some(Seen { own: Some(action), percept: None })
            }
            _ => Some(Seen { own: None, percept }),
        }
    }
}

impl Key for HiddenGame {
    fn key(&self) -> u64 {
        self.core.key()
    }
}

impl Quality for HiddenGame {
    fn quality(&self) -> f64 {
        self.core.quality()
    }
}

impl Redeal for HiddenGame {
    /// Plays random games until one is indistinguishable for the seat; returns the same game if
    /// none is found soon.
    fn redeal(&self, who: Player, rng: &mut Rng) -> Self {
        let role = self.role(who);
        'games: for _ in 0..200 {
            let mut game = HiddenGame::new(self.core.sheet.clone());
            for (joint, percepts) in self.log.steps() {
                if game.core.turn == Turn::Over || !game.step_like(role, joint[role], rng) {
                    continue 'games;
                }
                if game.log.last_percepts()[role] != percepts[role] {
                    continue 'games;
                }
            }
            if self.chosen_like(&mut game, who, rng) {
                return game;
            }
        }
        self.clone()
    }

    fn disguise(&self, action: Action, who: Player, rng: &mut Rng) -> Action {
        let (role, mut list) = (self.role(who), vec![]);
        match self.core.turn {
            Turn::Player(mover) if mover == who => return action,
            Turn::Player(mover) => self.core.legal(self.role(mover), &mut list),
            Turn::Chance => self.core.outcomes(&mut list),
            // The number of an action reveals whose choice it is.
            _ => {
                for seat in (0..self.players()).map(Player).filter(|&seat| seat != who) {
                    let mut own = vec![];
                    self.core.legal(self.role(seat), &mut own);
                    if own.contains(&action) {
                        return own[rng.below(own.len())];
                    }
                }
                return action;
            }
        }
        let look = |action| self.core.joint(action).map(|joint| self.core.percepts(&joint)[role]);
        let wanted = look(action);
        list.retain(|&other| look(other) == wanted);
        list[rng.below(list.len())]
    }
}

impl HiddenGame {
    /// Makes one step in which a role makes a given move and all others a random one. Returns
    /// whether it can.
    fn step_like(&mut self, role: usize, own: Action, rng: &mut Rng) -> bool {
        let mut joint = [NOTHING; ROLES];
        for (other, action) in joint.iter_mut().enumerate().take(self.core.sheet.roles()) {
            let mut list = vec![];
            self.core.legal(other, &mut list);
            *action = match other == role {
                true if !list.contains(&own) => return false,
                true => own,
                false => list[rng.below(list.len())],
            };
        }
        let percepts =
            self.core.sheet.clone().observe(&mut self.core.state, self.core.steps, &joint);
        self.core =
            Core::at(self.core.sheet.clone(), self.core.state.clone(), self.core.steps + 1, None);
        self.log.push(self.core.sheet.roles(), (joint, percepts));
        true
    }

    /// Continues to the chance turn if this game is at one. Returns whether the other game can
    /// follow.
    fn chosen_like(&self, game: &mut HiddenGame, who: Player, rng: &mut Rng) -> bool {
        if let Some(chosen) = self.core.chosen {
            let choices: Vec<Action> = (0..game.players())
                .map(|seat| {
                    let own = chosen[self.role(who)];
                    if seat == who.0 { own } else { game.core.draw(game.role(Player(seat)), rng) }
                })
                .collect();
            match game.core.turn {
                Turn::Together => game.apply_together(&choices),
                Turn::Player(mover) => game.apply(choices[mover.0]),
                _ => return false,
            }
        }
        game.core.chosen.is_some() == self.core.chosen.is_some()
            && game.status(who) == self.status(who)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engines, Options};
    use sortilege::Budget;
    use sortilege::search::{MoIsmcts, Search, Setup, SoIsmcts};

    const SHEETS: [&str; 4] = [
        include_str!("../../../games/gdl/kuhn.kif"),
        include_str!("../../../games/gdl/krieg-tic-tac-toe.kif"),
        include_str!("../../../games/gdl/rock-paper-scissors.kif"),
        include_str!("../../../games/gdl/monty-hall.kif"),
    ];

    fn random_step(game: &mut HiddenGame, rng: &mut Rng) {
        match game.turn() {
            Turn::Over => {}
            Turn::Chance => game.apply(game.sample(rng)),
            Turn::Player(_) => game.apply(game.random_action(&mut vec![], rng)),
            Turn::Together => {
                let seats = (0..game.players()).map(Player);
                let choices: Vec<Action> =
                    seats.map(|seat| game.random_choice(seat, &mut vec![], rng)).collect();
                game.apply_together(&choices);
            }
        }
    }

    /// Views with percepts or turns that the rules do not allow: a state is sampled that looks like
    /// the view, and the game goes on.
    #[test]
    fn impossible_views_are_drawn_and_played() {
        let (mut patched, setup) = (0, || Setup::new(Budget::iterations(20)));
        for (number, text) in SHEETS.into_iter().enumerate() {
            for (engines, seed) in [(Engines::Net, 9), (Engines::Machine, 9), (Engines::Net, 10)] {
                let sheet = Sheet::read(text, &Options { engines, ..Options::default() }).unwrap();
                let mut rng = Rng::derive(&[seed, number as u64]);
                let mut game = HiddenGame::new(sheet);
                let mut turns = vec![vec![]; game.players()];
                while game.turn() != Turn::Over {
                    random_step(&mut game, &mut rng);
                    for seat in (0..game.players()).map(Player) {
                        let mut view = game.view(seat);
                        turns[seat.0].push((view.status.clone(), view.chosen));
                        if view.moments.is_empty() {
                            continue;
                        }
                        let at = rng.below(view.moments.len());
                        match rng.below(2) {
                            0 => {
                                let mut moments = view.moments.to_vec();
                                moments[at].1 ^= 1 << rng.below(3);
                                view.moments = moments.into();
                            }
                            _ => {
                                let turn = turns[seat.0][rng.below(turns[seat.0].len())].clone();
                                (view.status, view.chosen) = turn;
                            }
                        }
                        let mut drawn = HiddenGame::determinize(&view, &mut rng);
                        assert_eq!(drawn.view(seat), view);
                        patched += u32::from(drawn.known.is_some());
                        if !view.options().is_empty() {
                            let so =
                                SoIsmcts::<HiddenGame>::new(setup()).decide(&view, seat, &mut rng);
                            let mo =
                                MoIsmcts::<HiddenGame>::new(setup()).decide(&view, seat, &mut rng);
                            assert!(
                                [so, mo].iter().all(|one| view.options().contains(&one.action))
                            );
                        }
                        (0..100).for_each(|_| random_step(&mut drawn, &mut rng));
                    }
                }
            }
        }
        assert!(patched > 10, "only {patched} states disagreed with their views");
    }
}
