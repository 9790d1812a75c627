//! `api evaluate offers` on invented goods whose titles have the difficulties of real ones.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that runs the binary"
)]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

/// Imports the offers of a folder beside so much of the catalogue.
fn evaluate(dir: &Path, percent: &str, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_api"))
        .args(["evaluate", "offers", "--json", "--catalogue", percent])
        .args(more)
        .arg(dir)
        .env_clear()
        .output()
        .unwrap()
}

fn figures(output: &Output) -> Value {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    serde_json::from_str(text.trim()).unwrap_or_else(|error| {
        panic!(
            "{error}: {text} {}",
            String::from_utf8_lossy(&output.stderr)
        )
    })
}

fn share(figures: &Value, name: &str) -> f64 {
    figures[name]
        .as_f64()
        .unwrap_or_else(|| panic!("{name}: {figures}"))
}

/// Ovens with codes that differ in one digit, phones that differ in capacity or one word, cameras with and without a
/// lens.
fn names() -> Vec<String> {
    let mut names = Vec::new();
    for series in ["HX75M", "HX84G", "BF52K"] {
        let name = |number| format!("Brenta {series}{}{number}1 Steel", 4 + number % 3);
        names.extend((0..12).map(name));
    }
    for model in [
        "Sierra",
        "Sierra Pro",
        "Corda",
        "Corda Mini",
        "Vela",
        "Vela Max",
    ] {
        for generation in 7..10 {
            let name = |gigabytes| format!("Ombra {model} {generation} {gigabytes}GB");
            names.extend([64, 128].map(name));
        }
    }
    for model in 0..20 {
        let camera = format!("Lumora Alto {}0D", 20 + 3 * model);
        names.extend([format!("{camera} + 18-55mm"), camera]);
    }
    names
}

/// How a shop writes a name.
fn title(shop: usize, name: &str) -> String {
    match shop {
        0 => name.to_owned(),
        1 => {
            let name = name.to_lowercase().replace(" + ", " with ");
            name.replace("gb", " gb unlocked black")
        }
        2 => {
            let name = name.replace(" + ", " kit ");
            format!("{name} | free delivery, two years of warranty")
        }
        _ => {
            let name = name.replace(" Steel", "BUK built in oven");
            format!("new {name} in stock")
        }
    }
}

/// Four shops that offer four products in five.
fn market() -> tempfile::TempDir {
    let mut offers = "source,store,offer_id,title\n".to_owned();
    let mut clusters = "offer_id,cluster_id,cluster_label\n".to_owned();
    for (product, name) in names().iter().enumerate() {
        for shop in (0..4).filter(|shop| (product + shop) % 5 != 0) {
            let (id, title) = (format!("{product}-{shop}"), title(shop, name));
            writeln!(offers, "goods,shop{shop},{id},\"{title}\"").unwrap();
            writeln!(clusters, "{id},{product},{name}").unwrap();
        }
    }
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("offers.csv"), offers).unwrap();
    fs::write(dir.path().join("clusters.csv"), clusters).unwrap();
    dir
}

#[test]
fn most_offers_come_to_their_product_and_few_to_another() {
    let dir = market();
    let figures = figures(&evaluate(dir.path(), "100", &[]));
    assert!(share(&figures, "right_share") >= 0.7, "{figures}");
    assert!(share(&figures, "precision") >= 0.96, "{figures}");
    let counted: u64 = ["right", "wrong", "doubt_right", "doubt_wrong", "apart"]
        .iter()
        .map(|name| figures[name].as_u64().unwrap())
        .sum();
    assert_eq!(figures["findable"].as_u64(), Some(counted));
}

#[test]
fn what_the_catalogue_lacks_is_seldom_placed_in_another_product() {
    let dir = market();
    let figures = figures(&evaluate(dir.path(), "70", &[]));
    assert!(share(&figures, "right_share") >= 0.65, "{figures}");
    assert!(share(&figures, "precision") >= 0.93, "{figures}");
}

#[test]
fn an_empty_store_compares_in_whatever_order_shops_come() {
    let dir = market();
    let recalls: Vec<f64> = ["0", "1", "2"]
        .iter()
        .map(|seed| {
            let figures = figures(&evaluate(dir.path(), "0", &["--order", seed]));
            assert!(share(&figures, "pair_precision") >= 0.9, "{figures}");
            share(&figures, "pair_recall")
        })
        .collect();
    assert!(recalls.iter().all(|recall| *recall >= 0.8), "{recalls:?}");
}

/// Whatever came first: matched anew, the same offers stand together.
#[test]
fn an_empty_store_that_is_matched_anew_compares_the_same_in_any_order() {
    let dir = market();
    let figures = figures(&evaluate(dir.path(), "0", &["--rerun", "--orders", "3"]));
    assert!(share(&figures, "pair_precision") >= 0.97, "{figures}");
    assert!(share(&figures, "pair_recall") >= 0.95, "{figures}");
    assert!(
        share(&figures, "placed_otherwise_most") <= 0.03,
        "{figures}"
    );
}

#[test]
fn orders_are_told_with_the_share_that_they_placed_otherwise() {
    let dir = market();
    let one = figures(&evaluate(dir.path(), "100", &[]));
    assert_eq!(one["orders"], 1);
    assert!(one["placed_otherwise_most"].is_null(), "{one}");
    let several = figures(&evaluate(dir.path(), "100", &["--orders", "3"]));
    assert_eq!(several["orders"], 3);
    let most = share(&several, "placed_otherwise_most");
    assert!(
        share(&several, "placed_otherwise_mean") <= most,
        "{several}"
    );
    assert!(most <= 0.05, "{several}");
}

