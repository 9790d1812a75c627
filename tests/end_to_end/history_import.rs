//! Past prices come in by command, and old ones go.

use std::fs;

use serde_json::Value;
use tests::{Backend, Deployment, count, offers_csv, wait_for};

crate::on_both_stores!(
    past_points_go_in_and_the_same_file_changes_nothing,
    what_the_service_watched_itself_is_not_rewritten,
    a_file_without_a_usable_row_is_refused,
    old_prices_are_thinned_by_the_worker,
    an_imported_past_speaks_against_a_first_price,
);

const EAN: &str = "4006381333931";

/// A deployment with one offer of a product that was observed on 1 March 2025.
fn watched(backend: Backend) -> Deployment {
    let deployment = Deployment::new(backend);
    let rows = [["a1", "Nova X2 128GB", "Nova", EAN, "500.00"]];
    let feed = deployment.file("feed.csv", offers_csv(&rows));
    deployment.import(
        &feed,
        "Store One",
        &["--observed-at", "2025-03-01T06:00:00Z"],
    );
    deployment
}

fn import(deployment: &Deployment, file: &str, more: &[&str]) -> Value {
    let mut arguments = vec!["history", "import", file, "--store", "Store One", "--json"];
    arguments.extend(more);
    serde_json::from_str(&deployment.ok(&arguments)).expect("counts as JSON")
}

const COUNTS: [&str; 6] = [
    "read",
    "accepted",
    "rejected",
    "offers",
    "segments",
    "quarantined",
];

fn past_points_go_in_and_the_same_file_changes_nothing(backend: Backend) {
    let deployment = watched(backend);
    let mut file = String::from("price;date;ean;in_stock\n");
    for day in 1..=28 {
        let price = if day == 20 { "50,00" } else { "500,00" };
        file += &format!("{price};2025-02-{day:02};{EAN};yes\n");
    }
    file += &format!(";2025-02-28T12:00:00Z;{EAN};no\n");
    let file = deployment.file("past.csv", file);
    let mark = ["--decimal-mark", "comma"];
    let dry = import(
        &deployment,
        &file,
        &["--decimal-mark", "comma", "--dry-run"],
    );
    // until the 19th, the slip, until the 28th, sold out
    let expected = [29, 29, 0, 1, 4, 1];
    assert_eq!(count(&dry, &COUNTS), expected);
    for _ in 0..2 {
        let counts = import(&deployment, &file, &mark);
        assert_eq!(count(&counts, &COUNTS), expected);
    }
    let one = deployment.file(
        "one.csv",
        format!("ean,date,price\n{EAN},2025-02-05,500.00\n"),
    );
    let counts = import(&deployment, &one, &["--dry-run"]);
    assert_eq!(
        count(&counts, &COUNTS),
        [1, 1, 0, 1, 4, 1],
        "what was there is counted too"
    );
}

fn what_the_service_watched_itself_is_not_rewritten(backend: Backend) {
    let deployment = watched(backend);
    let file = "offer_id,canonical_product_id,date,price,currency\n\
         a1,,2025-02-28,480.00,EUR\n\
         a1,,2025-03-01T06:00:00Z,1.00,EUR\n\
         a1,,2999-01-01,1.00,EUR\n\
         ,absent,2025-02-28,1.00,EUR\n\
         zz,,2025-02-28,1.00,EUR\n\
         a1,,2025-02-27,1.00,USD\n";
    let file = deployment.file("past.csv", file);
    let report = deployment.folder.path().join("report.jsonl");
    let counts = import(&deployment, &file, &["--report", report.to_str().unwrap()]);
    assert_eq!(count(&counts, &COUNTS), [6, 1, 5, 1, 1, 0]);
    let report = fs::read_to_string(report).expect("a report");
    let mut rows: Vec<(u64, String, String)> = report
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .map(|row: Value| {
            let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
            (row["line"].as_u64().unwrap(), text("field"), text("reason"))
        })
        .collect();
    rows.sort();
    let expected = [
        (
            3,
            "date",
            "has watched the shop's offers of this product itself since 2025-03-01",
        ),
        (4, "date", "lies in the future"),
        (5, "canonical_product_id", "no product has this id"),
        (6, "offer_id", "no such offer"),
        (7, "currency", "the catalogue is in EUR"),
    ];
    assert_eq!(rows.len(), expected.len(), "{rows:?}");
    for ((line, field, reason), wanted) in rows.iter().zip(expected) {
        assert_eq!((*line, field.as_str()), (wanted.0, wanted.1));
        assert!(reason.contains(wanted.2), "{line}: {reason}");
    }
}

fn a_file_without_a_usable_row_is_refused(backend: Backend) {
    let deployment = watched(backend);
    for (content, words) in [
        (
            "ean,date,price\n4006381333948,2025-01-01,5\n",
            "all 1 rows were rejected",
        ),
        ("ean,date,price\n", "no price point"),
        ("ean,day,price\n1,2,3\n", "no date"),
        ("", "the file is empty"),
    ] {
        let file = deployment.file("past.csv", content);
        let ran = deployment.run(&["history", "import", &file, "--store", "New Store"]);
        assert_eq!(ran.status, Some(3), "{}", ran.stderr);
        assert!(ran.stderr.contains(words), "{words}: {}", ran.stderr);
    }
    let stores = deployment.ok(&["store", "list", "--json"]);
    assert!(!stores.contains("New Store"), "{stores}");
}

fn old_prices_are_thinned_by_the_worker(backend: Backend) {
    let deployment = watched(backend).with("PCS_HISTORY_DETAIL", "1day");
    let deployment = deployment.with("PCS_HISTORY_RETENTION", "3650days");
    let mut file = String::from("ean,date,price\n");
    for (month, days) in [(10, 31), (11, 30), (12, 31)] {
        for day in 1..=days {
            file += &format!("{EAN},2024-{month}-{day:02},5{:02}.00\n", day + month);
        }
    }
    let file = deployment.file("past.csv", file);
    assert_eq!(count(&import(&deployment, &file, &[]), &["segments"]), [92]);
    let one = deployment.file(
        "one.csv",
        format!("ean,date,price\n{EAN},2025-01-01,500.00\n"),
    );
    let _service = deployment.serve();
    let kept = wait_for("thinning", || {
        let counts = import(&deployment, &one, &["--dry-run"]);
        let kept = counts["segments"].as_u64().expect("a count");
        (kept < 92).then_some(kept)
    });
    // one in each of the four periods of 30 days that three months touch, and the new one
    assert_eq!(kept, 5);
}

/// The price of a shop's first own snapshot is held against what was imported of its past.
fn an_imported_past_speaks_against_a_first_price(backend: Backend) {
    let deployment = Deployment::new(backend);
    let catalogue = r#"{"canonical_product_id": "nova", "product_name": "Nova"}"#;
    let catalogue = deployment.file("c.jsonl", catalogue);
    deployment.ok(&["catalog", "import", &catalogue]);
    let mut past = "canonical_product_id,date,price\n".to_owned();
    for ago in 1..40 {
        past += &format!("nova,{},100.00\n", tests::days_ago(ago));
    }
    let past = deployment.file("past.csv", past);
    import(&deployment, &past, &[]);
    let feed = |price: &str| {
        let head = "offer_id,canonical_product_id,price,delivery_cost,availability,url";
        let row = format!("1,nova,{price},0,in_stock,https://a.example/1");
        let file = deployment.file("offers.csv", format!("{head}\n{row}\n"));
        deployment.import(&file, "Store One", &[])["quarantined"].clone()
    };
    assert_eq!(feed("10.00"), 1);
    assert_eq!(feed("99.00"), 0);
}
