//! Values that deny, set conditions or are ambiguous: read rightly, or reported, never guessed.

use super::super::{Attribute as A, Attribute, labels};
use super::measured;

#[track_caller]
fn states(label: &str, value: &str, attribute: Attribute, expected: f64) {
    let m = measured(&[(label, value)]);
    let got = m.get(attribute);
    let same = got.is_some_and(|got| (got - expected).abs() < 0.006 * expected.max(1.0));
    assert!(
        same,
        "{label}: {value:?} gave {got:?} of {:?}, not {attribute:?} {expected}; unreadable {:?}",
        m.values, m.unreadable
    );
}

#[track_caller]
fn reports(label: &str, value: &str, attribute: Attribute) {
    let m = measured(&[(label, value)]);
    assert_eq!(m.get(attribute), None, "{label}: {value:?}");
    let named = m.unreadable.iter().any(|u| u.attribute == attribute);
    assert!(named, "{label}: {value:?} gave {m:?}");
}

#[test]
fn a_denied_thing_is_not_affirmed() {
    for value in [
        "50 MP without OIS",
        "50 MP, no OIS",
        "50 MP, kein OIS",
        "50 MP, ohne OIS",
        "50 MP (OIS: no)",
        "50 MP, OIS not supported",
    ] {
        states("Main camera", value, A::Ois, 0.0);
    }
    states("Main camera", "50 MP without OIS", A::MainCameraMp, 50.0);
}

#[test]
fn a_denial_counts_for_what_it_denies() {
    for (label, value, attribute, expected) in [
        ("OIS", "yes, no EIS", A::Ois, 1.0),
        ("OIS", "yes (main), no (ultrawide)", A::Ois, 1.0),
        ("OIS", "no (main), yes (tele)", A::Ois, 0.0),
        ("OIS", "not available", A::Ois, 0.0),
        ("OIS", "nicht vorhanden", A::Ois, 0.0),
        ("OIS", "✓", A::Ois, 1.0),
        ("OIS", "✗", A::Ois, 0.0),
        ("Optical zoom", "none, digital 10x", A::OpticalZoom, 0.0),
        (
            "Wireless charging",
            "no (only wired 45 W)",
            A::WirelessChargeWatts,
            0.0,
        ),
        (
            "Refresh rate",
            "120 Hz (240 Hz touch sampling)",
            A::RefreshHz,
            120.0,
        ),
        ("image_stabilization", "no OIS", A::Ois, 0.0),
        ("Water resistance", "no IP68 rating", A::IpCode, 0.0),
        ("Network", "4G LTE (no 5G)", A::NetworkGeneration, 4.0),
        ("eSIM", "yes (not in China)", A::Esim, 1.0),
        ("eSIM", "Yes, no physical SIM", A::Esim, 1.0),
        ("eSIM", "no eSIM", A::Esim, 0.0),
        ("SIM", "no physical SIM, eSIM", A::Esim, 1.0),
        ("SIM", "nano-SIM (no eSIM)", A::Esim, 0.0),
        ("Dual SIM", "yes (no eSIM)", A::DualSim, 1.0),
        ("SIM", "not dual SIM", A::DualSim, 0.0),
        ("Video", "no 4K, 1080p@30fps", A::VideoLevel, 2.0),
        ("Video", "4K 30 fps; 8K no", A::VideoLevel, 4.0),
        ("Webcam", "1080p, no IR", A::InfraredCamera, 0.0),
        ("Webcam", "1080p, no IR", A::WebcamMp, 2.0736),
        ("charging_port", "no USB-C", A::UsbPd, 0.0),
        (
            "Battery",
            "Non-removable Li-Po 5000 mAh",
            A::BatteryMah,
            5000.0,
        ),
        (
            "Charging",
            "45 W, no wireless charging",
            A::WirelessChargeWatts,
            0.0,
        ),
    ] {
        states(label, value, attribute, expected);
    }
}

