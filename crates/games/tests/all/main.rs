//! A single test program, so that shared instances of the searches are compiled once.

mod corpus;
mod equilibria;
mod information_sets;
mod ismcts_options;
mod leaks;
mod open_spiel;
mod oracles;
mod particles;
mod puct;
mod python;
mod readme;
mod reference;
mod responses;
mod rlcard;
mod scheduled_star;
mod simultaneous;
mod solver;
mod star_minimax;
