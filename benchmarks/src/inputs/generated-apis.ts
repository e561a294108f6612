import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { seededRandom } from '../seeded-random.js';
import { generatedApi } from '../speed/generated-api.js';
import type { ApiInputs } from './benchmark-inputs.js';

const operations = 8;

/** Words of generated descriptions, each with a synonym. */
const synonyms = {
  noun: { customer: 'buyer', document: 'paper', ticket: 'voucher', worker: 'labourer', window: 'pane', page: 'leaf' },
  verb: { collect: 'gather', remove: 'discard', build: 'construct', find: 'locate', begin: 'start', send: 'mail' },
} as const;

/** Writes a description of an API, and a dictionary of synonyms in the form of WordNet. */
export async function writeApis(folder: string): Promise<ApiInputs> {
  const [descriptions, wordNet] = [join(folder, 'apis'), join(folder, 'wordnet')];
  await mkdir(descriptions, { recursive: true });
  await mkdir(wordNet, { recursive: true });
  await writeFile(join(descriptions, 'shop.json'), generatedApi('shop', operations, seededRandom(9)));
  for (const [partOfSpeech, words] of Object.entries(synonyms)) {
    const { index, data } = dictionaryOf(partOfSpeech.charAt(0), Object.entries(words));
    await writeFile(join(wordNet, `index.${partOfSpeech}`), index);
    await writeFile(join(wordNet, `data.${partOfSpeech}`), data);
  }
  return { descriptions, wordNet };
}

/** An index whose lines end in offsets into the data, and the data with the words of each sense; see wndb(5WN). */
function dictionaryOf(
  mark: string,
  words: readonly (readonly [word: string, synonym: string])[],
): { readonly index: string; readonly data: string } {
  let [index, data] = ['', ''];
  for (const [word, synonym] of words) {
    const offset = String(data.length).padStart(8, '0');
    index += `${word} ${mark} 1 0 1 0 ${offset}\n`;
    data += `${offset} 03 ${mark} 02 ${word} 0 ${synonym} 0 000 | a generated sense\n`;
  }
  return { index, data };
}
