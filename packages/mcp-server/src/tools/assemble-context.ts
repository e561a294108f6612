import { type AssembledContext, combineContent } from '@lexichord/abstractions';
import { screenOutput } from '@lexichord/secrets/internal';
import { z } from 'zod';

import { type DescribedText, fitProduced } from '../answers/fit-produced.js';
import { joinSections, shownWarnings, warningLines } from '../answers/notes.js';
import { omissionText } from '../answers/omissions.js';
import type { ToolCall } from '../calls/call-context.js';
import { requireFolder } from '../calls/call-folders.js';
import { budgetField, idField, pathField, queryField, warningsField } from './shared-fields.js';
import { defineTool, readOnly } from './tool-definition.js';

const input = z.strictObject({
  document: pathField.describe(
    'The file that is being edited, relative to the workspace. The server does not know which one is open.',
  ),
  line: z.int().min(1).max(10_000_000).optional().describe('Line of the cursor, from 1.'),
  selected_text: z.string().max(100_000).optional().describe('What is selected in the document.'),
  query: queryField.optional().describe('What the user asks about the document.'),
  conversation_id: idField.optional().describe('A stored conversation that belongs to it.'),
  agent: z
    .string()
    .min(1)
    .max(100)
    .default('copilot')
    .describe(
      'Name of an agent in the configuration: decides which sources are asked. Leave it out for the usual ones.',
    ),
  budget_tokens: budgetField,
});

const output = z.object({
  context: z.string().describe('The text, with a heading for each source.'),
  context_tokens: z.int(),
  sources: z.array(z.string()).describe('Ids of the sources in it.'),
  left_out: z
    .array(z.object({ source: z.string(), reason: z.string() }))
    .describe('Ids of sources that are not in it, or were cut.'),
  warnings: warningsField,
});

/** Strategies that describe the whole workspace. */
const workspaceStrategies = ['rag', 'repository', 'knowledge', 'conversation'];

type AssembleInput = z.output<typeof input>;

/** `assemble_context`. */
export const assembleContext = defineTool({
  name: 'assemble_context',
  title: 'Assemble the context of a document',
  description:
    'Assemble what belongs to one document that is open or being edited or written: its text around the cursor, the ' +
    'selection, its headings, the style rules for it, related knowledge and its conversation. Use it before ' +
    'you edit, rewrite, continue or simplify a document or a paragraph at the cursor. For a coding task over the whole ' +
    'repository, use pack_context.',
  input,
  output,
  annotations: readOnly,
  reach: 'folders',
  run: async (input, call) => {
    requireFolder(input.document, call.folders);
    const { answer } = await fitProduced(
      {
        produce: (maxTokens) => assemble(input, maxTokens, call),
        describe: (assembled) => describeAssembly(assembled, call),
      },
      call.fit,
    );
    return answer;
  },
});

async function assemble(input: AssembleInput, maxTokens: number, call: ToolCall): Promise<AssembledContext> {
  const { runtime, signal } = call;
  // An unreadable document is an error here; an assembly would only skip the strategies that need it.
  const { path } = await runtime.editor.getDocument(input.document, { signal });
  // A link in the client's folders can lead out of them.
  requireFolder(path, call.folders);
  const cursor =
    input.line === undefined
      ? undefined
      : await runtime.editor.findPosition(path, { line: input.line, column: 1 }, { signal });
  const { query, conversation_id: conversationId } = input;
  const request = {
    agentId: input.agent,
    documentPath: path,
    cursorPosition: cursor?.offset,
    selectedText: input.selected_text,
    hints: { ...(query === undefined ? {} : { query }), ...(conversationId === undefined ? {} : { conversationId }) },
  };
  // Strategies for the whole workspace do not apply if the client limits the call to a part of it.
  const excludedStrategies = call.folders === undefined ? undefined : workspaceStrategies;
  return runtime.assemble(request, { maxTokens, excludedStrategies }, { signal });
}

async function describeAssembly(
  assembled: AssembledContext,
  call: ToolCall,
): Promise<DescribedText<z.output<typeof output>>> {
  const cut = assembled.truncated.map(({ sourceId, fromTokens, toTokens }) => ({
    source: sourceId,
    reason: `cut from ${fromTokens} to ${toTokens} tokens`,
  }));
  const skipped = assembled.skipped.map(({ sourceId, reason }) => ({ source: sourceId, reason }));
  const plain = { leftOut: [...cut, ...skipped], warnings: assembled.warnings };
  const { leftOut, warnings: all } = await screenOutput(plain, call);
  const warnings = shownWarnings(all);
  const context = combineContent(assembled);
  const data = {
    context,
    context_tokens: assembled.renderedTokens,
    sources: assembled.fragments.map(({ sourceId }) => sourceId),
    warnings,
  };
  const how = 'A larger budget_tokens takes more; search_code finds what else there is.';
  return {
    notes: leftOut.length,
    render: (notes) => {
      const named = leftOut.slice(0, notes);
      const omitted = omissionText({
        ...{ things: 'sources, in whole or in part', total: leftOut.length, how },
        named: named.map(({ source, reason }) => ({ name: source, reason })),
      });
      const text = joinSections([
        context === '' ? 'No source returned content.' : context,
        omitted,
        warningLines(warnings),
      ]);
      return { text, data: { ...data, left_out: named } };
    },
  };
}
