import { fileURLToPath } from 'node:url';
import { type AssembledContext, getFragment } from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';
import { openTasksStrategy } from './open-tasks-strategy.js';

/** The context for a document, the workspace's open tasks included. */
export async function assembleWithTasks(workspaceRoot: string, documentPath: string): Promise<AssembledContext> {
  // #region open
  const lexichord = await createRuntime({
    workspaceRoot,
    // Custom strategies open with the Enterprise tier, which the development licence has.
    license: developmentLicense,
    customStrategies: [openTasksStrategy()],
  });
  // #endregion
  try {
    return await lexichord.assemble({ agentId: 'copilot', documentPath }, { maxTokens: 2_000 });
  } finally {
    await lexichord.dispose();
  }
}

/** The workspace that comes with this example; it is found from `src` and from `dist` alike. */
export const exampleWorkspace = fileURLToPath(new URL('../../src/02-write-a-strategy/workspace/', import.meta.url));

/** Runs the example and gives what it prints: what the custom strategy contributed. */
export async function main(): Promise<string> {
  const context = await assembleWithTasks(exampleWorkspace, 'docs/install.md');
  const tasks = getFragment(context, 'open-tasks');
  return tasks === undefined
    ? 'The strategy "open-tasks" contributed nothing.'
    : `## ${tasks.label} (${tasks.tokenEstimate} tokens, relevance ${tasks.relevance})\n${tasks.content}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${await main()}\n`);
