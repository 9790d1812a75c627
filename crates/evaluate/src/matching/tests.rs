use product_knowledge::matching::Model;

use super::{
    DataError, FitError, LabelledOffers, LabelledPair, Labels, ListedOffer, Part, fit, measure,
};

const KINDS: [&str; 3] = ["phone", "camera", "headphones"];
const COLOURS: [&str; 3] = ["black", "white", "red"];

/// Products of a series, each with two offers that are written differently.
fn offers() -> Vec<ListedOffer> {
    let mut offers = Vec::new();
    for n in 0..60 {
        let (kind, colour) = (KINDS[n % 3], COLOURS[n % 3]);
        let model = format!("QX-{}00Z", 300 + n);
        let titles = [
            format!("Nova {model} {kind} 128GB {colour}"),
            format!("{kind} nova {} 128 GB {colour} new", model.replace('-', "")),
        ];
        for (shop, title) in titles.into_iter().enumerate() {
            offers.push(ListedOffer {
                id: format!("s{shop}:{n}"),
                source: format!("shop {}", n % 2),
                title,
                price: Some(("EUR".to_owned(), 100.0)),
                ..ListedOffer::default()
            });
        }
    }
    offers
}

fn pair(left: usize, right: usize, split: &str) -> LabelledPair {
    LabelledPair {
        split: split.to_owned(),
        left: format!("s0:{left}"),
        right: format!("s1:{right}"),
        is_same: left == right,
    }
}

fn pairs(split: impl Fn(usize) -> &'static str) -> LabelledOffers {
    let labels = (0..60)
        .flat_map(|n| {
            [
                pair(n, n, split(n)),
                pair(n, (n + 3) % 60, split(n)),
                pair(n, (n + 1) % 60, split(n)),
            ]
        })
        .collect();
    LabelledOffers {
        name: "series".to_owned(),
        offers: offers(),
        labels: Labels::Pairs(labels),
    }
}

fn clusters(named: bool) -> LabelledOffers {
    let rows = (0..60).flat_map(|n| {
        let name = named.then(|| format!("Nova QX-{}00Z", 300 + n));
        (0..2).map(move |shop| (format!("s{shop}:{n}"), format!("p{n}"), name.clone()))
    });
    LabelledOffers {
        name: "series".to_owned(),
        offers: offers(),
        labels: Labels::Clusters(rows.collect()),
    }
}

#[test]
fn pairs_are_measured() {
    let figures = measure(&pairs(|_| "train"), Model::fitted(), &Part::All).unwrap();
    assert_eq!((figures.pairs, figures.same), (180, 60));
    assert!(figures.f1 > 0.9, "{figures:?}");
    assert!(figures.best_f1 >= figures.f1);
    assert!(figures.accuracy_at_1.is_none());
    assert!(figures.blocking_recall > 0.95, "{figures:?}");
    let counted: usize = figures.calibration.iter().map(|bin| bin.count).sum();
    assert_eq!(counted, 180);
    if let Some(precision) = figures.auto_precision {
        assert!(precision > 0.99, "{figures:?}");
    }
}

#[test]
fn titles_are_placed_at_their_products() {
    for named in [true, false] {
        let figures = measure(&clusters(named), Model::fitted(), &Part::All).unwrap();
        assert!(
            figures.accuracy_at_1.unwrap() > 0.95,
            "{named}: {figures:?}"
        );
        assert_eq!(figures.accuracy_by_source.len(), 2);
        assert_eq!(figures.nearest_title_by_source.len(), 2);
    }
}

#[test]
fn a_split_and_the_halves_of_products_are_parts() {
    let data = pairs(|n| if n < 20 { "valid" } else { "train" });
    let of = |name: &str| measure(&data, Model::fitted(), &Part::Split(name.to_owned()));
    assert_eq!(of("valid").unwrap().pairs, 60);
    let (seen, unseen) = (of("seen").unwrap(), of("unseen").unwrap());
    assert_eq!(seen.pairs + unseen.pairs, 180);
    assert!(seen.pairs > 0 && unseen.pairs > seen.pairs);
    let error = of("test").unwrap_err();
    assert_eq!(
        error.to_string(),
        "no label belongs to the split test; there are train, valid, seen, unseen"
    );
}

#[test]
fn labels_that_do_not_fit_the_offers_are_refused() {
    let mut data = pairs(|_| "train");
    data.offers.remove(0);
    let error = measure(&data, Model::fitted(), &Part::All).unwrap_err();
    assert_eq!(error.to_string(), "pairs.csv: no offer has the id s0:0");
    let mut data = clusters(true);
    data.offers.remove(0);
    let error = measure(&data, Model::fitted(), &Part::All).unwrap_err();
    assert_eq!(error.to_string(), "clusters.csv: no offer has the id s0:0");
    let mut data = pairs(|_| "train");
    data.offers.extend(offers().into_iter().take(1));
    let error = measure(&data, Model::fitted(), &Part::All).unwrap_err();
    assert_eq!(error, DataError::TwiceOffered("s0:0".to_owned()));
}

#[test]
fn one_model_is_fitted_to_pairs_and_clusters() {
    let data = [
        pairs(|n| if n < 20 { "valid" } else { "train" }),
        clusters(true),
    ];
    let fitted = fit(&data, Some("valid")).unwrap();
    assert_eq!(fitted.on.len(), 3);
    assert_eq!(fitted.on[0].pairs, 120);
    assert_eq!(fitted.on[0].fitted, 120);
    assert!(fitted.on[1].fitted < fitted.on[1].pairs);
    let text = fitted.model.to_text(&[]);
    assert_eq!(Model::parse(&text).as_ref(), Ok(&fitted.model));
    let figures = measure(&data[0], &fitted.model, &Part::Split("valid".to_owned())).unwrap();
    assert!(figures.f1 > 0.9, "{figures:?}");
    assert_eq!(fit(&data, Some("valid")).unwrap(), fitted);
}

#[test]
fn too_few_pairs_fit_nothing() {
    let mut data = pairs(|_| "train");
    data.labels = Labels::Pairs(vec![pair(0, 0, "train")]);
    let error = fit(&[data], None).unwrap_err();
    assert_eq!(error, FitError::TooFew("series".to_owned()));
}
