import type { RunningIo } from '../command-io.js';

/** Completion of a value: a file, a folder, or one of a few words. */
export type CompletionValues = 'file' | 'folder' | readonly string[];

/** An argument or option as the user writes it. */
export interface OptionDefinition {
  /** As commander reads it: `--budget <tokens>`. */
  readonly flags: string;
  readonly summary: string;
  /** May be given several times; all values count. */
  readonly isRepeatable?: boolean | undefined;
  readonly completion?: CompletionValues | undefined;
}

/** A positional argument. */
export interface ArgumentDefinition {
  /** As commander reads it: `<document>`, `[key]`, `[paths...]`. */
  readonly name: string;
  readonly summary: string;
  readonly completion?: CompletionValues | undefined;
}

/** Options of every command. */
export interface GlobalOptions {
  readonly workspace?: string | undefined;
  readonly tier?: string | undefined;
  /** Whether state is opened that this user did not make in the workspace. Default: false. */
  readonly trustState?: boolean | undefined;
  readonly json: boolean;
  readonly debug: boolean;
}

/** One run of a command. Options by their camel-cased name; lists for repeatable ones. */
export interface Invocation {
  /** In the order of their definitions; a list for one that takes several. */
  readonly arguments: readonly (string | readonly string[] | undefined)[];
  readonly options: Readonly<Record<string, string | readonly string[] | boolean | undefined>>;
  readonly globals: GlobalOptions;
}

/** Runs a command and returns its exit code. Failures are thrown. */
export type CommandRun = (invocation: Invocation, io: RunningIo) => Promise<number>;

/** A command: its help and completion, and how to load its code. */
export interface CommandDefinition {
  readonly name: string;
  readonly summary: string;
  /** More than the summary, for the command's own help. */
  readonly description?: string | undefined;
  readonly arguments?: readonly ArgumentDefinition[] | undefined;
  readonly options?: readonly OptionDefinition[] | undefined;
  /** Command lines with what they do. */
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
