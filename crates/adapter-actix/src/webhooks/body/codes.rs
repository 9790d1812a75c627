use domain::access;
use domain::webhook::{self, audit, delivery};

use crate::http::closed_list::closed_lists;
use crate::http::error_body::error_codes;

closed_lists! {
    "Kinds of events." EventKind: webhook::EventKind::ALL.map(webhook::EventKind::code);
    "A watch fired." TriggeredKind: [webhook::EventKind::WatchlistTriggered.code()];
    "A test was asked for." TestKind: [webhook::EventKind::WebhookTest.code()];
    "Modes of keys." Mode: [access::Mode::Live.code(), access::Mode::Test.code()];
    "Only events of live mode are sent." LiveMode: [access::Mode::Live.code()];
    "How a delivery stands." DeliveryStatus: ["pending", "sending", "delivered", "failed", "cancelled"];
    "What went wrong." DeliveryErrorCode: delivery::DeliveryError::ALL.map(delivery::DeliveryError::code);
    "Where an incident stands." IncidentState: ["open", "acknowledged", "resolved"];
    "Where a rotation stands." RotationState: ["prepared", "activated", "cancelled", "expired"];
    "What was done." AuditAction: audit::Action::ALL.map(audit::Action::code);
    "`succeeded`, or the code of the error with which it was refused."
        AuditOutcome: [audit::SUCCEEDED].into_iter().chain(error_codes());
    "Kinds of things that something is done to."
        AuditTargetType: ["webhook", "delivery", "incident", "rotation"];
}
