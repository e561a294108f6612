import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AssembledContext, type IndexReport, type SearchHit, getFragment } from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

/** What one visit to the repository brought. */
export interface Findings {
  readonly report: IndexReport;
  /** Answers to the question, best first. */
  readonly hits: readonly SearchHit[];
  /** The same, in documentation only. */
  readonly inDocs: readonly SearchHit[];
  /** What an agent would see of the repository for the question. */
  readonly context: AssembledContext;
}

/** Brings the index of a repository up to date and asks it a question in three ways. */
export async function askRepository(workspaceRoot: string, question: string): Promise<Findings> {
  const lexichord = await createRuntime({
    workspaceRoot,
    // Index and search need no licence. The strategy "rag", which uses them below, opens with the Teams tier.
    license: developmentLicense,
    configuration: { logging: { level: 'error' } },
  });
  try {
    const report = await lexichord.index.update();
    // A search brings the index up to date; here that has just been done.
    const options = { limit: 3, refresh: false };
    const { hits } = await lexichord.search(question, options);
    const { hits: inDocs } = await lexichord.search(question, { ...options, filter: { paths: ['docs'] } });
    const context = await lexichord.assemble({ agentId: 'copilot', hints: { query: question } }, { maxTokens: 1_000 });
    return { report, hits, inDocs, context };
  } finally {
    await lexichord.dispose();
  }
}

/** A place, and what its score is made of. */
export function describe({ filePath, startLine, endLine, headingPath, score, parts = [] }: SearchHit): string {
  const reasons = parts.map((part) => `${part.signal} ${part.score.toFixed(2)}`).join(', ');
  return `${score.toFixed(2)} ${filePath}:${startLine}-${endLine} ${headingPath.join(' › ')} (${reasons})`;
}

/** The workspace that comes with this example; it is found from `src` and from `dist` alike. */
export const exampleWorkspace = fileURLToPath(new URL('../../src/03-search-a-repository/workspace/', import.meta.url));

/** Runs the example and gives what it prints. */
export async function main(): Promise<string> {
  // An index is written to .lexichord/ in the workspace, so the example works on a copy.
  const copy = await mkdtemp(join(tmpdir(), 'lexichord-example-'));
  try {
    await cp(exampleWorkspace, copy, { recursive: true });
    const question = 'how is a pickup code verified';
    const { report, hits, inDocs, context } = await askRepository(copy, question);
    return [
      `${report.files} files, ${report.chunks} chunks`,
      question,
      ...hits.map((hit) => `  ${describe(hit)}`),
      'in docs/ only',
      ...inDocs.map((hit) => `  ${describe(hit)}`),
      'for an agent',
      getFragment(context, 'rag')?.content ?? 'nothing',
    ].join('\n');
  } finally {
    await rm(copy, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${await main()}\n`);
