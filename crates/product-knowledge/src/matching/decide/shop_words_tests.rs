//! What shops write beside a product's name, of goods of several kinds.

use rstest::rstest;

use super::{Outcome, decide};
use crate::matching::{Candidacy, Lexicon, Subject, SubjectTexts};
use domain::gtin::Gtin;
use domain::ids::ProductNo;
use domain::placement::MatchRung;

const EAN: &str = "4006381333931";

/// A catalogue of goods of several kinds, large enough to learn from.
fn taught() -> Lexicon {
    let goods = [
        "drill",
        "juice",
        "tyre",
        "cartridge",
        "keyboard",
        "mattress",
    ];
    let makers = ["Marlo", "Orbit", "Nova", "Iris", "Korvex", "Velora"];
    let names: Vec<(String, &str)> = (0..360)
        .map(|n| {
            let (kind, maker) = (goods[n % 6], makers[(n / 6) % 6]);
            (format!("{maker} {kind} series{} q{n}", n % 4), maker)
        })
        .collect();
    Lexicon::learned(names.iter().map(|(name, brand)| (name.as_str(), *brand)))
}

/// What a thing is called.
struct Named<'a> {
    brand: &'a str,
    title: &'a str,
}

/// How an offer comes to a product of the catalogue and the same brand, if it does.
fn placed(brand: &str, offer: &str, product: &str, with_number: bool) -> Option<MatchRung> {
    let named = |title| Named { brand, title };
    placed_as(&named(offer), &named(product), with_number)
}

fn placed_as(offer: &Named<'_>, product: &Named<'_>, with_number: bool) -> Option<MatchRung> {
    let gtins = [Gtin::parse(EAN).unwrap()];
    let subject = |named: &Named<'_>, is_canonical| {
        Subject::new(SubjectTexts {
            title: named.title,
            brand: named.brand,
            gtins: if with_number { &gtins } else { &[] },
            pack_size: 1,
            is_canonical,
            ..SubjectTexts::default()
        })
    };
    let (offer, product) = (subject(offer, false), subject(product, true));
    let candidate = Candidacy::alone(ProductNo(1), &product);
    match decide(&offer, &[candidate], &taught()) {
        Outcome::Existing { rung, .. } => Some(rung),
        Outcome::New { .. } => None,
    }
}

/// The number is the product's, whatever else the shop writes.
#[rstest]
#[case::vitamins("Doppelherz", "Vitamin D3 K2 drops", "Vitamin D3 + K2 drops")]
#[case::shampoo("Velora", "Head Shoulders shampoo", "Head + Shoulders shampoo")]
#[case::earphones("Nova", "Air Pro earphones", "Air Pro earphones with charging case")]
#[case::drill("Marlo", "DDF 484 drill driver", "DDF 484 Set drill driver")]
#[case::adapter("Orbit", "hub usb 3 four ports", "hub usb 4 four ports")]
#[case::licence("Korvex", "office suite windows 10", "office suite windows 11")]
#[case::cut_off("Velora", "Star razor + 3 patrone", "STAR RAZ + 3 PATR")]
#[case::pens("Iris", "ballpoint pen blue", "ballpoint pen blue 6 pcs")]
#[case::powerbank("Nova", "powerbank 10000mAh", "powerbank 10,000 mAh")]
#[case::gel("Velora", "washing gel 1 l", "washing gel 1.000 ml")]
#[case::drive("Orbit", "NV2 drive 4TB", "NV2 drive 4000 GB")]
#[case::drive_of_the_french("Orbit", "NV2 drive 4TB", "NV2 SSD 4 To")]
#[case::diapers("Iris", "dry size 4 144 Windeln", "dry size 4 144 pack")]
#[case::toners("Nova", "TN2420 toner Doppelpack", "TN2420 toner 2er-Pack")]
#[case::toners_of_the_french("Nova", "TN2420 lot de 2 toners", "TN2420 toner 2er-Pack")]
#[case::ink("Nova", "302 ink Multipack", "302 ink 2-pack")]
#[case::blades("Velora", "Fusion 5 Klingen 8er", "Fusion 5 blades 8 Pack")]
#[case::water("Iris", "water 6 x 1,5 l", "water 9 l")]
#[case::food("Iris", "dog food 12 x 400 g", "dog food 4.8 kg")]
#[case::boxed("Marlo", "DHP484 drill im Koffer", "DHP484 drill Case")]
#[case::in_a_case(
    "Marlo",
    "DHP484 drill mit 2 x 2,0 Ah Akku im L-Case",
    "DHP484 drill 2,0 Ah L-Case"
)]
#[case::perfume("Velora", "Nuit Eau de Toilette 50 ml", "Nuit EdT 50ml")]
fn a_true_number_decides(#[case] brand: &str, #[case] product: &str, #[case] offer: &str) {
    let found = placed(brand, offer, product, true);
    assert_eq!(found, Some(MatchRung::Gtin));
}

