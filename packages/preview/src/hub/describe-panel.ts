import { basename } from 'node:path';

import type { AgentDefinition, ILexichordRuntime, ILicenseService } from '@lexichord/abstractions';

import type { PreviewOptions } from '../preview-options.js';
import type { AgentChoice, PanelDescription } from '../protocol/preview-message.js';

/** The agent chosen by default, if it is in the catalogue. */
const usualAgentId = 'copilot';

/** The largest budget a viewer may ask for, and how many assemblies are kept. */
export type PanelLimits = Pick<PreviewOptions, 'maxBudget' | 'history'>;

/** Describes the workspace for viewers. */
export function describePanel(runtime: ILexichordRuntime, { maxBudget, history }: PanelLimits): PanelDescription {
  const agents = runtime.agents.listAgents().map((agent) => choiceOf(agent, { runtime, maxBudget }));
  const chosen = agents.find(({ agentId }) => agentId === usualAgentId) ?? agents[0];
  return {
    workspaceName: basename(runtime.workspaceRoot),
    tier: runtime.license.tier,
    strategies: runtime.orchestrator.describeStrategies(),
    agents,
    defaultAgentId: chosen?.agentId ?? usualAgentId,
    maxBudget,
    historySize: history,
    warnings: [...licenseWarnings(runtime.license), ...runtime.configurationWarnings],
  };
}

/** Warnings of an invalid licence, or of one that is about to expire. */
export function licenseWarnings({ info }: ILicenseService): readonly string[] {
  const { status, message, expiryWarning } = info;
  if (status !== 'valid') return [message];
  return expiryWarning === undefined ? [] : [expiryWarning];
}

function choiceOf(
  { agentId, displayName }: AgentDefinition,
  { runtime, maxBudget }: { readonly runtime: ILexichordRuntime; readonly maxBudget: number },
): AgentChoice {
  return { agentId, displayName, defaultBudget: Math.min(runtime.defaultBudgetOf(agentId), maxBudget) };
}
