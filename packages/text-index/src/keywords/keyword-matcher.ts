import { KeywordTrie, type TrieEnd } from './keyword-trie.js';
import { foldUnit, kindOf } from './letter-kinds.js';
import { type Keyword, taskKeywords } from './task-keywords.js';
import { StartRule, TextLetters, isWordStart, startRule } from './word-starts.js';

const asciiUnits = 128;

/** Bits of a pair of units, as a signed number, that are all 0 if both units are ASCII. */
const beyondAscii = 0xff80_ff80 | 0;

/** Units of a pair at which a keyword may begin. */
const first = 1;
const second = 2;
const both = first | second;

const plural = 's'.charCodeAt(0);

/** Finds the keywords of one task in texts. */
export interface KeywordMatcher {
  /** The number of keywords. */
  readonly size: number;
  /** The keywords that occur in at least one of the texts, sorted. Linear in their length. */
  match(texts: readonly string[]): readonly string[];
}

/**
 * Creates a matcher for the keywords of a task. A keyword matches at the beginning of a word, also inside a name, and
 * without its English ending: `login` matches in `handleLogin` and `LOGIN_URL`, not in `blogin`.
 */
export function createKeywordMatcher(task: string): KeywordMatcher {
  return new TrieMatcher(taskKeywords(task));
}

/** Finds all keywords in one pass over a text. */
class TrieMatcher implements KeywordMatcher {
  private readonly trie: KeywordTrie;
  private readonly text = new TextLetters();
  private readonly asciiPairs: Uint8Array;
  private readonly words: readonly string[];
  private readonly isFound: Uint8Array;
  private foundCount = 0;

  constructor(private readonly keywords: readonly Keyword[]) {
    this.trie = new KeywordTrie(keywords);
    this.asciiPairs = findAsciiPairs(this.trie);
    this.words = keywords.map(({ word }) => word);
    this.isFound = new Uint8Array(keywords.length);
  }

  get size(): number {
    return this.keywords.length;
  }

  match(texts: readonly string[]): readonly string[] {
    this.isFound.fill(0);
    this.foundCount = 0;
    for (const text of texts) {
      if (this.foundCount === this.size) break;
      this.text.load(text);
      this.scan();
    }
    return this.foundCount === 0 ? [] : this.words.filter((_unused, place) => this.isFound[place] === 1);
  }

  /**
   * Reads two units at a time, and follows the trie only where the pair may begin a keyword. Finding the word starts
   * first takes twice as long, and caching them from the last task as long as this.
   */
  private scan(): void {
    const { asciiPairs } = this;
    const { pairs, length } = this.text;
    const end = (length + 1) >> 1;
    for (let index = 0; index < end; index += 1) {
      const pair = pairs[index] as number;
      const beginnings = (pair & beyondAscii) === 0 ? (asciiPairs[(pair >> 9) | (pair & 0x7f)] as number) : both;
      if (beginnings === 0) continue;
      if ((beginnings & first) !== 0) this.follow(index * 2);
      if ((beginnings & second) !== 0) this.follow(index * 2 + 1);
      if (this.foundCount === this.size) return;
    }
  }

  private follow(start: number): void {
    const { trie } = this;
    const { units } = this.text;
    let node = trie.next(0, units[start] as number);
    if (node === 0 || !isWordStart(this.text, start)) return;
    // Ends at the end of the text at the latest: the 0 there is in no keyword.
    for (let at = start + 1; node !== 0; at += 1) {
      const here = trie.ends[node] as readonly TrieEnd[];
      for (const { keyword, isWhole } of here) if (!isWhole || this.isWordEnd(at)) this.add(keyword);
      node = trie.next(node, units[at] as number);
    }
  }

  private add(place: number): void {
    if (this.isFound[place] === 1) return;
    this.isFound[place] = 1;
    this.foundCount += 1;
    for (const part of (this.keywords[place] as Keyword).parts) this.add(part);
  }

  private isWordEnd(at: number): boolean {
    if (this.isBorder(at)) return true;
    return foldUnit(this.text.units[at] as number) === plural && this.isBorder(at + 1);
  }

  private isBorder(at: number): boolean {
    return this.text.kindAt(at) === 0 || isWordStart(this.text, at);
  }
}

/**
 * Units of an ASCII pair at which a keyword may begin, by `second unit * 128 + first unit`: the first, if both together
 * begin a keyword; the second, if it is the first letter of a keyword and a word may begin there.
 */
function findAsciiPairs(trie: KeywordTrie): Uint8Array {
  const pairs = new Uint8Array(asciiUnits * asciiUnits);
  const add = (index: number, beginning: number): void => {
    pairs[index] = (pairs[index] as number) | beginning;
  };
  for (let letter = 0; letter < asciiUnits; letter += 1) {
    const node = trie.next(0, letter);
    if (node === 0) continue;
    const isKeyword = (trie.ends[node] as readonly TrieEnd[]).length > 0;
    for (let other = 0; other < asciiUnits; other += 1) {
      if (isKeyword || trie.next(node, other) !== 0) add(other * asciiUnits + letter, first);
      if (startRule(kindOf(other), kindOf(letter)) !== StartRule.never) add(letter * asciiUnits + other, second);
    }
  }
  return pairs;
}