#[test]
fn an_unknown_source_and_labels_without_their_offer_are_named() {
    let dir = market();
    let unknown = evaluate(dir.path(), "100", &["--source", "toys"]);
    let text = String::from_utf8_lossy(&unknown.stderr).into_owned();
    assert!(
        text.contains("--source toys") && text.contains("goods"),
        "{text}"
    );
    let beyond = evaluate(dir.path(), "101", &[]);
    assert_eq!(beyond.status.code(), Some(2));
    fs::write(
        dir.path().join("clusters.csv"),
        "offer_id,cluster_id\nnone,1\n",
    )
    .unwrap();
    let lost = evaluate(dir.path(), "100", &[]);
    let text = String::from_utf8_lossy(&lost.stderr).into_owned();
    assert!(text.contains("no offer has the id none"), "{text}");
}

#[test]
fn a_fitted_link_model_tells_what_it_was_fitted_on() {
    let dir = market();
    let output = evaluate(dir.path(), "100", &["--fit-links"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.starts_with("# How likely offers of two shops"),
        "{text}"
    );
    assert!(text.contains("goods: "), "{text}");
    assert!(
        product_knowledge::matching::LinkModel::parse(&text).is_ok(),
        "{text}"
    );
}

#[test]
fn a_fitted_list_model_tells_what_it_was_fitted_on() {
    let dir = market();
    let output = evaluate(dir.path(), "100", &["--fit"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.starts_with("# How an offer's product is chosen"),
        "{text}"
    );
    assert!(text.contains("goods: "), "{text}");
    assert!(
        product_knowledge::matching::ListModel::parse(&text).is_ok(),
        "{text}"
    );
}

/// 837 offers of five shops, each with its own manner of writing and its own numbers, of 24 kinds of goods: shoes, tyres, perfume, tools,
/// groceries and others, with sizes, packs and sisters that are other products. Numbers and prices are invented.
#[test]
fn goods_of_many_kinds_come_together_and_their_sisters_do_not() {
    let dir = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/goods"));
    for order in ["0", "1", "2"] {
        let figures = figures(&evaluate(dir, "0", &["--order", order]));
        assert!(share(&figures, "pair_precision") >= 0.965, "{figures}");
        assert!(share(&figures, "pair_recall") >= 0.78, "{figures}");
    }
    let anew = figures(&evaluate(dir, "0", &["--rerun"]));
    assert!(share(&anew, "pair_precision") >= 0.99, "{anew}");
    assert!(share(&anew, "pair_recall") >= 0.85, "{anew}");
    let beside = figures(&evaluate(dir, "100", &[]));
    assert!(share(&beside, "precision") >= 0.99, "{beside}");
    assert!(share(&beside, "right_share") >= 0.8, "{beside}");
}

/// 704 offers of ten shops without numbers, of 258 televisions, washing machines, fridges, dishwashers, processors and vacuum
/// cleaners, whose sisters have codes that differ in a letter, a digit or a size. Titles and prices are invented.
#[test]
fn devices_come_together_by_their_codes_and_their_sisters_do_not() {
    let dir = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/devices"));
    for (catalogue, right, precision) in [("100", 0.93, 0.99), ("70", 0.93, 0.97)] {
        let figures = figures(&evaluate(dir, catalogue, &[]));
        assert!(share(&figures, "right_share") >= right, "{figures}");
        assert!(share(&figures, "precision") >= precision, "{figures}");
    }
    let alone = figures(&evaluate(dir, "0", &[]));
    assert!(share(&alone, "pair_precision") >= 0.9, "{alone}");
    assert!(share(&alone, "pair_recall") >= 0.84, "{alone}");
}

/// 991 offers of five shops, each in its own language, of 207 goods of 16 kinds, with the sisters that shops sell beside them: other
/// sizes, flavours, shades, generations, packs. No numbers and no brands beside the titles; titles and prices are invented.
const KINDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/kinds");

/// As many small stores as there are kinds, none of a hundred products.
#[test]
fn a_store_of_a_few_goods_of_one_kind_compares() {
    let output = evaluate(Path::new(KINDS), "0", &[]);
    let text = String::from_utf8(output.stdout).unwrap();
    let kinds: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(kinds.len(), 16, "{text}");
    let mean = |name| kinds.iter().map(|kind| share(kind, name)).sum::<f64>() / 16.0;
    assert!(mean("pair_precision") >= 0.96, "{text}");
    assert!(mean("pair_recall") >= 0.78, "{text}");
}

/// All of them in one store, or those that a place keeps.
fn one_store(keeps: impl Fn(usize) -> bool) -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    for file in ["offers.csv", "clusters.csv"] {
        let text = fs::read_to_string(Path::new(KINDS).join(file)).unwrap();
        let mut lines = text.lines();
        let mut kept = lines.next().unwrap().to_owned() + "\n";
        for (_, line) in lines.enumerate().filter(|(place, _)| keeps(*place)) {
            let one_source = line
                .split_once(',')
                .map(|(_, rest)| format!("kinds,{rest}"));
            let line = if file == "offers.csv" {
                one_source.unwrap()
            } else {
                line.to_owned()
            };
            writeln!(kept, "{line}").unwrap();
        }
        fs::write(dir.path().join(file), kept).unwrap();
    }
    dir
}

/// Where each shop has every sister, these keep each other apart, because a shop has one offer of a product. Where it has some, words
/// have to.
#[test]
fn sisters_stay_apart_where_shops_have_some_of_them() {
    for (shops_have_all, precision, recall) in [(true, 0.98, 0.76), (false, 0.905, 0.76)] {
        let dir = one_store(|place| shops_have_all || place % 7 % 2 == 0);
        let figures = figures(&evaluate(dir.path(), "0", &[]));
        assert!(share(&figures, "pair_precision") >= precision, "{figures}");
        assert!(share(&figures, "pair_recall") >= recall, "{figures}");
    }
}
