//! Tells the module what it is built from, as the `sortilege` command is told: of one commit they are one build, so that
//! either goes on with what the other has begun.

#[path = "../app/build.rs"]
mod app;

fn main() {
    app::main();
}
