import type { Unsubscribe } from '@lexichord/abstractions';

import type { PreviewState } from '../preview-state.js';
import type { PreviewTimers } from '../preview-timers.js';
import { failureOf } from './failure.js';
import { type FailureFact, type PreviewFacts, noFacts } from './preview-facts.js';
import { StateBuilder } from './state-builder.js';

/**
 * Stores the facts and notifies listeners of changes: before the next task of the event loop the first time, and
 * once for everything that changes in the rest of that turn.
 */
export class PreviewStore {
  private current: PreviewFacts = noFacts;
  private built: PreviewState | undefined;
  private readonly builder = new StateBuilder();
  private readonly listeners = new Set<() => void>();
  private isChanged = false;
  private isTelling = false;
  private isSilent = false;
  private turn: unknown;

  /** @param onTold called before the listeners */
  constructor(
    private readonly timers: PreviewTimers,
    private readonly onTold: () => void,
  ) {}

  get facts(): PreviewFacts {
    return this.current;
  }

  /** The present state, whether listeners were notified or not. */
  get state(): PreviewState {
    this.built ??= this.builder.build(this.current);
    return this.built;
  }

  subscribe(listener: () => void): Unsubscribe {
    // The same function may listen twice.
    const entry = (): void => listener();
    this.listeners.add(entry);
    return () => void this.listeners.delete(entry);
  }

  update(changes: Partial<PreviewFacts>): void {
    if (Object.entries(changes).every(([name, value]) => Object.is(this.current[name as keyof PreviewFacts], value))) {
      return;
    }
    this.current = { ...this.current, ...changes };
    this.built = undefined;
    this.isChanged = true;
    if (this.isTelling || this.isSilent) return;
    this.isTelling = true;
    queueMicrotask(() => this.notifyListeners());
  }

  fail(error: unknown, of: FailureFact['of'] = 'action'): void {
    this.update({ failure: { ...failureOf(error), of } });
  }

  /** Removes a failure of one kind, because the action is being repeated or has succeeded. */
  forgetFailure(of: FailureFact['of']): void {
    if (this.current.failure?.of === of) this.update({ failure: undefined });
  }

  /** Listeners hear nothing until it is {@link awaken}ed. */
  silence(): void {
    this.timers.clear(this.turn);
    this.isTelling = false;
    this.isSilent = true;
  }

  awaken(): void {
    this.isSilent = false;
  }

  private notifyListeners(): void {
    if (this.isSilent) return;
    this.isChanged = false;
    this.turn = this.timers.set(() => this.endTurn(), 0);
    this.onTold();
    for (const listener of [...this.listeners]) listener();
  }

  private endTurn(): void {
    if (this.isChanged) this.notifyListeners();
    else this.isTelling = false;
  }
}
