import {
  type LanguageRules,
  type NodeRule,
  comments,
  container,
  definition,
  functions,
  holder,
  imports,
  leads,
  transparent,
} from './language-rules.js';

/** The name is at the end of a chain of declarators: `const char *Foo::name(int)`, `Foo &name(int)`. */
const declarator = 'declarator.#function_declarator.declarator*.name*|declarator*.name*';

/** `operator bool` is a name of two words, and its declarator has no name in it. */
const conversion = '#operator_cast|#qualified_identifier.#operator_cast';
const declared = {
  name: `${conversion}|${declarator}`,
  nameTo: '#operator_cast.type|#qualified_identifier.#operator_cast.type',
};

const members = ['field_declaration_list', 'declaration_list'];

/** Kinds of a declaration: a function's prototype, or a variable. */
const prototypeOrValue = {
  path: 'declarator|declarator.#function_declarator|declarator.declarator|declarator.declarator.declarator',
  kinds: {
    function_declarator: ['function'],
    operator_cast: ['function'],
    init_declarator: ['variable'],
    array_declarator: ['variable'],
    identifier: ['variable'],
    field_identifier: ['variable'],
  },
} as const;

/** A type with a body is a definition; without one, `struct node *next`, it is only a reference. */
function withBody(types: readonly string[], word: string): NodeRule {
  const kindBy = { path: 'body', kinds: { field_declaration_list: ['class', word] as const } };
  return { ...container(types, 'class', { word, members }), kindBy, mustMatch: true };
}

const shared: readonly NodeRule[] = [
  comments('comment'),
  imports('preproc_include'),
  // A header guard contains the whole file; `extern "C"` often does.
  transparent('preproc_if', 'preproc_ifdef', 'preproc_else', 'preproc_elif', 'linkage_specification', ...members),
  {
    ...functions(['function_definition']),
    ...declared,
    kindBy: {
      path: 'declarator.declarator|declarator.#function_declarator.declarator|#qualified_identifier.#operator_cast',
      kinds: { qualified_identifier: ['method'], operator_cast: ['method'] },
    },
  },
  withBody(['struct_specifier'], 'struct'),
  withBody(['union_specifier'], 'union'),
  {
    ...definition(['enum_specifier'], 'enum'),
    kindBy: { path: 'body', kinds: { enumerator_list: ['enum'] } },
    each: { in: 'body', types: ['enumerator'], name: 'name' },
    mustMatch: true,
  },
  {
    ...definition(['type_definition'], 'type', 'declarator.declarator.#pointer_declarator.declarator|declarator*'),
    each: { field: 'declarator', name: 'declarator*' },
    members: [],
  },
  {
    types: ['declaration', 'field_declaration'],
    role: 'definition',
    ...declared,
    kindBy: prototypeOrValue,
    each: { field: 'declarator', name: 'declarator*.#identifier,field_identifier|declarator*.name*' },
    mustMatch: true,
    members: [],
  },
  // A macro without a value is a switch, such as the guard of a header.
  {
    ...definition(['preproc_def'], 'variable'),
    kindBy: { path: 'value', kinds: { preproc_arg: ['variable'] } },
    mustMatch: true,
  },
  definition(['preproc_function_def'], 'function'),
];

export const c: LanguageRules = { languages: ['c'], grammar: 'c', stepsPerMs: 4, rules: shared };

const classes: readonly NodeRule[] = [
  container(['namespace_definition'], 'module', { word: 'namespace', members }),
  withBody(['class_specifier'], 'class'),
  holder(['template_declaration', 'friend_declaration']),
  definition(['alias_declaration', 'concept_definition'], 'type'),
  leads('attribute_declaration'),
];

export const cpp: LanguageRules = { languages: ['cpp'], grammar: 'cpp', stepsPerMs: 4, rules: [...shared, ...classes] };

const objectiveC: readonly NodeRule[] = [
  imports('module_import'),
  container(['class_interface'], 'class', { word: '@interface', members: [], name: '#identifier' }),
  container(['class_implementation'], 'class', { word: '@implementation', members: [], name: '#identifier' }),
  container(['protocol_declaration'], 'interface', { word: '@protocol', members: [], name: '#identifier' }),
  transparent('implementation_definition'),
  definition(['method_definition', 'method_declaration'], 'method', '#identifier'),
];

export const objc: LanguageRules = {
  languages: ['objective-c'],
  grammar: 'objc',
  stepsPerMs: 4,
  rules: [...shared, ...objectiveC],
};
