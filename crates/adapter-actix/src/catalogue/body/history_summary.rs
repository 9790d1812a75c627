use app::catalogue::history::PriceIntelligence;
use domain::history::{Extreme, NoVerdict, Stats, Verdict};
use domain::money::{Amount, Currency};
use serde::Serialize;
use utoipa::ToSchema;

use crate::catalogue::body::codes::{
    LowDays, PriceBasis, TrendDirection, VerdictConfidence, VerdictLabel,
};
use crate::http::closed_list::closed_lists;
use crate::http::decimal::JsonDecimal;
use crate::http::moment;

closed_lists! {
    "Figures that may be missing." FigureName: FIGURES;
}

/// Statistics of the lowest price over the range, weighted by the time for which each price stood.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PriceStatistics)]
pub struct StatsBody {
    /// Time-weighted mean.
    #[schema(value_type = f64)]
    pub average: JsonDecimal,
    /// Time-weighted median.
    #[schema(value_type = f64)]
    pub median: JsonDecimal,
    /// The price that was undercut for at most a tenth of the time.
    #[schema(value_type = f64)]
    pub p10: JsonDecimal,
    /// The lowest price.
    #[schema(value_type = f64)]
    pub min: JsonDecimal,
    /// The first day of it.
    #[schema(format = Date)]
    pub min_date: String,
    /// Who asked it.
    pub min_store: String,
    /// The highest that the lowest price was.
    #[schema(value_type = f64)]
    pub max: JsonDecimal,
    /// The first day of it.
    #[schema(format = Date)]
    pub max_date: String,
    /// Who asked it.
    pub max_store: String,
    /// Time-weighted standard deviation as a share of the mean.
    #[schema(value_type = f64)]
    pub volatility: JsonDecimal,
    /// Hours of the range for which there was a price.
    #[schema(value_type = f64)]
    pub observed_hours: JsonDecimal,
}

/// Where the price is going.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PriceTrend)]
pub struct TrendBody {
    /// Up, down or neither.
    #[schema(value_type = TrendDirection)]
    pub direction: &'static str,
    /// Change in 30 days in percent of the mean.
    #[schema(value_type = f64)]
    pub percent_per_30_days: JsonDecimal,
}

/// What the points of a verdict are made of, each 0 to 1.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = VerdictParts)]
pub struct VerdictPartsBody {
    /// Weight 50: mid-rank of the price in 180 days.
    #[schema(value_type = f64)]
    pub percentile: JsonDecimal,
    /// Weight 30: how far below the median of 90 days.
    #[schema(value_type = f64)]
    pub below_median: JsonDecimal,
    /// Weight 20: how near to the low of 180 days.
    #[schema(value_type = f64)]
    pub near_low: JsonDecimal,
}

/// Whether the current price is a good one, by the last 180 days; the same for every range.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PriceVerdict)]
pub struct VerdictBody {
    /// How good the price is.
    #[schema(value_type = VerdictLabel)]
    pub label: &'static str,
    /// 0 to 100; 50 when the price never moved.
    pub score: u8,
    /// How much this rests on.
    #[schema(value_type = VerdictConfidence)]
    pub confidence: &'static str,
    /// Why, in words.
    pub reason: String,
    /// Waiting is the better advice.
    pub wait: bool,
    /// What the score is made of.
    pub parts: VerdictPartsBody,
    /// Time-weighted median of 90 days.
    #[schema(value_type = f64)]
    pub median_90d: JsonDecimal,
    /// The lowest price of 180 days.
    #[schema(value_type = f64)]
    pub low_180d: JsonDecimal,
    /// The first day that was looked at.
    #[schema(format = Date)]
    pub since: String,
}

/// Why a figure is null.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MissingFigure)]
pub struct MissingBody {
    /// The figure.
    #[schema(value_type = FigureName)]
    pub figure: &'static str,
    /// Why there is none.
    pub reason: String,
}

