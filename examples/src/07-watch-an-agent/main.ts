import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ILexichordRuntime } from '@lexichord/abstractions';
import { createPreviewServer, createRuntime, developmentLicense } from '@lexichord/runtime';

import { exampleWorkspace } from '../01-assemble-a-document/main.js';

/** What the example sees: the panel's address, and a line for each assembly that the panel was told of. */
export interface Seen {
  readonly address: string;
  readonly lines: readonly string[];
}

/** A program that works with an agent, and lets people look on. */
export async function watchAnAgent(
  workspaceRoot: string,
  work: (lexichord: ILexichordRuntime, address: string) => Promise<void>,
): Promise<Seen> {
  const lexichord = await createRuntime({
    workspaceRoot,
    license: developmentLicense,
    configuration: { logging: { level: 'silent' } },
  });
  const panel = await createPreviewServer(lexichord);
  const lines: string[] = [];
  // What a page is told over HTTP, a program in the same process can be told too.
  const stopListening = panel.hub.connect('example-viewer').open({
    onStatus: () => undefined,
    onMessage: (message) => {
      if (message.kind !== 'assembled') return;
      const { agentId, result } = message.assembly;
      const sources = result.fragments.map(({ sourceId, tokenEstimate }) => `${sourceId} ${tokenEstimate}`).join(', ');
      lines.push(`${agentId}: ${result.renderedTokens} of ${result.maxTokens} tokens (${sources})`);
    },
  });
  try {
    await work(lexichord, panel.address);
    return { address: panel.address, lines };
  } finally {
    stopListening();
    await panel.close();
    await lexichord.dispose();
  }
}

/** What the agent does: it asks for context, first with room for everything, then without the outline and with little room. */
export async function askTwice(lexichord: ILexichordRuntime): Promise<void> {
  const request = { agentId: 'editor', documentPath: 'handbook.md', cursorPosition: 1_200 };
  await lexichord.assemble(request, { maxTokens: 2_000 });
  await lexichord.switchStrategy('heading', false);
  await lexichord.assemble(request, { maxTokens: 400 });
}

/** Runs the example in a copy of the workspace and gives what it prints. With `--stay` the panel stays until Ctrl+C. */
export async function main({ isStaying = false } = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lexichord-example-'));
  try {
    await cp(exampleWorkspace, folder, { recursive: true });
    const { lines } = await watchAnAgent(folder, async (lexichord, address) => {
      if (isStaying) process.stdout.write(`${address}\n`);
      await askTwice(lexichord);
      if (isStaying) await new Promise<void>((resolve) => process.once('SIGINT', () => resolve()));
    });
    return lines.join('\n');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.stdout.write(`${await main({ isStaying: process.argv.includes('--stay') })}\n`);
}
