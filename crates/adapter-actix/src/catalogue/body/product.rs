use app::catalogue::product::{Advice, ProductAnswer};
use domain::money::Currency;
use domain::product::{ProductDraft, Spec};
use domain::scoring::Decision;
use serde::Serialize;
use time::Date;
use utoipa::ToSchema;

use crate::catalogue::body::codes::MatchStatus;
use crate::catalogue::body::offer::OfferBody;
use crate::http::decimal::JsonDecimal;
use crate::http::moment;

/// One property of a product.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProductSpec)]
pub struct ProductSpecBody {
    /// Name of the property.
    pub label: String,
    /// Its value with its unit.
    pub value: String,
    /// Name of an icon.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub icon: Option<String>,
}

impl From<&Spec> for ProductSpecBody {
    fn from(spec: &Spec) -> Self {
        let Spec { label, value, icon } = spec.clone();
        Self { label, value, icon }
    }
}

/// A product of the catalogue.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Product)]
pub struct ProductBody {
    /// Public id.
    #[schema(pattern = "^[a-z0-9_]+$")]
    pub canonical_product_id: String,
    /// Name.
    pub product_name: String,
    /// Brand, or empty.
    pub brand: String,
    /// Model, or empty.
    pub model: String,
    /// Variant, or empty.
    pub variant: String,
    /// Category, or empty.
    pub category: String,
    /// The primary trade item number, or empty.
    pub ean: String,
    /// How sure it is that the offers are of this product, 0 to 1.
    #[schema(value_type = f64, minimum = 0, maximum = 1)]
    pub match_confidence: JsonDecimal,
    /// How the offers came to it.
    #[schema(value_type = MatchStatus, required = false)]
    pub match_status: &'static str,
    /// Path or URL of a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub image_path: Option<String>,
    /// Properties.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub specs: Vec<ProductSpecBody>,
    /// A short name that tells it from others.
    #[schema(required = false)]
    pub comparison_name: String,
    /// 0 to 100: how it stands in its category by its properties, all round; left out when too
    /// little is known, or when its category has no weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64, required = false)]
    pub comparison_score: Option<JsonDecimal>,
    /// What stands out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub comparison_badge: Option<&'static str>,
    /// What the score is made of, or why there is none; left out when the product is of no
    /// comparable category.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub comparison_summary: Option<String>,
}

impl ProductBody {
    fn of(answer: &ProductAnswer) -> Self {
        let ProductDraft {
            id,
            name,
            brand,
            model,
            variant,
            category,
            mpn: _,
            description: _,
            image_path,
            gtins,
            aliases: _,
            specs,
            provenance: _,
            pack_size: _,
            is_bundle: _,
            in_review: _,
        } = &answer.product.draft;
        Self {
            canonical_product_id: id.to_string(),
            product_name: name.clone(),
            brand: brand.clone(),
            model: model.clone(),
            variant: variant.clone(),
            category: category.clone(),
            ean: gtins
                .first()
                .map(|first| first.gtin.shown())
                .unwrap_or_default(),
            match_confidence: JsonDecimal::milli(answer.confidence.milli()),
            match_status: answer.status.code(),
            image_path: image_path.clone(),
            specs: specs.iter().map(ProductSpecBody::from).collect(),
            comparison_name: answer.standing.name.clone(),
            comparison_score: answer.standing.score().map(JsonDecimal::hundredths),
            comparison_badge: answer.standing.badge(),
            comparison_summary: answer.standing.summary(),
        }
    }
}

/// The recommendation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Decision)]
pub struct DecisionBody {
    /// How good the offer is, in words.
    pub label: String,
    /// Its shop.
    pub store: String,
    /// Its points, 0 to 100.
    pub score: u8,
    /// What it costs at the door.
    #[schema(value_type = f64)]
    pub delivered_price: JsonDecimal,
    /// Its page.
    #[schema(format = "uri")]
    pub url: String,
    /// Why this one, how the price stands in its history, and whether waiting is better.
    pub rationale: String,
    /// How many offers were compared.
    pub evaluated_offer_count: u32,
    /// When the newest of them last changed.
    #[schema(format = DateTime)]
    pub updated_at: String,
    /// The lowest item price among them.
    #[schema(value_type = f64, required = false)]
    pub lowest_item_price: JsonDecimal,
    /// Who has it.
    #[schema(required = false)]
    pub lowest_item_store: String,
}

impl DecisionBody {
    fn of(decision: &Decision, advice: Advice, currency: Currency) -> Self {
        let (lowest_item_price, lowest_item_store) = &decision.lowest_item;
        Self {
            label: advice.label.to_owned(),
            store: decision.store.clone(),
            score: decision.points,
            delivered_price: JsonDecimal::amount(decision.delivered_price, currency),
            url: decision.url.clone(),
            rationale: advice.rationale,
            evaluated_offer_count: decision.evaluated,
            updated_at: moment::instant(decision.updated_at),
            lowest_item_price: JsonDecimal::amount(*lowest_item_price, currency),
            lowest_item_store: lowest_item_store.clone(),
        }
    }
}

/// A product with its offers and a recommendation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProductComparison)]
pub struct ProductComparisonBody {
    /// Public id.
    #[schema(pattern = "^[a-z0-9_]+$")]
    pub canonical_product_id: String,
    /// Name.
    pub product_name: String,
    /// The product.
    pub product: ProductBody,
    /// Its offers, best first; of more than 200, 200 of them. What is said of scores, lowest prices and the
    /// recommendation holds among all.
    #[schema(max_items = 200)]
    pub offers: Vec<OfferBody>,
    /// How many offers there are; only when `offers` does not have them all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u32, required = false)]
    pub offer_count: Option<u32>,
    /// The recommendation; null when no offer can be recommended.
    pub decision: Option<DecisionBody>,
}

impl ProductComparisonBody {
    /// The answer as of `today`.
    pub fn of(answer: &ProductAnswer, currency: Currency, today: Date) -> Self {
        let assessment = &answer.assessment;
        let is_cut = assessment.offers.len() < assessment.offer_count;
        let count = || u32::try_from(assessment.offer_count).unwrap_or(u32::MAX);
        let offers = assessment
            .offers
            .iter()
            .map(|o| OfferBody::of(o, currency, today));
        Self {
            canonical_product_id: answer.product.draft.id.to_string(),
            product_name: answer.product.draft.name.clone(),
            product: ProductBody::of(answer),
            offers: offers.collect(),
            offer_count: is_cut.then(count),
            decision: assessment
                .decision
                .as_ref()
                .zip(answer.advice(currency))
                .map(|(decision, advice)| DecisionBody::of(decision, advice, currency)),
        }
    }
}
