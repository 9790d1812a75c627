//! From bytes to rows and elements: archives, character sets, tables, XML, JSON; and which format it is.

pub(crate) mod archive;
pub(crate) mod charset;
pub(crate) mod detect;
pub(crate) mod fault;
pub(crate) mod html_charset;
pub(crate) mod input;
pub(crate) mod json;
pub(crate) mod json_lines;
pub(crate) mod lines;
pub(crate) mod marks;
pub(crate) mod rows;
pub(crate) mod table;
pub(crate) mod xml;
pub(crate) mod xml_attributes;
pub(crate) mod xml_item;
