mod endpoint;

use std::fs;

use contract_tests::mailer::letter;
use domain::language::Language;
use domain::money::Amount;
use domain::watch::{FallPercent, NewLow, PriceFall, WatchCondition};
use ports_net::{Content, Ending, Letter};
use rstest::rstest;
use tempfile::TempDir;

use super::{Rendered, TemplateError, Templates};

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        fs::write(folder.path().join(name), content).unwrap();
    }
    folder
}

fn load(files: &[(&str, &str)]) -> Result<Templates, TemplateError> {
    Templates::load(Some(folder(files).path()))
}

fn built_in(letter: &Letter) -> Rendered {
    Templates::load(None).unwrap().render(letter).unwrap()
}

fn with(change: impl FnOnce(&mut Content)) -> Letter {
    let mut letter = letter(1);
    change(&mut letter.content);
    letter
}

#[test]
fn the_built_in_mail_says_everything() {
    let rendered = built_in(&letter(1));
    assert_eq!(
        rendered.subject,
        "Price alert: 444.90 EUR for Nova X2 128 GB"
    );
    assert_eq!(
        rendered.text,
        "Nova X2 128 GB
is below the price you wait for.

444.90 EUR at Store One
440.00 EUR + 4.90 EUR delivery
Your target: 450.00 EUR

To the offer: https://store-one.example/nova-x2?colour=blue&size=128

The lowest price of the last 90 days.

Price of 2026-03-01 12:00 UTC; what counts is the price in the shop.

-- 
You get this mail because a price watch names this address. The
application through which it was set can pause or delete the watch.
Its id is 00000000-0000-0001-0000-000000000000."
    );
    for part in [
        "<bdi>Nova X2 128 GB</bdi>",
        "<strong>444.90 EUR</strong> at <bdi>Store One</bdi>",
        "440.00 EUR + 4.90 EUR delivery",
        "Your target: 450.00 EUR",
        "href=\"https:&#x2f;&#x2f;store-one.example&#x2f;nova-x2?colour=blue&amp;size=128\"",
        "The lowest price of the last 90 days.",
        "Price of 2026-03-01 12:00 UTC",
        "can pause or delete the watch. Its id is 00000000-0000-0001-0000-000000000000.",
    ] {
        assert!(rendered.html.contains(part), "{part} in {}", rendered.html);
    }
    assert!(rendered.headers.is_empty());
}

/// A letter to somebody who asked for it in German, with another change.
fn to_a_german_reader(change: impl FnOnce(&mut Content)) -> Rendered {
    built_in(&with(|content| {
        change(content);
        let Content::WatchFired { ending, .. } = content else {
            panic!("another letter");
        };
        *ending = Some(Ending {
            link: "https://prices.example/alert/end?t=A".to_owned(),
            language: Language::German,
        });
    }))
}

#[test]
fn who_asked_for_an_alert_in_german_is_told_in_german() {
    let rendered = to_a_german_reader(|_| ());
    assert_eq!(
        rendered.subject,
        "Preisalarm: 444,90 EUR für Nova X2 128 GB"
    );
    assert_eq!(
        rendered.text,
        "Nova X2 128 GB
liegt unter dem Preis, auf den Sie warten.

444,90 EUR bei Store One
440,00 EUR + 4,90 EUR Lieferung
Ihr Wunschpreis: 450,00 EUR

Zum Angebot: https://store-one.example/nova-x2?colour=blue&size=128

Preis vom 2026-03-01 12:00 UTC; es gilt der Preis im Shop.

-- 
Sie bekommen diese Mail, weil Sie auf unseren Seiten um einen Preisalarm
gebeten haben. Den Preisalarm beenden:
https://prices.example/alert/end?t=A"
    );
    let dearer = to_a_german_reader(|it| move_to(it, Some(47_000)));
    let gone = to_a_german_reader(|it| move_to(it, None));
    assert_eq!(
        [&dearer.subject, &gone.subject],
        [
            "War 444,90 EUR, jetzt 470,00 EUR: Nova X2 128 GB",
            "War 444,90 EUR, jetzt nicht lieferbar: Nova X2 128 GB",
        ]
    );
    assert!(dearer.text.contains("nicht mehr unter dem Preis"));
    assert!(gone.text.contains("kein Shop"));
    for letter in [&rendered, &dearer, &gone] {
        assert!(letter.html.contains("<html lang=\"de\">"));
        for english in ["price", " at ", "delivery", "target", "offer"] {
            let words = letter
                .html
                .replace("prices.example", "")
                .replace("/offer", "");
            assert!(!words.contains(english), "{english}: {words}");
            let words = letter.text.replace("prices.example", "");
            assert!(!words.contains(english), "{english}: {words}");
        }
    }
}

