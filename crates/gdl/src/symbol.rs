//! Words of a rulesheet, each once. Case does not matter, and the first spelling is kept for
//! answers.

use rustc_hash::FxHashMap;

/// A word, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub u32);

macro_rules! keywords {
    ($($name:ident = $text:literal),* $(,)?) => {
        /// Words that the language gives a meaning.
        #[allow(missing_docs)]
        pub mod word {
            use super::Symbol;
            keywords!(@count 0; $($name)*);
        }
        const KEYWORDS: &[&str] = &[$($text),*];
    };
    (@count $n:expr; $name:ident $($rest:ident)*) => {
        pub const $name: Symbol = Symbol($n);
        keywords!(@count $n + 1; $($rest)*);
    };
    (@count $n:expr;) => {};
}

keywords! {
    ROLE = "role", INIT = "init", TRUE = "true", NEXT = "next", DOES = "does", LEGAL = "legal", GOAL = "goal",
    TERMINAL = "terminal", SEES = "sees", BASE = "base", INPUT = "input", DISTINCT = "distinct", NOT = "not",
    OR = "or", AND = "and", IF = "<=", RANDOM = "random",
}

/// All words that were read.
#[derive(Clone, Debug)]
pub struct Symbols {
    numbers: FxHashMap<Box<str>, Symbol>,
    spellings: Vec<Box<str>>,
}

impl Default for Symbols {
    fn default() -> Self {
        let mut symbols = Symbols { numbers: FxHashMap::default(), spellings: vec![] };
        KEYWORDS.iter().for_each(|word| _ = symbols.intern(word));
        symbols
    }
}

impl Symbols {
    /// The number of a word, a new one if it was never read before.
    pub fn intern(&mut self, text: &str) -> Symbol {
        let folded = text.to_lowercase();
        if let Some(&known) = self.numbers.get(folded.as_str()) {
            return known;
        }
        let new = Symbol(self.spellings.len() as u32);
        self.numbers.insert(folded.into(), new);
        self.spellings.push(text.into());
        new
    }

    /// The number of a word, if it was read before.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.numbers.get(text.to_lowercase().as_str()).copied()
    }

    /// A word that nobody can have written, for a predicate of our own.
    pub fn invent(&mut self, kind: &str) -> Symbol {
        self.intern(&format!("({kind} {})", self.spellings.len()))
    }

    /// The word as it was spelt first.
    pub fn text(&self, symbol: Symbol) -> &str {
        &self.spellings[symbol.0 as usize]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.spellings.len()
    }

    /// Never: keywords are always known.
    pub fn is_empty(&self) -> bool {
        self.spellings.is_empty()
    }
}
