//! Inspecting a search tree: `cargo run --release --example read_the_tree`.
//!
//! Prints the moves that the search expects, and the tree as a graph: `... | dot -Tsvg > tree.svg`
//! draws it.

use sortilege::search::{Search, Setup, Uct};
use sortilege::testing::random_tree::{RandomTree, TreeShape};
use sortilege::tree::Extent;
use sortilege::{Budget, Player, Rng};

fn main() {
    let game = RandomTree::new(3, TreeShape { steps: 12, ..TreeShape::REGULAR });
    let mut uct = Uct::<RandomTree>::new(Setup::new(Budget::iterations(2000)));
    uct.decide(&game, Player(0), &mut Rng::new(1));

    let root = uct.tree().root();
    for edge in root.edges() {
        let replies = edge.child().map_or(0, |child| child.edges().count());
        eprintln!(
            "move {}: {:4} visits, mean {:.3}, {replies} replies",
            edge.label(),
            edge.visits(),
            edge.mean()
        );
    }
    let line: Vec<String> =
        root.principal_variation().iter().map(|edge| edge.label().to_string()).collect();
    eprintln!("principal variation: {}", line.join(" "));
    assert_eq!(root.edges().map(|edge| edge.visits()).sum::<u32>(), 2000);

    // A part of the tree without the game's types, for use by a web page or a script.
    let extent = Extent { depth: 3, most_edges: 20, ..Extent::default() };
    let outline =
        uct.outline(&game, &extent, &|_, action| format!("move {action}")).expect("UCT has a tree");
    assert!(outline.edges.len() <= 20 && outline.to_json().starts_with("{\"visits\":2000,"));
    print!("{}", outline.to_dot());
}
