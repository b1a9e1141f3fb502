//! Prints every place where Rust source raises or declares an error.
//!
//!     rust_truth FOLDER     one JSON object a line on standard output

mod attributes;
mod messages;
mod reader;
mod site;

use reader::Reader;
use site::Site;
use std::collections::HashSet;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use syn::visit::Visit;

const STACK: usize = 512 << 20;

fn main() -> io::Result<()> {
    let Some(root) = std::env::args_os().nth(1).map(PathBuf::from) else {
        eprintln!("usage: rust_truth FOLDER");
        std::process::exit(2);
    };
    let worker = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(move || run(&root))?;
    worker
        .join()
        .unwrap_or_else(|_| Err(io::Error::other("the reader stopped")))
}

fn run(root: &Path) -> io::Result<()> {
    let mut files = Vec::new();
    below(root, &mut files)?;
    files.sort();
    let mut read: Vec<(PathBuf, Vec<Site>)> = Vec::new();
    let mut test_paths = HashSet::new();
    let mut broken = 0;
    for path in files {
        let name = path.strip_prefix(root).unwrap_or(&path).to_owned();
        match read_file(&path) {
            Ok((reader, all_test)) => {
                test_paths.extend(
                    reader
                        .test_modules
                        .iter()
                        .map(|one| module_path(&name, one)),
                );
                if all_test {
                    test_paths.insert(name.with_extension(""));
                }
                read.push((name, reader.sites));
            }
            Err(why) => {
                broken += 1;
                eprintln!("not parsed: {}: {why}", name.display());
            }
        }
    }
    let mut out = BufWriter::new(io::stdout().lock());
    for (name, mut sites) in read {
        let bare = name.with_extension("");
        let in_tests = bare.ancestors().any(|above| test_paths.contains(above));
        sites.sort_by_key(|site| site.line);
        for site in &sites {
            writeln!(out, "{}", site.as_json(&name.to_string_lossy(), in_tests))?;
        }
    }
    eprintln!("{broken} files not parsed");
    out.flush()
}

fn read_file(path: &Path) -> Result<(Reader, bool), String> {
    let text = std::fs::read_to_string(path).map_err(|why| why.to_string())?;
    let file = syn::parse_file(&text).map_err(|why| {
        let line = why.span().start().line;
        format!("line {line}: {why}")
    })?;
    let mut reader = Reader::default();
    reader.visit_file(&file);
    Ok((reader, attributes::marks_test(&file.attrs)))
}

/// Where `mod name;` of a file lives, without the suffix.
fn module_path(file: &Path, module: &(Vec<String>, Option<String>)) -> PathBuf {
    let folder = file.parent().unwrap_or(Path::new(""));
    let (names, given) = module;
    if let Some(given) = given {
        return folder.join(given).with_extension("");
    }
    let stem = file.file_stem().unwrap_or_default();
    let own = ["mod", "lib", "main"].iter().any(|name| stem == *name);
    let start = if own {
        folder.to_owned()
    } else {
        folder.join(stem)
    };
    names.iter().fold(start, |path, name| path.join(name))
}

fn below(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            below(&path, files)?;
        } else if path.extension().is_some_and(|suffix| suffix == "rs") {
            files.push(path);
        }
    }
    Ok(())
}
