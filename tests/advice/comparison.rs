//! Cases about several products: the comparison for a goal.

use domain::ids::CanonicalProductId;
use domain::product::{ProductDraft, Provenance, Spec};
use product_knowledge::comparable::Category;
use product_knowledge::compare::{Candidate, Comparison, Outcome, comparison_name};
use product_knowledge::fit::{Goal, Scales};
use product_knowledge::specs;

use crate::file::{ComparisonCase, Product};
use crate::replay::{amount, euro};
use crate::table::{Line, Wrongs};

/// Judges a case.
pub fn run(case: &ComparisonCase) -> Line {
    let goal = Goal::from_code(&case.goal).expect("a goal");
    let candidates: Vec<Candidate> = case.product.iter().map(candidate).collect();
    let mut unreadable: Vec<String> = candidates
        .iter()
        .flat_map(|c| c.measured.unreadable.iter().map(|u| u.label.clone()))
        .collect();
    unreadable.sort();
    let expect = &case.expect;
    assert!(
        expect.winner.is_some()
            || expect.tie
            || expect.not_enough_data.is_some()
            || expect.never.is_some()
            || expect.refused.is_some(),
        "{} expects nothing",
        case.name
    );
    let mut wrongs = Wrongs::default();
    // a slip in a case would make its specs count for nothing
    let no_unreadable = Vec::new();
    let readable = expect.unreadable.as_ref().unwrap_or(&no_unreadable);
    wrongs.equal("unreadable", Some(readable), &unreadable);
    let compared = Comparison::of(goal, candidates, &Scales::builtin());
    let (advice, figures) = match &compared {
        Ok(comparison) => {
            judge(case, comparison, &mut wrongs);
            (outcome(comparison), scores(comparison))
        }
        Err(error) => ("refused".to_owned(), error.to_string()),
    };
    match (&compared, &expect.refused) {
        (Err(error), Some(words)) => {
            wrongs.part("refused", Some(words), &error.to_string());
        }
        (Ok(_), Some(_)) => wrongs.add("refused: it was compared".to_owned()),
        (Err(error), None) => wrongs.add(format!("compared: {error}")),
        (Ok(_), None) => {}
    }
    Line {
        name: case.name.clone(),
        why: case.why.clone(),
        advice: format!("{}: {advice}", case.goal),
        figures,
        wrongs,
    }
}

fn judge(case: &ComparisonCase, comparison: &Comparison, wrongs: &mut Wrongs) {
    let expect = &case.expect;
    let explanation = comparison.explanation(euro());
    let winner = comparison.winner().map(|w| w.candidate.name.as_str());
    if let Some(expected) = &expect.winner
        && winner != Some(expected)
    {
        wrongs.add(format!("winner: expected {expected}; {explanation}"));
    }
    if expect.never.as_deref().is_some_and(|n| winner == Some(n)) {
        wrongs.add(format!("never: it won; {explanation}"));
    }
    if expect.tie && !matches!(comparison.outcome, Outcome::Tie { .. }) {
        wrongs.add(format!("tie: {explanation}"));
    }
    if let Some(names) = &expect.not_enough_data {
        let found = match &comparison.outcome {
            Outcome::NotEnoughData { places } => places.clone(),
            Outcome::Winner { .. } | Outcome::Tie { .. } => Vec::new(),
        };
        let name = |place: &usize| comparison.products[*place].candidate.name.clone();
        let found: Vec<String> = found.iter().map(name).collect();
        wrongs.equal("not_enough_data", Some(names), &found);
    }
    for words in &expect.says {
        wrongs.part("says", Some(words), &explanation);
    }
}

fn outcome(comparison: &Comparison) -> String {
    match &comparison.outcome {
        Outcome::Winner { place, margin, .. } => format!(
            "{} by {margin:.1}",
            comparison.products[*place].candidate.name
        ),
        Outcome::Tie { .. } => "tie".to_owned(),
        Outcome::NotEnoughData { .. } => "not enough data".to_owned(),
    }
}

fn scores(comparison: &Comparison) -> String {
    let score = |p: &product_knowledge::compare::Compared| {
        let points = p.score.map_or("-".to_owned(), |s| format!("{s:.1}"));
        format!("{} {points}", p.candidate.name)
    };
    let scores: Vec<String> = comparison.products.iter().map(score).collect();
    scores.join(", ")
}

fn candidate(product: &Product) -> Candidate {
    let draft = draft(product);
    Candidate {
        id: draft.id.clone(),
        name: comparison_name(&draft),
        category: Category::of(&draft).expect("a comparable category"),
        measured: specs::measure(&draft),
        price: amount(product.price),
        history: None,
    }
}

fn draft(product: &Product) -> ProductDraft {
    let spec = |(label, value): (&String, &String)| Spec {
        label: label.clone(),
        value: value.clone(),
        icon: None,
    };
    ProductDraft {
        category: product.category.clone(),
        specs: product.specs.iter().map(spec).collect(),
        ..ProductDraft::named(
            CanonicalProductId::from_texts(&[&product.name]).expect("a name with letters"),
            product.name.clone(),
            Provenance::Feed,
        )
    }
}
