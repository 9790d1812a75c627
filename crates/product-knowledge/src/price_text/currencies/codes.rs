//! The codes of currencies.

/// Codes of ISO 4217 and a few in common use.
const CODES: &str = "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD \
BTC BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP \
GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR \
KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR \
MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK \
SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES \
VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL DEM FRF PTE ITL ESP ATS GRD";

/// Codes that are words of their own in small letters.
const WORDS: [&str; 12] = [
    "all", "cup", "esp", "gel", "mad", "mop", "pen", "sos", "top", "try", "lak", "ern",
];

pub(super) fn code(word: &str, lower: &str) -> Option<&'static str> {
    if word.len() != 3 || (word == lower && WORDS.contains(&lower)) {
        return None;
    }
    let upper = word.to_ascii_uppercase();
    CODES.split_ascii_whitespace().find(|code| *code == upper)
}
