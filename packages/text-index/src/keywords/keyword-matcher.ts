import { type KeywordTrie, buildTrie } from './keyword-trie.js';
import { foldUnit } from './letter-kinds.js';
import { type Keyword, taskKeywords } from './task-keywords.js';
import { UnpackedText, findWordStarts, isWordStart } from './word-starts.js';

const asciiUnits = 128;
const plural = 's'.charCodeAt(0);
const underscore = '_'.charCodeAt(0);
const hyphen = '-'.charCodeAt(0);
const dollar = '$'.charCodeAt(0);

/** Finds the keywords of one task in texts. */
export interface KeywordMatcher {
  /** The number of keywords. */
  readonly size: number;
  /** The keywords that occur in at least one of the texts, sorted. Linear in their length. */
  match(texts: readonly string[]): readonly string[];
}

/**
 * Makes a matcher for the keywords of a task, see {@link taskKeywords}. A keyword is looked for where a word begins, also
 * inside a name, and without its English ending: `login` is in `handleLogin` and `LOGIN_URL`, not in `blogin`.
 */
export function createKeywordMatcher(task: string): KeywordMatcher {
  return new TrieMatcher(taskKeywords(task));
}

/** Finds all keywords in one pass over the words of a text. */
class TrieMatcher implements KeywordMatcher {
  private readonly trie: KeywordTrie;
  private readonly text = new UnpackedText();
  private readonly isFound: Uint8Array;
  private foundCount = 0;

  constructor(private readonly keywords: readonly Keyword[]) {
    this.trie = buildTrie(keywords);
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
      this.text.unpack(text);
      this.scan(findWordStarts(this.text));
    }
    return this.keywords.filter((_unused, place) => this.isFound[place] === 1).map(({ word }) => word);
  }

  private scan(starts: Uint32Array): void {
    const { units } = this.text;
    const { next, asciiLetters } = this.trie;
    const count = starts.length;
    for (let index = 0; index < count; index += 1) {
      const at = starts[index] as number;
      const code = units[at] as number;
      const node = next[code < asciiUnits ? (asciiLetters[code] as number) : this.letterOf(code)] as number;
      if (node === 0) continue;
      this.follow(at, node);
      if (this.foundCount === this.size) return;
    }
  }

  /** @param first the node where the letter at `start` leads */
  private follow(start: number, first: number): void {
    const { units, length } = this.text;
    const { next, letterCount, ends } = this.trie;
    let node = first;
    let at = start + 1;
    for (;;) {
      const here = ends[node] as KeywordTrie['ends'][number];
      for (const { keyword, isWhole } of here) if (!isWhole || this.isWordEnd(at)) this.add(keyword);
      // Signs count for nothing inside a name: `user_name` has `username`.
      while (at < length && isJoiner(units[at] as number)) at += 1;
      if (at >= length) return;
      node = next[node * letterCount + this.letterOf(units[at] as number)] as number;
      if (node === 0) return;
      at += 1;
    }
  }

  private add(place: number): void {
    if (this.isFound[place] === 1) return;
    this.isFound[place] = 1;
    this.foundCount += 1;
    for (const part of (this.keywords[place] as Keyword).parts) this.add(part);
  }

  /** 0, which leads nowhere, for a character that no keyword has. */
  private letterOf(code: number): number {
    const { asciiLetters, otherLetters } = this.trie;
    return code < asciiUnits ? (asciiLetters[code] as number) : (otherLetters.get(foldUnit(code)) ?? 0);
  }

  private isWordEnd(at: number): boolean {
    if (this.isBorder(at)) return true;
    return foldUnit(this.text.units[at] as number) === plural && this.isBorder(at + 1);
  }

  private isBorder(at: number): boolean {
    return this.text.kindAt(at) === 0 || isWordStart(this.text, at);
  }
}

/** Whether a sign joins words into a name. */
function isJoiner(code: number): boolean {
  return code === underscore || code === hyphen || code === dollar;
}
