import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { IncludedChunk, PackedContext, RankedChunk } from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

/** What the model is to do. */
export const task = 'Fix the failing test: slots are offered that would end after closing time';

/** What the test printed: the place that it names is looked up. */
export const testOutput = `✖ offers nothing that would end after closing time
  AssertionError [ERR_ASSERTION]: Expected values to be strictly equal: 1065 !== 1050
      at test/slots.test.ts:14:10
`;

/** Packs what the task needs of a repository into a budget. */
export async function packRepository(
  workspaceRoot: string,
  maxTokens: number,
  openFiles: readonly string[] = ['src/slots.ts'],
): Promise<PackedContext> {
  const lexichord = await createRuntime({
    workspaceRoot,
    // Packing needs no licence.
    license: developmentLicense,
    // What was left out is in the result, so it need not be logged.
    configuration: { logging: { level: 'silent' } },
  });
  try {
    return await lexichord.pack(task, {
      budget: maxTokens,
      openFiles,
      toolOutputs: [{ name: 'test', text: testOutput }],
      profile: 'bug-fix',
    });
  } finally {
    await lexichord.dispose();
  }
}

/** The text for the model, and beside it what was taken and what was not. */
export function describe({ content, totalTokens, availableTokens, ...packed }: PackedContext): string {
  return [
    content,
    '',
    `--- ${totalTokens} of ${availableTokens} tokens`,
    ...packed.includedChunks.toSorted((a, b) => a.rank - b.rank).map((chunk) => `taken: ${describeChunk(chunk)}`),
    ...packed.excludedChunks.map((chunk) => `left out: ${describeChunk(chunk)} (${chunk.reason})`),
    ...packed.rejectedSources.map(({ filePath, reason }) => `rejected: ${filePath} (${reason})`),
  ].join('\n');
}

function describeChunk({ rank, rankScore, sourceType, ...chunk }: RankedChunk | IncludedChunk): string {
  const { filePath, startLine, endLine, tokenCount } = chunk;
  return `#${rank} ${rankScore.toFixed(2)} ${filePath}:${startLine}-${endLine}, ${sourceType}, ${tokenCount} tokens`;
}

/** The workspace that comes with this example; it is found from `src` and from `dist` alike. */
export const exampleWorkspace = fileURLToPath(new URL('../../src/04-pack-a-repository/workspace/', import.meta.url));

/** Runs the example and gives what it prints. */
export async function main(): Promise<string> {
  // An index is written to .lexichord/ in the workspace, so the example works on a copy.
  const copy = await mkdtemp(join(tmpdir(), 'lexichord-example-'));
  try {
    await cp(exampleWorkspace, copy, { recursive: true });
    return describe(await packRepository(copy, 950));
  } finally {
    await rm(copy, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${await main()}\n`);
