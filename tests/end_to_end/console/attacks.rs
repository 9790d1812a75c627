//! What strangers, other sites and hostile feeds try.

use tests::console::{PASSWORD, try_to_log_in_at};
use tests::{Backend, Deployment, wait_for};

use super::deployment;

/// Every page, and every form.
const PAGES: [&str; 21] = [
    "/console",
    "/console/review",
    "/console/review/doubts",
    "/console/sources",
    "/console/sources/new",
    "/console/sources/src_0123456789abcdef0123456789abcdef",
    "/console/imports",
    "/console/imports/run_0123456789abcdef0123456789abcdef",
    "/console/shops?name=Store+A",
    "/console/catalogue?q=velora",
    "/console/catalogue/velora_x2_128",
    "/console/catalogue/korvex_q9_phone/merge?into=velora_x2_128",
    "/console/webhooks",
    "/console/webhooks/1/live",
    "/console/webhooks/1/live/deliveries/whd_0123456789abcdef0123456789abcdef",
    "/console/webhooks?id=wh_0123456789abcdef0123456789abcdef",
    "/console/workspaces/new",
    "/console/workspaces/1",
    "/console/workspaces/1/keys/key_0123456789abcdef0123456789abcdef",
    "/console/acts",
    "/console/nothing",
];
const FORMS: [&str; 18] = [
    "/console/review/doubt",
    "/console/review/price",
    "/console/review/feed",
    "/console/sources/run",
    "/console/sources/add",
    "/console/sources/src_0123456789abcdef0123456789abcdef/change",
    "/console/sources/src_0123456789abcdef0123456789abcdef/pause",
    "/console/sources/src_0123456789abcdef0123456789abcdef/resume",
    "/console/sources/src_0123456789abcdef0123456789abcdef/remove",
    "/console/catalogue/korvex_q9_phone/merge",
    "/console/catalogue/korvex_q9_phone/split",
    "/console/catalogue/korvex_q9_phone/correct",
    "/console/webhooks/1/live/deliveries/whd_0123456789abcdef0123456789abcdef/replay",
    "/console/workspaces/new",
    "/console/workspaces/1",
    "/console/workspaces/1/keys",
    "/console/workspaces/1/keys/key_0123456789abcdef0123456789abcdef",
    "/console/logout",
];

#[test]
fn strangers_see_the_login_alone() {
    let deployment = deployment(Backend::Sqlite);
    let service = deployment.serve();
    for cookie in ["", "pcs_console=", "pcs_console=AAAA", "pcs_console=\u{fc}"] {
        for page in PAGES {
            let answer = service.ask_admin_with(page, &[("Cookie", cookie)]);
            assert_eq!(answer.status, 303, "{page}");
            assert_eq!(answer.header("Location"), Some("/console/login"));
            assert!(answer.body.is_empty());
        }
        for form in FORMS {
            let fields = [("id", "m1"), ("decision", "same")];
            let answer = service.send_form(form, &[("Cookie", cookie)], &fields);
            assert_eq!(answer.header("Location"), Some("/console/login"), "{form}");
        }
    }
    let ada = service.log_in("ada");
    assert_eq!(service.console(&ada, "/console/nothing").status, 404);
    let page = service.console(&ada, "/console/review/doubts");
    assert!(page.text().contains("m1"), "nothing was decided");
}

#[test]
fn forms_of_other_sites_and_sessions_change_nothing() {
    let deployment = deployment(Backend::Sqlite);
    deployment.operator("eve");
    let service = deployment.serve();
    let (ada, eve) = (service.log_in("ada"), service.log_in("eve"));
    let decision = [("id", "m1"), ("decision", "same")];
    let path = "/console/review/doubt";
    let own = ("form_token", ada.form_token.as_str());
    let foreign = ("form_token", eve.form_token.as_str());
    let cookie = ("Cookie", ada.cookie.as_str());
    for token in [None, Some(foreign), Some(("form_token", ""))] {
        let fields = [token.as_slice(), &decision].concat();
        assert_eq!(
            service.send_form(path, &[cookie], &fields).status,
            400,
            "{token:?}"
        );
    }
    for other in [
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Site", "same-site"),
        ("Origin", "https://evil.example"),
        ("Origin", "null"),
    ] {
        let fields = [&[own], &decision[..]].concat();
        for form in FORMS {
            let answer = service.send_form(form, &[cookie, other], &fields);
            assert_eq!(answer.status, 403, "{other:?} {form}");
            assert!(answer.text().contains(other.0), "{}", answer.text());
        }
        let fields = [("name", "ada"), ("password", PASSWORD)];
        let answer = service.send_form("/console/login", &[other], &fields);
        assert_eq!((answer.status, answer.header("Set-Cookie")), (403, None));
    }
    // a link is no form
    assert_eq!(service.console(&ada, path).status, 405);
    assert!(
        service
            .console(&ada, "/console/review/doubts")
            .text()
            .contains("m1")
    );
    let origin = ("Origin", service.admin.as_str());
    let fields = [&[own], &decision[..]].concat();
    assert_eq!(
        service.send_form(path, &[cookie, origin], &fields).status,
        303
    );
}

