import type { ILexichordFacade } from '@lexichord/abstractions';
import { Agent, type Model, type Tool, run, tool } from '@openai/agents-core';
import { z } from 'zod';

/**
 * A tool by which an agent gets what a task needs of a workspace.
 *
 * @param budget tokens of an answer, at most
 */
export function packTool(lexichord: ILexichordFacade, budget: number): Tool {
  return tool({
    name: 'pack_context',
    description: 'Gets all code and documentation of this repository that a task needs, as one text.',
    parameters: z.object({ task: z.string().describe('what is to be done, in a sentence') }),
    execute: async ({ task }) => (await lexichord.pack(task, { budget })).content,
  });
}

/** The answer of an agent that may look into the workspace. */
export async function ask(question: string, model: Model, lexichord: ILexichordFacade): Promise<string | undefined> {
  const agent = new Agent({
    name: 'maintainer',
    instructions: 'Answer from the repository. Get its context before you answer.',
    ...{ model, tools: [packTool(lexichord, 800)] },
  });
  const { finalOutput } = await run(agent, question);
  return finalOutput;
}
