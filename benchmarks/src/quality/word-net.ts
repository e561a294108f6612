import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Senses of a word that are looked at, the commonest first. */
const sensesOfWord = 2;
const minWordLength = 3;

type PartOfSpeech = 'noun' | 'verb';

/** The files of one part of speech. */
interface Dictionary {
  readonly data: string;
  /** Where the senses of a word begin in the data. */
  readonly senses: ReadonlyMap<string, readonly number[]>;
}

/** Synonyms from the files of WordNet 3.1 (`index.noun`, `data.noun`, …). */
export class WordNet {
  private constructor(private readonly dictionaries: Readonly<Record<PartOfSpeech, Dictionary>>) {}

  static async open(folder: string): Promise<WordNet> {
    return new WordNet({ noun: await readDictionary(folder, 'noun'), verb: await readDictionary(folder, 'verb') });
  }

  /** A word of the same sense that is not written alike; `undefined` where there is none. */
  synonymOf(word: string, partOfSpeech: PartOfSpeech): string | undefined {
    const { data, senses } = this.dictionaries[partOfSpeech];
    const lemma = baseForms(word).find((form) => form.length >= minWordLength && senses.has(form));
    if (lemma === undefined) return undefined;
    for (const sense of (senses.get(lemma) ?? []).slice(0, sensesOfWord)) {
      const found = wordsOfSense(data, sense).find((other) => isAnother(other, lemma));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

async function readDictionary(folder: string, partOfSpeech: PartOfSpeech): Promise<Dictionary> {
  const [index, data] = await Promise.all(
    ['index', 'data'].map((file) => readFile(join(folder, `${file}.${partOfSpeech}`), 'latin1')),
  );
  const senses = new Map<string, readonly number[]>();
  for (const line of (index ?? '').split('\n')) {
    if (line === '' || line.startsWith(' ')) continue;
    const [word = '', , , pointers = '0', ...rest] = line.trim().split(' ');
    senses.set(word, rest.slice(Number(pointers) + 2).map(Number));
  }
  return { data: data ?? '', senses };
}

function baseForms(word: string): readonly string[] {
  const small = word.toLowerCase();
  const endings: readonly (readonly [RegExp, string])[] = [
    [/ies$/u, 'y'],
    [/es$/u, ''],
    [/s$/u, ''],
    [/ed$/u, ''],
    [/ed$/u, 'e'],
    [/ing$/u, ''],
    [/ing$/u, 'e'],
  ];
  return [small, ...endings.map(([ending, base]) => small.replace(ending, base))];
}

function wordsOfSense(data: string, start: number): readonly string[] {
  const [, , , count = '0', ...rest] = data.slice(start, data.indexOf('\n', start)).split(' ');
  return Array.from({ length: Number.parseInt(count, 16) }, (_unused, index) => rest[2 * index] ?? '').map((word) =>
    word.replaceAll('_', ' ').toLowerCase(),
  );
}

function isAnother(word: string, lemma: string): boolean {
  return word.length >= minWordLength && !word.includes(lemma) && !lemma.includes(word);
}
