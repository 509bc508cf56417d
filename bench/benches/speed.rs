//! Speed of every workload in steps per second: playouts, iterations or determinizations.
//!
//!     cargo bench --manifest-path bench/Cargo.toml -- breakthrough

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sortilege_bench::workloads;
use std::time::Duration;

fn speed(criterion: &mut Criterion) {
    for workload in workloads() {
        let (kind, game) =
            workload.name.rsplit_once(' ').expect("a name is a kind of work and a game");
        let mut group = criterion.benchmark_group(kind);
        group.throughput(Throughput::Elements(workload.steps));
        group.bench_function(game, |bencher| {
            let mut work = workload.prepare();
            let expected = work();
            bencher.iter(&mut work);
            assert_eq!(work(), expected, "the work that was timed is not the same every time");
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1));
    targets = speed
}
criterion_main!(benches);
