//! Words of a rulesheet, each stored once. Case is ignored, and the first spelling is kept for
//! output.

use rustc_hash::FxHashMap;

/// A word, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(pub u32);

macro_rules! keywords {
    ($($name:ident = $text:literal),* $(,)?) => {
        /// Keywords of the language.
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

/// All words.
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
    /// Number of a word; a new word gets a new number.
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

    /// Number of a word, if it is known.
    pub fn find(&self, text: &str) -> Option<Symbol> {
        self.numbers.get(text.to_lowercase().as_str()).copied()
    }

    /// Creates a word that cannot occur in a text, for an auxiliary predicate.
    pub fn invent(&mut self, kind: &str) -> Symbol {
        self.intern(&format!("({kind} {})", self.spellings.len()))
    }

    /// First spelling of the word.
    pub fn text(&self, symbol: Symbol) -> &str {
        &self.spellings[symbol.0 as usize]
    }

    /// Number of words.
    pub fn len(&self) -> usize {
        self.spellings.len()
    }

    /// Always false: the keywords are always present.
    pub fn is_empty(&self) -> bool {
        self.spellings.is_empty()
    }
}
