import {
  type CallOptions,
  type CompressedSegment,
  CompressionLevel,
  IConversationMemory,
  type ILexichordRuntime,
  type SegmentSummary,
  type WithheldSecret,
} from '@lexichord/abstractions';
import { toTerminalLine, toTerminalText } from '@lexichord/platform/terminal-text';
import { screenOutput } from '@lexichord/secrets/internal';

import type { CommandRun } from '../command-line/command-definition.js';
import { requiredArgument } from '../command-line/read-options.js';
import { ExitCode } from '../exit-code.js';
import { levelName, levelOption } from '../memory/level-option.js';
import { requireConversation, requireMemory } from '../memory/require-memory.js';
import { countOf, formatCount } from '../output/numbers.js';
import { printJson } from '../output/print-json.js';
import { printSecrets } from '../output/secret-list.js';
import { type TextLayout, layoutFor } from '../output/text-layout.js';
import { withRuntime } from '../session/with-runtime.js';

/** `lexichord memory show`. */
export const runMemoryShow: CommandRun = (invocation, io) => {
  const conversationId = requiredArgument(invocation, 0);
  const level = levelOption(invocation, 'level') ?? CompressionLevel.brief;
  const { globals } = invocation;
  const { signal } = io;
  return withRuntime({ globals, io }, async ({ runtime }) => {
    requireMemory(runtime, 'show');
    const { head, messages } = await requireConversation(conversationId, { runtime, signal });
    const segments = loadSegments(conversationId, { runtime, level, signal });
    if (globals.json) {
      const shown = [];
      for await (const segment of segments) shown.push(toJson(segment));
      const page = { conversationId, level: levelName(level), head, messages, segments: shown };
      printJson(await screenOutput(page, { runtime, signal }), io);
      return ExitCode.done;
    }
    const layout = layoutFor(io);
    let between = '';
    const secrets: WithheldSecret[] = [];
    for await (const loaded of segments) {
      const segment = await screenOutput(loaded, { runtime, signal });
      io.stdout.write(`${between}${segmentPage(segment, layout)}\n`);
      between = '\n';
      secrets.push(...(segment.text.secrets ?? []));
    }
    printSecrets(secrets, io);
    return ExitCode.done;
  });
};

function toJson({ summary, text }: ShownSegment): object {
  const { content, tokenCount, anchors, markers, secrets = [] } = text;
  return {
    ...summary,
    content,
    tokenCount,
    anchors,
    secrets,
    markers: markers.map((marker) => ({ ...marker, targetLevel: levelName(marker.targetLevel) })),
  };
}

/** A segment: a line with id, messages, times and tokens, and its text below. */
export function segmentPage({ summary, text }: ShownSegment, { colors }: TextLayout): string {
  const { segmentId, messageIds, isOpen, tokenCounts, startedMs, endedMs } = summary;
  const facts = [
    idsText(messageIds),
    timesText(startedMs, endedMs),
    `${formatCount(text.tokenCount)} of ${countOf(tokenCounts.full, 'token')}`,
    isOpen ? 'open' : '',
  ];
  const { bold, dim } = colors;
  const head = `${bold(segmentId)}  ${dim(facts.filter((fact) => fact !== '').join(' · '))}`;
  return `${head}\n${toTerminalText(text.content)}`;
}

/** `m0 … m19`. */
function idsText(messageIds: readonly string[]): string {
  const [first, last] = [messageIds[0], messageIds.at(-1)].map((id) => toTerminalLine((id ?? '').slice(0, 40)));
  return messageIds.length < 2 ? (first ?? '') : `${first ?? ''} … ${last ?? ''}`;
}

function timesText(startedMs: number | undefined, endedMs: number | undefined): string {
  if (startedMs === undefined) return '';
  const [start, end] = [startedMs, endedMs ?? startedMs].map((timeMs) => minuteText(timeMs));
  return start === end ? (start ?? '') : `${start ?? ''} to ${end ?? ''}`;
}

/** Day and minute, in universal time. */
function minuteText(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 16).replace('T', ' ');
}

/** A segment with its text at the requested level. */
interface ShownSegment {
  readonly summary: SegmentSummary;
  readonly text: CompressedSegment;
}

/** Options of {@link loadSegments}. */
interface SegmentLoading extends CallOptions {
  readonly runtime: ILexichordRuntime;
  readonly level: CompressionLevel;
}

/**
 * All segments of a conversation in order. Stored levels are read in one query, missing ones computed one by one.
 *
 * @throws {LexichordError} `not-found`
 */
async function* loadSegments(
  conversationId: string,
  { runtime, level, signal }: SegmentLoading,
): AsyncGenerator<ShownSegment, void, undefined> {
  const memory = runtime.resolve(IConversationMemory);
  const summaries = await memory.segments(conversationId, { signal });
  const isStored = level !== CompressionLevel.full;
  const stored = isStored ? await memory.storedLevels(conversationId, level, { signal }) : [];
  const segmentsById = new Map(stored.map((one) => [one.segmentId, one]));
  for (const summary of summaries) {
    const { segmentId } = summary;
    yield { summary, text: segmentsById.get(segmentId) ?? (await memory.segment(segmentId, level, { signal })) };
  }
}
