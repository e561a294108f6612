import type { ExpansionMarker } from '../compression/compressed-segment.js';
import type { ExpandedContext } from '../compression/context-expander.js';
import type { AssembledContext } from '../context/assembled-context.js';
import type { ContextBudget } from '../context/context-budget.js';
import type { ContextGatheringRequest } from '../context/context-gathering-request.js';
import type { AssembleOptions } from '../context/context-orchestrator.js';
import type { ChangeQuery } from '../documents/workspace-change.js';
import type { ExpandedBody } from '../packing/body-expander.js';
import type { PackOptions } from '../packing/context-packer.js';
import type { ContextSource, PendingContextSource } from '../packing/context-source.js';
import type { PackedContext } from '../packing/packed-context.js';
import type { PackingBudget } from '../packing/packing-budget.js';
import type { RepositoryMap, RepositoryMapOptions } from '../packing/repository-map.js';
import type { SourceRequest } from '../packing/source-finder.js';
import type { IIndexService } from '../search/index-service.js';
import type { SearchOptions, SearchResult } from '../search/semantic-search-service.js';
import type { CallOptions } from '../services/call-options.js';
import type { IndexRefreshOptions } from './index-refresh.js';
import type { IWorkspaceKnowledge } from './workspace-knowledge.js';
import type { ExpandOptions, IWorkspaceMemory, ShownSegment } from './workspace-memory.js';

/** Options of a search in a workspace. */
export interface WorkspaceSearchOptions extends IndexRefreshOptions, Omit<SearchOptions, 'topK'> {
  /** Maximum number of hits. Default 10. */
  readonly limit?: number | undefined;
}

/** Options of a map of a workspace. */
export interface WorkspaceMapOptions extends IndexRefreshOptions, Omit<RepositoryMapOptions, 'budgetTokens'> {
  /** Maximum tokens of the text, from 0. Default 1,000. */
  readonly budget?: number | undefined;
}

/** Options of a pack for a task. */
export interface WorkspacePackOptions
  extends IndexRefreshOptions, Omit<SourceRequest, 'task' | 'change'>, Omit<PackOptions, 'task' | 'change'> {
  /** A change to pack with its related code; it comes first. With a change, the task may be empty. Absent: none. */
  readonly change?: ChangeQuery | undefined;
  /**
   * A number is the maximum tokens of the text, from 0. Default: the configuration's `context.budget`, which leaves the
   * pack 90,000 tokens by default.
   */
  readonly budget?: number | PackingBudget | undefined;
  /** Additional sources of the host. */
  readonly sources?: Iterable<ContextSource | PendingContextSource> | undefined;
}

/**
 * Ordinary work in a workspace, without tokens and containers: each method calls the service of its name, and loads its
 * code with the first call. Locked methods reject with `license-required`, which names the tier and the remedy. Every
 * call rejects with its signal's reason.
 */
export interface ILexichordFacade {
  /**
   * Collects the context of a request and fits it into a budget; see `IContextOrchestrator`. Available in every tier:
   * locked sources are named in `skipped` as `unlicensed`.
   *
   * @throws {LexichordError} `invalid-argument`, `unknown-strategy`
   */
  assemble(
    request: ContextGatheringRequest,
    budget: ContextBudget,
    options?: AssembleOptions,
  ): Promise<AssembledContext>;

  /**
   * Brings the index up to date and searches it, as `lexichord search` does: the first search builds the index. If the
   * index cannot be written, it is searched without an update, with a warning. From Core on.
   *
   * @param query a question, a name, a path or an error message
   * @throws {LexichordError} `no-index` with `refresh: false` when nothing was indexed yet; `storage-failed`,
   * `io-failed`
   */
  search(query: string, options?: WorkspaceSearchOptions): Promise<SearchResult>;

  /**
   * Finds the code that a task needs and packs it into a budget, as `lexichord pack` does: the index is brought up to
   * date, the task is searched for, and open files, references and outputs of tools are added. An index that cannot be
   * used is a warning: the rest is packed. From Core on.
   *
   * @param task the model's task
   * @throws {LexichordError} `invalid-argument` for a budget or template that cannot be used
   */
  pack(task: string, options?: WorkspacePackOptions): Promise<PackedContext>;

  /**
   * An overview of the repository, as `lexichord map` shows it: its entry points and its central definitions, by their
   * rank in the graph of uses. The index is brought up to date before; one that cannot be used is a warning.
   * From Core on.
   *
   * @throws {LexichordError} `invalid-argument` for a budget that is no whole number from 0
   */
  map(options?: WorkspaceMapOptions): Promise<RepositoryMap>;

  /** Keeps the search index: `update` and `watch`. From Core on. */
  readonly index: IIndexService;

  /** The knowledge graph. From WriterPro on. */
  readonly knowledge: IWorkspaceKnowledge;

  /** Conversation memory. From WriterPro on. */
  readonly memory: IWorkspaceMemory;

  /**
   * Expands a part of a conversation to more detail. From WriterPro on one level a call, from Teams on several
   * (COMP-06 §3.2).
   *
   * @param shown the part as the agent has it, or a marker of a compressed text
   * @throws {LexichordError} `not-found` for a segment that is not stored; `invalid-argument` when the level does not
   * have more detail than was shown
   */
  expand(shown: ShownSegment | ExpansionMarker, options?: ExpandOptions): Promise<ExpandedContext>;

  /**
   * The lines of a handle, as an outline of a pack shows it, and `lexichord context expand` prints them. From Core on.
   *
   * @param handle `path:start-end@hash8`; without the hash, the present lines
   * @throws {LexichordError} `content-changed` when the file no longer has these lines; the errors of `IBodyExpander`
   */
  expand(handle: string, options?: CallOptions): Promise<ExpandedBody>;
}
