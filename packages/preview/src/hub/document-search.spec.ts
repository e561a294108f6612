import type { ListedFile } from '@lexichord/abstractions';
import fc from 'fast-check';

import { DocumentSearch, chooseFiles } from './document-search.js';
import { PanelNames } from './panel-names.js';
import { type FakeRuntime, aRuntime } from './test-support/a-runtime.js';

const listed = (paths: readonly string[]): readonly ListedFile[] =>
  paths.map((relativePath) => ({ relativePath, sizeBytes: 1, modifiedMs: 1, language: 'markdown' }));
const chosen = (paths: readonly string[], words: string): readonly string[] =>
  chooseFiles(listed(paths), words).documents.map(({ path }) => path);

describe('chooseFiles', () => {
  it('takes those whose path holds every word, in any case', () => {
    const paths = ['Docs/Guide.md', 'docs/api.md', 'guide/DOCS.txt', 'other.md'];

    expect(chosen(paths, 'docs GUIDE')).toEqual(['Docs/Guide.md', 'guide/DOCS.txt']);
    expect(chosen(paths, '  ')).toEqual(['Docs/Guide.md', 'docs/api.md', 'guide/DOCS.txt', 'other.md']);
  });

  it('names those first whose file name holds the words', () => {
    expect(chosen(['app/readme.md', 'b/app.md', 'app/app.md', 'a/my-app.ts'], 'app')).toEqual([
      'a/my-app.ts',
      'app/app.md',
      'b/app.md',
      'app/readme.md',
    ]);
  });

  it('answers with a hundred, and says how many there are', () => {
    const paths = Array.from({ length: 250 }, (_, index) => `f${String(index).padStart(3, '0')}.md`);

    const { documents, total } = chooseFiles(listed(paths.toReversed()), 'f');

    expect([documents.length, total]).toEqual([100, 250]);
    expect(documents[0]?.path).toBe('f000.md');
  });

  it('is not hurt by words that mean something elsewhere', () => {
    expect(chosen(['a+b (c).md', '__proto__/x.md'], '( +')).toEqual(['a+b (c).md']);
    expect(chosen(['a+b (c).md', '__proto__/x.md'], '__proto__')).toEqual(['__proto__/x.md']);
  });

  it('gives the same for any order of the files', () => {
    const path = fc.stringMatching(/^[abA/.]{1,8}$/);
    fc.assert(
      fc.property(fc.uniqueArray(path), fc.stringMatching(/^[abA ]{0,4}$/), (paths, words) => {
        expect(chosen(paths.toReversed(), words)).toEqual(chosen(paths, words));
      }),
    );
  });
});

describe('DocumentSearch', () => {
  let runtime: FakeRuntime;

  beforeEach(() => {
    runtime = aRuntime({ files: { 'a.md': 'x', '.env': 'SECRET' } });
  });
  afterEach(() => runtime.dispose());

  it('lists the files once for the searches of a few seconds, and anew afterwards', async () => {
    const search = new DocumentSearch(runtime, new PanelNames(runtime));
    await Promise.all([search.find('a'), search.find('')]);
    runtime.write('b.md', 'y');
    runtime.clock.advance(2_999);
    const soon = await search.find('');
    runtime.clock.advance(1);
    const later = await search.find('');

    expect([soon.total, later.total, runtime.listing.runs]).toEqual([1, 2, 2]);
  });

  it('finds nothing that the guard denies', async () => {
    expect(await new DocumentSearch(runtime, new PanelNames(runtime)).find('env')).toEqual({ documents: [], total: 0 });
  });

  it('ends when nobody waits any more, and lists again for the next', async () => {
    const search = new DocumentSearch(runtime, new PanelNames(runtime));
    const controller = new AbortController();
    const asked = search.find('a', { signal: controller.signal });
    controller.abort(new RangeError('enough'));

    await expect(asked).rejects.toThrow('enough');
    expect((await search.find('a')).total).toBe(1);
  });
});
