//! Beginning, resuming and extending a run.

use super::extend;
use super::folder::{ANOTHER, Builds, Run, make_parts, write_or_compare};
use super::lock::Lock;
use super::manifest::{self, Manifest, Shard};
use super::names::{EXPERIMENT, PLANS};
use super::{ownership, sealed};
use crate::experiment::Experiment;
use crate::{Error, disk};
use std::path::Path;

impl Run {
    /// Begins or resumes a run. The run in the folder must be of the same experiment, or of one
    /// with fewer games, which is then extended. The folder must be new, empty, or a run folder;
    /// any other folder is refused and not changed.
    pub fn begin(
        folder: &Path,
        experiment: Experiment,
        shard: Option<Shard>,
        builds: Builds,
    ) -> Result<Self, Error> {
        ownership::check(folder)?;
        if !manifest::marks(folder)? {
            experiment.rehearse()?;
        }
        let lock = Lock::exclusive(folder)?;
        let text = experiment.to_toml();
        let mut manifest = match Manifest::read(folder)? {
            Some(manifest) => {
                let manifest = extend::settle(folder, manifest, &experiment, builds)?;
                manifest.fitting(folder, &text, shard, builds)?
            }
            None => Manifest::new(sealed::hash(text.as_bytes()), experiment.seed, shard),
        };
        manifest.touch(experiment.catalogue.build());
        manifest.mixed |= builds == Builds::Mixed;
        // The manifest marks the folder as a run folder, so it is written first.
        manifest.write(folder)?;
        write_or_compare(&folder.join(EXPERIMENT), &text, ANOTHER)?;
        make_parts(folder)?;
        disk::make_folder(&folder.join(PLANS))?;
        ownership::tidy(folder)?;
        Ok(Run { folder: folder.to_path_buf(), experiment, manifest, lock: Some(lock) })
    }

    /// Returns whether the folder contains a run.
    pub(crate) fn is_in(folder: &Path) -> Result<bool, Error> {
        manifest::marks(folder)
    }

    /// Returns whether another process is writing to the run in the folder.
    pub(crate) fn is_busy(folder: &Path) -> bool {
        folder.exists() && Lock::shared(folder).is_err()
    }
}
