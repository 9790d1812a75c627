//! Numbers that look random and are the same at every run (`SplitMix64`).

use crate::numbers::place;

/// A sequence of numbers.
pub struct Random(u64);

impl Random {
    /// The sequence of this seed.
    pub fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D);
        random.next();
        random
    }

    /// The next number.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    /// A number below `end`, low ones more often.
    pub fn low(&mut self, end: u64) -> u64 {
        let (a, b) = (self.below(end), self.below(end));
        a * b / end
    }

    /// One of the list, which is not empty.
    #[expect(clippy::indexing_slicing, reason = "below the length")]
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        let end = crate::numbers::count(list.len());
        &list[place(self.below(end))]
    }
}
