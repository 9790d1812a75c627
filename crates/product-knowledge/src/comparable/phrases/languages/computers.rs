//! Computers, screens, printers and projectors.

use super::super::Kind::{CategoryText, Line, Noun};
use super::Row;
use crate::comparable::Category as C;

pub(super) const COMPUTERS: &[Row] = &[
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
];
