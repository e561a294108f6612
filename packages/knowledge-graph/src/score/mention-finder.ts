import type { KnowledgeEntity } from '@lexichord/abstractions';
import { RawWordScanner } from '@lexichord/text-index/internal';

/** Maximum length that is read of a document, in UTF-16 units. */
const maxDocumentLength = 10_000_000;

/** Minimum number of letters and digits of a name: a shorter one occurs in every text. */
const minNameLength = 2;

/** Maximum number of words of a name: longer ones are texts, which hardly recur, and every word costs time. */
const maxWords = 32;

/** Names as a tree of their words. */
interface NameTree {
  /** Whether a name ends here. */
  isName: boolean;
  readonly next: Map<string, NameTree>;
}

/**
 * Finds which names a document contains, as whole words and ignoring case: a name in code marks, quotes or a longer
 * path is found, but not `Pet` in `Petition`. The document is read once for all names; a name of several words is a
 * path in a tree.
 */
export class MentionFinder {
  private readonly found = new Set<string>();
  private readonly names: NameTree = newTree();
  private readonly wordsOfNames = new Map<string, string>();

  constructor(entities: readonly KnowledgeEntity[], documentText: string) {
    for (const entity of entities) for (const name of namesOf(entity)) this.add(name);
    this.read(documentText.slice(0, maxDocumentLength));
  }

  /** Number of different names that were found. */
  get size(): number {
    return this.found.size;
  }

  /** Whether the document has the entity's name or one of its aliases. */
  has(entity: KnowledgeEntity): boolean {
    return namesOf(entity).some((name) => this.found.has(this.wordsOfNames.get(name) ?? ''));
  }

  private add(name: string): void {
    const words = wordsIn(name);
    if (words.length > maxWords || words.join('').length < minNameLength) return;
    this.wordsOfNames.set(name, words.join(' '));
    let tree = this.names;
    for (const word of words) {
      const next = tree.next.get(word) ?? newTree();
      tree.next.set(word, next);
      tree = next;
    }
    tree.isName = true;
  }

  /**
   * Follows all open paths of the tree at once, with their words so far: at most as many as the longest name has words.
   */
  private read(text: string): void {
    let ways: { readonly tree: NameTree; readonly words: string }[] = [];
    const scanner = new RawWordScanner(text);
    for (let raw = scanner.next(); raw !== undefined; raw = scanner.next()) {
      const word = raw.toLowerCase();
      const begun = [...ways, { tree: this.names, words: '' }];
      ways = [];
      for (const { tree, words } of begun) {
        const next = tree.next.get(word);
        if (next === undefined) continue;
        const read = words === '' ? word : `${words} ${word}`;
        if (next.isName) this.found.add(read);
        ways.push({ tree: next, words: read });
      }
    }
  }
}

function newTree(): NameTree {
  return { isName: false, next: new Map() };
}

function namesOf({ name, aliases }: KnowledgeEntity): readonly string[] {
  return [name, ...aliases];
}

function wordsIn(name: string): readonly string[] {
  const words: string[] = [];
  const scanner = new RawWordScanner(name);
  for (let word = scanner.next(); word !== undefined; word = scanner.next()) words.push(word.toLowerCase());
  return words;
}
