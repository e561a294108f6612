import { ErrorCode, LexichordError, isLexichordError } from '@lexichord/abstractions';

import { type ConfigurationSources, type LoadedConfiguration, loadConfiguration } from './load-configuration.js';

/** Listeners of a reader of the configuration. */
export interface ConfigurationListener {
  /** The configuration in force; only another one is a change. */
  readonly current: LoadedConfiguration;
  /** A configuration that is good and different. Also after a broken one was put back as it was. */
  readonly onChange: (loaded: LoadedConfiguration) => void;
  /** An invalid configuration, once for each problem: the one in force stays in force. */
  readonly onError: (error: LexichordError) => void;
}

/** Reads the configuration again, one load at a time, so that an older one never follows a newer. */
export class ConfigurationReloader {
  private inForce: string;
  /** The last message about a broken one; `undefined` while the sources are in force. */
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
   * Resolves when the listener has been notified of the current sources. A caller during a load waits
   * for another one, which all who ask meanwhile share: the one under way may have read before the change.
   *
   * @throws {LexichordError} the listener's error, when the configuration is invalid
   */
  reload(): Promise<void> {
    this.waiting ??= this.loadAfter(this.lastLoad);
    return this.waiting;
  }

  /** Nothing is reported from now on. */
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
      // A file is often seen to change several times for one save.
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

/** Changes with whatever there is to report. */
function textOf({ values, warnings }: LoadedConfiguration): string {
  return JSON.stringify([values, warnings]);
}