#[test]
fn a_session_is_the_services_own_and_ends() {
    let deployment = deployment(Backend::Sqlite);
    let service = deployment.serve();
    let planted = ("Cookie", "pcs_console=planted");
    let fields = [("name", "ada"), ("password", PASSWORD)];
    let answer = service.send_form("/console/login", &[planted], &fields);
    let cookie = answer.header("Set-Cookie").expect("a cookie").to_owned();
    assert!(!cookie.contains("planted"), "{cookie}");
    for part in [
        "HttpOnly",
        "SameSite=Strict",
        "Path=/console",
        "Max-Age=43200",
    ] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Secure"), "{cookie}");
    assert_eq!(service.ask_admin_with("/console", &[planted]).status, 303);
    for (said, is_tls) in [
        ("https", true),
        ("https, http", true),
        ("http, https", false),
    ] {
        let proxied = ("X-Forwarded-Proto", said);
        let answer = service.send_form("/console/login", &[proxied], &fields);
        let cookie = answer.header("Set-Cookie");
        let is_secure = cookie.is_some_and(|it| it.contains("Secure"));
        assert_eq!(
            is_secure,
            is_tls,
            "{said}: {} {}",
            answer.status,
            answer.text()
        );
    }
    let ada = service.log_in("ada");
    assert_eq!(service.decide(&ada, "/console/logout", &[]).status, 303);
    assert_eq!(service.console(&ada, "/console").status, 303);
}

#[test]
fn passwords_are_not_guessed() {
    let deployment = deployment(Backend::Sqlite);
    let service = deployment.serve();
    for (name, password) in [
        ("ada", "wrong horse battery"),
        ("nobody", PASSWORD),
        ("", ""),
        ("ada", ""),
    ] {
        let answer = service.try_to_log_in(name, password);
        assert_eq!(answer.status, 401, "{name}");
        assert!(answer.text().contains("the name or the password is wrong"));
        assert_eq!(answer.header("Set-Cookie"), None);
    }
    let logged = wait_for("a line about it", || {
        let mut lines = service.log().into_iter();
        lines.find(|it| it.contains("a log-in at the console was refused"))
    });
    assert!(logged.contains("\"client\":\"127.0.0.1\""), "{logged}");
    // how often a name may be tried is told by the tests of `app`; an address has ten tries at once
    let answers: Vec<_> = std::thread::scope(|scope| {
        let tries: Vec<_> = (0..20)
            .map(|number| {
                let admin = &service.admin;
                scope.spawn(move || try_to_log_in_at(admin, &format!("bob{number}"), PASSWORD))
            })
            .collect();
        tries.into_iter().map(|it| it.join().unwrap()).collect()
    });
    let refused: Vec<_> = answers.iter().filter(|it| it.status == 429).collect();
    assert!(refused.len() >= 5, "{} of 20", refused.len());
    for answer in refused {
        let text = answer.text();
        assert!(
            text.contains("too many passwords from this address"),
            "{text}"
        );
        assert!(answer.header("Retry-After").is_some());
    }
}

