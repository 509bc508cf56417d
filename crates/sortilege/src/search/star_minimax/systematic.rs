//! Systematic draws: points at even distances, all moved by the same random part of one distance
//! (Madow & Madow 1944). An outcome is drawn once for every point in its share of the line, so as
//! often as its probability says, rounded up or down: without bias, as independent draws are, and
//! with less variance.

/// Leaves the outcomes that `width` points hit, with the number of hits; returns what a hit is
/// worth. Points begin at `start` of a distance, in [0, 1). All outcomes stay as they are if there
/// are no more than points.
pub(super) fn systematic<A: Copy>(
    width: u32,
    start: impl FnOnce() -> f64,
    listed: &mut Vec<(A, f64)>,
) -> Option<f64> {
    if listed.len() <= width as usize {
        return None;
    }
    let (distance, total) =
        (1.0 / f64::from(width), listed.iter().map(|&(_, odds)| odds).sum::<f64>());
    let start = start();
    let (mut hits_before, mut end, last) = (0.0, 0.0, listed.len() - 1);
    for (at, (_, odds)) in listed.iter_mut().enumerate() {
        end += *odds / total;
        // Points below `end`; rounding can leave a crumb, which belongs to the last outcome.
        let below =
            if at == last { f64::from(width) } else { (end / distance - start).ceil().max(0.0) };
        *odds = (below - hits_before).max(0.0);
        hits_before += *odds;
    }
    listed.retain(|&(_, hits)| hits > 0.0);
    Some(distance)
}
