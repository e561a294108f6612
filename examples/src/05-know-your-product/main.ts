import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AssembledContext, AxiomViolation, ImportReport, KnowledgeContextFragment } from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

/** What describes the product: its API, its words, its rules. */
const documents = ['api/lending.yaml', 'glossary.md', 'rules.yaml'];

/** What the example finds out. */
export interface Findings {
  readonly report: ImportReport;
  readonly violations: readonly AxiomViolation[];
  readonly knowledge: KnowledgeContextFragment;
  readonly context: AssembledContext;
}

/** Reads the product's documents, checks its rules, and says what an agent should know for a question. */
export async function askProduct(workspaceRoot: string, query: string, maxTokens = 1_500): Promise<Findings> {
  const lexichord = await createRuntime({
    workspaceRoot,
    // Relationships and rules need the tier Teams.
    license: developmentLicense,
    // What is wrong with a document is in the report, so it need not be logged.
    configuration: { logging: { level: 'silent' } },
  });
  try {
    const files = documents.map(async (documentPath) => ({
      documentPath,
      text: await readFile(join(workspaceRoot, documentPath), 'utf8'),
    }));
    const report = await lexichord.knowledge.import(await Promise.all(files));
    const { violations } = await lexichord.knowledge.check();
    const knowledge = await lexichord.knowledge.context({ agentId: 'copilot', query, tokenBudget: maxTokens });
    const context = await lexichord.assemble(
      { agentId: 'copilot', documentPath: 'faq.md', hints: { query } },
      { maxTokens },
    );
    return { report, violations, knowledge, context };
  } finally {
    await lexichord.dispose();
  }
}

/** What was read, what is wrong with it, and what an agent is told. */
export function describe({ report, violations, knowledge }: Findings): string {
  return [
    ...report.documents.map(({ documentPath, entities }) => `read: ${documentPath}, ${entities} entities`),
    ...violations.map(({ severity, message }) => `${severity}: ${message}`),
    '',
    knowledge.content,
    '',
    `--- ${knowledge.tokenEstimate} tokens, ${knowledge.entities.length} of ${knowledge.totalEntitiesAvailable} entities`,
    ...knowledge.cut.map(({ type, name, reason }) => `left out: ${type} ${name} (${reason})`),
  ].join('\n');
}

/** The workspace that comes with this example; it is found from `src` and from `dist` alike. */
export const exampleWorkspace = fileURLToPath(new URL('../../src/05-know-your-product/workspace/', import.meta.url));

/** Runs the example and gives what it prints. */
export async function main(): Promise<string> {
  // The graph is written to .lexichord/ in the workspace, so the example works on a copy.
  const copy = await mkdtemp(join(tmpdir(), 'lexichord-example-'));
  try {
    await cp(exampleWorkspace, copy, { recursive: true });
    return describe(await askProduct(copy, 'start a loan for a member'));
  } finally {
    await rm(copy, { recursive: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${await main()}\n`);
