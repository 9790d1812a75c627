//! How currencies are written, and the customs of writing their amounts.

use super::Mark;

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

/// Spellings and the codes they may stand for. Short ones are written exactly so; those of three and
/// more letters in any case.
const SPELLINGS: &[(&str, &str)] = &[
    ("$", "USD CAD AUD NZD SGD HKD MXN CLP COP ARS"),
    ("US$", "USD"),
    ("USD$", "USD"),
    ("dollar", "USD CAD AUD NZD SGD HKD"),
    ("dollars", "USD CAD AUD NZD SGD HKD"),
    ("U.S", "USD"),
    ("A$", "AUD"),
    ("AU$", "AUD"),
    ("AUD$", "AUD"),
    ("C$", "CAD NIO"),
    ("CA$", "CAD"),
    ("CAD$", "CAD"),
    ("CAN$", "CAD"),
    ("NZ$", "NZD"),
    ("HK$", "HKD"),
    ("S$", "SGD"),
    ("SGD$", "SGD"),
    ("MX$", "MXN"),
    ("MXN$", "MXN"),
    ("NT$", "TWD"),
    ("R$", "BRL"),
    ("RD$", "DOP"),
    ("BZ$", "BZD"),
    ("J$", "JMD"),
    ("TT$", "TTD"),
    ("G$", "GYD"),
    ("GY$", "GYD"),
    ("T$", "TOP"),
    ("Z$", "ZWL"),
    ("MOP$", "MOP"),
    ("CUC$", "CUC"),
    ("$U", "UYU"),
    ("$b", "BOB"),
    ("€", "EUR"),
    ("euro", "EUR"),
    ("euros", "EUR"),
    ("£", "GBP EGP FKP GIP SHP"),
    ("₤", "GBP ITL TRY"),
    ("E£", "EGP"),
    ("stg", "GBP"),
    ("pound", "GBP"),
    ("pounds", "GBP"),
    ("zł", "PLN"),
    ("Zł", "PLN"),
    ("zl", "PLN"),
    ("złotych", "PLN"),
    ("Kč", "CZK"),
    ("kč", "CZK"),
    ("Kcs", "CZK"),
    ("Ft", "HUF"),
    ("forint", "HUF"),
    ("kr", "SEK NOK DKK ISK"),
    ("Kr", "SEK NOK DKK ISK"),
    ("lei", "RON MDL"),
    ("leu", "RON MDL"),
    ("лв", "BGN"),
    ("лева", "BGN"),
    ("kn", "HRK"),
    ("din", "RSD"),
    ("дин", "RSD"),
    ("dinara", "RSD"),
    ("ден", "MKD"),
    ("KM", "BAM"),
    ("TL", "TRY"),
    ("₺", "TRY"),
    ("₽", "RUB"),
    ("руб", "RUB BYN"),
    ("рублей", "RUB BYN"),
    ("рубля", "RUB BYN"),
    ("рубль", "RUB BYN"),
    ("р", "RUB BYN"),
    ("Р", "RUB BYN"),
    ("Br", "BYN ETB"),
    ("₴", "UAH"),
    ("грн", "UAH"),
    ("гривень", "UAH"),
    ("hrn", "UAH"),
    ("₸", "KZT"),
    ("тг", "KZT"),
    ("тенге", "KZT"),
    ("so'm", "UZS"),
    ("сум", "UZS"),
    ("som", "KGS UZS"),
    ("сом", "KGS"),
    ("₾", "GEL"),
    ("lari", "GEL"),
    ("ლარი", "GEL"),
    ("₼", "AZN"),
    ("manat", "AZN TMT"),
    ("֏", "AMD"),
    ("CHf", "CHF"),
    ("Fr", "CHF"),
    ("SFr", "CHF"),
    ("franken", "CHF"),
    ("₹", "INR"),
    ("Rs", "INR PKR LKR NPR MUR"),
    ("₨", "INR PKR LKR NPR MUR"),
    ("Re", "INR PKR LKR NPR MUR"),
    ("रु", "INR NPR"),
    ("र", "INR NPR"),
    ("ரூ", "INR LKR"),
    ("රු", "LKR"),
    ("৳", "BDT"),
    ("¥", "JPY CNY"),
    ("円", "JPY"),
    ("yen", "JPY"),
    ("元", "CNY TWD"),
    ("圆", "CNY"),
    ("圓", "TWD HKD"),
    ("yuan", "CNY"),
    ("人民币", "CNY"),
    ("RMB", "CNY"),
    ("₩", "KRW"),
    ("원", "KRW"),
    ("฿", "THB"),
    ("บาท", "THB"),
    ("baht", "THB"),
    ("₫", "VND"),
    ("đ", "VND"),
    ("Đ", "VND"),
    ("VNĐ", "VND"),
    ("Rp", "IDR"),
    ("RM", "MYR"),
    ("₱", "PHP"),
    ("₭", "LAK"),
    ("៛", "KHR"),
    ("₮", "MNT"),
    ("₪", "ILS"),
    ("nis", "ILS"),
    ("ש\"ח", "ILS"),
    ("ש״ח", "ILS"),
    ("ש'ח", "ILS"),
    ("تومان", "IRT"),
    ("ریال", "IRR"),
    ("ريال", "SAR QAR OMR YER"),
    ("﷼", "IRR SAR QAR OMR YER"),
    ("ر.س", "SAR"),
    ("ر.ق", "QAR"),
    ("ر.ع", "OMR"),
    ("ر.ي", "YER"),
    ("درهم", "AED MAD"),
    ("د.إ", "AED"),
    ("د.م", "MAD"),
    ("Dh", "AED MAD"),
    ("Dhs", "AED MAD"),
    ("جنيه", "EGP SDG"),
    ("ج.م", "EGP"),
    ("د.ك", "KWD"),
    ("KD", "KWD"),
    ("BD", "BHD"),
    ("د.ب", "BHD"),
    ("د.أ", "JOD"),
    ("د.ا", "JOD"),
    ("دينار", "KWD BHD JOD IQD LYD TND DZD"),
    ("د.ع", "IQD"),
    ("د.ت", "TND"),
    ("DT", "TND"),
    ("دج", "DZD"),
    ("د.ج", "DZD"),
    ("ل.ل", "LBP"),
    ("ل.س", "SYP"),
    ("₦", "NGN"),
    ("GH₵", "GHS"),
    ("₵", "GHS"),
    ("KSh", "KES"),
    ("KShs", "KES"),
    ("TSh", "TZS"),
    ("USh", "UGX"),
    ("R", "ZAR"),
    ("CFA", "XOF XAF"),
    ("FCFA", "XOF XAF"),
    ("₡", "CRC"),
    ("S/", "PEN"),
    ("B/", "PAB"),
    ("Bs", "VES BOB"),
    ("₲", "PYG"),
    ("₿", "BTC"),
    ("DM", "DEM"),
];

