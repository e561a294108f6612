// Reads which requirements of T-016 the titles of tests and the names of benchmark rows claim to show.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Ids of other documents have fewer digits. */
const requirement = /\b(?:AC-\d{3}|N?FR-016-\d{2,3})\b/gu;
/** Several in one citation: `AC-001..009`. */
const range = /\b(?:AC|N?FR-016)-\d+\.\.\d+/u;
/** How Jest's functions are varied and still run: `it.each`, `describe.only`. */
const modifiers = new Set(['each', 'only', 'concurrent', 'failing']);

/**
 * A title that names a requirement.
 *
 * @typedef {{ id: string, title: string, file: string }} Claim `file` is relative to the root; `title` is without ids.
 */

/**
 * Claims of all tests, and titles with more than one.
 *
 * @param {string} root
 * @returns {{ claims: Claim[], overloaded: string[] }}
 */
export function claimsOfTests(root) {
  return claimsIn(root, specFiles(root), titlesOfTests);
}

/**
 * Claims of all rows of benchmarks, and names with more than one.
 *
 * @param {string} root
 * @returns {{ claims: Claim[], overloaded: string[] }}
 */
export function claimsOfRows(root) {
  const files = filesIn(root, 'benchmarks/src').filter((file) => file.endsWith('.ts') && !isSpec(file));
  return claimsIn(root, files, namesOfRows);
}

function claimsIn(root, files, titlesIn) {
  const claims = new Map();
  const overloaded = [];
  for (const file of files) {
    const source = readFileSync(path.join(root, file), 'utf8');
    // To parse every file takes seconds, and most name no requirement.
    if (source.search(requirement) < 0 && !range.test(source)) continue;
    for (const title of titlesIn(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true))) {
      const ids = [...new Set(title.match(requirement) ?? [])];
      if (ids.length > 1 || range.test(title)) overloaded.push(`${file}: ${title}`);
      for (const id of ids) {
        const claim = { id, title: withoutIds(title), file };
        claims.set(JSON.stringify(claim), claim);
      }
    }
  }
  return { claims: [...claims.values()], overloaded };
}

/** Spec files of packages and examples, relative to the root. */
function specFiles(root) {
  const packages = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}/src`);
  return [...packages, 'examples', 'benchmarks/src'].flatMap((folder) => filesIn(root, folder)).filter(isSpec);
}

function isSpec(file) {
  return /\.spec\.tsx?$/u.test(file);
}

function filesIn(root, folder) {
  try {
    return readdirSync(path.join(root, folder), { recursive: true })
      .map((file) => `${folder}/${file.replaceAll(path.sep, '/')}`)
      .filter((file) => !/\/(?:node_modules|dist)\//u.test(file))
      .sort();
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
    throw error;
  }
}

/**
 * First arguments of `it`, `test`, `describe` and of functions named after them. Where rows name requirements in their
 * first cell, which the title inserts, one for each of those.
 */
function titlesOfTests(file) {
  const titles = [];
  visit(file, (node) => {
    if (!ts.isCallExpression(node) || !isTestFunction(node.expression)) return;
    const title = textOf(node.arguments[0]);
    if (title === undefined) return;
    const rows = rowsOf(node.expression).filter(([first]) => first.search(requirement) >= 0);
    titles.push(...(rows.length > 0 && /%[a-z]/u.test(title) ? rows.map((row) => filledIn(title, row)) : [title]));
  });
  return titles;
}

function isTestFunction(callee) {
  if (ts.isIdentifier(callee)) return /^(?:it|test|describe)(?:[A-Z]|$)/u.test(callee.text);
  if (ts.isPropertyAccessExpression(callee))
    return modifiers.has(callee.name.text) && isTestFunction(callee.expression);
  if (ts.isParenthesizedExpression(callee)) return isTestFunction(callee.expression);
  if (ts.isConditionalExpression(callee)) return isTestFunction(callee.whenTrue) || isTestFunction(callee.whenFalse);
  // The call with the rows, whose result is called with the title.
  const table = ts.isCallExpression(callee)
    ? callee.expression
    : ts.isTaggedTemplateExpression(callee)
      ? callee.tag
      : callee;
  return ts.isPropertyAccessExpression(table) && table.name.text === 'each' && isTestFunction(table);
}

/** The cells of each row in the table of an `each`, as texts. */
function rowsOf(callee) {
  const table = ts.isCallExpression(callee) ? withoutTypes(callee.arguments[0]) : undefined;
  if (table === undefined || !ts.isArrayLiteralExpression(table)) return [];
  return table.elements.map((element) => {
    const row = withoutTypes(element);
    return (ts.isArrayLiteralExpression(row) ? row.elements : [row]).map((cell) => textOf(cell) ?? '…');
  });
}

/** The title with the cells in the places that it has for them. */
function filledIn(title, row) {
  let column = 0;
  return title.replaceAll(/%[a-z]/gu, () => row[column++] ?? '…');
}

function withoutTypes(node) {
  return node !== undefined && (ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    ? withoutTypes(node.expression)
    : node;
}

/** Texts of the properties called `name`. */
function namesOfRows(file) {
  const names = [];
  visit(file, (node) => {
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'name') names.push(textOf(node.initializer));
  });
  return names.filter((name) => name !== undefined);
}

function visit(node, look) {
  look(node);
  ts.forEachChild(node, (child) => visit(child, look));
}

/** The text of a string, of a template without what it inserts, and of several that are joined. */
function textOf(node) {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  return `${textOf(node.left) ?? '…'}${textOf(node.right) ?? '…'}`;
}

/** The behaviour alone, without what it is cited as. */
function withoutIds(title) {
  return title
    .replaceAll(requirement, '')
    .replaceAll(/\bT-016\b/gu, '')
    .replaceAll(/\(\s*\)/gu, '')
    .replaceAll(/,\s*:/gu, ':')
    .replace(/^[\s,:]+/u, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
