//! What a product is to somebody who searches: a device, or something for one.

use super::accessory::{Accessory, judge};
use super::category_text::{self, Stated};
use super::title::{Title, is_numbered_model, names_no_device};
use super::{Category, Described, Kind, find, of_device};
use crate::meaning;
use crate::words::lists::accessories::OF_THEIR_OWN;
use domain::text;

/// What a product is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Something that no table knows.
    Unknown,
    /// What comes with a device or belongs to it.
    Part,
    /// What is put on or over a device, or made for one.
    Cover,
    /// A device.
    Device(Category),
}

impl Role {
    /// Reads the texts of a product. Unlike [`Category::of`], bundles and packs are what is in them.
    pub fn of(product: Described<'_>) -> Self {
        let title = Title::of(product);
        let stated = category_text::read(product.category);
        let is_other = stated == Stated::Other && !is_of_its_own(&product);
        if is_other || title.is_accessory(stated.category()) {
            let is_part = title.may_be_a_part();
            return if is_part { Self::Part } else { Self::Cover };
        }
        of_device(&title, stated).map_or(Self::Unknown, Self::Device)
    }
}

/// Whether the shop counts a thing among bags, toys or lamps, and nothing says that it is one for a device.
fn is_of_its_own(product: &Described<'_>) -> bool {
    let words = text::tokens(product.category);
    let is_own = |word: &String| OF_THEIR_OWN.contains(&word.as_str());
    let others: Vec<String> = words.iter().filter(|w| !is_own(w)).cloned().collect();
    let named = text::tokens(product.name);
    others.len() < words.len()
        && judge(&others) == Accessory::No
        && names_no_device(&words, &find(&words))
        && names_no_device(&named, &find(&named))
}

/// What a query asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// Anything: a brand, a part number.
    Anything,
    /// A part or what comes with a device: `laptop battery`, `keyboard`.
    Part,
    /// What is put on a device: `galaxy s23 case`.
    Cover,
    /// A device of a category: `galaxy s23`, `hp laptop`.
    Device(Category),
}

impl Wish {
    /// Reads what was typed. A category that is named beside another one says nothing.
    pub fn of(q: &str) -> Self {
        let title = Title::of(Described {
            name: q,
            ..Described::default()
        });
        let words = text::tokens(q);
        let is_model = |at: &usize| is_numbered_model(&words, *at);
        let names_model = (0..words.len()).any(|at| is_model(&at));
        let hits = find(&words);
        let is_alone = names_no_device(&words, &hits);
        let is_own = |at: &usize| {
            let word = words.get(*at).map_or("", String::as_str);
            is_alone && OF_THEIR_OWN.contains(&word)
        };
        let others = (0..words.len()).filter(|at| !is_model(at) && !is_own(at));
        let others: Vec<String> = others.filter_map(|at| words.get(at).cloned()).collect();
        match judge(&others) {
            // `folio 11` is the model of a device, unless something else is said
            Accessory::No if names_model => {}
            Accessory::Cover => return Self::Cover,
            Accessory::Part if title.is_accessory(None) => return Self::Part,
            Accessory::Part | Accessory::No if title.is_accessory(None) => return Self::Cover,
            Accessory::Part | Accessory::No => {}
        }
        let one_of = |kinds: &[Kind]| {
            let mut named = hits.iter().filter(|hit| kinds.contains(&hit.kind));
            let first = named.next()?.category;
            named.all(|hit| hit.category == first).then_some(first)
        };
        one_of(&[Kind::Noun, Kind::Line])
            .or_else(|| one_of(&[Kind::CategoryText]))
            .map_or(Self::Anything, Self::Device)
    }

    /// How well what a product is fits the wish: 1 for what was asked for. A device comes before its
    /// accessories unless these are asked for.
    pub fn fit(self, role: Role) -> f32 {
        match (self, role) {
            (Self::Part, Role::Part)
            | (Self::Cover, Role::Cover)
            | (Self::Anything, Role::Device(_)) => 1.0,
            (Self::Anything, Role::Unknown) => 0.95,
            (Self::Part, Role::Unknown) => 0.9,
            (Self::Part, Role::Cover) | (Self::Cover, Role::Part | Role::Unknown) => 0.8,
            (Self::Part | Self::Cover, Role::Device(_)) => 0.6,
            (Self::Device(wanted), Role::Device(category)) if wanted == category => 1.0,
            (Self::Device(_), Role::Unknown) => 0.75,
            (Self::Anything, Role::Part | Role::Cover) | (Self::Device(_), Role::Device(_)) => 0.7,
            (Self::Device(_), Role::Part | Role::Cover) => 0.5,
        }
    }
}

