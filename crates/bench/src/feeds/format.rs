//! The formats, and files in them.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use super::counted::Counted;
use super::goods::Goods;
use super::packed::{Gzip, Zip};
use super::xml::Shape;
use super::{pages, tables, xml};
use crate::outcome::Outcome;

/// How much a feed holds.
#[derive(Debug, Clone, Copy)]
pub enum Size {
    /// So many rows.
    Rows(u64),
    /// Rows until it is so large.
    Bytes(u64),
}

/// What is written and read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Google Merchant, RSS 2.0.
    GoogleXml,
    /// Google Merchant, tab-separated.
    GoogleTsv,
    /// Heureka.
    Heureka,
    /// idealo.
    Idealo,
    /// Awin.
    Awin,
    /// Ceneo.
    Ceneo,
    /// Skroutz.
    Skroutz,
    /// Ours, a table.
    OffersCsv,
    /// Ours, JSON Lines.
    OffersJsonl,
    /// The first one, packed with gzip.
    GoogleGzip,
    /// The first one in a zip archive.
    GoogleZip,
    /// Pages of a shop, one file each.
    Pages,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 12] = [
        Self::GoogleXml,
        Self::GoogleTsv,
        Self::Heureka,
        Self::Idealo,
        Self::Awin,
        Self::Ceneo,
        Self::Skroutz,
        Self::OffersCsv,
        Self::OffersJsonl,
        Self::GoogleGzip,
        Self::GoogleZip,
        Self::Pages,
    ];

    /// Its name as people write it.
    pub const fn shown(self) -> &'static str {
        match self {
            Self::GoogleXml => "Google XML",
            Self::GoogleTsv => "Google TSV",
            Self::Heureka => "Heureka XML",
            Self::Idealo => "idealo CSV",
            Self::Awin => "Awin CSV",
            Self::Ceneo => "Ceneo XML",
            Self::Skroutz => "Skroutz XML",
            Self::OffersCsv => "offers CSV",
            Self::OffersJsonl => "offers JSON Lines",
            Self::GoogleGzip => "Google XML, gzip",
            Self::GoogleZip => "Google XML, zip",
            Self::Pages => "schema.org pages",
        }
    }

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::GoogleXml => "google-xml",
            Self::GoogleTsv => "google-tsv",
            Self::Heureka => "heureka",
            Self::Idealo => "idealo",
            Self::Awin => "awin",
            Self::Ceneo => "ceneo",
            Self::Skroutz => "skroutz",
            Self::OffersCsv => "offers-csv",
            Self::OffersJsonl => "offers-jsonl",
            Self::GoogleGzip => "gzip",
            Self::GoogleZip => "zip",
            Self::Pages => "pages",
        }
    }

    /// The value of `--format` that asks for it.
    pub const fn wanted(self) -> &'static str {
        match self {
            Self::GoogleXml | Self::GoogleTsv | Self::GoogleGzip | Self::GoogleZip => "google",
            Self::Heureka => "heureka",
            Self::Idealo => "idealo",
            Self::Awin => "awin",
            Self::Ceneo => "ceneo",
            Self::Skroutz => "skroutz",
            Self::OffersCsv | Self::OffersJsonl => "offers",
            Self::Pages => "schemaorg",
        }
    }
}

/// What was written.
#[derive(Debug, Clone, Copy, Default)]
pub struct Written {
    /// Rows.
    pub rows: u64,
    /// Bytes of text, unpacked.
    pub bytes: u64,
}

/// Writes a feed as a file, or pages into a folder.
pub fn write(format: Format, path: &Path, size: Size) -> Outcome<Written> {
    if format == Format::Pages {
        return write_pages(path, size);
    }
    let file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    match format {
        Format::GoogleGzip => {
            let mut out = Counted::new(Gzip::new(file));
            let written = write_text(format, &mut out, size)?;
            out.into_inner().finish()?;
            Ok(written)
        }
        Format::GoogleZip => {
            let mut out = Counted::new(Zip::new(file, "feed.xml")?);
            let written = write_text(format, &mut out, size)?;
            out.into_inner().finish()?;
            Ok(written)
        }
        _ => {
            let mut out = Counted::new(file);
            let written = write_text(format, &mut out, size)?;
            out.into_inner().flush()?;
            Ok(written)
        }
    }
}

fn write_text<W: Write>(format: Format, out: &mut Counted<W>, size: Size) -> Outcome<Written> {
    match format {
        Format::GoogleXml | Format::GoogleGzip | Format::GoogleZip => {
            write_xml(&xml::GOOGLE, out, size)
        }
        Format::Heureka => write_xml(&xml::HEUREKA, out, size),
        Format::Ceneo => write_xml(&xml::CENEO, out, size),
        Format::Skroutz => write_xml(&xml::SKROUTZ, out, size),
        Format::GoogleTsv => write_table(&tables::GOOGLE, out, size),
        Format::Idealo => write_table(&tables::IDEALO, out, size),
        Format::Awin => write_table(&tables::AWIN, out, size),
        Format::OffersCsv => write_table(&tables::OFFERS, out, size),
        Format::OffersJsonl => write_rows(out, size, |out, goods| tables::write_json(out, goods)),
        Format::Pages => Err("pages are files".into()),
    }
}

fn write_xml<W: Write>(shape: &Shape, out: &mut Counted<W>, size: Size) -> Outcome<Written> {
    out.write_all(shape.begin.as_bytes())?;
    let written = write_rows(out, size, |out, goods| (shape.row)(out, goods))?;
    out.write_all(shape.end.as_bytes())?;
    Ok(Written {
        bytes: out.bytes,
        ..written
    })
}

fn write_table<W: Write>(
    table: &tables::Table,
    out: &mut Counted<W>,
    size: Size,
) -> Outcome<Written> {
    tables::write_record(out, table.delimiter, table.names)?;
    write_rows(out, size, |out, goods| {
        tables::write_record(out, table.delimiter, (table.row)(goods))
    })
}

fn write_rows<W: Write>(
    out: &mut Counted<W>,
    size: Size,
    row: impl Fn(&mut Counted<W>, &Goods) -> Outcome<()>,
) -> Outcome<Written> {
    let mut rows = 0;
    while match size {
        Size::Rows(wanted) => rows < wanted,
        Size::Bytes(wanted) => out.bytes < wanted,
    } {
        row(out, &Goods::numbered(rows))?;
        rows += 1;
    }
    Ok(Written {
        rows,
        bytes: out.bytes,
    })
}

fn write_pages(folder: &Path, size: Size) -> Outcome<Written> {
    let Size::Rows(rows) = size else {
        return Err("pages are counted".into());
    };
    fs::create_dir_all(folder)?;
    let mut bytes = 0;
    for number in 0..rows {
        let mut page = Vec::new();
        pages::write(&mut page, &Goods::numbered(number))?;
        bytes += crate::numbers::count(page.len());
        fs::write(folder.join(format!("{number:07}.html")), page)?;
    }
    Ok(Written { rows, bytes })
}
