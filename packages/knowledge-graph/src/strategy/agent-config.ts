import { type LicenseTier, tierIncludes } from '@lexichord/abstractions';

import type { AgentKnowledgeOptions, KnowledgeOptions } from '../knowledge-options.js';
import { agentDefaults } from './agent-defaults.js';
import type { LicensedConfig } from './license-limits.js';

/** What an agent is told of, with what the host configured for it, which counts from the Enterprise tier on (KG-e §7). */
export function agentConfig(
  agentId: string,
  { options, tier }: { readonly options: KnowledgeOptions; readonly tier: LicenseTier },
): LicensedConfig {
  const defaults = { ...agentDefaults(agentId), format: options.format };
  const own = Object.hasOwn(options.agents, agentId) ? options.agents[agentId] : undefined;
  if (own === undefined) return { config: defaults, notes: [] };
  if (!tierIncludes(tier, 'Enterprise')) {
    const note = `The knowledge configuration of the agent "${agentId}" needs the Enterprise tier and is left aside.`;
    return { config: defaults, notes: [note] };
  }
  return { config: { ...defaults, ...(withoutAbsent(own) as AgentKnowledgeOptions) }, notes: [] };
}

/** What is not configured may be there as `undefined`. */
function withoutAbsent(own: object): object {
  return Object.fromEntries(Object.entries(own).filter(([, value]: [string, unknown]) => value !== undefined));
}
