import { IChunker, partMarker } from '@lexichord/abstractions';
import { registerChunkerModule } from '@lexichord/chunker';
import { registerPlatformModule, resolveToken } from '@lexichord/platform';
import { container as rootContainer } from 'tsyringe';

import { platformServices } from '../platform-services.js';

const content = 'export function answer(): number {\n  return 42;\n}\n';

// #region chunk
const container = rootContainer.createChildContainer();
registerChunkerModule(container, { options: { maxChunkTokens: 1_500 } });
registerPlatformModule(container, platformServices); // ILogger and ITokenCounter come from here

const chunker = resolveToken(container, IChunker);
const { chunks, fallback } = await chunker.chunk({ filePath: 'src/a.ts', content, language: 'typescript' });
for (const { startLine, endLine, kind, symbol, part } of chunks) {
  console.log(startLine, endLine, kind, symbol, part === undefined ? '' : partMarker(part));
}
if (fallback !== undefined) console.log(fallback.reason, fallback.message);
await container.dispose();
// #endregion

expect(console.log).toHaveBeenCalledWith(1, 3, 'function', 'answer', '');
