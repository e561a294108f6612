import { closeOpenFence } from './code-fence.js';
import type { WithheldSecret } from '../services/secret-scanner.js';
import type { ContextFragment } from './context-fragment.js';

/** Reason why a strategy's content is not in the result. */
export type SkipReason =
  | 'unlicensed'
  | 'disabled'
  | 'excluded'
  | 'unsupported'
  | 'timeout'
  | 'error'
  | 'empty'
  | 'no-index'
  | 'duplicate'
  | 'over-budget';

/** A strategy whose content is not in the result, with the reason. */
export interface SkippedStrategy {
  readonly sourceId: string;
  readonly reason: SkipReason;
  /** One sentence for people. */
  readonly message: string;
  /** Tokens that were left out, when the strategy had gathered something. */
  readonly tokens?: number | undefined;
  /** For a duplicate: the strategy whose fragment holds the same text. */
  readonly duplicateOf?: string | undefined;
}

/** A fragment that was shortened, to its strategy's size or to the budget. */
export interface TruncatedFragment {
  readonly sourceId: string;
  readonly fromTokens: number;
  readonly toTokens: number;
  /** Tokens after shortening. */
  readonly limit: 'strategy' | 'budget';
}

/** Blocks that were cut from a fragment because a kept fragment holds them. */
export interface DeduplicatedFragment {
  readonly sourceId: string;
  /** Strategies whose kept fragments hold the blocks. */
  readonly duplicateOf: readonly string[];
  /** Number of paragraphs or fenced blocks that were cut. */
  readonly blocks: number;
  readonly fromTokens: number;
  readonly toTokens: number;
}

/** Values for prompt templates, by DES-072c's keys. A key without a value is absent. */
export interface ContextVariables {
  readonly AgentId: string;
  readonly DocumentName?: string;
  readonly DocumentPath?: string;
  readonly Language?: string;
  readonly CurrentHeading?: string;
  /** UTF-16 units from the start of the document. */
  readonly CursorPosition?: number;
  /** UTF-16 units. */
  readonly SelectionLength?: number;
  readonly FragmentCount: number;
  readonly TotalTokens: number;
}

/** The result of an assembly (DES-072c §4.2). */
export interface AssembledContext {
  /** Highest priority first, then higher relevance, then by id. */
  readonly fragments: readonly ContextFragment[];
  /** Sum of the fragments' `tokenEstimate`; at most the budget. */
  readonly totalTokens: number;
  /** Tokens of {@link combineContent}'s text, headings and separators included; at most the budget. */
  readonly renderedTokens: number;
  /** The budget it was fitted to. */
  readonly maxTokens: number;
  readonly variables: ContextVariables;
  readonly assemblyDurationMs: number;
  readonly truncated: readonly TruncatedFragment[];
  readonly deduplicated: readonly DeduplicatedFragment[];
  readonly skipped: readonly SkippedStrategy[];
  /** Secrets that were replaced in the texts, by location and rule. */
  readonly secrets: readonly WithheldSecret[];
  /** Warnings for the caller, one sentence each, such as a required fragment that had to be cut. */
  readonly warnings: readonly string[];
}

/** Separator of the parts of a rendered context, counted in the budget. */
export const fragmentSeparator = '\n\n';

/** Renders one fragment. A fenced block that was cut is closed, so that the following text is not taken for code. */
export function renderFragment({ label, content }: ContextFragment): string {
  return `## ${label}\n${closeOpenFence(content)}`;
}

/** The text that is sent to a model (DES-072c §4.2). With another separator the budget is no longer guaranteed. */
export function combineContent(assembled: Pick<AssembledContext, 'fragments'>, separator = fragmentSeparator): string {
  return assembled.fragments.map(renderFragment).join(separator);
}

/** An assembly without fragments. */
export function emptyAssembledContext(agentId: string, maxTokens = 0): AssembledContext {
  return {
    fragments: [],
    totalTokens: 0,
    renderedTokens: 0,
    maxTokens,
    variables: { AgentId: agentId, FragmentCount: 0, TotalTokens: 0 },
    assemblyDurationMs: 0,
    truncated: [],
    deduplicated: [],
    skipped: [],
    secrets: [],
    warnings: [],
  };
}

/** Whether anything was gathered. */
export function hasContext(assembled: AssembledContext): boolean {
  return assembled.fragments.length > 0;
}

/** The fragment of a strategy, if it contributed one. */
export function getFragment(assembled: AssembledContext, sourceId: string): ContextFragment | undefined {
  return assembled.fragments.find((fragment) => fragment.sourceId === sourceId);
}

/** Whether a strategy contributed a fragment. */
export function hasFragmentFrom(assembled: AssembledContext, sourceId: string): boolean {
  return getFragment(assembled, sourceId) !== undefined;
}
