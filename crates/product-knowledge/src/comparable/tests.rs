use proptest::prelude::*;

use super::Category;
use domain::ids::CanonicalProductId;
use domain::product::{ProductDraft, Provenance};

fn product(category: &str, name: &str) -> ProductDraft {
    ProductDraft {
        category: category.to_owned(),
        ..ProductDraft::named(CanonicalProductId::unnamed(), name, Provenance::Feed)
    }
}

#[track_caller]
fn maps(category: &str, name: &str, expected: Option<Category>) {
    let found = Category::of(&product(category, name));
    assert_eq!(found, expected, "{category:?} / {name:?}");
}

#[test]
fn category_texts_of_many_languages_are_mapped() {
    for (category, expected) in [
        ("Electronics > Phones > Smartphones", Category::Phone),
        ("Heureka.cz | Mobily | Mobilní telefony", Category::Phone),
        ("Elektronik/Handys", Category::Phone),
        ("Téléphonie > Téléphones portables", Category::Phone),
        ("Electrónica > Móviles > Teléfonos móviles", Category::Phone),
        ("Smartfony i telefony komórkowe", Category::Phone),
        ("Mobiltelefone > Apple", Category::Phone),
        (
            "Electronics > Communications > Telephony > Mobile Phones",
            Category::Phone,
        ),
        ("Computer > Tablets", Category::Tablet),
        ("Planşetlər | Planşet", Category::Tablet),
        ("Počítače | Notebooky", Category::Laptop),
        ("Informatique > PC portables", Category::Laptop),
        ("Laptops > Gaming", Category::Laptop),
        ("Computers & Laptops > Monitors", Category::Monitor),
        ("Biela technika | Práčky", Category::WashingMachine),
        ("Haushalt > Waschmaschinen", Category::WashingMachine),
        ("Audio > Kopfhörer", Category::Headphones),
        (
            "Cameras & Optics > Cameras > Digital Cameras",
            Category::Camera,
        ),
        ("Chytré hodinky", Category::Smartwatch),
        ("Mikrowellen", Category::Microwave),
        ("Ekspresy do kawy", Category::CoffeeMachine),
        ("Buzdolabı", Category::Refrigerator),
        ("Koelkasten", Category::Refrigerator),
        ("TV", Category::Tv),
        ("iPads", Category::Tablet),
        ("Dizüstü Bilgisayarlar", Category::Laptop),
        ("Notebooki", Category::Laptop),
        ("Seniorenhandys", Category::Phone),
        ("Elektronik/Handys/Smartphones", Category::Phone),
    ] {
        maps(category, "Nova X2", Some(expected));
    }
}

#[test]
fn accessories_are_not_comparable_whatever_else_is_said() {
    for (category, name) in [
        ("Mobile Phones > Cases & Covers", "Nova X2"),
        ("Electronics > Phones > Accessories", "Apple iPhone 15"),
        ("Handyhüllen", "Samsung Galaxy S24"),
        ("Mobily | Obaly a pouzdra", "Samsung Galaxy S24"),
        ("Smartphones", "Silicone Case iPhone 15 Pro"),
        ("Smartphones", "Hülle für Samsung Galaxy S24"),
        ("Smartphones", "Obal na iPhone 15"),
        ("Smartphones", "Pouzdro pro iPhone 15 Pro"),
        ("Smartphones", "Coque pour Galaxy A54"),
        ("Smartphones", "iPhone 15 Pro tempered glass 2-pack"),
        ("Smartphones", "25W USB-C Charger"),
        ("Smartphones", "Charging cable for iPhone 15 128GB"),
        ("", "Planşet üçün arxalıq"),
        ("", "Replacement battery for Galaxy S21"),
        ("Tablets", "iPad Pro 11 Magic Keyboard"),
        ("Tablets", "Apple Pencil 2"),
        ("Laptops", "Laptop bag 15.6\""),
        ("", "Wireless notebook mouse"),
        ("", "Digital camera lens 70-400"),
        ("", "Projector lamp 180 W"),
        ("", "Nova 20 printer kit"),
        ("Printers", "Nova 20 drum"),
        ("Printers", "Toner cartridge black"),
        ("", "Apple Watch Sport Band 45mm"),
        ("", "Toy smartphone for children"),
        ("Smartphones", "Case with stand for iPhone 15"),
        ("Tablets", "Juneka Folio 11"),
        ("Tablets", "Juneka folio case 128 GB"),
        ("Tablets", "Juneka Folio for iPad 128 GB"),
        ("Laptops", "Tarnavo V15 logic board 8 GB"),
        ("Laptops", "HP graphics board 4 GB"),
        ("Tablets", "Logitech Combo Touch Folio 64 GB iPad"),
        ("Tablets", "Apple Smart Keyboard Folio iPad Pro 11 128 GB"),
    ] {
        maps(category, name, None);
    }
}

