import { type CallOptions, ErrorCode, LexichordError, type ToolOutput } from '@lexichord/abstractions';
import { LineIndex } from '@lexichord/platform/internal';
import { countOf, formatCount } from '@lexichord/platform/number-text';
import { createKeywordMatcher } from '@lexichord/text-index/internal';

import { holdsNul } from '../collect/source-collector.js';
import { type OutputLines, OutputSample, type SampleSizes } from './output-sample.js';

/**
 * Sizes of a full sample, together less than a million UTF-16 units: more than any pack shows of an output, and all of
 * it is searched for places.
 */
const fullSizes: SampleSizes = {
  blockLength: 16_000,
  headLength: 100_000,
  tailLength: 400_000,
  middleLength: 450_000,
};

/** Maximum size of a full sample with its last blocks, in bytes: a UTF-16 unit has up to three. */
const maxSampleBytes = 3_000_000;

/** Words of a log about a failure, usually the subject of a task; decisive in a text with few words of the task. */
const failure = /\b(?:error|exception|fail(?:ed|ure|s)?|fatal|panic|traceback)\b/iu;

/** The output of a tool, ready for packing. */
export interface ReadOutput {
  /** By line; a single one for a complete text. */
  readonly sections: readonly OutputLines[];
  /** Description of the missing part, in one sentence. Absent: nothing is missing. */
  readonly omission?: string | undefined;
}

/** Options for reading an output. */
export interface ReadOutputOptions extends CallOptions {
  /** Selects the kept blocks in the middle of a long output. */
  readonly task: string;
  /** Maximum size of an output that is kept whole, in bytes of UTF-8. */
  readonly maxBytes: number;
}

/**
 * Reads the output of a tool as a stream (T-016 NFR-016-12). Keeps a sample of an output above the maximum, in memory
 * that does not grow with the output.
 *
 * @throws {LexichordError} `binary-file`; the errors of the stream; the signal's reason
 */
export async function readToolOutput(
  text: ToolOutput['text'],
  { task, maxBytes, signal }: ReadOutputOptions,
): Promise<ReadOutput> {
  let sizeBytes = 0;
  let pending = '';
  const sizes = sizesWithin(maxBytes);
  let sample: OutputSample | undefined;
  for await (const piece of piecesOf(text)) {
    signal?.throwIfAborted();
    if (piece.includes('\0')) throw new LexichordError(ErrorCode.binaryFile, holdsNul.message);
    sizeBytes += Buffer.byteLength(piece);
    pending += piece;
    if (sizeBytes <= maxBytes) continue;
    sample ??= new OutputSample(sizes, scoreFor(task));
    pending = sample.take(pending);
  }
  if (sample === undefined)
    return { sections: [{ startLine: 1, endLine: new LineIndex(pending).count, content: pending }] };
  const sections = sample.finish(pending);
  return { sections, omission: omissionOf(sections, { sample, sizes, sizeBytes, maxBytes }) };
}

/** Sizes of a sample that is no larger than the maximum size of an output. */
function sizesWithin(maxBytes: number): SampleSizes {
  const share = Math.min(1, maxBytes / maxSampleBytes);
  const within = (length: number): number => Math.max(1, Math.floor(length * share));
  const { blockLength, headLength, tailLength, middleLength } = fullSizes;
  return {
    ...{ blockLength: within(blockLength), headLength: within(headLength) },
    ...{ tailLength: within(tailLength), middleLength: within(middleLength) },
  };
}

async function* piecesOf(text: ToolOutput['text']): AsyncGenerator<string, void, undefined> {
  if (typeof text === 'string') return yield text;
  const decoder = new TextDecoder('utf-8');
  for await (const piece of text()) yield typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** Returns a function that counts the words of the task in a text, plus one if the text reports a failure. */
function scoreFor(task: string): (content: string) => number {
  const matcher = createKeywordMatcher(task);
  return (content) => matcher.match([content]).length + (failure.test(content) ? 1 : 0);
}

/** An output above the maximum, and its sample. */
interface SampledOutput {
  readonly sample: OutputSample;
  readonly sizes: SampleSizes;
  readonly sizeBytes: number;
  readonly maxBytes: number;
}

function omissionOf(sections: readonly OutputLines[], { sample, sizes, sizeBytes, maxBytes }: SampledOutput): string {
  const { lineCount, cutLines } = sample;
  const kept = sections.reduce((sum, { startLine, endLine }) => sum + endLine - startLine + 1, 0);
  const lines = `${countOf(cutLines, 'line')} of more than ${formatCount(sizes.blockLength)} characters`;
  const cut = cutLines === 0 ? '' : ` ${lines} ${cutLines === 1 ? 'was' : 'were'} cut.`;
  return (
    `has ${formatCount(sizeBytes)} bytes, more than ${formatCount(maxBytes)}: the pack uses ${formatCount(kept)} of ` +
    `its ${countOf(lineCount, 'line')}: its beginning, its end, and the lines between them with the most words of the task.${cut}`
  );
}
