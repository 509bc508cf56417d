//! Report of a run.

use super::folder::Run;
use super::names::EXPERIMENT;
use crate::Error;
use crate::experiment::Results;
use crate::experiment::plan::Stage;
use crate::report::Report;
use crate::report::model::Block;
use crate::report::text::shell_word;

impl Run {
    /// Report of the results, with everything that is needed to assess and to repeat them.
    pub fn report(&self, results: &Results) -> Result<Report, Error> {
        let mut report = self.experiment.report(results)?;
        self.add_facts(&mut report, results);
        self.add_notes(&mut report, results);
        report.push(Block::Listing {
            title: format!("The experiment in full (`{EXPERIMENT}`)"),
            text: self.experiment.to_toml(),
        });
        let (file, folder) = (shell_word(&self.folder.join(EXPERIMENT)), shell_word(&self.folder));
        report.repeat =
            vec![format!("sortilege run {file} --out again"), format!("sortilege report {folder}")];
        Ok(report)
    }

    fn add_facts(&self, report: &mut Report, results: &Results) {
        let manifest = &self.manifest;
        report.fact("design", self.experiment.design.name());
        report.fact("game", format!("`{}`", self.experiment.game));
        report.fact("seed", self.experiment.seed);
        if self.experiment.schedule.is_some() {
            report.fact("measure", self.experiment.measure.label());
        }
        let thoughts: usize = results.thoughts.values().map(Vec::len).sum();
        let exploited: usize = results.exploited.values().map(Vec::len).sum();
        match (thoughts, exploited) {
            (0, 0) => report.fact("games", results.played()),
            (0, _) => report.fact("best opponents", exploited),
            _ => report.fact("decisions", thoughts),
        }
        if results.screen.count() > 0 {
            report.fact("games of the screen", results.screen.count());
        }
        report.fact("begun", date(manifest.began));
        report.fact("last worked on", date(manifest.touched));
        report.fact("version", &manifest.version);
        report.fact("commit", manifest.commits.join(", "));
        report.fact("machine", manifest.machines.join("; "));
    }

    fn add_notes(&self, report: &mut Report, results: &Results) {
        if !results.complete {
            let planned: u64 = results.stages.iter().map(Stage::rows).sum();
            report.push(Block::Note(format!(
                "This run is not complete: of {planned} games or decisions that are planned so far, the \
                 results above are from those that are done."
            )));
        }
        if results.builds.len() > 1 {
            report.push(Block::Note(format!(
                "Results of different builds of the program are mixed here: {}.",
                results.builds.iter().cloned().collect::<Vec<_>>().join(", ")
            )));
        }
        if self.experiment.depends_on_machine() {
            report.push(Block::Note(
                "Some players have a time limit, or search one tree with several threads: their \
                 results depend on the machine and are not reproducible."
                    .to_string(),
            ));
        }
    }
}

/// Formats a time as date and time in UTC, by the rules of the Gregorian calendar.
fn date(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March here, so that the leap day comes last (Hinnant's `civil_from_days`).
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", rest / 3600, rest / 60 % 60)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_that_are_known() {
        assert_eq!(date(0), "1970-01-01 00:00 UTC");
        assert_eq!(date(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(date(1_234_567_890), "2009-02-13 23:31 UTC");
        assert_eq!(date(4_107_542_399), "2100-02-28 23:59 UTC");
        // A clock can show any time.
        assert!(date(u64::MAX).ends_with("UTC"));
    }
}
