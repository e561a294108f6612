import {
  type LanguageRules,
  anonymous,
  comments,
  container,
  definition,
  functions,
  holder,
  imports,
  transparent,
} from './language-rules.js';

const members = ['declaration_list'];

export const csharp: LanguageRules = {
  languages: ['csharp'],
  grammar: 'c_sharp',
  callable: /=>|\bdelegate\b/u,
  rules: [
    comments('comment'),
    imports('using_directive', 'extern_alias_directive', 'global_attribute_list'),
    transparent('declaration_list', 'global_statement', 'block'),
    anonymous(['lambda_expression', 'anonymous_method_expression']),
    container(['namespace_declaration', 'file_scoped_namespace_declaration'], 'module', { word: 'namespace', members }),
    container(['class_declaration'], 'class', { word: 'class', members }),
    container(['struct_declaration', 'record_struct_declaration'], 'class', { word: 'struct', members }),
    container(['record_declaration'], 'class', { word: 'record', members }),
    container(['interface_declaration'], 'interface', { word: 'interface', members }),
    {
      ...definition(['enum_declaration'], 'enum'),
      each: { in: 'body', types: ['enum_member_declaration'], name: 'name' },
    },
    definition(['delegate_declaration'], 'type'),
    functions(['method_declaration', 'constructor_declaration', 'destructor_declaration', 'local_function_statement']),
    functions(['operator_declaration'], 'operator'),
    functions(['conversion_operator_declaration'], 'type'),
    definition(['property_declaration', 'event_declaration'], 'variable'),
    { types: ['indexer_declaration'], role: 'definition', kind: 'method' },
    holder(['field_declaration', 'event_field_declaration'], ['variable_declaration']),
    transparent('variable_declaration'),
    definition(['variable_declarator'], 'variable', 'name|#identifier'),
  ],
};
