import type {
  AssemblyOrigin,
  CompressionLevel,
  ContextFragment,
  LicenseTier,
  SkipReason,
} from '@lexichord/abstractions';

import type { ConnectionStatus } from '../protocol/preview-connection.js';
import type { AgentChoice, AssemblySummary } from '../protocol/preview-message.js';

/**
 * Phase of the viewer's own assembly: `idle` before the first, `ready` when the last one has ended with a result. After
 * `failed` and `cancelled` the previous result stays on view, marked as stale.
 */
export type AssemblyPhase = 'idle' | 'assembling' | 'ready' | 'failed' | 'cancelled';

/** Failure of an assembly, for people. */
export interface PreviewFailure {
  readonly code: string;
  readonly message: string;
}

/** Comparison of a shown fragment with the last context sent to an agent. */
export type UseInLastRequest = 'same' | 'different' | 'not-used';

/** A segment of a conversation fragment, with the viewer's expansion. */
export interface SegmentView {
  readonly segmentId: string;
  /** The level that is in the prompt. */
  readonly level: CompressionLevel;
  readonly messageIds: readonly string[];
  readonly expansion?: SegmentExpansion | undefined;
}

/** The expansion of a segment, as far as it is loaded. */
export type SegmentExpansion =
  | { readonly phase: 'loading'; readonly level: CompressionLevel }
  | {
      readonly phase: 'ready';
      readonly level: CompressionLevel;
      readonly content: string;
      readonly tokenCount: number;
      readonly isFullTranscript: boolean;
    }
  | { readonly phase: 'failed'; readonly level: CompressionLevel; readonly failure: PreviewFailure };

/** A part of a fragment with the file and lines that it comes from. */
export interface FileRangeView {
  readonly filePath: string;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly score?: number | undefined;
  readonly symbol?: string | undefined;
}

/** An entity of a knowledge fragment. */
export interface EntityView {
  readonly entityId: string;
  readonly type: string;
  readonly name: string;
  readonly score: number;
  readonly signals: readonly { readonly signal: string; readonly score: number }[];
}

/** Form of a fragment by the parts in its metadata; `text` for metadata that the panel does not recognise. */
export type FragmentForm =
  | { readonly kind: 'text' }
  | { readonly kind: 'files'; readonly ranges: readonly FileRangeView[] }
  | { readonly kind: 'knowledge'; readonly entities: readonly EntityView[] }
  | { readonly kind: 'conversation'; readonly conversationId: string; readonly segments: readonly SegmentView[] };

/** A fragment of the assembly on view. */
export interface FragmentView {
  readonly sourceId: string;
  readonly label: string;
  /** The gathered content, byte for byte. */
  readonly content: string;
  readonly tokens: number;
  /** Share of the budget, 0 to 1. */
  readonly budgetShare: number;
  /** 0 to 1. */
  readonly relevance: number;
  readonly form: FragmentForm;
  /** Its colour of the palette in the bar, the list and the prompt, from 0; by source, not by position. */
  readonly color: number;
  readonly use: UseInLastRequest;
  /** Tokens before it was shortened, if it was. */
  readonly truncatedFrom?: { readonly tokens: number; readonly limit: 'strategy' | 'budget' } | undefined;
  /** Blocks that were cut because another fragment holds them. */
  readonly deduplicated?:
    { readonly blocks: number; readonly holders: readonly string[]; readonly fromTokens: number } | undefined;
}

/** One source in the list: with its fragment, or with why it has none. */
export interface SourceView {
  readonly sourceId: string;
  readonly displayName: string;
  readonly tier: LicenseTier;
  readonly isEnabled: boolean;
  /** Whether there is a switch: a source that the licence locks has none (AC-9). */
  readonly hasSwitch: boolean;
  /** A switch that was thrown and is not confirmed yet. */
  readonly isSwitching: boolean;
  readonly isExpanded: boolean;
  readonly fragment?: FragmentView | undefined;
  /** Why there is no fragment in the assembly on view. */
  readonly absence?:
    { readonly reason: SkipReason; readonly message: string; readonly tokens?: number | undefined } | undefined;
}

/** Something that the assembly left out or cut, in the "why" view. */
export interface LeftOutView {
  readonly sourceId: string;
  readonly displayName: string;
  readonly kind: 'skipped' | 'truncated' | 'deduplicated';
  /** Code, such as `over-budget`; for cut content the limit that cut it. */
  readonly reason: string;
  /** One sentence for people. */
  readonly message: string;
  /** Tokens that are not in the prompt, where they were counted. */
  readonly lostTokens?: number | undefined;
}

