import { types } from 'node:util';

import { ErrorCode, LexichordError, isLexichordError } from '@lexichord/abstractions';

interface Disposable {
  readonly name: string;
  readonly dispose: () => void | Promise<void>;
}

/**
 * Disposes of a runtime's resources: sequentially in reverse order of registration, each exactly once, even when some
 * fail. The container's own `dispose` frees dependencies first and stops at the first error.
 */
export class DisposalRegistry {
  private readonly pending: Disposable[] = [];
  private disposal: Promise<void> | undefined;

  /**
   * @param name for the error message, such as `file watcher`
   * @throws {LexichordError} `internal` when the registry has been disposed of: the resource would never be freed
   */
  add(name: string, dispose: () => void | Promise<void>): void {
    if (this.disposal !== undefined) {
      throw new LexichordError(ErrorCode.internal, `"${name}" was opened after its runtime was disposed.`, {
        details: { name },
      });
    }
    this.pending.push({ name, dispose });
  }

  /**
   * Frees everything; a second call waits for the first and has its outcome.
   *
   * @throws {LexichordError} `internal` naming everything that could not be freed; its `cause` is an `AggregateError`
   */
  dispose(): Promise<void> {
    this.disposal ??= this.disposeAll();
    return this.disposal;
  }

  private async disposeAll(): Promise<void> {
    const failures: { name: string; error: unknown }[] = [];
    for (let next = this.pending.pop(); next !== undefined; next = this.pending.pop()) {
      try {
        await next.dispose();
      } catch (error) {
        failures.push({ name: next.name, error });
      }
    }
    if (failures.length === 0) return;
    const list = failures.map(({ name, error }) => `${name} (${describeError(error)})`).join('; ');
    throw new LexichordError(ErrorCode.internal, `Could not free everything: ${list}.`, {
      details: { failed: failures.map(({ name }) => name) },
      cause: new AggregateError(failures.map(({ error }) => error)),
    });
  }
}

function describeError(error: unknown): string {
  if (isLexichordError(error)) return `${error.code}: ${error.message}`;
  return types.isNativeError(error) ? error.message : String(error);
}
