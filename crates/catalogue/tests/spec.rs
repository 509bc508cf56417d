//! The language of specs: what is refused and where, and that printing and reading are inverses.

use proptest::prelude::*;
use sortilege_catalogue::Spec;

fn refusal(text: &str) -> String {
    text.parse::<Spec>().unwrap_err().to_string()
}

#[test]
fn errors_say_where_and_what() {
    assert_eq!(refusal(""), "`` should have a name at character 1, where it ends");
    assert_eq!(refusal("uct c=1"), "`uct c=1` should have `:` or the end at character 5, not `c`");
    assert_eq!(
        refusal("uct:c"),
        "`uct:c` should have `=` and a value at character 6, where it ends"
    );
    assert_eq!(refusal("uct:c=,"), "`uct:c=,` should have a value at character 7, not `,`");
    assert_eq!(
        refusal("uct:r=q(k=1"),
        "`uct:r=q(k=1` should have `,` or `)` at character 12, where it ends"
    );
    assert_eq!(
        refusal("uct:c=1)"),
        "`uct:c=1)` should have `,` or the end at character 8, not `)`"
    );
    assert_eq!(
        refusal("uct:c=1,c=2"),
        "`uct:c=1,c=2` should have a setting that was not given before at character 9, not `c`"
    );
}

#[test]
fn depth_and_length_are_bounded() {
    let deep = |levels: usize| format!("uct:{}a=b{}", "a=b(".repeat(levels), ")".repeat(levels));
    assert!(deep(16).parse::<Spec>().is_ok());
    let said = refusal(&deep(17));
    assert!(
        said.contains("no more than 16 parentheses within each other at character 72, not `(`"),
        "{said}"
    );
    // Parentheses beside each other are not within each other.
    let beside: Vec<String> = (0..100).map(|i| format!("s{i}=b(c=1)")).collect();
    assert!(format!("uct:{}", beside.join(",")).parse::<Spec>().is_ok());
    // So deep that reading, or dropping what was read, would need more stack than there is.
    let said = refusal(&format!("uct:{}", "a=b(".repeat(16_000)));
    assert!(said.len() < 500 && said.contains("parentheses"), "{said}");
    let said = refusal(&"a=b(".repeat(1_000_000));
    assert_eq!(said, "a player or a game is described in 64 KiB at most, and not in 3907 KiB");
}

#[test]
fn blanks_do_not_matter() {
    let spec: Spec = " uct : c = 0.7 , reward = qb( k = 2 ) ".parse().unwrap();
    assert_eq!(spec.to_string(), "uct:c=0.7,reward=qb(k=2)");
}

/// Any spec that can be written: words without marks, settings without repeats.
fn specs() -> impl Strategy<Value = Spec> {
    let word = "[a-zA-Z0-9._é+-]{1,8}";
    word.prop_map(Spec::new).prop_recursive(3, 20, 4, move |inner| {
        (word, prop::collection::btree_map(word, inner, 0..4))
            .prop_map(|(name, settings)| Spec { name, settings: settings.into_iter().collect() })
    })
}

proptest! {
    #[test]
    fn printing_and_reading_are_inverses(spec in specs()) {
        prop_assert_eq!(spec.to_string().parse::<Spec>().unwrap(), spec);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[a-z0-9:,=() é]{0,24}") {
        if let Err(error) = text.parse::<Spec>() {
            prop_assert!(!error.to_string().is_empty());
        }
    }
}
