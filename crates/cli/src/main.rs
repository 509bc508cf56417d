//! The `sortilege` command.
mod draw;
fn main(){}
