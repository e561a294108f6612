import type { ConfigurationChange } from '@lexichord/abstractions';
import { z } from 'zod';

/** Requests of commands to a process that serves a workspace. */
export interface ControlHandlers {
  /** @throws what `ILexichordRuntime.reloadConfiguration` throws */
  reloadConfiguration(): Promise<ConfigurationChange>;
  /**
   * Looks at everything anew: a panel has its viewers assemble again, a follower of files brings the index up to date.
   */
  refresh(): Promise<RefreshOutcome>;
  describeWatch(): Promise<WatchDescription>;
  /** Takes up what another process switched. */
  rereadStrategies(): Promise<SwitchedStrategies>;
}

/** The result of a refresh; it has what the process serves. */
export interface RefreshOutcome {
  /** How many viewers assemble anew. */
  readonly viewers?: number | undefined;
  /** How many files the index had to read or to forget. */
  readonly index?: IndexChanges | undefined;
}

/** Files that came, are other ones, or went since the update before. */
export interface IndexChanges {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** Files that a process watches; paths relative to the workspace. */
export interface WatchDescription {
  readonly active: boolean;
  /** With everything below them that is not ignored; `.` is the whole workspace. */
  readonly folders: readonly string[];
  /** Documents that are open in a viewer. */
  readonly documents: readonly string[];
  /** As they are shown to people. */
  readonly configurationFiles: readonly string[];
  readonly lastEvent?: WatchEvent | undefined;
}

/** The last change of the watched files that a process noticed. */
export interface WatchEvent {
  /** ISO 8601. */
  readonly at: string;
  /** A few words, such as `1 added, 0 changed, 0 removed`. */
  readonly what: string;
}

/** The result of reading again which strategies are switched off. */
export interface SwitchedStrategies {
  /** Ids of those that are in another state now. */
  readonly switched: readonly string[];
}

/** Each question with its answer. */
export interface ControlReplies {
  readonly 'reload-configuration': ConfigurationChange;
  readonly refresh: RefreshOutcome;
  readonly 'describe-watch': WatchDescription;
  readonly 'reread-strategies': SwitchedStrategies;
}

/** Below a server's secret, before the name of a request. */
export const controlPath = '/control';

/** Last part of the address that a request is posted to. */
export type ControlRequest = keyof ControlReplies;

const word = z.string().max(1_000);
const words = z.array(word).max(10_000);
const count = z.int().min(0);

/** Schemas of answers: another program may listen on the port of a record. */
export const replySchemas: { readonly [Question in ControlRequest]: z.ZodType<ControlReplies[Question]> } = {
  'reload-configuration': z.object({ appliedKeys: words, restartKeys: words }),
  refresh: z.object({
    viewers: count.optional(),
    index: z.object({ added: count, changed: count, removed: count }).optional(),
  }),
  'describe-watch': z.object({
    active: z.boolean(),
    folders: words,
    documents: words,
    configurationFiles: words,
    lastEvent: z.object({ at: z.iso.datetime(), what: word }).optional(),
  }),
  'reread-strategies': z.object({ switched: words }),
};

/** How a question that failed there is answered. */
export const failureSchema = z.object({
  error: z.object({ code: z.string().max(100), message: z.string().max(50_000) }),
});
