import {
  ErrorCode,
  ICompressionStore,
  IContextExpander,
  LexichordError,
  emptyAssembledContext,
} from '@lexichord/abstractions';
import { createPinoLogger } from '@lexichord/platform';
import { ManualClock } from '@lexichord/testing';

import { PreviewOptions } from '../preview-options.js';
import type { IPreviewConnection } from '../protocol/preview-connection.js';
import { type PreviewHub, openPreviewHub } from './preview-hub.js';
import { type FakeRuntime, aRuntime } from './test-support/a-runtime.js';
import { RecordingListener } from './test-support/recording-listener.js';

const first = 'docs/secret:one.md';
const second = 'docs/secret:two.md';
const secret = /secret:[a-z]/u;

describe('names with secrets in the panel', () => {
  let runtime: FakeRuntime;
  let hub: PreviewHub;
  let connection: IPreviewConnection;
  let listener: RecordingListener;

  beforeEach(async () => {
    runtime = aRuntime({
      files: { [first]: '# One\n', [second]: '# Two\n' },
      services: [
        [ICompressionStore, { conversations: () => Promise.resolve([{ conversationId: 'chat secret:three' }]) }],
        [
          IContextExpander,
          { expand: () => Promise.resolve({ content: 'x', messages: [{ id: 'secret:four', role: 'secret:five' }] }) },
        ],
      ],
    });
    hub = openPreviewHub(runtime, runtime.resolve(PreviewOptions));
    listener = new RecordingListener();
    connection = hub.connect('viewer-one');
    connection.open(listener);
    await listener.next('history');
  });

  afterEach(async () => {
    await hub.close();
    await runtime.dispose();
  });

  it('are shown without them, kept apart, and opened and edited by what was shown', async () => {
    const { documents } = await connection.findDocuments('docs');
    const opened = await Promise.all(documents.map(({ path }) => connection.openDocument(path)));
    await connection.editDocument('docs/[secret: token] (2).md', undefined).catch(() => undefined);
    await connection.editDocument(documents[1]?.path ?? '', '# Edited\n');

    expect(documents.map(({ path }) => path)).toEqual(['docs/[secret: token].md', 'docs/[secret: token].md (2)']);
    expect(opened.map(({ path, content }) => [path, content])).toEqual([
      ['docs/[secret: token].md', '# One\n'],
      ['docs/[secret: token].md (2)', '# Two\n'],
    ]);
    expect((await runtime.editor.getDocument(second)).content).toBe('# Edited\n');
  });

  it('are not said by what is watched', async () => {
    await connection.openDocument(first);

    expect(hub.describeWatch().documents).toEqual(['docs/[secret: token].md']);
  });

  it('are assembled under their own names, and told of under those that are shown', async () => {
    const [conversation = ''] = await connection.listConversations();
    const asked = jest.spyOn(runtime.orchestrator, 'assemble');
    const hints = { conversationId: conversation };

    await connection.assemble({ request: { agentId: 'editor', documentPath: first, hints } });
    const { assembly } = await listener.next('assembled');

    expect(conversation).toBe('chat [secret: token]');
    expect(asked.mock.calls[0]?.[0]).toMatchObject({
      documentPath: first,
      hints: { conversationId: 'chat secret:three' },
    });
    expect(assembly.request).toMatchObject({ documentPath: 'docs/[secret: token].md', hints });
    expect(JSON.stringify(listener.messages)).not.toMatch(secret);
  });

  it('are told of without them when an agent asks, in the order of what happened', async () => {
    const request = { agentId: 'tuning', documentPath: first, selectedText: 'secret:six' };
    await runtime.orchestrator.assemble(request, { maxTokens: 50 }, { origin: 'agent', correlationId: 'one' });
    const result = { ...emptyAssembledContext('tuning'), variables: { AgentId: 'tuning', DocumentPath: first } };
    runtime.events.publish('ContextAssembled', {
      ...{ correlationId: 'two', origin: 'agent', agentId: 'tuning' },
      result: { ...result, variables: { ...emptyAssembledContext('tuning').variables, DocumentPath: 'a.md' } },
    });
    runtime.events.publish('ContextAssemblyFailed', {
      ...{ correlationId: 'three', origin: 'agent', agentId: 'tuning', outcome: 'failed' },
      ...{ code: ErrorCode.notFound, message: `${second} is gone.` },
    });
    await listener.next('assembly-failed');

    expect(listener.kinds().slice(2)).toEqual(['assembly-started', 'assembled', 'assembled', 'assembly-failed']);
    expect(JSON.stringify(listener.messages)).not.toMatch(secret);
  });

  it('are in no line of the log that a call writes, nor in a failure that nobody foresaw', async () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = createPinoLogger({ levels: { level: 'debug' }, clock: new ManualClock(), destination });
    const refuse = (path: string): Promise<never> => {
      logger.error('Refused to read {path}', { path });
      return Promise.reject(new TypeError(`cannot read ${path}`, { cause: path }));
    };
    await connection.findDocuments('docs');
    runtime.editor.getDocument = (path) => refuse(path);
    runtime.orchestrator.assemble = ({ documentPath = '' }) => refuse(documentPath);
    const shown = 'docs/[secret: token].md';
    const request = { agentId: 'editor', documentPath: shown };

    const failures = [
      await connection.openDocument(shown).catch((error: unknown) => error),
      await connection.editDocument('../secret:six', 'x').catch((error: unknown) => error),
      await connection.assemble({ request }).catch((error: unknown) => error),
    ];
    for (const failure of failures) logger.error('A call of the preview failed', {}, failure);

    expect(failures.map((failure) => (failure as Error).message)).toEqual([
      ...[`cannot read ${shown}`, 'cannot read ../[secret: token]', `cannot read ${shown}`],
    ]);
    expect(failures.every((failure) => failure instanceof TypeError)).toBe(true);
    expect(lines.filter((line) => line.includes(`Refused to read ${shown}`))).toHaveLength(2);
    expect(lines).toHaveLength(6);
    expect(lines.join('')).not.toMatch(secret);
  });

  it('are in no error, and in no expanded segment', async () => {
    await connection.findDocuments('docs');
    runtime.editor.getDocument = (path) =>
      Promise.reject(new LexichordError(ErrorCode.notFound, `${path} is gone.`, { details: { path } }));

    const failure: unknown = await connection.openDocument('docs/[secret: token].md').catch((error: unknown) => error);
    const expanded = await connection.expandSegment({ segmentId: 's', fromLevel: 2, toLevel: 0 });

    expect(failure).toMatchObject({
      message: 'docs/[secret: token].md is gone.',
      details: { path: 'docs/[secret: token].md' },
    });
    expect(JSON.stringify(expanded)).not.toMatch(secret);
  });
});
