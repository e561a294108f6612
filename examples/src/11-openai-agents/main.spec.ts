import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ILexichordRuntime } from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';
import { type Model, type ModelRequest, type ModelResponse, Usage, setTracingDisabled } from '@openai/agents-core';

import { exampleWorkspace } from '../03-search-a-repository/main.js';
import { ask } from './main.js';

/** Gives the prepared outputs one after the other, and keeps what it was asked. */
class ScriptedModel implements Model {
  readonly requests: ModelRequest[] = [];

  constructor(private readonly outputs: ModelResponse['output'][]) {}

  getResponse(request: ModelRequest): Promise<ModelResponse> {
    this.requests.push(request);
    return Promise.resolve({ usage: new Usage(), output: this.outputs.shift() ?? [] });
  }

  getStreamedResponse(): never {
    throw new TypeError('Nobody streams here.');
  }
}

describe('example 11: a tool for the OpenAI Agents SDK', () => {
  let lexichord: ILexichordRuntime;

  beforeAll(async () => {
    // Traces would be sent over the network.
    setTracingDisabled(true);
    const workspaceRoot = await mkdtemp(join(tmpdir(), 'lexichord-example-'));
    await cp(exampleWorkspace, workspaceRoot, { recursive: true });
    lexichord = await createRuntime({ workspaceRoot, configuration: { logging: { level: 'error' } } });
  });

  afterAll(async () => {
    await lexichord.dispose();
    await rm(lexichord.workspaceRoot, { recursive: true, force: true });
  });

  it('has the agent call it and gives it the code, within the budget', async () => {
    const model = new ScriptedModel([
      [
        {
          ...{ type: 'function_call', callId: '1', name: 'pack_context', status: 'completed' },
          arguments: JSON.stringify({ task: 'how is a pickup code verified' }),
        },
      ],
      [
        {
          ...{ type: 'message', role: 'assistant', status: 'completed' },
          content: [{ type: 'output_text', text: 'By its check digit.' }],
        },
      ],
    ]);

    const answer = await ask('How is a pickup code verified?', model, lexichord);

    const seen = JSON.stringify(model.requests[1]?.input);
    expect(answer).toBe('By its check digit.');
    expect(model.requests[0]?.tools.map((offered) => 'name' in offered && offered.name)).toEqual(['pack_context']);
    expect(seen).toContain('verifyPickupCode');
    expect(lexichord.tokenCounter.countTokens(seen)).toBeLessThan(1_200);
  });
});
