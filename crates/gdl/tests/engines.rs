//! Tests that the net and the Datalog machine agree: the same random games on both.

mod common;

use sortilege::Rng;
use sortilege_gdl::Engines;
use sortilege_gdl::testing::Twin;

/// Number of random steps compared for each sheet.
const STEPS: u32 = 3000;

#[test]
fn net_and_machine_agree() {
    for name in common::names() {
        let mut twin =
            Twin::new(common::sheet(&name, Engines::Net), common::sheet(&name, Engines::Machine));
        let mut rng = Rng::new(1);
        let mut steps = 0;
        while steps < STEPS {
            steps += twin.play(&mut rng).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}
