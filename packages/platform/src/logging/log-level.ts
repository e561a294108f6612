/** Levels a log can be limited to, quietest first. */
export const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const;

/** How much is written, from nothing (`silent`) to everything (`debug`). */
export type LogLevel = (typeof logLevels)[number];

/** Which lines are written. */
export interface LogLevels {
  /** For every source without a level of its own. */
  readonly level: LogLevel;
  /** Of one component, in snake_case as T-016 writes it: `context_packer: 'debug'` is for the source `ContextPacker`. */
  readonly [component: string]: LogLevel;
}

/** Decides per source whether a line is written. Shared by a logger and all it derives, so that a change reaches all. */
export class LogLevelTable {
  private defaultRank = 0;
  private ranks: ReadonlyMap<string, number> = new Map();

  constructor(levels: LogLevels) {
    this.change(levels);
  }

  /** From now on, for every logger that shares the table. */
  change({ level, ...components }: LogLevels): void {
    this.defaultRank = logLevels.indexOf(level);
    this.ranks = new Map(Object.entries(components).map(([name, own]) => [name, logLevels.indexOf(own)]));
  }

  isWritten(component: string, level: LogLevel): boolean {
    return logLevels.indexOf(level) <= (this.ranks.get(component) ?? this.defaultRank);
  }
}

/** The configuration key of a source: `ContextPacker` is `context_packer`. */
export function componentOf(source: string): string {
  return source
    .replaceAll(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, (_match, lower: string, upper: string, acronym: string) =>
      lower ? `${lower}_${upper}` : `${acronym}_`,
    )
    .toLowerCase();
}
