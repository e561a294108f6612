import { type Token, token } from '@lexichord/abstractions';
import type { Framing } from './framing/fragment-framing.js';

/**
 * Options of the context assembler (DES-072c §4.3), already parsed. Names, ranges and defaults are those of
 * `context.assembler` in the configuration.
 */
export interface AgentsOptions {
  /** Longest an assembly waits for any strategy, in milliseconds from its start. */
  readonly strategyTimeoutMs: number;
  /** Whether text that a kept fragment holds already is cut. */
  readonly enableDeduplication: boolean;
  /** Word similarity from which two texts are duplicates, above 0 to 1. */
  readonly deduplicationThreshold: number;
  /** Where the text of fragments is put into a code fence: where it reads like a label or a note of ours, or always. */
  readonly framing: Framing;
  /** Strategies that run at once; absent: all of them. */
  readonly maxParallelism?: number | undefined;
  /** Changes to single strategies, by id. */
  readonly strategies: Readonly<Record<string, StrategySettings>>;
}

/**
 * Something that its owner may replace while others use it. Whoever needs one version for a whole piece of work reads
 * `current` once, when the work begins.
 */
export interface Live<T> {
  readonly current: T;
}

/** The options in force; an assembly keeps to those it began with. */
export const AgentsOptions: Token<Live<AgentsOptions>> = token('AgentsOptions');

/** What the configuration changes of a strategy. */
export interface StrategySettings {
  /** Whether it runs unless switched otherwise later; absent: as it declares. */
  readonly enabled?: boolean | undefined;
  /** Most tokens it contributes; absent: what it declares. */
  readonly maxTokens?: number | undefined;
}
