//! What a shop should not send. Each is refused or reported, and the store holds what it held.

use std::io::Write;

use serde_json::Value;
use tests::{Backend, Deployment, offers_csv};

crate::on_both_stores!(
    bad_feeds_are_refused_and_change_nothing,
    bad_rows_are_reported_and_the_rest_goes_in
);

fn gzip_of_zeros(bytes: usize) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    let block = vec![0_u8; 1 << 20];
    for _ in 0..bytes >> 20 {
        encoder.write_all(&block).unwrap();
    }
    encoder.finish().unwrap()
}

fn bad_feeds_are_refused_and_change_nothing(backend: Backend) {
    let deployment = Deployment::new(backend);
    let good = offers_csv(&[
        ["a", "Nova X2 128GB", "Nova", "", "10.00"],
        ["b", "Nova X3 128GB", "Nova", "", "20.00"],
    ]);
    let file = deployment.file("good.csv", &good);
    deployment.import(&file, "Store One", &[]);
    let xml = "<?xml version=\"1.0\"?><rss version=\"2.0\" xmlns:g=\"http://base.google.com/ns/1.0\"><channel><item><g:id>1</g:id><title>T</title><link>https://s.example/1</link><g:price>1.00 EUR</g:price></item><item><g:id>2</g:id>";
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("truncated.xml", xml.into()),
        ("truncated.csv", good.get(..good.len() - 30).unwrap().into()),
        (
            "other_currency.csv",
            "offer_id,title,price,currency,url\na,Nova,1.00,USD,https://s.example/a\n".into(),
        ),
        (
            "no_price.xml",
            format!(
                "{}</item></channel></rss>",
                xml.replace("<g:price>1.00 EUR</g:price>", "")
            )
            .into(),
        ),
        (
            "page.html",
            "<!DOCTYPE html><html><body>Sorry</body></html>".into(),
        ),
        ("empty.csv", Vec::new()),
        ("blank.csv", "\n\n\n".into()),
        (
            "binary.bin",
            vec![0x7f, b'E', b'L', b'F', 0, 1, 2, 3, 0xff, 0xfe],
        ),
        ("zeros.gz", gzip_of_zeros(256 << 20)),
        (
            "broken.gz",
            gzip_of_zeros(1 << 20).get(..400).unwrap().into(),
        ),
        ("header_only.csv", "offer_id,title,price\n".into()),
    ];
    for (name, content) in cases {
        let file = deployment.file(name, content);
        let ran = deployment.run(&[
            "import",
            &file,
            "--store",
            "Store One",
            "--max-shrink",
            "100%",
        ]);
        assert_eq!(ran.status, Some(3), "{name}: {} {}", ran.stdout, ran.stderr);
        assert!(
            ran.stderr.starts_with("error: ") && ran.stderr.len() < 600,
            "{name}: {}",
            ran.stderr
        );
        assert!(!ran.stderr.contains("panicked"), "{name}: {}", ran.stderr);
    }
    for missing in ["nothing.csv", "."] {
        let ran = deployment.run(&["import", missing, "--store", "Store One"]);
        assert_eq!(ran.status, Some(3), "{missing}: {}", ran.stderr);
    }
    let counts = deployment.import(&file, "Store One", &[]);
    assert_eq!(
        [&counts["unchanged"], &counts["gone"], &counts["created"]],
        [2, 0, 0]
    );
}

fn bad_rows_are_reported_and_the_rest_goes_in(backend: Backend) {
    let deployment = Deployment::new(backend);
    let mut csv: Vec<u8> = "offer_id,title,ean,price,url,canonical_product_id\n".into();
    let url = "https://s.example/x";
    let long = "x".repeat(1 << 20);
    let rows = [
        format!("good,Nova X2 128GB,,10.00,{url},"),
        format!("long,{long},,10.00,{url},"),
        format!("negative,Nova,,-1.00,{url},"),
        format!("zero,Nova,,0,{url},"),
        format!("wrong_ean,Nova,4006381333932,10.00,{url},"),
        format!("slash,,,10.00,{url},a/b"),
        format!("unknown_pin,,,10.00,{url},no_such_product"),
        format!("good,Nova X2 again,,11.00,{url},"),
        "no_url,Nova X5 64GB,,10.00,,".to_owned(),
        "script,Nova X6 64GB,,10.00,javascript:alert(1),".to_owned(),
        format!(",Nova X7,,10.00,{url},"),
        format!("nameless,,,10.00,{url},"),
        format!("last,Nova X8 128GB,,12.00,{url},"),
    ];
    for row in rows {
        csv.extend(row.into_bytes());
        csv.push(b'\n');
    }
    csv.extend(b"utf8,Nova \xff\xfe X9,,10.00,https://s.example/x,\n");
    let file = deployment.file("bad.csv", csv);
    let report = deployment.folder.path().join("report.jsonl");
    let counts = deployment.import(&file, "Store One", &["--report", report.to_str().unwrap()]);
    assert_eq!(
        [&counts["read"], &counts["accepted"], &counts["rejected"]],
        [14, 2, 12],
        "{counts}"
    );
    let report = std::fs::read_to_string(report).unwrap();
    let reported: Vec<Value> = report
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    let seen: Vec<(u64, &str)> = reported
        .iter()
        .map(|r| (r["line"].as_u64().unwrap(), r["field"].as_str().unwrap()))
        .collect();
    assert_eq!(seen.len(), 12, "{report}");
    let fields = [
        (3, "title"),
        (4, "price"),
        (5, "price"),
        (6, "ean"),
        (7, "canonical_product_id"),
        (8, "canonical_product_id"),
        (9, "offer_id"),
        (10, "url"),
        (11, "url"),
        (12, "offer_id"),
        (15, "title"),
    ];
    for expected in fields {
        assert!(seen.contains(&expected), "{expected:?} in {seen:?}");
    }
    assert!(reported.iter().all(|r| {
        r["reason"]
            .as_str()
            .is_some_and(|reason| !reason.is_empty())
    }));
}
