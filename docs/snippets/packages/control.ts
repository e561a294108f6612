import { IStateFolder } from '@lexichord/abstractions';
import { askServingProcesses, startControlServer } from '@lexichord/control';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

import { enterWorkspace } from '../enter-workspace.js';

const workspaceRoot = enterWorkspace();

// #region ask
const runtime = await createRuntime({ workspaceRoot, license: developmentLicense });
const server = await startControlServer(runtime, {
  reloadConfiguration: () => runtime.reloadConfiguration(),
  refresh: () => Promise.resolve({ viewers: 0 }),
  describeWatch: () => Promise.resolve({ active: false, folders: [], documents: [], configurationFiles: [] }),
  rereadStrategies: async () => ({ switched: await runtime.rereadStrategies() }),
});

// In another process of the same user:
const replies = await askServingProcesses(runtime.resolve(IStateFolder).path, 'refresh');
for (const { pid, answer, failure } of replies) console.log(pid, answer ?? failure?.message);
// #endregion

expect(console.log).toHaveBeenCalledWith(process.pid, { viewers: 0 });
await server.close();
await runtime.dispose();
