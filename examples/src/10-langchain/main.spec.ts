import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { AIMessage, HumanMessage } from '@langchain/core/messages';
import { IChunker, type ILexichordRuntime } from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

import { exampleWorkspace } from '../03-search-a-repository/main.js';
import { PackRetriever, RecalledHistory, StructureSplitter } from './main.js';

describe('example 10: retriever, splitter and memory for LangChain', () => {
  let lexichord: ILexichordRuntime;

  beforeAll(async () => {
    const workspaceRoot = await mkdtemp(join(tmpdir(), 'lexichord-example-'));
    await cp(exampleWorkspace, workspaceRoot, { recursive: true });
    lexichord = await createRuntime({
      ...{ workspaceRoot, license: developmentLicense, configuration: { logging: { level: 'error' } } },
    });
  });

  afterAll(async () => {
    await lexichord.dispose();
    await rm(lexichord.workspaceRoot, { recursive: true, force: true });
  });

  it('retrieves what a question needs, within the budget', async () => {
    const retriever = new PackRetriever(lexichord, 500);

    const documents = await retriever.invoke('how is a pickup code verified');

    const tokens = documents.map(({ pageContent }) => lexichord.tokenCounter.countTokens(pageContent));
    expect(documents[0]?.metadata).toMatchObject({ source: 'src/pickup-codes.ts' });
    expect(documents.map(({ pageContent }) => pageContent).join('\n')).toContain('verifyPickupCode');
    expect(tokens.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(500);
  });

  it('splits a file at its definitions, and loses nothing of it', async () => {
    const text = (await readFile(join(exampleWorkspace, 'src/pickup-codes.ts'), 'utf8')).repeat(20);
    const file = { filePath: 'src/pickup-codes.ts', language: 'typescript' };
    const splitter = new StructureSplitter(lexichord.resolve(IChunker), file);

    const parts = await splitter.splitText(text);
    const [document] = await splitter.createDocuments([text]);

    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join('')).toBe(text);
    expect(document?.pageContent).toBe(parts[0]);
  });

  it('remembers a conversation that is far larger than its budget', async () => {
    const history = new RecalledHistory(lexichord, { id: 'harbour', budget: 300 });
    /** What a model would get with the user's words. */
    const say = async (text: string): Promise<string> => {
      await history.addMessage(new HumanMessage(text));
      const messages = await history.getMessages();
      await history.addMessage(new AIMessage('Noted.'));
      return messages.map((message) => message.text).join('\n');
    };
    await say('We decided that the ferry leaves at nine. Please remember the decision.');
    for (let turn = 0; turn < 12; turn++) await say(`Turn ${turn}: ${'the gulls are loud over the pier. '.repeat(20)}`);

    const seen = await say('When does the ferry leave, and what was the decision?');

    expect(seen).toContain('nine');
    expect(lexichord.tokenCounter.countTokens(seen)).toBeLessThan(320);
  });

  it('knows an empty conversation, and forgets one that was cleared', async () => {
    const history = new RecalledHistory(lexichord, { id: 'pier', budget: 100 });
    const before = await history.getMessages();
    await history.addUserMessage('hello');
    const between = await history.getMessages();
    await history.clear();

    expect([before.length, between.length, (await history.getMessages()).length]).toEqual([0, 1, 0]);
  });
});
