//! A single test program, since linking every game takes long.

mod allocation;
mod every_game;
mod exploitability;
mod extremes;
mod parallel;
mod search_leaks;
mod table_leaks;
mod true_values;
