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

const members = ['class_body', 'interface_body', 'enum_body', 'annotation_type_body'];

export const java: LanguageRules = {
  languages: ['java'],
  grammar: 'java',
  callable: /->|\bstatic\b/u,
  rules: [
    comments('line_comment', 'block_comment'),
    imports('import_declaration', 'package_declaration'),
    transparent(...members, 'enum_body_declarations', 'block'),
    anonymous(['lambda_expression', 'static_initializer']),
    container(['class_declaration'], 'class', { word: 'class', members }),
    container(['record_declaration'], 'class', { word: 'record', members }),
    container(['interface_declaration'], 'interface', { word: 'interface', members }),
    container(['annotation_type_declaration'], 'interface', { word: '@interface', members }),
    container(['enum_declaration'], 'enum', { word: 'enum', members }),
    functions(['method_declaration', 'constructor_declaration', 'compact_constructor_declaration']),
    functions(['annotation_type_element_declaration']),
    holder(['field_declaration', 'constant_declaration']),
    definition(['variable_declarator', 'enum_constant'], 'variable'),
    definition(['module_declaration'], 'module'),
  ],
};
