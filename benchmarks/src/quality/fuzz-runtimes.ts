import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type ILexichordRuntime, type TokenEncoding, tokenEncodings } from '@lexichord/abstractions';
import { SilentLogger } from '@lexichord/platform';
import { type RuntimeOptions, createRuntime, developmentLicense } from '@lexichord/runtime';

import type { Print } from '../benchmark.js';
import { type Random, seededRandom } from '../seeded-random.js';

/** What a fuzz works with, in one encoding. */
export interface FuzzRuntimes {
  /** The runtime that is tried. */
  readonly runtime: ILexichordRuntime;
  /** One whose counter remembers nothing. */
  readonly judge: ILexichordRuntime;
  readonly random: Random;
}

/** One fuzz: what it is called, what it does in an encoding, and what is printed of it. */
export interface Fuzz<Found> {
  readonly name: string;
  readonly seed: number;
  readonly options: Pick<RuntimeOptions, 'customStrategies' | 'register'>;
  /** Tries one random case and adds what it finds. */
  readonly tryCase: (runtimes: FuzzRuntimes, found: Found) => Promise<void>;
  readonly nothingFound: () => Found;
  /** One sentence on what was found. */
  readonly describe: (found: Found) => string;
  readonly isBroken: (found: Found) => boolean;
}

/**
 * Runs a fuzz in every encoding, each in an empty workspace, and prints a line for each.
 *
 * @param cases in each encoding
 * @returns names of the encodings with a case that breaks a promise
 */
export async function fuzzEncodings<Found>(fuzz: Fuzz<Found>, cases: number, print: Print): Promise<readonly string[]> {
  const broken: string[] = [];
  for (const encoding of tokenEncodings) {
    const found = fuzz.nothingFound();
    await withRuntimes(encoding, fuzz, async (runtimes) => {
      for (let run = 0; run < cases; run += 1) await fuzz.tryCase(runtimes, found);
    });
    print(`${fuzz.name}, ${encoding}, random cases: ${cases}${fuzz.describe(found)}`);
    if (fuzz.isBroken(found)) broken.push(`a broken promise: ${fuzz.name.toLowerCase()} in ${encoding}`);
  }
  return broken;
}

async function withRuntimes<Found>(
  encoding: TokenEncoding,
  { options: own, seed }: Fuzz<Found>,
  work: (runtimes: FuzzRuntimes) => Promise<void>,
): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'lexichord-fuzz-')));
  const options = { license: developmentLicense, workspaceRoot: folder, logger: new SilentLogger() };
  const tokenizer = { encoding };
  const runtime = await createRuntime({ ...options, ...own, configuration: { context: { tokenizer } } });
  const judge = await createRuntime({
    ...options,
    configuration: { context: { tokenizer: { ...tokenizer, cacheEnabled: false } } },
  });
  try {
    await work({ runtime, judge, random: seededRandom(seed) });
  } finally {
    await runtime.dispose();
    await judge.dispose();
    await rm(folder, { recursive: true });
  }
}

/** Mean of shares from 0 to 1, as a percentage. */
export function meanPercent(shares: readonly number[]): string {
  return `${((shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)) * 100).toFixed(1)} %`;
}
