import { developmentLicense } from '@lexichord/runtime';

import { enterWorkspace } from '../enter-workspace.js';

const workspaceRoot = enterWorkspace({
  'docs/guide.md': `# Guide\n\n${'Internationalization matters.\n\n'.repeat(40)}\n`,
});
const { publicKey, token } = developmentLicense;

// #region assemble
import { combineContent } from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';

const lexichord = await createRuntime({ workspaceRoot, license: { publicKey, token } });
const context = await lexichord.assemble(
  { agentId: 'editor', documentPath: 'docs/guide.md', cursorPosition: 1042 },
  { maxTokens: 4_000 },
);
const prompt = combineContent(context);
await lexichord.dispose();
// #endregion

expect(prompt).toContain('Internationalization matters.');
