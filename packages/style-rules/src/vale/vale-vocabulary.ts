import type { StyleSources } from '../style-sources.js';
import type { PlacedText } from './rule-fields.js';

/** A word of a vocabulary, with its file. */
export interface VocabularyWord extends PlacedText {
  readonly source: string;
}

/** The words of a project, from `accept.txt` and `reject.txt` of its vocabularies. */
export interface Vocabulary {
  /** Patterns that are exceptions of every rule, and whose spelling `Vale.Terms` requires. */
  readonly accepted: readonly VocabularyWord[];
  /** Patterns that `Vale.Avoid` rejects. */
  readonly rejected: readonly VocabularyWord[];
  readonly problems: readonly string[];
}

/** Folders of vocabularies in the styles folder: since Vale 3, and before. */
const folders = ['config/vocabularies', 'Vocab'];

/** @param stylesFolder relative to the workspace */
export async function readVocabulary(
  names: readonly string[],
  stylesFolder: string,
  sources: StyleSources,
): Promise<Vocabulary> {
  const accepted: VocabularyWord[] = [];
  const rejected: VocabularyWord[] = [];
  const problems: string[] = [];
  for (const name of names) {
    let isFound = false;
    for (const folder of folders) {
      for (const [file, words] of [
        ['accept.txt', accepted],
        ['reject.txt', rejected],
      ] as const) {
        const source = `${stylesFolder}/${folder}/${name}/${file}`;
        const { text, problem } = await sources.read(source);
        if (problem !== undefined) problems.push(problem);
        isFound ||= text !== undefined || problem !== undefined;
        for (const word of toWords(text ?? '')) words.push({ ...word, source });
      }
      if (isFound) break;
    }
    if (!isFound) problems.push(`The vocabulary "${name}" is not under ${stylesFolder}/config/vocabularies.`);
  }
  return { accepted, rejected, problems };
}

function toWords(text: string): readonly PlacedText[] {
  const lines = text.split(/\r\n|[\r\n\u0085\u2028\u2029]/).map((line) => line.trim());
  return lines
    .map((line, index) => ({ text: line, line: index + 1 }))
    .filter((word) => word.text !== '' && !word.text.startsWith('# '));
}

/** Definitions of Vale's built-in rules, in the form of rule files. */
export function builtInRules({
  accepted,
  rejected,
}: Pick<Vocabulary, 'accepted' | 'rejected'>): ReadonlyMap<string, string> {
  const terms = accepted.map(({ text }) => text).filter((term) => /^[\p{L}\p{N}][\p{L}\p{N} '.-]*$/u.test(term));
  const rules = new Map<string, object>([
    ['Vale.Repetition', { extends: 'repetition', level: 'error', alpha: 'true', tokens: ['[^\\s]+'] }],
    ['Vale.Spelling', { extends: 'spelling', level: 'error' }],
  ]);
  if (terms.length > 0) {
    const swap = Object.fromEntries(terms.map((term) => [term.toLowerCase().replaceAll('.', '\\.'), term]));
    rules.set('Vale.Terms', {
      extends: 'substitution',
      level: 'error',
      ignorecase: 'true',
      vocab: 'false',
      message: "Use '%s' instead of '%s'.",
      swap,
    });
  }
  if (rejected.length > 0) {
    rules.set('Vale.Avoid', {
      extends: 'existence',
      level: 'error',
      message: "Avoid using '%s'.",
      tokens: rejected.map(({ text }) => text),
    });
  }
  // JSON is YAML, and keys such as `__proto__` are preserved in it.
  return new Map([...rules].map(([name, rule]) => [name, JSON.stringify(rule)]));
}
