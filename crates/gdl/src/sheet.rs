//! An executable rulesheet: it runs on its propositional network, if it has one, and otherwise on
//! the Datalog machine.

use crate::budget::Limits;
use crate::engine::Engine;
use crate::error::Error;
use crate::lanes::Lanes;
use crate::layers::Cache;
use crate::machine::Machine;
use crate::moves::{Action, Joint, NOTHING, OVER, Percept, Percepts, ROLES, State};
use crate::net::{Net, NoNet};
use crate::program::Program;
use crate::read::{LONGEST, decode};
use crate::symbol::Symbols;
use crate::term::{Ground, Terms, mix};
use rustc_hash::FxHashMap;
use sortilege::{Player, Rng};
use std::cell::RefCell;
use std::io::Read;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

/// Engine of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Engines {
    /// A net if it fits the limits, otherwise the Datalog machine.
    #[default]
    Fastest,
    /// A net only.
    Net,
    /// The Datalog machine only.
    Machine,
}

/// Options for preparing a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Limits.
    pub limits: Limits,
    /// Engine.
    pub engines: Engines,
    /// Number of steps after which a game ends, whatever the rules say.
    pub longest: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options { limits: Limits::default(), engines: Engines::Fastest, longest: 1000 }
    }
}

/// An executable rulesheet.
pub struct Sheet {
    id: u64,
    program: Arc<Program>,
    machine: Mutex<Machine>,
    net: Option<Net>,
    /// Reason why there is no net.
    pub(crate) why_no_net: Option<Error>,
    roles: Vec<Ground>,
    random: Option<usize>,
    /// Role of each seat.
    seats: Vec<usize>,
    /// First move number of each role.
    offsets: [u32; ROLES],
    start: State,
    pub(crate) longest: u32,
    known: Mutex<MachineCache>,
    pub(crate) beliefs: Cache,
    /// Whether several seats choose in one step; computed at first use.
    is_simultaneous: OnceLock<bool>,
}

/// Results of the machine by state, and numbers of sets of percepts.
#[derive(Default)]
struct MachineCache {
    states: FxHashMap<State, Arc<Facts>>,
    percepts: FxHashMap<Percept, Arc<[Ground]>>,
}

/// Limit of cached states.
const MOST_STATES: usize = 256;

/// Results of the machine for a state.
struct Facts {
    is_terminal: bool,
    legal: Vec<Vec<Action>>,
}

impl std::fmt::Debug for Sheet {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(out, "Sheet {}", self.id)
    }
}

thread_local! {
    /// Each thread has an engine for each of the last sheets, which keeps the values of its last
    /// state.
    static ENGINES: RefCell<Vec<(u64, Engine)>> = const { RefCell::new(vec![]) };
}

/// Number of sheets for which a thread keeps an engine.
const MOST_ENGINES: usize = 4;

impl Sheet {
    /// Creates a sheet from text.
    pub fn read(text: &str, options: &Options) -> Result<Arc<Self>, Error> {
        Sheet::new(Program::read(text)?, options)
    }

    /// Creates a sheet from a file.
    pub fn open(path: &std::path::Path, options: &Options) -> Result<Arc<Self>, Error> {
        Sheet::read(&decode(&load(path)?), options)
    }

    /// Creates a sheet from a program.
    pub fn new(program: Program, options: &Options) -> Result<Arc<Self>, Error> {
        static SHEETS: AtomicU64 = AtomicU64::new(0);
        let program = Arc::new(program);
        let machine = Machine::new(program.clone(), options.limits)?;
        let (net, why_no_net) = match options.engines {
            // Atoms that depend on their own negation are found only by grounding.
            Engines::Machine if !program.looks_back() => (None, None),
            _ => match Net::new(&machine, &options.limits) {
                Err(NoNet::Contradiction(error)) => return Err(error),
                Err(error) if options.engines == Engines::Net => return Err(error.error()),
                Ok(_) | Err(_) if options.engines == Engines::Machine => (None, None),
                Ok(net) => (Some(net), None),
                Err(error) => (None, Some(error.error())),
            },
        };
        let random = machine.random();
        let roles = machine.roles().to_vec();
        let start = match &net {
            Some(net) => net.initial.clone().into(),
            None => machine.initial().iter().map(|fluent| u64::from(fluent.0)).collect(),
        };
        let mut offsets = [0; ROLES];
        if let Some(net) = &net {
            for role in 1..roles.len() {
                offsets[role] = offsets[role - 1] + net.moves[role - 1].len() as u32;
            }
        }
        Ok(Arc::new(Sheet {
            id: SHEETS.fetch_add(1, Ordering::Relaxed),
            program,
            machine: Mutex::new(machine),
            net,
            why_no_net,
            seats: (0..roles.len()).filter(|&role| Some(role) != random).collect(),
            roles,
            random,
            offsets,
            start,
            longest: options.longest.max(1),
            known: Mutex::default(),
            beliefs: Default::default(),
            is_simultaneous: OnceLock::new(),
        }))
    }

