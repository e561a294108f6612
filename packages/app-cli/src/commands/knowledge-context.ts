import type {
  CallOptions,
  ContextRequest,
  CutEntity,
  ILexichordRuntime,
  KnowledgeContextFragment,
} from '@lexichord/abstractions';
import { toTerminalLine, toTerminalText } from '@lexichord/platform/terminal-text';
import { screenOutput } from '@lexichord/secrets/internal';

import { defaultAgentId, requireListedAgent } from '../assembly/assembly-options.js';
import { type CommandIo, columnsOf } from '../command-io.js';
import type { CommandRun } from '../command-line/command-definition.js';
import { textOption, tokensOption, usageError, wordsArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { requireKnowledge } from '../knowledge/require-knowledge.js';
import { entityText } from '../output/knowledge-tables.js';
import { countOf, formatCount } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { secretList } from '../output/secret-list.js';
import { pathInWorkspace } from '../packing/named-files.js';
import { titledRows } from '../output/table.js';
import { colorsFor } from '../output/text-layout.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord knowledge context`. */
export const runKnowledgeContext: CommandRun = (invocation, io) => {
  const query = wordsArgument(invocation, 0);
  if (query.trim() === '') throw usageError('The query is empty. Give the question to the agent.');
  const agentId = textOption(invocation, 'agent') ?? defaultAgentId;
  const tokenBudget = tokensOption(invocation, 'budget', '--budget');
  const document = textOption(invocation, 'document');
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireKnowledge(runtime, 'context');
    requireListedAgent(agentId, runtime);
    const opened = document === undefined ? {} : await readDocument(document, { runtime, io, signal });
    const request = { agentId, query, tokenBudget, ...opened };
    const unscreened = await runtime.knowledge.context(request, { signal });
    const fragment = await screenOutput(unscreened, { runtime, signal });
    if (globals.json) printJson(toJson(fragment), io);
    else printContext(fragment, io);
    return ExitCode.done;
  });
};

async function readDocument(
  documentPath: string,
  { runtime, io, signal }: CallOptions & { readonly runtime: ILexichordRuntime; readonly io: CommandIo },
): Promise<Pick<ContextRequest, 'documentPath' | 'documentText'>> {
  const { workingDirectory } = io;
  const { editor, workspaceRoot } = runtime;
  const named = await pathInWorkspace(documentPath, { workingDirectory, workspaceRoot });
  const { path, content } = await editor.getDocument(named, { signal });
  return { documentPath: path, documentText: content };
}

/** Writes only the model's text to standard output; a pipe gets exactly the text that was counted. */
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

/** Left-out entities named for each reason. */
const maxNamed = 5;

const reasonTexts: Readonly<Record<CutEntity['reason'], string>> = {
  'over-budget': 'no room in the budget',
  'entity-limit': 'above the maximum of the agent',
  duplicate: 'repeated by an included entity',
  licence: 'above the maximum of the licence',
};

/** Prints a summary to standard error: size, omissions and their reasons. */
function printKnowledgeSummary(fragment: KnowledgeContextFragment, io: CommandIo): void {
  const layout = { colors: colorsFor(io.stderr, io.environment), columns: columnsOf(io.stderr) };
  const { dim, bold } = layout.colors;
  const { entities, relationships, axioms, tokenEstimate, totalEntitiesAvailable, cut, secrets, notes } = fragment;
  const kinds = [
    `${formatCount(entities.length)} of ${formatCount(totalEntitiesAvailable)} entities found`,
    countOf(relationships.length, 'relationship'),
    countOf(axioms.length, 'rule'),
  ];
  const sections = [
    `${bold(countOf(tokenEstimate, 'token'))}: ${kinds.join(', ')}`,
    titledRows('Left out', leftOutRows(cut), layout),
    secretList(secrets, layout),
    notes.map((note) => `${dim('note:')} ${toTerminalLine(note)}`).join('\n'),
  ];
  const rule = io.stdout.isTTY === true && fragment.content !== '' ? `${dim('─'.repeat(layout.columns))}\n` : '';
  io.stderr.write(`${rule}${sections.filter((text) => text !== '').join('\n\n')}\n`);
}

/** A row for each reason. */
function leftOutRows(cut: readonly CutEntity[]): readonly (readonly string[])[] {
  return Object.entries(reasonTexts).flatMap(([reason, text]) => {
    const entities = cut.filter((one) => one.reason === reason);
    if (entities.length === 0) return [];
    const named = entities.slice(0, maxNamed).map(entityText).join(', ');
    const more = entities.length > maxNamed ? ` and ${formatCount(entities.length - maxNamed)} more` : '';
    return [[reason, `${text}: ${named}${more}`]];
  });
}
