//! Cameras and video.

use super::super::Attribute;
use super::super::scan::{Form, Token, Unit, Value, bare, quantities};
use super::{Fact, MEGAPIXEL, believed, one, says_no, unit};

const TIMES: &[Unit] = &[unit(&["x", "fach", "times"], 1.0, Form::Small)];
const INCH: &[Unit] = &[unit(
    &["\"", "inch", "in", "zoll", "type", "typ"],
    1.0,
    Form::Small,
)];
const OPTICAL: [&str; 9] = [
    "optical",
    "optisch",
    "optischer",
    "opticky",
    "optique",
    "optico",
    "ottico",
    "optyczny",
    "optik",
];
const STABILISED: [&str; 3] = ["ois", "oss", "ibis"];

/// The main camera: megapixels of the one named first, f-number, zoom, sensor, stabilisation,
/// ultra-wide angle.
pub(in super::super) fn camera(value: &Value) -> Vec<Fact> {
    let mut facts = Vec::new();
    let found = quantities(&value.tokens, MEGAPIXEL);
    let main = match found.first() {
        Some(first) => Some(believed(first, Attribute::MainCameraMp)),
        None => bare(value, MEGAPIXEL).map(|all| all.first().copied()),
    };
    facts.extend(main.map(|mp| (Attribute::MainCameraMp, mp)));
    facts.extend(f_number(&value.tokens).map(|f| (Attribute::Aperture, Some(f))));
    facts.extend(near_optical(value).map(|x| (Attribute::OpticalZoom, Some(x))));
    facts.extend(fraction(&value.tokens, true).map(|s| (Attribute::SensorInches, Some(s))));
    if value.has(&STABILISED) {
        facts.push((Attribute::Ois, Some(1.0)));
    }
    if value.has(&["ultrawide", "ultraweitwinkel", "ultragrandangular"])
        || (value.has(&["ultra"]) && value.has(&["wide"]))
    {
        facts.push((Attribute::Ultrawide, Some(1.0)));
    }
    if value.has(&["autofocus", "af", "pdaf", "autofokus"]) {
        facts.push((Attribute::Autofocus, Some(1.0)));
    }
    if facts.is_empty() && value.tokens.iter().any(|t| t.number().is_some()) {
        if is_frame(value) {
            return Vec::new();
        }
        return vec![(Attribute::MainCameraMp, None)];
    }
    facts
}

/// A size of pictures or video in pixels, not megapixels.
fn is_frame(value: &Value) -> bool {
    super::resolution_of(&value.tokens).is_some() || level(&value.tokens).is_some()
}

/// The front camera.
pub(in super::super) fn front(value: &Value) -> Vec<Fact> {
    let states_number = value.tokens.iter().any(|t| t.number().is_some());
    if !states_number || is_frame(value) {
        return Vec::new();
    }
    vec![one(value, Attribute::FrontCameraMp, MEGAPIXEL)]
}

/// The f-number of the camera named first.
pub(in super::super) fn aperture(value: &Value) -> Vec<Fact> {
    const PLAIN: &[Unit] = &[unit(&["f"], 1.0, Form::Small)];
    let read = f_number(&value.tokens).or_else(|| bare(value, PLAIN)?.first().copied());
    vec![(Attribute::Aperture, read)]
}

fn f_number(tokens: &[Token]) -> Option<f64> {
    let after = |token: Option<&Token>| {
        let all = super::super::scan::readings(token?.number()?, Form::Small);
        all.first()
            .copied()
            .filter(|f| Attribute::Aperture.believes(*f))
    };
    tokens.iter().enumerate().find_map(|(at, token)| {
        if token.word() != Some("f") {
            return None;
        }
        let next = tokens.get(at + 1)?;
        if next.is_sign('/') {
            after(tokens.get(at + 2))
        } else {
            after(Some(next))
        }
    })
}

