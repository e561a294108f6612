import { enterWorkspace } from '../enter-workspace.js';

const workspaceRoot = enterWorkspace({ 'guide.md': '# Guide\n' });

// #region panel
import { createPreviewServer, createRuntime, developmentLicense } from '@lexichord/runtime';

const lexichord = await createRuntime({ workspaceRoot, license: developmentLicense });
const panel = await createPreviewServer(lexichord);
console.log(panel.address); // open it in a browser, or show it in an editor's web view
// #endregion

expect(console.log).toHaveBeenCalledWith(expect.stringMatching(/^http:\/\/127\.0\.0\.1:/u));
await panel.close();
await lexichord.dispose();
