import type { ContextGatheringRequest } from '@lexichord/abstractions';

import type { ConnectionStatus } from '../../protocol/preview-connection.js';
import type { AssemblyRecord, AssemblySummary, PanelDescription } from '../../protocol/preview-message.js';
import type { DocumentFacts } from '../document/document-view.js';
import type { AssemblyPhase, PreviewFailure, SegmentExpansion } from '../preview-state.js';
import { type Folding, foldedAtFirst } from '../sources/folding.js';

/** An agent's question, which a viewer without one of its own follows. */
export interface FollowedQuestion {
  readonly request: ContextGatheringRequest;
  /** `undefined`: the agent's own. */
  readonly maxTokens: number | undefined;
}

/** A failure, and the kind of action that clears it. */
export interface FailureFact extends PreviewFailure {
  readonly of: 'assembly' | 'action';
}

/** Source facts of the panel's state, without redundancy. */
export interface PreviewFacts {
  readonly connection: ConnectionStatus;
  /** Not there before the connection's first message. */
  readonly panel?: PanelDescription | undefined;
  readonly conversations: readonly string[];

  /** As the viewer chose it, whether there is such an agent or not. */
  readonly agentId?: string | undefined;
  readonly query: string;
  readonly conversationId?: string | undefined;
  readonly budget?: number | undefined;
  readonly document?: DocumentFacts | undefined;
  readonly followed?: FollowedQuestion | undefined;

  readonly phase: AssemblyPhase;
  readonly failure?: FailureFact | undefined;
  readonly notice?: string | undefined;

  /** The last answer to this viewer, or to an agent when the viewer has no question. */
  readonly newest?: AssemblyRecord | undefined;
  /** The viewer's last question has no answer: it failed, was cancelled, or the panel is not reachable. */
  readonly isOutdated: boolean;
  /** An assembly of the timeline that is on view instead of the newest one. */
  readonly pinned?: AssemblyRecord | undefined;
  readonly lastOfAgent?: AssemblyRecord | undefined;
  /** Oldest first. */
  readonly summaries: readonly AssemblySummary[];
  /** Ids that are picked for a comparison, at most two. */
  readonly compared: readonly string[];
  /** Older one first. */
  readonly comparison?: readonly [AssemblyRecord, AssemblyRecord] | undefined;

  /** Switches that were thrown and are not confirmed yet. */
  readonly switching: ReadonlyMap<string, boolean>;
  readonly folding: Folding;
  /** By the segment's id. */
  readonly expansions: ReadonlyMap<string, SegmentExpansion>;
  /** Which number a source has for its colour. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** The initial state. */
export const noFacts: PreviewFacts = {
  connection: 'connecting',
  conversations: [],
  query: '',
  phase: 'idle',
  isOutdated: false,
  summaries: [],
  compared: [],
  switching: new Map(),
  folding: foldedAtFirst,
  expansions: new Map(),
  numbers: new Map(),
};

/** The assembly on view. */
export function shownRecord({ pinned, newest }: PreviewFacts): AssemblyRecord | undefined {
  return pinned ?? newest;
}
