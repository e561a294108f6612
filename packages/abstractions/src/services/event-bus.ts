import type { LexichordEvents } from '../context/context-events.js';
import { type Token, token } from '../token.js';

/** Ends a subscription. A second call has no effect. */
export type Unsubscribe = () => void;

/**
 * Typed events inside one runtime. An event is a report: its publisher does not rely on a listener to act on it.
 *
 * An error or a rejection of a listener is logged and reaches neither the publisher nor another listener.
 */
export interface IEventBus {
  publish<Name extends keyof LexichordEvents>(name: Name, event: LexichordEvents[Name]): void;
  subscribe<Name extends keyof LexichordEvents>(
    name: Name,
    listener: (event: LexichordEvents[Name]) => void | Promise<void>,
  ): Unsubscribe;
}
export const IEventBus: Token<IEventBus> = token('IEventBus');
