//! Keys, scopes, modes.

use tests::{Backend, Deployment, offers_csv};

crate::on_both_stores!(
    a_revoked_key_is_refused_at_the_next_request,
    keys_carry_scopes,
    keys_are_kept_as_digests_only
);

fn deployment(backend: Backend) -> Deployment {
    let deployment = Deployment::new(backend);
    let file = deployment.file(
        "a.csv",
        offers_csv(&[["a", "Nova X2 128GB", "Nova", "", "10.00"]]),
    );
    deployment.import(&file, "Store One", &[]);
    deployment
}

fn a_revoked_key_is_refused_at_the_next_request(backend: Backend) {
    let deployment = deployment(backend);
    let service = deployment.serve();
    for round in 0..5 {
        let key = deployment.key("live", &["catalog:read"]);
        assert_eq!(
            service.get("/v1/search?q=nova", &key).status,
            200,
            "round {round}"
        );
        assert_eq!(
            service.get("/v1/search?q=nova", &key).status,
            200,
            "round {round}"
        );
        deployment.ok(&["keys", "revoke", &key.id]);
        let refused = service.get("/v1/search?q=nova", &key);
        assert_eq!(
            (refused.status, refused.error().as_str()),
            (401, "authentication_error"),
            "round {round}"
        );
    }
    let ran = deployment.run(&["keys", "revoke", "key_00000000000000000000000000000000"]);
    assert_eq!(ran.status, Some(3), "{}", ran.stderr);
}

fn keys_carry_scopes(backend: Backend) {
    let deployment = deployment(backend);
    let service = deployment.serve();
    for (mode, scopes, status) in [
        ("live", vec!["catalog:read"], 200),
        ("test", vec!["catalog:read", "watchlists:write"], 200),
        ("live", vec!["comparison:read"], 403),
        ("live", vec![], 403),
    ] {
        let key = deployment.key(mode, &scopes);
        assert!(key.secret.starts_with(&format!("pcs_{mode}_")));
        let answer = service.get("/v1/search?q=nova", &key);
        assert_eq!(answer.status, status, "{scopes:?}");
        if status == 403 {
            assert_eq!(answer.error(), "insufficient_scope");
        }
    }
    let ran = deployment.run(&[
        "keys",
        "create",
        "--workspace",
        "w",
        "--scope",
        "everything",
    ]);
    assert_eq!(ran.status, Some(2));
    assert!(ran.stderr.contains("catalog:read"), "{}", ran.stderr);
}

fn keys_are_kept_as_digests_only(backend: Backend) {
    let deployment = deployment(backend);
    let key = deployment.key("live", &["catalog:read"]);
    let secret = key.secret.trim_start_matches("pcs_live_").to_owned();
    let listed = deployment.ok(&["keys", "list", "--json"]);
    assert!(listed.contains(&key.id) && !listed.contains(&secret));
    if backend == Backend::Sqlite {
        for entry in std::fs::read_dir(deployment.folder.path()).unwrap() {
            let bytes = std::fs::read(entry.unwrap().path()).unwrap();
            let holds = bytes
                .windows(secret.len())
                .any(|part| part == secret.as_bytes());
            assert!(!holds, "the key stands in the clear");
        }
    }
}
