use app::catalogue::compare::{ComparedProduct, ComparisonAnswer};
use domain::history::{NoVerdict, Summary};
use domain::money::{Amount, Currency};
use product_knowledge::compare::{Compared, Outcome};
use product_knowledge::fit::FitPart;
use product_knowledge::specs;
use serde::Serialize;
use time::Date;
use utoipa::ToSchema;

use crate::catalogue::body::codes::{
    ComparisonCategory, ComparisonGoal, HistoryRange, LowDays, PriceBasis, PropertyCode,
};
use crate::catalogue::body::history_summary::VerdictBody;
use crate::catalogue::body::offer::OfferBody;
use crate::http::closed_list::closed_lists;
use crate::http::decimal::JsonDecimal;
use crate::http::moment;

const WINNER: &str = "winner";
const TIE: &str = "tie";
const NOT_ENOUGH_DATA: &str = "not_enough_data";

closed_lists! {
    "How a comparison ended." ComparisonResult: [WINNER, TIE, NOT_ENOUGH_DATA];
}

/// One property's part in the fit.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = FitPart)]
pub struct FitPartBody {
    /// Code of the property; its unit is in the name.
    #[schema(value_type = PropertyCode)]
    pub attribute: &'static str,
    /// What the product has, in words.
    pub value: String,
    /// Points of 100 that the goal gives the property.
    #[schema(value_type = f64)]
    pub weight: JsonDecimal,
    /// 0 (worst of the catalogue) to 1 (best).
    #[schema(value_type = f64)]
    pub utility: JsonDecimal,
    /// The lower of the two values between which the property is scored, in its unit; null for yes
    /// or no and for fixed curves.
    #[schema(value_type = Option<f64>)]
    pub scale_low: Option<JsonDecimal>,
    /// The upper one.
    #[schema(value_type = Option<f64>)]
    pub scale_high: Option<JsonDecimal>,
    /// Points that it adds to the fit.
    #[schema(value_type = f64)]
    pub contribution: JsonDecimal,
}

impl FitPartBody {
    fn of(part: &FitPart) -> Self {
        let FitPart {
            attribute,
            weight,
            value,
            utility,
            contribution,
            low,
            high,
        } = *part;
        Self {
            attribute: attribute.code(),
            value: specs::shown(attribute, value),
            weight: JsonDecimal::hundredths(weight),
            utility: JsonDecimal::thousandths(utility),
            scale_low: low.map(JsonDecimal::hundredths),
            scale_high: high.map(JsonDecimal::hundredths),
            contribution: JsonDecimal::hundredths(contribution),
        }
    }
}

/// How well the properties fit the goal.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Fit)]
pub struct FitBody {
    /// 0 to 100 by properties alone; null when too little is known or the price alone decides.
    #[schema(value_type = Option<f64>)]
    pub points: Option<JsonDecimal>,
    /// Share of the weight whose properties are stated, 0 to 1; below 0.6 there are no points.
    #[schema(value_type = f64)]
    pub coverage: JsonDecimal,
    /// 1 at the cheapest of the compared, 0 from twice its price on.
    #[schema(value_type = f64)]
    pub value_utility: JsonDecimal,
    /// The stated properties.
    pub parts: Vec<FitPartBody>,
    /// Codes of the properties that are not stated.
    #[schema(value_type = Vec<PropertyCode>)]
    pub missing: Vec<&'static str>,
    /// What a buyer should know besides.
    pub notes: Vec<&'static str>,
}

/// What the product cost over the range; prices on `price_basis`.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HistoricalSignal)]
pub struct SignalBody {
    /// The days looked at.
    #[schema(value_type = HistoryRange)]
    pub range: &'static str,
    /// Which price this is about.
    #[schema(value_type = PriceBasis)]
    pub price_basis: &'static str,
    /// The lowest price now.
    #[schema(value_type = Option<f64>)]
    pub current: Option<JsonDecimal>,
    /// Time-weighted mean.
    #[schema(value_type = Option<f64>)]
    pub average: Option<JsonDecimal>,
    /// The lowest price of the range.
    #[schema(value_type = Option<f64>)]
    pub min: Option<JsonDecimal>,
    /// The first day of it.
    #[schema(format = Date)]
    pub min_date: Option<String>,
    /// The highest that the lowest price was.
    #[schema(value_type = Option<f64>)]
    pub max: Option<JsonDecimal>,
    /// Percent of the time of the range for which it was dearer; equal prices count half.
    #[schema(value_type = Option<f64>)]
    pub percentile: Option<JsonDecimal>,
    /// The longest of 7, 30, 90, 180 and 365 days in which the current price is the lowest.
    #[schema(value_type = Option<LowDays>)]
    pub lowest_in_days: Option<u16>,
    /// Whether the current price is a good one; null with the reason beside it.
    pub verdict: Option<VerdictBody>,
    /// Why there is no verdict.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    pub verdict_missing: Option<String>,
}

impl SignalBody {
    fn of(product: &ComparedProduct, range: &'static str, currency: Currency) -> Self {
        let summary: &Summary = &product.history;
        let amount = |amount: Amount| JsonDecimal::amount(amount, currency);
        let stats = summary.headline();
        Self {
            range,
            price_basis: summary.basis.code(),
            current: summary.current.map(|(price, _)| amount(price)),
            average: stats.map(|s| amount(s.mean)),
            min: stats.map(|s| amount(s.min.price)),
            min_date: stats.map(|s| moment::day(s.min.at.date())),
            max: stats.map(|s| amount(s.max.price)),
            percentile: summary
                .percentile
                .ok()
                .map(|p| JsonDecimal::hundredths(p * 100.0)),
            lowest_in_days: summary.lowest_in_days,
            verdict: summary
                .verdict
                .as_ref()
                .ok()
                .map(|verdict| VerdictBody::of(verdict, currency, &product.low_store)),
            verdict_missing: summary.verdict.as_ref().err().map(NoVerdict::reason),
        }
    }
}

