use proptest::prelude::*;

use super::{ExemptHosts, WebhookUrl, WebhookUrlError};

fn read(text: &str) -> Result<WebhookUrl, WebhookUrlError> {
    WebhookUrl::parse(text, &ExemptHosts::default())
}

fn exempting(host: &str) -> ExemptHosts {
    ExemptHosts::new([host.to_owned()])
}

#[track_caller]
fn all_refused(expected: WebhookUrlError, texts: &[&str]) {
    for text in texts {
        assert_eq!(read(text).map(|_| ()), Err(expected), "{text:?}");
    }
}

#[track_caller]
fn hosts_refused(expected: WebhookUrlError, hosts: &[&str]) {
    for host in hosts {
        for text in [
            format!("https://{host}"),
            format!("https://{host}/hook?a=b"),
            format!("https://{host}:443/"),
        ] {
            assert_eq!(read(&text).map(|_| ()), Err(expected), "{text:?}");
        }
    }
}

#[test]
fn public_urls_are_stored_in_one_spelling() {
    for (given, stored, host, target) in [
        (
            "https://example.com",
            "https://example.com/",
            "example.com",
            "/",
        ),
        (
            "https://Hooks.Example.COM:443/In/x?K=v",
            "https://hooks.example.com/In/x?K=v",
            "hooks.example.com",
            "/In/x?K=v",
        ),
        (
            "https://a.example.org?token=1%40b",
            "https://a.example.org/?token=1%40b",
            "a.example.org",
            "/?token=1%40b",
        ),
        (
            "https://a.co/x/../y/./%2e%2E/z",
            "https://a.co/z",
            "a.co",
            "/z",
        ),
        (
            "https://a.co/käse?grün=1",
            "https://a.co/k%C3%A4se?gr%C3%BCn=1",
            "a.co",
            "/k%C3%A4se?gr%C3%BCn=1",
        ),
        ("https://a.co//b", "https://a.co//b", "a.co", "//b"),
        ("https://a.co/:8080", "https://a.co/:8080", "a.co", "/:8080"),
        (
            "https://a.co/http://10.0.0.1/",
            "https://a.co/http://10.0.0.1/",
            "a.co",
            "/http://10.0.0.1/",
        ),
    ] {
        let url = read(given).unwrap();
        assert_eq!(url.as_str(), stored, "{given}");
        assert_eq!(url.host(), host, "{given}");
        assert_eq!(url.path_and_query(), target, "{given}");
    }
}

#[test]
fn every_kind_of_public_name_is_taken() {
    let long_label = format!("{}.com", "a".repeat(63));
    for host in [
        "example.net",
        "sub.example.org",
        "1.com",
        "0x7f.com",
        "127.0.0.1.nip.io",
        "a-b--c.com",
        "r3---sn-abc.video.com",
        "xn--bcher-kva.com",
        "XN--BCHER-KVA.com",
        "xn--e1afmkfd.xn--p1ai",
        "a.xn--j6w193g",
        "cafe.de",
        "test.com",
        "localhost.com",
        "mylocal.net",
        "svc.io",
        "arpa.co",
        &long_label,
    ] {
        let url = read(&format!("https://{host}/"));
        assert!(url.is_ok(), "{host}: {url:?}");
        assert_eq!(url.unwrap().host(), host.to_ascii_lowercase());
    }
}

#[test]
fn only_an_absolute_https_url_in_small_letters_will_do() {
    all_refused(
        WebhookUrlError::Form,
        &[
            "",
            "a.co",
            "//a.co",
            "/hook",
            "http://a.co/",
            "HTTPS://a.co/",
            "Https://a.co/",
            "https:a.co",
            "https:/a.co",
            "https:///a.co",
            "https:////a.co",
            "https://",
            "https:///",
            "https://?a.co",
            "https://:443/",
            "https://:80",
            "httpss://a.co/",
            "shttps://a.co/",
            "wss://a.co/",
            "ftp://a.co/",
            "file:///etc/passwd",
            "gopher://a.co/",
            "javascript:alert(1)",
            "data:text/plain,a",
            "view-source:https://a.co/",
            "\u{feff}https://a.co/",
        ],
    );
}

