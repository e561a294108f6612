import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { OpenDocuments } from './open-documents.js';
import { type FakeRuntime, aRuntime } from './test-support/a-runtime.js';

/** A file system may report one change several times. */
const distinct = (told: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] => [
  ...new Map(told.map((entry) => [String(entry), entry])).values(),
];

describe('OpenDocuments', () => {
  let runtime: FakeRuntime;
  let documents: OpenDocuments;
  let told: (readonly [string, string])[];
  let heard: (() => void) | undefined;

  beforeEach(() => {
    runtime = aRuntime({ files: { 'a.md': 'first', 'b.md': 'other' } });
    told = [];
    documents = new OpenDocuments(runtime, (viewerId, path) => {
      told.push([viewerId, path]);
      heard?.();
    });
  });

  afterEach(async () => {
    await documents.close();
    await runtime.dispose();
  });

  const at = (path: string): string => join(runtime.workspaceRoot, path);
  /** What `change` leads to; when a watcher is ready differs from machine to machine, so it may be done again. */
  const toldAfter = async (
    change: (time: number) => Promise<void>,
    isTold = (): boolean => told.length > 0,
  ): Promise<void> => {
    for (let time = 0; !isTold(); time += 1) {
      await change(time);
      await Promise.race([
        new Promise<void>((resolve) => (heard = resolve)),
        new Promise((resolve) => setTimeout(resolve, 300)),
      ]);
    }
  };

  it('tells who looks at a document that it was written on disk', async () => {
    await documents.open('one', 'a.md', {});
    await documents.open('two', 'b.md', {});

    // The first change may be noticed before the watcher is there to see it.
    await toldAfter(
      (time) => writeFile(at('a.md'), `second ${time}`),
      () => documents.lastEvent !== undefined,
    );

    expect(distinct(told)).toEqual([['one', 'a.md']]);
    expect(documents.lastEvent).toEqual({ path: 'a.md', kind: 'changed', at: '2026-01-01T00:00:00.000Z' });
  });

  it('sees a document that another file took the place of, and one that has gone', async () => {
    await documents.open('one', 'a.md', {});
    await toldAfter(async (time) => {
      await writeFile(at('draft'), `replaced ${time}`);
      await rename(at('draft'), at('a.md'));
    });
    expect(distinct(told)).toEqual([['one', 'a.md']]);
    told.length = 0;

    await toldAfter(() => rm(at('a.md'), { force: true }));

    expect(told[0]).toEqual(['one', 'a.md']);
  });

  it('tells a change that nobody was ready to see', async () => {
    await documents.open('one', 'a.md', {});
    // Before the watcher is there.
    runtime.write('a.md', 'written at once');
    if (told.length === 0) await new Promise<void>((resolve) => (heard = resolve));

    expect(distinct(told)).toEqual([['one', 'a.md']]);
  });

  it('watches only what somebody has open', async () => {
    await documents.open('one', 'a.md', {});
    await documents.open('two', 'a.md', {});
    expect(documents.watchedPaths).toEqual(['a.md']);
    await documents.open('one', 'b.md', {});
    expect(documents.watchedPaths).toEqual(['a.md', 'b.md']);
    documents.forget('two');
    documents.forget('two');
    expect(documents.watchedPaths).toEqual(['b.md']);

    await documents.close();

    expect(documents.watchedPaths).toEqual([]);
  });

  it('does not watch what the guard denies, and shows what only an unsaved buffer has', async () => {
    runtime.editor.setUnsavedContent('new.md', 'not on disk');

    expect(await documents.open('one', 'new.md', {})).toMatchObject({ content: 'not on disk', isEditable: false });
    await new Promise((resolve) => setImmediate(resolve));

    expect(runtime.logger.lines).toEqual([]);
  });

  it('gives a document up that another part of the host types into, and leaves it then', async () => {
    await documents.open('one', 'a.md', {});
    await documents.edit('one', { path: 'a.md', content: 'mine' }, {});
    expect(told).toEqual([]);

    runtime.editor.setUnsavedContent('a.md', 'theirs');

    expect(told).toEqual([['one', 'a.md']]);
    await expect(documents.edit('one', { path: 'a.md', content: 'mine again' }, {})).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining('another program') as string,
    });
    await documents.edit('one', { path: 'a.md', content: undefined }, {});
    await documents.close();
    expect(await runtime.editor.getContent('a.md')).toBe('theirs');
  });

  it('takes a document up again that another part of the host has saved', async () => {
    runtime.editor.setUnsavedContent('a.md', 'theirs');
    expect((await documents.open('one', 'a.md', {})).isEditable).toBe(false);
    runtime.editor.setUnsavedContent('a.md', undefined);

    expect((await documents.open('one', 'a.md', {})).isEditable).toBe(true);
    await documents.edit('one', { path: 'a.md', content: 'mine' }, {});

    expect(await documents.open('two', 'a.md', {})).toMatchObject({ content: 'mine', isEdited: true });
  });

  it('tells nobody of a file behind a text that was typed', async () => {
    await documents.open('one', 'b.md', {});
    await documents.open('two', 'a.md', {});
    await documents.edit('one', { path: 'a.md', content: 'typed' }, {});
    told.length = 0;

    runtime.write('a.md', 'on disk');
    await toldAfter((time) => writeFile(at('b.md'), `other ${time}`));

    expect(distinct(told)).toEqual([['one', 'b.md']]);
  });

  it('leaves nothing behind of what was waited for when it closed', async () => {
    const refusals = [
      documents.open('one', 'a.md', {}),
      documents.edit('one', { path: 'a.md', content: 'late' }, {}),
    ].map((waiting) => expect(waiting).rejects.toMatchObject({ code: 'io-failed' }));
    await documents.close();

    await Promise.all(refusals);
    expect([documents.watchedPaths, runtime.editor.listUnsaved()]).toEqual([[], []]);
  });
});
