//! Systematic sampling: equidistant points with one common random offset (Madow & Madow 1944). An
//! outcome is sampled once for every point in its interval, so its count is its expected count,
//! rounded up or down. Like independent samples it is unbiased, and it has less variance.

/// Reduces the list to the outcomes that `width` points hit, with the number of hits; returns the
/// weight of a hit. The first point lies at `start` of a distance, in [0, 1). The list stays
/// unchanged if there are no more outcomes than points.
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
        // Points below `end`; a remainder due to rounding belongs to the last outcome.
        let below =
            if at == last { f64::from(width) } else { (end / distance - start).ceil().max(0.0) };
        *odds = (below - hits_before).max(0.0);
        hits_before += *odds;
    }
    listed.retain(|&(_, hits)| hits > 0.0);
    Some(distance)
}
