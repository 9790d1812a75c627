//! A bounded run of what `fuzz/` runs without end: seeds of every format, changed at random with a
//! fixed seed.

mod entry;

use std::fs;
use std::path::Path;

use entry::TARGETS;

/// Inputs that are made for each reader.
const INPUTS: u64 = 250;
/// Pieces that readers look for.
const PIECES: [&[u8]; 34] = [
    b"<",
    b">",
    b"</",
    b"/>",
    b"<![CDATA[",
    b"]]>",
    b"<!--",
    b"&amp;",
    b"&#x0;",
    b"&#60;",
    b"&x;",
    b"\"",
    b"'",
    b",",
    b";",
    b"\t",
    b"\n",
    b"\r\n",
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xc3",
    b"{",
    b"}",
    b"[",
    b":",
    b"-1",
    b"1e999",
    b"0.0",
    b"1.600",
    b"99999999999999999999",
    b"<item>",
    b"<script type=application/ld+json>",
    b"itemscope itemprop=offers ",
];

/// Numbers of a fixed seed (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let bound = u64::try_from(bound.max(1)).unwrap();
        usize::try_from(self.0 % bound).unwrap()
    }
}

fn seeds(name: &str) -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let mut files: Vec<_> = fs::read_dir(root.join(name))
        .expect("seeds of every reader")
        .map(|entry| entry.expect("a seed").path())
        .collect();
    files.sort();
    files
        .iter()
        .map(|file| fs::read(file).expect("a seed"))
        .collect()
}

fn change(bytes: &mut Vec<u8>, other: &[u8], numbers: &mut Numbers) {
    let (at, until) = (
        numbers.below(bytes.len() + 1),
        numbers.below(bytes.len() + 1),
    );
    let range = at.min(until)..at.max(until);
    match numbers.below(7) {
        0 => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte = u8::try_from(numbers.below(256)).unwrap();
            }
        }
        1 => drop(bytes.splice(range, [])),
        2 => {
            let twice = bytes.get(range).unwrap_or_default().to_vec();
            bytes.splice(at..at, twice);
        }
        3 => bytes.truncate(at),
        4 => {
            let from = numbers.below(other.len());
            bytes.splice(range, other.iter().skip(from).copied());
        }
        _ => {
            let piece = PIECES.get(numbers.below(PIECES.len())).copied();
            bytes.splice(at..at, piece.unwrap_or_default().iter().copied());
        }
    }
    bytes.truncate(64 * 1024);
}

#[test]
fn changed_seeds_of_every_format_are_read_or_refused() {
    for (name, target) in TARGETS {
        let seeds = seeds(name);
        for seed in &seeds {
            target(seed);
        }
        let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
        for _ in 0..INPUTS {
            let mut bytes = seeds[numbers.below(seeds.len())].clone();
            for _ in 0..=numbers.below(6) {
                let other = &seeds[numbers.below(seeds.len())];
                change(&mut bytes, other, &mut numbers);
            }
            target(&bytes);
        }
    }
}

#[test]
fn the_seeds_of_every_format_are_accepted() {
    for (name, _) in TARGETS {
        assert!(!seeds(name).is_empty(), "{name}");
        entry::run(name, &seeds(name)[0]);
    }
}
