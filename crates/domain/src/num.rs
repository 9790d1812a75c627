//! The only place where numbers change their type.
//!
//! Every function saturates; none panics.

#![expect(
    clippy::as_conversions,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "the one module that may cast; each function states what it does at the borders"
)]

/// A count as a float; exact up to 2^53.
pub fn f64_from_i64(value: i64) -> f64 {
    value as f64
}

/// A count as a float; exact up to 2^53.
pub fn f64_from_u64(value: u64) -> f64 {
    value as f64
}

/// A length as a float; exact up to 2^53.
pub fn f64_from_usize(value: usize) -> f64 {
    value as f64
}

/// Rounds half away from zero and saturates at the borders of `i64`; NaN becomes 0.
pub fn i64_from_f64(value: f64) -> i64 {
    value.round() as i64
}

/// Rounds to the nearest whole number within 0 to 255; NaN becomes 0.
pub fn u8_from_f64(value: f64) -> u8 {
    value.round() as u8
}

/// A float as `f32`, with the nearest representable value.
pub fn f32_from_f64(value: f64) -> f32 {
    value as f32
}

/// A length as `i64`, at most `i64::MAX`.
pub fn i64_from_usize(value: usize) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// A count as `i64`, at most `i64::MAX`.
pub fn i64_from_u64(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

/// A length as `u64`.
pub fn u64_from_usize(value: usize) -> u64 {
    u64::try_from(value).unwrap_or(u64::MAX)
}

/// A count as `u64`; negative becomes 0.
pub fn u64_from_i64(value: i64) -> u64 {
    u64::try_from(value).unwrap_or_default()
}

/// A count as `usize`.
pub fn usize_from_u32(value: u32) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

/// A count as `usize`; negative becomes 0.
pub fn usize_from_i64(value: i64) -> usize {
    usize::try_from(value.max(0)).unwrap_or(usize::MAX)
}
