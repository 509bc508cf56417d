use super::*;
use sortilege::testing::Contract;

#[test]
fn contract() {
    for setup in [Setup::Fixed, Setup::Random, Setup::Constrained] {
        let game = Confrontation::new(Settings { setup, ..Settings::default() });
        Contract::new(&game).games(20).longest(2000).rules().chance().outcomes();
        Contract::new(&game).games(20).hidden().observed().notation().key().picture();
    }
}
