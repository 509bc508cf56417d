//! Kuhn and Leduc poker.

use sortilege_catalogue::setting::Schema;
use sortilege_catalogue::{Family, GameEntry, PayoffUnit, RegisteredGame, listed};
use sortilege_games_poker::kuhn::{self, Kuhn};
use sortilege_games_poker::leduc::{self, Leduc};

/// Returns the games of this shelf, in the order in which they are listed.
pub fn games() -> Vec<Box<dyn RegisteredGame>> {
    vec![
        listed(
            GameEntry::new(&KUHN, |_| Ok(Kuhn::default()))
                .title("Kuhn Poker")
                .family(Family::Bluff)
                .also("kuhn-poker", "kuhn")
                .recommend("determinized-uct")
                .rules(kuhn::RULES)
                .stakes(|_| Some(PayoffUnit { unit: "chips", factor: kuhn::UNIT }))
                .chance()
                .outcomes()
                .hidden()
                .observe()
                .equilibria()
                .exact()
                .key(),
        ),
        listed(
            GameEntry::new(&LEDUC, |_| Ok(Leduc::default()))
                .title("Leduc Poker")
                .family(Family::Bluff)
                .also("leduc-poker", "leduc")
                .recommend("determinized-uct")
                .rules(leduc::RULES)
                .stakes(|_| Some(PayoffUnit { unit: "chips", factor: leduc::UNIT }))
                .chance()
                .outcomes()
                .hidden()
                .observe()
                .equilibria()
                .exact()
                .key(),
        ),
    ]
}

static KUHN: Schema =
    Schema { name: "kuhn", help: "Kuhn poker: three cards, one bet", fields: &[] };
static LEDUC: Schema = Schema {
    name: "leduc",
    help: "Leduc poker: six cards, two rounds, one shared card",
    fields: &[],
};