    /// Note for the user on how the sheet runs: that its rules are too large for a net.
    pub fn note(&self) -> Option<String> {
        let why = self.why_no_net.as_ref()?;
        Some(format!("the Datalog machine runs these rules, since no net was built: {why}"))
    }

    /// Parsed program.
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// Words of the sheet.
    pub fn symbols(&self) -> &Symbols {
        &self.program.symbols
    }

    /// Number of gates of the net; `None` without a net.
    pub fn gates(&self) -> Option<usize> {
        self.net.as_ref().map(Net::gates)
    }

    /// Reason why there is no net.
    pub fn why_no_net(&self) -> Option<&Error> {
        self.why_no_net.as_ref()
    }

    /// Number of seats: roles other than `random`.
    pub fn players(&self) -> usize {
        self.seats.len()
    }

    /// Whether the game has hidden information: the sheet defines percepts.
    pub fn is_hidden(&self) -> bool {
        self.program.has_percepts
    }

    /// Whether the role `random` moves.
    pub fn has_chance(&self) -> bool {
        self.random.is_some()
    }

    /// Whether several seats choose in one step; `find` computes it at the first call.
    pub(crate) fn is_simultaneous_or(&self, find: impl FnOnce() -> bool) -> bool {
        *self.is_simultaneous.get_or_init(find)
    }

    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    pub(crate) fn net(&self) -> Option<&Net> {
        self.net.as_ref()
    }

    pub(crate) fn role_of(&self, seat: Player) -> usize {
        self.seats[seat.0]
    }

    pub(crate) fn roles(&self) -> usize {
        self.roles.len()
    }

    pub(crate) fn random(&self) -> Option<usize> {
        self.random
    }

    pub(crate) fn start(&self) -> &State {
        &self.start
    }

    /// Name of a role.
    pub fn role_name(&self, role: usize) -> String {
        self.text(self.roles[role])
    }

    /// Seat of the role with this name.
    pub fn seat_named(&self, name: &str) -> Option<Player> {
        let symbol = self.symbols().find(name)?;
        let seat = self.seats.iter().position(|&role| {
            self.with_terms(|terms| {
                terms.functor(self.roles[role]) == symbol
                    && terms.arguments(self.roles[role]).is_empty()
            })
        });
        seat.map(Player)
    }

    /// Locks the machine. A poisoned lock is harmless, because every use begins by loading a state.
    pub(crate) fn machine(&self) -> MutexGuard<'_, Machine> {
        self.machine.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    fn known(&self) -> MutexGuard<'_, MachineCache> {
        self.known.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    pub(crate) fn with_terms<T>(&self, look: impl FnOnce(&Terms) -> T) -> T {
        match &self.net {
            Some(net) => look(&net.terms),
            None => look(self.machine().terms()),
        }
    }

    pub(crate) fn text(&self, term: Ground) -> String {
        self.with_terms(|terms| terms.text(term, self.symbols()))
    }

    /// Move of an action.
    pub(crate) fn term(&self, action: Action, role: usize) -> Ground {
        match &self.net {
            Some(net) => net.moves[role][(action.0 - self.offsets[role]) as usize].term,
            None => Ground(action.0 / ROLES as u32),
        }
    }

    /// Role of an action.
    pub(crate) fn role_of_action(&self, action: Action) -> usize {
        match &self.net {
            Some(_) => self.offsets[..self.roles.len()]
                .iter()
                .rposition(|&start| start <= action.0)
                .unwrap_or(0),
            None => action.0 as usize % ROLES,
        }
    }

