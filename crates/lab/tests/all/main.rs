//! A single test program, since linking takes long.

mod corpus;
mod report;
mod reproduce;
mod run;
