//! One program of all tests, so that what several of them need of the searches is compiled once.

mod doubt;
mod forgets;
mod go_on;
mod look;
mod memory;
mod parallel;
mod planted;
mod policy_improvement;
mod puct;
mod reference;
mod reuse;
mod scratch;
mod searches;
mod solver;
mod tells;
