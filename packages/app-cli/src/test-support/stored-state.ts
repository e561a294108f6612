import { join } from 'node:path';

import {
  ICompressionStore,
  IKnowledgeExporter,
  IStateFolder,
  IStoreDoctor,
  type StrategyState,
  type TableReport,
  isLexichordError,
} from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

/** State that a user would find in a workspace. */
export interface StoredState {
  /** The conversation `c` as a file; empty where there is none. */
  readonly conversation: string;
  /** As `knowledge export` gives them. */
  readonly facts: string;
  /** Ids of strategies that are switched off. */
  readonly disabled: readonly string[];
}

/** The same, with what was wrong on the way to it. */
export interface FoundState extends StoredState {
  /** In words; empty where nothing was. */
  readonly problems: readonly string[];
}

/** Paths of the user's home and the workspace in a folder that stands for a disk. */
export function placesOn(disk: string): { readonly workspace: string; readonly home: string } {
  return { workspace: join(disk, 'workspace'), home: join(disk, 'home') };
}

/**
 * Opens the workspace on a disk, reads everything that is kept there, looks for damage, and sees whether more can be kept.
 *
 * @param repairs whether damage is repaired first, as `doctor --repair` does
 */
export async function findStoredState(disk: string, { repairs = false } = {}): Promise<FoundState> {
  const { workspace, home } = placesOn(disk);
  const runtime = await createRuntime({
    workspaceRoot: workspace,
    license: developmentLicense,
    environment: { HOME: home },
    configuration: { logging: { level: 'silent' } },
  });
  const problems: string[] = [];
  const attempt = async <T>(what: string, work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      problems.push(
        `${what}: ${isLexichordError(error) ? `${error.message} (${JSON.stringify(error.details)})` : String(error)}`,
      );
      return otherwise;
    }
  };
  try {
    const { notice } = runtime.resolve(IStateFolder);
    if (notice !== undefined) problems.push(notice);
    const doctor = runtime.resolve(IStoreDoctor);
    if (repairs) await doctor.repair();
    const store = runtime.resolve(ICompressionStore);
    const conversation = await attempt(
      'conversation',
      async () => {
        return (await store.head('c')) === undefined ? '' : textOf(await store.export('c'));
      },
      '',
    );
    const facts = await attempt(
      'facts',
      async () => {
        return (await runtime.resolve(IKnowledgeExporter).export({ format: 'yaml' })).content;
      },
      '',
    );
    for (const { name, health, problem } of await attempt(
      'doctor',
      () => doctor.inspect(),
      [] as readonly TableReport[],
    )) {
      if (health !== 'ok') problems.push(`table ${name}: ${problem}`);
    }
    await attempt(
      'one message more',
      () => store.append('after', [{ role: 'user', content: 'After the cut.' }]),
      undefined,
    );
    return { conversation, facts, disabled: disabledOf(runtime.orchestrator.describeStrategies()), problems };
  } finally {
    await runtime.dispose();
  }
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

function disabledOf(strategies: readonly StrategyState[]): readonly string[] {
  return strategies.filter(({ enabled }) => !enabled).map(({ strategyId }) => strategyId);
}
