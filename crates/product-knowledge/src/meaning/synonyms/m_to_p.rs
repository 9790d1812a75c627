//! Names of things, in the order of their codes: from memory to processors.

pub(super) const THINGS: &[(&str, &str)] = &[
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
];
