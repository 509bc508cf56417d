//! A part of a search tree as text and numbers, for clients that do not know the game's types: web
//! pages, scripts and pictures.

use super::{EdgeView, NodeView};
use crate::bandit::Proven;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt::Write;
use std::hash::Hash;

/// Limits of the exported part of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Extent {
    /// Maximum depth in edges from the root.
    pub depth: usize,
    /// Minimum number of visits of an exported edge.
    pub least_visits: u32,
    /// Maximum number of edges; the most visited ones come first.
    pub most_edges: usize,
}

impl Default for Extent {
    /// Limits suitable for display: depth 8, at least 1 visit, at most 1000 edges.
    fn default() -> Self {
        Extent { depth: 8, least_visits: 1, most_edges: 1000 }
    }
}

/// A part of a tree.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "UncheckedOutline"))]
pub struct Outline {
    /// Visits of the root.
    pub visits: u32,
    /// Edges, each after its parent edge; the most visited ones first.
    pub edges: Vec<Branch>,
}

/// An edge of a tree.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Branch {
    /// Index of the parent edge; `None` for an edge of the root.
    pub after: Option<usize>,
    /// Name of the action or observation.
    pub name: String,
    /// Number of visits.
    pub visits: u32,
    /// Mean reward for the player who selects it; `None` if it is proven.
    pub mean: Option<f64>,
    /// Proven result, if any.
    pub proof: Option<Proven>,
    /// Prior probability or score before the first visit, if there is one.
    pub prior: Option<f32>,
}

/// An outline from outside, not yet validated.
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
struct UncheckedOutline {
    visits: u32,
    edges: Vec<Branch>,
}

/// Validates that each edge comes after its parent; otherwise a traversal could run in circles.
#[cfg(feature = "serde")]
impl TryFrom<UncheckedOutline> for Outline {
    type Error = String;
    fn try_from(UncheckedOutline { visits, edges }: UncheckedOutline) -> Result<Self, String> {
        let early = edges
            .iter()
            .enumerate()
            .find(|(number, edge)| edge.after.is_some_and(|after| after >= *number));
        match early {
            None => Ok(Outline { visits, edges }),
            Some((number, _)) => {
                Err(format!("edge {number} of the tree comes before its parent edge"))
            }
        }
    }
}

impl Outline {
    /// The part of a tree from a node on. `name` receives the labels of the path to an edge, its
    /// own last.
    pub(crate) fn new<L>(
        root: NodeView<'_, L>,
        extent: &Extent,
        mut name: impl FnMut(&[L]) -> String,
    ) -> Self
    where
        L: Copy + Eq + Hash,
    {
        let mut outline = Outline { visits: root.visits(), edges: vec![] };
        let mut open =
            Open { edges: vec![], by_visits: BinaryHeap::new(), least: extent.least_visits.max(1) };
        open.offer(root, None, &[]);
        while let Some((edge, after, path)) =
            open.next().filter(|_| outline.edges.len() < extent.most_edges)
        {
            let (proof, prior) = (edge.proof(), edge.prior());
            outline.edges.push(Branch {
                after,
                name: name(&path),
                visits: edge.visits(),
                mean: proof.is_none().then(|| edge.mean()),
                proof,
                prior: (prior > 0.0).then_some(prior),
            });
            if let Some(child) = edge.child().filter(|_| path.len() < extent.depth) {
                open.offer(child, Some(outline.edges.len() - 1), &path);
            }
        }
        outline
    }

    /// The outline as JSON: `visits`, and `edges` with `after` (the index of the parent edge, or
    /// null), `move`, `visits`, `mean`, `proof` and `prior`.
    pub fn to_json(&self) -> String {
        let mut text = format!("{{\"visits\":{},\"edges\":[", self.visits);
        for (number, edge) in self.edges.iter().enumerate() {
            let comma = if number > 0 { "," } else { "" };
            let after = edge.after.map_or("null".to_string(), |after| after.to_string());
            let mean = edge.mean.map_or("null".to_string(), |mean| mean.to_string());
            let proof =
                edge.proof.map_or("null".to_string(), |proof| format!("\"{}\"", word(proof)));
            let prior = edge.prior.map_or("null".to_string(), |prior| prior.to_string());
            let name = escaped(&edge.name);
            let visits = edge.visits;
            write!(
                text,
                "{comma}\n{{\"after\":{after},\"move\":\"{name}\",\"visits\":{visits},\"mean\":{mean},\
                 \"proof\":{proof},\"prior\":{prior}}}"
            )
            .expect("writing to a string cannot fail");
        }
        text.push_str("\n]}\n");
        text
    }

    /// The outline as a graph in the DOT language of Graphviz: line widths grow with visits.
    pub fn to_dot(&self) -> String {
        let mut text = format!(
            "digraph tree {{\n  rankdir=LR;\n  node [shape=point];\n  edge [fontname=\"sans-serif\", fontsize=10];\n  root [xlabel=\"{} visits\"];\n",
            self.visits
        );
        for (number, edge) in self.edges.iter().enumerate() {
            let from = edge.after.map_or("root".to_string(), |after| format!("n{after}"));
            let worth = match (edge.proof, edge.mean) {
                (Some(proof), _) => word(proof).to_string(),
                (None, mean) => format!("{:.3}", mean.unwrap_or(0.0)),
            };
            let width = 0.5 + 6.0 * f64::from(edge.visits) / f64::from(self.visits.max(1));
            let (name, visits) = (escaped(&edge.name), edge.visits);
            writeln!(
                text,
                "  {from} -> n{number} [label=\"{name}\\n{visits}  {worth}\", penwidth={width:.2}];"
            )
            .expect("writing to a string cannot fail");
        }
        text.push_str("}\n");
        text
    }
}

/// Candidate edges for export; the most visited one is next.
struct Open<'a, L> {
    /// Each edge with the index of its parent and the labels up to its own.
    edges: Vec<(EdgeView<'a, L>, Option<usize>, Vec<L>)>,
    by_visits: BinaryHeap<(u32, Reverse<usize>)>,
    /// Minimum number of visits of an exported edge.
    least: u32,
}

impl<'a, L: Copy + Eq + Hash> Open<'a, L> {
    /// Adds the edges of a node.
    fn offer(&mut self, node: NodeView<'a, L>, after: Option<usize>, path: &[L]) {
        for edge in node.edges().filter(|edge| edge.visits() >= self.least) {
            self.by_visits.push((edge.visits(), Reverse(self.edges.len())));
            self.edges.push((edge, after, path.iter().copied().chain([edge.label()]).collect()));
        }
    }

    fn next(&mut self) -> Option<(EdgeView<'a, L>, Option<usize>, Vec<L>)> {
        let (_, Reverse(number)) = self.by_visits.pop()?;
        Some(self.edges[number].clone())
    }
}

fn word(proof: Proven) -> &'static str {
    match proof {
        Proven::Win => "win",
        Proven::Loss => "loss",
    }
}

/// Escapes text for quotes in JSON and in DOT.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            control if control.is_control() => {
                write!(out, "\\u{:04x}", control as u32).expect("writing to a string cannot fail");
            }
            other => out.push(other),
        }
    }
    out
}
