use contract_tests::mailer::notice;
use domain::webhook::delivery::DeliveryError;
use domain::webhook::notice::{Notice, Occasion};
use ports_net::{Content, Letter};
use rstest::rstest;

use super::{built_in, letter, load, shown};

const ALL: [Occasion; 3] = [Occasion::Opened, Occasion::Reminder, Occasion::Recovered];

fn with(occasion: Occasion, change: impl FnOnce(&mut Notice)) -> Letter {
    let mut letter = notice(1, occasion);
    let Content::Endpoint { notice } = &mut letter.content else {
        panic!("another letter");
    };
    change(notice);
    letter
}

#[test]
fn a_failing_endpoint_is_told_with_what_to_do() {
    let rendered = built_in(&with(Occasion::Opened, |notice| {
        notice.at = notice.opened_at;
    }));
    assert_eq!(
        rendered.subject,
        "Webhook endpoint fails: hooks.shop.example"
    );
    assert_eq!(
        rendered.text,
        "Deliveries to the webhook endpoint at hooks.shop.example fail.

The endpoint did not answer in time. (timeout)
Since 2026-03-01 12:00 UTC.
Deliveries that wait: 12

What the service does

It goes on trying, up to eight times for each delivery, with longer and
longer pauses. After repeated failures, or a refusal for good, it leaves
the endpoint alone for some minutes (the cooldown) and then tries one
delivery. As soon as one arrives, the incident is over and you are told.

What you can do

* See which deliveries fail, and why:
  GET /v1/webhook-deliveries?subscription_id=wh_00000000000000010000000000000000
* Mend the endpoint, then send it a test event with {\"confirm\": true}; it
  waits for the end of a cooldown:
  POST /v1/webhooks/wh_00000000000000010000000000000000/test
* Stop the reminders, and nothing else, with
  {\"incident_id\": \"wi_00000000000000010000000000000009\"}:
  POST /v1/webhooks/wh_00000000000000010000000000000000/incidents/acknowledge
* Send a delivery again that has failed for good, within seven days:
  POST /v1/webhook-deliveries/DELIVERY_ID/retry

Subscription wh_00000000000000010000000000000000
Incident wi_00000000000000010000000000000009

-- 
You get this mail because alerts of a workspace with webhooks go to this
address."
    );
    assert!(rendered.headers.is_empty());
}

#[test]
fn a_reminder_says_for_how_long_it_fails() {
    let rendered = built_in(&notice(1, Occasion::Reminder));
    assert_eq!(
        rendered.subject,
        "Webhook endpoint still fails after 2 hours 5 minutes: hooks.shop.example"
    );
    let begin = "Deliveries to the webhook endpoint at hooks.shop.example still fail.

The endpoint did not answer in time. (timeout)
Since 2026-03-01 12:00 UTC, for 2 hours 5 minutes.
Deliveries that wait: 12

What the service does
";
    assert!(rendered.text.starts_with(begin), "{}", rendered.text);
}

#[test]
fn a_recovery_says_that_it_works_again_and_what_is_left_to_do() {
    let rendered = built_in(&notice(1, Occasion::Recovered));
    assert_eq!(
        rendered.subject,
        "Webhook endpoint works again: hooks.shop.example"
    );
    let begin = "The webhook endpoint at hooks.shop.example works again.

A delivery arrived, and the incident is over: no more reminders.
From 2026-03-01 12:00 UTC to 2026-03-01 14:05 UTC (2 hours 5 minutes).
What it began with: The endpoint did not answer in time. (timeout)
Deliveries that still wait: 12. They go out by themselves.

What you can do

* Look for deliveries that failed meanwhile; they are not sent again by
  themselves:
  GET /v1/webhook-deliveries?subscription_id=wh_00000000000000010000000000000000
* Send one of them again, within seven days:
  POST /v1/webhook-deliveries/DELIVERY_ID/retry

Subscription wh_00000000000000010000000000000000
Incident wi_00000000000000010000000000000009

-- 
";
    assert!(rendered.text.starts_with(begin), "{}", rendered.text);
    for part in [&rendered.text, &rendered.html] {
        assert!(!part.contains("acknowledge") && !part.contains("fails"));
    }
}

#[test]
fn both_parts_say_the_same() {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for occasion in ALL {
        let rendered = built_in(&notice(1, occasion));
        let html = words(&without_tags(&rendered.html));
        let (text, _) = rendered.text.split_once("\n-- \n").unwrap();
        for line in text
            .lines()
            .map(|line| words(line.trim_start_matches("* ")))
        {
            assert!(html.contains(&line), "{line} in {html}");
        }
    }
}

#[test]
fn every_cause_is_told_at_every_occasion() {
    for occasion in ALL {
        for cause in DeliveryError::ALL {
            let rendered = built_in(&with(occasion, |notice| notice.cause = cause));
            let code = format!(". ({})", cause.code());
            assert!(rendered.text.contains(&code), "{}", rendered.text);
            assert!(rendered.html.contains(&code), "{}", rendered.html);
        }
    }
}

#[test]
fn nothing_is_said_of_deliveries_when_none_wait() {
    for occasion in ALL {
        let rendered = built_in(&with(occasion, |notice| notice.waiting = 0));
        for part in [&rendered.text, &rendered.html] {
            assert!(
                !part.contains("wait:") && !part.contains("\n\n\n"),
                "{part}"
            );
        }
    }
}

#[test]
fn a_host_is_escaped_in_html() {
    for occasion in ALL {
        let rendered = built_in(&with(occasion, |notice| {
            "<script>alert(1)</script>&\"'".clone_into(&mut notice.host);
        }));
        assert!(!rendered.html.contains("<script"), "{}", rendered.html);
    }
}

#[test]
fn an_operators_files_replace_those_of_their_kind_only() {
    let templates = load(&[
        ("endpoint.subject", "{{ occasion }} {{ waiting }}"),
        (
            "endpoint.txt",
            "{{ host }} {{ subscription_id }} {{ incident_id }} {{ cause }} {{ problem }} \
             {{ opened_at }} {{ at }} {{ duration }} {{ to }}",
        ),
        ("endpoint.headers", "Reply-To: help@shop.example\n"),
        ("watch.headers", "X-Product: {{ product }}\n"),
    ])
    .unwrap();
    assert_eq!(
        templates.replaced(),
        [
            "watch.headers",
            "endpoint.subject",
            "endpoint.txt",
            "endpoint.headers"
        ]
    );
    let rendered = templates.render(&notice(1, Occasion::Reminder)).unwrap();
    assert_eq!(rendered.subject, "reminder 12");
    assert_eq!(
        rendered.text,
        "hooks.shop.example wh_00000000000000010000000000000000 \
         wi_00000000000000010000000000000009 timeout The endpoint did not answer in time. \
         2026-03-01 12:00 UTC 2026-03-01 14:05 UTC 2 hours 5 minutes reader.1@mail.example"
    );
    assert!(rendered.html.contains("still fail."));
    let headers: Vec<String> = rendered.headers.iter().map(shown).collect();
    assert_eq!(headers, ["Reply-To: help@shop.example"]);
    let watch = templates.render(&letter(1)).unwrap();
    let headers: Vec<String> = watch.headers.iter().map(shown).collect();
    assert_eq!(headers, ["X-Product: Nova X2 128 GB"]);
    assert!(watch.text.starts_with("Nova X2 128 GB\n"));
}

#[test]
fn a_template_that_fails_later_gives_way_to_the_built_in_one() {
    let templates = load(&[(
        "endpoint.txt",
        "{{ host }}{% if host == '7' %}{{ 'x'|int }}{% endif %}",
    )])
    .unwrap();
    let render = |letter: &Letter| templates.render(letter).unwrap().text;
    assert_eq!(render(&notice(1, Occasion::Opened)), "hooks.shop.example");
    let letter = with(Occasion::Opened, |notice| "7".clone_into(&mut notice.host));
    assert!(render(&letter).starts_with("Deliveries to the webhook endpoint at 7 fail."));
}

#[rstest]
#[case(
    "endpoint.txt",
    "{{ product }}",
    "there is no variable product; there are occasion, host,"
)]
#[case(
    "watch.txt",
    "{{ host }}",
    "there is no variable host; there are product,"
)]
#[case("endpoint.headers", "X-A: {{ watch_id }}", "no variable watch_id")]
#[case("endpoint.headers", "To: x@y.example", "accepted is NAME: VALUE")]
#[case(
    "endpoint.html",
    "{% if waiting > 3 %}x{% endif %}",
    "nothing comes of it"
)]
#[case(
    "endpoint.text",
    "x",
    "accepted are endpoint.subject, endpoint.txt, endpoint.html, endpoint.headers"
)]
fn what_no_notice_has_is_refused(#[case] file: &str, #[case] content: &str, #[case] problem: &str) {
    let error = load(&[(file, content)]).err().expect("an error");
    assert!(error.file.ends_with(file), "{error}");
    assert!(error.problem.contains(problem), "{error}");
}

/// What a reader sees of HTML.
fn without_tags(html: &str) -> String {
    let mut text = String::new();
    let mut is_tag = false;
    for c in html.replace("<br>", " ").chars() {
        match c {
            '<' => is_tag = true,
            '>' => is_tag = false,
            c if !is_tag => text.push(c),
            _ => {}
        }
    }
    text
}
