import { createRuntime, developmentLicense } from '@lexichord/runtime';

import { enterWorkspace } from '../enter-workspace.js';

const lexichord = await createRuntime({ workspaceRoot: enterWorkspace(), license: developmentLicense });
const text = `openapi: 3.0.3
info: { title: Shop, version: 1.0.0 }
paths: { /orders: { get: { responses: { '200': { description: Orders } } } } }
`;
const query = 'list the orders';

// #region import
const report = await lexichord.knowledge.import([{ documentPath: 'api.yaml', text }]);
const { violations } = await lexichord.knowledge.check();
const { content, entities, cut } = await lexichord.knowledge.context({ agentId: 'copilot', query });
// #endregion

expect(report.problems).toEqual([]);
expect([violations, cut]).toEqual([[], []]);
expect(entities.map(({ name }) => name)).toContain('GET /orders');
expect(content).toContain('GET /orders');
await lexichord.dispose();
