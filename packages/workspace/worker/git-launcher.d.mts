/** What the launcher is asked. */
export type LauncherRequest =
  | {
      readonly kind: 'start';
      /** Of this run, in what follows. */
      readonly id: number;
      readonly args: readonly string[];
      readonly cwd: string;
      readonly env: NodeJS.ProcessEnv;
      /** What git reads from its standard input; nothing by default. */
      readonly input?: string | undefined;
    }
  | { readonly kind: 'stop'; readonly id: number };

/** What it answers. */
export type LauncherMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'output'; readonly id: number; readonly piece: Buffer }
  | { readonly kind: 'complaint'; readonly id: number; readonly piece: string }
  /** The exit code; -1 for a process that was ended, `undefined` for one that never was. */
  | { readonly kind: 'end'; readonly id: number; readonly code: number | undefined };
