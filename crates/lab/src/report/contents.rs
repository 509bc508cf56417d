//! The table of contents of a report: its sections, and where links to them lead.

use super::model::{Block, Report};

/// A heading that can be led to.
pub(super) struct Place<'a> {
    /// What it says.
    pub(super) title: &'a str,
    /// Which block it is.
    index: usize,
}

impl Place<'_> {
    /// The name that links give it; no two are alike.
    pub(super) fn anchor(&self) -> String {
        format!("section-{}", self.index)
    }
}

/// A section and its parts.
pub(super) struct Section<'a> {
    pub(super) place: Place<'a>,
    pub(super) parts: Vec<Place<'a>>,
}

/// The sections of a report that has contents; none if it has not, so that no page carries names
/// that nothing leads to.
pub(super) fn sections(report: &Report) -> Vec<Section<'_>> {
    let mut sections: Vec<Section> = vec![];
    if !report.blocks.contains(&Block::Contents) {
        return sections;
    }
    for (index, block) in report.blocks.iter().enumerate() {
        match (block, sections.last_mut()) {
            (Block::Heading(title), _) => {
                sections.push(Section { place: Place { title, index }, parts: vec![] });
            }
            (Block::Subheading(title), Some(section)) => section.parts.push(Place { title, index }),
            _ => {}
        }
    }
    sections
}

/// The name of a block that contents lead to.
pub(super) fn anchor(sections: &[Section], index: usize) -> Option<String> {
    let mut places =
        sections.iter().flat_map(|section| [&section.place].into_iter().chain(&section.parts));
    places.find(|place| place.index == index).map(Place::anchor)
}
