import { foldUnit } from './letter-kinds.js';
import type { Keyword } from './task-keywords.js';

/** A form of a keyword that ends at a node of the trie. */
export interface TrieEnd {
  /** Index in the list of keywords. */
  readonly keyword: number;
  /** Whether the word in the text must end there, too. */
  readonly isWhole: boolean;
}

const asciiUnits = 128;

/** Signs in names that are ignored inside a keyword: `user_name` matches `username`. */
const joiners: readonly number[] = Array.from('_-$', (sign) => sign.charCodeAt(0));

/** A trie of all forms of all keywords. Node 0 is the root; as a next node it means that there is none. */
export class KeywordTrie {
  /** Forms that end at each node. */
  readonly ends: readonly (readonly TrieEnd[])[];
  /** The next node, by `node * letterCount + letter`. */
  private readonly nodes: Uint16Array;
  private readonly letterCount: number;
  /** Letter of each unit in lower case, up to the highest unit with one; 0: in no keyword. */
  private readonly letters: Uint16Array;
  /** Letter of each ASCII unit in either case. */
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
        // A joining sign leads back to the same node.
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

  /** Returns the next node for a UTF-16 unit. */
  next(node: number, code: number): number {
    return this.nodes[node * this.letterCount + this.letterOf(code)] as number;
  }

  private letterOf(code: number): number {
    if (code < asciiUnits) return this.asciiLetters[code] as number;
    const small = foldUnit(code);
    return small < this.letters.length ? (this.letters[small] as number) : 0;
  }
}

/** Numbers the joining signs from 1, and then each unit that occurs in a keyword. */
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
