//! The papers that this library is made from, by the tags that its documentation cites them with, and the words that it
//! uses.
//!
//! # Papers
//!
//! | tag | paper |
//! |---|---|
//! | IS | P. I. Cowling, E. J. Powley and D. Whitehouse, "Information Set Monte Carlo Tree Search", *IEEE Transactions on Computational Intelligence and AI in Games* 4(2), pp. 120-143, 2012, [doi:10.1109/TCIAIG.2012.2200894](https://doi.org/10.1109/TCIAIG.2012.2200894) |
//! | ED | P. I. Cowling, C. D. Ward and E. J. Powley, "Ensemble Determinization in Monte Carlo Tree Search for the Imperfect Information Card Game Magic: The Gathering", *IEEE Transactions on Computational Intelligence and AI in Games* 4(4), 2012 |
//! | CS | C. D. Ward and P. I. Cowling, "Monte Carlo Search Applied to Card Selection in Magic: The Gathering", *IEEE Symposium on Computational Intelligence and Games*, 2009 |
//! | QR | T. Pepels, M. J. W. Tak, M. Lanctot and M. H. M. Winands, "Quality-based Rewards for Monte-Carlo Tree Search Simulations", *European Conference on Artificial Intelligence*, 2014. Sections, equations and numbers are those of a draft |
//! | SM | M. Lanctot, A. Saffidine, J. Veness, C. Archibald and M. H. M. Winands, "Monte Carlo \*-Minimax Search", *International Joint Conference on Artificial Intelligence*, 2013 |
//!
//! So "IS §IV-B" is a section, "IS eq. 7" an equation. Cited by name are, among others:
//!
//! - P. Auer, N. Cesa-Bianchi and P. Fischer, "Finite-time analysis of the multiarmed bandit problem", *Machine Learning*
//!   47(2), pp. 235-256, 2002: [UCB1](crate::bandit::ucb1).
//! - P. Auer, N. Cesa-Bianchi, Y. Freund and R. E. Schapire, "Gambling in a rigged casino: the adversarial multi-armed
//!   bandit problem", *Symposium on Foundations of Computer Science*, pp. 322-331, 1995: [EXP3](crate::bandit::exp3).
//! - L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", *European Conference on Machine Learning*, pp.
//!   282-293, 2006: [UCT](crate::search::Uct).
//! - C. D. Rosin, "Multi-armed bandits with episode context", *Annals of Mathematics and Artificial Intelligence* 61(3), pp.
//!   203-230, 2011, and D. Silver et al., "Mastering the game of Go without human knowledge", *Nature* 550, pp. 354-359,
//!   2017: [PUCT](crate::search::Select::Puct).
//! - G. M. J.-B. Chaslot, M. H. M. Winands and H. J. van den Herik, "Parallel Monte-Carlo tree search", *Computers and
//!   Games*, pp. 60-71, 2008: root and tree parallelism, virtual loss.
//!
//! # Words
//!
//! | word | means |
//! |---|---|
//! | state | the whole truth about a game at one moment: what a [`Game`](crate::Game) is |
//! | action | what a player does, or what comes of chance, as whoever does it knows it |
//! | move | an action from somebody's point of view: actions that look alike to him are one move (IS §II) |
//! | observation | what a seat notices of an action, [`Observe::seen`](crate::game::Observe::seen); maybe nothing |
//! | view | all that a seat knows at one moment, [`Hidden::View`](crate::game::Hidden::View) |
//! | information set | all histories in which a seat has observed the same: it cannot tell which of them is true. A search is shown a view, and takes all states with that view for one |
//! | belief | which determinizations a search draws, and how likely each: [`belief`](crate::belief) |
//! | determinization | a state drawn from an information set, as [`Hidden::determinize`](crate::game::Hidden::determinize) does; in the papers also the way of playing that draws some and searches each as if it were true |
//! | strategy fusion | the mistake of such a search: it plans to act differently in states that it will not be able to tell apart (IS §III-B) |
//! | environment | what acts without being a player: dice, deals, and forced replies that tell players something; [`Turn::Chance`](crate::Turn::Chance) |
//! | iteration, simulation | one game that a search plays in its mind, from the root to the end |
//! | descent | its first part, within the tree: moves are selected by what is known of them |
//! | expansion | the new node with which a descent ends |
//! | playout | its second part, outside the tree: moves are random or follow a [policy](crate::playout::Policy). The papers say rollout or simulation as well |
//! | backpropagation | its end: all that was visited is credited with the result |
//! | payoff | what the game pays a player in the end, from -1 to 1 |
//! | reward | what a [search credits](crate::reward) for it, from 0 to 1 unless said otherwise |
//! | arm | one of the choices at a node with what is known of it: visits and total reward. The word is from the "multi-armed bandit", a slot machine |
//! | visits | how often an arm was chosen: n |
//! | availability | how often it could have been chosen: n'. It takes the place of the parent's visits where moves are possible in some determinizations only (IS §IV-B) |
//! | exploration constant | how much UCB1 favours arms that were seldom chosen: c |
//! | prior | how promising a move looks before it is tried; PUCT goes by it |
//! | evaluator | who says what a state is worth before the end, and which moves look promising: [`evaluator`](crate::evaluator) |
//! | virtual loss | what arms on the way to a leaf are lent while the leaf waits to be judged, lest the next descent go the same way |
//! | widening | letting the number of arms grow slowly with the visits (SM §2.2) |
//! | proof | that a move wins or loses whatever is done about it; see [`Uct::solving`](crate::search::Uct::solving) |
//! | mix | a choice that is drawn from several by given probabilities, as the best play of hidden information often is |
//! | exploitability | how much more than its share an opponent who knew one's play could win; see [`exact`](crate::exact) |
