//! A store that a newer program has changed is refused by everything that would open it, in one sentence.

use tests::{Backend, Deployment};

crate::on_both_stores!(a_newer_store_is_refused_by_every_command_and_left_as_it_is);

const NEWER: &str = "20991231000001";

fn a_newer_store_is_refused_by_every_command_and_left_as_it_is(backend: Backend) {
    let deployment = Deployment::new(backend);
    deployment.ok(&["migrate"]);
    deployment.sql(&format!(
        "INSERT INTO __diesel_schema_migrations (version) VALUES ('{NEWER}')"
    ));
    let feed = deployment.file("feed.csv", "offer_id,title,price\na-1,Lamp,5\n");
    let products = deployment.file("products.csv", "product_name\nLamp\n");
    let past = "offer_id,date,price\na-1,2026-01-01,5\n";
    let past = deployment.file("past.csv", past);
    let commands: [&[&str]; 14] = [
        &["serve"],
        &["serve", "--roles", "worker"],
        &["demo"],
        &["migrate"],
        &["config", "check"],
        &["import", &feed, "--store", "Shop One"],
        &["catalog", "import", &products],
        &["history", "import", &past, "--store", "Shop One"],
        &["store", "set", "Shop One", "--delivery-cost", "4.95"],
        &["source", "list"],
        &["match", "review"],
        &["workspace", "set", "website"],
        &["keys", "list"],
        &["vault", "reseal"],
    ];
    for command in commands {
        let ran = deployment.run(command);
        let complaints: Vec<&str> = ran
            .stderr
            .lines()
            .filter(|line| line.starts_with("error: "))
            .collect();
        assert_eq!(
            complaints,
            [format!(
                "error: the schema of the store does not fit: the database has the migration {NEWER}, \
                 which this program does not know: a newer one made it; use that one, or restore a \
                 backup from before the upgrade"
            )],
            "{command:?}: {}",
            ran.stderr
        );
        assert_eq!(ran.status, Some(1), "{command:?}");
    }
    let stores = "SELECT CAST(count(*) AS text) AS line FROM";
    assert_eq!(deployment.number(&format!("{stores} stores")), 0);
    assert_eq!(deployment.number(&format!("{stores} workspaces")), 0);
}