/// What the days of a range amount to. Prices are the lowest price of the product on `price_basis`
/// unless their name says otherwise.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PriceSummary)]
pub struct SummaryBody {
    /// `delivered`: at the door, with stated delivery costs; `item`: without delivery, when the
    /// delivery cost is not stated now or was not for most of the time.
    #[schema(value_type = PriceBasis)]
    pub price_basis: &'static str,
    /// The first day of the range.
    #[schema(format = Date)]
    pub from: String,
    /// The instant to which statistics reach: the end of the hour.
    #[schema(format = DateTime)]
    pub as_of: String,
    /// The lowest price now; null when no shop offers the product.
    #[schema(value_type = Option<f64>)]
    pub current: Option<JsonDecimal>,
    /// Who asks it.
    pub current_store: Option<String>,
    /// The lowest item price now.
    #[schema(value_type = Option<f64>)]
    pub current_item_price: Option<JsonDecimal>,
    /// The lowest price at the door now, with a stated delivery cost.
    #[schema(value_type = Option<f64>)]
    pub current_delivered_price: Option<JsonDecimal>,
    /// The current price less the first one of the range.
    #[schema(value_type = Option<f64>)]
    pub change: Option<JsonDecimal>,
    /// The same in percent of the first one.
    #[schema(value_type = Option<f64>)]
    pub change_percent: Option<JsonDecimal>,
    /// The lowest price of the range.
    #[schema(value_type = Option<f64>)]
    pub min: Option<JsonDecimal>,
    /// The first day of it.
    #[schema(format = Date)]
    pub min_date: Option<String>,
    /// Who asked it.
    pub min_store: Option<String>,
    /// The highest that the lowest price was.
    #[schema(value_type = Option<f64>)]
    pub max: Option<JsonDecimal>,
    /// The first day of it.
    #[schema(format = Date)]
    pub max_date: Option<String>,
    /// Who asked it.
    pub max_store: Option<String>,
    /// Time-weighted mean.
    #[schema(value_type = Option<f64>)]
    pub average: Option<JsonDecimal>,
    /// Time-weighted median.
    #[schema(value_type = Option<f64>)]
    pub median: Option<JsonDecimal>,
    /// The price that was undercut for at most a tenth of the time.
    #[schema(value_type = Option<f64>)]
    pub p10: Option<JsonDecimal>,
    /// Time-weighted standard deviation as a share of the mean.
    #[schema(value_type = Option<f64>)]
    pub volatility: Option<JsonDecimal>,
    /// The first day of the series.
    #[schema(format = Date)]
    pub first_date: Option<String>,
    /// The last day of the series.
    #[schema(format = Date)]
    pub last_date: Option<String>,
    /// Days in the series.
    pub points: usize,
    /// Percent of the time of the range for which the product was dearer, times at the same price
    /// counted half: 100 is the lowest, 50 a price that never moved.
    #[schema(value_type = Option<f64>)]
    pub percentile: Option<JsonDecimal>,
    /// Where the price is going.
    pub trend: Option<TrendBody>,
    /// Share of the range in which offers of the product were known, 0 to 1.
    #[schema(value_type = f64)]
    pub coverage: JsonDecimal,
    /// Share of that in which none could be bought; null when nothing was known.
    #[schema(value_type = Option<f64>)]
    pub out_of_stock_share: Option<JsonDecimal>,
    /// For how many days the product is watched altogether.
    pub watched_days: i64,
    /// The longest of 7, 30, 90, 180 and 365 days in which the current price is the lowest; null
    /// when it is not, or was not watched for as long.
    #[schema(value_type = Option<LowDays>)]
    pub lowest_in_days: Option<u16>,
    /// Statistics of the item price; null when there was none.
    pub item: Option<StatsBody>,
    /// Statistics of the price at the door; null when no delivery cost was stated.
    pub delivered: Option<StatsBody>,
    /// Whether the current price is a good one.
    pub verdict: Option<VerdictBody>,
    /// Why figures above are null.
    pub missing: Vec<MissingBody>,
}

