import type { KnowledgeEntity } from '@lexichord/abstractions';
import { RawWordScanner } from '@lexichord/text-index';

/** Text of a document that is looked at, in UTF-16 units. */
const maxDocumentLength = 10_000_000;

/** A name of fewer letters and digits occurs in every text. */
const minNameLength = 2;

/** Maximum words of a name: more are a text, which is not written twice, and every word costs time. */
const maxWords = 32;

/** Names by their words. */
interface NameTree {
  /** Whether a name ends here. */
  isName: boolean;
  readonly next: Map<string, NameTree>;
}

/**
 * Which names a document has, as whole words and in any case of letters: a name that the document writes in code marks,
 * quotes or a longer path is there too, `Pet` in `Petition` is not. The document is read once, whatever the number of
 * names; a name of several words is a way through a tree.
 */
export class MentionFinder {
  private readonly found = new Set<string>();
  private readonly names: NameTree = newTree();
  private readonly wordsOfNames = new Map<string, string>();

  constructor(entities: readonly KnowledgeEntity[], documentText: string) {
    for (const entity of entities) for (const name of namesOf(entity)) this.add(name);
    this.read(documentText.slice(0, maxDocumentLength));
  }

  /** How many different names were found. */
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

  /** Ways through the tree that are under way, with the words so far: at most as many as the longest name has words. */
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
