import { IRanker } from '@lexichord/packer';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

import { enterWorkspace } from '../enter-workspace.js';

const workspaceRoot = enterWorkspace({ 'a.md': '# a.md\n', 'b.md': '# b.md\n' });

/** Ranks chunks by their order alone. */
class ListOrderRanker implements IRanker {
  rank: IRanker['rank'] = (chunks) =>
    Promise.resolve(
      chunks.map((chunk, index) => ({
        ...chunk,
        rankScore: 1 / (index + 1),
        rank: index + 1,
        factors: { relevance: 0, recency: 0, source: 0 },
        matchedKeywords: [],
      })),
    );
}

// #region ranker
const lexichord = await createRuntime({
  workspaceRoot,
  license: developmentLicense,
  register: (container) => container.register(IRanker, { useClass: ListOrderRanker }),
});
// #endregion

const packed = await lexichord.pack('', { openFiles: ['a.md', 'b.md'], budget: 1_000 });
expect(packed.includedChunks.map(({ filePath, rankScore }) => [filePath, rankScore])).toEqual([
  ['a.md', 1],
  ['b.md', 0.5],
]);
await lexichord.dispose();