#[test]
fn what_comes_with_a_device_does_not_make_it_an_accessory() {
    for (category, name, expected) in [
        (
            "Smartphones",
            "Nova X2 128 GB with charger",
            Category::Phone,
        ),
        ("Smartphones", "Nova X2 incl. case", Category::Phone),
        ("Tablets", "Juneka Folio 11 128 GB Wi-Fi", Category::Tablet),
        ("Tablets", "Tarnavo Board 10 128 GB", Category::Tablet),
        (
            "Laptops",
            "Juneka Folio Book 14 16 GB / 512 GB",
            Category::Laptop,
        ),
        (
            "Laptops",
            "HP EliteBook Folio G1 8 GB 256 GB",
            Category::Laptop,
        ),
        (
            "",
            "Samsung Galaxy A16 8GB/256GB Black + adapter 25W",
            Category::Phone,
        ),
        (
            "",
            "HONOR Pad V9 8/256 GB W/Case, pen Gray",
            Category::Tablet,
        ),
        ("", "Honor Pad 10 (LTE+Keyboard)", Category::Tablet),
        ("", "Honor Pad V9 8/256 GB (Case + Pen)", Category::Tablet),
        (
            "Laptops",
            "EliteBook 840 16GB 512GB SSD backlit keyboard",
            Category::Laptop,
        ),
        ("", "Mobile phone Nova 105 Dual SIM black", Category::Phone),
        (
            "",
            "Tecno Spark 20 Pro 8GB/256GB Magic Skin Green",
            Category::Phone,
        ),
        (
            "",
            "Apple Watch Series 9 GPS 41mm Aluminium Case Sport Band",
            Category::Smartwatch,
        ),
        (
            "",
            "Mirrorless camera X100 body 18-55 lens kit",
            Category::Camera,
        ),
        ("TV", "Smart TV 55 without stand", Category::Tv),
    ] {
        maps(category, name, Some(expected));
    }
}

#[test]
fn the_title_decides_where_the_category_says_nothing() {
    for (category, name, expected) in [
        ("", "Apple iPhone 15 128GB", Some(Category::Phone)),
        (
            "267",
            "Samsung Galaxy S24 Ultra 256 GB",
            Some(Category::Phone),
        ),
        (
            "Electronics",
            "Samsung Galaxy Tab S9",
            Some(Category::Tablet),
        ),
        (
            "Mobile Phones & Accessories",
            "Xiaomi Redmi Note 13",
            Some(Category::Phone),
        ),
        ("Mobile Phones & Accessories", "Nova X2", None),
        (
            "Phones & Tablets",
            "Planşet Nova 10",
            Some(Category::Tablet),
        ),
        ("", "Lenovo ThinkPad X1", Some(Category::Laptop)),
        (
            "",
            "Bosch Waschmaschine Serie 4",
            Some(Category::WashingMachine),
        ),
        ("", "Nova X2", None),
        ("", "", None),
        ("Perfume", "Eau de toilette 100 ml", None),
    ] {
        maps(category, name, expected);
    }
}

#[test]
fn a_product_line_of_another_category_contradicts() {
    maps("Mobile Phones", "Apple Watch Ultra 2", None);
    maps("Mobile Phones", "Apple MacBook Air 13", None);
    maps("Tablets", "iPad Air 11", Some(Category::Tablet));
}

#[test]
fn bundles_and_packs_are_not_comparable() {
    let phone = product("Smartphones", "Nova X2");
    let pack = ProductDraft {
        pack_size: 2,
        ..phone.clone()
    };
    let bundle = ProductDraft {
        is_bundle: true,
        ..phone
    };
    assert_eq!(Category::of(&pack), None);
    assert_eq!(Category::of(&bundle), None);
}

