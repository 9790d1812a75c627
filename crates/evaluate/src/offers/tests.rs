use std::collections::HashMap;

use domain::placement::MatchRung;

use super::{Market, OfferFigures, PlacedOffer, RungFigures, markets};
use crate::matching::{LabelledOffers, LabelledPair, Labels, ListedOffer};

fn offer(id: &str, store: &str, title: &str) -> ListedOffer {
    ListedOffer {
        id: id.to_owned(),
        source: "lamps".to_owned(),
        store: store.to_owned(),
        title: title.to_owned(),
        ..ListedOffer::default()
    }
}

fn lamps() -> Vec<ListedOffer> {
    vec![
        offer("1", "arlo", "lamp LX100 white"),
        offer("2", "bern", "LX100 lamp"),
        offer("3", "arlo", "lamp LX200"),
        offer("4", "bern", "lamp LX200 with LX100 socket"),
        offer("5", "bern", "lamp QQ77"),
    ]
}

/// Three products: the first two with two offers, the third with one.
fn clustered() -> Market {
    let label = |id: &str, name: &str| (id.to_owned(), name.to_owned(), Some(name.to_owned()));
    let rows = vec![
        label("1", "Lamp LX100"),
        label("2", "Lamp LX100"),
        label("3", "Lamp LX200"),
        label("4", "Lamp LX200"),
        label("5", "Lamp QQ77"),
    ];
    let data = LabelledOffers {
        name: "lamps".to_owned(),
        offers: lamps(),
        labels: Labels::Clusters(rows),
    };
    markets(&data).unwrap().remove(0)
}

#[test]
fn data_that_says_nothing_is_refused() {
    let refused = |offers, labels| {
        let name = "lamps".to_owned();
        markets(&LabelledOffers {
            name,
            offers,
            labels,
        })
        .unwrap_err()
        .to_string()
    };
    let label = |id: &str| Labels::Clusters(vec![(id.to_owned(), "c".to_owned(), None)]);
    let empty = refused(lamps(), Labels::Clusters(Vec::new()));
    assert_eq!(empty, "clusters.csv: no labels in it");
    let empty = refused(lamps(), Labels::Pairs(Vec::new()));
    assert_eq!(empty, "pairs.csv: no labels in it");
    let nameless = refused(vec![offer("1", "", "lamp LX100")], label("1"));
    assert_eq!(nameless, "offers.csv: offer 1: store: required, and empty");
    let pair = LabelledPair {
        split: String::new(),
        left: "1".to_owned(),
        right: "3".to_owned(),
        is_same: true,
    };
    let mut one_store = lamps();
    one_store.retain(|offer| offer.store == "arlo");
    let one_store = refused(one_store, Labels::Pairs(vec![pair]));
    assert!(one_store.contains("all offers are of one store"));
}

fn placed(offer: usize, product: &str, name: &str, rung: MatchRung) -> PlacedOffer {
    PlacedOffer {
        offer,
        product: product.to_owned(),
        product_name: name.to_owned(),
        rung,
        doubt: None,
    }
}

#[test]
fn every_offer_is_counted_once() {
    let market = clustered();
    let catalogue = HashMap::from([("a".to_owned(), 0), ("b".to_owned(), 1)]);
    let mut alone = placed(2, "c", "lamp LX200", MatchRung::New);
    alone.doubt = Some(("b".to_owned(), "60 % likely; codes differ".to_owned()));
    let all = [
        placed(0, "a", "Lamp LX100", MatchRung::Model),
        placed(1, "d", "LX100 lamp", MatchRung::New),
        alone,
        placed(3, "a", "Lamp LX100", MatchRung::Model),
        placed(4, "e", "lamp QQ77", MatchRung::New),
    ];
    let figures = OfferFigures::of(&market, &catalogue, &all);
    assert_eq!((figures.offers, figures.findable), (5, 4));
    assert_eq!((figures.right, figures.wrong), (1, 1));
    // its title states the code of the product that it came to
    assert_eq!(figures.wrong_by_label_alone, 1);
    assert_eq!((figures.doubt_right, figures.doubt_wrong), (1, 0));
    assert_eq!((figures.apart, figures.new_rightly), (1, 1));
    let expected = RungFigures {
        right: 1,
        wrong: 1,
        wrong_by_label_alone: 1,
    };
    assert_eq!(figures.rungs.get("model"), Some(&expected));
    assert_eq!((figures.products, figures.true_products), (4, 3));
    // one pair is in one product and does not belong together; two belong together and are not
    assert!((figures.pair_precision + figures.pair_recall).abs() < f64::EPSILON);
    let causes: Vec<&str> = figures.causes.iter().map(|c| c.cause.as_str()).collect();
    let expected = [
        "apart without a question",
        "in doubt: codes differ",
        "placed wrongly by model",
    ];
    assert_eq!(causes, expected);
}

#[test]
fn offers_of_a_product_that_the_catalogue_lacks_may_come_together() {
    let market = clustered();
    let all = [
        placed(0, "p", "lamp LX100 white", MatchRung::New),
        placed(1, "p", "lamp LX100 white", MatchRung::Model),
    ];
    let figures = OfferFigures::of(&market, &HashMap::new(), &all);
    assert_eq!((figures.findable, figures.new_rightly), (0, 2));
    assert!((figures.pair_precision - 1.0).abs() < f64::EPSILON);
    assert!((figures.pair_recall - 1.0).abs() < f64::EPSILON);
    assert_eq!(figures.precision(), None);
}

#[test]
fn a_part_of_the_catalogue_is_the_same_each_time_and_within_a_greater_part() {
    let market = clustered();
    assert_eq!(market.catalogue(100).len(), 3);
    assert!(market.catalogue(0).is_empty());
    assert!(market.catalogue(40).is_subset(&market.catalogue(80)));
}

#[test]
fn shops_come_in_an_order_of_the_seed_with_all_their_offers() {
    let market = clustered();
    let names = |seed| -> Vec<String> {
        let shops = market.shops(seed);
        shops.iter().map(|(name, _)| (*name).to_owned()).collect()
    };
    assert_eq!(names(0), ["arlo", "bern"]);
    assert!((1..20).any(|seed| names(seed) == ["bern", "arlo"]));
    let offers: usize = market.shops(3).iter().map(|(_, offers)| offers.len()).sum();
    assert_eq!(offers, 5);
}

#[test]
fn of_pairs_the_first_store_is_the_catalogue() {
    let pair = |left: &str, right: &str, is_same| LabelledPair {
        split: "train".to_owned(),
        left: left.to_owned(),
        right: right.to_owned(),
        is_same,
    };
    let data = LabelledOffers {
        name: "lamps".to_owned(),
        offers: lamps(),
        labels: Labels::Pairs(vec![pair("1", "2", true), pair("3", "4", false)]),
    };
    let market = markets(&data).unwrap().remove(0);
    let imported: Vec<&str> = market.offers.iter().map(|o| o.id.as_str()).collect();
    assert_eq!(imported, ["2", "4", "5"]);
    assert_eq!(market.catalogue(100).len(), 2);
    let of_the_first: Vec<bool> = market.product_of.iter().map(|p| *p == 0).collect();
    assert_eq!(of_the_first, [true, false, false]);
}

#[test]
fn small_markets_count_in_proportion_to_their_offers() {
    let weight = |offers| {
        let mut market = clustered();
        market.offers = vec![offer("1", "arlo", "lamp"); offers];
        market.weight()
    };
    for (offers, expected) in [(250, 0.25), (1_000, 1.0), (4_000, 1.0)] {
        assert!((weight(offers) - expected).abs() < f64::EPSILON, "{offers}");
    }
}
