import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ILexichordRuntime } from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';
import { MockLanguageModelV3 } from 'ai/test';

import { exampleWorkspace } from '../03-search-a-repository/main.js';
import { answerByPack, answerByTools } from './main.js';

const question = 'how is a pickup code verified';

type Result = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>;

const usage: Result['usage'] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

const text = (content: string): Result => ({
  content: [{ type: 'text', text: content }],
  finishReason: { unified: 'stop', raw: undefined },
  ...{ usage, warnings: [] },
});

const call = (toolName: string, input: object): Result => ({
  content: [{ type: 'tool-call', toolCallId: toolName, toolName, input: JSON.stringify(input) }],
  finishReason: { unified: 'tool-calls', raw: undefined },
  ...{ usage, warnings: [] },
});

describe('example 09: tools and middleware for the AI SDK', () => {
  let lexichord: ILexichordRuntime;

  beforeAll(async () => {
    const workspaceRoot = await mkdtemp(join(tmpdir(), 'lexichord-example-'));
    await cp(exampleWorkspace, workspaceRoot, { recursive: true });
    lexichord = await createRuntime({ workspaceRoot, configuration: { logging: { level: 'error' } } });
  });

  afterAll(async () => {
    await lexichord.dispose();
    await rm(lexichord.workspaceRoot, { recursive: true, force: true });
  });

  it('offers tools, and gives a model that calls them places and code', async () => {
    const model = new MockLanguageModelV3({
      doGenerate: [call('find_code', { question }), call('pack_context', { task: question }), text('By its digits.')],
    });

    const answer = await answerByTools(question, model, lexichord);

    const last = model.doGenerateCalls.at(-1)!;
    const results = last.prompt.flatMap(({ role, content }) => (role === 'tool' ? content : []));
    expect(answer).toBe('By its digits.');
    expect(last.tools?.map(({ name }) => name)).toEqual(['find_code', 'pack_context']);
    expect(JSON.stringify(results[0])).toContain('"filePath":"src/pickup-codes.ts"');
    expect(JSON.stringify(results[1])).toContain('verifyPickupCode');
  });

  it('puts a pack within its budget in front of the prompt of a model that calls none', async () => {
    const model = new MockLanguageModelV3({ doGenerate: text('With a check digit.') });

    const answer = await answerByPack(question, model, lexichord);

    const [first, second] = model.doGenerateCalls[0]!.prompt;
    expect(answer).toBe('With a check digit.');
    expect([first?.role, second?.role]).toEqual(['system', 'user']);
    const given = first?.role === 'system' ? first.content : '';
    expect(given).toContain('verifyPickupCode');
    expect(lexichord.tokenCounter.countTokens(given)).toBeLessThan(820);
  });
});