/// One compared product.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ComparisonProduct)]
pub struct ComparisonProductBody {
    /// Public id.
    #[schema(pattern = "^[a-z0-9_]+$")]
    pub canonical_product_id: String,
    /// A short name that tells it from the others.
    pub comparison_name: String,
    /// Its recommended offer.
    pub best_offer: OfferBody,
    /// Brand.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    pub brand: String,
    /// Model.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[schema(required = false)]
    pub model: String,
    /// 0 to 100: the score for the goal, of properties and price; left out when too little is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64, required = false)]
    pub fit_score: Option<JsonDecimal>,
    /// What the score is made of.
    pub fit: FitBody,
    /// Too little is known of its properties for a score.
    pub not_enough_data: bool,
    /// It is the better choice for the goal.
    pub is_winner: bool,
    /// What it cost.
    pub history: SignalBody,
}

/// The goal, what was weighed, and the result.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ComparisonPreference)]
pub struct PreferenceBody {
    /// The goal.
    #[schema(value_type = ComparisonGoal)]
    pub goal: &'static str,
    /// The category of all.
    #[schema(value_type = ComparisonCategory)]
    pub category: &'static str,
    /// How it ended.
    #[schema(value_type = ComparisonResult)]
    pub result: &'static str,
    /// The better choice; null when there is none.
    pub winner: Option<String>,
    /// Points between the first and the second; null when not all have a score.
    #[schema(value_type = Option<f64>)]
    pub margin: Option<JsonDecimal>,
    /// Share of the price in `fit_score`, 0 to 1.
    #[schema(value_type = f64)]
    pub price_weight: JsonDecimal,
    /// Share of the properties.
    #[schema(value_type = f64)]
    pub attributes_weight: JsonDecimal,
    /// Version of the scales by which properties are scored; 0: built in.
    pub scale_version: i64,
    /// Goal, weights, result and what is missing, in words.
    pub explanation: String,
}

/// Products compared for a goal.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ComparisonResponse)]
pub struct ComparisonResponseBody {
    /// The products in the order asked for.
    #[schema(min_items = 2, max_items = 4)]
    pub products: Vec<ComparisonProductBody>,
    /// The goal, what was weighed, and the result.
    pub preference: PreferenceBody,
    /// The days of the historical signals.
    #[schema(value_type = HistoryRange)]
    pub range: &'static str,
    /// The goal.
    #[schema(value_type = ComparisonGoal)]
    pub goal: &'static str,
}

impl ComparisonResponseBody {
    /// The answer as of `today`.
    pub fn of(answer: &ComparisonAnswer, currency: Currency, today: Date) -> Self {
        let comparison = &answer.comparison;
        let range = answer.range.code();
        let (result, winner, margin) = match &comparison.outcome {
            Outcome::Winner { place, margin, .. } => (WINNER, Some(*place), Some(*margin)),
            Outcome::Tie { first, second, .. } => {
                let score = |place: usize| comparison.products.get(place)?.score;
                let margin = score(*first).zip(score(*second)).map(|(a, b)| a - b);
                (TIE, None, margin)
            }
            Outcome::NotEnoughData { places: _ } => (NOT_ENOUGH_DATA, None, None),
        };
        let both = answer.products.iter().zip(&comparison.products);
        let products = both.enumerate().map(|(place, (product, compared))| {
            let history = SignalBody::of(product, range, currency);
            let offer = OfferBody::of(&product.offer, currency, today);
            ComparisonProductBody {
                is_winner: winner == Some(place),
                ..product_body(product, compared, offer, history)
            }
        });
        Self {
            products: products.collect(),
            preference: PreferenceBody {
                goal: comparison.goal.code(),
                category: comparison.category.code(),
                result,
                winner: comparison.winner().map(|w| w.candidate.id.to_string()),
                margin: margin.map(JsonDecimal::hundredths),
                price_weight: JsonDecimal::hundredths(comparison.price_share),
                attributes_weight: JsonDecimal::hundredths(1.0 - comparison.price_share),
                scale_version: comparison.scale_version.0,
                explanation: comparison.explanation(currency),
            },
            range,
            goal: comparison.goal.code(),
        }
    }
}

fn product_body(
    product: &ComparedProduct,
    compared: &Compared,
    best_offer: OfferBody,
    history: SignalBody,
) -> ComparisonProductBody {
    let fit = &compared.fit;
    ComparisonProductBody {
        canonical_product_id: product.draft.id.to_string(),
        comparison_name: compared.candidate.name.clone(),
        best_offer,
        brand: product.draft.brand.clone(),
        model: product.draft.model.clone(),
        fit_score: compared.score.map(JsonDecimal::hundredths),
        fit: FitBody {
            points: fit.points.map(JsonDecimal::hundredths),
            coverage: JsonDecimal::thousandths(fit.coverage),
            value_utility: JsonDecimal::thousandths(compared.value_utility),
            parts: fit.parts.iter().map(FitPartBody::of).collect(),
            missing: fit.missing.iter().map(|a| a.code()).collect(),
            notes: fit.flags.iter().map(|f| f.text()).collect(),
        },
        not_enough_data: compared.score.is_none(),
        is_winner: false,
        history,
    }
}
