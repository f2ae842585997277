//! The shared parts of the HTML pages of several commands: the style sheet, the frame of a page, charts and
//! numbers.
//!
//! A page is one file: no network, no scripts, light and dark colors.

pub mod charts;
mod group_bars;
mod heat;
pub mod number;

use charts::escape;
pub use {
    group_bars::{GroupBar, group_bars},
    heat::{HeatMap, heat_map},
};

const STYLE: &str = include_str!("page.css");

/// A whole page with this title and contents, which follow the heading.
pub fn document(title: &str, contents: &str) -> String {
    styled_document(title, "", contents)
}

/// The same with more rules at the end of the style sheet.
pub fn styled_document(title: &str, style: &str, contents: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{title}</title>\n<style>\n{STYLE}{style}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{contents}</body>\n</html>\n"
    )
}

/// A chart with its caption.
pub fn figure(caption: &str, svg: &str) -> String {
    format!("<figure><figcaption>{}</figcaption>{svg}</figure>\n", escape(caption))
}
