import { foldUnit } from './letter-kinds.js';
import type { Keyword } from './task-keywords.js';

/** A keyword's form that ends at a node of the trie. */
export interface TrieEnd {
  /** Index in the list of keywords. */
  readonly keyword: number;
  /** Whether the word of the text must end there too. */
  readonly isWhole: boolean;
}

const asciiUnits = 128;

/** Signs that join words into a name count for nothing inside a keyword: `user_name` has `username`. */
const joiners: readonly number[] = Array.from('_-$', (sign) => sign.charCodeAt(0));

/** All forms of all keywords, to be followed letter by letter. Node 0 is the root, and as a next node means none. */
export class KeywordTrie {
  /** By node. */
  readonly ends: readonly (readonly TrieEnd[])[];
  /** The next node, by `node * letterCount + letter`. */
  private readonly nodes: Uint16Array;
  private readonly letterCount: number;
  /** By unit in small letters, up to the last one that is a letter; 0: in no keyword. */
  private readonly letters: Uint16Array;
  /** By ASCII unit, capital or small. */
  private readonly asciiLetters: Uint16Array;

  constructor(keywords: readonly Keyword[]) {
    const letters = lettersOf(keywords);
    this.letterCount = letters.size + 1;
    this.letters = new Uint16Array(Math.max(...letters.keys()) + 1);
    for (const [code, letter] of letters) this.letters[code] = letter;
    this.asciiLetters = Uint16Array.from({ length: asciiUnits }, (_unused, code) => letters.get(foldUnit(code)) ?? 0);
    const rows = [new Uint16Array(this.letterCount)];
    const ends: TrieEnd[][] = [[]];
    const nextOrNew = (node: number, code: number): number => {
      const row = rows[node] as Uint16Array;
      const letter = letters.get(code) ?? 0;
      if (row[letter] === 0) {
        row[letter] = rows.length;
        ends.push([]);
        // A sign leads back to the node that it follows.
        rows.push(new Uint16Array(this.letterCount).fill(rows.length, 1, 1 + joiners.length));
      }
      return row[letter] as number;
    };
    keywords.forEach(({ patterns }, keyword) => {
      for (const { text, isWhole } of patterns) {
        let node = 0;
        for (let at = 0; at < text.length; at += 1) node = nextOrNew(node, text.charCodeAt(at));
        ends[node]?.push({ keyword, isWhole });
      }
    });
    this.ends = ends;
    this.nodes = new Uint16Array(rows.length * this.letterCount);
    rows.forEach((row, node) => this.nodes.set(row, node * this.letterCount));
  }

  /** Where a UTF-16 unit leads. */
  next(node: number, code: number): number {
    return this.nodes[node * this.letterCount + this.letterOf(code)] as number;
  }

  private letterOf(code: number): number {
    if (code < asciiUnits) return this.asciiLetters[code] as number;
    const small = foldUnit(code);
    return small < this.letters.length ? (this.letters[small] as number) : 0;
  }
}

/** Numbers from 1 for each unit that joins words, and then for each that occurs in a keyword. */
function lettersOf(keywords: readonly Keyword[]): Map<number, number> {
  const letters = new Map(joiners.map((sign, index) => [sign, index + 1]));
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
