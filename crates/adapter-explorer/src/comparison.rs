//! Products side by side for a goal.

use std::collections::BTreeSet;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use app::catalogue::compare::{ComparedProduct, ComparisonAnswer};
use app::{AppError, ErrorCode};
use domain::history::Range;
use domain::ids::CanonicalProductId;
use maud::{Markup, html};
use product_knowledge::compare::{Compared, Outcome, PRODUCTS};
use product_knowledge::fit::{Fit, Goal};
use product_knowledge::specs::Attribute;
use url::form_urlencoded;

use crate::layout::{self, Page};
use crate::pages::{self, Answer, COMPARE, Explorer};
use crate::reader::Reader;
use crate::{choice, compared, offers, product, values};

/// What is compared.
pub struct Asked {
    /// The ids of products.
    pub ids: Vec<String>,
    /// For which goal.
    pub goal: Goal,
    /// Over which days.
    pub range: Range,
}

impl Asked {
    /// Ids may come one by one, as boxes that are ticked send them, or behind each other.
    fn read(query: &str) -> Self {
        let mut asked = Self {
            ids: Vec::new(),
            goal: Goal::Overall,
            range: Range::Quarter,
        };
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "ids" => asked.ids.extend(value.split(',').map(str::to_owned)),
                "goal" => asked.goal = Goal::from_code(&value).unwrap_or(Goal::Overall),
                "range" => asked.range = Range::from_code(&value).unwrap_or(Range::Quarter),
                _ => {}
            }
        }
        let mut seen = BTreeSet::new();
        asked
            .ids
            .retain(|id| !id.is_empty() && seen.insert(id.clone()));
        asked
    }

    fn address(&self, goal: Goal) -> String {
        let ids = self.ids.join(",");
        let mut query = form_urlencoded::Serializer::new(String::new());
        query
            .append_pair("ids", &ids)
            .append_pair("goal", goal.code());
        if self.range != Range::Quarter {
            query.append_pair("range", self.range.code());
        }
        format!("{COMPARE}?{}", query.finish())
    }
}

/// The page.
pub async fn page(request: HttpRequest, explorer: web::Data<Explorer>) -> HttpResponse {
    pages::answer(&request, &explorer, |reader| {
        compare(&request, &explorer, reader)
    })
    .await
}

async fn compare(
    request: &HttpRequest,
    explorer: &Explorer,
    reader: Reader,
) -> Result<Answer, AppError> {
    let asked = Asked::read(request.query_string());
    let ids = asked.ids.iter().map(|id| CanonicalProductId::parse(id));
    let ids: Option<Vec<_>> = ids.collect();
    let ids = ids.ok_or(AppError::not_found("no product has one of these ids"))?;
    if !PRODUCTS.contains(&ids.len()) {
        return choice::page(explorer, &reader, &asked, &ids).await;
    }
    let compared = explorer
        .catalogue
        .compare(&ids, asked.range, asked.goal)
        .await;
    let answer = match compared {
        Ok(answer) => answer,
        Err(error) if error.code == ErrorCode::Validation => {
            // what it says in English of its parameter, the page says in the reader's language
            let (status, title) = (StatusCode::BAD_REQUEST, "cannot-compare");
            let about = why_not(explorer, &ids).await?;
            return Ok(Answer::Page(layout::message(
                &reader,
                status,
                title,
                about,
                &[],
            )));
        }
        Err(error) => return Err(error),
    };
    let compared = answer.comparison.products.iter();
    // ids of products that were made one with others are not handed on
    let ids = compared.clone().map(|it| it.candidate.id.to_string());
    let asked = Asked {
        ids: ids.collect(),
        ..asked
    };
    let names = compared.map(|it| it.candidate.name.as_str());
    let title = names.collect::<Vec<_>>().join(" – ");
    Ok(Answer::Page(Page {
        canonical: Some(explorer.address(&asked.address(asked.goal))),
        ..Page::new(title, show(&reader, &asked, &answer))
    }))
}

/// Why products that there are cannot be compared, by the name of its text.
async fn why_not(
    explorer: &Explorer,
    ids: &[CanonicalProductId],
) -> Result<&'static str, AppError> {
    let products = explorer.catalogue.products(ids).await?;
    let found = products.iter().flatten();
    let distinct: BTreeSet<_> = found.clone().map(|it| &it.product.draft.id).collect();
    let is_one = distinct.len() < found.count();
    Ok(if is_one {
        "same-product"
    } else {
        "cannot-compare-about"
    })
}

