//! Strongly connected components, without recursion, because graphs of unknown authors may be deep.

/// Components of a graph, each after all that it points to; `edges(node)` lists the successors of a
/// node.
pub(crate) fn components<'a>(nodes: usize, edges: impl Fn(usize) -> &'a [u32]) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let mut order = vec![NEW; nodes];
    let mut low = vec![0; nodes];
    let mut waiting = vec![false; nodes];
    let (mut stack, mut path, mut out) = (vec![], vec![], vec![]);
    let mut count = 0;
    for root in 0..nodes {
        if order[root] == NEW {
            path.push((root, 0));
        }
        while let Some((node, at)) = path.pop() {
            if at == 0 {
                (order[node], low[node]) = (count, count);
                count += 1;
                stack.push(node as u32);
                waiting[node] = true;
            } else {
                let child = edges(node)[at - 1] as usize;
                low[node] = low[node].min(low[child]);
            }
            if let Some(next) = next_edge(edges(node), at, &order, &waiting, &mut low[node]) {
                path.push((node, next + 1));
                path.push((edges(node)[next] as usize, 0));
                continue;
            }
            if low[node] == order[node] {
                let start =
                    stack.iter().rposition(|&other| other as usize == node).expect("it is waiting");
                let component: Vec<u32> = stack.drain(start..).collect();
                component.iter().for_each(|&member| waiting[member as usize] = false);
                out.push(component);
            }
        }
    }
    out
}

/// Next edge to an unvisited node; updates the low links for edges to nodes on the stack.
fn next_edge(
    edges: &[u32],
    from: usize,
    order: &[u32],
    waiting: &[bool],
    low: &mut u32,
) -> Option<usize> {
    for (at, &child) in edges.iter().enumerate().skip(from) {
        let child = child as usize;
        if order[child] == u32::MAX {
            return Some(at);
        }
        if waiting[child] {
            *low = (*low).min(order[child]);
        }
    }
    None
}

/// Lists of numbers, one for each node, in one allocation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Builds the lists from pairs of node and item in any order; the items of a node keep their
    /// order.
    pub(crate) fn new(nodes: usize, pairs: &[(u32, u32)]) -> Self {
        let mut starts = vec![0; nodes + 1];
        pairs.iter().for_each(|&(node, _)| starts[node as usize + 1] += 1);
        (0..nodes).for_each(|node| starts[node + 1] += starts[node]);
        let mut at = starts.clone();
        let mut items = vec![0; pairs.len()];
        for &(node, item) in pairs {
            items[at[node as usize] as usize] = item;
            at[node as usize] += 1;
        }
        Lists { starts, items }
    }

    /// Items of a node.
    #[inline]
    pub(crate) fn of(&self, node: usize) -> &[u32] {
        &self.items[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn circles_are_one_component_after_what_they_point_to() {
        let edges = Lists::new(6, &[(0, 1), (1, 2), (2, 0), (2, 3), (4, 4), (5, 0), (3, 4)]);
        let mut found = components(6, |node| edges.of(node));
        found.iter_mut().for_each(|component| component.sort_unstable());
        assert_eq!(found, [vec![4], vec![3], vec![0, 1, 2], vec![5]]);
    }

    #[test]
    fn a_long_path_does_not_overflow_the_stack() {
        let pairs: Vec<(u32, u32)> = (0..999_999).map(|node| (node, node + 1)).collect();
        let edges = Lists::new(1_000_000, &pairs);
        assert_eq!(components(1_000_000, |node| edges.of(node)).len(), 1_000_000);
    }
}
