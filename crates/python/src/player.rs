//! Players.

use crate::background::{briefly, run_in_background};
use crate::error::{catch_panic, refused};
use crate::interrupt::Listener;
use crate::opinion::{Asked, Evaluator};
use crate::state::State;
use crate::thought::{Decision, Progress, outline};
use crate::user_game;
use crate::view::View;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sortilege::tree::Extent;
use sortilege::{Player as Seat, Rng};
use sortilege_catalogue::{Agent, ExternalEvaluator, Spec, Table};
use std::sync::{Arc, Mutex, PoisonError};

/// A player by its name and settings. It joins the game of the first view that it is given. It
/// keeps its tree and other memory while it decides for one seat of one state.
#[pyclass(module = "sortilege")]
pub struct Player {
    spec: Spec,
    rng: Rng,
    /// Evaluator, if given.
    opinion: Option<Arc<Asked>>,
    seated: Option<Seated>,
}

/// A player that has joined a game.
struct Seated {
    /// The lock is never contended: an agent may move between threads, but is not shared.
    agent: Mutex<Agent>,
    /// Game with all its settings.
    game: Spec,
    /// Line of play that the memory belongs to.
    course: u64,
    /// Table and seat of the last decision.
    last: Option<(Arc<dyn Table>, Seat)>,
    /// Receives progress reports.
    listener: Arc<Listener>,
    /// Whether reports are frequent enough to check for Ctrl-C in them.
    is_interruptible: bool,
}

