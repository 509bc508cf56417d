//! `play --ponder`: opponents ponder while a human decides.
//!
//! The occupant of a seat.

use crate::Failure;
use sortilege::{Player, Stop};
use sortilege_catalogue::Level;
use sortilege_catalogue::setting::Schema;
use sortilege_lab::session::GameSession;
use sortilege_lab::{Agent, Spec, Table};
use std::thread;

/// Memory limit of a tree that grows while a human decides.
const MEMORY: &str = "1GB";

/// Returns the player with tree reuse, which pondering requires.
pub fn keeping_its_tree(table: &dyn Table, spec: &Spec) -> Result<Spec, Failure> {
    let spec = Level::named(&spec.name).map_or_else(|| spec.clone(), |level| table.level(level));
    let name = table.player(&spec)?.full_spec().name.clone();
    let players = table.players();
    let keepers: Vec<&str> =
        players.iter().filter(|player| keeps(player)).map(|player| player.name).collect();
    match keepers.first() {
        None => Err(Failure::Usage(format!(
            "no player of `{}` can ponder; leave out --ponder",
            table.spec()
        ))),
        Some(_) if keepers.contains(&name.as_str()) => {
            Ok(unless_given(unless_given(spec, "reuse", "true"), "memory", MEMORY))
        }
        Some(first) => Err(Failure::Usage(format!(
            "`{spec}` keeps no tree and so cannot ponder; those who can are {}, as in `--player \
             human --player {first}`",
            keepers.join(", "),
        ))),
    }
}

/// Players that keep a tree can ponder: they have a setting `reuse` that is off by default. Where
/// it is on by default, what is kept are tables or a tree that grow only at decisions.
fn keeps(player: &Schema) -> bool {
    player.fields.iter().any(|field| field.name == "reuse" && field.default == "false")
}

fn unless_given(spec: Spec, setting: &str, value: &str) -> Spec {
    if spec.get(setting).is_some() { spec } else { spec.with(setting, Spec::new(value)) }
}

/// Does something that takes its time; meanwhile the players at the table think on.
pub fn meanwhile<T>(
    table: &dyn Table,
    seats: &mut [Seat],
    session: &GameSession,
    act: impl FnOnce() -> T,
) -> Result<T, Failure> {
    let stops: Vec<Stop> = seats.iter().filter_map(Seat::stop).collect();
    let done = thread::scope(|scope| {
        let mut thinking = vec![];
        for (seat, who) in seats.iter_mut().zip((0..).map(Player)) {
            if let Seat::Ai(player) = seat {
                let mut rng = session.stream(table, who);
                thinking.push(scope.spawn(move || table.ponder(player, who, &mut rng)));
            }
        }
        let done = {
            let _called_off = CallOff(&stops);
            act()
        };
        let ended = thinking.into_iter().map(|one| one.join().expect("who ponders does not panic"));
        ended.collect::<Result<(), _>>().map(|()| done)
    });
    stops.iter().for_each(Stop::reset);
    Ok(done?)
}

/// Stops all pondering when it is dropped, also during a panic, which would otherwise wait for it
/// forever.
struct CallOff<'a>(&'a [Stop]);

impl Drop for CallOff<'_> {
    fn drop(&mut self) {
        self.0.iter().for_each(Stop::now);
    }
}

/// Who sits in a seat.
pub enum Seat {
    /// A human at the keyboard.
    Human,
    /// A player from the catalogue.
    Ai(Box<Agent>),
}

impl Seat {
    /// Signal that stops the search of the player of this seat, if there is one.
    pub fn stop(&self) -> Option<Stop> {
        match self {
            Seat::Human => None,
            Seat::Ai(player) => Some(player.stop()),
        }
    }
}
