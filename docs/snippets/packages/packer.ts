import { createRuntime, developmentLicense } from '@lexichord/runtime';

import { enterWorkspace } from '../enter-workspace.js';

const workspaceRoot = enterWorkspace({ 'src/answer.ts': 'export function answer(): number {\n  return 42;\n}\n' });

// #region pack
const lexichord = await createRuntime({ workspaceRoot, license: developmentLicense });
const packed = await lexichord.pack('what is the answer', { openFiles: ['src/answer.ts'], budget: 2_000 });
console.log(packed.content);
for (const { id, reason } of packed.excludedChunks) console.log(id, reason);
await lexichord.dispose();
// #endregion

expect(console.log).toHaveBeenCalledWith(expect.stringContaining('export function answer()'));
