//! Phones, computers, screens and cameras.

use super::Kind::{CategoryText, Line, Noun};
use super::Row;
use crate::comparable::Category as C;

/// The rows of the mapping table.
pub(super) const COMPUTING: &[Row] = &[
    (
        C::Phone,
        Noun,
        "smartphone|smartphones|mobile phone|mobile phones|cell phone|cell phones|\
        cellphone|cellphones|smart phone|handy|handys|mobiltelefon|mobiltelefone|mobilni telefon|\
        mobilni telefony|mobilny telefon|mobilne telefony|mobilne telefone|chytry telefon|\
        chytre telefony|smartfon|smartfony|smartfonlar|telefon komorkowy|telefony komorkowe|\
        telephone portable|telephones portables|telephone mobile|telephones mobiles|telefono movil|\
        telefonos moviles|telefono cellulare|cellulare|cellulari|telefoni cellulari|mobiele telefoon|\
        mobiele telefoons|mobil telefon|mobil telefonlar|cep telefonu|cep telefonlari|akilli telefon|\
        akilli telefonlar|mobilni telefony a smartphony|feature phone|feature phones|sim free|simfree|\
        camera phone|flip phone|rugged phone|senior phone|seniorenhandy|seniorenhandys",
    ),
    (
        C::Phone,
        CategoryText,
        "phone|phones|mobile|mobiles|mobily|mobil|telefon|telefonlar|telefony|\
        telefone|telefoons|telefoni|telephones|telefonos|moviles|gsm|mobile phones and smartphones|\
        mobilfunk telefone",
    ),
    (
        C::Phone,
        Line,
        "iphone|iphone#|ayfon|galaxy s#|galaxy a#|galaxy m#|galaxy f#|galaxy j#|galaxy note|\
        galaxy note#|galaxy z|galaxy z#|galaxy fold|galaxy flip|galaxy xcover|galaxy ace|samsung a#|\
        redmi #|redmi note|redmi a#|redmi k#|redmi go|xiaomi #|xiaomi mi #|mi #|poco|pixel #|google pixel #|\
        pixel fold|oneplus #|oneplus nord|moto g#|moto g|moto g stylus|moto e#|moto e|moto x|moto z|moto edge|moto z#|\
        motorola edge|motorola razr|moto razr|xperia|huawei p#|huawei mate #|huawei mate#|huawei nova|\
        huawei y#|huawei pura|honor #|honor magic|honor magic#|honor x#|honor play|realme #|realme c#|\
        realme gt|realme note|oppo reno|oppo reno#|oppo find|oppo a#|vivo y#|vivo v#|vivo x#|tecno spark|\
        tecno camon|tecno pova|tecno pop|tecno phantom|infinix hot|infinix note|infinix smart|infinix zero|\
        nothing phone|cmf phone|fairphone|nokia #|nokia g#|nokia x#|nokia c#|zenfone|rog phone|blackberry|\
        lumia|htc one|htc desire|lg g#|lg v#|lg k#|zte blade|doro #|ulefone armor|blackview bv#|oukitel wp#",
    ),
    (
        C::Tablet,
        Noun,
        "tablet|tablets|tablet computer|tablet computers|tablet pc|tablet pcs|tablety|\
        tablette|tablettes|tableta|tabletas|planset|plansetler|tablette tactile|tablettes tactiles|\
        tablet pc e|tabletler",
    ),
    (C::Tablet, CategoryText, "ipads"),
    (
        C::Tablet,
        Line,
        "ipad|galaxy note 8.0|galaxy note 10.1|galaxy note pro|galaxy tab|honor pad|redmi pad|xiaomi pad|mi pad|poco pad|realme pad|oppo pad|\
        oneplus pad|vivo pad|matepad|mediapad|lenovo tab|tab m#|tab p#|fire hd|pixel tablet|surface go|\
        surface pro|infinix xpad|tecno megapad|blackview tab|teclast p#|moto tab|nokia t#|honor tab|yoga tab|lenovo yoga tab|legion y700|legion tab",
    ),
    (
        C::Laptop,
        Noun,
        "laptop|laptops|laptopy|notebook|notebooks|notebooky|noutbuk|noutbuklar|netbook|\
        netbooks|chromebook|chromebooks|ultrabook|ultrabooks|ordinateur portable|ordinateurs portables|\
        pc portable|pc portables|portatil|portatiles|ordenador portatil|ordenadores portatiles|\
        computer portatile|computer portatili|notebook portatile|gaming laptop|gaming laptops|\
        dizustu bilgisayar|dizustu bilgisayarlar|notebooki|mobile workstation|mobile workstations|laptop computer|prenosny pocitac|\
        prenosne pocitace|komputer przenosny",
    ),
    (
        C::Laptop,
        Line,
        "macbook|thinkpad|ideapad|elitebook|probook|zbook|latitude #|dell latitude|dell xps|\
        dell inspiron|dell vostro|vivobook|zenbook|expertbook|aspire #|acer aspire|acer swift|acer nitro|\
        travelmate|matebook|magicbook|galaxy book|galaxy book#|surface laptop|lenovo yoga|legion slim|legion #|legion #i|legion pro #|\
        hp pavilion dv#|hp envy x#|hp spectre|lg gram|redmibook|rog zephyrus|tuf gaming a#|tuf gaming f#|\
        msi gf#|msi katana|chromebook plus",
    ),
    (
        C::Desktop,
        Noun,
        "desktop computer|desktop computers|desktop pc|desktop pcs|all in one pc|mini pc|\
        stolni pocitac|stolni pocitace|stolne pocitace|stolny pocitac|desktop rechner|gaming pc|\
        pc fisso|ordinateur de bureau|ordinateurs de bureau|ordenador de sobremesa|\
        komputer stacjonarny|komputery stacjonarne|masaustu bilgisayar",
    ),
    (
        C::Desktop,
        CategoryText,
        "desktops|desktop|computers desktop|komplett pcs|pc",
    ),
    (
        C::Desktop,
        Line,
        "imac|mac mini|mac studio|optiplex|prodesk|elitedesk|thinkcentre|ideacentre",
    ),
    (
        C::Monitor,
        Noun,
        "computer monitor|computer monitors|gaming monitor|lcd monitor|led monitor|\
        computermonitor|pc monitor|pc monitore|monitor lcd|moniteur|moniteurs|flat panel monitor",
    ),
    (
        C::Monitor,
        CategoryText,
        "monitor|monitors|monitory|monitore|monitores|monitoren|monitorler|monitorlar",
    ),
    (
        C::Tv,
        Noun,
        "smart tv|led tv|oled tv|qled tv|lcd tv|televizor|televizory|televizorlar|fernseher|\
        television|televisions|televiseur|televiseurs|televisor|televisores|televisore|televisori|\
        telewizor|telewizory|televisie|televisies|televizyon|televizyonlar|android tv",
    ),
    (C::Tv, CategoryText, "tv|tvs|tv s"),
    (
        C::Printer,
        Noun,
        "printer|printers|drucker|tiskarna|tiskarny|tlaciaren|tlaciarne|imprimante|\
        imprimantes|impresora|impresoras|stampante|stampanti|drukarka|drukarki|yazici|yazicilar|\
        multifunction printer|laserdrucker|tintenstrahldrucker|multifunktionsdrucker|printerler",
    ),
    (
        C::Printer,
        Line,
        "laserjet|officejet|deskjet|ecotank|pixma|i sensys",
    ),
    (
        C::Projector,
        Noun,
        "projector|projectors|beamer|projektor|projektory|projektoren|projecteur|\
        projecteurs|videoprojecteur|proyector|proyectores|proiettore|proiettori|projektoriai",
    ),
    (
        C::Camera,
        Noun,
        "digital camera|digital cameras|mirrorless camera|mirrorless cameras|system camera|\
        system cameras|compact camera|compact cameras|bridge camera|dslr|dslr camera|dslr cameras|slr camera|\
        digital slr|digitalkamera|digitalkameras|kompaktkamera|kompaktkameras|systemkamera|systemkameras|\
        spiegelreflexkamera|spiegelreflexkameras|digitalni fotoaparat|digitalni fotoaparaty|fotoaparat|\
        fotoaparaty|appareil photo|appareils photo|appareil photo numerique|camara digital|\
        camaras digitales|camara reflex|fotocamera|fotocamere|fotocamera digitale|aparat fotograficzny|\
        aparaty fotograficzne|aparat cyfrowy|aparaty cyfrowe|fotograf makinesi|instant camera|action camera|\
        digital compact|compact digital camera|spiegellose systemkamera|digicam|slr body|slr digital camera",
    ),
    (
        C::Camera,
        CategoryText,
        "camera|cameras|kameras|fotoaparati|digitalkameror|camara|camaras",
    ),
    (
        C::Camera,
        Line,
        "powershot|ixus|coolpix|cyber shot|cybershot|eos #|eos m#|eos r|eos r#|canon eos|lumix|\
        finepix|pixpro|sony alpha|sony a#|ilce #|dsc rx#|dsc hx#|dsc w#|dsc h#|olympus pen|olympus om|\
        om d|nikon d#|nikon z|nikon z#|fujifilm x|fujifilm x#|instax|gopro hero|gopro hero#|pentax k",
    ),
    (
        C::Console,
        Noun,
        "game console|game consoles|gaming console|gaming consoles|video game console|\
        video game consoles|spielkonsole|spielkonsolen|herni konzole|herne konzoly|console de jeux|\
        consoles de jeux|konsola do gier|konsole do gier|oyun konsolu|oyun konsollari|spelcomputer",
    ),
    (
        C::Console,
        CategoryText,
        "konzole|konzoly|konsolen|consoles|console|consolas|konsole|konsollar",
    ),
    (
        C::Console,
        Line,
        "playstation # console|playstation # slim|playstation # pro|playstation # digital edition|\
        xbox series|switch oled|switch lite|steam deck",
    ),
    (
        C::EReader,
        Noun,
        "e reader|ereader|e readers|ereaders|e book reader|ebook reader|e book readers|\
        ebook readers|ctecka knih|ctecky knih|ctecka elektronickych knih|ctecky elektronickych knih|\
        citacka knih|citacky knih|liseuse|liseuses|czytnik ebookow|czytniki ebookow|lector de ebooks",
    ),
    (
        C::EReader,
        Line,
        "kindle paperwhite|kindle oasis|kindle #|kindle scribe|kindle voyage|kobo clara|kobo libra|\
        pocketbook inkpad|pocketbook touch|tolino shine|tolino vision",
    ),
];
