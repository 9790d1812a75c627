use proptest::prelude::*;
use rstest::rstest;

use super::{Evidence, Mark, MarkRule, PriceReading, Refusal, Stated, Terms, read};

const UNKNOWN: MarkRule<'static> = MarkRule::Found(Evidence::NONE, Some(2));

fn number(text: &str, rule: &MarkRule<'_>) -> Result<String, Refusal> {
    read(text, rule)?.price().map(|stated| stated.number)
}

#[rstest]
#[case("1234.50", "1234.50")]
#[case("15", "15")]
#[case("0.600", "0.600")]
#[case("5,99", "5.99")]
#[case("1.234,50 €", "1234.50")]
#[case("1,234.5", "1234.5")]
#[case("1 234,50 Kč", "1234.50")]
#[case("1\u{a0}234 567,5 zł", "1234567.5")]
#[case("1'234.50", "1234.50")]
#[case("1’234,50 CHF", "1234.50")]
#[case("1.234.567", "1234567")]
#[case("Rs 1,23,456", "123456")]
#[case("12,34,567.50", "1234567.50")]
#[case("1.893E3", "1893")]
#[case("1.5e-1", "0.15")]
#[case("Pret:110,24RON", "110.24")]
#[case("50,- Kč", "50")]
#[case("105.–", "105")]
#[case("1.899,-", "1899")]
#[case("35€99", "35.99")]
#[case("١٬٢٣٤٫٥٠", "1234.50")]
#[case("۱۲۳٫۴", "123.4")]
#[case("१२३४.५", "1234.5")]
#[case("১২৩৪", "1234")]
#[case("๑๒๓๔.๕๐ บาท", "1234.50")]
#[case("１２３４．５０円", "1234.50")]
#[case("US $12.50 incl. VAT", "12.50")]
#[case("12.50 EUR / Stk.", "12.50")]
#[case("12,34 € inkl. 19% MwSt.", "12.34")]
#[case("Free", "0")]
fn a_price_is_read(#[case] text: &str, #[case] amount: &str) {
    assert_eq!(number(text, &UNKNOWN).as_deref(), Ok(amount), "{text}");
}

#[rstest]
#[case("", Refusal::Empty)]
#[case("nothing", Refusal::NoDigits)]
#[case("CALL FOR PRICE", Refusal::OnRequest)]
#[case("Preis auf Anfrage", Refusal::OnRequest)]
#[case("1.600", Refusal::Ambiguous)]
#[case("1,600 €", Refusal::Ambiguous)]
#[case("12.345", Refusal::Ambiguous)]
#[case("-5", Refusal::Negative)]
#[case("\u{2212}5,00 €", Refusal::Negative)]
#[case("(5.00)", Refusal::Negative)]
#[case("from 5.00", Refusal::Terms(Terms::From))]
#[case("ab 5,00 €", Refusal::Terms(Terms::From))]
#[case("5.00+", Refusal::Terms(Terms::From))]
#[case("$15.95/mo", Refusal::Terms(Terms::Period))]
#[case("12 x 9,90 €", Refusal::Terms(Terms::Period))]
#[case("was $5.00", Refusal::Terms(Terms::Old))]
#[case("5,00 € zzgl. MwSt.", Refusal::Terms(Terms::Net))]
#[case("5,00 €/kg", Refusal::Terms(Terms::Measure))]
#[case("$5.00 with club card", Refusal::Terms(Terms::Member))]
#[case("5.00 quux", Refusal::Terms(Terms::Unit))]
#[case("5-10", Refusal::Numbers)]
#[case("€ 5,00 - € 7,00", Refusal::Terms(Terms::Several))]
#[case("$5.00 (€4.50)", Refusal::Terms(Terms::Several))]
#[case("€ 5,00 $", Refusal::Currencies)]
#[case("2026-02-14", Refusal::Numbers)]
#[case("15.08.2017", Refusal::Form)]
#[case("1.23.456", Refusal::Form)]
#[case("1,23,45", Refusal::Form)]
#[case("1.234'567", Refusal::Form)]
#[case("5,", Refusal::Form)]
#[case(",5", Refusal::Form)]
#[case("..75", Refusal::Form)]
#[case("1e3e4", Refusal::Numbers)]
#[case("1.5k", Refusal::Form)]
#[case("2 lakh", Refusal::Form)]
#[case("3万円", Refusal::Form)]
#[case("16.00 ft", Refusal::NotAPrice)]
fn what_is_no_price_is_refused(#[case] text: &str, #[case] refusal: Refusal) {
    assert_eq!(number(text, &UNKNOWN), Err(refusal), "{text}");
}

