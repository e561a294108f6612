import { createRuntime, developmentLicense } from '@lexichord/runtime';

import { enterWorkspace } from '../enter-workspace.js';

const workspaceRoot = enterWorkspace({ 'src/sessions.ts': '/** Closes sessions. */\nexport class Sessions {}\n' });
const runtime = await createRuntime({ workspaceRoot, license: developmentLicense });
const { signal } = new AbortController();
const onProgress = (): void => undefined;

// #region search
import { IIndexService, ISemanticSearchService } from '@lexichord/abstractions';

const report = await runtime.resolve(IIndexService).update({ onProgress, signal });
const { hits, warnings } = await runtime.resolve(ISemanticSearchService).search('how are sessions closed', {
  topK: 5,
  filter: { paths: ['src'], languages: ['typescript'] },
});
// #endregion

expect(report).toMatchObject({ files: 1, added: 1 });
expect(hits).toMatchObject([{ filePath: 'src/sessions.ts' }]);
expect(warnings).toEqual([]);
await runtime.dispose();