    fn with_engine<T>(&self, net: &Net, look: impl FnOnce(&mut Engine) -> T) -> T {
        ENGINES.with_borrow_mut(|engines| {
            let at = match engines.iter().position(|&(id, _)| id == self.id) {
                Some(at) => at,
                None => {
                    if engines.len() == MOST_ENGINES {
                        engines.remove(0);
                    }
                    engines.push((self.id, Engine::new(net)));
                    engines.len() - 1
                }
            };
            look(&mut engines[at].1)
        })
    }

    fn facts(&self, state: &State) -> Result<Arc<Facts>, Error> {
        if let Some(facts) = self.known().states.get(state) {
            return Ok(facts.clone());
        }
        let mut machine = self.machine();
        machine.load(&grounds(state));
        let legal = machine.legal()?;
        let number = |role: usize, term: &Ground| Action(term.0 * ROLES as u32 + role as u32);
        let list = |(role, list): (usize, &Vec<Ground>)| {
            list.iter().map(|term| number(role, term)).collect()
        };
        let legal = legal.iter().enumerate().map(list).collect();
        let facts = Arc::new(Facts { is_terminal: machine.is_terminal()?, legal });
        drop(machine);
        let mut known = self.known();
        if known.states.len() >= MOST_STATES {
            known.states.clear();
        }
        known.states.insert(state.clone(), facts.clone());
        Ok(facts)
    }

    /// Whether the game is over, and the number of moves of each role. A state that takes too long
    /// counts as over.
    pub(crate) fn survey(&self, state: &State) -> (bool, [u32; ROLES]) {
        let mut counts = [0; ROLES];
        match &self.net {
            Some(net) => self.with_engine(net, |engine| {
                engine.load(state, net);
                for (role, count) in counts.iter_mut().enumerate().take(self.roles.len()) {
                    *count = engine.legal(role).iter().map(|word| word.count_ones()).sum();
                }
                (engine.is_on(net.terminal), counts)
            }),
            None => match self.facts(state) {
                Ok(facts) => {
                    for (count, list) in counts.iter_mut().zip(&facts.legal) {
                        *count = list.len() as u32;
                    }
                    (facts.is_terminal, counts)
                }
                Err(_) => (true, counts),
            },
        }
    }

    /// Adds the legal moves of a role to `out`.
    pub(crate) fn legal(&self, state: &State, role: usize, out: &mut Vec<Action>) {
        match &self.net {
            Some(net) => self.with_engine(net, |engine| {
                engine.load(state, net);
                for (at, &word) in engine.legal(role).iter().enumerate() {
                    let mut left = word;
                    while left != 0 {
                        let bit = left.trailing_zeros();
                        left &= left - 1;
                        out.push(Action(self.offsets[role] + 64 * at as u32 + bit));
                    }
                }
            }),
            None => out.extend(self.facts(state).iter().flat_map(|facts| &facts.legal[role])),
        }
    }

    /// A legal move of a role, sampled from its `count` moves.
    #[inline]
    pub(crate) fn draw(&self, state: &State, role: usize, count: u32, rng: &mut Rng) -> Action {
        self.nth(state, role, if count > 1 { rng.below(count as usize) as u32 } else { 0 })
    }

    /// Legal move of a role with index `wanted`.
    pub(crate) fn nth(&self, state: &State, role: usize, wanted: u32) -> Action {
        match &self.net {
            Some(net) => self.with_engine(net, |engine| {
                engine.load(state, net);
                let mut left = wanted;
                for (at, &word) in engine.legal(role).iter().enumerate() {
                    let here = word.count_ones();
                    if left < here {
                        return Action(
                            self.offsets[role]
                                + 64 * at as u32
                                + sortilege::rng::nth_bit(word, left),
                        );
                    }
                    left -= here;
                }
                NOTHING
            }),
            None => self.facts(state).map_or(NOTHING, |facts| facts.legal[role][wanted as usize]),
        }
    }

