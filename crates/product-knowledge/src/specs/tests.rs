mod strict;

use proptest::prelude::*;

use super::Attribute as A;
use super::{Attribute, Measured, read, shown};
use domain::product::Spec;

fn spec(label: &str, value: &str) -> Spec {
    Spec {
        label: label.to_owned(),
        value: value.to_owned(),
        icon: None,
    }
}

fn measured(specs: &[(&str, &str)]) -> Measured {
    let specs: Vec<Spec> = specs.iter().map(|(l, v)| spec(l, v)).collect();
    read(&specs)
}

#[track_caller]
fn reads(label: &str, value: &str, expected: &[(Attribute, f64)]) {
    let m = measured(&[(label, value)]);
    let got: Vec<_> = m.values.iter().map(|(a, v)| (*a, *v)).collect();
    let same = got.len() == expected.len()
        && expected.iter().all(|(a, v)| {
            m.get(*a)
                .is_some_and(|got| (got - v).abs() < 0.006 * v.max(1.0))
        });
    assert!(same, "{label}: {value:?} gave {got:?}, not {expected:?}");
    assert_eq!(m.unreadable, [], "{label}: {value:?}");
}

#[test]
fn batteries_are_read_in_every_usual_form() {
    for (label, value, mah) in [
        ("battery_capacity", "5000 mAh", 5000.0),
        ("Battery capacity", "5,000 mAh", 5000.0),
        ("Akkukapazität", "5.000 mAh", 5000.0),
        ("Baterie", "5 000 mAh", 5000.0),
        ("Kapacita baterie", "5\u{a0}000mAh", 5000.0),
        ("battery", "Li-Po 4352mAh (typical)", 4352.0),
        ("Battery capacity (mAh)", "3110", 3110.0),
        ("battery_size", "4500.0", 4500.0),
        ("Akku", "4,5 Ah", 4500.0),
        ("Battery", "5'000 mAh", 5000.0),
        ("Battery: Capacity of battery", "4000 mAh", 4000.0),
    ] {
        reads(label, value, &[(A::BatteryMah, mah)]);
    }
    reads("Battery", "54 Wh", &[(A::BatteryWh, 54.0)]);
    reads(
        "battery_capacity__watt_hours_",
        "57.4",
        &[(A::BatteryWh, 57.4)],
    );
    reads("Batteriekapazität (Wh)", "99,9", &[(A::BatteryWh, 99.9)]);
    reads(
        "Battery",
        "5000 mAh, 3.85 V",
        &[(A::BatteryMah, 5000.0), (A::BatteryWh, 19.25)],
    );
    reads(
        "Battery",
        "5000 mAh, 45W fast charging, 15W wireless charging, 50% in 30 min",
        &[
            (A::BatteryMah, 5000.0),
            (A::ChargeWatts, 45.0),
            (A::WirelessChargeWatts, 15.0),
            (A::HalfChargeMinutes, 30.0),
        ],
    );
    let m = measured(&[("Voltage", "7.7 V"), ("Battery", "7000 mAh")]);
    assert!((m.get(A::BatteryWh).unwrap() - 53.9).abs() < 1e-9);
    reads("Battery", "Li-Ion", &[]);
}

#[test]
fn endurance_is_read_in_hours() {
    for (label, value, hours) in [
        ("battery_life", "12 h 30 min", 12.5),
        ("Akkulaufzeit", "12:30", 12.5),
        ("Battery endurance", "62h 30min", 62.5),
        ("Výdrž baterie", "až 18 hodin", 18.0),
        ("battery_life__max_", "13.0", 13.0),
        ("Autonomie", "10,5 heures", 10.5),
        ("Battery life", "2 days", 48.0),
        ("Battery life (hours)", "29", 29.0),
    ] {
        reads(label, value, &[(A::BatteryHours, hours)]);
    }
}

#[test]
fn charging_is_split_by_cable_and_without() {
    reads("Charging", "45 W", &[(A::ChargeWatts, 45.0)]);
    reads("Ladeleistung", "67", &[(A::ChargeWatts, 67.0)]);
    reads(
        "Fast charging",
        "Wired 120W / Wireless 50W / reverse 10W",
        &[(A::ChargeWatts, 120.0), (A::WirelessChargeWatts, 50.0)],
    );
    reads("fast_charging", "Yes", &[]);
    reads("quick_charge", "true", &[]);
    reads("Charge cycles", "1000 cycles", &[(A::ChargeCycles, 1000.0)]);
}

