import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { readGit } from '../changes/bare-git.mjs';
import { languageOf } from '../changes/choose-changes.mjs';
import { readChangedLines } from '../changes/read-commits.mjs';

const { readTexts } = await import('../../benchmarks/dist/peers/repository-texts.js');
const { splitAtLines } = await import('../../benchmarks/dist/peers/split-texts.js');
const { PlainPacks, codeTexts } = await import('../../benchmarks/dist/quality/plain-packs.js');

/** A shorter line, such as a bracket, is in every text, in UTF-16 units. */
const minTellingLength = 12;

/**
 * A run of lines of code that a commit changes, as they were before.
 *
 * @typedef {{ path: string, first: number, last: number, lines: readonly string[] }} ChangedPlace
 */

/** @returns {Promise<readonly ChangedPlace[]>} */
export async function changedPlaces(mirror, { id, parent }, folder) {
  const changed = (await readGit(mirror, ['diff-tree', '-r', '--name-only', '--no-renames', parent, id]))
    .toString('utf8')
    .split('\n')
    .filter((path) => path !== '' && languageOf(path) !== undefined);
  const places = [];
  for (const [path, ranges] of Object.entries(await readChangedLines(mirror, { id, parent }, changed))) {
    const lines = (await readFile(join(folder, path), 'utf8')).split('\n');
    for (const [first, last] of ranges) places.push({ path, first, last, lines: lines.slice(first - 1, last) });
  }
  return places;
}

/** Places of which some lines are among chunks. @param {readonly ChangedPlace[]} places */
export function placesIn(places, chunks) {
  return places.filter(({ path, first, last }) =>
    chunks.some(({ filePath, startLine, endLine }) => filePath === path && startLine <= last && first <= endLine),
  );
}

/** Places that are in the chunks of fifty lines of code that BM25 puts first. */
export async function placesOfPlainPack(runtime, { task, folder, places, budgetTokens }) {
  const pieces = splitAtLines(codeTexts(await readTexts(runtime, folder)));
  const plain = new PlainPacks(pieces, (text) => runtime.tokenCounter.countTokens(text));
  return placesIn(places, plain.pack(task, budgetTokens));
}

/**
 * What `repomix --compress` writes of a folder: its tokens, and the places of which a telling line is in its text and in
 * the first tokens of it.
 *
 * @param {string} program path of `repomix`
 */
export async function compareRepomix(program, runtime, { folder, places, budgetTokens }) {
  const own = await mkdtemp(join(tmpdir(), 'lexichord-packs-'));
  try {
    const file = join(own, 'out.txt');
    const args = ['--compress', '--style', 'plain', '--no-security-check', '--quiet', '--output', file];
    await promisify(execFile)(program, args, { cwd: folder, maxBuffer: 1 << 28 });
    const text = await readFile(file, 'utf8');
    const { tokenCounter } = runtime;
    const first = tokenCounter.truncateToTokens(text, budgetTokens).content;
    return {
      tokens: tokenCounter.countTokens(text),
      places: placesInText(places, text),
      firstPlaces: placesInText(places, first),
    };
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

function placesInText(places, text) {
  return places.filter(({ path, lines }) => {
    const section = text.split(`\nFile: ${path}\n`)[1]?.split('\nFile: ')[0];
    const telling = lines.map((line) => line.trim()).filter((line) => line.length >= minTellingLength);
    return section !== undefined && telling.some((line) => section.includes(line));
  });
}
