//! Vacuum cleaners, coffee machines, and machines that wash and dry.

use super::super::Kind::Noun;
use super::Row;
use crate::comparable::Category as C;

pub(super) const CLEANING: &[Row] = &[
    (
        C::Vacuum,
        Noun,
        "akku staubsauger|akkusauger|aspirador escoba|aspirador robot|aspirapolveri|\
         aspirateur balai|aspirateur robot|aspirateurs balais|aspirateurs robots|aspiratoare|\
         aspiratoare robot|aspiratoare verticale|aspirator|aspirator robot|aspirator vertical|\
         bodenstaubsauger|cordless vacuums|dammsugare|handheld vacuum|handheld vacuums|\
         handstaubsauger|ilektrikes skoypes|ilektriki skoypa|imuri|odkurzacz pionowy|\
         odkurzacze bezworkowe|odkurzacze pionowe|podlahove vysavace|podlahovy vysavac|\
         polnimurit|porszivo|porszivok|robot aspirador|robot aspirapolvere|robot odkurzajacy|\
         robot sprzatajacy|robotporszivo|robots aspiradores|robotstofzuiger|robotstofzuigers|\
         roboty sprzatajace|rucni vysavac|rucny vysavac|scopa elettrica|scope elettriche|\
         sesalnik|sesalniki|skoypa robot|skoypes robot|staubsaugerroboter|steelstofzuiger|\
         steelstofzuigers|stick vacuum|stick vacuums|stovsuger|stovsugere|tycove vysavace|\
         tycovy vysavac|usisavac|usisavaci|vysavac tycovy|vysavace tycove",
    ),
    (
        C::CoffeeMachine,
        Noun,
        "aparat za kavu|aparati za kavu|automaticke kavovary|automaticky kavovar|\
         bean to cup coffee machine|cafetera espresso|cafetera superautomatica|\
         cafeteras espresso|cafeteras superautomaticas|cafetiera|cafetiere electrice|\
         cafetieres filtre|ekspres automatyczny|ekspres cisnieniowy|ekspres kolbowy|\
         ekspresy automatyczne|ekspresy cisnieniowe|ekspresy kolbowe|espresso maker|\
         espresso makers|espressoare|espressoare automate|espressomaschinen|espressor|\
         espressor automat|filter coffee machine|filter coffee machines|filterkaffeemaschine|\
         filterkaffeemaschinen|kafetiera|kafetieres|kaffemaskine|kaffemaskiner|kaffetrakter|\
         kahvinkeitin|kapselmaschine|kapselmaschinen|kapslovy kavovar|kavefozo|kavefozok|\
         macchina caffe|macchina per caffe|macchine caffe|macchine per caffe|\
         machine a espresso|machine a expresso|machine espresso|machine expresso|\
         machines a espresso|machines a expresso|machines espresso|machines expresso|\
         maquina de cafe|maquinas de cafe|michanes espresso|michani espresso|michani kafe|\
         pakove kavovary|pakovy kavovar|siebtrager|siebtragermaschine|siebtragermaschinen",
    ),
    (
        C::WashingMachine,
        Noun,
        "automaticke pracky|frontlader waschmaschine|lavabiancheria|lavadora secadora|\
         lavadoras secadoras|lavasciuga|lavasciugabiancheria|lave linge hublot|\
         lave linge sechant|lave linges|maquina de lavar roupa|maquinas de lavar roupa|\
         masina de spalat|masina de spalat cu uscator|masina de spalat rufe|masini de spalat|\
         masini de spalat rufe|masini de spalat si uscat|mosogep|mosogepek|perilica rublja|\
         perilice rublja|plyntiria roychon|plyntirio roychon|pracka predem plnena|\
         pracka s predni plneni|pracka se susickou|pracka so susickou|pracky predem plnene|\
         pracky se susickou|pracky so susickou|pralka automatyczna|pralki automatyczne|\
         pralko suszarka|pralko suszarki|pralkosuszarka|pralkosuszarki|pralni stroj|\
         pralni stroji|pyykinpesukone|toplader waschmaschine|tvattmaskin|tvattmaskiner|\
         vaskemaskin|vaskemaskine|vaskemaskiner|washer|washers",
    ),
    (
        C::Dryer,
        Noun,
        "ablufttrockner|asciugabiancheria|clothes dryers|droogkast|droogkasten|heat pump dryer|\
         heat pump dryers|kondenstrockner|kuivausrumpu|maquina de secar roupa|\
         maquinas de secar roupa|secadora de ropa|secadoras de ropa|\
         seche linge pompe a chaleur|seche linges|stegnotiria|stegnotiria roychon|stegnotirio|\
         stegnotirio roychon|susicky bielizne|susilica rublja|susilice rublja|susilni stroj|\
         suszarka bebnowa|suszarki bebnowe|suszarki do ubran|szaritogep|szaritogepek|\
         torketrommel|torketumbler|torktumlare|uscatoare de rufe|uscatoare rufe|\
         uscator de rufe|uscator rufe|warmepumpentrockner",
    ),
    (
        C::Dishwasher,
        Noun,
        "afwasmachine|afwasmachines|astianpesukone|built in dishwasher|built in dishwashers|\
         diskmaskin|diskmaskiner|einbaugeschirrspuler|geschirrspulmaschine|\
         geschirrspulmaschinen|lavaloucas|lavavajilla|lave vaisselles|maquina de lavar loica|\
         maquina de lavar louca|maquinas de lavar loica|maquinas de lavar louca|\
         masina de spalat vase|masini de spalat vase|mosogatogep|mosogatogepek|mycky nadobi|\
         oppvaskmaskin|oppvaskmaskiner|opvaskemaskine|opvaskemaskiner|perilica posuda|\
         perilica sudja|perilice posuda|plyntiria piaton|plyntirio piaton|pomivalni stroj|\
         pomivalni stroji|umyvacka|umyvacky|vestavna mycka|vestavne mycky|\
         vstavana umyvacka riadu|vstavane umyvacky riadu|zmywarka do zabudowy|\
         zmywarki do zabudowy",
    ),
];
