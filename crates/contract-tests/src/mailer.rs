//! What every mailer promises.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::missing_panics_doc,
    reason = "a suite fails by panicking"
)]

use domain::email::EmailAddress;
use domain::ids::CanonicalProductId;
use domain::money::{Amount, Currency};
use domain::watch::{Firing, StatedMinimum, TargetPrice};
use domain::webhook::delivery::DeliveryError;
use domain::webhook::notice::{Notice, Occasion};
use ports_net::{Content, Letter, MailError, Mailer};
use time::macros::datetime;
use uuid::Uuid;

/// What a mail server does with the next mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reaction {
    /// It has no mailbox of this name.
    RefuseAddress,
    /// It does not want what the mail says.
    RefuseContent,
    /// It has no room at the moment.
    PutOff,
    /// It breaks the connection off when it has read the mail.
    BreakOff,
    /// It takes the mail, but thinks about it for some minutes.
    TakeMinutes,
}

/// A mail that arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrival {
    /// Its Message-ID.
    pub message_id: String,
    /// Where to.
    pub to: String,
}

/// A mailer, and the mail server behind it.
pub trait PostOffice: Send + Sync {
    /// The mailer.
    fn mailer(&self) -> &dyn Mailer;
    /// What the server does with the next mail instead of taking it.
    fn react(&self, reaction: Reaction);
    /// Returns when the server thinks about a mail, and makes those minutes short.
    fn let_minutes_pass(&self) -> impl Future<Output = ()> + Send;
    /// Stops the server.
    fn close(&self);
    /// The mails for which the server took responsibility, in order.
    fn arrived(&self) -> Vec<Arrival>;
}

/// A letter about a fired watch; its id and address are made from the number.
pub fn letter(number: u128) -> Letter {
    let amount = |minor| Amount::from_minor(minor).expect("an amount");
    let firing = Firing {
        watch: Uuid::from_u128(number << 64),
        product: CanonicalProductId::parse("nova_x2_128gb").expect("an id"),
        product_name: "Nova X2 128 GB".to_owned(),
        condition: domain::watch::WatchCondition::BelowTarget {
            target: TargetPrice::parse_json("450").expect("a target"),
        },
        watched_store: None,
        minimum: StatedMinimum {
            price: amount(44_490),
            item: amount(44_000),
            delivery: amount(490),
            store: "Store One".to_owned(),
            url: "https://store-one.example/nova-x2?colour=blue&size=128".to_owned(),
        },
        source_revision: Uuid::from_u128(7),
        observed_at: datetime!(2026-03-01 12:00 UTC),
    };
    Letter {
        id: Uuid::from_u128(number),
        to: EmailAddress::parse(&format!("reader.{number}@mail.example")).expect("an address"),
        date: datetime!(2026-03-01 12:00:01 UTC),
        currency: Currency::parse("EUR").expect("a currency"),
        content: Content::WatchFired {
            firing,
            standing: Some("The lowest price of the last 90 days.".to_owned()),
            changed_to: None,
            ending: None,
        },
    }
}

/// A letter about an endpoint that failed for two hours and five minutes; its id, address and
/// subscription are made from the number.
pub fn notice(number: u128, occasion: Occasion) -> Letter {
    let notice = Notice {
        occasion,
        subscription: Uuid::from_u128(number << 64),
        host: "hooks.shop.example".to_owned(),
        incident: Uuid::from_u128((number << 64) + 9),
        cause: DeliveryError::Timeout,
        opened_at: datetime!(2026-03-01 12:00 UTC),
        at: datetime!(2026-03-01 14:05 UTC),
        waiting: 12,
    };
    Letter {
        date: notice.at,
        content: Content::Endpoint { notice },
        ..letter(number)
    }
}

/// A letter that was sent arrives once, for its address, and its id is in the Message-ID.
pub async fn a_sent_letter_arrives_once_with_its_message_id(office: impl PostOffice) {
    let letters = [
        letter(1),
        notice(2, Occasion::Opened),
        notice(3, Occasion::Reminder),
        notice(4, Occasion::Recovered),
        letter(5),
    ];
    for letter in &letters {
        let sent = office.mailer().send(letter).await;
        assert_eq!(sent, Ok(()));
    }
    let arrived = office.arrived();
    assert_eq!(arrived.len(), letters.len());
    for (arrival, letter) in arrived.iter().zip(&letters) {
        assert!(arrival.message_id.contains(&letter.id.to_string()));
        assert_eq!(arrival.to, letter.to.as_str());
    }
}

