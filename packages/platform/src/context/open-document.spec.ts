import { MemoryEditorService } from '@lexichord/testing';
import { openDocument, pinDocument } from './open-document.js';

const request = { documentPath: 'a.md', agentId: 'test' };

describe('openDocument', () => {
  it('gives the document as it is now', async () => {
    const editor = new MemoryEditorService({ 'a.md': 'old' });
    await openDocument(request, editor);
    editor.setUnsavedContent('a.md', 'new');

    expect((await openDocument(request, editor)).content).toBe('new');
  });

  it('gives one version to everybody who asks for a pinned request', async () => {
    const editor = new MemoryEditorService({ 'a.md': 'old' });
    const pinned = { ...request };
    pinDocument(pinned);

    const before = await openDocument(pinned, editor);
    editor.setUnsavedContent('a.md', 'new');

    expect(await openDocument(pinned, editor)).toBe(before);
    expect((await openDocument({ ...request }, editor)).content).toBe('new');
  });

  it('ends for the one whose signal aborts, and not for the others', async () => {
    const editor = new MemoryEditorService({ 'a.md': 'text' });
    const pinned = { ...request };
    pinDocument(pinned);

    await expect(openDocument(pinned, editor, { signal: AbortSignal.abort(new RangeError('mine')) })).rejects.toThrow(
      'mine',
    );
    expect((await openDocument(pinned, editor)).content).toBe('text');
  });
});
