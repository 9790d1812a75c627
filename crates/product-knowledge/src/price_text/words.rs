//! Words around a number: currencies, and what they say about it.

use super::Terms;
use super::currencies::{self, Money};

/// What a word or sign is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Word {
    /// A currency.
    Money(Money),
    /// Says that the number is no plain price.
    Terms(Terms),
    /// The price is told on request.
    OnRequest,
    /// It costs nothing.
    Free,
    /// Carriage: the number is no item's price.
    Carriage,
    /// A unit of measure.
    Measure,
    /// Takes the amount times a thousand or more.
    Times,
    /// A label that changes nothing: "price", "incl. VAT".
    Label,
    /// Not known.
    Other(String),
    /// A character that belongs to no word.
    Mark(char),
}

const FROM: &str = "from ab vanaf från fra desde da partire partir dès od от від starting starts alkaen \
mulai dari начиная";
const UP_TO: &str = "under up upto bis max maximum until до jusqu'à jusqu'au hasta fino below";
const PERIOD: &str = "mo month months monthly mth monat monate monatlich mtl mois mensuel mensuelle mes meses \
mese mensile miesiąc miesięcznie mies měsíc měsíčně месяц мес week wk weekly woche semaine day daily year yr \
yearly annual jahr année año anno rok raty rat rate raten installment installments instalment instalments \
mensualités parcela parcelas cuota cuotas рассрочка pcm hour hr stunde juros sinkronno ay aylık";
const OLD: &str = "was statt vorher regular uvp rrp msrp listenpreis běžná bežná původní pôvodná předtím slevou \
avant antes prima раньше старая previously before list";
const NET: &str =
    "excl exc ex excluding net netto ht hors zzgl plus без bez χωρίς exkl ohne senza sin";
const MEMBER: &str = "card cards member members club mitglied mitglieder karte kartou carte tarjeta карта картой \
klub prime loyalty";
const ON_REQUEST: &str = "call anfrage request quote demande devis dotaz zapytanie consultar consulte richiesta \
запрос запросу уточняйте договорная tba tbd poa contact ask звоните unavailable enquire inquire";
const FREE: &str = "free gratis kostenlos kostenfrei zdarma zadarmo gratuit gratuite gratuito gratuita offert \
бесплатно безкоштовно ingyenes darmowa darmowy δωρεάν versandkostenfrei";
const CARRIAGE: &str = "shipping versand delivery order orders porto doprava livraison доставка spedizione envío envio \
lieferung versandkosten postage";
const MEASURE: &str = "kg g gr mg l ml cl m m2 m² cm mm km ft sqft sqm oz lb lbs gal meter metre litre liter \
litres liters kilogramm kilogram kilo кг л мл г gb tb mah hz kw";
const TIMES: &str = "k m mln million millionen mio mrd tys tis тыс млн lakh lakhs crore crores 万 萬 億 亿 千 만 억 천 \
thousand bn billion";
const LABELS: &str = "price prices preis preise prix prezzo precio preço preco pris prijs prijzen cena ceny цена \
цены ціна pret preț p.v.p pvp fiyat fiyatı hinta ár giá harga τιμή our your unser unit naše naša now jetzt nyní \
nu teraz сейчас only nur solo special sale offer nuestro normalny aktuální amount cost total gesamt the is for \
with s mit inkl incl inc including inclusa incluso included inkludert mwst ust vat iva tva gst btw moms tax taxes \
ttc brutto gross tasse dph pdv kdv ндс φπα each ea per pc pcs piece stk stück st szt ks шт pers person unité pièce \
stuk kus pezzo unidad ud 台 个 個 件 item und and & à a e";

fn among(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|known| known == word)
}

fn classify(text: &str) -> Word {
    let text = text.trim_matches(['.', '\'', '"']);
    if let Some(money) = currencies::of(text) {
        return Word::Money(money);
    }
    let word = text.to_lowercase();
    let has = |list| among(list, &word);
    if has(FROM) {
        Word::Terms(Terms::From)
    } else if has(UP_TO) {
        Word::Terms(Terms::UpTo)
    } else if has(PERIOD) {
        Word::Terms(Terms::Period)
    } else if has(OLD) {
        Word::Terms(Terms::Old)
    } else if has(NET) {
        Word::Terms(Terms::Net)
    } else if has(MEMBER) {
        Word::Terms(Terms::Member)
    } else if has(ON_REQUEST) {
        Word::OnRequest
    } else if has(FREE) {
        Word::Free
    } else if has(CARRIAGE) {
        Word::Carriage
    } else if has(LABELS) {
        Word::Label
    } else if has(MEASURE) && text == word {
        Word::Measure
    } else if has(TIMES) {
        Word::Times
    } else {
        Word::Other(text.to_owned())
    }
}

/// The words of a text without numbers.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut current = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if in_word(c) {
            current.push(c);
            continue;
        }
        let next_is_letter = chars.peek().is_some_and(|next| in_word(*next));
        let inner =
            matches!(c, '.' | '\'' | '"' | '\u{5f4}') && !current.is_empty() && next_is_letter;
        let slash = c == '/' && matches!(current.as_str(), "S" | "B");
        if inner || slash {
            current.push(c);
        } else {
            finish(&mut words, &mut current);
            if currencies::is_sign(c) {
                sign(&mut words, c, text);
            } else if c != ' ' {
                words.push(Word::Mark(c));
            }
        }
    }
    finish(&mut words, &mut current);
    words
}

fn in_word(c: char) -> bool {
    let punctuation = matches!(
        u32::from(c),
        0x80..=0xbf | 0xd7 | 0xf7 | 0x5be..=0x5c0 | 0x5f3..=0x5f4 | 0x60c | 0x61b | 0x61f | 0x66a..=0x66d
            | 0x2000..=0x2bff | 0x3000..=0x303f | 0xff00..=0xff0f | 0xfff0..=0x1_f0ff
    );
    c.is_alphabetic() || (!c.is_ascii() && !punctuation && !currencies::is_sign(c) && c != ' ')
}

fn finish(words: &mut Vec<Word>, current: &mut String) {
    if current.is_empty() {
        return;
    }
    let word = std::mem::take(current);
    // `$U` and `$b`: a sign that goes on in letters.
    if let Some(Word::Money(money)) = words.last()
        && money.written() == "$"
        && let Some(joined) = currencies::of(&format!("${word}"))
    {
        words.pop();
        words.push(Word::Money(joined));
        return;
    }
    words.push(classify(&word));
}

/// A currency sign, joined with letters before it: `US$`, `AU $`, `GH₵`.
fn sign(words: &mut Vec<Word>, c: char, text: &str) {
    let before = match words.last() {
        Some(Word::Money(money)) => Some(money.written().to_owned()),
        Some(Word::Other(word)) => Some(word.clone()),
        Some(Word::Times | Word::Measure | Word::Label) => {
            let (head, _) = text.split_once(c).unwrap_or_default();
            head.split_whitespace().last().map(str::to_owned)
        }
        _ => None,
    };
    let joined = before.and_then(|before| currencies::of(&format!("{before}{c}")));
    if let Some(joined) = joined {
        words.pop();
        words.push(Word::Money(joined));
        return;
    }
    let sign = c.to_string();
    words.push(currencies::of(&sign).map_or(Word::Other(sign), Word::Money));
}
