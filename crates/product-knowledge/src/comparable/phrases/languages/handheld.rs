//! Phones and tablets, and lines of cameras.

use super::super::Kind::{CategoryText, Line, Noun};
use super::Row;
use crate::comparable::Category as C;

pub(super) const HANDHELD: &[Row] = &[
    (
        C::Phone,
        Noun,
        "alypuhelimet|alypuhelin|cellulari e smartphone|celulares|gsm telefon|gsm telefony|\
         handys smartphones|handys und smartphones|kinita|kinita tilefona|kinito|\
         kinito tilefono|mobiles et smartphones|mobilne telefony a smartfony|mobilni telefoni|\
         mobiltelefoner|mobiltelefonok|mobily a smartphony|moviles libres|okostelefon|\
         okostelefonok|pametni telefon|pametni telefoni|smartfony i telefony|\
         smartfony i telefony komorkowe|smartphone e cellulari|smartphones e telemoveis|\
         smartphones et telephones mobiles|smartphones handys|smartphones telephones|\
         smartphones telephonie mobile|smartphones und handys|smartphony|telefoane inteligente|\
         telefoane mobile|telefon inteligent|telefon mobil|telefone celular|telefonini|\
         telefono movil libre|telefonos celulares|telemoveis|telemovel|tlacidlove telefony|\
         tlacitkove telefony",
    ),
    (
        C::Phone,
        CategoryText,
        "mobilni telefony gsm|mobily smartphony|puhelimet|smartphones unlocked|telefoane|\
         tilefona",
    ),
    (
        C::Phone,
        Line,
        "alcatel #|alcatel go flip|alcatel idol|alcatel one touch|alcatel onetouch|\
         alcatel pixi|alcatel pop|alcatel shine|aligator a#|aligator r#|aligator s#|\
         asus rog phone|blackview a#|blackview hero|blackview n#|blackview p#|blackview s#|\
         blackview shark|blackview wave|bq mobile|cat b#|cat s#|crosscall|cubot|doogee|\
         elephone|emporia|energizer hardcase|essential phone|galaxy alpha|galaxy c#|\
         galaxy core|galaxy express|galaxy fame|galaxy grand|galaxy k zoom|galaxy mega|\
         galaxy mini|galaxy on#|galaxy quantum|galaxy trend|galaxy y|galaxy young|gigaset gs#|\
         gigaset gx#|hammer #|hisense infinity|homtom|honor #x|honor lite|honor view|\
         honor view#|htc #|htc u play|htc u ultra|htc u#|huawei ascend|huawei honor|\
         huawei mate x#|inoi|itel a#|itel it#|itel p#|itel s#|land rover explore|leagoo|\
         lenovo k#|lenovo vibe|lg nexus|lg q#|lg x#|meizu m#|meizu note|meizu pro|micromax|\
         moto c|moto one|motorola moto|motorola one|myphone|neffos|nexus #|nexus #p|nexus #x|\
         nokia asha|nokia lumia|nothing phone #|nubia focus|nubia music|nubia neo|nubia z#|\
         oscal c#|oscal marine|oscal modern|oscal tiger|oukitel c#|oukitel f#|oukitel k#|\
         oukitel u#|oukitel wp|philips xenium|razer phone|red magic|sharp aquos|sony z#|\
         swisstone|tcl #|tcl plex|ulefone|umidigi|vertu|vkworld|wiko|wileyfox|xenium|zte axon|\
         zte nubia",
    ),
    (
        C::Tablet,
        Line,
        "alldocube|blackview tab #|chuwi hipad|doogee t#|doogee u#|fire #|galaxy tab#|\
         iconia one|iconia tab|kindle fire|lenovo ideatab|magicpad|magicpad #|magicpad#|\
         memo pad|oneplus pad #|oscal pad|oscal pad#|oukitel okt#|oukitel rt#|realme pad #|\
         redmi pad pro|samsung tab|samsung tab a#|samsung tab s#|teclast m#|teclast t#|\
         transformer pad|ulefone tab|umidigi g#",
    ),
    (
        C::Camera,
        Line,
        "agfaphoto|canon g#|canon sx#|easypix|exilim|fujifilm gfx|gopro max|gopro session|\
         hasselblad h#|hasselblad x#|insta360|kodak az#|kodak fz#|leica c lux|leica d lux|\
         leica m#|leica q|leica q#|leica sl|leica sl#|leica tl|leica tl#|leica v lux|\
         medion life camera|minolta mn#|nikon #|nikon j#|olympus e m#|olympus stylus|\
         olympus tough|osmo action|osmo pocket|pentax #|praktica luxmedia|praktica z#|ricoh gr|\
         ricoh theta|rollei sportsline|samsung nx|samsung nx#|sigma dp#|sigma fp|sigma sd",
    ),
    (
        C::Tablet,
        Noun,
        "nettbrett|planset komputer|planseti|plansetleri|surfplatta|surfplattor|tablete|\
         tableti|tablets pc|tablett|tabletten|tamplet|taulutietokone|usaq planseti",
    ),
];
