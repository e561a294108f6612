import {
  type LanguageRules,
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

export const scala: LanguageRules = {
  languages: ['scala'],
  grammar: 'scala',
  nested: /[\n{;][ \t]*(?:(?:private|final|implicit|inline)[ \t]+)*def[ \t]/u,
  rules: [
    comments('comment'),
    imports('import_declaration', 'package_clause'),
    leads('annotation'),
    transparent('template_body'),
    anonymous(['block', 'lambda_expression']),
    container(['class_definition'], 'class', { word: 'class', members: ['template_body'] }),
    container(['object_definition', 'package_object'], 'class', { word: 'object', members: ['template_body'] }),
    container(['trait_definition'], 'interface', { word: 'trait', members: ['template_body'] }),
    functions(['function_definition', 'function_declaration']),
    definition(['val_definition', 'var_definition', 'val_declaration', 'var_declaration'], 'variable', 'pattern|name'),
    definition(['type_definition'], 'type'),
  ],
};

export const dart: LanguageRules = {
  languages: ['dart'],
  grammar: 'dart',
  rules: [
    comments('comment', 'documentation_comment'),
    imports('import_or_export', 'library_name', 'part_directive', 'part_of_directive'),
    leads('annotation'),
    transparent('class_body', 'extension_body', 'enum_body', 'function_expression_body', 'block'),
    anonymous(['function_expression']),
    container(['class_definition'], 'class', { word: 'class', members: ['class_body'] }),
    container(['mixin_declaration'], 'class', { word: 'mixin', members: ['class_body'], name: '#identifier' }),
    container(['extension_declaration'], 'block', { word: 'extension', members: ['extension_body'] }),
    { ...definition(['enum_declaration'], 'enum'), each: { in: 'body', types: ['enum_constant'], name: 'name' } },
    // Constants and variables of a class and of a library.
    transparent('static_final_declaration_list', 'initialized_identifier_list'),
    definition(['static_final_declaration', 'initialized_identifier'], 'variable', '#identifier'),
    // A signature and its body are two nodes beside each other.
    { types: ['function_body'], role: 'rest', isAnonymous: true },
    holder(['method_signature', 'declaration']),
    functions(
      ['function_signature', 'getter_signature', 'setter_signature', 'constructor_signature'],
      'name|#identifier',
    ),
    functions(['factory_constructor_signature', 'constant_constructor_signature'], '#identifier'),
    definition(['type_alias'], 'type', '#type_identifier'),
  ],
};

export const zig: LanguageRules = {
  languages: ['zig'],
  grammar: 'zig',
  rules: [
    comments('comment'),
    anonymous(['test_declaration']),
    transparent('block'),
    functions(['function_declaration'], 'name|#identifier'),
    definition(['variable_declaration'], 'variable', 'name|#identifier'),
  ],
};

export const solidity: LanguageRules = {
  languages: ['solidity'],
  grammar: 'solidity',
  rules: [
    comments('comment'),
    imports('import_directive', 'pragma_directive'),
    transparent('contract_body'),
    container(['contract_declaration'], 'class', { word: 'contract', members: ['contract_body'] }),
    container(['library_declaration'], 'class', { word: 'library', members: ['contract_body'] }),
    container(['interface_declaration'], 'interface', { word: 'interface', members: ['contract_body'] }),
    functions(['function_definition', 'modifier_definition', 'constructor_definition']),
    definition(['struct_declaration'], 'class'),
    { ...definition(['enum_declaration'], 'enum'), each: { types: ['enum_value'] } },
    definition(['event_definition', 'error_declaration', 'user_defined_type_definition'], 'type'),
    definition(['state_variable_declaration', 'constant_variable_declaration'], 'variable'),
  ],
};

export const elixir: LanguageRules = {
  languages: ['elixir'],
  grammar: 'elixir',
  importPattern: /^(?:import|alias|require|use)\s/u,
  rules: [
    comments('comment'),
    leads('unary_operator'),
    { ...transparent('do_block'), isAnonymous: true },
    anonymous(['anonymous_function']),
    {
      types: ['call'],
      role: 'definition',
      name: '#arguments.#alias|#arguments.#call.target|#arguments.#identifier|#arguments.#binary_operator.left.target',
      callees: [
        'defmodule',
        'defprotocol',
        'defimpl',
        'def',
        'defp',
        'defmacro',
        'defmacrop',
        'defguard',
        'defdelegate',
      ],
      kindBy: {
        kinds: {
          defmodule: ['module', 'defmodule'],
          defprotocol: ['interface', 'defprotocol'],
          defimpl: ['block', 'defimpl'],
          def: ['function'],
          defp: ['function'],
          defmacro: ['function'],
          defmacrop: ['function'],
          defguard: ['function'],
          defdelegate: ['function'],
        },
      },
      members: ['do_block'],
      isContainer: true,
    },
  ],
};

export const bash: LanguageRules = {
  languages: ['bash', 'shellscript'],
  grammar: 'bash',
  stepsPerMs: 4,
  importPattern: /^(?:source|\.)\s/u,
  rules: [
    comments('comment'),
    functions(['function_definition']),
    holder(['declaration_command']),
    definition(['variable_assignment'], 'variable'),
  ],
};