#[test]
fn what_readers_of_urls_disagree_about_is_refused() {
    all_refused(
        WebhookUrlError::Characters,
        &[
            " https://a.co/",
            "https://a.co/ ",
            "\thttps://a.co/",
            "https://a.co/\n",
            "ht\ntps://a.co/",
            "https://a\t.co/",
            "https://a.\r\nco/",
            "https://a.co/x y",
            "https://a.co/\0",
            "https://a.co\0.b.co/",
            "https://a.co/\u{7f}",
            "https://a.co/\u{85}",
            "https://a.co/\u{a0}",
            "https://a.co/\u{2028}",
            "https://a.co/\u{3000}",
            "https:\\\\a.co\\",
            "https://a.co\\@b.co",
            "https://good\\@evil.co",
            "https://a.co\\.b.co/",
            "https://a.co/\\",
            "https://good@127.0.0.1/",
            "https://good.co@evil.co/",
            "https://user:word@a.co/",
            "https://@a.co/",
            "https://:@a.co/",
            "https://a.co/@",
            "https://a.co/?to=b@c.de",
            "https://a.co/#",
            "https://a.co#top",
            "https://evil.co#@good.co/",
            "https://a.co/\r\nHost: b.co",
        ],
    );
}

#[test]
fn only_port_443_in_its_one_spelling_will_do() {
    for port in [
        "",
        "0",
        "1",
        "80",
        "8443",
        "444",
        "0443",
        "00443",
        "443.",
        "+443",
        "-443",
        "4 43",
        "0x1bb",
        "65536",
        "65979",
        "99999999999",
        "443:443",
        "https",
        "４４３",
    ] {
        let text = format!("https://a.co:{port}/");
        let expected = if port.contains(' ') {
            WebhookUrlError::Characters
        } else {
            WebhookUrlError::Port
        };
        assert_eq!(read(&text).map(|_| ()), Err(expected), "{text}");
    }
    assert!(read("https://a.co:443").is_ok());
}

#[test]
fn no_number_will_do_for_an_address() {
    hosts_refused(
        WebhookUrlError::Address,
        &[
            "127.0.0.1",
            "10.0.0.1",
            "172.16.0.1",
            "192.168.0.1",
            "169.254.169.254",
            "0.0.0.0",
            "0.1.2.3",
            "100.64.0.1",
            "192.0.0.1",
            "192.0.2.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "1.1.1.1",
            "8.8.8.8",
            "2130706433",
            "0177.0.0.1",
            "0x7f000001",
            "0X7F000001",
            "0x7f.0.0.1",
            "0x7f.1",
            "127.1",
            "127.0.1",
            "0",
            "0x",
            "0x0",
            "00",
            "017700000001",
            "127.0.0.0x1",
            "1.2.3.4.5",
            "4294967296",
            "256.256.256.256",
            "127.0.0.1.",
            "2130706433.",
            "a.1",
            "a.b.0x7f",
            "a.co.5",
            "08.1.1.1",
        ],
    );
}

#[test]
fn no_address_in_brackets_will_do() {
    all_refused(
        WebhookUrlError::Address,
        &[
            "https://[::]/",
            "https://[::1]/",
            "https://[::1]:443/",
            "https://[::ffff:127.0.0.1]/",
            "https://[::ffff:7f00:1]/",
            "https://[::7f00:1]/",
            "https://[::ffff:0:7f00:1]/",
            "https://[64:ff9b::7f00:1]/",
            "https://[64:ff9b:1::1]/",
            "https://[2002:7f00:1::]/",
            "https://[2001::1]/",
            "https://[fe80::1]/",
            "https://[fe80::1%25eth0]/",
            "https://[fec0::1]/",
            "https://[fc00::1]/",
            "https://[fd00:ec2::254]/",
            "https://[ff02::1]/",
            "https://[100::1]/",
            "https://[2001:db8::1]/",
            "https://[2606:4700::1111]/",
            "https://[v1.a]/",
            "https://[",
            "https://[]/",
        ],
    );
}

#[test]
fn no_spelling_that_a_reader_would_map_to_another_host_will_do() {
    hosts_refused(
        WebhookUrlError::Name,
        &[
            "１２７.０.０.１",
            "127。0。0。1",
            "127.0.0。1",
            "a。co",
            "a．co",
            "a｡co",
            "ａ.co",
            "ⓔxample.com",
            "a\u{ad}.co",
            "a\u{200b}.co",
            "a\u{200d}.co",
            "loc\u{ad}alhost",
            "bücher.com",
            "раураl.com",
            "ß.com",
            "%61.co",
            "a%2eco",
            "%31%32%37.0.0.%31x",
            "a%00.co",
            "a%40b.co",
        ],
    );
}

#[test]
fn disguised_addresses_are_refused() {
    for host in [
        "１２７.0.0.1",
        "①②⑦.0.0.1",
        "%31%32%37.0.0.1",
        "127.0.0.%31",
        "127%2e0.0.1",
        "%5B::1%5D",
    ] {
        assert!(read(&format!("https://{host}/")).is_err(), "{host}");
    }
}