#[test]
fn what_is_open_or_conditional_is_reported() {
    for (label, value, attribute) in [
        ("Network", "5G ready: no", A::NetworkGeneration),
        ("OIS", "yes/no", A::Ois),
        ("OIS", "yes, no", A::Ois),
        ("OIS", "n/a", A::Ois),
        ("OIS", "no EIS", A::Ois),
        ("eSIM", "optional", A::Esim),
        ("eSIM", "yes (optional)", A::Esim),
        ("eSIM", "yes (only in the EU)", A::Esim),
        ("eSIM", "no physical SIM", A::Esim),
        ("Dual SIM", "no eSIM", A::DualSim),
        ("Main camera", "50 MP, optional OIS", A::Ois),
        ("Main camera", "50 MP, no EIS and OIS", A::Ois),
        ("Battery life", "up to 400 h standby", A::BatteryHours),
        ("Battery life", "10-12 h", A::BatteryHours),
        ("Battery", "charges in 2 h", A::BatteryMah),
        ("Battery", "5000/4500 mAh", A::BatteryMah),
        ("Battery", "2500 mAh, 5000 mAh", A::BatteryMah),
    ] {
        reports(label, value, attribute);
    }
}

#[test]
fn an_ambiguous_size_is_reported() {
    for (label, value, attribute) in [
        ("RAM", "16 GB (optional)", A::RamGb),
        ("Main camera", "50 MP, OIS (optional)", A::Ois),
        ("RAM", "up to 16 GB", A::RamGb),
        ("RAM", "8GB+8GB", A::RamGb),
        ("RAM", "12 GB + 4 GB", A::RamGb),
        ("RAM", "optional 16 GB", A::RamGb),
        ("RAM", "8-16 GB", A::RamGb),
        ("internal_memory", "8192.0", A::RamGb),
        ("Memory", "up to 16 GB", A::StorageGb),
        ("Storage", "up to 1 TB", A::StorageGb),
        ("Storage", "expandable up to 1 TB", A::StorageGb),
        ("Storage", "microSD up to 1 TB", A::StorageGb),
        ("Storage", "64 GB microSD card", A::StorageGb),
        ("Storage", "64/256 GB", A::StorageGb),
        ("Storage", "8/64/512 GB", A::StorageGb),
        ("IP rating", "IP 6/8", A::IpCode),
        ("IP rating", "IP6", A::IpCode),
        ("Weight", "450 g incl. packaging", A::WeightGrams),
        ("Weight", "300 g charger, 1.3 kg laptop", A::WeightGrams),
        ("Weight", "1.3 kg, 1.5 kg", A::WeightGrams),
        ("Weight", "1.2-1.4 kg", A::WeightGrams),
        ("Main camera", "12 MP + 64 MP", A::MainCameraMp),
        ("Screen size", "6 7/10\"", A::ScreenInches),
        ("Screen size", "6.1\", 6.7\"", A::ScreenInches),
        ("Drop class", "A to E", A::DropClass),
        ("RAM", "8 or 12 GB", A::RamGb),
        ("Display", "6.7\" or 6.1\"", A::ScreenInches),
        ("Charging", "45 W or 25 W", A::ChargeWatts),
        ("RAM", "8, 12 GB", A::RamGb),
        ("RAM", "8 GB DDR4 x 2", A::RamGb),
        ("Storage", "128 oder 256 GB", A::StorageGb),
        ("Battery", "5000 mAh or 5500 mAh", A::BatteryMah),
        ("Battery life", "10, 12 h", A::BatteryHours),
        ("Weight", "from 1.24 kg", A::WeightGrams),
        ("Weight", "starting at 2.7 pounds (1.24 kg)", A::WeightGrams),
        ("IP rating", "no IP code, IP54 equivalent", A::IpCode),
        ("IP rating", "IP68 or IP54", A::IpCode),
        (
            "Dimensions",
            "folded 73 x 85 x 15 mm, unfolded 73 x 165 x 7 mm",
            A::LengthMm,
        ),
    ] {
        reports(label, value, attribute);
    }
}

