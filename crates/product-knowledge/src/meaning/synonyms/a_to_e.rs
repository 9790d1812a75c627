//! Names of things, in the order of their codes: from adapters to external drives.

pub(super) const THINGS: &[(&str, &str)] = &[
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
];
