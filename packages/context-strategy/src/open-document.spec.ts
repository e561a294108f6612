import { MemoryEditorService } from '@lexichord/testing';
import { openDocument, readDocumentOnce } from './open-document.js';

const request = { documentPath: 'a.md', agentId: 'test' };

describe('openDocument', () => {
  it('gives the document as it is now', async () => {
    const editor = new MemoryEditorService({ 'a.md': 'old' });
    await openDocument(request, editor);
    editor.setUnsavedContent('a.md', 'new');

    expect((await openDocument(request, editor)).content).toBe('new');
  });

  it('gives the version of the assembly, to a copy of the request as well', async () => {
    const editor = new MemoryEditorService({ 'a.md': 'old' });
    const readDocument = readDocumentOnce(request, editor);

    const before = await openDocument(request, editor, { readDocument });
    editor.setUnsavedContent('a.md', 'new');

    expect(await openDocument({ ...request }, editor, { readDocument })).toBe(before);
    expect((await openDocument(request, editor)).content).toBe('new');
  });

  it('ends for the one whose signal aborts, and not for the others', async () => {
    const editor = new MemoryEditorService({ 'a.md': 'text' });
    const readDocument = readDocumentOnce(request, editor);
    const signal = AbortSignal.abort(new RangeError('mine'));

    await expect(openDocument(request, editor, { readDocument, signal })).rejects.toThrow('mine');
    expect((await openDocument(request, editor, { readDocument })).content).toBe('text');
  });
});
