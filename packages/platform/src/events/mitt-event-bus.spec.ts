import type { IClock, StrategyToggledEvent } from '@lexichord/abstractions';

import { createPinoLogger } from '../logging/pino-logger.js';
import { MittEventBus } from './mitt-event-bus.js';

const clock: IClock = { now: () => 0, monotonicMs: () => 0, startTimer: () => () => undefined };
const event: StrategyToggledEvent = { strategyId: 'rag', enabled: false };

async function aBus() {
  const lines: Record<string, unknown>[] = [];
  const logger = createPinoLogger({
    clock,
    destination: { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  });
  return { bus: new MittEventBus(logger), lines };
}

describe('MittEventBus', () => {
  it('hands an event to every listener of its name, in the order of subscription', async () => {
    const { bus } = await aBus();
    const heard: string[] = [];
    bus.subscribe('StrategyToggled', ({ strategyId }) => void heard.push(`first ${strategyId}`));
    bus.subscribe('StrategyToggled', ({ strategyId }) => void heard.push(`second ${strategyId}`));
    bus.subscribe('ContextAssembled', () => void heard.push('other event'));

    bus.publish('StrategyToggled', event);

    expect(heard).toEqual(['first rag', 'second rag']);
  });

  it('logs what a listener throws, and neither the publisher nor another listener notices', async () => {
    const { bus, lines } = await aBus();
    const heard: StrategyToggledEvent[] = [];
    bus.subscribe('StrategyToggled', () => {
      throw new TypeError('boom');
    });
    bus.subscribe('StrategyToggled', (toggled) => void heard.push(toggled));

    bus.publish('StrategyToggled', event);

    expect(heard).toEqual([event]);
    expect(lines).toEqual([
      expect.objectContaining({
        level: 'error',
        source: 'MittEventBus',
        msg: 'Listener of StrategyToggled failed',
        error: expect.objectContaining({ name: 'TypeError', message: 'boom' }) as unknown,
      }),
    ]);
  });

  it('logs what a listener rejects with', async () => {
    const { bus, lines } = await aBus();
    bus.subscribe('StrategyToggled', async () => {
      await Promise.resolve();
      throw new TypeError('later');
    });

    bus.publish('StrategyToggled', event);
    await new Promise((resolve) => setImmediate(resolve));

    expect(lines.map(({ msg }) => msg)).toEqual(['Listener of StrategyToggled failed']);
  });

  it('takes the same function twice as two subscriptions, each ended by its own disposer', async () => {
    const { bus } = await aBus();
    const listener = jest.fn();
    const end = bus.subscribe('StrategyToggled', listener);
    bus.subscribe('StrategyToggled', listener);

    bus.publish('StrategyToggled', event);
    end();
    end();
    bus.publish('StrategyToggled', event);

    expect(listener).toHaveBeenCalledTimes(3);
  });

  it('does not call a listener that was removed during the same event, nor one that was added', async () => {
    const { bus } = await aBus();
    const removed = jest.fn();
    const added = jest.fn();
    bus.subscribe('StrategyToggled', () => {
      end();
      bus.subscribe('StrategyToggled', added);
    });
    const end = bus.subscribe('StrategyToggled', removed);

    bus.publish('StrategyToggled', event);

    expect(removed).not.toHaveBeenCalled();
    expect(added).not.toHaveBeenCalled();
  });

  it('lets a listener publish again', async () => {
    const { bus } = await aBus();
    const heard: boolean[] = [];
    bus.subscribe('StrategyToggled', ({ enabled, strategyId }) => {
      heard.push(enabled);
      if (!enabled) bus.publish('StrategyToggled', { strategyId, enabled: true });
    });

    bus.publish('StrategyToggled', event);

    expect(heard).toEqual([false, true]);
  });
});