#[test]
fn weights_keep_decimal_commas_and_thousands_apart() {
    for (label, value, grams) in [
        ("weight", "195 g", 195.0),
        ("Weight", "0.195 kg", 195.0),
        ("Gewicht", "1,3 kg", 1300.0),
        ("Hmotnost", "1,300 kg", 1300.0),
        ("Hmotnosť", "1 300 g", 1300.0),
        ("Poids", "1.300 g", 1300.0),
        ("weight", "188.0", 188.0),
        ("weight", "2.9 lb", 1315.4),
        ("Weight", "2 lb 8 oz", 1133.98),
        ("Weight", "2.9 lbs / 1.32 kg", 1315.4),
        ("Waga", "221 g (7.80 oz)", 221.0),
        ("weight_kg", "1.24", 1240.0),
        ("Çəki", "171 q", 171.0),
    ] {
        reads(label, value, &[(A::WeightGrams, grams)]);
    }
}

#[test]
fn sizes_are_edges_by_length() {
    let edges = [
        (A::LengthMm, 146.7),
        (A::WidthMm, 71.5),
        (A::ThicknessMm, 7.8),
    ];
    reads("Dimensions", "146.7 x 71.5 x 7.8 mm", &edges);
    reads("Abmessungen", "71,5 × 146,7 × 7,8 mm", &edges);
    reads("Rozměry", "14,67 x 7,15 x 0,78 cm", &edges);
    let m = measured(&[("height", "14.6"), ("width", "324.0"), ("depth", "228.0")]);
    assert_eq!(m.get(A::ThicknessMm), Some(14.6));
    assert_eq!(m.get(A::LengthMm), Some(324.0));
    assert_eq!(measured(&[("height", "14.6")]).values.len(), 0);
    reads("Thickness", "7.8 mm", &[(A::ThicknessMm, 7.8)]);
}

#[test]
fn screens_are_read_with_all_that_stands_in_one_value() {
    for value in [
        "6.7\"",
        "6,7 Zoll",
        "6.7 inches",
        "17.0 cm",
        "6.7″",
        "6.7-inch",
        "6.7''",
        "6.7",
    ] {
        reads("Display", value, &[(A::ScreenInches, 6.7)]);
    }
    reads(
        "Displej",
        "6,1\" OLED, 2556 × 1179, 120 Hz, 2 000 nitů",
        &[
            (A::ScreenInches, 6.1),
            (A::DisplayPixels, 2556.0 * 1179.0),
            (A::RefreshHz, 120.0),
            (A::BrightnessNits, 2000.0),
        ],
    );
    reads(
        "display_resolution",
        "1080 x 2340",
        &[(A::DisplayPixels, 2_527_200.0)],
    );
    reads("Auflösung", "Full HD", &[(A::DisplayPixels, 2_073_600.0)]);
    reads("Brightness", "1,500 cd/m²", &[(A::BrightnessNits, 1500.0)]);
    reads("Helligkeit (nits)", "600", &[(A::BrightnessNits, 600.0)]);
    reads("Refresh rate", "1-120Hz", &[(A::RefreshHz, 120.0)]);
    reads(
        "Color gamut",
        "100% sRGB, 78% DCI-P3",
        &[(A::GamutPercent, 100.0)],
    );
}

#[test]
fn cameras_are_read_from_one_value() {
    reads(
        "Main camera",
        "50 MP f/1.8, 1/1.3\", OIS + 12 MP ultrawide + 10 MP 3x optical zoom",
        &[
            (A::MainCameraMp, 50.0),
            (A::Aperture, 1.8),
            (A::SensorInches, 0.769),
            (A::Ois, 1.0),
            (A::Ultrawide, 1.0),
            (A::OpticalZoom, 3.0),
        ],
    );
    for value in ["f/1.8", "ƒ/1.8", "F1.8", "F 1,8", "1.8", "f/1.8 + f/2.2"] {
        reads("Aperture", value, &[(A::Aperture, 1.8)]);
    }
    for value in ["3x", "3×", "3", "3x optical", "optical 3x, digital 30x"] {
        reads(
            "optical_zoom",
            value.replace('×', "x").as_str(),
            &[(A::OpticalZoom, 3.0)],
        );
    }
    reads("Sensor size", "1/1.3\"", &[(A::SensorInches, 0.769)]);
    reads("Sensor size", "1\"", &[(A::SensorInches, 1.0)]);
    reads("OIS", "Yes", &[(A::Ois, 1.0)]);
    reads("OIS", "ne", &[(A::Ois, 0.0)]);
    reads("image_stabilization", "optical", &[(A::Ois, 1.0)]);
    reads("image_stabilization", "EIS", &[(A::Ois, 0.0)]);
    reads("Front camera", "12 MP, f/2.2", &[(A::FrontCameraMp, 12.0)]);
    reads("front_camera", "true", &[]);
    reads("rear_camera_resolution", "3840 x 2160", &[]);
    reads("camera_resolution_main", "12", &[(A::MainCameraMp, 12.0)]);
}

