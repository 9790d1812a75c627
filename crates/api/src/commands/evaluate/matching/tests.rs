use std::fs;
use std::path::{Path, PathBuf};

use evaluate::matching::{Labels, MatchFigures, Part, measure};
use product_knowledge::matching::Model;
use tempfile::TempDir;

use super::reading::read;
use super::{object, run};
use crate::cli::EvaluateMatchArgs;

const OFFERS: &str = "source,store,offer_id,title,brand,model,ean,price,currency,url,timestamp\n\
    s,one,a:1,Nova QX-30100Z phone black,Nova,,,100.0,EUR,,\n\
    s,two,b:1,nova qx30100z black smartphone,,,,99.5,EUR,,\n\
    s,one,a:2,Nova QX-30200Z phone white,Nova,,,call us,EUR,,\n\
    s,two,b:2,nova qx30200z white smartphone,,,,,,,\n";
const PAIRS: &str = "split,left,right,label\ntrain,a:1,b:1,1\ntrain,a:1,b:2,0\nvalid,a:2,b:2,1\n";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(dir.path().join(name), text).unwrap();
    }
    dir
}

fn refusal(files: &[(&str, &str)]) -> String {
    let dir = folder(files);
    let given = EvaluateMatchArgs {
        dir: dir.path().to_owned(),
        split: None,
        fit: false,
        with: Vec::new(),
    };
    let failure = run(&given, false).unwrap_err();
    assert!(failure.is_refused(), "{failure:?}");
    failure.to_string()
}

fn figures(dir: &Path, part: &Part) -> MatchFigures {
    measure(&read(dir).unwrap(), Model::fitted(), part).unwrap()
}

#[test]
fn offers_and_pairs_are_read() {
    let dir = folder(&[("offers.csv", OFFERS), ("pairs.csv", PAIRS)]);
    let data = read(dir.path()).unwrap();
    assert_eq!(data.offers.len(), 4);
    assert_eq!(data.offers[0].brand, "Nova");
    assert_eq!(data.offers[0].price, Some(("EUR".to_owned(), 100.0)));
    assert_eq!(data.offers[2].price, None, "a text is no price");
    let Labels::Pairs(pairs) = &data.labels else {
        panic!("{:?}", data.labels);
    };
    assert_eq!(pairs.len(), 3);
    assert!(pairs[0].is_same && !pairs[1].is_same);
}

#[test]
fn one_object_holds_what_applies() {
    let dir = folder(&[("offers.csv", OFFERS), ("pairs.csv", PAIRS)]);
    let pairs = object(&figures(dir.path(), &Part::All));
    for key in [
        "precision",
        "recall",
        "f1",
        "auto_precision",
        "coverage",
        "blocking_recall",
    ] {
        assert!(pairs.get(key).is_some(), "{key}");
    }
    assert!(pairs.get("accuracy_at_1").is_none());
    let clusters = "offer_id,cluster_id\na:1,p1\nb:1,p1\na:2,p2\nb:2,p2\n";
    let dir = folder(&[("offers.csv", OFFERS), ("clusters.csv", clusters)]);
    let object = object(&figures(dir.path(), &Part::All));
    assert_eq!(object["accuracy_at_1"], 1.0);
    assert_eq!(object["accuracy_by_source"]["s"], 1.0);
}

#[test]
fn what_cannot_be_read_is_refused_with_its_reason() {
    for (files, reason) in [
        (&[][..], "offers.csv"),
        (
            &[("offers.csv", OFFERS)][..],
            "neither pairs.csv nor clusters.csv",
        ),
        (
            &[("offers.csv", "id,title\n1,x\n"), ("pairs.csv", PAIRS)][..],
            "no column offer_id",
        ),
        (
            &[("offers.csv", OFFERS), ("pairs.csv", "left,right,label\n")][..],
            "no column split",
        ),
        (
            &[
                ("offers.csv", OFFERS),
                ("pairs.csv", "split,left,right,label\n"),
            ][..],
            "no labels",
        ),
        (
            &[
                ("offers.csv", OFFERS),
                ("pairs.csv", "split,left,right,label\nx,a:1,b:9,1\n"),
            ][..],
            "no offer has the id b:9",
        ),
        (
            &[
                ("offers.csv", OFFERS),
                ("pairs.csv", "split,left,right,label\nx,a:1,b:1,yes\n"),
            ][..],
            "line 2: label: 1 (the same product) or 0",
        ),
        (
            &[
                ("offers.csv", OFFERS),
                ("clusters.csv", "offer_id,cluster_id\na:1,\n"),
            ][..],
            "line 2: cluster_id: required, and empty",
        ),
    ] {
        let said = refusal(files);
        assert!(said.contains(reason), "{said}");
    }
}

#[test]
fn an_unknown_split_is_refused_with_those_there_are() {
    let dir = folder(&[("offers.csv", OFFERS), ("pairs.csv", PAIRS)]);
    let given = EvaluateMatchArgs {
        dir: dir.path().to_owned(),
        split: Some("test".to_owned()),
        fit: false,
        with: Vec::new(),
    };
    let said = run(&given, false).unwrap_err().to_string();
    assert!(said.contains("train, valid, seen, unseen"), "{said}");
}

/// Where the real data lies, if it is there.
fn real_data() -> Option<PathBuf> {
    let named = std::env::var_os("EVALUATION_DATA").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let mut dirs = named.into_iter().chain([beside]);
    dirs.find(|dir| dir.join("abt_buy/pairs.csv").is_file())
}

#[test]
fn the_fitted_model_reaches_its_goals_on_real_data_kept_apart() {
    let Some(data) = real_data() else {
        crate::output::note(
            "not measured: neither EVALUATION_DATA nor ../shared/data holds abt_buy",
        );
        return;
    };
    for (folder, split, goal) in [("abt_buy", "valid", 0.75), ("web_offers", "unseen", 0.55)] {
        let figures = figures(&data.join(folder), &Part::Split(split.to_owned()));
        assert!(figures.f1 > goal, "{folder}: {figures:?}");
        assert!(
            figures.auto_precision.is_none_or(|p| p >= 0.98),
            "{folder}: {figures:?}"
        );
    }
}