impl Seated {
    fn agent(&mut self) -> &mut Agent {
        self.agent.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A decision that is requested from the player.
struct Question {
    table: Arc<dyn Table>,
    who: Seat,
    course: u64,
    is_view: bool,
}

impl Question {
    fn new(asked: &Bound<'_, PyAny>, seat: Option<usize>) -> PyResult<Self> {
        if let Ok(view) = asked.cast::<View>() {
            let view = view.get();
            if seat.is_some_and(|seat| seat != view.who.0) {
                return Err(refused(format!(
                    "this is the view of seat {}; ask about that",
                    view.who.0
                )));
            }
            let table = view.table.clone();
            return Ok(Question { table, who: view.who, course: view.course, is_view: true });
        }
        if let Ok(state) = asked.cast::<State>() {
            let state = state.try_borrow()?;
            let (table, who) = (state.table.clone(), state.seat(seat)?);
            return Ok(Question { table, who, course: state.course, is_view: false });
        }
        Err(PyTypeError::new_err("a player decides on a sortilege.View, which State.view gives"))
    }
}

impl Player {
    /// Code in Python is called from a single thread only, because an exception could not be
    /// carried out of several threads.
    fn may_think(&self, agent: &Agent, game: &Spec) -> PyResult<()> {
        if agent.profile().threads > 1 && (self.opinion.is_some() || user_game::is_own(&game.name))
        {
            let spec = agent.spec();
            return Err(refused(format!(
                "`{spec}` uses several threads, and code in Python is called from a single thread; leave out `threads`"
            )));
        }
        Ok(())
    }

    /// Joins the game of the question; forgets everything about a previous game.
    fn sit_down(&mut self, question: &Question) -> PyResult<&mut Seated> {
        let (table, game) = (&question.table, question.table.full_spec());
        let mut seated = match self.seated.take().filter(|seated| seated.game == game) {
            Some(mut seated) if seated.course != question.course => {
                catch_panic(|| table.new_game(seated.agent()))?.map_err(refused)?;
                Seated { course: question.course, last: None, ..seated }
            }
            Some(seated) => seated,
            None => {
                let opinion = self.opinion.clone().map(|asked| asked as Arc<dyn ExternalEvaluator>);
                let (listener, alone) = (Arc::<Listener>::default(), opinion.is_none());
                let watch = listener.watch();
                let agent =
                    catch_panic(|| table.player_with_evaluator(&self.spec, watch, opinion))?
                        .map_err(refused)?;
                self.may_think(&agent, &game)?;
                let is_interruptible =
                    alone && agent.profile().reports_progress && agent.profile().threads == 1;
                listener.ends(agent.stop());
                let (agent, course) = (Mutex::new(agent), question.course);
                Seated { agent, game, course, last: None, listener, is_interruptible }
            }
        };
        let (spec, sees_everything) =
            (seated.agent().spec().clone(), seated.agent().profile().sees_everything);
        self.seated = Some(seated);
        match (sees_everything, question.is_view) {
            (true, true) => Err(refused(format!(
                "`{spec}` looks at what is hidden from its seat; hand it the state and not a view"
            ))),
            (false, false) => Err(refused(format!(
                "`{spec}` gets only what its seat observes; hand it state.view(seat)"
            ))),
            _ => Ok(self.seated.as_mut().expect("it has just sat down")),
        }
    }
}

/// Simulations that end before a user could press Ctrl-C.
const BRIEF: u64 = 100;

/// Whether a search is so short that starting a thread would take longer.
fn is_brief(agent: &Agent) -> bool {
    let profile = agent.profile();
    profile.threads == 1 && profile.simulations().is_some_and(|number| number <= BRIEF)
}

#[pymethods]
impl Player {
    /// Creates a player from the notation of the command line, and a random seed.
    #[new]
    #[pyo3(signature = (spec, seed = 0, evaluator = None))]
    fn new(spec: &str, seed: u64, evaluator: Option<&Bound<'_, Evaluator>>) -> PyResult<Self> {
        let spec = spec.parse().map_err(refused)?;
        let opinion = evaluator.map(|evaluator| evaluator.get().0.clone());
        Ok(Player { spec, rng: Rng::derive(&[seed, 1]), opinion, seated: None })
    }

    /// Player with the given settings.
    #[getter]
    fn spec(&mut self) -> String {
        self.seated.as_mut().map_or(&self.spec, |seated| seated.agent().spec()).to_string()
    }
    /// Player with all its settings; known after the first decision.
    #[getter]
    fn full_spec(&mut self) -> Option<String> {
        self.seated.as_mut().map(|seated| seated.agent().full_spec().to_string())
    }
    /// Whether answers depend on the machine and are not reproducible; known after the first
    /// decision.
    #[getter]
    fn depends_on_machine(&mut self) -> Option<bool> {
        self.seated.as_mut().map(|seated| seated.agent().profile().depends_on_machine)
    }

    /// Decides for the seat of a view, which has to choose. With a seed the answer depends only on
    /// the seed and not on previous decisions. Players that see hidden information get a state, and
    /// the seat if it is not the first that has to choose. `on_progress` is called with a
    /// `SearchProgress` about ten times a second, and at the end.
    #[pyo3(signature = (view, seat = None, *, seed = None, on_progress = None))]
    fn decide(
        &mut self,
        py: Python<'_>,
        view: &Bound<'_, PyAny>,
        seat: Option<usize>,
        seed: Option<u64>,
        on_progress: Option<Py<PyAny>>,
    ) -> PyResult<Decision> {
        let question = Question::new(view, seat)?;
        let mut rng = seed.map_or_else(|| self.rng.clone(), |seed| Rng::derive(&[seed, 1]));
        let seated = self.sit_down(&question)?;
        let (table, who, stop) = (&question.table, question.who, seated.agent().stop());
        let (listener, is_interruptible) = (seated.listener.clone(), seated.is_interruptible);
        listener.set_callback(match &on_progress {
            Some(function) => Some((function.clone_ref(py), catch_panic(|| table.legal(who))?)),
            None => None,
        });
        let agent = seated.agent();
        stop.reset();
        let on_this_thread = is_interruptible || is_brief(agent);
        let think = || table.think(agent, who, &mut rng);
        let thought = match on_this_thread {
            true => briefly(py, think),
            false => run_in_background(py, || stop.now(), think),
        };
        let thought = thought.and_then(|thought| listener.take().map(|()| thought));
        let thought = thought.and_then(|thought| match (&on_progress, &thought) {
            (Some(function), Ok(done)) => {
                function.call1(py, (Progress::last(done),)).map(|_| thought)
            }
            _ => Ok(thought),
        });
        match thought {
            Ok(Ok(thought)) => {
                seated.last = Some((question.table, who));
                if seed.is_none() {
                    self.rng = rng;
                }
                Ok(Decision(thought))
            }
            Ok(Err(error)) => Err(refused(error)),
            Err(error) => {
                // An interrupted search may leave the memory inconsistent.
                self.seated = None;
                Err(error)
            }
        }
    }

    /// Part of the tree of the last decision, most visited moves first: `visits` of the root, and
    /// `edges` with `after` (index of the previous edge, or None), `move`, `visits`, `mean`,
    /// `proven` and `prior`. None without a tree.
    #[pyo3(signature = (depth = 8, least_visits = 1, most_edges = 1000))]
    fn tree<'py>(
        &mut self,
        py: Python<'py>,
        depth: usize,
        least_visits: u32,
        most_edges: usize,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let extent = Extent { depth, least_visits, most_edges };
        let seated = self.seated.as_mut();
        let Some((seated, (table, who))) =
            seated.and_then(|seated| seated.last.clone().map(|last| (seated, last)))
        else {
            return Err(refused("there is no tree before the first decision"));
        };
        let tree = catch_panic(|| table.outline(seated.agent(), who, &extent))?.map_err(refused)?;
        tree.map(|tree| outline(py, &tree)).transpose()
    }

    /// Forgets previous decisions.
    fn new_game(&mut self) {
        self.seated = None;
    }

    fn __repr__(&self) -> String {
        format!("<sortilege.Player {}>", self.spec)
    }
}
