import {
  type AssembledContext,
  CompressionLevel,
  type CompressionLevelName,
  CompressionLevel as Level,
  compressionLevelNames,
} from '@lexichord/abstractions';
import { z } from 'zod';

import type { SegmentWords } from './segment-words.js';

const conversationSource = 'conversation';

/** Level of a segment that is not shown. */
export const notShown = compressionLevelNames.length;

/** How much of a segment a context shows: a level, or {@link notShown}. */
export type ShownLevel = CompressionLevel | typeof notShown;

/** Part of one segment that a context shows. */
interface ShownSegment {
  /** The most detailed level below Full at which it is shown. */
  readonly level: ShownLevel;
  /** Ids of messages that are shown verbatim. */
  readonly wholeMessages: ReadonlySet<string>;
}

/** Part of one conversation that a context shows. */
export interface ShownContext {
  /** Absent if the context names no conversation. */
  readonly conversationId: string | undefined;
  /** By segment id. */
  readonly segments: ReadonlyMap<string, ShownSegment>;
  /** Texts of all fragments. */
  readonly texts: readonly string[];
}

const levelSchema = z.union([
  z.literal(Object.values(Level)),
  z.enum(compressionLevelNames).transform((name: CompressionLevelName) => Level[name]),
]);

const segmentSchema = z.object({ segmentId: z.string(), level: levelSchema, messageIds: z.array(z.string()) });

const metadataSchema = z.object({ conversationId: z.string().min(1), segments: z.array(z.unknown()).catch([]) });

/**
 * Reads which segments are in a context from the metadata of its conversation fragment. Damaged metadata is ignored.
 *
 * @param conversationId the only one that counts; absent: the first that the context names
 */
export function shownContext(context: AssembledContext, conversationId: string | undefined): ShownContext {
  const shown = context.fragments
    .filter(({ sourceId }) => sourceId === conversationSource)
    .flatMap(({ metadata }) => {
      const parsed = metadataSchema.safeParse(metadata);
      return parsed.success ? [parsed.data] : [];
    });
  const id = conversationId ?? shown[0]?.conversationId;
  const segments = new Map<string, { level: ShownLevel; wholeMessages: Set<string> }>();
  for (const entry of shown.filter((one) => one.conversationId === id).flatMap((one) => one.segments)) {
    const parsed = segmentSchema.safeParse(entry);
    if (!parsed.success) continue;
    const { segmentId, level, messageIds } = parsed.data;
    const known = segments.get(segmentId) ?? { level: notShown, wholeMessages: new Set() };
    segments.set(segmentId, known);
    if (level === Level.full) for (const messageId of messageIds) known.wholeMessages.add(messageId);
    else if (level < known.level) known.level = level;
  }
  return { conversationId: id, segments, texts: context.fragments.map(({ content }) => content) };
}

/** The level at which a context shows a segment: Full if all of its messages are there. */
export function shownLevel(
  { segments }: ShownContext,
  { segmentId, messageIds }: { readonly segmentId: string; readonly messageIds: readonly string[] },
): ShownLevel {
  const shown = segments.get(segmentId);
  if (shown === undefined) return notShown;
  if (messageIds.every((messageId) => shown.wholeMessages.has(messageId))) return Level.full;
  // Some of its messages are shown at Full, the others at the shown level or not at all.
  return shown.level === notShown ? Level.detailed : shown.level;
}

/** A segment that the context does not show at Full. */
export interface Candidate extends SegmentWords {
  readonly shown: ShownLevel;
}

/** The segments of a conversation, and those that are not shown at Full. */
export interface Candidates {
  /** By number. */
  readonly all: readonly SegmentWords[];
  /** Segments that are not shown at Full, by number. */
  readonly open: readonly Candidate[];
}

export function findCandidates(all: readonly SegmentWords[], context: ShownContext): Candidates {
  const open = all
    .map((segment) => ({ ...segment, shown: shownLevel(context, segment) }))
    .filter(({ shown }) => shown > CompressionLevel.full);
  return { all, open };
}
