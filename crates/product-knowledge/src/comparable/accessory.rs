//! Words that make a text speak of an accessory.

use std::collections::BTreeSet;
use std::sync::LazyLock;

/// What is put on or over a device: no device is called so.
const COVERS: &str = "case cases cover covers hulle hullen handyhulle handyhullen tasche taschen schutzhulle \
    obal obaly pouzdro pouzdra puzdro puzdra kryt kryty etui etuis futeral pokrowiec funda fundas coque \
    coques housse housses custodia custodie arxaligi arxaliqlar arxaliqli uzluk uzluyu qoruyucu hoesje hoesjes hoes kilif kiliflar qab qabi qablar ortuk arxaliq \
    arxaliqi sleeve sleeves pouch folio bumper protector protectors schutzfolie folie folia \
    panzerglas schutzglas displayschutz strap straps wristband bag bags backpack holster lanyard sticker \
    decal kilifi kiliflari kilifler chekhol chekhly brasna brasny brasne sac sacs sacoche sacoches pochette \
    pochettes borsa borse torba torby canta cantasi cantalar cantalari bolsa bolsas geanta genti husa huse thiki thikes tsanta tsantes capa capas etuier deksel deksler tok tokok carcasa carcasas cexol cexolu cexollar pleyonka ochranne protectie pellicola pellicole pellicule prostateytiko tzamaki notepad notepads wirebound \
    ruled lined sodimm gimbal gimbals heatsink nbd hwsup hwsupp onsite carepack cartridge cartridges toner toneri patrone patronen druckerpatrone inkoust napln cartouche cartucho \
    dummy replica puzzle playhouse doll dolls toy toys spielzeug hracka hracky jouet jouets puppen";

/// What comes with a device or belongs to it. A title that also states storage or memory still speaks of
/// the device.
const PARTS: &str = "accessory accessories axesoyar accesorii accesoriu acessorio acessorios tartozek tartozekok tilbehor tillbehor lisavarusteet tutacagi tutacaq tutacaqlar tutacak dayaq dayagi dasiyici ehtiyat hisseleri hissesi tusz tusze printhead printheads fuser pedestal film films sheets tape tapes dodaci oprema antallaktiko antallaktika piese ricambi ricambio repuesto repuestos recambios czesci czesc fortistis fortistes incarcator incarcatoare cablu cabluri kalodio kalodia mpataria mpataries baterii suport suporturi pliktrologio pontiki tastiera tastiere teclado teclados clavier claviers klawiatura klawiatury mysz myszy souris raton zubehor zubehoer prislusenstvi prislusenstvo accessoire accessoires \
    accesorio accesorios accessorio accessori akcesoria toebehoren aksesuar aksesuarlar aksessuar charger \
    chargers ladegerat ladekabel nabijecka nabijecky nabijacka chargeur chargeurs cargador caricabatterie \
    ladowarka oplader sarj adapter adapters adapteri netzteil cable cables kabel kabeli kabely kabl holder \
    holders halter halterung drzak drziak stojan stojanek support supporto soporte uchwyt houder tutucu stand \
    stands mount mounts bracket brackets dock docks docking keyboard keyboards tastatur klavesnice klavesnica \
    klaviatura stylus stilus pen pencil qelem qelemi qelemler battery batteries akku baterie bateria \
    replacement ersatz ersatzteil spare spares parts nahradni nahradny piece pieces remote tripod tripods stativ lens \
    lenses objektiv objektivy filter filters filtr beutel staubsaugerbeutel sacky capsules kapseln pods descaler \
    warranty pickup insurance garantie subscription licence license software antivirus hub skin skins \
    powerbank controller gamepad joystick hose brush carafe shelf drawer gasket \
    repair service compatible kompatibel kompatibilni kompatybilny uyumlu reparatur servis drum \
    riser risers lock locks cord cords pole poles extension surge assembly digitizer digitiser cooling \
    gamepads controllers netzteile ersatzteile ersatzteil aksesuarlari aksesuari chargeurs lamp lamps lampe mouse maus mys keypad antenna anten tray cap kbd keyb touchpad trackpad palmrest hinge bezel caddy roller rollers ribbon ribbons motherboard mainboard board qrafik \
    grafiktablett toolkit screws backplate cleaning rack cabinet module enclosure";

