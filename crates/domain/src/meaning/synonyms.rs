//! Names of things in the languages of shops.
//!
//! Devices have their names in the table of comparable categories; what else is searched for has
//! them here.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::sync::LazyLock;

use super::{MARK, Meaning};
use crate::comparable::{self, Kind};

/// A code and the names of one thing: folded, with `|` between them, in the order of the codes.
const THINGS: [(&str, &str); 48] = [
    (
        "adapter",
        "adapter|adapters|adapteri|adaptador|adattatore|adaptateur|adaptery",
    ),
    (
        "bag",
        "bag|bags|tasche|taschen|notebooktasche|laptoptasche|brasna|brasny|taska|tasky|\
         sacoche|sacoches|torba|torby|borsa|borse|bolsa|bolsas|geanta|genti|tsanta",
    ),
    (
        "battery",
        "battery|batteries|akku|akkus|batterie|batterien|baterie|bateria|baterias|baterii|\
         batteria|batterij|akumulator|akumulatory|mpataria",
    ),
    (
        "cable",
        "cable|cables|kabel|kabels|kabely|kable|kabl|cavo|cavi|cablu|cabluri|cord|cords|\
         kalodio",
    ),
    (
        "camera",
        "camera|cameras|kamera|kameras|kamery|camara|camaras",
    ),
    (
        "cartridge",
        "ink cartridge|ink cartridges|cartridge|cartridges|druckerpatrone|druckerpatronen|\
         patrone|patronen|tintenpatrone|tintenpatronen|cartouche|cartouches|cartucho|\
         cartuchos|cartuccia|cartucce|kartridz|tusz|tusze|inkoustova napln|cartus|cartuse",
    ),
    (
        "case",
        "case|cases|cover|covers|hulle|hullen|schutzhulle|schutzhullen|handyhulle|\
         handyhullen|obal|obaly|pouzdro|pouzdra|puzdro|puzdra|kryt|kryty|etui|pokrowiec|\
         coque|coques|housse|housses|funda|fundas|custodia|custodie|hoesje|hoesjes|husa|\
         huse|thiki|thikes|kilif",
    ),
    (
        "charger",
        "charger|chargers|ladegerat|ladegerate|nabijecka|nabijecky|nabijacka|nabijacky|\
         ladowarka|ladowarki|chargeur|chargeurs|cargador|cargadores|caricabatterie|\
         caricatore|incarcator|incarcatoare|oplader|fortistis|power adapter",
    ),
    (
        "desk-lamp",
        "desk lamp|desk lamps|schreibtischlampe|stolni lampa|stolna lampa|lampka biurkowa",
    ),
    (
        "dock",
        "docking station|docking stations|dockingstation|dokovaci stanice|\
         dokovacia stanica|stacja dokujaca|station d accueil",
    ),
    (
        "drill",
        "drill|drills|bohrmaschine|vrtacka|vrtacky|wiertarka|perceuse|taladro|trapano|\
         bormasina",
    ),
    ("earpads", "ear pads|earpads|ohrpolster"),
    (
        "extension",
        "extension cord|power strip|steckdosenleiste|prodluzovaci kabel|predlzovaci kabel|\
         przedluzacz|multiprise|prelungitor",
    ),
    (
        "external-drive",
        "external hard drive|external drive|externe festplatte|externi disk|externy disk|\
         dysk zewnetrzny|disque dur externe|disco duro externo",
    ),
    (
        "game",
        "video game|video games|videospiel|videospiele|gra|gry|jeu video|jeux video|\
         videojuego",
    ),
    (
        "graphics-card",
        "graphics card|graphics cards|video card|gpu|grafikkarte|grafikkarten|\
         graficka karta|graficke karty|karta graficzna|carte graphique|cartes graphiques|\
         tarjeta grafica|scheda video|placa video",
    ),
    (
        "hair-dryer",
        "hair dryer|hair dryers|hairdryer|haartrockner|fohn|fen|feny|suszarka do wlosow|\
         seche cheveux|secador de pelo|asciugacapelli|uscator de par",
    ),
    (
        "hard-drive",
        "hard drive|hard drives|hard disk|hard disks|harddisk|hdd|festplatte|festplatten|\
         pevny disk|pevne disky|dysk twardy|dyski twarde|disque dur|disques durs|\
         disco duro|disco rigido|harddrive",
    ),
    (
        "ink",
        "ink|tinte|inkoust|atrament|tinta|encre|inchiostro|cerneala",
    ),
    (
        "iron",
        "steam iron|bugeleisen|dampfbugeleisen|zehlicka|zehlicky|zelazko|fer a repasser|\
         plancha de vapor|ferro da stiro|fier de calcat",
    ),
    (
        "kettle",
        "kettle|kettles|wasserkocher|rychlovarna konvice|rychlovarna kanvica|czajnik|\
         bouilloire|hervidor|bollitore|fierbator",
    ),
    (
        "keyboard",
        "keyboard|keyboards|tastatur|tastaturen|klavesnice|klavesnica|klawiatura|\
         klawiatury|clavier|claviers|teclado|teclados|tastiera|tastiere|tastatura|\
         toetsenbord|pliktrologio",
    ),
    (
        "lens",
        "camera lens|objektiv|objektive|objektivy|obiektyw|objectif|objetivo|obiettivo|\
         obiectiv",
    ),
    (
        "memory",
        "ram|memory module|arbeitsspeicher|operacni pamet|operacna pamat|pamiec ram|\
         memoire vive|memoria ram",
    ),
    (
        "memory-card",
        "memory card|memory cards|speicherkarte|speicherkarten|pametova karta|\
         pametove karty|pamatova karta|karta pamieci|karty pamieci|carte memoire|\
         cartes memoire|tarjeta de memoria|scheda di memoria|card de memorie|sd card|\
         sd karte|microsd card",
    ),
    (
        "microphone",
        "microphone|microphones|mikrofon|mikrofone|mikrofony|microfono|microfon",
    ),
    (
        "monitor",
        "bildschirm|bildschirme|monitor|monitore|monitory|monitors",
    ),
    (
        "motherboard",
        "motherboard|motherboards|mainboard|mainboards|hauptplatine|zakladni deska|\
         zakladna doska|plyta glowna|carte mere|placa base|scheda madre|placa de baza",
    ),
    (
        "mouse",
        "mouse|mice|maus|mys|mysi|mysz|myszy|souris|raton|ratones|muis|pontiki",
    ),
    (
        "mouse-pad",
        "mouse pad|mouse pads|mousepad|mousepads|mauspad|podlozka pod mys|\
         podkladka pod mysz|tapis de souris|alfombrilla",
    ),
    (
        "phone",
        "phone|phones|mobile|telefon|telefony|telefone|telefonas|telefoane|telefon mobil|\
         telefoane mobile|kinito|kinita|kinito tilephono|kinita tilephona",
    ),
    (
        "power-bank",
        "power bank|power banks|powerbank|powerbanks|powerbanka|powerbanky|\
         batterie externe|bateria externa|baterie externa",
    ),
    (
        "processor",
        "processor|processors|cpu|cpus|prozessor|prozessoren|procesor|procesory|processeur|\
         processeurs|procesador|procesadores|processore",
    ),
    (
        "remote",
        "remote control|remote controls|fernbedienung|fernbedienungen|dalkove ovladani|\
         dalkovy ovladac|dialkove ovladanie|pilot do tv|telecommande|mando a distancia|\
         telecomando|telecomanda",
    ),
    (
        "scanner",
        "scanner|scanners|skener|skenery|skaner|skanery|escaner|numeriseur",
    ),
    (
        "screen-protector",
        "screen protector|screen protectors|schutzfolie|displayschutz|panzerglas|\
         schutzglas|tempered glass|tvrzene sklo|tvrdene sklo|ochranne sklo|szklo hartowane|\
         verre trempe|protector de pantalla|pellicola|folie de protectie|sticla securizata",
    ),
    (
        "ssd",
        "ssd|ssds|solid state drive|solid state disk|solid state drives",
    ),
    (
        "stand",
        "stand|stands|stander|stojan|stojany|stojanek|podstawka|soporte|supporto|suport",
    ),
    (
        "toaster",
        "toaster|toasters|topinkovac|hriankovac|toster|tostery|grille pain|tostadora|\
         tostapane|prajitor de paine",
    ),
    (
        "toner",
        "toner|toners|tonery|toneri|tonerkartusche|tonerkartuschen",
    ),
    ("tv", "smart tv|televize|tv|tv s|tvs"),
    (
        "ups",
        "ups|uninterruptible power supply|usv|zalozni zdroj|zalozny zdroj|\
         zasilacz awaryjny|onduleur",
    ),
    (
        "usb-stick",
        "usb stick|usb sticks|usb flash drive|usb flash drives|flash drive|flash drives|\
         usb drive|pen drive|pendrive|pendrives|thumb drive|flash disk|\
         flash disky|usb key|cle usb|memoria usb|chiavetta usb|usb kluc|stick usb",
    ),
    (
        "vacuum",
        "vacuum|vacuums|handheld vacuum|robot vacuum|robot vacuums|stick vacuum|saugroboter|\
         roboticky vysavac|roboticke vysavace|aspirateur robot|robot aspirador",
    ),
    (
        "wall-mount",
        "wall mount|wall mounts|wandhalterung|wandhalterungen|drzak na zed|nastenny drzak|\
         uchwyt scienny|support mural|soporte de pared",
    ),
    (
        "webcam",
        "webcam|webcams|web camera|webkamera|webkamery|kamera internetowa|\
         kamerka internetowa|camara web",
    ),
    ("wifi", "wifi|wi fi|wlan|wireless lan"),
    (
        "wireless",
        "wireless|cordless|kabellos|kabellose|kabelloser|kabelloses|drahtlos|drahtlose|\
         bezdratovy|bezdratova|bezdratove|bezdrotovy|bezdrotova|bezprzewodowy|\
         bezprzewodowa|bezprzewodowe|sans fil|inalambrico|inalambrica|inalambricos|\
         senza fili|draadloos|draadloze|fara fir",
    ),
];

