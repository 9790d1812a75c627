//! Catalogues that name their fields as others do: `id` and `title` in place of ours.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::read::MultiGzDecoder;
use serde_json::{Map, Value};

/// Our names with those of others.
const NAMES: [(&str, &str); 4] = [
    ("canonical_product_id", "id"),
    ("product_name", "title"),
    ("eans", "gtins"),
    ("specs", "attributes"),
];

/// The file under our names; `None` when its first line has them already, or is none that can be renamed.
pub fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let file = File::open(path)?;
    let packed = path.extension().is_some_and(|extension| extension == "gz");
    let text: Box<dyn Read> = if packed {
        Box::new(MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    };
    let mut lines = BufReader::new(text).lines();
    let Some(first) = lines.next().transpose()? else {
        return Ok(None);
    };
    let object = serde_json::from_str::<Map<String, Value>>(&first);
    let is_other = object.is_ok_and(|o| !o.contains_key("product_name") && o.contains_key("title"));
    if !is_other {
        return Ok(None);
    }
    let mut renamed = Vec::new();
    for line in std::iter::once(Ok(first)).chain(lines) {
        let line = line?;
        match serde_json::from_str::<Map<String, Value>>(&line) {
            Ok(object) => renamed.extend(Value::Object(rename(object)).to_string().into_bytes()),
            Err(_) => renamed.extend(line.into_bytes()),
        }
        renamed.push(b'\n');
    }
    Ok(Some(renamed))
}

fn rename(mut object: Map<String, Value>) -> Map<String, Value> {
    for (ours, other) in NAMES {
        if let Some(value) = object.remove(other)
            && !object.contains_key(ours)
        {
            object.insert(ours.to_owned(), plain(value));
        }
    }
    object
}

/// Values of properties as texts.
fn plain(value: Value) -> Value {
    match value {
        Value::Object(fields) => Value::Object(
            fields
                .into_iter()
                .map(|(name, value)| match value {
                    Value::String(text) => (name, Value::String(text)),
                    other => (name, Value::String(other.to_string())),
                })
                .collect(),
        ),
        other => other,
    }
}
