import { createRuntime, developmentLicense } from '@lexichord/runtime';

import { enterWorkspace } from '../enter-workspace.js';

// #region strategy
import {
  type ContextFragment,
  type IContextStrategy,
  ITokenCounter,
  StrategyPriority,
  type StrategyServices,
} from '@lexichord/abstractions';

class MottoStrategy implements IContextStrategy {
  readonly strategyId = 'motto';
  readonly displayName = 'Motto';
  readonly priority = StrategyPriority.low;
  readonly maxTokens = 100;
  constructor(private readonly tokenCounter: ITokenCounter) {}

  gather(): Promise<ContextFragment> {
    const content = 'Say what is.';
    const tokenEstimate = this.tokenCounter.countTokens(content);
    return Promise.resolve({ sourceId: 'motto', label: 'Motto', content, tokenEstimate, relevance: 1 });
  }
}

/** What a host passes to `createRuntime` as `create` of a `CustomStrategy`. */
const createMotto = (services: StrategyServices): IContextStrategy =>
  new MottoStrategy(services.resolve(ITokenCounter));
// #endregion

const runtime = await createRuntime({ workspaceRoot: enterWorkspace(), license: developmentLicense });
const fragment = await createMotto(runtime).gather({ agentId: 'copilot' }, { maxTokens: 100 });
await runtime.dispose();
expect(fragment).toMatchObject({ sourceId: 'motto', tokenEstimate: 4 });
