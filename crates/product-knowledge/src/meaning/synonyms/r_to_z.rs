//! Names of things, in the order of their codes: from remote controls on.

pub(super) const THINGS: &[(&str, &str)] = &[
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
    ("speaker", "speaker|speakers"),
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
    ("tv", "televize|tv|tv s|tvs"),
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
    ("vacuum", "vacuum|vacuums|aspirateur robot|robot aspirador"),
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
