import { ErrorCode, LexichordError } from '@lexichord/abstractions';

import { aConnectedViewer } from '../test-support/a-viewer.js';
import { settled } from '../test-support/manual-timers.js';

const refused = new LexichordError(ErrorCode.invalidArgument, 'It cannot be edited here.');
const start = { anchor: 0, head: 0 };

describe('the document of a viewer', () => {
  it('is opened without a cursor and assembled for at once', async () => {
    const { viewModel, connection } = await aConnectedViewer();

    await viewModel.openDocument('a.md');

    const { document } = viewModel.state;
    expect(document).toMatchObject({ path: 'a.md', isEdited: false });
    expect([document?.place, document?.cursorLine, document?.selectedText]).toEqual([undefined, undefined, undefined]);
    expect(connection.calls).toEqual(['openDocument a.md', 'assemble a.md']);
    expect(connection.requests[0]?.request).toEqual({ agentId: 'copilot', documentPath: 'a.md' });
  });

  it('has a cursor once the viewer puts one there, and loses it when told', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();
    await viewModel.openDocument('a.md');

    viewModel.setPlace(start);
    await timers.pass(1_000);
    expect(viewModel.state.document).toMatchObject({ place: start, cursorLine: 1, cursorColumn: 1 });
    expect(connection.requests.at(-1)?.request).toMatchObject({ cursorPosition: 0 });

    viewModel.setPlace(undefined);
    await timers.pass(1_000);
    expect(viewModel.state.document?.place).toBeUndefined();
    expect(connection.requests.at(-1)?.request).toEqual({ agentId: 'copilot', documentPath: 'a.md' });
  });

  it('stays when another one cannot be opened', async () => {
    const { viewModel } = await aConnectedViewer();
    await viewModel.openDocument('a.md');

    await viewModel.openDocument('gone.md');

    expect(viewModel.state).toMatchObject({ document: { path: 'a.md' }, failure: { code: 'not-found' } });
  });

  it('is the one that was asked for last, whichever answer comes last', async () => {
    const { viewModel, connection } = await aConnectedViewer();
    connection.files.set('b.md', 'B');
    const release = connection.holdUp('openDocument');
    const first = viewModel.openDocument('a.md');
    await settled();
    const second = viewModel.openDocument('b.md');
    release();
    await Promise.all([first, second]);

    expect(viewModel.state.document?.path).toBe('b.md');
  });

  it('is sent before the assembly that needs it, and only its newest text', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();
    await viewModel.openDocument('a.md');
    connection.calls.length = 0;

    viewModel.edit('one', { anchor: 3, head: 3 });
    viewModel.edit('two', { anchor: 9, head: 3 });
    await timers.pass(120);

    expect(connection.calls).toEqual(['editDocument a.md=two', 'assemble a.md']);
    expect(connection.requests.at(-1)).toMatchObject({ request: { cursorPosition: 3 }, isLive: true });
    expect(viewModel.state.document).toMatchObject({ content: 'two', isEdited: true, place: { anchor: 3, head: 3 } });
  });

  it('is sent in order, one text after the other', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();
    await viewModel.openDocument('a.md');
    const release = connection.holdUp('editDocument');
    connection.calls.length = 0;
    for (const text of ['one', 'two', 'three']) {
      viewModel.edit(text, start);
      await timers.pass(120);
    }

    release();
    await timers.pass(0);

    expect(connection.calls).toEqual([
      'editDocument a.md=one',
      'assemble a.md',
      'editDocument a.md=three',
      'assemble a.md',
    ]);
  });

  it('keeps a text that the panel refuses, and says so until it is discarded', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();
    await viewModel.openDocument('a.md');
    connection.fail('editDocument', refused);
    viewModel.edit('typed', start);
    await timers.pass(120);
    expect(viewModel.state).toMatchObject({
      phase: 'failed',
      failure: { code: 'invalid-argument' },
      document: { content: 'typed' },
    });

    await viewModel.discardEdits();
    expect(viewModel.state.document?.content).toBe('typed');
    connection.fail('editDocument', undefined);
    await viewModel.discardEdits();

    expect(viewModel.state.document).toMatchObject({ content: '# One\n\nText of the file.\n', isEdited: false });
    expect(connection.calls.at(-1)).toBe('assemble a.md');
  });

  it('has nothing to discard when there is none', async () => {
    const { viewModel, connection } = await aConnectedViewer();

    await viewModel.discardEdits();

    expect(connection.calls).toEqual([]);
  });

  it('that is not editable takes no text, and has its own drawn again', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();
    connection.isEditable = false;
    await viewModel.openDocument('a.md');
    const { document: before } = viewModel.state;

    viewModel.edit('typed', start);
    await timers.pass(120);

    expect(viewModel.state.document).toMatchObject({ content: before?.content, isEdited: false });
    expect(viewModel.state.document?.revision).toBeGreaterThan(before?.revision ?? 0);
    expect(viewModel.state.failure?.code).toBe('invalid-argument');
  });

  it('an edit that changes no text moves the cursor', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();
    await viewModel.openDocument('a.md');

    viewModel.edit('# One\n\nText of the file.\n', { anchor: 2, head: 2 });
    await timers.pass(120);

    expect(viewModel.state.document).toMatchObject({ isEdited: false, cursorColumn: 3 });
    expect(connection.requests.at(-1)?.request.cursorPosition).toBe(2);
  });

  it('is read again when somebody else changed it, keeps the place, and is assembled for', async () => {
    const { viewModel, connection } = await aConnectedViewer();
    await viewModel.openDocument('a.md');
    viewModel.setPlace({ anchor: 20, head: 20 });
    const { document: before } = viewModel.state;
    connection.calls.length = 0;

    connection.files.set('a.md', 'Shorter');
    connection.tell({ kind: 'document-changed', path: 'other.md' });
    connection.tell({ kind: 'document-changed', path: 'a.md' });
    await settled();

    expect(viewModel.state.document).toMatchObject({ content: 'Shorter', place: { anchor: 7, head: 7 } });
    expect(viewModel.state.document?.revision).toBeGreaterThan(before?.revision ?? 0);
    expect(connection.calls).toEqual(['openDocument a.md', 'assemble a.md']);
  });

  it('does not take the viewer’s text away while it types', async () => {
    const { viewModel, connection, timers } = await aConnectedViewer();
    await viewModel.openDocument('a.md');
    const { document: before } = viewModel.state;
    const release = connection.holdUp('openDocument');
    connection.files.set('a.md', 'Theirs');
    connection.tell({ kind: 'document-changed', path: 'a.md' });

    viewModel.edit('Mine', start);
    release();
    await timers.pass(120);

    expect(viewModel.state.document).toMatchObject({ content: 'Mine', isEdited: true, revision: before?.revision });
    expect(connection.buffers.get('a.md')).toBe('Mine');
  });

  it('tells when it cannot be read again', async () => {
    const { viewModel, connection } = await aConnectedViewer();
    await viewModel.openDocument('a.md');
    connection.files.delete('a.md');

    connection.tell({ kind: 'document-changed', path: 'a.md' });
    await settled();

    expect(viewModel.state).toMatchObject({ document: { path: 'a.md' }, failure: { code: 'not-found' } });
  });

  it('that is closed or changed for another one sends what was typed last', async () => {
    const { viewModel, connection } = await aConnectedViewer();
    connection.files.set('b.md', 'B');
    await viewModel.openDocument('a.md');
    viewModel.edit('one', start);
    await viewModel.openDocument('b.md');
    viewModel.edit('two', start);
    viewModel.closeDocument();
    await settled();

    expect([...connection.buffers]).toEqual([
      ['a.md', 'one'],
      ['b.md', 'two'],
    ]);
    expect(viewModel.state.document).toBeUndefined();
  });

  it('tells when what was typed last cannot be sent', async () => {
    const { viewModel, connection } = await aConnectedViewer();
    await viewModel.openDocument('a.md');
    connection.fail('editDocument', refused);
    viewModel.edit('one', start);

    viewModel.closeDocument();
    await settled();

    expect(viewModel.state.failure?.code).toBe('invalid-argument');
  });
});
