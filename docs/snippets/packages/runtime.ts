import { enterWorkspace } from '../enter-workspace.js';

enterWorkspace({ 'README.md': '# Parcel desk\n' });

// #region assemble
import { combineContent } from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

const lexichord = await createRuntime({ workspaceRoot: '.', license: developmentLicense });
try {
  const request = { agentId: 'copilot', documentPath: 'README.md', cursorPosition: 0 };
  console.log(combineContent(await lexichord.assemble(request, { maxTokens: 1_000 })));
} finally {
  await lexichord.dispose();
}
// #endregion

expect(console.log).toHaveBeenCalledWith(expect.stringContaining('Parcel desk'));