    /// Applies a joint move, and computes the percepts if `percepts` is given.
    pub(crate) fn step(&self, state: &mut State, joint: &Joint, percepts: Option<&mut Percepts>) {
        match &self.net {
            Some(net) => self.with_engine(net, |engine| {
                engine.load(state, net);
                let moves = (0..self.roles.len()).map(|role| {
                    net.moves[role]
                        .get((joint[role].0.wrapping_sub(self.offsets[role])) as usize)
                        .map_or(0, |made| made.does)
                });
                engine.step(moves, net);
                if let Some(percepts) = percepts {
                    engine.settle_percepts(net);
                    self.see(net, engine, percepts);
                }
                engine.write_next(state);
            }),
            None => self.step_machine(state, joint, percepts),
        }
    }

    /// Applies a joint move and returns the percepts, including whether the game is over.
    pub(crate) fn observe(&self, state: &mut State, steps: u32, joint: &Joint) -> Percepts {
        let mut percepts = [0; ROLES];
        self.step(state, joint, Some(&mut percepts));
        let (is_terminal, counts) = self.survey(state);
        if is_terminal || counts[..self.roles.len()].contains(&0) || steps + 1 >= self.longest {
            percepts.iter_mut().for_each(|percept| *percept |= OVER);
        }
        percepts
    }

    /// Reads the percepts: up to 61 of a role are one bit each; a table numbers larger sets.
    fn see(&self, net: &Net, engine: &Engine, percepts: &mut Percepts) {
        for (role, sees) in net.sees.iter().enumerate() {
            let seen = sees.iter().enumerate().filter(|(_, (_, signal))| engine.is_on(*signal));
            percepts[role] = match sees.len() {
                0..62 => seen.fold(0, |bits, (at, _)| bits | 1 << at),
                _ => self.percept(seen.map(|(_, &(term, _))| term).collect()),
            };
        }
    }

    /// Number of a set of percepts.
    fn percept(&self, seen: Vec<Ground>) -> Percept {
        let number =
            seen.iter().fold(1, |hash, term| mix(hash ^ u64::from(term.0)).rotate_left(23)) & !OVER
                | 1 << 63;
        self.known().percepts.entry(number).or_insert_with(|| seen.into());
        number
    }

    /// Percepts with a number.
    pub(crate) fn percepts_of(&self, role: usize, number: Percept) -> Vec<Ground> {
        let number = number & !OVER;
        match &self.net {
            Some(net) if number >> 63 == 0 => {
                let sees = net.sees[role].iter().enumerate();
                sees.filter(|(at, _)| number >> at & 1 == 1).map(|(_, &(term, _))| term).collect()
            }
            _ => self.known().percepts.get(&number).map_or(vec![], |terms| terms.to_vec()),
        }
    }

    /// Number of the set of percepts that these terms form, if the role can observe each of them.
    pub fn percept_named(&self, role: usize, terms: &[Ground]) -> Option<u64> {
        match &self.net {
            Some(net) if net.sees[role].len() < 62 => {
                let place =
                    |term: &Ground| net.sees[role].iter().position(|(known, _)| known == term);
                terms.iter().map(place).try_fold(0, |bits, place| Some(bits | 1 << place?))
            }
            _ => {
                let mut terms = terms.to_vec();
                self.with_terms(|all| terms.sort_unstable_by(|&a, &b| all.compare(a, b)));
                terms.dedup();
                Some(self.percept(terms))
            }
        }
    }

    fn step_machine(&self, state: &mut State, joint: &Joint, percepts: Option<&mut Percepts>) {
        if joint[..self.roles.len()].contains(&NOTHING) {
            // A role has no legal move, so the game is over in that state.
            return;
        }
        let mut machine = self.machine();
        machine.load(&grounds(state));
        let moves: Vec<Ground> = joint[..self.roles.len()]
            .iter()
            .map(|action| Ground(action.0 / ROLES as u32))
            .collect();
        // If the rules take too long, the next state is empty. A state without fluents and without
        // legal moves is terminal.
        let next = machine.step(&moves).unwrap_or_default();
        let seen = machine.percepts();
        drop(machine);
        if let Some(percepts) = percepts {
            for (percept, seen) in percepts.iter_mut().zip(seen) {
                *percept = self.percept(seen);
            }
        }
        *state = next.iter().map(|fluent| u64::from(fluent.0)).collect();
    }