#[test]
fn the_main_one_of_several_counts() {
    for (label, value, attribute, expected) in [
        ("Main camera", "50+12+5 MP", A::MainCameraMp, 50.0),
        (
            "Main camera",
            "12 MP ultrawide, 50 MP wide",
            A::MainCameraMp,
            50.0,
        ),
        (
            "Main camera",
            "12 MP (ultra-wide) f/2.2, 50 MP (main) f/1.8",
            A::MainCameraMp,
            50.0,
        ),
        (
            "Main camera",
            "12 MP ultrawide f/2.2, 50 MP wide f/1.8",
            A::Aperture,
            1.8,
        ),
        ("Camera", "front 12 MP, rear 50 MP", A::MainCameraMp, 50.0),
        ("Camera", "front 12 MP, rear 50 MP", A::FrontCameraMp, 12.0),
        ("Display", "cover 3.4\", main 6.7\"", A::ScreenInches, 6.7),
        (
            "Display",
            "3.4\" (cover), 6.7\" (main)",
            A::ScreenInches,
            6.7,
        ),
        ("Optical zoom", "0.5x, 1x, 3x", A::OpticalZoom, 3.0),
        ("Optical zoom", "3x, 10x", A::OpticalZoom, 10.0),
        ("Optical zoom", "3×", A::OpticalZoom, 3.0),
        ("Optical zoom", "3x, 10x hybrid", A::OpticalZoom, 3.0),
    ] {
        states(label, value, attribute, expected);
    }
    let m = measured(&[("Camera", "12 MP front")]);
    assert_eq!(m.get(A::MainCameraMp), None);
    assert_eq!(m.get(A::FrontCameraMp), Some(12.0));
    let m = measured(&[("Main camera", "50 MP + 10 MP telephoto with OIS")]);
    assert_eq!(m.get(A::Ois), None);
}

#[test]
fn sums_products_and_pairs_are_kept_apart() {
    for (label, value, attribute, expected) in [
        ("RAM", "8 GB + 8 GB virtual", A::RamGb, 8.0),
        ("RAM", "8 GB (+ 8 GB RAM Plus)", A::RamGb, 8.0),
        ("RAM", "8 + 256 GB", A::RamGb, 8.0),
        ("RAM", "8GB + 256GB", A::RamGb, 8.0),
        ("RAM", "2 x 8 GB", A::RamGb, 16.0),
        ("RAM", "16GB (2x8GB)", A::RamGb, 16.0),
        ("Storage", "8/256 GB", A::StorageGb, 256.0),
        ("Storage", "128 GB (optional 256 GB)", A::StorageGb, 128.0),
        ("Storage", "1TB PCIe 4.0 x4 SSD", A::StorageGb, 1024.0),
        ("Video", "4K at 30 or 60 fps", A::VideoLevel, 5.0),
        ("Storage", "128 GB, no microSD", A::StorageGb, 128.0),
        ("Battery", "2 x 2500 mAh", A::BatteryMah, 5000.0),
        ("Battery", "5000 m Ah", A::BatteryMah, 5000.0),
        ("Battery", "5000 мАч", A::BatteryMah, 5000.0),
        (
            "Battery",
            "5000 mAh (typ), 4880 mAh (min)",
            A::BatteryMah,
            5000.0,
        ),
        ("Battery", "54 Watt-hours", A::BatteryWh, 54.0),
        ("Battery", "54 W·h", A::BatteryWh, 54.0),
        ("Battery endurance", "1 d 12 h", A::BatteryHours, 36.0),
        (
            "Battery endurance",
            "1 day and 12 hours",
            A::BatteryHours,
            36.0,
        ),
        ("IP rating", "IP6X/IPX8", A::IpCode, 68.0),
        ("IP rating", "IP-68", A::IpCode, 68.0),
        ("IP rating", "IP68/IP69K", A::IpCode, 69.0),
        ("Peso", "1,3 kilogramos", A::WeightGrams, 1300.0),
        ("Weight", "195 g (without packaging)", A::WeightGrams, 195.0),
        ("Resolution", "FHD+", A::DisplayPixels, 2_073_600.0),
        ("Chip", "Corvin 9 Pro (8 cores, 3 nm)", A::ChipNm, 3.0),
        (
            "Ports",
            "2x USB-C 4.0, 2 x USB 3.2 Type-A, HDMI 2.1, RJ-45, audio jack",
            A::Ports,
            7.0,
        ),
        (
            "Ports",
            "USB-C x 2 (Thunderbolt 4), no HDMI, 3.5 mm jack",
            A::Ports,
            3.0,
        ),
        ("Ports", "4 USB ports, Wi-Fi", A::Ports, 4.0),
        ("Number of SIM cards", "2", A::DualSim, 1.0),
    ] {
        states(label, value, attribute, expected);
    }
    for value in ["yes", "Corvin 9 Pro"] {
        assert!(measured(&[("Chip", value)]).unreadable.is_empty());
    }
    let m = measured(&[("Battery", "54 W·h")]);
    assert_eq!(m.values.len(), 1, "{m:?}");
}

