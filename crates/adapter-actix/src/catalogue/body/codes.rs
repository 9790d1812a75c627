use app::catalogue::browse::Sort;
use app::catalogue::product::MatchStatus as Status;
use domain::availability::Availability as Stock;
use domain::history::{Basis, Direction, LOW_DAYS, Label, Range, VerdictConfidence as Confidence};
use product_knowledge::comparable::Category;
use product_knowledge::fit::Goal;
use product_knowledge::specs::Attribute;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::http::closed_list::closed_lists;

closed_lists! {
    "What a shop says about its stock." Availability: Stock::ALL.map(Stock::code);
    "What comes first: the best match, the cheapest, the dearest, or what most shops sell. Of equal matches, and \
     of products of equally many shops, the cheapest comes first." SearchSort: Sort::ALL.map(Sort::code);
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
    "Properties that products are compared by; the unit is in the name."
        PropertyCode: Attribute::ALL.map(Attribute::code);
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
