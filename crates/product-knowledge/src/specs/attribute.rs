//! The closed list of properties.

/// What part of a product a property belongs to; the words of badges and summaries go by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Capacity, endurance, charging.
    Battery,
    /// Screen.
    Display,
    /// Processor and benchmarks.
    Performance,
    /// Cameras and video.
    Camera,
    /// Storage and memory.
    Memory,
    /// Weight and size.
    Size,
    /// Protection against water and falls, years of updates.
    Durability,
    /// Networks, ports and other equipment.
    Equipment,
}

/// How values of a property are written for a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// The number and a unit.
    Unit(&'static str),
    /// `yes` or `no`.
    YesNo,
    /// The number in a form of its own: IP code, class, f-number, kind of video or network.
    Coded,
}

macro_rules! attributes {
    ($($(#[$doc:meta])* $name:ident: $code:literal, $words:literal, $show:expr, $group:ident,
        $low:literal..=$high:literal, $accepted:literal;)*) => {
        /// A property that products are compared by.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Attribute {
            $($(#[$doc])* $name,)*
        }

        impl Attribute {
            /// Every property.
            pub const ALL: [Self; [$($code),*].len()] = [$(Self::$name),*];

            /// The code in answers and in the store database.
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$name => $code,)*
                }
            }

            /// The name for people, in English.
            pub const fn words(self) -> &'static str {
                match self {
                    $(Self::$name => $words,)*
                }
            }

            /// How its values are written.
            pub const fn show_as(self) -> Show {
                match self {
                    $(Self::$name => $show,)*
                }
            }

            /// What part of the product it belongs to.
            pub const fn group(self) -> Group {
                match self {
                    $(Self::$name => Group::$group,)*
                }
            }

            /// The lowest and highest value that is believed; others are unreadable.
            pub const fn plausible(self) -> (f64, f64) {
                match self {
                    $(Self::$name => ($low, $high),)*
                }
            }

            /// Which forms are read, for messages.
            pub const fn accepted(self) -> &'static str {
                match self {
                    $(Self::$name => $accepted,)*
                }
            }
        }
    };
}

