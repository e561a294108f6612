import 'reflect-metadata';
import { type IEventBus, ILogger, type LexichordEvents, type Unsubscribe } from '@lexichord/abstractions';
import * as mittModule from 'mitt';
import { inject, injectable } from 'tsyringe';

// mitt's typings describe a CommonJS file, while Node loads its ES module: the default export is the function itself.
const mitt = mittModule.default as unknown as typeof mittModule.default.default;

type Listener<Name extends keyof LexichordEvents> = (event: LexichordEvents[Name]) => void | Promise<void>;

/**
 * Typed events over mitt (DES-072c §4.4). Listeners run in the order of their subscription, before `publish` returns;
 * their asynchronous work is not awaited.
 *
 * A listener added while an event is published receives only later events; one removed meanwhile is no longer called.
 * The same function subscribed twice has two subscriptions.
 */
@injectable()
export class MittEventBus implements IEventBus {
  private readonly emitter = mitt<LexichordEvents>();
  private readonly log: ILogger;

  constructor(@inject(ILogger) logger: ILogger) {
    this.log = logger.forSource('MittEventBus');
  }

  publish<Name extends keyof LexichordEvents>(name: Name, event: LexichordEvents[Name]): void {
    this.emitter.emit(name, event);
  }

  subscribe<Name extends keyof LexichordEvents>(name: Name, listener: Listener<Name>): Unsubscribe {
    let active = true;
    // mitt goes through a copy of its list, so a listener removed during a round would still be called.
    const guarded = (event: LexichordEvents[Name]): void => {
      if (active) this.callListener(name, listener, event);
    };
    this.emitter.on(name, guarded);
    return () => {
      active = false;
      this.emitter.off(name, guarded);
    };
  }

  private callListener<Name extends keyof LexichordEvents>(
    name: Name,
    listener: Listener<Name>,
    event: LexichordEvents[Name],
  ): void {
    try {
      const outcome = listener(event);
      if (outcome !== undefined) Promise.resolve(outcome).catch((error: unknown) => this.reportFailure(name, error));
    } catch (error) {
      this.reportFailure(name, error);
    }
  }

  private reportFailure(eventName: string, error: unknown): void {
    this.log.error('Listener of {eventName} failed', { eventName }, error);
  }
}
