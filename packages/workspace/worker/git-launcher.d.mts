import type { GitCall } from './start-git.mjs';

/** Request to the launcher; the id identifies a run of git. */
export type LauncherRequest =
  ({ readonly kind: 'start'; readonly id: number } & GitCall) | { readonly kind: 'stop'; readonly id: number };

/** Message from the launcher. */
export type LauncherMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'output'; readonly id: number; readonly piece: Buffer }
  | { readonly kind: 'complaint'; readonly id: number; readonly piece: string }
  /** The exit code; -1 for a process that was killed, `undefined` for one that could not be started. */
  | { readonly kind: 'end'; readonly id: number; readonly code: number | undefined };