fn move_to(content: &mut Content, to: Option<i64>) {
    let Content::WatchFired {
        changed_to,
        standing,
        ..
    } = content
    else {
        panic!("another letter");
    };
    *changed_to = Some(to.map(|minor| Amount::from_minor(minor).unwrap()));
    *standing = None;
}

fn moved(to: Option<i64>) -> Rendered {
    built_in(&with(|content| move_to(content, to)))
}

#[test]
fn a_price_that_is_another_but_below_the_target_is_announced_with_the_first() {
    let Rendered {
        subject,
        text,
        html,
        ..
    } = moved(Some(44_999));
    assert_eq!(subject, "Price alert: 449.99 EUR for Nova X2 128 GB");
    let begin = "Nova X2 128 GB
is below the price you wait for.

449.99 EUR now
Before: 444.90 EUR at Store One
440.00 EUR + 4.90 EUR delivery
Your target: 450.00 EUR

To the offer of Store One: https://store-one.example/nova-x2?colour=blue&size=128

Price at Store One of 2026-03-01 12:00 UTC; what counts";
    assert!(text.starts_with(begin), "{text}");
    for part in [
        "</strong><br>is below the price you wait for.</p>",
        "<strong>449.99 EUR</strong> now",
        "Before: 444.90 EUR at <bdi>Store One</bdi>",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
}

#[test]
fn a_price_that_is_not_below_the_target_any_more_is_not_announced() {
    for (minor, shown) in [(45_000, "450.00 EUR"), (45_999, "459.99 EUR")] {
        let Rendered {
            subject,
            text,
            html,
            ..
        } = moved(Some(minor));
        assert_eq!(
            subject,
            format!("Was 444.90 EUR, now {shown}: Nova X2 128 GB")
        );
        let first =
            format!("was at 444.90 EUR, now {shown}: no longer below the price you wait for.");
        let begin = format!(
            "Nova X2 128 GB\n{first}\n\n{shown} now\nBefore: 444.90 EUR at Store One\n440.00"
        );
        assert!(text.starts_with(&begin), "{text}");
        assert!(html.contains(&format!("<br>{first}</p>")), "{html}");
        assert!(html.contains(&format!("<strong>{shown}</strong> now")));
        assert!(!format!("{text}{html}").contains("is below"));
    }
}

#[test]
fn what_is_back_in_stock_is_announced() {
    let of_stock = |content: &mut Content| {
        let Content::WatchFired { firing, .. } = content else {
            panic!("another letter");
        };
        firing.condition = WatchCondition::BackInStock;
    };
    let english = built_in(&with(of_stock));
    let german = to_a_german_reader(of_stock);
    for (rendered, announced, first) in [
        (
            english,
            "Available again: Nova X2 128 GB, 444.90 EUR",
            "is available again.",
        ),
        (
            german,
            "Wieder lieferbar: Nova X2 128 GB, 444,90 EUR",
            "ist wieder lieferbar.",
        ),
    ] {
        let Rendered {
            subject,
            text,
            html,
            ..
        } = rendered;
        assert_eq!(subject, announced);
        assert!(text.contains(first) && html.contains(first), "{text}");
    }
}

/// Makes a letter that of a fall from 500.00 by a tenth, with another price by now.
fn of_fall(to: Option<i64>) -> impl Fn(&mut Content) {
    move |content| {
        if to.is_some() {
            move_to(content, to);
        }
        let Content::WatchFired { firing, .. } = content else {
            panic!("another letter");
        };
        firing.condition = WatchCondition::PriceFall(PriceFall {
            percent: FallPercent::new(10).unwrap(),
            from: Amount::from_minor(50_000),
        });
    }
}

#[test]
fn a_fall_is_announced_while_it_is_one() {
    let gone = |content: &mut Content| {
        of_fall(None)(content);
        move_to(content, None);
    };
    for (rendered, announced, first) in [
        (
            built_in(&with(of_fall(None))),
            "Price fell: 444.90 EUR for Nova X2 128 GB",
            "has fallen by at least 10 %, from 500.00 EUR.",
        ),
        (
            built_in(&with(of_fall(Some(45_000)))),
            "Price fell: 450.00 EUR for Nova X2 128 GB",
            "has fallen by at least 10 %, from 500.00 EUR.",
        ),
        (
            built_in(&with(of_fall(Some(45_001)))),
            "Was 444.90 EUR, now 450.01 EUR: Nova X2 128 GB",
            "was at 444.90 EUR, now 450.01 EUR: no longer 10 % below 500.00 EUR.",
        ),
        (
            built_in(&with(gone)),
            "Was 444.90 EUR, not available now: Nova X2 128 GB",
            "was at 444.90 EUR, and is not available now.",
        ),
        (
            to_a_german_reader(of_fall(None)),
            "Preis gefallen: 444,90 EUR für Nova X2 128 GB",
            "ist um mindestens 10 % gefallen, von 500,00 EUR.",
        ),
        (
            to_a_german_reader(of_fall(Some(45_001))),
            "War 444,90 EUR, jetzt 450,01 EUR: Nova X2 128 GB",
            "lag bei 444,90 EUR, jetzt 450,01 EUR: nicht mehr 10 % unter 500,00 EUR.",
        ),
    ] {
        let Rendered {
            subject,
            text,
            html,
            ..
        } = rendered;
        assert_eq!(subject, announced);
        assert!(text.contains(first) && html.contains(first), "{text}");
        assert!(!text.contains("the price you wait for"), "{text}");
        assert!(!text.contains("target") && !text.contains("Wunschpreis"));
    }
}

/// Makes a letter that of a new low, with another price by now.
fn of_low(to: Option<i64>) -> impl Fn(&mut Content) {
    move |content| {
        if to.is_some() {
            move_to(content, to);
        }
        let Content::WatchFired { firing, .. } = content else {
            panic!("another letter");
        };
        firing.condition = WatchCondition::NewLow(NewLow::default());
    }
}

#[test]
fn a_low_is_announced_while_the_price_is_no_higher() {
    let gone = |content: &mut Content| {
        of_low(None)(content);
        move_to(content, None);
    };
    for (rendered, announced, first) in [
        (
            built_in(&with(of_low(None))),
            "Lowest price in 90 days: 444.90 EUR for Nova X2 128 GB",
            "costs less than at any time in 90 days.",
        ),
        (
            built_in(&with(of_low(Some(44_000)))),
            "Lowest price in 90 days: 440.00 EUR for Nova X2 128 GB",
            "costs less than at any time in 90 days.",
        ),
        (
            built_in(&with(of_low(Some(44_491)))),
            "Was 444.90 EUR, now 444.91 EUR: Nova X2 128 GB",
            "was at 444.90 EUR, now 444.91 EUR: no longer the lowest price.",
        ),
        (
            built_in(&with(gone)),
            "Was 444.90 EUR, not available now: Nova X2 128 GB",
            "was at 444.90 EUR, and is not available now.",
        ),
        (
            to_a_german_reader(of_low(None)),
            "Tiefster Preis seit 90 Tagen: 444,90 EUR für Nova X2 128 GB",
            "kostet so wenig wie seit 90 Tagen nicht.",
        ),
        (
            to_a_german_reader(of_low(Some(44_491))),
            "War 444,90 EUR, jetzt 444,91 EUR: Nova X2 128 GB",
            "lag bei 444,90 EUR, jetzt 444,91 EUR: nicht mehr der niedrigste Preis.",
        ),
    ] {
        let Rendered {
            subject,
            text,
            html,
            ..
        } = rendered;
        assert_eq!(subject, announced);
        assert!(text.contains(first) && html.contains(first), "{text}");
        assert!(!text.contains("the price you wait for"), "{text}");
        assert!(!text.contains("target") && !text.contains("Wunschpreis"));
    }
}

#[test]
fn what_is_not_available_any_more_is_not_announced() {
    let Rendered {
        subject,
        text,
        html,
        ..
    } = moved(None);
    assert_eq!(subject, "Was 444.90 EUR, not available now: Nova X2 128 GB");
    let begin = "Nova X2 128 GB
was at 444.90 EUR, and is not available now.

No shop has it available at a stated price now.
Before: 444.90 EUR at Store One
440.00 EUR + 4.90 EUR delivery
";
    assert!(text.starts_with(begin), "{text}");
    assert!(html.contains("<br>was at 444.90 EUR, and is not available now.</p>"));
    assert!(html.contains(">No shop has it available at a stated price now.</p>"));
    assert!(!format!("{text}{html}").contains("is below"));
}

#[test]
fn what_is_not_known_is_left_out() {
    let rendered = built_in(&with(|content| {
        let Content::WatchFired {
            firing, standing, ..
        } = content
        else {
            panic!("another letter");
        };
        *standing = None;
        "javascript:alert(1)".clone_into(&mut firing.minimum.url);
        firing.minimum.delivery = Amount::ZERO;
    }));
    assert!(!rendered.text.contains("To the offer"));
    assert!(!rendered.text.contains("\n\n\n"), "{}", rendered.text);
    assert!(rendered.text.contains("440.00 EUR, delivery is free\n"));
    assert!(!rendered.html.contains("href"), "{}", rendered.html);
    assert!(rendered.html.contains("440.00 EUR, delivery is free<br>"));
}

#[test]
fn html_is_escaped() {
    let rendered = built_in(&with(|content| {
        let Content::WatchFired { firing, .. } = content else {
            panic!("another letter");
        };
        "<script>alert('1')</script> & \"x\"".clone_into(&mut firing.product_name);
        "\"><img src=x onerror=y>".clone_into(&mut firing.minimum.store);
        "https://a.example/\"><script>'".clone_into(&mut firing.minimum.url);
    }));
    assert!(!rendered.html.contains("<script") && !rendered.html.contains("<img"));
    assert!(
        rendered
            .text
            .contains("<script>alert('1')</script> & \"x\"")
    );
}

#[test]
fn an_operators_files_replace_the_built_in_ones() {
    let templates = load(&[
        ("watch.subject", "\u{FEFF}{{ product }} für {{ price }}\r\n"),
        ("watch.txt", "{{ to }}\r\n{{ watch_id }}\r{{ url }}\n"),
        ("README", "{{ not_read }}"),
    ])
    .unwrap();
    assert_eq!(templates.replaced(), ["watch.subject", "watch.txt"]);
    let rendered = templates.render(&letter(1)).unwrap();
    assert_eq!(rendered.subject, "Nova X2 128 GB für 444.90 EUR");
    assert!(
        rendered
            .text
            .starts_with("reader.1@mail.example\n00000000-")
    );
    assert!(!rendered.text.contains('\r'));
    assert!(rendered.html.contains("Your target"));
}

#[test]
fn functions_loops_and_own_variables_may_be_used() {
    let text = "{% set sum = price %}{% for n in range(2) %}{{ n }} {{ loop.index }} {{ sum }}{% endfor %}";
    let templates = load(&[("watch.txt", text)]).unwrap();
    let rendered = templates.render(&letter(1)).unwrap();
    assert_eq!(rendered.text, "0 1 444.90 EUR1 2 444.90 EUR");
}

#[rstest]
#[case(
    "watch.txt",
    "a\nb\n{{ prize }}",
    3,
    "there is no variable prize; there are product,"
)]
#[case(
    "watch.html",
    "{% if url == '' and not standing %}\n{{ oops }}{% endif %}",
    2,
    "no variable oops"
)]
#[case(
    "watch.html",
    "{% if false %}\n{{ oops }}{% endif %}",
    2,
    "no variable oops"
)]
#[case("watch.subject", "{{ price }", 1, "syntax error")]
#[case("watch.txt", "\n{% if price %}", 2, "syntax error")]
#[case("watch.txt", "\n{{ price|shout }}", 2, "unknown filter")]
#[case("watch.txt", "\n\n{{ product.name }}", 3, "undefined value")]
#[case("watch.txt", "\n{{ shout(price) }}", 2, "no variable shout")]
#[case(
    "watch.headers",
    "# ours\n\nBcc: x@y.example",
    3,
    "accepted is NAME: VALUE"
)]
#[case("watch.headers", "X-A: 1\nno header", 2, "accepted is NAME: VALUE")]
#[case("watch.headers", "X-A B: 1", 1, "accepted is NAME: VALUE")]
#[case("watch.headers", "X-: 1", 1, "accepted is NAME: VALUE")]
#[case("watch.headers", " X-A: 1", 1, "accepted is NAME: VALUE")]
#[case("watch.headers", "X-A : 1", 1, "accepted is NAME: VALUE")]
#[case("watch.headers", "X-{{ product }}: 1", 1, "accepted is NAME: VALUE")]
#[case("watch.headers", "To: x@y.example", 1, "accepted is NAME: VALUE")]
#[case("watch.headers", "X-A: 1\nx-a: 2", 2, "there is x-a already")]
#[case("watch.headers", "\nX-A: {{ oops }}", 2, "no variable oops")]
#[case("watch.headers", "\nX-A: {{ price", 2, "syntax error")]
#[case(
    "watch.headers",
    "\nX-A: {{ 'a\\r\\nBcc: b' }}",
    2,
    "control characters"
)]
#[case(
    "watch.headers",
    "\n\nList-Unsubscribe: <https://bücher.example>",
    3,
    "not ASCII"
)]
#[case("watch.headers", "Reply-To: nobody", 1, "no address")]
fn a_broken_template_names_file_and_line(
    #[case] file: &str,
    #[case] content: &str,
    #[case] line: usize,
    #[case] problem: &str,
) {
    let error = load(&[(file, content)]).err().expect("an error");
    assert!(error.file.ends_with(file), "{error}");
    assert_eq!(error.line, Some(line), "{error}");
    assert!(error.problem.contains(problem), "{error}");
    let expected = format!("{file}, line {line}: ");
    assert!(error.to_string().starts_with("PCS_MAIL_TEMPLATES: "));
    assert!(error.to_string().contains(&expected), "{error}");
}

