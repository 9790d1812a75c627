//! Cameras, consoles, readers, watches, sound and routers.

use super::super::Kind::{Line, Noun};
use super::Row;
use crate::comparable::Category as C;

pub(super) const LEISURE: &[Row] = &[
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
];
