use domain::gtin::Gtin;
use proptest::prelude::*;

use rstest::rstest;

use super::{Likeness, LinkModel, Neighbours, SharedPart, group_by, likeness, shared_part};
use crate::matching::{Lexicon, Subject, SubjectTexts, Weighed};

/// Pairs of things with how likely each is one product.
fn likenesses(pairs: &[(u32, u32, f64)]) -> Vec<Likeness> {
    let likeness = |(one, other, likelihood): &(u32, u32, f64)| Likeness {
        one: *one,
        other: *other,
        likelihood: *likelihood,
        is_contradicted: false,
        part: SharedPart::No,
    };
    pairs.iter().map(likeness).collect()
}

fn hundredths(number: f64) -> i64 {
    domain::num::i64_from_f64((number * 100.0).round())
}

fn place(thing: u32) -> usize {
    usize::try_from(thing).unwrap()
}

/// Groups by the likelihoods themselves; each thing is offered by a shop.
fn grouped(shops: &[u8], likenesses: &[Likeness], join: f64) -> Vec<u32> {
    let places: Vec<Vec<u8>> = shops.iter().map(|shop| vec![*shop]).collect();
    group_by(&places, likenesses, |pair, _| pair.likelihood, join).group
}

#[test]
fn what_is_likely_one_product_is_one_group() {
    let pairs = likenesses(&[(0, 1, 0.9), (1, 2, 0.8), (0, 2, 0.7), (2, 3, 0.2)]);
    assert_eq!(grouped(&[1, 2, 3, 4], &pairs, 0.6), [0, 0, 0, 3]);
}

/// The mean over all pairs decides: one likely pair does not join two groups that are not alike otherwise.
#[test]
fn one_likely_pair_does_not_join_two_groups() {
    let pairs = likenesses(&[(0, 1, 0.9), (2, 3, 0.9), (1, 2, 0.8)]);
    assert_eq!(grouped(&[1, 2, 3, 4], &pairs, 0.5), [0, 0, 2, 2]);
}

#[test]
fn a_shop_has_one_offer_of_a_group() {
    let pairs = likenesses(&[(0, 1, 0.9), (0, 2, 0.8), (1, 2, 0.9)]);
    assert_eq!(grouped(&[1, 2, 1], &pairs, 0.5), [0, 0, 2]);
}

#[test]
fn what_contradicts_is_never_of_one_group_whoever_stands_between() {
    let mut pairs = likenesses(&[(0, 1, 0.9), (1, 2, 0.9), (0, 2, 0.9)]);
    pairs[2].is_contradicted = true;
    assert_eq!(grouped(&[1, 2, 3], &pairs, 0.1), [0, 0, 2]);
}

/// Whatever the mean is.
#[test]
fn what_a_part_number_binds_is_one_group() {
    let mut pairs = likenesses(&[(0, 1, 0.01), (1, 2, 0.9), (0, 3, 0.9)]);
    pairs[0].part = SharedPart::Binds;
    assert_eq!(grouped(&[1, 2, 3, 4], &pairs, 0.6), [0, 0, 2, 3]);
    pairs[0].is_contradicted = true;
    assert_eq!(grouped(&[1, 2, 3, 4], &pairs, 0.6), [0, 1, 1, 0]);
    pairs[0].is_contradicted = false;
    assert_eq!(
        grouped(&[1, 1, 3, 4], &pairs, 0.6),
        [0, 1, 1, 0],
        "one shop's"
    );
}

/// One that tells them less than the two siblings goes to the likelier.
#[test]
fn siblings_with_one_part_number_are_not_bound_by_a_third() {
    let mut pairs = likenesses(&[(0, 1, 0.5), (1, 2, 0.7), (0, 2, 0.1)]);
    pairs[0].part = SharedPart::Binds;
    pairs[1].part = SharedPart::Binds;
    assert_eq!(grouped(&[1, 2, 3], &pairs, 0.6), [0, 0, 0]);
    pairs[2].part = SharedPart::Doubtful;
    assert_eq!(grouped(&[1, 2, 3], &pairs, 0.6), [0, 1, 1]);
}

