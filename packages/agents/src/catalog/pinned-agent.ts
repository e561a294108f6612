import type { AgentDefinition, ContextGatheringRequest, IAgentCatalog } from '@lexichord/abstractions';

const pins = new WeakMap<ContextGatheringRequest, AgentDefinition | undefined>();

/** From now on {@link agentOf} knows the agent of this very request object as it is now, whatever the catalogue becomes. */
export function pinAgent(request: ContextGatheringRequest, agents: IAgentCatalog): void {
  pins.set(request, agents.findAgent(request.agentId));
}

/** Pins for a request made from another one the agent that is pinned for that. */
export function pinSameAgent(request: ContextGatheringRequest, original: ContextGatheringRequest): void {
  pins.set(request, pins.get(original));
}

/** The agent of a request: as it was pinned, else as the catalogue has it now. `undefined` for one nobody knows. */
export function agentOf(request: ContextGatheringRequest, agents: IAgentCatalog): AgentDefinition | undefined {
  return pins.has(request) ? pins.get(request) : agents.findAgent(request.agentId);
}
