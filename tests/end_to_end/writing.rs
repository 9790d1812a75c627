//! A store that cannot be written, of which reads are answered: `/readyz` names it until it is over.

use tests::{Backend, Deployment, Service, wait_for};

crate::on_both_stores!(a_full_store_is_named_until_it_has_space);

/// Waits until `/readyz` says this of the store. What a job failed to write is named without a reason before it is known.
fn store_is(service: &Service, ok: bool, words: &str) {
    wait_for("what /readyz says of the store", || {
        let item = service.readiness("store");
        let detail = item["detail"].as_str().unwrap();
        (item["ok"] == ok && detail.contains(words)).then_some(())
    });
}

/// In a process that only serves as well, which writes nothing of its own accord.
fn serving(deployment: &Deployment) -> Service {
    let service = Service::start(deployment.command(&["serve", "--roles", "http"]), "http");
    service.wait_until_ready();
    service
}

fn a_full_store_is_named_until_it_has_space(backend: Backend) {
    let deployment = Deployment::new(backend);
    let services = [deployment.serve(), serving(&deployment)];
    let (full, over) = match backend {
        Backend::Sqlite => (
            "CREATE TRIGGER refusal BEFORE UPDATE ON upkeep \
             BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END;",
            "DROP TRIGGER refusal",
        ),
        Backend::Postgres => (
            "CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql \
             AS $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' \
                 USING ERRCODE = '53100'; END $$; \
             CREATE TRIGGER refusal BEFORE UPDATE ON upkeep FOR EACH STATEMENT \
             EXECUTE FUNCTION refuse();",
            "DROP TRIGGER refusal ON upkeep",
        ),
    };
    deployment.sql(full);
    for service in &services {
        store_is(service, false, "no space is left");
    }
    deployment.sql(over);
    for service in &services {
        store_is(service, true, "answers");
    }
}

/// As after a failover to a standby, or when an administrator says so: sessions that were begun meanwhile stay
/// read-only, so others are begun.
#[test]
fn a_read_only_database_is_named_until_it_can_be_written() {
    let deployment = Deployment::new(Backend::Postgres);
    let services = [deployment.serve(), serving(&deployment)];
    deployment.make_read_only();
    for service in &services {
        store_is(service, false, "the database is read-only");
    }
    deployment.make_writable();
    for service in &services {
        store_is(service, true, "answers");
    }
    let key = deployment.key("live", &["catalog:read"]);
    assert_eq!(services[1].get("/v1/products/none", &key).status, 404);
}
