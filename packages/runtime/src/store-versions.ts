import { type CallOptions, type ILexichordRuntime, IPackRecorder } from '@lexichord/abstractions';
import { IDatabase } from '@lexichord/storage';

/**
 * Versions of the stores of a workspace: for each a short text that differs after a change by any process; `undefined`
 * while the store is empty. It may also differ without a change of the contents, as after a clean-up of a table.
 */
export interface StoreVersions {
  readonly lastPack: string | undefined;
  readonly index: string | undefined;
  readonly facts: string | undefined;
  readonly conversations: string | undefined;
}

/** Tables in which every change of that kind is a commit. */
const tables = { index: 'search-files', facts: 'knowledge-facts', conversations: 'conversation-log' } as const;

/**
 * Looks at the names of a few files alone, and opens no table.
 *
 * @throws what `IDatabase.fingerprint` throws; the signal's reason
 */
export async function storeVersions(
  runtime: Pick<ILexichordRuntime, 'resolve'>,
  options: CallOptions = {},
): Promise<StoreVersions> {
  const database = runtime.resolve(IDatabase);
  const [lastPack, index, facts, conversations] = await Promise.all([
    runtime.resolve(IPackRecorder).version(options),
    database.fingerprint(tables.index, options),
    database.fingerprint(tables.facts, options),
    database.fingerprint(tables.conversations, options),
  ]);
  return { lastPack, index, facts, conversations };
}