attributes! {
    /// Battery capacity in mAh.
    BatteryMah: "battery_mah", "battery capacity", Show::Unit("mAh"), Battery, 100.0..=40_000.0,
        "a capacity in mAh or Ah, as in 5000 mAh, within 100 to 40000 mAh";
    /// Battery capacity in Wh; worked out as mAh × V / 1000 where only these are stated.
    BatteryWh: "battery_wh", "battery capacity", Show::Unit("Wh"), Battery, 0.3..=250.0,
        "a capacity in Wh, as in 54 Wh, within 0.3 to 250 Wh";
    /// Endurance in use, in hours.
    BatteryHours: "battery_h", "battery endurance", Show::Unit("h"), Battery, 0.5..=500.0,
        "hours, as in 12 h 30 min, 12:30 or 12.5 hours, within 0.5 to 500 hours";
    /// Charging cycles until 80 % of the capacity is left.
    ChargeCycles: "charge_cycles", "charging cycles to 80 %", Show::Unit("cycles"), Battery, 100.0..=10_000.0,
        "a number of cycles, as in 1000, within 100 to 10000";
    /// Charging power by cable, in W.
    ChargeWatts: "charge_w", "charging power", Show::Unit("W"), Battery, 2.0..=400.0,
        "a power in W, as in 45 W, within 2 to 400 W";
    /// Charging power without cable, in W.
    WirelessChargeWatts: "wireless_charge_w", "wireless charging", Show::Unit("W"), Battery, 0.0..=150.0,
        "a power in W, as in 15 W, within 0 to 150 W, or no";
    /// Minutes from empty to 50 %.
    HalfChargeMinutes: "half_charge_min", "time to 50 %", Show::Unit("min"), Battery, 3.0..=300.0,
        "minutes, as in 30 min, within 3 to 300 minutes";
    /// Weight in grams.
    WeightGrams: "weight_g", "weight", Show::Unit("g"), Size, 3.0..=150_000.0,
        "a weight in g, kg, lb or oz, as in 195 g or 1.3 kg, within 3 g to 150 kg";
    /// Weight of the charger in grams.
    ChargerGrams: "charger_weight_g", "charger weight", Show::Unit("g"), Size, 20.0..=2000.0,
        "a weight in g, kg, lb or oz, as in 220 g, within 20 g to 2 kg";
    /// The longest edge in mm.
    LengthMm: "length_mm", "longest edge", Show::Unit("mm"), Size, 20.0..=3000.0,
        "edges in mm, cm or inches, as in 146.7 x 71.5 x 7.8 mm, within 1 to 3000 mm";
    /// The middle edge in mm.
    WidthMm: "width_mm", "width", Show::Unit("mm"), Size, 10.0..=3000.0,
        "edges in mm, cm or inches, as in 146.7 x 71.5 x 7.8 mm, within 1 to 3000 mm";
    /// The shortest edge in mm.
    ThicknessMm: "thickness_mm", "thickness", Show::Unit("mm"), Size, 1.0..=2000.0,
        "a length in mm, cm or inches, as in 7.8 mm, within 1 to 2000 mm";
    /// Diagonal of the screen in inches.
    ScreenInches: "screen_in", "screen size", Show::Unit("inches"), Display, 0.5..=120.0,
        "a diagonal in inches or cm, as in 6.7\" or 17.0 cm, within 0.5 to 120 inches";
    /// Resolution of the screen, as a number of pixels.
    DisplayPixels: "display_px", "resolution", Show::Coded, Display, 400.0..=70_000_000.0,
        "width x height in pixels, as in 2340 x 1080, or Full HD, QHD, 4K";
    /// Refresh rate of the screen in Hz.
    RefreshHz: "refresh_hz", "refresh rate", Show::Unit("Hz"), Display, 24.0..=600.0,
        "a rate in Hz, as in 120 Hz, within 24 to 600 Hz";
    /// Highest brightness of the screen in cd/m² (nits).
    BrightnessNits: "brightness_nits", "brightness", Show::Unit("nits"), Display, 50.0..=10_000.0,
        "a brightness in nits or cd/m², as in 600 nits, within 50 to 10000 nits";
    /// Share of the sRGB colours that the screen shows, in percent.
    GamutPercent: "srgb_pct", "sRGB coverage", Show::Unit("%"), Display, 20.0..=200.0,
        "a share of sRGB, as in 100 % sRGB, within 20 to 200 %";
    /// Geekbench 6, all cores.
    GeekbenchMulti: "geekbench6_multi", "Geekbench 6 multi-core score", Show::Unit("points"), Performance, 200.0..=50_000.0,
        "points, as in 6500, within 200 to 50000";
    /// `AnTuTu` 10.
    Antutu: "antutu10", "AnTuTu score", Show::Unit("points"), Performance, 20_000.0..=6_000_000.0,
        "points, as in 1500000, within 20000 to 6000000";
    /// Power that the processor is made for, in W.
    CpuWatts: "cpu_w", "processor base power", Show::Unit("W"), Performance, 1.0..=400.0,
        "a power in W, as in 15 W, within 1 to 400 W";
    /// Structure size of the processor in nm.
    ChipNm: "chip_nm", "processor structure size", Show::Unit("nm"), Performance, 1.0..=90.0,
        "a size in nm, as in 4 nm, within 1 to 90 nm";
    /// Score of a laboratory for the camera (DXOMARK).
    LabCamera: "camera_lab", "camera test score", Show::Unit("points"), Camera, 20.0..=250.0,
        "points, as in 154, within 20 to 250";
    /// Resolution of the main camera in megapixels.
    MainCameraMp: "camera_mp", "main camera", Show::Unit("MP"), Camera, 0.1..=400.0,
        "megapixels, as in 50 MP, within 0.1 to 400 MP";
    /// f-number of the main camera.
    Aperture: "aperture_f", "aperture", Show::Coded, Camera, 0.9..=11.0,
        "an f-number, as in f/1.8, within 0.9 to 11";
    /// Optical magnification, times.
    OpticalZoom: "optical_zoom", "optical zoom", Show::Unit("x"), Camera, 0.0..=200.0,
        "a magnification, as in 3x, up to 200x, or no";
    /// Size of the main sensor: 1/1.3" is 0.769.
    SensorInches: "sensor_in", "main sensor", Show::Unit("inch type"), Camera, 0.09..=3.0,
        "an optical format, as in 1/1.3\", within 1/11\" to 3\"";
    /// Optical stabilisation of the main camera: 1 or 0.
    Ois: "ois", "optical stabilisation", Show::YesNo, Camera, 0.0..=1.0, "yes or no";
    /// A camera with ultra-wide angle: 1 or 0.
    Ultrawide: "ultrawide", "ultra-wide camera", Show::YesNo, Camera, 0.0..=1.0,
        "yes, no or megapixels";
    /// Automatic focus: 1 or 0.
    Autofocus: "autofocus", "autofocus", Show::YesNo, Camera, 0.0..=1.0, "yes or no";
    /// The best video mode: 1 is 720p, 2 is 1080p, 3 is 1080p from 50 fps or 1440p, 4 is 4K,
    /// 5 is 4K from 50 fps, 6 is 8K or 4K from 100 fps.
    VideoLevel: "video_level", "video", Show::Coded, Camera, 0.0..=6.0,
        "modes, as in 4K@60fps, 1080p or 3840x2160";
    /// Stabilised video: 1 or 0.
    StabilisedVideo: "video_stabilised", "video stabilisation", Show::YesNo, Camera, 0.0..=1.0,
        "yes or no";
    /// Resolution of the front camera in megapixels.
    FrontCameraMp: "front_camera_mp", "front camera", Show::Unit("MP"), Camera, 0.1..=100.0,
        "megapixels, as in 12 MP, within 0.1 to 100 MP";
    /// Takes raw pictures: 1 or 0.
    Raw: "raw", "RAW pictures", Show::YesNo, Camera, 0.0..=1.0, "yes or no";
    /// Resolution of the webcam in megapixels: 1080p is 2.07.
    WebcamMp: "webcam_mp", "webcam", Show::Unit("MP"), Camera, 0.1..=50.0,
        "megapixels or lines, as in 1080p or 5 MP, within 0.1 to 50 MP";
    /// An infrared camera for recognising faces: 1 or 0.
    InfraredCamera: "ir_camera", "infrared camera", Show::YesNo, Camera, 0.0..=1.0, "yes or no";
    /// Storage in GB (1 TB is 1024 GB).
    StorageGb: "storage_gb", "storage", Show::Unit("GB"), Memory, 0.03..=65_536.0,
        "one size in GB or TB, as in 256 GB, up to 64 TB";
    /// Memory in GB.
    RamGb: "ram_gb", "memory", Show::Unit("GB"), Memory, 0.03..=1024.0,
        "one size in GB, as in 8 GB, up to 1024 GB";
    /// IP code as a number: IP68 is 68, IPX4 is 4, none is 0.
    IpCode: "ip_code", "protection", Show::Coded, Durability, 0.0..=69.0,
        "an IP code, as in IP68, or no";
    /// Drop class of the EU label: A is 5, E is 1.
    DropClass: "drop_class", "drop class", Show::Coded, Durability, 1.0..=5.0,
        "a class from A to E";
    /// Years of software updates.
    UpdateYears: "update_years", "software updates", Show::Unit("years"), Durability, 0.0..=15.0,
        "years, as in 5 years, up to 15";
    /// eSIM: 1 or 0.
    Esim: "esim", "eSIM", Show::YesNo, Equipment, 0.0..=1.0, "yes or no";
    /// Two SIMs at once: 1 or 0.
    DualSim: "dual_sim", "dual SIM", Show::YesNo, Equipment, 0.0..=1.0, "yes or no";
    /// Newest mobile network: 5 for 5G, 4 for LTE, 3, 2, 0 for none.
    NetworkGeneration: "network_g", "mobile network", Show::Coded, Equipment, 0.0..=6.0,
        "a network, as in 5G or LTE, or no";
    /// Charges by USB-C: 1 or 0.
    UsbPd: "usb_pd", "charging by USB-C", Show::YesNo, Equipment, 0.0..=1.0,
        "yes, no, a power in W or the kind of charging port";
    /// Number of ports for data and pictures.
    Ports: "ports", "number of ports", Show::Unit("ports"), Equipment, 0.0..=40.0,
        "a number or counts, as in 2x USB-C, 1x HDMI, up to 40";
    /// Card reader: 1 or 0.
    CardReader: "card_reader", "card reader", Show::YesNo, Equipment, 0.0..=1.0, "yes or no";
    /// Backlit keyboard: 1 or 0.
    BacklitKeyboard: "backlit_keyboard", "backlit keyboard", Show::YesNo, Equipment, 0.0..=1.0,
        "yes or no";
    /// Noise under load in dB(A).
    NoiseDb: "noise_db", "noise", Show::Unit("dB"), Equipment, 5.0..=100.0,
        "a level in dB, as in 38 dB, within 5 to 100 dB";
}

impl Attribute {
    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|a| a.code() == code)
    }

    /// Whether a value is one that is believed.
    pub fn believes(self, value: f64) -> bool {
        let (low, high) = self.plausible();
        (low..=high).contains(&value)
    }
}
