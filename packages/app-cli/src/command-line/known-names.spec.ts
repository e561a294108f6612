import {
  chunkKinds,
  compressionLevelNames,
  knowledgeExportFormats,
  licenseTiers,
  packProfiles,
  packLayouts,
  packTemplates,
} from '@lexichord/abstractions';
import { createRuntime } from '@lexichord/runtime';

import { agentClients } from '../agents/agent-clients.js';
import { aFolder } from '../test-support/run-command.js';
import {
  knownAgentClients,
  knownAgentIds,
  knownChunkKinds,
  knownCompressionLevels,
  knownExportFormats,
  knownPackProfiles,
  knownPackLayouts,
  knownPackTemplates,
  knownStrategyIds,
  knownTiers,
} from './known-names.js';

// Copies, because help and completion should not load the contracts for a few words.
describe('names for completion', () => {
  it('are those of the contracts', () => {
    expect(knownChunkKinds).toEqual(chunkKinds);
    expect(knownCompressionLevels).toEqual(compressionLevelNames.toReversed());
    expect(knownTiers).toEqual(licenseTiers);
    expect(knownPackProfiles).toEqual(packProfiles);
    expect(knownExportFormats).toEqual(knowledgeExportFormats);
    expect(knownPackLayouts).toEqual(packLayouts);
    expect(knownPackTemplates).toEqual(packTemplates);
  });

  it('are those of the agents that an entry can be written for', () => {
    expect(knownAgentClients).toEqual(agentClients.map(({ name }) => name));
  });

  it('are those of the built-in strategies and agents', async () => {
    const runtime = await createRuntime({ workspaceRoot: aFolder() });

    const strategyIds = runtime.orchestrator.describeStrategies().map(({ strategyId }) => strategyId);
    const agentIds = runtime.agents.listAgents().map(({ agentId }) => agentId);
    await runtime.dispose();

    expect(strategyIds.toSorted()).toEqual(knownStrategyIds.toSorted());
    expect(agentIds.toSorted()).toEqual(knownAgentIds.toSorted());
  });
});
