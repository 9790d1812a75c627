//! More names in the languages of shops: category texts and titles of feeds.

use super::Kind::{CategoryText, Line, Noun};
use super::Row;
use crate::comparable::Category as C;

/// The rows of the mapping table; the phrases of a row in alphabetical order.
pub(super) const LANGUAGES: &[Row] = &[
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
    (
        C::Laptop,
        Noun,
        "baerbar|barbar datamaskin|barbare datorer|computadora portatil|foritoi ypologistes|\
         foritos ypologistis|herne notebooky|herni notebook|herni notebooky|herny notebook|\
         kannettava tietokone|komputery przenosne|laptop gamer|laptop uri|laptopok|laptopuri|\
         laptopy gamingowe|laptopy i notebooki|notebook e portatili|notebook pc|notebook pcs|\
         notebookok|notebooky a laptopy|ordenadores portatiles y netbooks|\
         ordinateur portable pc|pc portable gamer|pc portables gamer|portateis|portatile pc|\
         portatili|prenosni racunalnik|prenosni racunalniki|prijenosna racunala|\
         prijenosno racunalo|subnotebook|subnotebooks",
    ),
    (
        C::Desktop,
        Noun,
        "all in one computer|all in one pcs|asztali szamitogep|asztali szamitogepek|\
         calculatoare desktop|calculator desktop|computer fissi|desktop pc komputer|\
         desktop uri|epitrapezioi ypologistes|epitrapezios ypologistis|gaming desktop|\
         gaming pcs|herni pocitac|herni pocitace|herny pocitac|komputer gamingowy|\
         komputery gamingowe|mini pcs|ordenadores de sobremesa|ordinateurs fixes|pc de bureau|\
         pc de sobremesa|pc desktop|pcs de bureau|sistem desktop|sisteme desktop|\
         stationar dator|unitate pc",
    ),
    (
        C::Monitor,
        Noun,
        "ecran d ordinateur|ecran pc|ecrans d ordinateur|ecrans pc|gaming monitore|\
         gaming monitors|lcd monitors|lcd monitory|led monitors|monitoare pc|\
         monitor komputerowy|monitor pc|monitory k pc|monitory k pocitaci|monitory komputerowe|\
         monitory lcd|othones ypologisti|othoni ypologisti|pantallas de ordenador|\
         pc bildschirm|pc bildschirme",
    ),
    (
        C::Monitor,
        CategoryText,
        "ecrans|moniteurs pc|monitoare|monitor pantallas|monitores pc|othones",
    ),
    (
        C::Tv,
        Noun,
        "fernsehgerat|fernsehgerate|flachbildfernseher|lcd fernseher|lcd televize|\
         lcd televizor|lcd televizory|led fernseher|led televizor|led televizory|led tvs|\
         oled fernseher|oled tvs|qled tvs|smart televizor|smart televizory|smart tvs|televisao|\
         televiseurs led|televisies led|televisione|televisions lcd|televisoes|televisor led|\
         televisores led|televize|televizie|televiziok|televizoare|televizori|telewizory led|\
         tileoraseis|tileorasi|tv apparater",
    ),
    (
        C::Printer,
        Noun,
        "all in one printer|all in one printers|drukarka laserowa|drukarki laserowe|ektypotes|\
         ektypotis|impresoras multifuncion|impressora|impressoras|imprimanta|\
         imprimante jet d encre|imprimante laser|imprimantes laser|inkjet printer|\
         inkjet printers|inkoustova tiskarna|inkoustove tiskarny|large format printer|\
         large format printers|laser printer|laser printers|laserova tiskarna|\
         laserove tiskarny|laserove tlaciarne|multifunction printers|multifunctionals|\
         multifunctionele printer|multifunkcni tiskarna|multifunkcni tiskarny|nyomtato|\
         nyomtatok|photo printer|photo printers|skrivare|skriver|skrivere|\
         stampanti multifunzione|tulostimet|tulostin|urzadzenia wielofunkcyjne|\
         urzadzenie wielofunkcyjne",
    ),
    (
        C::Printer,
        Line,
        "bizhub|designjet|ecosys|expression home|expression premium|imageprograf|laserjet pro|\
         maxify|officejet pro|phaser #|photosmart|workcentre|workforce",
    ),
    (
        C::Projector,
        Noun,
        "data projector|data projectors|dataprojektor|dataprojektory|multimedia projector|\
         multimedia projectors|proiectoare|proiector|projetor|projetores|provoleas|provoleis|\
         rzutnik|rzutniki|videoproiectoare|videoproiector|videoproiettore|videoproiettori|\
         videoprojecteurs|videoprojektor|videoproyector|videoproyectores|vinteoprovoleas|\
         vinteoprovoleis",
    ),
    (
        C::Camera,
        Noun,
        "360 camera|aparat foto|aparat foto digital|aparate foto|aparate foto digitale|\
         appareil photo compact|appareils photo compacts|appareils photo numeriques|\
         bezlusterkowce|bezlusterkowiec|camaras compactas|camaras reflex|camera body|\
         camera fotografica|cameras fotograficas|camere foto|compact system camera|\
         compact system cameras|digital still camera|digitalkamera kompakt|\
         digitalne fotoaparaty|digitalni fotoaparati|digitalny fotoaparat|dslr kamera|dslrs|\
         fenykepezogep|fenykepezogepek|film camera|fotocamera compatta|fotocamera reflex|\
         fotocamere digitali|fotocamere reflex|fotografikes michanes|fotografiki michani|\
         kompaktni fotoaparat|kompaktni fotoaparaty|lustrzanka|lustrzanki|mirrorless|\
         photo camera|photo cameras|spherical camera|spiegelreflexcamera|spiegelreflexcameras|\
         still camera|waterproof camera|zrcadlovka|zrcadlovky|zrkadlovka|zrkadlovky",
    ),
    (
        C::Console,
        Noun,
        "consola de videojuegos|consolas de jogos|consolas de videojuegos|console da gioco|\
         console de gaming|console de jeu|console gaming|console jocuri|console videogiochi|\
         games console|games consoles|handheld console|handheld consoles|herni konzola|\
         herni konzoly|jatekkonzol|jatekkonzolok|konsola|konsola paichnidion|\
         konsoles paichnidion|spelconsole|spelconsoles|spielekonsole|spielekonsolen",
    ),
    (
        C::EReader,
        Noun,
        "ctecka e knih|ctecky e knih|czytnik e bookow|czytniki e bookow|e book olvasok|\
         e readere|ebook lezer|ebook olvaso|ebook readere|elektronicka citacka|\
         elektronicke citacky|lector de libros electronicos|lectores de ebooks|lettore ebook|\
         lettori ebook|liseuse electronique",
    ),
    (
        C::Smartwatch,
        Noun,
        "alykello|ceas inteligent|ceas smart|ceasuri inteligente|ceasuri smart|chytre naramky|\
         exypna rologia|exypno roloi|gps uhr|inteligentne zegarki|inteligentny zegarek|okosora|\
         okosorak|orologi smart|orologio smart|relogio inteligente|relogios inteligentes|\
         smart hodinky|smart uhr|smarte uhren|smartklokke|smartur|smartwatch uri|\
         smartwatches et montres connectees|smartwatchuri|sportove hodinky|sportovni hodinky|\
         zegarki inteligentne|zegarki sportowe",
    ),
    (
        C::Headphones,
        Noun,
        "akoystika|auricolari bluetooth|auricular|auriculares inalambricos|auscultadores|\
         bezdratova sluchatka|bezdrotove sluchadla|bluetooth earphones|bluetooth headphones|\
         bluetooth kopfhorer|casque|casque bluetooth|casques|casti|casti audio|casti bluetooth|\
         casti wireless|cuffie bluetooth|earbuds wireless|ecouteur|ecouteurs sans fil|\
         fejhallgato|fejhallgatok|fones de ouvido|fulhallgato|fulhallgatok|\
         headphones earphones|hodetelefoner|horlurar|hovedtelefoner|in ear headphones|\
         kuulokkeet|on ear headphones|over ear headphones|sluchatka do usi|\
         sluchawki bezprzewodowe|sluchawki douszne|sluchawki nauszne|slusalice|slusalke|\
         wireless earbuds|wireless headphones",
    ),
    (
        C::Headphones,
        Line,
        "airpods max|airpods pro|freebuds pro|jabra elite|jabra evolve#|jbl live|jbl tune|\
         liberty #|momentum true wireless|soundcore|wf 1000xm#|wh 1000xm#",
    ),
    (
        C::Speaker,
        Noun,
        "altavoces bluetooth|altavoz bluetooth|barra de som|barra de sonido|barras de sonido|\
         barre de son|barres de son|bezdratove reproduktory|bezdratovy reproduktor|\
         bluetooth reproduktor|bluetooth reproduktory|boxa bluetooth|boxa portabila|\
         boxe bluetooth|boxe portabile|cassa bluetooth|casse bluetooth|colunas|diffusori|\
         difuzoare|enceinte bluetooth|enceinte portable|enceintes bluetooth|glosnik bluetooth|\
         glosniki bluetooth|glosniki przenosne|hangszoro|hangszorok|hogtalare|hoyttaler|\
         hoyttalere|icheia|icheia bluetooth|icheio|kaiutin|kaiuttimet|lautsprecher bluetooth|\
         multimedia speakers|pc speakers|soundbary|zvocniki|zvucnici",
    ),
    (
        C::Router,
        Noun,
        "asus rog rapture|router wifi|routere|routers wifi|routeur wifi|routeurs wifi|royter|\
         ruter|rutere|ruteri|wi fi router|wi fi routers|wifi routere|wifi routery|\
         wireless router|wireless routers|wlan router mesh|wlan routers",
    ),
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
