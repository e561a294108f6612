import { IAxiomChecker, IKnowledgeContextStrategy, IKnowledgeImporter } from '@lexichord/abstractions';
import { createRuntime, developmentLicense } from '@lexichord/runtime';

import { enterWorkspace } from '../enter-workspace.js';

const runtime = await createRuntime({ workspaceRoot: enterWorkspace(), license: developmentLicense });
const text = `openapi: 3.0.3
info: { title: Shop, version: 1.0.0 }
paths: { /orders: { get: { responses: { '200': { description: Orders } } } } }
`;
const query = 'list the orders';

// #region import
const report = await runtime.resolve(IKnowledgeImporter).importFiles([{ documentPath: 'api.yaml', text }]);
const { violations } = await runtime.resolve(IAxiomChecker).check();
const strategy = runtime.resolve(IKnowledgeContextStrategy);
const { content, entities, cut } = await strategy.getContext({ agentId: 'copilot', query });
// #endregion

expect(report.problems).toEqual([]);
expect([violations, cut]).toEqual([[], []]);
expect(entities.map(({ name }) => name)).toContain('GET /orders');
expect(content).toContain('GET /orders');
await runtime.dispose();
