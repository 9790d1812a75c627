//! Labels of battery, size, screen and processor.

use super::super::Attribute as A;
use super::super::read;
use super::Rule;
use super::Rule::{Edge, One, Read, Volts};

/// Rules with their labels, as slugs (folded, `_` between words) with spaces between them.
pub(super) const BODY: &[(Rule, &str)] = &[
    (
        Read(read::battery),
        "\
        battery battery_capacity battery_size battery_type_capacity capacity_of_battery \
        rated_capacity akku akkukapazitat akku_kapazitat batteriekapazitat batterie \
        kapazitat_akku baterie bateria kapacita_baterie kapacita_baterii batterie_capacite \
        kapacita_akumulatora kapacita_akumulatoru capacite_de_la_batterie capacite_batterie \
        capacidad_de_la_bateria capacidad_bateria capacita_della_batteria capacita_batteria \
        pojemnosc_baterii pojemnosc_akumulatora accu accucapaciteit batterijcapaciteit pil \
        pil_kapasitesi pil_gucu batarya batarya_kapasitesi batteria \
        batareya batareyanin_tutumu batareya_tutumu akkumulator \
       ",
    ),
    (
        One(A::BatteryWh, read::ENERGY),
        "battery_energy battery_capacity_watt_hours battery_watt_hours",
    ),
    (
        Volts,
        "\
        voltage battery_voltage akkuspannung spannung napeti_baterie tension_batterie",
    ),
    (
        Read(read::hours),
        "\
        battery_life battery_endurance battery_endurance_per_cycle endurance battery_runtime \
        runtime akkulaufzeit laufzeit batterielaufzeit vydrz_baterie vydrz_baterie_v_hodinach \
        vydrz autonomie autonomie_de_la_batterie autonomia autonomia_de_la_bateria \
        autonomia_batteria czas_pracy czas_pracy_baterii accuduur pil_omru batareya_omru \
        active_use_score continuous_video_playback_time video_playback_time vydrz_na_baterii \
        battery_h durata_batteria durata_della_batteria czas_pracy_na_baterii batterijduur",
    ),
    (
        One(A::ChargeCycles, read::CYCLE),
        "\
        charge_cycles charging_cycles battery_cycles cycles_to_80 battery_endurance_in_cycles \
        ladezyklen nabijeci_cykly nabijacie_cykly cycles_de_charge ciclos_de_carga \
        cicli_di_carica cykle_ladowania laadcycli battery_cycle_life",
    ),
    (
        Read(read::charging),
        "\
        charging fast_charging fast_charge charging_power charge_power wired_charging \
        quick_charge max_charging_power maximum_charging_power ladeleistung schnellladen laden \
        nabijeni rychle_nabijeni nabijanie rychle_nabijanie vykon_nabijeni vykon_nabijania \
        charge_rapide puissance_de_charge carga_rapida potencia_de_carga ricarica_rapida \
        potenza_di_ricarica szybkie_ladowanie moc_ladowania snelladen laadvermogen hizli_sarj \
        sarj_gucu suretli_sarj suretli_enerji_yigma ac_adapter_power charge_w charging_speed charger charger_laptop power_supply_laptop \
        power_supply ladegerat netzteil",
    ),
    (
        Read(read::wireless),
        "\
        wireless_charging wireless_charge wireless_charge_w qi_charging qi kabelloses_laden \
        drahtloses_laden bezdratove_nabijeni bezdrotove_nabijanie recharge_sans_fil \
        carga_inalambrica ricarica_wireless ladowanie_bezprzewodowe draadloos_opladen \
        kablosuz_sarj simsiz_enerji_yigma wireless_charging_power kabellose_ladeleistung vykon_bezdratoveho_nabijeni",
    ),
    (
        One(A::HalfChargeMinutes, read::MINUTE),
        "\
        time_to_50 charge_time_to_50 charging_time_50 ladezeit_50 50_charge_time \
        half_charge_time half_charge half_charge_min",
    ),
    (
        Read(read::weight),
        "\
        weight product_weight item_weight net_weight device_weight weight_without_package \
        gewicht produktgewicht hmotnost hmotnost_produktu vaha poids peso waga masa agirlik ceki \
        cekisi poids_net peso_neto peso_netto nettogewicht cista_hmotnost",
    ),
    (
        One(A::ChargerGrams, read::WEIGHT),
        "\
        charger_weight power_adapter_weight ac_adapter_weight netzteilgewicht",
    ),
    (
        Read(read::dimensions),
        "\
        dimensions product_dimensions dimensions_hxwxd dimensions_wxhxd \
        dimensions_w_x_d_x_h dimensions_h_x_w_x_d abmessungen rozmery rozmer \
        medidas dimensiones dimensioni wymiary afmetingen boyutlar olculer olculeri",
    ),
    (One(A::LengthMm, read::LENGTH), "length_mm longest_edge"),
    (
        Edge(0),
        "\
        height hohe vyska hauteur altura altezza wysokosc hoogte yukseklik hundurluk",
    ),
    (
        Edge(1),
        "\
        width breite sirka largeur anchura ancho larghezza szerokosc breedte genislik",
    ),
    (
        Edge(2),
        "\
        depth tiefe hloubka hlbka profondeur profundidad profondita glebokosc diepte derinlik",
    ),
    (
        One(A::ThicknessMm, read::LENGTH),
        "\
        thickness dicke tloustka hrubka epaisseur grosor spessore grubosc dikte kalinlik \
        qalinliq",
    ),
    (
        Read(read::display),
        "\
        display screen screen_size display_size display_diagonal screen_diagonal diagonal \
        bildschirm bildschirmgrosse displaygrosse bildschirmdiagonale displaydiagonale displej \
        velikost_displeje uhlopricka uhlopricka_displeje velkost_displeja uhlopriecka \
        uhlopriecka_displeja ecran taille_de_l_ecran taille_ecran pantalla tamano_de_pantalla \
        schermo dimensione_schermo dimensioni_schermo ekran przekatna_ekranu wyswietlacz scherm \
        schermgrootte schermdiagonaal ekran_boyutu ekran_olcusu ekranin_olcusu ekranin_diaqonali diagonale \
        diagonale_schermo diagonale_dello_schermo diagonale_ecran diagonal_de_pantalla",
    ),
    (
        Read(read::resolution),
        "\
        display_resolution screen_resolution resolution auflosung displayauflosung \
        bildschirmauflosung rozliseni rozliseni_displeje rozlisenie rozlisenie_displeja \
        resolution_de_l_ecran resolution_ecran resolucion resolucion_de_pantalla risoluzione \
        risoluzione_schermo rozdzielczosc rozdzielczosc_ekranu resolutie schermresolutie \
        cozunurluk ekran_cozunurlugu display_px",
    ),
    (
        One(A::RefreshHz, read::HERTZ),
        "\
        refresh_rate display_refresh_rate maximum_refresh_rate bildwiederholrate \
        bildwiederholfrequenz obnovovaci_frekvence obnovovacia_frekvencia \
        taux_de_rafraichissement tasa_de_refresco frequenza_di_aggiornamento \
        czestotliwosc_odswiezania verversingssnelheid yenileme_hizi yenilenme_tezliyi refresh_hz",
    ),
    (
        One(A::BrightnessNits, read::NIT),
        "\
        brightness display_brightness peak_brightness screen_brightness helligkeit leuchtdichte \
        jas svitivost luminosite brillo luminosita jasnosc helderheid parlaklik parlaqliq \
        max_brightness maximum_brightness bildschirmhelligkeit displayhelligkeit",
    ),
    (
        Read(read::gamut),
        "\
        colour_gamut color_gamut display_gamut srgb srgb_coverage farbraum farbraumabdeckung \
        barevny_gamut gamut rgb_colour_space rgb_color_space srgb_pct",
    ),
    (
        One(A::GeekbenchMulti, read::POINT),
        "\
        geekbench geekbench_6 geekbench_multi_core geekbench_6_multi_core geekbench6_multi \
        geekbench_6_multi",
    ),
    (
        One(A::Antutu, read::POINT),
        "\
        antutu antutu_10 antutu_score antutu_benchmark antutu10",
    ),
    (
        One(A::CpuWatts, read::WATT),
        "\
        cpu_base_power processor_base_power tdp cpu_tdp thermal_design_power \
        thermal_design_power_tdp processor_tdp cpu_w",
    ),
    (
        One(A::ChipNm, read::NANOMETRE),
        "\
        process process_node process_size processor_lithography lithography fertigungsprozess \
        strukturgrosse chip_process vyrobni_proces",
    ),
    (
        Read(read::chip),
        "\
        chip chipset soc processor cpu prozessor procesor processeur procesador processore \
        islemci prosessor",
    ),
    (
        One(A::LabCamera, read::POINT),
        "\
        dxomark dxomark_camera dxomark_score camera_score camera_test_score camera_lab",
    ),
];