/// Phrases that do so.
const PHRASES: [&str; 63] = [
    "stacking kit",
    "camera housing",
    "underwater housing",
    "printer label",
    "printer labels",
    "printer paper",
    "printer ink",
    "print head",
    "maintenance box",
    "processor blank",
    "tempered glass",
    "screen glass",
    "screen protector",
    "power bank",
    "memory card",
    "wall mount",
    "selfie stick",
    "spare part",
    "spare parts",
    "ear pads",
    "ear tips",
    "type cover",
    "smart folio",
    "graphics tablet",
    "drawing tablet",
    "graphic tablet",
    "printer kit",
    "maintenance kit",
    "cleaning kit",
    "sim card",
    "tvrzene sklo",
    "tvrdene sklo",
    "ochranne sklo",
    "ochranna skla",
    "ochranna sklo",
    "protective glass",
    "zashchitnoe steklo",
    "display assembly",
    "lcd assembly",
    "screen assembly",
    "power cord",
    "cpu cooler",
    "cpu fan",
    "cpu kuhler",
    "rear cover",
    "projector screen",
    "projection screen",
    "privacy screen",
    "privacy filter",
    "laptop cooler",
    "notebook cooler",
    "cooling pad",
    "laptop memory",
    "notebook memory",
    "laptop ram",
    "notebook ram",
    "laptop processor",
    "notebook processor",
    "so dimm",
    "memory module",
    "care pack",
    "hw supp",
    "hw support",
];

/// Endings of compound words that do so.
const ENDINGS: [&str; 23] = [
    "hulle",
    "hullen",
    "tasche",
    "taschen",
    "kabel",
    "zubehor",
    "ladegerat",
    "ladegerate",
    "folie",
    "folien",
    "halterung",
    "halterungen",
    "hoesje",
    "hoesjes",
    "oplader",
    "patrone",
    "patronen",
    "netzteil",
    "accessoires",
    "beutel",
    "ersatzteil",
    "ersatzteile",
    "netzteile",
];

static COVER_WORDS: LazyLock<BTreeSet<&'static str>> =
    LazyLock::new(|| COVERS.split_whitespace().collect());
static PART_WORDS: LazyLock<BTreeSet<&'static str>> =
    LazyLock::new(|| PARTS.split_whitespace().collect());

/// How clearly words speak of an accessory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Accessory {
    /// Not at all.
    No,
    /// By a word that may also stand for a part of the device.
    Part,
    /// By a word that no device is called by.
    Cover,
}

/// Whether a phrase of several words names an accessory.
pub(super) fn names_accessory(words: &[String]) -> bool {
    let begins = |phrase: &str, rest: &[String]| {
        let mut rest = rest.iter();
        phrase
            .split(' ')
            .all(|word| rest.next().is_some_and(|w| w == word))
    };
    (0..words.len()).any(|at| {
        let rest = words.get(at..).unwrap_or_default();
        PHRASES.iter().any(|phrase| begins(phrase, rest))
    })
}

/// Judges folded words.
pub(crate) fn judge(words: &[String]) -> Accessory {
    let ends = |word: &String| {
        ENDINGS
            .iter()
            .any(|e| word.len() > e.len() && word.ends_with(e))
    };
    if names_accessory(words)
        || words
            .iter()
            .any(|w| COVER_WORDS.contains(w.as_str()) || ends(w))
    {
        Accessory::Cover
    } else if words.iter().any(|w| PART_WORDS.contains(w.as_str())) {
        Accessory::Part
    } else {
        Accessory::No
    }
}

/// Makers of little but accessories.
const MAKERS: [&str; 20] = [
    "spigen",
    "otterbox",
    "ringke",
    "nillkin",
    "casetify",
    "panzerglass",
    "zagg",
    "tech21",
    "celly",
    "cellularline",
    "uag",
    "urban armor gear",
    "dbrand",
    "mous",
    "whitestone",
    "bodyguardz",
    "decoded",
    "nomad",
    "gear4",
    "speck",
];

/// Whether a brand makes little but accessories for phones, tablets and the like.
pub(super) fn is_maker(folded_brand: &str) -> bool {
    MAKERS.contains(&folded_brand)
}
