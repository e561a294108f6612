import { foldUnit } from './letter-kinds.js';
import type { Keyword } from './task-keywords.js';

/** A keyword's form that ends at a node of the trie. */
export interface TrieEnd {
  /** Index in the list of keywords. */
  readonly keyword: number;
  /** Whether the word of the text must end there too. */
  readonly isWhole: boolean;
}

/** All forms of all keywords, to be followed letter by letter. Node 0 is the root, and as a next node means none. */
export interface KeywordTrie {
  /** The next node, by `node * letterCount + letter`. */
  readonly next: Uint16Array;
  readonly letterCount: number;
  /** By node. */
  readonly ends: readonly (readonly TrieEnd[])[];
  /** The letter of an ASCII unit, capital or small; 0: in no keyword. */
  readonly asciiLetters: Uint16Array;
  /** The letter of another unit, folded. */
  readonly otherLetters: ReadonlyMap<number, number>;
}

const asciiUnits = 128;

export function buildTrie(keywords: readonly Keyword[]): KeywordTrie {
  const letters = lettersOf(keywords);
  const letterCount = letters.size + 1;
  const ends: TrieEnd[][] = [[]];
  const rows: Uint16Array[] = [new Uint16Array(letterCount)];
  keywords.forEach(({ patterns }, keyword) => {
    for (const { text, isWhole } of patterns) {
      let node = 0;
      for (let at = 0; at < text.length; at += 1) {
        const row = rows[node] as Uint16Array;
        const letter = letters.get(text.charCodeAt(at)) ?? 0;
        if (row[letter] === 0) {
          row[letter] = rows.length;
          rows.push(new Uint16Array(letterCount));
          ends.push([]);
        }
        node = row[letter] as number;
      }
      ends[node]?.push({ keyword, isWhole });
    }
  });
  const next = new Uint16Array(rows.length * letterCount);
  rows.forEach((row, node) => next.set(row, node * letterCount));
  const asciiLetters = Uint16Array.from({ length: asciiUnits }, (_unused, code) => letters.get(foldUnit(code)) ?? 0);
  return { next, letterCount, ends, asciiLetters, otherLetters: letters };
}

/** Each unit that occurs in a keyword gets a number from 1. */
function lettersOf(keywords: readonly Keyword[]): Map<number, number> {
  const letters = new Map<number, number>();
  for (const { patterns } of keywords) {
    for (const { text } of patterns) {
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        if (!letters.has(code)) letters.set(code, letters.size + 1);
      }
    }
  }
  return letters;
}
