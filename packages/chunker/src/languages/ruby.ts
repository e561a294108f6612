import { type LanguageRules, anonymous, comments, container, functions, transparent } from './language-rules.js';

const members = ['body_statement'];

export const ruby: LanguageRules = {
  languages: ['ruby'],
  grammar: 'ruby',
  importPattern: /^(?:require|require_relative|load|autoload)\b/u,
  rules: [
    comments('comment'),
    transparent('body_statement'),
    anonymous(['do_block', 'block', 'lambda']),
    container(['class'], 'class', { word: 'class', members }),
    container(['module'], 'module', { word: 'module', members }),
    {
      types: ['singleton_class'],
      role: 'definition',
      kind: 'block',
      word: 'class <<',
      name: 'value',
      isContainer: true,
      isUnnamed: true,
      members,
    },
    functions(['method', 'singleton_method']),
    {
      types: ['assignment'],
      role: 'definition',
      kind: 'variable',
      name: 'left',
      kindBy: { path: 'left', kinds: { constant: ['variable'] } },
      mustMatch: true,
    },
  ],
};
