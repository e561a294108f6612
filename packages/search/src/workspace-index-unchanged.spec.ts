import { ErrorCode, type IndexProgress, type ListOptions, type ListedFile } from '@lexichord/abstractions';

import { type IndexSetup, TemporaryIndexes } from './test-support/an-index.js';
import { MemoryWorkspace } from './test-support/memory-workspace.js';

/** Tells by a version whether anything has changed, and counts how often it is listed as a whole. */
class VersionedWorkspace extends MemoryWorkspace {
  knownVersion: string | undefined = 'first';
  warning: { readonly text: string; readonly isLasting: boolean } | undefined;
  listings = 0;

  version(): Promise<string | undefined> {
    return Promise.resolve(this.knownVersion);
  }

  override async *list(options: ListOptions = {}): AsyncGenerator<ListedFile> {
    if (this.warning !== undefined) options.onWarning?.(this.warning.text, this.warning);
    if (options.paths === undefined) this.listings += 1;
    yield* super.list(options);
  }
}

describe('WorkspaceIndex.update of files that are known to be as they were', () => {
  const indexes = new TemporaryIndexes();
  let workspace: VersionedWorkspace;
  let setup: IndexSetup;

  beforeEach(async () => {
    workspace = new VersionedWorkspace({ 'src/login.py': 'def login\n', 'notes.md': 'Notes.\n' });
    setup = await indexes.make({ workspace, maxFileSizeBytes: 100 });
    await setup.index.update();
  });
  afterEach(() => indexes.dispose());

  /** How often updates have listed the workspace. */
  async function listingsOf(...updates: readonly (() => Promise<unknown>)[]): Promise<number> {
    const before = workspace.listings;
    for (const update of updates) await update();
    return workspace.listings - before;
  }

  const update = (): Promise<unknown> => setup.index.update();

  it('says again what it found, without listing them, once it had nothing to do', async () => {
    workspace.write('large.md', 'large '.repeat(50), 1_000);
    workspace.knownVersion = 'second';
    await setup.index.update();
    const toldFirst: IndexProgress[] = [];
    const idle = await setup.index.update({ onProgress: (progress) => toldFirst.push(progress) });

    expect(await listingsOf(update)).toBe(0);
    const told: IndexProgress[] = [];
    expect(await setup.index.update({ onProgress: (progress) => told.push(progress) })).toEqual(idle);
    // The large file is looked at each time.
    expect(told.length).toBeGreaterThan(0);
    expect(told).toEqual(toldFirst);
    expect(idle).toMatchObject({ files: 3, skipped: [{ filePath: 'large.md', reason: ErrorCode.fileTooLarge }] });
  });

  it('lists them where the version is another one, or not known', async () => {
    await update();
    workspace.write('src/login.py', 'def log_in\n', 2_000);
    workspace.knownVersion = 'second';

    expect(await setup.index.update()).toMatchObject({ changed: 1 });
    workspace.knownVersion = undefined;
    expect(await listingsOf(update, update)).toBe(2);
  });

  it('lists them when another process has written to the index, and when it is to be made anew', async () => {
    await update();
    const { folder } = setup;
    const other = new MemoryWorkspace({ 'src/login.py': 'def login\n', 'notes.md': 'Other notes.\n' });
    other.write('notes.md', 'Other notes.\n', 3_000);
    await (await indexes.make({ folder, workspace: other })).index.update();

    expect(await setup.index.update()).toMatchObject({ changed: 1 });
    expect(await setup.index.update({ rebuild: true })).toMatchObject({ added: 2 });
  });

  it('lists them as long as a file was written to a moment ago', async () => {
    workspace.write('notes.md', 'Notes!\n', setup.clock.now());
    workspace.knownVersion = 'second';
    await update();

    expect(await listingsOf(update, update)).toBe(2);
    setup.clock.advance(2_000);
    // The first of them notes that the file is certain, the second that there was nothing to note.
    expect(await listingsOf(update, update, update)).toBe(2);
  });

  it('lists them as long as there is a text that was not written', async () => {
    workspace.write('notes.md', 'Notes!\n', 2_000);
    workspace.edit('notes.md', 'Not saved.\n');
    workspace.knownVersion = 'second';
    await update();
    expect(await listingsOf(update, update)).toBe(2);

    workspace.edit('notes.md', undefined);
    expect(await setup.index.update()).toMatchObject({ changed: 1 });
  });

  it('lists them once while what a listing warns of lasts, and says it with every answer', async () => {
    const text = 'The folder "closed" could not be read.';
    workspace.warning = { text, isLasting: true };

    expect(await listingsOf(update, update, update)).toBe(1);
    expect(await setup.index.update()).toMatchObject({ warnings: [text], listingWarnings: [text] });
    workspace.warning = undefined;
    workspace.knownVersion = 'second';
    expect(await setup.index.update()).toMatchObject({ warnings: [] });
  });

  it('lists them as long as it is not certain which files there are', async () => {
    workspace.warning = { text: 'git did not list its ignored files.', isLasting: false };

    expect(await listingsOf(update, update)).toBe(2);
    workspace.warning = undefined;
    expect(await listingsOf(update, update)).toBe(1);
  });

  it('lists them as long as there is something to try again', async () => {
    workspace.unreadable.set('notes.md', ErrorCode.ioFailed);
    workspace.write('notes.md', 'Notes!\n', 2_000);
    workspace.knownVersion = 'second';

    expect(await listingsOf(update, update, update)).toBe(3);
    workspace.unreadable.clear();
    expect(await setup.index.update()).toMatchObject({ changed: 1, skipped: [] });
    expect(await listingsOf(update, update)).toBe(1);
  });

  it('embeds what it could not embed, when the provider is back', async () => {
    setup.provider.isFailing = true;
    workspace.write('notes.md', 'Notes on something.\n', 2_000);
    workspace.knownVersion = 'second';
    await update();
    await update();

    setup.provider.isFailing = false;

    expect(await setup.index.update()).toMatchObject({ embedded: 1 });
  });

  it('looks at the paths that are asked for in any case', async () => {
    await update();
    workspace.write('notes.md', 'New notes.\n', 2_000);

    expect(await setup.index.update({ paths: ['notes.md'] })).toMatchObject({ changed: 1 });
  });
});
