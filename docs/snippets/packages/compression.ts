import { enterWorkspace } from '../enter-workspace.js';
import { aContainer, license } from '../platform-services.js';

const container = aContainer(enterWorkspace());

// #region conversation
import 'reflect-metadata';
import { CompressionLevel, IContextExpander, IConversationMemory, IConversationRecall } from '@lexichord/abstractions';
import { registerCompressionModule } from '@lexichord/compression';
import { resolveToken } from '@lexichord/platform';

registerCompressionModule(container, { license });
const memory = resolveToken(container, IConversationMemory);
const { head, segments } = await memory.add('migration', [{ role: 'user', content: 'Let us take the second server.' }]);
const { content } = await resolveToken(container, IConversationRecall).allocate('migration', 'which server?', 500);
const { brief, full } = CompressionLevel;
for (const { segmentId } of segments) {
  const { messages } = await resolveToken(container, IContextExpander).expand(segmentId, brief, full);
  console.log(messages);
}
// #endregion

expect(head).toMatch(/^[0-9a-f]+$/u);
expect(content).toContain('Let us take the second server.');
expect(console.log).toHaveBeenCalledWith([
  expect.objectContaining({ role: 'user', content: 'Let us take the second server.' }),
]);
await container.dispose();
