//! Closed lists of codes: what the `OpenAPI` document says of them is made of the values themselves.

use utoipa::PartialSchema;
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};

/// Declares types that describe closed lists of codes: `"What they are." Name: codes;`.
macro_rules! closed_lists {
    ($($doc:literal $name:ident: $codes:expr;)*) => { $(
        #[doc = $doc]
        pub struct $name;

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                $crate::http::closed_list::list($doc, $codes)
            }
        }

        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }
        }
    )* };
}
pub(crate) use closed_lists;

/// The schema of a text that is one of these codes.
pub fn list(about: &str, codes: impl IntoIterator<Item = &'static str>) -> RefOr<Schema> {
    let list = ObjectBuilder::new()
        .schema_type(SchemaType::new(Type::String))
        .description(Some(about))
        .enum_values(Some(codes));
    list.build().into()
}

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