impl SummaryBody {
    /// The summary of an answer.
    pub fn of(answer: &PriceIntelligence, currency: Currency) -> Self {
        let summary = &answer.summary;
        let amount = |amount| JsonDecimal::amount(amount, currency);
        let name = |store| answer.store_name(store).to_owned();
        let stats = |stats: &Stats| StatsBody::of(stats, answer, currency);
        let headline = summary.headline();
        let price = |pick: fn(&Stats) -> Amount| headline.map(|s| amount(pick(s)));
        let extreme = |pick: fn(&Stats) -> Extreme| headline.map(pick);
        let change = summary.current.zip(summary.first);
        let change = change.map(|((now, _), (first, _))| (now.minor() - first.minor(), first));
        Self {
            price_basis: summary.basis.code(),
            from: moment::day(summary.from.date()),
            as_of: moment::instant(summary.as_of),
            current: summary.current.map(|(price, _)| amount(price)),
            current_store: summary.current.map(|(_, store)| name(store)),
            current_item_price: summary.current_item.map(amount),
            current_delivered_price: summary.current_delivered.map(amount),
            change: change.map(|(minor, _)| JsonDecimal::difference(minor, currency)),
            change_percent: change.map(|(minor, first)| JsonDecimal::percent_of(minor, first)),
            min: price(|s| s.min.price),
            min_date: extreme(|s| s.min).map(|e| moment::day(e.at.date())),
            min_store: extreme(|s| s.min).map(|e| name(e.store)),
            max: price(|s| s.max.price),
            max_date: extreme(|s| s.max).map(|e| moment::day(e.at.date())),
            max_store: extreme(|s| s.max).map(|e| name(e.store)),
            average: price(|s| s.mean),
            median: price(|s| s.median),
            p10: price(|s| s.p10),
            volatility: headline.map(|s| JsonDecimal::thousandths(s.volatility)),
            first_date: answer.days.first().map(|day| moment::day(day.date)),
            last_date: answer.days.last().map(|day| moment::day(day.date)),
            points: answer.days.len(),
            percentile: summary
                .percentile
                .ok()
                .map(|p| JsonDecimal::hundredths(p * 100.0)),
            trend: summary.trend.ok().map(|trend| TrendBody {
                direction: trend.direction().code(),
                percent_per_30_days: JsonDecimal::hundredths(trend.per_30_days * 100.0),
            }),
            coverage: JsonDecimal::thousandths(summary.coverage.known),
            out_of_stock_share: summary.coverage.sold_out.map(JsonDecimal::thousandths),
            watched_days: summary.watched_days,
            lowest_in_days: summary.lowest_in_days,
            item: summary.item.as_ref().map(stats),
            delivered: summary.delivered.as_ref().map(stats),
            verdict: summary.verdict.ok().map(|v| {
                let low_store = answer.store_name(v.low.store);
                VerdictBody::of(&v, currency, low_store)
            }),
            missing: missing(answer),
        }
    }
}

/// Figures that may be missing, each with its reason.
const FIGURES: [&str; 3] = ["percentile", "trend", "verdict"];

fn missing(answer: &PriceIntelligence) -> Vec<MissingBody> {
    let summary = &answer.summary;
    let reasons: [Option<NoVerdict>; 3] = [
        summary.percentile.err(),
        summary.trend.err(),
        summary.verdict.err(),
    ];
    let reason = |(figure, why): (&'static str, Option<NoVerdict>)| {
        let reason = why?.reason();
        Some(MissingBody { figure, reason })
    };
    FIGURES
        .into_iter()
        .zip(reasons)
        .filter_map(reason)
        .collect()
}

impl StatsBody {
    fn of(stats: &Stats, answer: &PriceIntelligence, currency: Currency) -> Self {
        let Stats {
            observed,
            mean,
            median,
            p10,
            min,
            max,
            volatility,
        } = stats;
        let amount = |amount| JsonDecimal::amount(amount, currency);
        Self {
            average: amount(*mean),
            median: amount(*median),
            p10: amount(*p10),
            min: amount(min.price),
            min_date: moment::day(min.at.date()),
            min_store: answer.store_name(min.store).to_owned(),
            max: amount(max.price),
            max_date: moment::day(max.at.date()),
            max_store: answer.store_name(max.store).to_owned(),
            volatility: JsonDecimal::thousandths(*volatility),
            observed_hours: JsonDecimal::hundredths(observed.as_seconds_f64() / 3600.0),
        }
    }
}

impl VerdictBody {
    /// A verdict; `low_store` is who asked the lowest price.
    pub fn of(verdict: &Verdict, currency: Currency, low_store: &str) -> Self {
        Self {
            label: verdict.label.code(),
            score: verdict.points,
            confidence: verdict.confidence.code(),
            reason: verdict.reason(currency, low_store),
            wait: verdict.advises_waiting(),
            parts: VerdictPartsBody {
                percentile: JsonDecimal::thousandths(verdict.parts.percentile),
                below_median: JsonDecimal::thousandths(verdict.parts.below_median),
                near_low: JsonDecimal::thousandths(verdict.parts.near_low),
            },
            median_90d: JsonDecimal::amount(verdict.median, currency),
            low_180d: JsonDecimal::amount(verdict.low.price, currency),
            since: moment::day(verdict.since),
        }
    }
}
