//! Closed lists of codes: what the document says of them is made of the values themselves.

use std::borrow::Cow;

use app::ErrorCode as Code;
use app::catalogue::product::MatchStatus as Status;
use domain::access::Mode;
use domain::availability::Availability as Stock;
use domain::history::{Basis, Confidence, Direction, LOW_DAYS, Label, Range};
use domain::webhook::EventKind;
use domain::webhook::audit::{Action, SUCCEEDED};
use product_knowledge::comparable::Category;
use product_knowledge::fit::Goal;
use product_knowledge::specs::Attribute;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

macro_rules! closed {
    ($($doc:literal $name:ident: $codes:expr;)*) => { $(
        #[doc = $doc]
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                list($doc, $codes)
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                stringify!($name).into()
            }
        }
    )* };
}

closed! {
    "What went wrong, for a program." ErrorCode: error_codes();
    "What a shop says about its stock." Availability: Stock::ALL.map(Stock::code);
    "How the offers of a product came to it: `confirmed` by the operator or a person, `matched` by \
     their evidence, `unconfirmed` (one feed brought product and offers), or under `review` by a person."
        MatchStatus: Status::ALL.map(Status::code);
    "How good a price is." VerdictLabel: Label::ALL.map(Label::code);
    "How much a verdict rests on." VerdictConfidence: Confidence::ALL.map(Confidence::code);
    "Where a price is going." TrendDirection: Direction::ALL.map(Direction::code);
    "`delivered`: at the door, with stated delivery costs; `item`: without delivery."
        PriceBasis: Basis::ALL.map(Basis::code);
    "Days that are looked at; they end today." HistoryRange: Range::ALL.map(Range::code);
    "What a buyer is after." ComparisonGoal: Goal::ALL.map(Goal::code);
    "Categories in which products are compared." ComparisonCategory: Category::ALL.map(Category::code);
    "How a comparison ended." ComparisonResult: super::comparison::RESULTS;
    "Properties that products are compared by; the unit is in the name."
        PropertyCode: Attribute::ALL.map(Attribute::code);
    "Figures that may be missing." FigureName: super::history_summary::FIGURES;
    "What was done." AuditAction: Action::ALL.map(Action::code);
    "A watch fired." TriggeredKind: [EventKind::WatchlistTriggered.code()];
    "A test was asked for." TestKind: [EventKind::WebhookTest.code()];
    "Only events of live mode are sent." LiveMode: [Mode::Live.code()];
    "`succeeded`, or the code of the error with which it was refused."
        AuditOutcome: [SUCCEEDED].into_iter().chain(error_codes());
}

/// Days for which a price may be the lowest.
pub struct LowDays;

impl PartialSchema for LowDays {
    fn schema() -> RefOr<Schema> {
        let days = ObjectBuilder::new()
            .schema_type(SchemaType::new(Type::Integer))
            .description(Some("Days for which a price may be the lowest."))
            .enum_values(Some(LOW_DAYS));
        days.build().into()
    }
}

impl ToSchema for LowDays {}

/// true, and nothing else.
pub struct True;

impl PartialSchema for True {
    fn schema() -> RefOr<Schema> {
        let only = ObjectBuilder::new()
            .schema_type(SchemaType::new(Type::Boolean))
            .description(Some("true, and nothing else."))
            .enum_values(Some([true]));
        only.build().into()
    }
}

impl ToSchema for True {}

/// Two errors may share a code, under different statuses.
fn error_codes() -> Vec<&'static str> {
    let mut codes = Vec::new();
    for code in Code::ALL.map(Code::code) {
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    codes
}

fn list(about: &str, codes: impl IntoIterator<Item = &'static str>) -> RefOr<Schema> {
    let list = ObjectBuilder::new()
        .schema_type(SchemaType::new(Type::String))
        .description(Some(about))
        .enum_values(Some(codes));
    list.build().into()
}