#[rstest]
#[case::bag("Nova", "Z50 camera", "Z50 camera + bag")]
#[case::two_devices("Nova", "Q9 smartphone", "Q9 smartphone + smartwatch")]
#[case::pack("Marlo", "marker yellow", "marker yellow 10er Pack")]
#[case::case("Nova", "Q9 smartphone", "case Q9 smartphone")]
#[case::case_of_what_comes_with_one("Nova", "Q9 smartphone with case", "case Q9 smartphone")]
#[case::fewer("Velora", "Fusion 5 blades 8-pack", "Fusion 5 blades 4-pack")]
#[case::strength("Velora", "Nuit Eau de Toilette 50 ml", "Nuit Eau de Parfum 50 ml")]
#[case::drive_of_the_french("Orbit", "NV2 drive 4TB", "NV2 drive 2 To")]
#[case::larger("Orbit", "NV2 drive 4TB", "NV2 drive 2000 GB")]
fn a_number_of_another_thing_does_not(
    #[case] brand: &str,
    #[case] product: &str,
    #[case] offer: &str,
) {
    assert_eq!(placed(brand, offer, product, true), None);
}

/// What many goods have is no code that decides alone.
#[rstest]
#[case::bulb("Orbit", "White Ambiance E27 1100 lm", "Colour Ambiance E27 1100lm")]
#[case::lamp("Orbit", "Classic lamp GU10 350 lm", "Vintage lamp GU10 350lm")]
#[case::cans("Marlo", "cola 6x330ml", "lemonade 6x330ml")]
#[case::mattress("Orbit", "Malm bed 160x200", "Hemnes bed 160x200")]
#[case::tablets("Velora", "ascorbin 1000mg", "ginkgo 1000mg")]
#[case::tyre("Nova", "Pilot Sport 225/45R17", "Primacy 225/45R17")]
#[case::trousers("Iris", "Straight jeans W32L34", "Slim jeans W32L34")]
#[case::oil("Korvex", "Magnatec 10W40", "Edge oil 10W40")]
#[case::laptop(
    "Nova",
    "ThinkBook E15 laptop i5-1135G7",
    "IdeaBook 5 laptop i5-1135G7"
)]
#[case::webcam("Orbit", "Brio webcam 1080p", "StreamCam 1080p")]
#[case::router("Orbit", "Nighthawk 802.11ac", "Orbi 802.11ac")]
#[case::board("Marlo", "Prime LGA1700", "Tuf LGA1700")]
#[case::graphics("Marlo", "Ventus RTX4070", "Trio RTX4070")]
#[case::ink("Iris", "302A1 ink", "302A1XL ink")]
fn what_many_goods_have_is_no_code(
    #[case] brand: &str,
    #[case] product: &str,
    #[case] offer: &str,
) {
    let found = placed(brand, offer, product, false);
    assert_ne!(found, Some(MatchRung::Code));
}

/// Nor is what many names of this catalogue have, whatever its form.
#[test]
fn a_code_that_many_names_have_does_not_decide() {
    let found = placed("Orbit", "stand keyboard series3", "keyboard series3", false);
    assert_ne!(found, Some(MatchRung::Code));
    let rare = placed(
        "Orbit",
        "stand keyboard series77",
        "keyboard series77",
        false,
    );
    assert_eq!(rare, Some(MatchRung::Code));
}

