import { type LanguageRules, comments, definition, holder, imports, transparent } from './language-rules.js';

export const json: LanguageRules = {
  languages: ['json', 'jsonc'],
  grammar: 'json',
  rules: [comments('comment'), transparent('object', 'array'), definition(['pair'], 'variable', 'key')],
};

export const toml: LanguageRules = {
  languages: ['toml'],
  grammar: 'toml',
  rules: [
    comments('comment'),
    definition(['table', 'table_array_element'], 'section', '#bare_key,dotted_key,quoted_key'),
    definition(['pair'], 'variable', '#bare_key,dotted_key,quoted_key'),
  ],
};

export const css: LanguageRules = {
  languages: ['css'],
  grammar: 'css',
  rules: [
    comments('comment', 'js_comment'),
    imports('import_statement', 'charset_statement', 'namespace_statement'),
    definition(['rule_set'], 'section', '#selectors'),
    definition(['keyframes_statement'], 'section', '#keyframes_name'),
    holder(['media_statement', 'supports_statement', 'at_rule'], ['block']),
    transparent('block'),
  ],
};

export const html: LanguageRules = {
  languages: ['html'],
  grammar: 'html',
  rules: [comments('comment'), holder(['element', 'script_element', 'style_element'])],
};
