//! Collects the readings of a product's properties.

use super::labels::{self, Rule};
use super::read::{self, Fact};
use super::value::Value;
use super::{Attribute, Measured, Unreadable};

#[derive(Debug, Default)]
pub(super) struct Builder {
    measured: Measured,
    volts: Option<f64>,
    edges: [Option<f64>; 3],
    counted_ports: f64,
}

impl Builder {
    pub fn take(&mut self, label: &str, value: &str) {
        if value.trim().is_empty() {
            return;
        }
        let Some((rule, unit)) = labels::find(label) else {
            return;
        };
        let read = Value::new(value, unit, label);
        match rule {
            Rule::Read(reader) => {
                let facts = reader(&read);
                self.keep_stated(label, value, &read, &facts);
            }
            Rule::One(attribute, units) => {
                let fact = read::one(&read, attribute, units);
                self.keep_stated(label, value, &read, &[fact]);
            }
            Rule::YesNo(attribute) => {
                let fact = (attribute, read::yes_no(&read));
                self.keep(label, value, &[fact]);
            }
            Rule::Volts => self.volts = self.volts.or(read::volts(&read)),
            Rule::Edge(place) => self.edge(label, value, place, &read),
            Rule::PortCount => {
                if let (_, Some(count)) = read::one(&read, Attribute::Ports, read::COUNT) {
                    self.counted_ports += count;
                }
            }
        }
    }

    fn edge(&mut self, label: &str, value: &str, place: usize, read: &Value) {
        let (attribute, length) = read::one(read, Attribute::LengthMm, read::LENGTH);
        let small = read::one(read, Attribute::ThicknessMm, read::LENGTH).1;
        match (length.or(small), self.edges.get_mut(place)) {
            (Some(length), Some(edge)) => {
                edge.get_or_insert(length);
            }
            (_, _) => self.keep(label, value, &[(attribute, None)]),
        }
    }

    fn keep_stated(&mut self, label: &str, value: &str, read: &Value, facts: &[Fact]) {
        let says_nothing = facts.iter().all(|fact| fact.1.is_none());
        if !(says_nothing && read::is_plain_yes_no(read)) {
            self.keep(label, value, facts);
        }
    }

    fn keep(&mut self, label: &str, value: &str, facts: &[Fact]) {
        for (attribute, read) in facts {
            match read.filter(|v| attribute.believes(*v)) {
                Some(number) => {
                    self.measured.values.entry(*attribute).or_insert(number);
                }
                None => self.measured.unreadable.push(Unreadable {
                    label: label.to_owned(),
                    value: value.to_owned(),
                    attribute: *attribute,
                    accepted: attribute.accepted(),
                }),
            }
        }
    }

    /// What follows from several statements: edges by length, Wh from mAh and V, the sum of ports.
    pub fn finish(self) -> Measured {
        let Self {
            mut measured,
            volts,
            edges,
            counted_ports,
        } = self;
        let thickness = measured.get(Attribute::ThicknessMm);
        let length = measured.get(Attribute::LengthMm);
        let mut add = |attribute: Attribute, value: f64| {
            if attribute.believes(value) {
                measured.values.entry(attribute).or_insert(value);
            }
        };
        let [a, b, c] = edges;
        if let (Some(a), Some(b), Some(c)) = (a, b, c) {
            let mut sorted = [a, b, c];
            sorted.sort_by(f64::total_cmp);
            let [short, middle, long] = sorted;
            add(Attribute::ThicknessMm, short);
            add(Attribute::WidthMm, middle);
            add(Attribute::LengthMm, long);
        }
        if let ([_, Some(width), _], Some(thin), Some(long)) = (edges, thickness, length)
            && (thin..=long).contains(&width)
        {
            add(Attribute::WidthMm, width);
        }
        if counted_ports > 0.0 {
            add(Attribute::Ports, counted_ports);
        }
        if let (Some(volts), Some(mah)) = (volts, measured.get(Attribute::BatteryMah)) {
            let wh = mah * volts / 1000.0;
            if Attribute::BatteryWh.believes(wh) {
                measured.values.entry(Attribute::BatteryWh).or_insert(wh);
            }
        }
        measured
    }
}
