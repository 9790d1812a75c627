//! From texts to the fields of an offer: prices, delivery, stock, numbers.

pub(crate) mod aliases;
pub(crate) mod codes;
pub(crate) mod decimal_mark;
pub(crate) mod delivery_text;
pub(crate) mod description;
pub(crate) mod field;
pub(crate) mod money;
pub(crate) mod row;
pub(crate) mod specs;
pub(crate) mod stock;
pub(crate) mod tables;
pub(crate) mod trade_numbers;