/// The optical zoom.
pub(in super::super) fn zoom(value: &Value) -> Vec<Fact> {
    let attribute = Attribute::OpticalZoom;
    if !value.tokens.iter().any(|t| t.number().is_some()) {
        let read = says_no(value).then_some(0.0);
        return vec![(attribute, read)];
    }
    let read = near_optical(value).or_else(|| {
        let found = quantities(&value.tokens, TIMES);
        match found.first() {
            Some(first) => believed(first, attribute),
            None => bare(value, TIMES)?.first().copied(),
        }
    });
    vec![(
        attribute,
        read.filter(|_| !value.has(&["digital"]) || near_optical(value).is_some()),
    )]
}

/// `3x optical zoom` or `optical zoom 3x` within one clause.
fn near_optical(value: &Value) -> Option<f64> {
    value.clauses().iter().find_map(|clause| {
        let first = quantities(&clause.tokens, TIMES);
        let zoom = believed(first.first()?, Attribute::OpticalZoom);
        zoom.filter(|_| clause.has(&OPTICAL))
    })
}

/// The sensor's optical format.
pub(in super::super) fn sensor(value: &Value) -> Vec<Fact> {
    let whole = || {
        let found = quantities(&value.tokens, INCH);
        found
            .first()
            .and_then(|q| believed(q, Attribute::SensorInches))
    };
    let read = fraction(&value.tokens, false).or_else(whole);
    vec![(Attribute::SensorInches, read)]
}

/// `1/1.3"`; in a text about more than the sensor only with decimals or an inch mark.
fn fraction(tokens: &[Token], strict: bool) -> Option<f64> {
    tokens.windows(3).enumerate().find_map(|(at, run)| {
        let [one, slash, divisor] = run else {
            return None;
        };
        let number = divisor.number()?;
        if one.number() != Some("1") || !slash.is_sign('/') {
            return None;
        }
        let mark = tokens.get(at + 3);
        let marked = mark.is_some_and(|t| {
            t.is_sign('"') || t.is_sign('\'') || matches!(t.word(), Some("inch" | "zoll" | "in"))
        });
        let sure = !strict || marked || number.contains(['.', ',']);
        let divisor: f64 = number.replace(',', ".").parse().ok()?;
        let size = 1.0 / divisor;
        (sure && Attribute::SensorInches.believes(size)).then_some(size)
    })
}

/// Optical stabilisation; electronic stabilisation is none, a plain *yes* under a label that does
/// not say *optical* says nothing.
pub(in super::super) fn ois(value: &Value) -> Vec<Fact> {
    if value.has(&STABILISED) || value.has(&OPTICAL) || value.has(&["sensor"]) {
        return vec![(Attribute::Ois, Some(1.0))];
    }
    if says_no(value) || value.has(&["eis", "electronic", "digital", "elektronisch"]) {
        return vec![(Attribute::Ois, Some(0.0))];
    }
    Vec::new()
}

/// The best video mode that is named.
pub(in super::super) fn video(value: &Value) -> Vec<Fact> {
    let mut facts = vec![(Attribute::VideoLevel, level(&value.tokens).map(f64::from))];
    if value.has(&["eis", "ois", "stabilised", "stabilized", "gyro"]) {
        facts.push((Attribute::StabilisedVideo, Some(1.0)));
    }
    facts
}

fn level(tokens: &[Token]) -> Option<u8> {
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

fn lines_at(tokens: &[Token], at: usize) -> Option<f64> {
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
    let infrared = value.has(&["ir", "infrared", "infrarot"]);
    let mut facts = Vec::new();
    if infrared {
        facts.push((Attribute::InfraredCamera, Some(1.0)));
    }
    let found = quantities(&value.tokens, MEGAPIXEL);
    let lines = || {
        value
            .tokens
            .iter()
            .enumerate()
            .find_map(|(at, _)| lines_at(&value.tokens, at))
    };
    let named = || {
        let full = value.has(&["fhd"]) || (value.has(&["full"]) && value.has(&["hd"]));
        if full {
            Some(1080.0)
        } else {
            value.has(&["hd"]).then_some(720.0)
        }
    };
    let read = match found.first() {
        Some(first) => believed(first, attribute),
        None => lines()
            .or_else(named)
            .map(|n: f64| n * n * 16.0 / 9.0 / 1e6),
    };
    let says_only_yes = super::yes_no(value).is_some();
    if read.is_some() || !(infrared || says_only_yes) {
        facts.push((attribute, read));
    }
    facts
}
