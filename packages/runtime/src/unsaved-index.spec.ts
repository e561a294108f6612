import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { IIndexService, ISemanticSearchService } from '@lexichord/abstractions';

import { IndexedWorkspaces, writeFiles } from './test-support/indexed-workspace.js';

describe('an index that was updated while an editor had an unsaved text', () => {
  const workspaces = new IndexedWorkspaces();

  afterAll(() => workspaces.dispose());

  it('holds what is in the file once the text was discarded', async () => {
    const root = await workspaces.folder();
    await writeFiles(root, { 'notes.md': 'An okapi of the notes.\n' });
    // Long ago, so that nothing is read again only because it is fresh.
    const past = Date.UTC(2020, 0, 1) / 1_000;
    await utimes(join(root, 'notes.md'), past, past);
    const runtime = await workspaces.open(root);
    const index = runtime.resolve(IIndexService);
    const contents = async (query: string): Promise<readonly string[]> =>
      (await runtime.resolve(ISemanticSearchService).search(query)).hits.map(({ content }) => content);
    runtime.editor.setUnsavedContent('notes.md', 'A quagga that nobody saved.\n');
    await index.update();
    await index.update();
    expect(await contents('quagga')).toEqual(['A quagga that nobody saved.\n']);

    runtime.editor.setUnsavedContent('notes.md', undefined);

    expect(await index.update()).toMatchObject({ changed: 1 });
    expect(await contents('okapi')).toEqual(['An okapi of the notes.\n']);
    expect(await index.update()).toMatchObject({ changed: 0, unchanged: 1 });
  });
});