/// Currencies that are priced without decimals, whatever their smallest unit is on paper.
const WHOLE: &str = "JPY KRW VND IDR HUF CLP COP ARS PYG IRR IRT ISK TWD UGX RWF XAF XOF XPF LAK MMK UZS \
KHR MGA BIF GNF KMF DJF VUV TZS LBP";

/// Currencies with a decimal point and three decimals.
const THREE: &str = "KWD BHD OMR JOD";

/// Currencies whose thousands are grouped with commas everywhere.
const COMMA_GROUPS: &str = "USD GBP AUD CAD NZD SGD HKD MXN INR PKR LKR NPR BDT THB MYR PHP ILS CNY AED SAR \
QAR YER EGP FKP GIP SHP NGN KES GHS MUR";

/// What a text says about its currency: how it is written there, and the codes it may stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Money {
    written: String,
    codes: Vec<&'static str>,
}

/// What a mark with three digits behind it is by the customs of a currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Custom {
    Groups,
    Decimals,
    Unclear,
}

impl Money {
    /// How it is written in the text.
    pub fn written(&self) -> &str {
        &self.written
    }

    /// Whether it may be the currency of a code.
    pub fn may_be(&self, code: &str) -> bool {
        self.codes.contains(&code)
    }

    /// The code, when it can be one only.
    pub fn code(&self) -> Option<&'static str> {
        match self.codes.as_slice() {
            [code] => Some(code),
            _ => None,
        }
    }

    /// What both can be; `None` when they contradict each other.
    pub(super) fn and(&self, other: &Self) -> Option<Self> {
        let common = |code: &&&str| other.codes.contains(code);
        let codes: Vec<_> = self.codes.iter().filter(common).copied().collect();
        let clearer = if other.codes.len() < self.codes.len() {
            other
        } else {
            self
        };
        let written = clearer.written.clone();
        (!codes.is_empty()).then_some(Self { written, codes })
    }

    /// What three digits behind a mark are by its customs, when all its currencies agree.
    pub(super) fn custom(&self, mark: Mark) -> Custom {
        let mut customs = self.codes.iter().map(|code| custom(code, mark));
        let Some(first) = customs.next() else {
            return Custom::Unclear;
        };
        if customs.all(|custom| custom == first) {
            first
        } else {
            Custom::Unclear
        }
    }
}

fn custom(code: &str, mark: Mark) -> Custom {
    let among = |list: &str| list.split_ascii_whitespace().any(|known| known == code);
    match mark {
        _ if among(WHOLE) => Custom::Groups,
        Mark::Point if among(THREE) => Custom::Decimals,
        Mark::Comma if among(THREE) || among(COMMA_GROUPS) => Custom::Groups,
        Mark::Point | Mark::Comma => Custom::Unclear,
    }
}

/// The currency that a word or sign stands for.
pub(super) fn of(word: &str) -> Option<Money> {
    let lower = word.to_lowercase();
    let long = word.chars().count() >= 3;
    let spelled = |known: &str| known == word || (long && known.to_lowercase() == lower);
    let listed = SPELLINGS.iter().find(|(known, _)| spelled(known));
    let codes: Vec<&'static str> = match listed {
        Some((_, codes)) => codes.split_ascii_whitespace().collect(),
        None => vec![code(word, &lower)?],
    };
    let written = word.to_owned();
    Some(Money { written, codes })
}

fn code(word: &str, lower: &str) -> Option<&'static str> {
    if word.len() != 3 || (word == lower && WORDS.contains(&lower)) {
        return None;
    }
    let upper = word.to_ascii_uppercase();
    CODES.split_ascii_whitespace().find(|code| *code == upper)
}

/// Whether a character is a currency sign.
pub(super) fn is_sign(c: char) -> bool {
    matches!(
        c,
        '$' | '¢'
            | '£'
            | '¤'
            | '¥'
            | '֏'
            | '؋'
            | '৲'
            | '৳'
            | '௹'
            | '฿'
            | '៛'
            | '﷼'
            | 'ƒ'
            | 'Ƀ'
            | '\u{20a0}'..='\u{20cf}'
    )
}
