import type { GitCall } from './start-git.mjs';

/** What the launcher is asked: a run of git is known by its id. */
export type LauncherRequest =
  ({ readonly kind: 'start'; readonly id: number } & GitCall) | { readonly kind: 'stop'; readonly id: number };

/** What it answers. */
export type LauncherMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'output'; readonly id: number; readonly piece: Buffer }
  | { readonly kind: 'complaint'; readonly id: number; readonly piece: string }
  /** The exit code; -1 for a process that was ended, `undefined` for one that never was. */
  | { readonly kind: 'end'; readonly id: number; readonly code: number | undefined };
