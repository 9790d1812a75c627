//! Names of things, in the order of their codes: from games to lenses.

pub(super) const THINGS: &[(&str, &str)] = &[
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
];
