import {
  type CallOptions,
  type ContextGatheringRequest,
  IEditorService,
  type ILogger,
  type ITokenCounter,
} from '@lexichord/abstractions';
import { ComposedStrategy, type GatheredContent } from '@lexichord/context-strategy';
import { resolveToken } from '@lexichord/platform';

import { enterWorkspace } from '../enter-workspace.js';
import { aContainer, platformServices } from '../platform-services.js';

enterWorkspace({ 'CHANGELOG.md': '# Changes\n\n- Nothing yet.\n' });
const container = aContainer('.');
const { logger, tokenCounter } = platformServices;

// #region strategy
const descriptor = { strategyId: 'changes', displayName: 'Changes', priority: 40, maxTokens: 500 };

class ChangesStrategy extends ComposedStrategy {
  constructor(
    private readonly editor: IEditorService,
    tokenCounter: ITokenCounter,
    log: ILogger,
  ) {
    super({ ...descriptor, tier: 'Enterprise' }, tokenCounter, log);
  }

  protected override async compose(
    _request: ContextGatheringRequest,
    maxTokens: number,
    options: CallOptions,
  ): Promise<GatheredContent> {
    const { path, content } = await this.editor.getDocument('CHANGELOG.md', options);
    const beginning = this.tokenCounter.truncateToTokens(content, maxTokens);
    return { content: beginning.content, relevance: 0.5, metadata: { path } };
  }
}

const strategy = new ChangesStrategy(resolveToken(container, IEditorService), tokenCounter, logger);
const fragment = await strategy.gather({ agentId: 'copilot' }, { maxTokens: 200 });
// #endregion

expect(fragment).toMatchObject({ sourceId: 'changes', label: 'Changes', metadata: { path: 'CHANGELOG.md' } });
await container.dispose();
