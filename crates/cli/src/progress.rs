//! Progress bar on standard error for work of more than two seconds. If standard error is not a
//! terminal there is no bar, and runs print one line per minute.

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use sortilege_lab::run::Progress;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The amount of work.
#[derive(Clone, Copy, Debug)]
pub enum Length {
    /// A number of items.
    Count(u64),
    /// A duration.
    Time(Duration),
    /// Unknown.
    Unknown,
}

const PATIENCE: Duration = Duration::from_secs(2);
const TICK: Duration = Duration::from_millis(100);

/// Does `work`, which counts in its argument how much of it is done.
pub fn watch<T>(what: &str, length: Length, work: impl FnOnce(&AtomicU64) -> T) -> T {
    watch_saying(&|| what.to_string(), length, work)
}

/// The same with words that change while it is done.
pub fn watch_saying<T>(
    what: &(dyn Fn() -> String + Sync),
    length: Length,
    work: impl FnOnce(&AtomicU64) -> T,
) -> T {
    let done = AtomicU64::new(0);
    let (finished, waiting) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(|| show(what, length, &done, waiting));
        // Dropped even if the work panics, so that the bar's thread always ends.
        let _finished = finished;
        work(&done)
    })
}

fn show(what: &dyn Fn() -> String, length: Length, done: &AtomicU64, waiting: Receiver<()>) {
    let began = Instant::now();
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    if waiting.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) || dumb {
        return;
    }
    let bar = bar(length);
    while waiting.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
        let elapsed = began.elapsed();
        let (position, left) = match length {
            Length::Count(total) => {
                let done = done.load(Ordering::Relaxed);
                (done, left(elapsed, done, total))
            }
            Length::Time(time) => (elapsed.as_millis() as u64, Some(time.saturating_sub(elapsed))),
            Length::Unknown => (0, Some(elapsed)),
        };
        bar.set_message(what());
        bar.set_position(position);
        bar.set_prefix(
            left.map_or("no idea how long".to_string(), |left| HumanDuration(left).to_string()),
        );
        bar.tick();
    }
    bar.finish_and_clear();
}

/// Runs `work` with a progress display; `work` reports to its argument.
pub fn watch_run<T>(work: impl FnOnce(&mut dyn FnMut(&Progress)) -> T) -> T {
    let began = Instant::now();
    let (mut stage, mut stage_began) = (0, began);
    let mut bar: Option<ProgressBar> = None;
    let mut lines = (!is_terminal()).then(|| Lines::new(io::stderr()));
    let result = work(&mut |progress| {
        if progress.stage != stage {
            (stage, stage_began) = (progress.stage, Instant::now());
        }
        if let Some(lines) = &mut lines {
            lines.report(progress, began.elapsed(), stage_began.elapsed());
        } else if began.elapsed() >= PATIENCE {
            let bar = bar.get_or_insert_with(run_bar);
            bar.set_length(progress.total);
            bar.set_position(progress.done);
            bar.set_message(run_words(progress, stage_began.elapsed()));
        }
    });
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    result
}

/// Whether standard error is a terminal on which a line can be drawn again.
fn is_terminal() -> bool {
    io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Says how far a run is, a line at a time.
struct Lines<W> {
    to: W,
    /// When the next line is due, since the run was begun.
    due: Duration,
}

const MINUTE: Duration = Duration::from_secs(60);

impl<W: Write> Lines<W> {
    fn new(to: W) -> Self {
        Lines { to, due: MINUTE }
    }

    /// Writes a line if a minute has passed since the last.
    fn report(&mut self, progress: &Progress, elapsed: Duration, stage: Duration) {
        if elapsed < self.due {
            return;
        }
        self.due = elapsed + MINUTE;
        let Progress { done, total, .. } = progress;
        // A closed output is no reason to stop.
        let _ = writeln!(self.to, "{done} of {total} are done{}", run_words(progress, stage));
    }
}

fn run_bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len}{msg}").expect("it can be read");
    let bar = ProgressBar::with_draw_target(Some(1), ProgressDrawTarget::stderr());
    bar.with_style(style.progress_chars("━╸─"))
}

