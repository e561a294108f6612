import { IContextPacker, IIndexService, ISourceFinder, packingBudgetOf } from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

import { enterWorkspace } from '../enter-workspace.js';

const workspaceRoot = enterWorkspace({ 'src/answer.ts': 'export function answer(): number {\n  return 42;\n}\n' });

// #region pack
const runtime = await createRuntime({ workspaceRoot, license: developmentLicense });
await runtime.resolve(IIndexService).update();
const task = 'what is the answer';
const sources = await runtime.resolve(ISourceFinder).find({ task, openFiles: ['src/answer.ts'] });
const packed = await runtime.resolve(IContextPacker).pack(sources, packingBudgetOf(2_000), { task });
console.log(packed.content);
for (const { id, reason } of packed.excludedChunks) console.log(id, reason);
await runtime.dispose();
// #endregion

expect(console.log).toHaveBeenCalledWith(expect.stringContaining('export function answer()'));
