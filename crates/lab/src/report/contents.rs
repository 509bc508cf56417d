//! Table of contents of a report: its sections, and the targets of their links.

use super::model::{Block, Report};

/// Heading that a link can lead to.
pub(super) struct Place<'a> {
    /// Text of the heading.
    pub(super) title: &'a str,
    /// Index of its block.
    index: usize,
}

impl Place<'_> {
    /// Anchor of the heading, unique in the report.
    pub(super) fn anchor(&self) -> String {
        format!("section-{}", self.index)
    }
}

/// Section and its subsections.
pub(super) struct Section<'a> {
    pub(super) place: Place<'a>,
    pub(super) parts: Vec<Place<'a>>,
}

/// Sections of a report with a table of contents; empty without one, so that a page has no anchors
/// that no link uses.
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

/// Anchor of a block, if the table of contents links to it.
pub(super) fn anchor(sections: &[Section], index: usize) -> Option<String> {
    let mut places =
        sections.iter().flat_map(|section| [&section.place].into_iter().chain(&section.parts));
    places.find(|place| place.index == index).map(Place::anchor)
}
