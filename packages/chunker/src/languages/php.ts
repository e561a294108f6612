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

const members = ['declaration_list', 'enum_declaration_list', 'compound_statement'];

export const php: LanguageRules = {
  languages: ['php'],
  grammar: 'php',
  importPattern: /^(?:require|require_once|include|include_once)\b/u,
  rules: [
    comments('comment'),
    imports('namespace_use_declaration', 'php_tag'),
    transparent('declaration_list', 'enum_declaration_list', 'compound_statement'),
    anonymous(['anonymous_function_creation_expression', 'arrow_function']),
    container(['namespace_definition'], 'module', { word: 'namespace', members }),
    container(['class_declaration'], 'class', { word: 'class', members }),
    container(['trait_declaration'], 'class', { word: 'trait', members }),
    container(['interface_declaration'], 'interface', { word: 'interface', members }),
    container(['enum_declaration'], 'enum', { word: 'enum', members }),
    functions(['function_definition', 'method_declaration']),
    holder(['const_declaration', 'property_declaration']),
    definition(['const_element'], 'variable', '#name'),
    definition(['property_element'], 'variable', '#variable_name.#name'),
    definition(['enum_case'], 'variable'),
  ],
};
