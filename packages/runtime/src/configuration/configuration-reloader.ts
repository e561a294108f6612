import { ErrorCode, LexichordError, isLexichordError } from '@lexichord/abstractions';

import { type ConfigurationSources, type LoadedConfiguration, loadConfiguration } from './load-configuration.js';

/** Listeners of a reloader. */
export interface ConfigurationListener {
  /** The configuration in force. */
  readonly current: LoadedConfiguration;
  /** Called for a valid, different configuration, and when an invalid one becomes valid again. */
  readonly onChange: (loaded: LoadedConfiguration) => void;
  /** Called for an invalid configuration, unless the last one had the same problem; the one in force stays in force. */
  readonly onError: (error: LexichordError) => void;
}

/** Reloads the configuration. Loads are serialised, so that an older state never replaces a newer one. */
export class ConfigurationReloader {
  private inForce: string;
  /** Message of the last invalid configuration; `undefined` while the sources are valid. */
  private problem: string | undefined;
  private stopped = false;
  private lastLoad: Promise<void> = Promise.resolve();
  private waiting: Promise<void> | undefined;

  constructor(
    readonly sources: ConfigurationSources,
    private readonly listener: ConfigurationListener,
  ) {
    this.inForce = textOf(listener.current);
  }

  /**
   * Resolves when the listener has been notified of the current sources. Callers during a load share the next one,
   * because the running one may have read the sources before the change.
   *
   * @throws {LexichordError} the listener's error, when the configuration is invalid
   */
  reload(): Promise<void> {
    this.waiting ??= this.loadAfter(this.lastLoad);
    return this.waiting;
  }

  /** Stops all notifications. */
  stop(): void {
    this.stopped = true;
  }

  private async loadAfter(previous: Promise<void>): Promise<void> {
    await previous;
    this.waiting = undefined;
    if (this.stopped) return;
    const load = this.loadOnce();
    // A failure of this load is reported to its own callers, not to those of the next.
    this.lastLoad = load.catch(() => undefined);
    await load;
  }

  private async loadOnce(): Promise<void> {
    try {
      this.report(await loadConfiguration(this.sources));
    } catch (reason) {
      const error = isLexichordError(reason) ? reason : unexpected(reason);
      if (this.stopped) return;
      // A save often causes several changes of the file.
      const isNew = error.message !== this.problem;
      this.problem = error.message;
      if (isNew) this.listener.onError(error);
      throw error;
    }
  }

  private report(loaded: LoadedConfiguration): void {
    const text = textOf(loaded);
    if (this.stopped || (text === this.inForce && this.problem === undefined)) return;
    this.listener.onChange(loaded);
    this.inForce = text;
    this.problem = undefined;
  }
}

function unexpected(cause: unknown): LexichordError {
  return new LexichordError(ErrorCode.internal, 'A change of the configuration could not be applied.', { cause });
}

/** The reported content of a configuration, as a text for comparison. */
function textOf({ values, warnings }: LoadedConfiguration): string {
  return JSON.stringify([values, warnings]);
}
