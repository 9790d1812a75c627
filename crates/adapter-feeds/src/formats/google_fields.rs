//! The attributes of Google Merchant feeds and the names that they go by.

macro_rules! attributes {
    ($($variant:ident $name:literal,)+) => {
        /// An attribute that is read; all others are ignored, among them instalments and loyalty
        /// prices.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum GoogleField { $($variant,)+ }

        impl GoogleField {
            /// The attribute of a normalized name of Google's.
            pub(crate) fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)+ _ => None }
            }

            /// Its name.
            pub(crate) const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }
        }
    };
}

attributes! {
    Id "id",
    Title "title",
    Link "link",
    ImageLink "image_link",
    Price "price",
    SalePrice "sale_price",
    SaleDates "sale_price_effective_date",
    Currency "currency",
    Availability "availability",
    AvailabilityDate "availability_date",
    Quantity "quantity",
    Condition "condition",
    Gtin "gtin",
    Mpn "mpn",
    Brand "brand",
    Color "color",
    Size "size",
    Material "material",
    Pattern "pattern",
    ProductType "product_type",
    Category "google_product_category",
    ProductDetail "product_detail",
    Multipack "multipack",
    IsBundle "is_bundle",
    Shipping "shipping",
    FreeFrom "free_shipping_threshold",
    Description "description",
    MaxHandling "max_handling_time",
    Contract "subscription_cost",
}

impl GoogleField {
    /// The attribute of a normalized name that shops and Atom use in place of Google's.
    pub(crate) fn from_alias(name: &str) -> Option<Self> {
        Some(match name {
            "name" | "product_name" | "product_title" => Self::Title,
            "url" | "product_url" | "product_link" => Self::Link,
            "image" | "image_url" | "imageurl" => Self::ImageLink,
            "saleprice" => Self::SalePrice,
            "stock_quantity" | "inventory" | "sell_on_google_quantity" => Self::Quantity,
            "ean" | "ean13" | "upc" | "isbn" | "barcode" => Self::Gtin,
            "manufacturer" => Self::Brand,
            "colour" => Self::Color,
            "content" | "summary" => Self::Description,
            _ => return None,
        })
    }
}

/// How much the name of an attribute is believed: what is believed more takes the place of what is
/// believed less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Named {
    /// By another name.
    Alias,
    /// By Google's name, without its namespace.
    Plain,
    /// By Google's name in its namespace.
    Google,
}