#[test]
fn accessory_makers_make_accessories_for_carried_devices() {
    let case = ProductDraft {
        brand: "OtterBox".to_owned(),
        ..product("", "OtterBox Defender iPhone 15")
    };
    assert_eq!(Category::of(&case), None);
}

#[test]
fn codes_are_read_back() {
    for category in Category::ALL {
        assert_eq!(Category::from_code(category.code()), Some(category));
        assert!(!category.plural().is_empty());
    }
    assert_eq!(Category::from_code("spaceship"), None);
    let weighted = Category::ALL.iter().filter(|c| c.has_weights()).count();
    assert_eq!(weighted, 3);
}

#[test]
fn phrases_are_folded() {
    for phrase in super::phrases::all() {
        let words: Vec<String> = domain::text::tokens(&phrase.replace('#', "0"));
        assert_eq!(words.join(" "), phrase.replace('#', "0"), "{phrase}");
    }
}

#[test]
fn what_is_only_called_a_notebook_is_no_laptop() {
    for name in [
        "Ombrix Notebook A4 squared, wirebound",
        "Notebook A5 lined 200 pages",
        "Tarnavo Laptop Lock keyed",
        "Ombrix 5y Nbd Onsite Notebook HWSup",
        "Ombrix 4y Trvl Nbd Notebook only HW Supp",
        "Tarnavo notebook riser",
        "Tarnavo Laptop Cooler with 2 fans",
        "Tarnavo 1.8 m Laptop Power Cord",
        "Ombrix SurgeGuard Notebook",
        "Laptop RAM 16GB DDR4 SODIMM",
        "Ombrix 16GB DDR4 laptop memory",
        "Laptop cooling pad",
        "Notebook 15.6\"",
        "Laptop SSD 512GB",
    ] {
        maps("", name, None);
    }
    for name in [
        "Ombrix V15 notebook Core i5 8GB",
        "Ombrix V15 laptop Ryzen 7",
        "Ombrix notebook 8 GB 256 GB SSD",
        "Ombrix notebook 8/256GB",
        "Ombrix notebook 15.6\" 512GB",
        "Ombrix notebook 15.6 inch 512GB",
        "Dell Inspiron notebook",
        "Ombrix 6710b Notebook PC",
        "Ombrix Chromebook 11",
        "Apple MacBook Air",
    ] {
        maps("", name, Some(Category::Laptop));
    }
    maps("Laptops", "Ombrix V15", Some(Category::Laptop));
    maps("Laptops", "Ombrix Laptop Lock", None);
}

#[test]
fn parts_and_mounts_are_accessories() {
    for (category, name) in [
        ("", "Ombrix Freezer 64 CPU Cooler"),
        ("", "Tarnavo projector extension pole"),
        ("Smartphones", "Protective glass iPhone 15 Pro Max"),
        ("Smartphones", "Чехол для iPhone 15"),
        ("Smartphones", "iPhone 15 skærm"),
        ("Smartphones", "Samsung Galaxy S24 Display Assembly"),
        ("Smartphones", "Samsung Galaxy S24 display"),
        ("Smartphones", "Zorvex Nimbo 12 display"),
        ("Smartphones", "iPhone 15 Pro Max back glass"),
        ("", "Projector ceiling bracket"),
    ] {
        maps(category, name, None);
    }
    for name in [
        "Samsung Galaxy Z Flip5 256GB Cover Display",
        "Samsung Galaxy Z Flip5 Cover Display",
        "Samsung Galaxy A54 6.4\" display",
        "Samsung Galaxy A54 AMOLED display",
        "Zorvex Nimbo 12 front and back glass design",
        "iPhone 15 Pro 6,1-Zoll Super Retina XDR Display",
    ] {
        maps("Smartphones", name, Some(Category::Phone));
    }
}

#[test]
fn a_galaxy_note_with_a_tablets_screen_is_a_tablet() {
    maps(
        "",
        "Samsung Galaxy Note 10.1 WiFi 16GB",
        Some(Category::Tablet),
    );
    maps("", "Samsung Galaxy Note 8.0", Some(Category::Tablet));
    maps("", "Samsung Galaxy Note 8", Some(Category::Phone));
    maps("", "Samsung Galaxy Note 10 256GB", Some(Category::Phone));
}

