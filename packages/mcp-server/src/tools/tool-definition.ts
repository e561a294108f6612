import type { ToolAnnotations } from '@modelcontextprotocol/server';
import type { z } from 'zod';

import type { ToolAnswer } from '../answers/tool-answer.js';
import type { ToolCall } from '../calls/call-context.js';
import type { CallReach } from '../calls/client-roots.js';

/** A tool of the server. */
export interface ToolDefinition<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  /** Title for the user. */
  readonly title: string;
  /** Description for a model without knowledge of the server: purpose, use, and alternatives. */
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly annotations: ToolAnnotations;
  readonly reach: CallReach;
  /** @throws {LexichordError} for the caller, with its code; the signal's reason */
  run(input: z.output<Input>, call: ToolCall): Promise<ToolAnswer<z.output<Output>>>;
}

/** Keeps the types of the schemas for `run`. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: ToolDefinition<Input, Output>,
): ToolDefinition<Input, Output> {
  return tool;
}

/** Annotations of a tool that only reads, and only in the workspace. */
export const readOnly: ToolAnnotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
