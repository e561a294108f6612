import type { ConfigurationChange, IClock, IEventBus, ILogger, LexichordError } from '@lexichord/abstractions';

import { ConfigurationReloader } from './configuration/configuration-reloader.js';
import type { ConfigurationSources, LoadedConfiguration } from './configuration/load-configuration.js';
import { watchConfiguration } from './configuration/watch-configuration.js';
import type { LiveConfiguration } from './live-configuration.js';
import { requireLanguageModel, requireUsable } from './configuration/require-usable.js';

/** Options of updates, and their listeners. */
export interface UpdateParts {
  readonly sources: ConfigurationSources;
  readonly opened: LoadedConfiguration;
  readonly events: IEventBus;
  readonly logger: ILogger;
  readonly clock: IClock;
  /** Whether a language model is registered, independent of the configuration. */
  readonly hasLanguageModel: boolean;
  /** Warnings about the configuration in force. */
  readonly warnings: () => readonly string[];
}

/** Applies changes of the configuration while a workspace is open, and reports the outcome of each. */
export class ConfigurationUpdates {
  private readonly reloader: ConfigurationReloader;
  private readonly log: ILogger;
  private loaded: LoadedConfiguration;

  constructor(
    private readonly live: LiveConfiguration,
    private readonly parts: UpdateParts,
  ) {
    this.log = parts.logger.forSource('Configuration');
    this.loaded = parts.opened;
    this.reloader = new ConfigurationReloader(parts.sources, {
      current: parts.opened,
      onChange: (loaded) => this.apply(loaded),
      onError: (error) => this.reject(error),
    });
  }

  /** Warnings about ignored values of the sources. */
  get sourceWarnings(): readonly string[] {
    return this.loaded.warnings;
  }

  /** @throws {LexichordError} for an invalid source; the configuration then stays unchanged */
  async reload(): Promise<ConfigurationChange> {
    const before = this.live.current;
    await this.reloader.reload();
    return this.live.changeSince(before);
  }

  /** Follows the files. @returns a function that stops it */
  watch(): () => void {
    return watchConfiguration(this.reloader, { clock: this.parts.clock });
  }

  stop(): void {
    this.reloader.stop();
  }

  logWarnings(): void {
    for (const message of this.parts.warnings()) this.log.warn('Configuration: {Message}', { Message: message });
  }

  private apply(loaded: LoadedConfiguration): void {
    const { values } = loaded;
    requireUsable(values);
    requireLanguageModel(values, this.parts.hasLanguageModel);
    const change = this.live.replace(values);
    this.loaded = loaded;
    this.log.info('Configuration reloaded; changed: {Keys}', { Keys: listOf(change.appliedKeys) });
    if (change.restartKeys.length > 0) {
      this.log.warn('Changes of the configuration that need a restart: {Keys}', { Keys: listOf(change.restartKeys) });
    }
    this.logWarnings();
    this.parts.events.publish('ConfigurationReloaded', change);
  }

  /** Logs each problem separately, because a log cuts long texts. */
  private reject(error: LexichordError): void {
    const { code, message } = error;
    for (const problem of problemsOf(error)) {
      this.log.error('The configuration stays as it was, because the changed one is broken ({Code}): {Problem}', {
        Code: code,
        Problem: problem,
      });
    }
    this.parts.events.publish('ConfigurationRejected', { code, message });
  }
}

/** The listed problems of a message, otherwise the whole message. */
function problemsOf({ message }: LexichordError): readonly string[] {
  const [, ...listed] = message.split('\n');
  return listed.length > 0 ? listed : [message];
}

function listOf(keys: readonly string[]): string {
  return keys.join(', ') || 'nothing';
}
