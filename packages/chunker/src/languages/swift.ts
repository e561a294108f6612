import {
  type LanguageRules,
  anonymous,
  comments,
  container,
  definition,
  functions,
  imports,
  transparent,
} from './language-rules.js';

const members = ['class_body', 'enum_class_body', 'protocol_body'];

/** The grammar has one node type for classes, structures, enumerations, actors and extensions. */
export const swift: LanguageRules = {
  languages: ['swift'],
  grammar: 'swift',
  nested: /[\n{;][ \t]*(?:@\w+[ \t]+)*func[ \t]/u,
  stepsPerMs: 2.5,
  rules: [
    comments('comment', 'multiline_comment'),
    imports('import_declaration'),
    transparent(...members, 'statements', 'function_body'),
    anonymous(['lambda_literal']),
    {
      ...container(['class_declaration'], 'class', { word: 'class', members }),
      kindBy: {
        path: 'declaration_kind',
        kinds: {
          class: ['class', 'class'],
          struct: ['class', 'struct'],
          actor: ['class', 'actor'],
          enum: ['enum', 'enum'],
          extension: ['block', 'extension'],
        },
      },
    },
    container(['protocol_declaration'], 'interface', { word: 'protocol', members }),
    functions(['function_declaration', 'protocol_function_declaration']),
    functions(['init_declaration']),
    { types: ['deinit_declaration', 'subscript_declaration'], role: 'definition', kind: 'method' },
    {
      ...definition(
        ['property_declaration', 'protocol_property_declaration'],
        'variable',
        'name.bound_identifier|name',
      ),
      each: { field: 'name', name: 'bound_identifier' },
    },
    { types: ['enum_entry'], role: 'holder', each: { field: 'name' } },
    definition(['typealias_declaration', 'associatedtype_declaration'], 'type'),
    definition(['macro_declaration'], 'function', '#simple_identifier'),
  ],
};
