import type { ConfigurationChange } from '@lexichord/abstractions';
import { z } from 'zod';

/** Handlers of requests to a process that serves a workspace. */
export interface ControlHandlers {
  /** @throws the errors of `ILexichordRuntime.reloadConfiguration` */
  reloadConfiguration(): Promise<ConfigurationChange>;
  /**
   * Refreshes everything: a panel has its viewers assemble again, a process that follows files updates the index.
   */
  refresh(): Promise<RefreshOutcome>;
  describeWatch(): Promise<WatchDescription>;
  /** Applies the switches of other processes. */
  rereadStrategies(): Promise<SwitchedStrategies>;
}

/** Result of a refresh; the fields depend on the service of the process. */
export interface RefreshOutcome {
  /** Number of viewers that assemble again. */
  readonly viewers?: number | undefined;
  /** Numbers of files that the index has read or removed. */
  readonly index?: IndexChanges | undefined;
}

/** Numbers of changed files since the previous update. */
export interface IndexChanges {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
}

/** Files that a process watches; paths relative to the workspace. */
export interface WatchDescription {
  readonly active: boolean;
  /** Folders with everything in them that is not ignored; `.` is the whole workspace. */
  readonly folders: readonly string[];
  /** Documents that are open in a viewer. */
  readonly documents: readonly string[];
  /** Names for the user. */
  readonly configurationFiles: readonly string[];
  readonly lastEvent?: WatchEvent | undefined;
}

/** Last detected change of the watched files. */
export interface WatchEvent {
  /** ISO 8601. */
  readonly at: string;
  /** A few words, such as `1 added, 0 changed, 0 removed`. */
  readonly what: string;
}

/** Result of reading the switches of strategies again. */
export interface SwitchedStrategies {
  /** Ids of strategies whose state has changed. */
  readonly switched: readonly string[];
}

/** Answers by request. */
export interface ControlReplies {
  readonly 'reload-configuration': ConfigurationChange;
  readonly refresh: RefreshOutcome;
  readonly 'describe-watch': WatchDescription;
  readonly 'reread-strategies': SwitchedStrategies;
}

/** Below a server's secret, before the name of a request. */
export const controlPath = '/control';

/** Name of a request, the last part of its address. */
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

/** Schema of an error answer. */
export const failureSchema = z.object({
  error: z.object({ code: z.string().max(100), message: z.string().max(50_000) }),
});
