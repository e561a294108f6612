import { countOf } from '@lexichord/platform/number-text';

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

/** Fields beside a text that tell its type. */
interface DataHints {
  /** Such as `image/png`. */
  readonly mediaType?: string | undefined;
  /** Whether a field says that the text is base64. */
  readonly isBase64?: boolean | undefined;
}

/** Shorter texts are taken for words unless a hint says that they are data. In UTF-16 units. */
const minDataLength = 256;

const dataAddress = /^data:([^;,]{0,100})[^,]{0,200};base64,/u;
const base64 = /^[A-Za-z0-9+/_\r\n-]+={0,2}$/u;
const mediaName = /^[\w.+-]{1,60}(?:\/[\w.+-]{1,60})?$/u;

/** The label that replaces data, such as `[image/png, 12,345 bytes]`; `undefined` for words. */
export function dataName(text: string, { mediaType = '', isBase64 = false }: DataHints = {}): string | undefined {
  const [prefix, named = ''] = dataAddress.exec(text) ?? [];
  if (prefix !== undefined) return nameOf(named, text.slice(prefix.length));
  const isSaid = isBase64 || (mediaType.includes('/') && !mediaType.startsWith('text/'));
  const isData = (isSaid || looksLikeData(text)) && base64.test(text.trimEnd());
  return isData ? nameOf(mediaType, text) : undefined;
}

/** Whether a text looks like encoded data: lower case, upper case and digits without a space. */
function looksLikeData(text: string): boolean {
  if (text.length < minDataLength) return false;
  return [/[a-z]/u, /[A-Z]/u, /\d/u].every((kind) => kind.test(text));
}

function nameOf(mediaType: string, encoded: string): string {
  const bytes = Math.floor((encoded.replaceAll(/[\s=]/gu, '').length * 3) / 4);
  return `[${mediaName.test(mediaType) ? mediaType : 'data'}, ${countOf(bytes, 'byte')}]`;
}
