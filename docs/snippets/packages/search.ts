import { IEmbeddingProvider } from '@lexichord/abstractions';

import { enterWorkspace } from '../enter-workspace.js';
import { aContainer } from '../platform-services.js';

const container = aContainer(
  enterWorkspace({ 'src/login.ts': '/** Why a login fails. */\nexport class LoginFailure {}\n' }),
);
const show = console.log;

// #region search
import 'reflect-metadata';
import { IIndexService, ISemanticSearchService } from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import { registerSearchModule } from '@lexichord/search';

registerSearchModule(container);
const report = await resolveToken(container, IIndexService).update();
const { hits, warnings } = await resolveToken(container, ISemanticSearchService).search('why does login fail', {
  topK: 5,
  filter: { paths: ['src/**'] },
});
for (const { filePath, startLine, endLine, score, parts } of hits) show(filePath, startLine, endLine, score, parts);
// #endregion

// #region server
registerSearchModule(container, {
  options: {
    embedding: { provider: 'ollama', endpoint: 'http://127.0.0.1:11434', model: 'nomic-embed-text', dimension: 768 },
  },
});
// #endregion

expect(report).toMatchObject({ files: 1, added: 1 });
expect(warnings).toEqual([]);
expect(hits).toMatchObject([{ filePath: 'src/login.ts', startLine: 1, endLine: 2 }]);
expect(resolveToken(container, IEmbeddingProvider)).toMatchObject({ dimension: 768 });
await container.dispose();
