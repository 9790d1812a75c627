//! Words by which shops call what a page shows.

/// What a button to buy says, folded.
const BUY: &[&str] = &[
    "add to bag",
    "add to basket",
    "add to cart",
    "add to trolley",
    "acheter",
    "adauga in cos",
    "adicionar ao carrinho",
    "agregar al carrito",
    "aggiungi al carrello",
    "ajouter au panier",
    "anadir a la cesta",
    "anadir al carrito",
    "buy",
    "buy it now",
    "buy now",
    "comprar",
    "comprar ahora",
    "comprar agora",
    "do koszyka",
    "do kosika",
    "do kosiku",
    "dodaj do koszyka",
    "dodaj v kosarico",
    "in den einkaufswagen",
    "in den warenkorb",
    "in winkelwagen",
    "jetzt kaufen",
    "kaufen",
    "koupit",
    "kosarba",
    "kup teraz",
    "kupit",
    "kupi",
    "lagg i varukorg",
    "legg i handlekurv",
    "laeg i kurv",
    "naroci",
    "order now",
    "osta",
    "pridat do kosika",
    "pridat do kosiku",
    "sepete ekle",
    "v korzinu",
    "vlozit do kosika",
    "vlozit do kosiku",
    "zakazat",
    "stin kalathi",
    "prosthiki sto kalathi",
];
/// What buttons to buy are named in code, without marks.
const BUY_NAMES: &[&str] = &[
    "addtocart",
    "addtobasket",
    "addtobag",
    "addtotrolley",
    "buttoncart",
    "btncart",
    "buynow",
    "cartbutton",
    "buybutton",
];
/// Parts of names in code of a price that was paid before.
const FORMER: &[&str] = &[
    "old",
    "was",
    "former",
    "before",
    "regular",
    "rrp",
    "msrp",
    "uvp",
    "strike",
    "striked",
    "strikethrough",
    "crossed",
    "original",
    "listprice",
    "disc",
];
/// Parts of names in code of what is no price of the page's product for one piece.
const OTHER: &[&str] = &[
    "tax",
    "vat",
    "net",
    "unit",
    "perunit",
    "shipping",
    "delivery",
    "postage",
    "saving",
    "savings",
    "save",
    "saved",
    "discount",
    "bonus",
    "credit",
    "installment",
    "installments",
    "instalment",
    "instalments",
    "monthly",
    "finance",
    "deposit",
    "related",
    "similar",
    "recommend",
    "recommended",
    "recommendation",
    "recommendations",
    "upsell",
    "crosssell",
    "also",
    "accessories",
    "bundle",
    "carousel",
    "sponsored",
    "review",
    "reviews",
    "minicart",
    "minibasket",
    "used",
    "tradein",
    "warranty",
    "coupon",
    "voucher",
    "points",
    "gift",
];
/// Words beside a number that make it another price.
const LABELS: &[&str] = &[
    "brez",
    "before",
    "bez",
    "deposit",
    "excl",
    "ex",
    "former",
    "hors",
    "list",
    "netto",
    "net",
    "off",
    "ohne",
    "old",
    "original",
    "rrp",
    "msrp",
    "recommended",
    "regular",
    "save",
    "saving",
    "savings",
    "saved",
    "shipping",
    "delivery",
    "postage",
    "statt",
    "uvp",
    "versand",
    "was",
    "spare",
    "sparen",
    "ersparnis",
    "livraison",
    "envio",
    "spedizione",
    "doprava",
    "staraya",
    "used",
    "new",
    "per",
    "je",
    "pro",
    "zzgl",
    "from",
    "ab",
    "od",
    "gift",
    "month",
    "months",
    "bonus",
    "bonusov",
];

/// A kind of label.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    Brand,
    PartNumber,
    TradeNumber,
    /// The shop's own number.
    Number,
}

