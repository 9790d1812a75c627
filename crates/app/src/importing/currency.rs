//! Currencies of catalogues and feeds.

use domain::money::Currency;

/// A currency of ISO 4217 in which prices can be kept. Units of account, metals and codes for tests have
/// no minor unit, or more decimals than an amount is shown with.
pub fn standard_currency(code: &str) -> Result<Currency, String> {
    const ACCEPTS: &str = "a code of ISO 4217 in capitals, as in EUR";
    let standard = iso_currency::Currency::from_code(code);
    let (Some(currency), Some(standard)) = (Currency::parse(code), standard) else {
        return Err(ACCEPTS.to_owned());
    };
    if standard.exponent() == Some(u16::from(currency.exponent())) {
        return Ok(currency);
    }
    let decimals = match standard.exponent() {
        Some(decimals) => format!("{decimals} decimals"),
        None => "no minor unit".to_owned(),
    };
    let name = standard.name();
    Err(format!(
        "{ACCEPTS}, with 0, 2 or 3 decimals; {name} has {decimals}"
    ))
}

#[cfg(test)]
mod tests {
    use super::standard_currency;

    #[test]
    fn decimals_are_those_of_the_standard_or_the_currency_is_refused() {
        let letters = || b'A'..=b'Z';
        let mut known = 0;
        for (a, b) in letters().flat_map(|a| letters().map(move |b| (a, b))) {
            for c in letters() {
                let code = String::from_utf8(vec![a, b, c]).unwrap();
                let Ok(read) = standard_currency(&code) else {
                    continue;
                };
                let standard = iso_currency::Currency::from_code(&code).unwrap();
                assert_eq!(
                    standard.exponent(),
                    Some(u16::from(read.exponent())),
                    "{code}"
                );
                known += 1;
            }
        }
        assert!(known > 150, "{known}");
    }
}
