import type { ConfigurationChange } from '@lexichord/abstractions';
import type { AgentConfiguration, AgentsOptions, Live } from '@lexichord/agents';
import { type Configuration, type LogLevels, changedKeys } from '@lexichord/platform';

import { agentDefinitions, assemblerOptions, logLevelsOf } from './module-settings.js';

/** Changes which lines a logger writes; absent for a host's own logger, which decides by itself. */
export type ChangeLogLevels = ((levels: LogLevels) => void) | undefined;

/**
 * The configuration in force. `context.assembler`, `context.agents` and `logging` can be replaced while the workspace is
 * open. Everything else is built into services when it is opened, and stays as it was.
 */
export class LiveConfiguration {
  private readonly inForce: { current: Configuration };
  private readonly optionsInForce: { current: AgentsOptions };
  private readonly agentsInForce: { current: readonly AgentConfiguration[] };
  private keysForRestart: readonly string[] = [];

  constructor(
    opened: Configuration,
    private readonly changeLogLevels: ChangeLogLevels,
  ) {
    this.inForce = { current: opened };
    this.optionsInForce = { current: assemblerOptions(opened) };
    this.agentsInForce = { current: agentDefinitions(opened) };
  }

  get current(): Configuration {
    return this.inForce.current;
  }

  get options(): Live<AgentsOptions> {
    return this.optionsInForce;
  }

  get agents(): Live<readonly AgentConfiguration[]> {
    return this.agentsInForce;
  }

  /** Keys of what was read last that count only once the workspace is opened anew. */
  get restartKeys(): readonly string[] {
    return this.keysForRestart;
  }

  /** Puts in force what can be; from then on it holds for everything that starts. */
  replace(loaded: Configuration): ConfigurationChange {
    const before = this.current;
    const { assembler, agents } = loaded.context;
    const current = { ...before, logging: loaded.logging, context: { ...before.context, assembler, agents } };
    this.inForce.current = current;
    this.optionsInForce.current = assemblerOptions(current);
    this.agentsInForce.current = agentDefinitions(current);
    this.changeLogLevels?.(logLevelsOf(current));
    this.keysForRestart = changedKeys(current, loaded);
    return this.changeSince(before);
  }

  /** What is different from an earlier {@link current}. */
  changeSince(before: Configuration): ConfigurationChange {
    const keys = changedKeys(before, this.current);
    const hasOwnLogger = this.changeLogLevels === undefined;
    return {
      appliedKeys: hasOwnLogger ? keys.filter((key) => !key.startsWith('logging.')) : keys,
      restartKeys: this.keysForRestart,
    };
  }
}
