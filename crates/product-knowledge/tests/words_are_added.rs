//! Words that are added count wherever words are read. One test: they are added once in a process.

use product_knowledge::words::{WordsError, extend};
use product_knowledge::{matching, meaning};

#[test]
fn words_are_added_once_and_before_the_first_is_looked_up() {
    let refused = extend("[colours]\nblack: blanc\n").unwrap_err().to_string();
    assert_eq!(
        refused,
        "2: `blanc` cannot be `black`: it is `white` in [colours] already"
    );
    extend("[colours]\npink: ροζ, vaaleanpunainen\n[synonyms]\nladder: ladder, žebřík, leiter\n")
        .unwrap();
    assert!(matching::is_colour("vaaleanpunainen") && matching::is_colour("roz"));
    let meant = |text: &str| meaning::read(text).meanings.into_iter().map(|m| m.code);
    assert!(meant("Žebřík").any(|code| code == "=ladder"));
    assert!(meant("leiter").eq(meant("ladder")));
    assert_eq!(
        extend("[colours]\nblack: vantablack\n"),
        Err(WordsError::Late)
    );
}