/// Several pieces are not one by the name of the model either.
#[rstest]
#[case("marker 6 pcs", false)]
#[case("marker 6 Stück", false)]
#[case("marker", true)]
fn a_model_is_one_piece(#[case] title: &str, #[case] is: bool) {
    let subject = |title, is_canonical| {
        Subject::new(SubjectTexts {
            title,
            brand: "Marlo",
            model: "XK4501",
            pack_size: 1,
            is_canonical,
            ..SubjectTexts::default()
        })
    };
    let (offer, product) = (subject(title, false), subject("marker", true));
    let candidate = Candidacy::alone(ProductNo(1), &product);
    let decided = decide(&offer, &[candidate], &taught());
    assert_eq!(matches!(decided, Outcome::Existing { .. }), is);
}

/// The maker's part number is one, also of digits alone, however they are grouped.
#[rstest]
#[case::digits("8701250", "Cobra pliers 87 01 250", "Cobra 8701250")]
#[case::shared("TN2420", "TN-2420 toner", "toner TN2420")]
#[case::dots(
    "T137.410.11.041.00",
    "PRX T137.410.11.041.00 blau",
    "Montre PRX T137.410.11.041.00"
)]
fn a_part_number_in_the_title_decides(
    #[case] mpn: &str,
    #[case] product: &str,
    #[case] offer: &str,
) {
    let subject = |title, mpn, is_canonical| {
        Subject::new(SubjectTexts {
            title,
            brand: "Marlo",
            mpn,
            pack_size: 1,
            is_canonical,
            ..SubjectTexts::default()
        })
    };
    let (offer, product) = (subject(offer, "", false), subject(product, mpn, true));
    let candidate = Candidacy::alone(ProductNo(1), &product);
    let decided = decide(&offer, &[candidate], &taught());
    let is_code = |rung| rung == MatchRung::Code;
    assert!(
        matches!(decided, Outcome::Existing { rung, .. } if is_code(rung)),
        "{decided:?}"
    );
}

/// A title that states another code of the maker's list is of another thing, whatever else it says.
#[rstest]
#[case::sister("Vengeance RGB 32GB DDR5 CMH32GX5M2B6000C30", false)]
#[case::kit("Vengeance 32GB DDR5 CMK32GX5M2B6000C36", false)]
#[case::region("Vengeance 32GB DDR5 CMK32GX5M2B6000C30EU", true)]
#[case::other_code("Vengeance 32GB DDR5 XMP3X16", true)]
fn a_title_with_another_part_number_is_another(#[case] offer: &str, #[case] is: bool) {
    let subject = |title, mpn, is_canonical| {
        Subject::new(SubjectTexts {
            title,
            brand: "Marlo",
            mpn,
            pack_size: 1,
            is_canonical,
            ..SubjectTexts::default()
        })
    };
    let part = "CMK32GX5M2B6000C30";
    let product = subject("Vengeance 32GB DDR5", part, true);
    let differ = super::parts_contradict(&subject(offer, "", false), &product);
    assert_eq!(!differ, is);
    assert_eq!(
        super::parts_contradict(&product, &subject(offer, "", false)),
        differ
    );
}

/// A code of a maker decides, also where it stands beside what many goods have.
#[rstest]
#[case::oven("Nova", "HX75M551 oven", "NOVA HX75M551 microwave 60x40")]
#[case::drill("Marlo", "BDCDD12 drill", "Marlo BDCDD12 cordless 1080p")]
fn a_code_of_the_maker_decides(#[case] brand: &str, #[case] product: &str, #[case] offer: &str) {
    let found = placed(brand, offer, product, false);
    assert_eq!(found, Some(MatchRung::Code));
}

/// What tells accessories are words as they were written: of no board, pack or case is spoken here.
#[rstest]
#[case::game("Marlo Siedler Brettspiel", "Marlo Siedler Brettspiel für 3-4 Spieler")]
#[case::bag("Marlo Futura 32 Rucksack", "Marlo Futura 32 Rucksack für Wanderungen")]
#[case::kitchen("Marlo MUM5 Küchenmaschine", "Marlo MUM5 Küchenmaschine für Teig")]
#[case::tool("Marlo DDF484RTJ", "Marlo DDF484RTJ en mallette")]
#[case::suitcase("Marlo Spinner Koffer 75 cm", "Marlo Spinner 75 cm")]
fn a_number_holds_whatever_titles_are_in_english(#[case] product: &str, #[case] offer: &str) {
    let named = |title| Named {
        brand: "Marlo",
        title,
    };
    let found = placed_as(&named(offer), &named(product), true);
    assert_eq!(found, Some(MatchRung::Gtin));
}