#[test]
fn video_is_its_best_mode() {
    for (value, level) in [
        ("4K@60fps", 5.0),
        ("4K@30/60fps, 1080p@240fps", 5.0),
        ("8K@24fps", 6.0),
        ("4K", 4.0),
        ("4K@120fps", 6.0),
        ("3840x2160@30fps", 4.0),
        ("1080p@30fps", 2.0),
        ("1080p60", 3.0),
        ("720p", 1.0),
        ("2160p, 1080p", 4.0),
    ] {
        reads("Video", value, &[(A::VideoLevel, level)]);
    }
}

#[test]
fn storage_and_memory_are_one_size_each() {
    for (label, value, attribute, gb) in [
        ("storage", "256 GB", A::StorageGb, 256.0),
        ("Interní paměť", "1 TB", A::StorageGb, 1024.0),
        ("storage", "128GB, microSD up to 1TB", A::StorageGb, 128.0),
        ("internal_storage_capacity", "128.0", A::StorageGb, 128.0),
        ("SSD", "512 GB", A::StorageGb, 512.0),
        ("storage", "512 GB + 1 TB", A::StorageGb, 1536.0),
        ("RAM", "8 GB LPDDR5X", A::RamGb, 8.0),
        ("Arbeitsspeicher", "16GB", A::RamGb, 16.0),
        ("ram", "512 MB", A::RamGb, 0.5),
    ] {
        reads(label, value, &[(attribute, gb)]);
    }
    let both = [(A::RamGb, 8.0), (A::StorageGb, 256.0)];
    for value in [
        "8 GB RAM + 256 GB",
        "8/256 GB",
        "8GB + 256GB",
        "256 GB, 8 GB RAM",
    ] {
        reads("Memory", value, &both);
    }
}

#[test]
fn equipment_is_read() {
    for (label, value, attribute, expected) in [
        ("IP rating", "IP68", A::IpCode, 68.0),
        ("Stupeň krytí", "IP 54", A::IpCode, 54.0),
        ("ip_code", "IPX4", A::IpCode, 4.0),
        ("IP rating", "IP6X", A::IpCode, 60.0),
        ("Water resistance", "no", A::IpCode, 0.0),
        ("Drop class", "Class A", A::DropClass, 5.0),
        ("eSIM", "ano", A::Esim, 1.0),
        ("esim", "nein", A::Esim, 0.0),
        ("Dual SIM", "true", A::DualSim, 1.0),
        ("Network", "5G, 4G LTE", A::NetworkGeneration, 5.0),
        ("mobile_network", "LTE", A::NetworkGeneration, 4.0),
        (
            "mobile_network_connection",
            "False",
            A::NetworkGeneration,
            0.0,
        ),
        ("5G", "Yes", A::NetworkGeneration, 5.0),
        ("USB Power Delivery", "65 W", A::UsbPd, 1.0),
        ("charging_port_type", "DC-in jack", A::UsbPd, 0.0),
        ("charging_port_type", "USB Type-C", A::UsbPd, 1.0),
        ("Ports", "2x USB-C, 1x HDMI, 1x audio", A::Ports, 4.0),
        ("card_reader_integrated", "True", A::CardReader, 1.0),
        ("Kartenleser", "microSD", A::CardReader, 1.0),
        (
            "Software updates",
            "4 years OS, 5 years security",
            A::UpdateYears,
            5.0,
        ),
        ("Webcam", "1080p", A::WebcamMp, 2.0736),
        ("CPU base power", "15 W", A::CpuWatts, 15.0),
        ("DXOMARK", "154", A::LabCamera, 154.0),
        ("AnTuTu", "1523000", A::Antutu, 1_523_000.0),
        (
            "Geekbench 6 multi-core",
            "7,120 points",
            A::GeekbenchMulti,
            7120.0,
        ),
        ("noise_level", "38 dB(A)", A::NoiseDb, 38.0),
        ("keyboard_backlit", "True", A::BacklitKeyboard, 1.0),
    ] {
        reads(label, value, &[(attribute, expected)]);
    }
    reads(
        "SIM",
        "Dual SIM (nano + eSIM)",
        &[(A::Esim, 1.0), (A::DualSim, 1.0)],
    );
    let m = measured(&[
        ("usb_2_0_ports_quantity", "2.0"),
        ("hdmi_ports_quantity", "1.0"),
    ]);
    assert_eq!(m.get(A::Ports), Some(3.0));
}

