//! Speed of rulesheets: `cargo run --release -p sortilege-gdl --example speed FILE...`

use sortilege::playout::{Playout, Rollout};
use sortilege::{Game, Rng};
use sortilege_gdl::bulk::Bulk;
use sortilege_gdl::{Engines, OpenGame, Options, Sheet};
use std::time::{Duration, Instant};

fn main() {
    println!(
        "sheet, gates, seconds to read, games, length, goals, M states/s at once, M states/s one by one, k states/s by Datalog"
    );
    for path in std::env::args().skip(1) {
        let begin = Clock::start();
        match Sheet::open(path.as_ref(), &Options::default()) {
            Err(error) => println!("{path}: {error}"),
            Ok(sheet) => report(&path, &sheet, begin.seconds()),
        }
    }
}

/// Processor time of this thread, so that other processes do not count; wall time if it is not
/// available.
struct Clock(Instant, Option<Duration>);

impl Clock {
    fn start() -> Self {
        Clock(Instant::now(), on_processor())
    }
    fn seconds(&self) -> f64 {
        let spent = self.1.and_then(|start| Some(on_processor()? - start));
        spent.unwrap_or_else(|| self.0.elapsed()).as_secs_f64()
    }
}

fn on_processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(Duration::from_nanos(text.split(' ').next()?.parse().ok()?))
}

fn report(path: &str, sheet: &std::sync::Arc<Sheet>, read: f64) {
    let machine =
        Sheet::open(path.as_ref(), &Options { engines: Engines::Machine, ..Options::default() });
    let slow = machine.map_or(0.0, |sheet| single(&OpenGame::new(sheet)));
    let Some(mut bulk) = Bulk::new(sheet) else {
        let why = sheet.why_no_net().map_or(String::new(), |error| error.to_string());
        return println!("{path}, no net ({why}), {:.2}, {:.1}", read, slow / 1e3);
    };
    let mut rng = Rng::new(1);
    bulk.run(1, &mut rng);
    let begin = Clock::start();
    let (mut games, mut steps, mut goals) = (0, 0, [0.0; 8]);
    while begin.seconds() < 1.0 {
        let totals = bulk.run(500, &mut rng);
        games += totals.games;
        steps += totals.steps;
        goals.iter_mut().zip(totals.goals).for_each(|(sum, goal)| *sum += goal);
    }
    let seconds = begin.seconds();
    let goals: Vec<String> =
        (0..sheet.players()).map(|seat| format!("{:.3}", goals[seat] / games as f64)).collect();
    println!(
        "{path}, {}, {:.2}, {games}, {:.4}, {}, {:.2}, {:.3}, {:.1}",
        sheet.gates().unwrap_or(0),
        read,
        steps as f64 / games as f64,
        goals.join(" "),
        steps as f64 / seconds / 1e6,
        single(&OpenGame::new(sheet.clone())) / 1e6,
        slow / 1e3,
    );
}

/// States per second, one game after the other.
fn single(start: &OpenGame) -> f64 {
    let mut rng = Rng::new(1);
    let mut rollout = Rollout::default();
    let (begin, mut steps, mut values) = (Clock::start(), 0, [0.0; 8]);
    while begin.seconds() < 0.3 {
        (0..20).for_each(|_| {
            steps += rollout.finish(&mut start.clone(), &mut rng, &mut values[..start.players()])
        });
    }
    f64::from(steps) / begin.seconds()
}
