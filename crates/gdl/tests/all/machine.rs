//! Tests of the Datalog machine: perft counts. Tests that the net and the Datalog machine agree:
//! the same random games on both.

use crate::common;

use sortilege::Rng;
use sortilege_gdl::term::Ground;
use sortilege_gdl::testing::Twin;
use sortilege_gdl::{Engines, Limits, Machine, Program};
use std::sync::Arc;

fn machine(name: &str) -> Machine {
    let path = format!("{}/../../games/gdl/{name}.kif", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect(&path);
    let program = Program::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(program.warnings, [""; 0], "{name}");
    Machine::new(Arc::new(program), Limits::default())
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Number of sequences of joint moves, including those of chance.
fn perft(machine: &mut Machine, state: &[Ground], depth: u32) -> u64 {
    machine.load(state);
    if machine.is_terminal().unwrap() {
        return 0;
    }
    let legal = machine.legal().unwrap();
    if depth == 1 {
        return legal.iter().map(|list| list.len() as u64).product();
    }
    let mut count = 0;
    for_each_joint(&legal, &mut vec![], &mut |joint| {
        machine.load(state);
        let next = machine.step(joint).unwrap();
        count += perft(machine, &next, depth - 1);
    });
    count
}

fn for_each_joint(
    legal: &[Vec<Ground>],
    joint: &mut Vec<Ground>,
    look: &mut impl FnMut(&[Ground]),
) {
    let Some(list) = legal.get(joint.len()) else { return look(joint) };
    for &choice in list {
        joint.push(choice);
        for_each_joint(legal, joint, look);
        joint.pop();
    }
}

fn counts<const N: usize>(name: &str) -> [u64; N] {
    let mut machine = machine(name);
    let start = machine.initial().to_vec();
    std::array::from_fn(|depth| perft(&mut machine, &start, depth as u32 + 1))
}

#[test]
fn boards() {
    assert_eq!(counts("tic-tac-toe"), [9, 72, 504, 3024, 15120]);
    assert_eq!(counts("connect-four"), [7, 49, 343, 2401]);
    assert_eq!(counts("breakthrough"), [22, 484]);
    assert_eq!(counts("reversi"), [4, 12, 56, 244]);
}

#[test]
fn others() {
    assert_eq!(counts("nim"), [12, 113]);
    assert_eq!(counts("kuhn"), [6, 12, 24, 12, 0]);
    assert_eq!(counts("rock-paper-scissors"), [9, 81, 729, 0]);
    assert_eq!(counts("six-seats"), [46656, 0]);
    assert_eq!(counts("monty-hall"), [3, 9, 12, 24, 0]);
    assert_eq!(counts("hanoi"), [2, 6]);
}

/// Number of random steps compared for each sheet.
const STEPS: u32 = 3000;

#[test]
fn net_and_machine_agree() {
    for name in common::names() {
        let mut twin =
            Twin::new(common::sheet(&name, Engines::Net), common::sheet(&name, Engines::Machine));
        let mut rng = Rng::new(1);
        let mut steps = 0;
        while steps < STEPS {
            steps += twin.play(&mut rng).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}