#[rstest]
#[case(&[("watch.subject", " \n")], "nothing comes of it")]
#[case(&[("watch.txt", "{% if url %}x{% endif %}")], "nothing comes of it")]
#[case(
    &[],
    "none of watch.subject, watch.txt, watch.html, watch.headers, endpoint.subject, endpoint.txt, \
     endpoint.html, endpoint.headers"
)]
#[case(&[("readme.txt", "x")], "none of watch.subject")]
#[case(
    &[("watch.subject", "x"), ("watch.text", "x"), ("watch.txt~", "x")],
    "watch.text: there is no template of this name; accepted are watch.subject, watch.txt, watch.html, watch.headers"
)]
fn templates_of_which_nothing_comes_are_refused(
    #[case] files: &[(&str, &str)],
    #[case] problem: &str,
) {
    let error = load(files).err().expect("an error");
    assert!(error.to_string().contains(problem), "{error}");
}

#[test]
fn a_folder_that_is_not_there_is_an_error() {
    let missing = folder(&[]).path().join("missing");
    let error = Templates::load(Some(&missing)).err().expect("an error");
    assert!(error.to_string().contains("cannot be read"), "{error}");
    let files = folder(&[("watch.txt", "x")]);
    let file = files.path().join("watch.txt");
    let error = Templates::load(Some(&file)).err().expect("an error");
    let shown = error.to_string();
    assert!(shown.starts_with("PCS_MAIL_TEMPLATES: "), "{shown}");
    assert!(shown.contains("watch.txt: it is not a folder"), "{shown}");
    let bytes = folder(&[]);
    fs::write(bytes.path().join("watch.txt"), b"\xFF\xFE").unwrap();
    let error = Templates::load(Some(bytes.path())).err().expect("an error");
    assert!(error.to_string().contains("cannot be read"), "{error}");
}