#[rstest]
#[case("12,000원", Ok("12000"))]
#[case("1.727 Ft", Ok("1727"))]
#[case("$699,000", Ok("699000"))]
#[case("423.923 KD", Ok("423.923"))]
#[case("1,600 €", Err(Refusal::Ambiguous))]
#[case("$1.600", Err(Refusal::Ambiguous))]
#[case("$119. 95", Ok("119.95"))]
#[case("$.75", Ok("0.75"))]
#[case("35€ 99", Ok("35.99"))]
fn customs_of_the_currency_decide_on_pages(
    #[case] text: &str,
    #[case] amount: Result<&str, Refusal>,
) {
    let read = number(text, &MarkRule::Customary(""));
    assert_eq!(read.as_deref().map_err(|e| *e), amount, "{text}");
}

#[test]
fn a_text_beside_tells_currency_and_mark() {
    assert_eq!(
        number("1,600", &MarkRule::Customary("USD")).as_deref(),
        Ok("1600")
    );
    assert_eq!(
        number("1.600", &MarkRule::Customary("12,50 €")).as_deref(),
        Ok("1600")
    );
}

#[test]
fn a_feed_tells_its_mark() {
    let verdict = |texts: &[&str]| texts.iter().copied().collect::<Evidence>().verdict();
    let comma = PriceReading::Mark {
        mark: Mark::Comma,
        decimals: 2,
    };
    assert_eq!(verdict(&["1.600", "15", "12,50"]), comma);
    assert_eq!(verdict(&["1.600", "15"]), PriceReading::Unknown);
    assert_eq!(verdict(&["12.50", "12,50 EUR"]), PriceReading::Mixed);
    let rule = |texts: &[&str]| MarkRule::Found(texts.iter().copied().collect(), Some(2));
    assert_eq!(number("1.600", &rule(&["12,50"])).as_deref(), Ok("1600"));
    assert_eq!(number("1,600", &rule(&["12.50"])).as_deref(), Ok("1600"));
    assert_eq!(
        number("1.600", &rule(&["1250.500"])).as_deref(),
        Ok("1.600")
    );
    assert_eq!(
        number("1.600", &rule(&["12.50"])),
        Err(Refusal::Ambiguous),
        "the feed writes two decimals, so three are thousands or another hand"
    );
    assert_eq!(
        number("1.600", &rule(&["12.50", "9,90"])),
        Err(Refusal::Mixed)
    );
}

#[test]
fn currencies_decide_by_their_decimals() {
    let rule = |exponent| MarkRule::Found(Evidence::default(), Some(exponent));
    assert_eq!(
        number("160.000", &rule(0)),
        Err(Refusal::Ambiguous),
        "160, written by a program with three decimals, or 160,000"
    );
    assert_eq!(number("1,650", &rule(0)).as_deref(), Ok("1650"));
    assert_eq!(number("1.650", &rule(3)).as_deref(), Ok("1.650"));
    assert_eq!(number("1,650", &rule(3)), Err(Refusal::Ambiguous));
}

#[test]
fn the_currency_is_told() {
    let currency = |text: &str| read(text, &UNKNOWN).ok().and_then(|s: Stated| s.currency);
    assert_eq!(currency("12.50 EUR").and_then(|m| m.code()), Some("EUR"));
    assert!(currency("AU $12.50").is_some_and(|m| m.may_be("AUD") && !m.may_be("USD")));
    assert!(currency("12.50 kr").is_some_and(|m| m.may_be("SEK") && m.may_be("NOK")));
    assert_eq!(currency("12.50"), None);
}

