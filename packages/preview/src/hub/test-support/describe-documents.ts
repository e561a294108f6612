import { type ConnectionFixture, hardText, viewerIds } from './connection-fixture.js';

/** Finding, opening and editing documents. */
export function describeDocuments(fixture: ConnectionFixture): void {
  describe('documents', () => {
    it('finds them by words of their path', async () => {
      const connection = await fixture.start({
        files: { 'docs/app.md': 'x', 'src/app.ts': 'y', 'app/notes.md': 'zz' },
      });

      expect(await connection.findDocuments('APP')).toEqual({
        documents: [
          { path: 'docs/app.md', language: 'markdown', sizeBytes: 1 },
          { path: 'src/app.ts', language: 'typescript', sizeBytes: 1 },
          { path: 'app/notes.md', language: 'markdown', sizeBytes: 2 },
        ],
        total: 3,
      });
      expect((await connection.findDocuments('app .ts')).documents.map(({ path }) => path)).toEqual(['src/app.ts']);
      expect(await connection.findDocuments('nothing like it')).toEqual({ documents: [], total: 0 });
    });

    it('opens one with its text as it is', async () => {
      const content = `\u{feff}# Title\r\n${'😀'.repeat(10)}\r end`;
      const connection = await fixture.start({ files: { 'a.md': content } });

      expect(await connection.openDocument('a.md')).toEqual({
        path: 'a.md',
        content,
        version: content,
        language: 'markdown',
        isEdited: false,
        isEditable: true,
      });
      await expect(connection.openDocument('missing.md')).rejects.toMatchObject({ code: 'not-found' });
    });

    it('puts a text in front of the file for everybody, tells those who look at it, and takes it away', async () => {
      const connection = await fixture.start();
      const other = fixture.panel.connect(viewerIds.second);
      const [mine, others] = [fixture.listenTo(connection), fixture.listenTo(other)];
      await Promise.all([mine.next('history'), others.next('history')]);
      await connection.openDocument('notes.md');
      await other.openDocument('notes.md');

      await connection.editDocument('notes.md', hardText);
      expect(await others.next('document-changed')).toEqual({ kind: 'document-changed', path: 'notes.md' });
      expect(await other.openDocument('notes.md')).toMatchObject({
        content: hardText,
        isEdited: true,
        isEditable: true,
      });
      expect(fixture.runtime.editor.listUnsaved()).toEqual(['notes.md']);
      await other.editDocument('notes.md', undefined);
      await mine.next('document-changed');

      expect(await connection.openDocument('notes.md')).toMatchObject({ content: '# Notes\n', isEdited: false });
      expect(mine.all('document-changed')).toHaveLength(1);
      expect(fixture.runtime.editor.listUnsaved()).toEqual([]);
    });

    it('never writes over what another part of the host has not saved', async () => {
      const connection = await fixture.start();
      fixture.runtime.editor.setUnsavedContent('notes.md', 'Typed in the editor.');

      expect(await connection.openDocument('notes.md')).toMatchObject({
        content: 'Typed in the editor.',
        isEdited: false,
        isEditable: false,
      });
      await expect(connection.editDocument('notes.md', 'mine')).rejects.toMatchObject({ code: 'invalid-argument' });
      await connection.editDocument('notes.md', undefined);

      expect(await fixture.runtime.editor.getContent('notes.md')).toBe('Typed in the editor.');
    });

    it('does not edit what could not be written back as it is', async () => {
      const connection = await fixture.start({ files: { 'a.md': new Uint8Array([0x61, 0xff, 0x62]) } });

      expect(await connection.openDocument('a.md')).toMatchObject({ content: 'a\u{fffd}b', isEditable: false });
      await expect(connection.editDocument('a.md', 'ab')).rejects.toMatchObject({ code: 'invalid-argument' });
    });

    it('leaves nothing in front of the files in the end', async () => {
      const connection = await fixture.start();
      await connection.editDocument('notes.md', 'typed');
      fixture.runtime.editor.setUnsavedContent('src/app.ts', 'by the host');

      await fixture.panel.close();

      expect(fixture.runtime.editor.listUnsaved()).toEqual(['src/app.ts']);
    });
  });
}
