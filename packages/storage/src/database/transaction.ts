import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { ignoreMissing } from '@lexichord/platform/internal';

import { bytesOf, fieldsOf, messagesIn, numbersIn, numbersOf } from './lance-message.js';
import { type StateFragment, type TableState, readFragment } from './table-state.js';

/** Changes of one commit, from its file in `_transactions/`. */
export interface Transaction {
  readonly name: string;
  /** Version that it was built on. */
  readonly readVersion: bigint;
  readonly kind: TransactionKind;
  /** Details of the change, depending on its kind. */
  readonly change: Uint8Array;
  readonly message: Buffer;
}

/** Fields of Lance's `transaction.proto`. */
const transactionField = { readVersion: 1 } as const;
const kinds: ReadonlyMap<number, TransactionKind> = new Map<number, TransactionKind>([
  [100, 'append'],
  [101, 'delete'],
  [102, 'overwrite'],
  [103, 'index'],
  [104, 'rewrite'],
  [107, 'reserve'],
  [108, 'update'],
]);
const minKind = Math.min(...kinds.keys());
const appendField = { fragments: 1 } as const;
const deleteField = { updated: 1, removedIds: 2 } as const;
const overwriteField = { fragments: 1, schema: 2 } as const;
const rewriteField = { groups: 3 } as const;
const groupField = { former: 1, added: 2 } as const;
const reserveField = { count: 1 } as const;
const updateField = { removedIds: 1, updated: 2, added: 3 } as const;

/** Kind of a commit; the effect of `other` cannot be derived. */
export type TransactionKind = 'append' | 'delete' | 'overwrite' | 'index' | 'rewrite' | 'reserve' | 'update' | 'other';

/** Commits of a table whose files can be read, in no particular order. */
export async function listTransactions(folder: string): Promise<readonly Transaction[]> {
  const transactions = join(folder, '_transactions');
  const names = (await readdir(transactions).catch(ignoreMissing)) ?? [];
  const found: Transaction[] = [];
  for (const name of names.filter((one) => one.endsWith('.txn')).sort()) {
    const message = await readFile(join(transactions, name)).catch(ignoreMissing);
    const transaction = message && readTransaction(name, message);
    if (transaction !== undefined) found.push(transaction);
  }
  return found;
}

function readTransaction(name: string, message: Buffer): Transaction | undefined {
  try {
    const { readVersion = 0n } = numbersOf(message, transactionField);
    for (const [field, value] of fieldsOf(message)) {
      // The commit's identity and properties come before its changes.
      if (field < minKind) continue;
      const kind = kinds.get(field) ?? 'other';
      return { name, readVersion, kind, change: bytesOf(value), message };
    }
    return undefined;
  } catch {
    // The rest is not a protobuf message.
    return undefined;
  }
}

/**
 * The state of a table after a commit.
 *
 * @param state state before the commit; `undefined` without a table
 * @returns `undefined` for a commit that does not apply to that state, or is of kind `other`
 */
export function applyTransaction(state: TableState | undefined, transaction: Transaction): TableState | undefined {
  try {
    return apply(state, transaction);
  } catch {
    // Not a protobuf message, or files in unexpected folders.
    return undefined;
  }
}

function apply(before: TableState | undefined, { kind, change }: Transaction): TableState | undefined {
  if (kind === 'overwrite') {
    const empty = { schema: messagesIn(change, overwriteField.schema), fragments: [], maxFragmentId: -1 };
    return withAdded(empty, fragmentsIn(change, overwriteField.fragments));
  }
  if (before === undefined) return undefined;
  switch (kind) {
    case 'append':
      return withAdded(before, fragmentsIn(change, appendField.fragments));
    case 'delete':
      return withChanged(before, {
        updated: fragmentsIn(change, deleteField.updated),
        removedIds: numbersIn(change, deleteField.removedIds),
      });
    case 'update': {
      const updated = fragmentsIn(change, updateField.updated);
      const changed = withChanged(before, { updated, removedIds: numbersIn(change, updateField.removedIds) });
      return changed && withAdded(changed, fragmentsIn(change, updateField.added));
    }
    case 'reserve': {
      const { count = 0n } = numbersOf(change, reserveField);
      return { ...before, maxFragmentId: before.maxFragmentId + Number(count) };
    }
    case 'rewrite':
      return withRewritten(before, messagesIn(change, rewriteField.groups));
    case 'index':
      return before;
    case 'other':
      return undefined;
  }
}

/** Adds fragments, numbered from the highest id on. */
function withAdded(state: TableState, added: readonly StateFragment[]): TableState {
  const numbered = added.map((fragment, index) => ({ ...fragment, id: state.maxFragmentId + 1 + index }));
  const maxFragmentId = state.maxFragmentId + added.length;
  return { ...state, fragments: [...state.fragments, ...numbered], maxFragmentId };
}

/** @returns `undefined` if a changed or removed fragment is missing */
function withChanged(
  state: TableState,
  { updated, removedIds }: { readonly updated: readonly StateFragment[]; readonly removedIds: readonly number[] },
): TableState | undefined {
  const fragments = new Map(state.fragments.map((fragment) => [fragment.id, fragment]));
  for (const fragment of updated) {
    if (fragments.get(fragment.id)?.files !== fragment.files) return undefined;
    fragments.set(fragment.id, fragment);
  }
  for (const id of removedIds) if (!fragments.delete(id)) return undefined;
  return { ...state, fragments: [...fragments.values()] };
}

/** @returns `undefined` unless the joined fragments are unchanged and the new ids are reserved */
function withRewritten(state: TableState, groups: readonly Uint8Array[]): TableState | undefined {
  if (groups.length === 0) return undefined;
  const fragments = new Map(state.fragments.map((fragment) => [fragment.id, fragment]));
  for (const group of groups) {
    const former = fragmentsIn(group, groupField.former);
    if (former.length === 0) return undefined;
    for (const { id, content } of former) {
      if (fragments.get(id)?.content.equals(content) !== true) return undefined;
      fragments.delete(id);
    }
    for (const fragment of fragmentsIn(group, groupField.added)) {
      // An earlier commit has reserved the id of each added fragment.
      if (fragment.id > state.maxFragmentId) return undefined;
      fragments.set(fragment.id, fragment);
    }
  }
  return { ...state, fragments: [...fragments.values()] };
}

function fragmentsIn(message: Uint8Array, field: number): readonly StateFragment[] {
  return messagesIn(message, field).map((one) => readFragment(one));
}
