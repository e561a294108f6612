import { dataName } from './binary-data.js';
import { firstText, isRecord } from './json-text.js';

/** Fields with metadata, which are no words. */
const structural: ReadonlySet<string> = new Set([
  ...['type', 'encoding', 'media_type', 'mediaType', 'mime_type', 'mimeType', 'contentType'],
]);

/**
 * All texts in a JSON value, in order, with labels in place of data such as images. Uses constant stack for deep
 * values.
 */
export function textsIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  const left: { readonly value: unknown; readonly beside: unknown }[] = [{ value, beside: undefined }];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value: inner, beside } = next;
    if (typeof inner === 'string') {
      const text = dataName(inner, hintsIn(beside)) ?? inner;
      if (text.trim() !== '') texts.push(text);
    } else if (Array.isArray(inner)) {
      for (const element of inner.toReversed()) left.push({ value: element, beside });
    } else if (isRecord(inner)) {
      const entries = Object.entries(inner).filter(
        ([name, field]) => !structural.has(name) || typeof field !== 'string',
      );
      for (const [, field] of entries.reverse()) left.push({ value: field, beside: inner });
    }
  }
  return texts;
}

function hintsIn(beside: unknown): { readonly mediaType?: string | undefined; readonly isBase64: boolean } {
  if (!isRecord(beside)) return { isBase64: false };
  const mediaType = firstText(beside, 'media_type', 'mediaType', 'mime_type', 'mimeType', 'contentType');
  return { mediaType, isBase64: beside['type'] === 'base64' || beside['encoding'] === 'base64' };
}