#[test]
fn how_likely_each_belongs_is_the_mean_over_the_others() {
    let places = vec![vec![1], vec![2], vec![3], vec![4]];
    let pairs = likenesses(&[(0, 1, 0.9), (1, 2, 0.8), (0, 2, 0.6)]);
    let grouped = group_by(&places, &pairs, |pair, _| pair.likelihood, 0.5);
    let told: Vec<i64> = (grouped.likelihood.iter().map(|it| hundredths(*it))).collect();
    assert_eq!(told, [75, 85, 70, 0]);
}

#[test]
fn a_rival_is_offered_by_the_same_shop() {
    let places = vec![vec![1], vec![2], vec![2], vec![3]];
    let pairs = likenesses(&[(0, 1, 0.8), (0, 2, 0.7), (0, 3, 0.9)]);
    let numbers = Neighbours::of(&places, &pairs).evidence(&pairs[0]);
    let named = |name: &str| {
        let place = Neighbours::NAMES.iter().position(|it| *it == name);
        hundredths(numbers[place.unwrap()])
    };
    assert_eq!(named("likelihood"), 80);
    assert_eq!(named("more_rank"), 100); // thing 3 is likelier for thing 0
    assert_eq!(named("more_rival"), 70); // thing 2, not thing 3
    assert_eq!(named("less_lead"), 10);
    assert_eq!(named("more_behind"), 10);
}

#[test]
fn the_fitted_model_joins_something() {
    let model = LinkModel::fitted();
    assert!(!model.trees.trees.is_empty() && model.join < 1.0);
    assert_eq!(LinkModel::parse(&model.to_text(&[])).as_ref(), Ok(model));
}

/// Neither likelihood nor contradiction depends on which of two offers comes first.
#[rstest]
#[case::earphones(
    "Nova Elite 85t earbuds",
    "Nova Elite 85t earbuds with wireless charging case",
    false
)]
#[case::cased("Orbit PSB 500 drill case", "Orbit PSB 500 drill", true)]
#[case::camera("Nova Z50 body", "Nova Z60 body", true)]
#[case::packs("Marlo marker yellow", "Marlo marker yellow 10er Pack", true)]
#[case::another_number("Nova Strix G16 RTX 4060", "Nova Strix G16 RTX 4070", true)]
#[case::another_generation("Nova Pad T14 Gen 4 i5 16GB", "Nova Pad T14 Gen 3 i5 16GB", true)]
#[case::another_short_model("Orbit Air 13 M3 8GB", "Orbit Air 13 M2 8GB", true)]
#[case::another_word_and_number(
    "Oatly oat drink 1 l no 4 box",
    "Oatly almond drink 1 l no 6 box",
    true
)]
#[case::a_number_beside_a_code("Orbit DDF482Z 18 V 2023", "Orbit DDF482Z 18 V 4096", false)]
#[case::a_number_more("Nova V15 Detect", "Nova V15 Detect 2023", false)]
#[case::another_word("Oatly oat drink 1 l", "Oatly almond drink 1 l", true)]
#[case::another_word_of_kinds("Nova R50 camera", "Nova R50 digital camera", false)]
#[case::a_kind_alone("Nova camera", "Nova EOS R50 camera", true)]
#[case::a_kind_of_a_size("Nova TV 55 inch", "Nova TV 55 inch QLED QE55Q60D", true)]
#[case::a_width(
    "Nova Forerunner 965 black",
    "NOVA Forerunner 965, GPS Smartwatch, 47 mm, black",
    false
)]
#[case::a_lens("Nova Z50 camera", "Nova Z50 camera + 50mm", true)]
#[case::both_a_kind_alone("Nova camera", "camera Nova black", false)]
fn pairs_are_alike_in_any_order(
    #[case] one: &str,
    #[case] other: &str,
    #[case] is_contradicted: bool,
) {
    let subject = |title| {
        Subject::new(SubjectTexts {
            title,
            pack_size: 1,
            ..SubjectTexts::default()
        })
    };
    let lexicon = Lexicon::default();
    let (a, b) = (subject(one), subject(other));
    let (a, b) = (Weighed::new(&a, &lexicon), Weighed::new(&b, &lexicon));
    let told = likeness(&a, &b);
    assert_eq!(told.1, is_contradicted);
    assert_eq!(told, likeness(&b, &a));
}

