import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { ErrorCode, LexichordError } from '@lexichord/abstractions';

/** SHA-256 of the ranks that `tools/token-assets/generate.mjs` has checked; other versions of the package may hold the same. */
const checkedRanks = {
  p50k_base: 'e23ec98d5839a941c3f9b4542d16aa752a5c369ca073d6da3193cfa409290c7c',
  r50k_base: '79bfa2b34bc64d5ab2407f1b21067e2e203e3de840c55328f71af542a54eadb6',
} as const;

/** Ranks that are read from js-tiktoken, by the name of their module. */
export type JsTiktokenRanks = keyof typeof checkedRanks;

/** Loads a CommonJS module by its name, as `require` does. */
export type ModuleLoader = (module: string) => unknown;

const loadInstalled: ModuleLoader = (module) => createRequire(import.meta.url)(module) as unknown;

/** Failures of `require` that say that the package, or the module in it, is not there. */
const missingCodes: readonly unknown[] = ['MODULE_NOT_FOUND', 'ERR_PACKAGE_PATH_NOT_EXPORTED'];

/**
 * Reads ranks from the package js-tiktoken, an optional peer dependency; what they look like: `parseRanks`.
 * Synchronous, because a count is, and called once a process.
 * @throws {LexichordError} `not-found` if js-tiktoken is not installed, `io-failed` if it cannot be loaded or has
 *   other ranks than those the counter was checked with
 */
export function readJsTiktokenRanks(name: JsTiktokenRanks, load: ModuleLoader = loadInstalled): string {
  const { bpe_ranks: ranks } = loadModule(name, load);
  if (typeof ranks === 'string' && createHash('sha256').update(ranks).digest('hex') === checkedRanks[name])
    return ranks;
  throw new LexichordError(
    ErrorCode.ioFailed,
    `The installed js-tiktoken has other ranks for ${name} than the published ones. Run "npm install js-tiktoken@1.0.21".`,
    { details: { ranks: name } },
  );
}

function loadModule(name: JsTiktokenRanks, load: ModuleLoader): { readonly bpe_ranks?: unknown } {
  try {
    return load(`js-tiktoken/ranks/${name}`) as { readonly bpe_ranks?: unknown };
  } catch (cause) {
    const isMissing = missingCodes.includes((cause as NodeJS.ErrnoException).code);
    throw new LexichordError(
      isMissing ? ErrorCode.notFound : ErrorCode.ioFailed,
      `The encoding ${name} needs the package js-tiktoken, which ${isMissing ? 'is not installed' : 'cannot be loaded'}. ` +
        'Run "npm install js-tiktoken@1.0.21", or count with o200k_base or cl100k_base.',
      { details: { ranks: name }, cause },
    );
  }
}
