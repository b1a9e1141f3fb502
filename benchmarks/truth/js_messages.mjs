// Reads a JavaScript expression as a message template: literal pieces and null for placeholders.

import ts from "./typescript.mjs";

const K = ts.SyntaxKind;
const CONVERSION = /%[sdifjoOc%]/g;

/** The expression without parentheses and type syntax around it. */
export function bare(node) {
  while (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node) ||
    ts.isSatisfiesExpression?.(node)
  ) {
    node = node.expression;
  }
  return node;
}

/** The template of an expression that writes its text in place, else null. */
export function partsOf(node) {
  const parts = inline(node);
  if (parts === null) return null;
  const whole = joined(parts);
  return whole.length ? whole : null;
}

function inline(given) {
  const node = bare(given);
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.flatMap((span) => [null, span.literal.text])];
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === K.PlusToken) {
    return sum(operands(node));
  }
  if (isConcatCall(node)) return sum([node.expression.expression, ...node.arguments]);
  return null;
}

function isConcatCall(node) {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === "concat" &&
    inline(node.expression.expression) !== null
  );
}

function sum(nodes) {
  const pieces = nodes.map(inline);
  if (pieces.every((piece) => piece === null)) return null;
  return pieces.flatMap((piece) => piece ?? [null]);
}

function operands(node) {
  const chain = [];
  let left = bare(node);
  while (ts.isBinaryExpression(left) && left.operatorToken.kind === K.PlusToken) {
    chain.push(left.right);
    left = bare(left.left);
  }
  chain.push(left);
  return chain.reverse().flatMap((one) => {
    const operand = bare(one);
    const nested =
      ts.isBinaryExpression(operand) && operand.operatorToken.kind === K.PlusToken;
    return nested && inline(operand) !== null ? operands(operand) : [operand];
  });
}

/** Adjacent literals joined and empty ones dropped. */
export function joined(parts) {
  const out = [];
  for (const part of parts) {
    const last = out.length - 1;
    if (part !== null && last >= 0 && out[last] !== null) out[last] += part;
    else if (part !== "") out.push(part);
  }
  return out;
}

/** What util.format makes of a text that is followed by `count` values. */
export function printf(parts, count) {
  if (count === 0) return parts;
  let left = count;
  const opened = parts.flatMap((part) => {
    if (part === null) return [null];
    const out = [];
    let position = 0;
    for (const match of part.matchAll(CONVERSION)) {
      if (match[0] !== "%%" && left-- <= 0) break;
      out.push(part.slice(position, match.index), match[0] === "%%" ? "%" : null);
      position = match.index + 2;
    }
    return [...out, part.slice(position)];
  });
  return joined(opened);
}

/** The templates among a call's arguments, then those of an options object's message. */
export function templatesOf(args) {
  const found = args.map(partsOf).filter((parts) => parts !== null);
  if (found.length) return found;
  for (const arg of args) {
    const node = bare(arg);
    if (!ts.isObjectLiteralExpression(node)) continue;
    for (const property of node.properties) {
      if (!ts.isPropertyAssignment(property) || !property.name) continue;
      if (!["message", "msg", "detail", "description"].includes(property.name.text)) continue;
      const parts = partsOf(property.initializer);
      if (parts !== null) return [parts];
    }
  }
  return [];
}

/** The last name of what is called or built: `errors.BadShape` → `BadShape`. */
export function calleeName(node) {
  const target = bare(node);
  if (ts.isIdentifier(target)) return target.text;
  if (ts.isPropertyAccessExpression(target)) return target.name.text;
  return null;
}
