import { createRuntime, developmentLicense } from '@lexichord/runtime';

import { enterWorkspace } from '../enter-workspace.js';

const workspaceRoot = enterWorkspace({ 'src/sessions.ts': '/** Closes sessions. */\nexport class Sessions {}\n' });
const lexichord = await createRuntime({ workspaceRoot, license: developmentLicense });
const { signal } = new AbortController();

// #region search
const { hits, warnings } = await lexichord.search('how are sessions closed', {
  limit: 5,
  filter: { paths: ['src'], languages: ['typescript'] },
  signal,
});
// #endregion

expect(hits).toMatchObject([{ filePath: 'src/sessions.ts' }]);
expect(warnings).toEqual([]);
await lexichord.dispose();
