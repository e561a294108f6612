import { CompressionLevel, type FragmentMetadata, type JsonValue } from '@lexichord/abstractions';

import { isRecord } from '../is-record.js';
import type { EntityView, FileRangeView, FragmentForm, SegmentExpansion, SegmentView } from '../preview-state.js';

type Fields = { readonly [key: string]: JsonValue };

const text: FragmentForm = { kind: 'text' };

/**
 * Reads the parts of a fragment from its metadata. Metadata is untrusted: if any of it is malformed, the fragment is
 * shown as text.
 *
 * @param expansions segments expanded by the viewer, by id; used if they have more detail than the prompt
 */
export function formOf(
  metadata: FragmentMetadata | undefined,
  expansions: ReadonlyMap<string, SegmentExpansion>,
): FragmentForm {
  if (!isRecord(metadata)) return text;
  return (
    conversationForm(metadata, expansions) ??
    knowledgeForm(metadata) ??
    filesForm(metadata, 'chunks') ??
    filesForm(metadata, 'hits') ??
    text
  );
}

function conversationForm(
  metadata: Fields,
  expansions: ReadonlyMap<string, SegmentExpansion>,
): FragmentForm | undefined {
  const conversationId = own(metadata, 'conversationId');
  const segments = everyItem(own(metadata, 'segments'), (fields) => segmentOf(fields, expansions));
  return isFilled(conversationId) && segments !== undefined
    ? { kind: 'conversation', conversationId, segments }
    : undefined;
}

function segmentOf(fields: Fields, expansions: ReadonlyMap<string, SegmentExpansion>): SegmentView | undefined {
  const segmentId = own(fields, 'segmentId');
  const level = own(fields, 'level');
  const messageIds = own(fields, 'messageIds');
  if (!isFilled(segmentId) || !isLevel(level) || !isListOfTexts(messageIds)) return undefined;
  const expansion = expansions.get(segmentId);
  const isMore = expansion !== undefined && (expansion.level < level || level === CompressionLevel.full);
  return { segmentId, level, messageIds, ...(isMore ? { expansion } : {}) };
}

function knowledgeForm(metadata: Fields): FragmentForm | undefined {
  const entities = everyItem(own(metadata, 'entities'), entityOf);
  return entities === undefined ? undefined : { kind: 'knowledge', entities };
}

function entityOf(fields: Fields): EntityView | undefined {
  const entityId = own(fields, 'entityId');
  const type = own(fields, 'type');
  const name = own(fields, 'name');
  const score = own(fields, 'score');
  const listed = own(fields, 'signals') ?? [];
  const signals = Array.isArray(listed) && listed.length === 0 ? [] : everyItem(listed, signalOf);
  if (!isFilled(entityId) || typeof type !== 'string' || !isFilled(name)) return undefined;
  return isFinite(score) && signals !== undefined ? { entityId, type, name, score, signals } : undefined;
}

function signalOf(fields: Fields): EntityView['signals'][number] | undefined {
  const signal = own(fields, 'signal');
  const score = own(fields, 'score');
  return isFilled(signal) && isFinite(score) ? { signal, score } : undefined;
}

function filesForm(metadata: Fields, name: 'chunks' | 'hits'): FragmentForm | undefined {
  const ranges = everyItem(own(metadata, name), rangeOf);
  return ranges === undefined ? undefined : { kind: 'files', ranges };
}

function rangeOf(fields: Fields): FileRangeView | undefined {
  const filePath = own(fields, 'filePath');
  const startLine = own(fields, 'startLine');
  const endLine = own(fields, 'endLine');
  // A score that was no number is null in JSON.
  const score = own(fields, 'score') ?? undefined;
  const symbol = own(fields, 'symbol') ?? undefined;
  if (!isFilled(filePath) || !isLine(startLine) || !isLine(endLine) || endLine < startLine) return undefined;
  if (score !== undefined && !isFinite(score)) return undefined;
  if (symbol !== undefined && typeof symbol !== 'string') return undefined;
  return {
    filePath,
    startLine,
    endLine,
    ...(score === undefined ? {} : { score }),
    ...(symbol === undefined ? {} : { symbol }),
  };
}

/** All items of a list; `undefined` for an empty list, for another value, and when one item is malformed. */
function everyItem<Item>(value: JsonValue | undefined, read: (fields: Fields) => Item | undefined): Item[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const items: Item[] = [];
  for (const fields of value as readonly JsonValue[]) {
    const item = isRecord(fields) ? read(fields) : undefined;
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function own(fields: Fields, name: string): JsonValue | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function isFilled(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

function isFinite(value: JsonValue | undefined): value is number {
  return Number.isFinite(value);
}

function isLine(value: JsonValue | undefined): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1;
}

function isLevel(value: JsonValue | undefined): value is CompressionLevel {
  return value === 0 || value === 1 || value === 2 || value === 3;
}

function isListOfTexts(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
