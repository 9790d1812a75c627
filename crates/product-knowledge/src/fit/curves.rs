//! How values become utilities, and the built-in ends of scales.

use crate::specs::Attribute;

/// How a value becomes a utility.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(in crate::fit) enum Curve {
    /// Evenly between the low and the high end of the scale.
    Even,
    /// Evenly in doublings: 128 to 256 GB is worth as much as 256 to 512 GB.
    Doublings,
    /// Evenly between fixed ends, whatever the catalogue has.
    Fixed(f64, f64),
    /// IP code: 0.4 × first digit / 6 + 0.6 × second digit / 8, digits above counting as these.
    Ip,
    /// 5G 1, LTE 0.6, 3G 0.2, else 0.
    Network,
}

/// The curve of a property.
pub(in crate::fit) fn curve(attribute: Attribute) -> Curve {
    use Attribute as A;
    match attribute {
        A::StorageGb | A::RamGb => Curve::Doublings,
        A::Ois
        | A::Ultrawide
        | A::Autofocus
        | A::StabilisedVideo
        | A::Raw
        | A::InfraredCamera
        | A::Esim
        | A::DualSim
        | A::UsbPd
        | A::CardReader
        | A::BacklitKeyboard => Curve::Fixed(0.0, 1.0),
        A::DropClass => Curve::Fixed(1.0, 5.0),
        A::VideoLevel => Curve::Fixed(0.0, 6.0),
        A::MainCameraMp => Curve::Fixed(8.0, 50.0),
        A::IpCode => Curve::Ip,
        A::NetworkGeneration => Curve::Network,
        A::BatteryMah
        | A::BatteryWh
        | A::BatteryHours
        | A::ChargeCycles
        | A::ChargeWatts
        | A::WirelessChargeWatts
        | A::HalfChargeMinutes
        | A::WeightGrams
        | A::ChargerGrams
        | A::LengthMm
        | A::WidthMm
        | A::ThicknessMm
        | A::ScreenInches
        | A::DisplayPixels
        | A::RefreshHz
        | A::BrightnessNits
        | A::GamutPercent
        | A::GeekbenchMulti
        | A::Antutu
        | A::CpuWatts
        | A::ChipNm
        | A::LabCamera
        | A::Aperture
        | A::OpticalZoom
        | A::SensorInches
        | A::FrontCameraMp
        | A::WebcamMp
        | A::UpdateYears
        | A::Ports
        | A::NoiseDb => Curve::Even,
    }
}

/// Built-in ends for phones, tablets and laptops: what was usually sold new from 2018 to 2026, from
/// an entry-level to a top model. Used where the catalogue has too few products of its own.
pub(in crate::fit) const BUILT_IN: [(Attribute, [(f64, f64); 3]); 32] = [
    (
        Attribute::BatteryMah,
        [(3000.0, 6000.0), (5000.0, 11500.0), (3500.0, 8000.0)],
    ),
    (
        Attribute::BatteryWh,
        [(11.5, 23.0), (19.0, 44.0), (38.0, 95.0)],
    ),
    (
        Attribute::BatteryHours,
        [(24.0, 65.0), (8.0, 20.0), (5.0, 20.0)],
    ),
    (
        Attribute::ChargeCycles,
        [(800.0, 1600.0), (500.0, 1200.0), (300.0, 1000.0)],
    ),
    (
        Attribute::ChargeWatts,
        [(10.0, 90.0), (10.0, 67.0), (45.0, 140.0)],
    ),
    (
        Attribute::WirelessChargeWatts,
        [(0.0, 50.0), (0.0, 15.0), (0.0, 15.0)],
    ),
    (
        Attribute::HalfChargeMinutes,
        [(12.0, 50.0), (30.0, 90.0), (25.0, 75.0)],
    ),
    (
        Attribute::WeightGrams,
        [(150.0, 235.0), (300.0, 720.0), (1000.0, 2700.0)],
    ),
    (
        Attribute::ChargerGrams,
        [(50.0, 150.0), (60.0, 200.0), (120.0, 700.0)],
    ),
    (
        Attribute::LengthMm,
        [(140.0, 170.0), (200.0, 290.0), (295.0, 365.0)],
    ),
    (
        Attribute::WidthMm,
        [(66.0, 79.0), (125.0, 215.0), (210.0, 270.0)],
    ),
    (
        Attribute::ThicknessMm,
        [(7.2, 9.8), (5.2, 9.0), (13.0, 26.0)],
    ),
    (
        Attribute::ScreenInches,
        [(5.4, 6.9), (8.0, 13.0), (13.0, 17.3)],
    ),
    (
        Attribute::DisplayPixels,
        [(1.1e6, 4.6e6), (1.0e6, 6.0e6), (1.05e6, 8.3e6)],
    ),
    (
        Attribute::RefreshHz,
        [(60.0, 120.0), (60.0, 144.0), (60.0, 165.0)],
    ),
    (
        Attribute::BrightnessNits,
        [(450.0, 2600.0), (300.0, 1000.0), (220.0, 600.0)],
    ),
    (
        Attribute::GamutPercent,
        [(85.0, 100.0), (75.0, 100.0), (60.0, 100.0)],
    ),
    (
        Attribute::GeekbenchMulti,
        [(1200.0, 9500.0), (1200.0, 13000.0), (2500.0, 16000.0)],
    ),
    (
        Attribute::Antutu,
        [(250e3, 2500e3), (250e3, 2300e3), (300e3, 2500e3)],
    ),
    (Attribute::CpuWatts, [(3.0, 10.0), (4.0, 15.0), (9.0, 55.0)]),
    (Attribute::ChipNm, [(3.0, 12.0), (3.0, 14.0), (3.0, 14.0)]),
    (
        Attribute::LabCamera,
        [(90.0, 165.0), (60.0, 120.0), (60.0, 120.0)],
    ),
    (Attribute::Aperture, [(1.6, 2.2), (1.8, 2.4), (1.8, 2.4)]),
    (Attribute::OpticalZoom, [(0.0, 5.0), (0.0, 2.0), (0.0, 2.0)]),
    (
        Attribute::SensorInches,
        [(0.25, 1.0), (0.2, 0.5), (0.1, 0.4)],
    ),
    (
        Attribute::FrontCameraMp,
        [(5.0, 32.0), (5.0, 12.0), (0.9, 8.0)],
    ),
    (Attribute::WebcamMp, [(0.9, 8.0), (0.9, 8.0), (0.9, 5.0)]),
    (
        Attribute::UpdateYears,
        [(2.0, 7.0), (2.0, 7.0), (3.0, 10.0)],
    ),
    (Attribute::Ports, [(1.0, 2.0), (1.0, 3.0), (2.0, 8.0)]),
    (
        Attribute::NoiseDb,
        [(20.0, 40.0), (20.0, 40.0), (28.0, 50.0)],
    ),
    (
        Attribute::StorageGb,
        [(64.0, 1024.0), (32.0, 1024.0), (128.0, 2048.0)],
    ),
    (Attribute::RamGb, [(3.0, 16.0), (3.0, 16.0), (4.0, 32.0)]),
];
