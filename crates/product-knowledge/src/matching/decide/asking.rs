//! Whether a doubt of words is worth a person's time.
//!
//! What a number says is always asked about: it was given on purpose. Words are alike in most of a category.

use super::super::evidence::Compared;
use super::super::weighed::Weighed;
use super::{Lexicon, Subject};

/// A product that feeds brought is asked about when it is at least as likely the same as not. Where it is none of the
/// catalogue's, the catalogue mostly lacks the offer's product, and then the likeliest is the best of a bad lot.
const EVEN: f64 = 0.5;

/// The likelihood from which a person is asked about a product, of which `review` is that of the catalogue's.
pub(super) fn likely_enough(product: &Subject, review: f64) -> f64 {
    if product.is_canonical {
        review
    } else {
        review.max(EVEN)
    }
}

/// Whether words say that an offer and a product, however alike, are two: of other makers, another model of a series,
/// another capacity or quantity, another kind of device, or one of the two made for the other.
pub(super) fn is_plainly_another(offer: &Subject, product: &Subject, lexicon: &Lexicon) -> bool {
    if offer.attributes.capacities_contradict(&product.attributes)
        || offer.attributes.kinds_contradict(&product.attributes)
        || offer.names_contradict(product)
        || offer.is_accessory_beside(product)
    {
        return true;
    }
    let (offer, product) = (Weighed::new(offer, lexicon), Weighed::new(product, lexicon));
    let compared = Compared::of(&offer, &product);
    let evidence = compared.evidence;
    let stated = [
        evidence.brands_differ,
        evidence.sibling_models,
        evidence.quantities_differ,
    ];
    compared.is_made_for || stated.iter().any(|value| *value > 0.0)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use crate::matching::{Candidacy, Lexicon, Outcome, Subject, SubjectTexts, decide};
    use domain::ids::ProductNo;

    fn taught() -> Lexicon {
        let names: Vec<String> = (100..400)
            .map(|n| format!("Nova QX{n}00Z phone black 256GB"))
            .collect();
        Lexicon::learned(names.iter().map(|name| (name.as_str(), "Nova")))
    }

    fn subject(title: &str, is_canonical: bool) -> Subject {
        Subject::new(SubjectTexts {
            title,
            pack_size: 1,
            is_canonical,
            ..SubjectTexts::default()
        })
    }

    /// Whether a person is asked about an offer that nothing decides, when the store has one of the product or not.
    fn is_asked(offer: &str, product: &str, is_canonical: bool, is_taken: bool) -> bool {
        is_asked_by(&taught(), offer, product, is_canonical, is_taken)
    }

    fn is_asked_by(
        lexicon: &Lexicon,
        offer: &str,
        product: &str,
        is_canonical: bool,
        is_taken: bool,
    ) -> bool {
        let product = subject(product, is_canonical);
        let candidate = Candidacy {
            product: ProductNo(1),
            subject: &product,
            titles: &[],
            is_taken,
            may_be: &[],
        };
        match decide(&subject(offer, false), &[candidate], lexicon) {
            Outcome::New { doubt, .. } => doubt.is_some(),
            found @ Outcome::Existing { .. } => panic!("{found:?}"),
        }
    }

    #[rstest]
    #[case::nothing_against_it("Nova phone QX-30100Z 256 GB black dual", true)]
    #[case::another_capacity("Nova phone QX-30100Z 512 GB black dual", false)]
    #[case::made_for_it("Nova phone QX-30100Z 256 GB black case", false)]
    #[case::another_of_the_series("Nova QX30200Z phone black 256GB", false)]
    fn what_is_plainly_another_is_not_asked_about(#[case] offer: &str, #[case] expected: bool) {
        // the store has one: so nothing of this decides
        let asked = is_asked(offer, "Nova QX30100Z phone black 256GB", true, true);
        assert_eq!(asked, expected, "{offer}");
    }

    /// A store that calls two things alike has two things, when only feeds say what they are.
    #[test]
    fn a_stores_second_offer_is_asked_about_beside_the_catalogue_only() {
        let title = "Nova QX30100Z phone black 256GB";
        assert!(is_asked(title, title, true, true));
        assert!(!is_asked(title, title, false, true));
    }

    /// The same brand and model, and a colour that the catalogue's product would have to state.
    #[test]
    fn a_stores_own_offers_of_one_model_are_not_asked_about() {
        let is_asked = |is_taken| {
            let lexicon = Lexicon::default();
            is_asked_by(
                &lexicon,
                "Nova Sierra X2 red 256GB",
                "Nova Sierra X2 blue 256GB",
                false,
                is_taken,
            )
        };
        assert!(is_asked(false));
        assert!(!is_asked(true));
    }

    #[test]
    fn variants_are_asked_about_beside_the_catalogue_only() {
        let asked = |is_canonical| {
            let products =
                ["Nova X2 red", "Nova X2 blue"].map(|title| subject(title, is_canonical));
            let numbered = products.iter().zip(1..);
            let candidates: Vec<Candidacy<'_>> = numbered
                .map(|(subject, no)| Candidacy {
                    product: ProductNo(no),
                    subject,
                    titles: &[],
                    is_taken: false,
                    may_be: &[],
                })
                .collect();
            let offer = Subject::new(SubjectTexts {
                title: "Nova X2",
                brand: "Nova",
                pack_size: 1,
                ..SubjectTexts::default()
            });
            match decide(&offer, &candidates, &Lexicon::default()) {
                Outcome::New { doubt, .. } => doubt.is_some(),
                Outcome::Existing { .. } => false,
            }
        };
        assert!(asked(true));
        assert!(!asked(false));
    }
}
