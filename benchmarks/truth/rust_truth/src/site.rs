//! One raising expression, and how it is printed.

use crate::messages::Parts;
use std::fmt::Write;

pub struct Site {
    pub line: usize,
    pub end_line: usize,
    pub kind: &'static str,
    pub class: Option<String>,
    pub templates: Vec<Parts>,
    /// Other lines on which the site may fairly be placed: the start of a call chain, say.
    pub alt_lines: Vec<usize>,
    pub in_test: bool,
}

impl Site {
    /// The site as a line of the truth.
    pub fn as_json(&self, file: &str, test_file: bool) -> String {
        let mut out = String::from("{\"file\": ");
        quoted(&mut out, file);
        let _ = write!(
            out,
            ", \"line\": {}, \"end_line\": {}",
            self.line, self.end_line
        );
        let _ = write!(out, ", \"kind\": \"{}\", \"class\": ", self.kind);
        match &self.class {
            Some(class) => quoted(&mut out, class),
            None => out.push_str("null"),
        }
        out.push_str(", \"parts\": ");
        match self.templates.first() {
            Some(parts) => listed(&mut out, parts),
            None => out.push_str("null"),
        }
        let _ = write!(out, ", \"inline\": {}", !self.templates.is_empty());
        let others: Vec<usize> = self
            .alt_lines
            .iter()
            .copied()
            .filter(|line| *line != self.line)
            .collect();
        if !others.is_empty() {
            let _ = write!(out, ", \"alt_lines\": {others:?}");
        }
        if self.templates.len() > 1 {
            out.push_str(", \"others\": [");
            for (index, parts) in self.templates[1..].iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                listed(&mut out, parts);
            }
            out.push(']');
        }
        if self.in_test || test_file {
            out.push_str(", \"excluded\": \"test\"");
        }
        out.push('}');
        out
    }
}

fn listed(out: &mut String, parts: &Parts) {
    out.push('[');
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        match part {
            Some(text) => quoted(out, text),
            None => out.push_str("null"),
        }
    }
    out.push(']');
}

fn quoted(out: &mut String, text: &str) {
    out.push('"');
    for one in text.chars() {
        match one {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            control if (control as u32) < 0x20 => {
                let _ = write!(out, "\\u{:04x}", control as u32);
            }
            other => out.push(other),
        }
    }
    out.push('"');
}
