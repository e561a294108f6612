import { developmentLicense } from '@lexichord/runtime';

import { enterWorkspace } from '../enter-workspace.js';

const workspaceRoot = enterWorkspace();
const { publicKey: productKey, token: userToken } = developmentLicense;

// #region license
import { createRuntime } from '@lexichord/runtime';

const lexichord = await createRuntime({
  workspaceRoot,
  license: { publicKey: productKey, token: userToken },
});
console.log(lexichord.license.info.message);
// #endregion

expect(lexichord.license.info.status).toBe('valid');
await lexichord.dispose();
