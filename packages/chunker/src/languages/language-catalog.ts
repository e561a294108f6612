import { c, cpp, objc } from './cpp.js';
import { csharp } from './csharp.js';
import { css, html, json, toml } from './data-formats.js';
import { go } from './go.js';
import { java } from './java.js';
import { kotlin } from './kotlin.js';
import type { LanguageRules } from './language-rules.js';
import { bash, dart, elixir, scala, solidity, zig } from './other-languages.js';
import { php } from './php.js';
import { python } from './python.js';
import { ruby } from './ruby.js';
import { rust } from './rust.js';
import { swift } from './swift.js';
import { javascript, tsx, typescript } from './typescript.js';

/**
 * Every language with a parser, most used first. Lua is missing: the result of its grammar depends on the files parsed
 * before, and the same file must always be cut in the same way.
 */
export const languageCatalog: readonly LanguageRules[] = [
  csharp,
  python,
  javascript,
  typescript,
  tsx,
  java,
  go,
  rust,
  c,
  cpp,
  objc,
  ruby,
  php,
  kotlin,
  swift,
  bash,
  scala,
  dart,
  elixir,
  zig,
  solidity,
  json,
  toml,
  css,
  html,
];

const rulesByLanguage: ReadonlyMap<string, LanguageRules> = new Map(
  languageCatalog.flatMap((rules) => rules.languages.map((language) => [language, rules] as const)),
);

/** Syntax of C++ that C does not have. */
const looksLikeCpp = /^[ \t]*(?:class|namespace|template|using|public:|private:|protected:)\b|\b\w+::\w/mu;

/** Length of a header's beginning that decides its language, in UTF-16 units. */
const examinedUnits = 200_000;

/** The rules of a language; `undefined` without a parser. Headers (`.h`) are C or C++ by their content. */
export function rulesFor(language: string, content: string): LanguageRules | undefined {
  const rules = rulesByLanguage.get(language);
  return rules === c && looksLikeCpp.test(content.slice(0, examinedUnits)) ? cpp : rules;
}

/** Whether {@link rulesFor} has rules for the language. */
export function hasRules(language: string): boolean {
  return rulesByLanguage.has(language);
}
