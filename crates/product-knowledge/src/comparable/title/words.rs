//! Words of titles that are neither things nor names.

/// Words behind which a title names what comes with the product, or what does not.
pub(super) const WITH: [&str; 22] = [
    "inc",
    "with",
    "w",
    "incl",
    "including",
    "includes",
    "inkl",
    "inklusive",
    "mit",
    "avec",
    "con",
    "vcetne",
    "vratane",
    "met",
    "ile",
    "without",
    "ohne",
    "bez",
    "sans",
    "sin",
    "senza",
    "hediyye",
];
/// Words before the device that something is made for.
pub(in crate::comparable) const FOR: [&str; 15] = [
    "gia",
    "pentru",
    "kompatybilny",
    "for",
    "fur",
    "pour",
    "pro",
    "per",
    "para",
    "dla",
    "voor",
    "do",
    "na",
    "fits",
    "dlya",
];
/// Words behind the device that something is made for.
pub(super) const FOR_BEHIND: [&str; 2] = ["ucun", "icin"];
/// Materials of which the body of a watch is a case.
pub(super) const MATERIALS: [&str; 10] = [
    "aluminium",
    "aluminum",
    "steel",
    "titanium",
    "ceramic",
    "stainless",
    "edelstahl",
    "titan",
    "gehause",
    "mm",
];
