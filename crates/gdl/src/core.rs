//! State of a game of a sheet, and who acts next. A step of GDL is a joint move of all roles. Here
//! it is one or two turns: a turn of the roles that have a choice, and a chance turn if chance has
//! a choice or has to deliver the percepts.

use crate::moves::{Action, Joint, NOTHING, OVER, Percepts, ROLES, State};
use crate::sheet::Sheet;
use sortilege::{Player, Rng, Turn};
use std::sync::Arc;

/// State of a game.
#[derive(Clone, Debug)]
pub(crate) struct Core {
    pub(crate) sheet: Arc<Sheet>,
    pub(crate) state: State,
    pub(crate) steps: u32,
    /// Moves already chosen while chance has still to act.
    pub(crate) chosen: Option<Joint>,
    pub(crate) turn: Turn,
    /// Number of legal moves of each role.
    counts: [u32; ROLES],
}

impl PartialEq for Core {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.sheet, &other.sheet)
            && (self.steps, &self.chosen, &self.state) == (other.steps, &other.chosen, &other.state)
    }
}

impl Eq for Core {}

impl std::hash::Hash for Core {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        (self.steps, &self.chosen, &self.state).hash(hasher);
    }
}

/// Effect of an action.
pub(crate) enum Led {
    /// The step is incomplete; chance has to act first.
    Waits,
    /// A step was made, with these percepts.
    Stepped(Joint, Percepts),
}

impl Core {
    pub(crate) fn new(sheet: Arc<Sheet>) -> Self {
        let state = sheet.start().clone();
        Core::at(sheet, state, 0, None)
    }

    pub(crate) fn at(sheet: Arc<Sheet>, state: State, steps: u32, chosen: Option<Joint>) -> Self {
        let mut core = Core { sheet, state, steps, chosen, turn: Turn::Over, counts: [0; ROLES] };
        core.find_turn();
        core
    }

    /// The same state with another turn.
    pub(crate) fn with_turn(self, turn: Turn, chosen: Option<Joint>) -> Self {
        Core { turn, chosen, ..self }
    }

    fn find_turn(&mut self) {
        let (is_terminal, counts) = self.sheet.survey(&self.state);
        self.counts = counts;
        let is_stuck = counts[..self.sheet.roles()].contains(&0);
        self.turn = match is_terminal || is_stuck || self.steps >= self.sheet.longest {
            true => Turn::Over,
            false => self.next_turn(),
        };
    }

    fn next_turn(&self) -> Turn {
        if self.chosen.is_some() {
            return Turn::Chance;
        }
        let mut choosing = (0..self.sheet.players())
            .filter(|&seat| self.counts[self.sheet.role_of(Player(seat))] > 1);
        match (choosing.next(), choosing.next()) {
            // Whether chance has a choice can be hidden information. A step without any choice must
            // then look like a chance step.
            (None, _) if self.is_chance_free() || self.sheet.is_hidden() => Turn::Chance,
            (None, _) => Turn::Player(Player(0)),
            (Some(seat), None) => Turn::Player(Player(seat)),
            _ => Turn::Together,
        }
    }

    /// Whether chance has a choice.
    fn is_chance_free(&self) -> bool {
        self.sheet.random().is_some_and(|role| self.counts[role] > 1)
    }

    /// Moves of all roles without a choice.
    fn forced(&self) -> Joint {
        let mut joint = [NOTHING; ROLES];
        for (role, action) in joint.iter_mut().enumerate().take(self.sheet.roles()) {
            if self.counts[role] == 1 {
                *action = self.sheet.nth(&self.state, role, 0);
            }
        }
        joint
    }

    /// A legal move of every player, with `fixed` as the move of its role; also the move of chance
    /// if it has no choice.
    pub(crate) fn any_joint(&self, fixed: Option<(usize, Action)>) -> Joint {
        let mut joint = self.forced();
        self.fill(&mut joint);
        if let Some((role, action)) = fixed {
            joint[role] = action;
        }
        joint
    }

    /// Gives a move to every player that has none. This is needed only at a turn that the rules do
    /// not produce.
    fn fill(&self, joint: &mut Joint) {
        for role in (0..self.sheet.players()).map(|seat| self.sheet.role_of(Player(seat))) {
            if joint[role] == NOTHING && self.counts[role] > 0 {
                joint[role] = self.sheet.nth(&self.state, role, 0);
            }
        }
    }

    pub(crate) fn legal(&self, role: usize, out: &mut Vec<Action>) {
        out.clear();
        self.sheet.legal(&self.state, role, out);
    }

    pub(crate) fn count(&self, role: usize) -> u32 {
        self.counts[role]
    }

    /// All chance outcomes; all are equally likely.
    pub(crate) fn outcomes(&self, out: &mut Vec<Action>) {
        match self.sheet.random() {
            Some(role) => self.legal(role, out),
            None => *out = vec![NOTHING],
        }
    }

    pub(crate) fn sample(&self, rng: &mut Rng) -> Action {
        match self.sheet.random() {
            Some(role) => self.sheet.draw(&self.state, role, self.counts[role], rng),
            None => NOTHING,
        }
    }

    pub(crate) fn draw(&self, role: usize, rng: &mut Rng) -> Action {
        self.sheet.draw(&self.state, role, self.counts[role], rng)
    }

