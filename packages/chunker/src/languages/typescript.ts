import type { TopLevelLines } from '../parse/divide-text.js';
import {
  type LanguageRules,
  type NodeRule,
  anonymous,
  comments,
  container,
  definition,
  functions,
  holder,
  imports,
  leads,
  transparent,
} from './language-rules.js';

/** Kind of a definition by its value. */
const functionOrClass = {
  arrow_function: ['function'],
  function_expression: ['function'],
  function: ['function'],
  generator_function: ['function'],
  class: ['class', 'class'],
} as const;

/** Exports of CommonJS, `exports.x = …`, and added methods: `app.set = function …`. */
const assigned: NodeRule = {
  types: ['assignment_expression'],
  role: 'definition',
  kind: 'variable',
  name: 'left.property',
  kindBy: { path: 'right', kinds: functionOrClass },
  members: ['object', 'class'],
};

const shared: readonly NodeRule[] = [
  comments('comment', 'html_comment', 'hash_bang_line'),
  imports('import_statement'),
  leads('decorator'),
  transparent('statement_block', 'class_body', 'object', 'interface_body', 'object_type', 'class', 'declaration_list'),
  container(['class_declaration', 'abstract_class_declaration'], 'class', { word: 'class', members: ['class_body'] }),
  functions(['function_declaration', 'generator_function_declaration', 'function_signature']),
  functions(['method_definition', 'method_signature', 'abstract_method_signature']),
  anonymous(['arrow_function', 'function_expression', 'generator_function'], ['statement_block']),
  // `export default () => …` is a function although it has no name.
  {
    types: ['export_statement'],
    role: 'definition',
    kindBy: { path: 'value', kinds: { arrow_function: ['function'], function_expression: ['function'] } },
    mustMatch: true,
    isElseHolder: true,
    members: ['class', 'object'],
  },
  holder(
    ['lexical_declaration', 'variable_declaration', 'ambient_declaration', 'expression_statement'],
    ['class', 'object'],
  ),
  {
    types: ['variable_declarator'],
    role: 'definition',
    kind: 'variable',
    name: 'name',
    kindBy: { path: 'value', kinds: functionOrClass },
    each: {
      in: 'name',
      types: [
        ...['shorthand_property_identifier_pattern', 'pair_pattern', 'object_assignment_pattern'],
        ...['identifier', 'assignment_pattern'],
      ],
      name: 'value.left|left|value*',
    },
    members: ['object', 'class'],
  },
  {
    types: ['pair'],
    role: 'definition',
    name: 'key',
    kindBy: { path: 'value', kinds: functionOrClass },
    mustMatch: true,
  },
];

const importPattern = /^(?:const|let|var)\s[^=]{0,2000}=\s*(?:await\s+import|require)\s*\(/u;

/** `function inner`, `class Inner` and `const inner = () => …` at the beginning of a statement. */
const nested =
  /[\n{;][ \t]*(?:(?:async[ \t]+)?function\b|class[ \t]|(?:const|let|var)[ \t]+[\w$]+\b[^=\n;]{0,200}=[ \t]*(?:async\b[ \t]*)?(?:function\b|[(<]|[\w$]+[ \t]*=>))/u;

const callable = /=>|\bfunction\b/u;

/**
 * A comment counts only before a definition: `#!` would have another meaning after nothing but comments. A line that
 * ends in a bracket or a semicolon ends a statement, unless the end is in a comment after a word such as `async` that
 * continues on the next line.
 */
const topLevel: TopLevelLines = {
  begins:
    /(?:\/\*\*(?:[^*/]|\*(?!\/)|\/(?!\*)){0,400}\*\/\s{1,2})?(?:export|import|(?:async[ \t]+)?function|(?:abstract[ \t]+)?class|type|interface|enum|namespace|module|declare|const|let|var)\b/uy,
  closes: /^(?:[)\]}]+;?|(?:[^/]|\/(?!\/))*;)$/u,
};

/** `module.exports = …`, `Foo.prototype = …` */
const notNames = ['exports', 'prototype'];

export const javascript: LanguageRules = {
  languages: ['javascript', 'jsx'],
  grammar: 'javascript',
  importPattern,
  notNames,
  nested,
  callable,
  topLevel,
  rules: [
    ...shared,
    assigned,
    {
      types: ['field_definition'],
      role: 'definition',
      kind: 'variable',
      name: 'property',
      kindBy: { path: 'value', kinds: functionOrClass },
    },
  ],
};

const typed: readonly NodeRule[] = [
  ...shared,
  assigned,
  container(['interface_declaration'], 'interface', { word: 'interface', members: ['object_type', 'interface_body'] }),
  container(['module', 'internal_module'], 'module', { word: 'namespace', members: ['statement_block'] }),
  {
    ...definition(['enum_declaration'], 'enum'),
    each: { in: 'body', types: ['property_identifier', 'string', 'enum_assignment'], name: 'name*' },
  },
  definition(['type_alias_declaration'], 'type'),
  {
    types: ['public_field_definition'],
    role: 'definition',
    kind: 'variable',
    name: 'name',
    kindBy: { path: 'value', kinds: functionOrClass },
  },
  definition(['property_signature'], 'variable'),
  imports('import_alias'),
];

export const typescript: LanguageRules = {
  languages: ['typescript'],
  grammar: 'typescript',
  importPattern,
  notNames,
  nested,
  callable,
  topLevel,
  rules: typed,
};

export const tsx: LanguageRules = {
  languages: ['tsx'],
  grammar: 'tsx',
  importPattern,
  notNames,
  nested,
  callable,
  topLevel,
  rules: typed,
};
