//! Refrigerators, ovens, microwaves and air conditioners.

use super::super::Kind::Noun;
use super::Row;
use crate::comparable::Category as C;

pub(super) const KITCHEN: &[Row] = &[
    (
        C::Refrigerator,
        Noun,
        "american style fridge freezer|american style fridge freezers|americka lednice|\
         americke lednice|chladnicka s mraznickou|chladnicky s mraznickou|combina frigorifica|\
         combinado|combinados|combine frigorifice|frigider|frigidere|frigo|\
         frigoriferi combinati|frigorifero combinato|frigorifico americano|frigorifico combi|\
         frigorificos combi|frigos|hladilnik|hladilniki|hladnjaci|hladnjak|huto|hutok|\
         hutoszekreny|hutoszekrenyek|jaakaappi|kjoleskap|koel vriescombinatie|\
         koel vriescombinaties|koleskab|kombinovana chladnicka|kombinovana lednice|\
         kombinovane chladnicky|kombinovane lednice|kuhl gefrierkombinationen|kylskap|\
         lada frigorifica|larder fridge|larder fridges|lodowka side by side|\
         lodowki side by side|lodowko zamrazarka|lodowko zamrazarki|psygeia|psygeio|\
         psygeiokatapsyktes|psygeiokatapsyktis|refrigerateur americain|\
         refrigerateur congelateur|refrigerateurs congelateurs|side by side kuhlschrank",
    ),
    (
        C::Oven,
        Noun,
        "aragaz|aragazuri|backoefen|built under oven|cuisiniere|cuisinieres|cuptoare electrice|\
         cuptoare incorporabile|cuptor electric|cuptor incorporabil|double oven|double ovens|\
         einbauherd|einbauherde|entoichizomenos foyrnos|forni da incasso|forni elettrici|\
         forno de encastrar|forno elettrico|fornos de encastrar|fornuis|fornuizen|\
         fours encastrables|foyrnoi|foyrnos|foyrnos ano pagkoy|horno multifuncion|\
         hornos de encastre|hornos multifuncion|inbouwoven|inbouwovens|inbyggnadsugn|\
         kombinovane sporaky|kombinovany sporak|koyzina|koyzines|kuchenka gazowa|\
         kuchenki gazowe|kuchnia elektryczna|kuchnia gazowa|kuchnie elektryczne|kuchnie gazowe|\
         pecnica|pecnice|piekarnik do zabudowy|piekarniki do zabudowy|range cooker|\
         range cookers|single oven|single ovens|sporak|sporak elektricky|sporaky|standherd|\
         standherde|stekeovn|suto|sutok|ugradbena pecnica|ugradbene pecnice|vestavane trouby|\
         vestavna elektricka trouba|vstavana rura|vstavane rury",
    ),
    (
        C::Microwave,
        Noun,
        "built in microwave|built in microwaves|combi microwave|combimagnetron|combimagnetrons|\
         combination microwave|combination microwaves|cuptoare cu microunde|\
         cuptor cu microunde|forni a microonde|forni microonde|forno microonde|four micro onde|\
         four micro ondes|fours micro ondes|foyrnoi mikrokymaton|foyrnos mikrokymaton|\
         horno microondas|hornos microondas|inbouwmagnetron|kuchenka mikrofalowa do zabudowy|\
         kuchenki mikrofalowe do zabudowy|micro ondas|micro onde|mikroaaltouuni|mikrobolgeovn|\
         mikrobolgeovner|mikrofala|mikrofale|mikrofalowka do zabudowy|mikrofalowki|\
         mikrohullamu suto|mikrohullamu sutok|mikrotalasna|mikrotalasne|mikrovagsugn|\
         mikrovalna pecnica|mikrovalne pecnice|mikrovalovna pecica|mikrovlnky|solo microwave|\
         solo microwaves|vestavna mikrovlnna trouba",
    ),
    (
        C::AirConditioner,
        Noun,
        "aer conditionat|airco|aircos|aire acondicionado portatil|aires acondicionados|\
         aparat de aer conditionat|aparate de aer conditionat|ar condicionado|\
         climatisation reversible|climatiseur mobile|climatiseurs mobiles|climatizzatore|\
         climatizzatori|condizionatore portatile|klima uredaj|klima uredaji|klimaanlegg|\
         klimaberendezes|klimagerate|klimatistika|klimatistiko|klimatizace do bytu|\
         klimatska naprava|klimatyzacja|klimatyzator przenosny|klimatyzator scienny|\
         klimatyzatory przenosne|legkondicionalo|legkondicionalok|mobiele airco|mobiele aircos|\
         mobile klimaanlage|mobile klimagerate|mobiles klimagerat|mobilni klimatizace|\
         nastenna klimatizace|portable air conditioner|portable air conditioners|\
         prenosna klimatizacia|split air conditioner|split air conditioners|split klimagerat|\
         split klimagerate",
    ),
];
