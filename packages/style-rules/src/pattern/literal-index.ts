import { foldCase } from './fold-case.js';
import type { ParsedPattern } from './parse-pattern.js';
import type { PatternNode } from './pattern-node.js';

/** Where an alternative was found. */
export interface Finding {
  readonly alternative: number;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** A text in both ways in which it is looked at; places are the same in both. */
export interface Subject {
  readonly text: string;
  readonly folded: string;
}

interface Literal {
  readonly alternative: number;
  readonly text: string;
}

/** By the word that a literal begins with. */
type LiteralsByWord = Map<string, Literal[]>;

const wordRun = /[\p{L}\p{M}\p{N}_]+/gu;
const startsWithWord = /^[\p{L}\p{M}\p{N}_]+/u;
const endsInWord = /[\p{L}\p{M}\p{N}_]$/u;

export function toSubject(text: string): Subject {
  return { text, folded: foldCase(text) };
}

/**
 * Finds whole words and phrases without an expression: style files consist of thousands of them, for which an
 * expression takes the engine longer to compile than a document to read. Linear in the text, whatever the words.
 */
export class LiteralIndex {
  private readonly exact: LiteralsByWord = new Map();
  private readonly folded: LiteralsByWord = new Map();

  /** Takes a pattern that is a plain phrase beginning with a word; answers whether it is one. */
  add(alternative: number, { root }: ParsedPattern): boolean {
    const characters = toCharacters(root);
    const [first] = characters ?? [];
    if (characters === undefined || first === undefined) return false;
    if (characters.some(({ ignoreCase }) => ignoreCase !== first.ignoreCase)) return false;
    const written = String.fromCodePoint(...characters.map(({ codePoint }) => codePoint));
    const text = first.ignoreCase ? foldCase(written) : written;
    const word = startsWithWord.exec(text)?.[0];
    if (word === undefined) return false;
    const byWord = first.ignoreCase ? this.folded : this.exact;
    byWord.set(word, [...(byWord.get(word) ?? []), { alternative, text }]);
    return true;
  }

  /** At each word, the first alternative that is there. */
  find(subject: Subject): readonly Finding[] {
    if (this.exact.size + this.folded.size === 0) return [];
    const findings: Finding[] = [];
    for (const { 0: word, index: start } of subject.text.matchAll(wordRun)) {
      const end = start + word.length;
      for (const { alternative, text } of [
        ...candidates(this.exact, subject.text, start, end),
        ...candidates(this.folded, subject.folded, start, end),
      ]) {
        findings.push({ alternative, start, end: start + text.length });
      }
    }
    return findings;
  }
}

function* candidates(byWord: LiteralsByWord, text: string, start: number, end: number): Generator<Literal> {
  for (const literal of byWord.size === 0 ? [] : (byWord.get(text.slice(start, end)) ?? [])) {
    if (text.startsWith(literal.text, start) && endsAtEdge(text, start + literal.text.length)) yield literal;
  }
}

/** As `\b` has it: between a letter of a word and something else. */
function endsAtEdge(text: string, end: number): boolean {
  const before = text.slice(Math.max(0, end - 2), end);
  const after = text.slice(end, end + 2);
  return endsInWord.test(before) !== startsWithWord.test(after);
}

type Character = Extract<PatternNode, { kind: 'character' }>;

function toCharacters(node: PatternNode): readonly Character[] | undefined {
  if (node.kind === 'character') return [node];
  if (node.kind !== 'sequence' || node.items.length === 0 || node.items.length > 1_000) return undefined;
  const characters = node.items.filter((item) => item.kind === 'character');
  return characters.length === node.items.length ? characters : undefined;
}
