import { enterWorkspace } from '../enter-workspace.js';
import { aContainer, license } from '../platform-services.js';

const container = aContainer(enterWorkspace());
const text = `openapi: 3.0.3
info: { title: Shop, version: 1.0.0 }
paths:
  /orders/{id}:
    delete: { operationId: cancelOrder, summary: Cancel an order, responses: { '204': { description: Cancelled } } }
`;

// #region import
import 'reflect-metadata';
import { IAxiomChecker, IKnowledgeContextStrategy, IKnowledgeImporter } from '@lexichord/abstractions';
import { resolveToken } from '@lexichord/platform';
import { registerKnowledgeGraphModule } from '@lexichord/knowledge-graph';

registerKnowledgeGraphModule(container, { license, options: { workspace: 'shop' } });
const report = await resolveToken(container, IKnowledgeImporter).importFiles([{ documentPath: 'api.yaml', text }]);
const { violations } = await resolveToken(container, IAxiomChecker).check();
const strategy = resolveToken(container, IKnowledgeContextStrategy);
const { content, entities, cut } = await strategy.getContext({ agentId: 'copilot', query: 'cancel an order' });
// #endregion

expect(report.problems).toEqual([]);
expect([violations, cut]).toEqual([[], []]);
expect(entities.map(({ name }) => name)).toContain('DELETE /orders/{id}');
expect(content).toContain('DELETE /orders/{id}');
await container.dispose();