fn show(reader: &Reader, asked: &Asked, answer: &ComparisonAnswer) -> Markup {
    let comparison = &answer.comparison;
    let result = match &comparison.outcome {
        Outcome::Winner { .. } => reader.say("winner-found"),
        Outcome::Tie { .. } => reader.say("tie"),
        Outcome::NotEnoughData { .. } => reader.say("too-little-known"),
    };
    html! {
        article {
            h1 { (reader.say("compare")) }
            nav .ranges aria-label=(reader.say("goal")) {
                @for goal in Goal::ALL {
                    @let is_current = goal == comparison.goal;
                    a href=(asked.address(goal)) aria-current=[is_current.then_some("true")] { (goal_name(reader, goal)) }
                }
            }
            section .recommendation aria-labelledby="result" {
                h2 #result { (result) }
                @if let Some(winner) = comparison.winner() { p .label { strong { (winner.candidate.name) } } }
                ul .reasons { @for sentence in compared::explanation(reader, answer) { li { (sentence) } } }
            }
            div .wide tabindex="0" role="group" aria-label=(reader.say("compare")) { (table(reader, answer)) }
        }
    }
}

fn goal_name(reader: &Reader, goal: Goal) -> String {
    match goal {
        Goal::Overall => reader.say("goal-overall"),
        Goal::BestPrice => reader.say("goal-price"),
        Goal::Travel => reader.say("goal-travel"),
        Goal::MaxBattery => reader.say("goal-battery"),
        Goal::Camera => reader.say("goal-camera"),
    }
}

fn table(reader: &Reader, answer: &ComparisonAnswer) -> Markup {
    let comparison = &answer.comparison;
    let winner = comparison.winner().map(|winner| &winner.candidate.id);
    let both: Vec<(&ComparedProduct, &Compared)> =
        answer.products.iter().zip(&comparison.products).collect();
    html! {
        table .compare {
            thead { tr {
                td {}
                @for (_, compared) in &both {
                    th scope="col" {
                        a href=(product::address(compared.candidate.id.as_str())) { (compared.candidate.name) }
                        @if winner == Some(&compared.candidate.id) { " " span .badge.great { (reader.say("winner")) } }
                    }
                }
            } }
            tbody {
                tr { th scope="row" { (reader.say("score-for-goal")) }
                    @for (_, compared) in &both { td { strong { (points(reader, compared.score)) } } } }
                tr { th scope="row" { (reader.say("price-at-door")) }
                    @for (product, _) in &both { td {
                        strong { (reader.price(product.offer.delivered.total())) } br;
                        (offers::link(&product.offer.offer.facts.url, &product.offer.store_name))
                    } } }
                tr { th scope="row" { (reader.say("price-history")) }
                    @for (product, _) in &both { td {
                        @if let Ok(verdict) = &product.history.verdict { (product::badge(reader, verdict)) } @else { "–" }
                    } } }
                @for attribute in attributes(&both) {
                    tr { th scope="row" { (values::property(reader, attribute)) }
                        @for (_, compared) in &both { td { (value(reader, &compared.fit, attribute)) } } }
                }
            }
        }
    }
}

/// The properties that count for the goal, those of the most weight first.
fn attributes(both: &[(&ComparedProduct, &Compared)]) -> Vec<Attribute> {
    let fits = || both.iter().map(|(_, compared)| &compared.fit);
    let mut weighted: Vec<(Attribute, f64)> = Vec::new();
    for part in fits().flat_map(|fit| &fit.parts) {
        if !weighted.iter().any(|(known, _)| *known == part.attribute) {
            weighted.push((part.attribute, part.weight));
        }
    }
    weighted.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut all: Vec<Attribute> = weighted
        .into_iter()
        .map(|(attribute, _)| attribute)
        .collect();
    for missing in fits().flat_map(|fit| &fit.missing) {
        if !all.contains(missing) {
            all.push(*missing);
        }
    }
    all
}

fn value(reader: &Reader, fit: &Fit, attribute: Attribute) -> Markup {
    let part = fit.parts.iter().find(|part| part.attribute == attribute);
    html! {
        @match part {
            Some(part) => {
                (values::shown(reader, attribute, part.value)) " "
                span .quiet { (reader.say_of("points", &[("points", reader.number(&format!("{:.1}", part.contribution)).into())])) }
            }
            None => span .quiet { (reader.say("not-stated")) },
        }
    }
}

fn points(reader: &Reader, points: Option<f64>) -> String {
    points.map_or_else(
        || reader.say("too-little-known"),
        |points| reader.number(&format!("{points:.0}")),
    )
}

#[cfg(test)]
mod tests {
    use product_knowledge::fit::Goal;

    use super::Asked;

    #[test]
    fn ids_come_one_by_one_or_behind_each_other() {
        for query in [
            "ids=a&ids=b&goal=camera",
            "ids=a,b,a&goal=camera",
            "x=1&ids=a%2Cb&ids=&goal=camera",
        ] {
            let asked = Asked::read(query);
            assert_eq!(asked.ids, ["a", "b"], "{query}");
            assert_eq!(asked.goal, Goal::Camera);
            assert_eq!(
                asked.address(Goal::Travel),
                "/compare?ids=a%2Cb&goal=travel"
            );
        }
        assert_eq!(Asked::read("goal=nothing").goal, Goal::Overall);
        let year = Asked::read("ids=a,b&range=1y").address(Goal::Camera);
        assert_eq!(year, "/compare?ids=a%2Cb&goal=camera&range=1y");
    }
}
