// @ts-check
import { readPath } from './node-path.mjs';

/**
 * @typedef {object} RulePaths
 * @property {import('./node-path.mjs').NodePath} [name]
 * @property {import('./node-path.mjs').NodePath} [nameTo]
 * @property {import('./node-path.mjs').NodePath} [kind]
 * @property {import('./node-path.mjs').NodePath} [eachIn]
 * @property {import('./node-path.mjs').NodePath} [eachName]
 */

/**
 * Rules by the numbers of a grammar's node types, which a cursor gives without building a string.
 *
 * @typedef {object} RuleTable
 * @property {readonly import('./parse-protocol.mjs').CompiledRule[]} rules
 * @property {Int16Array} ruleOfType -1 for a type without a rule
 * @property {Uint8Array} isNamed
 * @property {Uint8Array} isAnonymous types of anonymous functions
 * @property {boolean} hasAnonymous
 * @property {RegExp | undefined} callable matches every text with an anonymous function; absent: any text
 * @property {RegExp | undefined} nested matches the text of a function that contains others
 * @property {number} errorType
 * @property {readonly ReadonlySet<number>[]} members node types to enter, by rule
 * @property {readonly RulePaths[]} paths by rule
 */

/** Tree-sitter's number of ERROR nodes in every grammar. */
const errorType = 65_535;

/**
 * @param {import('web-tree-sitter').Language} language
 * @param {readonly import('./parse-protocol.mjs').CompiledRule[]} rules
 * @param {Pick<import('./parse-protocol.mjs').GrammarRequest, 'nested' | 'callable'>} patterns
 * @returns {RuleTable}
 */
export function compileRules(language, rules, { nested, callable }) {
  const count = language.nodeTypeCount;
  const ruleOfType = new Int16Array(count).fill(-1);
  const isNamed = new Uint8Array(count);
  /** @type {Map<string, number[]>} */
  const typesByName = new Map();
  for (let type = 0; type < count; type += 1) {
    const name = language.nodeTypeForId(type);
    if (name === null || !language.nodeTypeIsNamed(type)) continue;
    isNamed[type] = 1;
    const types = typesByName.get(name);
    if (types === undefined) typesByName.set(name, [type]);
    else types.push(type);
  }
  const isAnonymous = new Uint8Array(count);
  for (const [index, rule] of rules.entries()) {
    for (const type of numbersOf(rule.types, typesByName)) {
      ruleOfType[type] = index;
      if (rule.isAnonymous === true) isAnonymous[type] = 1;
    }
  }
  const members = rules.map((rule) => new Set(numbersOf(rule.members ?? [], typesByName)));
  return {
    rules,
    ruleOfType,
    isNamed,
    isAnonymous,
    hasAnonymous: isAnonymous.includes(1),
    errorType,
    callable: callable === undefined ? undefined : new RegExp(callable, 'gu'),
    nested: nested === undefined ? undefined : new RegExp(nested, 'u'),
    members,
    paths: rules.map((rule) => pathsOf(rule, language)),
  };
}

/**
 * @param {import('./parse-protocol.mjs').CompiledRule} rule
 * @param {import('web-tree-sitter').Language} language
 * @returns {RulePaths}
 */
function pathsOf({ name, nameTo, kindBy, each }, language) {
  return {
    ...(name !== undefined && { name: readPath(name, language) }),
    ...(nameTo !== undefined && { nameTo: readPath(nameTo, language) }),
    ...(kindBy?.path !== undefined && { kind: readPath(kindBy.path, language) }),
    ...(each?.in !== undefined && { eachIn: readPath(each.in, language) }),
    ...(each?.name !== undefined && { eachName: readPath(each.name, language) }),
  };
}

/**
 * @param {readonly string[]} names
 * @param {ReadonlyMap<string, number[]>} typesByName
 */
function numbersOf(names, typesByName) {
  return names.flatMap((name) => typesByName.get(name) ?? []);
}
