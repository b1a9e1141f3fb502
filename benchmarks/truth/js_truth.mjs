// Prints every place where JavaScript or TypeScript source raises or reports an error.
//
//   node js_truth.mjs FOLDER     one JSON object a line on standard output

import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative } from "node:path";

import { bare, calleeName, partsOf, printf, templatesOf } from "./js_messages.mjs";
import ts from "./typescript.mjs";

const KINDS = {
  ".js": ts.ScriptKind.JSX,
  ".mjs": ts.ScriptKind.JS,
  ".cjs": ts.ScriptKind.JS,
  ".jsx": ts.ScriptKind.JSX,
  ".ts": ts.ScriptKind.TS,
  ".mts": ts.ScriptKind.TS,
  ".cts": ts.ScriptKind.TS,
  ".tsx": ts.ScriptKind.TSX,
};
const ERROR_CLASS = /^_*(?:[A-Z]\w*)?(?:Error|Exception|Fault|Invalid|Warning)$|^ERR_[A-Z0-9_]+$/;
const ERROR_MAKER = /^(?:create|make|new|build)\w*Error$|^httpErrors?$/;
const ASSERTS = new Set(["assert", "invariant", "devAssert", "internalAssert", "hardAssert"]);
const ASSERT_METHODS = new Set([
  "ok", "equal", "notEqual", "strictEqual", "notStrictEqual", "deepEqual", "deepStrictEqual",
  "notDeepEqual", "notDeepStrictEqual", "match", "doesNotMatch", "assert", "fail",
]); // prettier-ignore

/** Reads one source file and collects its sites. */
class Reader {
  constructor(file, source) {
    this.file = file;
    this.source = source;
    this.sites = [];
    this.caught = [];
  }

  add(node, kind, errorClass, templates, extra = {}) {
    const at = (position) => this.source.getLineAndCharacterOfPosition(position).line + 1;
    const start = at(node.getStart(this.source));
    const others = templates.length > 1 ? { others: templates.slice(1) } : {};
    this.sites.push({
      file: this.file,
      line: start,
      end_line: at(node.end),
      kind,
      class: errorClass,
      parts: templates[0] ?? null,
      inline: templates.length > 0,
      ...extra,
      ...others,
    });
  }

  visit(node) {
    if (ts.isCatchClause(node)) {
      const name = node.variableDeclaration?.name;
      this.caught.push(name && ts.isIdentifier(name) ? name.text : null);
      ts.forEachChild(node, (child) => this.visit(child));
      this.caught.pop();
      return;
    }
    if (ts.isThrowStatement(node) && node.expression && this.thrown(node)) {
      this.visitFunctions(node.expression);
      return;
    }
    if (ts.isCallExpression(node) && this.called(node)) {
      this.visitFunctions(node);
      return;
    }
    if (ts.isNewExpression(node) && this.built(node)) {
      this.visitFunctions(node);
      return;
    }
    ts.forEachChild(node, (child) => this.visit(child));
  }

  /** Inside a raising expression, only functions can hold sites of their own. */
  visitFunctions(node) {
    ts.forEachChild(node, (child) => {
      if (ts.isFunctionLike(child)) this.visit(child);
      else this.visitFunctions(child);
    });
  }

  /** False where the errors are built deeper inside, in the branches of a condition, say. */
  thrown(node) {
    const raised = bare(node.expression);
    const literal = partsOf(raised);
    if (literal) this.add(node, "throw", null, [literal]);
    else if (isBuilding(raised)) this.add(node, "throw", ...builtIn(raised));
    else if (isPlace(raised)) {
      const caught = ts.isIdentifier(raised) && this.caught.includes(raised.text);
      this.add(node, caught ? "rethrow" : "throw", null, [], { variable: true });
    } else return false;
    return true;
  }