#[test]
fn an_operators_headers_are_made_for_each_letter() {
    let templates = load(&[(
        "watch.headers",
        "# how to stop
List-Unsubscribe: <https://shop.example/stop/{{ watch_id }}?to={{ to|urlencode }}>
List-Unsubscribe-Post: List-Unsubscribe=One-Click
Reply-To: Möbelhaus <help@shop.example>

X-Product: {{ product }}
X-Standing: {% if standing %}yes{% endif %}
X-Url: {{ url }}
",
    )])
    .unwrap();
    let rendered = templates.render(&letter(1)).unwrap();
    let shown: Vec<String> = rendered.headers.iter().map(shown).collect();
    assert_eq!(
        shown,
        [
            "List-Unsubscribe: <https://shop.example/stop/\
             00000000-0000-0001-0000-000000000000?to=reader.1%40mail.example>",
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
            "Reply-To: =?utf-8?b?TcO2YmVsaGF1cw==?= <help@shop.example>",
            "X-Product: Nova X2 128 GB",
            "X-Standing: yes",
            "X-Url: https://store-one.example/nova-x2?colour=blue&size=128",
        ]
    );
}

#[test]
fn a_header_that_cannot_be_made_is_left_out() {
    let templates = load(&[(
        "watch.headers",
        "X-Standing: {{ standing }}
X-Split: {{ product|replace('!', '\\n') }}
List-Unsubscribe: <https://shop.example/{{ product }}>
Reply-To: {{ product|lower|replace(' ', '') }}@shop.example
X-Number: {% if product == 'Ä! B' %}{{ product|int }}{% endif %}
X-Long: {% if product == 'Ä! B' %}{% for n in range(1000) %}x{% endfor %}{% endif %}
X-Last: {{ price }}
",
    )])
    .unwrap();
    let rendered = templates.render(&with(|content| {
        let Content::WatchFired {
            firing, standing, ..
        } = content
        else {
            panic!("another letter");
        };
        "Ä! B".clone_into(&mut firing.product_name);
        *standing = None;
    }));
    let headers = rendered.unwrap().headers;
    let shown: Vec<String> = headers.iter().map(shown).collect();
    assert_eq!(shown, ["X-Last: 444.90 EUR"]);
}

#[test]
fn a_template_that_fails_later_gives_way_to_the_built_in_one() {
    let templates = load(&[(
        "watch.txt",
        "{{ product }}{% if product == '7' %}{{ 'x'|int }}{% endif %}",
    )]);
    let templates = templates.unwrap();
    assert_eq!(templates.render(&letter(1)).unwrap().text, "Nova X2 128 GB");
    let rendered = templates.render(&with(|content| {
        let Content::WatchFired { firing, .. } = content else {
            panic!("another letter");
        };
        "7".clone_into(&mut firing.product_name);
    }));
    assert!(rendered.unwrap().text.starts_with("7\nis below the price"));
}

fn shown(header: &lettre::message::header::HeaderValue) -> String {
    let mut headers = lettre::message::header::Headers::new();
    headers.insert_raw(header.clone());
    headers.to_string().trim_end().replace("\r\n ", " ")
}
