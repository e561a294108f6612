import type { WorkspaceChange } from '../documents/workspace-change.js';
import type { CallOptions } from '../services/call-options.js';
import { type Token, token } from '../token.js';
import type { ContextSource, PendingContextSource } from './context-source.js';
import type { PackPreview, PackStats, PackedContext } from './packed-context.js';
import type { PackingBudget } from './packing-budget.js';
import type { PackLayout, PreviousPack } from './previous-pack.js';

/** Names of the built-in templates. */
export const packTemplates = ['markdown', 'xml', 'json'] as const;

/** The template of a packed text: a built-in one, or the text of a custom one. */
export type PackTemplate = (typeof packTemplates)[number] | { readonly text: string };

/** Sets of ranking weights for a kind of work. */
export const packProfiles = ['bug-fix', 'new-feature', 'security-audit', 'onboarding'] as const;

/** One of {@link packProfiles}. */
export type PackProfile = (typeof packProfiles)[number];

/** A task, and how to pack for it. */
export interface PackOptions extends CallOptions {
  /** The model's task: chunks about it rank higher. May be empty. */
  readonly task: string;
  /** A change of the workspace, which comes first in the pack. Absent: none. */
  readonly change?: WorkspaceChange | undefined;
  /** Absent: the configuration's, else its weights. */
  readonly profile?: PackProfile | undefined;
  /** Absent: the configuration's, else Markdown. */
  readonly template?: PackTemplate | undefined;
  /** Order of the text. Absent: the configuration's, else `ranked`. */
  readonly layout?: PackLayout | undefined;
  /** The previous pack, which must be among the sources as well; `ISourceFinder` finds its remaining lines. */
  readonly previous?: PreviousPack | undefined;
  /**
   * Whether chunks of the previous pack are left out where they are still valid: the text then begins with lists of the
   * chunks that the reader has already and of those no longer valid. Default: false.
   */
  readonly onlyNew?: boolean | undefined;
  /** Called when a stage begins, to show progress. */
  readonly onStage?: ((stage: PackStage) => void) | undefined;
}

/** The stages of a pack, in their order. */
export const packStages = ['collect', 'chunk', 'rank', 'dedup', 'select', 'format'] as const;

/** One of {@link packStages}. */
export type PackStage = (typeof packStages)[number];

/** Statistics of a packer since it was made. */
export interface PackerStats {
  readonly packs: number;
  /** Packs that took too long or lacked a source. */
  readonly partialPacks: number;
  /** Mean share of the budget that packs used, 0 to 1. */
  readonly meanBudgetUse: number;
  /** Share of the needed chunks that came from the cache, 0 to 1. */
  readonly cacheHitRate: number;
  readonly lastPack?: PackStats | undefined;
}

/**
 * Makes the best context of possibly relevant sources, within a budget (T-016). The same sources, task and files give
 * the same text, in any order of the sources.
 */
export interface IContextPacker {
  /**
   * Never rejects because of a source: unusable sources are listed, and the rest is packed.
   *
   * @throws {LexichordError} `invalid-argument` for a missing list, or a budget or template that cannot be used;
   * `budget-exceeded` for a defect that would have exceeded the budget; the signal's reason
   */
  pack(
    sources: Iterable<ContextSource | PendingContextSource>,
    budget: PackingBudget,
    options: PackOptions,
  ): Promise<PackedContext>;
  /**
   * The chunks that {@link pack} would take, without the text. The last chunk may differ, since only counting the whole
   * text shows whether it fits. Throws the same errors.
   */
  preview(
    sources: Iterable<ContextSource | PendingContextSource>,
    budget: PackingBudget,
    options: PackOptions,
  ): Promise<PackPreview>;
  getStats(options?: CallOptions): Promise<PackerStats>;
}
export const IContextPacker: Token<IContextPacker> = token('IContextPacker');
