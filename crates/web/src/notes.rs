//! What was found in folders, so that one is not read again while nothing in it has changed.

use crate::pool::locked;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::SystemTime;

/// When the parts of a folder were last changed.
pub type Stamp = Vec<Option<SystemTime>>;

/// What was found, by the names of folders.
#[derive(Debug, Default)]
pub struct Notes(Mutex<HashMap<String, (Stamp, Value)>>);

impl Notes {
    /// What was found when the folder was as it is now.
    pub fn find(&self, name: &str, stamp: &Stamp) -> Option<Value> {
        locked(&self.0).get(name).filter(|(then, _)| then == stamp).map(|(_, found)| found.clone())
    }

    /// Notes what was found.
    pub fn keep(&self, name: &str, stamp: Stamp, found: &Value) {
        locked(&self.0).insert(name.to_string(), (stamp, found.clone()));
    }
}
