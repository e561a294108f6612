import type { RunningIo } from '../command-io.js';

/** Completion of a value: a file, a folder, or one of a few words. */
export type CompletionValues = 'file' | 'folder' | readonly string[];

/** An option of a command. */
export interface OptionDefinition {
  /** In commander's syntax: `--budget <tokens>`. */
  readonly flags: string;
  readonly summary: string;
  /** Whether it may be repeated; all values count. */
  readonly isRepeatable?: boolean | undefined;
  readonly completion?: CompletionValues | undefined;
}

/** A positional argument. */
export interface ArgumentDefinition {
  /** In commander's syntax: `<document>`, `[key]`, `[paths...]`. */
  readonly name: string;
  readonly summary: string;
  readonly completion?: CompletionValues | undefined;
}

/** Options of every command. */
export interface GlobalOptions {
  readonly workspace?: string | undefined;
  readonly tier?: string | undefined;
  /** Whether state of another origin in the workspace is opened. Default: false. */
  readonly trustState?: boolean | undefined;
  readonly json: boolean;
  readonly debug: boolean;
}

/** One run of a command. Options by their camel-cased name; lists for repeatable ones. */
export interface Invocation {
  /** Values in the order of the definitions; a list for a variadic argument. */
  readonly arguments: readonly (string | readonly string[] | undefined)[];
  readonly options: Readonly<Record<string, string | readonly string[] | boolean | undefined>>;
  readonly globals: GlobalOptions;
}

/** Runs a command and returns its exit code. Failures are thrown. */
export type CommandRun = (invocation: Invocation, io: RunningIo) => Promise<number>;

/** A command: its help, its completion and the loader of its code. */
export interface CommandDefinition {
  readonly name: string;
  readonly summary: string;
  /** More than the summary, for the command's own help. */
  readonly description?: string | undefined;
  readonly arguments?: readonly ArgumentDefinition[] | undefined;
  readonly options?: readonly OptionDefinition[] | undefined;
  /** Command lines with their effects. */
  readonly examples: readonly (readonly [commandLine: string, effect: string])[];
  /**
   * Whether the command runs until it is interrupted. It then has a few seconds to close its resources; any other
   * command ends at once.
   */
  readonly isServing?: ((invocation: Invocation) => boolean) | undefined;
  /**
   * Whether a warm process of the workspace may run it in this one's place: it only reads, and ends by itself. Default:
   * it may not.
   */
  readonly isReading?: ((invocation: Invocation) => boolean) | undefined;
  /** Loads the code. Help must not: it would load the whole runtime. */
  readonly load: () => Promise<CommandRun>;
}

/** Commands under one word: `strategies list`. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly CommandDefinition[];
}