#[test]
fn wireless_charging_is_read_under_every_usual_label() {
    for label in [
        "Wireless charging",
        "wireless_charge_w",
        "Wireless charge",
        "Qi charging",
        "Kabelloses Laden",
    ] {
        states(label, "25 W", A::WirelessChargeWatts, 25.0);
        states(label, "no", A::WirelessChargeWatts, 0.0);
        assert_eq!(measured(&[(label, "yes")]), measured(&[]));
    }
    states("charge_w", "45", A::ChargeWatts, 45.0);
}

#[test]
fn every_code_is_a_label() {
    for attribute in Attribute::ALL {
        assert!(labels::find(attribute.code()).is_some(), "{attribute:?}");
    }
    for (code, value, expected) in [
        ("battery_mah", "5000", 5000.0),
        ("battery_wh", "54", 54.0),
        ("battery_h", "12.5", 12.5),
        ("half_charge_min", "30", 30.0),
        ("weight_g", "195", 195.0),
        ("length_mm", "146.7", 146.7),
        ("thickness_mm", "7.8", 7.8),
        ("screen_in", "6.7", 6.7),
        ("refresh_hz", "120", 120.0),
        ("brightness_nits", "600", 600.0),
        ("srgb_pct", "100", 100.0),
        ("antutu10", "1500000", 1_500_000.0),
        ("cpu_w", "15", 15.0),
        ("chip_nm", "4", 4.0),
        ("camera_lab", "154", 154.0),
        ("camera_mp", "50", 50.0),
        ("aperture_f", "1.8", 1.8),
        ("sensor_in", "1/1.3\"", 0.769),
        ("video_level", "4K", 4.0),
        ("video_stabilised", "yes", 1.0),
        ("front_camera_mp", "12", 12.0),
        ("webcam_mp", "5", 5.0),
        ("storage_gb", "256", 256.0),
        ("ram_gb", "8", 8.0),
        ("network_g", "5", 5.0),
        ("noise_db", "38", 38.0),
    ] {
        states(code, value, Attribute::from_code(code).unwrap(), expected);
    }
    let m = measured(&[
        ("length_mm", "146.7"),
        ("width_mm", "71.5"),
        ("thickness_mm", "7.8"),
    ]);
    assert_eq!(m.get(A::WidthMm), Some(71.5));
}

#[test]
fn labels_are_known_in_every_language() {
    for (labels, value, attribute, expected) in [
        (
            "Batteria|Batarya kapasitesi|Pil gücü|BatteryCapacity",
            "5000 mAh",
            A::BatteryMah,
            5000.0,
        ),
        (
            "Durata batteria|Czas pracy na baterii|Batterijduur",
            "18 h",
            A::BatteryHours,
            18.0,
        ),
        (
            "Appareil photo principal|Aparat fotograficzny|Kamera hinten|Arxa kamera",
            "50 MP",
            A::MainCameraMp,
            50.0,
        ),
        (
            "Optische Bildstabilisierung|Optyczna stabilizacja obrazu",
            "yes",
            A::Ois,
            1.0,
        ),
        ("Telephoto zoom", "3x", A::OpticalZoom, 3.0),
        ("Aperture (main)|f-number", "f/1.8", A::Aperture, 1.8),
        ("Diagonale|Diagonale schermo", "6.7\"", A::ScreenInches, 6.7),
        (
            "Max brightness|Bildschirmhelligkeit",
            "600 nits",
            A::BrightnessNits,
            600.0,
        ),
        (
            "Ingress protection|Dust and water resistance|Protección|Beschermingsgraad|Koruma sınıfı",
            "IP68",
            A::IpCode,
            68.0,
        ),
        ("Number of SIM cards|SIM slots", "2", A::DualSim, 1.0),
        ("eSIM-fähig", "ja", A::Esim, 1.0),
        ("HDD", "1 TB", A::StorageGb, 1024.0),
        ("Poids net", "195 g", A::WeightGrams, 195.0),
        (
            "Charging speed|Charger|Charger (laptop)|Power supply|Power supply (laptop)",
            "65 W",
            A::ChargeWatts,
            65.0,
        ),
    ] {
        for label in labels.split('|') {
            states(label, value, attribute, expected);
        }
    }
}
