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
    fn every_currency_with_decimals_that_can_be_kept_is_accepted_with_these() {
        let letters = || b'A'..=b'Z';
        let mut known = 0;
        for (a, b) in letters().flat_map(|a| letters().map(move |b| (a, b))) {
            for c in letters() {
                let code = String::from_utf8(vec![a, b, c]).unwrap();
                let standard = iso_currency::Currency::from_code(&code);
                let decimals = standard.and_then(iso_currency::Currency::exponent);
                let decimals = decimals.filter(|decimals| [0, 2, 3].contains(decimals));
                let read = standard_currency(&code).ok();
                let read = read.map(|read| u16::from(read.exponent()));
                assert_eq!(read, decimals, "{code}");
                known += usize::from(read.is_some());
            }
        }
        assert!(known > 150, "{known}");
    }
}
