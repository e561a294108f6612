import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  CompressionLevel,
  type ExpandedContext,
  type ExpansionDecision,
  type MemoryReport,
  type RecalledContext,
  compressionLevelNames,
  emptyAssembledContext,
} from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

/** The name that the conversation is kept by. */
const conversationId = 'migration';

/** What the example finds out. */
export interface Findings {
  readonly report: MemoryReport;
  readonly recalled: RecalledContext;
  readonly decision: ExpansionDecision;
  /** From tags to the original words, of the first segment that the agent asked for. */
  readonly steps: readonly ExpandedContext[];
}

/** Keeps a conversation, recalls what a question needs of it, and gives back what an agent misses. */
export async function remember(
  workspaceRoot: string,
  { question, answer }: { readonly question: string; readonly answer: string },
): Promise<Findings> {
  const lexichord = await createRuntime({
    workspaceRoot,
    // Several levels in one call need the tier Teams.
    license: developmentLicense,
    configuration: { logging: { level: 'silent' } },
  });
  try {
    const { memory } = lexichord;
    const report = await memory.addFile(conversationId, () => createReadStream(conversationFile));
    const recalled = await memory.recall(conversationId, question, { budget: 300 });
    const shown = emptyAssembledContext('copilot');
    const decision = await memory.shouldExpand(answer, shown, { conversationId });
    const steps: ExpandedContext[] = [];
    for (const segmentId of decision.segmentIds.slice(0, 1)) {
      steps.push(...(await memory.cascadeExpand({ segmentId, level: CompressionLevel.tags })));
    }
    return { report, recalled, decision, steps };
  } finally {
    await lexichord.dispose();
  }
}

/** What was kept, what was recalled, and what was expanded. */
export function describe({ report, recalled, decision, steps }: Findings): string {
  return [
    `kept: ${report.messages} messages in ${report.segments.length} segments, head ${report.head}`,
    ...report.segments.map(({ segmentId, tokenCounts: { full, detailed, brief, tags } }) => {
      return `  ${segmentId}  ${full} tokens, ${detailed} detailed, ${brief} brief, ${tags} as tags`;
    }),
    '',
    recalled.content,
    '',
    `--- ${recalled.totalTokens} of ${recalled.originalTokens} tokens`,
    '',
    `expand: ${decision.reason}`,
    ...steps.map(
      ({ level, content, tokenCount }) => `\n${compressionLevelNames[level]}, ${tokenCount} tokens\n${content}`,
    ),
  ].join('\n');
}

/** The conversation that comes with this example; it is found from `src` and from `dist` alike. */
export const conversationFile = fileURLToPath(
  new URL('../../src/06-remember-a-conversation/workspace/migration.jsonl', import.meta.url),
);

/** Runs the example and gives what it prints. */
export async function main(): Promise<string> {
  // The conversation is written to .lexichord/ in the workspace.
  const workspace = await mkdtemp(join(tmpdir(), 'lexichord-example-'));
  try {
    const question = 'Which server did we choose, and what does it cost?';
    const answer =
      "I don't have enough context about the rows with a broken due date. Could you remind me what became of them?";
    return describe(await remember(workspace, { question, answer }));
  } finally {
    await rm(workspace, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${await main()}\n`);
