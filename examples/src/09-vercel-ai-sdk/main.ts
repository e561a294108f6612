import type { ILexichordFacade } from '@lexichord/abstractions';
import { type LanguageModelMiddleware, type ToolSet, generateText, stepCountIs, tool, wrapLanguageModel } from 'ai';
import { z } from 'zod';

/** A model of the SDK: of a provider, or one that was wrapped. */
export type Model = Parameters<typeof wrapLanguageModel>[0]['model'];

/** Tokens that a tool or the middleware may use for a pack. */
const packTokens = 800;

/** Tools by which a model looks around in a workspace. Secrets are taken out of packed text. */
export function workspaceTools(lexichord: ILexichordFacade): ToolSet {
  return {
    find_code: tool({
      description: 'Finds the files and lines of this repository that answer a question.',
      inputSchema: z.object({ question: z.string() }),
      execute: async ({ question }, { abortSignal }) => {
        const { hits } = await lexichord.search(question, { limit: 5, signal: abortSignal });
        return hits.map(({ filePath, startLine, endLine, symbol }) => ({ filePath, startLine, endLine, symbol }));
      },
    }),
    pack_context: tool({
      description: 'Gets all code and documentation of this repository that a task needs, as one text.',
      inputSchema: z.object({ task: z.string() }),
      execute: async ({ task }, { abortSignal }) =>
        (await lexichord.pack(task, { budget: packTokens, signal: abortSignal })).content,
    }),
  };
}

/** Puts what the last question needs in front of every prompt, for models that call no tools. */
export function packMiddleware(lexichord: ILexichordFacade): LanguageModelMiddleware {
  return {
    specificationVersion: 'v3',
    transformParams: async ({ params }) => {
      const question = lastQuestionOf(params.prompt);
      if (question === '') return params;
      const { content } = await lexichord.pack(question, { budget: packTokens, signal: params.abortSignal });
      return {
        ...params,
        prompt: [{ role: 'system', content: `From the repository:\n\n${content}` }, ...params.prompt],
      };
    },
  };
}

type Prompt = Parameters<NonNullable<LanguageModelMiddleware['transformParams']>>[0]['params']['prompt'];

function lastQuestionOf(prompt: Prompt): string {
  const message = prompt.findLast(({ role }) => role === 'user');
  if (message?.role !== 'user') return '';
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** The answer of a model that calls tools. */
export async function answerByTools(question: string, model: Model, lexichord: ILexichordFacade): Promise<string> {
  const tools = workspaceTools(lexichord);
  const { text } = await generateText({ model, tools, prompt: question, stopWhen: stepCountIs(4) });
  return text;
}

/** The answer of a model that is given a pack. */
export async function answerByPack(question: string, model: Model, lexichord: ILexichordFacade): Promise<string> {
  const { text } = await generateText({
    model: wrapLanguageModel({ model, middleware: packMiddleware(lexichord) }),
    prompt: question,
  });
  return text;
}
