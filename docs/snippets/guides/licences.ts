import { developmentLicense } from '@lexichord/runtime';

import { enterWorkspace } from '../enter-workspace.js';

const workspaceRoot = enterWorkspace();
const { publicKey: productKey, token: userToken } = developmentLicense;

// #region license
import { createRuntime } from '@lexichord/runtime';

const runtime = await createRuntime({
  workspaceRoot,
  license: { publicKey: productKey, token: userToken },
});
console.log(runtime.license.info.message);
// #endregion

expect(runtime.license.info.status).toBe('valid');
await runtime.dispose();
