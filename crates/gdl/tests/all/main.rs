//! A single test program, since linking takes long.

mod bad;
mod beliefs;
mod common;
mod contract;
mod corpus;
mod ggp;
mod machine;
mod traps;
mod values;
