//! Categories whose products can be compared.
//!
//! One mapping table leads from category text and title to a closed list. What maps to nothing, to
//! two categories at once, or is an accessory of a device, is not comparable: a phone must not be
//! compared with its case.

mod accessory;
mod category_text;
mod phrases;
mod role;
mod several;
mod title;

#[cfg(test)]
mod tests;

pub(crate) use accessory::{Accessory, judge};
use category_text::Stated;
pub(crate) use phrases::{Kind, beginning_with, find, words, words_of_kinds};
pub use role::{Role, Wish};
pub use several::is_named as names_several;
pub(crate) use several::{adds_a_thing, counts_pieces, is_of_two, times_an_amount};

use domain::product::ProductDraft;

/// The texts that say what a product is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Described<'a> {
    /// Name.
    pub name: &'a str,
    /// Brand, or empty.
    pub brand: &'a str,
    /// Model, or empty.
    pub model: &'a str,
    /// Category text, or empty.
    pub category: &'a str,
}

impl<'a> From<&'a ProductDraft> for Described<'a> {
    fn from(product: &'a ProductDraft) -> Self {
        Self {
            name: &product.name,
            brand: &product.brand,
            model: &product.model,
            category: &product.category,
        }
    }
}

/// A category of the closed list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Category {
    /// Mobile phones.
    Phone,
    /// Tablets.
    Tablet,
    /// Laptops.
    Laptop,
    /// Desktop computers, all-in-ones included.
    Desktop,
    /// Computer monitors.
    Monitor,
    /// Television sets.
    Tv,
    /// Printers.
    Printer,
    /// Projectors.
    Projector,
    /// Digital cameras.
    Camera,
    /// Game consoles.
    Console,
    /// Readers of electronic books.
    EReader,
    /// Smartwatches and fitness trackers.
    Smartwatch,
    /// Headphones and headsets.
    Headphones,
    /// Loudspeakers and soundbars.
    Speaker,
    /// Routers.
    Router,
    /// Vacuum cleaners, robots included.
    Vacuum,
    /// Coffee machines.
    CoffeeMachine,
    /// Washing machines.
    WashingMachine,
    /// Tumble dryers.
    Dryer,
    /// Dishwashers.
    Dishwasher,
    /// Refrigerators and freezers.
    Refrigerator,
    /// Built-in ovens and cookers.
    Oven,
    /// Microwave ovens.
    Microwave,
    /// Air conditioners.
    AirConditioner,
}

impl Category {
    /// Every category.
    pub const ALL: [Self; 24] = [
        Self::Phone,
        Self::Tablet,
        Self::Laptop,
        Self::Desktop,
        Self::Monitor,
        Self::Tv,
        Self::Printer,
        Self::Projector,
        Self::Camera,
        Self::Console,
        Self::EReader,
        Self::Smartwatch,
        Self::Headphones,
        Self::Speaker,
        Self::Router,
        Self::Vacuum,
        Self::CoffeeMachine,
        Self::WashingMachine,
        Self::Dryer,
        Self::Dishwasher,
        Self::Refrigerator,
        Self::Oven,
        Self::Microwave,
        Self::AirConditioner,
    ];

    /// The code in answers and in the store database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Phone => "phone",
            Self::Tablet => "tablet",
            Self::Laptop => "laptop",
            Self::Desktop => "desktop",
            Self::Monitor => "monitor",
            Self::Tv => "tv",
            Self::Printer => "printer",
            Self::Projector => "projector",
            Self::Camera => "camera",
            Self::Console => "console",
            Self::EReader => "e-reader",
            Self::Smartwatch => "smartwatch",
            Self::Headphones => "headphones",
            Self::Speaker => "speaker",
            Self::Router => "router",
            Self::Vacuum => "vacuum",
            Self::CoffeeMachine => "coffee-machine",
            Self::WashingMachine => "washing-machine",
            Self::Dryer => "dryer",
            Self::Dishwasher => "dishwasher",
            Self::Refrigerator => "refrigerator",
            Self::Oven => "oven",
            Self::Microwave => "microwave",
            Self::AirConditioner => "air-conditioner",
        }
    }

    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.code() == code)
    }

    /// The name for people, in English, in the plural.
    pub const fn plural(self) -> &'static str {
        match self {
            Self::Phone => "phones",
            Self::Tablet => "tablets",
            Self::Laptop => "laptops",
            Self::Desktop => "desktop computers",
            Self::Monitor => "monitors",
            Self::Tv => "televisions",
            Self::Printer => "printers",
            Self::Projector => "projectors",
            Self::Camera => "cameras",
            Self::Console => "game consoles",
            Self::EReader => "e-readers",
            Self::Smartwatch => "smartwatches",
            Self::Headphones => "headphones",
            Self::Speaker => "speakers",
            Self::Router => "routers",
            Self::Vacuum => "vacuum cleaners",
            Self::CoffeeMachine => "coffee machines",
            Self::WashingMachine => "washing machines",
            Self::Dryer => "tumble dryers",
            Self::Dishwasher => "dishwashers",
            Self::Refrigerator => "refrigerators",
            Self::Oven => "ovens",
            Self::Microwave => "microwaves",
            Self::AirConditioner => "air conditioners",
        }
    }

    /// Whether properties have weights; in other categories the price alone decides.
    pub const fn has_weights(self) -> bool {
        matches!(self, Self::Phone | Self::Tablet | Self::Laptop)
    }

    /// The category of a product; `None` when it cannot be compared.
    ///
    /// The last part of the category text decides, then a part before it that names nothing but a
    /// category, then the title. A title that names a product line of another category, an accessory,
    /// a bundle and a pack of several pieces have none. What a title calls only a notebook or a laptop
    /// has to state more of a device, since bags, paper and contracts are called so too.
    pub fn of(product: &ProductDraft) -> Option<Self> {
        let is_several = product.is_bundle || product.pack_size > 1;
        if is_several || several::is_named(&product.name) {
            return None;
        }
        let described = Described::from(product);
        let title = title::Title::of(described);
        let stated = category_text::read(described.category);
        if stated == Stated::Other || title.is_accessory(stated.category()) {
            return None;
        }
        of_device(&title, stated)
    }
}

/// Whether a category text names accessories alone, and not several things (`Electronics & Accessories`).
pub(crate) fn is_of_accessories(category: &str) -> bool {
    category_text::read(category) == Stated::Other && !category_text::names_several(category)
}

/// Whether a category text names a category of devices, and not their accessories.
pub(crate) fn is_device(category: &str) -> bool {
    category_text::read(category).category().is_some()
}

/// The category of what is no accessory.
fn of_device(title: &title::Title, stated: Stated) -> Option<Category> {
    match (stated.category(), title.line()) {
        (Some(stated), Some(line)) => (stated == line).then_some(stated),
        (Some(stated), None) => Some(stated),
        (None, Some(line)) => Some(line),
        (None, None) => title.noun().or(match stated {
            Stated::WithAccessories(category) => title.states_size().then_some(category),
            Stated::Nothing | Stated::Other | Stated::Category(_) => None,
        }),
    }
}
