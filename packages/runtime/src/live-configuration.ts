import type { ConfigurationChange } from '@lexichord/abstractions';
import type { AgentsOptions, AgentsSection, Live } from '@lexichord/agents';
import type { LogLevels } from '@lexichord/platform';

import { type Configuration, settingsOf } from './configuration/configuration-schema.js';
import { isPlainMapping, leavesOf } from './configuration/plain-value.js';

/** Changes the levels of a logger; `undefined` for a host's own logger. */
export type ChangeLogLevels = ((levels: LogLevels) => void) | undefined;

/**
 * The configuration in force. `context.assembler`, `context.agents` and `logging` can be replaced while the workspace
 * is open. Everything else is fixed when the services are created.
 */
export class LiveConfiguration {
  readonly options: Live<AgentsOptions>;
  readonly agents: Live<AgentsSection>;
  private inForce: Configuration;
  private keysForRestart: readonly string[] = [];

  constructor(
    opened: Configuration,
    private readonly changeLogLevels: ChangeLogLevels,
  ) {
    this.inForce = opened;
    const context = (): Configuration['context'] => this.inForce.context;
    this.options = {
      get current() {
        return context().assembler;
      },
    };
    this.agents = {
      get current() {
        return context().agents;
      },
    };
  }

  get current(): Configuration {
    return this.inForce;
  }

  /** Keys of the last load that take effect only after the workspace is opened again. */
  get restartKeys(): readonly string[] {
    return this.keysForRestart;
  }

  /** Applies the replaceable parts, for all operations that start afterwards. */
  replace(loaded: Configuration): ConfigurationChange {
    const before = this.current;
    const { assembler, agents } = loaded.context;
    const current = { ...before, logging: loaded.logging, context: { ...before.context, assembler, agents } };
    this.inForce = current;
    this.changeLogLevels?.(current.logging);
    this.keysForRestart = changedKeys(current, loaded);
    return this.changeSince(before);
  }

  /** The difference from an earlier {@link current}. */
  changeSince(before: Configuration): ConfigurationChange {
    const keys = changedKeys(before, this.current);
    const hasOwnLogger = this.changeLogLevels === undefined;
    return {
      appliedKeys: hasOwnLogger ? keys.filter((key) => !key.startsWith('logging.')) : keys,
      restartKeys: this.keysForRestart,
    };
  }
}

/** Dotted keys that were changed, added or removed, sorted by code unit. */
export function changedKeys(before: Configuration, after: Configuration): readonly string[] {
  const [old, now] = [valuesByKey(before), valuesByKey(after)];
  const keys = new Set([...old.keys(), ...now.keys()]);
  return [...keys].filter((key) => old.get(key) !== now.get(key)).sort();
}

/** Values by dotted key. Empty mappings do not count. */
function valuesByKey(configuration: Configuration): ReadonlyMap<string, string> {
  const leaves = leavesOf(settingsOf(configuration)).filter(({ value }) => !isPlainMapping(value));
  return new Map(leaves.map(({ path, value }) => [path.join('.'), JSON.stringify(value)]));
}
