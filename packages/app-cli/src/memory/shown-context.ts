import {
  type AssembledContext,
  type ContextFragment,
  type FragmentMetadata,
  type JsonValue,
  emptyAssembledContext,
} from '@lexichord/abstractions';

import { findLevel } from './level-option.js';

/** Id of the strategy that gives conversations. */
const conversationSource = 'conversation';

/**
 * Reads the context an agent was shown: the JSON of `assemble` or `memory recall`, or any other text.
 *
 * @param text '' for nothing
 */
export function readShownContext(text: string, conversationId: string): AssembledContext {
  const fragments = fragmentsOf(text, conversationId);
  return { ...emptyAssembledContext('copilot'), fragments };
}

function fragmentsOf(text: string, conversationId: string): readonly ContextFragment[] {
  if (text.trim() === '') return [];
  const value = parsed(text);
  if (!isRecord(value)) return [aFragment(text)];
  if (Array.isArray(value['fragments'])) return value['fragments'].flatMap((one) => fragmentOf(one));
  const { content, segments } = value;
  if (typeof content !== 'string' || !Array.isArray(segments)) return [aFragment(text)];
  const named = typeof value['conversationId'] === 'string' ? value['conversationId'] : conversationId;
  return [aFragment(content, withLevels({ conversationId: named, segments }))];
}

function fragmentOf(value: unknown): readonly ContextFragment[] {
  if (!isRecord(value) || typeof value['content'] !== 'string') return [];
  const { content, sourceId, metadata } = value;
  const fragment = aFragment(content, isRecord(metadata) ? withLevels(metadata) : undefined);
  return [typeof sourceId === 'string' ? { ...fragment, sourceId } : fragment];
}

function aFragment(content: string, metadata?: FragmentMetadata): ContextFragment {
  return { sourceId: conversationSource, label: 'Conversation', content, tokenEstimate: 0, relevance: 1, metadata };
}

/** Commands print levels by their names, fragments have their numbers. */
function withLevels(metadata: Readonly<Record<string, JsonValue>>): FragmentMetadata {
  const { segments } = metadata;
  if (!Array.isArray(segments)) return metadata;
  const numbered = segments.map((segment: JsonValue): JsonValue => {
    if (!isRecord(segment) || typeof segment['level'] !== 'string') return segment;
    return { ...segment, level: findLevel(segment['level']) ?? segment['level'] };
  });
  return { ...metadata, segments: numbered };
}

/** `undefined` for a text that is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, JsonValue>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
