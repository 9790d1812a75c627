//! Wearables, sound and household appliances.

use super::Kind::{CategoryText, Line, Noun};
use super::Row;
use crate::comparable::Category as C;

/// The rows of the mapping table.
pub(super) const HOUSEHOLD: &[Row] = &[
    (
        C::Smartwatch,
        Noun,
        "smartwatch|smartwatches|smart watch|smart watches|smarte uhr|chytre hodinky|\
        inteligentne hodinky|montre connectee|montres connectees|reloj inteligente|relojes inteligentes|\
        smartband|fitness tracker|fitness trackers|fitness tracker s|akilli saat|akilli saatler|agilli saat|\
        agilli saatlar|smart saat|smart saatlar|fitness armband|fitness naramek|fitness naramky|zegarek sportowy",
    ),
    (
        C::Smartwatch,
        Line,
        "apple watch|applewatch|galaxy watch|galaxy watch#|galaxy fit|pixel watch|redmi watch|\
        xiaomi watch|huawei watch|honor watch|amazfit|mi band|smart band|garmin fenix|garmin forerunner|\
        garmin venu|fitbit versa|fitbit charge|watch gt|watch fit|watch ultra",
    ),
    (
        C::Headphones,
        Noun,
        "headphone|headphones|earphone|earphones|earbud|earbuds|headset|headsets|\
        kopfhorer|sluchatka|sluchadla|casque audio|casques audio|ecouteurs|auriculares|cuffie|auricolari|\
        sluchawki|hoofdtelefoon|hoofdtelefoons|koptelefoon|koptelefoons|oordopjes|kulaklik|kulakliklar|\
        qulaqliq|qulaqliqlar|in ear kopfhorer|true wireless",
    ),
    (
        C::Headphones,
        Line,
        "airpods|galaxy buds|galaxy buds#|pixel buds|redmi buds|freebuds|quietcomfort|\
        earpods|cmf buds|xiaomi buds|sony wh #|sony wf #|beats studio|beats solo",
    ),
    (
        C::Speaker,
        Noun,
        "bluetooth speaker|bluetooth speakers|portable speaker|portable speakers|soundbar|\
        soundbars|sound bar|lautsprecher|reproduktor|reproduktory|enceinte|enceintes|altavoz|altavoces|\
        altoparlante|altoparlanti|glosnik|glosniki|luidspreker|luidsprekers|hoparlor|smart speaker|\
        smart speakers|loudspeaker|loudspeakers|bluetooth lautsprecher",
    ),
    (C::Speaker, CategoryText, "speaker|speakers"),
    (
        C::Speaker,
        Line,
        "homepod|jbl flip|jbl charge|jbl go|sonos one|sonos era|echo dot|soundlink",
    ),
    (
        C::Router,
        Noun,
        "router|routers|wifi router|wlan router|routeur|routeurs|routery|mesh system|modem router",
    ),
    (C::Router, Line, "fritz box #|fritzbox"),
    (
        C::Vacuum,
        Noun,
        "vacuum cleaner|vacuum cleaners|robot vacuum|robot vacuums|cordless vacuum|\
        staubsauger|saugroboter|vysavac|vysavace|roboticky vysavac|roboticke vysavace|\
        aspirateur|aspirateurs|aspirador|aspiradora|aspiradoras|aspirapolvere|odkurzacz|odkurzacze|\
        stofzuiger|stofzuigers|elektrikli supurge|elektrik supurgesi|tozsoran|tozsoranlar|robot tozsoran",
    ),
    (C::Vacuum, CategoryText, "vacuums"),
    (C::Vacuum, Line, "roomba|roborock s#|roborock q#|dyson v#"),
    (
        C::CoffeeMachine,
        Noun,
        "coffee machine|coffee machines|coffee maker|coffee makers|espresso machine|\
        espresso machines|kaffeemaschine|kaffeemaschinen|kaffeevollautomat|kaffeevollautomaten|kavovar|\
        kavovary|machine a cafe|machines a cafe|cafetiere|cafetieres|cafetera|cafeteras|\
        macchina da caffe|macchine da caffe|ekspres do kawy|ekspresy do kawy|koffiezetapparaat|\
        koffiezetapparaten|koffiemachine|koffiemachines|kahve makinesi|kahve makineleri|qehvedemleyen|\
        espressomaschine|drip coffee maker|pod coffee machine",
    ),
    (
        C::WashingMachine,
        Noun,
        "washing machine|washing machines|waschmaschine|waschmaschinen|pracka|pracky|\
        lave linge|machine a laver|lavadora|lavadoras|lavatrice|lavatrici|pralka|pralki|wasmachine|\
        wasmachines|camasir makinesi|camasir makineleri|paltaryuyan|paltaryuyanlar|washer dryer|\
        washer dryers|automaticka pracka|waschtrockner",
    ),
    (
        C::Dryer,
        Noun,
        "tumble dryer|tumble dryers|clothes dryer|waschetrockner|susicka pradla|susicky pradla|\
        susicka bielizne|seche linge|secadora|secadoras|asciugatrice|asciugatrici|suszarka do ubran|\
        wasdroger|wasdrogers|camasir kurutma makinesi",
    ),
    (
        C::Dishwasher,
        Noun,
        "dishwasher|dishwashers|geschirrspuler|spulmaschine|spulmaschinen|mycka|mycky|\
        mycka nadobi|umyvacka riadu|umyvacky riadu|lave vaisselle|lavavajillas|lavastoviglie|zmywarka|\
        zmywarki|vaatwasser|vaatwassers|bulasik makinesi|qabyuyan masin",
    ),
    (
        C::Refrigerator,
        Noun,
        "refrigerator|refrigerators|fridge|fridges|fridge freezer|fridge freezers|\
        freezer|freezers|kuhlschrank|kuhlschranke|gefrierschrank|lednice|lednicka|lednicky|chladnicka|\
        chladnicky|mraznicka|mraznicky|refrigerateur|refrigerateurs|frigorifico|frigorificos|frigorifero|\
        frigoriferi|lodowka|lodowki|koelkast|koelkasten|buzdolabi|soyuducu|soyuducular|kuhl gefrierkombination",
    ),
    (
        C::Oven,
        Noun,
        "built in oven|built in ovens|electric oven|einbaubackofen|backofen|backofen set|vestavna trouba|\
        vestavne trouby|trouba|trouby|rura|rury|four encastrable|horno|hornos|forno da incasso|piekarnik|\
        piekarniki|ankastre firin|freestanding cooker|cooker|cookers",
    ),
    (C::Oven, CategoryText, "oven|ovens|fours|forni|firinlar"),
    (
        C::Microwave,
        Noun,
        "microwave|microwaves|microwave oven|microwave ovens|mikrowelle|mikrowellen|\
        mikrovlnka|mikrovlnna trouba|mikrovlnne trouby|mikrovlnna rura|mikrovlnne rury|micro ondes|\
        four a micro ondes|microondas|microonde|forno a microonde|kuchenka mikrofalowa|\
        kuchenki mikrofalowe|mikrofalowka|magnetron|magnetrons|mikrodalga|mikrodalga firin|\
        mikrodalgali soba|einbau mikrowelle|einbaumikrowelle|einbaumikrowellen|mikrowellengerat|mikrowellenherd|microwave and oven|combination microwave oven",
    ),
    (
        C::AirConditioner,
        Noun,
        "air conditioner|air conditioners|klimaanlage|klimaanlagen|klimagerat|\
        klimatizace|klimatizacia|climatiseur|climatiseurs|aire acondicionado|condizionatore|condizionatori|\
        klimatyzator|klimatyzatory|airconditioner|airconditioners|klima|kondisioner|kondisionerler",
    ),
];