#[test]
fn pages_are_private_and_stand_in_no_frame() {
    let deployment = deployment(Backend::Sqlite);
    let service = deployment.serve();
    let ada = service.log_in("ada");
    for page in PAGES.iter().chain(&["/console/login"]) {
        let answer = service.console(&ada, page);
        let policy = answer.header("Content-Security-Policy").expect("a policy");
        assert!(policy.contains("default-src 'none'"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"));
        for (name, value) in [
            ("Cache-Control", "no-store"),
            ("X-Frame-Options", "DENY"),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{page}");
        }
        let cookie = ("Cookie", ada.cookie.as_str());
        let head = service.send_admin("HEAD", page, &[cookie], "");
        assert_eq!((head.status, head.body.len()), (answer.status, 0), "{page}");
    }
}

#[test]
fn hostile_texts_are_texts() {
    let deployment = Deployment::new(Backend::Sqlite).with("PCS_CONSOLE", "on");
    let hostile =
        "Korvex </script><script>alert(1)</script><img src=x onerror=alert(2)> 'q' & \u{202e}more";
    deployment.make_doubt("Velora <i>X2</i> 128GB", hostile);
    deployment.operator("ada");
    let service = deployment.serve();
    let ada = service.log_in("ada");
    let page = service
        .console(&ada, "/console/review/doubts")
        .text()
        .to_owned();
    assert!(page.contains("Korvex &lt;/script&gt;"), "{page}");
    assert!(!page.contains("<script>alert") && !page.contains("<img") && !page.contains("<i>"));
    assert!(
        page.contains("&amp; more") && !page.contains("\u{202e}more<"),
        "{page}"
    );
    for path in [
        "/console/catalogue?q=%3Ci%3Evelora",
        "/console/catalogue?q=korvex",
    ] {
        let page = service.console(&ada, path).text().to_owned();
        assert!(
            page.contains("&lt;") && !page.contains("<i>") && !page.contains("<img"),
            "{page}"
        );
    }
    let script = "%3Cscript%3Ealert(1)%3C%2Fscript%3E";
    for path in [
        format!("/console/review?after={script}"),
        format!("/console/acts?before={script}"),
        format!("/console/sources/{script}"),
        format!("/console/imports/{script}"),
        format!("/console/shops?name={script}"),
        format!("/console/webhooks?after={script}"),
        format!("/console/webhooks?id={script}"),
        format!("/console/workspaces/{script}"),
        format!("/console/workspaces/1/keys/{script}"),
        format!("/console/webhooks/{script}/live"),
        format!("/console/{script}"),
        format!("/console/catalogue/{script}"),
    ] {
        let answer = service.console(&ada, &path);
        assert!((400..500).contains(&answer.status), "{path}");
        assert!(!answer.text().contains("<script>alert"), "{path}");
    }
}

#[test]
fn other_methods_are_told_which_there_are() {
    let deployment = deployment(Backend::Sqlite);
    let service = deployment.serve();
    let ada = service.log_in("ada");
    let cookie = ("Cookie", ada.cookie.as_str());
    for page in PAGES {
        let (path, _) = page.split_once('?').unwrap_or((page, ""));
        let answer = service.send_admin("DELETE", path, &[cookie], "");
        if path == "/console/nothing" {
            assert_eq!(answer.status, 404);
            continue;
        }
        assert_eq!(answer.status, 405, "{path}");
        let also = if FORMS.contains(&path) { ", POST" } else { "" };
        let allowed = format!("GET, HEAD{also}");
        assert_eq!(answer.header("Allow"), Some(allowed.as_str()), "{path}");
        assert_eq!(answer.header("X-Frame-Options"), Some("DENY"));
    }
    let is_page = |form: &str| {
        PAGES
            .iter()
            .any(|page| page.split('?').next() == Some(form))
    };
    for form in FORMS.iter().filter(|form| !is_page(form)) {
        let answer = service.send_admin("GET", form, &[cookie], "");
        assert_eq!(
            (answer.status, answer.header("Allow")),
            (405, Some("POST")),
            "{form}"
        );
    }
    for (path, allowed) in [
        ("/console/login", "GET, HEAD, POST"),
        ("/console/", "GET, HEAD"),
    ] {
        let answer = service.send_admin("PUT", path, &[cookie], "");
        assert_eq!(
            (answer.status, answer.header("Allow")),
            (405, Some(allowed)),
            "{path}"
        );
    }
    // who has no session learns nothing
    let stranger = service.send_admin("DELETE", "/console/acts", &[], "");
    assert_eq!((stranger.status, stranger.header("Allow")), (303, None));
}

#[test]
fn while_the_store_is_away_pages_say_when_to_come_again() {
    let deployment = deployment(Backend::Postgres);
    let service = deployment.serve();
    let ada = service.log_in("ada");
    deployment.take_store_away();
    let page = service.console(&ada, "/console/acts");
    assert_eq!(page.status, 503, "{}", page.text());
    assert_eq!(page.header("Retry-After"), Some("2"));
    assert!(page.text().contains("Try again in 2 s."), "{}", page.text());
    deployment.bring_store_back();
}

#[test]
fn it_is_off_unless_it_is_switched_on_and_says_how_to_make_an_operator() {
    let without = Deployment::new(Backend::Sqlite);
    let off = without.serve();
    assert_eq!(off.ask_admin("/console").status, 404);
    assert_eq!(off.ask_admin("/console/login").status, 404);
    let on = Deployment::new(Backend::Sqlite).with("PCS_CONSOLE", "on");
    let service = on.serve();
    let page = service.ask_admin("/console/login");
    assert!(
        page.text().contains("api console password NAME"),
        "{}",
        page.text()
    );
    on.operator("ada");
    let page = service.ask_admin("/console/login");
    assert!(
        !page.text().contains("api console password"),
        "{}",
        page.text()
    );
}
