import {
  type LanguageRules,
  comments,
  container,
  definition,
  functions,
  imports,
  leads,
  transparent,
} from './language-rules.js';

const members = ['declaration_list'];

export const rust: LanguageRules = {
  languages: ['rust'],
  grammar: 'rust',
  nested: /[\n{;][ \t]*(?:(?:async|unsafe|const)[ \t]+)*fn[ \t]/u,
  // Not at a comment: `#!` has another meaning after nothing but comments.
  topLevel: {
    begins: /(?:pub|fn|async|unsafe|impl|struct|enum|mod|trait|use|const|static|type|extern|macro_rules)\b|#\[/uy,
    closes: /^(?:[)\]}]*\}|(?:[^/]|\/(?!\/))*;)$/u,
  },
  rules: [
    comments('line_comment', 'block_comment'),
    imports('use_declaration', 'extern_crate_declaration'),
    leads('attribute_item', 'inner_attribute_item'),
    transparent('declaration_list', 'block'),
    container(['mod_item'], 'module', { word: 'mod', members }),
    container(['trait_item'], 'interface', { word: 'trait', members }),
    {
      types: ['impl_item'],
      role: 'definition',
      kind: 'block',
      word: 'impl',
      name: 'trait|type',
      nameTo: 'type',
      isContainer: true,
      isUnnamed: true,
      members,
    },
    container(['foreign_mod_item'], 'block', { word: 'extern', members, name: '#extern_modifier' }),
    functions(['function_item', 'function_signature_item']),
    definition(['struct_item', 'union_item'], 'class'),
    { ...definition(['enum_item'], 'enum'), each: { in: 'body', types: ['enum_variant'], name: 'name' } },
    definition(['type_item', 'associated_type'], 'type'),
    definition(['const_item', 'static_item'], 'variable'),
    definition(['macro_definition'], 'function'),
  ],
};
