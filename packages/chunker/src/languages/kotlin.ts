import {
  type LanguageRules,
  anonymous,
  comments,
  container,
  definition,
  functions,
  imports,
  leads,
  transparent,
} from './language-rules.js';

const members = ['class_body', 'enum_class_body'];
const name = '#type_identifier|#simple_identifier';

/** The grammar has no fields, and distinguishes classes and interfaces only by their keyword. */
export const kotlin: LanguageRules = {
  languages: ['kotlin'],
  grammar: 'kotlin',
  nested: /[\n{;][ \t]*(?:(?:suspend|inline|tailrec)[ \t]+)*fun[ \t]/u,
  stepsPerMs: 4,
  rules: [
    comments('line_comment', 'multiline_comment'),
    { ...imports('package_header', 'import_header'), members: [] },
    leads('file_annotation'),
    transparent(...members, 'import_list', 'statements', 'function_body'),
    anonymous(['lambda_literal', 'anonymous_function', 'anonymous_initializer']),
    {
      ...container(['class_declaration'], 'class', { word: 'class', members, name }),
      kindBy: {
        kinds: { interface: ['interface', 'interface'], enum: ['enum', 'enum class'], class: ['class', 'class'] },
      },
    },
    container(['object_declaration'], 'class', { word: 'object', members, name }),
    container(['companion_object'], 'class', { word: 'companion object', members, name }),
    functions(['function_declaration'], '#simple_identifier'),
    { types: ['secondary_constructor'], role: 'definition', kind: 'method' },
    definition(['property_declaration'], 'variable', '#variable_declaration.#simple_identifier'),
    definition(['enum_entry'], 'variable', '#simple_identifier'),
    definition(['type_alias'], 'type', '#type_identifier'),
  ],
};
