import type { ILexichordRuntime } from '@lexichord/abstractions';
import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';

import type { AnswerFit } from '../answers/answer-fit.js';
import type { ToolAnswer } from '../answers/tool-answer.js';
import type { ServedWorkspace } from '../serving/served-workspace.js';

/** What a tool gets beside its arguments. */
export interface ToolCall {
  readonly runtime: ILexichordRuntime;
  readonly workspace: ServedWorkspace;
  /** Fits the answer into its budget. */
  readonly fit: AnswerFit;
  /** Aborted when the caller cancels or is gone. */
  readonly signal: AbortSignal;
  /** Tells the caller how far the work is, in one sentence. Does nothing where nobody asked for progress. */
  readonly report: (message: string) => void;
  /** Folders of the workspace that the caller limits the call to, relative to it; absent: all of it. */
  readonly folders?: readonly string[] | undefined;
}

/** One tool of the server. */
export interface ToolDefinition<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** For a model that has never seen the server: what it does, when to use it, and what to use instead. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly annotations: ToolAnnotations;
  /** @throws {LexichordError} what the caller is told, with its code; the signal's reason */
  run(input: z.output<Input>, call: ToolCall): Promise<ToolAnswer<z.output<Output>>>;
}

/** Keeps the types of the schemas for `run`. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: ToolDefinition<Input, Output>,
): ToolDefinition<Input, Output> {
  return tool;
}

/** Annotations of a tool that changes nothing and asks nobody outside. */
export const readOnly: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
