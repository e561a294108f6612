// @ts-check
const ts = require('typescript');
const { StrategyGeneratorError } = require('./strategy-generator-error.js');

/**
 * @typedef {object} Descriptor
 * @property {string} strategyId
 * @property {string} displayName
 * @property {number} priority
 * @property {number} maxTokens
 * @property {string} tier
 */

/**
 * Adds a row to `strategyDescriptors`, before the first row of a lower priority.
 *
 * @param {string} text source of strategy-descriptors.ts
 * @param {string} key
 * @param {Descriptor} descriptor
 * @returns {{ text: string, nextKey: string | undefined }} `nextKey` is the row that now follows
 */
function insertDescriptor(text, key, descriptor) {
  const table = initializerOf(text, 'strategyDescriptors');
  if (!ts.isObjectLiteralExpression(table))
    throw new StrategyGeneratorError('"strategyDescriptors" is not an object literal.');
  const rows = table.properties.map((property) => readRow(property));
  if (rows.some((row) => row.key === key || row.strategyId === descriptor.strategyId)) {
    throw new StrategyGeneratorError(`There is a strategy "${descriptor.strategyId}" already. Choose another name.`);
  }
  const next = rows.find((row) => row.priority < descriptor.priority);
  const fields = Object.entries(descriptor).map(([name, value]) => `${name}: ${literal(value)}`);
  const row = `\n${key}: {\n${fields.join(',\n')},\n},`;
  return { text: insertBefore(text, table.properties, next?.node, row), nextKey: next?.key };
}

/**
 * Adds a row to `strategyCatalog`, before the row of `nextKey`, and the import of its class.
 *
 * @param {string} text source of strategy-catalog.ts
 * @param {{ key: string, nextKey: string | undefined, className: string, modulePath: string }} row
 */
function insertCatalogRow(text, { key, nextKey, className, modulePath }) {
  const table = initializerOf(text, 'strategyCatalog');
  if (!ts.isArrayLiteralExpression(table))
    throw new StrategyGeneratorError('"strategyCatalog" is not an array literal.');
  const next = table.elements.find((element) => {
    const descriptor = ts.isObjectLiteralExpression(element) ? fieldOf(element, 'descriptor') : undefined;
    return descriptor !== undefined && ts.isPropertyAccessExpression(descriptor) && descriptor.name.text === nextKey;
  });
  const row = `\n{ descriptor: strategyDescriptors.${key}, strategy: ${className} },`;
  const withRow = insertBefore(text, table.elements, next, row);
  return insertImport(withRow, modulePath, `import { ${className} } from '${modulePath}';\n`);
}

/**
 * Imports of the same folder stay in alphabetical order. They stand above the table, so the row is put in first.
 *
 * @param {string} text
 * @param {string} modulePath
 * @param {string} line
 */
function insertImport(text, modulePath, line) {
  const imports = parse(text).statements.filter(ts.isImportDeclaration);
  const pathOf = (/** @type {import('typescript').ImportDeclaration} */ statement) =>
    ts.isStringLiteral(statement.moduleSpecifier) ? statement.moduleSpecifier.text : '';
  const next = imports.find((statement) => pathOf(statement).startsWith('./') && pathOf(statement) > modulePath);
  if (next !== undefined) return splice(text, next.getStart(), line);
  const last = imports.at(-1);
  return last === undefined ? line + text : splice(text, last.getEnd(), `\n${line.trimEnd()}`);
}

/**
 * @param {string} text
 * @param {import('typescript').NodeArray<import('typescript').Node>} entries
 * @param {import('typescript').Node | undefined} next
 * @param {string} row ends in a comma
 */
function insertBefore(text, entries, next, row) {
  if (next !== undefined) return splice(text, next.getFullStart(), row);
  const needsComma = entries.length > 0 && !entries.hasTrailingComma;
  return splice(text, entries.end, needsComma ? `,${row}` : row);
}

/** @param {import('typescript').ObjectLiteralElementLike} node */
function readRow(node) {
  if (!ts.isPropertyAssignment(node) || !ts.isObjectLiteralExpression(node.initializer)) {
    throw new StrategyGeneratorError(`A row of "strategyDescriptors" cannot be read: ${node.getText()}`);
  }
  const strategyId = fieldOf(node.initializer, 'strategyId');
  return {
    node,
    key: node.name.getText(),
    strategyId: strategyId !== undefined && ts.isStringLiteral(strategyId) ? strategyId.text : undefined,
    priority: Number(fieldOf(node.initializer, 'priority')?.getText().replaceAll('_', '')),
  };
}

/**
 * @param {import('typescript').ObjectLiteralExpression} object
 * @param {string} name
 */
function fieldOf(object, name) {
  const property = object.properties.find((candidate) => candidate.name?.getText() === name);
  return property !== undefined && ts.isPropertyAssignment(property) ? property.initializer : undefined;
}

/**
 * The value of an exported constant, without `as const` and `satisfies`.
 *
 * @param {string} text
 * @param {string} name
 */
function initializerOf(text, name) {
  const declaration = parse(text)
    .statements.filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => [...declarationList.declarations])
    .find((candidate) => candidate.name.getText() === name);
  if (declaration?.initializer === undefined)
    throw new StrategyGeneratorError(`There is no constant "${name}" to add a row to.`);
  /** @type {import('typescript').Expression} */
  let value = declaration.initializer;
  while (ts.isSatisfiesExpression(value) || ts.isAsExpression(value) || ts.isParenthesizedExpression(value)) {
    value = value.expression;
  }
  return value;
}

/** @param {string} text */
function parse(text) {
  return ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true);
}

/** @param {string | number} value */
function literal(value) {
  if (typeof value === 'number')
    return value.toLocaleString('en-US', { maximumFractionDigits: 20 }).replaceAll(',', '_');
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replace(/\s+/gu, ' ')}'`;
}

/**
 * @param {string} text
 * @param {number} position
 * @param {string} insertion
 */
function splice(text, position, insertion) {
  return text.slice(0, position) + insertion + text.slice(position);
}

module.exports = { insertCatalogRow, insertDescriptor };