/// Two sends of one letter make mails with the same Message-ID, of two letters with different ones.
pub async fn two_sends_of_one_letter_have_the_same_message_id(office: impl PostOffice) {
    for number in [1, 1, 2] {
        let sent = office.mailer().send(&letter(number)).await;
        assert_eq!(sent, Ok(()));
    }
    let ids: Vec<String> = office
        .arrived()
        .into_iter()
        .map(|arrival| arrival.message_id)
        .collect();
    let [first, second, other] = ids.as_slice() else {
        panic!("{} mails arrived", ids.len());
    };
    assert_eq!(first, second);
    assert_ne!(first, other);
}

/// What the server does not take for this address, ever, is refused.
pub async fn a_refusal_is_refused(office: impl PostOffice) {
    for reaction in [Reaction::RefuseAddress, Reaction::RefuseContent] {
        office.react(reaction);
        let sent = office.mailer().send(&letter(1)).await;
        assert!(matches!(sent, Err(MailError::Refused(_))), "{sent:?}");
    }
    assert_eq!(office.arrived(), []);
}

/// What the server does not take now is put off, and may be taken later.
pub async fn a_put_off_is_put_off(office: impl PostOffice) {
    office.react(Reaction::PutOff);
    let sent = office.mailer().send(&letter(1)).await;
    assert!(matches!(sent, Err(MailError::PutOff(_))), "{sent:?}");
    assert_eq!(office.mailer().send(&letter(1)).await, Ok(()));
    assert_eq!(office.arrived().len(), 1);
}

/// A server that is gone, or goes before it took responsibility, is unreachable.
pub async fn a_server_that_is_gone_is_unreachable(office: impl PostOffice) {
    office.react(Reaction::BreakOff);
    let sent = office.mailer().send(&letter(1)).await;
    assert!(matches!(sent, Err(MailError::Unreachable(_))), "{sent:?}");
    assert_eq!(office.mailer().send(&letter(2)).await, Ok(()));
    office.close();
    let sent = office.mailer().send(&letter(3)).await;
    assert!(matches!(sent, Err(MailError::Unreachable(_))), "{sent:?}");
    assert_eq!(office.arrived().len(), 1);
}

/// A server that thinks about a mail for minutes is waited for: the mail is sent, once.
pub async fn a_server_that_takes_minutes_to_answer_is_waited_for(office: impl PostOffice) {
    office.react(Reaction::TakeMinutes);
    let letter = letter(1);
    let (sent, ()) = tokio::join!(office.mailer().send(&letter), office.let_minutes_pass());
    assert_eq!(sent, Ok(()));
    assert_eq!(office.arrived().len(), 1);
}

/// One mail's failure does not touch the next one.
pub async fn a_failure_does_not_touch_the_next_letter(office: impl PostOffice) {
    for reaction in [
        Reaction::RefuseAddress,
        Reaction::PutOff,
        Reaction::RefuseContent,
        Reaction::BreakOff,
    ] {
        office.react(reaction);
        let sent = office.mailer().send(&letter(1)).await;
        assert!(sent.is_err(), "{reaction:?}");
        assert_eq!(office.mailer().send(&letter(2)).await, Ok(()));
    }
    assert_eq!(office.arrived().len(), 4);
}

/// The texts of errors hold no address, whatever the server says.
pub async fn errors_hold_no_address(office: impl PostOffice) {
    for reaction in [
        Reaction::RefuseAddress,
        Reaction::RefuseContent,
        Reaction::PutOff,
    ] {
        office.react(reaction);
        let error = office
            .mailer()
            .send(&letter(1))
            .await
            .expect_err("the server did not take it");
        let text = error.to_string();
        assert!(!text.contains('@') && !text.contains("reader"), "{text}");
    }
}

/// Stamps one test for each promise of [`Mailer`]; the expression is a future of a [`PostOffice`].
#[macro_export]
macro_rules! mailer_contract {
    ($office:expr) => {
        $crate::mailer_contract! { @cases $office;
            a_sent_letter_arrives_once_with_its_message_id
            two_sends_of_one_letter_have_the_same_message_id
            a_refusal_is_refused
            a_put_off_is_put_off
            a_server_that_is_gone_is_unreachable
            a_server_that_takes_minutes_to_answer_is_waited_for
            a_failure_does_not_touch_the_next_letter
            errors_hold_no_address
        }
    };
    (@cases $office:expr; $($case:ident)*) => {
        $(
            #[tokio::test]
            async fn $case() {
                $crate::mailer::$case($office.await).await;
            }
        )*
    };
}
