//! The games of Sortilege: one file or folder for each game, which depends only on
//! `sortilege::game`. The games are grouped into crates, so that a change to one does not rebuild
//! the others. This crate re-exports all of them.

pub use sortilege_games_bidding::goofspiel;
pub use sortilege_games_bidding::hidden_goofspiel;
pub use sortilege_games_bidding::oshi_zumo;
pub use sortilege_games_bidding::rps;
pub use sortilege_games_bluff::liars_dice;
pub use sortilege_games_boards::amazons;
pub use sortilege_games_boards::breakthrough;
pub use sortilege_games_boards::cannon;
pub use sortilege_games_boards::checkers;
pub use sortilege_games_boards::chinese_checkers;
pub use sortilege_games_boards::pentalath;
pub use sortilege_games_cards::confrontation;
pub use sortilege_games_cards::dou_di_zhu;
pub use sortilege_games_dice::cant_stop;
pub use sortilege_games_dice::ewn;
pub use sortilege_games_dice::pig;
pub use sortilege_games_dice::ra;
pub use sortilege_games_lines::dark_hex;
pub use sortilege_games_lines::mnk;
pub use sortilege_games_lines::phantom_mnk;
pub use sortilege_games_magic::magic;
pub use sortilege_games_poker::kuhn;
pub use sortilege_games_poker::leduc;
pub use sortilege_games_toys::toy_fusion;
pub use sortilege_games_toys::toy_subset;
