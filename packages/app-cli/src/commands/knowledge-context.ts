import type { CallOptions, ContextRequest, ILexichordRuntime, KnowledgeContextFragment } from '@lexichord/abstractions';

import { defaultAgentId, requireKnownAgent } from '../assembly/assembly-options.js';
import { withNearerPath } from '../assembly/nearer-path.js';
import type { CommandIo } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { textOption, tokensOption, usageError, wordsArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { requireKnowledge } from '../knowledge/require-knowledge.js';
import { printKnowledgeSummary } from '../output/knowledge-summary.js';
import { printJson } from '../output/print-json.js';
import { screenOutput } from '../output/screen-output.js';
import { toTerminalText } from '../output/terminal-text.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord knowledge context`. */
export const runKnowledgeContext: CommandRun = (invocation, io) => {
  const query = wordsArgument(invocation, 0);
  if (query.trim() === '') throw usageError('The query is empty. Say what the agent is asked.');
  const agentId = textOption(invocation, 'agent') ?? defaultAgentId;
  const tokenBudget = tokensOption(invocation, 'budget', '--budget');
  const document = textOption(invocation, 'document');
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireKnowledge(runtime, 'context');
    requireKnownAgent(agentId, runtime);
    const opened = document === undefined ? {} : await readDocument(document, { runtime, io, signal });
    const request = { agentId, query, tokenBudget, ...opened };
    const known = await runtime.knowledge.context(request, { signal });
    const fragment = await screenOutput(known, { runtime, signal });
    if (globals.json) printJson(toJson(fragment), io);
    else printContext(fragment, io);
    return ExitCode.done;
  });
};

async function readDocument(
  documentPath: string,
  { runtime, io, signal }: CallOptions & { readonly runtime: ILexichordRuntime; readonly io: CommandIo },
): Promise<Pick<ContextRequest, 'documentPath' | 'documentText'>> {
  try {
    const { path, content } = await runtime.editor.getDocument(documentPath, { signal });
    return { documentPath: path, documentText: content };
  } catch (error) {
    throw await withNearerPath(error, { documentPath, workingDirectory: io.workingDirectory }, runtime);
  }
}

/** The text for the model alone on standard output; a pipe gets exactly the text that was counted. */
function printContext(fragment: KnowledgeContextFragment, io: CommandIo): void {
  const { content } = fragment;
  if (io.stdout.isTTY !== true) io.stdout.write(content);
  else if (content !== '') io.stdout.write(`${toTerminalText(content)}\n\n`);
  printKnowledgeSummary(fragment, io);
}

function toJson(fragment: KnowledgeContextFragment): object {
  const { content, tokenEstimate, entities, relationships, axioms, totalEntitiesAvailable, wasTruncated } = fragment;
  const { relevance, relevanceScores, cut, secrets, notes } = fragment;
  return {
    content,
    tokenCount: tokenEstimate,
    relevance,
    entities: entities.map((entity) => ({ ...entity, score: relevanceScores[entity.id] })),
    relationships,
    axioms,
    totalEntitiesAvailable,
    wasTruncated,
    cut,
    secrets,
    notes,
  };
}
