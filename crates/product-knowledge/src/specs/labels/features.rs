//! Labels of cameras, memory, protection and equipment.

use super::super::Attribute as A;
use super::super::read;
use super::Rule;
use super::Rule::{One, Read, YesNo};

/// Rules with their labels, as slugs (folded, `_` between words) with spaces between them.
pub(super) const FEATURES: &[(Rule, &str)] = &[
    (
        Read(read::camera),
        "\
        camera main_camera rear_camera rear_cameras back_camera primary_camera camera_resolution \
        main_camera_resolution rear_camera_resolution camera_resolution_main kamera hauptkamera \
        ruckkamera kameraauflosung fotoaparat zadni_fotoaparat hlavni_fotoaparat \
        zadny_fotoaparat hlavny_fotoaparat rozliseni_fotoaparatu rozliseni_zadniho_fotoaparatu \
        rozlisenie_fotoaparatu appareil_photo camera_principale camara camara_principal \
        camara_trasera fotocamera fotocamera_principale fotocamera_posteriore aparat \
        aparat_glowny aparat_tylny hoofdcamera arka_kamera ana_kamera esas_kamera megapixels \
        effective_megapixels total_megapixels appareil_photo_principal aparat_fotograficzny \
        kamera_hinten arxa_kamera",
    ),
    (
        Read(read::aperture),
        "\
        aperture camera_aperture main_camera_aperture aperture_number rear_camera_aperture \
        rear_camera_aperture_number blende blendenzahl clona svetelnost ouverture apertura \
        apertura_diaframma przyslona diafragma diyafram aperture_main aperture_f f_number \
        aperture_main_camera",
    ),
    (
        Read(read::zoom),
        "\
        optical_zoom optischer_zoom opticky_zoom zoom_optique zoom_optico zoom_ottico \
        zoom_optyczny optische_zoom optik_zoom optik_yaxinlasdirma telephoto_zoom",
    ),
    (
        Read(read::sensor),
        "\
        sensor_size image_sensor_size camera_sensor_size main_sensor_size sensor_format \
        sensorgrosse velikost_snimace velkost_snimaca taille_du_capteur tamano_del_sensor \
        dimensione_sensore rozmiar_matrycy optical_sensor_size sensor_in",
    ),
    (
        YesNo(A::Ois),
        "\
        ois optical_image_stabilization optical_image_stabilisation optical_stabilization \
        optischer_bildstabilisator opticka_stabilizace opticka_stabilizacia \
        opticka_stabilizace_obrazu stabilisation_optique estabilizacion_optica \
        stabilizzazione_ottica optyczna_stabilizacja optische_stabilisatie \
        optische_bildstabilisierung optyczna_stabilizacja_obrazu",
    ),
    (
        Read(read::ois),
        "\
        image_stabilization image_stabilisation image_stabilizer image_stabiliser \
        bildstabilisator stabilizace stabilizacia",
    ),
    (
        Read(read::wide),
        "\
        ultrawide ultra_wide ultrawide_camera ultra_wide_camera ultraweitwinkel ultrasiroky \
        ultra_grand_angle",
    ),
    (
        YesNo(A::Autofocus),
        "\
        autofocus auto_focus autofokus automaticke_ostreni",
    ),
    (
        Read(read::video),
        "\
        video video_recording video_resolution video_capture_resolution maximum_video_resolution \
        video_recording_modes video_mode videoaufnahme videoauflosung nahravani_videa \
        nahravanie_videa enregistrement_video grabacion_de_video registrazione_video \
        nagrywanie_wideo video_opname resolution_at_capture_speed rozliseni_videa \
        video_level",
    ),
    (
        YesNo(A::StabilisedVideo),
        "\
        video_stabilization video_stabilisation video_stabilizer eis videostabilisierung \
        stabilizace_videa video_stabilised",
    ),
    (
        Read(read::front),
        "\
        front_camera selfie_camera front_camera_resolution secondary_camera frontkamera \
        selfie_kamera predni_fotoaparat predny_fotoaparat predni_kamera predna_kamera \
        rozliseni_predniho_fotoaparatu camera_frontale camera_avant camara_frontal \
        fotocamera_frontale fotocamera_anteriore aparat_przedni frontcamera on_kamera",
    ),
    (
        YesNo(A::Raw),
        "\
        raw raw_format raw_support supports_raw raw_photo",
    ),
    (
        Read(read::webcam),
        "\
        webcam webcam_resolution webkamera webcam_auflosung",
    ),
    (
        YesNo(A::InfraredCamera),
        "\
        ir_camera infrared_camera windows_hello windows_hello_camera ir_kamera infrarotkamera",
    ),
    (
        Read(read::storage),
        "\
        storage storage_capacity internal_storage internal_storage_capacity \
        total_storage_capacity rom ssd ssd_capacity hard_drive flash_memory built_in_memory \
        speicherkapazitat interner_speicher speicherplatz festplatte uloziste interni_pamet \
        vnitrni_pamet interna_pamat ulozisko kapacita_uloziste stockage capacite_de_stockage \
        memoire_interne almacenamiento memoria_interna capacidad_de_almacenamiento archiviazione \
        pamiec_wewnetrzna pamiec_wbudowana dysk opslag opslagcapaciteit interne_opslag depolama \
        dahili_hafiza daxili_yaddas hdd hdd_capacity",
    ),
    (
        Read(read::ram),
        "\
        ram ram_memory ram_capacity ram_size memory_ram internal_memory system_memory \
        arbeitsspeicher operacni_pamet operacna_pamat pamet_ram pamat_ram memoire_vive \
        memoire_ram memoria_ram pamiec_ram werkgeheugen bellek operativ_yaddas",
    ),
    (
        Read(read::memory),
        "\
        memory speicher pamet pamat memoire memoria pamiec geheugen hafiza yaddas",
    ),
    (
        Read(read::ip_code),
        "\
        ip_rating ip_code ip water_resistance water_resistant waterproof ip_certification \
        international_protection_ip_code ip_protection schutzklasse schutzart \
        ip_schutzart wasserdicht stupen_kryti kryti krytie stupen_krytia vodotesnost odolnost \
        indice_de_protection etancheite resistencia_al_agua grado_di_protezione stopien_ochrony \
        wodoodpornosc waterdicht su_gecirmezlik \
        ingress_protection dust_and_water_resistance proteccion beschermingsgraad koruma_sinifi",
    ),
    (
        Read(read::drop_class),
        "\
        drop_class drop_resistance drop_reliability_class fall_resistance_class sturzfestigkeit",
    ),
    (
        Read(read::updates),
        "\
        software_updates update_years os_updates security_updates software_support \
        update_guarantee updates sicherheitsupdates aktualizace aktualizacie",
    ),
    (
        YesNo(A::Esim),
        "\
        esim e_sim esim_support esim_compatible esim_fahig",
    ),
    (
        YesNo(A::DualSim),
        "\
        dual_sim dual_sim_support dualsim 2_sim double_sim",
    ),
    (
        Read(read::sim),
        "\
        sim sim_card sim_type sim_card_type sim_card_capability sim_karte sim_karta carte_sim \
        tarjeta_sim sim_kart",
    ),
    (
        Read(read::sim_count),
        "\
        number_of_sim_cards number_of_sims sim_slots sim_card_slots number_of_sim_slots",
    ),
    (
        Read(read::network),
        "\
        network mobile_network cellular mobile_network_generation mobile_network_connection \
        network_technology mobilfunk mobilfunkstandard netz site mobilni_site mobilne_siete \
        reseau reseau_mobile red_movil rete rete_mobile siec lacznosc netwerk sebeke \
        data_network wwan network_g",
    ),
    (
        Read(read::five_g),
        "\
        5g 5g_support",
    ),
    (
        Read(read::lte),
        "\
        lte 4g 4g_lte lte_4g",
    ),
    (
        Read(read::usb_pd),
        "\
        usb_pd usb_power_delivery power_delivery usb_c_charging charging_via_usb_c \
        usb_c_power_delivery laden_uber_usb_c usb_power_delivery_support",
    ),
    (
        Read(read::charging_port),
        "\
        charging_port charging_port_type charging_connector ladeanschluss",
    ),
    (
        Read(read::ports),
        "\
        ports number_of_ports interfaces anschlusse konektory porty connecteurs puertos porte \
        zlacza aansluitingen",
    ),
    (
        Read(read::card_reader),
        "\
        card_reader card_reader_integrated memory_card_reader sd_card_reader kartenleser \
        ctecka_karet citacka_kariet lecteur_de_cartes lector_de_tarjetas lettore_di_schede \
        czytnik_kart kaartlezer kart_okuyucu",
    ),
    (
        YesNo(A::BacklitKeyboard),
        "\
        backlit_keyboard keyboard_backlit keyboard_backlight beleuchtete_tastatur \
        podsvicena_klavesnice podsvietena_klavesnica clavier_retroeclaire teclado_retroiluminado \
        tastiera_retroilluminata podswietlana_klawiatura",
    ),
    (
        One(A::NoiseDb, read::DECIBEL),
        "\
        noise noise_db noise_level lautstarke hlucnost niveau_sonore",
    ),
];