/// Ways of writing an amount: decimal mark, group mark, whether groups are Indian, whether whole amounts
/// go without decimals.
type Style = (char, &'static str, bool, bool);

const STYLES: [Style; 12] = [
    ('.', ",", false, false),
    ('.', ",", false, true),
    ('.', "", false, false),
    (',', ".", false, false),
    (',', ".", false, true),
    (',', " ", false, true),
    (',', "\u{a0}", false, false),
    (',', "", false, false),
    ('.', "'", false, false),
    (',', "\u{2019}", false, true),
    ('.', ",", true, true),
    ('\u{66b}', "\u{66c}", false, true),
];

fn write(minor: u64, style: Style) -> String {
    let (mark, group, indian, short) = style;
    let (whole, cents) = (minor / 100, minor % 100);
    let digits: Vec<char> = whole.to_string().chars().rev().collect();
    let mut out = String::new();
    for (at, digit) in digits.iter().enumerate() {
        let border = if indian {
            at == 3 || (at > 3 && (at - 3) % 2 == 0)
        } else {
            at > 0 && at % 3 == 0
        };
        if border {
            out.extend(group.chars().rev());
        }
        out.push(*digit);
    }
    let whole: String = out.chars().rev().collect();
    if short && cents == 0 {
        whole
    } else {
        format!("{whole}{mark}{cents:02}")
    }
}

fn minor(decimal: &str) -> Option<u64> {
    let eur = domain::money::Currency::parse("EUR")?;
    u64::try_from(eur.parse_decimal(decimal).ok()?.minor()).ok()
}

proptest! {
    #[test]
    fn amounts_in_any_style_are_read_back_under_a_declared_mark(
        amount in 0_u64..10_000_000_000,
        style in proptest::sample::select(STYLES.to_vec()),
        around in proptest::sample::select(vec!["{}", "€ {}", "{} EUR", "Preis: {} € inkl. MwSt.", "EUR{}"]),
    ) {
        let mark = if style.0 == ',' { Mark::Comma } else { Mark::Point };
        let text = around.replace("{}", &write(amount, style));
        let read = number(&text, &MarkRule::Declared(mark));
        prop_assert_eq!(read.as_deref().ok().and_then(minor), Some(amount), "{}", text);
    }

    #[test]
    fn under_inference_an_amount_is_right_or_refused(
        amounts in proptest::collection::vec((0_u64..100_000_000, 0_u64..3), 1..30),
        style in proptest::sample::select(STYLES.to_vec()),
    ) {
        let amounts: Vec<u64> = amounts
            .into_iter()
            .map(|(amount, kind)| if kind == 0 { amount } else { amount / 100 * 100 })
            .collect();
        let texts: Vec<String> = amounts.iter().map(|amount| write(*amount, style)).collect();
        let evidence: Evidence = texts.iter().map(String::as_str).collect();
        for (amount, text) in amounts.iter().zip(&texts) {
            match number(text, &MarkRule::Found(evidence, Some(2))) {
                Ok(read) => prop_assert_eq!(minor(&read), Some(*amount), "{}", text),
                Err(refusal) => prop_assert_eq!(refusal, Refusal::Ambiguous, "{}", text),
            }
        }
    }

    #[test]
    fn a_feed_that_shows_its_mark_has_no_ambiguous_whole_amounts(
        amount in 100_000_u64..99_999_999,
        style in proptest::sample::select(STYLES[..11].to_vec()),
    ) {
        let evidence: Evidence = [write(1250, style).as_str()].into_iter().collect();
        let text = write(amount, style);
        let read = number(&text, &MarkRule::Found(evidence, Some(2)));
        prop_assert_eq!(read.as_deref().ok().and_then(minor), Some(amount), "{}", text);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}", hint in "\\PC{0,20}") {
        for rule in [UNKNOWN, MarkRule::Declared(Mark::Comma), MarkRule::Customary(&hint)] {
            if let Ok(stated) = read(&text, &rule) {
                let plain = stated.number.split('.').all(|run| {
                    !run.is_empty() && run.bytes().all(|b| b.is_ascii_digit())
                });
                prop_assert!(plain, "{}", stated.number);
            }
        }
    }

    #[test]
    fn price_like_text_is_read_or_refused(text in "([0-9]{1,4}|[.,' €$%/+x()-]|from|kg|EUR|e|٫|٬|万){0,12}") {
        for rule in [UNKNOWN, MarkRule::Declared(Mark::Point), MarkRule::Customary("€")] {
            if let Ok(stated) = read(&text, &rule) {
                prop_assert!(stated.number.bytes().all(|b| b.is_ascii_digit() || b == b'.'));
            }
        }
    }
}
