//! The pages about papers say what the record says.

use sortilege_lab::reproduce::Paper;
use sortilege_lab::reproduce::decide::prior_results::Known;
use sortilege_lab::reproduce::pages::pages;
use sortilege_papers::EXACT;
use std::fs;
use std::path::Path;

/// Every verdict on a page, and every count of verdicts, is that of `papers/found.json`.
#[test]
fn pages_agree_with_the_record() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("papers").canonicalize().unwrap();
    let papers = Paper::read_all(&folder, sortilege_shelves::catalogue(), &EXACT).unwrap();
    let known = Known::read(&folder.join("found.json")).unwrap();
    let all = pages(&folder, &papers, &known).unwrap();
    assert!(all.len() > papers.len(), "every paper has a page");
    for (path, text) in all {
        let written = fs::read_to_string(&path).unwrap();
        assert!(
            written == text,
            "{} differs from found.json; this writes it: sortilege reproduce --scale decide --known papers/found.json --pages papers",
            path.display()
        );
    }
}
