import {
  type LanguageRules,
  anonymous,
  comments,
  definition,
  functions,
  holder,
  imports,
  transparent,
} from './language-rules.js';

export const go: LanguageRules = {
  languages: ['go'],
  grammar: 'go',
  callable: /\bfunc\b/u,
  topLevel: { begins: /(?:func|type|var|const)\b|\/\/|\/\*/uy, closes: /^[)}]+$/u },
  rules: [
    comments('comment'),
    imports('import_declaration', 'package_clause'),
    functions(['function_declaration']),
    definition(['method_declaration'], 'method'),
    holder(['type_declaration', 'const_declaration', 'var_declaration']),
    anonymous(['func_literal']),
    transparent('block'),
    {
      types: ['type_spec'],
      role: 'definition',
      kind: 'type',
      name: 'name',
      kindBy: { path: 'type', kinds: { struct_type: ['class', 'struct'], interface_type: ['interface', 'interface'] } },
      members: ['interface_type'],
    },
    definition(['method_spec'], 'method'),
    definition(['type_alias'], 'type'),
    { ...definition(['const_spec', 'var_spec'], 'variable'), each: { field: 'name' } },
  ],
};