/// Names in the table of categories that stand for a part of the category, or for more than it:
/// who asks for a freezer does not mean a refrigerator.
const NARROWER: &str = "action camera|automaticka pracka|camera phone|cooker|cookers|feature phone|\
     feature phones|fitness armband|fitness naramek|fitness naramky|fitness tracker|\
     fitness tracker s|fitness trackers|flip phone|freestanding cooker|freezer|freezers|\
     gefrierschrank|headset|headsets|instant camera|mesh system|mobile workstation|\
     mobile workstations|modem router|mraznicka|mraznicky|robot vacuum|robot vacuums|\
     roboticke vysavace|roboticky vysavac|rugged phone|saugroboter|senior phone|\
     seniorenhandy|seniorenhandys|sim free|simfree|slr body|smartband|sound bar|soundbar|\
     soundbars|true wireless|waschtrockner|washer dryer|washer dryers|zegarek sportowy";

static NARROWER_NAMES: LazyLock<BTreeSet<&'static str>> =
    LazyLock::new(|| NARROWER.split('|').collect());

/// The words of a name, and the code of what it names.
type Name = (Vec<&'static str>, &'static str);

/// Names by their first word, the longest first.
static NAMES: LazyLock<BTreeMap<&'static str, Vec<Name>>> = LazyLock::new(|| {
    let mut names: BTreeMap<_, Vec<Name>> = BTreeMap::new();
    for (code, phrases) in THINGS {
        for phrase in phrases.split('|') {
            let words: Vec<&str> = phrase.split(' ').collect();
            let first = words.first().copied().unwrap_or_default();
            names.entry(first).or_default().push((words, code));
        }
    }
    for same in names.values_mut() {
        same.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
    }
    names
});