#[test]
fn titles_tell_bundles_and_packs() {
    for name in [
        "Bundle Zorvex Nimbo 13 128GB + Zorvex Buds",
        "2x Zorvex Nimbo 14 128GB",
        "2 x Zorvex Nimbo 14 128GB",
        "Zorvex Nimbo 15 128GB 3er-Set",
        "Zorvex Nimbo 15 128GB 2er Pack",
        "Zorvex Nimbo 15 128GB pack of 2",
        "Zorvex Nimbo 15 128GB (5 pcs)",
        "Zorvex Nimbo 15 128GB 2 Stk",
        "Zorvex Nimbo 15 128GB x2",
        "Zorvex Nimbo 15 twin pack",
        "Zorvex Nimbo 15 128GB + Zorvex Watch 3",
        "Zorvex Nimbo 13 128GB + Case + Charger Bundle",
        "Samsung Galaxy A56 8/256 GB + Samsung Galaxy A56 8/256 GB",
        "Zorvex Nimbo 13 128GB + Galaxy Buds3",
    ] {
        maps("Smartphones", name, None);
    }
    for name in [
        "Zorvex Nimbo X2 128GB",
        "Zorvex Nimbo 13 128GB 3x zoom",
        "Zorvex Nimbo 13 128GB (1 pcs)",
        "Zorvex Nimbo 13 128GB + adapter",
        "Zorvex Nimbo 13 128GB + Galaxy Buds3 free",
    ] {
        maps("Smartphones", name, Some(Category::Phone));
    }
}

#[test]
fn headings_of_other_things_with_the_same_words_are_none() {
    for category in [
        "Telefon kılıfları",
        "Telefon aksesuarları",
        "Ochranná skla pro mobilní telefony",
        "Handy-Ersatzteile",
        "Gamepads for smartphones",
        "Smartphone gimbals",
        "Mobile phone contracts",
        "Landline phones",
        "Telefone > Festnetztelefone",
        "Schnurlose Telefone",
        "Telefony stacjonarne",
        "VoIP Phones",
        "Conference phones",
        "Brašny na notebooky",
        "Sacs pour ordinateur portable",
        "Notebook-Netzteile",
        "RAM for laptops",
        "Laptop memory",
        "Stationery > Notebooks",
        "Papier > Notebooks",
        "Office Supplies > Paper Products > Notebooks & Notepads",
        "Graphics tablets",
        "Drawing tablets",
        "Tablets > Graphics",
        "Magnesium tablets",
        "Tablettes graphiques",
        "Health > Tablets",
        "Laptop screens",
        "Notebook coolers",
        "Phone cards",
        "Smartphone tripods",
        "Console tables",
        "Security cameras",
        "Baby monitors",
        "3D printers",
        "Rice cookers",
    ] {
        maps(category, "Zorvex Nimbo 12 Black", None);
        let title = "Zorvex Nimbo 12 notebook Core i5 8GB 256GB smartphone";
        maps(category, title, None);
    }
}

#[test]
fn headings_of_two_categories_leave_it_to_the_title() {
    for category in [
        "Smartphones / Tablets",
        "Notebooks & Tablets",
        "Laptops > Notebooks & Tablets",
        "Tablets & eReader",
    ] {
        maps(category, "Zorvex Nimbo 12 Black", None);
        maps(category, "iPad Air 11", Some(Category::Tablet));
    }
    maps(
        "Tablets & eReader",
        "Kindle Paperwhite",
        Some(Category::EReader),
    );
}

#[test]
fn a_heading_with_accessories_takes_titles_that_state_a_device() {
    for (name, expected) in [
        ("Zorvex Nimbo 12 128GB", Some(Category::Phone)),
        ("Samsung Galaxy S24", Some(Category::Phone)),
        ("Zorvex Nimbo 12 Black", None),
        ("Hülle Zorvex Nimbo 12", None),
        ("Apple Watch Ultra 2", Some(Category::Smartwatch)),
    ] {
        maps("Smartphones und Zubehör", name, expected);
    }
}

