import { ContextPreviewViewModel } from '../context-preview-view-model.js';
import type { PreviewMemory } from '../preview-actions.js';
import { aRecord, type RecordSetup } from './a-panel.js';
import { ManualTimers, settled } from './manual-timers.js';
import { ScriptedConnection } from './scripted-connection.js';

/** A viewer whose panel is the test. */
export interface TestViewer {
  readonly viewModel: ContextPreviewViewModel;
  readonly connection: ScriptedConnection;
  readonly timers: ManualTimers;
  /** Answers the last assembly that was asked for. */
  readonly answer: (setup?: RecordSetup) => Promise<void>;
}

/** Not yet connected. */
export function aViewer(memory?: PreviewMemory): TestViewer {
  const connection = new ScriptedConnection();
  connection.files.set('a.md', '# One\n\nText of the file.\n');
  const timers = new ManualTimers();
  const viewModel = new ContextPreviewViewModel(connection, { timers, memory });
  const answer = async (setup?: RecordSetup): Promise<void> => {
    connection.tell({ kind: 'assembled', assembly: aRecord(connection.lastAssembly, setup) });
    await timers.pass(0);
  };
  return { viewModel, connection, timers, answer };
}

/** Connected, with nothing on view. */
export async function aConnectedViewer(memory?: PreviewMemory): Promise<TestViewer> {
  const viewer = aViewer(memory);
  viewer.viewModel.start();
  viewer.connection.begin();
  await settled();
  return viewer;
}

/** Storage in place of a browser's. */
export class TestMemory implements PreviewMemory {
  readonly entries = new Map<string, string>();

  read(key: string): string | undefined {
    return this.entries.get(key);
  }

  write(key: string, value: string): void {
    this.entries.set(key, value);
  }
}