/// What the words name.
pub(super) fn find(words: &[String]) -> Vec<Meaning> {
    let mut found = devices(words);
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let rest = words.get(at..).unwrap_or_default();
        let of_word = NAMES.get(word.as_str()).map_or(&[][..], Vec::as_slice);
        let fits = |(name, _): &&(Vec<&str>, &str)| {
            name.len() <= rest.len() && name.iter().zip(rest).all(|(n, w)| n == w)
        };
        let named = of_word.iter().find(fits);
        if let Some((name, code)) = named {
            found.push(meaning(code, at, name.len()));
        }
        at += named.map_or(1, |(name, _)| name.len());
    }
    found
}

/// What a word means that is not finished: the one device, else the one other thing, whose names of
/// one word begin so.
pub(super) fn complete(start: &str) -> Option<&'static str> {
    let names = NAMES.range::<str, _>((Bound::Included(start), Bound::Unbounded));
    let names = names.take_while(|(first, _)| first.starts_with(start));
    let of_one_word = |(_, names): (_, &'static Vec<(Vec<&str>, &'static str)>)| {
        let alone = names.iter().find(|(name, _)| name.len() == 1);
        alone.map(|(_, code)| *code)
    };
    let mut devices = comparable::beginning_with(start).map(|(_, category)| category.code());
    if let Some(first) = devices.next() {
        return devices.all(|code| code == first).then_some(first);
    }
    let mut things = names.filter_map(of_one_word);
    let first = things.next()?;
    things.all(|code| code == first).then_some(first)
}

fn devices(words: &[String]) -> Vec<Meaning> {
    let hits = comparable::find(words);
    let nouns = hits.iter().filter(|hit| hit.kind == Kind::Noun);
    let wide = nouns.filter(|hit| {
        let named = words.get(hit.at..hit.at + hit.len).unwrap_or_default();
        !is_narrower(named)
    });
    wide.map(|hit| meaning(hit.category.code(), hit.at, hit.len))
        .collect()
}

fn meaning(code: &str, start: usize, len: usize) -> Meaning {
    Meaning {
        code: format!("{MARK}{code}"),
        start,
        len,
        kind: super::Kind::Name,
    }
}

fn is_narrower(named: &[String]) -> bool {
    NARROWER_NAMES.contains(named.join(" ").as_str())
}

#[cfg(test)]
mod tests {
    use super::{NARROWER, THINGS};
    use crate::text;

    #[test]
    fn names_are_folded_and_stand_for_one_thing() {
        let codes: Vec<&str> = THINGS.iter().map(|(code, _)| *code).collect();
        assert!(codes.is_sorted(), "{codes:?}");
        let mut names: Vec<&str> = THINGS
            .iter()
            .flat_map(|(_, names)| names.split('|'))
            .collect();
        for name in &names {
            assert_eq!(text::tokens(name).join(" "), **name);
        }
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn narrower_names_are_in_the_table_of_categories() {
        assert!(NARROWER.split('|').is_sorted());
        for name in NARROWER.split('|') {
            assert_eq!(text::tokens(name).join(" "), name);
            let found = crate::comparable::find(&text::tokens(name));
            assert!(!found.is_empty(), "{name}");
        }
    }
}
