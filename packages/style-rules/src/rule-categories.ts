import type { StyleCategory } from '@lexichord/abstractions';

/**
 * Categories of Vale rules. The first table with a match decides: the rule's full name, words in its name, its style,
 * and finally the kind of check.
 */
const byRule: Readonly<Record<string, StyleCategory>> = {
  'alex.Condescending': 'tone',
  'Google.Will': 'clarity',
  'Microsoft.Avoid': 'terminology',
  'Microsoft.Foreign': 'clarity',
  'Microsoft.Negative': 'formatting',
  'Microsoft.Vocab': 'clarity',
  'Vale.Repetition': 'grammar',
  'write-good.Illusions': 'grammar',
};

const byStyle: Readonly<Record<string, StyleCategory>> = {
  alex: 'inclusivity',
  Joblint: 'tone',
  proselint: 'clarity',
  Readability: 'clarity',
  'write-good': 'clarity',
};

const byName: readonly (readonly [RegExp, StyleCategory])[] = [
  [/gender|inclusi|conscious|ablis|racis|race|lgbt|profan|curs|slur|accessib|suicide|bias|denizen/i, 'inclusivity'],
  [/contraction|^we$|person|exclam|slang|polite|please|condesc|tone|friendl|hedg|apolog|emoji/i, 'tone'],
  [/repeat|repetit|illusion|spell|gramm|plural|possess|article|agreement|tense|diacrit/i, 'grammar'],
  [/passive|wordi|wordy|weasel|adverb|clich|readab|sentencelength|complex|jargon|latin|simpl|redundan/i, 'clarity'],
  [/terms|wordlist|wordchoice|brand|product/i, 'terminology'],
  [/head|capital|quote|dash|spac|ellips|punct|colon|paren|unit|date|ordinal|percent|typograph|symbol/i, 'formatting'],
  [/range|url|link|^lists?$|ampm|currenc|number|hyphen|period|comma|suspended|auto|abbrev/i, 'formatting'],
  [/acronym/i, 'grammar'],
  [/term|avoid|vocab|name|words?$/i, 'terminology'],
];

const byCheck: Readonly<Record<string, StyleCategory>> = {
  existence: 'clarity',
  substitution: 'terminology',
  occurrence: 'clarity',
  repetition: 'grammar',
  consistency: 'terminology',
  conditional: 'clarity',
  capitalization: 'formatting',
  metric: 'clarity',
  readability: 'clarity',
  spelling: 'grammar',
  sequence: 'grammar',
  script: 'formatting',
};

/** Categories set by the workspace, by full name of a rule or by name of a style. */
export type CategoryOverrides = ReadonlyMap<string, StyleCategory>;

/**
 * Category of a Vale rule.
 *
 * @param rule full name, such as `Microsoft.Passive`
 * @param check the extension point, such as `existence`
 */
export function categorizeRule(rule: string, check: string, overrides: CategoryOverrides): StyleCategory {
  const dot = rule.indexOf('.');
  const style = rule.slice(0, dot);
  const name = rule.slice(dot + 1);
  return (
    overrides.get(rule) ??
    overrides.get(style) ??
    lookUp(byRule, rule) ??
    byName.find(([words]) => words.test(name))?.[1] ??
    lookUp(byStyle, style) ??
    lookUp(byCheck, check) ??
    'clarity'
  );
}

function lookUp(table: Readonly<Record<string, StyleCategory>>, key: string): StyleCategory | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