/// A bare number counts no pieces without a number that both state.
#[rstest]
#[case(
    "Marlo Outdoor 4 XK4501 camera",
    "Marlo Outdoor XK4501 camera 4-pack",
    None
)]
#[case(
    "Marlo XK4501 lames x8",
    "Marlo XK4501 lames 8-pack",
    Some(MatchRung::Code)
)]
fn pieces_are_counted(
    #[case] offer: &str,
    #[case] product: &str,
    #[case] expected: Option<MatchRung>,
) {
    assert_eq!(placed("Marlo", offer, product, false), expected);
}

#[rstest]
#[case("Marlo XK4501 Jacke Damen", None)]
#[case("Marlo XK4501 veste homme", Some(MatchRung::Model))]
fn what_is_for_women_is_not_for_men(#[case] offer: &str, #[case] expected: Option<MatchRung>) {
    let found = placed("Marlo", offer, "Marlo XK4501 jacket men", false);
    assert_eq!(found, expected);
}

/// Shops write codes with a point, with units at their ends, in other parts, and without the size in front.
#[rstest]
#[case::point("Nova", "MWH1221X oven", "NOVA mwh122.1x microwave")]
#[case::unit("Nova", "MWH2621MB oven", "Nova mwh 2621 mb microwave")]
#[case::joined("Sorvex", "Sorvex KD-49XF7003 TV", "Sorvex kd49xf7003 4k")]
#[case::size("Sorvex", "Sorvex UE55NU7100 TV", "sorvex 55 nu7100 smart")]
#[case::size_in_inches("Sorvex", "Sorvex UE55NU7100KXXU TV", "Sorvex 55\" NU7100 smart")]
fn a_code_is_one_however_it_is_written(
    #[case] brand: &str,
    #[case] product: &str,
    #[case] offer: &str,
) {
    let found = placed(brand, offer, product, false);
    assert_eq!(found, Some(MatchRung::Code));
}

/// Nor is another size the same.
#[rstest]
#[case("sorvex 65 nu7100 smart")]
#[case("sorvex nu7100 smart")]
#[case("sorvex 55 nu7400 smart")]
fn a_code_behind_another_size_is_another(#[case] offer: &str) {
    let found = placed("Sorvex", offer, "Sorvex UE55NU7100 TV", false);
    assert_eq!(found, None);
}

/// Several pieces are not one by words alone, in whatever language.
#[rstest]
#[case("Marlo XK4501 marker 6 Stück")]
#[case("Marlo XK4501 marker 6 pcs")]
#[case("Marlo XK4501 marker 6 ks")]
#[case("Marlo XK4501 marker 4 szt.")]
#[case("Marlo XK4501 marker 6er")]
#[case("Marlo XK4501 marker Doppelpack")]
#[case("Marlo XK4501 marker multipack")]
#[case("Lot de 6 Marlo XK4501 marker")]
#[case("Marlo XK4501 marker twin pack")]
#[case("Marlo XK4501 marker 12 pieces")]
fn several_pieces_are_not_one_by_words(#[case] offer: &str) {
    let found = placed("Marlo", offer, "Marlo XK4501 marker", false);
    assert_eq!(found, None, "{offer}");
}

/// Brands are one, however shops write them.
#[rstest]
#[case::tools("Black+Decker", "Black & Decker")]
#[case::shampoo("L'Oréal Paris", "Loreal")]
#[case::cleaners("Kärcher", "Kaercher")]
#[case::rucksacks("The North Face", "North Face")]
fn spellings_of_a_brand_are_no_contradiction(#[case] own: &str, #[case] other: &str) {
    let named = |brand| Named {
        brand,
        title: "XK4501 thing",
    };
    let found = placed_as(&named(other), &named(own), true);
    assert_eq!(found, Some(MatchRung::Gtin));
}