/// By the conditions of the rung of part numbers, in either order.
#[rstest]
#[case::one("Orbit 990 PRO 2TB PCIe SSD", "Dysk SSD Orbit 990 Pro 2TB M.2", [1, 0], SharedPart::Binds)]
#[case::capacity("Orbit 990 PRO 2TB SSD", "Dysk SSD Orbit 990 Pro 1TB", [0, 0], SharedPart::Doubtful)]
#[case::pack("Orbit 990 PRO 2TB SSD", "Orbit 990 PRO 2TB SSD 10er Pack", [0, 0], SharedPart::Doubtful)]
#[case::other_numbers("Orbit 990 PRO 2TB SSD", "Orbit 990 PRO 2TB SSD", [1, 2], SharedPart::Doubtful)]
fn a_part_number_binds_what_does_not_contradict(
    #[case] one: &str,
    #[case] other: &str,
    #[case] gtins: [u64; 2],
    #[case] expected: SharedPart,
) {
    let gtin = |n: u64| {
        let body = 400_000_000_000 + n;
        let mut checked = (0..10).filter_map(|check| Gtin::from_number(body * 10 + check));
        (n > 0).then(|| checked.next().unwrap())
    };
    let subject = |title, mpn, brand, gtins: &Option<Gtin>| {
        Subject::new(SubjectTexts {
            title,
            brand,
            mpn,
            gtins: gtins.as_slice(),
            pack_size: 1,
            ..SubjectTexts::default()
        })
    };
    let lexicon = Lexicon::default();
    let [of_one, of_other] = gtins.map(gtin);
    let a = subject(one, "MZ-V9P2T0BW", "Orbit", &of_one);
    let b = subject(other, "mz v9p2t0bw", "ORBIT", &of_other);
    let part = subject(other, "MZ-V9P1T0BW", "Orbit", &of_other);
    let brand = subject("Nova SSD", "MZ-V9P2T0BW", "Nova", &of_other);
    let weigh = |subject| Weighed::new(subject, &lexicon);
    let (a, b) = (weigh(&a), weigh(&b));
    assert_eq!(shared_part(&a, &b), expected);
    assert_eq!(shared_part(&b, &a), expected);
    assert_eq!(shared_part(&a, &weigh(&part)), SharedPart::No);
    assert_eq!(shared_part(&a, &weigh(&brand)), SharedPart::No);
}

#[test]
fn a_kind_alone_with_its_part_number_is_the_thing() {
    let lexicon = Lexicon::default();
    let of = |title| SubjectTexts {
        title,
        brand: "Bosch",
        mpn: "SMS4HVI33E",
        ..SubjectTexts::default()
    };
    let [a, b] = ["Bosch dishwasher", "Bosch Serie 4 dishwasher SMS4HVI33E"]
        .map(|title| Subject::new(of(title)));
    let (a, b) = (Weighed::new(&a, &lexicon), Weighed::new(&b, &lexicon));
    assert_eq!(shared_part(&a, &b), SharedPart::Binds);
}

proptest! {
    /// Whatever is alike: no shop twice in a group, nothing contradictory in it, and the order of the pairs does not
    /// matter.
    #[test]
    fn groups_keep_their_promises_in_any_order(
        shops in proptest::collection::vec(0..5_u8, 2..12),
        drawn in proptest::collection::btree_map((0..12_u32, 0..12_u32), (0..1000_u32, 0..8_u8), 0..40),
        join in 1..100_u32,
    ) {
        let count = u32::try_from(shops.len()).unwrap();
        let mut pairs: Vec<Likeness> = drawn
            .iter()
            .filter(|((one, other), _)| one < other && *other < count)
            .map(|((one, other), (milli, lot))| Likeness {
                one: *one,
                other: *other,
                likelihood: f64::from(*milli) / 1000.0,
                is_contradicted: *lot == 0,
                part: match lot {
                    1 => SharedPart::Binds,
                    2 => SharedPart::Doubtful,
                    _ => SharedPart::No,
                },
            })
            .collect();
        let join = f64::from(join) / 100.0;
        let groups = grouped(&shops, &pairs, join);
        for one in 0..shops.len() {
            for other in 0..one {
                prop_assert!(groups[one] != groups[other] || shops[one] != shops[other]);
            }
        }
        for pair in pairs.iter().filter(|pair| pair.is_contradicted) {
            prop_assert_ne!(groups[place(pair.one)], groups[place(pair.other)]);
        }
        pairs.reverse();
        prop_assert_eq!(grouped(&shops, &pairs, join), groups);
    }
}
