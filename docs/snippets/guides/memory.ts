import { createRuntime, developmentLicense } from '@lexichord/runtime';

import { enterWorkspace } from '../enter-workspace.js';

const lexichord = await createRuntime({
  workspaceRoot: enterWorkspace(),
  license: developmentLicense,
  configuration: { compression: { segments: { boundary: 'size', maxMessages: 2 } } },
});
const talk = ['Let us take the second server.', 'Agreed.', 'What is for lunch?'];
const messages = talk.map((content, index) => ({ id: `m${index}`, role: 'user', content }));

// #region conversation
import { CompressionLevel } from '@lexichord/abstractions';

const { head, segments } = await lexichord.memory.add('migration', messages);
const recalled = await lexichord.memory.recall('migration', 'which server?', { budget: 500 });
for (const shown of recalled.segments) {
  // Where the agent saw less than every word, it can have the rest.
  if (shown.level !== CompressionLevel.full) console.log((await lexichord.expand(shown)).content);
}
// #endregion

expect(head).toMatch(/^[0-9a-f]+$/u);
expect(segments).toHaveLength(2);
expect(recalled.content).toContain('Let us take the second server.');
await lexichord.dispose();
