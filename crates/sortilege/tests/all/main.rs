//! All tests in one program, so that code of the searches that several tests need is compiled once.

mod doubt;
mod forgets;
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