    /// Goal value of each role: the highest of its goals, 0 if there is none.
    pub(crate) fn goals(&self, state: &State) -> [f64; ROLES] {
        let mut best = [0.0; ROLES];
        let mut take =
            |role: usize, value: Option<f64>| best[role] = value.unwrap_or(0.0).max(best[role]);
        match &self.net {
            Some(net) => self.with_engine(net, |engine| {
                engine.load(state, net);
                engine.settle_goals(net);
                for (role, goals) in net.goals.iter().enumerate() {
                    goals
                        .iter()
                        .filter(|(_, signal)| engine.is_on(*signal))
                        .for_each(|&(term, _)| take(role, self.value(term)));
                }
            }),
            None => {
                let mut machine = self.machine();
                machine.load(&grounds(state));
                let goals = machine.goals().unwrap_or_default();
                drop(machine);
                for (role, goals) in goals.iter().enumerate() {
                    goals.iter().for_each(|&term| take(role, self.value(term)));
                }
            }
        }
        best
    }

    /// Numeric value of a term.
    fn value(&self, term: Ground) -> Option<f64> {
        let value: f64 = self.text(term).parse().ok()?;
        value.is_finite().then(|| value.clamp(0.0, 100.0))
    }

    /// Goal values in order, for parallel games: the values and signals of each role.
    pub(crate) fn priced_goals(&self) -> Vec<Vec<(f64, u32)>> {
        let Some(net) = &self.net else { return vec![] };
        let price = |&(term, signal): &(Ground, u32)| (self.value(term).unwrap_or(0.0), signal);
        net.goals.iter().map(|goals| goals.iter().map(price).collect()).collect()
    }

    /// Buffers for parallel games.
    pub(crate) fn lanes(&self) -> Option<Lanes> {
        self.net.as_ref().map(Lanes::new)
    }

    /// Fluents that hold in a state, in an order that depends only on their names.
    pub(crate) fn fluents(&self, state: &State) -> Vec<Ground> {
        let mut fluents = match &self.net {
            None => grounds(state),
            Some(net) => {
                let is_on = |at: &usize| state[at / 64] >> (at % 64) & 1 == 1;
                let on = (0..net.fluents.len()).filter(is_on).map(|at| net.fluents[at]);
                on.chain(net.always.iter().copied()).collect()
            }
        };
        self.with_terms(|terms| fluents.sort_unstable_by(|&a, &b| terms.compare(a, b)));
        fluents
    }

    /// State in which these fluents hold, or a fluent that cannot hold.
    pub(crate) fn state_of(&self, fluents: &[Ground]) -> Result<State, Ground> {
        match &self.net {
            None => {
                let mut all: Vec<u64> = fluents.iter().map(|fluent| u64::from(fluent.0)).collect();
                all.sort_unstable();
                all.dedup();
                Ok(all.into())
            }
            Some(net) => {
                let mut state: State = vec![0; net.initial.len()].into();
                for &fluent in fluents {
                    match net.fluents.iter().position(|&known| known == fluent) {
                        Some(at) => state[at / 64] |= 1 << (at % 64),
                        None if net.always.contains(&fluent) => {}
                        None => return Err(fluent),
                    }
                }
                Ok(state)
            }
        }
    }
}

/// Reads a regular file of bounded size, because the name may refer to anything.
fn load(path: &std::path::Path) -> Result<Vec<u8>, Error> {
    // The caller adds the file name.
    let read = |error| Error::new(format!("the file cannot be read: {error}"));
    // Opening a pipe would wait for its writer, so the file type is checked first.
    if !std::fs::metadata(path).map_err(read)?.is_file() {
        return Err(Error::new("this is not a regular file"));
    }
    let file = std::fs::File::open(path).map_err(read)?;
    let mut bytes = vec![];
    file.take(LONGEST as u64 + 1).read_to_end(&mut bytes).map_err(read)?;
    match bytes.len() > LONGEST {
        true => Err(Error::new(format!("the file has more than {LONGEST} bytes"))),
        false => Ok(bytes),
    }
}

fn grounds(state: &State) -> Vec<Ground> {
    state.iter().map(|&fluent| Ground(fluent as u32)).collect()
}
