//! The numbers of Google's product taxonomy, which feeds send instead of words.

use super::Stated;
use crate::comparable::Category as C;

/// Numbers of the headings of devices, in their order.
const DEVICES: [(u32, C); 35] = [
    (142, C::Camera),
    (152, C::Camera),
    (249, C::Speaker),
    (267, C::Phone),
    (305, C::Monitor),
    (325, C::Desktop),
    (328, C::Laptop),
    (396, C::Projector),
    (397, C::Projector),
    (404, C::Tv),
    (605, C::AirConditioner),
    (619, C::Vacuum),
    (680, C::Dishwasher),
    (681, C::Refrigerator),
    (683, C::Oven),
    (685, C::Oven),
    (686, C::Refrigerator),
    (736, C::CoffeeMachine),
    (753, C::Microwave),
    (1294, C::Console),
    (1388, C::CoffeeMachine),
    (2422, C::CoffeeMachine),
    (2549, C::WashingMachine),
    (2612, C::Dryer),
    (2849, C::WashingMachine),
    (3539, C::EReader),
    (4745, C::Tablet),
    (5497, C::Router),
    (500_009, C::Smartwatch),
    (500_106, C::Printer),
    (505_771, C::Headphones),
    (543_512, C::Phone),
    (543_514, C::Phone),
    (543_626, C::Headphones),
    (543_627, C::Headphones),
];

/// Numbers of headings of accessories, parts and what else is no device, in their order.
const OTHERS: [u32; 60] = [
    232, 258, 259, 264, 265, 269, 276, 279, 280, 283, 285, 288, 300, 301, 303, 304, 341, 356, 367,
    393, 394, 395, 403, 1270, 1505, 1564, 1722, 1745, 1993, 2027, 2070, 2082, 2353, 3130, 3422,
    4102, 4224, 4270, 4301, 4458, 4550, 4736, 4738, 5258, 5308, 5466, 5468, 5489, 5566, 6030, 7163,
    7166, 7347, 7349, 7362, 7438, 7530, 502_990, 505_295, 505_797,
];

/// What a number says.
pub(super) fn read(number: &str) -> Stated {
    let Ok(number) = number.parse::<u32>() else {
        return Stated::Nothing;
    };
    let device = DEVICES.iter().find(|(known, _)| *known == number);
    match device {
        Some((_, category)) => Stated::Category(*category),
        None if OTHERS.contains(&number) => Stated::Other,
        None => Stated::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::{C, DEVICES, OTHERS, Stated, read};

    #[test]
    fn numbers_are_in_order() {
        assert!(DEVICES.is_sorted_by(|a, b| a.0 < b.0));
        assert!(OTHERS.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn numbers_say_what_their_headings_say() {
        assert_eq!(read("267"), Stated::Category(C::Phone));
        assert_eq!(read("2353"), Stated::Other);
        assert_eq!(read("166"), Stated::Nothing);
        assert_eq!(read("99999999999"), Stated::Nothing);
    }
}
