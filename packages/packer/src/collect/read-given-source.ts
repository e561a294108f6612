import {
  type Anchor,
  type ChangeRelation,
  type ContextSource,
  type LineRange,
  type RejectedSource,
  type SourceDefinition,
  type SourceType,
  changeRoles,
  chunkKinds,
  sourceTypes,
} from '@lexichord/abstractions';
import { z } from 'zod';

/** A source with fields of the types in its contract, or the reason why it is invalid. */
export type GivenSource = { readonly source: ContextSource } | { readonly rejected: RejectedSource };

/** Reported type of a rejected source with an invalid type. */
const unknownType: SourceType = 'reference';

/**
 * Reads a source from JavaScript, JSON or a model, which may have any content. Scores are limited to their range;
 * scores and times that are not numbers are ignored (T-016 AC-018, AC-019, threat 4).
 */
export function readGivenSource(given: unknown): GivenSource {
  try {
    return readFields(given);
  } catch (error) {
    // A getter or a proxy can throw anything.
    const kind = error instanceof Error ? error.name : typeof error;
    const message = `The source cannot be read (${kind}). Give a plain object.`;
    return { rejected: { filePath: '', sourceType: unknownType, reason: 'invalid-argument', message } };
  }
}

function readFields(given: unknown): GivenSource {
  const fields = fieldsOf(given);
  const { sourceType: type, filePath: path, content, lineRange: range } = fields;
  const { anchors, relation, definition, relevanceScore, minRelevanceScore, isSearchHit, timestampMs, language } =
    fields;
  const sourceType = isSourceType(type) ? type : undefined;
  const filePath = typeof path === 'string' ? path : '';
  const reject = (reason: string, message: string): GivenSource => ({
    rejected: { filePath, sourceType: sourceType ?? unknownType, reason, message },
  });

  if (sourceType === undefined) {
    return reject('invalid-argument', `The source has an unknown type. Available types: ${sourceTypes.join(', ')}.`);
  }
  if (filePath.trim() === '')
    return reject('no-path', 'The source has no path. Give the path of the file or the name of the tool.');
  if (typeof content !== 'string') return reject('no-content', 'The source has no text. Give the content of the file.');
  const lineRange = readRange(range);
  if (lineRange === 'invalid')
    return reject('invalid-range', 'Lines must be whole numbers from 1, the first not after the last.');
  return {
    source: {
      ...{ sourceType, filePath, content, lineRange },
      anchors: readAnchors(anchors),
      definition: readDefinition(definition),
      ...readRelation(relation),
      relevanceScore: readScore(relevanceScore),
      minRelevanceScore: readScore(minRelevanceScore),
      ...(isSearchHit === true ? { isSearchHit } : {}),
      timestampMs: readTime(timestampMs),
      language: readLanguage(language),
    },
  };
}

function fieldsOf(given: unknown): Readonly<Record<string, unknown>> {
  return given !== null && typeof given === 'object' ? (given as Readonly<Record<string, unknown>>) : {};
}

function isSourceType(type: unknown): type is SourceType {
  return (sourceTypes as readonly unknown[]).includes(type);
}

function readRange(range: unknown): LineRange | 'invalid' | undefined {
  if (range === undefined || range === null) return undefined;
  if (typeof range !== 'object') return 'invalid';
  const { startLine, endLine } = range as Readonly<Record<string, unknown>>;
  if (!isLine(startLine) || !isLine(endLine) || startLine > endLine) return 'invalid';
  return { startLine, endLine };
}

/** Ignores malformed anchors: the source is valid without them. */
function readAnchors(anchors: unknown): readonly Anchor[] | undefined {
  if (!Array.isArray(anchors)) return undefined;
  return anchors.flatMap((anchor: unknown): Anchor[] => {
    const range = readRange(anchor);
    if (range === undefined || range === 'invalid') return [];
    const { order, relation } = anchor as Readonly<Record<string, unknown>>;
    const isOrder = Number.isSafeInteger(order) && (order as number) >= 0;
    return [{ ...range, order: isOrder ? (order as number) : 0, ...readRelation(relation) }];
  });
}

/** Ignores a malformed value: the source is valid without it. */
function readDefinition(definition: unknown): SourceDefinition | undefined {
  if (definition === undefined) return undefined;
  const { success, data } = definitionSchema.safeParse(definition);
  return success ? data : undefined;
}

/** Ignores a malformed value: the source is valid without it. */
function readRelation(relation: unknown): { readonly relation?: ChangeRelation } {
  // Few sources have a relation, and describing a failure takes most of the time.
  if (relation === undefined) return {};
  const { success, data } = relationSchema.safeParse(relation);
  return success ? { relation: data } : {};
}

/** Relation without `isMarked`: the lines of a source are those of its file, without marks. */
const relationSchema = z.object({ role: z.enum(changeRoles), note: z.string().max(1_000) });

const definitionSchema = z.object({
  kind: z.enum(chunkKinds).optional(),
  symbol: z.string().min(1).max(200).optional(),
  enclosing: z.array(z.string()).optional(),
  definitions: z
    .array(z.object({ name: z.string().min(1).max(200), kind: z.enum(chunkKinds), line: z.int().min(1) }))
    .optional(),
  tokenCount: z.int().min(0).optional(),
  part: z.object({ index: z.int().min(1), count: z.int().min(1) }).optional(),
  partOf: z.object({ startLine: z.int().min(1), endLine: z.int().min(1) }).optional(),
});

function isLine(line: unknown): line is number {
  return Number.isSafeInteger(line) && (line as number) >= 1;
}

function readTime(timestampMs: unknown): number | undefined {
  return typeof timestampMs === 'number' && Number.isFinite(timestampMs) ? timestampMs : undefined;
}

function readLanguage(language: unknown): string | undefined {
  return typeof language === 'string' && language !== '' ? language : undefined;
}

function readScore(score: unknown): number | undefined {
  if (typeof score !== 'number' || Number.isNaN(score)) return undefined;
  // Adding 0 converts -0 to 0.
  return Math.min(1, Math.max(0, score)) + 0;
}
