import { type CallOptions, type ILexichordRuntime, IPackRecorder } from '@lexichord/abstractions';
import { IDatabase } from '@lexichord/storage';

/**
 * Versions of a workspace's stores: short texts that differ after a change by any process; `undefined` for an empty
 * store. A version may also change without a change of the contents, as after a clean-up of a table.
 */
export interface StoreVersions {
  readonly lastPack: string | undefined;
  readonly index: string | undefined;
  readonly facts: string | undefined;
  readonly conversations: string | undefined;
}

/** Tables with a commit for every change of a store. */
const tables = { index: 'search-files', facts: 'knowledge-facts', conversations: 'conversation-log' } as const;

/**
 * Reads the versions. In a folder, no table is opened.
 *
 * @throws the errors of `IDatabase.fingerprint`; the signal's reason
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