#[test]
fn international_names_are_taken_as_valid_a_labels_only() {
    let over_long = format!("xn--{}-kva.com", "a".repeat(60));
    hosts_refused(
        WebhookUrlError::Name,
        &[
            "xn--.com",
            "xn--a.com",
            "xn--abc-.com",
            "xn--ASCII-.com",
            "xn--\u{fc}.com",
            "xn--99999999999.com",
            "xn--a-ecp.ru",
            "xn--zn7c.com",
            &over_long,
        ],
    );
}

#[test]
fn only_a_name_of_two_labels_of_letters_digits_and_hyphens_will_do() {
    let label_64 = format!("{}.com", "a".repeat(64));
    let label = "a".repeat(63);
    let name_254 = format!("{label}.{label}.{label}.{}.co", "b".repeat(59));
    let name_253 = format!("{label}.{label}.{label}.{}.co", "b".repeat(58));
    assert_eq!((name_253.len(), name_254.len()), (253, 254));
    assert!(read(&format!("https://{name_253}/")).is_ok());
    hosts_refused(
        WebhookUrlError::Name,
        &[
            "com",
            "intranet",
            "metadata",
            "a.co.",
            "example.com.",
            "localhost.",
            "a..co",
            ".a.co",
            ".",
            "..",
            "a.",
            "a.-b.co",
            "-a.co",
            "a-.co",
            "a.co-",
            "_dmarc.a.co",
            "a_b.co",
            "a*b.co",
            "*.a.co",
            "a,b.co",
            "a;b.co",
            "a&b.co",
            "a'b.co",
            "a\"b.co",
            "a<b.co",
            "a|b.co",
            "a^b.co",
            "a!b.co",
            "a$b.co",
            "a(b).co",
            "{a}.co",
            &label_64,
            &name_254,
        ],
    );
}

#[test]
fn names_outside_the_public_dns_are_refused() {
    hosts_refused(
        WebhookUrlError::NotPublic,
        &[
            "localhost",
            "LOCALHOST",
            "a.localhost",
            "printer.local",
            "db.cluster.local",
            "kubernetes.default.svc",
            "kubernetes.default.svc.cluster.local",
            "metadata.google.internal",
            "receiver.test",
            "shop.example",
            "a.b.Example",
            "a.invalid",
            "a.onion",
            "router.home.arpa",
            "home.arpa",
            "1.0.0.127.in-addr.arpa",
        ],
    );
}

#[test]
fn a_url_has_2048_bytes_at_most_as_given_and_as_stored() {
    let padded = |bytes: usize| format!("https://a.co/{}", "x".repeat(bytes - 13));
    assert_eq!(read(&padded(2048)).unwrap().as_str().len(), 2048);
    assert_eq!(read(&padded(2049)), Err(WebhookUrlError::Length));
    let grows = format!("https://a.co/{}", "é".repeat(400));
    assert_eq!(read(&grows), Err(WebhookUrlError::Length));
    let gains_a_slash = format!("https://a.co?{}", "x".repeat(2048 - 13));
    assert_eq!(read(&gains_a_slash), Err(WebhookUrlError::Length));
}

#[test]
fn exempt_hosts_skip_the_rules_about_names() {
    for host in [
        "receiver.test",
        "localhost",
        "receiver",
        "web_hook",
        "a.local",
    ] {
        let exempt = exempting(host);
        for text in [
            format!("https://{host}/x"),
            format!("https://{}:443/x", host.to_uppercase()),
        ] {
            let url = WebhookUrl::parse(&text, &exempt).unwrap();
            assert_eq!(url.as_str(), format!("https://{host}/x"));
        }
    }
    assert!(
        WebhookUrl::parse("https://Receiver.test/", &exempting("RECEIVER.TEST")).is_ok(),
        "letters of either case"
    );
}

#[test]
fn exempt_hosts_skip_nothing_else() {
    let exempt = exempting("receiver.test");
    for (text, expected) in [
        ("https://a.receiver.test/", WebhookUrlError::NotPublic),
        ("https://receiver.test./", WebhookUrlError::Name),
        ("https://receiver.test:8443/", WebhookUrlError::Port),
        ("http://receiver.test/", WebhookUrlError::Form),
        ("https://a@receiver.test/", WebhookUrlError::Characters),
        ("https://receiver.test/#a", WebhookUrlError::Characters),
        ("https://receiver%2etest/", WebhookUrlError::Name),
    ] {
        assert_eq!(WebhookUrl::parse(text, &exempt), Err(expected), "{text}");
    }
}

