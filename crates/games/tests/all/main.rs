//! A single test program, so that shared instances of the searches are compiled once.

mod corpus;
mod equilibria;
mod information_sets;
mod open_spiel;
mod oracles;
mod particles;
mod puct;
mod python;
mod readme;
mod reference;
mod rlcard;
mod simultaneous;
mod solver;
mod star_minimax;