const BRANDS: &[&str] = &[
    "brand",
    "brand name",
    "fabricant",
    "fabricante",
    "hersteller",
    "kataskeuastis",
    "manufacturer",
    "marca",
    "marchio",
    "marka",
    "marke",
    "marque",
    "merk",
    "proizvajalec",
    "proizvoditel",
    "producent",
    "produttore",
    "vyrobca",
    "vyrobce",
    "znacka",
    "brend",
];
const PART_NUMBERS: &[&str] = &[
    "herstellernummer",
    "hersteller artikelnummer",
    "herstellerartikelnummer",
    "item model number",
    "manufacturer part no",
    "manufacturer part number",
    "manufacturer reference",
    "mfr part number",
    "modellnummer",
    "model number",
    "mpn",
    "numero de modele",
    "part no",
    "part number",
    "reference fabricant",
    "item part number",
];
const TRADE_NUMBERS: &[&str] = &[
    "barcode",
    "ean",
    "ean 13",
    "ean code",
    "ean13",
    "gtin",
    "gtin 13",
    "gtin13",
    "isbn",
    "isbn 13",
    "upc",
    "code ean",
    "ean kod",
    "kod ean",
    "ean nummer",
];
const NUMBERS: &[&str] = &[
    "art nr",
    "artikelnummer",
    "artikelnr",
    "artikul",
    "asin",
    "item code",
    "item no",
    "item number",
    "kod",
    "kod tovara",
    "kod produktu",
    "kod zbozi",
    "product code",
    "reference",
    "sifra",
    "sku",
    "codigo",
    "codice",
];

/// What a label names.
pub(super) fn label(folded: &str) -> Option<Label> {
    let is = |words: &[&str]| words.contains(&folded);
    [
        (BRANDS, Label::Brand),
        (PART_NUMBERS, Label::PartNumber),
        (TRADE_NUMBERS, Label::TradeNumber),
        (NUMBERS, Label::Number),
    ]
    .into_iter()
    .find_map(|(words, label)| is(words).then_some(label))
}

/// Whether a folded text is that of a button to buy.
pub(super) fn says_buy(folded: &str) -> bool {
    BUY.contains(&folded)
}

/// Whether a name in code is that of a button to buy.
pub(super) fn is_named_buy(name: &str) -> bool {
    let plain: String = name
        .chars()
        .filter(|c| !matches!(c, '-' | '_' | ' '))
        .flat_map(char::to_lowercase)
        .collect();
    BUY_NAMES.iter().any(|known| plain.contains(known))
}

/// Whether names in code are those of a price that was paid before.
pub(super) fn is_former(names: &str) -> bool {
    has_part(names, FORMER)
}

/// Whether names in code are those of something else than the page's price.
pub(super) fn is_other(names: &str) -> bool {
    has_part(names, OTHER)
}

/// Whether one of the words beside a number makes it another price.
pub(super) fn makes_other(words: &[String]) -> bool {
    words.iter().any(|word| LABELS.contains(&word.as_str()))
}

fn has_part(names: &str, known: &[&str]) -> bool {
    let lower = names.to_lowercase();
    let mut parts = lower.split(|c: char| !c.is_alphanumeric());
    parts.any(|part| known.contains(&part))
}

/// Texts that say that a thing is to be had now, folded.
const IN_STOCK: &[&str] = &[
    "auf lager",
    "available",
    "disponible",
    "disponibile",
    "disponivel",
    "dobavljivo",
    "em stock",
    "en stock",
    "in stock",
    "na sklade",
    "skladem",
    "sofort lieferbar",
    "op voorraad",
    "w magazynie",
    "v nalichii",
    "lieferbar",
    "na zalogi",
];
/// Texts that say that it is not.
const OUT_OF_STOCK: &[&str] = &[
    "ausverkauft",
    "agotado",
    "epuise",
    "esaurito",
    "esgotado",
    "currently unavailable",
    "net v nalichii",
    "nicht lieferbar",
    "nicht auf lager",
    "out of stock",
    "sold out",
    "uitverkocht",
    "vyprodano",
    "niedostepny",
];

/// Whether a folded text says that something is, or is not, in stock.
pub(super) fn stock(folded: &str) -> Option<bool> {
    if OUT_OF_STOCK.contains(&folded) {
        return Some(false);
    }
    IN_STOCK.contains(&folded).then_some(true)
}
