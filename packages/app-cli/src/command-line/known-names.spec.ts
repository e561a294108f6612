import {
  chunkKinds,
  compressionLevelNames,
  knowledgeExportFormats,
  licenseTiers,
  packProfiles,
  packLayouts,
  packTemplates,
} from '@lexichord/abstractions';

import { agentClients } from '../agents/agent-clients.js';
import {
  knownAgentClients,
  knownChunkKinds,
  knownCompressionLevels,
  knownExportFormats,
  knownPackProfiles,
  knownPackLayouts,
  knownPackTemplates,
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
});
