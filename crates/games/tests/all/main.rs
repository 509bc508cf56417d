//! One program of all tests, so that what several of them need of the searches is compiled once.

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
