import { lstat, rm } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';

import type { CallOptions, IStateFolder, ISymbolExtractor } from '@lexichord/abstractions';
import { type CheckTally, ignoreMissing } from '@lexichord/platform/internal';
import type { IDatabase } from '@lexichord/storage';

import { emptyCorpus } from '../corpus/corpus.js';
import { readCorpus } from '../corpus/corpus-file.js';
import { type ICorpusSource, corpusPath, followTables } from '../corpus/corpus-source.js';
import { fingerprints, ledgerKey, ledgerPath } from '../indexing/index-run.js';
import { readLedger } from '../store/file-ledger.js';
import { CandidateStore } from '../store/candidate-store.js';
import type { IndexStore } from '../store/index-store.js';
import { type FileRow, countChunks, searchTableNames } from '../store/index-tables.js';
import { isCopyOfChunks } from './check-candidates.js';

/** The tables and their copies. */
export interface CopiedIndex {
  readonly store: IndexStore;
  readonly database: IDatabase;
  readonly corpus: ICorpusSource;
  /** Absent: the index has no symbols. */
  readonly extractor?: ISymbolExtractor | undefined;
  readonly folder: IStateFolder;
}

const notUsed = 'older than the tables, or created with other settings, and unused';

/**
 * Compares the copies of the index, which searches and updates read, with the tables. With repairs, a wrong copy is
 * removed; the next search or update makes it again.
 */
export async function checkCopies(
  index: CopiedIndex,
  { tally, signal }: CallOptions & { readonly tally: CheckTally },
): Promise<void> {
  const state = await fingerprints(index, { signal });
  const files = await index.store.indexedFiles({ signal });
  const { identity } = index.corpus;
  const judge = async (path: string, isRight: () => Promise<boolean | undefined>): Promise<void> => {
    if ((await lstat(path).catch(ignoreMissing)) === undefined) return;
    const right = await isRight();
    if (right === undefined) tally.leave(notUsed);
    else tally.count();
    if (right !== false) return;
    if (tally.repairs) await rm(path, { force: true });
    tally.findMendable({
      subject: path,
      problem: 'It does not match the tables of the search index.',
      done: 'It was removed, to be rebuilt.',
      advice: '"lexichord doctor --deep --repair" removes it.',
    });
  };
  await judge(corpusPath(index.folder), async () => {
    const read = await readCorpus(corpusPath(index.folder), JSON.stringify(identity));
    if (read === undefined || read.fingerprint !== state.files) return undefined;
    const { corpus } = await followTables(emptyCorpus(identity.dimension), { store: index.store, files }, { signal });
    signal?.throwIfAborted();
    return isDeepStrictEqual(read.corpus, corpus);
  });
  await checkCandidates({ ...index, files, fingerprint: state.files }, { tally, signal });
  await judge(ledgerPath(index), async () => {
    const ledger = await readLedger(ledgerPath(index), ledgerKey(index, state));
    if (ledger === undefined) return undefined;
    const chunks = countChunks(files);
    return ledger.chunks === chunks && isDeepStrictEqual(ledger.files, files);
  });
}

/** As {@link checkCopies}, for the tables of candidates of a large index. */
async function checkCandidates(
  { database, corpus, store, files, fingerprint }: CopiedIndex & CheckedState,
  { tally, signal }: CallOptions & { readonly tally: CheckTally },
): Promise<void> {
  const names = [searchTableNames.candidates, searchTableNames.words];
  if ((await CandidateStore.fingerprint(database, { signal })) === undefined) return;
  const candidates = await CandidateStore.openExisting(database, corpus.identity, { signal });
  const state = await candidates?.state({ signal });
  if (candidates === undefined || state?.isWhole !== true || state.fingerprint !== fingerprint) {
    tally.leave(notUsed);
    return;
  }
  tally.count();
  if (await isCopyOfChunks({ store, files, candidates }, { signal })) return;
  if (tally.repairs) await CandidateStore.drop(database, { signal });
  tally.findMendable({
    subject: names.join(', '),
    problem: 'They do not match the chunks of the search index.',
    done: 'They were removed, to be rebuilt.',
    advice: '"lexichord doctor --deep --repair" removes them.',
  });
}

/** State of the tables at the start of the check. */
interface CheckedState {
  readonly files: ReadonlyMap<string, FileRow>;
  readonly fingerprint: string | undefined;
}