#[test]
fn what_cannot_be_read_is_reported_and_not_guessed() {
    for (label, value, attribute) in [
        ("battery", "large", A::BatteryMah),
        ("battery", "5 mAh", A::BatteryMah),
        ("battery_capacity", "500000 mAh", A::BatteryMah),
        ("weight", "light", A::WeightGrams),
        ("weight", "1.3", A::WeightGrams),
        ("weight", "-195 g", A::WeightGrams),
        ("weight", "195 apples", A::WeightGrams),
        ("storage", "128/256/512 GB", A::StorageGb),
        ("storage", "128 GB, 256 GB", A::StorageGb),
        ("RAM", "8/12 GB", A::RamGb),
        ("aperture", "f/99", A::Aperture),
        ("OIS", "maybe", A::Ois),
        ("ip_rating", "splash", A::IpCode),
        ("battery_life", "all day", A::BatteryHours),
        ("colour_gamut", "72% NTSC", A::GamutPercent),
        ("dimensions", "146 x 71 mm", A::LengthMm),
    ] {
        let m = measured(&[(label, value)]);
        assert!(
            m.values.is_empty(),
            "{label}: {value:?} gave {:?}",
            m.values
        );
        let [unreadable] = m.unreadable.as_slice() else {
            panic!("{label}: {value:?} gave {:?}", m.unreadable);
        };
        assert_eq!(unreadable.attribute, attribute);
        assert_eq!(unreadable.accepted, attribute.accepted());
        assert_eq!(
            (unreadable.label.as_str(), unreadable.value.as_str()),
            (label, value)
        );
    }
}

#[test]
fn unknown_labels_and_empty_values_are_ignored() {
    let m = measured(&[
        ("Colour", "black"),
        ("", "5000 mAh"),
        ("Battery", "  "),
        ("video_in", "2"),
        ("Compatibility", "195 g"),
    ]);
    assert_eq!(m, Measured::default());
}

#[test]
fn the_first_statement_counts() {
    let m = measured(&[("Weight", "195 g"), ("Gewicht", "210 g")]);
    assert_eq!(m.get(A::WeightGrams), Some(195.0));
}

#[test]
fn codes_are_read_back_and_every_text_is_there() {
    for attribute in Attribute::ALL {
        assert_eq!(Attribute::from_code(attribute.code()), Some(attribute));
        assert!(!attribute.words().is_empty() && !attribute.accepted().is_empty());
        let (low, high) = attribute.plausible();
        assert!(low < high);
    }
    assert_eq!(shown(A::Aperture, 1.8), "f/1.8");
    assert_eq!(shown(A::IpCode, 4.0), "IPX4");
    assert_eq!(shown(A::DropClass, 5.0), "A");
    assert_eq!(shown(A::VideoLevel, 5.0), "4K at 60 fps");
    assert_eq!(shown(A::WeightGrams, 1300.0), "1300 g");
    assert_eq!(shown(A::Ois, 0.0), "no");
    assert_eq!(shown(A::SensorInches, 0.769), "0.77 inch type");
}

proptest! {
    #[test]
    fn no_text_is_read_as_something_that_is_not_believed(
        label in "battery|weight|display|camera|storage|memory|video|charging|dimensions|sim|ip|ports|webcam|zoom|aperture|updates",
        value in "\\PC{0,40}|([0-9]{1,7}[ .,/x:'\"-]{0,2}(mAh|Wh|g|kg|GB|MP|W|h|min|mm|nits)?[ ,/+]{0,2}){0,4}",
    ) {
        let m = measured(&[(&label, &value)]);
        for (attribute, value) in &m.values {
            prop_assert!(attribute.believes(*value), "{attribute:?} {value}");
        }
    }

    #[test]
    fn capacities_are_read_as_they_are_written(mah in 1000_u32..30000, style in 0_u8..4) {
        let (thousands, rest) = (mah / 1000, mah % 1000);
        let value = match style {
            0 => format!("{mah} mAh"),
            1 => format!("{thousands}.{rest:03} mAh"),
            2 => format!("{thousands},{rest:03}mAh"),
            _ => format!("{thousands} {rest:03} mAh"),
        };
        let m = measured(&[("battery", &value)]);
        prop_assert_eq!(m.get(A::BatteryMah), Some(f64::from(mah)));
    }
}
