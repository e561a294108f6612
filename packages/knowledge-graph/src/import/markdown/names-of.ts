import { cleanName } from '../clean-text.js';

/** A name and its aliases. */
export interface Names {
  readonly name: string;
  readonly aliases: readonly string[];
}

/** Words before aliases in parentheses. */
const alsoCalled =
  /^(?:also(?: known as| called)?|a\.?k\.?a\.?|abbr(?:eviation|\.)?|abbreviated(?: as)?|short(?: for)?|or|synonyms?|formerly)\b[:\s.]*(?:as\b)?/iu;

/** Maximum length of an abbreviation, in UTF-16 units; longer texts are words. */
const maxAbbreviationLength = 12;

/**
 * Separates a term or heading from aliases in parentheses at its end: `Context window (also: prompt window)`, `Large
 * Language Model (LLM)`, `LLM (Large Language Model)`. Other parentheses are part of the name.
 */
export function namesOf(text: string): Names {
  const whole = cleanName(text.replace(/[:：]\s*$/u, ''));
  const match = /^(.*\S)\s*[(（]([^()（）]{1,200})[)）]$/u.exec(whole);
  const [, name = '', inside = ''] = match ?? [];
  if (name === '') return { name: whole, aliases: [] };
  const further = alsoCalled.exec(inside);
  if (further !== null) {
    const list = inside.slice(further[0].length).split(/\s*[,;/]\s*|\s+or\s+/u);
    return { name, aliases: list.map(unquoted).filter((alias) => alias !== '') };
  }
  const isAbbreviation = looksShort(inside) || (looksShort(name) && isSpelledOut(name, inside));
  return isAbbreviation ? { name, aliases: [unquoted(inside)] } : { name: whole, aliases: [] };
}

/** Aliases at the start of a definition: `Also called X.`, `(aka X) …`. */
export function aliasesIn(definition: string): readonly string[] {
  const match = /^(?:\(|\s*)(?:also (?:known as|called)|a\.?k\.?a\.?|also:)\s+([^.;()\n]{1,120})/iu.exec(definition);
  const list = match?.[1]?.split(/\s*,\s*|\s+or\s+/u) ?? [];
  return list.map(unquoted).filter((alias) => alias !== '' && alias.split(' ').length <= 6);
}

function looksShort(text: string): boolean {
  return (
    text.length <= maxAbbreviationLength && /^[\p{Lu}\d][\p{L}\d&./-]*$/u.test(text) && /\p{Lu}.*\p{Lu}/u.test(text)
  );
}

/** Whether the initials of the words match the abbreviation. */
function isSpelledOut(abbreviation: string, words: string): boolean {
  const letters = abbreviation.toLowerCase().replace(/[^\p{L}\d]/gu, '');
  const initials = words
    .toLowerCase()
    .split(/[\s-]+/u)
    .map((word) => word.charAt(0))
    .join('');
  return initials.length > 1 && (initials.startsWith(letters) || letters.startsWith(initials));
}

function unquoted(text: string): string {
  return cleanName(text.replace(/^["'“”‘’`*_\s]+|["'“”‘’`*_\s.]+$/gu, ''));
}