    /// Joint move that an action of the acting player completes; `None` if it completes none.
    pub(crate) fn joint(&self, action: Action) -> Option<Joint> {
        let mut joint = self.chosen.unwrap_or_else(|| self.forced());
        match self.turn {
            Turn::Chance => {
                if let Some(role) = self.sheet.random() {
                    joint[role] = action;
                }
                self.fill(&mut joint);
                Some(joint)
            }
            Turn::Player(seat) => {
                joint[self.sheet.role_of(seat)] = action;
                self.fill(&mut joint);
                (!self.is_chance_free()).then_some(joint)
            }
            _ => None,
        }
    }

    pub(crate) fn apply(&mut self, action: Action) -> Led {
        match self.joint(action) {
            Some(joint) => self.step(joint),
            None => {
                let Turn::Player(seat) = self.turn else { unreachable!("a player acts") };
                let mut joint = self.forced();
                joint[self.sheet.role_of(seat)] = action;
                self.fill(&mut joint);
                self.wait(joint)
            }
        }
    }

    /// Applies the choices of all players. With hidden information a chance turn then delivers the
    /// percepts.
    pub(crate) fn apply_together(&mut self, choices: &[Action]) -> Led {
        let mut joint = self.forced();
        for (seat, &choice) in choices.iter().enumerate() {
            joint[self.sheet.role_of(Player(seat))] = choice;
        }
        match self.is_chance_free() || self.sheet.is_hidden() {
            true => self.wait(joint),
            false => self.step(joint),
        }
    }

    fn wait(&mut self, joint: Joint) -> Led {
        self.chosen = Some(joint);
        self.turn = Turn::Chance;
        Led::Waits
    }

    /// Applies a joint move, regardless of the turn.
    pub(crate) fn advance(&mut self, joint: Joint) {
        self.step(joint);
    }

    fn step(&mut self, joint: Joint) -> Led {
        let mut percepts = [0; ROLES];
        let wanted = self.sheet.is_hidden().then_some(&mut percepts);
        self.sheet.step(&mut self.state, &joint, wanted);
        self.chosen = None;
        self.steps += 1;
        self.find_turn();
        if self.turn == Turn::Over {
            percepts.iter_mut().for_each(|percept| *percept |= OVER);
        }
        Led::Stepped(joint, percepts)
    }

    /// Percepts of all roles if this joint move were made.
    pub(crate) fn percepts(&self, joint: &Joint) -> Percepts {
        self.sheet.observe(&mut self.state.clone(), self.steps, joint)
    }

    /// Maps goal values from 0..100 to payoffs from -1 to 1.
    pub(crate) fn payoff(&self, who: Player) -> f64 {
        self.sheet.goals(&self.state)[self.sheet.role_of(who)] / 50.0 - 1.0
    }

    pub(crate) fn key(&self) -> u64 {
        let mix = crate::term::mix;
        let start = mix(u64::from(self.steps) + 1);
        let chosen = self
            .chosen
            .iter()
            .flatten()
            .fold(start, |hash, action| mix(hash ^ u64::from(action.0)).rotate_left(17));
        self.state.iter().fold(chosen, |hash, &word| mix(mix(hash ^ word).rotate_left(29)))
    }
}

/// Number of random steps in which [`Core::is_simultaneous`] searches for simultaneous choices.
const PROBED: u32 = 200;

impl Core {
    /// Whether several seats have a choice in the same step. The rules do not state it, so random
    /// games with a fixed seed decide. A sheet whose first such step comes after [`PROBED`] steps
    /// counts as a game with alternating moves.
    pub(crate) fn is_simultaneous(&self) -> bool {
        let sheet = &self.sheet;
        sheet.is_simultaneous_or(|| sheet.players() > 1 && meets_together(sheet))
    }
}

/// Whether random games contain a step in which several seats have a choice.
fn meets_together(sheet: &Arc<Sheet>) -> bool {
    let (mut rng, mut core) = (Rng::new(1), Core::new(sheet.clone()));
    for _ in 0..PROBED {
        match core.turn {
            Turn::Together => return true,
            Turn::Over => core = Core::new(sheet.clone()),
            Turn::Chance => {
                let outcome = core.sample(&mut rng);
                core.apply(outcome);
            }
            Turn::Player(seat) => {
                let action = core.draw(sheet.role_of(seat), &mut rng);
                core.apply(action);
            }
        }
    }
    false
}

impl Core {
    /// Quality of a finished game, without knowledge of the game: 1 + lead + mobility. The lead is
    /// the goal value of the winners minus the mean of the others, divided by 100. The mobility is
    /// (w - o) / (w + o) for the mean numbers of legal moves of winners (w) and others (o) at the
    /// end. A draw has quality 1.
    pub(crate) fn quality(&self) -> f64 {
        let goals = self.sheet.goals(&self.state);
        let seats = || (0..self.sheet.players()).map(|seat| self.sheet.role_of(Player(seat)));
        let best = seats().map(|role| goals[role]).fold(f64::NEG_INFINITY, f64::max);
        let winners: Vec<usize> = seats().filter(|&role| goals[role] == best).collect();
        if winners.len() == self.sheet.players() && self.sheet.players() > 1 {
            return 1.0;
        }
        let others: Vec<usize> = seats().filter(|role| !winners.contains(role)).collect();
        let mean = |roles: &[usize], of: &dyn Fn(usize) -> f64| match roles.len() {
            0 => 0.0,
            count => roles.iter().map(|&role| of(role)).sum::<f64>() / count as f64,
        };
        let lead = (best - mean(&others, &|role| goals[role])) / 100.0;
        let moves = |roles: &[usize]| mean(roles, &|role| f64::from(self.counts[role]));
        let (own, theirs) = (moves(&winners), moves(&others));
        let mobility = if own + theirs > 0.0 { (own - theirs) / (own + theirs) } else { 0.0 };
        1.0 + lead + mobility
    }
}
