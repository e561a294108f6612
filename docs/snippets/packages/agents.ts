import { IContextOrchestrator } from '@lexichord/abstractions';
import { assemblerSection, registerAgentsModule } from '@lexichord/agents';
import { registerPlatformModule, resolveToken } from '@lexichord/platform';
import { registerSecretsModule } from '@lexichord/secrets';
import { registerWorkspaceModule } from '@lexichord/workspace';
import { container as rootContainer } from 'tsyringe';

import { enterWorkspace } from '../enter-workspace.js';
import { license, platformServices } from '../platform-services.js';

enterWorkspace({ 'guide.md': '# Guide\n\nSay what is.\n' });
const container = rootContainer.createChildContainer();

// #region assemble
registerPlatformModule(container, platformServices);
registerWorkspaceModule(container, { options: { root: '.' } });
registerSecretsModule(container);
// Last, because a strategy is registered only where the service it needs is.
registerAgentsModule(container, { license, options: { current: assemblerSection.parse({}) } });

const orchestrator = resolveToken(container, IContextOrchestrator);
const context = await orchestrator.assemble({ agentId: 'copilot', documentPath: 'guide.md' }, { maxTokens: 2_000 });
// #endregion

expect(context.fragments.map(({ sourceId }) => sourceId)).toEqual(['document', 'heading']);
await container.dispose();