#[test]
fn headings_of_more_languages_are_mapped() {
    for (category, expected) in [
        ("Telefoane mobile", Category::Phone),
        ("Κινητά τηλέφωνα", Category::Phone),
        ("Mobilné telefóny", Category::Phone),
        ("Mașini de spălat rufe", Category::WashingMachine),
        ("Πλυντήρια ρούχων", Category::WashingMachine),
        ("Combine frigorifice", Category::Refrigerator),
        ("Lodówki side by side", Category::Refrigerator),
        ("Tyčové vysavače", Category::Vacuum),
        ("Τηλεοράσεις", Category::Tv),
        ("Televizoare", Category::Tv),
        ("Televize", Category::Tv),
        ("Kuchenki mikrofalowe do zabudowy", Category::Microwave),
        ("Cuptoare cu microunde", Category::Microwave),
        ("Condizionatori", Category::AirConditioner),
        ("Aires acondicionados", Category::AirConditioner),
        ("Espressoare", Category::CoffeeMachine),
        ("Machines à expresso", Category::CoffeeMachine),
        ("Bezdrátová sluchátka", Category::Headphones),
        ("Laptopuri", Category::Laptop),
        ("Φορητοί υπολογιστές", Category::Laptop),
        ("Aparate foto", Category::Camera),
        ("Barres de son", Category::Speaker),
        ("Asciugatrici", Category::Dryer),
        ("267", Category::Phone),
        ("2549", Category::WashingMachine),
    ] {
        maps(category, "Zorvex Nimbo 12", Some(expected));
    }
    for category in [
        "Huse telefoane",
        "Θήκες κινητών",
        "Încărcătoare telefoane",
        "Cabluri",
        "Tartozékok",
        "2353",
        "505797",
    ] {
        maps(category, "Zorvex Nimbo 12 128GB smartphone", None);
    }
}

#[test]
fn a_pro_model_is_not_for_something() {
    maps("", "Zorvex 7 pro mobile phone", Some(Category::Phone));
    maps("", "Obal pro mobilní telefon", None);
    maps("", "Zorvex Nimbo pro iPhone 15", None);
    maps(
        "",
        "Zorvex Pro notebook Core i5 8GB 256GB",
        Some(Category::Laptop),
    );
}

#[test]
fn what_a_title_says_of_power_and_radios_bears_out_a_device() {
    for (name, expected) in [
        ("Zorvex Stand Mikrowelle MW 802", Some(Category::Microwave)),
        (
            "Zorvex microwave 25 litre 900w 2 year warranty",
            Some(Category::Microwave),
        ),
        (
            "Zorvex rugged smartphone 4g android big battery",
            Some(Category::Phone),
        ),
        ("Zorvex TV 101.6 cm (40\") HD Black", Some(Category::Tv)),
        ("Zorvex monitor 24\"", Some(Category::Monitor)),
        ("Zorvex TV wall mount 40\"", None),
        ("Zorvex microwave turntable replacement", None),
        ("Nikon Z 35mm f/1.8 lens", None),
        ("Zorvex Instax film 20 sheets", None),
        ("Planşet tutacağı", None),
    ] {
        maps("", name, expected);
    }
}

#[test]
fn headings_without_a_contract_are_of_phones() {
    maps("Handys ohne Vertrag", "Nova X2", Some(Category::Phone));
    maps(
        "SIM free phones without contract",
        "Nova X2",
        Some(Category::Phone),
    );
    maps("Handys mit Vertrag", "Nova X2", None);
}

proptest! {
    #[test]
    fn any_text_is_mapped_or_not(category in "\\PC{0,40}", name in "\\PC{0,60}") {
        let _ = Category::of(&product(&category, &name));
    }

    #[test]
    fn a_case_is_never_a_phone(
        device in "iPhone 15|Galaxy S24|Redmi Note 13|Pixel 8",
        word in "case|cover|Hülle|obal|pouzdro|etui|funda|coque|hoesje|kılıf",
        category in "|Smartphones|Mobily|Handys",
        size in "| 128GB| 256 GB",
    ) {
        let name = format!("{device}{size} {word}");
        prop_assert_eq!(Category::of(&product(&category, &name)), None);
    }
}
