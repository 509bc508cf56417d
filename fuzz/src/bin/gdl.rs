//! The fuzzer of the targets in `gdl.rs`.
#![no_main]

use sortilege_fuzz::{chosen, gdl::TARGETS};
use std::sync::OnceLock;

static TARGET: OnceLock<fn(&[u8])> = OnceLock::new();

libfuzzer_sys::fuzz_target!(|data: &[u8]| TARGET.get_or_init(|| chosen(TARGETS))(data));
