//! Video and webcams.

use super::super::Attribute;
use super::super::quantity::{bare, quantities};
use super::super::scan::Token;
use super::super::value::Value;
use super::{Fact, MEGAPIXEL, agreed, mention, says_no};
use crate::words::lists::values::{OR, VIDEO_STABILISED};

/// The best video mode that is named.
pub(in super::super) fn video(value: &Value) -> Vec<Fact> {
    let all = value.tokens.iter();
    let modes = all.filter(|t| t.word().is_none_or(|word| !OR.contains(&word)));
    let affirmed = value.with(modes.cloned().collect()).affirmed();
    let mut facts = vec![(
        Attribute::VideoLevel,
        level(&affirmed.tokens).map(f64::from),
    )];
    let stabilised = mention(value, Attribute::StabilisedVideo, &VIDEO_STABILISED);
    facts.extend(stabilised.filter(|fact| fact.1 != Some(0.0)));
    facts
}

/// The rank of the best video mode.
pub(in super::super) fn level(tokens: &[Token]) -> Option<u8> {
    let mut best: Option<u8> = None;
    let mut lines: Option<f64> = None;
    for (at, token) in tokens.iter().enumerate() {
        if let Some(found) = lines_at(tokens, at) {
            lines = Some(found);
            best = best.max(Some(rank(found, 30.0)));
        } else if let (Some(lines), Some(fps)) = (lines, frames_at(tokens, at)) {
            best = best.max(Some(rank(lines, fps)));
        } else if matches!(token.word(), Some("uhd")) {
            lines = Some(2160.0);
            best = best.max(Some(4));
        }
    }
    best
}

/// The lines of a picture whose name or size begins at a place.
pub(in super::super) fn lines_at(tokens: &[Token], at: usize) -> Option<f64> {
    let number = tokens.get(at)?.number()?;
    match (number, tokens.get(at + 1).and_then(Token::word)) {
        ("8", Some("k")) => return Some(4320.0),
        ("4", Some("k")) => return Some(2160.0),
        ("720" | "1080" | "1440" | "2160" | "4320", Some("p" | "i")) => return number.parse().ok(),
        (_, _) => {}
    }
    let (width, height) = super::pair_at(tokens, at)?;
    (width.min(height) >= 480.0 && width.max(height) <= 9000.0).then_some(width.min(height))
}

/// A number of frames: before `fps`, behind `@`, or in a row of such (`30/60fps`).
fn frames_at(tokens: &[Token], at: usize) -> Option<f64> {
    let number = tokens.get(at)?.number()?;
    let before = at.checked_sub(1).and_then(|b| tokens.get(b));
    let behind = before.is_some_and(|t| {
        t.is_sign('@') || t.is_sign('/') || (t.glued && matches!(t.word(), Some("p" | "k")))
    });
    let unit = tokens.get(at + 1).and_then(Token::word);
    (behind || matches!(unit, Some("fps" | "hz" | "sn")))
        .then(|| number.parse().ok())
        .flatten()
        .filter(|fps: &f64| (10.0..=1000.0).contains(fps))
}

fn rank(lines: f64, fps: f64) -> u8 {
    let smooth = u8::from(fps >= 50.0);
    if lines >= 4320.0 || (lines >= 2160.0 && fps >= 100.0) {
        6
    } else if lines >= 2160.0 {
        4 + smooth
    } else if lines >= 1440.0 {
        3
    } else if lines >= 1080.0 {
        2 + smooth
    } else {
        u8::from(lines >= 720.0)
    }
}

/// A webcam: megapixels, or lines of video at 16:9.
pub(in super::super) fn webcam(value: &Value) -> Vec<Fact> {
    let attribute = Attribute::WebcamMp;
    let infrared = mention(
        value,
        Attribute::InfraredCamera,
        &["ir", "infrared", "infrarot"],
    );
    let only_no = says_no(value);
    let value = &value.affirmed();
    let found = quantities(&value.tokens, MEGAPIXEL);
    let read = match found.as_slice() {
        [_, ..] => agreed(&found, attribute),
        [] if value.unit.is_some() => bare(value, MEGAPIXEL).and_then(|all| all.first().copied()),
        [] => lines(value).map(|n: f64| n * n * 16.0 / 9.0 / 1e6),
    };
    let says_only_yes = only_no || super::yes_no(value).is_some();
    let silent = read.is_none() && (infrared.is_some() || says_only_yes);
    let resolution = (!silent).then_some((attribute, read));
    infrared.into_iter().chain(resolution).collect()
}

fn lines(value: &Value) -> Option<f64> {
    let sized = (0..value.tokens.len()).find_map(|at| lines_at(&value.tokens, at));
    let full = value.has(&["fhd", "fullhd"]).then_some(1080.0);
    let hd = || value.has(&["hd"]).then_some(720.0);
    sized.or(full).or_else(hd)
}