impl Role {
    /// The code of what a device of this name is, under which it is found though its texts do not say so.
    pub fn code(self, name: &str) -> Option<String> {
        let Self::Device(category) = self else {
            return None;
        };
        let code = meaning::of_category(category);
        let mut named = meaning::read(name).meanings.into_iter();
        let is_apart = named.any(|named| named.kind == meaning::Kind::Apart && named.code == code);
        (!is_apart).then_some(code)
    }

    /// Every role.
    pub fn all() -> impl Iterator<Item = Self> {
        let devices = Category::ALL.into_iter().map(Self::Device);
        [Self::Unknown, Self::Part, Self::Cover]
            .into_iter()
            .chain(devices)
    }

    /// Its place among all roles: a small number that can be kept with a document.
    pub fn place(self) -> usize {
        let place = Self::all().position(|role| role == self);
        place.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::{Category, Described, Role, Wish};

    #[rstest]
    #[case::of_a_tablet("juneka folio 11", Wish::Anything)]
    #[case::of_a_board("tarnavo board 10", Wish::Anything)]
    #[case::of_a_generation("juneka folio g2", Wish::Anything)]
    #[case::a_cover("juneka folio", Wish::Cover)]
    #[case::a_cover_of_a_tablet("juneka folio 11 case", Wish::Cover)]
    #[case::a_board("logic board 10", Wish::Part)]
    fn the_model_of_a_device_is_no_accessory(#[case] q: &str, #[case] wish: Wish) {
        assert_eq!(Wish::of(q), wish);
    }

    fn role(name: &str) -> Role {
        Role::of(Described {
            name,
            ..Described::default()
        })
    }

    #[rstest]
    #[case("Samsung Galaxy S24 128GB", Role::Device(Category::Phone))]
    #[case("Case for Samsung Galaxy S24", Role::Cover)]
    #[case("Zorvex laptop battery", Role::Part)]
    #[case("Zorvex keyboard", Role::Part)]
    #[case("Zorvex Nimbo", Role::Unknown)]
    #[case("Tarnavo puzzle 1000 castles", Role::Unknown)]
    #[case("Zorvex desk lamp white", Role::Unknown)]
    #[case("Zorvex garden hose 20 m", Role::Unknown)]
    #[case("Zorvex laptop bag", Role::Cover)]
    #[case("Zorvex bag for men", Role::Cover)]
    #[case("Zorvex projector lamp", Role::Part)]
    #[case("2x Samsung Galaxy S24 128GB", Role::Device(Category::Phone))]
    fn products_have_roles(#[case] name: &str, #[case] expected: Role) {
        assert_eq!(role(name), expected);
    }

    #[rstest]
    #[case("Tarnavo castle 1000", "Toys > Puzzle", Role::Unknown)]
    #[case("Zorvex white", "Home / Lamps", Role::Unknown)]
    #[case("Zorvex black", "Laptop Bags", Role::Cover)]
    fn a_shop_counts_things_of_their_own(
        #[case] name: &str,
        #[case] category: &str,
        #[case] expected: Role,
    ) {
        let described = Described {
            name,
            category,
            ..Described::default()
        };
        assert_eq!(Role::of(described), expected);
    }

    #[rstest]
    #[case("galaxy s24", Wish::Device(Category::Phone))]
    #[case("galaxy s24 case", Wish::Cover)]
    #[case("etui samsung", Wish::Cover)]
    #[case("laptop battery", Wish::Part)]
    #[case("tv", Wish::Device(Category::Tv))]
    #[case("lednička zorvex", Wish::Device(Category::Refrigerator))]
    #[case("zorvex", Wish::Anything)]
    #[case("puzzle", Wish::Anything)]
    #[case("coffee capsules", Wish::Anything)]
    #[case("laptop bag", Wish::Cover)]
    #[case("projector lamp", Wish::Part)]
    #[case("smartphone tablet", Wish::Anything)]
    fn queries_have_wishes(#[case] q: &str, #[case] expected: Wish) {
        assert_eq!(Wish::of(q), expected);
    }

    #[test]
    fn roles_are_found_by_their_place_and_fit_within_one() {
        let roles: Vec<Role> = Role::all().collect();
        for (place, role) in roles.iter().enumerate() {
            assert_eq!(role.place(), place);
            for wish in [Wish::Anything, Wish::Part, Wish::Cover] {
                assert!((0.5..=1.0).contains(&wish.fit(*role)));
            }
        }
    }
}