  called(node) {
    const args = node.arguments;
    const name = calleeName(node.expression);
    const owner = ts.isPropertyAccessExpression(node.expression)
      ? calleeName(node.expression.expression)
      : null;
    if (owner === "Promise" && name === "reject" && args.length) return this.rejected(node);
    if (owner === "console" && name === "error") {
      const parts = args.length ? partsOf(args[0]) : null;
      this.add(node, "log", null, parts ? [printf(parts, args.length - 1)] : []);
      return true;
    }
    if (owner === "process" && name === "emitWarning") {
      const parts = args.length ? partsOf(args[0]) : null;
      if (parts) this.add(node, "warn", null, [parts]);
      return parts !== null;
    }
    if (isAssert(owner, name)) return this.asserted(node, name);
    const isErrorCall = owner === null && ERROR_CLASS.test(name ?? "") && /^[A-Z]/.test(name);
    if (isErrorCall || ERROR_MAKER.test(name ?? "")) {
      const [, templates] = builtIn(node);
      if (!templates.length) return false;
      // A maker may format its text itself, as util.format does; either reading is right.
      const formatted = isErrorCall ? [] : templates.map((parts) => printf(parts, Infinity));
      this.add(node, "construct", name, [...templates, ...formatted.filter(opens)]);
      return true;
    }
    return false;
  }

  rejected(node) {
    const reason = bare(node.arguments[0]);
    const literal = partsOf(reason);
    if (literal) this.add(node, "reject", null, [literal]);
    else if (isBuilding(reason)) {
      const [errorClass, templates] = builtIn(reason);
      const known = ERROR_CLASS.test(errorClass ?? "") || ts.isNewExpression(reason);
      if (!known && !templates.length) return false;
      this.add(node, "reject", errorClass, templates);
    } else return false;
    return true;
  }

  asserted(node, name) {
    const last = name === "fail" ? node.arguments.slice(0, 1) : node.arguments.slice(1);
    const message = last.findIndex((arg) => partsOf(arg) !== null);
    if (message < 0) return false;
    const comparing = /equal|match/i.test(name);
    const chosen = comparing ? last.length - 1 : message;
    const parts = partsOf(last[chosen]);
    if (parts === null || (comparing && node.arguments.length < 3)) return false;
    this.add(node, "assert", null, [printf(parts, last.length - 1 - chosen)]);
    for (const arg of node.arguments) this.visit(arg);
    return true;
  }

  built(node) {
    const name = calleeName(node.expression);
    if (!ERROR_CLASS.test(name ?? "")) return false;
    const forStack = ts.isPropertyAccessExpression(node.parent) && node.parent.name.text === "stack";
    if (!node.arguments?.length || forStack) return false;
    this.add(node, "construct", ...builtIn(node));
    return true;
  }
}

function isAssert(owner, name) {
  if (name === null) return false;
  if (owner === null) return ASSERTS.has(name);
  return (owner === "assert" && ASSERT_METHODS.has(name)) || (owner === "console" && name === "assert");
}

function isPlace(node) {
  return (
    ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)
  );
}

function opens(parts) {
  return parts.includes(null);
}

function isBuilding(node) {
  return ts.isNewExpression(node) || ts.isCallExpression(node);
}

/** Class and templates; `Object.assign(new Error("…"), …)` is looked through. */
function builtIn(node) {
  const args = [...(node.arguments ?? [])];
  const templates = templatesOf(args);
  const first = args.length ? bare(args[0]) : null;
  const wraps = ts.isCallExpression(node) && first && ts.isNewExpression(first);
  if (wraps && (!templates.length || calleeName(node.expression) === "assign")) {
    return builtIn(first);
  }
  return [calleeName(node.expression), templates];
}

function* filesBelow(root) {
  const entries = readdirSync(root, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(root, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (extname(entry.name) in KINDS && !/\.d\.[mc]?ts$/.test(entry.name)) yield path;
  }
}

function main() {
  const root = process.argv[2];
  if (!root) {
    console.error("usage: node js_truth.mjs FOLDER");
    process.exit(2);
  }
  let broken = 0;
  for (const path of filesBelow(root)) {
    const file = relative(root, path);
    const text = readFileSync(path, "utf8");
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, KINDS[extname(path)]);
    if (source.parseDiagnostics?.length) {
      broken += 1;
      console.error(`not parsed: ${file}: ${source.parseDiagnostics[0].messageText}`);
      continue;
    }
    const reader = new Reader(file, source);
    reader.visit(source);
    reader.sites.sort((a, b) => a.line - b.line);
    const out = reader.sites.map((site) => JSON.stringify(site)).join("\n");
    if (out) process.stdout.write(out + "\n");
  }
  console.error(`${broken} files not parsed`);
}

main();
