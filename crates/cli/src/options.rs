//! Options that several verbs share: parsers of numbers, and whether builds may be mixed.

use crate::app::App;
use sortilege_catalogue::setting::whole_number;
use sortilege_catalogue::{Catalogue, Files};
use sortilege_lab::run::Builds;
use std::path::Path;
use std::time::Duration;

/// Number of cores, the default number of threads.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// Whether results of different builds may be mixed.
#[derive(clap::Args, Debug)]
pub struct Mixed {
    /// Permit results of different builds of this program in one run; the report flags it. Without
    /// it such results are refused
    #[arg(long)]
    mixed: bool,
}

impl Mixed {
    /// Converts to the type of the lab.
    pub fn builds(&self) -> Builds {
        if self.mixed { Builds::Mixed } else { Builds::Single }
    }
}

/// Which files an experiment or a record may name.
#[derive(clap::Args, Debug)]
pub struct AllowFiles {
    /// Permit FILE to name files outside of its own folder, such as a rulesheet
    /// (`game = "gdl:file=PATH"`); such files are read
    #[arg(long)]
    pub allow_files: bool,
}

impl AllowFiles {
    /// Returns the catalogue with the files that `file` may name.
    pub fn catalogue(&self, app: &App, file: &Path) -> Catalogue {
        app.catalogue.with_files(Files::beside(file, self.allow_files))
    }
}

/// Reads a seed, or a depth.
pub fn natural<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let number = whole_number(text).and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| "it is a whole number, 0 or more".to_string())
}

/// Reads a positive number.
pub fn positive(text: &str) -> Result<u64, String> {
    let number = whole_number(text).filter(|&number| number > 0);
    number.ok_or_else(|| "it is a whole number, 1 or more".to_string())
}

/// Reads a number of threads.
pub fn threads(text: &str) -> Result<usize, String> {
    let number = natural(text).ok().filter(|number| (1..=1024).contains(number));
    number.ok_or_else(|| "it is a whole number from 1 to 1024".to_string())
}

/// Reads a time limit, such as `90s`, `30m` or `8h`.
pub fn time_to_spend(text: &str) -> Result<Duration, String> {
    let read = |(unit, seconds): (char, f64)| {
        let number: f64 = text.strip_suffix(unit)?.parse().ok().filter(|number| *number > 0.0)?;
        Duration::try_from_secs_f64(number * seconds).ok()
    };
    let units = [('s', 1.0), ('m', 60.0), ('h', 3600.0), ('d', 86_400.0)];
    units
        .into_iter()
        .find_map(read)
        .ok_or_else(|| "it is a time such as 90s, 30m, 8h or 2d".to_string())
}

/// Reads the duration of a measurement.
pub fn measured_time(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=86_400.0).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "it is a number of seconds from 0.001 to 86400".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_by_their_units() {
        let seconds =
            ["90s", "1.5m", "8h", "2d"].map(|text| time_to_spend(text).unwrap().as_secs());
        assert_eq!(seconds, [90, 90, 28_800, 172_800]);
        for wrong in ["", "h", "8", "-1h", "0s", "nans", "infh", "1e300d", "8 h"] {
            assert!(time_to_spend(wrong).unwrap_err().contains("8h"), "{wrong}");
        }
    }

    #[test]
    fn numbers_are_checked() {
        assert_eq!(natural::<u32>("0"), Ok(0));
        assert!(natural::<u32>("5000000000").is_err() && natural::<u64>("-1").is_err());
        assert_eq!(positive("12"), Ok(12));
        assert_eq!(positive("10k"), positive("1e4"));
        assert!(["0", "-1", "x", "1.5"].iter().all(|text| positive(text).is_err()));
        assert_eq!(measured_time("0.5"), Ok(Duration::from_millis(500)));
        assert!(["0", "-1", "inf", "NaN", "1e300"].iter().all(|text| measured_time(text).is_err()));
        assert!(threads("0").is_err() && threads("9999").is_err());
    }
}
