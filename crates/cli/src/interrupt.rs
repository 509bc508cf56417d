//! Ctrl-C: the first one lets finish what has begun, the second ends the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set by the first Ctrl-C.
pub fn stop_at_ctrl_c() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let handle = stop.clone();
    let handler = move || {
        if handle.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    };
    // Without the handler Ctrl-C just ends the program, which is no reason not to play.
    let _ = ctrlc::set_handler(handler);
    stop
}
