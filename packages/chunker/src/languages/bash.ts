import { type LanguageRules, comments, definition, functions, holder } from './language-rules.js';

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
