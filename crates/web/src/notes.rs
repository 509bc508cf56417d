//! Cache of the contents of folders, so that an unchanged folder is not read again.

use crate::pool::locked;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Mutex;
use std::time::SystemTime;

/// Modification times of the parts of a folder.
pub type Stamp = Vec<Option<SystemTime>>;

/// Cached contents by folder name.
#[derive(Debug, Default)]
pub struct Notes(Mutex<HashMap<String, (Stamp, Value)>>);

impl Notes {
    /// Returns the cached content if the folder still has the stamp.
    pub fn find(&self, name: &str, stamp: &Stamp) -> Option<Value> {
        locked(&self.0).get(name).filter(|(then, _)| then == stamp).map(|(_, found)| found.clone())
    }

    /// Stores the content of a folder.
    pub fn keep(&self, name: &str, stamp: Stamp, found: &Value) {
        locked(&self.0).insert(name.to_string(), (stamp, found.clone()));
    }
}
