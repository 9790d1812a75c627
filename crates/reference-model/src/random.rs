/// Numbers that look random and are the same in every run with one seed (`SplitMix64`).
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// The sequence of this seed.
    pub fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D);
        random.draw();
        random
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: u64) -> u64 {
        self.draw() % end
    }

    /// A number below `end`, which is not 0; low ones more often.
    pub fn low(&mut self, end: u64) -> u64 {
        let (a, b) = (self.below(end), self.below(end));
        a * b / end
    }

    /// A place in a list of this length, which is not 0.
    pub fn place(&mut self, length: usize) -> usize {
        let end = u64::try_from(length).unwrap_or(u64::MAX);
        usize::try_from(self.below(end)).unwrap_or(0)
    }

    /// A share: at least 0, below 1.
    pub fn fraction(&mut self) -> f64 {
        f64::from(u32::try_from(self.below(10_000)).unwrap_or(0)) / 10_000.0
    }

    /// One of the list, which is not empty.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.place(list.len())]
    }
}