/// Stage, rate, time left and score. What was done by an earlier run says nothing about speed.
fn run_words(progress: &Progress, elapsed: Duration) -> String {
    let rate = progress.fresh as f64 / elapsed.as_secs_f64().max(1e-9);
    let rest = progress.total.saturating_sub(progress.done);
    let left = left(elapsed, progress.fresh, progress.fresh + rest);
    let stage =
        if progress.stage > 1 { format!(", stage {}", progress.stage) } else { String::new() };
    let left = left.map_or(String::new(), |left| format!(", {} left", HumanDuration(left)));
    let score = progress.score.as_ref();
    let score = score.map_or(String::new(), |(name, score)| format!(", {name} at {score}"));
    format!("{stage}, {rate:.1} a second{left}{score}")
}

/// Estimates the remaining time at the speed so far; `None` if it is unknown or too large.
fn left(elapsed: Duration, done: u64, total: u64) -> Option<Duration> {
    let rest = total.saturating_sub(done) as f64 / done as f64;
    Duration::try_from_secs_f64(elapsed.as_secs_f64() * rest).ok().filter(|_| done > 0)
}

fn bar(length: Length) -> ProgressBar {
    let (total, template) = match length {
        Length::Count(n) => (Some(n), "{msg} {bar:30} {pos}/{len}, {prefix} left"),
        Length::Time(time) => (Some(time.as_millis() as u64), "{msg} {bar:30} {prefix} left"),
        Length::Unknown => (None, "{spinner} {msg} for {prefix}"),
    };
    let style = ProgressStyle::with_template(template).expect("the templates above can be read");
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
    bar.with_style(style.progress_chars("━╸─"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_is_done_and_quick_work_is_not_held_up() {
        let began = Instant::now();
        let result =
            watch("counting", Length::Count(3), |done| done.fetch_add(3, Ordering::Relaxed) + 4);
        assert_eq!(result, 4);
        assert!(began.elapsed() < PATIENCE);
    }

    #[test]
    fn the_rest_takes_as_long_as_what_is_done() {
        let seconds = Duration::from_secs;
        assert_eq!(left(seconds(4), 10, 30), Some(seconds(8)));
        assert_eq!(left(seconds(4), 30, 30), Some(seconds(0)));
        assert_eq!(left(seconds(4), 0, 30), None);
        assert_eq!(left(seconds(4), 40, 30), Some(seconds(0)));
        assert_eq!(left(seconds(1 << 40), 1, u64::MAX), None);
    }

    /// Without a terminal there is one line per minute, however often progress is reported, by a
    /// clock of the test.
    #[test]
    fn a_line_a_minute() {
        let mut lines = Lines::new(vec![]);
        for second in 0..=200 {
            let progress =
                Progress { stage: 1, done: second, total: 1000, fresh: second, score: None };
            lines.report(&progress, Duration::from_secs(second), Duration::from_secs(second));
        }
        let said = String::from_utf8(lines.to).unwrap();
        let begins: Vec<&str> = said.lines().map(|line| line.split(',').next().unwrap()).collect();
        assert_eq!(begins, ["60 of 1000 are done", "120 of 1000 are done", "180 of 1000 are done"]);
        assert!(said.contains(", 1.0 a second, 16 minutes left"), "{said}");
    }

    #[test]
    fn the_speed_of_a_resumed_run_is_the_present_one() {
        let score = Some(("uct".to_string(), "50.0%".to_string()));
        let progress = Progress { stage: 2, done: 90, total: 100, fresh: 10, score };
        let words = run_words(&progress, Duration::from_secs(5));
        assert_eq!(words, ", stage 2, 2.0 a second, 5 seconds left, uct at 50.0%");
    }
}
