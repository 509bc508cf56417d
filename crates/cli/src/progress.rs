//! A bar on standard error for what takes longer than two seconds. It is not shown where standard error is
//! no terminal.

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How much there is to do.
#[derive(Clone, Copy, Debug)]
pub enum Length {
    /// So many things.
    Count(u64),
    /// So much time.
    Time(Duration),
    /// Nobody knows.
    Unknown,
}

const PATIENCE: Duration = Duration::from_secs(2);
const TICK: Duration = Duration::from_millis(100);

/// Does `work`, which counts in its argument how much of it is done.
pub fn watch<T>(what: &str, length: Length, work: impl FnOnce(&AtomicU64) -> T) -> T {
    let done = AtomicU64::new(0);
    let (finished, waiting) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(|| show(what, length, &done, waiting));
        // Dropped even if the work panics, so that the bar's thread always ends.
        let _finished = finished;
        work(&done)
    })
}

fn show(what: &str, length: Length, done: &AtomicU64, waiting: Receiver<()>) {
    let began = Instant::now();
    if waiting.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    let bar = bar(what, length);
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
        bar.set_position(position);
        bar.set_prefix(left.map_or("no idea how long".to_string(), |left| HumanDuration(left).to_string()));
        bar.tick();
    }
    bar.finish_and_clear();
}

/// The time that the rest takes if it goes on as it began.
fn left(elapsed: Duration, done: u64, total: u64) -> Option<Duration> {
    (done > 0).then(|| elapsed.mul_f64(total.saturating_sub(done) as f64 / done as f64))
}

fn bar(what: &str, length: Length) -> ProgressBar {
    let (total, template) = match length {
        Length::Count(n) => (Some(n), "{msg} {bar:30} {pos}/{len}, {prefix} left"),
        Length::Time(time) => (Some(time.as_millis() as u64), "{msg} {bar:30} {prefix} left"),
        Length::Unknown => (None, "{spinner} {msg} for {prefix}"),
    };
    let style = ProgressStyle::with_template(template).expect("the templates above can be read");
    let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::stderr());
    bar.with_style(style.progress_chars("━╸─")).with_message(what.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_is_done_and_quick_work_is_not_held_up() {
        let began = Instant::now();
        let result = watch("counting", Length::Count(3), |done| done.fetch_add(3, Ordering::Relaxed) + 4);
        assert_eq!(result, 4);
        assert!(began.elapsed() < PATIENCE);
    }

    #[test]
    fn the_rest_takes_as_long_as_what_is_done() {
        let seconds = Duration::from_secs;
        assert_eq!(left(seconds(4), 10, 30), Some(seconds(8)));
        assert_eq!(left(seconds(4), 30, 30), Some(seconds(0)));
        assert_eq!(left(seconds(4), 0, 30), None);
    }
}
