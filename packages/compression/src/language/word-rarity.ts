import { readFile } from 'node:fs/promises';
import { indexWords } from '@lexichord/text-index';
import { stemOf, stopWords } from '@lexichord/text-index/internal';

/** Words up to about this rank in the list of frequent words have a rarity near 0. */
const flatRanks = 50;

/** Assumed rank of a word that is not in the list. */
const unlistedRank = 30_000;

/** Rarity of two characters of a script without spaces, for which there is no list. */
const pairRarity = 0.45;

/** Rarity of hashes and encoded data. */
const dataRarity = 0.25;

/** Words that are rare in books but frequent in any conversation. */
const fillers =
  'absolutely actually ah aha ahh aint anyway awesome aww basically btw bye ca cause cheers cool couldn cuz definitely didn ' +
  'doesn don dude dunno em exactly gee glad gonna goodbye gosh gotta great guess guy guys ha haha hahaha hahah hasn haven hello hey hi hmm ' +
  'hopefully huh ing isn just kinda lemme let like literally ll lol lot man maybe mhm mm nah nice nope oh ok okay omg oops ' +
  'ouch please pretty probably quite re really right seriously shouldn sorry sure thank thanks thing things though ugh uh ' +
  'um ve very wanna wasn welcome well weren whoa wo won wouldn wow ya yay yeah yep yes yikes yo yup';

const pair = /^[^\p{ASCII}]{2}$/u;
const number = /^\p{N}+$/u;
const data = /^(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{16,}$|^.{40,}$/u;

let loaded: Promise<WordRarity> | undefined;

/** Rarity of words: from 0 for the most frequent words of the language to 1 for the rarest. */
export class WordRarity {
  private constructor(private readonly ranks: ReadonlyMap<string, number>) {}

  /** Reads the list of frequent words of the package, once per process. */
  static load(): Promise<WordRarity> {
    // Not once per compressor: a process that opens many workspaces would read and stem 20,000 words each time.
    loaded ??= WordRarity.read().catch((error: unknown) => {
      // Failures are not cached, so that the next call tries again.
      loaded = undefined;
      throw error;
    });
    return loaded;
  }

  private static async read(): Promise<WordRarity> {
    const text = await readFile(new URL('../../assets/frequent-words.txt', import.meta.url), 'utf8');
    const ranks = new Map<string, number>();
    for (const word of [...stopWords, ...fillers.split(' ')]) ranks.set(stemOf(word), 0);
    let rank = 0;
    for (const word of text.split('\n')) {
      if (word === '') continue;
      rank += 1;
      const stem = stemOf(word);
      if (!ranks.has(stem)) ranks.set(stem, rank);
    }
    return new WordRarity(ranks);
  }

  /** @param term a word of `indexWords` */
  of(term: string): number {
    const rank = this.ranks.get(term);
    if (rank !== undefined) return scaled(rank);
    if (number.test(term)) return 1;
    if (pair.test(term)) return pairRarity;
    return data.test(term) ? dataRarity : 1;
  }
}

function scaled(rank: number): number {
  return rank === 0 ? 0 : Math.log(1 + rank / flatRanks) / Math.log(1 + unlistedRank / flatRanks);
}

/** Endings of contractions. */
const shortForm = /n?['’](?:t|s|ll|ve|re|d|m)(?![\p{L}\p{N}])/giu;

/** Search words of a text, with repetitions: stems, parts of names, numbers. */
export function termsOf(text: string): readonly string[] {
  return indexWords(/['’]/u.test(text) ? text.replace(shortForm, '') : text);
}