#[test]
fn addresses_are_never_exempt() {
    for host in ["127.0.0.1", "2130706433", "127.1", "0x7f000001", "[::1]"] {
        let text = format!("https://{host}/");
        assert_eq!(
            WebhookUrl::parse(&text, &exempting(host)),
            Err(WebhookUrlError::Address),
            "{host}"
        );
    }
}

#[test]
fn debug_shows_the_host_only() {
    let url = read("https://a.co/secret?token=1").unwrap();
    assert_eq!(format!("{url:?}"), "WebhookUrl(\"a.co\")");
}

#[test]
fn every_refusal_says_what_is_accepted() {
    for refusal in [
        WebhookUrlError::Form,
        WebhookUrlError::Length,
        WebhookUrlError::Characters,
        WebhookUrlError::Port,
        WebhookUrlError::Address,
        WebhookUrlError::Name,
        WebhookUrlError::NotPublic,
    ] {
        assert!(refusal.to_string().starts_with("must "), "{refusal}");
    }
}

proptest! {
    #[test]
    fn what_is_accepted_is_accepted_again_and_does_not_change(
        host in "[a-zA-Z0-9-]{1,8}(\\.[a-zA-Z0-9-]{1,5}){0,3}\\.[a-z]{2,6}",
        port in prop_oneof![Just(""), Just(":443")],
        rest in "(/\\PC{0,20})?(\\?\\PC{0,20})?",
    ) {
        let text = format!("https://{host}{port}{rest}");
        if let Ok(url) = read(&text) {
            prop_assert_eq!(url.host(), host.to_ascii_lowercase());
            prop_assert!(url.as_str().is_ascii());
            prop_assert!(url.path_and_query().starts_with('/'));
            let start = format!("https://{}/", url.host());
            prop_assert!(url.as_str().starts_with(&start));
            let again = read(url.as_str()).unwrap();
            prop_assert_eq!(again.as_str(), url.as_str());
        }
    }

    #[test]
    fn any_text_is_read_or_refused_and_never_leads_elsewhere(text in "(https://)?\\PC{0,40}") {
        if let Ok(url) = read(&text) {
            let written: String = text
                .chars()
                .skip("https://".len())
                .take_while(|c| !"/?:".contains(*c))
                .collect();
            prop_assert_eq!(url.host(), written.to_ascii_lowercase());
        }
    }

    #[test]
    fn one_ambiguous_character_anywhere_is_enough(
        at in 0_usize..40,
        c in prop::sample::select(vec![' ', '\t', '\n', '\r', '\0', '\\', '@', '#', '\u{a0}', '\u{9f}']),
    ) {
        let mut text = "https://hooks.example.com/incoming/x?k=1".to_owned();
        text.insert(at, c);
        prop_assert!(read(&text).is_err());
    }

    #[test]
    fn no_ipv4_address_passes_in_any_notation(bits: u32, notation in 0..5) {
        let [a, b, c, d] = bits.to_be_bytes();
        let low = bits & 0xff_ffff;
        let host = match notation {
            0 => format!("{a}.{b}.{c}.{d}"),
            1 => format!("{bits}"),
            2 => format!("{bits:#x}"),
            3 => format!("{a:#o}.{low}").replace("0o", "0"),
            _ => format!("{a}.{b:#x}.{}", bits & 0xffff),
        };
        let text = format!("https://{host}/");
        prop_assert_eq!(read(&text), Err(WebhookUrlError::Address));
    }
}

#[test]
fn the_host_of_a_stored_url_is_found() {
    for (stored, host) in [
        ("https://hooks.shop.example", "hooks.shop.example"),
        (
            "https://hooks.shop.example/a?b=https://c.example/",
            "hooks.shop.example",
        ),
        ("https://hooks.shop.example?a", "hooks.shop.example"),
        ("https://hooks.shop.example:443/a", "hooks.shop.example"),
        ("", ""),
        ("http://hooks.shop.example/", ""),
    ] {
        assert_eq!(super::host_of(stored), host, "{stored}");
    }
}

#[test]
fn values_of_a_query_are_not_shown() {
    for (stored, shown) in [
        ("https://a.example/hook", "https://a.example/hook"),
        (
            "https://a.example/hook?token=secret",
            "https://a.example/hook?token=…",
        ),
        (
            "https://a.example/?a=1&b=&c=x=y&",
            "https://a.example/?a=…&b=&c=…&",
        ),
        ("https://a.example/?secret", "https://a.example/?…"),
        ("https://a.example/?a?b=1", "https://a.example/?a?b=…"),
        ("https://a.example/?", "https://a.example/?"),
        ("", ""),
    ] {
        assert_eq!(super::without_values(stored), shown);
    }
}
