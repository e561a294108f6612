import { fileURLToPath } from 'node:url';
// #region readme
import { type AssembledContext, combineContent } from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

/** What an agent should see of a handbook while somebody works on its section about deploying. */
export async function assembleHandbook(workspaceRoot: string): Promise<AssembledContext> {
  const lexichord = await createRuntime({
    workspaceRoot,
    // A product passes its own public key and its user's token.
    license: developmentLicense,
    // What was cut is in the result as well, so it need not be logged.
    configuration: { logging: { level: 'error' } },
  });
  try {
    const handbook = await lexichord.editor.getContent('handbook.md');
    const selectedText = 'log in to the console and simply approve the step `production`';
    return await lexichord.assemble(
      {
        agentId: 'copilot',
        documentPath: 'handbook.md',
        cursorPosition: handbook.indexOf(selectedText),
        selectedText,
      },
      { maxTokens: 600, requiredStrategies: ['style'] },
    );
  } finally {
    await lexichord.dispose();
  }
}

/** The context for a prompt, then a report of what was taken, cut and left out. */
export function describe(context: AssembledContext): string {
  return [
    combineContent(context),
    '',
    `--- ${context.renderedTokens} of ${context.maxTokens} tokens`,
    ...context.fragments.map(({ sourceId, tokenEstimate }) => `taken: ${sourceId}, ${tokenEstimate} tokens`),
    ...context.truncated.map(({ sourceId, fromTokens, toTokens }) => `cut: ${sourceId}, ${fromTokens} to ${toTokens}`),
    ...context.skipped.map(({ sourceId, reason, message }) => `left out: ${sourceId} (${reason}): ${message}`),
  ].join('\n');
}
// #endregion

/** The workspace that comes with this example; it is found from `src` and from `dist` alike. */
export const exampleWorkspace = fileURLToPath(new URL('../../src/01-assemble-a-document/workspace/', import.meta.url));

/** Runs the example and gives what it prints. */
export async function main(): Promise<string> {
  return describe(await assembleHandbook(exampleWorkspace));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${await main()}\n`);
