//! The tables.

use super::{Measure, Toward};
use crate::comparable::Category;
use crate::fit::Goal;
use crate::specs::Attribute;
use crate::specs::Attribute as A;

/// A row of the tables below: points, properties (the first one stated counts), whether it yields to a
/// laboratory's score for the camera.
pub(super) type Row = (f64, &'static [Measure], bool);

const fn up(attribute: Attribute) -> Measure {
    Measure {
        attribute,
        toward: Toward::More,
    }
}

const fn down(attribute: Attribute) -> Measure {
    Measure {
        attribute,
        toward: Toward::Less,
    }
}

const PHONE_OVERALL: &[Row] = &[
    (
        18.0,
        &[up(A::BatteryHours), up(A::BatteryMah), up(A::BatteryWh)],
        false,
    ),
    (6.0, &[up(A::ScreenInches)], false),
    (4.0, &[up(A::DisplayPixels)], false),
    (4.0, &[up(A::RefreshHz)], false),
    (2.0, &[up(A::BrightnessNits)], false),
    (18.0, &[up(A::GeekbenchMulti), up(A::Antutu)], false),
    (4.0, &[up(A::MainCameraMp)], true),
    (3.0, &[up(A::VideoLevel)], true),
    (3.0, &[up(A::Ois)], true),
    (2.0, &[up(A::SensorInches), down(A::Aperture)], true),
    (2.0, &[up(A::OpticalZoom), up(A::Ultrawide)], true),
    (2.0, &[up(A::FrontCameraMp)], true),
    (6.0, &[up(A::StorageGb)], false),
    (6.0, &[up(A::RamGb)], false),
    (6.0, &[down(A::WeightGrams)], false),
    (4.0, &[up(A::IpCode)], false),
    (2.0, &[up(A::DropClass)], false),
    (8.0, &[up(A::UpdateYears)], false),
];

const PHONE_TRAVEL: &[Row] = &[
    (
        25.0,
        &[up(A::BatteryHours), up(A::BatteryMah), up(A::BatteryWh)],
        false,
    ),
    (20.0, &[down(A::WeightGrams)], false),
    (10.0, &[up(A::Esim)], false),
    (5.0, &[up(A::DualSim)], false),
    (12.0, &[up(A::IpCode)], false),
    (
        10.0,
        &[down(A::HalfChargeMinutes), up(A::ChargeWatts)],
        false,
    ),
    (5.0, &[down(A::LengthMm), down(A::ScreenInches)], false),
    (3.0, &[down(A::ThicknessMm)], false),
    (5.0, &[up(A::Ois)], false),
    (5.0, &[up(A::NetworkGeneration)], false),
];

const PHONE_BATTERY: &[Row] = &[
    (
        45.0,
        &[up(A::BatteryHours), up(A::BatteryMah), up(A::BatteryWh)],
        false,
    ),
    (20.0, &[up(A::BatteryMah), up(A::BatteryWh)], false),
    (10.0, &[up(A::ChargeCycles)], false),
    (
        12.0,
        &[up(A::ChargeWatts), down(A::HalfChargeMinutes)],
        false,
    ),
    (3.0, &[up(A::WirelessChargeWatts)], false),
    (5.0, &[down(A::ChipNm)], false),
    (3.0, &[down(A::ScreenInches)], false),
    (2.0, &[down(A::RefreshHz)], false),
];

const PHONE_CAMERA: &[Row] = &[
    (20.0, &[up(A::SensorInches)], true),
    (12.0, &[up(A::Ois)], true),
    (6.0, &[down(A::Aperture)], true),
    (15.0, &[up(A::OpticalZoom)], true),
    (5.0, &[up(A::Ultrawide)], true),
    (3.0, &[up(A::Autofocus)], true),
    (12.0, &[up(A::VideoLevel)], true),
    (8.0, &[up(A::FrontCameraMp)], true),
    (4.0, &[up(A::MainCameraMp)], true),
    (5.0, &[up(A::StorageGb)], true),
    (5.0, &[up(A::Raw)], true),
    (5.0, &[up(A::StabilisedVideo)], true),
];

const TABLET_OVERALL: &[Row] = &[
    (
        18.0,
        &[up(A::BatteryHours), up(A::BatteryMah), up(A::BatteryWh)],
        false,
    ),
    (8.0, &[up(A::ScreenInches)], false),
    (6.0, &[up(A::DisplayPixels)], false),
    (4.0, &[up(A::RefreshHz)], false),
    (2.0, &[up(A::BrightnessNits)], false),
    (18.0, &[up(A::GeekbenchMulti), up(A::Antutu)], false),
    (4.0, &[up(A::MainCameraMp)], true),
    (2.0, &[up(A::FrontCameraMp)], true),
    (7.0, &[up(A::StorageGb)], false),
    (7.0, &[up(A::RamGb)], false),
    (8.0, &[down(A::WeightGrams)], false),
    (4.0, &[up(A::IpCode)], false),
    (8.0, &[up(A::UpdateYears)], false),
    (4.0, &[up(A::NetworkGeneration)], false),
];

const TABLET_TRAVEL: &[Row] = &[
    (
        25.0,
        &[up(A::BatteryHours), up(A::BatteryMah), up(A::BatteryWh)],
        false,
    ),
    (25.0, &[down(A::WeightGrams)], false),
    (10.0, &[up(A::NetworkGeneration)], false),
    (5.0, &[up(A::Esim)], false),
    (
        10.0,
        &[down(A::HalfChargeMinutes), up(A::ChargeWatts)],
        false,
    ),
    (8.0, &[down(A::ThicknessMm), down(A::ScreenInches)], false),
    (8.0, &[up(A::IpCode)], false),
    (9.0, &[up(A::BrightnessNits)], false),
];

const TABLET_BATTERY: &[Row] = &[
    (
        45.0,
        &[up(A::BatteryHours), up(A::BatteryMah), up(A::BatteryWh)],
        false,
    ),
    (20.0, &[up(A::BatteryMah), up(A::BatteryWh)], false),
    (10.0, &[up(A::ChargeCycles)], false),
    (
        15.0,
        &[up(A::ChargeWatts), down(A::HalfChargeMinutes)],
        false,
    ),
    (5.0, &[down(A::ChipNm)], false),
    (3.0, &[down(A::ScreenInches)], false),
    (2.0, &[down(A::RefreshHz)], false),
];

const TABLET_CAMERA: &[Row] = &[
    (14.0, &[up(A::MainCameraMp)], true),
    (8.0, &[up(A::SensorInches)], true),
    (8.0, &[up(A::Ois)], true),
    (10.0, &[down(A::Aperture)], true),
    (8.0, &[up(A::Ultrawide)], true),
    (7.0, &[up(A::Autofocus)], true),
    (20.0, &[up(A::VideoLevel)], true),
    (20.0, &[up(A::FrontCameraMp)], true),
    (5.0, &[up(A::StorageGb)], true),
];

const LAPTOP_OVERALL: &[Row] = &[
    (25.0, &[up(A::GeekbenchMulti)], false),
    (7.0, &[up(A::DisplayPixels)], false),
    (5.0, &[up(A::BrightnessNits)], false),
    (3.0, &[up(A::RefreshHz)], false),
    (3.0, &[up(A::GamutPercent)], false),
    (15.0, &[up(A::BatteryHours), up(A::BatteryWh)], false),
    (12.0, &[down(A::WeightGrams)], false),
    (8.0, &[up(A::RamGb)], false),
    (7.0, &[up(A::StorageGb)], false),
    (4.0, &[up(A::Ports)], false),
    (4.0, &[up(A::BacklitKeyboard)], false),
    (7.0, &[down(A::NoiseDb)], false),
];

const LAPTOP_TRAVEL: &[Row] = &[
    (35.0, &[down(A::WeightGrams)], false),
    (25.0, &[up(A::BatteryHours), up(A::BatteryWh)], false),
    (12.0, &[up(A::UsbPd)], false),
    (5.0, &[down(A::ThicknessMm)], false),
    (3.0, &[down(A::ScreenInches)], false),
    (8.0, &[up(A::BrightnessNits)], false),
    (5.0, &[up(A::NetworkGeneration)], false),
    (4.0, &[up(A::Ports)], false),
    (3.0, &[down(A::ChargerGrams)], false),
];

const LAPTOP_BATTERY: &[Row] = &[
    (50.0, &[up(A::BatteryHours), up(A::BatteryWh)], false),
    (25.0, &[up(A::BatteryWh)], false),
    (10.0, &[down(A::CpuWatts)], false),
    (
        10.0,
        &[down(A::HalfChargeMinutes), up(A::ChargeWatts)],
        false,
    ),
    (3.0, &[down(A::DisplayPixels)], false),
    (2.0, &[down(A::RefreshHz)], false),
];

const LAPTOP_CAMERA: &[Row] = &[
    (40.0, &[up(A::WebcamMp), up(A::FrontCameraMp)], false),
    (10.0, &[up(A::InfraredCamera)], false),
    (30.0, &[up(A::GamutPercent)], false),
    (20.0, &[up(A::CardReader)], false),
];

/// The laboratory's score.
pub(super) const LAB: &[Measure] = &[up(A::LabCamera)];

/// Rows and the points of a laboratory's score where one is known.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "which categories have weights stands in `Category::has_weights`, and is compared here"
)]
pub(super) fn table(goal: Goal, category: Category) -> Option<(&'static [Row], f64)> {
    let [overall, travel, battery, camera] = match category {
        Category::Phone => [
            (PHONE_OVERALL, 16.0),
            (PHONE_TRAVEL, 0.0),
            (PHONE_BATTERY, 0.0),
            (PHONE_CAMERA, 40.0),
        ],
        Category::Tablet => [
            (TABLET_OVERALL, 6.0),
            (TABLET_TRAVEL, 0.0),
            (TABLET_BATTERY, 0.0),
            (TABLET_CAMERA, 40.0),
        ],
        Category::Laptop => [
            (LAPTOP_OVERALL, 0.0),
            (LAPTOP_TRAVEL, 0.0),
            (LAPTOP_BATTERY, 0.0),
            (LAPTOP_CAMERA, 0.0),
        ],
        other => {
            debug_assert!(!other.has_weights(), "a category with weights has a table");
            return None;
        }
    };
    match goal {
        Goal::Overall => Some(overall),
        Goal::BestPrice => None,
        Goal::Travel => Some(travel),
        Goal::MaxBattery => Some(battery),
        Goal::Camera => Some(camera),
    }
}
