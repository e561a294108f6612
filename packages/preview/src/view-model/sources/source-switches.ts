import { ErrorCode, LexichordError, LicenseRequiredError, type StrategyState } from '@lexichord/abstractions';

import type { IPreviewConnection } from '../../protocol/preview-connection.js';
import type { ConnectionGate } from '../state/connection-gate.js';
import type { PreviewFacts } from '../state/preview-facts.js';
import type { PreviewStore } from '../state/preview-store.js';

/**
 * The switches of the sources. A switch shows its new state at once, and reverts when the panel refuses. The panel's
 * message and the call's answer may arrive in either order; the first one counts.
 */
export class SourceSwitches {
  /** Answered calls whose message has not come yet. */
  private readonly settled = new Map<string, boolean>();
  private readonly last = new Map<string, Promise<void>>();

  constructor(
    private readonly store: PreviewStore,
    private readonly connection: IPreviewConnection,
    private readonly gate: ConnectionGate,
  ) {}

  /** Whether the source was switched and no message has reported it yet. */
  async toggle(sourceId: string): Promise<boolean> {
    this.store.forgetFailure('action');
    try {
      const enabled = !this.isOn(this.switchable(sourceId));
      this.mark(sourceId, enabled);
      return await this.inTurn(sourceId, () => this.switchTo(sourceId, enabled));
    } catch (error) {
      this.store.fail(error);
      return false;
    }
  }

  /** Handles a switch message. @returns origin of the switch, if it is new and needs an assembly */
  onToggled(sourceId: string, enabled: boolean): 'viewer' | 'somebody' | undefined {
    const isSettled = this.settled.get(sourceId) === enabled;
    const isOwn = this.store.facts.switching.get(sourceId) === enabled;
    this.settled.delete(sourceId);
    this.take(sourceId, enabled);
    if (isSettled) return undefined;
    return isOwn ? 'viewer' : 'somebody';
  }

  /** Forgets pending switches on a new connection. */
  resume(): void {
    this.settled.clear();
  }

  private async switchTo(sourceId: string, enabled: boolean): Promise<boolean> {
    try {
      await this.gate.pass();
      await this.connection.switchStrategy(sourceId, enabled);
    } catch (error) {
      this.unmark(sourceId, enabled);
      throw error;
    }
    const isConfirmed = !this.store.facts.switching.has(sourceId) || this.strategy(sourceId)?.enabled === enabled;
    if (!isConfirmed) this.settled.set(sourceId, enabled);
    this.take(sourceId, enabled);
    return !isConfirmed;
  }

  /** One call for a source at a time. */
  private inTurn(sourceId: string, step: () => Promise<boolean>): Promise<boolean> {
    const done = (this.last.get(sourceId) ?? Promise.resolve()).then(step);
    this.last.set(
      sourceId,
      done.then(
        () => undefined,
        () => undefined,
      ),
    );
    return done;
  }

  private switchable(sourceId: string): StrategyState {
    const strategy = this.strategy(sourceId);
    if (strategy === undefined) {
      throw new LexichordError(ErrorCode.unknownStrategy, `There is no source "${sourceId}" to switch.`);
    }
    const tier = this.store.facts.panel?.tier ?? 'Core';
    if (!strategy.licensed) throw new LicenseRequiredError(strategy.displayName, strategy.tier, tier);
    return strategy;
  }

  private strategy(sourceId: string): StrategyState | undefined {
    return this.store.facts.panel?.strategies.find(({ strategyId }) => strategyId === sourceId);
  }

  private isOn({ strategyId, enabled }: StrategyState): boolean {
    return this.store.facts.switching.get(strategyId) ?? enabled;
  }

  private mark(sourceId: string, enabled: boolean): void {
    this.store.update({ switching: new Map(this.store.facts.switching).set(sourceId, enabled) });
  }

  /** Takes a mark back, unless the switch was thrown again since. */
  private unmark(sourceId: string, enabled: boolean): void {
    const { switching } = this.store.facts;
    if (switching.get(sourceId) !== enabled) return;
    const others = new Map(switching);
    others.delete(sourceId);
    this.store.update({ switching: others });
  }

  /** The source is switched now. */
  private take(sourceId: string, enabled: boolean): void {
    this.unmark(sourceId, enabled);
    const { panel } = this.store.facts;
    if (panel !== undefined) this.store.update({ panel: withSwitch(panel, sourceId, enabled) });
  }
}

function withSwitch(
  panel: NonNullable<PreviewFacts['panel']>,
  sourceId: string,
  enabled: boolean,
): NonNullable<PreviewFacts['panel']> {
  if (panel.strategies.every((strategy) => strategy.strategyId !== sourceId || strategy.enabled === enabled)) {
    return panel;
  }
  const strategies = panel.strategies.map((strategy) =>
    strategy.strategyId === sourceId ? { ...strategy, enabled } : strategy,
  );
  return { ...panel, strategies };
}