/** A stretch of the prompt. All parts in a row are the prompt, byte for byte. */
export interface PromptPart {
  readonly text: string;
  /** The fragment it renders; absent for the separators between. */
  readonly sourceId?: string | undefined;
}

/** The assembly on view. */
export interface AssemblyView {
  readonly correlationId: string;
  readonly origin: AssemblyOrigin;
  readonly agentId: string;
  /** ISO 8601. */
  readonly assembledAt: string;
  readonly durationMs: number;
  readonly documentPath?: string | undefined;
  /** Sum of the fragments. */
  readonly totalTokens: number;
  /** Tokens of the whole prompt. */
  readonly renderedTokens: number;
  readonly maxTokens: number;
  /** `renderedTokens` of the budget, 0 to 1. */
  readonly usedShare: number;
  readonly fragments: readonly FragmentView[];
  readonly leftOut: readonly LeftOutView[];
  readonly warnings: readonly string[];
  readonly prompt: readonly PromptPart[];
  /** False if the viewer's request was answered again, failed or was cancelled since. */
  readonly isCurrent: boolean;
}

/** A line of the timeline, newest first. */
export interface TimelineEntry extends AssemblySummary {
  readonly isShown: boolean;
  /** Picked for a comparison. */
  readonly isCompared: boolean;
}

/** Difference of a source's contribution between two assemblies. */
export interface SourceDifference {
  readonly sourceId: string;
  readonly displayName: string;
  readonly change: 'added' | 'removed' | 'changed' | 'same';
  readonly beforeTokens: number;
  readonly afterTokens: number;
  readonly before?: ContextFragment | undefined;
  readonly after?: ContextFragment | undefined;
}

/** Two assemblies side by side, the older one first. */
export interface ComparisonView {
  readonly before: AssemblySummary;
  readonly after: AssemblySummary;
  readonly differences: readonly SourceDifference[];
}

/** Cursor and selection in the document, in UTF-16 units of its content. */
export interface DocumentPlace {
  /** Start of the selection; the cursor when nothing is selected. */
  readonly anchor: number;
  /** Offset of the cursor. */
  readonly head: number;
}

/** The document shown to the viewer. */
export interface DocumentView {
  readonly path: string;
  readonly content: string;
  readonly language: string;
  readonly isEdited: boolean;
  readonly isEditable: boolean;
  /** Absent until the viewer puts a cursor into the text: a document that is only open has none. */
  readonly place?: DocumentPlace | undefined;
  /** Line of the cursor, 1-based, for people. */
  readonly cursorLine?: number | undefined;
  readonly cursorColumn?: number | undefined;
  /** `undefined` when nothing is selected. */
  readonly selectedText?: string | undefined;
  /** A counter that goes up when the content was replaced, other than by this viewer's typing. */
  readonly revision: number;
}

/** The viewer's question. */
export interface QuestionView {
  readonly agentId: string;
  readonly query: string;
  readonly conversationId?: string | undefined;
  /** Budget that the viewer set, in tokens; absent: the agent's. */
  readonly budget?: number | undefined;
  /** Budget in force, after the panel's limit. */
  readonly maxTokens: number;
  readonly maxBudget: number;
  /** Whether the viewer's budget was lowered to the limit. */
  readonly isClamped: boolean;
}

/** Everything a panel shows. A new object after each change; parts that did not change are the same objects. */
export interface PreviewState {
  readonly connection: ConnectionStatus;
  readonly workspaceName: string;
  readonly tier: LicenseTier;
  readonly agents: readonly AgentChoice[];
  readonly conversations: readonly string[];
  readonly question: QuestionView;
  readonly document?: DocumentView | undefined;
  readonly phase: AssemblyPhase;
  /** Failure of the assembly, or of the last failed action. */
  readonly failure?: PreviewFailure | undefined;
  /** Temporary sentences, such as the result of a changed configuration. */
  readonly notice?: string | undefined;
  readonly warnings: readonly string[];
  readonly shown?: AssemblyView | undefined;
  /** Sources with a fragment in the order of the prompt, then those without, by priority; without locked ones. */
  readonly sources: readonly SourceView[];
  /** Sources that the licence locks, with the tier that opens them (AC-9). */
  readonly locked: readonly SourceView[];
  readonly timeline: readonly TimelineEntry[];
  readonly comparison?: ComparisonView | undefined;
}
